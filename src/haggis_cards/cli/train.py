"""`haggis train`: trains a network in self-play, on a GPU or, for a try, on the CPU."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cards.errors import HaggisError

if TYPE_CHECKING:
    from haggis_cards.training.rollout import Opponent
    from haggis_cards.training.trainer import Trainer

Figures = dict[str, float]
Look = Callable[[Path], Figures]


def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the training is kept, and goes on from.")],
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to train now.")] = 10,
    plan: Annotated[float | None, typer.Option(min=0.01, help="Minutes in all, over several legs.")] = None,
    games: Annotated[str, typer.Option(metavar="PRESET,…", help="What to train on; all presets if not given.")] = "",
    method: Annotated[str, typer.Option(help="policy or values.")] = "policy",
    width: Annotated[int | None, typer.Option(min=8, help="Of the trunk, at first 512; a folder keeps to it.")] = None,
    blocks: Annotated[int | None, typer.Option(min=0, help="Of the trunk, at first 2.")] = None,
    head: Annotated[int | None, typer.Option(min=8, help="Of the head for actions, at first 256.")] = None,
    decisions: Annotated[
        int | None, typer.Option(min=100, help="Of a wave; 500,000 on a GPU and 12,000 elsewhere if not given.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="For each of 4 waves; a quarter of the cores if not given.")
    ] = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="WEIGHTS",
            help="Whose weaknesses to find, not self-play: a frozen player's; or search:64it's, or policy's.",
        ),
    ] = "",
    teacher: Annotated[
        Path | None, typer.Option(metavar="WEIGHTS", help="Whom to learn from what to do, as for a smaller network.")
    ] = None,
    guests: Annotated[
        float, typer.Option(min=0, max=1, help="The part of rounds against the core's policy; the rest is self-play.")
    ] = 0.2,
    grow: Annotated[
        bool, typer.Option("--grow", help="Make the folder's network twice as wide; it plays as before, on a new plan.")
    ] = False,
    check: Annotated[
        float, typer.Option(min=0, help="Minutes between tests against the policy, or whom it trains against; 0: none.")
    ] = 2,
    arena: Annotated[
        int,
        typer.Option(min=0, help="Duplicate deals against greedy and search, on the side and at the end; 0: none."),
    ] = 0,
    seed: Annotated[int, typer.Option(help="Of the deals and the first weights.")] = 1,
    device: Annotated[str, typer.Option(help="cuda or cpu; what is there if not given.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One object a line, in place of a progress bar.")] = False,
) -> None:
    """Train a network in self-play; interrupt it at any time and go on later."""
    from haggis_cards.arena.run import load
    from haggis_cards.bots.machine import cores

    load("torch", "train", "haggis train")
    from haggis_cards.rules import RULES, Rules
    from haggis_cards.training.network import Shape, read_about, read_network
    from haggis_cards.training.trainer import WEIGHTS, Settings, Trainer
    from haggis_cards.training.widen import doubled

    if method not in ("policy", "values"):
        raise HaggisError(f"--method is policy or values, not {method!r}")
    if arena == 1:
        raise HaggisError("--arena takes two deals or more: one has no interval")
    names = tuple(Rules.of(name.strip()).preset for name in games.split(",")) if games else tuple(RULES)
    is_there = grow or (folder / WEIGHTS).exists()
    there = Shape(**read_about(folder / WEIGHTS)["shape"]) if is_there else Shape()
    sizes = {"width": width, "blocks": blocks, "head": head}
    given = {name: size for name, size in sizes.items() if size is not None}
    device = device or Settings.device
    decisions = decisions or (Settings.decisions if device == "cuda" else 12_000)
    settings = Settings(
        games=names,
        method=method,  # type: ignore[arg-type]
        shape=replace(doubled(there) if grow else there, **given),
        plan=60 * (plan or minutes),
        decisions=decisions,
        batch=min(Settings.batch, max(decisions // 6, 256)),
        threads=threads or max(cores() // 4, 1),
        guests=guests,
        seed=seed,
        device=device,
    )
    trainer = Trainer(
        settings,
        _opponent(against, settings.device) if against else None,
        read_network(teacher).to(settings.device) if teacher else None,
    )
    if trainer.load(folder, grows=grow):
        typer.echo(f"goes on after {trainer.elapsed / 60:.1f} minutes, {trainer.decisions:,} decisions", err=True)
    folder.mkdir(parents=True, exist_ok=True)
    with _judging(names, arena) as look:
        _run(trainer, folder, 60 * minutes, 60 * check, look, as_json)
    if arena:
        _compete(folder, names, arena, as_json)


def _opponent(name: str, device: str) -> "Opponent":
    """Whom to train against: by a file of weights, or by the name of a player within the core."""
    from haggis_cards.training.rollout import Core, read_player

    if name == "policy":
        return Core()
    if match := re.fullmatch(r"search:([1-9]\d{0,8})it", name, re.ASCII):
        return Core(int(match[1]))
    if name.split(":")[0] == "search":
        raise HaggisError(f"--against takes search with a number of iterations, as in search:64it, not {name!r}")
    try:
        return read_player(Path(name), device)
    except HaggisError as error:
        raise HaggisError(f"--against takes a file of weights, search:64it or policy: {error}") from None


@contextmanager
def _judging(games: tuple[str, ...], deals: int) -> Iterator[Look]:
    """A look at how the latest weights do in the arena: played on the side, so not every look finds something new."""
    if not deals:
        yield lambda _: {}
        return
    from haggis_cards.training.evaluator import Referee

    referee = Referee(games, deals)
    try:
        yield referee.look
    finally:
        referee.close()


def _run(trainer: "Trainer", folder: Path, seconds: float, check: float, look: Look, as_json: bool) -> None:
    """Trains with figures on the screen, in `figures.jsonl` and for TensorBoard."""
    from torch.utils.tensorboard import SummaryWriter

    from haggis_cards.training.trainer import WEIGHTS

    writer = SummaryWriter(str(folder / "tensorboard"))
    began, decided, checked = trainer.elapsed, trainer.decisions, trainer.elapsed
    with (folder / "figures.jsonl").open("a", encoding="utf-8") as file, _progress(seconds) as show:

        def report(figures: Figures) -> None:
            nonlocal checked
            elapsed = figures["seconds"]
            figures["decisions_s"] = (figures["decisions"] - decided) / (elapsed - began)
            if check and elapsed - checked >= check:
                trainer.save(folder)
                figures |= _margins(trainer) | look(folder / WEIGHTS)
                checked = elapsed
            file.write(json.dumps(figures) + "\n")
            file.flush()
            for name, value in figures.items():
                writer.add_scalar(name, value, int(elapsed))
            if as_json:
                typer.echo(json.dumps(figures))
            show(elapsed - began, figures)

        trainer.run(seconds, folder, report)
    writer.close()


def _margins(trainer: "Trainer", deals: int = 500) -> Figures:
    """Points a round over whom it trains against, in self-play over the core's rule-based policy, game by game."""
    from haggis_cards.training.rollout import Core, act, margin

    player, rival, threads = act(trainer.network, heat=0), trainer.opponent or Core(), trainer.settings.threads
    whom = rival if isinstance(rival, Core) else "the frozen player"
    return {
        f"over {whom}, {game}": margin(game, player, rival, deals, seed=5, threads=threads, device=trainer.device)[0]
        for game in dict.fromkeys(trainer.settings.games)
    }


def _compete(folder: Path, games: tuple[str, ...], deals: int, as_json: bool) -> None:
    """The arena's word: points a round over greedy and search, game by game."""
    from haggis_cards.cli.arena import compete, enter

    for game in games:
        for rival in ("greedy", "search:200ms"):
            contest = enter(game, None, [f"neural:{folder / 'weights.npz'}", rival], 0)
            (score,) = compete(contest, deals, out=None, jobs=None, ray=None)
            margin = score.margin_json("neural", rival)
            low, high = margin["ci95"]
            text = f"{game}: {margin['mean']:+.1f} points a round over {rival}, 95% from {low:+.1f} to {high:+.1f}"
            typer.echo(json.dumps({"rules": game, **margin}) if as_json else text)


@contextmanager
def _progress(seconds: float) -> Iterator[Callable[[float, Figures], None]]:
    """A bar on a terminal, nothing elsewhere; called with the time so far and the figures, it shows them."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("training", total=seconds)

        def show(elapsed: float, figures: Figures) -> None:
            shown = [f"{figures['decisions_s']:,.0f} decisions/s"]
            shown += [f"{name} {figures[name]:.2f}" for name in ("blind", "variety") if name in figures]
            bar.update(task, completed=elapsed, description=", ".join(shown))

        yield show
