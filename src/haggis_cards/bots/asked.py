"""What a core in another place, such as a worker of a browser, needs to know to decide as a bot of this package would.

It needs neither NumPy nor the native core. `native/wasm.cpp` reads it.
"""

from base64 import b64encode
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from haggis_cards.actions import Action
from haggis_cards.bots.equity import Place, standing
from haggis_cards.packing import pack_view
from haggis_cards.rules import Rules
from haggis_cards.view import View

T = TypeVar("T")


class Opinion(NamedTuple):
    """What a network thinks of a decision."""

    places: Sequence[int]  # in the legal list, that it looks at,
    values: Sequence[float]  # and what it thinks of them
    first_out: float  # the chance of the seat


class Thinker(Protocol):
    """A core that is asked about one decision: in this process, or in the workers of a browser."""

    async def opinion(self) -> Opinion: ...
    def action(self, place: int) -> Action:
        """One of the legal list."""
        ...

    async def bet(self, chance: float) -> int | None:
        """The place among the rules' bets of the one that this chance to be first out suggests."""
        ...


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The outcome of a coroutine that waits for nothing, because the core that it asks answers at once."""
    try:
        work.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    work.close()
    raise RuntimeError("this core does not answer at once")


class Asked(NamedTuple):
    """A decision as plain data."""

    position: str  # base64 of `haggis_cards.packing`
    seat: int
    seeds: tuple[str, ...]  # whole numbers of 64 bits
    stakes: str  # of the round in its match, in base64; empty where points are worth points


def ask(view: View, bot: str, seed: int = 0) -> Asked:
    """The view's decision for a bot of the core, with the random numbers of a bot with this seed."""
    assert view["seat"] is not None
    rng = Random(f"{seed} {view['round']} {len(view['log'])}") if bot == "search" else Random(0)
    position = pack_view(view, rng)
    if bot == "foresight":
        rng = Random(f"{seed} {len(view['log'])}")
    seeds = tuple(str(rng.getrandbits(64)) for _ in range(2))
    return Asked(b64encode(position).decode(), view["seat"], seeds, stakes(view))


def stakes(view: View) -> str:
    """Where the view's match stands."""
    place = Place.of(view)
    at = None if place is None else standing(Rules.from_spec(view["rules"]), place)
    return "" if at is None else b64encode(at.packed()).decode()
