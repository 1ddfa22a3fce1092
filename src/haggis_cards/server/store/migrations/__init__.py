"""The schema's history (Alembic): `upgrade` brings a store up to date when a server starts."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from haggis_cards.wire.refusals import ConfigError

_LOCK = 7_262_743  # any number, the same for all servers of one database


def config() -> Config:
    """Alembic's configuration, without a file."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    return made


def newest() -> str:
    """The last revision that this version knows."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def check_known(connection: sa.Connection) -> str | None:
    """The store's revision; refuses one that only a newer version knows."""
    here = MigrationContext.configure(connection).get_current_revision()
    if here is not None and here not in {
        one.revision for one in ScriptDirectory.from_config(config()).walk_revisions()
    }:
        raise ConfigError(
            f"a newer version of Haggis has written this store (schema {here}, this version knows {newest()} at most): "
            "use that version again, or restore a backup that was made before"
        )
    return here


def upgrade(bind: sa.Engine | sa.Connection) -> None:
    """All migrations that the store has not seen."""
    if isinstance(bind, sa.Engine):
        with bind.begin() as connection:
            upgrade(connection)
        return
    if bind.dialect.name == "postgresql":
        bind.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))  # servers may start together
    check_known(bind)
    alembic = config()
    alembic.attributes["connection"] = bind
    command.upgrade(alembic, "head")
