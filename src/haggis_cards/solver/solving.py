"""One position solved: the value of every action, and a line of best play.

A value is a margin: the points of this round by which the side to act will be ahead, which is its own points less the
mean of the other sides'. Between two sides both play their best, and the value is that of the game. Among three the
other two play together against the seat: its value is what it can make sure of.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final, NamedTuple, TypedDict, TypeVar

from haggis_cards import _native
from haggis_cards.actions import Bet
from haggis_cards.match import Match
from haggis_cards.native import Position
from haggis_cards.packing import unpack_logged
from haggis_cards.positions import parse_position
from haggis_cards.round import Phase, Round
from haggis_cards.solver.errors import SolverError

NODES: Final = 50_000_000  # positions that are looked at, unless told otherwise: about a minute of one core
MEMORY: Final = 64  # megabytes of the table, likewise
PART: Final = 1 << 16  # nodes between two reports of progress
MEGABYTE: Final = 1 << 20
WATCH_SECONDS: Final = 0.05  # between two looks whether this thread was interrupted

Done = TypeVar("Done")
Value = float | tuple[float, float]
REFUSALS: Final = {
    Phase.EXCHANGE: "the cards are still being exchanged; give a position with tricks under way",
    Phase.AUCTION: "the auction is not over; give a position with tricks under way",
    Phase.BURY: "the Shepherd has yet to bury cards; give a position with tricks under way",
    Phase.OVER: "the round is over; give a position with tricks under way",
}


class Solution(TypedDict):
    """What is known of a position."""

    exact: bool
    margin: Value  # of the best action; where it is not exact, the least and the most that it can be
    actions: dict[str, Value]  # the same of every legal action, bets aside
    line: list[str]  # best play to the end of the round, such as "0 play 5b"; empty if the value is not exact


class Progress(NamedTuple):
    """How far a solution is."""

    nodes: int  # that were looked at
    low: float  # the margin is no less,
    high: float  # and no more


def solve(
    position: Round | Match | str,
    *,
    nodes: int = NODES,
    memory: int = MEMORY,
    watch: Callable[[Progress], object] = lambda _: None,
) -> Solution:
    """Solves a position, which may also be a match or a position line, with all its cards in sight.

    It looks at about `nodes` positions at most and remembers as many as fit into `memory` megabytes. So the answer is
    the same on every machine. Often it calls `watch`, which may raise an exception to give up.
    """
    rnd = _round(position)
    if nodes < 1 or memory < 1:
        raise SolverError("the numbers of nodes and of megabytes are positive")
    if rnd.phase in REFUSALS:
        raise SolverError(REFUSALS[rnd.phase])
    (seat,) = rnd.to_act
    analysis = _native.Analysis(Position.from_round(rnd).native, seat, memory * MEGABYTE)
    while (
        not (done := attend(analysis, analysis.advance, min(PART, nodes - analysis.nodes))) and analysis.nodes < nodes
    ):
        watch(Progress(analysis.nodes, *analysis.value))
    margin = _value(*analysis.value)
    actions = [str(action) for action in rnd.legal(seat) if not isinstance(action, Bet)]
    log = (unpack_logged(lo, hi, rnd.rules) for lo, hi in attend(analysis, analysis.line, nodes).tolist())
    return {
        "exact": done,
        "margin": margin,
        "actions": {action: _value(*bounds) for action, bounds in zip(actions, analysis.bounds, strict=True)},
        "line": [f"{actor} {action}" for actor, action in log],
    }


def attend(analysis: _native.Analysis, part: Callable[[int], Done], nodes: int) -> Done:
    """Does a part of an analysis; if this thread is interrupted meanwhile, as by Ctrl-C, the part ends at once."""
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(part, nodes)
        try:
            while wait((done,), WATCH_SECONDS).not_done:
                pass
        except BaseException:
            analysis.cancel()
            raise
        return done.result()


def _round(position: Round | Match | str) -> Round:
    if isinstance(position, str):
        return parse_position(position)
    return position.round if isinstance(position, Match) else position


def _value(low: float, high: float) -> Value:
    return low if low == high else (low, high)
