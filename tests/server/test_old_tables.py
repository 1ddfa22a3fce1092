"""Tables that the version before has stored: its entries lack what hosts, pauses, banks and take-backs need."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from haggis_cards import Match, Rounds
from tests.server.support import Guest, Player, ServerProcess

TABLE = "old-table"
SEED = 77


def old_log(guest: str) -> list[tuple[str, int | None, dict[str, Any]]]:
    """A match of Ann and a bot, one round and some plays of the second, as the version before wrote it."""
    entries: list[tuple[str, int | None, dict[str, Any]]] = [
        ("make", None, {"rules": "haggis-2", "end": {"rounds": 3}, "chairs": [{}, {"level": "random"}], "clock": 30}),
        ("sit", 0, {"guest": guest, "name": "Ann", "id": "1"}),
        ("start", 0, {"seed": str(SEED), "id": "2"}),
        ("chat", 0, {"name": "Ann", "text": "good luck", "id": "3"}),
        ("away", 0, {"why": "clock"}),
        ("back", 0, {"id": "4"}),
    ]
    match = Match("haggis-2", Rounds(3), seed=SEED)
    while not match.finished or len(match.round.log) < 2:
        seat = match.to_act[0]
        action = match.legal(seat)[0]
        entries.append(
            ("act", seat, {"action": str(action), **({"bot": True} if seat else {"id": f"a{len(entries)}"})})
        )
        match = match.act(seat, action)
    return entries


def old_info() -> dict[str, Any]:
    seat = {"kind": "person", "name": "Ann", "level": None, "away": None, "again": False, "connected": False}
    bot = {**seat, "kind": "bot", "name": "Bot Random", "level": "random"}
    terms = {"id": TABLE, "title": "", "rules": "haggis-2", "end": {"rounds": 3}, "clock": 30, "listed": True}
    return {**terms, "status": "playing", "match": 1, "seats": [seat, bot], "watchers": 0, "records": 0}


async def test_a_table_of_the_version_before_goes_on(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann = Guest(server.url, "Ann")
        guest = ann.http.cookies["haggis"].split(".")[0]
        server.stop()
        with sqlite3.connect(server.data / "haggis.sqlite") as db:
            for seq, (kind, seat, data) in enumerate(old_log(guest), 1):
                db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", (TABLE, seq, kind, seat, json.dumps(data), seq))
            row = (TABLE, "playing", True, 5, json.dumps(old_info()))
            db.execute("INSERT INTO tables (id, status, listed, changed, info) VALUES (?, ?, ?, ?, ?)", row)
            db.execute('INSERT INTO sittings (guest, "table", seat) VALUES (?, ?, ?)', (guest, TABLE, 0))
        server.start()
        assert [info["id"] for info in ann.get("/api/lobby")["tables"]] == [TABLE]
        assert ann.get("/api/me")["tables"][0]["table"]["host"] in (0, None)  # the stored face may still be the old one
        player = await Player(ann, TABLE).open()
        state = await player.hear()
        assert (state["table"]["host"], state["table"]["paused"], state["table"]["undo"]) == (0, False, None)
        assert (state["table"]["bank"], state["table"]["take_backs"], state["table"]["pace"]) == (None, True, "normal")
        assert [seat["missed"] for seat in state["table"]["seats"]] == [0, 0]
        assert state["chat"][0]["text"] == "good luck"
        assert state["view"]["round"] == 2
        assert len(state["view"]["results"]) == 1
        assert (await player.ask("act", id="a7", action="pass", seq=state["seq"]))["type"] == "ok"  # done long ago
        await player.play()
        assert player.info["status"] == "over"
        await player.close()
