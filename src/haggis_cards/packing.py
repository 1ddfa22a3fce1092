"""Rules, actions and positions as the core reads them: plain numbers and bytes, whether the core is in this process
(`haggis_cards.native`) or in a worker of a browser.

Packed actions are two words, explained in `native/action.hpp`; `native/wasm.cpp` reads packed positions.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from haggis_cards.actions import PASS, Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.cards import COURT_SHIFT, FIRST, PLANE, Cards, as_card, as_hand
from haggis_cards.combos import Kind, Play, as_play
from haggis_cards.deal import Deal
from haggis_cards.determinize import determinize
from haggis_cards.errors import RulesError
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.view import View

MAX_HAGGIS: Final = 8  # cards face down that the core has room for
MAX_DEALT: Final = 18  # number cards of a hand
MAX_DRAW: Final = 3  # cards that the Shepherd draws
MAX_TOTAL: Final = (1 << 31) - 1

# The verbs of packed actions behind the kinds of play; bets and bids carry a place in `Rules.bets`.
VERBS: Final[tuple[type[Action], ...]] = (Pass, Bet, Bid, Give, Bury, Award, Lead)
_VERB: Final = {verb: len(Kind) + place for place, verb in enumerate(VERBS)}
_VERB_SHIFT: Final = 60
_SEAT_SHIFT: Final = 56
_READING: Final = 48  # of `lo`; the reading stands at bit 94 of a Python play
_DOUBLE: Final = COURT_SHIFT + 3  # the bit of a Python play that marks a double deck

# Names and the order of rounds: they do not matter for the play of a round.
NOT_IN_PLAY: Final = frozenset(
    {"preset", "title", "edition", "next_round", "suggested_rounds", "suggested_goal", "tie"}
)
# Fields that `rule_numbers` converts by hand.
_BY_HAND: Final = frozenset({"deck", "bets", "reenter"})


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
        return as_play(first | second | courts | rules.deck.copies - 1 << _DOUBLE | lo >> _READING << _DOUBLE + 1)
    kind = VERBS[verb - len(Kind)]
    if kind is Pass:
        return PASS
    if kind is Bet or kind is Bid:
        return kind(rules.bets[first])
    if kind is Give:
        return Give(as_card(first | second))
    if kind is Bury:
        return Bury(as_hand(first | second))
    assert kind is Award or kind is Lead
    return kind(first)


def pack_logged(seat: int, action: Action, rules: Rules) -> tuple[int, int]:
    """An entry of a log: an action with the seat that took it."""
    lo, hi = pack(action, rules)
    return lo, hi | (seat & 15) << _SEAT_SHIFT


def unpack_logged(lo: int, hi: int, rules: Rules) -> tuple[int, Action]:
    """The seat and the action of an entry of a log."""
    return hi >> _SEAT_SHIFT & 15, unpack(lo, hi, rules)


def choices_of(rules: type[Rules]) -> dict[str, tuple[object, ...]]:
    """The fields that are converted one to one: the choices of each in order, none for a whole number."""
    hints, found = get_type_hints(rules), dict[str, tuple[object, ...]]()
    for name in sorted({field.name for field in fields(rules)} - NOT_IN_PLAY - _BY_HAND):
        if get_origin(hints[name]) is Literal:
            found[name] = get_args(hints[name])
        elif hints[name] is bool:
            found[name] = (False, True)
        elif hints[name] is int:
            found[name] = ()
        else:
            raise TypeError(f"the native core cannot convert the field {name} of the rules: {hints[name]}")
    return found


_CHOICES: Final = choices_of(Rules)


@lru_cache(maxsize=256)
def rule_numbers(rules: Rules) -> dict[str, int]:
    """The fields of the rules as numbers, every choice by its place."""
    for name, high in (("haggis_size", MAX_HAGGIS), ("hand_size", MAX_DEALT)):
        if getattr(rules, name) > high:
            raise RulesError("core-size", name=name, low=0, high=high, found=getattr(rules, name))
    if rules.opening == "auction" and rules.haggis_size != MAX_DRAW:
        raise RulesError("core-auction", count=MAX_DRAW, found=rules.haggis_size)
    values: dict[str, Any] = {name: getattr(rules, name) for name in _CHOICES}
    numbers = {name: choices.index(values[name]) if choices else values[name] for name, choices in _CHOICES.items()}
    reenter = int(rules.reenter is not False)  # None: for two players a pass ends the trick anyway
    return numbers | rules.deck._asdict() | {"reenter": reenter}


def planes(cards: Cards) -> tuple[int, int]:
    """The number cards of a hand as the core has them: first and second copies."""
    return cards & FIRST, cards >> PLANE & FIRST


def check_totals(totals: Sequence[int]) -> None:
    """Refuses totals that the core cannot hold."""
    if any(abs(total) > MAX_TOTAL for total in totals):
        raise RulesError("core-totals", most=MAX_TOTAL, found=max(totals, key=abs))


def pack_round(rnd: Round) -> bytes:
    """A position of a round, with all cards: keep it from players."""
    return _pack(rnd.rules, rnd.deal, rnd.dealer, rnd.lead, rnd.totals, rnd.log)


def pack_view(view: View, rng: Random) -> bytes:
    """A position that the view allows; not for a round that is over.

    The core uses only what the seat knows, so that any position will do.
    """
    deal, log = determinize(view, rng)
    return _pack(Rules.from_spec(view["rules"]), deal, view["dealer"], view["lead"], view["totals"], log)


def _pack(
    rules: Rules,
    deal: Deal,
    dealer: int,
    lead: int | None,
    totals: Sequence[int],
    log: Iterable[tuple[int, Action]],
) -> bytes:
    check_totals(totals)
    numbers = rule_numbers(rules)
    haggis = [card.bit_length() - 1 for card in deal.haggis]
    small = [len(numbers), *(numbers[name] for name in sorted(numbers)), len(rules.bets), *rules.bets]
    small += [dealer, lead or 0, len(totals), *totals, len(haggis), *haggis]
    words = [word for hand in deal.hands for word in planes(hand)]
    words += [word for seat, action in log for word in pack_logged(seat, action, rules)]
    return struct.pack(f"<{len(small)}i{len(words)}Q", *small, *words)
