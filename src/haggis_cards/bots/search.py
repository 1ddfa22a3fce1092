"""`search`: samples the cards that it cannot see and plays every action out many times, on the native core.

`search:200ms` thinks 200 milliseconds over a decision, `search:1000it` plays 1000 rounds out and is then reproducible,
whatever the number of cores; `search:200ms:1` takes one core instead of all, and `search:200ms/flat` leaves out a part
of the search, to measure what that part is good for. `clairvoyant` is the same search with all cards in sight: it
measures how much there is left to gain, and only the arena can ask it.
"""

import re
from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.machine import cores
from haggis_cards.bots.protocol import NO_BET, Decision, nothing_else, out_of_turn
from haggis_cards.bots.stakes import Stakes
from haggis_cards.native import Choice, Position
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

    @property
    def native(self) -> dict[str, Any]:
        """The same as arguments of `Position.think`."""
        return {"iterations": self.iterations, "seconds": self.seconds, "threads": self.threads}

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
        if only := nothing_else(view):
            return only
        legal, seat = view["legal"], view["seat"]
        assert seat is not None
        rng = Random(f"{self._seed} {view['round']} {len(view['log'])}")
        position, seed, effort = Position.from_view(view, rng), rng.getrandbits(64), self._effort.within(budget)
        stakes = Stakes.of(view, position.rules)
        found = position.think(seat, (seed, 0), **_how(effort), stakes=stakes.native if stakes else None)
        if found.place is None or out_of_turn(view):
            return _about_bet(found, legal)
        return _explained(found, legal, f"{found.options[0][2]:,} deals")

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
        found = Position.from_round(round).think(seat, (seed, 0), **_how(self._effort), clairvoyant=True)
        return _explained(found, legal, "the one deal there is") if found.options else Decision(legal[0], "")


def _how(effort: Effort) -> dict[str, Any]:
    return {**effort.native, **effort.design._asdict()}


def _about_bet(found: Choice, legal: list[str]) -> Decision:
    """Out of turn: the best bet, if it is worth more than none."""
    (_, mean, worlds), *_ = found.options
    if found.place is None:
        return Decision(NO_BET, f"{found.value - mean:+.1f} points with the best bet, over {worlds:,} deals")
    return Decision(legal[found.place], f"{found.value - mean:+.1f} points more than without it, over {worlds:,} deals")


def _explained(found: Choice, legal: list[str], deals: str) -> Decision:
    """The best action, and why."""
    (_, mean, worlds), *others = found.options
    action = legal[found.place or 0]
    if not worlds:
        return Decision(action, "no time to think")
    if action.startswith("bet "):
        return Decision(action, f"{found.value - mean:+.1f} points more than without it, over {deals}")
    how = f", {found.solved:,} of them to the end" if found.solved else ""
    why = f"best of {len(found.options)} over {deals}{how}: {found.value:+.1f} points"
    if others:
        runner_up, points, _ = others[0]
        why += f", next {legal[runner_up].removeprefix('play ')} {points:+.1f}"
    return Decision(action, why)


def make_search(argument: str, seed: int) -> Search:
    """The bot `search`, with a budget."""
    return Search(Effort.parse(argument), seed)


def make_clairvoyant(argument: str, seed: int) -> ClairvoyantSearch:
    """The baseline `clairvoyant`, with a budget."""
    return ClairvoyantSearch(Effort.parse(argument, "clairvoyant"), seed)
