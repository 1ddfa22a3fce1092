"""Reviews: ids of records, uploads, reviews with what they have found, and the bank of mistakes."""

import json

import sqlalchemy as sa
from alembic import op

from haggis_cards.table.places import record_id

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_PIECE = 100  # records that are read at a time


def upgrade() -> None:
    """Forward."""
    op.add_column("records", sa.Column("id", sa.String(32)))
    op.add_column("records", sa.Column("guests", sa.Text))
    op.create_index("records_by_id", "records", ["id"])
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("only", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("record", sa.String(32), primary_key=True),
        sa.Column("effort", sa.String(8), primary_key=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.SmallInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
    )
    op.create_index("reviews_by_turn", "reviews", ["status", "rank", "asked"])
    op.create_table(
        "findings",
        sa.Column("record", sa.String(32), primary_key=True),
        sa.Column("effort", sa.String(8), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("index", sa.Integer),
        sa.Column("verdict", sa.String(12)),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mistakes",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("record", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("index", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("theme", sa.String(16), nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("step", sa.SmallInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("mistakes_by_due", "mistakes", ["guest", "due"])
    _give_ids(op.get_bind())


def _give_ids(conn: sa.Connection) -> None:
    """The ids of records that are there already, and in their lines of the lists."""
    names = ("table", "number", "info", "record", "id")
    records = sa.table("records", *(sa.column(name) for name in names))
    while rows := conn.execute(sa.select(records).where(records.c.id.is_(None)).limit(_PIECE)).all():
        for row in rows:
            name = record_id(json.loads(row.record))
            info = json.dumps({**json.loads(row.info), "id": name})
            place = (records.c.table == row.table) & (records.c.number == row.number)
            conn.execute(sa.update(records).where(place).values(id=name, info=info))


def downgrade() -> None:
    """Back."""
    for name in ("mistakes", "findings", "reviews", "uploads"):
        op.drop_table(name)
    op.drop_index("records_by_id", "records")
    with op.batch_alter_table("records") as batch:
        batch.drop_column("guests")
        batch.drop_column("id")
