"""The native core's Python face: the same rounds as `haggis_cards.round`, played by C++.

- `State` is one round: from a Python `Round` and back, legal actions, acting, and `resample`: other worlds that a seat
  cannot rule out.
- `Batch` plays thousands of rounds at once on NumPy arrays.

The Python engine is the definition; this core is indistinguishable from it, list for list and point for point. Packed
actions are two words (lo, hi); `native/action.hpp` explains their bits, `pack` and `unpack` translate.

>>> from haggis_cards import Match
>>> state = State.from_round(Match("haggis-2", seed=1).round)
>>> state = state.act(state.legal()[0])
>>> state.to_round().log
((1, Play('2r')),)
"""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from haggis_cards import _native
from haggis_cards.actions import PASS, Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.cards import COURT_SHIFT, FIRST, PLANE, TOP, Cards
from haggis_cards.combos import Kind, Play
from haggis_cards.errors import IllegalAction, RulesError
from haggis_cards.round import Deal, Phase, Round
from haggis_cards.rules import Rules

PHASES: Final = tuple(Phase)  # a state's phase is the place in this list

_SEED: Final = (1 << 64) - 1  # any whole number is a seed
# The verbs of packed actions behind the kinds of play; BET and BID carry a place in `Rules.bets`.
_VERBS: Final[tuple[type[Action], ...]] = (Pass, Bet, Bid, Give, Bury, Award, Lead)
_VERB: Final = {verb: len(Kind) + place for place, verb in enumerate(_VERBS)}
_VERB_SHIFT: Final = 60
_SEAT_SHIFT: Final = 56
_READING: Final = 48  # of `lo`; the reading stands at bit 94 of a Python play
_DOUBLE: Final = COURT_SHIFT + 3  # the bit of a Python play that tells a double deck

# A state as a NumPy record: the fields of `native/state.hpp`.
STATE: Final = np.dtype(
    {
        "names": [name for name, _, _ in _native.layout()],
        "formats": [form for _, form, _ in _native.layout()],
        "offsets": [offset for _, _, offset in _native.layout()],
        "itemsize": _native.STATE_SIZE,
    }
)


class RandomPlayStats(NamedTuple):
    """What random play has done; the checksum changes only when behaviour does."""

    decisions: int
    moves: int  # legal actions, over all decisions
    rounds: int
    checksum: int


# The fields whose values are told by their place in the list, as in `native/rules.hpp`.
_CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "opening": ("", "auction", "exchange"),
    "bomb_to": ("winner", "opponents", "chosen"),
    "out_bonus": ("immediate", "trick"),
    "leftover": ("first_out", "last_out"),
    "points": ("printed", "flat"),
    "bet_rule": ("out", "score"),
    "haggis_to": ("first_out", "last_to_play"),
    "partners": (False, True),
    "open_bets": (False, True),
    "name_lead": (False, True),
    "slam": (False, True),
    "sets": (False, True),
}


@lru_cache(maxsize=256)
def native_rules(rules: Rules) -> _native.Rules:
    """The rules as the core knows them."""
    if len(rules.bets) > _native.MAX_BETS:
        raise RulesError("core-bets", most=_native.MAX_BETS, found=len(rules.bets))
    if rules.bets[-1] > _native.MAX_BET:
        raise RulesError("core-bet", most=_native.MAX_BET, found=rules.bets[-1])
    if rules.top_rank != TOP:
        raise RulesError("core-top-rank", top=TOP, found=rules.top_rank)
    numbers = {name: int(getattr(rules, name)) for name in ("players", "haggis_size", "hand_size", "bet_multiplier")}
    places = {name: values.index(getattr(rules, name)) for name, values in _CHOICES.items()}
    reenter = int(rules.reenter is not False)
    return _native.Rules(rules.bets, numbers | places | rules.deck._asdict() | {"reenter": reenter})


def pack(action: Action, rules: Rules) -> tuple[int, int]:
    """An action as the core's two words (lo, hi). What no action of this game can say is lost in them."""
    if isinstance(action, Play):
        first, courts = action & FIRST, action >> COURT_SHIFT & 7
        return first | courts << PLANE | (action >> _DOUBLE + 1 & 0xFFFF) << _READING, action >> PLANE & FIRST
    lo = _VERB[type(action)] << _VERB_SHIFT
    match action:
        case Pass():
            return lo, 0
        case Bet(value) | Bid(value):
            return lo | (rules.bets.index(value) if value in rules.bets else 15), 0
        case Give(cards) | Bury(cards):
            return lo | cards & FIRST, cards >> PLANE & FIRST
        case Award(seat) | Lead(seat):
            return lo | seat & 15, 0


def unpack(lo: int, hi: int, rules: Rules) -> Action:
    """The action that two words of the core mean; a seat in them is ignored."""
    lo, hi = int(lo), int(hi)
    verb = lo >> _VERB_SHIFT
    first, second = lo & FIRST, (hi & FIRST) << PLANE
    if verb < len(Kind):
        courts = (lo >> PLANE & 7) << COURT_SHIFT
        return Play(first | second | courts | rules.deck.copies - 1 << _DOUBLE | lo >> _READING << _DOUBLE + 1)
    kind = _VERBS[verb - len(Kind)]
    if kind is Pass:
        return PASS
    if kind is Bet or kind is Bid:
        return kind(rules.bets[first])
    if kind is Give or kind is Bury:
        return kind(first | second)
    assert kind is Award or kind is Lead
    return kind(first)


def _planes(cards: Cards) -> tuple[int, int]:
    return cards & FIRST, cards >> PLANE & FIRST


class State:
    """One round in the core, with its history: immutable, as `Round` is.

    `fields` gives the raw state as a NumPy record: hidden cards included, like `Round`, it is not for players.
    """

    __slots__ = ("_game", "rules")

    def __init__(self, rules: Rules, game: _native.Game) -> None:
        """Wraps a game of the core; `from_round` and `Batch.state` make states."""
        self.rules = rules
        self._game = game

    @classmethod
    def from_round(cls, round: Round) -> Self:
        """The state of a Python round. Its log is played again; a round that does not follow from it is refused."""
        rules, deal = round.rules, round.deal
        _check_totals(round.totals)
        game = _native.Game(
            native_rules(rules),
            [_planes(hand) for hand in deal.hands],
            [card.bit_length() - 1 for card in deal.haggis],
            round.dealer,
            0 if round.lead is None else round.lead,
            round.totals,
        )
        state = cls(rules, game)
        for seat, action in round.log:
            if not game.act(seat, *pack(action, rules)):
                raise RulesError("log", entry=f"{seat} {action}")
        if (state.phase, state.turn, state.hands) != (round.phase, next(iter(round.to_act), None), round.hands):
            raise RulesError("log-end")
        return state

    def to_round(self) -> Round:
        """The same round in Python, with its tricks and its log."""
        rules, fields = self.rules, self.fields
        hands, haggis = self._game.deal()
        deal = Deal(tuple(first | second << PLANE for first, second in hands), tuple(1 << bit for bit in haggis))
        totals = [int(total) for total in fields["totals"][: rules.side_count]]
        lead = None if rules.opening == "auction" else int(fields["lead"])
        rnd = Round.start(rules, deal, dealer=int(fields["dealer"]), lead=lead, totals=totals)
        for seat, action in self.log:
            rnd = rnd.act(seat, action)
        return rnd

    @property
    def fields(self) -> Any:
        """The raw fields (see `STATE` and `native/state.hpp`), as one NumPy record."""
        return np.frombuffer(self._game.raw, dtype=STATE)[0]

    @property
    def log(self) -> Iterator[tuple[int, Action]]:
        """Every action so far with its seat."""
        for lo, hi in self._game.log.tolist():
            yield hi >> _SEAT_SHIFT & 15, unpack(lo, hi, self.rules)

    @property
    def phase(self) -> Phase:
        return PHASES[int(self.fields["phase"])]

    @property
    def turn(self) -> int | None:
        """Whom the round waits for; in the exchange the first of them; None when it is over."""
        turn = int(self.fields["turn"])
        return None if turn == _native.NOBODY else turn

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands by seat, as the Python engine writes them."""
        hands = self.fields["hands"][: self.rules.players].tolist()
        return tuple(first & FIRST | second << PLANE | first >> PLANE << COURT_SHIFT for first, second in hands)

    def packed(self, seat: int | None = None) -> NDArray[np.uint64]:
        """The legal actions of a seat (that of the turn, if none is given) as rows (lo, hi)."""
        seat = self.turn if seat is None else seat
        return np.empty((0, 2), np.uint64) if seat is None else self._game.legal(self._checked(seat))

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """The same as `Round.legal`; without a seat for the one whose turn it is."""
        return tuple(unpack(lo, hi, self.rules) for lo, hi in self.packed(seat).tolist())

    def encode(self, seat: int, goal: int = 0) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """What the seat knows as a row of words, and a row for each of its legal actions (`haggis_cards.encoding`)."""
        state, actions = _rows(1, len(self.packed(seat)))
        self._game.encode(seat, goal, state, actions)
        return state[0], actions

    def select_candidates(self, seat: int, goal: int = 0) -> tuple[NDArray[np.uint64], list[int], NDArray[np.uint64]]:
        """What the seat knows, the places of the legal actions that are worth a thought, and a row for each of them.

        These are what the core's rule-based policy thinks most of, the best first; bets are not among them.
        """
        state = np.empty((1, _native.STATE_WORDS), np.uint64)
        rows = np.empty((_native.MAX_CANDIDATES, _native.CHOICE_WORDS), np.uint64)
        places = self._game.select_candidates(self._checked(seat), goal, state, rows)
        return state[0], places, rows[: len(places)]

    def act(self, action: Action, seat: int | None = None) -> "State":
        """The state after an action, by default of the seat whose turn it is; a refused one raises as in Python."""
        actor = self.turn if seat is None else seat
        after, packed = copy(self._game), pack(action, self.rules)
        if actor is not None and actor in self.rules.seats:
            if after.act(actor, *packed) and unpack(*packed, self.rules) == action:
                return State(self.rules, after)
        refusal = self.to_round().refusal(actor or 0, action)  # the definition knows why
        assert refusal is not None, "the engines differ"
        raise refusal

    def score(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The points of a round that is over: cards, bonuses and bets, each by side."""
        cards, bonus, bets = self._game.score()
        return tuple(cards), tuple(bonus), tuple(bets)

    def resample(self, seat: int, rng: Random | int) -> "State":
        """Another world that this seat cannot rule out, as a whole state with a history that the seat could have seen.

        The unseen number cards are dealt again among the other hands and the haggis; every deal of physical cards that
        fits is equally likely. Known are hand sizes, cards that the seat gave to its partner and that were not since
        played or given back, and, to the Shepherd, what it drew and buried. What others do in secret (picks that wait
        for the swap, the opponents' gifts, a Shepherd's burial) is chosen at random to fit. `rng` may be a seed.
        """
        seed = rng.getrandbits(64) if isinstance(rng, Random) else rng
        return State(self.rules, self._game.resample(self._checked(seat), seed & _SEED))

    def _checked(self, seat: int) -> int:
        if seat not in self.rules.seats:
            raise IllegalAction("no-such-seat", number=seat, last=self.rules.players - 1)
        return seat

    def perft(self, depth: int) -> int:
        """The number of action sequences of this length, each seat acting in turn (`tests/perft`)."""
        return self._game.perft(depth)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same = self.rules == other.rules and self._game.raw == other._game.raw
        return same and np.array_equal(self._game.log, other._game.log)

    def __hash__(self) -> int:
        return hash(self._game.raw)

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_round, (self.to_round(),)

    def __repr__(self) -> str:
        return f"<State of {self.rules.preset}: {self.phase.value}, turn {self.turn}, {len(self._game.log)} actions>"


class Batch:
    """Many rounds at once, stepped together; a round that ends is scored and another is dealt in its place.

    Arrays have a row for each round. They show the batch's own memory and change with the next step: copy what you
    keep. One batch belongs to one thread at a time; `threads` are its own.

        batch = Batch("haggis-3", 4096, seed=1, threads=2)
        while training:
            choices = policy(batch)             # a place in each round's list of legal actions
            batch.step(choices)
            learn(batch.done, batch.scores)     # where a round has ended, its points

    With the same seed and the same choices the same happens, whatever the number of threads.
    """

    def __init__(
        self,
        rules: Rules | str,
        count: int,
        *,
        seed: int = 0,
        threads: int = 1,
        dealer: int | None = None,
        totals: Sequence[int] | None = None,
    ) -> None:
        """Deals `count` rounds. A random seat deals each, with totals of zero, unless they are given."""
        self.rules = Rules.of(rules)
        if dealer is not None and dealer not in self.rules.seats:
            raise RulesError("dealer", last=self.rules.players - 1, text=str(dealer))
        totals = (0,) * self.rules.side_count if totals is None else totals
        if len(totals) != self.rules.side_count:
            raise RulesError("totals", preset=self.rules.preset, count=self.rules.side_count, found=len(totals))
        _check_totals(totals)
        self._batch = _native.Batch(
            native_rules(self.rules),
            count,
            seed & _SEED,
            threads,
            _native.NOBODY if dealer is None else dealer,
            totals,
        )

    def __len__(self) -> int:
        return len(self._batch)

    @property
    def seats(self) -> NDArray[np.uint8]:
        """The seat to act in each round."""
        return self._batch.seats

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where each round's list starts in `actions`, and at the end their number: `count + 1` values."""
        return self._batch.offsets

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many legal actions each round has."""
        return np.diff(self._batch.offsets)

    @property
    def actions(self) -> NDArray[np.uint64]:
        """The legal actions of all rounds as rows (lo, hi), list after list, each in the order of `Round.legal`."""
        return self._batch.actions

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last action ended a round; then a fresh one stands in its place."""
        return self._batch.done

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points of the last round that ended in each place: [count, 3, sides], by cards, bonuses and bets."""
        return self._batch.scores

    @property
    def states(self) -> NDArray[np.void]:
        """The raw states (`STATE`), hidden cards included: what observations are made of."""
        records: NDArray[np.void] = self._batch.states.view(STATE)[:, 0]
        return records

    def step(self, choices: ArrayLike) -> None:
        """One action in every round, by its place in the round's list."""
        self._batch.step(np.ascontiguousarray(choices, dtype=np.int64))

    def encode(self, goal: int = 0) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """What the seats to act know, a row each, and a row for each of `actions` (`haggis_cards.encoding`)."""
        states, actions = _rows(len(self), len(self.actions))
        self._batch.encode(goal, states, actions)
        return states, actions

    def play_random(self, decisions: int) -> RandomPlayStats:
        """So many decisions in every round, each uniform over the legal list; `done` tells of the last one."""
        return RandomPlayStats(*self._batch.play_random(decisions))

    def legal(self, index: int) -> tuple[Action, ...]:
        """The legal actions of one round as the Python engine writes them."""
        start, end = self.offsets[index : index + 2]
        return tuple(unpack(lo, hi, self.rules) for lo, hi in self.actions[start:end].tolist())

    def state(self, index: int) -> State:
        """A copy of one round, with its history."""
        return State(self.rules, self._batch.game(index))

    def put(self, index: int, state: State) -> None:
        """Puts a state, not over, in the place of a round."""
        self._batch.put(index, state._game)


def play_random(rules: Rules | str, decisions: int, seed: int = 0) -> RandomPlayStats:
    """Rounds of uniformly random play, one after the other, until so many decisions are made: the plain C++ loop."""
    return RandomPlayStats(*_native.play_random(native_rules(Rules.of(rules)), decisions, seed & _SEED))


def _rows(states: int, actions: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return np.empty((states, _native.STATE_WORDS), np.uint64), np.empty((actions, _native.ACTION_WORDS), np.uint64)


def _check_totals(totals: Sequence[int]) -> None:
    most = (1 << 31) - 1
    if any(abs(total) > most for total in totals):
        raise RulesError("core-totals", most=most, found=max(totals, key=abs))
