"""`search`: samples the cards that it cannot see and plays every action out many times, on the native core.

`search:200ms` thinks 200 milliseconds over a decision, `search:1000it` plays 1000 rounds out and is then reproducible,
whatever the number of cores; `search:200ms:1` takes one core instead of all, and `search:200ms/flat` leaves out a part
of the search, to measure what that part is good for. `clairvoyant` is the same search with all cards in sight: it
measures how much there is left to gain, and only the arena can ask it.
"""

import re
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from haggis_cards import _native
from haggis_cards.bots.errors import BotError
from haggis_cards.bots.machine import cores
from haggis_cards.bots.protocol import NO_BET, Decision, out_of_turn
from haggis_cards.bots.stakes import Stakes
from haggis_cards.native import Position, SearchResult
from haggis_cards.round import Round
from haggis_cards.view import View

DEFAULT: Final = "500ms"
LONGEST: Final = 3600.0  # seconds
MOST: Final = 10**9  # iterations
RESERVE: Final = 0.01  # seconds of a caller's budget that go into the way to the core and back

_SPEC: Final = re.compile(r"(\d{1,9})(ms|s|it)(?::(\d{1,4}))?(?:/(\w+))?", re.ASCII)


class Design(NamedTuple):
    """What takes part in a search."""

    tree: bool = True  # behind the first action; without it a quick policy alone plays on
    belief: bool = True  # deals that explain what the others have done are drawn more often


DESIGNS: Final[Mapping[str, Design]] = {
    "flat": Design(tree=False),
    "unweighted": Design(belief=False),
    "plain": Design(tree=False, belief=False),
}


class Effort(NamedTuple):
    """How much a search may do: seconds or rounds to play out (0: no limit), its threads, and its design."""

    seconds: float
    iterations: int
    threads: int
    design: Design = Design()

    @classmethod
    def parse(cls, argument: str, name: str = "search") -> "Effort":
        """The effort that a bot's argument describes."""
        match = _SPEC.fullmatch(argument or DEFAULT)
        if match is None:
            raise BotError(f"{name} takes a budget as in {name}:200ms, {name}:2s or {name}:1000it, not {argument!r}")
        if match[4] and match[4] not in DESIGNS:
            raise BotError(f"{name} has no design {match[4]!r}; there are: {', '.join(DESIGNS)}")
        number, unit, threads = int(match[1]), match[2], int(match[3] or cores())
        seconds = number / 1000 if unit == "ms" else number if unit == "s" else 0.0
        if not number or seconds > LONGEST or number > MOST or not 1 <= threads <= 1024:
            raise BotError(
                f"{name}:{argument} is out of bounds: from 1ms to an hour, 1it to {MOST}it, 1 to 1024 threads"
            )
        return cls(seconds, 0 if seconds else number, threads, DESIGNS[match[4]] if match[4] else Design())

    def within(self, budget: float | None) -> "Effort":
        """The same, but no longer than a caller allows."""
        if budget is None:
            return self
        seconds = max(budget - RESERVE, 0.001)
        return self._replace(seconds=min(self.seconds or seconds, seconds))


class Search:
    """Chooses by what each action brings on average."""

    name = "search"

    def __init__(self, effort: Effort, seed: int = 0) -> None:
        self._effort = effort
        self._seed = seed

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """The legal action that is worth most over many deals that this seat cannot rule out, and by how much."""
        legal, seat = view["legal"], view["seat"]
        assert seat is not None
        if len(legal) == 1 and not out_of_turn(view):
            return Decision(legal[0], "there is nothing else to do")
        rng = Random(f"{self._seed} {view['round']} {len(view['log'])}")
        position, seed, effort = Position.from_view(view, rng), rng.getrandbits(64), self._effort.within(budget)
        stakes = Stakes.of(view, position.rules)
        return (
            weigh_bet(position, seat, legal, seed, effort, stakes)
            if out_of_turn(view)
            else think(position, seat, legal, seed, effort, stakes)
        )

    def reseed(self, seed: int) -> None:
        """Draws its random numbers from this seed."""
        self._seed = seed

    def close(self) -> None:
        """Nothing to free."""


class ClairvoyantSearch(Search):
    """The search with all cards in sight: for measurements in the arena, never for play."""

    name = "clairvoyant"
    clairvoyant = True

    def decide(self, view: View, budget: float | None = None) -> Decision:  # noqa: ARG002 - as in the protocol
        """Refused: a view does not show what it needs."""
        raise BotError("clairvoyant sees all cards and plays in the arena only")

    def decide_round(self, round: Round, seat: int) -> Decision:
        """The best action, with all cards in sight."""
        legal = [str(action) for action in round.legal(seat)]
        seed = Random(f"{self._seed} {len(round.log)}").getrandbits(64)
        return think(Position.from_round(round), seat, legal, seed, self._effort, clairvoyant=True)


def search(
    position: Position,
    seat: int,
    seed: int,
    effort: Effort,
    stakes: Stakes | None = None,
    *,
    clairvoyant: bool = False,
    network: _native.Network | None = None,
) -> SearchResult:
    """What the core finds out about the actions of a seat with this effort; a network's belief may deal the worlds."""
    seconds, iterations, threads, (tree, belief) = effort
    return position.search(
        seat,
        seed,
        iterations=iterations,
        seconds=seconds,
        threads=threads,
        tree=tree,
        belief=belief,
        clairvoyant=clairvoyant,
        stakes=stakes.native if stakes else None,
        network=network,
    )


def think(
    position: Position,
    seat: int,
    legal: list[str],
    seed: int,
    effort: Effort,
    stakes: Stakes | None = None,
    *,
    clairvoyant: bool = False,
) -> Decision:
    """The action of `legal`, the seat's list, that the core finds best."""
    place, value, _, solved, options = search(position, seat, seed, effort, stakes, clairvoyant=clairvoyant)
    (_, mean, worlds), *others = options
    if not worlds:
        return Decision(legal[place], "no time to think")
    deals = "the one deal there is" if clairvoyant else f"{worlds:,} deals"
    how = f", {solved:,} of them to the end" if solved else ""
    if legal[place].startswith("bet "):
        return Decision(legal[place], f"{value - mean:+.1f} points more than without it, over {deals}")
    why = f"best of {len(options)} over {deals}{how}: {value:+.1f} points"
    if others:
        runner_up, points, _ = others[0]
        why += f", next {legal[runner_up].removeprefix('play ')} {points:+.1f}"
    return Decision(legal[place], why)


def weigh_bet(
    position: Position, seat: int, legal: list[str], seed: int, effort: Effort, stakes: Stakes | None = None
) -> Decision:
    """Out of turn: the best bet, if it is worth more than none."""
    place, value, _, _, ((_, mean, worlds), *_) = search(position, seat, seed, effort, stakes)
    if value <= mean or not worlds:
        return Decision(NO_BET, f"{value - mean:+.1f} points with {legal[place]}, over {worlds:,} deals")
    return Decision(legal[place], f"{value - mean:+.1f} points more than without it, over {worlds:,} deals")


def make_search(argument: str, seed: int) -> Search:
    """The bot `search`, with a budget."""
    return Search(Effort.parse(argument), seed)


def make_clairvoyant(argument: str, seed: int) -> ClairvoyantSearch:
    """The baseline `clairvoyant`, with a budget."""
    return ClairvoyantSearch(Effort.parse(argument, "clairvoyant"), seed)
