"""Reads plays as people write them: in any order, `10b` and `7♣`, lower case, courts without what they stand for."""

from typing import Final

from haggis_cards.cards import ALL_COURTS, NUMBERS, Cards, names, parse_cards, text, tidy
from haggis_cards.combos import Play
from haggis_cards.errors import IllegalAction
from haggis_cards.match_state import MatchState
from haggis_cards.round import Round

_BOMB_RANKS: Final = ["3", "5", "7", "9"]


def parse_play(line: str, position: Round | MatchState, seat: int | None = None) -> tuple[Play, ...]:
    """The plays that a line can mean now, for a seat or whoever's turn it is: one, or several to choose from.

    If it means none, the error says why: `NotationError` for what is not a card, `IllegalAction` for the rest.
    """
    rnd = position if isinstance(position, Round) else position.round
    player = rnd.rules.seat((rnd.turn or 0) if seat is None else seat)
    tokens = tidy(line.strip().removeprefix("play "))
    if any("=" in token for token in tokens):
        readings = [rnd.rules.grammar.read(" ".join(tokens))]
    else:
        cards = parse_cards(" ".join(tokens))
        readings = [play for play in rnd.rules.grammar.plays(cards) if play.cards == cards]
        if not readings:
            raise _fault(rnd, cards)
    refusals = [rnd.refusal(player, play) for play in readings]
    if refusals[0] and all(refusals):
        raise refusals[0]
    return tuple(play for play, refusal in zip(readings, refusals, strict=True) if refusal is None)


def _fault(round: Round, cards: Cards) -> IllegalAction:
    """Why these cards are not a combination."""
    listed = names(cards)
    if cards & ALL_COURTS and cards & NUMBERS:
        return IllegalAction("no-combination", fault="wild", cards=text(cards))
    if [name[0] for name in listed] == _BOMB_RANKS:
        suits = len({name[1] for name in listed})
        return IllegalAction("no-combination", fault="bomb", cards=text(cards), count=suits)
    try:
        round.rules.grammar.read(text(cards))
    except IllegalAction as fault:
        return fault
    raise AssertionError("cards that can be read are a combination")
