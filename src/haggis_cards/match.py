"""A match as players, bots and programs have it: its state, what each seat may see of it, and its record.

Records are whole matches as JSON, read, verified and written. `match.record()` writes, `Record.load(path)` and
`read_lines(path)` read. `verify()` replays a record and checks everything that it claims: deals, actions, results, and
the assertions that may stand among the actions. Unknown keys are kept and ignored.
"""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self, TextIO
from uuid import uuid4

from haggis_cards.errors import RecordError, UnreadableRecord
from haggis_cards.match_end import End
from haggis_cards.match_state import MatchState
from haggis_cards.pictures import Pictured
from haggis_cards.positions import parse_position
from haggis_cards.replay import VERSION, Counts, Replay, next_data, typed
from haggis_cards.round import Round
from haggis_cards.version import __version__
from haggis_cards.view import View, shown_view


class Match(Pictured, MatchState):
    """A match in progress or over.

    `rules` is a preset's name, a record's object or `Rules`. Without `end` it is the shortest match that the rules
    suggest; without `seed` the deals are random. `deals` are used first; with deals and without a seed the match stops
    when they are used up.
    """

    @classmethod
    def from_position(
        cls, position: Round | str, end: End | None = None, *, players: Sequence[str] | None = None
    ) -> Self:
        """A match that goes on from a round, or from a line of text that names one, with its totals, dealer and bets.

        It ends with this round, or as `end` says; `seeded` lets further deals follow.
        """
        rnd = position if isinstance(position, Round) else parse_position(position)
        return cls.from_round(rnd, end, players=players)

    def view(self, seat: int | None) -> View:
        """What a seat may see now, ready for JSON; None for a spectator."""
        return shown_view(self, seat)

    def record(self) -> "Record":
        """The record of the match so far. It shows all hands, so it is not for players of an unfinished round."""
        return Record.from_match(self)


@dataclass(frozen=True)
class Record(Pictured):
    """One match as the JSON object of a record."""

    data: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash(json.dumps(self.data, sort_keys=True))

    @classmethod
    def from_match(cls, match: MatchState, *, notes: bool = True) -> "Record":
        """The record of a match so far, with its notes or without.

        It has the seed only when no further deal can be learnt from it.
        """
        first = match.finished[0].round if match.finished else match.round
        if any(first.totals) or (first.lead not in (None, match.rules.others(first.dealer)[0]) and not first.bids):
            raise RecordError("this match goes on from a position; a record begins with the first round of a match")
        rounds: list[dict[str, Any]] = [
            {**_round_data(done.round), "result": done.result.as_record(match.rules), "next": next_data(done)}
            for done in match.finished
        ]
        if not match.round.over:
            rounds.append(_round_data(match.round))
        if notes:
            for place, added in enumerate(match.round_notes[: len(rounds)]):
                rounds[place] = _with_notes(rounds[place], added)
        return cls(
            {
                "haggis": VERSION,
                "rules": match.rules.spec,
                "end": match.end.as_record,
                "dealer": match.dealer,
                **({"players": list(match.players)} if match.players else {}),
                **(match.notes if notes else {}),
                **({"seed": match.seed} if match.over and match.seed is not None else {}),
                "rounds": rounds,
                **({"winners": list(match.winners)} if match.winners else {}),
            }
        )

    @classmethod
    def parse(cls, line: str | bytes) -> "Record":
        """A record out of JSON text."""
        try:
            data = json.loads(line, parse_constant=_no_number)
        except RecursionError:
            raise UnreadableRecord("not a record: nested too deeply") from None
        except json.JSONDecodeError as error:
            raise UnreadableRecord(f"not JSON: {error.msg} at character {error.pos + 1}") from None
        except ValueError as error:
            raise UnreadableRecord(f"not JSON: {str(error)[:120]}") from None
        return cls(typed(data, dict, "a record"))

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """The one record of a file."""
        try:
            lines = list(read_lines(path))
        except UnreadableRecord as error:
            raise UnreadableRecord(f"{path} {error.reason}") from None
        if len(lines) != 1:
            raise UnreadableRecord(f"{path} holds {len(lines)} records; Record.load_all reads them all")
        return cls.parse(lines[0][1])

    @classmethod
    def load_all(cls, path: str | Path) -> "list[Record]":
        """All records of a file; `stream` reads a large one."""
        return list(cls.stream(path))

    @classmethod
    def stream(cls, path: str | Path) -> "Iterator[Record]":
        """The records of a file one by one; it is read as far as they are asked for."""
        for number, line in read_lines(path):
            try:
                yield cls.parse(line)
            except UnreadableRecord as error:
                raise UnreadableRecord(f"line {number}: {error.reason}") from None

    def dump(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)

    def save(self, path: str | Path) -> None:
        """Writes the record to a file."""
        self.save_all(path, [self])

    @staticmethod
    def save_all(path: str | Path, records: "Iterable[Record]") -> None:
        """Writes records to a file, one on each line, packed if its name ends in .gz, .bz2 or .xz."""
        # Half a surrogate pair cannot be encoded; it is escaped as in JSON.
        with _open(path, "wt", encoding="utf-8", errors="backslashreplace") as file:
            for record in records:
                file.write(record.dump() + "\n")

    def verify(self) -> Counts:
        """Replays the record and checks all its claims; a `RecordError` names the first false one."""
        return self._replayed().counts

    def canonical(self) -> "Record":
        """The verified record with every card and play written in its one text; unknown keys are kept."""
        return Record(self._replayed().canonical)

    def replay(self, seed: int | None = None) -> Match:
        """The match at the end of the record, verified on the way; further deals come from the seed."""
        match = self._replayed().match
        return match if seed is None else match.seeded(seed)

    def positions(self) -> Iterator[Match]:
        """The match at every deal and after every action, replayed and verified as far as you read."""
        try:
            yield from Replay(self.data, Match).steps()
        except RecursionError:  # from showing a value in a message
            raise UnreadableRecord("not a record: nested too deeply") from None

    def _replayed(self) -> Replay[Match]:
        try:
            return Replay(self.data, Match).finish()
        except RecursionError:
            raise UnreadableRecord("not a record: nested too deeply") from None


def describe(match: Match, bots: Sequence[str | None] = ()) -> Match:
    """The match with the notes of one that begins now: id, date, app, edition, and by seat the bots, None for people.

    >>> match = describe(Match("haggis-2", seed=1), [None, "greedy"])
    >>> match.notes["edition"], match.notes["bots"]
    ('2025-08-12', [None, 'greedy'])
    """
    return match.noted(
        id=str(uuid4()),
        date=datetime.now(UTC).astimezone().isoformat(timespec="seconds"),
        app=f"haggis {__version__}",
        edition=match.rules.edition,
        bots=list(bots) or None,
    )


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The records of a file as text with their line numbers: one per line, or a single one over several lines.

    Files that end in .gz, .bz2 or .xz are unpacked on the way.
    """
    try:
        with _open(path) as file:
            lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
            first = next(lines, None)
            if first is None:
                raise UnreadableRecord("the file holds no record")
            if not _is_json(first[1]):
                with _open(path) as again:
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


def _open(path: str | Path, mode: str = "rt", **options: str) -> TextIO:
    """A file of records, unpacked; editors on Windows put a mark before its text."""
    file: TextIO = _OPENERS.get(Path(path).suffix, open)(path, mode, **{"encoding": "utf-8-sig", **options})
    return file


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _round_data(rnd: Round) -> dict[str, Any]:
    return {
        "deal": rnd.deal.as_record,
        "dealer": rnd.dealer,
        **({"lead": rnd.lead} if rnd.rules.opening != "auction" else {}),
        "actions": [f"{seat} {action}" for seat, action in rnd.log],
    }


def _with_notes(data: dict[str, Any], notes: Mapping[str, Any]) -> dict[str, Any]:
    """An object of a record with what was noted there; assertions go back among the actions."""
    merged = dict(data)
    for key, value in notes.items():
        if key == "actions":
            merged[key] = list(merged[key])
            for place, entry in value:
                merged[key].insert(place, entry)
        elif isinstance(merged.get(key), dict):
            merged[key] = _with_notes(merged[key], value)
        else:
            merged.setdefault(key, value)
    return merged
