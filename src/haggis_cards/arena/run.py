"""Plays a contest: in this process alone, on all cores, or on a Ray cluster, with the same results.

Deals are handed out and collected in order, so that neither the results nor the deal at which a run stops early depend
on the number of workers.
"""

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias, cast

from haggis_cards.arena.contest import Contest, DealLine, play_encounter
from haggis_cards.arena.results import RecordsFile, Results
from haggis_cards.arena.stats import Score
from haggis_cards.arena.workers import spread

Lines: TypeAlias = Generator[DealLine, None, None]


def run(
    contest: Contest,
    deals: int,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    until_sure: bool = False,
    records: Path | None = None,
    watch: Callable[[list[Score]], None] = lambda _: None,
) -> list[Score]:
    """Plays `deals` duplicate deals of every pair; the scores are in the order of `contest.pairs`.

    `out` is the results file; if it exists, the run continues it. `records` is a file for what was played.
    `watch` is called with the scores after every line.
    With `until_sure` the run ends early, once every pair is decided.
    """
    by_pair = {pair: Score(contest.rules) for pair in contest.pairs}
    scores = list(by_pair.values())
    with Results(contest, out) as results, ExitStack() as stack:
        rounds = len(results.lines) * len(contest.mixes)
        kept = stack.enter_context(closing(RecordsFile(records, rounds))) if records else None
        for line in stack.enter_context(closing(_lines(contest, deals, results, jobs, ray, kept))):
            first, second = line["pair"]
            by_pair[first, second].add(line)
            watch(scores)
            if until_sure and scores[0].deals == scores[-1].deals and all(score.sure for score in scores):
                break
    return scores


def _lines(
    contest: Contest, deals: int, results: Results, jobs: int | None, ray: str | None, records: RecordsFile | None
) -> Lines:
    """The lines of the contest in order: those that are known, then those that are played now."""
    done = len(results.lines)
    yield from cast(list[DealLine], results.lines[: deals * len(contest.pairs)])
    work, rest = partial(play_encounter, contest.header, records is not None), contest.encounters(deals)
    with closing(spread(work, islice(rest, done, None), jobs=jobs, ray=ray)) as played:
        for line in played:
            if records:
                records.append(line)  # first, so that a run that is ended here plays this deal again
            results.append(cast(dict[str, Any], line))
            yield line
