"""Printed duplicate: deals to be made up from real cards, one slip for each seat that folds over its hand."""

from typing import Final, NamedTuple

from haggis_cards.cards import SUIT_NAMES, SUITS, Cards, names
from haggis_cards.match import Match
from haggis_cards.round import Round
from haggis_cards.rulebook import NUMBERS
from haggis_cards.rules import Rules
from haggis_cards.sheets.art import SIGNS, accent, cards, foot, head, rank_text, sign
from haggis_cards.sheets.page import INK, LINE, MARGIN, PAPERS, SOFT, Page, Paper
from haggis_cards.sheets.pdf import write_pdf
from haggis_cards.sheets.words import Style, paragraph

MOST_DEALS: Final = 40
_LABEL: Final = 34.0  # the width of the part that stays visible
_HIGHEST: Final = 56.0  # of a slip
_BOX: Final = 9.0  # the height of a row of results
_TABLES: Final = {2: 4, 3: 3, 4: 2}  # how many tables have room for results, by sides


class Dealt(NamedTuple):
    """A deal and the seed that deals it again: it is the first round of that match."""

    number: int
    seed: int
    round: Round


def deals(rules: Rules, seed: int, count: int) -> list[Dealt]:
    """Deals by seeds one after another, so that `haggis deal --seed` shows each."""
    return [Dealt(place + 1, seed + place, Match(rules, seed=seed + place).round) for place in range(count)]


def print_deals(rules: Rules, seed: int, count: int = 1, paper: str = "a4") -> bytes:
    """The PDF: a page with what to do and a place for results, then a page for each deal."""
    size, dealt = PAPERS[paper], deals(rules, seed, count)
    pages = [*_covers(rules, dealt, size), *(_deal_page(rules, deal, size) for deal in dealt)]
    return write_pdf(f"{rules.title}: duplicate deals", [page.drawing for page in pages])


def instructions(rules: Rules, count: int) -> list[str]:
    """How a duplicate is played."""
    hands = f"{NUMBERS[rules.players]} hands" + (" and the haggis" if rules.haggis_size else "")
    return [
        "Every table plays the same deals, so that the luck of the cards is the same for all.",
        f"Somebody who does not play makes the {hands} of a deal up: cut the slips apart, put the cards of each slip "
        "together, fold the slip over its list, and clip it to the cards. Two tables can do it for each other.",
        "Sit down by the numbers of the seats, take the cards of your seat, and open no other slip. Everybody adds a "
        "Jack, a Queen and a King.",
        f"Play {'the deal' if count == 1 else 'each deal'} as a round of its own, from a score of nothing. "
        "Then write the points of the round down below.",
        "For each seat, or side, take the average of all tables: what you have above it, you have played better.",
    ]


def _covers(rules: Rules, dealt: list[Dealt], paper: Paper) -> list[Page]:
    """What to do, and a table for the results; many deals go on to further pages."""
    page = Page(paper)
    y = head(page, rules, "Duplicate deals") + 4
    for line in instructions(rules, len(dealt)):
        page.box(MARGIN + 0.5, y + 1.7, 0.9, 0.9, fill=accent(rules).ink)
        y = paragraph(page, line, MARGIN + 3.6, y, page.width - 2 * MARGIN - 3.6, Style(11)) + 0.8
    pages, rest = [page], dealt
    while rest:
        room = int((page.height - 14 - y - 17) / _BOX)
        _results(page, rules, rest[:room], y + 4)
        foot(page, rules)
        rest = rest[room:]
        if rest:
            page = Page(paper)
            pages.append(page)
            y = head(page, rules, "Duplicate deals")
    return pages


def _results(page: Page, rules: Rules, dealt: list[Dealt], top: float) -> None:
    """A row for each deal: its seed, who deals and leads, and boxes for the points at each table."""
    tables, right = _TABLES[rules.side_count], page.width - MARGIN
    starts = MARGIN, MARGIN + 12, MARGIN + 40, MARGIN + 55, MARGIN + 70
    low, body = top + 13 + _BOX * len(dealt), top + 13
    for x, words in zip(starts, ("deal", "seed", "deals", "leads"), strict=False):
        page.text(x + 1, top + 11, words, 9, colour=SOFT)
    wide = (right - starts[-1]) / tables
    for table in range(tables):
        x = starts[-1] + table * wide
        page.text(
            x + wide / 2, top + 4, f"table {table + 1}", 10, face="bold", colour=accent(rules).ink, align="centre"
        )
        for side in range(rules.side_count):
            part = wide / rules.side_count
            words = f"{'side' if rules.partners else 'seat'} {side}"
            page.text(x + (side + 0.5) * part, top + 11, words, 8.5, colour=SOFT, align="centre", most=part - 1)
            page.line((x + side * part, top + 7 if side else top), (x + side * part, low), LINE if side else INK, 0.25)
    for place, deal in enumerate(dealt):
        y = body + place * _BOX
        page.line((MARGIN, y), (right, y), LINE if place else INK, 0.25)
        lead = "auction" if deal.round.lead is None else f"seat {deal.round.lead}"
        row = (f"{deal.number}", f"{deal.seed}", f"seat {deal.round.dealer}", lead)
        for x, after, words in zip(starts, starts[1:], row, strict=False):
            page.text(x + 1, y + 6, words, 11, most=after - x - 2)
    page.line((MARGIN, low), (right, low), INK, 0.25)
    page.line((right, top), (right, low), INK, 0.25)


def _deal_page(rules: Rules, deal: Dealt, paper: Paper) -> Page:
    """The slips of a deal, one below the other, to be cut apart."""
    page = Page(paper)
    top = head(page, rules, f"Deal {deal.number}") + 2
    words = "Cut along the dashed lines. Fold the hatched part over the list, so that only the label shows."
    page.text(MARGIN, top + 3.6, words, 9.5, colour=SOFT)
    top += 6
    slips = rules.players + (rules.haggis_size > 0)
    high = min(_HIGHEST, (page.height - 13 - top) / slips)
    for seat in rules.seats:
        _slip(page, rules, deal, top + seat * high, high, f"Seat {seat}", seat)
    if rules.haggis_size:
        _slip(page, rules, deal, top + rules.players * high, high, "Haggis", None)
    for place in range(slips + 1):
        page.dashes((4, top + place * high), (page.width - 4, top + place * high))
    foot(page, rules)
    return page


def _slip(page: Page, rules: Rules, deal: Dealt, y: float, high: float, title: str, seat: int | None) -> None:
    """A label, the list, and the part that folds over the list."""
    half = (page.width - 2 * MARGIN - _LABEL) / 2
    start, fold = MARGIN + _LABEL, MARGIN + _LABEL + half
    ink = accent(rules).ink
    page.text(MARGIN, y + high / 2 - 3, title, 20, face="display", colour=ink, most=_LABEL - 3)
    page.text(MARGIN, y + high / 2 + 2.4, f"deal {deal.number}", 11, face="bold")
    page.text(MARGIN, y + high / 2 + 7, _office(deal.round, seat), 9.5, colour=SOFT, most=_LABEL - 3)
    page.text(MARGIN, y + high / 2 + 11, f"seed {deal.seed}", 8, colour=SOFT, most=_LABEL - 3)
    page.line((start - 1.5, y + 3), (start - 1.5, y + high - 3), LINE)
    _hatch(page, fold + 0.5, y + 1.5, page.width - MARGIN - fold - 0.5, high - 3)
    page.dashes((fold, y + 1.5), (fold, y + high - 1.5), 0.7)
    if seat is None:
        page.text(start + 1, y + 6, "the top card first", 9.5, colour=SOFT)
        listed = [names(card)[0] for card in deal.round.deal.haggis]
        _in_rows(page, listed, start + 1, y + 9, half - 4, high - 12)
    else:
        _hand(page, rules, deal.round.deal.hands[seat], start + 2, y + 2.5, high - 5)


def _office(rnd: Round, seat: int | None) -> str:
    """What a seat does first."""
    if seat is None:
        return "face down"
    lead = "bids first" if rnd.lead is None and seat == rnd.dealer else "leads" if seat == rnd.lead else ""
    return " and ".join(filter(None, ["deals" if seat == rnd.dealer else "", lead]))


def _hatch(page: Page, x: float, y: float, wide: float, high: float) -> None:
    """A weave that nobody can read through."""
    step = 2.2
    for place in range(int(wide / step)):
        page.line((x + place * step, y), (x + place * step, y + high), "#b9b0a2", 0.5)
    for place in range(int(high / step)):
        page.line((x, y + place * step), (x + wide, y + place * step), "#b9b0a2", 0.5)


def suit_rows(rules: Rules, hand: Cards) -> list[tuple[str, list[str]]]:
    """The ranks of a hand, suit by suit; a card that is held twice is there twice."""
    held = names(hand)
    return [(suit, [rank_text(name) for name in held if name[1:] == suit]) for suit in SUITS[: rules.deck.suits]]


def _hand(page: Page, rules: Rules, hand: Cards, x: float, y: float, high: float) -> None:
    rows = suit_rows(rules, hand)
    step = min(9.5, high / len(rows))
    y += (high - step * len(rows)) / 2
    for suit, ranks in rows:
        sign(page, suit, x, y + step / 2 - 2.2, 4.4)
        page.text(x + 6.2, y + step / 2 + 1.2, SUIT_NAMES[suit], 8.5, colour=SOFT)
        page.text(x + 18, y + step / 2 + 1.9, "  ".join(ranks) or "–", 15, face="bold", colour=SIGNS[suit].ink, most=50)
        y += step


def _in_rows(page: Page, listed: list[str], x: float, y: float, wide: float, high: float) -> None:
    """Cards in rows, as large as there is room."""
    width = 12.0
    while width > 3 and -(-len(listed) // max(1, int(wide / (width * 1.1)))) * width * 1.55 > high:
        width -= 0.5
    each = max(1, int(wide / (width * 1.1)))
    for row in range(0, len(listed), each):
        cards(page, listed[row : row + each], x, y + row // each * width * 1.55, width, 1.1)
