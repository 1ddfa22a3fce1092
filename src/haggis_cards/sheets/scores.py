"""The score sheet: one row for each round, with the columns that this game needs."""

from typing import Final, NamedTuple

from haggis_cards.cards import ALL_COURTS
from haggis_cards.round import OUT_BONUS
from haggis_cards.rules import Rules
from haggis_cards.scoring import card_points
from haggis_cards.sheets.art import accent, foot, head
from haggis_cards.sheets.fonts import Face
from haggis_cards.sheets.page import INK, LINE, MARGIN, SOFT, Page, Paper
from haggis_cards.sheets.words import Style, height, paragraph

_HEAD: Final = 24.0  # the height of names and column titles
_ROW, _LOW_ROW = 10.4, 8.2  # the height of a row on an upright page, and on one that lies
_NARROW: Final = 1.0
_WIDE: Final = 1.25


class Column(NamedTuple):
    """A column of the table and its part of the width."""

    title: str
    weight: float = _NARROW


def round_columns(rules: Rules) -> list[Column]:
    """What is noted once a round."""
    found = [Column("round", 0.8), Column("deals")]
    return [*found, *([Column("Shepherd", 1.4), Column("bid", 0.9)] if rules.opening == "auction" else [])]


def side_columns(rules: Rules) -> list[Column]:
    """What is noted for each side: bets as they are made, then the parts of the points, and the total."""
    bets: list[Column] = []
    if rules.open_bets:
        bets = [Column("bet A", 0.9), Column("bet B", 0.9)] if rules.partners else [Column("bet", 0.9)]
    settled = Column("for bid" if rules.opening == "auction" else "for bets")
    return [*bets, Column("cards"), Column("out"), settled, Column("total", _WIDE)]


def notes(rules: Rules) -> list[str]:
    """What helps to fill the sheet in: what the parts are, and the sum that the cards of a round must have."""
    found = [f"Out: {OUT_BONUS} for each card in the hand that counts. Total: all points up to this round."]
    numbers = sum(card_points(rules, card) for card in rules.deck.cards())
    courts = rules.players * card_points(rules, ALL_COURTS)
    at_most = " at most" if _may_lose_cards(rules) else ""
    found.append(f"To check a round: its cards count {numbers + courts} in all{at_most}, {courts} of them the courts.")
    if not rules.open_bets:
        shares = ", ".join(f"{bid}: {bid * 2 // 3} and {bid // 3}" for bid in rules.bets)
        found.append(f"Bid: for the Shepherd if first out; else for the Sheep, first out and other ({shares}).")
    elif rules.partners:
        found.append("Bets A and B are those of the two partners; a bet that the partner has replaced is crossed out.")
    found.append(_length(rules))
    return found


def _length(rules: Rules) -> str:
    low, high = rules.suggested_goal
    if rules.suggested_rounds is None:
        return f"A match ends at {low} to {high} points."
    few, many = rules.suggested_rounds
    return f"A match has {few} to {many} rounds, the tinted ones, or ends at {low} to {high} points."


def _may_lose_cards(rules: Rules) -> bool:
    """Whether cards can be left that score for nobody (R6.4, R6.5)."""
    return rules.last_hand == "nobody" or (rules.partners and not rules.slam)


def score_sheet(rules: Rules, paper: Paper) -> list[Page]:
    """The page: upright for two sides, lying for more."""
    page = Page(paper, landscape=rules.side_count > 2)
    top = head(page, rules, "Score sheet") + 2.5
    top = _agreed(page, top)
    told = " ".join(notes(rules))
    style, room = Style(9, colour=SOFT), page.width - 2 * MARGIN
    low = page.height - 14 - height(told, room, style)
    low -= 3
    rows = int((low - top - _HEAD) / (_ROW if rules.side_count == 2 else _LOW_ROW))
    _table(page, rules, top, low, rows)
    paragraph(page, told, MARGIN, low + 1.5, room, style)
    foot(page, rules)
    return [page]


def _agreed(page: Page, y: float) -> float:
    """What was agreed before the first deal, to be written in."""
    x = MARGIN
    for words, wide in (("Date", 34), ("We play", 18), ("rounds, or to", 18), ("points", 0)):
        x += page.text(x, y + 4, words, 10, colour=SOFT) + 1.5
        if wide:
            page.line((x, y + 4.6), (x + wide, y + 4.6), SOFT, 0.25)
            x += wide + 2
    return y + 7.5


def _table(page: Page, rules: Rules, top: float, low: float, rows: int) -> None:
    first, side = round_columns(rules), side_columns(rules)
    room = page.width - 2 * MARGIN
    unit = room / (sum(c.weight for c in first) + rules.side_count * sum(c.weight for c in side))
    high = (low - top - _HEAD) / rows
    few, many = rules.suggested_rounds or (0, 0)
    for row in range(rows):
        if few <= row + 1 <= many:
            page.box(MARGIN, top + _HEAD + row * high, room, high, fill=accent(rules).soft)
    x = _strip(page, first, MARGIN, top, low, unit)
    for number in range(rules.side_count):
        page.line((x, top), (x, low), INK, 0.5)
        wide = unit * sum(c.weight for c in side)
        _names(page, rules, number, x, top, wide)
        x = _strip(page, side, x, top, low, unit)
    for row in range(rows + 1):
        y = top + _HEAD + row * high
        page.line((MARGIN, y), (MARGIN + room, y), LINE if row else INK, 0.2 if row else 0.5)
        if row < rows:
            middle = MARGIN + unit * first[0].weight / 2
            page.text(
                middle, y + high / 2 + 1.4, f"{row + 1}", 11, face="display", colour=accent(rules).ink, align="centre"
            )
    page.line((MARGIN, low), (MARGIN + room, low), INK, 0.5)


def _strip(page: Page, columns: list[Column], x: float, top: float, low: float, unit: float) -> float:
    """The titles of columns and the lines between them; totals are set off."""
    for place, column in enumerate(columns):
        wide = unit * column.weight
        if place:
            page.line((x, top + _HEAD - 7), (x, low), LINE)
        face: Face = "bold" if column.title == "total" else "text"
        page.text(x + wide / 2, top + _HEAD - 2, column.title, 9, face=face, colour=SOFT, align="centre", most=wide - 1)
        x += wide
    return x


def _names(page: Page, rules: Rules, number: int, x: float, top: float, wide: float) -> None:
    """Lines for the names of a side."""
    label = f"{'Side' if rules.partners else 'Player'} {number + 1}"
    page.text(x + 2, top + 4, label, 9.5, face="bold", colour=accent(rules).ink)
    lines = ("A", "B") if rules.partners else ("",)
    for place, letter in enumerate(lines):
        y = top + (9.4 if rules.partners else 12.5) + 5.6 * place
        start = x + 2 + page.text(x + 2, y, letter, 9, colour=SOFT) + (1 if letter else 0)
        page.line((start, y + 0.4), (x + wide - 2, y + 0.4), SOFT, 0.25)
