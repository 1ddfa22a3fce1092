"""The schema's history (Alembic): `upgrade` makes a store, or brings it up to date, when a server starts.

It goes one way: the way back is a backup.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from haggis_cards.server.store.schema import metadata
from haggis_cards.wire.refusals import ConfigError

_LOCK = 7_262_743  # any number, the same for all servers of one database


def config() -> Config:
    """Alembic's configuration, without a file."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    return made


def first() -> str:
    """The first revision that this version knows."""
    return str(ScriptDirectory.from_config(config()).get_base())


def newest() -> str:
    """The last revision that this version knows."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def check_known(connection: sa.Connection) -> str | None:
    """The store's revision; refuses one that only another version knows."""
    here = MigrationContext.configure(connection).get_current_revision()
    if here is not None and here < first():
        raise ConfigError(
            f"a version of Haggis before 0.1.0 has written this store (schema {here}, this version knows {first()} and "
            "later ones): start the server of version 0.1.0 with it once"
        )
    if here is not None and here not in {
        one.revision for one in ScriptDirectory.from_config(config()).walk_revisions()
    }:
        raise ConfigError(
            f"a newer version of Haggis has written this store (schema {here}, this version knows {newest()} at most): "
            "use that version again, or restore a backup that was made before"
        )
    return here


def upgrade(bind: sa.Engine | sa.Connection) -> None:
    """Makes a new store, or brings one up to date by all migrations that it has not seen."""
    if isinstance(bind, sa.Engine):
        with bind.begin() as connection:
            upgrade(connection)
        return
    if bind.dialect.name == "postgresql":
        bind.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))  # servers may start together
    alembic = config()
    alembic.attributes["connection"] = bind
    if check_known(bind) is None:
        metadata.create_all(bind)
        command.stamp(alembic, "head")
    else:
        command.upgrade(alembic, "head")
