"""The menu Print: a link to each sheet, on the chosen paper, with the house rules of the table."""

from haggis_cards import RULES
from haggis_cards.sheets import KINDS, make_sheet
from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE, Opened


def test_a_table_prints_what_it_plays(visit: Opened) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-US")
    made = page.request.post(
        "/api/tables", data={"rules": {"preset": "haggis-3", "points": "flat"}, "seats": ["open"] * 3}
    )
    page.goto(f"/table/{made.json()['id']}")
    page.get_by_role("button", name=t("header.menu")).click()
    page.locator("dialog [data-rules]").click()
    page.locator("[data-print] summary").click()
    assert [link.get_attribute("data-sheet") for link in page.locator("[data-sheet]").all()] == list(KINDS)
    rules = RULES["haggis-3"].replace(points="flat")

    def printed(kind: str) -> bytes:
        answer = page.request.get(page.locator(f"[data-sheet={kind}]").get_attribute("href"))
        assert answer.headers["content-type"] == "application/pdf"
        body: bytes = answer.body()
        return body

    assert printed("aid") == make_sheet(rules, "aid", "letter")  # usual where this reader lives
    page.get_by_text(t("print.size", "a4"), exact=True).click()
    assert printed("scores") == make_sheet(rules, "scores", "a4")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
