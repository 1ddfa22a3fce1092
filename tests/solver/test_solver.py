"""The solver says what minimax says, at every table, and says so when its nodes are not enough."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from haggis_cards import Bet, Kind, Match, Pass, Phase, Play, Round, Rounds, _native, position_line
from haggis_cards.bots.stakes import Stakes
from haggis_cards.cards import NUMBERS
from haggis_cards.encoding import margins
from haggis_cards.native import Position
from haggis_cards.scoring import score
from haggis_cards.solver import Progress, SolverError, solve
from haggis_cards.solver.par import Plan, deals, work
from tests.solver.positions import late
from tests.support import PRESETS, TABLES, name_of, play, random_play, start

MEGABYTE = 1 << 20


def by_engine(rnd: Round, seat: int) -> float:
    """Best play for both sides by the Python engine, every line looked at."""
    sides = rnd.rules.sides
    if rnd.over:
        return float(margins(score(rnd).points)[sides[seat]])
    (actor,) = rnd.to_act
    values = [by_engine(rnd.act(actor, one), seat) for one in rnd.legal(actor) if not isinstance(one, Bet)]
    return max(values) if sides[actor] == sides[seat] else min(values)


def plain(rnd: Round, seat: int, stakes: Any = None, *, prunes: bool = False) -> float:
    """The same by the core, without memory."""
    value = _native.plain_value(Position.from_round(rnd).native, seat, 10**9, prunes, stakes)
    assert value is not None
    return value


def values(rnd: Round) -> dict[str, float]:
    """Of every action, by minimax of the core."""
    (seat,) = rnd.to_act
    return {str(one): plain(rnd.act(seat, one), seat) for one in rnd.legal(seat) if not isinstance(one, Bet)}


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_it_agrees_with_minimax(table: Any) -> None:
    """Every action of positions inside and outside of tricks, at all presets and house rules (R5 to R8, R10)."""
    phases = set()
    for match in islice(late(table, 2, 7), 24):
        solution = solve(match, memory=1)
        expected = values(match.round)
        assert solution["exact"]
        assert solution["actions"] == expected, position_line(match.round)
        assert solution["margin"] == max(expected.values())
        phases.add((match.round.phase, match.round.top is None))
    assert {(Phase.PLAY, True), (Phase.PLAY, False)} <= phases


class _Interrupted(_native.Analysis):
    """An analysis that a person interrupts in a part that would take hours."""

    def advance(self, nodes: int) -> bool:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        return super().advance(1 << 60)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="POSIX signals")
@pytest.mark.parametrize(
    "solving",
    [
        lambda: solve(Match("haggis-2", Rounds(1), seed=1)),
        lambda: work(Plan("haggis-2"), next(deals(Plan("haggis-2")))),
    ],
    ids=["solve", "par"],
)
def test_ctrl_c_ends_it_at_once(monkeypatch: pytest.MonkeyPatch, solving: Callable[[], object]) -> None:
    monkeypatch.setattr(_native, "Analysis", _Interrupted)
    with pytest.raises(KeyboardInterrupt):
        solving()


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_it_agrees_with_alpha_beta(table: Any) -> None:
    for match in islice(late(table, 8, 11), 12):
        (seat,) = match.round.to_act
        assert solve(match)["margin"] == plain(match.round, seat, prunes=True), position_line(match.round)


@pytest.mark.parametrize("preset", PRESETS)
def test_minimax_agrees_with_the_engine(preset: str) -> None:
    for match in islice(late(preset, 2, 5), 12):
        (seat,) = match.round.to_act
        assert by_engine(match.round, seat) == plain(match.round, seat)


def saving_courts(table: str) -> Iterator[Round]:
    """Positions of rounds in which everybody keeps the courts as long as possible."""
    for number in count():
        rng, rnd = Random(number), Match(table, Rounds(1), seed=number).round
        while not rnd.over:
            seat = rnd.to_act[0]
            legal = [one for one in rnd.legal(seat) if not isinstance(one, Bet)]
            rnd = rnd.act(
                seat,
                rng.choice([one for one in legal if not isinstance(one, Play) or not one.cards & ~NUMBERS] or legal),
            )
            if rnd.phase is Phase.PLAY and sum(hand.bit_count() for hand in rnd.hands) <= 12:
                yield rnd


def bombed(rnd: Round) -> Round | None:
    """What follows if the seat to act bombs, and everybody passes."""
    (seat,) = rnd.to_act
    bombs = [one for one in rnd.legal(seat) if isinstance(one, Play) and one.kind is Kind.BOMB]
    if not bombs:
        return None
    rnd = rnd.act(seat, bombs[0])
    while rnd.phase is Phase.PLAY and rnd.top == bombs[0]:
        rnd = rnd.act(rnd.to_act[0], Pass())
    return rnd


@pytest.mark.parametrize(("table", "phase"), [("haggis-3", Phase.AWARD), ("neeps-4", Phase.LEAD)])
def test_who_wins_by_a_bomb_chooses_well(table: str, phase: Phase) -> None:
    """R5.9 and R5.10: to award a trick and to name the lead are actions like others."""
    reached = (after for rnd in saving_courts(table) if (after := bombed(rnd)) and after.phase is phase)
    for rnd in islice(reached, 3):
        (seat,) = rnd.to_act
        expected = {str(one): plain(rnd.act(seat, one), seat, prunes=True) for one in rnd.legal(seat)}
        assert solve(rnd)["actions"] == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_it_knows_the_stakes_of_a_match(preset: str) -> None:
    """Where points do not add up, the piles count."""
    compared = 0
    for match in islice(late(preset, 4, 8), 12):
        (seat,) = match.round.to_act
        stakes = Stakes.of(match.view(seat), match.rules)
        if stakes is None:
            continue
        native = Position.from_round(match.round).native
        analysis = _native.Analysis(native, seat, MEGABYTE, stakes.native)
        assert analysis.advance(10**9)
        assert analysis.value == (plain(match.round, seat, stakes.native),) * 2
        compared += 1
    assert compared


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_the_line_of_best_play_keeps_the_value(table: Any) -> None:
    for match in islice(late(table, 4, 10), 8):
        rnd = match.round
        (seat,) = rnd.to_act
        solution = solve(rnd)
        end = play(rnd, *solution["line"])
        assert end.over
        assert float(margins(score(end).points)[rnd.rules.sides[seat]]) == solution["margin"]


def early() -> Match:
    """A lead of a whole deal."""
    return Match("haggis-2", Rounds(1), seed=5)


def test_few_nodes_give_an_interval_that_holds() -> None:
    for match in islice(late("haggis-2", 12, 16), 10):
        whole = solve(match)
        assert isinstance(whole["margin"], float)
        for nodes in (1, 100, 1000):
            part = solve(match, nodes=nodes)
            for action, known in part["actions"].items():
                low, high = known if isinstance(known, tuple) else (known, known)
                exact = whole["actions"][action]
                assert isinstance(exact, float)
                assert low <= exact <= high
            if not part["exact"]:
                assert part["line"] == [] or part["margin"] == whole["margin"]
    assert not solve(early(), nodes=1)["exact"]


def test_the_same_question_has_the_same_answer_however_little_it_remembers() -> None:
    for match in islice(late("neeps-4", 10, 14), 6):
        assert solve(match, memory=1) == solve(match, memory=64) | {"line": solve(match, memory=1)["line"]}
        assert solve(match, nodes=500) == solve(match, nodes=500)


def test_progress_is_told_and_ends_the_solution() -> None:
    seen: list[Progress] = []

    class Enough(Exception):
        pass

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            raise Enough

    with pytest.raises(Enough):
        solve(early(), watch=watch)
    assert seen[0].nodes < seen[1].nodes < seen[2].nodes
    assert seen[0].low <= seen[2].low <= seen[2].high <= seen[0].high


def test_it_can_be_cancelled_from_another_thread() -> None:
    """The part under way would take hours."""
    analysis = _native.Analysis(Position.from_round(early().round).native, early().round.to_act[0], MEGABYTE)
    done: list[bool] = []
    thread = threading.Thread(target=lambda: done.append(analysis.advance(10**15)))
    thread.start()
    time.sleep(0.1)  # so that it is under way, most often
    analysis.cancel()
    thread.join(60)
    assert done == [False]
    assert not analysis.advance(10**15)


@pytest.mark.parametrize(
    ("table", "words"), [("neeps-4", "still being exchanged"), ("tatties-3", "the auction is not over")]
)
def test_before_play_it_refuses_in_words(table: str, words: str) -> None:
    with pytest.raises(SolverError, match=words):
        solve(Match(table, seed=1))


def test_other_wrong_questions_are_refused() -> None:
    *_, last = random_play("haggis-2", Rounds(1), seed=1)
    with pytest.raises(SolverError, match="the round is over"):
        solve(last)
    with pytest.raises(SolverError, match="are positive"):
        solve(start("haggis-2"), nodes=0)
    with pytest.raises(SolverError, match="are positive"):
        solve(start("haggis-2"), memory=0)
