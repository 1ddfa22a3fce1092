"""Tables of days: how long they are kept, subscriptions to notifications, and notices that wait to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("tables", sa.Column("patience", sa.Integer))
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(88), nullable=False),
        sa.Column("auth", sa.String(24), nullable=False),
        sa.Column("server_key", sa.String(88), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_by_guest", "push_subscriptions", ["guest"])
    op.create_table(
        "push_queue",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("unreached", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("push_queue_by_time", "push_queue", ["at"])


def downgrade() -> None:
    """Back."""
    for name in ("push_queue", "push_subscriptions"):
        op.drop_table(name)
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("patience")
