"""What a seat knows, and what it may do, as bits for learning machines: the reference of `native/encode.hpp`.

`encode_view` makes the rows of `State.encode` and `Batch.encode` out of a view alone, so nothing hidden can be in them.
A row is a few 64-bit words; `unpack` turns their bits, lowest first, into features of 0 and 1, and `STATE_FIELDS` and
`ACTION_FIELDS` say which is which. Seats are told by their distance to the left of the one whose row it is. A number is
one bit of many (`_one_of`), or a bar that grows with it (`_bar`).

>>> STATE_FEATURES[137]
'unseen: 2y'
>>> ACTION_FEATURES[53]
'verb: pass'
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, parse
from haggis_cards.cards import (
    COURT_SHIFT,
    COURTS,
    FIRST,
    LINE,
    NUMBERS,
    PLANE,
    RANKS,
    SUITS,
    Cards,
    add,
    gather,
    parse_cards,
    remove,
)
from haggis_cards.cards import parse_card as one_card
from haggis_cards.combos import Kind, Play
from haggis_cards.encoding.hand_split import outlook
from haggis_cards.round import SWAPS, Phase
from haggis_cards.rules import Rules
from haggis_cards.scoring import card_points
from haggis_cards.view import View

WORD: Final = 64
SEATS: Final = 4  # of the largest table
PAST: Final = 12  # actions of the past in a row

Words: TypeAlias = NDArray[np.uint64]
Labels: TypeAlias = Sequence[str]


class Field(NamedTuple):
    """Neighbouring bits of a row that belong together."""

    name: str
    first: int  # the place of its lowest bit in the row
    labels: tuple[str, ...]  # what each bit says

    @property
    def width(self) -> int:
        return len(self.labels)


# The layout. What follows mirrors the order of `encode.hpp`, word by word: names and what their bits say.

_CARDS: Final = tuple(RANKS[bit % LINE] + SUITS[bit // LINE] for bit in range(PLANE))
_SEATS: Final = ("self", "1 left", "2 left", "3 left")
_KINDS: Final = tuple(kind.name.lower() for kind in Kind)
_VERBS: Final = (*_KINDS, "pass", "bet", "bid", "give", "bury", "award", "lead")
_PHASES: Final = tuple(phase.value for phase in Phase if phase is not Phase.OVER)
_FLAGS: Final = (
    *("five suits", "two copies", "partners", "open_bets", "name_lead", "reenter", "out_bonus trick"),
    *("leftover last_out", "slam", "points flat", "bet_pays 2", "bet_rule score", "haggis_to last_to_play", "sets"),
)
_BETS: Final = 3  # bet values whose size is told


def _numbers(room: int, start: int = 0, unit: str = "") -> Labels:
    """One bit a number; the last also stands for all above."""
    return [f"{number}{unit}" for number in range(start, start + room)]


def _steps(room: int, step: int = 1, unit: str = "") -> Labels:
    """A bar: so many bits as the number has steps."""
    return [f"{step * (place + 1)}{unit} or more" for place in range(room)]


_Word: TypeAlias = list[tuple[str, Labels]]


def _planes(name: str, *more: tuple[str, Labels]) -> list[_Word]:
    """Cards, and in a second word those that are there twice."""
    return [[(name, _CARDS), *more], [(f"{name}, twice", _CARDS)]]


_COURTS: Final = tuple(COURTS)
_LOGGED: Final[list[_Word]] = [
    [("cards", (*_CARDS, *_COURTS)), ("verb", _VERBS)],
    [("cards, twice", _CARDS), ("by", _SEATS), ("names", _SEATS), ("bet", _numbers(8, 1, ". value"))],
    [
        ("rank", _numbers(14)),
        ("length", _numbers(10)),
        ("width", _numbers(8, 1)),
        ("left in hand", _numbers(22)),
        ("points", _steps(10)),
    ],
]
_ACTION: Final[list[_Word]] = [
    *_LOGGED,
    [
        ("plays left, at least", _steps(16)),
        ("plays left", _numbers(16)),
        ("quarters of weakness left", _steps(32)),
    ],
]
_STATE: Final[list[_Word]] = [
    *_planes("hand", ("own courts", _COURTS)),
    *_planes("unseen"),
    *(
        word
        for seat in _SEATS
        for word in _planes(f"played by {seat}", (f"courts played by {seat}", _COURTS), (f"courts of {seat}", _COURTS))
    ),
    *_planes("given, with the partner"),
    *_planes("received"),
    [("buried", _CARDS)],
    [
        ("top kind", _KINDS),
        ("top width", _numbers(8, 1)),
        ("top length", _numbers(10)),
        ("top rank", _numbers(14)),
        ("top by", _SEATS),
        ("passed", _SEATS),
        ("phase", _PHASES),
        ("trick points", _steps(13, 3)),
    ],
    [(f"size of {seat}", _numbers(21, 1)) for seat in _SEATS[:3]],
    [
        (f"size of {_SEATS[3]}", _numbers(21, 1)),
        *((f"bet of {seat}", _steps(4, unit=". value")) for seat in _SEATS),
        *((f"{place} out", _SEATS) for place in ("first", "second", "third")),
        ("bidder", _SEATS),
        ("bid", _numbers(3, 1, ". value")),
        ("first lead", _SEATS),
    ],
    [
        ("dealer", _SEATS),
        ("swaps", _steps(SWAPS)),
        *((f"pile of side {seat}", _steps(14, 6)) for seat in _SEATS),
    ],
    [
        field
        for seat in _SEATS
        for field in ((f"bonus of side {seat}", _steps(8, 10)), (f"eighths of goal of side {seat}", _steps(8)))
    ],
    [
        ("players", _numbers(3, 2)),
        ("before", ("nothing", "auction", "exchange")),
        ("bomb_to", ("winner", "opponents", "chosen")),
        ("rules", _FLAGS),
        *((f"{place + 1}. bet value", _steps(10, 10)) for place in range(_BETS)),
    ],
    *([(f"{back} ago: {name}", labels) for name, labels in word] for back in range(1, PAST + 1) for word in _LOGGED),
]


def _placed(words: list[_Word]) -> tuple[Field, ...]:
    fields = []
    for number, word in enumerate(words):
        at = number * WORD
        for name, labels in word:
            fields.append(Field(name, at, tuple(labels)))
            at += len(labels)
        assert at <= (number + 1) * WORD
    return tuple(fields)


def _features(fields: tuple[Field, ...], words: int) -> tuple[str, ...]:
    names = [""] * (words * WORD)
    for field in fields:
        names[field.first : field.first + field.width] = [f"{field.name}: {label}" for label in field.labels]
    return tuple(names)


STATE_WORDS: Final = len(_STATE)
STATE_FIELDS: Final = _placed(_STATE)
ACTION_WORDS: Final = len(_ACTION)
ACTION_FIELDS: Final = _placed(_ACTION)
STATE_FEATURES: Final = _features(STATE_FIELDS, STATE_WORDS)  # the name of every bit, empty for those never set
ACTION_FEATURES: Final = _features(ACTION_FIELDS, ACTION_WORDS)


def table(fields: Iterable[Field]) -> str:
    """Fields as a Markdown table: where they start, how many bits they have, what those say."""
    rows = ["| bits | field | what they say |", "|---|---|---|"]
    for field in fields:
        few = field.labels if field.width < 9 else (*field.labels[:3], "...", field.labels[-1])
        rows.append(f"| {field.first}-{field.first + field.width - 1} | {field.name} | {', '.join(few)} |")
    return "\n".join(rows)


def unpack(words: Words, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
    """The bits of rows as features of 0 and 1, lowest bit first: [..., words] to [..., 64 * words]."""
    rows = np.ascontiguousarray(words, dtype="<u8")
    return np.unpackbits(rows.view(np.uint8), axis=-1, bitorder="little").astype(dtype, copy=False)


def encode_view(view: View) -> tuple[Words, Words]:
    """The row of a seat's view, and a row for each of its legal actions.

    Totals are in it if the match is played to a goal of points.
    """
    return _Encoder(view).rows()


def _row(fields: tuple[Field, ...], words: int, values: Mapping[str, int]) -> list[int]:
    """Named values put into their bits."""
    row = [0] * words
    for field in fields:
        value = values[field.name]
        assert value < 1 << field.width, f"{field.name} has {field.width} bits, not room for {value:b}"
        row[field.first // WORD] |= value << field.first % WORD
    assert len(values) == len(fields)
    return row


def _one_of(value: int | None, room: int) -> int:
    return 0 if value is None else 1 << min(value, room - 1)


def _bar(value: int, room: int) -> int:
    return (1 << max(0, min(value, room))) - 1


def _first(cards: Cards) -> int:
    """First copies, without courts."""
    return cards & FIRST


def _second(cards: Cards) -> int:
    return cards >> PLANE & FIRST


def _courts(cards: Cards) -> int:
    return cards >> COURT_SHIFT


class _Encoder:
    """A view, read once."""

    def __init__(self, view: View) -> None:
        assert view["seat"] is not None
        assert view["hand"] is not None
        self.view, self.seat = view, view["seat"]
        self.rules = Rules.of(view["rules"])
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

    # Seats from this one on

    def _to(self, seat: int | None) -> int | None:
        return None if seat is None else (seat - self.seat) % self.rules.players

    def _set(self, seats: Iterable[int]) -> int:
        return sum(1 << (seat - self.seat) % self.rules.players for seat in seats)

    def _around(self) -> list[int | None]:
        """The seats from this one to the left, None where the table has no more."""
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
        piles = {"hand": self.hand, "unseen": unseen, "given, with the partner": self._known_gifts(), "received": 0}
        if view["exchange"]:
            piles["received"] = gather(map(one_card, view["exchange"]["received"]))
        for name, seat in zip(_SEATS, self._around(), strict=True):
            played = 0 if seat is None else self.played[seat]
            piles[f"played by {name}"] = played
            values[f"courts played by {name}"] = _courts(played)
            held = "" if seat is None else view["seats"][seat]["courts"]
            values[f"courts of {name}"] = _courts(parse_cards(held))
        for name, cards in piles.items():
            values |= {name: _first(cards), f"{name}, twice": _second(cards)}
        return values

    def _known_gifts(self) -> Cards:
        """What this seat gave and the partner must still have: not played since, nor perhaps given back (R3.1)."""
        exchange, partner = self.view["exchange"], self.rules.partner(self.seat)
        if exchange is None or partner is None:
            return 0
        gone = self.played[partner] & NUMBERS
        if len(exchange["gave"]) == SWAPS and exchange["received"][1] == exchange["gave"][0]:
            gone = add(gone, one_card(exchange["gave"][0]))
        known = 0
        for gift in map(one_card, exchange["gave"]):
            if gone & gift:
                gone = remove(gone, gift)
            else:
                known = add(known, gift)
        return known

    def _trick(self) -> dict[str, int]:
        view, top = self.view, self.view["to_beat"]
        return {
            "top kind": _one_of(_KINDS.index(top["kind"]) if top else None, 5),
            "top width": _one_of(top["width"] - 1 if top else None, 8),
            "top length": _one_of(top["length"] if top else None, 10),
            "top rank": _one_of(top["rank"] if top else None, 14),
            "top by": _one_of(self._to(top["seat"] if top else None), SEATS),
            "passed": self._set(self._passed()),
            "phase": _one_of(list(Phase).index(view["phase"]), len(_PHASES)),
            "trick points": _bar(sum(self._points(f"play {entry['play']}") for entry in self._plays()) // 3, 13),
        }

    def _plays(self) -> list[Any]:
        return [entry for entry in self.view["trick"] if entry["play"]]

    def _points(self, text: str) -> int:
        return card_points(self.rules, _cards_of(parse(text, self.rules)))

    def _passed(self) -> set[int]:
        """Who has passed on the highest combination, or, without `reenter`, in this trick; in the auction, for good."""
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
        for name, seat in zip(_SEATS, self._around(), strict=True):
            shown = None if seat is None else view["seats"][seat]
            cards, bet = (shown["cards"], shown["bet"]) if shown else (0, None)
            values[f"size of {name}"] = _one_of(cards - 1 if cards else None, 21)
            values[f"bet of {name}"] = _bar(0 if bet is None else bets.index(bet) + 1, 4)
        out = [*view["out"], *[None] * SEATS]
        for name, gone in zip(("first", "second", "third"), out, strict=False):
            values[f"{name} out"] = _one_of(self._to(gone), SEATS)
        bids = [entry for entry in view["auction"]["bids"] if entry["bid"] is not None] if view["auction"] else []
        bidder, bid = (bids[-1]["seat"], bids[-1]["bid"]) if bids else (None, None)
        return values | {
            "bidder": _one_of(self._to(bidder), SEATS),
            "bid": _one_of(None if bid is None else bets.index(bid), 3),
            "first lead": _one_of(self._to(view["lead"]), SEATS),
            "dealer": _one_of(self._to(view["dealer"]), SEATS),
            "swaps": _bar(len(view["exchange"]["gave"]) if view["exchange"] else 0, SWAPS),
        }

    def _sides(self) -> dict[str, int]:
        """The own side first; partners have one side, so that there are two."""
        view, rules, goal = self.view, self.rules, self.view["end"].get("goal")
        values: dict[str, int] = {}
        for step, name in enumerate(_SEATS):
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
            *(rules.reenter is not False, rules.out_bonus == "trick", rules.leftover == "last_out", rules.slam),
            *(rules.points == "flat", rules.bet_multiplier == 2, rules.bet_rule == "score"),
            *(rules.haggis_to == "last_to_play", rules.sets),
        )
        bets = [*rules.bets, *[0] * _BETS]
        return {
            "players": _one_of(rules.players - 2, 3),
            "before": _one_of(("", "auction", "exchange").index(rules.opening), 3),
            "bomb_to": _one_of(("winner", "opponents", "chosen").index(rules.bomb_to), 3),
            "rules": sum(flag << place for place, flag in enumerate(flags)),
            **{f"{place + 1}. bet value": _bar(bets[place] // 10, 10) for place in range(_BETS)},
        }

    def _past(self) -> dict[str, int]:
        """The last actions, the latest first; of gifts and burials the cards are left out."""
        values: dict[str, int] = {}
        latest = self.log[: -PAST - 1 : -1]
        for back in range(PAST):
            row = dict.fromkeys((name for word in _LOGGED for name, _ in word), 0)
            if back < len(latest):
                seat, text = latest[back]
                verb = text.partition(" ")[0]
                if verb in ("give", "bury"):
                    row["verb"] = 1 << _VERBS.index(verb)
                    row["by"] = _one_of(self._to(seat), SEATS)
                else:
                    row = self._action(parse(text, self.rules), self._to(seat), None)
            values |= {f"{back + 1} ago: {name}": value for name, value in row.items()}
        return values

    def _choice(self, action: Action) -> dict[str, int]:
        """An action to choose: what it is, and the outlook of the cards that it leaves."""
        rest = remove(self.hand, _cards_of(action))
        plays, weakness = outlook(self.rules.deck, rest)
        return self._action(action, None, rest.bit_count()) | {
            "plays left, at least": _bar(plays, 16),
            "plays left": _one_of(plays, 16),
            "quarters of weakness left": _bar(weakness, 32),
        }

    def _action(self, action: Action, by: int | None, left: int | None) -> dict[str, int]:
        cards, play = _cards_of(action), action if isinstance(action, Play) else None
        named = self._to(action.seat) if isinstance(action, Award | Lead) else None
        bet = self.rules.bets.index(action.value) if isinstance(action, Bet | Bid) else None
        return {
            "cards": _first(cards) | _courts(cards) << PLANE,
            "verb": 1 << (play.kind if play is not None else _VERBS.index(action.verb)),
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
