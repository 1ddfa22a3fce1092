"""A decision as a seat sees it."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from haggis_cards.actions import parse
from haggis_cards.native import Position
from haggis_cards.review.answers import answer_key
from haggis_cards.review.worlds import are_hands_known, solve
from haggis_cards.view import View

Floats = NDArray[np.float64]


class Question:
    """A position that the seat cannot rule out, the answers to it, and seeds of its own."""

    def __init__(self, view: View, seed: int) -> None:
        assert view["seat"] is not None
        self.view, self.seat = view, view["seat"]
        # Any position that the view allows will do: the core uses only what the seat knows.
        self.position = Position.from_view(view, Random(0))
        listed = [(place, text) for place, text in enumerate(view["legal"]) if not text.startswith("bet ")]
        self.places = np.array([place for place, _ in listed], np.int64)
        self.legal = [text for _, text in listed]
        self.at = {place: at for at, (place, _) in enumerate(listed)}
        self._key = answer_key(view, self.position.rules)
        rng = Random(f"{seed} {view['round']} {len(view['log'])} {self.seat}")
        self.search_seed, self.world_seed, self.bet_seed, self.seen_seed = (rng.getrandbits(64) for _ in range(4))

    def key(self, place: int) -> object:
        """The same for actions that are one answer."""
        return self._key(parse(self.legal[self.at[place]], self.position.rules))

    def distinct(self) -> list[int]:
        """The places of the answers, one for each key."""
        return list({self.key(int(place)): int(place) for place in reversed(self.places)}.values())[::-1]

    def solved(self) -> Floats | None:
        """The values of all actions, where the seat knows all hands and they can be worked out."""
        if not are_hands_known(self.view, self.position):
            return None
        return solve(self.position, self.seat, [int(place) for place in self.places])
