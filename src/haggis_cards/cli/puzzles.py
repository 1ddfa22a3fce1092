"""`haggis puzzles`: finds puzzles in rounds of bots or in records, verifies them, and shows them to be solved."""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from haggis_cards.cards import clip
from haggis_cards.cli.arena import Jobs, Ray, split_names
from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import AsJson
from haggis_cards.cli.records import placed, read_records

if TYPE_CHECKING:
    from haggis_cards.match import Record
    from haggis_cards.puzzles.model import Kind

Source = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="A collection of puzzles (default: the package's).")
]
Kinds = Annotated[str, typer.Option("--kinds", help="Which kinds: open, sure, best, separated by commas.")]
Games = Annotated[str, typer.Option("--rules", help="Which games, separated by commas (default: all six).")]


def mine(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The JSONL file to write, or to continue.")],
    records: Annotated[
        list[str] | None, typer.Argument(metavar="RECORD", help="Look through these records, not rounds of bots.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds, or positions of the bank, in all.")] = 1000,
    kinds: Kinds = "open,sure,best",
    games: Games = "",
    bots: Annotated[str, typer.Option(help="The bots that play, drawn seat by seat.")] = "neural",
    least_cards: Annotated[
        int, typer.Option(min=2, help="How many cards are left in all hands at least, in puzzles with open cards.")
    ] = 5,
    bank: Annotated[bool, typer.Option("--bank", help="Look through the arena's bank of positions instead.")] = False,
    seed: Annotated[int, typer.Option(help="A whole number: the same seed finds the same puzzles.")] = 1,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Find puzzles and prove them. Run the same command again to continue, with more --rounds to extend."""
    from itertools import islice

    from haggis_cards.bots import make_bot
    from haggis_cards.bots.machine import cores
    from haggis_cards.puzzles.mining import Plan, run, tasks

    if records and bank:
        raise UsageError("give records or --bank, not both")
    source = "records" if records else "bank" if bank else "rounds"
    drawn = split_names([bots])
    for spec in drawn:
        make_bot(spec).close()  # a wrong name is refused before anything is played
    presets = _presets(games) or Plan.presets
    plan = Plan(source, _kinds(kinds), presets, drawn if source == "rounds" else (), seed, least_cards)
    due = islice(tasks(plan, _read(records or [])), rounds)
    found: Counter[str] = Counter()
    done = 0

    def watch(line: dict[str, Any]) -> None:
        nonlocal done
        done += 1
        found.update(one["kind"] for one in line["puzzles"])
        found.update(line["counts"])

    try:
        run(plan, out, due, jobs=jobs or cores(), ray=ray, watch=watch)
    except KeyboardInterrupt:
        typer.echo(f"haggis: interrupted; run the same command again to continue from {out}", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"{done:,} looked through: {', '.join(f'{name} {count:,}' for name, count in sorted(found.items()))}")


def pack(
    out: Annotated[Path, typer.Argument(metavar="COLLECTION", help="The collection to write (.jsonl.xz).")],
    mined: Annotated[
        list[Path],
        typer.Argument(metavar="MINED", help="Files of `haggis puzzles mine`, or collections (.jsonl.xz)."),
    ],
    most: Annotated[int | None, typer.Option(min=1, help="At most so many of each game and kind.")] = None,
) -> None:
    """Put the puzzles of several runs into one collection, without duplicates up to the exchange of suits."""
    from haggis_cards.puzzles.mining import pack as packed

    collection = packed(mined, most)
    collection.save(out)
    typer.echo(f"{len(collection.puzzles):,} puzzles")


def verify(
    file: Source = None,
    kinds: Kinds = "open,sure,best",
    seed: Annotated[int, typer.Option(help="Draws the worlds for puzzles of best play.")] = 2,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the puzzles that hold to this file; drop the others.")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Prove every puzzle again: open and sure ones completely, those of best play in 4,096 fresh worlds."""
    from functools import partial

    from haggis_cards.arena.workers import spread
    from haggis_cards.puzzles.collection import Collection
    from haggis_cards.puzzles.verifying import verify as verify_one

    collection = Collection.load(file)
    wanted = _kinds(kinds)
    chosen = [puzzle for puzzle in collection.puzzles if puzzle.kind in wanted]
    check = partial(verify_one, seed=seed)
    verdicts = list(spread(check, chosen, jobs=jobs, ray=ray))
    double = len(chosen) - len({puzzle.id for puzzle in chosen})
    failed = {one.puzzle.id: one for one in verdicts if one.fault}
    for one in failed.values():
        typer.echo(f"{one.puzzle.id} ({one.puzzle.kind}, {one.puzzle.rules}): {one.fault}")
    for kind in wanted:
        of_kind = [one for one in verdicts if one.puzzle.kind == kind]
        typer.echo(f"{kind}: {len(of_kind):,} verified, {sum(bool(one.fault) for one in of_kind):,} failed")
    if keep is not None:
        held = tuple(puzzle for puzzle in collection.puzzles if puzzle.id not in failed)
        verified = {"seed": seed, "failed": dict(Counter(one.puzzle.kind for one in failed.values()))}
        Collection({**collection.about, "verified": verified}, held).save(keep)
    if double:
        typer.echo(f"{double:,} puzzles are there twice")
    if (failed and keep is None) or double:
        raise typer.Exit(1)


def show(
    puzzle: Annotated[str, typer.Argument(metavar="ID", help="A puzzle; without one, the collection in numbers.")] = "",
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A collection of puzzles (default: the package's).")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a puzzle, or what the collection has."""
    from haggis_cards.puzzles.collection import Collection

    collection = Collection.load(file)
    if puzzle:
        from haggis_cards.cli.terminal.info import show_one

        show_one(collection.find(puzzle), solution, as_json)
        return
    counts = Counter((one.rules, one.kind) for one in collection.puzzles)
    if as_json:
        rows = [{"rules": rules, "kind": kind, "puzzles": count} for (rules, kind), count in counts.items()]
        about = {name: value for name, value in collection.about.items() if name != "puzzles"}
        typer.echo(json.dumps({"puzzles": len(collection.puzzles), "counts": rows, **about}))
        return
    typer.echo(f"{'':16}" + "".join(f"{kind:>8}" for kind in KIND_NAMES) + f"{'all':>8}")
    for rules in dict.fromkeys(one.rules for one in collection.puzzles):
        row = [counts[rules, kind] for kind in KIND_NAMES]
        typer.echo(f"{rules:16}" + "".join(f"{count:8,}" for count in (*row, sum(row))))
    themes = Counter(theme for one in collection.puzzles for theme in one.themes)
    typer.echo("themes: " + ", ".join(f"{theme} {count:,}" for theme, count in themes.most_common()))
    typer.echo(
        f"{len(collection.puzzles):,} puzzles; haggis puzzles show ID shows one, such as {collection.puzzles[0].id}"
    )


KIND_NAMES: Final = ("open", "sure", "best")


def solve(
    puzzle: Annotated[str, typer.Argument(metavar="ID", help="A puzzle; without one, a random one.")] = "",
    preset: Annotated[str | None, typer.Option("--rules", metavar="PRESET", help="Only puzzles of this game.")] = None,
    kinds: Kinds = "open,sure,best",
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A collection of puzzles (default: the package's).")
    ] = None,
) -> None:
    """Solve a puzzle: type your answers, and see why they are right or what is better."""
    from haggis_cards.puzzles.collection import Collection
    from haggis_cards.rules import Rules

    collection, wanted = Collection.load(file), _kinds(kinds)
    game = preset and Rules.from_spec(preset).preset
    fitting = [one for one in collection if one.kind in wanted and game in (None, one.rules)]
    if not puzzle and not fitting:
        raise UsageError(f"the collection has no puzzle of these kinds for {game}")
    chosen = collection.find(puzzle) if puzzle else random.choice(fitting)
    from haggis_cards.cli.terminal.info import solve_one

    solve_one(chosen)


def _kinds(text: str) -> "tuple[Kind, ...]":
    from haggis_cards.puzzles.model import KINDS

    names = [name.strip() for name in text.split(",")]
    if wrong := [name for name in names if name not in KINDS]:
        raise UsageError(f"there is no kind {clip(wrong[0])}; there are: {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in names)


def _presets(text: str) -> tuple[str, ...]:
    from haggis_cards.rules import Rules

    return tuple(Rules.from_spec(name.strip()).preset for name in text.split(",") if name.strip())


def _read(files: list[str]) -> "list[Record]":
    from haggis_cards.match import Record

    found = []
    for file in files:
        for line, text in read_records(file):
            with placed(file, line):
                record = Record.parse(text)
                record.replay()
                found.append(record)
    return found


COMMANDS: Final[dict[str, Callable[..., None]]] = {one.__name__: one for one in (mine, pack, verify, show, solve)}
