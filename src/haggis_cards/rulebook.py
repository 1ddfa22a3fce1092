"""The whole game in words: what a player has to know, written from `Rules`, so that house rules change the text.

`haggis rules PRESET` and `rules` in a match in the terminal print it, `sheets` puts it on paper. docs/games has it for
each preset, docs/rules.md is the long version, and the sentences stand in the package `wording`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, NamedTuple

from haggis_cards.cards import LOW, RANKS, SUIT_NAMES, SUITS, TOP
from haggis_cards.errors import HaggisError, fill
from haggis_cards.rules import BOOKLET, HOUSE_RULES, PUBLISHED, Rules
from haggis_cards.wording import TOPICS

NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


class Said(NamedTuple):
    """A sentence of a game, by its name, and plays of this game that show what it says."""

    name: str
    text: str
    plays: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The sentence with its examples behind it."""
        return f"{self.text[:-1]}: {', or '.join(self.plays)}." if self.plays else self.text


class Section(NamedTuple):
    """A heading and its sentences; an example stands behind what it shows."""

    title: str
    lines: tuple[str, ...]


class Ruling(NamedTuple):
    """What this project decided where the sheets leave room (R9)."""

    number: int
    says: str
    fits: Callable[[Rules], bool]
    house_rules: tuple[str, ...] = ()  # those that play it another way


_Layout = Mapping[str, tuple[str, ...]]  # titles, and the topics below them

# In the order in which a match is played.
LAYOUT: Final[_Layout] = {
    "The aim": ("aim", "partners"),
    "The deal": ("deck", "courts_dealt", "hands", "bet_cards", "dealer"),
    "Combinations": ("combinations",),
    "Wild courts": ("courts",),
    "Bombs, from low to high": ("bombs",),
    "Before the first trick": ("exchange", "auction"),
    "Bets": ("bets", "settling"),
    "A trick": ("lead", "turns", "trick_end", "taking"),
    "Going out": ("going_out",),
    "The end of the round": ("round_end",),
    "Points": ("points", "round_points"),
    "The next round and the match": ("next_round", "length", "winner"),
}
# In the order of the original rule sheets: the setup, then the hand from deal to score.
_SHEET: Final[_Layout] = {
    "Setup": ("length", "partners", "deck", "bet_cards", "dealer"),
    "The hand": ("hands", "courts_dealt"),
    "Exchange": ("exchange",),
    "Shepherd auction": ("auction",),
    "Playing a trick": ("lead", "turns"),
    "Bets": ("bets",),
    "Combinations": ("combinations",),
    "Wild courts": ("courts",),
    "Bombs, from low to high": ("bombs",),
    "The end of a trick": ("trick_end", "taking"),
    "Going out": ("going_out",),
    "The end of the round": ("round_end",),
    "Points": ("points", "settling", "round_points"),
    "Next round": ("next_round", "winner"),
}
# What a player wants to look up during a hand.
_AID: Final[_Layout] = {
    "Exchange": ("exchange",),
    "Shepherd auction": ("auction",),
    "Tricks": ("trick_end", "taking"),
    "Bets": ("bets", "settling"),
    "Going out": ("going_out", "round_end"),
}


def sections(rules: Rules) -> tuple[Section, ...]:
    """The rules of a game in the order in which a match is played."""
    return _laid_out(rules, LAYOUT)


def sheet_sections(rules: Rules) -> tuple[Section, ...]:
    """The same sentences in the order of the original rule sheets."""
    return _laid_out(rules, _SHEET)


def aid_sections(rules: Rules) -> tuple[Section, ...]:
    """What a player wants to look up during a hand."""
    return _laid_out(rules, _AID)


def _laid_out(rules: Rules, layout: _Layout) -> tuple[Section, ...]:
    """The sections that have something to say of this game."""
    told = {
        title: tuple(one.line for topic in topics for one in said(rules, topic)) for title, topics in layout.items()
    }
    return tuple(Section(title, lines) for title, lines in told.items() if lines)


def said(rules: Rules, topic: str) -> Iterator[Said]:
    """What a game's rules say on a topic; a sentence whose plays its deck cannot have is left out."""
    known, slots = facts(rules), _slots(rules)
    for place in TOPICS[topic]:
        holds = (one for one in place if all(known[fact] in values for fact, values in one.when.items()))
        if found := next(holds, None):
            plays = tuple(play for example in found.plays if (play := _play_of(rules, example)))
            if plays or not found.plays:
                yield Said(found.name, fill(found.text, slots), plays)


def facts(rules: Rules) -> dict[str, Any]:
    """What the sentences depend on: the fields of the rules, those of the deck, and whether there is a haggis."""
    names = [field.name for field in fields(rules) if field.name not in ("preset", "title", "edition", "deck")]
    return {name: getattr(rules, name) for name in names} | {
        **rules.deck._asdict(),
        "has_haggis": rules.haggis_size > 0,
    }


def _slots(rules: Rules) -> dict[str, Any]:
    """What stands in the slots of sentences: facts, and what follows from them."""
    low_rounds, high_rounds = rules.suggested_rounds or (None, None)
    low_goal, high_goal = rules.suggested_goal
    return facts(rules) | {
        "bets": list(rules.bets),
        "hand": rules.hand_size + 3,
        "suit_names": [f"{name} {suit}" for suit, name in list(SUIT_NAMES.items())[: rules.deck.suits]],
        "top": top_name(rules),
        "low_rounds": low_rounds,
        "high_rounds": high_rounds,
        "low_goal": low_goal,
        "high_goal": high_goal,
    }


def _play_of(rules: Rules, example: str) -> str | None:
    """The cards of an example as this game can have them: lower where grids end lower, in the suits of the deck."""
    known, unknown = SUITS[: rules.deck.suits], SUITS[rules.deck.suits :]
    here = example.translate(str.maketrans(unknown, known[-1] * len(unknown)))
    lower = max([0, *(RANKS.index(sign) + LOW - rules.top_rank for sign in here if sign in RANKS)])
    for play in (here, "".join(RANKS[RANKS.index(sign) - lower] if sign in RANKS else sign for sign in here)):
        try:
            if rules.grammar.accepts(rules.grammar.read(play)):
                return play
        except HaggisError:
            continue
    return None


def value_text(value: Any) -> str:
    """A house rule's value as the option --house takes it: true, flat, 15,30,45."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_value(name: str, text: str) -> Any:
    """The value of a house rule that `text` writes; an unknown name or value stays text, and `replace` refuses it."""
    rule = HOUSE_RULES.get(name)
    if rule is None or rule.choices:
        return {value_text(choice): choice for choice in (rule.choices if rule else ())}.get(text, text)
    numbers = text.split(",")  # bets
    valid = all(number.isascii() and number.isdecimal() and len(number) < 10 for number in numbers)
    return tuple(map(int, numbers)) if valid else text


def house_text(game: Rules) -> str:
    """The house rules of a game: points=flat, sets=true."""
    return ", ".join(f"{name}={value_text(value)}" for name, value in game.house.items())


def top_name(rules: Rules) -> str:
    """The highest rank of a grid: 10, or K."""
    return str(rules.top_rank) if rules.top_rank <= TOP else "JQK"[rules.top_rank - TOP - 1]


def rulings(rules: Rules) -> list[Ruling]:
    """The decisions that concern this game."""
    return [ruling for ruling in RULINGS if ruling.fits(rules)]


def _any(_: Rules) -> bool:
    return True


def _has_auction(rules: Rules) -> bool:
    return rules.opening == "auction"


def _is_on_a_sheet(rules: Rules) -> bool:
    return rules.edition != PUBLISHED


# The same numbers as in the table "Rulings" of docs/rules.md, which also says why.
RULINGS: Final = (
    Ruling(1, "All games bet with 15, 30 and 45.", _is_on_a_sheet, ("bets",)),
    Ruling(2, "Pairs and other Sets are off.", _is_on_a_sheet, ("sets",)),
    Ruling(3, "A Sequence has at least three cards, a Stair at least two lines of two.", _any),
    Ruling(4, "A wild court stands for 2 to 10 and nothing else.", _is_on_a_sheet, ("top_rank",)),
    Ruling(5, "A 3-5-7-9 takes no courts, and mixed means four different suits.", _any),
    Ruling(6, "A Stair is answered only by one of equal width and equal length.", _any),
    Ruling(7, "The first lead of a match is on the dealer's left.", lambda rules: rules.opening != "auction"),
    Ruling(8, "The player who is behind in the match leads next.", lambda rules: rules.preset == "haggis-2"),
    Ruling(
        9, "A pass is final in the auction but not in tricks.", lambda rules: rules.preset == "tatties-3", ("reenter",)
    ),
    Ruling(10, "The first player out earns the bonus only by also winning the trick.", _has_auction, ("out_bonus",)),
    Ruling(11, "The first player out takes the last hand.", _has_auction, ("last_hand",)),
    Ruling(
        12,
        "Of the booklet, only lines marked for this game replace those of the standard game.",
        lambda rules: rules.edition == BOOKLET,
        ("reenter", "bet_rule", "haggis_to", "bomb_to"),
    ),
    Ruling(
        13,
        "Once somebody is out, nobody may bet.",
        lambda rules: rules.open_bets and _is_on_a_sheet(rules),
        ("bets_until",),
    ),
    Ruling(
        14,
        "Of leaders who tie for the deal, the first out deals.",
        lambda rules: rules.next_round == "leader_deals",
    ),
    Ruling(15, "You may lead a bomb; a Sequence or Stair needs a number card.", _any),
    Ruling(
        15,
        "A player who is out may get a bombed trick.",
        lambda rules: rules.bomb_to == "chosen" and rules.players > 2,
    ),
    Ruling(16, "Tied winners share the win.", _is_on_a_sheet, ("tie",)),
    Ruling(
        17,
        "The first player out gets no five points more, as the German sheet of the box has it for three.",
        lambda rules: not _is_on_a_sheet(rules),
    ),
)
