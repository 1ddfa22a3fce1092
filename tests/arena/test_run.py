"""Runs: the same results on one process and on several, files that are continued, kills and interruptions."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Record
from haggis_cards.arena import ArenaError, Score, run
from tests.arena.helpers import contest_of, played, timeless, with_last

ARENA = [
    sys.executable,
    "-m",
    "haggis_cards.cli",
    "arena",
    "--rules",
    "haggis-2",
    "--bots",
    "random,random",
    "--seed",
    "1",
]
RANDOM = ("haggis-2", "random", "random")


def read(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_the_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    contest = contest_of("haggis-3", "random", "random")
    for jobs in (1, 2):
        run(contest, 7, out=tmp_path / f"{jobs}.jsonl", jobs=jobs)
    header, *alone = read(tmp_path / "1.jsonl")
    assert header == {"arena": 1, "rules": "haggis-3", "bots": ["random", "random"], "seed": 1}
    assert timeless(alone) == timeless(read(tmp_path / "2.jsonl")[1:]) == played(contest, 7)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_is_tried_then_started_once_a_seat_and_ends_with_the_run(tmp_path: Path, jobs: int) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os, sys\n"
        "from haggis_cards.bots.host import serve\n"
        f"with open({str(tmp_path / 'started')!r}, 'a') as file: file.write(f'{{os.getpid()}}\\n')\n"
        "serve('random', sys.stdin, sys.stdout)\n"
    )
    program = "process:" + shlex.join([sys.executable, str(bot)])
    [score] = run(contest_of("haggis-2", program, "random"), 6, jobs=jobs)
    assert score.margin.interval() == (0, 0)  # it is the same player
    assert not any(standing.incidents for standing in score.standings)
    started = [int(line) for line in (tmp_path / "started").read_text().split()]
    assert len(started) <= 1 + 3 * jobs  # here and in each worker to be tried, then on two seats of each worker
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_run_goes_on_where_it_stopped_and_plays_nothing_twice(tmp_path: Path) -> None:
    contest, out = contest_of(*RANDOM), tmp_path / "results.jsonl"
    run(contest, 3, out=out, jobs=1)
    before = out.read_text()
    assert run(contest, 3, out=out, jobs=1)[0].deals == 3
    assert out.read_text() == before
    assert run(contest, 5, out=out, jobs=1)[0].deals == 5
    assert out.read_text().startswith(before)
    assert timeless(read(out)[1:]) == played(contest, 5)
    assert run(contest, 2, out=out, jobs=1)[0].deals == 2


@pytest.mark.parametrize("cut", [1, 20, 400])
def test_a_last_line_that_was_cut_off_is_played_again(tmp_path: Path, cut: int) -> None:
    contest, out = contest_of(*RANDOM), tmp_path / "results.jsonl"
    run(contest, 3, out=out, jobs=1)
    out.write_bytes(out.read_bytes()[:-cut])
    run(contest, 4, out=out, jobs=1)
    assert timeless(read(out)[1:]) == played(contest, 4)


def test_a_header_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    contest, out = contest_of(*RANDOM), tmp_path / "results.jsonl"
    out.write_text(contest.header[:9])
    run(contest, 1, out=out, jobs=1)
    assert read(out)[0] == json.loads(contest.header)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (contest_of("haggis-3", "random", "random"), 'rules is "haggis-2", not "haggis-3"'),
        (contest_of("haggis-2", "random", "random", seed=2), "seed is 1, not 2"),
        (contest_of("haggis-2", "random", "random", "random"), "bots is"),
    ],
    ids=["rules", "seed", "bots"],
)
def test_the_results_of_another_contest_are_refused(tmp_path: Path, other: Any, reason: str) -> None:
    out = tmp_path / "results.jsonl"
    run(contest_of(*RANDOM), 1, out=out, jobs=1)
    before = out.read_text()
    with pytest.raises(ArenaError, match=reason):
        run(other, 1, out=out, jobs=1)
    assert out.read_text() == before


@pytest.mark.parametrize("content", ["my diary", "my diary\n", '{"haggis": 1}\n', "[]\n", "\n", "\xff\n"])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    out = tmp_path / "results.jsonl"
    out.write_bytes(content.encode("latin-1"))
    with pytest.raises(ArenaError, match=r"results\.jsonl"):
        run(contest_of(*RANDOM), 1, out=out, jobs=1)
    assert out.read_bytes() == content.encode("latin-1")


@pytest.mark.parametrize("damage", [{"deal": 0}, {"rounds": []}, {"rounds": [{}, {}]}, {"pair": [1, 0]}], ids=str)
def test_a_damaged_line_is_named(tmp_path: Path, damage: dict[str, Any]) -> None:
    contest, out = contest_of(*RANDOM), tmp_path / "results.jsonl"
    run(contest, 2, out=out, jobs=1)
    *lines, last = read(out)
    out.write_text("".join(json.dumps(line) + "\n" for line in (*lines, {**last, **damage})))
    with pytest.raises(ArenaError, match=r"line 3: expected deal 1 of bots 0 and 1"):
        run(contest, 3, out=out, jobs=1)


def test_until_sure_stops_at_the_same_deal_whatever_was_played_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_last(monkeypatch)
    contest, out = contest_of("haggis-2", "last", "random"), tmp_path / "results.jsonl"
    [score] = run(contest, 300, jobs=1, until_sure=True)
    assert 30 <= score.deals < 300
    assert score.sure
    [all_deals] = run(contest, score.deals + 20, out=out, jobs=1)
    assert all_deals.deals == score.deals + 20
    assert run(contest, 300, out=out, jobs=1, until_sure=True)[0].margin == score.margin


def test_equal_bots_have_a_margin_of_exactly_nothing() -> None:
    for rules in ("haggis-2", "haggis-3", "neeps-4"):
        [score] = run(contest_of(rules, "random", "random"), 4, jobs=1)
        assert score.margin.interval() == (0, 0)
        first, second = score.standings
        assert (first.points, first.wins, first.bets) == (second.points, second.wins, second.bets)


def test_every_round_can_be_kept_as_a_record(tmp_path: Path) -> None:
    """With who was which bot and how long each took; a run that goes on goes on with its records too."""
    contest, files = contest_of("haggis-3", "greedy", "random"), (tmp_path / "results.jsonl", tmp_path / "rounds.jsonl")
    run(contest, 1, out=files[0], records=files[1], jobs=1)
    with files[1].open("a") as file:
        file.write("{torn")
    run(contest, 2, out=files[0], records=files[1], jobs=2)
    lines, records = read(files[0])[1:], Record.load_all(files[1])
    assert [key for line in lines for key in line] == ["deal", "pair", "rounds"] * 2
    rounds = [one for line in lines for one in line["rounds"]]
    assert len(rounds) == len(records) == 12
    for one, record in zip(rounds, records, strict=True):
        record.verify()
        assert record.data["bots"] == [("greedy", "random")[held] for held in one["seats"]]
        assert record.data["rounds"][0]["result"]["points"] == one["points"]
        times = [seconds for seconds in record.data["rounds"][0]["times"] if seconds is not None]
        assert len(times) == sum(one["decisions"])
        assert sum(times) == pytest.approx(sum(one["ms"]) / 1000, abs=0.001 * len(times))
        assert {"id", "date", "app", "edition"} <= record.data.keys()
    assert len({record.data["id"] for record in records}) == 12


def test_records_that_do_not_go_with_the_results_are_left_alone(tmp_path: Path) -> None:
    contest, out, kept = contest_of(*RANDOM), tmp_path / "results.jsonl", tmp_path / "rounds.jsonl"
    kept.write_text("mine")
    with pytest.raises(ArenaError, match=r"rounds\.jsonl is there already"):
        run(contest, 1, out=out, records=kept, jobs=1)
    run(contest, 1, out=out, jobs=1)
    with pytest.raises(ArenaError, match="has 0 of the 2 rounds that were played"):
        run(contest, 2, out=out, records=kept, jobs=1)
    assert kept.read_text() == "mine"


def test_who_watches_sees_the_scores_after_every_deal() -> None:
    seen = []

    def watch(scores: list[Score]) -> None:
        seen.append([score.deals for score in scores])

    run(contest_of("haggis-2", "random", "random", "random"), 2, jobs=1, watch=watch)
    assert seen == [[1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1], [2, 2, 1], [2, 2, 2]]


def test_without_ray_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"--ray needs an optional package: pip install 'haggis-cards\[ray\]'"):
        run(contest_of(*RANDOM), 1, ray="auto")


def start_and_wait_for(out: Path, deals: int) -> subprocess.Popen[str]:
    """A long run as a process of its own, once it has written this number of deals."""
    process = subprocess.Popen(
        [*ARENA, "--deals", "100000", "--jobs", "2", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while lines_in(out) <= deals:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process


def alive(group: int) -> bool:
    """Whether any process of the run is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_run_that_was_ended_goes_on_as_if_it_had_not_been(tmp_path: Path, sign: signal.Signals) -> None:
    out = tmp_path / "results.jsonl"
    process = start_and_wait_for(out, 5)
    if sign == signal.SIGKILL:
        process.kill()  # the parent alone: its workers have to notice
    else:
        os.killpg(process.pid, sign)  # as a terminal does it
    output, errors = process.communicate()
    while alive(process.pid):
        time.sleep(0.02)
    done = lines_in(out) - 1
    if sign == signal.SIGINT:
        assert process.returncode == 130
        assert errors == (
            f"haggis: interrupted after {done} of 100000 deals; run the same command again to continue from {out}\n"
        )
        assert output == ""
    contest = contest_of(*RANDOM)
    run(contest, done + 2, out=out, jobs=1)
    assert timeless(read(out)[1:]) == played(contest, done + 2)


def test_a_script_without_a_guard_is_told_about_it(tmp_path: Path) -> None:
    """Workers read the script again: they leave it quietly, and the script says what it lacks."""
    script = tmp_path / "script.py"
    script.write_text(
        "from haggis_cards import Rules\nfrom haggis_cards.arena import Contest, run\n"
        'list(run(Contest(Rules.from_spec("haggis-2"), ("random", "random"), seed=1), deals=2, jobs=2))\n'
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "under if __name__ == '__main__':" in done.stderr.splitlines()[-1]
    assert done.stderr.count("Traceback") == 1
