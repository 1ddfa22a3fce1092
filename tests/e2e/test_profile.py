"""The profile in a browser: passkeys with Chromium's virtual authenticator, codes, second devices, data, deletion."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.axe import findings, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.passkeys import Device
from tests.e2e.people import Veteran
from tests.e2e.site import Site

both = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])


def named(site: Site) -> str:
    """There are no passkeys for an address that is a number."""
    return site.url.replace("127.0.0.1", "localhost")


def press(page: Any, selector: str) -> None:
    """Uses a button by keyboard."""
    page.locator(selector).focus()
    page.keyboard.press("Enter")


def is_clean(page: Any) -> None:
    found = findings(page)
    assert found == [], "\n".join(found)
    fits(page)


@needs_axe
@both
def test_a_passkey_is_added_and_signs_in_on_a_fresh_browser(
    visit: Opened, site: Site, viewport: dict[str, int]
) -> None:
    page = visit(named(site), viewport=viewport, bypass_csp=True)
    press(page, "header .name")
    press(page, "dialog a[href='/profile']")
    page.wait_for_selector("[data-profile='']")
    is_clean(page)
    page.get_by_label(t("name.label")).fill("Morag")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-profile=Morag] [data-kept=false]")
    device = Device(page)
    page.get_by_label(t("passkey.call")).fill("My phone")
    press(page, "[data-add-passkey]")
    page.wait_for_selector("[data-passkeys='1']")
    assert "My phone" in page.locator("[data-passkeys]").inner_text()
    assert page.locator("[data-kept=true]").count() == 1
    is_clean(page)
    press(page, "[data-add-passkey]")  # one for a device is enough
    page.wait_for_selector("[role=alert]")
    assert t("passkey.again") in page.locator("[role=alert]").inner_text()
    (credential,) = device.credentials
    assert credential["isResidentCredential"]

    other = visit(
        f"{named(site)}/profile", viewport=viewport, bypass_csp=True, breaks=True
    )  # refusals are on the console
    Device(other).add(credential)
    press(other, "[data-sign-in]")
    other.wait_for_selector("[data-profile=Morag]")
    assert t("sign.isNow", name="Morag") in other.locator("[data-said]").inner_text()
    press(other, "[data-passkeys] button")
    is_clean(other)
    press(other, "[data-remove]")
    other.wait_for_selector("[data-kept=false]")
    press(other, "[data-sign-out]")
    other.wait_for_selector("[data-profile='']")
    press(other, "[data-sign-in]")  # the device still has it, the server no longer
    other.wait_for_selector("[role=alert]")
    assert "Nobody here has this passkey" in other.locator("[role=alert]").inner_text()


@needs_axe
@both
def test_a_recovery_code_where_there_are_no_passkeys(visit: Opened, site: Site, viewport: dict[str, int]) -> None:
    ann = Veteran(site)
    page = visit("/profile", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    page.wait_for_selector("[data-trouble=number]")
    press(page, "[data-make-code]")
    page.wait_for_selector("[data-new-code]")
    code = page.locator("[data-new-code]").inner_text()
    is_clean(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-new-code]", state="detached")
    page.wait_for_selector("[data-kept=true] ~ [data-code=made]")
    assert code not in page.content()

    other = visit("/profile", viewport=viewport, bypass_csp=True, breaks=True)
    other.wait_for_selector("[data-profile='']")
    field = other.get_by_label(t("code.enter"))
    field.fill("not my code")
    press(other, "[data-enter-code]")
    other.wait_for_selector("[role=alert]")
    field.fill(code.lower().replace("-", " "))
    field.press("Enter")
    other.wait_for_selector("[data-profile=Ann]")
    other.locator("[data-ending]").get_by_label(t("code.title")).check()
    is_clean(other)
    press(other, "[data-everywhere]")
    other.wait_for_selector("[data-said]")
    other.wait_for_selector("[data-kept=false]")
    page.reload()
    page.wait_for_selector("[data-profile='']")  # signed out by the other device


def test_on_plain_http_the_page_says_why_there_is_no_passkey(visit: Opened, site: Site) -> None:
    page = visit("about:blank", breaks=True)  # Chromium tells the console what it thinks of plain http

    def answer(route: Any) -> None:
        found = httpx.get(site.url + httpx.URL(route.request.url).raw_path.decode())
        route.fulfill(status=found.status_code, headers=dict(found.headers), body=found.content)

    page.route("http://club.example/**", answer)
    page.goto("http://club.example/profile")
    page.wait_for_selector("[data-profile='']")
    assert page.locator("[data-sign-in]").count() == 0
    page.route("http://club.example/api/profile", lambda route: route.fulfill(json=_GUEST))
    page.reload()
    assert t("passkey.trouble", "insecure") in page.locator("[data-trouble=insecure]").inner_text()
    assert page.locator("[data-make-code]").is_visible()


_GUEST: dict[str, Any] = {
    "name": "Ann",
    "since": None,
    "passkeys": [],
    "code": None,
    "matches": 0,
    "running": 0,
    "puzzles": 0,
}


@needs_axe
@both
def test_a_second_device_joins_by_its_link(visit: Opened, site: Site, viewport: dict[str, int]) -> None:
    ann, cat = Veteran(site), Veteran(site, "Cat")
    cat.guest.table(seats=["me", "random"])  # something to lose
    page = visit("/profile", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    press(page, "[data-add-device]")
    page.wait_for_selector("dialog svg[role=img]")
    is_clean(page)
    link = page.get_by_label(t("device.link")).input_value()
    assert link.startswith(f"{site.url}/profile/join#")

    phone = visit(link, viewport=viewport, storage_state=cat.state, bypass_csp=True)
    phone.wait_for_selector("[data-join=Ann]")
    assert "Nothing keeps Cat. What stays behind is 1 match:" in phone.locator(".problem").inner_text()
    is_clean(phone)
    assert page.locator("[data-joined]").count() == 0
    press(phone, "[data-join-yes]")
    phone.wait_for_selector("[data-profile=Ann]")
    assert "#" not in phone.url
    page.wait_for_selector("[data-joined]")
    third = visit(link, viewport=viewport, breaks=True)
    third.wait_for_selector("[data-join=broken]")
    assert third.request.get("/api/me").json()["name"] is None


@needs_axe
@both
def test_everything_is_downloaded_and_deleted(
    visit: Opened, site: Site, viewport: dict[str, int], tmp_path: Path
) -> None:
    ann = Veteran(site, "Una")
    (table,) = ann.matches(1, seats=["me", "random"], end={"rounds": 1})
    page = visit("/profile", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    press(page, "[data-sign-out]")  # nothing keeps Una: the page asks first
    page.wait_for_selector("[data-leave]")
    assert "behind is 1 match:" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        press(page, "[data-download]")
    download.value.save_as(tmp_path / "data.json")
    found = json.loads((tmp_path / "data.json").read_text())
    assert [one["id"] for one in found["tables"]] == [table]
    assert len(found["records"]) == 1
    press(page, "[data-delete]")
    page.wait_for_selector("[data-delete-yes]")
    is_clean(page)
    press(page, "[data-delete-yes]")
    page.wait_for_selector("[data-profile='']")
    assert t("data.deleted") in page.locator("[data-said]").inner_text()
    assert ann.guest.get("/api/me")["name"] is None
    assert "Una" not in ann.guest.http.get(f"/api/tables/{table}/records/1").text
    page.goto("/")
    page.wait_for_selector(".name")
    fits(page)
