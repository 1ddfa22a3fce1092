"""Puzzles: positions with one right answer, and a proof of it.

- `Puzzle` is a position, its solution and why it is right (`model.py`); `Collection` is a file of them.
- A kind has a module that finds puzzles in rounds and verifies them: `open_cards` (all hands shown, solved exactly),
  `sure_out` (out first whatever the others hold, proved for every deal), `best_play` (by far the best on average).
- `mining` looks for them in rounds of bots, in records and in the arena's bank of positions.

Only `model` and `collection` are light; a program that shows puzzles needs nothing else.
"""

from haggis_cards.puzzles.collection import Collection
from haggis_cards.puzzles.errors import PuzzleError
from haggis_cards.puzzles.model import KINDS, THEMES, Puzzle, Step

__all__ = ["KINDS", "THEMES", "Collection", "Puzzle", "PuzzleError", "Step"]
