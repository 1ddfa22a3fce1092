"""Pages over HTTP: HEAD, wrong addresses, and what a shared link shows before it is opened."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from tests.server.support import Guest, ServerProcess, players, server_inside

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("pages") / "data") as process:
        yield process


def preview(page: httpx.Response) -> dict[str, str]:
    """The tags that messengers read."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page.text)
    assert len(dict(found)) == len(found)
    return {name: unescape(value) for name, value in found}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/table/nothing", 404),
        ("/rules", 200),
        ("/api/games", 200),
        ("/api/docs", 200),
        ("/health", 200),
        ("/api/tables/nothing", 404),
        ("/api/replay", 405),
        ("/api/nothing", 404),
    ],
)
def test_head_answers_as_get_does_without_the_body(server: ServerProcess, path: str, status: int) -> None:
    head, get = httpx.head(server.url + path), httpx.get(server.url + path)
    assert (head.status_code, get.status_code) == (status, status)
    assert head.content == b""
    same = ("content-type", "content-length", "etag", "content-security-policy", "allow")
    assert {name: head.headers.get(name) for name in same} == {name: get.headers.get(name) for name in same}
    assert get.content


def test_head_answers_for_files(server: ServerProcess) -> None:
    file = re.search(r'src="(/assets/[^"]+\.js)"', httpx.get(server.url).text)
    if file is None:
        pytest.skip("the browser client is not built into this installation")
    head = httpx.head(server.url + file[1])
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) > 1000


@pytest.mark.parametrize("path", ["/nothing", "/tables/1", "/assets/nothing.js"])
def test_a_wrong_address_is_a_page_for_people_and_a_refusal_for_programs(server: ServerProcess, path: str) -> None:
    page = httpx.get(server.url + path, headers=BROWSER)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert page.text.count("<html") == 1
    for accept in ("application/json", "*/*"):
        answer = httpx.get(server.url + path, headers={"accept": accept})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert "accept" in page.headers["vary"]


def test_an_invitation_shows_who_waits(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann <b>\"&'")
    table = ann.table("haggis-3", ["me", "open", "open"], title="Friday </title><script>")
    page = httpx.get(f"{server.url}/table/{table}")
    assert page.status_code == 200
    assert "<script>" not in page.text.replace('<script type="module"', "")
    shown = preview(page)
    assert shown["og:title"] == "Friday </title><script> · Ann <b>\"&' invites you to Haggis for three"
    assert shown["og:description"] == "Ann <b>\"&' is waiting for you. Two seats are free."
    assert shown["og:url"] == f"{server.url}/table/{table}"
    assert shown["twitter:title"] == shown["og:title"]
    bob = Guest(server.url, "Bob")
    bob.post(f"/api/tables/{table}/seat", {})
    assert (
        preview(httpx.get(page.url))["og:description"] == "Ann <b>\"&' and Bob are waiting for you. One seat is free."
    )
    ann.post(f"/api/tables/{table}/start", {"fill": "random"})
    assert preview(httpx.get(page.url))["og:description"] == "Ann <b>\"&' and Bob are playing. Come and watch."


async def test_an_invitation_follows_the_table(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.table("neeps-4", ["me", "open", "open", "open"])
    url = f"{server.url}/table/{table}"
    assert preview(httpx.get(url))["og:title"] == "Ann invites you to Haggis and Neeps for four"
    async with players(ann, table=table) as (player,):
        await player.ask("settings", locked=True)
        assert preview(httpx.get(url))["og:description"] == "Ann is at the table. Come and watch."
        assert preview(httpx.get(url))["og:title"] == "Haggis and Neeps for four"
        await player.ask("leave")
    assert preview(httpx.get(url))["og:description"] == "Come and watch."


def test_other_pages_show_the_house(server: ServerProcess) -> None:
    for path in ("/", "/rules/haggis-2", "/learn", "/table/nothing"):
        shown = preview(httpx.get(server.url + path))
        assert shown["og:title"] == "Haggis, Tatties and Neeps"
        assert shown["og:url"] == server.url + path


def test_the_picture_has_the_address_that_people_use(tmp_path: Path) -> None:
    """Absolute, and behind a proxy with the scheme and host of the proxy."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<html><head></head><body></body></html>")
    (tmp_path / "static" / "og.png").write_bytes(b"\x89PNG")
    with server_inside(tmp_path / "data", static=tmp_path / "static") as (url, _):
        proxied = {"host": "club.example", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
        shown = preview(httpx.get(f"{url}/", headers=proxied))
        assert shown["og:image"] == shown["twitter:image"] == "https://club.example/og.png"
        assert (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")
        assert shown["twitter:card"] == "summary_large_image"
        assert httpx.get(f"{url}/og.png").headers["content-type"] == "image/png"


def test_the_page_of_a_table_is_kept_while_nothing_changes(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    url = f"{server.url}/table/{ann.table()}"
    page = httpx.get(url)
    assert httpx.get(url, headers={"if-none-match": page.headers["etag"]}).status_code == 304
    Guest(server.url, "Bob").post(f"{url.replace('/table/', '/api/tables/')}/seat".removeprefix(server.url), {})
    assert httpx.get(url, headers={"if-none-match": page.headers["etag"]}).status_code == 200


def test_a_page_never_shows_a_hand(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.table("haggis-2", ["me", "random"])
    hand = ann.get(f"/api/tables/{table}/view")["view"]["hand"]
    assert hand
    text = ann.http.get(f"/table/{table}").text
    assert hand not in text
    assert "seed" not in text
