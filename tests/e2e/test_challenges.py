"""Challenges in a browser: a link with the same cards, one try, and the comparison; and several tables."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import like, t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.people import Veteran
from tests.e2e.playing import READY
from tests.e2e.site import Site


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_beat_my_result(visit: Opened, site: Site, viewport: dict[str, int]) -> None:
    ann, bob = Veteran(site), Veteran(site, "Bob")
    (table,) = ann.matches(1, seats=["me", "novice"], end={"rounds": 2})
    page = visit(f"/table/{table}", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    page.locator("[data-challenge]").focus()
    page.keyboard.press("Enter")
    page.get_by_label(t("challenge.name")).fill("The long match")
    clean(page, "the form")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=t("challenge.mine")).wait_for()
    page.locator("[data-share] svg").wait_for()
    clean(page, "a new challenge")
    address = page.url
    assert page.get_by_label(t("invite.link")).first.input_value().endswith(address.rsplit("/", 1)[-1])

    friend = visit(address, viewport=viewport, storage_state=bob.state, bypass_csp=True)
    friend.get_by_text(like("challenge.beat")).wait_for()
    friend.get_by_text(t("challenge.closed")).wait_for()
    clean(friend, "before playing")
    friend.locator("[data-play]").focus()
    friend.keyboard.press("Enter")
    friend.wait_for_url("**/table/*")
    friend.wait_for_selector(READY)
    assert friend.locator("[data-hint]").count() == 0
    theirs = friend.url.split("/")[-1]
    friend.goto(address)
    friend.get_by_role("button", name=t("challenge.goOn")).click()
    friend.wait_for_url(f"**/table/{theirs}")
    friend.goto("/")
    bob.play(theirs)
    friend.goto(f"/table/{theirs}")
    friend.get_by_role("link", name=t("end.compare")).click()
    friend.wait_for_selector("[data-field='2'] [data-deals='2']")
    assert "Ann" in friend.locator("[data-lead]").inner_text()  # who has beaten whom
    clean(friend, "the comparison")
    friend.get_by_role("link", name=t("challenge.seeOf", name="Ann")).click()
    friend.wait_for_url("**/review/*")
    page.wait_for_selector("[data-field='2']")  # by itself
    page.locator("[data-close]").click()
    clean(page, "the question before it is closed")
    page.get_by_role("button", name=t("challenge.closeNo")).click()
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("[data-over]").count() == 0
    page.locator("[data-close]").click()
    page.locator("[data-close-yes]").click()
    page.wait_for_selector("[data-over]")
    page.goto("/challenge")
    page.wait_for_selector("[data-challenges='1']")
    clean(page, "my challenges")


@needs_axe
def test_who_has_no_name_is_asked_for_one(visit: Opened, site: Site) -> None:
    """The results show it; nobody is a Guest among others."""
    challenge = Veteran(site).guest.post("/api/challenges", {"rules": "haggis-2", "seats": ["open", "novice"]}, 201)
    page = visit(f"/challenge/{challenge['id']}", viewport=PHONE, bypass_csp=True)
    page.click("[data-play]")
    page.get_by_role("heading", name=t("name.title")).wait_for()
    clean(page, "the question")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("[data-play]")
    page.get_by_label(t("name.label")).fill("Una")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.goto(f"/challenge/{challenge['id']}")
    page.get_by_text(t("challenge.you", name="Una")).wait_for()


@needs_axe
def test_people_at_several_tables(visit: Opened, site: Site) -> None:
    people = [Veteran(site, name) for name in ("Ann", "Bob", "Cat", "Dan")]
    page = visit("/challenge", viewport=PHONE, storage_state=people[0].state, bypass_csp=True)
    page.locator("[data-kind]").select_option("people")
    page.get_by_label(t("challenge.rounds")).fill("1")
    page.get_by_role("button", name=t("challenge.makeIt")).click()
    page.get_by_role("button", name=t("challenge.sitAt", table=2, seat=1)).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-challenge=seated]")
    clean(page, "a seat")
    challenge = f"/api/challenges/{page.url.split('/')[-1]}"
    tables: dict[str, list[Veteran]] = {}
    for who in people[1:]:
        who.guest.post(f"{challenge}/seat", {})
    for who in people:
        table = who.guest.get(challenge)["table"]
        tables.setdefault(table, []).append(who)
    page.wait_for_selector("[data-challenge=playing]")
    for table, (one, other) in tables.items():
        play_together(one, other, table)
    page.wait_for_selector("[data-teams='2']")
    clean(page, "the results")


def play_together(one: Veteran, other: Veteran, table: str) -> None:
    """Both play a match to its end."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda who: who.play(table), (one, other)))
