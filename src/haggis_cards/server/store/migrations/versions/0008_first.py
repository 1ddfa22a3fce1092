"""The schema with which version 0.1.0 began.

A new store is made of `schema` at once (`migrations.upgrade`); what stands here and behind it brings older ones up to
date, so the first revision has nothing to do. Its number is that of the last one before, as stores have it.
"""

revision = "0008"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
