"""The rule sheet: the whole game on one page, in the order of the original sheets."""

from typing import Final, Literal, NamedTuple

from haggis_cards.rulebook import Section, house_text, sections, sheet_sections
from haggis_cards.rules import Rules
from haggis_cards.sheets.art import accent, foot, head
from haggis_cards.sheets.page import MARGIN, SOFT, Page, Paper
from haggis_cards.sheets.words import Style, draw_line, paragraph, wrap

_GAP: Final = 8.0  # between columns
_FOOT: Final = 14.0  # below the columns
_LARGEST, _SMALLEST, _STEP = 11.5, 4.0, 0.1  # sizes that are tried, in points
_BULLET: Final = 3.2
_TITLE: Final = 1.12  # the height of a title, in lines
_EM: Final = 25.4 / 72


class _Line(NamedTuple):
    """A line of a column: its words, and how much room is above it."""

    words: list[str]
    above: float
    kind: Literal["title", "first", "more"]


def glance(rules: Rules) -> list[tuple[str, str]]:
    """The numbers of a game, for the band below the title."""
    cards = 9 * rules.deck.suits * rules.deck.copies
    rounds = [("rounds", _span(*rules.suggested_rounds))] if rules.suggested_rounds else []
    return [
        ("players", f"{rules.players}"),
        ("number cards", f"{cards}"),
        ("dealt to each", f"{rules.hand_size} + J Q K"),
        ("haggis", f"{rules.haggis_size}" if rules.haggis_size else "none"),
        ("bids" if rules.opening == "auction" else "bets", " · ".join(map(str, rules.bets))),
        *rounds,
        ("or points" if rounds else "points", _span(*rules.suggested_goal)),
    ]


def _span(low: int, high: int) -> str:
    return f"{low}–{high}" if low < high else f"{low}"


def rule_sheet(rules: Rules, paper: Paper) -> list[Page]:
    """The page."""
    page = Page(paper)
    top = head(page, rules, "The rules")
    top = _band(page, rules, top + 2.4)
    aim = next(section for section in sections(rules) if section.title == "The aim")
    room = page.width - 2 * MARGIN
    top = paragraph(page, " ".join(aim.lines[:2]), MARGIN, top + 2.2, room, Style(10.5, "italic", SOFT))
    if rules.house:
        words = f"House rules of this table: {house_text(rules)}"
        top = paragraph(page, words, MARGIN, top + 0.6, room, Style(10, "bold", accent(rules).ink))
    _columns(page, rules, top + 2.5)
    foot(page, rules)
    return [page]


def _band(page: Page, rules: Rules, y: float) -> float:
    facts, room = glance(rules), page.width - 2 * MARGIN
    page.box(MARGIN, y, room, 11.5, fill=accent(rules).soft, radius=1.5)
    weights = [min(30, max(9, len(value), len(name))) for name, value in facts]
    x = MARGIN
    for weight, (name, value) in zip(weights, facts, strict=True):
        wide = room * weight / sum(weights)
        middle = x + wide / 2
        page.text(middle, y + 5.6, value, 13, face="display", colour=accent(rules).ink, align="centre", most=wide - 2)
        page.text(middle, y + 9.4, name, 8, colour=SOFT, align="centre", most=wide - 1)
        x += wide
    return y + 11.5


def _columns(page: Page, rules: Rules, top: float) -> None:
    """The sections in two columns, in the largest type in which they fit."""
    wide = (page.width - 2 * MARGIN - _GAP) / 2
    low = page.height - _FOOT
    size, told = _LARGEST, sheet_sections(rules)
    while True:
        style = Style(size)
        columns = _split([_lines(section, wide, style) for section in told], style)
        if max(_height(column, style) for column in columns) <= low - top or size <= _SMALLEST:
            break
        size -= _STEP
    for x, column in zip((MARGIN, MARGIN + wide + _GAP), columns, strict=True):
        _draw_column(page, rules, column, x, top, style)
    middle = MARGIN + wide + _GAP / 2
    page.line((middle, top + 1), (middle, low))


def _split(parts: list[list[_Line]], style: Style) -> tuple[list[_Line], list[_Line]]:
    """The sections in two columns of heights that are as equal as whole sections allow."""

    def columns(place: int) -> tuple[list[_Line], list[_Line]]:
        return [line for part in parts[:place] for line in part], [line for part in parts[place:] for line in part]

    places = map(columns, range(1, len(parts)))
    return min(places, key=lambda pair: max(_height(column, style) for column in pair))


def _height(lines: list[_Line], style: Style) -> float:
    above = sum(line.above for line in lines[1:])
    return above + style.leading * sum(_TITLE if line.kind == "title" else 1 for line in lines)


def _lines(section: Section, wide: float, style: Style) -> list[_Line]:
    """A section as lines: its title, then each sentence behind a mark."""
    em = style.size * _EM
    lines = [_Line([section.title], 0.75 * em, "title")]
    for sentence in section.lines:
        for place, words in enumerate(wrap(sentence, wide - _BULLET, style)):
            lines.append(_Line(words, 0.0 if place else 0.12 * em, "more" if place else "first"))
    return lines


def _draw_column(page: Page, rules: Rules, lines: list[_Line], x: float, y: float, style: Style) -> None:
    em, ink = style.size * _EM, accent(rules).ink
    for place, line in enumerate(lines):
        y += line.above if place else 0
        base = y + 0.86 * em
        if line.kind == "title":
            page.text(x, base, line.words[0], style.size * 1.28, face="display", colour=ink)
            y += (_TITLE - 1) * style.leading
        else:
            if line.kind == "first":
                page.box(x + 0.5, base - 0.33 * em, 0.24 * em, 0.24 * em, fill=ink)
            draw_line(page, line.words, x + _BULLET, base, style)
        y += style.leading
