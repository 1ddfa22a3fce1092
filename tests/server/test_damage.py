"""Damaged tables are set aside: they are refused in words, and everything else goes on."""

from pathlib import Path

import pytest

from haggis_cards import Record
from tests.server.store import change
from tests.server.support import Guest, server_inside, wait_for

# What may stand in a log that cannot be read: changes of an entry.
DAMAGE = {
    "bad JSON": (1, "SET data = '{\"rules'"),
    "an unknown kind": (2, "SET kind = 'dance'"),
    "a gap": (2, "SET seq = 20000"),
    "an illegal action": (3, 'SET data = \'{"action": "lead 7"}\''),
    "a line without a name": (3, "SET kind = 'chat', data = '{\"text\": \"boo\"}'"),
}


def test_damaged_tables_take_no_others_along(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data, bots = tmp_path / "data", ["random", "random"]
    with server_inside(data, bot_pause=0.3, bot_workers=1) as (url, _):
        ann = Guest(url)
        damaged = {name: ann.table("haggis-2", bots, end={"rounds": 50}, listed=True) for name in DAMAGE}
        whole = [ann.table("haggis-2", bots, end={"rounds": 1}) for _ in range(4)]
        waiting, broken, empty = ann.table(listed=True), ann.table(listed=True), ann.table(seats=["open", "open"])
        for table in damaged.values():
            wait_for(lambda: ann.get(f"/api/tables/{table}/view")["seq"] >= 3)  # noqa: B023
        cookie = ann.http.cookies
    for name, (seq, what) in DAMAGE.items():
        change(data, f'UPDATE log {what} WHERE "table" = ? AND seq = ?', damaged[name], seq)
    change(data, "UPDATE tables SET info = '{' WHERE id = ?", broken)
    caplog.clear()
    with server_inside(data, bot_workers=1, sweep=0.2, empty_after=1) as (url, _):
        ann = Guest(url, signed_in=False)
        ann.http.cookies = cookie
        assert waiting in {mine["table"]["id"] for mine in ann.get("/api/me")["tables"]}
        for table in damaged.values():
            refused = ann.get(f"/api/tables/{table}", 500)
            assert refused["code"] == "damaged"
            assert "its log is damaged at entry" in refused["reason"]
        shown = {info["id"] for info in ann.get("/api/lobby")["tables"]}
        assert not shown & {*damaged.values(), broken}
        for table in whole:  # nobody asks for them until they are over
            wait_for(lambda: bool(ann.get(f"/api/tables/{table}/records")["records"]))  # noqa: B023
            Record(ann.get(f"/api/tables/{table}/records/1")).verify()
        wait_for(lambda: ann.get(f"/api/tables/{empty}")["status"] == "closed")
        assert ann.get("/health")["damaged"] == len(DAMAGE)
    assert not [record for record in caplog.records if record.exc_info]
    told = [record.getMessage() for record in caplog.records if "set aside" in record.getMessage()]
    assert len(told) == len(DAMAGE)
    assert not any(table in caplog.text for table in damaged.values()), "a table's address is in the log"


def test_a_table_of_version_0_1_in_which_nobody_chose_is_refused_in_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """R5.9: `haggis-3-2010` gave bombed tricks to the player whom the bomb beat, as its house rule `previous` does."""
    data, rules, bots = tmp_path / "data", {"preset": "haggis-3-2010", "bomb_to": "previous"}, ["random"] * 3
    with server_inside(data, bot_workers=1) as (url, _):
        ann = Guest(url)
        tables = [ann.table(rules, bots, end={"rounds": 50}) for _ in range(2)]
        for table in tables:  # some rounds, in which somebody has bombed
            wait_for(lambda: ann.get(f"/api/tables/{table}/view")["seq"] >= 400)  # noqa: B023
        cookie = ann.http.cookies
    old, new = tables
    plain = "SET data = json_set(data, '$.rules', 'haggis-3-2010')"
    change(data, f'UPDATE log {plain} WHERE "table" = ? AND seq = 1', old)
    caplog.clear()
    with server_inside(data, bot_workers=1) as (url, _):
        ann = Guest(url, signed_in=False)
        ann.http.cookies = cookie
        assert ann.get(f"/api/tables/{new}")["status"] in ("playing", "over")
        assert "this table cannot be read" in ann.get(f"/api/tables/{old}", 500)["reason"]
    assert "the winner by bomb is deciding who gets the cards" in caplog.text  # the owner reads why
