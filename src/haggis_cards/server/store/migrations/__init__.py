"""The schema's history (Alembic): `upgrade` brings a store up to date when a server starts."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

_LOCK = 7_262_743  # any number, the same for all servers of one database


def config() -> Config:
    """Alembic's configuration, without a file."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    return made


def upgrade(bind: sa.Engine | sa.Connection) -> None:
    """All migrations that the store has not seen."""
    if isinstance(bind, sa.Engine):
        with bind.begin() as connection:
            upgrade(connection)
        return
    if bind.dialect.name == "postgresql":
        bind.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))  # servers may start together
    alembic = config()
    alembic.attributes["connection"] = bind
    command.upgrade(alembic, "head")
