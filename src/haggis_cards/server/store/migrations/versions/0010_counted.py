"""No match waits any more to be counted for its people: versions before 0.1.0 did not count them at their end."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.drop_index("records_by_counted", "records")
    op.drop_column("records", "counted")
