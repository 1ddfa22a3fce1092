"""What the processes for reviews do: a piece of a review, an answer to a position, the values of a line.

A review is made piece by piece, so that results come while it is made and other work gets its turn. The reviewer stays
here between two pieces of the same review; if there is none, as after a crash, a new one goes on at the same place.
"""

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec

from haggis_cards.actions import parse
from haggis_cards.record import Record
from haggis_cards.review import Reviewer, sentence
from haggis_cards.review.answer import judge_answer, weigh
from haggis_cards.review.judge import NO_BET
from haggis_cards.review.model import DecisionData, Finding
from haggis_cards.server.bots import shown
from haggis_cards.server.places import at_place, line
from haggis_cards.server.review_messages import Line, LineWish, Verdict
from haggis_cards.server.review_pieces import Found, Job, Piece
from haggis_cards.view import View

_encode = msgspec.json.Encoder().encode


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
        found.append(_stored(running.next, finding))
        running.next += 1
        if finding.decision is not None:
            running.done = running.reviewer.count_to(finding.decision)
        if time.monotonic() >= end:
            return Piece(found, running.done, len(running.reviewer), complete=False)
    _running = None
    return Piece(found, len(running.reviewer), len(running.reviewer), complete=True)


def _stored(number: int, finding: Finding) -> Found:
    facts, decision = finding
    if decision is None:
        assert facts is not None
        return Found(number, facts["number"], None, None, None, 0.0, _encode(facts).decode())
    data = {**decision, "why": sentence(decision["reason"], shown)}
    loss = 0.0 if decision["verdict"] == "good" else decision["loss"]
    place = decision["round"], decision["seat"], decision["index"]
    return Found(number, *place, decision["verdict"], loss, _encode(data).decode())


def answer(text: str, number: int, index: int, action: str, found: Sequence[str], scale: float) -> Verdict:
    """What an answer to a position is worth; `found` are the decisions of a review there."""
    match, (seat, _) = at_place(text, number, index)
    view = match.view(seat)
    if action != NO_BET or not any(one.startswith("bet ") for one in view["legal"]):
        action = str(parse(action, match.rules))
        match.act(seat, action)  # refuses what is not legal
    decisions = [msgspec.json.decode(one, type=dict[str, Any]) for one in found]
    judged = judge_answer(view, action, cast("list[DecisionData]", decisions), scale=scale)
    return Verdict(
        accepted=judged.accepted,
        verdict=judged.verdict,
        action=action,
        behind=judged.behind,
        error=judged.error,
        best=judged.best,
        why=judged.why(shown),
        candidates=judged.candidates,
        due=None,
    )


def valued_line(text: str, wish: LineWish, scale: float) -> Line:
    """A line with the values of the next seat's answers."""
    played = line(text, wish.round, wish.index, wish.line)
    if played.view is None or not played.view["legal"]:
        return played
    return msgspec.structs.replace(played, candidates=weigh(cast("View", played.view), scale=scale))
