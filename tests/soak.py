"""Both engines side by side for ten million decisions (`make soak`): as the differential test, for as long as you like.

    python -m tests.soak [DECISIONS] [SEED]

Stops at the first difference and says which seed plays it again; Ctrl-C stops it with what was seen so far.
"""

import os
import signal
import sys
from itertools import count
from multiprocessing import get_context
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from haggis_cards import Match, Rounds
from tests.custom import random_custom
from tests.side_by_side import play, play_match

CUSTOM = 4  # one match in so many is of a game that nobody has thought of


def soak(seed: int) -> tuple[int, str]:
    """One match: its decisions, and what differed."""
    decisions, rng = 0, Random(seed)
    try:
        for _ in play(rng) if seed % CUSTOM else play_match(Match(random_custom(rng), Rounds(2), seed=seed), rng):
            decisions += 1
    except AssertionError as difference:
        return decisions, f"seed {seed}, decision {decisions + 1}: {difference}"
    return decisions, ""


def main(wanted: int, first_seed: int) -> int:
    """Plays matches on all cores until the decisions are made."""
    console = Console()
    columns = TextColumn("decisions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    done = 0
    pool = get_context("spawn").Pool(os.cpu_count(), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with pool, Progress(*columns, disable=not console.is_terminal) as bar:
        task = bar.add_task("soak", total=wanted)
        try:
            for decisions, difference in pool.imap_unordered(soak, count(first_seed)):
                done += decisions
                bar.update(task, completed=min(done, wanted))
                if difference:
                    console.print(f"the engines differ: {difference}", markup=False)
                    return 1
                if done >= wanted:
                    break
        except KeyboardInterrupt:
            console.print("stopped")
        pool.terminate()
    console.print(f"{done} decisions, no difference")
    return 0


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:3]]
    sys.exit(main(*(arguments + [10_000_000, 1][len(arguments) :])))
