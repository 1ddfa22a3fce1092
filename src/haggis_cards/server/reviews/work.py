"""What the processes for reviews do: a piece of a review, an answer to a position, the values of a line.

A review is made piece by piece, so that results come while it is made and other work gets its turn. The reviewer stays
here between two pieces of the same review; if there is none, as after a crash, a new one goes on at the same place.
"""

import contextlib
import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from haggis_cards.match import Record
from haggis_cards.review.core import at_once, dealt_again, par
from haggis_cards.review.model import Finding
from haggis_cards.review.native_core import NativeCore
from haggis_cards.review.reviewer import Reviewer
from haggis_cards.study import analysis as analyses
from haggis_cards.study import answers as review_answers
from haggis_cards.study.pieces import Found, Job, Piece
from haggis_cards.wire.reviews import Analysis, AnalysisWish, Line, LineWish, Values, ValuesWish, Verdict

_core = cache(NativeCore)
_PAR_ROUNDS: Final = 128  # that are played out for the par of a round


class _Running:
    """A review under way."""

    def __init__(self, job: Job, start: int) -> None:
        match = Record.parse(job.text).replay()
        rounds = None if job.only is None else [job.only]
        self.job, self.next, self.done = job, start, 0
        self.reviewer = Reviewer(match, effort=job.effort, rounds=rounds, threads=job.threads, scale=job.scale)
        self.findings: Iterator[Finding] = self.reviewer.findings(start)

    def stop(self) -> None:
        with contextlib.suppress(Exception):
            self.findings.close()  # type: ignore[attr-defined]


_running: _Running | None = None


def review_piece(job: Job, start: int, done: int, seconds: float) -> Piece:
    """The findings from number `start` on that take about so many seconds, one at least."""
    global _running
    if _running is None or (_running.job, _running.next) != (job, start):
        if _running is not None:
            _running.stop()
        _running = _Running(job, start)
        _running.done = done
    running, end = _running, time.monotonic() + seconds
    found: list[Found] = []
    for finding in running.findings:
        found.append(review_answers.stored(running.next, finding))
        running.next += 1
        if finding.decision is not None:
            running.done = running.reviewer.count_to(finding.decision)
        if time.monotonic() >= end:
            return Piece(found, running.done, len(running.reviewer), complete=False)
    _running = None
    return Piece(found, len(running.reviewer), len(running.reviewer), complete=True)


def answer(text: str, number: int, index: int, action: str, found: Sequence[str], scale: float) -> Verdict:
    """What an answer to a position is worth; `found` are the decisions of a review there."""
    return at_once(review_answers.answer(_core(), text, number, index, action, found, scale))


def values(text: str, wish: ValuesWish) -> Values:
    """What the plays of a place are worth with all cards in sight."""
    return at_once(review_answers.values(_core(), text, wish))


def analysis(wish: AnalysisWish, scale: float) -> Analysis:
    """What each option of a position is worth, by what the seat knows."""
    return at_once(analyses.analysis(_core(), wish, scale))


def pars(text: str) -> list[list[float]]:
    """By round and side, what strong bots make of the cards of a record when they sit in all seats."""
    rounds = [dealt_again(done.round) for done in Record.parse(text).replay().finished]
    return [[round(one, 1) for one in at_once(par(_core(), rnd, _PAR_ROUNDS, 0))] for rnd in rounds]


def valued_line(text: str, wish: LineWish, scale: float) -> Line:
    """A line with the values of the next seat's answers."""
    return at_once(review_answers.valued_line(_core(), text, wish, scale))
