"""The rules of each game as data (R2), and the house rules that a table may change (R10).

A game is a preset: one `Rules(...)` below. `RULES["haggis-3"].replace(points="flat")` is that game with a house rule.
`round.py`, `scoring.py` and `match.py` say what the fields mean.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from haggis_cards.cards import TOP, Deck, clip
from haggis_cards.envelope import are_bets, check_rules
from haggis_cards.errors import RulesError
from haggis_cards.game import Game


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules(Game):
    """One game: everything that distinguishes it from the others.

    The presets are in `RULES`, and `replace` changes their house rules. Any other `Rules(...)` is a custom game; one
    that cannot be played is refused (`envelope.py`).
    """

    def __post_init__(self) -> None:
        check_rules(self)

    def __repr__(self) -> str:
        return f"<{self.preset}, a custom game>" if self.is_custom else f"Rules.from_spec({self.spec!r})"

    @cached_property
    def is_custom(self) -> bool:
        """Whether this is neither a preset nor one with house rules."""
        plain = RULES.get(self.preset)
        if plain is None or plain is self:
            return plain is None
        try:
            return plain.replace(**{name: getattr(self, name) for name in HOUSE_RULES}) != self
        except RulesError:
            return True

    @property
    def _plain(self) -> "Rules":
        """The game without house rules; a custom game is what it is."""
        return self if self.is_custom else RULES[self.preset]

    @property
    def house(self) -> dict[str, Any]:
        """The house rules that differ from the preset."""
        plain = self._plain
        return {name: getattr(self, name) for name in HOUSE_RULES if getattr(self, name) != getattr(plain, name)}

    @property
    def spec(self) -> str | dict[str, Any]:
        """The rules as a record names them: the preset, an object with what differs, or all of a custom game."""
        if self.is_custom:
            return {"preset": self.preset, "custom": self._definition()}
        house = {name: _as_json(value) for name, value in self.house.items()}
        return {"preset": self.preset, **house} if house else self.preset

    def _definition(self) -> dict[str, Any]:
        """Every field but the name that has no default or another value than it, ready for JSON."""
        given = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "preset"}
        defaults = {field.name: field.default for field in fields(self)}
        return {name: _as_json(value) for name, value in given.items() if value != defaults[name]}

    def replace(self, /, **changes: Any) -> "Rules":
        """The same game with house rules; one that is unknown or does not fit is refused (R10)."""
        accepted: dict[str, Any] = {}
        plain = self._plain
        for name, value in changes.items():
            rule = HOUSE_RULES.get(name)
            if rule is None:
                raise RulesError("house-rule", text=clip(name), names=list(HOUSE_RULES))
            value = tuple(value) if isinstance(value, list) else value
            preset_value = getattr(plain, name)
            if not rule.takes(plain, value):
                words = rule.values_in(plain)
                raise RulesError("value", name=name, text=clip(value), preset=self.preset, values=words)
            if value != preset_value and not rule.fits(plain):
                raise RulesError("game", name=name, preset=self.preset, games=rule.games)
            accepted[name] = value
        return dataclasses.replace(self, **accepted)

    @classmethod
    def from_spec(cls, spec: object) -> "Rules":
        """Rules from a preset's name, the object of a record (`spec`), or rules."""
        if isinstance(spec, Rules):
            return spec
        if isinstance(spec, Mapping):
            house = dict(spec)
            preset = house.pop("preset", None)
            if not isinstance(preset, str) or not all(isinstance(name, str) for name in house):
                raise RulesError("spec", text=clip(spec))
            if "custom" in house:
                return _read_custom(preset, **house)
            return cls.from_spec(preset).replace(**house)
        if not isinstance(spec, str):
            raise RulesError("spec", text=clip(spec))
        return RULES[spec]


def _as_json(value: Any) -> Any:
    return value._asdict() if isinstance(value, Deck) else list(value) if isinstance(value, tuple) else value


def _read_custom(preset: str, *, custom: object, **others: object) -> Rules:
    """A custom game out of the definition that its `spec` has; fields that are missing have their defaults."""
    if others or not isinstance(custom, Mapping):
        raise RulesError("spec", text=clip({"preset": preset, "custom": custom, **others}))
    known = [field for field in fields(Rules) if field.name != "preset"]
    for name in custom:
        if name not in {field.name for field in known}:
            raise RulesError("field-name", text=clip(name), names=[field.name for field in known])
    missing = [field.name for field in known if field.default is dataclasses.MISSING and field.name not in custom]
    if missing:
        raise RulesError("field-missing", names=missing)
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in custom.items()}
    deck = given["deck"]
    if isinstance(deck, Mapping) and deck.keys() == {"suits", "copies"}:
        given["deck"] = Deck(**deck)
    return Rules(preset=preset, **given)


BOOKLET: Final = "2024-06-04"  # the edition of the older Tatties and Neeps
PUBLISHED: Final = "2010"  # the edition of the first box


class _Presets(dict[str, Rules]):
    """The presets by name, with a sentence where there is none of a name."""

    def __missing__(self, name: object) -> Rules:
        raise RulesError("preset", text=clip(name), games=list(self))


def _presets(*presets: Rules) -> _Presets:
    return _Presets((preset.preset, preset) for preset in presets)


_TATTIES: Final = Rules(
    preset="tatties-3",
    title="Haggis and Tatties",
    edition="2025-08-12",
    players=3,
    deck=Deck(suits=5, copies=1),
    haggis_size=3,
    hand_size=14,
    opening="auction",
    open_bets=False,
    bomb_to="winner",
    reenter=True,
    out_bonus="trick",
    points="flat",
    next_round="leader_deals",
    suggested_rounds=(6, 9),
    suggested_goal=(250, 350),
)

_NEEPS: Final = Rules(
    preset="neeps-4",
    title="Haggis and Neeps",
    edition="2025-08-12",
    players=4,
    deck=Deck(suits=4, copies=2),
    haggis_size=0,
    hand_size=18,
    partners=True,
    opening="exchange",
    bomb_to="opponents",
    name_lead=True,
    reenter=True,
    slam=True,
    points="flat",
    bet_multiplier=2,
    next_round="trailing_leads",
    suggested_rounds=(4, 6),
    suggested_goal=(350, 550),
)

_HAGGIS_2: Final = Rules(
    preset="haggis-2",
    title="Haggis",
    edition="2025-08-12",
    players=2,
    deck=Deck(suits=4, copies=1),
    haggis_size=8,
    hand_size=14,
    bomb_to="chosen",  # there is one other player to choose
    reenter=None,
    points="printed",
    next_round="trailing_leads",
    suggested_rounds=(6, 8),
    suggested_goal=(250, 350),
)

_HAGGIS_3: Final = Rules(
    preset="haggis-3",
    title="Haggis",
    edition="2025-08-12",
    players=3,
    deck=Deck(suits=5, copies=1),
    haggis_size=3,
    hand_size=14,
    bomb_to="chosen",
    reenter=True,
    last_hand="last_out",
    points="printed",
    next_round="trailing_leads",
    suggested_rounds=(6, 8),
    suggested_goal=(250, 350),
)

# What the published game of 2010 has for two and three players alike; its rulebook is public.
_PUBLISHED: Final[Mapping[str, Any]] = {
    "edition": PUBLISHED,
    "sets": True,
    "top_rank": TOP + 3,
    "bets": (15, 30),
    "bets_until": "first-card",
    "next_round": "leader_deals",
    "suggested_rounds": None,
    "tie": "play_on",
}

_PRESETS: Final = _presets(
    _HAGGIS_2,
    _HAGGIS_3,
    _TATTIES,
    _NEEPS,
    dataclasses.replace(_TATTIES, preset="tatties-3-2024", edition=BOOKLET, reenter=False),
    dataclasses.replace(
        _NEEPS,
        preset="neeps-4-2024",
        edition=BOOKLET,
        bomb_to="chosen",
        slam=False,
        next_round="leader_deals",
    ),
    dataclasses.replace(_HAGGIS_2, preset="haggis-2-2010", **_PUBLISHED),
    dataclasses.replace(
        _HAGGIS_3,
        preset="haggis-3-2010",
        last_hand="first_out",
        failed_bet_to="without_bet",
        **_PUBLISHED,
    ),
)
RULES: Final[Mapping[str, Rules]] = MappingProxyType(_PRESETS)


@cache
def choices(field: str) -> tuple[Any, ...]:
    """The values that a field of `Rules` can have, from its type; () where it is not one of a few."""
    hint = get_type_hints(Rules)[field]
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (True, False) if bool in (hint, *get_args(hint)) else ()


class HouseRule(NamedTuple):
    """A field of `Rules` that a table may change."""

    name: str
    about: str
    offers: tuple[tuple[Callable[[Rules], bool], tuple[Any, ...]], ...]  # which games have it, and what they take

    def fits(self, rules: Rules) -> bool:
        """Whether this game has it."""
        return any(fits(rules) for fits, _ in self.offers)

    def takes(self, rules: Rules, value: Any) -> bool:
        """Whether this game, or another if this one does not have it, can have the value."""
        if not self.choices:
            return are_bets(rules, value)
        allowed = (*(self.choices_in(rules) or self.choices), getattr(rules, self.name))
        return any(type(value) is type(choice) and value == choice for choice in allowed)

    def choices_in(self, rules: Rules) -> tuple[Any, ...]:
        """What this game takes, if that is one of a few values."""
        return tuple(dict.fromkeys(value for fits, values in self.offers if fits(rules) for value in values))

    @property
    def choices(self) -> tuple[Any, ...]:
        """What it takes in any game, if that is one of a few values."""
        return tuple(dict.fromkeys(value for _, values in self.offers for value in values))

    def values_in(self, rules: Rules) -> str:
        """What it takes in this game, or in any other if this one does not have it, in words."""
        *others, last = [str(value).lower() for value in self.choices_in(rules) or self.choices] or [BET_WORDS]
        return f"{', '.join(others)} or {last}" if others else last

    @property
    def games(self) -> list[str]:
        """The presets that have it."""
        return [preset for preset, rules in RULES.items() if self.fits(rules)]


BET_WORDS: Final = (
    "strictly ascending positive whole numbers, at least one; in Tatties exactly three, each a multiple of 3"
)


def _is_any(_: Rules) -> bool:
    return True


def _choice(name: str, about: str, fits: Callable[[Rules], bool] = _is_any, values: tuple[Any, ...] = ()) -> HouseRule:
    """A house rule that takes one of a few values: these, or all those of its field's type."""
    return HouseRule(name, about, ((fits, values or choices(name)),))


def _is_standard(rules: Rules) -> bool:
    return not rules.opening


def _is_tatties(rules: Rules) -> bool:
    return rules.opening == "auction"


def _is_standard_of_three(rules: Rules) -> bool:
    return _is_standard(rules) and rules.players == 3


def _has_bets(rules: Rules) -> bool:
    return rules.open_bets


def _may_come_back(rules: Rules) -> bool:
    return rules.players > 2


def _is_standard_sheet(rules: Rules) -> bool:
    """The standard games of the sheets, to which the general clauses of the booklet belong (R9.12)."""
    return _is_standard(rules) and rules.edition != PUBLISHED


def _may_change_haggis_to(rules: Rules) -> bool:
    """Also the booklet's own game with a haggis (R9.12)."""
    return _is_standard_sheet(rules) or (rules.edition == BOOKLET and rules.haggis_size > 0)


def _is_booklet_of_partners(rules: Rules) -> bool:
    """Where "another player" may be the partner, or may not (R9.12)."""
    return rules.edition == BOOKLET and rules.partners


# A house rule is a field of `Rules` and one entry here; docs/extending.md says what else it needs.
HOUSE_RULES: Final[Mapping[str, HouseRule]] = {
    rule.name: rule
    for rule in (
        _choice("points", "how captured cards count: as printed on them, or one point each"),
        _choice("sets", "two or more cards of one rank are a combination"),
        _choice(
            "top_rank",
            "how high Sequences and Stairs go: to the ten, or with courts to the King",
            values=(TOP, TOP + 3),
        ),
        HouseRule("bets", "the values of the bet cards", ((_is_any, ()),)),
        _choice(
            "bet_rule", "what a bet says: I will be first out, or I will score at least this much", _is_standard_sheet
        ),
        _choice("bets_until", "what closes open bets: the first player out, or only one's own first card", _has_bets),
        _choice(
            "failed_bet_to",
            "who scores a failed bet: the first player out, or also all without a bet",
            _is_standard_of_three,
        ),
        HouseRule(
            "bomb_to",
            "who gets a bombed trick: a player of the winner's choice, or always the same",
            ((_is_standard_of_three, ("chosen", "previous")), (_is_booklet_of_partners, ("chosen", "opponents"))),
        ),
        _choice("out_bonus", "the bonus for going out: with a trick that one wins, or at once", _is_tatties),
        _choice("haggis_to", "who gets the haggis: the first player out, or the last to play", _may_change_haggis_to),
        HouseRule(
            "last_hand",
            "who scores the last hand: the first player out, the last one, or nobody",
            ((_is_tatties, ("first_out", "nobody")), (_is_standard_of_three, ("first_out", "last_out"))),
        ),
        _choice("reenter", "a player who has passed may play again in the same trick", _may_come_back),
        _choice("tie", "equal highest totals at the end: the win is shared, or the match goes on"),
    )
}


def differences(a: Rules, b: Rules) -> dict[str, tuple[Any, Any]]:
    """The fields in which two games differ."""
    pairs = {field.name: (getattr(a, field.name), getattr(b, field.name)) for field in fields(Rules)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
