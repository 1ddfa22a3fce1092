"""A collection of puzzles: JSON lines, compressed with xz: a line about the collection, then a line for each puzzle."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from haggis_cards.puzzles.errors import PuzzleError
from haggis_cards.puzzles.model import Puzzle

FORMAT: Final = 1
PACKAGED: Final = "collection.jsonl.xz"


@dataclass(frozen=True)
class Collection:
    """Puzzles, and how they were made."""

    about: Mapping[str, Any]
    puzzles: tuple[Puzzle, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    @classmethod
    def load(cls, path: Path | None = None) -> "Collection":
        """The collection of a file, or that of the package."""
        import lzma  # which a browser does not have

        source = path or files("haggis_cards.puzzles").joinpath(PACKAGED)
        try:
            return cls.read(lzma.decompress(source.read_bytes()).decode())
        except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
            raise PuzzleError(f"{path or 'the package'} has no collection of puzzles: {error}") from None

    @classmethod
    def read(cls, text: str) -> "Collection":
        """The collection that a file holds; ValueError, KeyError or TypeError if it is none."""
        about, *lines = text.splitlines()
        facts = json.loads(about)
        if facts["puzzles"] != FORMAT:
            raise ValueError(f"its format is {facts['puzzles']}, not {FORMAT}")
        return cls(facts, tuple(Puzzle.read(json.loads(line)) for line in lines))

    def save(self, path: Path) -> None:
        """Writes the collection to a file."""
        import lzma

        rows = [dict(self.about) | {"puzzles": FORMAT}, *(puzzle.data() for puzzle in self.puzzles)]
        text = "\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        try:
            path.write_bytes(lzma.compress(text.encode(), preset=9))
        except OSError as error:
            raise PuzzleError(f"{path} cannot be written: {error.strerror or error}") from None

    @cached_property
    def by_id(self) -> Mapping[str, Puzzle]:
        """The puzzles by their ids."""
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def find(self, id: str) -> Puzzle:
        """A puzzle by its id."""
        try:
            return self.by_id[id]
        except KeyError:
            raise PuzzleError(f"there is no puzzle {id[:40]!r} in the collection") from None


def without_duplicates(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The first puzzle of each position; an id is the same for positions that are the same but for their suits."""
    return list({puzzle.id: puzzle for puzzle in reversed(list(puzzles))}.values())[::-1]
