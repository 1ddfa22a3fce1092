"""The stand-in for msgspec that runs in the browser writes and reads every message as msgspec does."""

import importlib.util
import json
import sys
from types import ModuleType
from typing import Any

import msgspec
import pytest

from haggis_cards import Match
from haggis_cards.browser import structs
from haggis_cards.review.model import FactData
from haggis_cards.wire import facts
from haggis_cards.wire import tables as messages


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of messages as a browser has it."""
    monkeypatch.setitem(sys.modules, "msgspec", structs)
    monkeypatch.setitem(sys.modules, facts.__name__, _loaded(facts))
    return _loaded(messages)


def _loaded(module: ModuleType) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"plain_{module.__name__}", module.__file__ or "")
    assert spec is not None
    assert spec.loader is not None
    fresh = importlib.util.module_from_spec(spec)
    sys.modules[fresh.__name__] = fresh  # type hints are looked up there
    spec.loader.exec_module(fresh)
    return fresh


def events(m: Any) -> list[Any]:
    """One of each kind at least."""
    seats = [m.SeatInfo(kind="person", name="Añn", connected=True), m.SeatInfo(kind="bot", level="club", away=None)]
    table = m.TableInfo(
        id="x",
        title="“Club” night",
        rules={"preset": "haggis-2", "bets": [15, 30]},
        end={"rounds": 1},
        clock=None,
        listed=False,
        status="playing",
        match=1,
        seats=seats,
        watchers=0,
        records=0,
        undo=m.UndoInfo(1, [0]),
        origin=m.Origin(record="r", round=1, index=4),
    )
    view = dict(Match("haggis-2", seed=3).view(0))
    clock = m.Clock(10, 20)
    return [
        m.State(seq=3, table=table, seat=0, view=view, clock=clock, pause=None, grace=[None, 4], chat=[]),
        m.State(
            seq=3, id="a", table=table, seat=None, view=None, clock=None, pause=None, grace=[],
            chat=[m.ChatLine(2, None, "Bob", "hi\n\u2028")],
        ),
        m.Played(seq=4, seat=1, action="1 pass", changes={"trick": []}),
        m.Played(seq=4, id="b", seat=0, action="0 pass", changes={}, bot=True, late=True, clock=clock, table=table),
        m.Table(seq=5, what="start", table=table, view=view),
        m.Table(seq=5, what="sit", table=table, seat=1, you=0),
        m.Said(seq=6, seat=None, name="Bob", text="€"),
        m.Reacted(seq=6, seat=1, reaction="clap"),
        m.Presence(seq=6, connected=[True], watchers=0, grace=[None]),
        m.Hinted(seq=7, id="c", action="pass", why=""),
        m.Hinted(seq=7, action="pass", why="", reason=[{"code": "kept", "params": {"cards": "K"}}], other="play K"),
        m.Ok(seq=7, id="d"),
        m.Error(seq=7, code="stale", reason="…"),
        m.Error(seq=7, id="e", code="too-low", reason="…", params={"values": [15, 30], "most": 1.5}),
        m.Problem("no-table", "there is no such table"),
        m.Me(None, [m.MyTable(table=table, seat=1, changed=5)]),
    ]  # fmt: skip


def test_every_event_is_written_alike(plain: Any) -> None:
    written = [json.loads(messages.encode(event)) for event in events(messages)]
    assert [json.loads(plain.encode(event)) for event in events(plain)] == written
    said = {text.get("type") for text in written}
    assert said >= {"state", "played", "table", "chat", "react", "presence", "hint", "ok", "error"}


COMMANDS = [
    '{"type":"act","id":"1","action":"pass","seq":3}',
    '{"type":"sit","id":"1"}',
    '{"type":"sit","id":"1","seat":null}',
    '{"type":"bot","id":"1","seat":3,"level":"club"}',
    '{"type":"settings","id":"1","pace":"fast","talk":true}',
    '{"type":"rematch","id":"1","again":false}',
    '{"type":"react","id":"1","reaction":"clap"}',
    '{"type":"ping","id":"1"}',
]
WRONG = [
    "",
    "[]",
    "{",
    '{"id":"1"}',
    '{"type":"dance","id":"1"}',
    '{"type":7,"id":"1"}',
    '{"type":"ping"}',
    '{"type":"ping","id":""}',
    '{"type":"ping","id":7}',
    '{"type":"ping","id":"1","more":1}',
    '{"type":"act","id":"1","action":"pass","seq":-1}',
    '{"type":"act","id":"1","action":"pass","seq":true}',
    '{"type":"act","id":"1","action":"pass","seq":"3"}',
    '{"type":"sit","id":"1","seat":4}',
    '{"type":"settings","id":"1","pace":"quick"}',
    '{"type":"bot","id":"1","seat":3}',
    '{"type":"react","id":"1","reaction":"boo"}',
    '{"type":"rematch","id":"1","again":1}',
]


@pytest.mark.parametrize("text", COMMANDS)
def test_commands_are_read_alike(plain: Any, text: str) -> None:
    ours, theirs = plain.decode_command(text), messages.decode_command(text)
    assert type(ours).__name__ == type(theirs).__name__
    assert json.loads(plain.encode(ours)) == json.loads(messages.encode(theirs))


@pytest.mark.parametrize("text", WRONG)
def test_wrong_commands_are_refused_alike(plain: Any, text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        messages.decode_command(text)
    with pytest.raises(structs.DecodeError):
        plain.decode_command(text)


@pytest.mark.parametrize(
    "data",
    [None, 3, {}, {"code": "few-left"}, {"code": 3, "params": {}}, {"code": "x", "params": {"count": 1}, "more": 2}],
)
def test_typed_dicts_are_read_as_by_msgspec(data: Any) -> None:
    def read(by: Any) -> Any:
        try:
            return by.convert(data, FactData)
        except by.ValidationError:
            return "refused"

    assert read(structs) == read(msgspec)
