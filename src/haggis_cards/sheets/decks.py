"""How to play with standard decks: which cards stand for which suits, and what to leave out."""

from typing import Final, NamedTuple

from haggis_cards.cards import LINE, SUIT_NAMES, SUITS
from haggis_cards.rulebook import NUMBERS, Section
from haggis_cards.rules import Rules
from haggis_cards.sheets.art import SIGNS, STANDARD, accent, foot, head, sign
from haggis_cards.sheets.page import INK, MARGIN, PAPER, SOFT, Page, Paper
from haggis_cards.sheets.words import Style, height, paragraph

# The same shape where there is one: hearts, clubs, diamonds. Spades become the star.
STANDS_FOR: Final = {"r": "hearts", "y": "spades", "g": "clubs", "b": "diamonds"}
_MARKED: Final = ("hearts", "spades")  # with a mark, these are the fifth suit
_CARD: Final = 12.5
_WORDS: Final = {1: 58.0, 2: 100.0}  # from the cards to the words beside them, by copies
_TARGET: Final = 48.0  # from there to the suit of the game
_LARGEST, _SMALLEST, _STEP = 12.0, 5.0, 0.1


class Source(NamedTuple):
    """The cards of a suit: the suit of the standard deck, its copies, and whether they are marked."""

    suit: str
    standard: str
    copies: int
    marked: bool


def sources(rules: Rules) -> list[Source]:
    """Where the number cards of each suit come from."""
    suits, copies = SUITS[: rules.deck.suits], rules.deck.copies
    plain = [Source(suit, STANDS_FOR[suit], copies, marked=False) for suit in suits if suit in STANDS_FOR]
    fifth = [Source(SUITS[-1], name, 1, marked=True) for name in _MARKED[:copies]] if SUITS[-1] in suits else []
    return [*plain, *fifth]


def decks(rules: Rules) -> int:
    """How many standard decks are needed: one for each copy, and one more for a fifth suit."""
    return rules.deck.copies + (rules.deck.suits == len(SUITS))


def deck_words(rules: Rules) -> tuple[Section, ...]:
    """What to do, in the order in which it is done."""
    count, cards = decks(rules), LINE * rules.deck.suits * rules.deck.copies
    what = "one standard deck" if count == 1 else f"{NUMBERS[count]} standard decks with the same back"
    take = [f"You need {what}. Leave out the Aces and the Jokers."]
    twice = ", each card twice" if rules.deck.copies == 2 else ""
    take.append(f"Number cards: the 2 to 10 of {NUMBERS[rules.deck.suits]} suits{twice}, as shown: {cards} cards.")
    if rules.deck.suits == len(SUITS):
        take.append("Mark the cards of the fifth suit with a pen on their faces, on two corners: a triangle is enough.")
    take.append("Courts: each player gets the Jack, Queen and King of one suit, so that they are easy to sort again.")
    take.append(
        f"The table needs {cards} number cards and {3 * rules.players} courts, {cards + 3 * rules.players} in all."
    )
    deal = [f"Shuffle the number cards and deal {rules.hand_size} to each of {rules.players} players."]
    if rules.haggis_size:
        deal.append(f"The {rules.haggis_size} cards that remain lie face down: the haggis.")
    deal.append("Put your courts face up before you; they belong to your hand, and their suits mean nothing.")
    tell = ["Call the suits by the names on your cards: all that matters is which cards share one."]
    tell.append("The suits have no order. A card of rank 10 is the highest number card; the courts stand above it.")
    tell.append(f"For bets of {_listed(rules.bets)}, print the tokens, or write the values on slips.")
    return Section("Take these cards", tuple(take)), Section("Deal", tuple(deal)), Section("Play", tuple(tell))


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))


def deck_sheet(rules: Rules, paper: Paper) -> list[Page]:
    """The page: a picture of the suits, then what to do."""
    page = Page(paper)
    top = _pictures(page, rules, head(page, rules, "With standard decks") + 4)
    _sections(page, rules, top + 4, page.height - 15)
    foot(page, rules)
    return [page]


def _pictures(page: Page, rules: Rules, top: float) -> float:
    """One row for each suit: cards of the standard deck, an arrow, and the suit that they are."""
    room = page.width - 2 * MARGIN
    rows = sources(rules)
    high = min(_CARD * 1.4 + 5, (page.height * 0.56 - top) / (len(rows) + 1))
    width = (high - 5) / 1.4
    for place, row in enumerate([*rows, None]):
        y = top + place * high
        page.box(MARGIN, y, room, high - 1.4, fill=accent(rules).soft if place % 2 == 0 else PAPER, radius=1.5)
        base, x = y + (high - 1.4) / 2, MARGIN + 3
        if row:
            _suit_row(page, row, x, y + 1.8, width, base, _WORDS[rules.deck.copies])
        else:
            _court_row(page, rules, x, y + 1.8, width, base)
    return top + (len(rows) + 1) * high


def _standard_card(page: Page, rank: str, standard: str, x: float, y: float, width: float, marked: bool) -> None:
    path, fill, _ = STANDARD[standard]
    page.box(x, y, width, width * 1.4, fill=PAPER, edge="#a79c8a", radius=width * 0.1)
    page.text(x + width * 0.1, y + width * 0.42, rank, width * 1.15, face="bold", colour=fill, most=width * 0.5)
    page.shape(path, x + width * 0.3, y + width * 0.66, width * 0.5, fill)
    if marked:
        mark = SIGNS[SUITS[-1]]
        page.shape(mark.path, x + width * 0.62, y + width * 0.1, width * 0.28, mark.fill, mark.ink)


def _suit_row(page: Page, row: Source, x: float, y: float, width: float, base: float, words: float) -> None:
    shown = ("2", "3", "10")
    for copy in range(row.copies):
        for place, rank in enumerate(shown):
            gap = width * 0.45 if rank == "10" else 0
            left = x + copy * width * 3.9 + place * width * 1.08 + gap
            _standard_card(page, rank, row.standard, left, y, width, row.marked)
            if rank == "10":
                page.text(left - gap / 2 - 0.3, base + 1, "–", 12, colour=SOFT, align="centre")
    x += words
    marked = " with a mark" if row.marked else ""
    page.text(x, base - 0.4, f"2 to 10 of {row.standard}{marked}", 11, face="bold", most=_TARGET)
    page.text(x, base + 4, "twice" if row.copies == 2 else "once", 9.5, colour=SOFT)
    x += _TARGET + 3
    sign(page, row.suit, x, base - 4, 8)
    page.text(x + 11, base + 1.4, SUIT_NAMES[row.suit], 14, face="display", colour=SIGNS[row.suit].ink)


def _court_row(page: Page, rules: Rules, x: float, y: float, width: float, base: float) -> None:
    for place, rank in enumerate("JQK"):
        _standard_card(page, rank, "hearts", x + place * width * 1.08, y, width, marked=False)
    x += _WORDS[rules.deck.copies]
    page.text(x, base - 0.4, "Jack, Queen and King of one suit", 11, face="bold", most=_TARGET)
    page.text(x, base + 4, f"for each of the {rules.players} players", 9.5, colour=SOFT)
    page.text(x + _TARGET + 3, base + 1.4, "the courts", 14, face="display", colour=INK)


def _sections(page: Page, rules: Rules, top: float, low: float) -> None:
    told, room, size = deck_words(rules), page.width - 2 * MARGIN, _LARGEST
    while size > _SMALLEST and _height(told, room, size) > low - top:
        size -= _STEP
    y = top
    for title, lines in told:
        page.text(MARGIN, y + 4.4, title, size * 1.28, face="display", colour=accent(rules).ink)
        page.line((MARGIN, y + 6), (MARGIN + room, y + 6))
        y += 7.4
        for line in lines:
            page.box(MARGIN + 0.5, y + size * 0.17, 0.8, 0.8, fill=accent(rules).ink)
            y = paragraph(page, line, MARGIN + 3.4, y, room - 3.4, Style(size)) + 0.4
        y += 2.2


def _height(told: tuple[Section, ...], room: float, size: float) -> float:
    lines = [line for section in told for line in section.lines]
    return sum(height(line, room - 3.4, Style(size)) + 0.4 for line in lines) + 9.6 * len(told)
