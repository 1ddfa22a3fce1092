"""What a seat knows and what it may do, as bits: the input of networks, shared by bots, environments and training.

- `layout`: which bit of a row says what.
- `encoder`: `encode_view` makes the rows out of a view, the reference for `native/encode.hpp`.
- `hand_split`: how few plays would empty a hand, a part of every action's row.
- `targets`: what a network answers: margins in points, and the chance of going out first.
"""

from haggis_cards.bet_values import bet_edge, bet_loss, bet_place, bet_threshold
from haggis_cards.encoding.encoder import encode_view
from haggis_cards.encoding.hand_split import HandSplit, split_hand
from haggis_cards.encoding.layout import (
    ACTION_FEATURES,
    ACTION_FIELDS,
    ACTION_WORDS,
    BET_BIT,
    HAND_FEATURES,
    PAST,
    STATE_FEATURES,
    STATE_FIELDS,
    STATE_WORDS,
    WORD,
    Field,
    Words,
    field_table,
    unpack,
)
from haggis_cards.encoding.targets import BET_EDGES, margins, point_scale

__all__ = [
    "ACTION_FEATURES",
    "ACTION_FIELDS",
    "ACTION_WORDS",
    "BET_BIT",
    "BET_EDGES",
    "HAND_FEATURES",
    "PAST",
    "STATE_FEATURES",
    "STATE_FIELDS",
    "STATE_WORDS",
    "WORD",
    "Field",
    "HandSplit",
    "Words",
    "bet_edge",
    "bet_loss",
    "bet_place",
    "bet_threshold",
    "encode_view",
    "field_table",
    "margins",
    "point_scale",
    "split_hand",
    "unpack",
]
