"""A table before its match, in two or three browsers: what the host can do, and what the others see of it."""

from typing import Any

from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.playing import CARD, MORE, make_table


def _join(visit: Opened, host: Any, name: str) -> Any:
    """Somebody opens the link, gives a name and sits down."""
    page = visit(host.url)
    page.get_by_label(t("name.label")).fill(name)
    page.get_by_role("button", name=t("waiting.sitDown")).click()
    page.get_by_text(t("waiting.you", name=name)).wait_for()
    host.get_by_text(name, exact=True).wait_for()
    return page


def _names(page: Any) -> list[str]:
    """Who sits where, by name."""
    seats = page.locator("[data-waiting-seat] .who").all()
    return [seat.inner_text().split("\n")[0].strip() for seat in seats]


def _table(visit: Opened, preset: str = "haggis-3", **options: Any) -> Any:
    page = visit(**options)
    seats = {"haggis-2": 2, "haggis-3": 3, "neeps-4": 4}[preset]
    make_table(page, preset, seats=("me", *["open"] * (seats - 1)), name="Ann")
    page.get_by_text(t("waiting.you", name="Ann")).wait_for()
    return page


def test_the_maker_is_the_host_and_all_can_see_it(visit: Opened) -> None:
    ann = _table(visit)
    bob = _join(visit, ann, "Bob")
    for page in (ann, bob):
        assert page.locator("[data-host]").count() == 1
        assert "Ann" in page.locator("[data-waiting-seat]", has=page.locator("[data-host]")).inner_text()
    assert ann.locator("[data-start]").count() == 1
    assert bob.locator("[data-start], [data-kick], [data-swap], [data-host-tools]").count() == 0
    bob.get_by_text(t("waiting.awaits", name="Ann")).wait_for()


def test_the_host_removes_somebody(visit: Opened) -> None:
    ann = _table(visit)
    bob = _join(visit, ann, "Bob")
    ann.get_by_role("button", name=t("host.kickName", name="Bob")).click()
    ann.locator("[data-waiting-seat='1']").get_by_text(t("waiting.open")).wait_for()
    bob.get_by_text(t("waiting.you", name="Bob")).wait_for(state="detached")
    bob.get_by_role("button", name=t("waiting.sitHere")).first.click()
    bob.get_by_text(t("refusal", "locked.kicked")).wait_for()  # the refusal, in words


def test_locked_seats_stay_free(visit: Opened) -> None:
    ann = _table(visit)
    ann.get_by_label(t("host.lock")).check()
    bob = visit(ann.url)
    bob.wait_for_selector("[data-locked]")
    assert bob.get_by_label(t("name.label")).count() == 0
    ann.get_by_label(t("host.lock")).uncheck()
    bob.get_by_label(t("name.label")).wait_for()


def test_seats_change_places_by_keyboard(visit: Opened) -> None:
    ann = _table(visit)
    bob = _join(visit, ann, "Bob")
    assert _names(ann)[:2] == ["Ann (you)", "Bob"]
    ann.get_by_role("button", name=t("host.up", name="Ann", seat=2)).focus()
    ann.keyboard.press("Enter")
    bob.locator("[data-waiting-seat='1'] .who", has_text="Ann").wait_for()
    assert _names(bob)[:2] == ["Bob (you)", "Ann"]
    assert ann.evaluate("document.activeElement !== document.body")
    ann.wait_for_selector("[data-waiting-seat='1'] [data-host]")  # the role goes along


def test_the_role_is_handed_on_and_goes_on_when_the_host_leaves(visit: Opened) -> None:
    ann = _table(visit)
    bob = _join(visit, ann, "Bob")
    ann.get_by_role("button", name=t("host.makeName", name="Bob")).click()
    bob.wait_for_selector("[data-host-tools]")
    ann.wait_for_selector("[data-host-tools]", state="detached")
    bob.get_by_role("button", name=t("waiting.giveUp")).click()
    ann.wait_for_selector("[data-host-tools]")


def test_bots_come_with_a_name_and_a_level(visit: Opened) -> None:
    ann = _table(visit)
    bob = visit(ann.url)
    ann.get_by_label(t("waiting.who", seat=2)).select_option("novice")
    seat = bob.locator("[data-waiting-seat='1']")
    seat.get_by_text(t("form.bot", level=t("bot.level", "novice"))).wait_for()
    assert seat.locator("b").inner_text().strip()
    assert "Bot" not in seat.locator("b").inner_text()
    ann.get_by_label(t("waiting.who", seat=2)).select_option("")
    seat.get_by_text(t("waiting.open")).wait_for()


def test_people_talk_before_the_start_and_spectators_if_they_may(visit: Opened) -> None:
    ann = _table(visit)
    bob = _join(visit, ann, "Bob")
    ann.get_by_label(t("chat.say")).fill("Fancy a dram first?")
    ann.keyboard.press("Enter")
    bob.get_by_text("Fancy a dram first?").wait_for()
    cat = visit(ann.url)
    cat.get_by_text(t("waiting.chatLater")).wait_for()
    ann.get_by_label(t("host.talk")).check()
    cat.get_by_text(t("waiting.chatLater")).wait_for(state="detached")


def test_speed_is_chosen_and_the_host_starts(visit: Opened) -> None:
    ann = _table(visit, "haggis-2")
    bob = _join(visit, ann, "Bob")
    ann.get_by_label(t("host.pace")).select_option("fast")
    ann.get_by_role("button", name=t("waiting.start"), exact=True).click()
    for page in (ann, bob):
        page.wait_for_selector(CARD)


def test_the_speed_of_bots_can_be_changed_in_a_match(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(CARD)
    page.get_by_role("button", name=t("header.menu")).click()
    page.get_by_label(t("host.pace")).select_option("fast")
    page.wait_for_function(
        "fetch(`/api/tables/${location.pathname.split('/')[2]}`).then(answer => answer.json())"
        ".then(table => table.pace === 'fast')"
    )
    assert page.get_by_label(t("host.lock")).count() == 0  # they are taken
    watcher = visit(page.url)
    watcher.get_by_role("button", name=t("header.menu")).click()
    watcher.wait_for_selector(".menu")
    assert watcher.locator("[data-host-tools]").count() == 0


def test_the_form_sets_clock_bank_and_take_backs(visit: Opened) -> None:
    page = visit()
    page.click("[data-make=haggis-2]")
    page.click(MORE)
    bank = page.get_by_label(t("form.bank"))
    assert bank.is_disabled()  # without a clock there is nothing to add to
    page.get_by_label(t("form.clock")).select_option("30")
    bank.select_option("120")
    page.get_by_label(t("form.takeBacks")).uncheck()
    page.click("[data-create]")
    page.get_by_label(t("name.label")).fill("Zoe")
    page.keyboard.press("Enter")
    page.get_by_text(t("waiting.bank", time=t("form.minutes", number=2))).wait_for()
    table = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}`).then(answer => answer.json())")
    assert (table["clock"], table["bank"], table["take_backs"], table["pace"]) == (30, 120, False, "normal")


def test_it_fits_a_phone(visit: Opened) -> None:
    ann = _table(visit, "neeps-4", viewport=PHONE, has_touch=True, is_mobile=True)
    _join(visit, ann, "Bob")
    ann.get_by_label(t("waiting.who", seat=3)).select_option("club")
    ann.locator("[data-waiting-seat='2'] .who").get_by_text(t("form.bot", level=t("bot.level", "club"))).wait_for()
    fits(ann)
