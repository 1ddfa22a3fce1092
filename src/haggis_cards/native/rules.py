"""The rules as the core knows them: every field of `Rules` is converted, or is on the list of those it need not know.

Both lists are checked on import, so a field that is added to `Rules`, or a choice that is added to a field, is an error
until the core knows it too.
"""

from functools import lru_cache

from haggis_cards import _native
from haggis_cards.combos import Kind
from haggis_cards.envelope import MAX_BET, MAX_BETS
from haggis_cards.packing import MAX_DEALT, MAX_DRAW, MAX_HAGGIS, VERBS, choices_of, rule_numbers
from haggis_cards.rules import Rules


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
assert tuple(_native.verb_names()) == (*(kind.name.lower() for kind in Kind), *(verb.verb for verb in VERBS))
assert (MAX_HAGGIS, MAX_DEALT, MAX_DRAW) == (_native.MAX_HAGGIS, _native.MAX_DEALT, _native.MAX_DRAW)


@lru_cache(maxsize=256)
def native_rules(rules: Rules) -> _native.Rules:
    """The rules as the core knows them."""
    return _native.Rules(rules.bets, rule_numbers(rules))
