"""Which actions are one answer: readings of the same cards, and suits that nobody can tell apart."""

from collections.abc import Callable, Hashable, Sequence

from haggis_cards.actions import Action, Bury, Give
from haggis_cards.cards import ALL_COURTS, LINE, LINE_MASK, PLANE, SUITS, Cards, gather, parse_cards, remove
from haggis_cards.combos import Play
from haggis_cards.rules import Rules
from haggis_cards.view import View

Line = tuple[int, int]  # a suit's cards: first copies, second copies


def answer_key(view: View, rules: Rules) -> Callable[[Action], Hashable]:
    """A function that gives actions the same key if they are one answer in this seat's view.

    Two suits are interchangeable if the seat holds the same ranks of both, and the same ranks of both are still unseen.
    """
    hand = parse_cards(view["hand"] or "")
    unseen = gather(rules.deck.cards())
    for cards in (hand & ~ALL_COURTS, *_played(view)):
        unseen = remove(unseen, cards)
    return key_by_suits((hand, unseen))


def key_by_suits(places: Sequence[Cards]) -> Callable[[Action], Hashable]:
    """The same where cards lie in these places: two suits are interchangeable if they are alike in all of them."""
    groups: dict[tuple[Line, ...], list[int]] = {}
    for suit in range(len(SUITS)):
        groups.setdefault(suit_lines(places, suit), []).append(suit)

    def key(action: Action) -> Hashable:
        match action:
            case Play():
                return "play", action.is_bomb, action.cards & ALL_COURTS, _shape(action.cards, groups)
            case Give(cards) | Bury(cards):
                return action.verb, _shape(cards, groups)
        return str(action)

    return key


def suit_lines(places: Sequence[Cards], suit: int) -> tuple[Line, ...]:
    """What lies of a suit in each place."""
    return tuple(_line(cards, suit) for cards in places)


def _shape(cards: Cards, groups: dict[tuple[Line, ...], list[int]]) -> Hashable:
    """Number cards without the names of interchangeable suits."""
    return tuple(tuple(sorted(_line(cards, suit) for suit in suits)) for suits in groups.values())


def _line(cards: Cards, suit: int) -> Line:
    return cards >> suit * LINE & LINE_MASK, cards >> PLANE + suit * LINE & LINE_MASK


def _played(view: View) -> list[Cards]:
    """The number cards of every play of the round."""
    entries = [entry for trick in view["tricks"] for entry in trick["entries"]] + view["trick"]
    cells = [cell for entry in entries for cell in (entry["play"] or "").split()]
    return [parse_cards(cell) & ~ALL_COURTS for cell in cells if "=" not in cell]
