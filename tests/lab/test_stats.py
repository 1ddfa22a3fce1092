"""Estimates, differences and their marks: right on known numbers, and silent where nothing has changed."""

import numpy as np
import pytest

from haggis_cards.lab.stats import _two_sided, compare, estimate, holm
from tests.seed import SEED


def test_a_mean_has_the_usual_interval() -> None:
    values = np.array([1.0, 2.0, 3.0, 6.0])
    found = estimate(values, np.ones(4))
    assert found is not None
    assert found.mean == 3
    assert found.error == pytest.approx(values.std(ddof=1) / 2)
    assert found.half == pytest.approx(3.182 * found.error, rel=0.01)


def test_a_ratio_counts_what_was_counted() -> None:
    found = estimate(np.array([1.0, 0.0, 2.0]), np.array([1.0, 0.0, 4.0]))
    assert found is not None
    assert found.mean == 3 / 5
    assert found.influence.sum() == pytest.approx(0)
    assert estimate(np.zeros(3), np.zeros(3)) is None


def test_the_interval_of_a_ratio_holds_the_truth_as_often_as_it_says() -> None:
    rng, inside = np.random.default_rng(SEED), 0
    for _ in range(400):
        bets = rng.poisson(0.7, 300).astype(float)
        found = estimate(rng.binomial(bets.astype(int), 0.6).astype(float), bets)
        assert found is not None
        inside += abs(found.mean - 0.6) <= found.half
    assert 350 <= inside <= 398  # 380 are due; a chance of one in a hundred thousand


@pytest.mark.parametrize(("t", "freedom", "p"), [(2.042, 30, 0.05), (3.646, 30, 0.001), (1.984, 100, 0.05)])
def test_chances_agree_with_the_tables_of_student(t: float, freedom: int, p: float) -> None:
    assert _two_sided(t, freedom) == pytest.approx(p, rel=0.01)


def test_the_same_rounds_are_no_difference_and_a_constant_one_is_certain() -> None:
    values = np.random.default_rng(SEED).normal(size=100)
    base, more = estimate(values, np.ones(100)), estimate(values + 0.01, np.ones(100))
    assert base is not None
    assert more is not None
    assert compare(base, base, paired=True).p == 1
    assert compare(base, more, paired=True).p == 0
    assert compare(base, more, paired=False).p > 0.5


def test_a_change_in_few_deals_is_never_marked() -> None:
    values, moved = np.zeros(1000), np.zeros(1000)
    moved[:9] = 1
    base, other = estimate(values, np.ones(1000)), estimate(moved, np.ones(1000))
    assert base is not None
    assert other is not None
    assert compare(base, other, paired=True).p == 1


def test_holm_asks_less_of_the_next_difference() -> None:
    assert holm([0.004, 0.2, 0.003, 0.0061], 0.0121) == [True, False, True, False]
    assert holm([], 0.01) == []


@pytest.mark.parametrize("paired", [True, False])
def test_where_nothing_has_changed_hardly_any_run_has_a_mark(paired: bool) -> None:
    rng, runs, figures, deals, alarms = np.random.default_rng(SEED), 300, 40, 100, 0
    for _ in range(runs):
        shared = rng.normal(size=(figures, deals)) * paired
        arms = [shared + rng.exponential(size=(figures, deals)) for _ in range(2)]
        chances = []
        for first, second in zip(*arms, strict=True):
            base, other = estimate(first, np.ones(deals)), estimate(second, np.ones(deals))
            assert base is not None
            assert other is not None
            chances.append(compare(base, other, paired=paired).p)
        alarms += any(holm(chances))
    assert alarms <= 13  # 3 are due; a chance of one in a hundred thousand
