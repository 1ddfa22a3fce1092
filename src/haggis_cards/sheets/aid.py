"""The player aid: combinations, bombs from low to high, points and bets, twice on a page to be cut apart."""

from typing import Final, NamedTuple

from haggis_cards.cards import parse_cards
from haggis_cards.rulebook import Section, aid_sections, said
from haggis_cards.rules import Rules
from haggis_cards.scoring import card_points
from haggis_cards.sheets.art import accent, cards
from haggis_cards.sheets.page import INK, LINE, MARGIN, SOFT, Page, Paper
from haggis_cards.sheets.words import Style, height, paragraph

_COPIES: Final = 2  # on a page
_CARD: Final = 7.6  # the width of a card, if there is room
_POINTS: Final = 22.0  # the height of the points of cards
_LARGEST, _SMALLEST, _STEP = 9.6, 4.0, 0.1


class _Area(NamedTuple):
    """A part of the page."""

    x: float
    y: float
    width: float
    height: float


def player_aid(rules: Rules, paper: Paper) -> list[Page]:
    """The page with two copies."""
    page = Page(paper)
    half = page.height / _COPIES
    for copy in range(_COPIES):
        _draw(page, rules, _Area(MARGIN, copy * half + 8, page.width - 2 * MARGIN, half - 14))
    page.dashes((4, half), (page.width - 4, half))
    return [page]


def _draw(page: Page, rules: Rules, area: _Area) -> None:
    ink = accent(rules).ink
    page.text(area.x, area.y + 6, rules.title, 20, face="display", colour=ink, most=area.width * 0.5)
    house = " with house rules" if rules.house else ""
    words = f"player aid · {rules.preset}{house}"
    page.text(area.x + area.width, area.y + 6, words, 9, colour=SOFT, align="right", most=area.width * 0.45)
    page.line((area.x, area.y + 8.4), (area.x + area.width, area.y + 8.4), ink, 0.4)
    top, low = area.y + 11, area.y + area.height
    left = area.width * 0.285
    middle = area.width * 0.215
    _combinations(page, rules, _Area(area.x, top, left, low - top))
    _bombs(page, rules, _Area(area.x + left + 5, top, middle, low - top - _POINTS))
    _points(page, rules, _Area(area.x + left + 5, low - _POINTS + 1, middle, _POINTS - 1))
    right = area.x + left + middle + 10
    _facts(page, rules, _Area(right, top, area.x + area.width - right, low - top))
    for x in (area.x + left + 2.5, right - 2.5):
        page.line((x, top), (x, low), LINE)


def _title(page: Page, rules: Rules, words: str, area: _Area) -> float:
    page.text(area.x, area.y + 3.6, words, 12.5, face="display", colour=accent(rules).ink)
    return area.y + 6.2


def pictures(rules: Rules) -> list[tuple[str, str, str]]:
    """What the first column shows: a name, what it is, and cards; a wild court beside number cards comes last."""
    shown = [one for topic in ("combinations", "courts") for one in said(rules, topic) if one.plays]
    named = [(*one.text[:-1].split(" is ", 1), one.plays[0]) for one in shown]
    return [(name, says, play) for name, says, play in named]


def _combinations(page: Page, rules: Rules, area: _Area) -> None:
    y = _title(page, rules, "Combinations", area)
    rows = pictures(rules)
    step = min((area.y + area.height - y) / len(rows), 8.6 + 1.4 * _CARD + 4)
    for name, says, shown in rows:
        page.text(area.x, y + 2.8, name, 9.2, face="bold", colour=INK, most=area.width)
        page.text(area.x, y + 6.0, says, 8, colour=SOFT, most=area.width)
        width = min(_CARD, (step - 7.8) / 1.4)
        cards(page, shown.split(), area.x, y + 7, width)
        y += step


def _bombs(page: Page, rules: Rules, area: _Area) -> None:
    y = _title(page, rules, "Bombs, low to high", area)
    rows = [(one.text[:-1], one.plays[0]) for one in said(rules, "bombs") if one.plays]
    step = (area.y + area.height - y) / len(rows)
    width = min(_CARD, (step - 5.4) / 1.4, (area.width - 6) / 4.4)
    for place, (name, play) in enumerate(rows, 1):
        page.text(area.x + 6, y + 2.5, name, 8, colour=SOFT, most=area.width - 6)
        page.text(area.x, y + 0.7 * width + 5.2, f"{place}", 14, face="display", colour=accent(rules).ink)
        cards(page, play.split(), area.x + 6, y + 3.4, width)
        y += step


def point_values(rules: Rules) -> list[tuple[str, int]]:
    """What cards on a score pile count: as many kinds as have to be told apart."""
    if rules.points == "flat":
        return [("any card", card_points(rules, parse_cards("2r")))]
    odd = [("3 5 7 9", card_points(rules, parse_cards("3r")))]
    return [*odd, *((court, card_points(rules, parse_cards(court))) for court in "JQK"), ("others", 0)]


def _points(page: Page, rules: Rules, area: _Area) -> None:
    """The points of cards, as a small table."""
    y = _title(page, rules, "Points of a card", area) + 0.8
    values = point_values(rules)
    weights = [max(3.0, len(name)) for name, _ in values]
    x = area.x
    for weight, (name, points) in zip(weights, values, strict=True):
        wide = area.width * weight / sum(weights)
        page.box(x, y, wide - 0.8, 11.5, fill=accent(rules).soft, radius=1)
        middle = x + (wide - 0.8) / 2
        page.text(middle, y + 4, name, 8.5, colour=INK, align="centre", most=wide - 1.6)
        page.text(middle, y + 9.6, f"{points}", 13, face="display", colour=accent(rules).ink, align="centre")
        x += wide


def _facts(page: Page, rules: Rules, area: _Area) -> None:
    """Sentences in the largest type in which they fit."""
    told = aid_sections(rules)
    size = _LARGEST
    while size > _SMALLEST and _height(told, area.width, size) > area.height:
        size -= _STEP
    y = area.y
    for title, lines in told:
        y = _title(page, rules, title, area._replace(y=y))
        for line in lines:
            page.box(area.x + 0.4, y + size * 0.16, 0.7, 0.7, fill=accent(rules).ink)
            y = paragraph(page, line, area.x + 2.6, y, area.width - 2.6, Style(size)) + 0.3
        y += 0.8


def _height(told: tuple[Section, ...], width: float, size: float) -> float:
    lines = [line for section in told for line in section.lines]
    return sum(height(line, width - 2.6, Style(size)) + 0.3 for line in lines) + 7.0 * len(told)
