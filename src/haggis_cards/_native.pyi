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

MAX_HAGGIS: int = 8

MAX_DEALT: int = 18

MAX_DRAW: int = 3

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

EVENT_WORDS: int = 4

KNOWN_WORDS: int = 23

PLACES: int = 4

def layout() -> list[tuple[str, str, int]]:
    """The fields of a state: name, NumPy format, offset."""

def count_plays(rules: Rules, hand: tuple[int, int]) -> int:
    """How many plays a hand has to lead."""

def play_texts(rules: Rules, hand: tuple[int, int], over: int) -> list[str]:
    """
    The plays of a hand as the texts of actions: all (0), or those that beat the play with this reading.
    """

class Position:
    """The rules, the state of a round, and every action that led to it."""

    def __init__(self, rules: Rules, hands: Sequence[tuple[int, int]], haggis: Sequence[int], dealer: int, lead: int, totals: Sequence[int]) -> None: ...

    def __copy__(self) -> Position: ...

    def legal(self, seat: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C')]:
        """The legal actions of a seat as rows (lo, hi)."""

    def count(self, seat: int) -> int:
        """How many actions of a seat are legal, counted without their list."""

    def legal_at(self, seat: int, place: int) -> tuple[int, int]:
        """The action at a place of that list as (lo, hi)."""

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

    def encode_events(self, seat: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
        """What was done so far, as rows of features."""

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

    def save(self) -> bytes:
        """All that changes, as bytes of this machine."""

    def load(self, bytes: bytes) -> None:
        """Goes on from what another one has saved."""

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

class Stakes:
    """What the points of a round are worth in its match."""

    def __init__(self, rules: Rules, after: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)], low: int, step: int, goal: int, totals: Sequence[int], usual: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        The chances of a side after the round as a grid, its own axis first; an empty one for the last round. `usual` are the points of usual rounds.
        """

    @property
    def before(self) -> list[float]:
        """The chances of the sides before the round."""

    @property
    def unit(self) -> float:
        """The points that a whole match is worth."""

    def chances(self, points: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], side: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The chances of a side after rounds with these points by side."""

    def worth(self, rules: Rules, points: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], seat: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """What the points of rounds are worth to a seat."""

    def bet_place(self, rules: Rules, seat: int, chance: float, bets: Sequence[int], least: float, full: float) -> int | None:
        """
        The place of the bet that gains most at this chance to be first out; None for no bet.
        """

def search(position: Position, seat: int, seed: int, iterations: int, seconds: float, threads: int, tree: bool, belief: bool, clairvoyant: bool, stakes: Stakes | None = None, network: Network | None = None) -> tuple[int, float, int, int, list[tuple[int, float, int]]]:
    """
    The best action of a seat: (place in the legal list, points ahead, rounds, solved worlds, options). If the network has a belief, that deals the worlds.
    """

def think(position: Position, seat: int, seeds: tuple[int, int], iterations: int, seconds: float, threads: int, tree: bool = True, belief: bool = True, clairvoyant: bool = False, stakes: Stakes | None = None, network: Network | None = None, quick: Network | None = None, edges: tuple[float, float] = (0.05, 0.15), pace: float = 0.001) -> tuple[int, float, int, int, int, float, float, list[tuple[int, float, int]], float]:
    """
    A decision of `search`, or with networks of `neural`, or with both of `foresight`: (place, points ahead, rounds, solved worlds, worlds, the network's points and chance to be first out, options, pace).
    """

def ask(network: Network, position: Position, seat: int) -> tuple[list[int], list[float], float, float]:
    """
    What a network thinks of a decision: (places, values, points ahead, the chance to be first out).
    """

def suggest_bet(position: Position, seat: int, chance: float, stakes: Stakes | None = None) -> int | None:
    """
    The place among the rules' bets of the one that this chance to be first out suggests; None for none.
    """

class Rollout:
    """Rounds that are dealt together and played to their ends."""

    def __init__(self, rules: Rules, count: int, seed: int, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def deal(self, rivals: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], iterations: int = 0) -> None:
        """
        Deals every round; the core plays a set of seats: its search with that many iterations, or its policy with 0.
        """

    def determinize(self, tries: Sequence[tuple[Position, int, Sequence[int], int]], worlds: int) -> None:
        """
        Puts determinizations in place of the rounds: for each position, seat, places of actions to try and seed, every action in the same worlds.
        """

    def reserve(self) -> list[tuple[int, int]]:
        """
        Fixes where the rows lie, so that a GPU may read them there: addresses and bytes of states, hidden, offsets, actions.
        """

    def encode_events(self) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        What was done before each decision, as rows of bits, and where the rows of each begin.
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

    def determinize(self, position: Position, seat: int, seed: int) -> Position:
        """
        A position that the seat cannot tell from this one, with the unseen cards dealt by the belief.
        """

    def log_probability(self, position: Position, seat: int) -> float:
        """
        The logarithm of how likely the belief deals what the others hold, where it does not deal evenly.
        """

    def choose(self, quick: Network, position: Position, seat: int, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Which of the candidates it takes: the one of the highest value, or, where some are close, the best by a short look ahead, in which the small network plays on.
        """

    def play_out(self, position: Position, seat: int, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, worlds: int, seed: int, bet_threshold: float, threads: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None, None))]:
        """
        The points of rounds that begin with each action in the same worlds, which its belief deals if it has one: [actions, worlds, sides].
        """

def outcome_names() -> list[str]:
    """The fields of an outcome; margins are doubled."""

def outcomes(network: Network | None, position: Position, seat: int, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, worlds: int, seed: int, bet_threshold: float, threads: int, known: bool, sampled: bool) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None, None))]:
    """
    What comes of each action in the same worlds, played out by a network or, with None, by the core's policy: [actions, worlds, fields].
    """

def weigh(position: Position, seat: int, seed: int, iterations: int, threads: int, required: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], clairvoyant: bool) -> list[tuple[int, float, int, float, float]]:
    """
    A search that tries the required actions too: (place, points ahead, worlds, behind the best, its error).
    """

def solve(position: Position, seat: int, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[float | None]:
    """
    How far the seat is ahead after each action with best play, all cards in sight, or None.
    """

class OpenRound:
    """A round from a position on, with all cards in sight, for one seat."""

    def __init__(self, start: Position, seat: int) -> None: ...

    def values(self, position: Position, max_nodes: int) -> list[float | None]:
        """
        Of the start or a position that follows: for every action of the seat to act, bets aside, how far `seat` is ahead at the end with best play for its side and against it; None where that takes too long.
        """

    @property
    def nodes(self) -> int:
        """How many have been looked at."""

def sure_outs(position: Position, seat: int, max_nodes: int) -> list[bool | None]:
    """
    For every action of the seat, bets aside: whether it then goes out first whatever the others hold and do; None where that takes too long.
    """

class Analysis:
    """A position with all cards in sight, solved for one seat."""

    def __init__(self, position: Position, seat: int, memory: int, stakes: Stakes | None = None, *, general: bool = False) -> None:
        """
        With at most about so many bytes of memory. With `stakes` values are what the points are worth. `general` leaves everything to the search for all games.
        """

    def advance(self, nodes: int) -> bool:
        """So many nodes more; whether all is known then."""

    def cancel(self) -> None:
        """Ends what is under way in another thread, and all that comes."""

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """
        For every legal action of the seat to act, bets aside: between what and what its value lies.
        """

    @property
    def value(self) -> tuple[float, float]:
        """Between what and what the value of the position lies."""

    @property
    def nodes(self) -> int:
        """How many have been looked at."""

    def line(self, max_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C')]:
        """Best play from here on, with the seats; as far as so many nodes take."""

def plain_value(position: Position, seat: int, max_nodes: int, prunes: bool, stakes: Stakes | None = None) -> float | None:
    """
    The same value by alpha-beta without memory or, if it does not prune, by minimax: for tests. None where that takes too long.
    """

class EnvSettings:
    """What all rounds of an environment have in common."""

    def __init__(self, rules: Rules, by_shape: bool, max_actions: int, past: int, goal: int, margins: bool) -> None: ...

    @property
    def action_count(self) -> int: ...

    @property
    def feature_count(self) -> int: ...

    @property
    def shapes(self) -> list[int]:
        """
        The shapes of actions by number: a verb in the highest four of 16 bits, and what it names.
        """

class SingleEnv:
    """
    One round as an environment. Calls that act return the next seat to act.
    """

    def __init__(self, settings: EnvSettings) -> None: ...

    def deal(self, seed: int) -> int:
        """Deals a round."""

    def start(self, position: Position) -> int:
        """Goes on from a position."""

    def step(self, number: int) -> int:
        """Takes the action with this number."""

    def act(self, lo: int, hi: int) -> int:
        """Takes any legal action."""

    def act_randomly(self) -> int:
        """Takes a random action."""

    def wrap(self, number: int) -> int:
        """The number if it is legal, or else the next one that is."""

    def action(self, number: int) -> tuple[int, int]:
        """The action with this number as (lo, hi)."""

    def observe(self, seat: int) -> bytearray:
        """What a seat knows, a byte for each feature."""

    def numbers(self) -> list[int]:
        """The legal numbers of the seat to act, from low to high."""

    def mask(self) -> bytearray:
        """Which numbers are legal for the seat to act."""

    def fill_rows(self, rows: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """The features of the listed actions into the first rows."""

    def rewards(self) -> list[float]:
        """The rewards of a round that is over, by seat."""

    def save(self) -> bytes:
        """All that changes, as bytes of this machine."""

    def load(self, bytes: bytes) -> None:
        """Goes on from what another one has saved."""

    @property
    def count(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def position(self) -> Position: ...

class VectorEnv:
    """Many rounds as environments."""

    def __init__(self, settings: EnvSettings, count: int, threads: int, opponents: int, seat: int, autoreset: int) -> None: ...

    def __len__(self) -> int: ...

    def seed(self, index: int, seed: int) -> None:
        """Restarts the random numbers of one environment."""

    def reset(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], observations: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], seats: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], returns: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], final_observations: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Deals again where `chosen` says so, and shows all."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], observations: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], seats: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], returns: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], final_observations: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> int:
        """
        Acts everywhere, or nowhere if an action is not legal; then it returns the environment, else -1.
        """

    def save(self) -> bytes:
        """All that changes, as bytes of this machine."""

    def load(self, bytes: bytes) -> None:
        """Goes on from what another one has saved."""

    def sample(self, masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Draws a random action of each mask."""

    def position(self, index: int) -> Position:
        """A copy of one round."""
