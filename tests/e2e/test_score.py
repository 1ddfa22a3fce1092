"""The score keeper: a whole score is kept in a browser, the page is closed in the middle, and nothing is lost."""

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

from haggis_cards import Match, Rounds, Rules
from tests.e2e.axe import AXE, findings
from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.offline import go_offline
from tests.e2e.scoring import ENGINE, new_sheet, shows, tell_out, tell_round
from tests.keeper.people import NAMES, Watcher
from tests.seed import SEED


def play(rules: Rules, rounds: int) -> Match:
    """A match at a real table."""
    rng = Random(f"{SEED} score")
    match = Match(rules, Rounds(rounds), seed=rng.getrandbits(32), dealer=0, players=NAMES[: rules.players])
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal(seat)))
    return match


def test_a_whole_score_is_kept_and_nothing_is_lost(visit: Opened, tmp_path: Path) -> None:
    rules = Rules.from_spec({"preset": "tatties-3", "last_hand": "nobody"})
    match = play(rules, 3)
    page = visit("/score", viewport=PHONE, bypass_csp=True, worker=True, breaks=True)
    page.set_default_timeout(60_000)  # the engine starts
    page.wait_for_selector("h1")
    assert findings(page) == [] or not AXE.exists()
    new_sheet(page, rules, 3)
    fits(page)
    tell_round(page, match, 0)
    fits(page)
    assert findings(page) == [] or not AXE.exists()
    page.get_by_role("button", name=t("keeper.save", "add")).click()
    page.locator("[data-round='0']").wait_for()
    shows(page, match.finished[0].result.totals)
    dealer = NAMES[match.finished[0].dealer]
    assert page.locator("[data-start]").inner_text().startswith(f"{dealer} deals and bids first.")
    # In the middle of the next round the page is closed, and opened again, without a network.
    tell_out(page, Watcher(match.finished[1].round))
    page.locator("[data-pile] input").nth(1).fill("61")
    page.locator("[data-said=bad-sheet]", has_text="there are 54 points in the deck").wait_for()
    assert page.get_by_role("button", name=t("keeper.save", "add")).is_disabled()
    go_offline(page)
    context, address = page.context, page.url
    page.close()
    page = context.new_page()
    page.goto(address)
    page.get_by_text("there are 54 points in the deck").wait_for(timeout=ENGINE)
    out = match.finished[1].round.out
    for seat in out:
        assert page.locator(f"[data-out='{seat}']").get_attribute("aria-pressed") == "true"
    page.locator(f"[data-out='{out[0]}']").click()  # taken back, with all that came after
    for number in (1, 2):
        tell_round(page, match, number)
        page.get_by_role("button", name=t("keeper.save", "add")).click()
        page.locator(f"[data-round='{number}']").wait_for()
    shows(page, match.totals)
    assert "won" in page.locator("[data-won]").inner_text() or "share" in page.locator("[data-won]").inner_text()
    correct_and_undo(page, match)
    context.set_offline(False)
    files(page, match, tmp_path)
    page.get_by_role("link", name=t("keeper.season", group="Fridays")).click()
    page.get_by_role("row", name="Ann").wait_for()
    assert page.get_by_text(t("keeper.seasonAbout", n=1)).count() == 1
    fits(page)
    assert findings(page) == [] or not AXE.exists()


def correct_and_undo(page: Any, match: Match) -> None:
    """A bet is corrected and brought back."""
    page.locator("[data-round='0'] button").click()
    page.get_by_role("button", name=t("keeper.correct")).click()
    page.get_by_role("group", name=t("keeper.shepherd")).get_by_text(t("keeper.nobody")).click()
    page.get_by_role("button", name=t("keeper.save", "correct", round=1)).click()
    page.locator("[data-correct]").wait_for()
    without = [total - bet for total, bet in zip(match.totals, match.finished[0].result.bets, strict=True)]
    shows(page, without)
    page.get_by_role("button", name=t("keeper.undo")).click()
    shows(page, match.totals)


def files(page: Any, match: Match, folder: Path) -> None:
    """The sheet as a link, as JSON and as CSV; the link brings it into another browser."""
    page.get_by_role("button", name=t("keeper.share")).click()
    page.locator("dialog svg[role=img]").wait_for()
    link = page.get_by_label(t("invite.link")).input_value()
    with page.expect_download() as saved:
        page.get_by_role("button", name=t("keeper.json")).click()
    sheet = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert sheet["results"]["totals"] == list(match.totals)
    with page.expect_download() as saved:
        page.get_by_role("button", name=t("keeper.csv")).click()
    rows = [*csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8")))]
    assert [int(row[-1]) for row in rows[-3:]] == list(match.totals)
    other = page.context.browser.new_context().new_page()
    other.goto(link)
    other.locator(".totals").wait_for(timeout=ENGINE)
    shows(other, match.totals)
    other.context.close()
    page.keyboard.press("Escape")


def test_tables_that_played_the_same_deals_are_compared(visit: Opened) -> None:
    rules = Rules.from_spec("haggis-2")
    page = visit("/score", bypass_csp=True)
    for table, points in (("kitchen", 5), ("garden", 25)):
        new_sheet(page, rules, 2, seed="7", table=table)
        page.locator("[data-out='0']").click()
        page.locator("[data-held='0'] input").fill("4")
        page.locator("[data-pile] input").first.fill(str(points))
        page.get_by_text(t("keeper.ready")).wait_for()
        page.get_by_role("button", name=t("keeper.save", "add")).click()
        page.locator("[data-round='0']").wait_for()
        page.get_by_role("link", name=t("keeper.compare")).click()
        page.locator("h1").wait_for()
        if table == "kitchen":
            page.get_by_text(t("keeper.compareOne")).wait_for()
            page.get_by_role("link", name=t("keeper.all")).click()
    page.locator("[data-deal='0']").wait_for(timeout=ENGINE)
    assert page.locator("[data-sum] tbody tr").all_inner_texts() == [
        "garden\tAnn +10\tBob −10",
        "kitchen\tAnn −10\tBob +10",
    ]
    assert "45 (+10)" in page.locator("[data-deal='0']").inner_text()
    assert findings(page) == [] or not AXE.exists()
