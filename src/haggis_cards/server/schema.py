"""The tables of the store. A change here needs a migration beside it, in `migrations/versions`."""

import sqlalchemy as sa

metadata = sa.MetaData()

# The logs of all tables; everything else could be rebuilt from them.
log = sa.Table(
    "log",
    metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("info", sa.Text, nullable=False),
    sa.Index("tables_by_status", "status", "listed", "changed"),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("info", sa.Text, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
)

sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
)

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
