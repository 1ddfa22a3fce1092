"""What the sheets draw: the signs of the suits, cards, the band of tartan, and the head and foot of a page."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from haggis_cards.rulebook import house_text
from haggis_cards.rules import Rules
from haggis_cards.sheets.page import GOLD, LINE, MARGIN, PAPER, SOFT, Page, text_width

_R: Final = 0.5523


def _circle(x: float, y: float, radius: float) -> str:
    far, bend = radius, radius * _R
    return (
        f"M {x} {y - far} C {x + bend} {y - far} {x + far} {y - bend} {x + far} {y} "
        f"C {x + far} {y + bend} {x + bend} {y + far} {x} {y + far} "
        f"C {x - bend} {y + far} {x - far} {y + bend} {x - far} {y} "
        f"C {x - far} {y - bend} {x - bend} {y - far} {x} {y - far} Z"
    )


_HEART: Final = (
    "M 12 21 C 7 16.6 2.5 12.8 2.5 8.4 C 2.5 5.3 4.8 3.2 7.5 3.2 C 9.3 3.2 11 4.2 12 5.9 "
    "C 13 4.2 14.7 3.2 16.5 3.2 C 19.2 3.2 21.5 5.3 21.5 8.4 C 21.5 12.8 17 16.6 12 21 Z"
)
_STAR: Final = "M 12 2 L 14.95 8.5 L 22 9.25 L 16.75 14 L 18.2 21 L 12 17.45 L 5.8 21 L 7.25 14 L 2 9.25 L 9.05 8.5 Z"
_CLUB: Final = " ".join(
    [
        _circle(12, 7.2, 4.7),
        _circle(6.9, 13.8, 4.7),
        _circle(17.1, 13.8, 4.7),
        "M 9.5 9 L 14.5 9 L 14.5 15 L 13 15 C 13.2 18 14 20 15.5 21.5 L 8.5 21.5 C 10 20 10.8 18 11 15 L 9.5 15 Z",
    ]
)
_DIAMOND: Final = "M 12 1.5 L 20.5 12 L 12 22.5 L 3.5 12 Z"
_SPADE: Final = (
    "M 12 2 C 17 6.4 21.5 10.2 21.5 14 C 21.5 17 19.3 18.6 17 18.6 C 15.2 18.6 13.6 17.6 12.8 16.2 "
    "C 13 18.6 13.8 20.2 15.2 21.8 L 8.8 21.8 C 10.2 20.2 11 18.6 11.2 16.2 C 10.4 17.6 8.8 18.6 7 18.6 "
    "C 4.7 18.6 2.5 17 2.5 14 C 2.5 10.2 7 6.4 12 2 Z"
)


class Sign(NamedTuple):
    """A suit's sign: its shape, the colour inside, and the darker one of its outline and of text."""

    path: str
    fill: str
    ink: str


SIGNS: Final = {
    "r": Sign(_HEART, "#d3204f", "#c9184f"),
    "y": Sign(_STAR, "#ffd21f", "#776100"),
    "g": Sign(_CLUB, "#067a55", "#00573a"),
    "b": Sign(_DIAMOND, "#2668ea", "#0f5be0"),
    "o": Sign("M 12 2.8 L 22.3 20.8 L 1.7 20.8 Z", "#ee7410", "#8f3900"),
}
# The suits of a standard deck: hearts, spades, clubs, diamonds.
STANDARD: Final = {
    "hearts": Sign(_HEART, "#c8102e", "#c8102e"),
    "spades": Sign(_SPADE, "#1b1b1b", "#1b1b1b"),
    "clubs": Sign(_CLUB, "#1b1b1b", "#1b1b1b"),
    "diamonds": Sign(_DIAMOND, "#c8102e", "#c8102e"),
}
COURT_INK, COURT_FACE = "#3a2b4f", "#efe9f4"


class Accent(NamedTuple):
    """The colours of a game: for type, for tints, and for the band."""

    ink: str
    soft: str
    felt: str
    deep: str


_ACCENTS: Final = {
    "": Accent("#6a3f87", "#f1e9f5", "#5f4a76", "#47365c"),  # heather
    "auction": Accent("#7d5300", "#f8eed9", "#6a5030", "#4f3a20"),  # barley
    "exchange": Accent("#1c5f86", "#e3eff6", "#2a5974", "#1d4359"),  # loch
}


def accent(rules: Rules) -> Accent:
    """The colours of a game, as in the browser: by its opening."""
    return _ACCENTS[rules.opening]


def sign(page: Page, suit: str, x: float, y: float, size: float) -> None:
    """The sign of a suit; x and y are its top left corner."""
    path, fill, ink = SIGNS[suit]
    page.shape(path, x, y, size, fill, ink)


def rank_text(name: str) -> str:
    """The rank of a card as it is printed: 10 for T."""
    return "10" if name[0] == "T" else name[0]


def card(page: Page, cell: str, x: float, y: float, width: float) -> None:
    """A card: rank and sign; a wild court shows below what it stands for."""
    name, _, target = cell.partition("=")
    height = width * 1.4
    suit = name[1:]
    page.box(x, y, width, height, fill=PAPER if suit else COURT_FACE, edge="#a79c8a", radius=width * 0.12)
    colour = SIGNS[suit].ink if suit else COURT_INK
    middle = x + width / 2
    base = 0.45 if suit or target else 0.62  # a court alone stands in the middle
    page.text(middle, y + height * base, rank_text(name), width * 1.6, face="display", colour=colour, align="centre")
    if suit:
        sign(page, suit, middle - width * 0.21, y + height * 0.55, width * 0.42)
    elif target:
        _stands_for(page, target, middle, y + height * 0.84, width)


def _stands_for(page: Page, target: str, middle: float, y: float, width: float) -> None:
    suit, size = target[1:], width * 1.0
    words = f"={rank_text(target)}"
    wide = text_width(words, size, "bold") + (width * 0.3 if suit else 0)
    colour = SIGNS[suit].ink if suit else COURT_INK
    page.text(middle - wide / 2, y, words, size, face="bold", colour=colour)
    if suit:
        sign(page, suit, middle + wide / 2 - width * 0.27, y - width * 0.25, width * 0.27)


def cards(page: Page, cells: Sequence[str], x: float, y: float, width: float, step: float = 1.08) -> None:
    """Cards in a row; `step` is from one to the next, in widths."""
    for place, cell in enumerate(cells):
        card(page, cell, x + place * width * step, y, width)


def ribbon(page: Page, colours: Accent, y: float = 0.0, height: float = 4.5) -> None:
    """A woven band across the page."""
    page.box(0, y, page.width, height, fill=colours.felt)
    x = 0.0
    while x < page.width:
        threads = ((10, 3, colours.deep), (13, 0.8, GOLD), (13.8, 3, colours.deep), (27, 4, "#296350"))
        for start, wide, colour in threads:
            if x + start < page.width:
                page.box(x + start, y, min(wide, page.width - x - start), height, fill=colour)
        x += 36
    page.box(0, y + height * 0.42, page.width, height * 0.12, fill=colours.deep)


def head(page: Page, rules: Rules, what: str) -> float:
    """The band, the name of the game and what this page is; answers with the height below it."""
    colours = accent(rules)
    ribbon(page, colours)
    room = page.width - 2 * MARGIN
    page.text(MARGIN, 17.2, rules.title, 27, face="display", colour=colours.ink, most=room * 0.5)
    page.text(page.width - MARGIN, 12.8, what, 13, face="bold", align="right")
    sides = ", in two partnerships" if rules.partners else ""
    game = f"{rules.players} players{sides} · edition {rules.edition}"
    page.text(page.width - MARGIN, 17.6, game, 9.5, colour=SOFT, align="right", most=room * 0.5)
    page.line((MARGIN, 20.4), (page.width - MARGIN, 20.4), colours.ink, 0.4)
    return 20.4


def foot(page: Page, rules: Rules) -> None:
    """A line at the foot: which game this is, as the command names it, and its house rules."""
    y = page.height - 7.5
    page.line((MARGIN, y - 3.6), (page.width - MARGIN, y - 3.6), LINE)
    house = f" · house rules: {house_text(rules)}" if rules.house else ""
    page.text(MARGIN, y, f"{rules.preset}{house}", 8, colour=SOFT, most=page.width - 2 * MARGIN)
