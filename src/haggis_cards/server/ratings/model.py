"""What a rated match does to ratings: Glicko-2 for sides of one or two, with limits on what others can give away.

Bots have fixed ratings, so that the scale stays where it is however many people come and go. A match counts less the
less is known of the others in it, and the more often they have met lately; and a win lifts nobody far above those who
were beaten. docs/people.md has the rules for people, lab/ratings.py what they are worth against attackers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

from haggis_cards.study import glicko2
from haggis_cards.study.glicko2 import Game
from haggis_cards.table.guests import is_program
from haggis_cards.table.results import ANCHORS, BOT

MIDDLE: Final = 1500.0  # the rating of somebody new
NEW: Final = 350.0  # their deviation
SETTLED: Final = 120.0  # the deviation below which a rating is no longer provisional
KNOWN: Final = 90.0  # the deviation up to which a match with somebody counts in full
TAU: Final = 0.5
REACH: Final = 300.0  # points above those who were beaten, to which a win may lift
DOUBT: Final = 1.2  # points less for each of a beaten person's deviation beyond SETTLED
FIRST: Final = 0.25  # the part of a match with people that counts for somebody whose rating is not settled
_ANCHORED: Final = 60.0  # the deviation of a bot
_WIDTH: Final = 1.96  # standard deviations of an interval that holds in 19 of 20 cases

Met = Callable[[str, str], int]  # how many rated matches two people have had together lately


class Rating(NamedTuple):
    """A rating as the store keeps it."""

    mu: float = MIDDLE
    sigma: float = NEW
    volatility: float = 0.06
    matches: int = 0

    @property
    def shown(self) -> int:
        """As people read it."""
        return round(self.mu)

    @property
    def within(self) -> int:
        """How far from it the true one may be in 19 of 20 cases."""
        return round(_WIDTH * self.sigma)

    @property
    def settled(self) -> bool:
        return self.sigma < SETTLED

    @property
    def trust(self) -> float:
        """How much a match with this player says, from 0 to 1."""
        return min(1.0, (KNOWN / self.sigma) ** 2)

    @property
    def sure(self) -> float:
        """What the player is surely worth."""
        return self.mu - DOUBT * max(0.0, self.sigma - SETTLED)


def anchor(level: str) -> Rating:
    """The fixed rating of a bot."""
    return Rating(float(ANCHORS[level]), _ANCHORED)


def never(_one: str, _other: str) -> int:
    """Nobody has met before."""
    return 0


def rate(
    known: Mapping[str, Rating],
    sides: Sequence[Sequence[str]],
    ranks: Sequence[int],
    left: Sequence[str] = (),
    met: Met = never,
) -> dict[str, Rating]:
    """The new ratings of the people in a match; those who are new have none in `known`.

    If some have `left` and their side was not beaten, they alone change, as if it had been. Where a program plays, it
    changes nobody but programs: nobody knows its level.
    """
    programs = {player for side in sides for player in side if is_program(player)}
    before = [{player: _rating(known, player) for player in side} for side in sides]
    found: dict[str, Rating] = {}
    for own, side in enumerate(sides):
        for player in left or side:
            if player.startswith(BOT) or player not in side or (programs and player not in programs):
                continue
            games = list(_games(player, own, before, ranks, bool(left), met))
            found[player] = _after(before[own][player], games)
    return found


class _Beaten(NamedTuple):
    game: Game
    most: float  # to which a win may lift


def _games(
    player: str, own: int, before: Sequence[Mapping[str, Rating]], ranks: Sequence[int], has_left: bool, met: Met
) -> Iterator[_Beaten]:
    """A game against each other side, whose rating is seen from the player: what partners add is taken off."""
    mine = before[own]
    for number, side in enumerate(before):
        if number == own:
            continue
        others = {**{one: rating for one, rating in mine.items() if one != player}, **side}
        ahead = mine[player].mu - _mean([one.mu for one in mine.values()])
        spread = hypot(*(rating.sigma / len(mine) for rating in others.values()))
        score = 0.0 if has_left else 0.5 + 0.5 * ((ranks[number] > ranks[own]) - (ranks[number] < ranks[own]))
        people = [one for one in others if not one.startswith(BOT)]
        often = max((met(player, one) for one in people), default=0)
        weight = min(one.trust for one in others.values()) / (1 + often) ** 2 / (len(before) - 1)
        weight *= FIRST if people and not mine[player].settled else 1.0
        game = Game(glicko2.Rating(ahead + _mean([one.mu for one in side.values()]), spread), score, weight)
        yield _Beaten(game, ahead + _mean([one.sure for one in side.values()]) + REACH)


def _after(own: Rating, games: Sequence[_Beaten]) -> Rating:
    new = glicko2.update(glicko2.Rating(own.mu, own.sigma, own.volatility), [one.game for one in games], TAU)
    most = max((one.most for one in games if one.game.score > 0), default=own.mu)
    return Rating(min(new.value, max(own.mu, most)), new.deviation, new.volatility, own.matches + 1)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _rating(known: Mapping[str, Rating], player: str) -> Rating:
    return anchor(player.removeprefix(BOT)) if player.startswith(BOT) else known.get(player, Rating())
