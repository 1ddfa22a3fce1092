"""Records: whole matches as JSON, read, verified and written.

`Record.from_match(match)` writes, `Record.load(path)` and `read_lines(path)` read. `verify()` replays a record and
checks everything that it claims: deals, actions, results, and the assertions that may stand among the actions. Unknown
keys are kept and ignored.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from haggis_cards.actions import parse_seated
from haggis_cards.cards import NUMBERS, clip
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, NotationError, RecordError, RulesError, UnreadableRecord
from haggis_cards.match import End, Finished, Goal, Match, Rounds
from haggis_cards.round import Round
from haggis_cards.rules import Rules

VERSION = 1


class Counts(NamedTuple):
    """How much a verified record holds."""

    rounds: int
    actions: int
    assertions: int


@dataclass(frozen=True)
class Record:
    """One match as the JSON object of a record."""

    data: Mapping[str, Any]

    @classmethod
    def from_match(cls, match: Match) -> "Record":
        """The record of a match so far. It has the seed only when no further deal can be learnt from it."""
        rounds = [
            {**_round_data(done.round), "result": done.result.as_record(match.rules), "next": _next_data(done)}
            for done in match.finished
        ]
        if not match.round.over:
            rounds.append(_round_data(match.round))
        return cls(
            {
                "haggis": VERSION,
                "rules": match.rules.spec,
                "end": match.end.as_record,
                "dealer": match.dealer,
                **({"players": list(match.players)} if match.players else {}),
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
        return cls(_typed(data, dict, "a record"))

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """The one record of a file."""
        lines = list(read_lines(path))
        if len(lines) != 1:
            raise UnreadableRecord(f"{path} holds {len(lines)} records; Record.load_all reads them all")
        return cls.parse(lines[0][1])

    @classmethod
    def load_all(cls, path: str | Path) -> "list[Record]":
        """All records of a file."""
        return [cls.parse(line) for _, line in read_lines(path)]

    def dump(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)

    def save(self, path: str | Path) -> None:
        """Writes the record to a file."""
        # Half a surrogate pair cannot be encoded; it is escaped as in JSON.
        Path(path).write_text(self.dump() + "\n", encoding="utf-8", errors="backslashreplace")

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

    def _replayed(self) -> "_Replay":
        try:
            return _Replay(self.data)
        except RecursionError:  # from showing a value in a message
            raise UnreadableRecord("not a record: nested too deeply") from None


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The records of a file as text with their line numbers: one per line, or a single one over several lines."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
            first = next(lines, None)
            if first is None:
                raise UnreadableRecord("the file holds no record")
            if not _is_json(first[1]):
                whole = Path(path).read_text(encoding="utf-8")
                if _is_json(whole):
                    yield first[0], whole
                    return
            yield first
            yield from lines
    except UnicodeDecodeError:
        raise UnreadableRecord("not a record: the file is not UTF-8 text") from None
    except OSError as error:
        raise UnreadableRecord(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a path that cannot be one
        raise UnreadableRecord(f"cannot be read: {error}") from None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _round_data(rnd: Round) -> dict[str, Any]:
    return {
        "deal": rnd.deal.as_record,
        "dealer": rnd.dealer,
        **({"lead": rnd.lead} if rnd.rules.opening != "auction" else {}),
        "actions": [f"{seat} {action}" for seat, action in rnd.log],
    }


def _next_data(done: Finished) -> dict[str, int]:
    return {"dealer": done.dealer} | ({} if done.lead is None else {"lead": done.lead})


_NAMES = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}


def _typed(value: Any, kind: type, what: str) -> Any:
    """The value, if it is exactly of this JSON type (true is not a number here)."""
    if type(value) is not kind:
        raise UnreadableRecord(f"{what} must be {_NAMES[kind]}, not {clip(value)}")
    return value


def _key(data: Mapping[str, Any], key: str, kind: type, where: str) -> Any:
    if key not in data:
        raise UnreadableRecord(f"{where} lacks the key {key!r}")
    return _typed(data[key], kind, f"{key!r} of {where}")


class _Replay:
    """A record played through under the rules, with all its claims checked."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if _key(data, "haggis", int, "the record") != VERSION:
            raise UnreadableRecord(f"this record has version {clip(data['haggis'])}; version {VERSION} can be read")
        if "rules" not in data:
            raise UnreadableRecord("the record lacks the key 'rules'")
        try:
            rules = Rules.from_spec(data["rules"])
        except RulesError as error:
            raise UnreadableRecord(str(error)) from None
        players = None
        if "players" in data:
            players = [_typed(name, str, "a player's name") for name in _typed(data["players"], list, "'players'")]
        end = _read_end(_key(data, "end", dict, "the record"))
        dealer = _key(data, "dealer", int, "the record")
        rounds = [_typed(item, dict, "a round") for item in _key(data, "rounds", list, "the record")]
        self._number: int = 0  # of the round, from 1
        self._entry: int | None = None  # of the entry among its actions, from 1
        self._actions = self._assertions = 0
        canonical = []
        try:
            match = Match(rules, end, dealer=dealer, players=players)
            for self._number, item in enumerate(rounds, 1):
                deal = self._read_deal(_key(item, "deal", dict, "the round"), rules)
                if self._number == 1:
                    match = Match(rules, end, dealer=dealer, players=players, deals=[deal])
                elif match.over:
                    raise self._fault("the match is over, but another round follows")
                elif not match.round.over:
                    raise self._fault("another round follows, but the round before broke off")
                else:
                    match = match.start_round(deal)
                match, entries = self._play(match, item)
                self._check_end(match, item)
                canonical.append({**item, "deal": {**item["deal"], **deal.as_record}, "actions": entries})
        except RulesError as error:
            raise RecordError(str(error), self._number or None) from None
        except UnreadableRecord as error:
            raise UnreadableRecord(error.reason, self._number or None, self._entry) from None
        if "winners" in data:
            if match.winners is None:
                raise RecordError("the record names winners, but the match is not over")
            _expect("winners", list(match.winners), data["winners"])
        self.match = match
        self.counts = Counts(len(rounds), self._actions, self._assertions)
        self.canonical = {**data, "rules": rules.spec, "rounds": canonical}

    def _fault(self, reason: str) -> RecordError:
        return RecordError(reason, self._number, self._entry)

    def _read_deal(self, data: Mapping[str, Any], rules: Rules) -> Deal:
        for hand in _key(data, "hands", list, "the deal"):
            _typed(hand, str, "a hand")
        _key(data, "haggis", str, "the deal")
        try:
            deal = Deal.from_record(data)
        except NotationError as error:
            raise self._fault(f"the deal: {error}") from None
        if any(cards & ~NUMBERS for cards in (*deal.hands, *deal.haggis)):
            raise self._fault("the deal: courts are not dealt, every seat has its J, Q and K")
        deal.check(rules)
        return deal

    def _play(self, match: Match, item: Mapping[str, Any]) -> tuple[Match, list[Any]]:
        """All entries of a round's actions, and their canonical form."""
        expected = {"dealer": match.round.dealer}
        if match.rules.opening != "auction":
            expected["lead"] = match.round.lead or 0
        for key, seat in expected.items():
            if _key(item, key, int, "the round") != seat:
                raise self._fault(f"{key}: expected seat {seat}, found {item[key]}")
        entries: list[Any] = []
        number = self._number
        for self._entry, entry in enumerate(_key(item, "actions", list, "the round"), 1):
            if isinstance(entry, dict):
                self._assert(match, entry)
                self._assertions += 1
                entries.append(entry)
                continue
            line = _typed(entry, str, "an action")
            if len(match.finished) == number:
                raise self._fault(f"{clip(line)} follows, but the round is over")
            try:
                seat, action = parse_seated(line, match.rules)
                match = match.act(seat, action)
            except NotationError as error:
                raise self._fault(f"expected an action, found {clip(line)}: {error}") from None
            except IllegalAction as error:
                raise self._fault(f"expected a legal action, but {clip(line)} is refused: {error}") from None
            self._actions += 1
            entries.append(f"{seat} {action}")
        self._entry = None
        return match, entries

    def _assert(self, match: Match, entry: dict[str, Any]) -> None:
        """Checks an assertion among the actions."""
        if not entry.keys() & {"legal", "illegal"}:
            raise self._fault(f"an object among the actions asserts legal or illegal; this is {clip(entry)}")
        if "legal" in entry:
            claim = _typed(entry["legal"], dict, "'legal'")
            seat = _key(claim, "seat", int, "'legal'")
            claimed = {_typed(line, str, "an action") for line in _key(claim, "actions", list, "'legal'")}
            if seat not in match.rules.seats:
                raise self._fault(f"there is no seat {seat}")
            found = {str(action) for action in match.legal(seat)}
            if claimed != found:
                wrong = [f"{_few(claimed - found)} should be legal, but is not"] if claimed - found else []
                wrong += [f"{_few(found - claimed)} is legal, but should not be"] if found - claimed else []
                raise self._fault(f"legal actions of seat {seat}: {'; '.join(wrong)}")
        if "illegal" in entry:
            line = _typed(entry["illegal"], str, "'illegal'")
            try:
                match.act(*parse_seated(line, match.rules))
            except (NotationError, IllegalAction):
                return
            raise self._fault(f"{clip(line)} should be refused, but is legal")

    def _check_end(self, match: Match, item: Mapping[str, Any]) -> None:
        """Checks the result and the next lead, where the round states them."""
        if len(match.finished) < self._number:
            for key in ("result", "next"):
                if key in item:
                    raise self._fault(f"the round has a {key}, but it is not over: {_waiting(match)}")
            return
        done = match.finished[-1]
        if "result" in item:
            result = _typed(item["result"], dict, "'result'")
            for key, value in done.result.as_record(match.rules).items():
                if key not in result:
                    raise self._fault(f"the result lacks {key!r}, which is {json.dumps(value)}")
                if key == "parts":
                    parts = _typed(result[key], dict, "'parts'")
                    for part, points in value.items():
                        _expect(f"parts.{part}", points, parts.get(part), self._number)
                else:
                    _expect(key, value, result[key], self._number)
        if "next" in item:
            following = _typed(item["next"], dict, "'next'")
            for key, seat in _next_data(done).items():
                _expect(f"next.{key}", seat, following.get(key), self._number)


def _read_end(data: Mapping[str, Any]) -> End:
    known: dict[str, type[Rounds] | type[Goal]] = {"rounds": Rounds, "goal": Goal}
    names = [name for name in known if name in data]
    if len(names) != 1:
        raise UnreadableRecord(f"'end' must be {{'rounds': N}} or {{'goal': N}}, not {clip(data)}")
    try:
        return known[names[0]](data[names[0]])
    except RulesError as error:
        raise UnreadableRecord(f"'end': {error}") from None


def _expect(what: str, expected: Any, found: Any, round: int | None = None) -> None:
    """Both as JSON, so that 1, 1.0 and true differ."""
    if json.dumps(found) != json.dumps(expected):
        raise RecordError(f"{what}: expected {json.dumps(expected)}, found {clip(json.dumps(found), 80)[1:-1]}", round)


def _few(lines: set[str]) -> str:
    shown = ", ".join(sorted(lines)[:3])
    return clip(shown, 90)[1:-1] + (f" and {len(lines) - 3} more" if len(lines) > 3 else "")


def _waiting(match: Match) -> str:
    return f"{match.round.phase} of seat {' and '.join(map(str, match.to_act))} is open"
