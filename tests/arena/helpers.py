"""Helpers of the arena's tests: a bot without chance, contests of it, results without their times."""

from collections.abc import Iterable
from contextlib import closing
from typing import Any

import pytest

from haggis_cards import Rules, View
from haggis_cards.arena import Contest
from haggis_cards.arena.contest import Players
from haggis_cards.bots import Bot, Decision
from haggis_cards.bots.registry import make_bot


class Last:
    """Always the last legal action: the highest play, the highest bet."""

    name = "last"

    def decide(self, view: View, budget: float | None = None) -> Decision:
        return Decision(view["legal"][-1])

    def close(self) -> None:
        pass


class First(Last):
    """Always the first legal action: a pass, or the lowest card."""

    name = "first"

    def decide(self, view: View, budget: float | None = None) -> Decision:
        return Decision(view["legal"][0])


def with_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets contests in this process know the bots `last` and `first`."""
    fixed = {"last": Last, "first": First}
    monkeypatch.setattr(
        "haggis_cards.arena.contest.make_bot",
        lambda spec, seed: fixed[spec]() if spec in fixed else make_bot(spec, seed),
    )


def seat(contest: Contest, spec: str) -> list[Bot]:
    """The same bot on every seat."""
    return [make_bot(spec, seed) for seed in contest.rules.seats]


def contest_of(rules: str | dict[str, Any], *bots: str, seed: int = 1) -> Contest:
    return Contest(Rules.from_spec(rules), bots, seed)


def timeless(lines: Iterable[Any]) -> list[Any]:
    """Results without the times, which differ from run to run."""
    times = ("ms", "slowest_ms")
    return [
        {**line, "rounds": [{key: it[key] for key in it if key not in times} for it in line["rounds"]]}
        for line in lines
    ]


def played(contest: Contest, deals: int) -> list[Any]:
    """The results of a contest without chance to go wrong: one deal after the other, in this process."""
    with closing(Players()) as players:
        return timeless(contest.play(it, players) for it in contest.encounters(deals))
