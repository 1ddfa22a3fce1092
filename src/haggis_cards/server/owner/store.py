"""The store as the owner's commands use it: beside running servers, one function of a connection at a time."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from haggis_cards.errors import HaggisError
from haggis_cards.server.process.config import ServerSettings, data_path
from haggis_cards.server.store import migrations
from haggis_cards.server.store.databases import async_url, brief, sqlite_engine
from haggis_cards.server.store.log import FILE
from haggis_cards.wire.refusals import ConfigError

T = TypeVar("T")
_CONNECT: Final = 5.0  # seconds


class OwnerStore:
    """The store of these settings."""

    def __init__(self, settings: ServerSettings) -> None:
        self.url = settings.database_url
        self.path: Path = data_path(settings) / FILE

    def run(self, work: Callable[..., T], *args: Any, fresh: bool = True, isolation: str | None = None) -> T:
        """Runs `work(connection, *args)` in a transaction; `fresh`: only on a store of this version."""

        def checked(conn: sa.Connection) -> T:
            if fresh:
                _check_version(conn)
            return work(conn, *args)

        try:
            if self.url:
                return asyncio.run(_in_postgres(self.url, checked, isolation))
            if not self.path.exists():
                raise ConfigError(f"there is no store at {self.path}; give the server's --data or --database-url")
            engine = sqlite_engine(self.path)
            try:
                with engine.begin() as conn:
                    return checked(conn)
            finally:
                engine.dispose()
        except HaggisError:
            raise
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise ConfigError(f"the store cannot be used: {brief(error)}") from None


async def _in_postgres(url: str, work: Callable[[sa.Connection], T], isolation: str | None) -> T:
    options: dict[str, Any] = {"isolation_level": isolation} if isolation else {}
    engine = create_async_engine(async_url(url), connect_args={"timeout": _CONNECT}, **options)
    try:
        async with engine.begin() as conn:
            return await conn.run_sync(work)
    finally:
        await engine.dispose()


def _check_version(conn: sa.Connection) -> None:
    """Refuses a store that a server of another version has made."""
    here = migrations.check_known(conn)
    if here != migrations.newest():
        raise ConfigError(
            f"the store has schema {here or 'none'}, and this version needs {migrations.newest()}: start this "
            "version's server once to bring it up to date, or use the command of the server's version"
        )
