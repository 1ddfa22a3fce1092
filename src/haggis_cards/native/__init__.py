"""The native core's Python face: the same rounds as `haggis_cards.round`, played by C++.

- `Position` is one round with its history: from a Python `Round` or a seat's view and back, legal actions, acting,
  `determinize` (the unseen cards dealt again), and the core's search.
- `Batch` plays thousands of rounds at once on NumPy arrays.

The Python engine is the definition; the core plays exactly like it, list for list and point for point. Packed actions
are two words (lo, hi); `native/action.hpp` explains their bits, `pack` and `unpack` translate.

>>> from haggis_cards import Match
>>> position = Position.from_round(Match("haggis-2", seed=1).round)
>>> position = position.act(position.legal()[0])
>>> position.to_round().log
((1, Play('2r')),)
"""

from haggis_cards.native.batch import Batch, RandomPlayStats, play_random
from haggis_cards.native.position import PHASES, STATE, Choice, Position, SearchResult
from haggis_cards.native.rules import native_rules
from haggis_cards.packing import pack, unpack

__all__ = [
    "PHASES",
    "STATE",
    "Batch",
    "Choice",
    "Position",
    "RandomPlayStats",
    "SearchResult",
    "native_rules",
    "pack",
    "play_random",
    "unpack",
]
