"""What people keep: who they are, a score without a network, a server's data through backup and upgrade."""

import random
from pathlib import Path
from typing import Any

from haggis_cards import Match, Rounds, Rules
from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE
from tests.e2e.offline import eventually
from tests.e2e.passkeys import Device
from tests.e2e.playing import READY, turn
from tests.e2e.scoring import new_sheet, shows, tell_round
from tests.journeys.conftest import ACTIVE, AsShipped, Guard, House, offline
from tests.server.old_stores import unpack
from tests.server.store import haggis


def test_a_passkey_and_a_second_device(house: House) -> None:
    house.url = house.url.replace("127.0.0.1", "localhost")  # there are no passkeys for an address that is a number
    page = house.arrive("/profile")
    page.get_by_label(t("name.label")).fill("Morag")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-profile=Morag] [data-kept=false]")
    device = Device(page)
    page.click("[data-add-passkey]")
    page.wait_for_selector("[data-passkeys='1']")
    (credential,) = device.credentials
    phone = house.arrive("/profile", PHONE)
    Device(phone).add(credential)
    phone.click("[data-sign-in]")
    phone.wait_for_selector("[data-profile=Morag]")


def test_a_score_is_kept_without_a_network(house: House) -> None:
    rules, rng = Rules.from_spec("haggis-2"), random.Random("score")
    match = Match(rules, Rounds(2), seed=3, dealer=0)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal(seat)))
    page = house.arrive("/score", PHONE)
    new_sheet(page, rules, 2)
    page.wait_for_function(ACTIVE)
    eventually(page, "caches.open('haggis-engine').then(kept => kept.keys()).then(keys => keys.length >= 4)")
    with offline(page):
        for number in range(2):
            tell_round(page, match, number)
            page.click("form button.primary")
            page.wait_for_selector(f"[data-round='{number}']")
        page.reload()
        page.wait_for_selector("[data-round='1']")
        shows(page, match.totals)


def test_an_owner_upgrades_backs_up_and_restores(browser: Any, guard: Guard, tmp_path: Path) -> None:
    """A store of an older version opens as it is; its backup opens elsewhere; people find their tables and play on."""
    facts, saved = unpack(tmp_path / "data"), tmp_path / "saved.haggis"

    def ann(server: AsShipped) -> Any:
        house = House(browser, guard, server.url)
        cookie = {"name": "haggis", "value": facts["ann"]["cookie"], "domain": "127.0.0.1", "path": "/"}
        kept = {**cookie, "expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
        return house.arrive("/matches", storage_state={"cookies": [kept], "origins": []})

    with AsShipped(tmp_path / "data") as server:
        page = ann(server)
        page.wait_for_selector("[data-match]")
        before = page.locator("[data-match]").count()
        haggis(server, "backup", str(saved))
        page.context.close()
    restored = AsShipped(tmp_path / "other")
    assert "restored" in haggis(restored, "restore", str(saved))
    with restored:
        page = ann(restored)
        page.wait_for_selector("[data-match]")
        assert page.locator("[data-match]").count() == before
        page.goto(f"{restored.url}/table/{facts['tables']['challenge in play']}")
        page.wait_for_selector(READY)
        turn(page, by="mouse")
        page.context.close()
