"""Friends over days in a browser: the form, the list "Your turn", the tab's title, and notifications."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.people import Veteran
from tests.e2e.playing import CARD, MORE, READY, turn
from tests.e2e.site import Site
from tests.push_service import Browser, PushService, push_service
from tests.server.support import wait_for

DAY = 86_400
# A browser's push service cannot be reached from a test; the rest of the browser is real.
SUBSCRIBE = """subscription => {
    const plain = text => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = text => Uint8Array.from(plain(text), sign => sign.charCodeAt(0))
    const made = { endpoint: subscription.endpoint, options: {}, getKey: name => bytes(subscription[name]).buffer,
        unsubscribe: async () => { kept = null; return true } }
    let kept = null
    PushManager.prototype.subscribe = async options => {
        made.options.applicationServerKey = options.applicationServerKey.buffer
        return kept = made
    }
    PushManager.prototype.getSubscription = async () => kept
}"""


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_table_of_days_by_keyboard(visit: Opened, site: Site, viewport: dict[str, int]) -> None:
    ann, bob = Veteran(site, "Ann"), Veteran(site, "Bob")
    page = visit("/", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    page.locator("[data-make=haggis-2]").focus()
    page.keyboard.press("Enter")
    form = page.locator("dialog form")
    form.locator(MORE).click()
    form.get_by_label(t("form.clock")).focus()
    form.get_by_label(t("form.clock")).select_option("a day")
    assert form.get_by_label(t("form.bank")).is_disabled()
    page.wait_for_selector("[data-days]")
    clean(page, "the form")
    form.locator("[data-create]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.get_by_text(t("waiting.clock", time=t("form.days", n=1))).wait_for()
    clean(page, "before the match")
    table = page.url.split("/")[-1]
    bob.guest.post(f"/api/tables/{table}/seat", {})
    page.goto("/")
    page.wait_for_selector("[data-turns='1']")
    page.wait_for_function("document.title.startsWith('(1) Haggis')")
    page.get_by_text(t("home.complete")).wait_for()
    clean(page, "home, the table is complete")
    page.locator(f"[data-resume='{table}']").focus()
    page.keyboard.press("Enter")
    page.locator("[data-start]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(CARD)
    if ann.guest.get(f"/api/tables/{table}")["awaited"] == [0]:
        turn(page)
        wait_for(lambda: ann.guest.get(f"/api/tables/{table}")["awaited"] == [1])
    assert (
        page.locator("[data-about]", has_text=t("waiting.notConnected")).count() == 0
    )  # which is nothing special here
    page.goto("/")
    page.wait_for_function("document.title.startsWith('Haggis')")
    theirs = visit("/", viewport=viewport, storage_state=bob.state, bypass_csp=True)
    theirs.wait_for_selector("[data-turns='1'] [data-due]")
    assert re.search(r"until \w+,? \d\d:\d\d", theirs.locator("[data-due]").inner_text())
    theirs.wait_for_function("document.title.startsWith('(1) Haggis')")
    theirs.get_by_text(t("home.yourTurn"), exact=True).wait_for()
    clean(theirs, "home, my turn")
    theirs.locator(f"[data-resume='{table}']").click()
    theirs.wait_for_selector(READY)
    assert re.search(r"23 h 5\d min", theirs.locator(".clock").first.inner_text())
    clean(theirs, "the table")


@pytest.fixture(scope="module")
def pushing(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Iterator[tuple[Site, PushService]]:
    """A server whose push service is the test's own."""
    running = Site(tmp_path_factory.mktemp("pushing") / "data", push_anywhere="true", push_after=0)
    with push_service() as service, running:
        yield running, service


def table_of_days(url_of: Site) -> tuple[Veteran, Veteran, str]:
    """Ann and Bob at a table of days that is complete."""
    ann, bob = Veteran(url_of, "Ann"), Veteran(url_of, "Bob")
    table = ann.guest.table(clock=DAY, title="Friday")
    bob.guest.post(f"/api/tables/{table}/seat", {})
    return ann, bob, table


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_notifications(visit: Opened, pushing: tuple[Site, PushService], viewport: dict[str, int]) -> None:
    """The switch by keyboard, a friend's move, the message at the push service, and the service worker shows it."""
    site, service = pushing
    ann, bob, table = table_of_days(site)
    phone = Browser(service, f"ann-{viewport['width']}")
    page = visit(
        f"{site.url}/",
        viewport=viewport,
        worker=True,
        storage_state=ann.state,
        bypass_csp=True,
        permissions=["notifications"],
    )
    page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    page.evaluate(SUBSCRIBE, phone.subscription(""))
    switch = page.get_by_role("switch", name=t("notify.switch"))
    switch.focus()
    page.keyboard.press("Space")
    page.wait_for_selector("[data-notify=on]")
    assert ann.guest.get("/api/push")["devices"] == 1
    clean(page, "the switch is on")
    page.goto("about:blank")
    bob.guest.post(f"/api/tables/{table}/start", {}, 403)  # the host starts
    ann.guest.post(f"/api/tables/{table}/start", {})
    for one, seat in ((ann, 0), (bob, 1)):  # until it is Ann's turn, because of Bob
        while ann.guest.get(f"/api/tables/{table}")["awaited"] == [seat]:
            one.move(table)
    wait_for(lambda: service.at(phone) != [])
    told = service.at(phone)[-1]
    assert told == {"kind": "turn", "table": table, "title": "Friday", "names": ["Bob"]}

    page.goto(f"{site.url}/rules/haggis-2")
    line = page.context.new_cdp_session(page)
    registrations: list[Any] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.controller")
    wait_for(lambda: bool(page.wait_for_timeout(50) or registrations))
    message = {"origin": site.url, "registrationId": registrations[-1]["registrationId"], "data": json.dumps(told)}
    # A browser without windows shows no notification and can open none: what it is asked for is noted instead.
    worker = page.context.service_workers[0]
    worker.evaluate("""() => {
        self.registration.showNotification = async (title, { body, tag }) => void (self.told = [title, body, tag])
        self.clients.openWindow = async address => void (self.opened = address) }""")
    line.send("ServiceWorker.deliverPushMessage", message)
    wait_for(lambda: worker.evaluate("self.told") == ["It is your turn", "Friday with Bob", table])
    worker.evaluate(
        """table => {
        const click = new ExtendableEvent('notificationclick')
        click.notification = { data: { table }, close: () => undefined }
        self.dispatchEvent(click) }""",
        table,
    )
    wait_for(lambda: worker.evaluate("self.opened") == f"{site.url}/table/{table}")


@needs_axe
def test_a_browser_that_forbids_notifications_says_so(visit: Opened, pushing: tuple[Site, PushService]) -> None:
    site, _ = pushing
    ann, _, _ = table_of_days(site)
    page = visit(f"{site.url}/", worker=True, storage_state=ann.state, bypass_csp=True)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("switch", name=t("notify.switch")).click()
    page.get_by_text(t("notify.about", "denied")).wait_for()
    assert not page.get_by_role("switch").is_checked()
    clean(page, "denied")


def test_without_push_there_is_no_switch(visit: Opened, pushing: tuple[Site, PushService]) -> None:
    site, _ = pushing
    ann, _, _ = table_of_days(site)
    page = visit(f"{site.url}/", storage_state=ann.state)
    page.wait_for_selector("[data-turns='1']")
    page.wait_for_load_state("networkidle")
    assert page.get_by_role("switch").count() == 0


def test_who_does_not_look_is_not_connected(visit: Opened, site: Site) -> None:
    """A tab in the background must not keep the phone from hearing of the next turn."""
    ann, bob, table = table_of_days(site)
    ann.guest.post(f"/api/tables/{table}/start", {})
    page = visit(f"/table/{table}", storage_state=ann.state)
    page.wait_for_selector(CARD)

    def seats() -> list[bool]:
        return [seat["connected"] for seat in bob.guest.get(f"/api/tables/{table}")["seats"]]

    wait_for(lambda: seats() == [True, False])
    hide = "Object.defineProperty(document, 'visibilityState', { value: '%s', configurable: true })"
    page.clock.install()
    page.evaluate(hide % "hidden" + "; document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.fast_forward(25_000)
    wait_for(lambda: seats() == [False, False])
    page.evaluate(hide % "visible" + "; document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(lambda: seats() == [True, False])
