"""The server's parts by themselves: settings, tokens, limits, the log's fold, what a view's changes hold."""

import asyncio
import logging
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from haggis_cards import RULES, Match, Rounds
from haggis_cards.server.app.protocols import WebSocketProtocol
from haggis_cards.server.people.tokens import Signer, load_keys, old_key, rotate_key
from haggis_cards.server.process.config import OTHERS, ServerSettings, group_of, load_settings, misspelt
from haggis_cards.server.process.logs import JsonFormatter
from haggis_cards.server.process.outage import Outage
from haggis_cards.server.registry.limits import Bucket, Rates, Slots
from haggis_cards.table import commands
from haggis_cards.table.connection import Connection
from haggis_cards.table.guests import Guest, clean_name, clean_text
from haggis_cards.table.log import Entry
from haggis_cards.table.state import TableState
from haggis_cards.table.terms import first_entry
from haggis_cards.view import entry as log_entry
from haggis_cards.view import own_changes, public_changes
from haggis_cards.wire.refusals import ConfigError, Refused
from haggis_cards.wire.tables import Command, NewTable

ROOT = Path(__file__).parents[2]


def test_every_setting_is_documented_with_its_default() -> None:
    documented = dict(
        re.findall(r"^\| `(\w+)` \| (?:`([^`]*)`)? ?\|", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE)
    )
    lists = {"hosts", "origins"}  # empty
    real = {field.name: field.default for field in msgspec.structs.fields(ServerSettings) if field.name not in lists}
    assert documented.keys() == {*real, *lists}
    for name, default in real.items():
        shown = str(default).lower() if isinstance(default, bool) else str(default)  # as TOML has it
        assert documented[name] == shown, name


def test_the_page_names_the_group_of_each_setting() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    groups = re.split(
        r"^\*\*`\[(\w+)\]`\*\*$", page.partition("## Settings")[2].partition("\n## ")[0], flags=re.MULTILINE
    )
    listed = {
        name: group
        for group, text in zip(groups[1::2], groups[2::2], strict=True)
        for name in re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    }
    assert listed == {field.name: group_of(field.name) for field in msgspec.structs.fields(ServerSettings)}


def test_a_file_has_settings_in_groups_or_in_none(tmp_path: Path) -> None:
    file = tmp_path / "haggis.toml"
    file.write_text("port = 1\n[bots]\nbot_pause = 0.5\n[push]\npush = false\n[limits]\nmax_tables = 7\n")
    settings = load_settings({}, {}, str(file))
    assert (settings.port, settings.bot_pause, settings.push, settings.max_tables) == (1, 0.5, False, 7)


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "haggis.toml"
    file.write_text('port = 1\nhost = "a"\nbot_pause = 0.5\n')
    settings = load_settings(
        {"port": 3, "host": None}, {"HAGGIS_PORT": "2", "HAGGIS_HOST": "b", "HAGGIS_ORIGINS": "x,y"}, str(file)
    )
    assert (settings.port, settings.host, settings.bot_pause, settings.origins) == (3, "b", 0.5, ["x", "y"])


@pytest.mark.parametrize(
    ("flags", "environment", "text", "words"),
    [
        ({"port": 70000}, {}, "", "port"),
        ({}, {"HAGGIS_AWAY_AFTER": "soon"}, "", "HAGGIS_AWAY_AFTER"),
        ({}, {}, "speed = 3", "speed"),
        ({}, {}, "port = ", "not TOML"),
        ({}, {}, "[limits]\nport = 1", r"haggis.toml: port stands in \[server\], not in \[limits\]"),
        ({}, {}, "[bots]\nspeed = 1", "haggis.toml: speed is not a setting"),
        ({}, {}, "[robots]\nspeed = 1", r"haggis.toml: \[robots\] is not a group of settings; there are server, bots"),
        ({"workers": 2}, {}, "", "PostgreSQL"),
        ({"log_level": "loud"}, {}, "", "--log-level cannot be 'loud': it is one of debug, info, warning, error"),
        ({}, {"HAGGIS_LOG_FORMAT": "xml"}, "", "HAGGIS_LOG_FORMAT"),
        ({}, {}, "prot = 3", "haggis.toml: prot is not a setting; do you mean port"),
        ({"port": 3}, {}, "port = 'x'", "haggis.toml: port cannot be 'x'"),
        ({}, {}, "stand_in = 'grandmaster'", "stand_in must be a bot's level"),
        ({}, {}, "hint_level = 'process:ls'", "hint_level must be a bot's level"),
        ({"name": "x" * 41}, {}, "", "name must be one line of at most 40 visible characters"),
        ({"name": "A\nclub"}, {}, "", "name must be one line"),
        ({"name": "A\u202eclub"}, {}, "", "name must be one line"),
        ({"imprint": "javascript:alert(1)"}, {}, "", "imprint must be an address such as https://"),
        ({"imprint": "https://"}, {}, "", "imprint must be an address"),
        ({"imprint": "https://club.example/a b"}, {}, "", "imprint must be an address"),
        ({"imprint": "https://club.example/" + "x" * 500}, {}, "", "imprint must be an address"),
        ({"table_makers": "nobody"}, {}, "", "everybody, members, invited"),
    ],
)
def test_wrong_settings_are_named(
    tmp_path: Path, flags: dict[str, object], environment: dict[str, str], text: str, words: str
) -> None:
    file = tmp_path / "haggis.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=words):
        load_settings(flags, environment, str(file))


def test_variables_that_are_no_settings_are_named_with_what_was_meant() -> None:
    environment = dict.fromkeys(
        ("HAGGIS_PORT", "HAGGIS_CONFIG", "PORT", "HAGGIS_PROT", "HAGGIS_CONFG", "HAGGIS_data", "HAGGIS_VERBOSE"), "1"
    )
    assert misspelt(environment) == [
        "HAGGIS_CONFG is not a setting; do you mean HAGGIS_CONFIG?",
        "HAGGIS_PROT is not a setting; do you mean HAGGIS_PORT?",
        "HAGGIS_VERBOSE is not a setting; docs/hosting.md lists them all",
        "HAGGIS_data is not a setting; do you mean HAGGIS_DATA?",
    ]


def test_no_variable_of_the_project_itself_is_warned_of() -> None:
    """Whatever the sources, the tests, the scripts and the client read and set."""
    files = [file for folder in ("src", "tests", "scripts", "bench", "lab") for file in (ROOT / folder).rglob("*.py")]
    here = (Path(__file__), ROOT / "src" / "haggis_cards" / "server" / "config.py")
    files = [*(ROOT / "web").glob("*.ts"), *(file for file in files if file not in here)]
    found = {name for file in files for name in re.findall(r"HAGGIS_\w*[A-Z]", file.read_text(encoding="utf-8"))}
    assert found > OTHERS  # which lists nothing that nobody uses
    assert misspelt(dict.fromkeys(found, "")) == []


def test_the_key_is_made_once_for_the_owner_alone(tmp_path: Path) -> None:
    (key,) = load_keys(tmp_path / "key")
    assert len(key) == 32
    assert load_keys(tmp_path / "key") == [key]
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(ConfigError, match="too short"):
        load_keys(tmp_path / "key")


def test_after_a_rotation_two_keys_are_good(tmp_path: Path) -> None:
    path, guest = tmp_path / "key", Guest("abc", "Ann")
    first = Signer(*load_keys(path)).token(guest)
    rotate_key(path)
    signer = Signer(*load_keys(path))
    second = signer.token(guest)
    assert signer.guest(first) == signer.guest(second) == guest
    assert (signer.is_old(first), signer.is_old(second), signer.is_old("x"), signer.is_old(None)) == (
        True,
        False,
        False,
        False,
    )
    assert old_key(path).stat().st_mode & 0o077 == 0
    rotate_key(path)
    signer.renew(*load_keys(path))
    assert signer.guest(first) is None
    assert signer.is_old(second)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["key", "key.old"]


def test_tokens_are_believed_only_from_the_same_key() -> None:
    guest = Guest("abc", "Ännchen 🐑")
    token = Signer(b"k" * 32).token(guest)
    assert Signer(b"k" * 32).guest(token) == guest
    assert Signer(b"l" * 32).guest(token) is None
    assert Signer(b"k" * 32).guest(None) is None
    for cut in range(len(token)):
        assert Signer(b"k" * 32).guest(token[:cut]) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Ann \t\n Bee ", "Ann Bee"),
        ("\u202eevil\u2066", "evil"),
        ("Z\u0301\u0302\u0303\u0304\u0305", "\u0179\u0302\u0303"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("\u0000\u200b\ufeff", ""),
        ("<script>", "<script>"),
        ("x" * 99, "x" * 24),
    ],
)
def test_names_and_lines_are_made_fit_to_be_shown(text: str, shown: str) -> None:
    assert clean_text(text, 24) == shown


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\uffa0\u115f\u1160",
        "\u2800",
        "\ufe0f",
        "\U000e0101",
        "\u034f",
        "\u180b",
        "\U0001d159",
        "\u200d",
        "\u0301",
        "\u17b4 \u17b5",
        "Ann\u0430",
        "\u0391nna",
        "Somebody",
        "\uff33erver",
        "BOT",
        "",
    ],
)
def test_names_that_nobody_sees_or_that_seem_to_be_others_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "\u0410\u043d\u043d\u0430",
        "\u0386\u03bd\u03bd\u03b1",
        "👩\u200d🌾",
        "❤\ufe0f",
        "\u5b89\u5a1c Li",
        "O'Neil-7",
    ],
)
def test_names_in_any_one_alphabet_are_taken(name: str) -> None:
    assert clean_name(name) == name


def test_buckets_refill() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1) for _ in range(3)] == [True, True, False]
    time = [0.0]
    rates = Rates("hints", 1, 1, clock=lambda: time[0])
    rates.check("a")
    rates.check("b")
    with pytest.raises(Refused, match="too many hints"):
        rates.check("a")
    time[0] = 1
    rates.check("a")
    slots = Slots("connections", 1)
    slots.take("a")
    with pytest.raises(Refused, match="too many connections from your address; 1 are allowed"):
        slots.take("a")
    slots.free("a")
    slots.take("a")


def test_logs_are_lines_of_json() -> None:
    import json
    import logging

    record = logging.LogRecord("haggis.x", logging.INFO, "", 0, "so %s", ("what\n?",), None)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["event"] == "so what\n?"


# The log's fold


def played_table(seed: int, preset: str = "haggis-3") -> list[Entry]:
    """The log of a table with chat, people who go and return, and a whole match."""
    rng = random.Random(seed)
    guest = Guest("ann", "Ann")
    table = TableState("t")
    log: list[Entry] = []

    def enter(entry: Entry, after: Match | None = None) -> None:
        log.append(entry)
        table.apply(entry, after)

    seats = ["me", *["random"] * (RULES[preset].players - 1)]
    enter(first_entry(NewTable(rules=preset, seats=seats, end={"rounds": 1}), guest))
    enter(*table.start(0, seed))
    while table.status == "playing":
        if rng.random() < 0.05:
            enter(*table.chat(0, "hm"))
        if rng.random() < 0.05:
            draft = table.back(0) if table.chairs[0].away else table.away(0, "clock")
            enter(*draft)
        assert table.match is not None
        seat = rng.choice(table.to_act)
        action = str(rng.choice(table.match.legal(seat)))
        enter(*table.act(seat, action, table.seq, id=f"{table.seq}"))
    enter(*table.rematch(0))
    return log


@pytest.mark.parametrize("preset", list(RULES))
def test_the_same_log_gives_the_same_table(preset: str) -> None:
    log = played_table(3, preset)
    whole, pieces = TableState("t"), TableState("t")
    for entry in log:
        whole.apply(entry)
        before, trial = vars(pieces).copy(), pieces.trial()
        before["chairs"] = list(pieces.chairs)
        trial.apply(entry)
        assert vars(pieces) == before  # what is tried on it changes nothing
        assert (trial.info(), trial.since, trial.match) == (whole.info(), whole.since, whole.match)
        pieces.apply(entry)
        if "id" in entry.data:
            assert whole.done("ann" if entry.seat == 0 else None, entry.data["id"]) == entry.seq
    assert whole.status == "over"
    with pytest.raises(ValueError, match="does not follow"):
        whole.apply(log[0])


def test_a_bet_leaves_the_decision_open() -> None:
    """R7.1: bets come out of turn; they neither restart a clock nor make an answer stale."""
    table = TableState("t")
    table.apply(first_entry(NewTable(rules="haggis-2", seats=["random", "random"]), None))
    table.apply(table.start(None, 5).entry)
    since, seat = table.since, table.to_act[0]
    table.apply(table.act(1 - seat, "bet 15", table.seq).entry)
    assert table.since == since
    assert table.match is not None
    table.act(seat, str(table.match.legal(seat)[0]), since)


# What a view's changes hold


@pytest.mark.parametrize("preset", list(RULES))
def test_changes_make_the_next_view_out_of_the_last(preset: str) -> None:
    """For every seat and the spectator, after every action, open bets included."""
    for seed in range(3):
        rng = random.Random(seed)
        match = Match(RULES[preset].replace(sets=seed == 2), Rounds(2), seed=seed)
        views: dict[int | None, dict[str, Any]] = {s: dict(match.view(s)) for s in (None, *match.rules.seats)}
        while not match.over:
            seat = rng.choice([seat for seat in match.rules.seats if match.legal(seat)])
            before, match = match, match.act(seat, rng.choice(match.legal(seat)))
            public = public_changes(before, match)
            for viewer, view in views.items():
                changes = public if viewer is None else {**public, **own_changes(before, match, viewer)}
                view.update(changes)
                if "log" not in changes:
                    view["log"] = [*view["log"], log_entry(match, viewer)]
                assert view == match.view(viewer)


async def test_who_has_not_had_a_chance_to_read_is_not_cut_off() -> None:
    """The look round may come before the first message is on its way."""
    sent: list[str] = []
    cut: list[bool] = []

    async def send(message: Any) -> None:
        sent.append(message["text"])

    conn = Connection(send, None, 10, lambda _: b"", lambda *_: cut.append(True))
    conn.push(b"first")
    conn.check()
    await asyncio.sleep(0)
    assert sent == ["first"]
    assert not cut


async def test_a_message_is_written_at_once_unless_another_waits() -> None:
    """Nothing overtakes a message that a client was too slow to take."""
    sent: list[str] = []
    reads = True

    async def send(message: Any) -> None:
        sent.append(message["text"])

    def write_now(message: bytes) -> bool:
        if reads:
            sent.append(message.decode())
        return reads

    conn = Connection(send, None, 10, lambda _: b"", write_now=write_now)
    conn.push(b"1")
    assert sent == ["1"]
    reads = False
    conn.push(b"2")
    reads = True
    conn.push(b"3")
    assert sent == ["1"]
    await asyncio.sleep(0)
    conn.push(b"4")
    assert sent == ["1", "2", "3", "4"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1 << 8, (1 << 16) - 1, 1 << 16, 700_000])
def test_messages_are_framed_as_the_library_does(size: int) -> None:
    written: list[bytes] = []
    transport = SimpleNamespace(write=written.append, is_closing=lambda: False)
    writable = asyncio.Event()
    socket: Any = SimpleNamespace(writable=writable, close_sent=False, disconnected=False, transport=transport)
    assert not WebSocketProtocol.write_now(socket, b"x" * size)
    writable.set()
    assert WebSocketProtocol.write_now(socket, b"x" * size)
    assert written == [Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)]
    for state in ("close_sent", "disconnected"):
        closed: Any = SimpleNamespace(**{**vars(socket), state: True})
        assert not WebSocketProtocol.write_now(closed, b"x")


def test_an_outage_is_two_lines(caplog: pytest.LogCaptureFixture) -> None:
    time = 100.0
    outage = Outage(logging.getLogger("haggis.test"), "the store cannot be written", lambda: time)
    outage.worked()
    for _ in range(500):
        outage.failed("connection refused")
        outage.worked()  # a single success does not end it
        time += 0.01
    time += 2
    outage.worked()
    outage.worked()
    first, last = [record.getMessage() for record in caplog.records]
    assert first.startswith("the store cannot be written: connection refused")
    assert last == "the store cannot be written: over after 5.0 s and 500 failures"


def test_every_command_has_one_handler() -> None:
    assert commands.DECISIONS.keys() | commands.OTHERS.keys() == set(get_args(Command))
    assert not commands.DECISIONS.keys() & commands.OTHERS.keys()
