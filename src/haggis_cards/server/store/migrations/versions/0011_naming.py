"""An index of the entries that may name a person."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    names = sa.text("kind IN ('make', 'sit', 'chat')")
    op.create_index("log_naming", "log", ["kind", "table", "seq"], sqlite_where=names, postgresql_where=names)


def downgrade() -> None:
    """Back."""
    op.drop_index("log_naming", "log")
