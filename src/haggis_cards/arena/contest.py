"""A contest: which bots meet under which rules, and what one duplicate deal of two of them is.

A deal is one round from fresh totals. It is played once for every mix of the two bots over the sides, with the same
cards, dealer and seeds, so that luck cancels: two ways with two players or two sides, six with three players.
Everything follows from the contest's seed: the cards of deal i from (seed, i), a bot's seed from (seed, i, seat).
Two equal bots therefore play the same round in every mix, and their margin is exactly 0.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.table import DecisionStats, play_round
from haggis_cards.bots.protocol import Bot, Reseedable
from haggis_cards.bots.registry import make_bot
from haggis_cards.deal import Deal
from haggis_cards.match import Match, describe
from haggis_cards.match_end import Rounds
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.scoring import Result, bet_made

VERSION: Final = 1


class BetLine(TypedDict):
    """A bet that stood, or the Shepherd's bid, and whether it was made."""

    seat: int
    value: int
    won: bool


class RoundLine(TypedDict):
    """One round of a duplicate deal. `seats` says which of the pair, 0 or 1, held each seat."""

    seats: list[int]
    points: list[int]  # by side
    bets: list[BetLine]
    decisions: list[int]  # from here on by bot of the pair
    ms: list[float]
    slowest_ms: list[float]
    incidents: list[list[str]]


class DealLine(TypedDict):
    """One duplicate deal of two bots, as a line of the results file."""

    deal: int
    pair: list[int]  # places in the contest's list of bots
    rounds: list[RoundLine]
    records: NotRequired[list[str]]  # the rounds as records; they go to a file of their own


class Encounter(NamedTuple):
    """A deal and the two bots that play it, by their places."""

    deal: int
    pair: tuple[int, int]


class Players:
    """Bots that are kept from round to round, one for each spec and seat, so that a program starts only once."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, int], Bot] = {}

    def take(self, spec: str, seat: int, seed: int) -> Bot:
        """The bot of this seat, started afresh with this seed."""
        bot = self._bots.get((spec, seat))
        if isinstance(bot, Reseedable):
            bot.reseed(seed)
            return bot
        if bot is not None:
            bot.close()
        bot = self._bots[spec, seat] = make_bot(spec, seed)
        return bot

    def close(self) -> None:
        """Closes all bots."""
        while self._bots:
            self._bots.popitem()[1].close()


@dataclass(frozen=True)
class Contest:
    """Bots by their specs, the rules, and the seed from which everything follows."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ArenaError(f"a contest takes two bots or more, as in greedy,random, not {', '.join(self.bots)}")
        for spec in self.bots:  # an unknown one, or a program that does not start, is refused before anybody plays
            make_bot(spec, 0).close()

    @property
    def header(self) -> str:
        """The contest as the first line of a results file; worker processes rebuild it from this."""
        config = {"arena": VERSION, "rules": self.rules.spec, "bots": list(self.bots), "seed": self.seed}
        return json.dumps(config)

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> "Contest":
        """The contest that a header describes."""
        return cls(Rules.from_spec(header["rules"]), tuple(header["bots"]), header["seed"])

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs of bots, by their places."""
        return tuple(combinations(range(len(self.bots)), 2))

    @cached_property
    def mixes(self) -> tuple[tuple[int, ...], ...]:
        """Which of two bots holds each seat: every mix over the sides."""
        by_side = [mix for mix in product((0, 1), repeat=self.rules.side_count) if len(set(mix)) == 2]
        return tuple(tuple(mix[side] for side in self.rules.sides) for mix in by_side)

    def encounters(self, deals: int) -> Iterator[Encounter]:
        """The encounters in order: every deal by all pairs, so that a run that stops early is fair to all."""
        return (Encounter(deal, pair) for deal in range(deals) for pair in self.pairs)

    def start(self, deal: int) -> Match:
        """A match of one round with the cards of a deal; the dealer moves on with every deal."""
        cards = Deal.shuffled(self.rules, Random(f"{self.seed} deal {deal}"))
        return Match(self.rules, Rounds(1), deals=[cards], dealer=deal % self.rules.players)

    def play(self, encounter: Encounter, players: Players, records: bool = False) -> DealLine:
        """Plays a duplicate deal of two bots; with `records` the line has what was played."""
        played = [self._play_mix(encounter, mix, players) for mix in self.mixes]
        line: DealLine = {"deal": encounter.deal, "pair": list(encounter.pair), "rounds": [one for one, _ in played]}
        if records:
            line["records"] = [match.record().dump() for _, match in played]
        return line

    def _play_mix(self, encounter: Encounter, mix: tuple[int, ...], players: Players) -> tuple[RoundLine, Match]:
        specs = [self.bots[encounter.pair[held]] for held in mix]
        bots = []
        for seat, spec in enumerate(specs):
            seed = Random(f"{self.seed} bot {encounter.deal} {seat}").getrandbits(32)
            bots.append(players.take(spec, seat, seed))
        after, stats = play_round(describe(self.start(encounter.deal), specs), bots)
        rnd, result = after.round, after.finished[-1].result
        by_bot = [DecisionStats(), DecisionStats()]
        for held, spent in zip(mix, stats, strict=True):
            by_bot[held].add(spent)
        line: RoundLine = {
            "seats": list(mix),
            "points": list(result.points),
            "bets": bets_of(rnd, result),
            "decisions": [spent.decisions for spent in by_bot],
            "ms": [round(1000 * spent.seconds, 3) for spent in by_bot],
            "slowest_ms": [round(1000 * spent.slowest, 3) for spent in by_bot],
            "incidents": [spent.incidents for spent in by_bot],
        }
        return line, after


def bets_of(rnd: Round, result: Result) -> list[BetLine]:
    """The bets that count: open ones that no partner has superseded (R7.3), or the Shepherd's bid (R7.5)."""
    if rnd.shepherd is not None:
        return [{"seat": rnd.shepherd, "value": rnd.bid, "won": rnd.shepherd == rnd.out[0]}]
    return [
        {"seat": seat, "value": rnd.bets[seat] or 0, "won": bet_made(rnd, seat, result.cards)}
        for seat in filter(rnd.stands, rnd.rules.seats)
    ]


@lru_cache(maxsize=1)
def _known(header: str) -> Contest:
    return Contest.from_header(json.loads(header))


PLAYERS: Final = Players()  # of this process, if it is a worker


def play_encounter(header: str, records: bool, encounter: Encounter) -> DealLine:
    """Plays an encounter in a worker, on this machine or another."""
    return _known(header).play(encounter, PLAYERS, records)
