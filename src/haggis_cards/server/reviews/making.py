"""The processes that make reviews, piece by piece.

The queue is in the store, so that any process can make what another one was asked for, another one goes on when a
process dies, and no review is made twice. Quick reviews come before thorough ones, also in the middle of one. The
processes have the lowest priority: what people do at tables comes first.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import sqlalchemy as sa

from haggis_cards.errors import HaggisError
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.reviews import mistakes
from haggis_cards.server.reviews import store as review_store
from haggis_cards.server.reviews.store import Kept, Turn
from haggis_cards.server.reviews.work import review_piece
from haggis_cards.server.store.log import Store
from haggis_cards.study.pieces import Job, Piece
from haggis_cards.table import counters as metrics
from haggis_cards.table.guests import new_id
from haggis_cards.table.log import now
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire.facts import DAY_MS
from haggis_cards.wire.refusals import StorageError, WorkerFailed

_logger = logging.getLogger("haggis.reviews")
_PIECE: Final = 0.3  # seconds of a piece; it ends with the decision that is then being judged
_LEASE: Final = 10_000  # milliseconds
_POLL: Final = 2.0  # seconds until a process looks whether another one has left something to do
_PATIENCE: Final = 600.0  # seconds for a piece on a machine that has much else to do
_RETRY: Final = 1.0  # seconds, when the store fails
_TIDY: Final = 3600.0  # seconds until old uploads are looked for again

Done = Callable[[sa.Connection, str, str], None]
"""What else happens in the transaction that finishes a review of a record with an effort."""


class ReviewMakers:
    """Makes what is in the queue."""

    def __init__(
        self, *, store: Store, settings: ServerSettings, tasks: Tasks, shared: bool, done: Sequence[Done] = ()
    ) -> None:
        self._store, self._settings, self._tasks, self._shared, self._done = store, settings, tasks, shared, done
        self._name = new_id()
        nice = settings.review_nice
        self._makers = [Workers(1, 2, _PATIENCE, nice=nice) for _ in range(settings.review_workers)]
        self._wake = [asyncio.Event() for _ in self._makers]

    async def open(self) -> None:
        """Goes on with what was left."""
        if not self._shared:
            await self._store.write(review_store.release_all)
        for lane in range(len(self._makers)):
            self._tasks.spawn(self._make_forever(lane))
        self._tasks.spawn(self._tidy_forever())

    def wake(self) -> None:
        """There is something to do."""
        for event in self._wake:
            event.set()

    def close(self) -> None:
        """Ends the processes, when nothing waits for them any more; what they have found is stored."""
        for workers in self._makers:
            workers.close()

    async def _make_forever(self, lane: int) -> None:
        """Makes what is next, piece by piece."""
        owner, wake = f"{self._name} {lane}", self._wake[lane]
        while True:
            try:
                turn = await self._store.write(review_store.take_turn, owner, now(), _LEASE)
                metrics.reviews_waiting.value = turn.waiting if turn else 0
                if turn is not None:
                    await self._make_piece(lane, owner, turn)
                    continue
            except StorageError:
                await asyncio.sleep(_RETRY)
                continue
            except Exception:  # whatever it is, the other reviews must be made
                _logger.exception("a review failed")
                await asyncio.sleep(_RETRY)
                continue
            wake.clear()
            try:
                async with asyncio.timeout(_POLL if self._shared else None):
                    await wake.wait()
            except TimeoutError:
                continue

    async def _make_piece(self, lane: int, owner: str, turn: Turn) -> None:
        kept = await self._store.read(review_store.find_any, turn.record)
        if kept is None:  # it was thrown away
            await self._give_up(turn, final=True)
            return
        settings, start = self._settings, time.perf_counter()
        job = Job(kept.id, kept.text, kept.only, turn.effort, settings.review_threads, settings.review_scale)
        work = self._makers[lane].do(review_piece, job, turn.start, turn.done, _PIECE)
        try:
            piece: Piece = await self._holding(turn, owner, work)
        except WorkerFailed:
            await self._give_up(turn, final=False)
            return
        except HaggisError as error:
            _logger.warning("a review is given up: %s", error)
            await self._give_up(turn, final=True)
            return
        await self._store.write(self._store_piece, kept, turn, piece, now())
        metrics.review_seconds.add(time.perf_counter() - start)
        metrics.decisions_reviewed.add(sum(one.seat is not None for one in piece.found))
        if piece.complete:
            metrics.reviews_made.add()

    def _store_piece(self, conn: sa.Connection, kept: Kept, turn: Turn, piece: Piece, at: int) -> None:
        """Stores a piece; with the last one, the mistakes of the players come into their banks."""
        review_store.add(conn, turn, piece)
        if piece.complete:
            mistakes.collect(conn, kept, turn.effort, at)
            for done in self._done:
                done(conn, turn.record, turn.effort)

    async def _holding(self, turn: Turn, owner: str, work: Any) -> Any:
        """The outcome of work that may take longer than a lease."""
        task = asyncio.ensure_future(work)
        try:
            while True:
                done, _ = await asyncio.wait([task], timeout=_LEASE / 3000)
                if done:
                    return task.result()
                await self._store.write(review_store.extend, turn.record, turn.effort, owner, now() + _LEASE)
        finally:
            task.cancel()

    async def _give_up(self, turn: Turn, final: bool) -> None:
        await self._store.write(review_store.note_failure, turn, final)
        metrics.reviews_failed.add(final)

    async def _tidy_forever(self) -> None:
        """Throws old uploads away."""
        while True:
            await asyncio.sleep(_TIDY)
            try:
                await self._store.write(review_store.forget, now() - self._settings.upload_days * DAY_MS)
            except StorageError:
                continue
