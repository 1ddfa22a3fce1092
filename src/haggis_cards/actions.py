"""The actions of a round and their text: `play 5b J=6b 7b`, `pass`, `bet 30`, `bid 15`, `give 5r`, ...

Actions are small frozen values. `str(action)` is the text without the seat, `parse(text, rules)` reads it back.
Reading takes two steps with an error each: `NotationError` for a text that is not an action, `IllegalAction` with the
code `no-combination` for cards that are not a combination. The round decides whether the action is legal now.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from haggis_cards.cards import Card, Hand, are_cards, as_card, as_hand, clip, parse_card, parse_cards, text, tidy
from haggis_cards.combos import Play
from haggis_cards.errors import NotationError
from haggis_cards.rules import Rules


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass in a trick, or in the auction (R5.2, R4.2)."""

    verb: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class _Amount:
    """An action that names a number of points."""

    value: int
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.value}"


@dataclass(frozen=True, slots=True)
class Bet(_Amount):
    """An open bet (R7.1)."""

    verb: ClassVar[str] = "bet"


@dataclass(frozen=True, slots=True)
class Bid(_Amount):
    """A bid to be the Shepherd (R4.1)."""

    verb: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class Give:
    """A card for the partner (R3.1)."""

    card: Card
    verb: ClassVar[str] = "give"

    def __str__(self) -> str:
        return f"give {text(self.card)}"

    def __repr__(self) -> str:
        return f"Give({self.card!r})"


@dataclass(frozen=True, slots=True)
class Bury:
    """The Shepherd's cards back onto the haggis (R4.4)."""

    cards: Hand
    verb: ClassVar[str] = "bury"

    def __str__(self) -> str:
        return f"bury {text(self.cards)}"

    def __repr__(self) -> str:
        return f"Bury({self.cards!r})"


@dataclass(frozen=True, slots=True)
class _Choice:
    """An action that names a seat."""

    seat: int
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.seat}"


@dataclass(frozen=True, slots=True)
class Award(_Choice):
    """The choice of who gets the bombed trick, or the haggis (R5.9, R10)."""

    verb: ClassVar[str] = "award"


@dataclass(frozen=True, slots=True)
class Lead(_Choice):
    """The choice of who leads after a bomb (R5.10)."""

    verb: ClassVar[str] = "lead"


Action: TypeAlias = Play | Pass | Bet | Bid | Give | Bury | Award | Lead

PASS: Final = Pass()


def is_action(value: object) -> bool:
    """Whether a value is an action with parts that its text can say; `Bet(True)` is not one."""
    match value:
        case Play() | Pass():
            return True
        case _Amount(number) | _Choice(number):
            return type(number) is int
        case Give(cards) | Bury(cards):
            return are_cards(cards)
    return False


def plain(value: Any) -> Any:
    """A value for JSON: cards and actions become their text, also inside of lists, tuples and dicts.

    JSON writes what is an integer as a number, so `json.dumps(plain(match.legal()))` is what people mean.

    >>> plain({"hand": Hand("7g Tb"), "plays": (Bet(15), PASS)})
    {'hand': '7g Tb', 'plays': ['bet 15', 'pass']}
    """
    if isinstance(value, Card | Hand) or is_action(value):
        return str(value)
    if isinstance(value, Mapping):
        return {plain(key): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def parse(line: str, rules: Rules) -> Action:
    """The action that a text without a seat names."""
    verb, _, rest = line.strip().partition(" ")
    reader = _READERS.get(verb)
    if reader is None:
        raise NotationError("action", text=clip(line), verbs=list(_READERS))
    return reader(rest, rules)


def read(line: str, rules: Rules) -> Action:
    """The same, read as people write it: `play 10B j=9b`, `give 7♣`."""
    verb, _, rest = line.strip().partition(" ")
    verb = verb.lower()
    return parse(f"{verb} {' '.join(tidy(rest))}" if verb in _OF_CARDS else f"{verb} {rest}".strip(), rules)


def parse_seated(line: str, rules: Rules) -> tuple[int, Action]:
    """The seat and the action of an entry in a record: `1 play 5b J=6b 7b`."""
    seat, _, rest = line.partition(" ")
    number = _whole(seat)
    if number is None:
        raise NotationError("seated", text=clip(seat))
    return number, parse(rest, rules)


def _whole(word: str) -> int | None:
    """A whole number, written as a record does: no sign, no leading zeros."""
    if not (word.isascii() and word.isdecimal() and len(word) < 10) or str(int(word)) != word:
        return None
    return int(word)


def _value(verb: str, rest: str) -> int:
    value = _whole(rest.strip())
    if value is None:
        raise NotationError("value", verb=verb, text=clip(rest.strip()))
    return value


def _target(verb: str, rest: str) -> int:
    seat = _whole(rest.strip())
    if seat is None:
        raise NotationError("target", verb=verb, text=clip(rest.strip()))
    return seat


def _nothing(rest: str, _: Rules) -> Pass:
    if rest.strip():
        raise NotationError("pass", text=clip(rest))
    return PASS


def _card(rest: str, _: Rules) -> Give:
    return Give(as_card(parse_card(rest.strip())))


def _bury(rest: str, _: Rules) -> Bury:
    cards = parse_cards(rest)
    if not cards:
        raise NotationError("bury")
    return Bury(as_hand(cards))


_OF_CARDS: Final = {Play.verb, Give.verb, Bury.verb}
_READERS: Final[Mapping[str, Callable[[str, Rules], Action]]] = {
    Play.verb: lambda rest, rules: rules.grammar.read(rest),
    Pass.verb: _nothing,
    Bet.verb: lambda rest, _: Bet(_value(Bet.verb, rest)),
    Bid.verb: lambda rest, _: Bid(_value(Bid.verb, rest)),
    Give.verb: _card,
    Bury.verb: _bury,
    Award.verb: lambda rest, _: Award(_target(Award.verb, rest)),
    Lead.verb: lambda rest, _: Lead(_target(Lead.verb, rest)),
}
