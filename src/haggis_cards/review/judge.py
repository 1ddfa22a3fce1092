"""Judges one decision: what each answer is worth, in worlds that the seat could not rule out.

Candidates are what the network or the search prefers, and the action made. The search values them; then all are played
out in the same worlds, and those that are clearly worse than the best drop out. The best has the highest mean of both
estimates, as in the bot `foresight`; another answer is as far behind it as both estimates agree. Where the action made
seems to be behind, it gets more worlds before that is said. Endings in which the seat knows all hands are worked out
instead.

Nothing here depends on the clock or on the number of threads, and only `seen` on cards that the seat could not see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, hypot, log
from typing import Any, Final, NamedTuple

from haggis_cards.actions import Bet, parse
from haggis_cards.bots.protocol import NO_BET as NO_BET
from haggis_cards.review.classes import CERTAINTY, CLASSES, classify
from haggis_cards.review.core import WAIT, Core, Outcomes, Weighed
from haggis_cards.review.model import CandidateData, Class, SeenData
from haggis_cards.review.numbers import mean, standard_error
from haggis_cards.review.question import Question
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.view import View

SEARCH_SHARE: Final = 0.5  # of the search in a value
SEARCH_CANDIDATES: Final = 2  # answers to try because the search prefers them
NETWORK_CANDIDATES: Final = 6  # at most, because the network prefers them
LOG_PROB_WINDOW: Final = 6.0  # below the best log-probability, for those
LOG_PROB_POINTS: Final = 1.0  # points that a unit of log-probability is worth, to decide which answer is the best
FIRST_WORLDS: Final = 16
ELIMINATION_Z: Final = 3.0  # standard errors behind the best, to drop out
DOUBT: Final = 2.0  # points that the action made is behind, to try it in more worlds
FINE_ERROR: Final = 1.0  # a standard error that needs no more worlds
MOST_REQUIRED: Final = 16  # answers that one search of the core must try
CONTENDERS: Final = 3  # answers that stay in the race while there is a doubt


class Effort(NamedTuple):
    """How much is tried for a decision of a game of four."""

    worlds: int  # for every candidate that stays in the race
    doubt: int  # at most, where the action made seems to be behind
    iterations: int  # of the search
    seen: int  # rounds played out with the true cards

    def at(self, rules: Rules) -> "Effort":
        """The same effort in another game: fewer players have shorter rounds and fewer decisions, so they get more."""
        times = SMALL_GAMES.get(rules.players, 1)
        return Effort(*(times * number for number in self))

    def scaled(self, scale: float) -> "Effort":
        """The same effort with fewer worlds, for a slow machine; a few are always tried."""
        return Effort(*(max(least, round(scale * number)) for least, number in zip(LEAST, self, strict=True)))


LEAST: Final = Effort(worlds=4, doubt=8, iterations=32, seen=1)
SMALL_GAMES: Final[Mapping[int, int]] = {2: 4, 3: 2}
EFFORTS: Final[Mapping[str, Effort]] = {
    "quick": Effort(worlds=32, doubt=128, iterations=1024, seen=6),
    "normal": Effort(worlds=128, doubt=512, iterations=6144, seen=16),
    "deep": Effort(worlds=512, doubt=2048, iterations=32768, seen=32),
}


@dataclass(eq=False)
class Answer:
    """One candidate, and what came of it."""

    place: int  # in the legal list
    action: str
    searched: float  # points ahead by the search,
    doubt: float  # and the standard error of its distance to the search's best
    prior: float  # the network's opinion, in points
    played: Outcomes = field(default_factory=list)
    behind: float = 0.0  # the best answer
    error: float = 0.0  # of that

    @property
    def margins(self) -> list[float]:
        """Points ahead, world by world."""
        return [row.margin / 2 for row in self.played]


@dataclass(eq=False)
class Judgement:
    """What was found out about a decision: the answers, the best first."""

    seat: int
    answers: list[Answer]
    value: float  # of the best
    made: Answer | None = None
    exact: bool = False

    @property
    def best(self) -> Answer:
        return self.answers[0]

    @property
    def loss(self) -> float:
        return self.made.behind if self.made else 0.0

    @property
    def verdict(self) -> Class:
        made = self.made
        return "good" if made is None else classify(made.behind, made.error)

    def candidates(self) -> list[CandidateData]:
        """The answers as data."""
        return [
            {
                "action": one.action,
                "value": round(self.value - one.behind, 2),
                "behind": round(one.behind, 2),
                "error": round(one.error, 2),
                "first_out": round(mean([row.first_out == self.seat for row in one.played]), 4),
                "worlds": len(one.played),
            }
            for one in self.answers
        ]


class Judge:
    """Judges decisions with one effort and seed; it may be used by several threads at once."""

    def __init__(self, rules: Rules, effort: Effort, core: Core, seed: int = 0) -> None:
        self.rules, self.effort, self.core, self.seed = rules, effort.at(rules), core, seed

    async def judge(self, view: View, made: str | None = None, *, every: bool = False) -> Judgement:
        """A decision of the seat whose view it is, bets aside; `made` is what it did, None for a hint.

        With `every` all answers are tried, not only those that the network or the search prefer.
        """
        question = Question(view, self.seed, self.core)
        seat = question.seat
        asked = question.places[question.legal.index(made)] if made is not None else None
        solved = await question.solved()
        if solved is not None:
            return await self._solved(question, solved, asked, every)
        answers = await self._candidates(question, asked, every)
        await self._race(question, answers, _at(answers, question, asked))
        return conclude(seat, answers, _at(answers, question, asked))

    async def judge_bet(self, view: View, made: str, base: int | None = None) -> Judgement:
        """Whether to bet, and how much: all bets and none, on the same rounds, which the seat goes on with `base`."""
        question = Question(view, self.seed, self.core)
        seat, rules = question.seat, self.rules
        if base is None:
            base = await self._first_choice(question) if question.places else WAIT
        played = await self._rounds_after(question, base)
        answers = [Answer(WAIT, NO_BET, 0.0, 0.0, 0.0, played)]
        for place, text in enumerate(view["legal"]):
            if text.startswith("bet "):
                bet = parse(text, rules)
                assert isinstance(bet, Bet)
                at = rules.bets.index(bet.value)
                with_bet = [row._replace(margin=row.with_bet[at]) for row in played]
                answers.append(Answer(place, text, 0.0, 0.0, 0.0, with_bet))
        best = max(answers, key=lambda answer: mean(answer.margins))
        for answer in answers:
            lead = _leads(best.margins, answer)
            answer.behind, answer.error = mean(lead), standard_error(lead)
        value = mean(best.margins)
        order = sorted(answers, key=lambda answer: answer.behind)
        return Judgement(seat, order, value, next(answer for answer in answers if answer.action == made))

    async def rounds_after(self, view: View, place: int) -> Outcomes:
        """What comes of an action in worlds that did not help to choose it."""
        return await self._rounds_after(Question(view, self.seed, self.core), place)

    async def _rounds_after(self, question: Question, place: int) -> Outcomes:
        position, seat = question.position, question.seat
        (played,) = await self.core.play_out(position, seat, [place], 0, self.effort.doubt, question.bet_seed)
        return played

    async def see(self, judgement: Judgement, view: View, rnd: Round) -> SeenData:
        """The same answers with the true cards in sight."""
        question = Question(view, self.seed, self.core)
        position, seat, answers, every = self.core.true(rnd), question.seat, judgement.answers, question.places
        solved = await self.core.solve(position, seat, every) if answers[0].place in every else None
        if solved is not None:
            by_place = dict(zip(every, solved, strict=True))
            values = [by_place[answer.place] for answer in answers]
            most = max(solved)
            best = question.legal[solved.index(most)]
        else:
            values = await self._seen_values(judgement, question, position)
            most = max(values)
            best = answers[values.index(most)].action
        at = next((i for i, answer in enumerate(answers) if answer is judgement.made), 0)
        return {
            "values": [round(value, 2) for value in values],
            "best": best,
            "loss": round(most - values[at], 2),
            "exact": solved is not None,
        }

    async def _seen_values(self, judgement: Judgement, question: Question, position: Any) -> list[float]:
        answers, seat, rounds, seed = judgement.answers, question.seat, self.effort.seen, question.seen_seed
        if answers[0].action == NO_BET or answers[0].action.startswith("bet "):
            base = await self._first_choice(question) if question.places else WAIT
            (played,) = await self.core.play_out(position, seat, [base], 0, rounds, seed, known=True)
            bets = self.rules.bets
            columns = [
                [row.margin if one.place == WAIT else row.with_bet[bets.index(int(one.action[4:]))] for row in played]
                for one in answers
            ]
            return [mean(column) / 2 for column in columns]
        places = [answer.place for answer in answers]
        rows = await self.core.play_out(position, seat, places, 0, rounds, seed, known=True)
        return [mean([outcome.margin for outcome in row]) / 2 for row in rows]

    # Candidates

    async def _first_choice(self, question: Question) -> int:
        """What the network would do, or without it the search."""
        if len(question.places) == 1:
            return question.places[0]
        order, _ = await self._opinion(question)
        return order[0] if order else (await self._search(question, []))[0].place

    async def _opinion(self, question: Question) -> tuple[list[int], dict[int, float]]:
        """The places that the network prefers, the best first, and the points of its priors."""
        found = await self.core.opinion(question.position, question.seat)
        if not found:
            return [], {}
        most = max(value for _, value in found)
        all_of_them = most + log(sum(exp(value - most) for _, value in found))
        log_probs = {place: value - all_of_them for place, value in found}
        floor = most - all_of_them - LOG_PROB_WINDOW
        order = sorted(log_probs, key=lambda place: -log_probs[place])
        prior = {place: LOG_PROB_POINTS * max(log_probs[place], floor) for place in order}
        return [place for place in order[:NETWORK_CANDIDATES] if log_probs[place] > floor], prior

    async def _search(self, question: Question, required: Sequence[int]) -> list[Weighed]:
        position, seat = question.position, question.seat
        return await self.core.weigh(position, seat, question.search_seed, self.effort.iterations, required)

    async def _candidates(self, question: Question, asked: int | None, every: bool = False) -> list[Answer]:
        """One answer for each key, the network's choice first."""
        preferred, prior = await self._opinion(question)
        others = question.distinct() if every else [] if asked is None else [asked]
        required = list(dict.fromkeys([*preferred, *others]))
        found: dict[int, tuple[float, float]] = {}
        for start in range(0, len(required) or 1, MOST_REQUIRED):
            options = await self._search(question, required[start : start + MOST_REQUIRED])
            for place, _, worlds, behind, error in options:
                if worlds:
                    found.setdefault(place, (options[0].points - behind, error))
        worst = min((value for value, _ in found.values()), default=0.0)
        count = SEARCH_CANDIDATES if len(preferred) else NETWORK_CANDIDATES
        tries = list(dict.fromkeys([*preferred, *list(found)[:count], *required]))
        least = min(prior.values(), default=0.0)
        answers: dict[object, Answer] = {}
        for place in tries:
            value, error = found.get(place, (worst, 0.0))
            text = question.legal[question.at[place]]
            answers.setdefault(question.key(place), Answer(place, text, value, error, prior.get(place, least)))
        return list(answers.values())

    # The race

    async def _race(self, question: Question, answers: list[Answer], made: Answer | None) -> None:
        """Plays the answers out in more and more worlds; sets how far each is behind the best, which comes first."""
        position, seat, seed = question.position, question.seat, question.world_seed
        racing, seen, limit = list(answers), 0, self.effort.worlds
        while True:
            worlds = min(max(FIRST_WORLDS, seen // 2), limit - seen)
            if worlds <= 0:
                break
            rows = await self.core.play_out(position, seat, [one.place for one in racing], seen, worlds, seed)
            for answer, row in zip(racing, rows, strict=True):
                answer.played += row
            seen += worlds
            best = _compare(racing, answers)
            kept = (best, made or min((one for one in racing if one is not best), key=_behind, default=None))
            rivals = [one for one in racing if one in kept or not _is_beaten(one, best)]
            doubtful = made is not None and made is not best and made.behind >= DOUBT
            if made is not None and doubtful and not _is_settled(made):
                limit = self.effort.doubt
                if seen >= self.effort.worlds:
                    ranked = sorted(rivals, key=lambda one: one.behind - one.prior)
                    rivals = [one for one in rivals if one in ranked[:CONTENDERS] or one is made or one is best]
            else:
                limit = self.effort.worlds
            racing = rivals
            if len(racing) == 1:
                break
        best = _compare(racing, answers)
        answers.sort(key=lambda one: (one is not best, one.behind))

    async def _solved(
        self, question: Question, solved: Sequence[float], asked: int | None, every: bool = False
    ) -> Judgement:
        """An ending that can be worked out: the best answers, and rounds played out for what they look like."""
        made_key = None if asked is None else question.key(asked)
        answers: dict[object, Answer] = {}
        best = max(solved)
        for at in sorted(range(len(solved)), key=lambda at: -solved[at]):
            place = question.places[at]
            key = question.key(place)
            if key not in answers and (every or len(answers) < NETWORK_CANDIDATES or key == made_key):
                answers[key] = Answer(place, question.legal[at], 0.0, 0.0, 0.0, behind=best - solved[at])
        order = list(answers.values())
        places = [one.place for one in order]
        position, seat, seed = question.position, question.seat, question.world_seed
        rows = await self.core.play_out(position, seat, places, 0, FIRST_WORLDS, seed, known=True)
        for answer, row in zip(order, rows, strict=True):
            answer.played = row
        return Judgement(seat, order, best, answers.get(made_key), exact=True)


def _at(answers: Sequence[Answer], question: Question, asked: int | None) -> Answer | None:
    """The answer that an action belongs to."""
    if asked is None:
        return None
    key = question.key(asked)
    return next(answer for answer in answers if question.key(answer.place) == key)


def _compare(racing: Sequence[Answer], answers: Sequence[Answer]) -> Answer:
    """The best of the race; sets how far every answer is behind it, in the worlds that both were tried in."""
    best = max(racing, key=lambda one: _value(one) + one.prior)
    margins = best.margins
    for answer in answers:
        lead = _leads(margins, answer)
        searched = best.searched - answer.searched
        answer.behind = SEARCH_SHARE * searched + (1 - SEARCH_SHARE) * mean(lead)
        error = (1 - SEARCH_SHARE) * standard_error(lead)
        answer.error = hypot(error, SEARCH_SHARE * hypot(answer.doubt, best.doubt))
    best.error = 0.0
    return best


def _leads(margins: Sequence[float], answer: Answer) -> list[float]:
    """How far another answer with these margins is ahead of this one, in the worlds of this one."""
    return [more - less for more, less in zip(margins, answer.margins, strict=False)]


def _behind(answer: Answer) -> float:
    return answer.behind


def _value(answer: Answer) -> float:
    return SEARCH_SHARE * answer.searched + (1 - SEARCH_SHARE) * mean(answer.margins)


def _is_beaten(answer: Answer, best: Answer) -> bool:
    return answer.behind + best.prior - answer.prior > ELIMINATION_Z * answer.error


def _is_settled(made: Answer) -> bool:
    """Whether more worlds would hardly change what the action made is called."""
    (_, blunder), (_, inaccuracy) = CLASSES[0], CLASSES[-1]
    low, high = made.behind - CERTAINTY * made.error, made.behind + CERTAINTY * made.error
    return low >= blunder or high < inaccuracy or made.error <= FINE_ERROR


def conclude(seat: int, answers: list[Answer], made: Answer | None) -> Judgement:
    """Counts of every answer only what both estimates agree on: where they are far apart, one of them is wrong."""
    best = answers[0]
    for answer in answers[1:]:
        lead = _leads(best.margins, answer)
        searched = best.searched - answer.searched, hypot(answer.doubt, best.doubt)
        answer.behind, answer.error = min(searched, (mean(lead), standard_error(lead)))
        answer.behind = max(answer.behind, 0.0)
    answers[1:] = sorted(answers[1:], key=_behind)
    return Judgement(seat, answers, _value(best), made)
