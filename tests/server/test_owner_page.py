"""The owner's page: only the owner gets anything, every button does what the command does, and no card is shown."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from haggis_cards.server.owner import access
from haggis_cards.server.store.log import Store
from tests.server.support import CARD, Guest, Player, server_inside, two_at_a_table

SERVER: Final = "Heather & Co"
POSTS: Final = ("ban", "unban", "invite", "uninvite", "close", "leave", "dance", "enter")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    with server_inside(tmp_path_factory.mktemp("owner") / "data", name=SERVER) as found:
        yield found


def in_store(app: Any, work: Any, *args: Any) -> Any:
    """What `haggis admin` would do with the store; another test runs the command itself."""
    store: Store = app.state.store
    loop = next(iter(app.state.tasks._running)).get_loop()
    return asyncio.run_coroutine_threadsafe(store.write(work, *args), loop).result(30)


class Owner(Guest):
    """A browser with the owner's session."""

    def __init__(self, url: str, ticket: str) -> None:
        super().__init__(url, signed_in=False)
        self.http.headers["origin"] = url
        self.entered = self.http.post("/owner/enter", data={"ticket": ticket})

    @property
    def page(self) -> str:
        return self.http.get("/owner").text

    @property
    def token(self) -> str:
        found = re.search(r'name="token" value="(\w+)"', self.page)
        assert found
        return found[1]

    def do(self, action: str, **fields: str) -> str:
        """What the page says afterwards."""
        answer = self.http.post(f"/owner/{action}", data={"token": self.token, **fields})
        assert answer.status_code == 200, answer.text
        found = re.search(r'role="status">([^<]*)<', answer.text)
        assert found
        return found[1]


@pytest.fixture
def owner(server: tuple[str, Any]) -> Owner:
    url, app = server
    return Owner(url, in_store(app, access.new_link))


def browser(url: str, **cookies: str) -> httpx.Client:
    """Somebody with these cookies."""
    found = Guest(url, signed_in=False).http
    for name, value in cookies.items():
        found.cookies.set(name.replace("_", "-"), value)
    return found


# Who gets in


def test_a_link_is_good_once_and_only_when_its_button_is_pressed(server: tuple[str, Any]) -> None:
    url, app = server
    ticket = in_store(app, access.new_link)
    for _ in range(3):  # messengers and browsers look at links
        shown = httpx.get(f"{url}/owner", params={"ticket": ticket})
        assert (shown.status_code, shown.headers["cache-control"]) == (200, "no-store")
        assert "set-cookie" not in shown.headers
        assert "People" not in shown.text
    first, second = Owner(url, ticket), Owner(url, ticket)
    assert (first.entered.status_code, second.entered.status_code) == (303, 404)
    cookie = first.entered.headers["set-cookie"]
    assert re.search(r"haggis-owner=[\w-]{32}; HttpOnly; .*Path=/owner; SameSite=strict", cookie), cookie
    assert httpx.get(f"{url}/owner", params={"ticket": ticket}).status_code == 404
    assert httpx.get(f"{url}/owner", params={"ticket": "x" * 32}).status_code == 404


def test_nobody_else_gets_anything_but_404(server: tuple[str, Any], owner: Owner) -> None:
    url, _ = server
    token, session = owner.token, owner.http.cookies["haggis-owner"]
    guest = Guest(url, "Eve").http
    others = [
        browser(url),
        guest,
        browser(url, haggis_owner="x" * 32),
        browser(url, haggis_owner=guest.cookies["haggis"]),
        browser(url, haggis=session),
    ]
    for number, other in enumerate(others):
        other.headers["x-forwarded-for"] = f"203.0.113.{number}"
        assert other.get("/owner").status_code == 404
        assert other.get("/owner", headers={"accept": "text/html"}).status_code == 404
        for action in POSTS:
            for given in ({"data": {"token": token, "who": "x", "ticket": session}}, {"json": {"token": token}}, {}):
                answer = other.post(f"/owner/{action}", headers={"origin": url}, **given)  # type: ignore[arg-type]
                assert answer.status_code == 404, (action, given, answer.text)
                assert answer.headers["cache-control"] == "no-store"


def test_another_page_cannot_press_a_button(server: tuple[str, Any], owner: Owner) -> None:
    url, _ = server
    token = owner.token
    fields = {"token": token, "who": "203.0.113.5"}
    assert owner.http.post("/owner/ban", data={"who": "203.0.113.5"}).status_code == 404
    assert owner.http.post("/owner/ban", data=fields | {"token": "0" * 64}).status_code == 404
    for origin in ("https://evil.example", "null"):
        assert owner.http.post("/owner/ban", data=fields, headers={"origin": origin}).status_code == 403
    without = browser(url, haggis_owner=owner.http.cookies["haggis-owner"])
    assert without.post("/owner/ban", data=fields).status_code == 404, "a browser names its origin"
    assert "203.0.113.5" not in owner.page


def test_guesses_at_the_page_are_limited(server: tuple[str, Any]) -> None:
    url, app = server
    ticket = in_store(app, access.new_link)
    far = {"x-forwarded-for": "203.0.113.99"}
    with httpx.Client(base_url=url, headers=far) as eve:
        assert {eve.get("/owner", params={"ticket": str(n)}).status_code for n in range(100)} == {404}
        assert eve.get("/owner", params={"ticket": ticket}).status_code == 404, "not even with the right one now"
    assert httpx.get(f"{url}/owner", params={"ticket": ticket}).status_code == 200


def test_a_sign_out_ends_the_session(server: tuple[str, Any], owner: Owner) -> None:
    url, _ = server
    session = owner.http.cookies["haggis-owner"]
    assert owner.http.post("/owner/leave", data={"token": owner.token}).status_code == 303
    assert browser(url, haggis_owner=session).get("/owner").status_code == 404


# What it does


def test_the_page_says_how_the_server_is_and_lets_no_script_in(server: tuple[str, Any], owner: Owner) -> None:
    url, _ = server
    Guest(url, "Zoe").table(title="<script>alert(1)</script>")
    answer = owner.http.get("/owner")
    assert "<script" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert (answer.headers["referrer-policy"], answer.headers["x-frame-options"]) == ("same-origin", "DENY")
    assert "<title>Heather &amp; Co · Owner</title>" in answer.text
    for name, value in {"Memory": r"\d+ MB", "Store": r"[\d.]+ MB", "Running for": "0 d 0 h", "Version": r"\d"}.items():
        assert re.search(f"<dt>{name}</dt><dd>{value}", answer.text), name


async def test_the_owner_bans_and_ends_tables(server: tuple[str, Any], owner: Owner) -> None:
    url, _ = server
    ann, bob, table = two_at_a_table(url, title="Friday")
    person = ann.get("/api/profile/data")["person"]
    assert person in owner.http.get("/owner", params={"words": "ann"}).text
    assert table not in owner.http.get("/owner", params={"words": "nobody of this name"}).text
    player = await Player(ann, table).open()
    assert owner.do("ban", who=person, reason="no  manners\u202e", days="1") == f"{person} is banned."
    await asyncio.wait_for(player.socket.wait_closed(), 20)
    assert player.socket.close_code == 4403
    assert ann.get("/api/me", 403)["reason"] == "the owner of this server has banned you: no manners"
    assert owner.do("unban", who=person) == f"{person} is no longer banned."
    assert "is not banned" in owner.do("unban", who=person)
    assert "too large a network" in owner.do("ban", who="0.0.0.0/0")
    assert "days are a number" in owner.do("ban", who="203.0.113.7", days="nan")
    assert owner.do("close", who=table) == f"The table {table} is closed."
    assert "is closed already" in owner.do("close", who=table)
    assert "there is no table" in owner.do("close", who="<b>")
    assert owner.http.post("/owner/dance", data={"token": owner.token}).status_code == 404
    assert owner.do("invite", who=person).endswith("may make tables.")
    assert "not the id of a person" in owner.do("invite", who="x" * 40)
    assert "Take the invitation" in owner.page
    owner.do("uninvite", who=person)
    assert "is not invited" in owner.do("uninvite", who=person)
    for _ in range(200):
        if bob.get(f"/api/tables/{table}")["status"] == "closed":
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the table is still open")


async def test_no_card_of_a_running_table_is_shown(server: tuple[str, Any], owner: Owner) -> None:
    url, _ = server
    ann = Guest(url, "Ann")
    table = ann.table(seats=["me", "random"])
    player = await Player(ann, table).open()
    assert CARD.search((await player.hear())["view"]["hand"])
    page = owner.page
    assert table in page
    assert not CARD.search(re.sub(r"<style>.*?</style>|<code>.*?</code>", "", page, flags=re.DOTALL))
    await player.close()
