"""Bad input: clear codes, no traceback, no change of state, flat memory. HTTP by schemathesis, sockets by a fuzzer."""

import asyncio
import contextlib
import json
import os
import random
import socket
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from websockets.exceptions import ConnectionClosed, InvalidStatus

from haggis_cards.server.app import protocols
from haggis_cards.server.registry.limits import Rates
from haggis_cards.table import counters as metrics
from tests.seed import SEED
from tests.server.support import Guest, Player, ServerProcess, players, server_inside, server_memory, wait_for

# These take the text of a record, which the schema does not describe.
RAW = {("post", path) for path in ("/api/replay", "/api/records", "/api/matches")}
EXAMPLES = int(os.environ.get("HAGGIS_EXAMPLES", "12"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("bad") / "data", away_after=60, connections_per_table=20) as process:
        yield process
        assert "Traceback" not in process.log.read_text()


# HTTP


def test_the_api_answers_as_its_schema_says(server: ServerProcess) -> None:
    """schemathesis, with real tables and a real cookie among its guesses; what the schema allows is never malformed."""
    import schemathesis  # here, because importing it takes every test process seconds

    ann = Guest(server.url, "Ann")
    table = ann.table("haggis-2", ["me", "random"])
    schema = schemathesis.openapi.from_url(f"{server.url}/api/docs/openapi.json")
    # 422 says that a request is well-formed, but that no table can be like this; 413 that it is too long.
    accepted = ["2xx", "401", "403", "404", "409", "413", "422", "429"]
    schema.config.checks.positive_data_acceptance.expected_statuses = accepted
    operations = 0
    for result in schema.get_all_operations():
        operations += 1
        check_operation(result.ok(), table, ann)  # type: ignore[union-attr]
    assert operations >= 15


def check_operation(operation: Any, table: str, ann: Guest) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        positive_data_acceptance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    if (operation.method, operation.path) not in RAW:
        checks.append(positive_data_acceptance)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    def check(case: Any) -> None:
        if case.path_parameters.get("table") and random.Random(str(case.path_parameters)).random() < 0.7:
            case.path_parameters["table"] = table
        who = Guest(ann.url, "Cat") if operation.method == "delete" and operation.path == "/api/me" else ann
        case.call_and_validate(headers={"cookie": who.cookie}, checks=checks)

    given(case=operation.as_strategy())(check)()


def test_allow_names_all_methods_of_an_address(server: ServerProcess) -> None:
    table = Guest(server.url, "Ann").table()
    place = {
        "table": table,
        "record": "x" * 22,
        "number": "1",
        "index": "1",
        "puzzle": "x",
        "preset": "haggis-2",
        "deal": "1",
        "passkey": "x",
        "challenge": "x",
    }
    paths = httpx.get(f"{server.url}/api/docs/openapi.json").json()["paths"]
    with httpx.Client(base_url=server.url) as client:
        for path, operations in paths.items():
            known = {method.upper() for method in operations if method in ("get", "post", "delete")}
            allowed = known | {"OPTIONS"} | ({"HEAD"} if "GET" in known else set())
            for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"} - (allowed - {"OPTIONS"}):
                answer = client.request(method, path.format(**place))
                assert answer.status_code == (204 if method == "OPTIONS" else 405), (method, path)
                assert set(answer.headers["allow"].split(", ")) == allowed, (method, path)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "bad-message"),
        (b"{", 400, "bad-message"),
        (b"[]", 400, "bad-message"),
        (b'"\xff"', 400, "bad-message"),
        (b'{"name": 5}', 400, "bad-message"),
        (b'{"name": "' + b"x" * 500 + b'"}', 400, "bad-message"),
        (b'{"name": "' + b"x" * 50_000 + b'"}', 413, "too-large"),
        (b"[" * 10_000, 400, "bad-message"),
    ],
)
def test_bodies_that_are_wrong(server: ServerProcess, body: bytes, status: int, code: str) -> None:
    answer = httpx.post(f"{server.url}/api/me", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(answer.json()["reason"]) < 400


def test_other_sites_may_not_act(server: ServerProcess) -> None:
    headers = {"origin": "https://evil.example"}
    answer = httpx.post(f"{server.url}/api/me", json={"name": "Ann"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
    assert "access-control-allow-origin" not in answer.headers
    same = httpx.post(f"{server.url}/api/me", json={"name": "Ann"}, headers={"origin": server.url})
    assert same.status_code == 200


@pytest.mark.parametrize("origin", ["http://[", "null", "", "http://", "//", "http://a]b"])
async def test_malformed_origins_are_refused(server: ServerProcess, origin: str) -> None:
    answer = httpx.post(f"{server.url}/api/me", json={"name": "Ann"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
    with pytest.raises(InvalidStatus) as refused:
        await Player(Guest(server.url), "x").open(origin=origin)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("forwarded", ["a:b:c", "1.2.3.4:5:6", "[::1", "%", "::1%eth0", "x" * 300])
def test_malformed_addresses_of_a_proxy_are_served(server: ServerProcess, forwarded: str) -> None:
    answer = httpx.get(f"{server.url}/api/lobby", headers={"x-forwarded-for": forwarded})
    assert answer.status_code == 200


def test_inventing_addresses_does_not_help(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", requests_per_second=1) as (url, _):
        for address in ("not:an:address:{}", "::ffff:7.7.7.7%{}"):  # each is one, which may ask ten times at once
            texts = [address.format(number) for number in range(40)]
            group = [httpx.get(f"{url}/api/lobby", headers={"x-forwarded-for": text}).status_code for text in texts]
            assert group[:10] == [200] * 10
            assert 429 in group


async def test_other_sites_may_not_open_sockets(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.table()
    with pytest.raises(InvalidStatus) as refused:
        await Player(ann, table).open(origin="https://evil.example")
    assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as missing:
        await Player(ann, "no-such-table").open()
    assert missing.value.response.status_code == 404


def test_every_answer_has_the_security_headers(server: ServerProcess) -> None:
    for path in ("/", "/table/x", "/api/lobby", "/api/nothing", "/health", "/api/docs", "/api/tables/x"):
        answer = httpx.get(server.url + path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # WebAssembly is no script
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
    assert httpx.get(f"{server.url}/../../etc/passwd").status_code == 404
    assert httpx.get(f"{server.url}/assets/..%2f..%2fapp.py").status_code == 404


def test_an_upload_that_breaks_off_is_not_a_bug(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    refused = metrics.refusals.counts["bad-message"]
    with server_inside(tmp_path / "data") as (url, _):
        host, port = url.removeprefix("http://").split(":")
        for path, kind in (("/api/me", "application/json"), ("/api/replay", "text/plain")):
            with socket.create_connection((host, int(port)), timeout=20) as slow:
                head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: 900\r\n\r\n"
                slow.sendall(head.encode() + b"{")
        wait_for(lambda: metrics.refusals.counts["bad-message"] >= refused + 2)
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "text", [b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"]
)
def test_what_is_no_request_writes_no_line_of_the_log(server: ServerProcess, text: bytes) -> None:
    """Else anybody could fill the disk with them."""
    before = server.log.read_text()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock:
        sock.sendall(text)
        assert sock.recv(100).startswith(b"HTTP/1.1 ")
    assert httpx.get(f"{server.url}/health").is_success
    assert server.log.read_text() == before


def test_a_request_that_never_ends_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "REQUEST_SECONDS", 0.2)
    with server_inside(tmp_path / "data") as (url, _):
        host, port = url.removeprefix("http://").split(":")
        for start in (b"GET / HT", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"):
            with socket.create_connection((host, int(port)), timeout=20) as slow:
                slow.sendall(start)
                with contextlib.suppress(ConnectionResetError):
                    assert slow.recv(100) == b""
        assert httpx.get(f"{url}/health").status_code == 200


# Sockets


def odd_values(rng: random.Random) -> Any:
    return rng.choice(
        [
            None,
            True,
            -1,
            0,
            10**30,
            1.5,
            "",
            "x" * 300,
            [],
            {},
            [[]],
            {"type": "act"},
            "\u0000",
            "play 2r",
            "\ud83d\ude00",
        ]
    )


def odd_message(rng: random.Random, legal: list[str], seq: int) -> str | bytes:
    """Something that a broken or hostile client may send; never a legal action of this seat."""
    words = rng.choice(["", "pass pass", "play", "play 2r=2r", "give J", "bet -5"])
    cards = "play " + " ".join(rng.choices(["2r", "Tb", "J", "K=9g", "J=", "=2r"], k=8))
    commands: list[dict[str, Any]] = [
        {"type": "act", "id": "a", "action": rng.choice(legal), "seq": seq + rng.choice([1, 1000])},
        {"type": "act", "id": "b", "action": words, "seq": seq},
        {"type": "act", "id": "c", "action": cards, "seq": seq},
        {"type": "sit", "id": "d", "seat": rng.choice([0, 1, 2, 3])},
        {"type": "start", "id": "e", "fill": "club"},
        {"type": "bot", "id": "f", "seat": rng.choice([0, 1, 3]), "level": rng.choice(["club", None, "x"])},
        {"type": "rematch", "id": "g"},
        {"type": "chat", "id": "h", "text": rng.choice(["\u200b", "\u0000\u0001", "\u202e"])},
        {"type": "react", "id": "i", "reaction": "bomb"},
        {"type": rng.choice(["played", "state", "admin", "", "Act"]), "id": "j"},
    ]
    command = rng.choice(commands)
    kind = rng.randrange(9)
    if kind == 0:
        command.pop(rng.choice(list(command)))
    elif kind == 1:
        key = rng.choice(["action", "seq", "id", "seat", "type", "text"])
        command[key] = odd_values(rng)
        if command.get("type") == "act":
            command["seq"] = seq + 5
        if command.get("type") == "chat":
            command["text"] = "\u200b"
    elif kind == 2:
        command["extra"] = odd_values(rng)
    elif kind == 3:
        return json.dumps(command)[: rng.randrange(1, 30)]
    elif kind == 4:
        return "".join(rng.choices(string.printable, k=rng.randrange(1, 200)))
    elif kind == 5:
        return rng.randbytes(rng.randrange(1, 300))
    elif kind == 6:
        return "[" * rng.choice([10, 1000, 4000])
    elif kind == 7:
        return '{"type":"act","id":' + "9" * 400 + "}"
    return json.dumps(command)


async def test_the_socket_refuses_everything_odd_and_changes_nothing(server: ServerProcess) -> None:
    rng = random.Random(f"{SEED} odd")
    ann, bob = Guest(server.url, "Ann"), Guest(server.url, "Bob")
    table = ann.table()
    bob.post(f"/api/tables/{table}/seat", {"seat": 1})
    async with players(ann, bob, table=table) as (first, second):
        await first.ask("start")
        await second.until(lambda message: message.get("what") == "start")
        actor, other = (first, second) if first.my_turn else (second, first)
        assert actor.view is not None
        assert actor.seq is not None
        legal, seq = actor.view["legal"], actor.seq
        await asyncio.sleep(0.1)
        start = server_memory(server)
        eve = Guest(server.url, "Eve")
        for turn in range(60):  # the odd one acts at its own table, at another's, as the other seat, as a spectator
            guest = (other.guest, eve, Guest(server.url, signed_in=False))[turn % 3]
            odd = await Player(guest, table).open()
            await odd.hear()
            try:
                for _ in range(20):
                    message = odd_message(rng, legal, seq)
                    await odd.socket.send(message)
                    answer = await odd.until(lambda m: m["type"] in ("error", "ok"))
                    assert answer["type"] == "error", (message, answer)
                    assert answer["code"]
                    assert answer["reason"]
            except ConnectionClosed:
                pass
            await odd.close()
            assert odd.socket.close_code in (1000, 4400)
        state = await actor.ask("refresh")
        assert state["seq"] == seq, "something odd has changed the table"
        assert state["view"] == actor.view
        assert server_memory(server) - start < 20


async def test_errors_in_a_row_floods_and_giants_end_the_connection(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", messages_per_second=10, requests_per_second=1000) as server:
        ann = Guest(server.url, "Ann")
        table = ann.table()

        async def code_after(*messages: str | bytes) -> int:
            player = await Player(ann, table).open()
            try:
                for message in messages:
                    await player.socket.send(message)
                while True:
                    await player.hear()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0

        assert await code_after(*["nonsense"] * 30) == 4400
        assert await code_after(*[json.dumps({"type": "ping", "id": f"{n}"}) for n in range(120)]) == 4429
        assert await code_after("x" * 5000) == 1009
        patient = await Player(ann, table).open()  # a client that slows down is heard again
        for number in range(45):
            await patient.say("ping", id=f"{number}")
        answers = [(await patient.until(lambda m: "id" in m))["type"] for _ in range(45)]
        assert answers[:30] == ["ok"] * 30
        assert "error" in answers
        await asyncio.sleep(0.5)
        assert (await patient.ask("ping"))["type"] == "ok"
        await patient.close()


async def test_a_table_has_room_for_so_many(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.table()
    inside = [await Player(ann, table).open() for _ in range(20)]
    with pytest.raises(InvalidStatus) as refused:
        await Player(ann, table).open()
    assert refused.value.response.status_code == 429
    for player in inside:
        await player.close()


def test_files_of_the_client_are_limited_by_their_bytes_alone(tmp_path: Path) -> None:
    """Else a service worker, or friends at one address, would use up the requests of everybody there."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<html><head></head><body></body></html>")
    (tmp_path / "static" / "large.bin").write_bytes(bytes(1_000_000))
    with server_inside(tmp_path / "data", static=tmp_path / "static", requests_per_second=1) as (url, app):
        app.state.limits.downloads = Rates("requests", 1, 20_000_000)
        with httpx.Client(base_url=url) as client:
            answers = [client.get("/large.bin").status_code for _ in range(25)]
            assert answers == [200] * 20 + [429] * 5
            assert client.get("/api/lobby").status_code == 200
            assert {client.get("/").status_code for _ in range(40)} == {200, 429}  # pages are requests


def test_requests_are_limited(tmp_path: Path) -> None:
    settings = {"requests_per_second": 1, "tables_per_minute": 2}
    with ServerProcess(tmp_path / "data", **settings) as server, httpx.Client() as client:
        answers = [client.get(f"{server.url}/api/lobby") for _ in range(40)]
        assert {answer.status_code for answer in answers} == {200, 429}
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["code"] == "too-many"
