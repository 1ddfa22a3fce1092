"""The command `haggis` in a copy of a process that has imported it: most calls are shorter than its imports."""

import os
import sys
from multiprocessing import get_context
from pathlib import Path

COPIES = get_context("forkserver")
COPIES.set_forkserver_preload(
    [
        "__main__",
        "haggis_cards.__main__",
        *(f"haggis_cards.bots.{name}" for name in ("foresight", "greedy", "person")),
        *(f"haggis_cards.cli.{name}" for name in ("review_report", "terminal.game")),
        *(f"haggis_cards.{name}" for name in ("arena.run", "lab.run", "puzzles.mining", "review", "sheets")),
        "haggis_cards.server.app.app",
        "haggis_cards.training.trainer",  # where torch is installed: what cannot be imported is left out
    ]
)


def haggis(words: list[str], folder: Path, environment: dict[str, str], output: Path) -> None:
    """What a shell does for a command: a session, a folder, an environment, streams, and its words."""
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_APPEND), stream)
    sys.argv = words
    from haggis_cards.__main__ import main

    main()
