"""Runs the store's statements: in SQLite in threads, or in PostgreSQL; and explains wrong addresses and files.

A statement is a function of a connection; it runs in a transaction of its own, which is on the disk when it has ended.
"""

import asyncio
import fcntl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from haggis_cards.server.store.migrations import upgrade
from haggis_cards.wire.refusals import ConfigError

T = TypeVar("T")
_CONNECT, _COMMAND = 5.0, 15.0  # seconds that PostgreSQL may take


class Database(Protocol):
    """Runs functions of a connection in a transaction."""

    async def write(self, work: Callable[..., T], *args: Any) -> T: ...
    async def read(self, work: Callable[..., T], *args: Any) -> T: ...
    async def purge(self) -> None: ...
    async def close(self) -> None: ...


class Sqlite:
    """SQLite: one thread writes, one reads; a write is on the disk when its transaction has ended."""

    def __init__(self, path: Path) -> None:
        try:
            self._lock = open(path.with_suffix(".lock"), "w")  # noqa: SIM115 - held as long as the store is open
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError(f"another server uses {path.parent}; stop it, or give another --data folder") from None
        except OSError as error:
            raise ConfigError(f"{path.parent} cannot be written: {error.strerror or error}") from None
        engine = sqlite_engine(path)
        try:
            path.touch(mode=0o600)  # secrets are in it: of the deals of the day, and of notifications
            upgrade(engine)
            self._connections = {name: engine.connect() for name in ("write", "read")}
        except SQLAlchemyError as error:
            raise ConfigError(f"{path} cannot be used: {brief(error)}") from None
        self._engine = engine
        self._threads = {name: ThreadPoolExecutor(1, f"store-{name}") for name in self._connections}

    async def _run(self, name: str, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        def run() -> T:
            conn = self._connections[name]
            try:
                result = work(conn, *args)
                conn.commit()
            except BaseException:
                conn.rollback()
                raise
            return result

        return await asyncio.get_running_loop().run_in_executor(self._threads[name], run)

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        return await self._run("write", work, args)

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        return await self._run("read", work, args)

    async def purge(self) -> None:
        """Empties the journal, which still has what was deleted; if somebody reads just now, a later time does."""

        def empty() -> None:
            self._connections["write"].connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

        await asyncio.get_running_loop().run_in_executor(self._threads["write"], empty)

    async def close(self) -> None:
        for name, thread in self._threads.items():
            await asyncio.to_thread(thread.shutdown)
            self._connections[name].close()
        self._engine.dispose()
        self._lock.close()


def sqlite_engine(path: Path) -> sa.Engine:
    """The engine for a file, with our own transactions and durability."""
    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
    sa.event.listen(engine, "connect", _set_pragmas)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _set_pragmas(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are ours, see _begin
    # WAL with full sync: a commit is on the disk before anybody hears of it.
    # What is deleted is overwritten.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(conn: sa.Connection) -> None:
    conn.exec_driver_sql("BEGIN")


class Postgres:
    """PostgreSQL through asyncpg."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, url: str) -> "Postgres":
        timeouts = {"timeout": _CONNECT, "command_timeout": _COMMAND}
        engine = create_async_engine(async_url(url), pool_size=5, pool_pre_ping=True, connect_args=timeouts)
        try:
            async with engine.begin() as conn:
                await conn.run_sync(upgrade)
        except ConfigError:
            await engine.dispose()
            raise
        except Exception as error:
            await engine.dispose()
            raise ConfigError(f"the database cannot be used: {brief(error)}") from None
        return cls(engine)

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        async with self._engine.connect() as conn:
            result: T = await conn.run_sync(work, *args)
            await conn.commit()
        return result

    read = write

    async def purge(self) -> None:
        """PostgreSQL keeps its own house."""

    async def close(self) -> None:
        await self._engine.dispose()


def async_url(url: str) -> sa.URL:
    """A PostgreSQL address with the driver that is used here."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise ConfigError("the database address is not of the form postgresql://user:password@host/name") from None
    if parsed.get_backend_name() not in ("postgresql", "postgres"):
        raise ConfigError(
            f"the database must be PostgreSQL, not {parsed.get_backend_name()}; without it SQLite is used"
        )
    return parsed.set(drivername="postgresql+asyncpg")


def is_damage(error: BaseException) -> bool:
    """Whether the database says that its own file is damaged."""
    cause = getattr(error, "orig", error)
    name = str(getattr(cause, "sqlite_errorname", ""))
    return name.startswith("SQLITE_CORRUPT") or getattr(cause, "sqlstate", "") in ("XX001", "XX002")


def brief(error: BaseException) -> str:
    """The first line of a database error, without statement and values."""
    lines = str(getattr(error, "orig", error)).splitlines()
    return lines[0][:200] if lines else type(error).__name__
