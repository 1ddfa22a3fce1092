"""Which games can be played: `Rules` refuses all others in words, whoever builds them.

A custom game is a `Rules(...)` of your own, or a copy of a preset with other fields. Inside these limits the engine
plays, scores and records it; docs/custom.md says which of them are narrower in the C++ core.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from haggis_cards.cards import COURTS, LINE, LOW, SUITS, TOP, Deck, clip
from haggis_cards.errors import RulesError
from haggis_cards.game import Game

# The whole numbers that a field takes: the lowest and, where there is one, the highest.
_RANGES: Final[Mapping[str, tuple[int, int | None]]] = {
    "players": (2, 4),
    "haggis_size": (0, None),
    "hand_size": (1, None),
    "bet_multiplier": (1, 2),
    "top_rank": (LOW + 2, TOP + len(COURTS)),
}
_SUITS: Final = (2, len(SUITS))
_COPIES: Final = (1, 2)
MAX_BETS: Final = 8  # values of bet cards
MAX_BET: Final = 100_000_000  # the highest of them


class _Need(NamedTuple):
    """What a value of a field needs of the others."""

    name: str
    value: object
    need: str
    holds: Callable[[Game], bool]


_NEEDS: Final = (
    _Need("partners", True, "four players", lambda rules: rules.players == 4),
    _Need("opening", "exchange", "partners", lambda rules: rules.partners),
    _Need("opening", "auction", "three players", lambda rules: rules.players == 3),
    _Need("opening", "auction", "a deck with one copy of each card", lambda rules: rules.deck.copies == 1),
    _Need("opening", "auction", "a haggis of three cards or more", lambda rules: rules.haggis_size >= 3),
    _Need("opening", "auction", "open_bets=False", lambda rules: not rules.open_bets),
    _Need("opening", "auction", "next_round='leader_deals'", lambda rules: rules.next_round == "leader_deals"),
    _Need("open_bets", False, "opening='auction'", lambda rules: rules.opening == "auction"),
    _Need("bomb_to", "opponents", "partners", lambda rules: rules.partners),
    _Need("name_lead", True, "partners", lambda rules: rules.partners),
    _Need("slam", True, "partners", lambda rules: rules.partners),
    _Need("bet_rule", "score", "open_bets=True", lambda rules: rules.open_bets),
    _Need("bets_until", "first-card", "open_bets=True", lambda rules: rules.open_bets),
    _Need("failed_bet_to", "without_bet", "open_bets=True", lambda rules: rules.open_bets),
    _Need("failed_bet_to", "without_bet", "partners=False", lambda rules: not rules.partners),
    _Need("reenter", None, "two players", lambda rules: rules.players == 2),
    _Need("reenter", True, "more than two players", lambda rules: rules.players > 2),
    _Need("reenter", False, "more than two players", lambda rules: rules.players > 2),
    _Need("out_bonus", "trick", "three players", lambda rules: rules.players == 3),
)


def check_rules(rules: Game) -> None:
    """Refuses rules that are not a game."""
    game: Any = type(rules)
    for name, kind in field_types(game).items():
        value = getattr(rules, name)
        if not kind.fits(value):
            raise RulesError("field", name=name, text=clip(value), values=kind.words)
    for name, low, high, value in _numbers(rules):
        if value < low or (high is not None and value > high):
            limits = f"{low} or more" if high is None else f"a whole number from {low} to {high}"
            raise RulesError("field", name=name, text=clip(value), values=limits)
    for name in ("suggested_rounds", "suggested_goal"):
        low, high = getattr(rules, name) or (1, 1)
        if not 0 < low <= high:
            raise RulesError("field", name=name, text=clip((low, high)), values="two positive numbers, the lower first")
    cards, dealt = LINE * rules.deck.suits * rules.deck.copies, rules.haggis_size + rules.players * rules.hand_size
    if cards != dealt:
        raise RulesError(
            "deck-size", cards=cards, players=rules.players, hand=rules.hand_size, haggis=rules.haggis_size, found=dealt
        )
    for name, value, need, holds in _NEEDS:
        if getattr(rules, name) == value and not holds(rules):
            raise RulesError("need", name=name, text=repr(value), need=need)
    if not are_bets(rules, rules.bets):
        thirds = ", three of them, multiples of 3" if rules.opening == "auction" else ""
        raise RulesError("field", name="bets", text=clip(rules.bets), values=f"ascending positive numbers{thirds}")


def _numbers(rules: Game) -> Iterator[tuple[str, int, int | None, int]]:
    """The whole numbers of the rules with their limits."""
    for name, (low, high) in _RANGES.items():
        yield name, low, high, getattr(rules, name)
    yield "deck.suits", *_SUITS, rules.deck.suits
    yield "deck.copies", *_COPIES, rules.deck.copies
    yield "the number of bet values", 1, MAX_BETS, len(rules.bets)
    for bet in rules.bets:
        yield "a bet value", 1, MAX_BET, bet


def are_bets(rules: Game, value: Any) -> bool:
    """Whether these are values of bet cards (R1.3); a bid is shared out in thirds (R7.5)."""
    if not _are_whole(value) or not value or value[0] <= 0 or any(low >= high for low, high in pairwise(value)):
        return False
    return rules.opening != "auction" or (len(value) == 3 and all(bet % 3 == 0 for bet in value))


class FieldType(NamedTuple):
    """What a field of `Rules` takes, by its type."""

    words: str
    fits: Callable[[Any], bool]


@cache
def field_types(rules: Any) -> dict[str, FieldType]:
    """The fields of the rules, and what each takes."""
    hints = get_type_hints(rules)
    return {field.name: _field_type(hints[field.name]) for field in fields(rules)}


def _field_type(hint: Any) -> FieldType:
    arguments = get_args(hint)
    if get_origin(hint) is UnionType and NoneType in arguments:
        words, fits = _field_type(arguments[0])
        return FieldType(f"{words}, or None", lambda value: value is None or fits(value))
    if get_origin(hint) is Literal:
        return FieldType(" or ".join(map(repr, arguments)), lambda value: type(value) is str and value in arguments)
    if get_origin(hint) is tuple:
        count = None if Ellipsis in arguments else len(arguments)
        words = "a tuple of whole numbers" if count is None else f"a tuple of {count} whole numbers"
        return FieldType(words, lambda value: _are_whole(value) and (count is None or len(value) == count))
    if hint is Deck:
        words = "Deck(suits=..., copies=...) with whole numbers"
        return FieldType(words, lambda value: isinstance(value, Deck) and all(type(number) is int for number in value))
    plain = {int: "a whole number", str: "a string that is not empty", bool: "True or False"}
    return FieldType(plain[hint], lambda value: type(value) is hint and value != "")


def _are_whole(value: Any) -> bool:
    return type(value) is tuple and all(type(number) is int for number in value)
