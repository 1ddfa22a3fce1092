"""Kills of a server, and what its log must then say."""

import os
from collections import Counter
from typing import Any

from haggis_cards import Record
from tests.server.support import Player

KILLS = int(os.environ.get("HAGGIS_KILLS", "3"))
BATCH = 20  # kills during one set of matches

Log = list[tuple[int, str, int | None, dict[str, Any]]]


def check_log(log: Log, table: str, seated: list[Player]) -> None:
    """Nothing is missing, nothing is there twice, and everybody has seen what is stored."""
    assert [seq for seq, *_ in log] == list(range(1, len(log) + 1))
    stored = {seq: f"{seat} {data['action']}" for seq, kind, seat, data in log if kind == "act"}
    ids = Counter((seat, data["id"]) for _, kind, seat, data in log if kind == "act" and "id" in data)
    assert not ids or max(ids.values()) == 1, "an action was played twice"
    for player in seated:
        for seq, action in player.acknowledged:
            assert stored[seq] == action, "an acknowledged action is not there"
        seen = {m["seq"]: m["action"] for m in player.heard if m["type"] == "played"}
        assert seen.items() <= stored.items(), "what a client saw was taken back"
    record = Record(player.guest.get(f"/api/tables/{table}/records/1"))
    record.verify()
    actions = [action for each in record.data["rounds"] for action in each["actions"]]
    assert actions == list(stored.values())
