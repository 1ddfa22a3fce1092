"""Reviews of matches: who may ask for one, what it has found, and answers to its mistakes."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from haggis_cards.rules import Rules
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.registry.limits import CROWD, Limiters
from haggis_cards.server.reviews import mistakes
from haggis_cards.server.reviews import store as review_store
from haggis_cards.server.reviews.store import Asked, Kept
from haggis_cards.server.reviews.work import analysis, answer, pars, valued_line, values
from haggis_cards.server.store.log import Store
from haggis_cards.table import counters as metrics
from haggis_cards.table import places
from haggis_cards.table.guests import ANYBODY, Asker, Guest, Order
from haggis_cards.table.log import now
from haggis_cards.wire import reviews as m
from haggis_cards.wire.refusals import Refused, WorkerFailed

T = TypeVar("T")
_ANSWERS: Final = 50  # that may wait
_ANSWER_PATIENCE: Final = 60.0
COSTS: Final = {"quick": 1, "normal": 5, "deep": 25}  # of one action, in quick ones


class Reviews:
    """What people ask of reviews."""

    def __init__(
        self, *, store: Store, settings: ServerSettings, limits: Limiters, replayer: Workers, wake: Callable[[], None]
    ) -> None:
        self._store, self._settings, self._limits = store, settings, limits
        self._replayer, self._wake = replayer, wake
        self._judges = Workers(1, _ANSWERS, _ANSWER_PATIENCE, metrics.answers_waiting, nice=settings.review_nice // 2)

    def stop_answering(self) -> None:
        """Ends the process that people wait for."""
        self._judges.close()

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
            return await self._replayer.do(work, *args)
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
        self._wake()

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
            self._limits.reviews_of_guest.check(guest, cost)
        self._limits.reviews_of_address.check(address, cost)

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
        verdict = await self._judge(answer, *args)
        if guest is None:
            return verdict
        place = (guest.id, kept.id, number, index)
        due = await self._store.write(mistakes.answered, *place, verdict.accepted, now())
        return msgspec.structs.replace(verdict, due=due)

    async def line(self, kept: Kept, wish: m.LineWish) -> m.Line:
        """A line that leaves the record."""
        if wish.values:
            return await self._judge(valued_line, kept.text, wish, self._settings.review_scale)
        return await self.replaying(places.line, kept.text, wish.round, wish.index, wish.line)

    async def values(self, kept: Kept, wish: m.ValuesWish) -> m.Values:
        """What the plays of a place are worth with all cards in sight."""
        return await self._judge(values, kept.text, wish)

    async def pars(self, kept: Kept) -> list[list[float]]:
        """The par of every round of a record, by side."""
        return await self._judge(pars, kept.text)

    async def analysis(self, wish: m.AnalysisWish, guest: Guest | None, address: str) -> m.Analysis:
        """What each option of a position is worth; it costs what a decision of a review does."""
        name = guest.id if guest else None
        self._spend(COSTS[wish.effort], name, address)
        asker = Asker(address, name or "", Order.REVIEW)  # answers, which somebody waits for in an exercise, come first
        return await self._judge(analysis, wish, self._settings.review_scale, asker=asker)

    async def _judge(self, work: Callable[..., T], *args: Any, asker: Asker = ANYBODY) -> T:
        try:
            return await self._judges.do(work, *args, asker=asker)
        except WorkerFailed:
            raise Refused("internal") from None
