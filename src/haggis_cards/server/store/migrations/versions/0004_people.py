"""For people: their matches with figures, the deals of the day, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_SUMS = ("rounds", "points", "points_squared", "first_out", "bets", "bets_won", "bombs")
_SOURCES = ("from_tricks", "from_hands", "from_haggis", "from_out", "from_bets")


def upgrade() -> None:
    """Forward. The matches that are there already are counted by the server while it runs."""
    op.add_column("records", sa.Column("counted", sa.Boolean))
    op.add_column("records", sa.Column("opens", sa.BigInteger))
    op.create_index("records_by_counted", "records", ["counted"])
    op.create_table(
        "matches",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("people", sa.Boolean, nullable=False),
        sa.Column("partner", sa.String(40)),
        *(sa.Column(name, sa.Integer, nullable=False) for name in _SUMS),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("ahead", "ahead_squared")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in _SOURCES),
        sa.Column("effort", sa.SmallInteger),
        sa.Column("decisions", sa.Integer),
        sa.Column("loss", sa.Float),
        sa.Column("luck", sa.Float),
    )
    op.create_index("matches_by_time", "matches", ["guest", "at"])
    op.create_index("matches_by_place", "matches", ["table", "number"])
    op.create_table(
        "match_themes",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("theme", sa.String(16), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "attempts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("preset", sa.String(32), primary_key=True),
        sa.Column("deal", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("table", sa.String(32)),
        sa.Column("points", sa.Float),
        sa.Column("done", sa.BigInteger),
    )
    op.create_index("attempts_by_player", "attempts", ["player", "day"])
    op.create_index("attempts_by_table", "attempts", ["table"])
    op.create_table(
        "rated",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("sides", sa.Text, nullable=False),
        sa.Column("ranks", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("rated_by_match", "rated", ["table", "match"])
    op.create_table(
        "ratings",
        sa.Column("preset", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ratings_by_rank", "ratings", ["preset", "settled", "mu"])
    op.create_index("ratings_by_player", "ratings", ["player"])


def downgrade() -> None:
    """Back."""
    for name in ("ratings", "rated", "attempts", "match_themes", "matches"):
        op.drop_table(name)
    op.drop_index("records_by_counted", "records")
    with op.batch_alter_table("records") as batch:
        batch.drop_column("opens")
        batch.drop_column("counted")
