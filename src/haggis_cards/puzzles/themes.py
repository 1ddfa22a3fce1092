"""What a puzzle is about, from its solution."""

from collections.abc import Iterator

from haggis_cards.actions import Action, Award, Bid, Bury, Give, Lead, Pass
from haggis_cards.cards import ALL_COURTS, NUMBERS, each, rank_of, remove, text
from haggis_cards.combos import Kind as PlayKind
from haggis_cards.combos import Play
from haggis_cards.puzzles.model import THEMES, Kind, Theme
from haggis_cards.review.causes import kept_bomb
from haggis_cards.round import Phase, Round

LONG = 3  # decisions


def find_themes(kind: Kind, rnd: Round, best: Action, tempting: str | None, decisions: int) -> tuple[Theme, ...]:
    """The themes of a position whose right answer is known; `tempting` is a wrong one that looks natural."""
    found = {*_of_action(rnd, best)}
    seat = rnd.to_act[0]
    if tempting is not None and kept_bomb(str(best), tempting, text(rnd.hands[seat]), rnd.rules) is not None:
        found.add("keep-bomb")
    if kind == "sure":
        found.add("count-cards")
    if decisions >= LONG:
        found.add("long")
    return tuple(theme for theme in THEMES if theme in found)


def _of_action(rnd: Round, best: Action) -> Iterator[Theme]:
    seat = rnd.to_act[0]
    match best:
        case Bid():
            yield "bids"
        case Give():
            yield "exchange"
        case Bury():
            yield "burial"
        case Award():
            yield "after-bombs"
        case Lead(to):
            yield "after-bombs"
            if to != seat:
                yield "unblock-partner"
        case Pass() if rnd.phase is Phase.AUCTION:
            yield "bids"
        case Pass():
            yield "unblock-partner" if rnd.winner == rnd.rules.partner(seat) else "give-trick"
        case Play():
            yield from _of_play(rnd, best, seat)


def _of_play(rnd: Round, best: Play, seat: int) -> Iterator[Theme]:
    hand = rnd.hands[seat]
    if best.is_bomb:
        yield "bomb"
    elif _bombs(rnd, hand) > _bombs(rnd, remove(hand, best.cards)):
        yield "break-bomb"
    if best.kind is not PlayKind.SINGLE:
        return
    if best.cards & ALL_COURTS:
        yield "court-single"
    elif rnd.top is None and all(rank_of(card) >= best.rank for card in each(hand & NUMBERS)):
        yield "lead-low"


def _bombs(rnd: Round, hand: int) -> int:
    """How many bombs there are in a hand: nothing else beats a single K."""
    grammar = rnd.rules.grammar
    return len(grammar.plays(hand, grammar.read("K")))
