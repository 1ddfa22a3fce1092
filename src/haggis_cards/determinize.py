"""A determinization of a view: a deal, with a log to play on it, in which the seat would see exactly what it sees.

Searching bots think about such worlds. The cards that the seat cannot see are dealt at random, as far as it cannot rule
that out; then the deal is worked out backwards. A seat knows more than its hand: cards that it gave to the partner and
that have not been played are there; cards that it buried are in the haggis.
"""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from haggis_cards.actions import Action, Bury, Give, parse_seated
from haggis_cards.cards import NUMBERS, Cards, add, as_card, as_hand, each, gather, parse_card, parse_cards, remove
from haggis_cards.combos import Play
from haggis_cards.deal import Deal
from haggis_cards.round import Phase
from haggis_cards.rules import Rules
from haggis_cards.view import View, known_gifts


class Determinization(NamedTuple):
    """A deal that a view allows, and the view's log with a card for every one that it does not show."""

    deal: Deal
    log: tuple[tuple[int, Action], ...]


def determinize(view: View, rng: Random) -> Determinization:
    """One of the worlds that the view allows, at random; the round must not be over."""
    return _World(view, rng).result


class _World:
    def __init__(self, view: View, rng: Random) -> None:
        self.view, self.rng = view, rng
        self.rules = Rules.from_spec(view["rules"])
        self.log = [_read(line, self.rules) for line in view["log"]]
        self.played = self._played_cards()
        self.hands, self.haggis = self._deal_unseen()
        # From here on the hands as they were dealt: what was played, buried and given is taken back.
        self.dealt = [add(hand, played) for hand, played in zip(self.hands, self.played, strict=True)]
        self.buried, drawn = self._undo_auction()
        self.gifts = self._undo_exchange()
        rest = list(each(self.haggis))
        rng.shuffle(rest)  # nobody knows what lies on top
        deal = Deal(tuple(self.dealt), (*each(drawn), *rest))
        self.result = Determinization(deal, tuple(self._revealed(*entry) for entry in self.log))

    def _played_cards(self) -> list[Cards]:
        """The number cards that each seat has played this round."""
        played = [0] * self.rules.players
        for seat, action in self.log:
            if isinstance(action, Play):
                played[seat] = add(played[seat], action.cards & NUMBERS)
        return played

    def _deal_unseen(self) -> tuple[list[Cards], Cards]:
        """The number cards in each hand and the haggis: those that the seat knows, and a deal of the others."""
        view, seat = self.view, self.view["seat"]
        hands = [0] * self.rules.players
        haggis = 0
        if seat is not None:
            hands[seat] = parse_cards(view["hand"] or "") & NUMBERS
            if view["auction"]:
                haggis = parse_cards(view["auction"]["buried"] or "")
            partner = self.rules.partner(seat)
            if partner is not None:
                hands[partner] = known_gifts(view["exchange"], self.played[partner])
        unseen = self.rules.deck.cards()
        for cards in (*self.played, *hands, haggis):
            for card in each(cards):
                unseen.remove(card)
        self.rng.shuffle(unseen)
        for other in self.rules.seats:
            public = view["seats"][other]
            missing = public["cards"] - len(public["courts"].split()) - hands[other].bit_count()
            hands[other] = add(hands[other], gather(unseen.pop() for _ in range(missing)))
        return hands, add(haggis, gather(unseen))

    def _undo_auction(self) -> tuple[Cards, Cards]:
        """Takes the Shepherd's drawing and burying back: what was buried and what was drawn."""
        auction = self.view["auction"]
        if auction is None or auction["shepherd"] is None:
            return 0, 0
        shepherd, count = auction["shepherd"], auction["draws"]
        done = self.view["phase"] != Phase.BURY
        if auction["drawn"] is not None:
            drawn, buried = parse_cards(auction["drawn"]), parse_cards(auction["buried"] or "")
        else:
            buried = self._some(self.haggis, count) if done else 0
            drawn = self._some(add(self.dealt[shepherd], buried), count)
        self.haggis = remove(self.haggis, buried)
        self.dealt[shepherd] = remove(add(self.dealt[shepherd], buried), drawn)
        return buried, drawn

    def _undo_exchange(self) -> list[list[Cards]]:
        """Takes the finished swaps back: what each seat gave, in order."""
        gifts: list[list[Cards]] = [[] for _ in self.rules.seats]
        exchange, seat = self.view["exchange"], self.view["seat"]
        if exchange is None:
            return gifts
        swaps = exchange["swap"] - (self.view["phase"] == Phase.EXCHANGE)
        for swap in reversed(range(swaps)):
            for one, other in ((0, 2), (1, 3)):
                if seat in (one, other):
                    own, back = parse_card(exchange["gave"][swap]), parse_card(exchange["received"][swap])
                    gift, answer = (own, back) if seat == one else (back, own)
                else:
                    gift, answer = self._some(self.dealt[other], 1), self._some(self.dealt[one], 1)
                self.dealt[one] = add(remove(self.dealt[one], answer), gift)
                self.dealt[other] = add(remove(self.dealt[other], gift), answer)
                gifts[one].insert(0, gift)
                gifts[other].insert(0, answer)
        return gifts

    def _some(self, cards: Cards, count: int) -> Cards:
        return gather(self.rng.sample(list(each(cards)), count))

    def _revealed(self, seat: int, action: Action) -> tuple[int, Action]:
        """An entry of the log, with the cards that this world puts where they are secret."""
        match action:
            case Give(cards):
                finished = self.gifts[seat].pop(0) if self.gifts[seat] else 0
                # A pick waits in the hand.
                return seat, Give(cards or as_card(finished or self._some(self.hands[seat], 1)))
            case Bury(0):
                return seat, Bury(as_hand(self.buried))
        return seat, action


@lru_cache(maxsize=1 << 12)  # every decision of a round reads its log anew
def _read(line: str, rules: Rules) -> tuple[int, Action]:
    """An entry of a view's log; a secret gift or burial has no cards."""
    match line.split():
        case [seat, "give"]:
            return int(seat), Give(as_card(0))
        case [seat, "bury"]:
            return int(seat), Bury(as_hand(0))
    return parse_seated(line, rules)
