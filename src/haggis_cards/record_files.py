"""Files of records: one record per line, or a single one over several lines, also packed."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from haggis_cards.errors import UnreadableRecord


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The records of a file as text with their line numbers: one per line, or a single one over several lines.

    Files that end in .gz, .bz2 or .xz are unpacked on the way.
    """
    try:
        with open_text(path) as file:
            lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
            first = next(lines, None)
            if first is None:
                raise UnreadableRecord("the file holds no record")
            if not _is_json(first[1]):
                with open_text(path) as again:
                    whole = again.read()
                if _is_json(whole):
                    yield first[0], whole
                    return
            yield first
            yield from lines
    except UnicodeDecodeError:
        raise UnreadableRecord("not a record: the file is not UTF-8 text") from None
    except (EOFError, lzma.LZMAError) as error:
        raise UnreadableRecord(f"cannot be unpacked: {error}") from None
    except OSError as error:
        raise UnreadableRecord(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a path that cannot be one
        raise UnreadableRecord(f"cannot be read: {error}") from None


_OPENERS: Final[Mapping[str, Callable[..., Any]]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


def open_text(path: str | Path, mode: str = "rt", **options: str) -> TextIO:
    """A file of records, unpacked; editors on Windows put a mark before its text."""
    file: TextIO = _OPENERS.get(Path(path).suffix, open)(path, mode, **{"encoding": "utf-8-sig", **options})
    return file


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
