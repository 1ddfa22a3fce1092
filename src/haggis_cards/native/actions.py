"""Actions as the core writes them: two words, explained in `native/action.hpp`."""

from typing import Final

from haggis_cards import _native
from haggis_cards.actions import PASS, Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.cards import COURT_SHIFT, FIRST, PLANE
from haggis_cards.combos import Kind, Play
from haggis_cards.rules import Rules

# The verbs of packed actions behind the kinds of play; bets and bids carry a place in `Rules.bets`.
_VERBS: Final[tuple[type[Action], ...]] = (Pass, Bet, Bid, Give, Bury, Award, Lead)
_VERB: Final = {verb: len(Kind) + place for place, verb in enumerate(_VERBS)}
_VERB_SHIFT: Final = 60
_SEAT_SHIFT: Final = 56
_READING: Final = 48  # of `lo`; the reading stands at bit 94 of a Python play
_DOUBLE: Final = COURT_SHIFT + 3  # the bit of a Python play that marks a double deck


def pack(action: Action, rules: Rules) -> tuple[int, int]:
    """An action as the core's two words (lo, hi). What no action of this game can say is lost in them."""
    if isinstance(action, Play):
        first, courts = action & FIRST, action >> COURT_SHIFT & 7
        return first | courts << PLANE | (action >> _DOUBLE + 1 & 0xFFFF) << _READING, action >> PLANE & FIRST
    lo = _VERB[type(action)] << _VERB_SHIFT
    match action:
        case Pass():
            return lo, 0
        case Bet(value) | Bid(value):
            return lo | (rules.bets.index(value) if value in rules.bets else 15), 0
        case Give(cards) | Bury(cards):
            return lo | cards & FIRST, cards >> PLANE & FIRST
        case Award(seat) | Lead(seat):
            return lo | seat & 15, 0


def unpack(lo: int, hi: int, rules: Rules) -> Action:
    """The action that two words of the core mean; a seat in them is ignored."""
    lo, hi = int(lo), int(hi)
    verb = lo >> _VERB_SHIFT
    first, second = lo & FIRST, (hi & FIRST) << PLANE
    if verb < len(Kind):
        courts = (lo >> PLANE & 7) << COURT_SHIFT
        return Play(first | second | courts | rules.deck.copies - 1 << _DOUBLE | lo >> _READING << _DOUBLE + 1)
    kind = _VERBS[verb - len(Kind)]
    if kind is Pass:
        return PASS
    if kind is Bet or kind is Bid:
        return kind(rules.bets[first])
    if kind is Give or kind is Bury:
        return kind(first | second)
    assert kind is Award or kind is Lead
    return kind(first)


def pack_logged(seat: int, action: Action, rules: Rules) -> tuple[int, int]:
    """An entry of a log: an action with the seat that took it."""
    lo, hi = pack(action, rules)
    return lo, hi | (seat & 15) << _SEAT_SHIFT


def unpack_logged(lo: int, hi: int, rules: Rules) -> tuple[int, Action]:
    """The seat and the action of an entry of a log."""
    return hi >> _SEAT_SHIFT & 15, unpack(lo, hi, rules)


# Both sides of the core number kinds and verbs alike.
assert (*(kind.name.lower() for kind in Kind), *(verb.verb for verb in _VERBS)) == tuple(_native.verb_names())
