"""Bet tokens to cut out: those of each player in a colour, and markers for the dealer, the lead and the Shepherd."""

import math
from typing import Final, NamedTuple

from haggis_cards.rules import Rules
from haggis_cards.sheets.art import foot, head
from haggis_cards.sheets.page import INK, MARGIN, PAPER, SOFT, Page, Paper

_COLOURS: Final = ("#6a3f87", "#1c5f86", "#7d5300", "#1b6a49")  # of the players
_WIDEST: Final = 62.0
_ASPECT: Final = 0.64  # height by width
_HINT: Final = 7.0  # the line above the tokens


class Token(NamedTuple):
    """A token: a large word or value, what stands above it, lines below it, and the player whose it is."""

    value: str
    above: str
    below: tuple[str, ...]
    player: int | None = None


def bet_outcomes(rules: Rules, bet: int) -> tuple[str, ...]:
    """What a bet of this value brings, in a few words, for a bet card."""
    if not rules.open_bets:
        draws = len(rules.bets) - rules.bets.index(bet)
        return (
            f"draw and return {draws}",
            f"first out: {bet} for you",
            f"else {bet * 2 // 3} and {bet // 3} for the Sheep",
        )
    promise = {"out": "I will be first out", "score": f"I will score {bet} or more"}[rules.bet_rule]
    return promise, f"made: {bet * rules.bet_multiplier} · failed: {bet}"


def tokens(rules: Rules) -> list[Token]:
    """The bet cards of all players, and one marker for each office."""
    found = [
        Token(f"{bet}", f"player {seat + 1}", bet_outcomes(rules, bet), seat)
        for seat in rules.seats
        for bet in rules.bets
    ]
    found += [Token("Dealer", "", ("deals this round",)), Token("Lead", "", ("leads the next trick",))]
    if rules.opening == "auction":
        found.append(Token("Shepherd", "", ("plays against the Sheep",)))
    return found


def token_sheet(rules: Rules, paper: Paper) -> list[Page]:
    """The page; many tokens are smaller."""
    page = Page(paper)
    top = head(page, rules, "Bet tokens") + 2
    words = "Print on card, cut along the dashed lines, and give each player the tokens of one colour."
    page.text(MARGIN, top + 3.6, words, 9.5, colour=SOFT)
    top += _HINT
    shown = tokens(rules)
    room, tall = page.width - 2 * MARGIN, page.height - 14 - top
    columns = _columns(len(shown), len(rules.bets), room, tall)
    rows = math.ceil(len(shown) / columns)
    wide = min(_WIDEST, room / columns, tall / rows / _ASPECT)
    left = (page.width - columns * wide) / 2
    for place, token in enumerate(shown):
        x, y = left + place % columns * wide, top + place // columns * wide * _ASPECT
        _draw(page, token, x, y, wide)
    _cuts(page, left, top, wide, columns, rows)
    foot(page, rules)
    return [page]


def _columns(count: int, bets: int, room: float, tall: float) -> int:
    """How many tokens stand in a row: a player's bets side by side if that leaves them large, else what is largest."""

    def width(columns: int) -> float:
        return min(_WIDEST, room / columns, tall / math.ceil(count / columns) / _ASPECT)

    best = max(range(1, count + 1), key=lambda columns: (round(width(columns), 3), -columns))
    return bets if width(bets) >= 0.9 * width(best) else best


def _draw(page: Page, token: Token, x: float, y: float, wide: float) -> None:
    high, scale = wide * _ASPECT, wide / _WIDEST
    colour = INK if token.player is None else _COLOURS[token.player]
    inset, middle, most = 2 * scale, x + wide / 2, wide * 0.84
    page.box(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, fill=PAPER, edge=colour, radius=3.5 * scale)
    if token.above:
        page.text(middle, y + high * 0.175, token.above, 9.5 * scale, colour=colour, align="centre", most=most)
        page.box(x + wide * 0.12, y + high * 0.215, wide * 0.76, 0.5 * scale, fill=colour)
    large = 38 * scale if token.above else 30 * scale
    page.text(middle, y + high * 0.54, token.value, large, face="display", colour=colour, align="centre", most=most)
    for place, line in enumerate(token.below):
        base = y + high * (0.665 + 0.105 * place)
        page.text(middle, base, line, 10 * scale, colour=SOFT, align="centre", most=most)


def _cuts(page: Page, left: float, top: float, wide: float, columns: int, rows: int) -> None:
    right, low = left + columns * wide, top + rows * wide * _ASPECT
    for column in range(columns + 1):
        page.dashes((left + column * wide, top), (left + column * wide, low), 0.8)
    for row in range(rows + 1):
        page.dashes((left, top + row * wide * _ASPECT), (right, top + row * wide * _ASPECT), 0.8)
