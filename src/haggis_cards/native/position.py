"""One round in the core: from Python and back, what a seat may do, and what the core makes of it."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.actions import Action, is_action
from haggis_cards.cards import COURT_SHIFT, FIRST, PLANE, Cards, clip
from haggis_cards.deal import Deal
from haggis_cards.determinize import determinize
from haggis_cards.errors import HaggisError, NotationError, RulesError
from haggis_cards.native.rules import native_rules
from haggis_cards.packing import check_totals, pack, pack_logged, planes, unpack, unpack_logged
from haggis_cards.positions import parse_position, position_line
from haggis_cards.round import Phase, Round
from haggis_cards.rules import Rules
from haggis_cards.view import View

PHASES: Final = tuple(Phase)  # a state's phase is the place in this list
assert tuple(_native.phase_names()) == PHASES
SEED_MASK: Final = (1 << 64) - 1  # any whole number is a seed

# A state as a NumPy record: the fields of `native/state.hpp`.
STATE: Final = np.dtype(
    {
        "names": [name for name, _, _ in _native.layout()],
        "formats": [form for _, form, _ in _native.layout()],
        "offsets": [offset for _, _, offset in _native.layout()],
        "itemsize": _native.STATE_SIZE,
    }
)


class SearchResult(NamedTuple):
    """What a search found: the best action by its place in the legal list, and every action that it tried."""

    place: int
    value: float  # points ahead of the other sides' mean
    rounds: int  # that were played out
    solved: int  # worlds whose end was worked out
    options: list[tuple[int, float, int]]  # places, points ahead and worlds, the best first


NO_BET: Final = -1  # in place of one in the legal list


class Choice(NamedTuple):
    """What a bot of the core does, and what it has found out; what does not apply is 0."""

    place: int | None  # in the legal list; None for no bet out of turn
    value: float  # points ahead
    rounds: int  # that a search played out
    solved: int  # worlds whose end it worked out
    worlds: int  # that foresight played in
    points: float  # ahead, by the network,
    first_out: float  # and the chance to be first out
    options: list[tuple[int, float, int]]  # that a search tried: places, points ahead and worlds, the best first
    pace: float  # of foresight: seconds of a round that is played out


class Position:
    """One round in the core, with its history: immutable, as `Round` is.

    `fields` gives the raw state as a NumPy record. It shows all cards, as `Round` does: keep it from players. `native`
    is the core's own object, for the calls of `_native`.
    """

    __slots__ = ("native", "rules")

    def __init__(self, rules: Rules, native: _native.Position) -> None:
        """Wraps a position of the core; `from_round`, `from_view` and `Batch.position` make positions."""
        self.rules = rules
        self.native = native

    @classmethod
    def from_round(cls, round: Round) -> Self:
        """The position of a Python round. Its log is played again; a round that does not follow from it is refused."""
        position = cls._replayed(round.rules, round.deal, round.dealer, round.lead, round.totals, round.log)
        if (position.phase, position.turn, position.hands) != (
            round.phase,
            next(iter(round.to_act), None),
            round.hands,
        ):
            raise RulesError("log-end")
        return position

    @classmethod
    def from_view(cls, view: View, rng: Random) -> Self:
        """A position that the view allows, in which the seat would see exactly this view; not for a round that is over.

        The cards that the seat cannot see are dealt at random (`haggis_cards.determinize`).
        """
        try:
            rules = Rules.from_spec(view["rules"])
            deal, log = determinize(view, rng)
            return cls._replayed(rules, deal, view["dealer"], view["lead"], view["totals"], log)
        except HaggisError:
            raise
        except Exception as error:  # a program's view may be wrong in any way
            raise RulesError("view", why=f"{type(error).__name__}: {error}"[:160]) from error

    @classmethod
    def _replayed(
        cls,
        rules: Rules,
        deal: Deal,
        dealer: int,
        lead: int | None,
        totals: Sequence[int],
        log: Iterable[tuple[int, Action]],
    ) -> Self:
        check_totals(totals)
        hands = [planes(hand) for hand in deal.hands]
        haggis = [card.bit_length() - 1 for card in deal.haggis]
        native = _native.Position(native_rules(rules), hands, haggis, dealer, 0 if lead is None else lead, totals)
        entries = tuple(log)
        packed = np.array([pack_logged(seat, action, rules) for seat, action in entries], np.uint64).reshape(-1, 2)
        done = native.replay(packed)
        if done < len(entries):
            seat, action = entries[done]
            raise RulesError("log", entry=f"{seat} {action}")
        return cls(rules, native)

    @classmethod
    def parse(cls, line: str) -> Self:
        """The position that a line of text names (`haggis_cards.positions`)."""
        return cls.from_round(parse_position(line))

    @property
    def line(self) -> str:
        """The position as one line of text."""
        return position_line(self.to_round())

    def to_round(self) -> Round:
        """The same round in Python, with its tricks and its log."""
        rules, fields = self.rules, self.fields
        hands, haggis = self.native.deal()
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
        return np.frombuffer(self.native.raw, dtype=STATE)[0]

    @property
    def log(self) -> Iterator[tuple[int, Action]]:
        """Every action so far with its seat."""
        for lo, hi in self.native.log.tolist():
            yield unpack_logged(lo, hi, self.rules)

    @property
    def action_count(self) -> int:
        """The number of actions so far."""
        return len(self.native.log)

    @property
    def phase(self) -> Phase:
        return PHASES[int(self.fields["phase"])]

    @property
    def turn(self) -> int | None:
        """The seat that the round waits for; in the exchange the first of them; None when it is over."""
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
        """The legal actions of a seat (by default the one whose turn it is) as rows (lo, hi)."""
        seat = self.turn if seat is None else seat
        return np.empty((0, 2), np.uint64) if seat is None else self.native.legal(self._checked(seat))

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """The same as `Round.legal`; without a seat for the one whose turn it is."""
        return tuple(unpack(lo, hi, self.rules) for lo, hi in self.packed(seat).tolist())

    def count(self, seat: int | None = None) -> int:
        """The number of legal actions, counted without a list of them; without a seat for the one whose turn it is."""
        seat = self.turn if seat is None else seat
        return 0 if seat is None else self.native.count(self._checked(seat))

    def random(self, rng: Random, seat: int | None = None) -> Action:
        """One of the legal actions, each as likely as the others, drawn without a list of them."""
        count, seat = self.count(seat), self.turn if seat is None else seat
        if seat is None or not count:
            raise RulesError("no-options", seat=seat)
        return unpack(*self.native.legal_at(seat, rng.randrange(count)), self.rules)

    def encode(self, seat: int, goal: int = 0) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """What the seat knows as a row of words, and a row for each of its legal actions (`haggis_cards.encoding`)."""
        state, actions = make_rows(1, len(self.packed(seat)))
        self.native.encode(seat, goal, state, actions)
        return state[0], actions

    def select_candidates(self, seat: int, goal: int = 0) -> tuple[NDArray[np.uint64], list[int], NDArray[np.uint64]]:
        """What the seat knows, the places of its candidate actions in the legal list, and a row for each of them.

        The candidates are the actions that the core's rule-based policy values most, the best first; bets are not among
        them.
        """
        state = np.empty((1, _native.STATE_WORDS), np.uint64)
        rows = np.empty((_native.MAX_CANDIDATES, _native.CHOICE_WORDS), np.uint64)
        places = self.native.select_candidates(self._checked(seat), goal, state, rows)
        return state[0], places, rows[: len(places)]

    def search(
        self,
        seat: int,
        seed: int,
        *,
        iterations: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
        tree: bool = True,
        belief: bool = True,
        clairvoyant: bool = False,
        stakes: _native.Stakes | None = None,
        network: _native.Network | None = None,
    ) -> SearchResult:
        """What the core's search finds for a seat, with a budget of rounds to play out, of seconds, or of both.

        It uses only what the seat knows, unless it is `clairvoyant`. The result for a number of iterations does not
        depend on the number of threads. With `stakes` points count by their worth in the match. If the network has a
        belief about the cards, that deals the worlds.
        """
        seat = self._checked(seat)
        budget = (iterations, seconds, threads)
        return SearchResult(
            *_native.search(self.native, seat, seed, *budget, tree, belief, clairvoyant, stakes, network)
        )

    def think(self, seat: int, seeds: tuple[int, int] = (0, 0), **how: Any) -> Choice:
        """What a bot of the core does: `search`, or with networks `neural`, or with both `foresight`.

        It uses only what the seat knows, unless it is `clairvoyant`. `how` are the arguments of `_native.think`.
        """
        found = Choice._make(_native.think(self.native, self._checked(seat), seeds, **how))
        return found._replace(place=None) if found.place == NO_BET else found

    def act(self, action: Action, seat: int | None = None) -> "Position":
        """The position after an action, by default of the seat whose turn it is; a refused one raises as in Python."""
        actor = self.turn if seat is None else self._checked(seat)
        if not is_action(action):
            raise NotationError("value-of-action", text=clip(action))
        after, packed = copy(self.native), pack(action, self.rules)
        if actor is not None:
            if after.act(actor, *packed) and unpack(*packed, self.rules) == action:
                return Position(self.rules, after)
        refusal = self.to_round().refusal(actor or 0, action)  # the definition knows why
        assert refusal is not None, "the engines differ"
        raise refusal

    def score(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The points of a round that is over: cards, bonuses and bets, each by side."""
        cards, bonus, bets = self.native.score()
        return tuple(cards), tuple(bonus), tuple(bets)

    def determinize(self, seat: int, rng: Random | int) -> "Position":
        """A position that this seat cannot tell from this one, with a history that the seat could have seen.

        The unseen number cards are dealt again among the other hands and the haggis; every deal of physical cards that
        fits is equally likely. The seat knows the sizes of hands, the cards that it gave to its partner and that were
        not since played or given back, and, as the Shepherd, what it drew and buried. What others do in secret (picks
        that wait for the swap, the opponents' gifts, a Shepherd's burial) is chosen at random to fit. `rng` may be a
        seed.
        """
        seed = rng.getrandbits(64) if isinstance(rng, Random) else rng
        return Position(self.rules, self.native.determinize(self._checked(seat), seed & SEED_MASK))

    def perft(self, depth: int) -> int:
        """The number of action sequences of this length, each seat acting in turn (`tests/perft`)."""
        return self.native.perft(depth)

    def _checked(self, seat: int) -> int:
        return self.rules.seat(seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self.rules == other.rules and self.native.raw == other.native.raw
        return same and np.array_equal(self.native.log, other.native.log)

    def __hash__(self) -> int:
        return hash(self.native.raw)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_round, (self.to_round(),)

    def __repr__(self) -> str:
        return f"<Position of {self.rules.preset}: {self.phase.value}, turn {self.turn}, {self.action_count} actions>"


def make_rows(states: int, actions: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Room for rows of features."""
    return np.empty((states, _native.STATE_WORDS), np.uint64), np.empty((actions, _native.ACTION_WORDS), np.uint64)
