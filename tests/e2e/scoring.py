"""The score of a real table, entered on the page."""

from collections.abc import Sequence
from typing import Any

from haggis_cards import Match, Rules
from tests.e2e.catalogue import t
from tests.keeper.people import NAMES, Watcher

ENGINE = 120_000  # ms for Python to start, on a machine that is busy


def new_sheet(page: Any, rules: Rules, rounds: int, **printed: str) -> None:
    page.get_by_role("link", name=t("keeper.new")).click()
    page.get_by_label(t("form.game")).select_option(rules.preset)
    for name, value in rules.house.items():
        page.get_by_text(t("form.house")).click()
        page.locator("details label", has_text={"last_hand": "The last hand"}[name]).locator("select").select_option(
            value
        )
    page.get_by_label(t("form.rounds")).fill(str(rounds))
    if printed:
        page.get_by_label(t("keeper.deals")).check()
    for seat in rules.seats:  # the slips of printed deals count from 0
        page.get_by_label(t("keeper.name", seat=seat if printed else seat + 1), exact=True).fill(NAMES[seat])
    if printed:
        page.get_by_label(t("keeper.seed")).fill(printed["seed"])
        page.get_by_label(t("keeper.tableName")).fill(printed["table"])
    else:
        page.get_by_label(t("keeper.group")).fill("Fridays")
    page.get_by_role("button", name=t("keeper.start")).click()
    page.get_by_text(t("keeper.out")).wait_for(timeout=ENGINE)


def tell_out(page: Any, seen: Watcher) -> None:
    """Who went out and the cards in hands, as the page asks for them."""
    for seat in seen.out:
        page.locator(f"[data-out='{seat}']").click()
    if seen.won is not None:
        page.locator(f"[data-won={str(seen.won).lower()}]").click()
    for place, row in enumerate(seen.held):
        for seat, count in enumerate(row):
            if count is not None:
                page.locator(f"[data-held='{place}']").get_by_label(NAMES[seat], exact=True).fill(str(count))


def tell_round(page: Any, match: Match, number: int) -> None:
    """Enters a round of the match that was played, up to the button."""
    rnd, result, *_ = match.finished[number]
    tell_out(page, Watcher(rnd))
    for seat, bet in enumerate(rnd.bets):
        if bet is not None:
            page.get_by_role("group", name=NAMES[seat]).get_by_text(str(bet), exact=True).click()
    if rnd.shepherd is not None:
        page.get_by_role("group", name=t("keeper.shepherd")).get_by_text(NAMES[rnd.shepherd]).click()
        page.get_by_role("group", name=t("keeper.bid")).get_by_text(str(rnd.bid), exact=True).click()
    for side, points in list(enumerate(result.cards))[1:]:  # the first pile is the rest
        page.locator("[data-pile] input").nth(side).fill(str(points))
    page.get_by_text(t("keeper.ready")).wait_for()


def shows(page: Any, totals: Sequence[int]) -> None:
    """Waits until the sheet shows these totals."""
    shown = "[...document.querySelectorAll('.totals dd')].map(one => Number(one.innerText))"
    page.wait_for_function(f"wanted => JSON.stringify({shown}) === JSON.stringify(wanted)", arg=list(totals))
