"""Replays a record under the rules, step by step, and checks everything that it claims."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from haggis_cards.actions import parse_seated
from haggis_cards.cards import NUMBERS, clip
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, NotationError, RecordError, RulesError, UnreadableRecord
from haggis_cards.match_end import End, Finished, Goal, Rounds
from haggis_cards.match_state import GAME_KEYS, MatchState
from haggis_cards.round import Phase
from haggis_cards.rules import Rules

VERSION: Final = 1

M = TypeVar("M", bound=MatchState)

# The keys of a round that say what was played, with those of the objects in them. All others are notes.
ROUND_KEYS: Final[Mapping[str, Any]] = {
    "deal": dict.fromkeys(("hands", "haggis")),
    "dealer": None,
    "lead": None,
    "actions": None,
    "result": {
        **dict.fromkeys(("out", "points", "totals", "shepherd")),
        "parts": dict.fromkeys(("cards", "out", "bets")),
    },
    "next": dict.fromkeys(("dealer", "lead")),
}


class Counts(NamedTuple):
    """How much a verified record holds."""

    rounds: int
    actions: int
    assertions: int


def extra_keys(data: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """What an object of a record has beside the known keys, also inside of them."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        if key not in known:
            found[key] = value
        elif known[key] and isinstance(value, dict) and (more := extra_keys(value, known[key])):
            found[key] = more
    return found


def next_data(done: Finished) -> dict[str, int]:
    """Who deals and leads next, as a record states it."""
    return {"dealer": done.dealer} | ({} if done.lead is None else {"lead": done.lead})


_NAMES = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}


def typed(value: Any, kind: type, what: str) -> Any:
    """The value, if it is exactly of this JSON type (true is not a number here)."""
    if type(value) is not kind:
        raise UnreadableRecord(f"{what} must be {_NAMES[kind]}, not {clip(value)}")
    return value


def _key(data: Mapping[str, Any], key: str, kind: type, where: str) -> Any:
    if key not in data:
        raise UnreadableRecord(f"{where} lacks the key {key!r}")
    return typed(data[key], kind, f"{key!r} of {where}")


# What records of `haggis-3-2010` were written with until the rulebook was known (R5.9).
_OF_VERSION_0_1 = (
    '; in version 0.1 nobody chose here, and its records read with {"preset": "haggis-3-2010", "bomb_to": "previous"}'
)


class Replay(Generic[M]):
    """A record played through under the rules, with all its claims checked."""

    def __init__(self, data: Mapping[str, Any], kind: type[M]) -> None:
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
            players = [typed(name, str, "a player's name") for name in typed(data["players"], list, "'players'")]
        end = _read_end(_key(data, "end", dict, "the record"))
        dealer = _key(data, "dealer", int, "the record")
        self._data = data
        self._rounds = [typed(item, dict, "a round") for item in _key(data, "rounds", list, "the record")]
        self._number: int = 0  # of the round, from 1
        self._entry: int | None = None  # of the entry among its actions, from 1
        self._actions = self._assertions = 0
        self._canonical: list[dict[str, Any]] = []  # the rounds so far
        self._notes: list[dict[str, Any]] = []  # what they have beside the game
        try:
            self._match = kind(rules, end, dealer=dealer, players=players)  # until the first deal is known
        except RulesError as error:
            raise RecordError(str(error)) from None

    def finish(self) -> Self:
        """Replays the record to its end."""
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[M]:
        """The match at every deal and after every action, checked as far as that; may be used once."""
        try:
            for item in self._rounds:
                self._number += 1
                self._start(self._read_deal(_key(item, "deal", dict, "the round"), self._match.rules))
                yield self._match
                yield from self._play(item)
                self._check_end(self._match, item)
        except RulesError as error:
            raise RecordError(str(error), self._number or None) from None
        except UnreadableRecord as error:
            raise UnreadableRecord(error.reason, self._number or None, self._entry) from None
        if "winners" in self._data:
            if self._match.winners is None:
                raise RecordError("the record names winners, but the match is not over")
            _expect("winners", list(self._match.winners), self._data["winners"])

    @property
    def match(self) -> M:
        """The match as far as it has been replayed, with what the record says beside the game."""
        return self._match.annotated(extra_keys(self._data, dict.fromkeys(GAME_KEYS)), self._notes)

    @property
    def counts(self) -> Counts:
        """How much has been replayed."""
        return Counts(len(self._canonical), self._actions, self._assertions)

    @property
    def canonical(self) -> dict[str, Any]:
        """The record with every card and play in its one text."""
        return {**self._data, "rules": self._match.rules.spec, "rounds": self._canonical}

    def _start(self, deal: Deal) -> None:
        match = self._match
        if self._number == 1:
            self._match = type(match)(match.rules, match.end, dealer=match.dealer, players=match.players, deals=[deal])
        elif match.over:
            raise self._fault("the match is over, but another round follows")
        elif not match.round.over:
            raise self._fault("another round follows, but the round before broke off")
        else:
            self._match = match.start_round(deal)

    def _fault(self, reason: str) -> RecordError:
        rules, phase = self._match.rules, self._match.round.phase
        nobody_chose = phase is Phase.AWARD and (rules.preset, rules.bomb_to) == ("haggis-3-2010", "chosen")
        return RecordError(reason + _OF_VERSION_0_1 * nobody_chose, self._number, self._entry)

    def _read_deal(self, data: Mapping[str, Any], rules: Rules) -> Deal:
        for hand in _key(data, "hands", list, "the deal"):
            typed(hand, str, "a hand")
        _key(data, "haggis", str, "the deal")
        try:
            deal = Deal.from_record(data)
        except NotationError as error:
            raise self._fault(f"the deal: {error}") from None
        if any(cards & ~NUMBERS for cards in (*deal.hands, *deal.haggis)):
            raise self._fault("the deal: courts are not dealt, every seat has its J, Q and K")
        deal.check(rules)
        return deal

    def _play(self, item: Mapping[str, Any]) -> Iterator[M]:
        """Plays all entries of a round's actions; keeps their canonical form, and what is no part of the game."""
        match, rnd = self._match, self._match.round
        expected = {"dealer": rnd.dealer}
        if match.rules.opening != "auction":
            expected["lead"] = rnd.lead or 0
        for key, seat in expected.items():
            if _key(item, key, int, "the round") != seat:
                raise self._fault(f"{key}: expected seat {seat}, found {item[key]}")
        entries: list[Any] = []
        for self._entry, entry in enumerate(_key(item, "actions", list, "the round"), 1):
            if isinstance(entry, dict):
                self._assert(match, entry)
                self._assertions += 1
                entries.append(entry)
                continue
            line = typed(entry, str, "an action")
            if len(match.finished) == self._number:
                raise self._fault(f"{clip(line)} follows, but the round is over")
            try:
                seat, action = parse_seated(line, match.rules)
                self._match = match = match.act(seat, action)
            except NotationError as error:
                raise self._fault(f"expected an action, found {clip(line)}: {error}") from None
            except IllegalAction as error:
                raise self._fault(f"expected a legal action, but {clip(line)} is refused: {error}") from None
            self._actions += 1
            entries.append(f"{seat} {action}")
            yield match
        self._entry = None
        deal = {**item["deal"], **rnd.deal.as_record}
        self._canonical.append({**item, "deal": deal, "actions": entries})
        notes = extra_keys(item, ROUND_KEYS)
        if assertions := [(at, entry) for at, entry in enumerate(entries) if isinstance(entry, dict)]:
            notes["actions"] = assertions
        self._notes.append(notes)

    def _assert(self, match: M, entry: dict[str, Any]) -> None:
        """Checks an assertion among the actions."""
        if not entry.keys() & {"legal", "illegal"}:
            raise self._fault(f"an object among the actions asserts legal or illegal; this is {clip(entry)}")
        if "legal" in entry:
            claim = typed(entry["legal"], dict, "'legal'")
            seat = _key(claim, "seat", int, "'legal'")
            claimed = {typed(line, str, "an action") for line in _key(claim, "actions", list, "'legal'")}
            if seat not in match.rules.seats:
                raise self._fault(f"there is no seat {seat}")
            found = {str(action) for action in match.legal(seat)}
            if claimed != found:
                wrong = [f"{_few(claimed - found)} should be legal, but is not"] if claimed - found else []
                wrong += [f"{_few(found - claimed)} is legal, but should not be"] if found - claimed else []
                raise self._fault(f"legal actions of seat {seat}: {'; '.join(wrong)}")
        if "illegal" in entry:
            line = typed(entry["illegal"], str, "'illegal'")
            try:
                match.act(*parse_seated(line, match.rules))
            except (NotationError, IllegalAction):
                return
            raise self._fault(f"{clip(line)} should be refused, but is legal")

    def _check_end(self, match: M, item: Mapping[str, Any]) -> None:
        """Checks the result and the next lead, where the round states them."""
        if len(match.finished) < self._number:
            for key in ("result", "next"):
                if key in item:
                    raise self._fault(f"the round has a {key}, but it is not over: {_waiting(match)}")
            return
        done = match.finished[-1]
        if "result" in item:
            result = typed(item["result"], dict, "'result'")
            for key, value in done.result.as_record(match.rules).items():
                if key not in result:
                    raise self._fault(f"the result lacks {key!r}, which is {json.dumps(value)}")
                if key == "parts":
                    parts = typed(result[key], dict, "'parts'")
                    for part, points in value.items():
                        _expect(f"parts.{part}", points, parts.get(part), self._number)
                else:
                    _expect(key, value, result[key], self._number)
        if "next" in item:
            following = typed(item["next"], dict, "'next'")
            for key, seat in next_data(done).items():
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


def _waiting(match: MatchState) -> str:
    return f"{match.round.phase} of seat {' and '.join(map(str, match.to_act))} is open"
