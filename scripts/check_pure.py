"""Checks an installed pure wheel: `python scripts/check_pure.py` where there is no native core, as on Windows.

The engine, records, pictures, sheets, the keeper and two bots work; all else says in one sentence what it lacks.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from haggis_cards import Match, Record, Rounds, svg
from haggis_cards.bots import make_bot
from haggis_cards.keeper import surface
from haggis_cards.rules import RULES
from haggis_cards.sheets import KINDS, make_sheet

LACKS: Final = "this installation has no native core"


def play(preset: str) -> Match:
    """A round by the bots of the engine alone."""
    match = Match(preset, Rounds(1), seed=4)
    bots = [make_bot("greedy" if seat % 2 else "random", seat) for seat in match.rules.seats]
    while not match.over:
        seat = match.to_act[0]
        decision = bots[seat].decide(match.view(seat))
        match = match.act(seat, decision.action)
    return match


def check_engine(folder: Path) -> None:
    """Every game: a round, its record through a file, its picture, its sheets, and a sheet of the keeper."""
    for preset in RULES:
        match = play(preset)
        match.record().save(folder / "match.json")
        assert Record.load(folder / "match.json").verify()
        assert svg.round_table(match).startswith("<svg")
        for kind in KINDS:
            assert make_sheet(preset, kind).startswith(b"%PDF")
        names = [*"ABCD"[: match.rules.players]]
        opened = surface.open_sheet({"haggis_sheet": 1, "rules": preset, "end": {"rounds": 1}, "players": names})
        assert surface.unpack(surface.pack(opened["sheet"])) == opened


def decide(bot: str) -> None:
    """A decision by a bot."""
    make_bot(bot).decide(Match("haggis-2", seed=1).view(1))


def analyse() -> None:
    """The options of a position."""
    from haggis_cards.review import analyse

    analyse(Match("haggis-2", seed=1))


LACKING: Final[dict[str, Callable[[], object]]] = {
    **{name: partial(import_module, f"haggis_cards.{name}") for name in ("native", "solver", "envs.vector", "lab")},
    **{name: partial(decide, name) for name in ("search", "neural", "foresight", "person:club")},
    "analyse": analyse,
}


def check_lacking() -> None:
    """What needs the core says so, wherever it is asked for."""
    for name, asked in LACKING.items():
        said = ""
        try:
            asked()
        except ImportError as error:
            said = str(error)
        assert said.startswith(LACKS), f"{name}: {said}"


def check_commands(folder: Path) -> None:
    """Commands of the engine work; others end with one line."""
    from haggis_cards.cli import app

    def run(*arguments: str) -> tuple[int, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                app(list(arguments), prog_name="haggis", standalone_mode=True)
            except SystemExit as end:
                return int(end.code or 0), err.getvalue()
        return 0, err.getvalue()

    match = str(folder / "match.json")
    for arguments in (
        ["rules", "haggis-2"],
        ["verify", match],
        ["show", match],
        ["deal", "haggis-2"],
        ["sheet", "haggis-2", "-o", str(folder / "rules.pdf")],
    ):
        code, said = run(*arguments)
        assert code == 0, (arguments, said)
    for arguments in (["review", match], ["serve", "--port", "0", "--data", str(folder / "data")]):
        code, said = run(*arguments)
        assert code == 2, (arguments, code, said)
        assert said.startswith("haggis: this "), said
        assert said.count("\n") == 1, said


def main() -> None:
    """Runs all checks; those of the command where its libraries are installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_engine(folder)
        check_lacking()
        if find_spec("typer") and find_spec("rich"):
            check_commands(folder)
    sys.stdout.write(f"the pure wheel works with Python {sys.version.split()[0]} on {sys.platform}\n")


if __name__ == "__main__":
    main()
