"""A view, parsed once into cards and counts: all that `greedy` needs to know before it decides.

Unseen are the number cards that are neither in the own hand nor played nor otherwise known: they lie in other hands and
in the haggis. How many of them a player holds is public, and so are all courts.
"""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

from haggis_cards.cards import ALL_COURTS, NUMBERS, Cards, add, gather, parse_card, parse_cards, remove
from haggis_cards.combos import Play
from haggis_cards.rules import Rules
from haggis_cards.scoring import card_points
from haggis_cards.view import Entry, View


@lru_cache(maxsize=256)
def _rules(spec: str) -> Rules:
    return Rules.from_spec(json.loads(spec))


def rules_of(view: View) -> Rules:
    """The rules of a view, built once for all views of the same game."""
    return _rules(json.dumps(view["rules"]))


@lru_cache(maxsize=1 << 14)
def _cards_of(play: str) -> Cards:
    """The cards of a play's text; a court that stands for a card is still a court."""
    return gather(parse_card(token.partition("=")[0]) for token in play.split())


@dataclass(frozen=True)
class ParsedView:
    """What a seat knows in the middle of a round."""

    rules: Rules
    seat: int
    hand: Cards
    sizes: tuple[int, ...]  # of all hands
    courts: tuple[Cards, ...]  # of all hands
    unseen: Cards  # number cards
    haggis: int  # how many of the unseen lie there
    top: Play | None  # to be beaten
    top_seat: int | None
    trick_points: int  # of the trick so far
    bets: tuple[int, ...]  # by seat: the bet or bid that it will be first out
    totals: tuple[int, ...]  # by side
    out: tuple[int, ...]

    @classmethod
    def from_view(cls, view: View) -> Self:
        """What the view's seat knows."""
        rules, seat = rules_of(view), view["seat"]
        assert seat is not None
        assert view["hand"] is not None
        hand = parse_cards(view["hand"])
        played = gather(_played(view["trick"]))
        for trick in view["tricks"]:
            played = gather((played, *_played(trick["entries"])))
        known = add(hand & NUMBERS, played & NUMBERS)
        haggis = view["haggis"]
        auction, to_beat = view["auction"], view["to_beat"]
        if auction and auction["buried"]:
            buried = parse_cards(auction["buried"])
            known, haggis = add(known, buried), haggis - buried.bit_count()
        bets = [other["bet"] or 0 if other["bet_stands"] else 0 for other in view["seats"]]
        if auction and auction["shepherd"] is not None:
            bets[auction["shepherd"]] = max(bid["bid"] or 0 for bid in auction["bids"])
        return cls(
            rules=rules,
            seat=seat,
            hand=hand,
            sizes=tuple(other["cards"] for other in view["seats"]),
            courts=tuple(parse_cards(other["courts"]) for other in view["seats"]),
            unseen=remove(_deck(rules), known),
            haggis=haggis,
            top=rules.grammar.read(to_beat["play"]) if to_beat else None,
            top_seat=to_beat["seat"] if to_beat else None,
            trick_points=sum(card_points(rules, _cards_of(entry["play"])) for entry in view["trick"] if entry["play"]),
            bets=tuple(bets),
            totals=tuple(view["totals"]),
            out=tuple(view["out"]),
        )

    @cached_property
    def partner(self) -> int | None:
        """The partner, while in play."""
        partner = self.rules.partner(self.seat)
        return partner if partner is not None and self.sizes[partner] else None

    @cached_property
    def opponents(self) -> list[int]:
        """The seats of other sides that still have cards."""
        return [other for other in self.rules.opponents(self.seat) if self.sizes[other]]

    @cached_property
    def partner_leads(self) -> bool:
        """Whether the partner has the highest combination of the trick."""
        return self.top_seat is not None and self.top_seat == self.rules.partner(self.seat)


def _played(entries: list[Entry]) -> list[Cards]:
    return [_cards_of(entry["play"]) & ~ALL_COURTS for entry in entries if entry["play"]]


@lru_cache(maxsize=16)
def _deck(rules: Rules) -> Cards:
    return gather(rules.deck.cards())
