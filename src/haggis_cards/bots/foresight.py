"""`foresight`: the trained network and the search together; it plays rounds out for the rest of its time.

`native/foresight.hpp` decides. `foresight:500ms` thinks that long, `foresight:64it` plays in 64 worlds and is then
reproducible, whatever the number of cores; `foresight:500ms:1` takes one core instead of all, `foresight:500ms@FILE`
other weights, for both networks.
"""

from random import Random
from typing import Final

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.bots.neural import Neural
from haggis_cards.bots.search import Effort
from haggis_cards.bots.stakes import Stakes
from haggis_cards.native import Choice, Position

SECONDS_PER_ROUND: Final = 0.001  # before it is measured


class Foresight(Neural):
    """Chooses by how rounds end that begin with each action."""

    name = "foresight"

    def __init__(self, network: Network, quick: Network, effort: Effort, seed: int = 0) -> None:
        super().__init__(network, quick)
        self._networks = {"network": network.native, "quick": quick.native}
        self._effort, self._seed, self._pace = effort, seed, SECONDS_PER_ROUND

    def reseed(self, seed: int) -> None:
        """Draws its random numbers from this seed."""
        self._seed = seed

    def _think(self, position: Position, seat: int, stakes: Stakes | None, budget: float | None) -> Choice:
        rng = Random(f"{self._seed} {position.action_count}")
        seeds, effort = (rng.getrandbits(64), rng.getrandbits(64)), self._effort.within(budget).native
        native = stakes and stakes.native
        found = position.think(seat, seeds, **effort, stakes=native, **self._networks, pace=self._pace)
        self._pace = found.pace
        return found

    def _explain(self, found: Choice, seat: int, stakes: Stakes | None) -> str:
        if not found.worlds:
            return super()._explain(found, seat, stakes)
        ahead = f"{found.value:+.1f} points ahead"
        promised = f"wins {stakes.chance(seat, found.value):.0%} of such matches" if stakes else ahead
        return f"{promised}, by a search and {found.worlds} deals played out"


def make_foresight(argument: str, seed: int) -> Foresight:
    """The bot `foresight`: a budget, and after an @ a file of weights in place of the package's."""
    budget, _, path = argument.partition("@")
    if "/" in budget:
        raise BotError(f"foresight takes a budget alone, as in foresight:500ms or foresight:64it, not {argument!r}")
    return Foresight(load_network(path), load_network(path, QUICK), Effort.parse(budget, "foresight"), seed)
