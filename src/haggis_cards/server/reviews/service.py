"""Reviews of matches: who may ask for one, the queue, and the processes that make them piece by piece.

The queue is in the store, so that any process can answer for a review, another one goes on when a process dies, and no
review is made twice. Quick reviews come before thorough ones, also in the middle of one. The processes have the lowest
priority: what people do at tables comes first.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from haggis_cards.errors import HaggisError
from haggis_cards.rules import Rules
from haggis_cards.server.history import store as match_store
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.registry.limits import CROWD
from haggis_cards.server.reviews import mistakes
from haggis_cards.server.reviews import store as review_store
from haggis_cards.server.reviews.store import Asked, Kept, Turn
from haggis_cards.study.pieces import Job, Piece
from haggis_cards.table import counters as metrics
from haggis_cards.table import places
from haggis_cards.table.guests import Guest, new_id
from haggis_cards.table.log import now
from haggis_cards.wire import reviews as m
from haggis_cards.wire.facts import DAY_MS
from haggis_cards.wire.refusals import Refused, StorageError, WorkerFailed

if TYPE_CHECKING:
    from haggis_cards.server.registry.tables import Tables

T = TypeVar("T")
_logger = logging.getLogger("haggis.reviews")

_PIECE: Final = 0.3  # seconds of a piece; it ends with the decision that is then being judged
_LEASE: Final = 10_000  # milliseconds
_POLL: Final = 2.0  # seconds until a process looks whether another one has left something to do
_PATIENCE: Final = 600.0  # seconds for a piece on a machine that has much else to do
_ANSWERS: Final = 50  # that may wait
_ANSWER_PATIENCE: Final = 60.0
_RETRY: Final = 1.0  # seconds, when the store fails
_TIDY: Final = 3600.0  # seconds until old uploads are looked for again
COSTS: Final = {"quick": 1, "normal": 5, "deep": 25}  # of one action, in quick ones


class Reviews:
    """The reviews of this process."""

    def __init__(self, tables: "Tables") -> None:
        self._tables, self._settings, self._store = tables, tables.settings, tables.store
        self._name = new_id()
        nice = self._settings.review_nice
        self._makers = [Workers(1, 2, _PATIENCE, nice=nice) for _ in range(self._settings.review_workers)]
        self._judges = Workers(1, _ANSWERS, _ANSWER_PATIENCE, metrics.answers_waiting, nice=nice // 2)
        self._wake = [asyncio.Event() for _ in self._makers]

    async def open(self) -> None:
        """Goes on with what was left."""
        if not self._tables.pubsub.shared:
            await self._store.write(review_store.release_all)
        for lane in range(len(self._makers)):
            self._tables.tasks.spawn(self._make_forever(lane))
        self._tables.tasks.spawn(self._tidy_forever())

    def stop_answering(self) -> None:
        """Ends the process that people wait for."""
        self._judges.close()

    def close(self) -> None:
        """Ends the other processes, when nothing waits for them any more; what they have found is stored."""
        for workers in self._makers:
            workers.close()

    # Records

    async def record(self, id: str, guest: Guest | None) -> Kept:
        """A record by its id, if somebody may see it."""
        found = await self._store.read(review_store.find, id, guest.id if guest else None)
        if found is None:
            raise Refused("no-record")
        return found

    async def keep(self, id: str, text: str, only: int | None = None) -> m.RecordRef:
        """Keeps a record for some days."""
        await self._store.write(review_store.keep, id, text, only, now())
        return m.RecordRef(id)

    async def upload(self, body: bytes) -> m.RecordRef:
        """Keeps a record that somebody sends."""
        upload = await self.replaying(places.read_upload, body)
        return await self.keep(*upload)

    async def replaying(self, work: Callable[..., T], *args: Any) -> T:
        """Work on a record in the process for replays."""
        try:
            return await self._tables.replayer.do(work, *args)
        except WorkerFailed:
            raise Refused("internal") from None

    # Asking

    async def ask(self, kept: Kept, effort: m.Effort, guest: Guest | None, address: str) -> None:
        """Puts a review into the queue, if it is not there."""
        if await self._store.read(review_store.status, kept.id, effort) in ("waiting", "done"):
            return
        data = kept.data
        if not places.is_over(data):
            raise Refused("not-over", fault="record")
        total = places.action_count(data, kept.only)
        name = guest.id if guest else None
        await self._check_load(name, address)
        self._spend(total * COSTS[effort], name, address)
        await self._store.write(review_store.enter, Asked(kept.id, effort, name, address, total), now())
        for event in self._wake:
            event.set()

    async def _check_load(self, guest: str | None, address: str) -> None:
        """Refuses if too many reviews wait."""
        load, most = await self._store.read(review_store.load, guest, address), self._settings.reviews_waiting
        if load.of_guest >= most:
            raise Refused("too-many", fault="reviews-waiting", most=most)
        if load.of_address >= CROWD * most:
            raise Refused("too-many", fault="reviews-waiting", most=CROWD * most)
        if load.all >= self._settings.review_queue:
            raise Refused("busy", fault="reviews")

    def _spend(self, cost: int, guest: str | None, address: str) -> None:
        """Takes the cost of a review from the budgets, or refuses."""
        if cost > self._settings.review_budget:
            raise Refused("too-many", fault="review-long")
        if guest:
            self._tables.limits.reviews_of_guest.check(guest, cost)
        self._tables.limits.reviews_of_address.check(address, cost)

    async def read(self, kept: Kept, guest: Guest | None, effort: m.Effort | None, since: int) -> bytes:
        """A review as far as it is, ready to be sent."""
        data = kept.data
        rules = Rules.from_spec(data["rules"])
        state = await self._store.read(review_store.read_state, kept, rules, effort, since, now())
        return m.encode_review(
            m.Review(
                id=kept.id,
                status=state.status if state else "none",
                effort=state.effort if state else effort or "quick",
                ahead=state.ahead if state else 0,
                done=state.done if state else 0,
                total=state.total if state else places.action_count(data, kept.only),
                seat=kept.seat_of(guest.id if guest else None),
                players=data.get("players"),
                rules=data["rules"],
                rounds=state.rounds if state else [],
                decisions=[],
            ),
            state.decisions if state else [],
        )

    # Answers and lines

    async def judge(self, kept: Kept, number: int, index: int, action: str, guest: Guest | None) -> m.Verdict:
        """What an answer is worth; the first one to a mistake that is due moves it in the bank."""
        found = await self._store.read(review_store.decisions_at, kept.id, number, index)
        args = (kept.text, number, index, action, found, self._settings.review_scale)
        verdict: m.Verdict = await self._judge("answer", *args)
        if guest is None:
            return verdict
        place = (guest.id, kept.id, number, index)
        due = await self._store.write(mistakes.answered, *place, verdict.accepted, now())
        return msgspec.structs.replace(verdict, due=due)

    async def line(self, kept: Kept, wish: m.LineWish) -> m.Line:
        """A line that leaves the record."""
        if wish.values:
            line: m.Line = await self._judge("valued_line", kept.text, wish, self._settings.review_scale)
            return line
        return await self.replaying(places.line, kept.text, wish.round, wish.index, wish.line)

    async def _judge(self, work: str, *args: Any) -> Any:
        try:
            return await self._judges.do(work_of, work, *args)
        except WorkerFailed:
            raise Refused("internal") from None

    # Making

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
                async with asyncio.timeout(_POLL if self._tables.pubsub.shared else None):
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
        work = self._makers[lane].do(work_of, "review_piece", job, turn.start, turn.done, _PIECE)
        try:
            piece: Piece = await self._holding(turn, owner, work)
        except WorkerFailed:
            await self._give_up(turn, final=False)
            return
        except HaggisError as error:
            _logger.warning("a review is given up: %s", error)
            await self._give_up(turn, final=True)
            return
        await self._store.write(_store_piece, kept, turn, piece, now())
        metrics.review_seconds.add(time.perf_counter() - start)
        metrics.decisions_reviewed.add(sum(one.seat is not None for one in piece.found))
        if piece.complete:
            metrics.reviews_made.add()

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


def _store_piece(conn: Any, kept: Kept, turn: Turn, piece: Piece, at: int) -> None:
    """Stores a piece; with the last one, the mistakes of the players come into their banks and figures."""
    review_store.add(conn, turn, piece)
    if piece.complete:
        mistakes.collect(conn, kept, turn.effort, at)
        match_store.add_review(conn, kept.id, turn.effort)


def work_of(name: str, *args: Any) -> Any:
    """Does work of `review_work`, which only its processes import: it loads the networks."""
    from haggis_cards.server.reviews import work as review_work

    return getattr(review_work, name)(*args)
