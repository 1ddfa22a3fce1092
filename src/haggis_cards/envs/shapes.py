"""The shapes of actions, by which environments number them: what the table hears of an action, without its cards.

A play's shape is its kind, size and rank. Of the plays with one shape the core takes the one that spends the fewest
courts, leaves the fewest plays and the fewest low cards, and comes first in the list. A burial has one shape: the
core chooses the cards (`native/action_space.hpp`).

>>> names = shape_names(Rules.from_spec("haggis-2"))
>>> len(names), names[0], names[1], names[9], names[30]
(132, 'pass', 'bet 15', 'Single 7', 'Sequence of 5, top 7')
"""

from typing import Final

from haggis_cards import _native
from haggis_cards.actions import Award, Bury, Give, Lead
from haggis_cards.combos import Kind, Play
from haggis_cards.encoding.layout import SEAT_NAMES
from haggis_cards.native import native_rules, unpack
from haggis_cards.rules import Rules

_VERBS: Final = tuple(_native.verb_names())
_VERB_SHIFT, _NAMED, _READING, _VERB = 12, 0xFFF, 48, 60  # bits of a shape, and where they stand in a packed action


def shape_names(rules: Rules) -> tuple[str, ...]:
    """What each number of an action says."""
    settings = _native.EnvSettings(native_rules(rules), True, _native.MAX_LEGAL, 0, 0, True)
    return tuple(_name(rules, shape) for shape in settings.shapes)


def _name(rules: Rules, shape: int) -> str:
    verb, named = shape >> _VERB_SHIFT, shape & _NAMED
    if verb < len(Kind):
        play = unpack(shape << _READING, 0, rules)
        assert isinstance(play, Play)
        return play.name
    word = _VERBS[verb]
    if word in (Award.verb, Lead.verb):
        return f"{word} {SEAT_NAMES[named]}"
    if word == Bury.verb:
        return word
    return str(unpack(verb << _VERB | (1 << named if word == Give.verb else named), 0, rules))
