"""Puzzles: first attempts, and the ratings of people and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "puzzle_attempts",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("solved", sa.Boolean),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    rated = (("puzzle_players", "guest", 32, ("streak", "best_streak")), ("puzzle_ratings", "puzzle", 16, ()))
    for name, key, width, more in rated:
        op.create_table(
            name,
            sa.Column(key, sa.String(width), primary_key=True),
            sa.Column("rating", sa.Float, nullable=False),
            sa.Column("deviation", sa.Float, nullable=False),
            sa.Column("volatility", sa.Float, nullable=False),
            sa.Column("solved", sa.Integer, nullable=False),
            sa.Column("missed", sa.Integer, nullable=False),
            *(sa.Column(column, sa.Integer, nullable=False) for column in more),
        )


def downgrade() -> None:
    """Back."""
    for name in ("puzzle_ratings", "puzzle_players", "puzzle_attempts"):
        op.drop_table(name)
