"""Sentences on a page: lines of a given width, in which the cards of the notation stand with their signs."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from haggis_cards.sheets.art import SIGNS, rank_text, sign
from haggis_cards.sheets.fonts import Face
from haggis_cards.sheets.page import INK, Page, text_width

# A card in a sentence, `7g` or `J=6b`, or a suit alone, with the punctuation behind it. "To" is a word.
_CARD: Final = re.compile(r"(?!To\b)([JQK]=)?([2-9T])?([rygbo])([.,;:)]*)")
_POINT: Final = 25.4 / 72
_SIGN: Final = 0.62  # of a sign beside type, in ems
LEADING: Final = 1.2


class Style(NamedTuple):
    """How sentences are set."""

    size: float
    face: Face = "text"
    colour: str = INK

    @property
    def leading(self) -> float:
        """From one baseline to the next, in millimetres."""
        return self.size * _POINT * LEADING


def word_width(word: str, style: Style) -> float:
    """How wide a word is, or a card."""
    found = _CARD.fullmatch(word)
    if not found:
        return text_width(word, style.size, style.face)
    wild, rank, _, behind = found.groups(default="")
    text = text_width(wild, style.size, style.face) + text_width(_rank(rank), style.size, "bold")
    return text + text_width(behind, style.size, style.face) + style.size * _POINT * (_SIGN + 0.08)


def _rank(rank: str) -> str:
    return rank_text(rank) if rank else ""


def wrap(text: str, width: float, style: Style) -> list[list[str]]:
    """The words of a text in lines that are not wider than this; a longer word has a line of its own."""
    space = text_width(" ", style.size, style.face)
    lines: list[list[str]] = [[]]
    used = 0.0
    for word in text.split():
        wide = word_width(word, style)
        if lines[-1] and used + space + wide > width:
            lines.append([])
            used = 0.0
        used += wide + (space if lines[-1] else 0)
        lines[-1].append(word)
    return lines


def draw_line(page: Page, words: list[str], x: float, y: float, style: Style) -> float:
    """One line of words on the baseline y; answers with where it ends."""
    space = text_width(" ", style.size, style.face)
    for group in _groups(words):
        found = _CARD.fullmatch(group)
        if found:
            _draw_card(page, found, x, y, style)
            x += word_width(group, style) + space
        else:
            x += page.text(x, y, group, style.size, face=style.face, colour=style.colour) + space
    return x - space


def _groups(words: list[str]) -> Iterator[str]:
    """Words between cards together, so that they stay one text for those who search in it."""
    held: list[str] = []
    for word in words:
        if not _CARD.fullmatch(word):
            held.append(word)
            continue
        if held:
            yield " ".join(held)
        held = []
        yield word
    if held:
        yield " ".join(held)


def _draw_card(page: Page, found: re.Match[str], x: float, y: float, style: Style) -> None:
    wild, rank, suit, behind = found.groups(default="")
    em, ink = style.size * _POINT, SIGNS[suit].ink
    if wild:
        x += page.text(x, y, wild, style.size, face=style.face, colour=style.colour)
    x += page.text(x, y, _rank(rank), style.size, face="bold", colour=ink)
    sign(page, suit, x + 0.04 * em, y - 0.58 * em, _SIGN * em)
    page.text(x + (_SIGN + 0.08) * em, y, behind, style.size, face=style.face, colour=style.colour)


def height(text: str, width: float, style: Style) -> float:
    """How high a paragraph is."""
    return len(wrap(text, width, style)) * style.leading


def paragraph(page: Page, text: str, x: float, y: float, width: float, style: Style) -> float:
    """Draws a paragraph below the height y; answers with the height below it."""
    for line in wrap(text, width, style):
        draw_line(page, line, x, y + style.size * _POINT * 0.86, style)
        y += style.leading
    return y
