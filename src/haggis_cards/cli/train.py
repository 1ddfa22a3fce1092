"""`haggis train`: trains a network in self-play, on a GPU or, to try it out, on the CPU."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cards.errors import HaggisError

if TYPE_CHECKING:
    from haggis_cards.training.network import Shape
    from haggis_cards.training.rollout import Opponent
    from haggis_cards.training.trainer import Trainer

Metrics = dict[str, float]
Poll = Callable[[Path], Metrics]

CPU_DECISIONS = 12_000  # of a rollout where there is no GPU
CHECK_DEALS = 500
TOLD_EVERY = 30.0  # seconds of training, where nobody sees a bar

Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="The folder of the training; if it exists, training continues there.")
]
Minutes = Annotated[float, typer.Option(min=0.01, help="How long to train now.")]
Schedule = Annotated[
    float | None,
    typer.Option(min=0.01, help="Minutes of the whole schedule, if you train in several stages (default: --minutes)."),
]
Games = Annotated[str, typer.Option(metavar="PRESET,…", help="The games to train on (default: all presets).")]
MethodName = Annotated[str, typer.Option(help="policy (PPO) or values (Monte-Carlo action values).")]
Width = Annotated[int | None, typer.Option(min=8, help="Trunk width (default 512; fixed once the folder exists).")]
Blocks = Annotated[int | None, typer.Option(min=0, help="Residual blocks of the trunk (default 2; fixed likewise).")]
Head = Annotated[int | None, typer.Option(min=8, help="Width of the action head (default 256; fixed likewise).")]
Decisions = Annotated[
    int | None, typer.Option(min=100, help="Decisions of one rollout (default: 500,000 on a GPU, 12,000 on a CPU).")
]
Threads = Annotated[
    int | None, typer.Option(min=1, help="Threads of each of the 4 rollouts (default: a quarter of the cores).")
]
Against = Annotated[
    str,
    typer.Option(
        metavar="OPPONENT",
        help="Train against this opponent instead of self-play: a weights file, search:64it, or policy.",
    ),
]
Teacher = Annotated[
    Path | None,
    typer.Option(metavar="WEIGHTS", help="Imitate this network, for example as a smaller student (distillation)."),
]
PolicyShare = Annotated[
    float,
    typer.Option(min=0, max=1, help="Share of rounds against the core's rule-based policy; the rest is self-play."),
]
Widen = Annotated[
    bool,
    typer.Option("--widen", help="Double the width of the folder's network; it plays as before, on a new schedule."),
]
Check = Annotated[
    float, typer.Option(min=0, help="Minutes between matches against the opponent or the policy (0: none).")
]
ArenaDeals = Annotated[
    int,
    typer.Option(min=0, help="Duplicate deals against greedy and search, during training and at the end (0: none)."),
]
Seed = Annotated[int, typer.Option(help="Seed of the deals and of the first weights.")]
Device = Annotated[str, typer.Option(help="cuda or cpu (default: cuda if there is one).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line instead of a progress bar.")]


def train(
    folder: Folder,
    minutes: Minutes = 10,
    schedule: Schedule = None,
    games: Games = "",
    method: MethodName = "policy",
    width: Width = None,
    blocks: Blocks = None,
    head: Head = None,
    decisions: Decisions = None,
    threads: Threads = None,
    against: Against = "",
    teacher: Teacher = None,
    policy_share: PolicyShare = 0.2,
    widen: Widen = False,
    check: Check = 2,
    arena: ArenaDeals = 0,
    seed: Seed = 1,
    device: Device = "",
    as_json: AsJson = False,
) -> None:
    """Train a network in self-play. You can interrupt it at any time and continue later."""
    from haggis_cards.arena.workers import load_optional
    from haggis_cards.bots.machine import cores

    load_optional("torch", "train", "haggis train")
    from haggis_cards.rules import RULES, Rules
    from haggis_cards.training.network import read_network
    from haggis_cards.training.trainer import Trainer, TrainingSettings

    if method not in ("policy", "values"):
        raise HaggisError(f"--method is policy or values, not {method!r}")
    if arena == 1:
        raise HaggisError("--arena needs at least two deals: one has no interval")
    device = device or TrainingSettings.device
    decisions = decisions or (TrainingSettings.rollout_decisions if device == "cuda" else CPU_DECISIONS)
    settings = TrainingSettings(
        games=tuple(Rules.from_spec(name.strip()).preset for name in games.split(",")) if games else tuple(RULES),
        method=method,  # type: ignore[arg-type]
        shape=_shape(folder, widen, {"width": width, "blocks": blocks, "head": head}),
        schedule_seconds=60 * (schedule or minutes),
        rollout_decisions=decisions,
        batch_size=min(TrainingSettings.batch_size, max(decisions // 6, 256)),
        threads=threads or max(cores() // 4, 1),
        policy_share=policy_share,
        seed=seed,
        device=device,
    )
    opponent = _opponent(against, device) if against else None
    trainer = Trainer(settings, opponent, read_network(teacher).to(device) if teacher else None)
    if trainer.load(folder, widens=widen):
        typer.echo(f"continuing after {trainer.elapsed / 60:.1f} minutes, {trainer.decisions:,} decisions", err=True)
    folder.mkdir(parents=True, exist_ok=True)
    with _evaluation(settings.games, arena) as poll:
        _run(trainer, folder, 60 * minutes, 60 * check, poll, as_json)
    if arena:
        _compete(folder, settings.games, arena, as_json)


def _shape(folder: Path, widen: bool, sizes: dict[str, int | None]) -> "Shape":
    """The folder's shape, or the default, with the sizes that were given."""
    from haggis_cards.training.network import Shape, read_about
    from haggis_cards.training.trainer import WEIGHTS
    from haggis_cards.training.widen import widened

    exists = widen or (folder / WEIGHTS).exists()
    shape = Shape(**read_about(folder / WEIGHTS)["shape"]) if exists else Shape()
    given = {name: size for name, size in sizes.items() if size is not None}
    return replace(widened(shape) if widen else shape, **given)


def _opponent(name: str, device: str) -> "Opponent":
    """The opponent of this name: a player inside the core, or the policy of a weights file."""
    from haggis_cards.training.rollout import CoreOpponent, load_policy

    if name == "policy":
        return CoreOpponent()
    if match := re.fullmatch(r"search:([1-9]\d{0,8})it", name, re.ASCII):
        return CoreOpponent(int(match[1]))
    if name.split(":")[0] == "search":
        raise HaggisError(f"--against needs a search with a number of iterations, such as search:64it, not {name!r}")
    try:
        return load_policy(Path(name), device)
    except HaggisError as error:
        raise HaggisError(f"--against is a weights file, search:64it or policy: {error}") from None


@contextmanager
def _evaluation(games: tuple[str, ...], deals: int) -> Iterator[Poll]:
    """Polls an evaluator: it plays in the background, so not every call returns new margins."""
    if not deals:
        yield lambda _: {}
        return
    from haggis_cards.training.evaluator import Evaluator

    evaluator = Evaluator(games, deals)
    try:
        yield evaluator.poll
    finally:
        evaluator.close()


def _run(trainer: "Trainer", folder: Path, seconds: float, check: float, poll: Poll, as_json: bool) -> None:
    """Trains and writes metrics to the screen, to `figures.jsonl` and for TensorBoard."""
    from torch.utils.tensorboard import SummaryWriter

    from haggis_cards.training.trainer import WEIGHTS

    writer = SummaryWriter(str(folder / "tensorboard"))
    began, decided, checked = trainer.elapsed, trainer.decisions, trainer.elapsed
    with (folder / "figures.jsonl").open("a", encoding="utf-8") as file, _progress(seconds) as show:

        def report(metrics: Metrics) -> None:
            nonlocal checked
            elapsed = metrics["seconds"]
            metrics["decisions_s"] = (metrics["decisions"] - decided) / (elapsed - began)
            if check and elapsed - checked >= check:
                trainer.save(folder)
                metrics |= _margins(trainer) | poll(folder / WEIGHTS)
                checked = elapsed
            file.write(json.dumps(metrics) + "\n")
            file.flush()
            for name, value in metrics.items():
                writer.add_scalar(name, value, int(elapsed))
            if as_json:
                typer.echo(json.dumps(metrics))
            show(elapsed - began, metrics)

        trainer.run(seconds, folder, report)
    writer.close()


def _margins(trainer: "Trainer") -> Metrics:
    """The margins over the opponent or, in self-play, over the core's rule-based policy, game by game."""
    from haggis_cards.training.rollout import CoreOpponent, make_policy, measure_margin

    policy, opponent = make_policy(trainer.network, temperature=0), trainer.opponent or CoreOpponent()
    name = opponent if isinstance(opponent, CoreOpponent) else "the frozen player"
    measure = partial(measure_margin, seed=5, threads=trainer.settings.threads, device=trainer.device)
    return {
        f"over {name}, {game}": measure(game, policy, opponent, CHECK_DEALS)[0]
        for game in dict.fromkeys(trainer.settings.games)
    }


def _compete(folder: Path, games: tuple[str, ...], deals: int, as_json: bool) -> None:
    """Plays in the arena against greedy and search, game by game, and prints the margins."""
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
def _progress(seconds: float) -> Iterator[Callable[[float, Metrics], None]]:
    """A progress bar if this is a terminal, else a line now and then; call it with the time so far and the metrics."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("training", total=seconds)
        told = -TOLD_EVERY

        def show(elapsed: float, metrics: Metrics) -> None:
            nonlocal told
            shown = [f"{metrics['decisions_s']:,.0f} decisions/s"]
            shown += [f"{name} {metrics[name]:.2f}" for name in ("public_value_loss", "entropy") if name in metrics]
            bar.update(task, completed=elapsed, description=", ".join(shown))
            if not console.is_terminal and elapsed - told >= TOLD_EVERY:
                told = elapsed
                done = f"{elapsed / 60:.1f} of {seconds / 60:.1f} minutes, {metrics['decisions']:,.0f} decisions"
                typer.echo(f"{done}; {', '.join(shown)}", err=True)

        yield show
