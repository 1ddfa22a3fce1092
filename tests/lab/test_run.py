"""An experiment is played once: in one process or in many, at once or in pieces, with the same result."""

import json
from pathlib import Path

import pytest

from haggis_cards import RULES
from haggis_cards.lab import Arm, Experiment, LabError, make_report, run
from tests.lab.helpers import experiment_of
from tests.seed import SEED

FLAT = {"preset": "haggis-2", "points": "flat"}


def test_workers_and_pieces_do_not_change_the_result(tmp_path: Path) -> None:
    experiment = experiment_of("haggis-2", FLAT, bots=("random", "greedy:90"), seed=SEED)
    whole = run(experiment, 20, jobs=1)
    out = tmp_path / "lab.jsonl"
    assert run(experiment, 20, jobs=2, out=out) == whole
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[: len(lines) // 2]) + lines[-1][:20])  # stopped in the middle of a line
    seen: list[tuple[int, int]] = []
    assert run(experiment, 20, jobs=1, out=out, watch=lambda done, total: seen.append((done, total))) == whole
    assert seen[0] == (len(lines) // 2 - 1, len(whole))
    assert seen[-1] == (len(whole), len(whole))
    assert len(run(experiment, 24, jobs=1, out=out)) > len(whole)  # a finished run can be extended


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "lab.jsonl"
    run(experiment_of("haggis-2"), 2, jobs=1, out=out)
    with pytest.raises(LabError, match="holds another experiment: its seed is 1, not 2"):
        run(experiment_of("haggis-2", seed=2), 2, jobs=1, out=out)
    out.write_text('{"arena": 1}\n')
    with pytest.raises(LabError, match="not a results file of the lab"):
        run(experiment_of("haggis-2"), 2, jobs=1, out=out)
    out.write_text("notes")
    with pytest.raises(LabError, match="not a results file of the lab"):
        run(experiment_of("haggis-2"), 2, jobs=1, out=out)


def test_arms_with_hands_of_the_same_sizes_have_the_same_deals() -> None:
    experiment = experiment_of("haggis-2", FLAT, "haggis-2-2010", "haggis-3")
    base, *others = experiment.arms
    assert [base.shares_deals(arm) for arm in others] == [True, True, False]
    cards = [experiment.start(arm, 3, 0).round.deal for arm in experiment.arms[:3]]
    assert cards[0] == cards[1] == cards[2] != experiment.start(base, 4, 0).round.deal
    control = Arm(RULES["haggis-2"], "control", stream="control")
    assert not base.shares_deals(control)
    assert experiment.start(control, 3, 0).round.deal != cards[0]


def test_every_deal_is_played_with_each_dealer() -> None:
    lines = run(experiment_of("haggis-3"), 6, jobs=1)
    assert len(lines) == 2
    for line in lines:
        assert line["part"] == "field"
        assert [facts["dealer"] for facts in line["rounds"]] == [0, 1, 2]


def test_a_change_of_nothing_is_no_difference_and_a_change_of_points_is_one() -> None:
    experiment = experiment_of("haggis-2", {"preset": "haggis-2", "points": "printed"}, FLAT, seed=SEED)
    report = make_report(experiment, run(experiment, 60, jobs=1))
    for row in report.rows:
        nothing, _ = row.differences
        assert nothing is None or (nothing.mean, nothing.p) == (0, 1)
        assert not row.marked[0]
    marked = {row.label for row in report.rows if row.marked[1]}
    assert {"all together", "the haggis"} <= marked
    assert "plays" not in marked  # random players do not care
    assert json.dumps(report.as_json())


def test_other_luck_of_the_bots_on_the_same_deals_is_no_difference() -> None:
    rules = RULES["haggis-2"]
    experiment = Experiment((Arm(rules, "once"), Arm(rules, "again", luck=" again")), ("random",), SEED)
    report = make_report(experiment, run(experiment, 60, jobs=1))
    plays = next(row for row in report.rows if row.label == "plays").differences[0]
    assert plays is not None
    assert plays.mean
    assert report.is_paired(1)


def test_the_lab_takes_one_or_two_bots() -> None:
    with pytest.raises(LabError, match="one bot, which plays every seat, or two, as in neural,greedy"):
        experiment_of("haggis-2", bots=("random", "random", "greedy"))
