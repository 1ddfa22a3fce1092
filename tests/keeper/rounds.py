"""A round of each game as somebody enters it."""

from typing import Any

Change = dict[str, Any]


# A round of each game that is right; a case changes one thing in it.
HAGGIS_3: Change = {
    "out": [1, 0],
    "held": [[9, None, 4], [None, None, 2]],
    "bets": [None, 15, None],
    "piles": [10, 20, 20],
}


TATTIES: Change = {
    "out": [2, 0],
    "held": [[6, 3, None], [None, 3, None]],
    "won": True,
    "shepherd": 2,
    "bid": 30,
    "piles": [20, 10, 24],
}


NEEPS: Change = {
    "out": [0, 1, 2],
    "held": [[None, 9, None, 12], [None, None, 5, None], [None, None, None, 7]],
    "bets": [15, None, 30, None],
    "piles": [44, 40],
}


SWEPT: Change = {"out": [0, 2], "held": [[None, 9, None, 12], [None, 6, None, 7]], "piles": [61, 10]}


NOBODY = {"preset": "tatties-3", "last_hand": "nobody", "points": "printed"}


OVERPLAYED = {**TATTIES, "held": [None, [None, 3, None]], "won": False, "piles": [23, 10, 10]}


RIGHT: dict[str, tuple[Any, Change]] = {
    "haggis-3": ("haggis-3", HAGGIS_3),
    "tatties-3": ("tatties-3", TATTIES),
    "neeps-4": ("neeps-4", NEEPS),
    "neeps-4-2024": ("neeps-4-2024", SWEPT),
    "nobody": (NOBODY, OVERPLAYED),
}
