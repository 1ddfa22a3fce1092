"""Names under which a server is asked: its own, those of networks at home, and those of strangers who point here."""

import contextlib
import socket
from collections.abc import Iterator
from socket import gethostname

import httpx
import pytest

from tests.server.support import Guest, ServerProcess, server_inside

NEAR = (
    "127.0.0.1",
    "127.0.0.1:8000",
    "[::1]:8000",
    "192.168.1.7:8000",
    "localhost",
    "LOCALHOST",
    "nas:8000",
    "ann.local",
    "ann.local.",
    "nas.fritz.box",
    f"{gethostname()}.example:8000",
    "",
)
STRANGE = ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "local.evil.example", "a.b,localhost", "[")
OWN = ("club.example", "Club.example:443", "cards.example", "pages.example")
PROXY = ({"x-forwarded-for": "203.0.113.5"}, {"x-forwarded-proto": "https"})


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """On its defaults, as `make play` starts it."""
    with ServerProcess(tmp_path_factory.mktemp("names") / "data") as process:
        yield process


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    names = {"public_url": "https://club.example", "hosts": ["cards.example"], "origins": ["https://pages.example"]}
    with server_inside(tmp_path_factory.mktemp("club") / "data", **names) as (url, _):
        yield url


def asked(url: str, host: str, **headers: str) -> int:
    return httpx.get(f"{url}/api/lobby", headers={"host": host, **headers}).status_code


@pytest.mark.parametrize("host", NEAR)
def test_what_no_stranger_can_own_is_answered(plain: ServerProcess, club: str, host: str) -> None:
    assert (asked(plain.url, host), asked(club, host)) == (200, 200)
    assert asked(club, host, **PROXY[0]) == 200


@pytest.mark.parametrize("host", OWN)
def test_a_server_answers_to_its_names(club: str, host: str) -> None:
    assert all(asked(club, host, **way) == 200 for way in ({}, *PROXY))


@pytest.mark.parametrize("host", STRANGE)
def test_a_name_of_somebody_else_is_refused(plain: ServerProcess, club: str, host: str) -> None:
    """By a server that knows its names to everybody; by one that knows none, to browsers on its own machine."""
    assert (asked(plain.url, host), asked(club, host)) == (421, 421)
    for way in PROXY:
        assert (asked(plain.url, host, **way), asked(club, host, **way)) == (200, 421)


def test_all_that_a_server_has_is_refused(plain: ServerProcess) -> None:
    """The page, what changes something, and sockets."""
    ann = Guest(plain.url, "Ann")
    table = ann.table()
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    answers = [
        httpx.get(plain.url, headers=headers),
        httpx.post(f"{plain.url}/api/me", json={"name": "Eve"}, headers=headers),
        ann.http.get(f"/api/tables/{table}", headers=headers),
    ]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (421, "bad-host")
        assert "'evil.example'" in answer.json()["reason"]
        assert "set-cookie" not in answer.headers
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "Host: evil.example",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    with contextlib.closing(socket.create_connection(("127.0.0.1", plain.port), timeout=20)) as sock:
        sock.sendall("\r\n".join([*lines, "", ""]).encode())
        assert sock.recv(100).startswith(b"HTTP/1.1 421 ")
