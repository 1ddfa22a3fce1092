"""Sheets to print: rules, player aids, score sheets, bet tokens, standard decks, and deals for real cards, as PDF.

Everything comes from `Rules`, so house rules change the sheets, and the same rules give the same bytes.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from haggis_cards.rules import Rules
from haggis_cards.sheets.aid import player_aid
from haggis_cards.sheets.decks import deck_sheet
from haggis_cards.sheets.duplicate import MOST_DEALS, print_deals
from haggis_cards.sheets.page import PAPERS, Page, Paper
from haggis_cards.sheets.pdf import write_pdf
from haggis_cards.sheets.rule_page import rule_sheet
from haggis_cards.sheets.scores import score_sheet
from haggis_cards.sheets.tokens import token_sheet

__all__ = ["KINDS", "MOST_DEALS", "PAPER_NAMES", "Kind", "PaperName", "make_sheet", "print_deals"]

Kind: TypeAlias = Literal["rules", "aid", "scores", "tokens", "decks"]
PaperName: TypeAlias = Literal["a4", "letter"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
PAPER_NAMES: Final[tuple[PaperName, ...]] = get_args(PaperName)

_SHEETS: Final[Mapping[Kind, Callable[[Rules, Paper], list[Page]]]] = {
    "rules": rule_sheet,
    "aid": player_aid,
    "scores": score_sheet,
    "tokens": token_sheet,
    "decks": deck_sheet,
}


def make_sheet(rules: Rules | str | dict[str, Any], kind: Kind = "rules", paper: PaperName = "a4") -> bytes:
    """A sheet of a game as PDF."""
    rules = Rules.from_spec(rules)
    for what, name, known in (("sheet", kind, KINDS), ("paper", paper, PAPER_NAMES)):
        if name not in known:
            raise ValueError(f"there is no {what} {name!r}; there are: {', '.join(known)}")
    pages = _SHEETS[kind](rules, PAPERS[paper])
    return write_pdf(f"{rules.title}: {kind}", [page.drawing for page in pages])
