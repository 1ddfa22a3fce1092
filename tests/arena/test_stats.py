"""Margins, wins and intervals against numbers worked out by hand, and ratings against known cases."""

from math import log10, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import Rules
from haggis_cards.arena import ArenaError, Estimate, Score
from haggis_cards.arena.ladder import bradley_terry, draw_bar, draw_png, rate
from haggis_cards.arena.stats import FEWEST, t_quantile
from tests.arena.helpers import Last, contest_of


def round_line(seats: list[int], points: list[int], *bets: tuple[int, int, bool]) -> Any:
    return {
        "seats": seats,
        "points": points,
        "bets": [{"seat": seat, "value": value, "won": won} for seat, value, won in bets],
        "decisions": [10, 20],
        "ms": [5.0, 30.0],
        "slowest_ms": [1.5, 7.0],
        "incidents": [[], ["no idea"]],
    }


def deal_line(*rounds: Any) -> Any:
    return {"deal": 0, "pair": [0, 1], "rounds": list(rounds)}


def score_of(preset: str, *lines: Any) -> Score:
    score = Score(Rules.from_spec(preset))
    for line in lines:
        score.add(line)
    return score


def test_two_players_the_margin_is_the_mean_over_both_ways() -> None:
    score = score_of("haggis-2", deal_line(round_line([0, 1], [50, 20]), round_line([1, 0], [30, 30])))
    assert score.margin.mean == 15
    first, second = score.standings
    assert (first.points, second.points) == (80, 50)
    assert (first.wins, second.wins) == (1.5, 0.5)
    assert score.deals_won == 1


def test_three_players_a_bot_has_the_mean_of_its_seats() -> None:
    score = score_of("haggis-3", deal_line(round_line([0, 1, 0], [10, 25, 40]), round_line([1, 1, 0], [40, 40, 40])))
    assert score.margin.mean == 0
    first, second = score.standings
    assert (first.points, second.points) == (25 + 40, 25 + 40)
    assert first.wins == 1 + 1 / 3
    assert second.wins == 2 / 3
    assert score.deals_won == 0.5


def test_partners_a_bot_has_the_points_of_its_side() -> None:
    line = deal_line(round_line([0, 1, 0, 1], [100, 60]), round_line([1, 0, 1, 0], [90, 80]))
    score = score_of("neeps-4", line)
    assert score.margin.mean == (40 - 10) / 2
    assert [standing.points for standing in score.standings] == [180, 150]


def test_bets_times_and_incidents_go_to_who_held_the_seat() -> None:
    line = deal_line(round_line([0, 1, 1], [1, 2, 3], (0, 15, True), (1, 30, False), (2, 30, True)))
    first, second = score_of("haggis-3", line, line).standings
    assert (first.bets, first.bets_won, second.bets, second.bets_won) == (2, 2, 4, 2)
    data = second.as_json("b")
    assert (data["ms_per_decision"], data["slowest_ms"]) == (1.5, 7.0)
    assert (data["incidents"], data["first_incident"]) == (2, "no idea")


def estimate_of(*values: float) -> Estimate:
    estimate = Estimate()
    for value in values:
        estimate.add(value)
    return estimate


def test_the_interval_is_students() -> None:
    """Mean 5, standard deviation sqrt(32 / 7), eight numbers, t(7 degrees, 97.5%) = 2.364624."""
    estimate = estimate_of(2, 4, 4, 4, 5, 5, 7, 9)
    half = 2.364624 * sqrt(32 / 7) / sqrt(8)
    assert estimate.interval() == pytest.approx((5 - half, 5 + half), rel=1e-4)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(2, 4.302653), (3, 3.182446), (5, 2.570582), (10, 2.228139), (30, 2.042272), (999, 1.962341)],
)
def test_t_by_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, rel=0.01 if freedom < 5 else 2e-4)


def test_one_deal_has_no_interval() -> None:
    score = score_of("haggis-2", deal_line(round_line([0, 1], [50, 20]), round_line([1, 0], [30, 30])))
    assert score.margin_json("a", "b") == {"a": "a", "b": "b", "mean": 15.0, "ci95": [None, None]}


def test_the_anytime_interval_holds_for_who_looks_after_every_deal() -> None:
    """Two equal players, 400 runs of 600 deals: stopping when sure is wrong in at most 5% of them."""
    rng = Random(1)
    wrong = {"anytime": 0, "interval": 0}
    for _ in range(400):
        estimate, fooled = Estimate(), set()
        for _ in range(600):
            estimate.add(rng.gauss(0, 30))
            if estimate.count >= FEWEST:
                fooled |= {name for name in wrong if not _holds(getattr(estimate, name)(), 0)}
        for name in fooled:
            wrong[name] += 1
    assert wrong["anytime"] <= 0.05 * 400 < 0.2 * 400 < wrong["interval"]


def _holds(interval: tuple[float, float], truth: float) -> bool:
    return interval[0] <= truth <= interval[1]


def test_nobody_is_sure_too_early() -> None:
    clear = deal_line(round_line([0, 1], [50, 20]), round_line([1, 0], [20, 50]))
    assert not score_of("haggis-2", *[clear] * (FEWEST - 1)).sure
    assert score_of("haggis-2", *[clear] * FEWEST).sure


def test_bradley_terry_of_two_is_the_log_of_the_odds() -> None:
    """75 to 25 and one draw are odds of 75.5 to 25.5; the information on the difference is 101 p q."""
    ratings, halves = bradley_terry(np.array([[0.0, 75.0], [25.0, 0.0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400 * log10(75.5 / 25.5))
    assert ratings.sum() == pytest.approx(0)
    error = 400 / np.log(10) / sqrt(101 * 75.5 / 101 * 25.5 / 101)
    assert halves == pytest.approx([1.959964 * error / 2] * 2, rel=1e-4)


def test_bradley_terry_finds_the_strengths_that_made_the_wins() -> None:
    truth = np.array([300.0, 50.0, -100.0, -250.0])
    games = 1e7
    wins = games / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    np.fill_diagonal(wins, 0)
    ratings, halves = bradley_terry(wins)
    assert ratings == pytest.approx(truth, abs=0.01)
    assert all(halves < 1)


def test_who_wins_everything_has_a_finite_rating() -> None:
    wins = np.array([[0, 1000.0, 1000], [0, 0, 1000], [0, 0, 0]])
    ratings, halves = bradley_terry(wins)
    assert np.isfinite(ratings).all()
    assert np.isfinite(halves).all()
    assert ratings[0] > ratings[1] > ratings[2]


def test_the_ladder_has_the_best_on_top_and_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haggis_cards.arena.contest.make_bot", lambda *_: Last())
    contest = contest_of("haggis-2", "weak", "fair", "good")
    better = deal_line(round_line([0, 1], [20, 50]), round_line([1, 0], [50, 20]))
    scores = [score_of("haggis-2", *[better] * 9) for _ in contest.pairs]
    rungs = rate(contest, scores)
    assert [rung.name for rung in rungs] == ["good", "fair", "weak"]
    assert [rung.standing.rounds for rung in rungs] == [36, 36, 36]
    assert rungs[0].low < rungs[0].rating < rungs[0].high
    bars = [draw_bar(rung, rungs[-1].low, rungs[0].high, 40) for rung in rungs]
    assert all(len(bar) == 40 and bar.strip()[0] == "├" and bar.strip()[-1] == "┤" for bar in bars)
    assert [bar.index("●") for bar in bars] == sorted((bar.index("●") for bar in bars), reverse=True)
    draw_png(rungs, "three", tmp_path / "ladder.png")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ArenaError, match=r"nowhere/ladder\.png cannot be written: No such file"):
        draw_png(rungs, "three", tmp_path / "nowhere" / "ladder.png")
