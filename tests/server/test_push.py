"""Notifications, with a push service of the tests' own: who is told what, once, on all devices, and never any card."""

import asyncio
import json
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from haggis_cards.server.process.config import load_settings
from haggis_cards.server.push import service as push
from haggis_cards.server.push import web_push
from haggis_cards.server.push.store import Subscription
from haggis_cards.server.push.web_push import Message, WebPush, new_key
from haggis_cards.wire.facts import DAY
from haggis_cards.wire.refusals import ConfigError
from tests.push_service import CURVE, Browser, PushService, claims_of, data, push_service, text
from tests.server.store import haggis
from tests.server.support import Guest, ServerProcess, players, server_inside, two_at_a_table, wait_for

CARD = re.compile(r"\b[2-9T][rygbo]\b")
PUSHING = {"push_after": 0, "push_anywhere": True}


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "_EVERY", 0.05)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data", **PUSHING) as (url, _):
        yield url


def subscribe(guest: Guest, service: PushService, *names: str) -> list[Browser]:
    browsers = [Browser(service, name) for name in names]
    for browser in browsers:
        guest.post("/api/push", browser.subscription(guest.get("/api/push")["key"]))
    return browsers


def at_days(url: str) -> tuple[list[Guest], str]:
    """Ann and Bob at a table of days that is complete."""
    ann, bob, table = two_at_a_table(url, clock=DAY, title="Friday club")
    return [ann, bob], table


async def let_act(guests: list[Guest], table: str) -> int:
    """Whoever is to act comes, acts and goes; the seat of who is to act then."""
    seat = guests[0].get(f"/api/tables/{table}")["awaited"][0]
    async with players(guests[seat], table=table) as (player,):
        while player.my_turn:
            await player.act()
    awaited: list[int] = guests[0].get(f"/api/tables/{table}")["awaited"]
    return awaited[0]


async def test_my_turn_is_told_once_on_all_my_devices(server: str, service: PushService) -> None:
    guests, table = at_days(server)
    laptops = [
        subscribe(guest, service, f"{name}-laptop")[0] for guest, name in zip(guests, ("ann", "bob"), strict=True)
    ]
    phones = [subscribe(guest, service, f"{name}-phone")[0] for guest, name in zip(guests, ("ann", "bob"), strict=True)]
    guests[0].post(f"/api/tables/{table}/start", {})
    first = guests[0].get(f"/api/tables/{table}")["awaited"][0]
    if first == 1:  # who starts a match knows that it has begun
        await asyncio.to_thread(wait_for, lambda: len(service.received) == 2)
    told = len(service.received)
    turn = await let_act(guests, table)
    await asyncio.to_thread(wait_for, lambda: len(service.received) == told + 2)
    await asyncio.sleep(0.5)  # nothing comes twice
    new = service.received[told:]
    assert len(new) == 2
    names = {"kind": "turn", "table": table, "title": "Friday club", "names": [("Bob", "Ann")[turn]]}
    for browser in (laptops[turn], phones[turn]):
        assert service.at(browser)[-1] == names
    for message in new:
        claims = claims_of(message, guests[0].get("/api/push")["key"])
        assert claims["aud"] == service.url
        assert 0 < claims["exp"] - time.time() <= 24 * 3600
        assert claims["sub"].startswith("https://")
        assert (message.headers["ttl"], message.headers["content-encoding"]) == (str(DAY), "aes128gcm")
        assert table not in str(message.headers)  # what the push service can read
        assert table.encode() not in message.body


async def test_who_looks_at_the_table_is_not_told(server: str, service: PushService) -> None:
    guests, table = at_days(server)
    browsers = [subscribe(guest, service, str(number))[0] for number, guest in enumerate(guests)]
    async with players(*guests, table=table) as (first, second):
        await first.ask("start")
        await second.until(lambda message: message.get("what") == "start")
        for _ in range(4):
            await (first if first.my_turn else second).act()
            for player in (first, second):
                await player.ask("refresh")
        await asyncio.sleep(0.5)
    assert [service.at(browser) for browser in browsers] == [[], []]


async def test_every_occasion_and_no_card_in_any_of_them(server: str, service: PushService, tmp_path: Path) -> None:
    """The table is complete, a turn, the end of the match, a wish for a rematch: each is told where it fits."""
    ann, bob = Guest(server, "Ann"), Guest(server, "Bob")
    browsers = [subscribe(guest, service, name)[0] for guest, name in ((ann, "ann"), (bob, "bob"))]
    table = ann.table(clock=DAY, end={"rounds": 1}, rules="haggis-2")
    bob.post(f"/api/tables/{table}/seat", {})
    await asyncio.to_thread(wait_for, lambda: [m["kind"] for m in service.at(browsers[0])] == ["full"])
    ann.post(f"/api/tables/{table}/start", {})
    turn = await let_act([ann, bob], table)
    await asyncio.to_thread(wait_for, lambda: any(m["kind"] == "turn" for m in service.at(browsers[turn])))
    while (info := ann.get(f"/api/tables/{table}"))["status"] == "playing":
        guests = [ann, bob]
        async with players(guests[info["awaited"][0]], table=table) as (player,):
            while player.my_turn:
                await player.act()
    await asyncio.to_thread(wait_for, lambda: any(m["kind"] == "over" for b in browsers for m in service.at(b)))
    async with players(ann, table=table) as (player,):
        await player.ask("rematch")
    await asyncio.to_thread(wait_for, lambda: any(m["kind"] == "rematch" for m in service.at(browsers[1])))
    for browser in browsers:
        for message in service.at(browser):
            assert set(message) == {"kind", "table", "title", "names"}
            assert not CARD.search(json.dumps(message))
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        seed = json.loads(db.execute("SELECT data FROM log WHERE kind = 'start'").fetchone()[0])["seed"]
    assert seed not in json.dumps([service.at(browser) for browser in browsers])


async def test_a_subscription_that_is_gone_is_forgotten(server: str, service: PushService) -> None:
    guests, table = at_days(server)
    for number, guest in enumerate(guests):
        subscribe(guest, service, f"{number}-gone", f"{number}-here")
        service.answers[f"/{number}-gone"] = [410]
    guests[0].post(f"/api/tables/{table}/start", {})
    turn = await let_act(guests, table)
    await asyncio.to_thread(wait_for, lambda: guests[turn].get("/api/push")["devices"] == 1)
    assert [message.path for message in service.received].count(f"/{turn}-gone") == 1


async def test_failures_are_retried_with_a_limit_and_block_nobody(
    server: str, service: PushService, tmp_path: Path
) -> None:
    guests, table = at_days(server)
    for number, guest in enumerate(guests):
        subscribe(guest, service, f"{number}-bad", f"{number}-good")
        service.answers[f"/{number}-bad"] = [503, 429, 500, 503, 503, 503]
    service.answering.clear()
    guests[0].post(f"/api/tables/{table}/start", {})
    turn = await let_act(guests, table)
    assert not service.answered  # no move waits for a push service
    service.answering.set()

    def count(path: str) -> int:
        return [message.path for message in service.received].count(path)

    await asyncio.to_thread(wait_for, lambda: {f"/{turn}-good", f"/{turn}-bad"} <= set(service.answered))
    for tried in range(1, 6):
        await asyncio.to_thread(wait_for, partial(_reaches, count, f"/{turn}-bad", min(tried, 4)))
        await asyncio.sleep(0.3)
        with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:  # the pause is over
            db.execute("UPDATE push_queue SET at = 0")
            db.commit()
    await asyncio.sleep(0.3)
    assert count(f"/{turn}-bad") == 4
    assert count(f"/{turn}-good") == 1
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        assert db.execute("SELECT count(*) FROM push_queue").fetchone() == (0,)


def _reaches(count: Callable[[str], int], path: str, tries: int) -> bool:
    return count(path) >= tries


def test_a_push_service_that_does_not_answer_holds_up_nobody(
    server: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of Ann, on all the devices that she may have; Bob is told meanwhile."""
    monkeypatch.setattr(push, "_EVERY", 2.0)  # both notices are sent at once
    monkeypatch.setattr(web_push, "_PATIENCE", 300)
    ann, bob, cat = (Guest(server, name) for name in ("Ann", "Bob", "Cat"))
    tables = [who.table(clock=DAY) for who in (ann, bob)]
    with push_service() as slow:
        slow.answering.clear()
        subscribe(ann, slow, *map(str, range(20)))
        [browser] = subscribe(bob, service, "bob")
        for table in tables:
            cat.post(f"/api/tables/{table}/seat", {})
        wait_for(lambda: len(service.at(browser)) == 1, 30)


async def test_a_notice_survives_a_kill(tmp_path: Path, service: PushService) -> None:
    """It is in the log's own transaction: the process dies before it has sent anything, and the next one sends it."""
    with ServerProcess(tmp_path / "data", **{**PUSHING, "push_after": 2, "push_anywhere": "true"}) as server:
        guests, table = at_days(server.url)
        browsers = [subscribe(guest, service, str(number))[0] for number, guest in enumerate(guests)]
        key = guests[0].get("/api/push")["key"]
        guests[0].post(f"/api/tables/{table}/start", {})
        turn = await let_act(guests, table)
        server.kill()
        before = len(service.at(browsers[turn]))
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(wait_for, lambda: len(service.at(browsers[turn])) > before)
        assert guests[0].get("/api/push")["key"] == key


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://localhost./x",
        "https://2130706433/x",
        "https://push.example:8443/x",
        "https://ann:secret@push.example/x",
        "ftp://push.example/x",
        "https:///x",
        "https://[broken/x",
        f"https://{'a' * 64}.example/x",
        "https://push..example/x",
        "x",
    ],
)
def test_only_addresses_of_push_services_are_taken(endpoint: str) -> None:
    made = Subscription("guest", endpoint, "", "", "")
    with pytest.raises(Exception, match="push service has an https address"):
        web_push.check(made, anywhere=False)


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("fec0::1", False),
        ("::127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b::93.184.216.34", True),
    ],
)
def test_the_internet_and_ones_own_network(address: str, outside: bool) -> None:
    assert web_push.is_on_internet(address) == outside


async def test_a_name_that_leads_home_is_not_followed(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that somebody lets point to this machine passes the first look, but never gets a connection."""
    browser = Browser(service, "home")
    made = Subscription("guest", "https://push.example/home", **_keys(browser))
    web_push.check(made, anywhere=False)
    port = int(service.url.rpartition(":")[2])

    def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    sender = WebPush("mailto:ann@club.example")
    assert (await sender.send(made, Message(b"{}", "topic", 60), new_key())).outcome == "gone"
    await sender.close()
    assert service.received == []


async def test_a_name_server_that_does_not_answer_holds_up_nobody(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sign-ins and pages are made in the usual threads of the process."""
    answer = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer.wait() and [])
    keys, sender = _keys(Browser(service, "slow")), WebPush("mailto:ann@club.example")
    made = [Subscription("guest", f"https://slow{number}.example/x", **keys) for number in range(64)]
    sending = [asyncio.ensure_future(sender.send(one, Message(b"{}", "topic", 60), new_key())) for one in made]
    await asyncio.sleep(0.1)
    try:
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 10) == "done"
    finally:
        answer.set()
        await asyncio.gather(*sending, return_exceptions=True)
        await sender.close()


def test_the_example_of_RFC_8291() -> None:
    key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    to = Subscription("", "", key, "BTBZMqHH6r4Tts7J_aSIgg", "")
    once = ec.derive_private_key(int.from_bytes(data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    made = web_push.encrypt(b"When I grow up, I want to be a watermelon", to, once, data("DGv6ra1nlYgDCS1FRnbzlw"))
    assert text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def _keys(browser: Browser) -> dict[str, str]:
    body = browser.subscription("")
    return {"p256dh": body["p256dh"], "auth": body["auth"], "server_key": body["key"]}


def test_what_is_refused(server: str, service: PushService) -> None:
    ann = Guest(server, "Ann")
    good = Browser(service, "ann").subscription(ann.get("/api/push")["key"])
    for change, fault in ({"p256dh": "AAAA"}, "keys"), ({"auth": "AAAA"}, "keys"), ({"key": "AAAA"}, "server-key"):
        refused = ann.post("/api/push", good | change, 422)
        assert (refused["code"], refused["params"]["fault"]) == ("bad-push", fault)
    assert Guest(server, signed_in=False).http.post("/api/push", json=good).status_code == 401
    for contact in ("ann@club.example", "http://club.example"):
        with pytest.raises(ConfigError, match="push_contact must be"):
            load_settings({}, {"HAGGIS_PUSH_CONTACT": contact}, None)


def test_a_server_may_send_none(tmp_path: Path, service: PushService) -> None:
    with server_inside(tmp_path / "data", push=False) as (url, _):
        ann = Guest(url, "Ann")
        assert ann.get("/api/push") == {"key": None, "devices": 0}
        assert ann.post("/api/push", Browser(service, "ann").subscription("x"), 409)["code"] == "no-push"


def test_stopping_and_another_person_at_the_same_browser(server: str, service: PushService) -> None:
    ann, bob = Guest(server, "Ann"), Guest(server, "Bob")
    [browser] = subscribe(ann, service, "shared")
    assert bob.post("/api/push/stop", {"endpoint": browser.endpoint})["devices"] == 0
    assert ann.get("/api/push")["devices"] == 1  # nobody stops it for somebody else
    bob.post("/api/push", browser.subscription(bob.get("/api/push")["key"]))
    assert (ann.get("/api/push")["devices"], bob.get("/api/push")["devices"]) == (0, 1)
    assert bob.post("/api/push/stop", {"endpoint": browser.endpoint})["devices"] == 0


def test_at_most_twenty_devices(server: str, service: PushService) -> None:
    ann = Guest(server, "Ann")
    subscribe(ann, service, *map(str, range(23)))
    assert ann.get("/api/push")["devices"] == 20


async def test_keys_are_rotated_with_care(tmp_path: Path, service: PushService) -> None:
    """A new key for new subscriptions; those of before are served with theirs. Backups have both keys."""
    with server_inside(tmp_path / "data", **PUSHING) as (url, _):
        guests, table = at_days(url)
        browsers = [subscribe(guest, service, str(number))[0] for number, guest in enumerate(guests)]
        old = guests[0].get("/api/push")["key"]
        assert "1 older key is still needed" in haggis(ServerProcess(tmp_path / "data"), "rotate-push-key")
        new = guests[0].get("/api/push")["key"]
        assert new != old
        guests[0].post(f"/api/tables/{table}/start", {})
        turn = await let_act(guests, table)
        await asyncio.to_thread(wait_for, lambda: len(service.at(browsers[turn])) > 0)
        claims_of(next(one for one in service.received if one.path == f"/{turn}"), old)
        guests[turn].post("/api/push", browsers[turn].subscription(new))  # as a page does that comes by
        haggis(ServerProcess(tmp_path / "data"), "backup", str(tmp_path / "saved.sqlite"))
    with closing(sqlite3.connect(tmp_path / "saved.sqlite")) as db:
        [kept] = db.execute("SELECT value FROM meta WHERE key = 'push-keys'").fetchone()
    assert [web_push.public_key(private) for private in json.loads(kept)] == [new, old]


def test_subscriptions_are_personal_data(tmp_path: Path, service: PushService) -> None:
    with server_inside(tmp_path / "data", **PUSHING) as (url, _):
        ann = Guest(url, "Ann")
        ann.table()
        [browser] = subscribe(ann, service, "ann")
        person = haggis(ServerProcess(tmp_path / "data"), "people").split("\t")[0]
        found = json.loads(haggis(ServerProcess(tmp_path / "data"), "export", person))
        assert [one["endpoint"] for one in found["push_subscriptions"]] == [browser.endpoint]
        haggis(ServerProcess(tmp_path / "data"), "forget", person, "--yes")
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        assert db.execute("SELECT count(*) FROM push_subscriptions").fetchone() == (0,)
