"""Reviews a match: every decision of some seats, and the par and the luck of each round.

    reviewer = Reviewer(match, effort="quick")
    for decision in reviewer: ...      # as they are found, in the order of the match
    reviewer.data()                    # all that has been found so far

The work goes to threads decision by decision; what is found does not depend on their number. Each finding depends only
on its place in the match, so that a review can go on where another one has stopped: `findings(start)`.
"""

from collections import deque
from collections.abc import Callable, Collection, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final

from haggis_cards.actions import PASS, Action, parse
from haggis_cards.bots.machine import cores
from haggis_cards.cards import clip
from haggis_cards.match import Match, Record
from haggis_cards.review.classes import kind_of, theme_of
from haggis_cards.review.core import Core, at_once, dealt_again, par
from haggis_cards.review.errors import ReviewError
from haggis_cards.review.judge import EFFORTS, NO_BET, Judge, Judgement
from haggis_cards.review.model import VERSION, DecisionData, Finding, ReviewData, RoundData, RoundFacts
from haggis_cards.review.moments import Moment, moments, places, replayed
from haggis_cards.review.reasons import reason_for
from haggis_cards.review.rounds import facts_of, summarise
from haggis_cards.rules import Rules

AHEAD: Final = 3  # decisions that wait for each thread
PAR_ROUNDS: Final = 8  # for each that is played out with the true cards of a decision

Work = Callable[[], Coroutine[Any, Any, Finding]]


class Reviewer:
    """The review of one match, made while it is read."""

    def __init__(
        self,
        match: Match | Record,
        *,
        effort: str = "quick",
        seed: int = 0,
        seats: Collection[int] | None = None,
        rounds: Collection[int] | None = None,
        threads: int | None = None,
        network: bool = True,
        scale: float = 1.0,
        core: Core | None = None,
    ) -> None:
        if effort not in EFFORTS:
            raise ReviewError(f"there is no effort {clip(effort)}; there are: {', '.join(EFFORTS)}")
        match = match.replay() if isinstance(match, Record) else match
        rules = match.rules
        self.seats = sorted(set(rules.seats if seats is None else seats))
        for seat in self.seats:
            if seat not in rules.seats:
                raise ReviewError(f"{rules.preset} has the seats 0 to {rules.players - 1}; there is no seat {seat}")
        self._first = replayed(match)  # which refuses a match that is not over
        self.match, self.effort, self.seed, self._threads = match, effort, seed, threads or cores()
        self._judge = Judge(rules, EFFORTS[effort].scaled(scale), core or _native_core(network), seed)
        self._network = network
        self._rounds = set(range(1, len(match.finished) + 1) if rounds is None else rounds)
        self._places = places(match, self.seats, self._rounds)
        self._decisions: list[list[DecisionData]] = [[] for _ in match.finished]
        self._facts: dict[int, RoundFacts] = {}  # by the number of the round
        self.complete = False

    def __len__(self) -> int:
        """The number of actions to look at, for a progress bar; some of them decide nothing, some two things."""
        return len(self._places)

    def count_to(self, decision: DecisionData) -> int:
        """How many of these actions there are up to that of a decision."""
        return self._places[decision["round"], decision["index"]]

    def __iter__(self) -> Iterator[DecisionData]:
        """The decisions in order, each as soon as it and those before it are judged."""
        for batch in self._decisions:
            batch.clear()
        self._facts.clear()
        for facts, decision in self.findings():
            if facts is not None:
                self._facts[facts["number"]] = facts
            if decision is not None:
                self._decisions[decision["round"] - 1].append(decision)
                yield decision
        self.complete = True

    def findings(self, start: int = 0) -> Iterator[Finding]:
        """All that there is to find in the order of the match, without the first `start`: rounds, and decisions."""
        waiting: deque[Future[Finding]] = deque()
        pool = ThreadPoolExecutor(self._threads)
        try:
            for work in self.work(start):
                waiting.append(pool.submit(lambda work=work: at_once(work())))  # type: ignore[misc]
                while waiting and (len(waiting) >= AHEAD * self._threads or waiting[0].done()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)

    def run(self) -> ReviewData:
        """The whole review at once."""
        for _ in self:
            pass
        return self.data()

    def data(self) -> ReviewData:
        """What has been found so far."""
        match = self.match
        rounds = [self._round(facts) for _, facts in sorted(self._facts.items())]
        return {
            "review": VERSION,
            "rules": match.rules.spec,
            "players": list(match.players) if match.players else None,
            "effort": self.effort,
            "seed": self.seed,
            "network": self._network,
            "seats": list(self.seats),
            "complete": self.complete,
            "rounds": rounds,
        }

    def work(self, start: int = 0) -> Iterator[Work]:
        """What there is to do, in the order of the match, without the first `start`: each gives a finding."""
        return islice(self._work(), start, None)

    def _work(self) -> Iterator[Work]:
        number = 0
        for moment in moments(self.match, self.seats, self._rounds):
            if moment.round != number:
                number = moment.round
                yield partial(self._find_par, number)
            yield partial(self._decide, moment)

    async def _find_par(self, number: int) -> Finding:
        done = self.match.finished[number - 1]
        fresh = dealt_again(done.round)
        seed = Random(f"{self.seed} par {number}").getrandbits(64)
        expected = await par(self._judge.core, fresh, PAR_ROUNDS * self._judge.effort.seen, seed)
        return Finding(facts=facts_of(number, done.result.points, expected))

    async def _decide(self, moment: Moment) -> Finding:
        judge, view, made = self._judge, moment.view, str(moment.made)
        if moment.about_bet:
            made = made if made.startswith("bet ") else NO_BET
            judgement = await judge.judge_bet(view, made)
        else:
            judgement = await judge.judge(view, made)
        seen = await judge.see(judgement, view, moment.before)
        return Finding(decision={**decision_data(moment, judgement, made), "seen": seen})

    def _round(self, facts: RoundFacts) -> RoundData:
        rules, number = self.match.rules, facts["number"]
        decisions = self._decisions[number - 1]
        lost = [0.0] * rules.players
        for decision in decisions:
            if decision["verdict"] != "good":
                lost[decision["seat"]] += decision["loss"]
        later = any(self._decisions[number:])
        whole = len(self.seats) == rules.players and (self.complete or later)
        return {**summarise(rules, facts, lost, whole=whole), "decisions": list(decisions)}


def _native_core(network: bool) -> Core:
    from haggis_cards.review.native_core import NativeCore

    return NativeCore(network)


def decision_data(moment: Moment, judgement: Judgement, made: str) -> DecisionData:
    """A decision by what the seat knew."""
    view, rules = moment.view, moment.before.rules
    kind = "bet" if moment.about_bet else kind_of(view["phase"], moment.made)
    best, verdict = judgement.best.action, judgement.verdict
    good = verdict == "good"
    leads = view["to_beat"] is None
    own = judgement.made
    assert own is not None
    return {
        "round": moment.round,
        "index": moment.index,
        "seat": moment.seat,
        "kind": kind,
        "made": made,
        "best": made if own is judgement.best else best,
        "verdict": verdict,
        "loss": round(own.behind, 2),
        "error": round(own.error, 2),
        "value": round(judgement.value, 2),
        "exact": judgement.exact,
        "theme": None if good else theme_of(kind, _action(made, rules), _action(best, rules), leads),
        "reason": [] if good else reason_for(judgement, view),
        "candidates": judgement.candidates(),
        "hand": view["hand"] or "",
        "to_beat": view["to_beat"] and view["to_beat"]["play"],
        "seen": None,
    }


def _action(text: str, rules: Rules) -> Action:
    return PASS if text == NO_BET else parse(text, rules)
