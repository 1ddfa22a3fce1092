"""Par: what deals are worth with all cards in sight, for each seat that may lead.

The file of a run has the plan on its first line, then a line for each deal in order, so that an interrupted run goes on
where it stopped, and a finished one can be extended.
"""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

from haggis_cards import _native
from haggis_cards.arena.lines import Kind
from haggis_cards.cards import text
from haggis_cards.deal import Deal
from haggis_cards.match import Match, Record
from haggis_cards.match_end import Rounds
from haggis_cards.native import Position
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.solver.errors import SolverError
from haggis_cards.solver.solving import MEGABYTE, attend

FORMAT: Final = 1
PAR: Final = Kind("par", "a file that haggis par has written", "plan", SolverError)
PART: Final = 1 << 18  # nodes between two looks whether the value is exact


@dataclass(frozen=True)
class Plan:
    """What is solved. Everything else follows from it."""

    rules: str  # a preset
    seed: int = 1
    nodes: int = 2_000_000_000  # for a seat that leads, at most
    memory: int = 1024  # megabytes
    source: str = "deals"  # or records

    @property
    def header(self) -> str:
        """The first line of the file."""
        return json.dumps({"par": FORMAT, "plan": asdict(self)})


class Task(NamedTuple):
    """A deal by number."""

    number: int
    deal: Deal


def deals(plan: Plan, records: Iterable[Record] = ()) -> Iterator[Task]:
    """The deals of records, or fair ones without end."""
    rules = Rules.from_spec(plan.rules)
    if rules.opening:
        raise SolverError(f"par is for games that begin with a lead, and {plan.rules} does not")
    if plan.source == "records":
        rounds = (done.round for record in records for done in record.replay().finished)
        for number, rnd in enumerate(one for one in rounds if one.rules == rules):
            yield Task(number, rnd.deal)
        return
    for number in count():
        yield Task(number, Match(rules, Rounds(1), seed=Random(f"{plan.seed} {number}").getrandbits(64)).round.deal)


def work(plan: Plan, task: Task) -> dict[str, Any]:
    """The line of a deal: for each seat that leads, the points by which it will be ahead, or between what they lie."""
    rules, start = Rules.from_spec(plan.rules), time.process_time()
    par, nodes = [], 0
    for seat in rules.seats:
        rnd = Round.start(rules, task.deal, dealer=(seat - 1) % rules.players, lead=seat)
        analysis = _native.Analysis(Position.from_round(rnd).native, seat, plan.memory * MEGABYTE)
        while analysis.value[0] < analysis.value[1] and analysis.nodes < plan.nodes:
            attend(analysis, analysis.advance, min(PART, plan.nodes - analysis.nodes))
        low, high = analysis.value
        par.append(low if low == high else [low, high])
        nodes += analysis.nodes
    return {
        "deal": task.number,
        "hands": [text(hand) for hand in task.deal.hands],
        "haggis": " ".join(map(text, task.deal.haggis)),
        "par": par,
        "nodes": nodes,
        "seconds": round(time.process_time() - start, 2),
    }


run: Final = partial(PAR.run, work)
