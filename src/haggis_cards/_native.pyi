"""
The native core: the whole round in C++. Use it through haggis_cards.native.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def rule_fields() -> dict[str, list[str]]:
    """
    The fields of Rules: the names of their choices, none for numbers and flags.
    """

def phase_names() -> list[str]:
    """The phases of a round, in the order of their numbers in a state."""

def verb_names() -> list[str]:
    """
    Kinds of play and other verbs, in the order of their numbers in packed actions.
    """

MAX_BETS: int = 8

MAX_BET: int = 100000000

class Rules:
    """
    The rules as numbers, every choice by its place in the fields of haggis_cards.Rules.
    """

    def __init__(self, bets: Sequence[int], fields: Mapping[str, int]) -> None: ...

MAX_ACTIONS: int = 352

MAX_LEGAL: int = 32768

MAX_PARTS: int = 341

MAX_STACKS: int = 2512

NOBODY: int = 255

STATE_SIZE: int = 224

STATE_WORDS: int = 59

ACTION_WORDS: int = 4

CHOICE_WORDS: int = 5

HIDDEN_WORDS: int = 6

MAX_CANDIDATES: int = 32

PAST: int = 12

def layout() -> list[tuple[str, str, int]]:
    """The fields of a state: name, NumPy format, offset."""

def count_plays(rules: Rules, hand: tuple[int, int]) -> int:
    """How many plays a hand has to lead."""

class Position:
    """The rules, the state of a round, and every action that led to it."""

    def __init__(self, rules: Rules, hands: Sequence[tuple[int, int]], haggis: Sequence[int], dealer: int, lead: int, totals: Sequence[int]) -> None: ...

    def __copy__(self) -> Position: ...

    def legal(self, seat: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C')]:
        """The legal actions of a seat as rows (lo, hi)."""

    def act(self, seat: int, lo: int, hi: int) -> bool:
        """Acts, or returns False and changes nothing if not legal."""

    def replay(self, log: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> int:
        """
        Acts as a log says, up to the first entry that is not legal; returns how many were.
        """

    def determinize(self, seat: int, seed: int) -> Position:
        """
        A position that the seat cannot tell from this one, with the unseen cards dealt again.
        """

    def encode(self, seat: int, goal: int, state: Annotated[NDArray[numpy.uint64], dict(shape=(None, 59), order='C', device='cpu')], actions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 4), order='C', device='cpu')]) -> None:
        """Fills rows of features: what the seat knows, and its legal actions."""

    def select_candidates(self, seat: int, goal: int, state: Annotated[NDArray[numpy.uint64], dict(shape=(None, 59), order='C', device='cpu')], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, 5), order='C', device='cpu')]) -> list[int]:
        """
        Fills rows of features for the candidates alone; returns their places in the legal list.
        """

    def score(self) -> list[list[int]]:
        """The points of a round that is over, by side: cards, bonus, bets."""

    def deal(self) -> tuple[list[tuple[int, int]], list[int]]:
        """The hands and the haggis as they were dealt."""

    def perft(self, depth: int) -> int:
        """The number of action sequences of this length."""

    @property
    def log(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C')]:
        """Every action so far as rows (lo, hi), seats included."""

    @property
    def raw(self) -> bytes:
        """The bytes of the state; `layout` names its fields."""

def play_random(rules: Rules, decisions: int, seed: int) -> tuple[int, int, int, int]:
    """
    Rounds of uniformly random play until that many decisions are made: (decisions, moves, rounds, checksum).
    """

class Batch:
    """Many rounds at once."""

    def __init__(self, rules: Rules, count: int, seed: int, threads: int, dealer: int, totals: Sequence[int]) -> None: ...

    def __len__(self) -> int: ...

    def step(self, choices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """One action in every round, by its place in the round's list."""

    def encode(self, goal: int, states: Annotated[NDArray[numpy.uint64], dict(shape=(None, 59), order='C', device='cpu')], actions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 4), order='C', device='cpu')]) -> None:
        """
        Fills rows of features: what the seats to act know, and all lists of legal actions.
        """

    def play_random(self, decisions: int) -> tuple[int, int, int, int]:
        """
        That many random decisions in every round: (decisions, moves, rounds, checksum).
        """

    def position(self, index: int) -> Position:
        """A copy of one round."""

    def put(self, index: int, position: Position) -> None:
        """Puts a position in the place of a round."""

    @property
    def actions(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), writable=False)]:
        """All lists of legal actions as rows (lo, hi)."""

    @property
    def offsets(self) -> Annotated[NDArray[numpy.int64], dict(writable=False)]:
        """Where each round's list starts, and the end."""

    @property
    def seats(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """The seat to act."""

    @property
    def done(self) -> Annotated[NDArray[numpy.bool_], dict(writable=False)]:
        """Whether the last action ended a round."""

    @property
    def scores(self) -> Annotated[NDArray[numpy.int32], dict(writable=False)]:
        """The points of the last round that ended."""

    @property
    def states(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """The bytes of the states."""

def search(position: Position, seat: int, seed: int, iterations: int, seconds: float, threads: int, tree: bool, belief: bool, clairvoyant: bool) -> tuple[int, float, int, int, list[tuple[int, float, int]]]:
    """
    The best action of a seat: (place in the legal list, points ahead, rounds, solved worlds, options).
    """

class Rollout:
    """Rounds that are dealt together and played to their ends."""

    def __init__(self, rules: Rules, count: int, seed: int, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def deal(self, rivals: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], iterations: int = 0) -> None:
        """
        Deals every round; the core plays a set of seats: its search with that many iterations, or its policy with 0.
        """

    def determinize(self, position: Position, seat: int, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int) -> None:
        """
        Puts determinizations of a position in place of all rounds, the same for each of the actions to try.
        """

    def reserve(self) -> list[tuple[int, int]]:
        """
        Fixes where the rows lie, so that a GPU may read them there: addresses and bytes of states, hidden, offsets, actions.
        """

    def step(self, choices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """One action for every decision, by its place in its list."""

    @property
    def rounds(self) -> NDArray[numpy.uint32]:
        """The rounds whose decisions are asked for."""

    @property
    def seats(self) -> NDArray[numpy.uint8]:
        """The seats that decide."""

    @property
    def offsets(self) -> NDArray[numpy.int64]:
        """Where the actions of each decision begin, and the end."""

    @property
    def states(self) -> NDArray[numpy.uint64]:
        """What the seats know, as rows of bits."""

    @property
    def hidden(self) -> NDArray[numpy.uint64]:
        """What the others hold: for critics alone."""

    @property
    def actions(self) -> NDArray[numpy.uint64]:
        """What may be chosen from, as rows of bits."""

    @property
    def points(self) -> NDArray[numpy.int32]:
        """The points of rounds that are over, by side."""

    @property
    def first_out(self) -> NDArray[numpy.uint8]:
        """The seat that was out first in rounds that are over."""

class Network:
    """A trained network."""

    def __init__(self, weights: Mapping[str, Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)]], widest: int = 512) -> None:
        """
        Made of the arrays of a file; it computes with registers of at most that many bits.
        """

    def evaluate(self, states: Annotated[NDArray[numpy.uint64], dict(shape=(None, 59), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 5), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        Values of all actions; for each state the expected points ahead and the chance to be first out.
        """

    def play_out(self, position: Position, seat: int, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, worlds: int, seed: int, bet_threshold: float, threads: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None, None))]:
        """
        The points of rounds that begin with each action in the same worlds: [actions, worlds, sides].
        """
