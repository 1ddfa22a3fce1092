"""`haggis loss` measures bots on a bank of positions, `haggis bank` makes one."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cards.cards import clip
from haggis_cards.cli.arena import Bots, Jobs
from haggis_cards.cli.options import AsJson
from haggis_cards.errors import HaggisError
from haggis_cards.rules import Rules

if TYPE_CHECKING:
    from haggis_cards.arena.bank import Loss

FIRST_WORLDS = 16  # with fewer, chance decides which actions are dropped


def loss(
    bots: Bots,
    bank: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A bank of your own (default: the package's).")
    ] = None,
    preset: Annotated[str, typer.Option("--rules", help="Only the positions of this game.")] = "",
    positions: Annotated[int | None, typer.Option(min=2, help="Only the first of the positions.")] = None,
    jobs: Jobs = None,
    seed: Annotated[int, typer.Option(help="The bots' seed.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure how many points a bot's decisions lose, on positions whose actions have reference values."""
    from haggis_cards.arena.bank import Bank, Loss, measure
    from haggis_cards.bots import make_bot
    from haggis_cards.bots.machine import cores
    from haggis_cards.cli.arena import split_names

    if preset:
        Rules.from_spec(preset)  # a wrong name is refused with the right ones
    entries = [entry for entry in Bank.load(bank).entries if preset in ("", entry.rules) and entry.choices][:positions]
    if len(entries) < 2:
        raise HaggisError(f"the bank has {len(entries)} positions of {preset or 'any game'}; two are needed")
    for spec in split_names(bots):
        make_bot(spec).close()  # a wrong name is refused before anything is measured
    first: list[Loss] = []
    for spec in split_names(bots):
        losses = list(measure(spec, entries, jobs=jobs or cores(), seed=seed))
        _tell(spec, losses, split_names(bots)[0], first, as_json)
        first = first or losses


def _tell(spec: str, losses: "list[Loss]", rival: str, rivals: "list[Loss]", as_json: bool) -> None:
    """Prints a bot's losses, game by game, and how they differ from those of the first bot."""
    from haggis_cards.arena.bank import mean_loss

    games = {loss.rules: [other for other in losses if other.rules == loss.rules] for loss in losses}
    means = {"all": mean_loss(losses)} | {game: mean_loss(own) for game, own in games.items() if len(own) > 1}
    unknown = sum(not loss.known for loss in losses)
    over = mean_loss(losses, rivals) if rivals else None
    if as_json:
        rows = {game: {"mean": round(mean, 3), "half": round(half, 3)} for game, (mean, half) in means.items()}
        compared = {"over": rival, "mean": round(over[0], 3), "half": round(over[1], 3)} if over else None
        facts = {"bot": spec, "positions": len(losses), "unknown": unknown, "loss": rows, "difference": compared}
        typer.echo(json.dumps(facts))
        return
    typer.echo(f"{spec}: points lost in a decision, over {len(losses):,} positions")
    for game, (mean, half) in means.items():
        typer.echo(f"  {game:16}{mean:7.2f} ± {half:.2f}")
    if over:
        typer.echo(f"  {over[0]:+.2f} ± {over[1]:.2f} compared with {rival}, position by position")
    if unknown:
        typer.echo(f"  {unknown} answers have no value in the bank and count as the worst that has one")


def bank(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    positions: Annotated[int, typer.Option(min=2, help="How many positions.")] = 3000,
    seed: Annotated[int, typer.Option(help="The seed of the positions and of the deals.")] = 2026,
    worlds: Annotated[
        int, typer.Option(min=FIRST_WORLDS, help="Deals in which the best actions are played out.")
    ] = 4096,
    weights: Annotated[Path | None, typer.Option(metavar="WEIGHTS", help="The network that plays on.")] = None,
    jobs: Jobs = None,
    device: Annotated[str, typer.Option(help="cuda or cpu (default: cuda if there is one).")] = "",
) -> None:
    """Make a bank of positions with reference values for every candidate. It needs a GPU, or patience."""
    from haggis_cards.arena.workers import load_optional
    from haggis_cards.bots.machine import cores

    if not os.access(file.parent, os.W_OK):
        raise HaggisError(
            f"{clip(str(file), 80)} cannot be written: there is no such folder, or you may not write to it"
        )
    load_optional("torch", "train", "haggis bank")
    from importlib.resources import as_file, files

    import torch

    from haggis_cards.arena.bank import Bank, draw_entries
    from haggis_cards.training.network import read_about, read_network
    from haggis_cards.training.reference import Referee

    used = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    with as_file(files("haggis_cards.bots").joinpath("weights.npz")) as packaged:
        network, facts = read_network(weights or packaged).to(used), read_about(weights or packaged)
    entries = draw_entries(positions, seed, jobs=jobs or cores())
    stages = tuple(sorted({max(worlds // part, FIRST_WORLDS) for part in (16, 4, 1)}))
    about = {"seed": seed, "stages": stages, "network": {name: facts[name] for name in ("shape", "decisions")}}
    referee = Referee(network, used, threads=jobs or cores(), stages=stages)
    for stage, judged in zip(stages, referee.judge(entries, seed), strict=True):
        Bank(about, tuple(judged)).save(file)
        typer.echo(f"{len(judged):,} positions, the best actions in {stage:,} deals", err=True)
