"""The rows of a seat, made out of its view alone: the reference of `native/encode.hpp`.

`Position.encode` and `Batch.encode` give the same rows quickly. Nothing hidden can be in rows made from a view.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, parse
from haggis_cards.cards import COURT_SHIFT, FIRST, NUMBERS, PLANE, Cards, add, gather, parse_card, parse_cards, remove
from haggis_cards.combos import Play
from haggis_cards.encoding.hand_split import split_hand
from haggis_cards.encoding.layout import (
    ACTION_FIELDS,
    ACTION_WORDS,
    BET_VALUES,
    KIND_NAMES,
    LOGGED,
    PAST,
    PHASES,
    SEAT_NAMES,
    SEATS,
    STATE_FIELDS,
    STATE_WORDS,
    VERBS,
    WORD,
    Field,
    Words,
)
from haggis_cards.round import SWAPS, Phase
from haggis_cards.rules import Rules, choices
from haggis_cards.scoring import card_points
from haggis_cards.view import View, known_gifts


def encode_view(view: View) -> tuple[Words, Words]:
    """The row of a seat's view, and a row for each of its legal actions.

    Totals are part of it only if the match is played to a goal of points.
    """
    return _Encoder(view).rows()


def _row(fields: tuple[Field, ...], words: int, values: Mapping[str, int]) -> list[int]:
    """A row with these values in the bits of their fields."""
    row = [0] * words
    for field in fields:
        value = values[field.name]
        assert value < 1 << field.width, f"{field.name} has {field.width} bits, too few for {value:b}"
        row[field.first // WORD] |= value << field.first % WORD
    assert len(values) == len(fields)
    return row


_BOMB_TO: Final = choices("bomb_to")  # `previous` came after the layout was fixed, and counts as `chosen`


def _one_of(value: int | None, room: int) -> int:
    return 0 if value is None else 1 << min(value, room - 1)


def _bar(value: int, room: int) -> int:
    return (1 << max(0, min(value, room))) - 1


def _first(cards: Cards) -> int:
    """The first copies, without courts."""
    return cards & FIRST


def _second(cards: Cards) -> int:
    return cards >> PLANE & FIRST


def _courts(cards: Cards) -> int:
    return cards >> COURT_SHIFT


class _Encoder:
    """A view, parsed once."""

    def __init__(self, view: View) -> None:
        assert view["seat"] is not None
        assert view["hand"] is not None
        self.view, self.seat = view, view["seat"]
        self.rules = Rules.from_spec(view["rules"])
        self.hand = parse_cards(view["hand"])
        self.log = [(int(seat), rest) for seat, _, rest in (line.partition(" ") for line in view["log"])]
        self.played = [0] * self.rules.players
        for actor, text in self.log:
            if text.startswith("play "):
                play = parse(text, self.rules)
                assert isinstance(play, Play)
                self.played[actor] = add(self.played[actor], play.cards)

    def rows(self) -> tuple[Words, Words]:
        rows = [self._choice(parse(text, self.rules)) for text in self.view["legal"]]
        return (
            np.array(_row(STATE_FIELDS, STATE_WORDS, self._state()), np.uint64),
            np.array([_row(ACTION_FIELDS, ACTION_WORDS, row) for row in rows], np.uint64).reshape(-1, ACTION_WORDS),
        )

    # Seats, counted from the view's own

    def _distance(self, seat: int | None) -> int | None:
        return None if seat is None else (seat - self.seat) % self.rules.players

    def _set(self, seats: Iterable[int]) -> int:
        return sum(1 << (seat - self.seat) % self.rules.players for seat in seats)

    def _around(self) -> list[int | None]:
        """The seats from this one to the left; None where the table has no further seat."""
        around = [self.seat, *self.rules.others(self.seat)]
        return [*around, *[None] * (SEATS - len(around))]

    # The parts of a row

    def _state(self) -> dict[str, int]:
        return self._cards() | self._trick() | self._seats() | self._sides() | self._rules() | self._past()

    def _cards(self) -> dict[str, int]:
        view, rules = self.view, self.rules
        buried = parse_cards(view["auction"]["buried"] or "") if view["auction"] else 0
        unseen = gather(rules.deck.cards())
        for cards in (self.hand, *self.played, buried):
            unseen = remove(unseen, cards & NUMBERS)
        values = {"own courts": _courts(self.hand), "buried": _first(buried)}
        partner = rules.partner(self.seat)
        gifts = 0 if partner is None else known_gifts(view["exchange"], self.played[partner] & NUMBERS)
        piles = {"hand": self.hand, "unseen": unseen, "given, with the partner": gifts, "received": 0}
        if view["exchange"]:
            piles["received"] = gather(map(parse_card, view["exchange"]["received"]))
        for name, seat in zip(SEAT_NAMES, self._around(), strict=True):
            played = 0 if seat is None else self.played[seat]
            piles[f"played by {name}"] = played
            values[f"courts played by {name}"] = _courts(played)
            held = "" if seat is None else view["seats"][seat]["courts"]
            values[f"courts of {name}"] = _courts(parse_cards(held))
        for name, cards in piles.items():
            values |= {name: _first(cards), f"{name}, twice": _second(cards)}
        return values

    def _trick(self) -> dict[str, int]:
        view, top = self.view, self.view["to_beat"]
        return {
            "top kind": _one_of(KIND_NAMES.index(top["kind"]) if top else None, 5),
            "top width": _one_of(top["width"] - 1 if top else None, 8),
            "top length": _one_of(top["length"] if top else None, 10),
            "top rank": _one_of(top["rank"] if top else None, 14),
            "top by": _one_of(self._distance(top["seat"] if top else None), SEATS),
            "passed": self._set(self._passed()),
            "phase": _one_of(list(Phase).index(view["phase"]), len(PHASES)),
            "trick points": _bar(sum(self._points(f"play {entry['play']}") for entry in self._plays()) // 3, 13),
        }

    def _plays(self) -> list[Any]:
        return [entry for entry in self.view["trick"] if entry["play"]]

    def _points(self, text: str) -> int:
        return card_points(self.rules, _cards_of(parse(text, self.rules)))

    def _passed(self) -> set[int]:
        """The seats that passed on the top play or, without `reenter`, in this trick; in the auction, for good."""
        if self.view["phase"] == Phase.AUCTION and self.view["auction"]:
            return {entry["seat"] for entry in self.view["auction"]["bids"] if entry["bid"] is None}
        passed: set[int] = set()
        for entry in self.view["trick"]:
            if entry["play"] is None:
                passed.add(entry["seat"])
            elif self.rules.reenter is not False:
                passed.clear()
        return passed

    def _seats(self) -> dict[str, int]:
        view, bets = self.view, self.rules.bets
        values: dict[str, int] = {}
        for name, seat in zip(SEAT_NAMES, self._around(), strict=True):
            shown = None if seat is None else view["seats"][seat]
            cards, bet = (shown["cards"], shown["bet"]) if shown else (0, None)
            values[f"size of {name}"] = _one_of(cards - 1 if cards else None, 21)
            values[f"bet of {name}"] = _bar(0 if bet is None else bets.index(bet) + 1, 4)
        out = [*view["out"], *[None] * SEATS]
        for name, gone in zip(("first", "second", "third"), out, strict=False):
            values[f"{name} out"] = _one_of(self._distance(gone), SEATS)
        bids = [entry for entry in view["auction"]["bids"] if entry["bid"] is not None] if view["auction"] else []
        bidder, bid = (bids[-1]["seat"], bids[-1]["bid"]) if bids else (None, None)
        return values | {
            "bidder": _one_of(self._distance(bidder), SEATS),
            "bid": _one_of(None if bid is None else bets.index(bid), 3),
            "first lead": _one_of(self._distance(view["lead"]), SEATS),
            "dealer": _one_of(self._distance(view["dealer"]), SEATS),
            "swaps": _bar(len(view["exchange"]["gave"]) if view["exchange"] else 0, SWAPS),
        }

    def _sides(self) -> dict[str, int]:
        """The own side first; partners share one."""
        view, rules, goal = self.view, self.rules, self.view["end"].get("goal")
        values: dict[str, int] = {}
        for step, name in enumerate(SEAT_NAMES):
            side = rules.sides[(self.seat + step) % rules.players] if step < rules.side_count else None
            pile = {"points": 0, "bonus": 0} if side is None else view["piles"][side]
            total = 0 if side is None else view["totals"][side]
            values[f"pile of side {name}"] = _bar(pile["points"] // 6, 14)
            values[f"bonus of side {name}"] = _bar(pile["bonus"] // 10, 8)
            values[f"eighths of goal of side {name}"] = _bar(8 * total // goal, 8) if goal else 0
        return values

    def _rules(self) -> dict[str, int]:
        rules = self.rules
        flags = (
            *(rules.deck.suits == 5, rules.deck.copies == 2, rules.partners, rules.open_bets, rules.name_lead),
            *(rules.reenter is not False, rules.out_bonus == "trick", rules.last_hand == "last_out", rules.slam),
            *(rules.points == "flat", rules.bet_multiplier == 2, rules.bet_rule == "score"),
            *(rules.haggis_to == "last_to_play", rules.sets),
        )
        bets = [*rules.bets, *[0] * BET_VALUES]
        return {
            "players": _one_of(rules.players - 2, 3),
            "opening": _one_of(("", "auction", "exchange").index(rules.opening), 3),
            "bomb_to": _one_of(_BOMB_TO.index(rules.bomb_to), 3),
            "rules": sum(flag << place for place, flag in enumerate(flags)),
            **{f"{place + 1}. bet value": _bar(bets[place] // 10, 10) for place in range(BET_VALUES)},
        }

    def _past(self) -> dict[str, int]:
        """The last actions, the latest first; gifts and buried cards are left out."""
        values: dict[str, int] = {}
        latest = self.log[: -PAST - 1 : -1]
        for back in range(PAST):
            row = dict.fromkeys((name for word in LOGGED for name, _ in word), 0)
            if back < len(latest):
                seat, text = latest[back]
                verb = text.partition(" ")[0]
                if verb in ("give", "bury"):
                    row["verb"] = 1 << VERBS.index(verb)
                    row["by"] = _one_of(self._distance(seat), SEATS)
                else:
                    row = self._action(parse(text, self.rules), self._distance(seat), None)
            values |= {f"{back + 1} ago: {name}": value for name, value in row.items()}
        return values

    def _choice(self, action: Action) -> dict[str, int]:
        """A legal action: what it is, and how the cards that it leaves could be shed."""
        rest = remove(self.hand, _cards_of(action))
        plays, low_card_cost = split_hand(self.rules.deck, rest)
        return self._action(action, None, rest.bit_count()) | {
            "plays left, at least": _bar(plays, 16),
            "plays left": _one_of(plays, 16),
            "quarters of low-card cost left": _bar(low_card_cost, 32),
        }

    def _action(self, action: Action, by: int | None, left: int | None) -> dict[str, int]:
        cards, play = _cards_of(action), action if isinstance(action, Play) else None
        named = self._distance(action.seat) if isinstance(action, Award | Lead) else None
        bet = self.rules.bets.index(action.value) if isinstance(action, Bet | Bid) else None
        return {
            "cards": _first(cards) | _courts(cards) << PLANE,
            "verb": 1 << (play.kind if play is not None else VERBS.index(action.verb)),
            "cards, twice": _second(cards),
            "by": _one_of(by, SEATS),
            "names": _one_of(named, SEATS),
            "bet": _one_of(bet, 8),
            "rank": _one_of(None if play is None else play.rank, 14),
            "length": _one_of(None if play is None else play.length, 10),
            "width": _one_of(None if play is None else play.width - 1, 8),
            "left in hand": _one_of(left, 22),
            "points": _bar(card_points(self.rules, cards), 10),
        }


def _cards_of(action: Action) -> Cards:
    """The cards that an action takes out of the hand."""
    if isinstance(action, Play | Bury):
        return action.cards
    return action.card if isinstance(action, Give) else 0
