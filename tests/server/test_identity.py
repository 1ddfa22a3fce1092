"""Who one is: passkeys, recovery codes, second devices, signing out, everything in one file, and deletion."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import dialect

from haggis_cards import Record
from haggis_cards.server.daily import entrants
from haggis_cards.server.identity import api as api_identity
from haggis_cards.server.identity import service as identity
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.people import passkeys
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.recovery_codes import new_code, read_code
from haggis_cards.server.people.tokens import Signer
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store.log import Store
from haggis_cards.server.store.schema import NAMING, log
from haggis_cards.table.guests import Guest as Somebody
from haggis_cards.table.log import now
from haggis_cards.table.shared import daily
from haggis_cards.wire.refusals import Refused
from tests.server.authenticator import Authenticator
from tests.server.people import finished
from tests.server.store import haggis, rows, stored
from tests.server.support import (
    Guest,
    Player,
    ServerProcess,
    players,
    server_inside,
    server_with_time,
    two_at_a_table,
    wait_for,
)

PEOPLE = (Path(__file__).parents[2] / "docs" / "people.md").read_text(encoding="utf-8")


def named(url: str) -> str:
    """The same address with a name in it: there are no passkeys for numbers."""
    return url.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("identity") / "data", log_level="debug") as process:
        yield process


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data") as (address, _):
        yield named(address)


def keep(guest: Guest, name: str = "Phone", origin: str | None = None) -> Authenticator:
    """Adds a passkey."""
    device = Authenticator(origin or guest.url)
    answer = device.make(guest.post("/api/passkeys/new", None)["options"])
    guest.post("/api/passkeys", {"name": name, "credential": answer}, 201)
    return device


def enter(guest: Guest, device: Authenticator, status: int = 200) -> Any:
    """Signs in with it."""
    options = guest.post("/api/sign-in/passkey/new", None)["options"]
    return guest.post("/api/sign-in/passkey", {"credential": device.sign(options)}, status)


# Tokens


def test_tokens_of_before_stay_good() -> None:
    signer = Signer(b"k" * 32)
    old = signer.token(Somebody("abc", "Ann"))
    assert old.count(".") == 2
    assert signer.guest(old) == Somebody("abc", "Ann", 0)
    for guest in (Somebody("abc", "Ann", 7), Somebody("abc", "Ann", 0, "here"), Somebody("abc", "Ann", 7, "here")):
        assert signer.guest(signer.token(guest)) == guest
    for wrong in (old.replace("abc", "abd"), old + "x", f"{old}.1", "a.b.c.d.e", "...", ""):
        assert signer.guest(wrong) is None


# Passkeys


def test_a_passkey_signs_in_on_another_device(url: str) -> None:
    ann = Guest(url, "Ann")
    table = ann.table()
    device = keep(ann, "Ann's phone")
    profile = ann.get("/api/profile")
    assert [(one["name"], one["here"], one["used"]) for one in profile["passkeys"]] == [("Ann's phone", True, None)]
    other = Guest(url, signed_in=False)
    assert enter(other, device)["name"] == "Ann"
    assert [mine["table"]["id"] for mine in other.get("/api/me")["tables"]] == [table]
    assert other.get("/api/profile")["passkeys"][0]["used"]
    # A new name is a new name everywhere.
    other.post("/api/me", {"name": "Anna"})
    assert ann.get("/api/me")["name"] == "Anna"
    assert ann.get("/api/profile")["name"] == "Anna"
    # A removed one is worth nothing.
    assert ann.delete(f"/api/passkeys/{profile['passkeys'][0]['id']}")["passkeys"] == []
    assert enter(Guest(url, signed_in=False), device, 422)["params"]["fault"] == "unknown"


def test_no_more_passkeys_than_there_may_be(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if all are asked for before the first is made; and none with an id that no device makes."""
    ann = Guest(url, "Ann")
    for module in (identity_store, api_identity):
        monkeypatch.setattr(module, "PASSKEYS", 2)
    asked = [ann.post("/api/passkeys/new", None)["options"] for _ in range(3)]
    devices = [Authenticator(url) for _ in asked]
    long, *answers = [{"name": "Phone", "credential": one.make(two)} for one, two in zip(devices, asked, strict=True)]
    for answer in answers:
        ann.post("/api/passkeys", answer, 201)
    assert ann.post("/api/passkeys", long, 429)["code"] == "too-many"
    ann.delete(f"/api/passkeys/{ann.get('/api/profile')['passkeys'][0]['id']}")
    devices[0].id = bytes(1024)
    long["credential"] = devices[0].make(ann.post("/api/passkeys/new", None)["options"])
    assert "too long" in ann.post("/api/passkeys", long, 422)["reason"]


def test_an_answer_is_good_once_and_for_its_own_site(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, device = Guest(url, "Ann"), Authenticator("https://evil.example")
    options = ann.post("/api/passkeys/new", None)["options"]
    assert (options["authenticatorSelection"]["residentKey"], options["rp"]["id"]) == ("required", "localhost")
    refused = ann.post("/api/passkeys", {"name": "x", "credential": device.make(options)}, 422)
    assert "evil.example" in refused["reason"]
    device.origin = url
    again = ann.post("/api/passkeys", {"name": "x", "credential": device.make(options)}, 422)
    assert again["params"]["fault"] == "late", "the challenge is used up"
    device = keep(ann)
    assert enter(Guest(url, signed_in=False), device)["name"] == "Ann"
    other = Guest(url, "Bob")
    options = other.post("/api/sign-in/passkey/new", None)["options"]
    answer = {"credential": device.sign(options)}
    assert other.post("/api/sign-in/passkey", answer)["name"] == "Ann"
    assert other.post("/api/sign-in/passkey", answer, 422)["params"]["fault"] == "late"
    # Nobody answers with a challenge that was given for something else, or to somebody else.
    eve = Guest(url, "Eve")
    wrong = Authenticator(url)
    theirs = wrong.make(ann.post("/api/passkeys/new", None)["options"])
    assert eve.post("/api/passkeys", {"name": "x", "credential": theirs}, 422)["params"]["fault"] == "late"
    mixed = {"credential": device.sign({"challenge": answer["credential"]["id"], "rpId": "localhost"})}
    assert eve.post("/api/sign-in/passkey", mixed, 422)["params"]["fault"] == "late"
    # Another device with the same id, a copy that counts from the beginning, another site, and time.
    thief = Authenticator(url)
    thief.id = device.id
    assert enter(eve, thief, 422)["params"]["fault"] == "refused"
    device.count = 0
    assert "count" in enter(eve, device, 422)["reason"]
    device.count = 99
    device.origin = "http://localhost:1"
    assert enter(eve, device, 422)["params"]["fault"] == "refused"
    elsewhere = {"host": "games.localhost"}  # another site of the same server: the passkey is not for it
    device.origin = "http://games.localhost"
    options = eve.http.post("/api/sign-in/passkey/new", headers=elsewhere).json()["options"]
    assert options["rpId"] == "games.localhost"
    refused = eve.http.post("/api/sign-in/passkey", json={"credential": device.sign(options)}, headers=elsewhere)
    assert refused.json()["params"]["fault"] == "unknown"
    device.origin = url
    late = device.sign(eve.post("/api/sign-in/passkey/new", None)["options"])
    monkeypatch.setattr(identity_store, "now", lambda: 2**50)
    assert eve.post("/api/sign-in/passkey", {"credential": late}, 422)["params"]["fault"] == "late"
    assert eve.get("/api/me")["name"] == "Eve"


def test_where_there_can_be_no_passkey_the_server_says_why(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    refused = ann.post("/api/passkeys/new", None, 422)
    assert refused["params"] == {"fault": "number", "text": "127.0.0.1"}
    for headers, fault in (({"host": "club.local"}, "insecure"), ({"host": "[::1]:8000"}, "number")):
        answer = ann.http.post("/api/sign-in/passkey/new", headers=headers)
        assert (answer.status_code, answer.json()["params"]["fault"]) == (422, fault)
    assert ann.http.post("/api/sign-in/passkey/new", headers={"host": "games.localhost"}).is_success


def test_behind_a_proxy_the_public_address_counts(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", public_url="https://club.example") as (url, _):
        ann = Guest(url, "Ann")
        device = keep(ann, origin="https://club.example")
        assert ann.post("/api/passkeys/new", None)["options"]["rp"]["id"] == "club.example"
        assert enter(Guest(url, signed_in=False), device)["name"] == "Ann"
        page = {"origin": "https://club.example", "host": "10.0.0.7:8000"}  # the proxy keeps the host to itself
        assert ann.http.post("/api/sign-in/passkey/new", headers=page).json()["options"]["rpId"] == "club.example"
        assert ann.http.post("/api/sign-in/passkey/new", headers={"origin": "https://evil.example"}).status_code == 403


# Recovery codes


def test_codes_are_read_as_people_write_them() -> None:
    code = new_code()
    assert re.fullmatch(r"(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}", code)
    signs = code.replace("-", "")
    assert read_code(f" {code.lower().replace('-', ' ')} ") == signs
    assert read_code("oOiIlLuU" + "A" * 12) == "001111VV" + "A" * 12
    for wrong in ("", "ABC", code + "A", "É" * 20):
        with pytest.raises(Refused):
            read_code(wrong)


def test_a_recovery_code_signs_in_until_there_is_a_new_one(url: str, tmp_path: Path) -> None:
    ann = Guest(url, "Ann")
    first = ann.post("/api/code", None, 201)["code"]
    device = Guest(url, "Bob")
    assert device.post("/api/sign-in/code", {"code": first.lower().replace("-", "")})["name"] == "Ann"
    assert device.get("/api/me")["name"] == "Ann"
    second = device.post("/api/code", None, 201)["code"]
    nobody = Guest(url, signed_in=False)
    refused = nobody.post("/api/sign-in/code", {"code": first}, 422)
    assert refused["params"]["fault"] == "unknown"
    assert nobody.post("/api/sign-in/code", {"code": "abc"}, 422)["params"] == {
        "fault": "length",
        "count": 20,
        "found": 3,
    }
    assert nobody.get("/api/me")["name"] is None
    assert nobody.post("/api/sign-in/code", {"code": second})["name"] == "Ann"
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        text = "\n".join(db.iterdump())
    assert not any(secret in text for code in (first, second) for secret in (code, code.replace("-", "")))


def test_nobody_guesses_for_long(tmp_path: Path) -> None:
    with server_with_time(tmp_path / "data", sign_ins_per_minute=6) as (url, _):
        eve = Guest(url, "Eve")
        answers = [eve.http.post("/api/sign-in/code", json={"code": new_code()}).status_code for _ in range(5)]
        assert answers == [422] * 3 + [429] * 2


# A second device


def test_a_second_device_joins_by_a_link(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Guest(url, "Ann")
    assert ann.get("/api/link") == {"until": None, "joined": False}
    secret = {"secret": ann.post("/api/link", None, 201)["secret"]}
    phone = Guest(url, "Guest")
    for _ in range(2):  # whoever looks at a link, a preview say, does not use it up
        assert phone.http.get("/profile/join").status_code == 200
        assert phone.post("/api/sign-in/link/look", secret)["name"] == "Ann"
    assert phone.get("/api/me")["name"] == "Guest"
    assert not ann.get("/api/link")["joined"]
    assert phone.post("/api/sign-in/link", secret)["name"] == "Ann"
    assert ann.get("/api/link")["joined"]
    third = Guest(url, signed_in=False)
    for path in ("/api/sign-in/link/look", "/api/sign-in/link"):
        assert third.post(path, secret, 404)["code"] == "no-link"
    # A newer link, and time, end an older one.
    older = {"secret": ann.post("/api/link", None, 201)["secret"]}
    newer = {"secret": ann.post("/api/link", None, 201)["secret"]}
    third.post("/api/sign-in/link", older, 404)
    monkeypatch.setattr(identity_store, "now", lambda: 2**50)
    third.post("/api/sign-in/link", newer, 404)
    assert third.get("/api/me")["name"] is None


# Coming and going


async def test_signing_out_everywhere_ends_all_other_tokens_and_their_sockets(url: str, tmp_path: Path) -> None:
    ann, bob, table = two_at_a_table(url)
    thief = Guest(url, signed_in=False)
    thief.http.cookies.update(ann.http.cookies)
    link = {"secret": ann.post("/api/link", None, 201)["secret"]}
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        row = ("x", id_of(ann), "https://push.example/x", "key", "auth", "key", now())
        db.execute("INSERT INTO push_subscriptions VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        db.commit()
    async with players(thief, bob, table=table) as (stolen, other):
        assert stolen.seat == 0
        ann.post("/api/sign-out/everywhere", {})
        await stolen.socket.wait_closed()
        assert stolen.socket.close_code == 4401
        await other.ask("ping")
    assert thief.get("/api/me") == {"name": None, "tables": [], "named": False}
    assert ann.get("/api/profile/data")["push_subscriptions"] == [], "a lost phone is not told of anything any more"
    thief.post("/api/sign-in/link", link, 404)
    assert [mine["seat"] for mine in ann.get("/api/me")["tables"]] == [0]
    ann.post("/api/me", {"name": "Anna"})  # the new token is kept when the name changes
    assert ann.get("/api/me")["name"] == "Anna"
    async with players(ann, table=table) as (back,):
        assert back.seat == 0


def test_signing_out_everywhere_ends_what_a_thief_has_added(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner sees what was added when, and says what ends; what is under way meanwhile comes too late."""
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    mine = keep(ann, "Mine")
    others = keep(bob, "Bob's")
    thief = Guest(url, signed_in=False)
    thief.http.cookies.update(ann.http.cookies)
    stolen, late = keep(thief, "Stolen"), Authenticator(url)
    code = thief.post("/api/code", None, 201)["code"]
    half = {"name": "Late", "credential": late.make(thief.post("/api/passkeys/new", None)["options"])}
    profile = ann.get("/api/profile")
    assert [one["name"] for one in sorted(profile["passkeys"], key=lambda one: one["made"])] == ["Mine", "Stolen"]
    assert profile["code"]
    real = passkeys.check_new

    def meanwhile(*args: Any) -> dict[str, Any]:
        """The owner signs out everywhere while the thief's passkey is being checked."""
        ids = [profile["passkeys"][-1]["id"], bob.get("/api/profile")["passkeys"][0]["id"]]
        ann.post("/api/sign-out/everywhere", {"passkeys": ids, "code": True})
        return real(*args)

    monkeypatch.setattr(passkeys, "check_new", meanwhile)
    assert thief.post("/api/passkeys", half, 401)["code"] == "no-session"
    monkeypatch.undo()
    for device in (stolen, late):
        assert enter(thief, device, 422)["params"]["fault"] == "unknown"
    assert thief.post("/api/sign-in/code", {"code": code}, 422)["params"]["fault"] == "unknown"
    profile = ann.get("/api/profile")
    assert ([one["name"] for one in profile["passkeys"]], profile["code"]) == (["Mine"], None)
    for device, name in ((mine, "Ann"), (others, "Bob")):
        assert enter(Guest(url, signed_in=False), device)["name"] == name


async def test_a_browser_that_becomes_somebody_else_connects_again(url: str) -> None:
    ann = Guest(url, "Ann")
    code = {"code": ann.post("/api/code", None, 201)["code"]}
    bob = Guest(url, "Bob")
    table = bob.table()
    async with players(bob, table=table) as (player,):
        assert bob.post("/api/sign-in/code", code)["name"] == "Ann"
        await player.socket.wait_closed()
        assert player.socket.close_code == 1012
    async with players(bob, table=table) as (again,):
        assert again.seat is None, "Bob's seat is Bob's"
    bob.post("/api/sign-out", None)
    assert bob.get("/api/me")["name"] is None
    assert ann.get("/api/me")["name"] == "Ann", "only this device is signed out"


async def test_who_signs_out_leaves_no_cookie_behind(tmp_path: Path) -> None:
    """A copy of the cookie, whatever its name, is worth nothing afterwards; other devices are signed in, also later."""
    data = tmp_path / "data"
    with server_inside(data) as (url, _):
        ann = Guest(url, "Ann")
        code = {"code": ann.post("/api/code", None, 201)["code"]}
        phone, copy = Guest(url, signed_in=False), Guest(url, signed_in=False)
        phone.post("/api/sign-in/code", code)
        copy.http.cookies.update(ann.http.cookies)
        ann.post("/api/me", {"name": "Anna"})
        table = ann.table()
        async with players(copy, phone, table=table) as (stolen, mine):
            assert (stolen.seat, mine.seat) == (0, 0)
            ann.post("/api/sign-out", None)
            await stolen.socket.wait_closed()
        assert copy.get("/api/me")["name"] is None
        assert phone.get("/api/me")["name"] == "Anna"
    with server_inside(data) as (url, _):
        for guest, name in ((copy, None), (phone, "Anna")):
            guest.move(url)
            assert guest.get("/api/me")["name"] == name


async def test_who_is_named_where_is_read_by_an_index(tmp_path: Path) -> None:
    store = await Store.open(tmp_path, "")
    await store.close()
    with closing(sqlite3.connect(tmp_path / "haggis.sqlite")) as db:
        query = sa.select(log.c.table).distinct().where(NAMING, log.c.data.like("%x%"))
        text = str(query.compile(dialect=dialect(), compile_kwargs={"literal_binds": True}))
        assert any("log_naming" in row[-1] for row in db.execute(f"EXPLAIN QUERY PLAN {text}"))


def test_a_banned_person_cannot_sign_in(server: ServerProcess) -> None:
    ann = Guest(named(server.url), "Ann Banned")
    ann.table()
    code = {"code": ann.post("/api/code", None, 201)["code"]}
    person = next(row[0] for row in rows(haggis(server, "people")) if row[1] == "Ann Banned")
    haggis(server, "ban", person)
    wait_for(lambda: ann.http.get("/api/me").status_code == 403)
    assert Guest(server.url, signed_in=False).post("/api/sign-in/code", code, 403)["code"] == "banned"


# Everything in one file


def id_of(guest: Guest) -> str:
    return guest.http.cookies["haggis"].split(".")[0]


async def test_everything_in_one_file(url: str) -> None:
    ann, bob, table = two_at_a_table(url, end={"rounds": 1}, rated=True)
    await finished(ann, bob, table)
    keep(ann, "Ann's phone")
    secrets = [ann.post("/api/code", None, 201)["code"], ann.post("/api/link", None, 201)["secret"]]
    puzzle = ann.get("/api/puzzles/next?game=haggis-2")["id"]
    ann.post(f"/api/puzzles/{puzzle}/solution", None)
    running = ann.table("haggis-2", ["me", "random"])
    async with players(ann, table=running) as (player,):
        assert player.view is not None
        answer = ann.http.get("/api/profile/data")
    assert 'filename="haggis-my-data.json"' in answer.headers["content-disposition"]
    found = answer.json()
    assert (found["person"], found["name"], found["names"]) == (id_of(ann), "Ann", ["Ann"])
    assert [one["name"] for one in found["passkeys"]] == ["Ann's phone"]
    assert {one["id"] for one in found["tables"]} == {table, running}
    assert [line["text"] for line in found["chat"]] == ["I live in Perth"]
    Record(found["records"][0]).verify()
    assert len(found["records"]) == len(found["matches"]) == len(found["ratings"]) == 1
    assert found["recovery_code_made"]
    assert [one["puzzle"] for one in found["puzzle_attempts"]] == [puzzle]
    # Nothing of others but what everybody at the table has seen; no secret; no card of a match that is being played.
    for secret in (id_of(bob), *secrets, "so do I", '"hand"'):
        assert secret not in answer.text, secret
    assert answer.text.count('"seed"') == 1, "that of the match which is over"
    described = set(re.findall(r"^\| `(\w+)` \|", PEOPLE.partition("### The file")[2], re.MULTILINE))
    assert described == set(found)
    assert found == json.loads(ann.http.get("/api/profile/data").text)
    assert Guest(url, signed_in=False).get("/api/profile/data", 401)["code"] == "no-session"
    theirs = bob.http.get("/api/profile/data").text
    assert id_of(ann) not in theirs
    assert "Ann's phone" not in theirs


# Deletion


async def test_deletion_really_deletes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_HEARD", 0.5)
    monkeypatch.setattr(entrants, "ENTRANTS", ())  # no bots play the deals
    with server_inside(tmp_path / "data") as (address, app):
        url = named(address)
        ann, bob, table = two_at_a_table(url, end={"rounds": 1}, rated=True, title="Ann and friends")
        await finished(ann, bob, table)
        device = keep(ann, "Ann's phone")
        code = {"code": ann.post("/api/code", None, 201)["code"]}
        running = ann.table("haggis-2", ["me", "open"])
        bob.post(f"/api/tables/{running}/seat", {})
        ann.post(f"/api/tables/{running}/start", {})
        person, token = id_of(ann), ann.cookie
        yesterday = daily.day_of(now() - 24 * 3600 * 1000)
        with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
            row = (yesterday, "haggis-2", 1, person, "Ann", None, 5.0, now(), True)
            db.execute("INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            db.commit()
        results = f"/api/daily/haggis-2?day={yesterday}"
        assert [line["name"] for line in bob.get(results)["standings"]] == ["Ann"]  # and remembered
        device_of_ann = Guest(url, signed_in=False)
        device_of_ann.http.cookies.update(ann.http.cookies)
        async with players(ann, bob, table=running) as (first, second):
            assert (await asyncio.to_thread(ann.delete, "/api/me"))["name"] is None
            await first.socket.wait_closed()
            assert first.socket.close_code == 4401
            await second.socket.wait_closed()  # the table is loaded anew
        # The running table goes on with a bot in place of nobody; what is raced in meanwhile goes as well.
        async with players(bob, table=running) as (second,):
            assert [seat["name"] for seat in second.info["seats"]] == ["Somebody", "Bob"]
            assert second.info["seats"][0]["away"] == "left"
        with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
            db.execute("UPDATE tables SET info = replace(info, 'Somebody', 'Ann') WHERE id = ?", (running,))
            db.execute("INSERT INTO sittings VALUES (?, ?, 0)", (person, running))
            db.commit()

        def text() -> str:
            with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
                return "\n".join(db.iterdump())

        await asyncio.to_thread(wait_for, lambda: person not in text() and "Ann" not in text())
        assert "Perth" not in text()
        assert "so do I" in text()
        # The token, the passkey and the code are worth nothing.
        assert device_of_ann.get("/api/me") == {"name": None, "tables": [], "named": False}
        assert device_of_ann.get("/api/profile/data", 401)
        nobody = Guest(url, signed_in=False)
        assert enter(nobody, device, 422)["params"]["fault"] == "unknown"
        assert nobody.post("/api/sign-in/code", code, 422)["params"]["fault"] == "unknown"
        # What others have played stays theirs.
        record = bob.get(f"/api/tables/{table}/records/1")
        assert record["players"] == ["Somebody", "Bob"]
        Record(record).verify()
        assert [one["players"] for one in bob.get("/api/matches")["matches"]] == [["Somebody", "Bob"]]
        lines = bob.get("/api/ratings/haggis-2")["lines"]
        assert {line["name"] for line in lines if not line["level"]} == {"Somebody", "Bob"}
        assert [line["name"] for line in bob.get(results)["standings"]] == ["Somebody"]
        assert person not in repr(app.state.revocations._epochs)
        # The one who was deleted may come again, as somebody new.
        device_of_ann.post("/api/me", {"name": "Ann"})
        assert id_of(device_of_ann) != person
    with server_inside(tmp_path / "data") as (address, _):  # it holds after a restart
        assert name_of(address, token) is None


async def test_a_deletion_that_was_killed_goes_on_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "_HEARD", 0.1)
    with server_inside(tmp_path / "data") as (url, _):
        ann, bob, table = two_at_a_table(url, end={"rounds": 1})
        await finished(ann, bob, table)
        person, token = id_of(ann), ann.cookie
    store = OwnerStore(ServerSettings(data=str(tmp_path / "data")))
    store.run(identity_store.close, person)  # and then the process was killed
    with server_inside(tmp_path / "data") as (url, _):
        assert name_of(url, token) is None

        def text() -> str:
            with closing(sqlite3.connect(store.path)) as db:
                return "\n".join(db.iterdump())

        await asyncio.to_thread(wait_for, lambda: person not in text() and "Ann" not in text())


async def test_the_name_goes_out_of_practice_and_of_rounds_kept_for_reviews(url: str, tmp_path: Path) -> None:
    ann, bob, table = two_at_a_table(url, end={"rounds": 2})
    async with players(ann, bob, table=table) as (first, second):
        await first.ask("start")
        await second.until(lambda message: message.get("what") == "start")
        over = lambda player: player.view["round"] == 2  # noqa: E731
        await asyncio.gather(first.play(over), second.play(over))
        kept = bob.post(f"/api/tables/{table}/rounds/1", None, 200)["id"]
        await asyncio.gather(first.play(), second.play())
    record = bob.get(f"/api/tables/{table}/records")["records"][0]["id"]
    wish = {"round": 1, "index": 0, "seat": 0, "bot": "random"}
    practice = ann.post(f"/api/records/{record}/table", wish, 201)["id"]
    player = await Player(ann, practice).open()
    await player.play()
    await player.close()
    ann.delete("/api/me")
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        assert '"Ann"' not in "\n".join(db.iterdump())
    assert bob.get(f"/api/records/{kept}/replay")


def test_the_owner_deletes_with_the_same_words(server: ServerProcess) -> None:
    """`haggis admin forget` is the same deletion: the token and the passkey go too, on a server that runs."""
    url = named(server.url)
    ann = Guest(url, "Annabel")
    table, device = ann.table(title="Annabel's table"), keep(ann, "Annabel's phone")
    person = next(row[0] for row in rows(haggis(server, "people")) if row[1] == "Annabel")
    assert json.loads(haggis(server, "export", person)) == ann.get("/api/profile/data")
    haggis(server, "forget", person, "--yes")
    wait_for(lambda: ann.http.get("/api/me").json()["name"] is None)
    assert "Annabel" not in stored(server)
    assert person not in stored(server)
    assert ann.get(f"/api/tables/{table}")["title"] == ""
    enter(Guest(url, signed_in=False), device, 422)


# What others see, what is written, and what came before


def test_nobody_sees_what_is_somebody_elses(server: ServerProcess) -> None:
    url = named(server.url)
    ann, eve = Guest(url, "Ann"), Guest(url, "Eve")
    device = keep(ann, "Secret phone")
    code = ann.post("/api/code", None, 201)["code"]
    link = ann.post("/api/link", None, 201)["secret"]
    passkey = ann.get("/api/profile")["passkeys"][0]["id"]
    seen = [eve.http.get(path).text for path in ("/api/profile", "/api/link", "/api/me", "/api/profile/data")]
    assert not any("Secret phone" in text or passkey in text or '"joined":true' in text for text in seen)
    assert eve.delete(f"/api/passkeys/{passkey}", 422)["params"]["fault"] == "unknown"
    assert enter(Guest(url, signed_in=False), device)["name"] == "Ann"
    log = server.log.read_text()
    cookie = ann.http.cookies["haggis"]
    for secret in (code, code.replace("-", ""), link, cookie, cookie.split(".")[0], passkey, "Secret phone"):
        assert secret not in log, secret
    assert "Traceback" not in log


def test_a_backup_keeps_passkeys_codes_and_who_is_gone(tmp_path: Path) -> None:
    saved, other = tmp_path / "saved", ServerProcess(tmp_path / "other")
    with server_inside(tmp_path / "data") as (address, _):
        ann, gone = Guest(named(address), "Ann"), Guest(named(address), "Bob")
        device, code = keep(ann), {"code": ann.post("/api/code", None, 201)["code"]}
        tokens = [ann.cookie, gone.cookie]
        gone.delete("/api/me")
        haggis(ServerProcess(tmp_path / "data"), "backup", str(saved))
    haggis(other, "restore", str(saved))
    with server_inside(other.data) as (address, _):
        device.origin = url = named(address)
        assert enter(Guest(url, signed_in=False), device)["name"] == "Ann"
        assert Guest(url, signed_in=False).post("/api/sign-in/code", code)["name"] == "Ann"
        assert [name_of(url, token) for token in tokens] == ["Ann", None]


def name_of(url: str, token: str) -> str | None:
    """Whose token it is, as a server says."""
    name: str | None = httpx.get(f"{url}/api/me", headers={"cookie": token}).json()["name"]
    return name
