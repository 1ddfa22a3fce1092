"""Records: written, read, verified, broken in every way that comes to mind.

Longer than other files: every way to break a record is one line of a table, and the tables share their samples.
"""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cards import Goal, Match, Record, RecordError, Rounds, UnreadableRecord
from haggis_cards.match import read_lines
from tests.support import TABLES, deal, name_of, random_play

Data = dict[str, Any]
FOURTEEN = "2r 2y 3r 3y 4r 4y 5r 5y 6r 6y 7r 7y 8r 8y"


def quick(**changes: Any) -> Data:
    """A whole match of one round and four entries.

    Seat 1 leads a Stair of all fourteen number cards and then its three courts. Its pile: the Stair, printed 6; the
    last hand, 3g 3b 5g 5b 7g 7b 9r and J Q K, 7 + 10; the haggis with 9y 9g 9b, 3. The bombed trick, 10, goes to
    seat 0 (R5.9). The bonus is 17 × 5 = 85 (R6.2).
    """
    hands = ["2g 2b 3g 3b 4g 4b 5g 5b 6g 6b 7g 7b 8g 9r", FOURTEEN]
    data: Data = {
        "haggis": 1,
        "rules": "haggis-2",
        "end": {"rounds": 1},
        "dealer": 0,
        "rounds": [
            {
                "deal": {"hands": hands, "haggis": "8b 9y 9g 9b Tr Ty Tg Tb"},
                "dealer": 0,
                "lead": 1,
                "actions": [f"1 play {FOURTEEN}", "0 pass", {"illegal": "1 pass"}, "1 play J Q K"],
                "result": {
                    "out": [1],
                    "points": [10, 111],
                    "parts": {"cards": [10, 26], "out": [0, 85], "bets": [0, 0]},
                    "totals": [10, 111],
                },
                "next": {"dealer": 1, "lead": 0},
            }
        ],
        "winners": [1],
    }
    return {**data, **changes}


def verify(data: Any) -> Any:
    return Record.parse(json.dumps(data)).verify()


def fault(data: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify(data)
    assert len(str(caught.value)) < 400
    return caught.value


def changed(path: tuple[Any, ...], value: Any, data: Data | None = None) -> Data:
    """A record with one value changed."""
    data = copy.deepcopy(quick() if data is None else data)
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


def test_a_record_by_hand_verifies() -> None:
    assert verify(quick()) == (1, 3, 1)


# Writing and reading back


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_records_round_trip(table: str | dict[str, Any]) -> None:
    """A match at any moment: its record verifies, replays to the same state, is canonical, survives JSON."""

    @settings(max_examples=2)
    @given(st.integers(0, 10**6))
    def check(seed: int) -> None:
        matches = list(random_play(table, Rounds(2), seed))
        step = max(1, len(matches) // 12)
        for match in [*matches[::step], matches[-1]]:
            record = match.record()
            counts = record.verify()
            assert counts.rounds == len(match.finished) + (not match.round.over)
            assert Record.parse(record.dump()) == record
            assert record.canonical() == record
            again = record.replay(seed)
            for field in ("rules", "end", "dealer", "players", "finished", "round", "totals", "winners"):
                assert getattr(again, field) == getattr(match, field)

    check()


@pytest.mark.parametrize("end", [Rounds(1), Goal(60)])
def test_the_seed_is_told_only_when_the_match_is_over(end: Rounds | Goal) -> None:
    """Before that it would reveal the deals to come."""
    *before, last = random_play("haggis-2", end, 12)
    assert all("seed" not in match.record().data for match in before)
    assert last.record().data["seed"] == 12


def test_files(tmp_path: Path) -> None:
    record = Match("haggis-3", seed=3, players=["Ann", "Bób", "Cleo"]).record()
    record.save(tmp_path / "one.jsonl")
    assert Record.load(tmp_path / "one.jsonl") == record
    (tmp_path / "two.jsonl").write_text(f"{record.dump()}\n\n{record.dump()}\n", encoding="utf-8")
    assert Record.load_all(tmp_path / "two.jsonl") == [record, record]
    assert [number for number, _ in read_lines(tmp_path / "two.jsonl")] == [1, 3]
    with pytest.raises(UnreadableRecord, match="holds 2 records"):
        Record.load(tmp_path / "two.jsonl")
    (tmp_path / "wide.json").write_text(json.dumps(record.data, indent=2), encoding="utf-8")
    assert Record.load(tmp_path / "wide.json") == record


def test_unknown_keys_are_kept_at_every_level() -> None:
    data = quick(app={"name": "x"}, date="2025-01-01", id=7, players=["Ann", "Bob"])
    data["rounds"][0]["comment"] = "nice"
    data["rounds"][0]["deal"]["shuffle"] = [1, 2]
    data["rounds"][0]["result"]["mood"] = None
    data["rounds"][0]["result"]["parts"]["luck"] = [1, 1]
    data["rounds"][0]["next"]["weather"] = "rain"
    data["end"]["note"] = "short"
    assert verify(data)
    canonical = Record(data).canonical()
    assert canonical.data == data
    assert canonical.canonical() == canonical


def test_the_canonical_text_of_a_record() -> None:
    """Hands and plays in any order come back in the one text; `rules` as short as they can be."""
    data = quick(rules={"preset": "haggis-2", "points": "printed"})
    deal_data = data["rounds"][0]["deal"]
    deal_data["hands"] = [" ".join(reversed(hand.split())) for hand in deal_data["hands"]]
    data["rounds"][0]["actions"][0] = f"1 play {' '.join(reversed(FOURTEEN.split()))}"
    data["rounds"][0]["actions"][3] = "1 play K J Q"
    canonical = Record(data).canonical()
    assert canonical.data == quick()
    assert canonical.canonical() == canonical


def test_the_order_of_the_haggis_is_kept() -> None:
    """The haggis is top card first: its order is part of the deal."""
    data = changed(("rounds", 0, "deal", "haggis"), "Tb 9y 9g 9b Tr Ty Tg 8b")
    assert Record(data).canonical().data["rounds"][0]["deal"]["haggis"] == "Tb 9y 9g 9b Tr Ty Tg 8b"


# What may be missing


@pytest.mark.parametrize("entries", range(4))
def test_the_last_round_may_break_off_anywhere(entries: int) -> None:
    data = quick()
    data["rounds"][0]["actions"] = data["rounds"][0]["actions"][:entries]
    for key in ("result", "next"):
        del data["rounds"][0][key]
    del data["winners"]
    assert verify(data).rounds == 1


@pytest.mark.parametrize("key", ["result", "next"])
def test_a_round_that_broke_off_has_no_result(key: str) -> None:
    data = quick()
    data["rounds"][0]["actions"].pop()
    del data["winners"], data["rounds"][0]["next" if key == "result" else "result"]
    assert f"has a {key}, but it is not over" in str(fault(data))


def test_a_record_may_stop_between_rounds_or_before_the_first() -> None:
    data = quick(end={"rounds": 2})
    assert "not over" in str(fault(data))  # winners
    del data["winners"]
    assert verify(data).rounds == 1
    data["rounds"] = []
    assert verify(data) == (0, 0, 0)


def test_claims_may_be_left_out() -> None:
    for keys in (("result",), ("next",), ("result", "next")):
        data = quick()
        for key in keys:
            del data["rounds"][0][key]
        assert verify(data).rounds == 1
    data = quick()
    del data["winners"]
    assert verify(data)


# What does not follow


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("dealer",), 1, "round 1: dealer: expected seat 1, found 0"),
        (("dealer",), 2, "the dealer is a seat from 0 to 1, not 2"),
        (("rounds", 0, "dealer"), 1, "round 1: dealer: expected seat 0, found 1"),
        (("rounds", 0, "lead"), 0, "round 1: lead: expected seat 1, found 0"),
        (("rounds", 0, "result", "out"), [0], r"round 1: out: expected \[1\], found \[0\]"),
        (("rounds", 0, "result", "points"), [10, 110], r"points: expected \[10, 111\], found \[10, 110\]"),
        (("rounds", 0, "result", "points"), [10.0, 111.0], r"points: expected \[10, 111\]"),
        (("rounds", 0, "result", "totals"), [111, 10], r"totals: expected"),
        (("rounds", 0, "result", "parts", "cards"), [9, 27], r"parts.cards: expected \[10, 26\]"),
        (("rounds", 0, "result", "parts", "out"), [85, 0], r"parts.out: expected \[0, 85\]"),
        (("rounds", 0, "result", "parts", "bets"), [0, 15], r"parts.bets: expected \[0, 0\]"),
        (("rounds", 0, "next", "dealer"), 0, "next.dealer: expected 1, found 0"),
        (("rounds", 0, "next", "lead"), 1, "next.lead: expected 0, found 1"),
        (("winners",), [0], r"winners: expected \[1\], found \[0\]"),
        (("winners",), [0, 1], r"winners: expected \[1\]"),
        (("rounds", 0, "actions", 1), "0 play Tr", "round 1, action 2: .*'0 play Tr' is refused"),
        (("rounds", 0, "actions", 1), "1 pass", "round 1, action 2: .*seat 0's turn"),
        (("rounds", 0, "actions", 1), "0 fold", "round 1, action 2: expected an action"),
        (("rounds", 0, "actions", 1), "5 pass", "round 1, action 2: .*no seat 5"),
        (("rounds", 0, "actions", 2), {"illegal": "1 play J"}, "round 1, action 3: '1 play J' should be refused"),
        (("rounds", 0, "actions", 2), {"legal": {"seat": 0, "actions": ["pass"]}}, "action 3: .*pass should be legal"),
        (("rounds", 0, "actions", 2), {"legal": {"seat": 1, "actions": []}}, "action 3: legal actions of seat 1"),
        (("rounds", 0, "actions", 2), {"legal": {"seat": 2, "actions": []}}, "action 3: there is no seat 2"),
        (("rounds", 0, "actions", 2), {"comment": "nice"}, "round 1, action 3: an object among the actions"),
        (("rounds", 0, "actions", 2), {}, "round 1, action 3: an object among the actions"),
        (("haggis",), 2, "version 2; version 1 can be read"),
        (("rules",), "haggis-9", "no preset 'haggis-9'"),
        (("rules",), {"preset": "haggis-2", "points": "double"}, "points cannot be 'double'"),
        (("rules",), {"preset": "haggis-2", "slam": True}, "no house rule 'slam'"),
        (("end",), {"rounds": 0}, "positive whole number"),
        (("end",), {"rounds": 1, "goal": 2}, "'end' must be"),
        (("end",), {}, "'end' must be"),
        (("players",), ["Ann"], "has 2 players, not 1"),
    ],
)
def test_what_does_not_follow_is_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        verify(changed(path, value))


@pytest.mark.parametrize(
    ("hands", "haggis", "message"),
    [
        ((0, "2g", "2b"), "", "2b is there 2×, not 1×"),  # repeats one and misses another
        ((0, "2g ", ""), "", "seat 0 should have 14 number cards, but has 13"),
        ((0, "2g", "2g 9y"), "", "seat 0 should have 14 number cards, but has 15"),
        ((0, "2g", "2o"), "", "not the deck of haggis-2"),
        ((0, "2g", "J"), "", "courts are not dealt"),
        ((0, "2g", "2x"), "", "'2x' is not a card"),
        ((0, "2g 2b 3g", "2g 2g 2g"), "", "too often"),
        ((0, "2g", "2g"), "8b 9y", "the haggis should have 8 cards, but has 2"),
        ((0, "2g", "2g"), "8b 9y 9g 9b Tr Ty Tg Tg", "is there"),
        ((0, "2g", "2g"), "8b 9y 9g 9b Tr Ty Tg J", "courts are not dealt"),
    ],
)
def test_a_deal_that_repeats_or_misses_a_card(hands: tuple[int, str, str], haggis: str, message: str) -> None:
    data = quick()
    place = data["rounds"][0]["deal"]
    seat, old, new = hands
    place["hands"][seat] = place["hands"][seat].replace(old, new, 1)
    place["haggis"] = haggis or place["haggis"]
    with pytest.raises(RecordError, match=message) as caught:
        verify(data)
    assert caught.value.round == 1


def test_too_many_hands_or_too_few() -> None:
    for hands in ([], [FOURTEEN], [FOURTEEN] * 3):
        assert "deals 2 hands" in str(fault(changed(("rounds", 0, "deal", "hands"), hands)))


def test_nothing_follows_the_end() -> None:
    data = quick()
    data["rounds"][0]["actions"].append("0 pass")
    assert fault(data).action == 5
    data = quick()
    data["rounds"].append(data["rounds"][0])
    assert "the match is over, but another round follows" in str(fault(data))
    data = quick(end={"rounds": 2})
    del data["winners"]
    first = copy.deepcopy(data["rounds"][0])
    first["actions"] = first["actions"][:1]
    del first["result"], first["next"]
    data["rounds"] = [first, data["rounds"][0]]
    assert "the round before broke off" in str(fault(data))


def test_assertions_after_the_end_of_a_round_are_checked_too() -> None:
    data = quick()
    data["rounds"][0]["actions"] += [{"legal": {"seat": 0, "actions": []}}, {"illegal": "0 bet 15"}]
    assert verify(data).assertions == 3


def test_an_assertion_has_no_effect() -> None:
    data = quick()
    data["rounds"][0]["actions"] = [{"illegal": "0 pass"}, *data["rounds"][0]["actions"][:2], "1 play J Q K"]
    assert verify(data) == (1, 3, 1)


# What cannot be read


@pytest.mark.parametrize(
    "line",
    [
        "", " ", "{", "[]", "null", "true", "5", '"haggis"', "NaN", "{}", '{"haggis": NaN}', '{"haggis": 1e999}',
        '{"haggis": ' + "9" * 5000 + "}", '{"haggis": ' + "9" * 4000 + "}", "[" * 100000, '{"a":' * 100000, "x" * 10**6,
        '"' + "x" * 10**6, '{"haggis": 1, "rules": "' + "x" * 10**6 + '"}', "\ufeff{}", "\x00", "{'haggis': 1}",
    ],
    ids=lambda line: line[:20].strip() or "blank",
)  # fmt: skip
def test_no_record(line: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        Record.parse(line).verify()
    assert 0 < len(str(caught.value)) < 300


def test_a_million_characters_in_every_text() -> None:
    long = "2r " * 333333
    for path in [("rules",), ("rounds", 0, "deal", "haggis"), ("rounds", 0, "actions", 0), ("rounds", 0, "actions", 2)]:
        fault(changed(path, long))
    fault(changed(("rounds", 0, "deal", "hands", 0), long))
    fault(changed(("rounds", 0, "actions", 0), f"1 play {long}"))
    assert verify(quick(comment=long))


@pytest.mark.parametrize("cut", range(0, len(json.dumps(quick())), 13))
def test_truncated_records(cut: int) -> None:
    with pytest.raises(UnreadableRecord):
        Record.parse(json.dumps(quick())[:cut]).verify()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"haggis": "\xe9"}', b"", b"\n\n", b"\x00" * 50])
def test_files_that_hold_no_record(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(UnreadableRecord):
        Record.load(path)
    with pytest.raises(UnreadableRecord):
        Record.parse(content).verify()


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path, tmp_path / ("x" * 300), "nul\0byte"):
        with pytest.raises(UnreadableRecord):
            Record.load(path)


def test_names_that_are_no_unicode_text_can_be_saved(tmp_path: Path) -> None:
    r"""JSON allows a lone \ud800; what was read can be written."""
    record = Record.parse(json.dumps(quick(players=["\ud800", "Bob"])))
    record.verify()
    record.save(tmp_path / "lone.jsonl")
    assert Record.load(tmp_path / "lone.jsonl") == record


# Wrong types everywhere


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a record."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def tatties() -> Data:
    """A round of Tatties with a Shepherd, from random play."""
    for seed in range(100):
        *_, match = random_play("tatties-3", Rounds(1), seed)
        if match.finished[0].result.shepherd is not None:
            return json.loads(match.record().dump())  # type: ignore[no-any-return]
    raise AssertionError("no Shepherd in a hundred rounds")


def neeps() -> Data:
    """The start of a round of Neeps under house rules, with assertions."""
    rules = {"preset": "neeps-4", "sets": True, "bets": [10, 20]}
    match = Match(
        rules, dealer=3, deals=[deal("neeps-4", "2r 2r", "3r 3r", "4r 4r", "5r 5r")], players=["A", "B", "C", "D"]
    )
    for line in ("0 give 2r", "1 give 3r", "2 bet 10", "2 give 4r"):
        match = match.act(int(line[0]), line[2:])
    data: Data = json.loads(match.record().dump())
    data["rounds"][0]["actions"] += [{"legal": {"seat": 0, "actions": ["bet 20"]}}, {"illegal": "0 bet 10"}]
    return data


OPTIONAL = {("winners",), ("players",), ("seed",)} | {("rounds", 0, key) for key in ("result", "next")}
WRONG: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1.5,
    1e300,
    10**30,
    "",
    "x",
    "\x00",
    [],
    [[]],
    {},
    {"x": {}},
    float("nan"),
]


@pytest.mark.parametrize("data", [quick(), tatties(), neeps()], ids=["haggis", "tatties", "neeps"])
def test_wrong_types_everywhere(data: Data) -> None:
    """Whatever stands in whatever place: the record verifies or is refused as a record, nothing else comes out."""
    assert verify(data)
    last = len(data["rounds"][0]["actions"]) - 5
    passed = set()
    for path in paths(data):
        if path[:3] == ("rounds", 0, "actions") and len(path) > 3 and 4 < path[3] < last:
            continue  # the first and last actions stand for all
        for value in WRONG:
            try:
                verify(changed(path, value, data))
            except RecordError:
                continue
            if repr(value) != repr(at(data, path)):
                passed.add(path)
    # What takes more than one value: names, seeds, ends, house rules; what may be empty; a text that is not an action
    # is refused too, so `illegal` holds of it.
    assert {path for path in passed if path[-1] != "illegal"} <= {
        ("seed",),
        *(("players", seat) for seat in range(4)),
        ("end", "rounds"),
        ("rules", "sets"),
        ("rounds",),
        ("rounds", 0, "actions"),
    }


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


@pytest.mark.parametrize("data", [quick(), tatties(), neeps()], ids=["haggis", "tatties", "neeps"])
def test_required_keys(data: Data) -> None:
    """Every key of a record is needed but for the optional ones; what a result claims, it claims whole."""
    for path in paths(data):
        if not isinstance(path[-1], str):
            continue
        less = copy.deepcopy(data)
        del at(less, path[:-1])[path[-1]]
        if path in OPTIONAL:
            assert verify(less)
        elif path not in {("rules", "sets"), ("rules", "bets")}:
            fault(less)


@pytest.mark.parametrize("depth", [10, 100, 500, 900, 940, 960, 970, 980, 985, 990, 992, 994, 1000, 5000])
def test_deep_nesting_is_refused_as_a_record(depth: int) -> None:
    """Near the depth that Python can read, too, and wherever the nest stands."""
    places = [*paths({**quick(), "players": ["A", "B"]})]
    for opening, closing in (("[", "]"), ('{"preset":', "}"), ('{"legal":', "}")):
        for path in places:
            line = json.dumps(changed(path, "NEST", {**quick(), "players": ["A", "B"]}))
            nest = opening * depth + ("1" if opening != "[" else "") + closing * depth
            with pytest.raises(RecordError):
                Record.parse(line.replace('"NEST"', nest)).verify()


JSONISH = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)


@settings(max_examples=150)
@given(st.sampled_from(list(paths(quick()))), JSONISH)
def test_any_json_anywhere(path: tuple[Any, ...], value: Any) -> None:
    data = changed(path, value)
    try:
        verify(data)
    except RecordError:
        return
    assert Record(data).canonical().canonical() == Record(data).canonical()
