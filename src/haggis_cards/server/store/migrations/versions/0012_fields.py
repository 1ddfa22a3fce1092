"""Whether a result at a deal of the day counts for others; those of before do."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("attempts", sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Back."""
    op.drop_column("attempts", "counts")
