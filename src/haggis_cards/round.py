"""One round (R3 to R7): its phases, who may do what, and what an action does.

A round is an immutable value; `act` returns the next one. It goes through

    EXCHANGE   Neeps: twice, everybody picks a card for the partner; four picks change hands at once (R3)
    AUCTION    Tatties: who will be the Shepherd (R4)
    BURY       the Shepherd has drawn from the haggis and puts as many cards back (R4.4)
    PLAY       tricks: lead, beat or pass (R5)
    AWARD      the winner by bomb chooses who gets the trick, at the end perhaps the haggis (R5.9, R10)
    LEAD       the winner by bomb says who leads next (R5.10)
    OVER       all but one are out, or both players of a side (R6.3)

Open bets (R7) belong to no phase: players may make them in any phase, out of turn, until the first player is out or,
by the house rule `bets_until`, until the round has ended (R6.3, R10).

The file is longer than others because a round is one value: what is legal, what is refused and what an action does are
to be read, and changed, together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple, assert_never

from haggis_cards.actions import PASS, Action, Award, Bet, Bid, Bury, Give, Lead, Pass, is_action, read
from haggis_cards.cards import (
    ALL_COURTS,
    NUMBERS,
    Card,
    Cards,
    Hand,
    as_card,
    as_hand,
    clip,
    each,
    each_kind,
    gather,
    remove,
    text,
)
from haggis_cards.combos import Play
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, NotationError, RulesError
from haggis_cards.grammar import Grammar
from haggis_cards.pictures import Pictured
from haggis_cards.rules import Rules

SWAPS: Final = 2  # cards that partners exchange (R3.1)
NO_CARDS: Final = Hand()
OUT_BONUS: Final = 5  # points for each card in the largest hand of an opponent (R6.2)


class Phase(StrEnum):
    """What the round waits for."""

    EXCHANGE = "exchange"
    AUCTION = "auction"
    BURY = "bury"
    PLAY = "play"
    AWARD = "award"
    LEAD = "lead"
    OVER = "over"


class Trick(NamedTuple):
    """A finished trick: its plays (None for a pass), its winner, and the side whose pile it went onto."""

    entries: tuple[tuple[int, Play | None], ...]
    winner: int
    side: int

    @property
    def top(self) -> Play:
        """The play that won it."""
        return next(play for _, play in reversed(self.entries) if play)


@dataclass(frozen=True)
class Round(Pictured):
    """The state of one round. `Round.start` begins it; a player needs only `legal`, `act` and `to_act`."""

    rules: Rules
    deal: Deal
    dealer: int
    totals: tuple[int, ...]  # by side, before this round
    lead: int | None  # who leads the first trick; in Tatties known after the auction
    phase: Phase
    turn: int | None  # whose turn it is, outside the exchange
    hands: tuple[Hand, ...]
    haggis: Hand
    picks: tuple[Hand | Card, ...] = ()  # the exchange's open picks by seat, 0 for none yet
    given: tuple[tuple[Card, ...], ...] = ()  # what each seat has given, after both have picked
    bids: tuple[tuple[int, int | None], ...] = ()  # (seat, value), None for a pass
    drawn: Hand = NO_CARDS
    buried: Hand = NO_CARDS
    bets: tuple[int | None, ...] = ()  # by seat
    played: frozenset[int] = frozenset()  # who has played a card this round
    trick: tuple[tuple[int, Play | None], ...] = ()
    winner: int | None = None  # of the highest combination of the trick so far
    top: Play | None = None  # that combination
    passed: frozenset[int] = frozenset()  # who has passed on it, or, without `reenter`, in this trick
    tricks: tuple[Trick, ...] = ()
    out: tuple[int, ...] = ()  # in the order of going out
    bonus: tuple[int, ...] = ()  # by side (R6.2)
    haggis_to: int | None = None  # the side whose pile the haggis went onto
    log: tuple[tuple[int, Action], ...] = field(default=(), repr=False)

    @classmethod
    def start(
        cls, rules: Rules, deal: Deal, *, dealer: int, lead: int | None = None, totals: Sequence[int] | None = None
    ) -> "Round":
        """A fresh round. Without `lead` the player to the dealer's left leads (R5.1); Tatties decides by auction."""
        deal.check(rules)
        if type(dealer) is not int or dealer not in rules.seats:
            raise RulesError("dealer", last=rules.players - 1, text=clip(dealer))
        if lead is not None and (type(lead) is not int or lead not in rules.seats):
            raise RulesError("lead", last=rules.players - 1, text=clip(lead))
        if totals is not None:
            check_totals(rules, totals)
        if rules.opening != "auction" and lead is None:
            lead = (dealer + 1) % rules.players
        rnd = cls(
            rules=rules,
            deal=deal.shown(),
            dealer=dealer,
            totals=tuple(totals) if totals is not None else (0,) * rules.side_count,
            lead=None if rules.opening == "auction" else lead,
            phase=Phase.PLAY,
            turn=lead,
            hands=tuple(as_hand(int(hand) | ALL_COURTS) for hand in deal.hands),
            haggis=as_hand(gather(map(int, deal.haggis))),
            bets=(None,) * rules.players,
            bonus=(0,) * rules.side_count,
        )
        match rules.opening:
            case "exchange":
                no_picks, nothing = (NO_CARDS,) * rules.players, ((),) * rules.players
                return rnd._with(phase=Phase.EXCHANGE, turn=None, picks=no_picks, given=nothing)
            case "auction":
                return rnd._with(phase=Phase.AUCTION, turn=dealer)
            case "":
                return rnd

    # What players can ask

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the round waits for."""
        if self.phase is Phase.EXCHANGE:
            return tuple(seat for seat in self.rules.seats if not self.picks[seat])
        return () if self.turn is None else (self.turn,)

    @property
    def shepherd(self) -> int | None:
        """The last bidder, once the auction is over (R4.3)."""
        return None if self.phase is Phase.AUCTION else self._standing[0]

    @property
    def bid(self) -> int:
        """The standing bid, 0 for none."""
        return self._standing[1]

    @property
    def draw_count(self) -> int:
        """How many cards the Shepherd draws: 3 on the lowest bet value, 2 on the middle one, 1 on the highest."""
        return 3 - self.rules.bets.index(self.bid) if self.bid else 0

    @property
    def awarding(self) -> Literal["trick", "haggis"] | None:
        """What is to be awarded now: the trick or the haggis."""
        return None if self.phase is not Phase.AWARD else "trick" if self.trick else "haggis"

    def hand(self, seat: int) -> Hand:
        """The cards of a seat, as people read them."""
        return as_hand(self.hands[self.rules.seat(seat)])

    def __repr__(self) -> str:
        acting = " and ".join(f"seat {seat}" for seat in self.to_act)
        waiting = f"{acting} to act, " if acting else ""
        return f"<Round of {self.rules.preset}: {self.phase}, {waiting}{len(self.log)} actions>"

    def __str__(self) -> str:
        """The round with all hands, line by line."""
        lines = [f"{self.rules.preset}, {self.phase}, dealer {self.dealer}, totals {' '.join(map(str, self.totals))}"]
        for seat, hand in enumerate(self.hands):
            bet = f"  bet {self.bets[seat]}" if self.stands(seat) else ""
            lines.append(f"{'>' if seat in self.to_act else ' '} seat {seat}  {text(hand) or 'out'}{bet}")
        if self.haggis:
            lines.append(f"  haggis  {text(self.haggis)}")
        lines += [f"  trick   {seat} {play.text if play else 'pass'}" for seat, play in self.trick]
        return "\n".join(lines)

    def stands(self, seat: int) -> bool:
        """Whether the seat has an open bet that the partner has not superseded (R7.3)."""
        return bet_stands(self.rules, self.bets, seat)

    def in_play(self, seat: int) -> bool:
        """Whether the seat still has cards."""
        return self.hands[seat] > 0

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything that the seat may do now, open bets last, in an order that is always the same."""
        seat = self.rules.seat(seat)
        return (*self._legal_in_turn(seat), *(Bet(value) for value in self.open_bets(seat)))

    def act(self, seat: int, action: Action | str) -> "Round":
        """The round after an action; a refused one raises and changes nothing."""
        seat = self.rules.seat(seat)
        if isinstance(action, str):
            action = read(action, self.rules)
        refusal = self.refusal(seat, action)
        if refusal:
            raise refusal
        return self._after(seat, action)._with(log=(*self.log, (seat, action)))

    # What is legal

    def _legal_in_turn(self, seat: int) -> Sequence[Action]:
        if seat not in self.to_act:
            return ()
        match self.phase:
            case Phase.EXCHANGE:
                return [Give(as_card(card)) for card in each_kind(self.hands[seat] & NUMBERS)]
            case Phase.AUCTION:
                return [PASS, *(Bid(value) for value in self.rules.bets if self._may_bid(seat, value))]
            case Phase.BURY:
                numbers = each(self.hands[seat] & NUMBERS)
                return [Bury(as_hand(gather(chosen))) for chosen in combinations(numbers, self.draw_count)]
            case Phase.PLAY:
                plays = _plays(self.rules.grammar, self.hands[seat], self.top)
                return [PASS, *plays] if self.top else plays
            case Phase.AWARD:
                return [Award(other) for other in self._award_choices(seat)]
            case Phase.LEAD:
                return [Lead(leader) for leader in self._lead_choices(seat)]
            case Phase.OVER:
                return ()

    def _may_bid(self, seat: int, value: int) -> bool:
        """A bid exceeds the standing one, or equals it from a lower total (R4.1)."""
        bidder, bid = self._standing
        return value > bid or (value == bid and bidder is not None and self.totals[seat] < self.totals[bidder])

    @property
    def _standing(self) -> tuple[int | None, int]:
        """The last bidder and the bid."""
        for seat, value in reversed(self.bids):
            if value is not None:
                return seat, value
        return None, 0

    def open_bets(self, seat: int) -> list[int]:
        """The values of the bets that the seat may make now (R7.1, R7.3)."""
        if not self.rules.open_bets or seat in self.played or self.bets[seat] is not None or self._refuse_all_bets():
            return []
        return [value for value in self.rules.bets if value > self._partner_bet(seat)]

    def _partner_bet(self, seat: int) -> int:
        """The open bet of the seat's partner, 0 for none."""
        partner = self.rules.partner(seat)
        return 0 if partner is None else self.bets[partner] or 0

    def _award_choices(self, seat: int) -> list[int]:
        """The seats that may get a bombed trick: all others, out or not (R5.9); the haggis: opponents (R10)."""
        return self.rules.others(seat) if self.trick else self.rules.opponents(seat)

    def _lead_choices(self, seat: int) -> list[int]:
        partner = self.rules.partner(seat)
        return [seat] if partner is None else [seat, partner]

    # What is refused, and why

    def refusal(self, seat: int, action: Action | str) -> IllegalAction | None:
        """Why an action is refused now, or None if it is legal."""
        seat = self.rules.seat(seat)
        if isinstance(action, str):
            action = read(action, self.rules)
        if not is_action(action):
            raise NotationError("value-of-action", text=clip(action))
        if isinstance(action, Bet):
            return self._refuse_bet(seat, action)
        if self.over:
            return IllegalAction("round-over")
        if not isinstance(action, _actions_of(self.phase)):
            return IllegalAction("wrong-phase", fault=str(self.phase), verb=action.verb)
        if seat not in self.to_act:
            if self.phase is Phase.EXCHANGE:
                return IllegalAction("already-picked")
            return IllegalAction("not-your-turn", seat=self.turn)
        match action:
            case Play():
                return self._refuse_play(seat, action)
            case Pass():
                return IllegalAction("must-lead") if self.phase is Phase.PLAY and self.top is None else None
            case Give():
                return self._refuse_number_cards(seat, action.card, 1, "give")
            case Bury():
                return self._refuse_number_cards(seat, action.cards, self.draw_count, "bury")
            case Bid():
                return self._refuse_bid(seat, action)
            case Award():
                choices = self._award_choices(seat)
                wrong = IllegalAction("award-target", fault=self.awarding, seats=choices)
                return None if action.seat in choices else wrong
            case Lead():
                choices = self._lead_choices(seat)
                return None if action.seat in choices else IllegalAction("lead-target", seats=choices)
            case _:
                assert_never(action)

    def _refuse_play(self, seat: int, play: Play) -> IllegalAction | None:
        if not self.rules.grammar.accepts(play):
            return IllegalAction("no-combination", fault="foreign")
        if int(play.cards) & ~self.hands[seat]:
            return IllegalAction("not-held", cards=text(play.cards))
        if self.top is None or play.beats(self.top):
            return None
        plays = {"play": play.name, "play_parts": play.parts, "top": self.top.name, "top_parts": self.top.parts}
        if self.top.is_bomb and not play.is_bomb:
            return IllegalAction("bomb-needed", **plays)
        if (play.kind, play.width, play.length) != (self.top.kind, self.top.width, self.top.length):
            return IllegalAction("wrong-shape", shape=self.top.shape_name, **plays)
        return IllegalAction("not-higher", **plays)

    def _refuse_number_cards(self, seat: int, cards: Cards, count: int, verb: str) -> IllegalAction | None:
        if cards & ALL_COURTS:
            return IllegalAction("no-courts", verb=verb)
        if cards & ~self.hands[seat]:
            return IllegalAction("not-held", cards=text(cards))
        if cards.bit_count() != count:
            return IllegalAction("wrong-count", verb=verb, count=count, found=cards.bit_count())
        return None

    def _refuse_bid(self, seat: int, bid: Bid) -> IllegalAction | None:
        if bid.value not in self.rules.bets:
            return IllegalAction("no-such-bet", fault="bid", values=list(self.rules.bets), value=bid.value)
        if not self._may_bid(seat, bid.value):
            return IllegalAction("too-low", fault="bid", bid=self.bid)
        return None

    def _refuse_all_bets(self) -> IllegalAction | None:
        """Why nobody may bet any more: somebody is out (R7.1), or by the house rule the round has ended (R6.3, R10)."""
        match self.rules.bets_until:
            case "first-out":
                return IllegalAction("bets-closed") if self.out else None
            case "first-card":
                return IllegalAction("round-over") if self._is_decided() else None

    def _refuse_bet(self, seat: int, bet: Bet) -> IllegalAction | None:
        if not self.rules.open_bets:
            return IllegalAction("no-open-bets")
        if closed := self._refuse_all_bets():
            return closed
        if self.bets[seat] is not None:
            return IllegalAction("already-bet", value=self.bets[seat])
        if seat in self.played:
            return IllegalAction("has-played")
        if bet.value not in self.rules.bets:
            return IllegalAction("no-such-bet", fault="bet", values=list(self.rules.bets), value=bet.value)
        if bet.value not in self.open_bets(seat):
            return IllegalAction("too-low", fault="bet", bet=self._partner_bet(seat))
        return None

    # What an action does

    def _with(self, **changes: Any) -> "Round":
        """A copy with some fields changed; quicker than `dataclasses.replace`."""
        copy = object.__new__(Round)
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(changes)
        return copy

    def _after(self, seat: int, action: Action) -> "Round":
        match action:
            case Play():
                return self._play(seat, action)
            case Pass() if self.phase is Phase.PLAY:
                passed = self._with(trick=(*self.trick, (seat, None)), passed=self.passed | {seat})
                return passed._next_turn(seat)
            case Bet():
                return self._with(bets=_put(self.bets, seat, action.value))
            case Give():
                return self._with(picks=_put(self.picks, seat, action.card))._swap()
            case Bid():
                return self._with(bids=(*self.bids, (seat, action.value)))._next_bidder(seat)
            case Pass():
                return self._with(bids=(*self.bids, (seat, None)))._next_bidder(seat)
            case Bury():
                hands = _put(self.hands, seat, self.hands[seat] - action.cards)
                buried = self._with(hands=hands, haggis=self.haggis + action.cards, buried=action.cards)
                return buried._with(lead=seat)._start_trick(seat)
            case Award():
                side = self.rules.sides[action.seat]
                return self._collect(side) if self.trick else self._end(side)
            case Lead():
                return self._start_trick(action.seat)

    def _swap(self) -> "Round":
        """Once all have picked, the cards change hands (R3.1)."""
        if not all(self.picks):
            return self
        gifts = [(seat, self.rules.partner(seat), pick) for seat, pick in enumerate(self.picks)]
        hands = [hand - pick for hand, pick in zip(self.hands, self.picks, strict=True)]
        for _, partner, pick in gifts:
            assert partner is not None
            hands[partner] += pick
        given = tuple((*self.given[seat], pick) for seat, _, pick in gifts)
        swapped = self._with(hands=tuple(hands), given=given, picks=(0,) * self.rules.players)
        assert self.lead is not None
        return swapped._start_trick(self.lead) if len(given[0]) == SWAPS else swapped

    def _next_bidder(self, seat: int) -> "Round":
        """The next player who has not passed bids, or the auction ends (R4.2)."""
        shepherd = self._standing[0]
        done = {shepherd, *(other for other, value in self.bids if value is None)}
        left = [other for other in self.rules.others(seat) if other not in done]
        if left:
            return self._with(turn=left[0])
        if shepherd is None:
            lead = lead_without_shepherd(self.rules, self.dealer, self.totals)
            return self._with(lead=lead)._start_trick(lead)
        drawn = Hand(self.deal.haggis[: self.draw_count])
        hands = _put(self.hands, shepherd, self.hands[shepherd] + drawn)
        return self._with(phase=Phase.BURY, turn=shepherd, hands=hands, haggis=self.haggis - drawn, drawn=drawn)

    def _start_trick(self, leader: int) -> "Round":
        """A new trick, led by the given seat or, if it is out, the next player to the left with cards (R5.10)."""
        turn = leader if self.in_play(leader) else next(filter(self.in_play, self.rules.others(leader)))
        return self._with(phase=Phase.PLAY, turn=turn)

    def _play(self, seat: int, play: Play) -> "Round":
        hand = as_hand(remove(self.hands[seat], play.cards))
        played = self._with(
            hands=_put(self.hands, seat, hand),
            played=self.played | {seat},
            trick=(*self.trick, (seat, play)),
            winner=seat,
            top=play,
            passed=self.passed if self.rules.reenter is False else frozenset(),
        )
        if hand:
            return played._next_turn(seat)
        played = played._go_out(seat)
        return played._end_trick() if played._is_decided() else played._next_turn(seat)

    def _go_out(self, seat: int) -> "Round":
        """The seat is out; it gets its bonus at once, or with the trick (R6.2)."""
        after = self._with(out=(*self.out, seat))
        match self.rules.out_bonus:
            case "trick" if len(after.out) == 1:
                return after  # it comes with the trick, if this play wins it
            case "trick" | "immediate":
                return after._give_bonus(seat, self.rules.opponents(seat))

    def _give_bonus(self, seat: int, opponents: Sequence[int]) -> "Round":
        """Five points for each card in the largest of these hands."""
        side = self.rules.sides[seat]
        largest = max(self.hands[other].bit_count() for other in opponents)
        return self._with(bonus=_put(self.bonus, side, self.bonus[side] + OUT_BONUS * largest))

    def _is_decided(self) -> bool:
        """Whether all but one, or both players of a side, are out (R6.3)."""
        rules, out = self.rules, self.out
        return len(out) == rules.players - 1 or (rules.partners and any(rules.partner(seat) in out for seat in out))

    def _next_turn(self, seat: int) -> "Round":
        """The next player who may still beat the trick; if there is none, the trick is over (R5.8)."""
        for other in self.rules.others(seat):
            if self.hands[other] and other != self.winner and other not in self.passed:
                return self._with(turn=other)
        return self._end_trick()

    def _end_trick(self) -> "Round":
        """The trick is over: bonus, then award (R6.2, R5.9)."""
        assert self.winner is not None
        assert self.top is not None
        ended, winner = self, self.winner
        if self.rules.out_bonus == "trick" and not self.in_play(winner):
            holders = [other for other in self.rules.others(winner) if self.in_play(other)]
            if len(holders) == 2:
                ended = self._give_bonus(winner, holders)
        sides = self.rules.sides
        if not self.top.is_bomb:
            return ended._collect(sides[winner])
        match self.rules.bomb_to:
            case "winner":
                return ended._collect(sides[winner])
            case "chosen" if self.rules.players > 2:
                return ended._with(phase=Phase.AWARD, turn=winner)
            case "chosen" | "opponents":
                return ended._collect(sides[self.rules.opponents(winner)[0]])
            case "previous":  # a bomb that was led has nothing below it: the player on the right
                *_, below, _ = [self.rules.others(winner)[-1], *(seat for seat, play in self.trick if play)]
                return ended._collect(sides[below])

    def _collect(self, side: int) -> "Round":
        """The trick goes onto a side's pile; then the end of the round, the choice of the lead, or the next trick."""
        assert self.winner is not None
        assert self.top is not None
        winner, bombed, partner = self.winner, self.top.is_bomb, self.rules.partner(self.winner)
        tricks = (*self.tricks, Trick(self.trick, winner, side))
        done = self._with(tricks=tricks, trick=(), winner=None, top=None, passed=frozenset())
        if done._is_decided():
            return done._award_haggis()
        if bombed and self.rules.name_lead and partner is not None and self.in_play(partner):
            return done._with(phase=Phase.LEAD, turn=winner)
        return done._start_trick(winner)

    def _award_haggis(self) -> "Round":
        """The haggis goes to the first out, or as the house rule `haggis_to` says (R6.6, R10)."""
        rules, last = self.rules, self.tricks[-1]
        match rules.haggis_to:
            case "first_out":
                return self._end(rules.sides[self.out[0]])
            case "last_to_play" if not last.top.is_bomb:
                return self._end(rules.sides[last.winner])
            case "last_to_play" if rules.players == 2:
                return self._end(rules.opponents(last.winner)[0])
            case "last_to_play":
                return self._with(phase=Phase.AWARD, turn=last.winner)

    def _end(self, haggis_to: int) -> "Round":
        return self._with(phase=Phase.OVER, turn=None, haggis_to=haggis_to)


def bet_stands(rules: Rules, bets: Sequence[int | None], seat: int) -> bool:
    """Whether the seat has bet, and more than its partner (R7.3)."""
    bet, partner = bets[seat], rules.partner(seat)
    return bet is not None and (partner is None or bet > (bets[partner] or 0))


def lead_without_shepherd(rules: Rules, dealer: int, totals: Sequence[int]) -> int:
    """Who leads where nobody has bid: the lowest total, a tie the first from the dealer's left (R5.1)."""
    return min((*rules.others(dealer), dealer), key=lambda seat: totals[seat])


def check_totals(rules: Rules, totals: Sequence[int]) -> None:
    """Refuses points before a round that are not one whole number for each side."""
    if len(totals) != rules.side_count:
        raise RulesError("totals", preset=rules.preset, count=rules.side_count, found=len(totals))
    for total in totals:
        if type(total) is not int:
            raise RulesError("total", text=clip(total))


def _actions_of(phase: Phase) -> tuple[type, ...]:
    """The actions that a phase waits for."""
    match phase:
        case Phase.EXCHANGE:
            return (Give,)
        case Phase.AUCTION:
            return (Bid, Pass)
        case Phase.BURY:
            return (Bury,)
        case Phase.PLAY:
            return (Play, Pass)
        case Phase.AWARD:
            return (Award,)
        case Phase.LEAD:
            return (Lead,)
        case Phase.OVER:
            return ()


@lru_cache(maxsize=128)
def _plays(grammar: Grammar, hand: Cards, over: Play | None) -> tuple[Play, ...]:
    """The plays of a hand; the view, bots and returning players ask for the same list again."""
    return tuple(grammar.plays(hand, over))


def _put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """A tuple with one item changed."""
    return (*values[:index], value, *values[index + 1 :])
