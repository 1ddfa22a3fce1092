"""Par: deals are solved in order, in processes too; a run goes on where it stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from haggis_cards.solver import SolverError
from haggis_cards.solver.par import PAR, Plan, deals, run, work
from tests.cli.helpers import played, record_of, write
from tests.cli.helpers import run as haggis

PLAN = Plan("haggis-2", seed=5, nodes=500, memory=1)


def timeless(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{**line, "seconds": None} for line in lines]


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    expected = run(PLAN, whole, islice(deals(PLAN), 4), jobs=1)
    run(PLAN, parts, islice(deals(PLAN), 2), jobs=1)
    parts.write_bytes(parts.read_bytes()[:-5])  # cut off in the middle of a line
    again = run(PLAN, parts, islice(deals(PLAN), 4), jobs=2)
    assert timeless(again) == timeless(expected) == timeless(PAR.read(whole, PLAN.header)[0])
    assert [line["deal"] for line in again] == [0, 1, 2, 3]


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_a_run_that_is_interrupted_leaves_a_file_to_go_on_with(tmp_path: Path) -> None:
    out = tmp_path / "par.jsonl"
    options = ["--seed", "5", "--nodes", "500", "--memory", "1", "--deals", "100000", "--jobs", "2", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "haggis_cards.cli", "par", "haggis-2", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not out.exists() or out.read_text().count("\n") < 4:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
    _, errors = process.communicate()
    assert process.returncode == 130
    assert f"interrupted; run the same command again to continue from {out}" in errors
    assert "Traceback" not in errors
    done = len(PAR.read(out, PLAN.header)[0])
    assert done >= 3
    again = run(PLAN, out, islice(deals(PLAN), done + 1), jobs=1)
    assert [line["deal"] for line in again] == list(range(done + 1))


def test_a_line_has_the_deal_and_a_value_for_each_seat_that_leads() -> None:
    task = next(deals(PLAN))
    line = work(PLAN, task)
    assert len(line["par"]) == len(line["hands"]) == 2
    assert all(low < high for low, high in line["par"])  # 500 nodes are not enough
    assert json.loads(json.dumps(line)) == line


def test_another_plan_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "par.jsonl"
    run(PLAN, path, islice(deals(PLAN), 1), jobs=1)
    with pytest.raises(SolverError, match="holds another plan"):
        run(Plan("haggis-2", seed=6), path, iter(()), jobs=1)
    path.write_text('{"arena": 1}\n')
    with pytest.raises(SolverError, match="not a file that haggis par has written"):
        PAR.read(path)
    with pytest.raises(SolverError, match="begin with a lead"):
        next(deals(Plan("neeps-4")))


def test_the_command_solves_the_deals_of_records(tmp_path: Path) -> None:
    match = played("haggis-2", rounds=2)
    source, out = write(tmp_path / "match.jsonl", record_of(match)), tmp_path / "par.jsonl"
    result = haggis("par", "haggis-2", source, "--out", out, "--nodes", 200, "--memory", 1, "--jobs", 1)
    assert result.exit_code == 0
    assert result.stdout == "2 deals, 0 of them exactly\n"
    hands = [line["hands"] for line in PAR.read(out)[0]]
    assert len(hands) == 2
    assert hands[0] != hands[1]
