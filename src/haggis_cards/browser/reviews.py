"""Reviews in the browser: made by this worker and the core of the page, in the messages of the server.

A review that is done is kept by the page, and found again.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from haggis_cards.browser.core import PageCore
from haggis_cards.browser.page import Host, page
from haggis_cards.errors import HaggisError
from haggis_cards.match import Record
from haggis_cards.review.model import DecisionData, Finding, RoundFacts, RoundSummary
from haggis_cards.review.reviewer import Reviewer
from haggis_cards.review.rounds import summarise
from haggis_cards.review.saved import held_review
from haggis_cards.rules import Rules
from haggis_cards.study import answers as review_answers
from haggis_cards.table import places
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire import reviews as m
from haggis_cards.wire.refusals import Refused, WorkerFailed
from haggis_cards.wire.tables import encode

_AHEAD: Final = 3  # decisions that are judged at once, where the core has several workers
_EFFORTS: Final[tuple[m.Effort, ...]] = ("quick", "normal", "deep")


class _Made:
    """A review, as far as it is."""

    def __init__(self, kept: Mapping[str, Any] | None = None) -> None:
        kept = kept or {}
        self.status: m.ReviewStatus = "done" if kept else "running"
        self.facts: list[RoundFacts] = kept.get("facts", [])
        self.decisions: list[Any] = kept.get("decisions", [])
        self.done, self.total = kept.get("total", 0), kept.get("total", 0)

    def text(self) -> str:
        return encode({"facts": self.facts, "decisions": self.decisions, "total": self.total}).decode()

    def rounds(self, rules: Rules) -> list[RoundSummary]:
        """The rounds of which something is known, with their sums."""
        lost: dict[int, list[float]] = {one["number"]: [0.0] * rules.players for one in self.facts}
        for one in self.decisions:
            lost[one["round"]][one["seat"]] += 0.0 if one["verdict"] == "good" else one["loss"]
        last = self.facts[-1]["number"] if self.facts else 0
        return [
            summarise(rules, one, lost[one["number"]], whole=self.status == "done" or one["number"] < last)
            for one in self.facts
        ]


class LocalReviews:
    """The reviews of a browser; `only` is the one round to review."""

    def __init__(self, page: Host) -> None:
        self._page, self._core, self._tasks = page, PageCore(page), Tasks()
        self._made: dict[tuple[str, str], _Made] = {}
        self._last: dict[str, m.Effort] = {}  # that was asked for

    async def ask(self, id: str, text: str, only: int | None, effort: m.Effort, scale: float = 1.0) -> None:
        """Begins a review, unless there is one; `scale` as in `Effort.scaled`."""
        if not places.is_over(json.loads(text)):
            raise Refused("not-over", fault="record")
        self._last[id] = effort
        made = await self._find(id, effort)
        if made is None or made.status == "failed":
            self._made[id, effort] = made = _Made()
            reviewer = Reviewer(
                Record.parse(text).replay(),
                effort=effort,
                rounds=None if only is None else [only],
                scale=scale,
                core=self._core,
            )
            self._tasks.spawn(self._make(f"review {id} {effort}", reviewer, made))

    async def adopt(self, id: str, text: str) -> None:
        """Takes over the review that a record holds, if it is of all seats of this match: nothing is computed again."""
        record = Record.parse(text)
        match = record.replay()
        review = held_review(record, match)
        if review is None or review["seats"] != [*match.rules.seats] or review["effort"] not in _EFFORTS:
            return
        made = _Made()
        for found in review["rounds"]:
            number, points, result, par = found["number"], found["points"], found["result"], found["par"]
            made.facts.append({"number": number, "points": points, "result": result, "par": par})
            made.decisions += [
                json.loads(review_answers.stored(0, Finding(None, one)).data) for one in found["decisions"]
            ]
        made.done = made.total = places.action_count(record.data, None)
        made.status, effort = "done", review["effort"]
        self._made[id, effort], self._last[id] = made, effort
        await self._page.put(f"review {id} {effort}", made.text())

    async def read(
        self, id: str, text: str, only: int | None, effort: m.Effort | None, since: int, seat: int | None
    ) -> m.Review:
        """A review as far as it is; without an effort, the one that was last asked for, or the most thorough."""
        wanted = effort or self._last.get(id)
        efforts = [wanted] if wanted else list(reversed(_EFFORTS))
        found = [(one, made) for one in efforts if (made := await self._find(id, one))]
        chosen, made = found[0] if found else (wanted or "quick", None)
        data = json.loads(text)
        return m.Review(
            id=id,
            status=made.status if made else "none",
            effort=chosen,
            ahead=0,
            done=made.done if made else 0,
            total=made.total if made and made.total else places.action_count(data, only),
            seat=seat,
            players=data.get("players"),
            rules=data["rules"],
            rounds=made.rounds(Rules.from_spec(data["rules"])) if made else [],
            decisions=made.decisions[since:] if made else [],
        )

    async def _find(self, id: str, effort: str) -> _Made | None:
        if (id, effort) not in self._made:
            text = await self._page.find(f"review {id} {effort}")
            if not text:
                return None
            self._made[id, effort] = _Made(json.loads(text))
        return self._made[id, effort]

    async def _make(self, name: str, reviewer: Reviewer, made: _Made) -> None:
        made.total = len(reviewer)
        try:
            waiting: deque[asyncio.Task[Finding]] = deque()
            for work in reviewer.work():
                waiting.append(self._tasks.spawn(work()))
                if len(waiting) >= _AHEAD:
                    self._take(made, reviewer, await waiting.popleft())
            while waiting:
                self._take(made, reviewer, await waiting.popleft())
        except (WorkerFailed, HaggisError):
            made.status = "failed"
            return
        made.done, made.status = made.total, "done"
        await self._page.put(name, made.text())

    @staticmethod
    def _take(made: _Made, reviewer: Reviewer, finding: Finding) -> None:
        if finding.facts is not None:
            made.facts.append(finding.facts)
        if finding.decision is not None:
            made.decisions.append(json.loads(review_answers.stored(0, finding).data))
            made.done = reviewer.count_to(finding.decision)

    # Answers and lines

    async def answer(self, id: str, text: str, number: int, index: int, action: str) -> m.Verdict:
        """What I would do at a place of a record, judged."""
        found: list[DecisionData] = []
        for effort in _EFFORTS:  # the most thorough that there is
            made = await self._find(id, effort)
            at = [one for one in made.decisions if (one["round"], one["index"]) == (number, index)] if made else []
            found = at or found
        try:
            texts = [encode(one).decode() for one in found]
            return await review_answers.answer(self._core, text, number, index, action, texts)
        except WorkerFailed:
            raise Refused("internal") from None

    async def line(self, text: str, wish: Mapping[str, Any]) -> m.Line:
        """A line that leaves the record."""
        asked: m.LineWish = msgspec.convert(dict(wish), m.LineWish)
        if not asked.values:
            return places.line(text, asked.round, asked.index, asked.line)
        try:
            return await review_answers.valued_line(self._core, text, asked)
        except WorkerFailed:
            raise Refused("internal") from None

    async def values(self, text: str, wish: Mapping[str, Any]) -> m.Values:
        """What the plays of a place are worth with all cards in sight."""
        try:
            return await review_answers.values(self._core, text, msgspec.convert(dict(wish), m.ValuesWish))
        except WorkerFailed:
            raise Refused("internal") from None


@cache
def reviews() -> LocalReviews:
    """Those of this browser."""
    return LocalReviews(page())


def keep(text: str) -> places.Upload:
    """A record that somebody brings, ready to be kept."""
    return places.read_upload(text.encode())


def position(text: str, number: int, index: int) -> m.Position:
    """What the seat saw that acted at a place."""
    return places.position(text, number, index)


EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {
    "ask": lambda *args: reviews().ask(*args),
    "read": lambda *args: reviews().read(*args),
    "answer": lambda *args: reviews().answer(*args),
    "line": lambda *args: reviews().line(*args),
    "values": lambda *args: reviews().values(*args),
    "adopt": lambda *args: reviews().adopt(*args),
    "keep": keep,
    "position": position,
}
