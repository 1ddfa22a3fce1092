"""`haggis bench`: how fast the native core plays, and a fingerprint of how it plays."""

import json
import os
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cards.rules import RULES

if TYPE_CHECKING:
    from haggis_cards.native import RandomPlayStats

_FINGERPRINT_DECISIONS = 100_000  # in each preset, with and without sets


def bench(
    seconds: Annotated[float, typer.Option(help="How long each figure is measured.", min=0.01)] = 1.0,
    threads: Annotated[int, typer.Option(help="Threads of the second figure; 0 for all cores.", min=0)] = 0,
    fingerprint: Annotated[
        bool, typer.Option("--fingerprint", help="Print only a checksum of play, which changes when behaviour does.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON instead of text.")] = False,
) -> None:
    """Measure the native core at uniformly random play."""
    if fingerprint:
        checksum = _fingerprint()
        typer.echo(json.dumps({"fingerprint": checksum}) if as_json else f"Fingerprint: {checksum}")
        return
    cores = threads or os.cpu_count() or 1
    figures = {preset: _figures(preset, seconds, cores) for preset in RULES}
    if as_json:
        typer.echo(json.dumps({"threads": cores, "presets": figures}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Uniformly random play, millions a second")
    table.add_column("game")
    for name in ("decisions", "legal moves", "in a Batch", f"{cores} threads"):
        table.add_column(name, justify="right")
    for preset, row in figures.items():
        keys = ("decisions_s", "moves_s", "batch_decisions_s", "threads_decisions_s")
        table.add_row(preset, *(f"{row[key] / 1e6:.2f}" for key in keys))
    Console().print(table)


def _figures(preset: str, seconds: float, cores: int) -> dict[str, Any]:
    """One core in the plain C++ loop, one core through a `Batch`, and many."""
    from haggis_cards.native import Batch, play_random

    one, took = _timed(lambda decisions, seed: play_random(preset, decisions, seed), seconds)
    single = Batch(preset, 1024, seed=1)
    batch, batch_took = _timed(lambda decisions, _: single.play_random(decisions // 1024 + 1), seconds)
    many = Batch(preset, 1024 * cores, seed=1, threads=cores)
    all_cores, all_took = _timed(lambda decisions, _: many.play_random(decisions // (1024 * cores) + 1), seconds)
    return {
        "decisions_s": round(one.decisions / took),
        "moves_s": round(one.moves / took),
        "moves_per_decision": round(one.moves / one.decisions, 2),
        "rounds_s": round(one.rounds / took),
        "batch_decisions_s": round(batch.decisions / batch_took),
        "threads_decisions_s": round(all_cores.decisions / all_took),
    }


def _timed(play: Any, seconds: float) -> "tuple[RandomPlayStats, float]":
    """The sum of what was played within about that many seconds, after a short warm-up."""
    play(10_000, 0)
    total, seed, start = None, 1, time.perf_counter()
    while (took := time.perf_counter() - start) < seconds or total is None:
        stats = play(200_000, seed)
        total = stats if total is None else type(stats)(*(a + b for a, b in zip(total, stats, strict=True)))
        seed += 1
    return total, took


def _fingerprint() -> int:
    """A checksum of every legal list and score of a fixed run of random play, over all games."""
    from haggis_cards.native import play_random

    checksum = 0
    for seed, rules in enumerate(RULES.values()):
        for game in (rules, rules.replace(sets=True)):
            checksum = checksum * 31 + play_random(game, _FINGERPRINT_DECISIONS, seed).checksum & (1 << 48) - 1
    return checksum
