"""The rules as the core knows them: every field of `Rules` is converted, or is on the list of those it need not know.

Both lists are checked on import, so a field that is added to `Rules`, or a choice that is added to a field, is an error
until the core knows it too.
"""

from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from haggis_cards import _native
from haggis_cards.cards import TOP
from haggis_cards.envelope import MAX_BET, MAX_BETS
from haggis_cards.errors import RulesError
from haggis_cards.rules import Rules

# Names and the order of rounds: they do not matter for the play of a round.
NOT_IN_PLAY: Final = frozenset({"preset", "title", "edition", "next_round", "suggested_rounds", "suggested_goal"})
# Fields that `native_rules` converts by hand.
_BY_HAND: Final = frozenset({"deck", "bets", "top_rank", "reenter"})


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


def check_fields(rules: type[Rules], known: dict[str, list[str]]) -> None:
    """Sees that the core knows every field that matters for play, and the names of its choices in the same order."""
    by_hand = {"suits": (), "copies": (), "reenter": ()}
    ours = {name: tuple(filter(_is_name, choices)) for name, choices in (choices_of(rules) | by_hand).items()}
    theirs = {name: tuple(names) for name, names in known.items()}
    if ours != theirs:
        wrong = sorted(name for name in ours | theirs if ours.get(name) != theirs.get(name))
        raise TypeError(
            f"the native core (native/rules.hpp) and Rules differ in: {', '.join(wrong)}; "
            "a field that does not matter for play belongs in NOT_IN_PLAY"
        )


def _is_name(choice: object) -> bool:
    return isinstance(choice, str)


check_fields(Rules, _native.rule_fields())
assert (MAX_BETS, MAX_BET) == (_native.MAX_BETS, _native.MAX_BET)
_CHOICES: Final = choices_of(Rules)


@lru_cache(maxsize=256)
def native_rules(rules: Rules) -> _native.Rules:
    """The rules as the core knows them."""
    for name, high in (("haggis_size", _native.MAX_HAGGIS), ("hand_size", _native.MAX_DEALT)):
        if getattr(rules, name) > high:
            raise RulesError("core-size", name=name, low=0, high=high, found=getattr(rules, name))
    if rules.opening == "auction" and rules.haggis_size != _native.MAX_DRAW:
        raise RulesError("core-auction", count=_native.MAX_DRAW, found=rules.haggis_size)
    if rules.top_rank != TOP:
        raise RulesError("core-top-rank", top=TOP, found=rules.top_rank)
    values: dict[str, Any] = {name: getattr(rules, name) for name in _CHOICES}
    numbers = {name: choices.index(values[name]) if choices else values[name] for name, choices in _CHOICES.items()}
    reenter = int(rules.reenter is not False)  # None: for two players a pass ends the trick anyway
    return _native.Rules(rules.bets, numbers | rules.deck._asdict() | {"reenter": reenter})
