"""The deal (R2): each player's number cards and the haggis, shuffled, checked, and as a record states it."""

from collections import Counter
from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, NamedTuple

from haggis_cards.cards import Cards, are_cards, as_card, as_hand, clip, gather, names, parse_card, parse_cards, text
from haggis_cards.errors import RulesError
from haggis_cards.rules import Rules


class Deal(NamedTuple):
    """The number cards of each seat, and the haggis, top card first."""

    hands: tuple[Cards, ...]  # each a `Hand` in `Round.deal`
    haggis: tuple[Cards, ...]  # each a `Card` there

    @classmethod
    def shuffled(cls, rules: Rules | str, rng: Random | None = None) -> "Deal":
        """A fair deal: the haggis off the top, then the hands."""
        rules = Rules.from_spec(rules)
        cards = rules.deck.cards()
        (rng or SystemRandom()).shuffle(cards)
        starts = range(rules.haggis_size, len(cards), rules.hand_size)
        hands = [gather(cards[start : start + rules.hand_size]) for start in starts]
        return cls(tuple(hands), tuple(cards[: rules.haggis_size])).shown()

    def shown(self) -> "Deal":
        """The same deal with its cards as people read them."""
        return Deal(tuple(map(as_hand, self.hands)), tuple(map(as_card, self.haggis)))

    @classmethod
    def from_record(cls, data: Mapping[str, Any]) -> "Deal":
        """The deal that a record states; `check` says whether it is one of the game."""
        return cls(tuple(map(parse_cards, data["hands"])), tuple(map(parse_card, data["haggis"].split()))).shown()

    @property
    def as_record(self) -> dict[str, Any]:
        """The deal as a record states it."""
        return {"hands": [text(hand) for hand in self.hands], "haggis": " ".join(map(text, self.haggis))}

    def __repr__(self) -> str:
        """The cards as text, hand by hand."""
        hands = ", ".join(repr(text(hand)) for hand in self.hands)
        return f"Deal(hands=({hands}), haggis={' '.join(map(text, self.haggis))!r})"

    def check(self, rules: Rules) -> None:
        """Refuses a deal that is not the whole deck of the game, dealt as it should be."""
        part: Any
        for part in (self.hands, self.haggis):
            if not isinstance(part, tuple) or not all(map(are_cards, part)):
                raise RulesError("deal", text=clip(part))
        if len(self.hands) != rules.players:
            raise RulesError("hands", preset=rules.preset, count=rules.players, found=len(self.hands))
        for seat, hand in enumerate(self.hands):
            if hand.bit_count() != rules.hand_size:
                raise RulesError("hand-size", seat=seat, count=rules.hand_size, found=hand.bit_count())
        if len(self.haggis) != rules.haggis_size:
            raise RulesError("haggis-size", count=rules.haggis_size, found=len(self.haggis))
        there = Counter(name for cards in (*self.hands, *self.haggis) for name in names(cards))
        due = Counter(name for card in rules.deck.cards() for name in names(card))
        for name in sorted({*there, *due}):
            if there[name] != due[name]:
                raise RulesError("deck", preset=rules.preset, card=name, found=there[name], count=due[name])
