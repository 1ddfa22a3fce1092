"""What somebody may try who wants a result without playing, cards too early, or others out of the way."""

import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from haggis_cards import Match
from haggis_cards.match_end import Rounds
from haggis_cards.server.daily import entrants
from haggis_cards.server.history import sent_matches
from haggis_cards.server.registry.limits import Rates, Slots
from haggis_cards.table import clock
from haggis_cards.wire.facts import DAY
from haggis_cards.wire.refusals import Refused
from tests.push_service import Browser, push_service
from tests.review.helpers import random_match
from tests.seed import SEED
from tests.server.challengers import QUICK, begin, challenge_of, finished_match, play
from tests.server.support import Calendar, Guest, server_inside, server_with_time, wait_for


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("cheats") / "data", **QUICK) as (address, _):
        yield address


async def test_nobody_gets_the_result_of_another_by_its_record(url: str) -> None:
    """Whoever has played sees the challenger's record; a second account of theirs must not enter with it."""
    ann, bob, eve = Guest(url, "Ann"), Guest(url, "Bob"), Guest(url, "Eve")
    match = Match("haggis-2", Rounds(1), seed=SEED, players=["Ann", "Heather"])
    rng = random.Random(SEED)
    while not match.over:
        match = match.act(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
    record = ann.http.post("/api/records", json=dict(match.record().data)).json()["id"]
    wish = {"record": record, "seats": ["me", "novice"]}
    challenge = ann.post("/api/challenges", wish, 201)["id"]
    await play(bob, begin(bob, challenge))
    seen = eve.post("/api/challenges", wish, 201)
    assert (seen["id"], seen["state"], seen["fields"]) == (challenge, "none", None)
    assert [one["name"] for one in bob.get(f"/api/challenges/{challenge}")["people"]] == ["Ann", "Bob"]
    assert ann.post("/api/challenges", wish, 201)["state"] == "done"


async def test_nobody_closes_anothers_match_by_a_challenge(url: str) -> None:
    """A match that goes on from a place of a record is nobody's by name; it stays open to who has played it."""
    ann, eve = Guest(url, "Ann"), Guest(url, "Eve")
    _, record = await finished_match(ann, end={"rounds": 1})
    wish = {"round": 1, "index": 0, "seat": 0, "bot": "club"}
    table = ann.post(f"/api/records/{record}/table", wish, 201)["id"]
    await play(ann, table)
    practice = ann.get(f"/api/tables/{table}/records")["records"][0]["id"]
    wish = {"record": practice, "seats": ["me", "club"]}
    assert eve.post("/api/challenges", wish, 422)["code"] == "bad-challenge"
    assert ann.get(f"/api/records/{practice}/replay")["steps"]


async def test_a_seat_shows_nobody_the_cards_of_a_challenge(url: str) -> None:
    """A bot makes room at the challenger's table; there is nothing to see for who may still play the cards."""
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    table, record = await finished_match(ann, end={"rounds": 1})
    challenge = challenge_of(ann, record)
    assert bob.post(f"/api/tables/{table}/seat", {}, 409)["code"] == "locked"
    assert bob.http.get(f"/api/tables/{table}/view").status_code == 409
    await play(bob, begin(bob, challenge))
    assert bob.post(f"/api/tables/{table}/seat", {})["seats"][1]["name"] == "Bob"


def test_a_match_without_names_is_kept_on_every_seat(url: str) -> None:
    ann = Guest(url, "Ann")
    sent = {**random_match("neeps-4", seed=3).record().data, "bots": ["club", "club", "club", None]}
    sent.pop("players", None)
    assert ann.post("/api/matches?seat=3", sent)["kept"]
    (mine,) = ann.get("/api/matches")["matches"]
    assert mine["seat"] == 3
    assert ann.get(f"/api/records/{mine['record']}/review")["seat"] == 3


def test_a_try_that_nobody_finishes_ends_when_it_no_longer_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a server would be full one day of tables that wait for nobody."""
    today = Calendar()
    monkeypatch.setattr(clock, "now", today)
    monkeypatch.setattr(entrants, "ENTRANTS", ())
    with server_with_time(tmp_path / "data", abandon_after=900, **QUICK) as (url, time):
        ann = Guest(url, "Ann")
        challenge = ann.post("/api/challenges", {"rules": "haggis-2", "seats": ["open", "club"], "days": 5}, 201)["id"]
        tables = [ann.post("/api/daily/haggis-2/1", {})["id"], begin(ann, challenge)]

        def statuses() -> list[str]:
            return [ann.get(f"/api/tables/{table}")["status"] for table in tables]

        time.passes(10_000)
        ann.get("/api/me")
        assert statuses() == ["playing", "playing"], "people may come back"
        today.days = 1
        time.passes(1)
        wait_for(lambda: statuses() == ["closed", "playing"])
        today.days = 5
        time.passes(1)
        wait_for(lambda: statuses() == ["closed", "closed"])
        assert ann.get(f"/api/challenges/{challenge}")["finished"] == 0


def test_tables_that_last_are_made_at_a_slower_pace(tmp_path: Path) -> None:
    """Nobody stays at them, so one address could fill the server for weeks."""
    with server_with_time(tmp_path / "data", tables_per_minute=2, **QUICK) as (url, time):
        ann = Guest(url, "Ann")
        wish = {"rules": "haggis-2", "seats": ["me", "open"]}
        for _ in range(20):
            ann.post("/api/tables", {**wish, "clock": DAY}, 201)
            time.passes(30)
        assert ann.post("/api/tables", {**wish, "clock": DAY}, 429)["code"] == "too-many"
        time.passes(60)
        ann.post("/api/tables", wish, 201)
        time.passes(900)
        ann.post("/api/tables", {**wish, "clock": DAY}, 201)


def test_a_site_of_ipv6_has_limits_too() -> None:
    """Whoever has a /48 has 65,536 addresses that count as clients, and is heard as 16 of them."""
    clients = [f"2001:db8:1:{number:x}::/64" for number in range(50)]
    rates = Rates("hints", 1, 2, clock=lambda: 0.0)
    assert sum(rates.take(client) for client in clients * 3) == 16 * 2
    assert rates.take("2001:db8:2::/64")
    slots = Slots("watchers", 1)
    for client in clients[:16]:
        slots.take(f"table {client}")
    with pytest.raises(Refused):
        slots.take(f"table {clients[16]}")
    slots.take(f"other {clients[16]}")
    slots.free(f"table {clients[0]}")
    slots.take(f"table {clients[16]}")


def test_tables_that_last_leave_room_for_people(tmp_path: Path) -> None:
    """Whoever makes tables from many addresses can fill half of a server for days, and not all of it."""
    with server_inside(tmp_path / "data", max_tables=4, **QUICK) as (url, _):
        ann = Guest(url, "Ann")
        wish = {"rules": "haggis-2", "seats": ["me", "open"]}
        for _ in range(2):
            ann.post("/api/tables", {**wish, "clock": DAY}, 201)
        refused = ann.post("/api/tables", {**wish, "clock": DAY}, 429)
        assert refused["params"]["fault"] == "server-tables"
        for _ in range(2):
            ann.post("/api/tables", wish, 201)
        assert ann.post("/api/tables", wish, 429)["params"]["fault"] == "server-tables"


def test_matches_of_a_browser_take_only_so_much_room(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Guest(url, "Ann")
    monkeypatch.setattr(sent_matches, "MOST_BYTES", 100)
    first, second = ({**random_match("haggis-2", seed=seed).record().data, "bots": [None, "club"]} for seed in (1, 2))
    assert ann.post("/api/matches?seat=0", first)["kept"]
    assert ann.post("/api/matches?seat=0", second, 429)["params"] == {"fault": "sent", "most": 1}
    assert not ann.post("/api/matches?seat=0", first)["kept"]


def test_records_of_one_address_do_not_fill_the_disk(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data") as (url, app):
        ann, record = Guest(url, "Ann"), random_match("haggis-2", seed=1).record().data
        size = len(httpx.Request("POST", url, json=record).content)
        app.state.limits.uploads = Rates("replays", 1e-9, 2 * size)
        kept = ann.post("/api/records", record)["id"]
        ann.post("/api/matches?seat=0", record)
        wish = {"round": 1, "index": 0, "seat": 0, "bot": "club"}
        for path, body in (
            ("/api/records", record),
            ("/api/matches?seat=0", record),
            (f"/api/records/{kept}/table", wish),
        ):
            assert ann.post(path, body, 429)["code"] == "too-many"


def test_new_subscriptions_have_a_pace(tmp_path: Path) -> None:
    """A guest is made with one click, so a limit for one person alone would stop nobody."""
    with server_inside(tmp_path / "data", push_anywhere=True) as (url, app), push_service() as service:
        app.state.limits.subscriptions = Rates("requests", 1e-9, 2)
        ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
        key = ann.get("/api/push")["key"]
        first, second, third = (Browser(service, name).subscription(key) for name in ("first", "second", "third"))
        ann.post("/api/push", first)
        bob.post("/api/push", second)
        ann.post("/api/push", first)  # as its page does each time
        assert bob.post("/api/push", third, 429)["code"] == "too-many"
