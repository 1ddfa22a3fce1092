"""What belongs to one person: nobody keeps answers, what is deleted is gone, and a table does not go back."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.wire import base64url
from tests.server.support import Guest, Player, server_inside


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any, Path]]:
    data = tmp_path_factory.mktemp("private") / "data"
    with server_inside(data) as (url, app):
        yield url, app, data


def test_no_answer_of_the_api_is_kept(server: tuple[str, Any, Path]) -> None:
    ann = Guest(server[0], "Ann")
    table = ann.table(seats=["me", "random"])
    for path in ("/api/me", f"/api/tables/{table}/view", "/api/profile", "/api/me/export", "/api/no-such-thing"):
        assert ann.http.get(path).headers.get_list("cache-control") == ["no-store"], path
    assert "no-store" not in ann.http.get("/").headers["cache-control"]


@pytest.mark.parametrize("path", ["/api/replay", "/api/records", "/api/matches?seat=0&ended=1"])
def test_integers_of_thousands_of_digits_are_refused(server: tuple[str, Any, Path], path: str) -> None:
    ann = Guest(server[0], "Ann")
    answer = ann.http.post(
        path, content=b'{"seed": ' + b"9" * 5000 + b"}", headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text


def test_a_challenge_that_is_no_text_is_a_bad_passkey(server: tuple[str, Any, Path]) -> None:
    ann = Guest(server[0], "Ann")
    client = base64url.encode(b'{"challenge": "\\ud800"}')
    credential = {"id": "x", "rawId": "x", "type": "public-key", "response": {"clientDataJSON": client}}
    answers = [
        ann.http.post(path, json={"credential": credential}) for path in ("/api/passkeys/enter", "/api/passkeys")
    ]
    assert all(answer.status_code < 500 for answer in answers), [answer.text for answer in answers]


def test_deleted_words_are_in_no_file(server: tuple[str, Any, Path]) -> None:
    url, _, data = server
    zoe = Guest(url, "Zoenobia of Zanzibar")
    zoe.table(title="One evening")
    files = [file for file in data.iterdir() if file.name.startswith("haggis.sqlite")]
    assert any(b"Zanzibar" in file.read_bytes() for file in files)
    zoe.delete("/api/me")
    assert [file.name for file in files if file.exists() and b"Zanzibar" in file.read_bytes()] == []


async def test_two_who_reload_a_table_at_once_do_not_fail(server: tuple[str, Any, Path]) -> None:
    url, app, _ = server
    tables = app.state.registry
    table = Guest(url, "Ann").table()
    loop = next(iter(app.state.tasks._running)).get_loop()

    async def race() -> list[Any]:
        session = await tables.get(table)
        async with session.log.lock:
            both = [asyncio.ensure_future(tables.reload(table)) for _ in range(2)]
            await asyncio.sleep(0.05)
        return await asyncio.gather(*both, return_exceptions=True)

    assert await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(race(), loop)) == [None, None]


async def test_a_client_that_has_seen_more_gets_no_older_state(server: tuple[str, Any, Path]) -> None:
    """It comes from another process, whose entry this one has not heard of."""
    url, _, data = server
    ann = Guest(url, "Ann")
    table = ann.table()
    seq = 1 + int(ann.get(f"/api/tables/{table}/view")["seq"])
    with closing(sqlite3.connect(data / "haggis.sqlite", timeout=20)) as db:
        line = {"name": "Ann", "text": "from the other process"}
        row = {"table": table, "seq": seq, "kind": "chat", "seat": 0, "data": json.dumps(line), "at": 0}
        db.execute(f"INSERT INTO log ({','.join(map(repr, row))}) VALUES (?,?,?,?,?,?)", [*row.values()])
        db.commit()
    player = await Player(ann, table).open(seq)
    try:
        assert (await player.hear())["seq"] == seq
    finally:
        await player.close()


def test_a_closed_server_takes_nobody_without_its_code(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", join_code="heather") as (url, _):
        eve, ann = Guest(url, signed_in=False), Guest(url, signed_in=False)
        for code in ("", "Heather", "heather "):
            assert eve.post("/api/me", {"name": "Eve", "code": code}, 403)["code"] == "closed-server"
        assert eve.post("/api/me", {"name": "Eve"}, 403)["code"] == "closed-server"
        for seats in (["random", "random"], ["open", "open"]):
            assert eve.post("/api/tables", {"rules": "haggis-2", "seats": seats}, 403)["code"] == "closed-server"
        ann.post("/api/me", {"name": "Ann", "code": "heather"}, 200)
        ann.table()
        assert ann.post("/api/me", {"name": "Anna"}, 200)["name"] == "Anna", "members do not need it again"


def test_guessing_the_code_of_a_closed_server_is_slow(tmp_path: Path) -> None:
    """Who has guessed too often learns nothing more; who knows the code need not wait for others."""
    with server_inside(tmp_path / "data", join_code="heather", sign_ins_per_minute=1) as (url, _):
        for name in ("Ann", "Bob", "Cat"):
            Guest(url, signed_in=False).post("/api/me", {"name": name, "code": "heather"}, 200)
        eve = Guest(url, signed_in=False)
        said = [eve.http.post("/api/me", json={"name": "Eve", "code": code}).status_code for code in ("a", "heather")]
        assert said == [403, 429]
