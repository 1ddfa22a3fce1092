"""Mining: looks for puzzles in rounds that bots play, in records, or in the arena's bank of positions.

A task is one round or one position of the bank. The file of a run has the plan on its first line, then a line for each
task in order, so that an interrupted run goes on where it stopped, and a finished one can be extended.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from haggis_cards.arena.bank import SHARES, Bank, Entry
from haggis_cards.arena.contest import PLAYERS
from haggis_cards.arena.lines import Kind as FileKind
from haggis_cards.arena.table import play_round
from haggis_cards.errors import IllegalAction
from haggis_cards.match import Match, Record
from haggis_cards.match_end import Rounds
from haggis_cards.puzzles import best_play, open_cards, sure_out
from haggis_cards.puzzles.collection import FORMAT, Collection, without_duplicates
from haggis_cards.puzzles.errors import PuzzleError
from haggis_cards.puzzles.model import KINDS, Kind, Puzzle
from haggis_cards.rules import RULES

BOTS: Final = ("neural",)  # who plays the rounds, drawn seat by seat: good, and the quickest
MOST_FOUND: Final = 2  # puzzles of one kind in a round
MOST_TRIED: Final = 8  # positions of a round that are played out for best play: that takes longest


@dataclass(frozen=True)
class Plan:
    """What is mined. Everything else follows from it."""

    source: str = "rounds"  # or records, or bank
    kinds: tuple[Kind, ...] = KINDS
    presets: tuple[str, ...] = tuple(SHARES)
    bots: tuple[str, ...] = BOTS
    seed: int = 1
    least_cards: int = open_cards.LEAST_CARDS  # in all hands together, of puzzles with open cards

    @property
    def header(self) -> str:
        """The first line of the file."""
        return json.dumps({"puzzles": FORMAT, "plan": asdict(self)})


class Task(NamedTuple):
    """A round to look through, by number, or by a record of it, or a position of the bank."""

    number: int
    record: str | None = None
    entry: Entry | None = None


def tasks(plan: Plan, records: Iterable[Record] = (), bank: Path | None = None) -> Iterator[Task]:
    """All tasks of a plan in order; rounds of bots never end."""
    if plan.source == "bank":
        for number, entry in enumerate(Bank.load(bank).entries):
            yield Task(number, entry=entry)
        return
    if plan.source == "records":
        rounds = (one for record in records for one in _single_rounds(record))
        for number, text in enumerate(rounds):
            yield Task(number, record=text)
        return
    number = 0
    while True:
        yield Task(number)
        number += 1


def _single_rounds(record: Record) -> Iterator[str]:
    """The finished rounds of a record, each as a record of its own that starts from nothing."""
    for done in record.replay().finished:
        rnd, rules = done.round, done.round.rules
        if rules.preset not in RULES or rules.house or rnd.lead is None:
            continue  # a puzzle is one of a game that everybody can look up
        dealer = rnd.dealer if rules.opening == "auction" else (rnd.lead - 1) % rules.players
        match = Match(rules, Rounds(1), dealer=dealer, deals=[rnd.deal])
        with suppress(IllegalAction):  # a bid that was legal by the totals
            for seat, action in rnd.log:
                match = match.act(seat, action)
            yield Record.from_match(match, notes=False).dump()


# One task


def work(plan: Plan, task: Task) -> dict[str, Any]:
    """The line of a task: what was found there, and what was dropped."""
    counts: dict[str, int] = {}
    rng = Random(f"{plan.seed} {task.number}")
    if task.entry is not None:
        wanted = task.entry.rules in plan.presets
        puzzles = list(_confirmed([best_play.from_entry(task.entry)] if wanted else [], rng, counts))
    else:
        puzzles = _search(plan, _positions(plan, task, rng), rng, counts)
    return {"task": task.number, "puzzles": [puzzle.data() for puzzle in puzzles], "counts": counts}


def _positions(plan: Plan, task: Task, rng: Random) -> list[Match]:
    """The decisions of a round."""
    if task.record is not None:
        return [match for match in Record.parse(task.record).positions() if _is_decision(match)]
    preset = plan.presets[task.number % len(plan.presets)]
    match = Match(preset, Rounds(1), seed=rng.getrandbits(64))
    drawn = [(rng.choice(plan.bots), rng.getrandbits(32)) for _ in match.rules.seats]
    bots = [PLAYERS.take(spec, seat, seed) for seat, (spec, seed) in enumerate(drawn)]
    played = play_round(match, bots).match
    return [one for one in played.record().positions() if _is_decision(one)]


def _is_decision(match: Match) -> bool:
    return bool(match.to_act) and len(match.legal(match.to_act[0])) > 1


def _search(plan: Plan, positions: Sequence[Match], rng: Random, counts: dict[str, int]) -> list[Puzzle]:
    """A few puzzles of each kind in a round, of different seats: those with most to find."""
    found: list[Puzzle] = []
    finders: dict[Kind, Callable[[Match], Puzzle | None]] = {
        "open": partial(open_cards.find, least=plan.least_cards),
        "sure": sure_out.find,
    }
    for kind, find in finders.items():
        if kind in plan.kinds:
            puzzles = [puzzle for match in positions if (puzzle := find(match))]
            ranked = sorted(puzzles, key=lambda one: (one.decisions, one.rating))
            found += list({one.seat: one for one in ranked}.values())[-MOST_FOUND:]
    if "best" in plan.kinds:
        doubtful = filter(best_play.is_doubtful, rng.sample(positions, len(positions)))
        tried = (best_play.from_position(match, rng.getrandbits(64)) for match in islice(doubtful, MOST_TRIED))
        found += islice(_confirmed(tried, rng, counts), 1)
    return found


def _confirmed(puzzles: Iterable[Puzzle | None], rng: Random, counts: dict[str, int]) -> Iterator[Puzzle]:
    """Those whose values hold in more worlds, with random numbers of their own."""
    for puzzle in puzzles:
        if puzzle is not None:
            held = best_play.confirm(puzzle, rng.getrandbits(64))
            counts["confirmed" if held else "dropped"] = counts.get("confirmed" if held else "dropped", 0) + 1
            if held:
                yield held


# A run

MINED: Final = FileKind("plan", "a file that haggis puzzles mine has written", "plan", PuzzleError)
run: Final = partial(MINED.run, work)


def pack(paths: Sequence[Path], most: int | None = None) -> Collection:
    """The puzzles of several runs and collections without duplicates; of each game and kind at most so many."""
    about: dict[str, Any] = {}
    plans: list[Any] = []
    puzzles: list[Puzzle] = []
    for path in paths:
        if path.suffix == ".xz":
            packed = Collection.load(path)
            about |= packed.about
            plans += packed.about["plans"]
            puzzles += packed.puzzles
            continue
        lines, _ = MINED.read(path)
        with path.open(encoding="utf-8") as file:
            plan = json.loads(file.readline())["plan"]
        counts: dict[str, int] = {}
        for line in lines:
            puzzles += [Puzzle.read(data) for data in line["puzzles"]]
            for name, count in line["counts"].items():
                counts[name] = counts.get(name, 0) + count
        plans.append({**plan, "tasks": len(lines), **counts})
    groups: dict[tuple[int, int], list[Puzzle]] = {}
    for puzzle in without_duplicates(puzzles):
        groups.setdefault((list(RULES).index(puzzle.rules), KINDS.index(puzzle.kind)), []).append(puzzle)
    chosen = [one for _, group in sorted(groups.items()) for one in _varied(group, most)]
    return Collection({**about, "plans": plans}, tuple(chosen))


def _varied(puzzles: Sequence[Puzzle], most: int | None) -> list[Puzzle]:
    """At most so many, spread evenly over all degrees of difficulty."""
    ranked = sorted(puzzles, key=lambda one: (one.rating, one.id))
    if most is None or len(ranked) <= most:
        return ranked
    return [ranked[round(at * (len(ranked) - 1) / max(1, most - 1))] for at in range(most)]
