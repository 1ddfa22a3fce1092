"""Challenges: the same cards for several people, and who takes part."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("records", sa.Column("challenge", sa.String(32)))
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("tables", sa.Text),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("cards", sa.Text),
        sa.Column("worlds", sa.Integer, nullable=False),
        sa.Column("source", sa.String(32)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
    )
    op.create_index("challenges_by_maker", "challenges", ["maker", "made"])
    op.create_index("challenges_by_source", "challenges", ["source"], unique=True)
    op.create_table(
        "challenge_seats",
        sa.Column("challenge", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("table", sa.String(32)),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("place", sa.SmallInteger),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("results", sa.Text),
        sa.Column("done", sa.BigInteger),
    )
    op.create_index("challenge_seats_by_place", "challenge_seats", ["challenge", "place", "seat"], unique=True)
    op.create_index("challenge_seats_by_player", "challenge_seats", ["player"])
    op.create_index("challenge_seats_by_table", "challenge_seats", ["table"])


def downgrade() -> None:
    """Back."""
    for name in ("challenge_seats", "challenges"):
        op.drop_table(name)
    with op.batch_alter_table("records") as batch:
        batch.drop_column("challenge")
