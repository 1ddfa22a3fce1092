"""A club of one's own: its name and imprint, the closed door, who makes tables, and tables without chat."""

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
from litestar.routes import HTTPRoute
from websockets.exceptions import InvalidStatus

from haggis_cards.server.http.access import WAYS_IN
from haggis_cards.server.people import makers
from tests.server.support import Guest, Player, server_inside

NAME: Final = 'Heather & "Thistle" <Club>'
IMPRINT: Final = "https://club.example/imprint?a=1&b=2"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    data = tmp_path_factory.mktemp("club") / "data"
    with server_inside(data, name=NAME, imprint=IMPRINT, chat=False, join_code="heather") as found:
        yield found


def member(url: str, name: str = "Ann") -> Guest:
    guest = Guest(url, signed_in=False)
    guest.post("/api/me", {"name": name, "code": "heather"}, 200)
    return guest


def stranger(url: str) -> Guest:
    return Guest(url, signed_in=False)


# The name


def test_the_page_and_the_manifest_carry_the_name(club: tuple[str, Any]) -> None:
    page = stranger(club[0]).http.get("/").text
    if 'id="app"' not in page:
        pytest.skip("the browser client is not built into this installation: see web/README.md")
    found = re.search(r'<meta name="haggis-server" content="([^"]*)" />', page)
    assert found
    assert json.loads(unescape(found[1])) == {"name": NAME, "imprint": IMPRINT, "chat": False}
    assert "<title>Heather &amp; &quot;Thistle&quot; &lt;Club&gt; · Haggis</title>" in page
    assert '<meta property="og:site_name" content="Heather &amp; &quot;Thistle&quot; &lt;Club&gt;" />' in page
    assert "<Club>" not in page
    manifest = stranger(club[0]).get("/manifest.webmanifest")
    assert (manifest["name"], manifest["short_name"], manifest["start_url"]) == (NAME, "Haggis", "./")


# The closed door


def test_strangers_get_nothing_but_the_way_in_on_any_route(club: tuple[str, Any]) -> None:
    url, app = club
    ann, eve = member(url), stranger(url)
    values = {"table": ann.table(title="Secret evening", listed=True), "preset": "haggis-2"}
    asked = 0
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or not route.path.startswith("/api/") or route.path.startswith(WAYS_IN):
            continue
        path = re.sub(r"{(\w+):(\w+)}", lambda part: values.get(part[1], "1"), route.path)
        for method in {one for handler in route.route_handlers for one in handler.http_methods} - {"OPTIONS"}:
            answer = eve.http.request(method, path, json={} if method == "POST" else None)
            assert (answer.status_code, answer.json()["code"]) == (403, "closed-server"), f"{method} {path}"
            asked += 1
    assert asked > 50


def test_the_ways_in_show_nothing_of_the_club(club: tuple[str, Any]) -> None:
    url, _ = club
    ann, eve = member(url, "Annabel"), stranger(url)
    ann.table(title="Secret evening", listed=True)
    for path in ("/api/me", "/api/profile", "/api/games"):
        text = eve.http.get(path).text
        assert "heather" not in text, path
        assert "Secret evening" not in text, path
        assert "Annabel" not in text, path
    assert eve.post("/api/me", {"name": "Eve", "code": "thistle"}, 403)["code"] == "closed-server"
    assert ann.get("/api/games")["join"] == "heather", "members need it for their invitations"


async def test_strangers_can_neither_watch_nor_see_a_preview(club: tuple[str, Any]) -> None:
    url, _ = club
    ann, eve = member(url, "Annabel"), stranger(url)
    table = ann.table(title="Secret evening", listed=True)
    with pytest.raises(InvalidStatus) as refused:
        await Player(eve, table).open()
    assert refused.value.response.status_code == 403
    there, elsewhere = (
        eve.http.get(f"/table/{place}", headers={"accept": "text/html"}) for place in (table, "nowhere")
    )
    assert there.text.replace(table, "nowhere") == elsewhere.text, "not even whether there is such a table"
    assert "Secret evening" not in there.text
    assert "Secret evening" in ann.http.get(f"/table/{table}").text


async def test_a_friend_with_the_link_of_a_table_is_in_at_once(club: tuple[str, Any]) -> None:
    url, _ = club
    ann, bob = member(url), stranger(url)
    table = ann.table(title="Secret evening")
    page = bob.http.get(f"/table/{table}?join=heather", headers={"accept": "text/html"})
    assert page.headers["cache-control"] == "no-store"
    assert re.search(r"haggis=\S+; HttpOnly; .*SameSite=lax", page.headers["set-cookie"])
    assert "Secret evening" in page.text
    player = await Player(bob, table).open()
    assert (await player.hear())["type"] == "state"
    await player.close()
    assert bob.get("/api/me")["named"] is False, "the name is asked for when he sits down"
    bob.post("/api/me", {"name": "Bob"}, 200)
    assert bob.post(f"/api/tables/{table}/seat", {}, 200)["seats"][1]["name"] == "Bob"
    assert "set-cookie" not in bob.http.get(f"/table/{table}?join=heather").headers, "he is somebody already"
    assert "set-cookie" not in stranger(url).http.get("/?join=thistle").headers


def test_guesses_in_links_are_slowed_down_and_a_right_one_too(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", join_code="heather", sign_ins_per_minute=5) as (url, _):
        eve = stranger(url)
        assert {eve.http.get(f"/?join={n}").status_code for n in range(30)} == {200, 429}
        assert eve.post("/api/me", {"name": "Eve", "code": "heather"}, 429)["code"] == "too-many"


# Without chat


async def test_without_chat_lines_are_refused_and_reactions_are_not(club: tuple[str, Any]) -> None:
    ann = member(club[0])
    player = await Player(ann, ann.table(talk=True)).open()
    await player.hear()
    refused = await player.ask("chat", text="hello")
    assert (refused["code"], refused["params"]) == ("no-talk", {"fault": "server"})
    assert (await player.ask("react", reaction="clap"))["type"] == "react"
    await player.close()


# Who makes tables


def test_members_alone_make_tables(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", table_makers="members") as (url, _):
        eve, ann = Guest(url, "Eve"), Guest(url, "Ann")
        wish = {"rules": "haggis-2", "seats": ["me", "open"]}
        refused = eve.post("/api/tables", wish, 403)
        assert refused["code"] == "no-tables"
        assert "only members make tables" in refused["reason"]
        assert eve.post("/api/challenges", {"rules": "haggis-2", "rounds": 1}, 403)["code"] == "no-tables"
        bots = {"rules": "haggis-2", "seats": ["random", "random"]}
        assert stranger(url).post("/api/tables", bots, 401)["code"] == "no-session"
        eve.post("/api/link", {})
        eve.post("/api/tables", wish, 403)
        ann.post("/api/code", {})
        table = ann.post("/api/tables", wish, 201)["id"]
        eve.post(f"/api/tables/{table}/seat", {}, 200)
        eve.post("/api/daily/haggis-2/1", {})


def test_invited_people_alone_make_tables(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", table_makers="invited") as (url, app):
        ann = Guest(url, "Ann")
        ann.post("/api/code", {})
        wish = {"rules": "haggis-2", "seats": ["me", "open"]}
        assert "invited" in ann.post("/api/tables", wish, 403)["reason"]
        person = ann.get("/api/profile/data")["person"]
        loop = next(iter(app.state.tasks._running)).get_loop()
        asyncio.run_coroutine_threadsafe(app.state.store.write(makers.invite, person), loop).result(30)
        ann.post("/api/tables", wish, 201)
        assert [row["guest"] for row in ann.get("/api/profile/data")["makers"]] == [person]
