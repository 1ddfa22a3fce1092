"""The arena on Ray: a cluster of two workers on this machine gives the results of one process."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from haggis_cards.arena import ArenaError, run
from haggis_cards.solver.par import PAR, Plan, deals
from haggis_cards.solver.par import run as run_par
from tests.arena.helpers import contest_of, played, timeless

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="Ray is not installed")

# A head node with two workers, for as long as its standard input is open; it prints its address.
HEAD = """
import sys, ray
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""
ENVIRONMENT = {**os.environ, "RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}


@pytest.fixture
def address() -> Iterator[str]:
    with subprocess.Popen(
        [sys.executable, "-c", HEAD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=ENVIRONMENT,
    ) as head:
        assert head.stdout
        yield head.stdout.readline().strip()
        head.communicate()


def test_a_cluster_of_two_workers(address: str, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = ["arena", "--rules", "haggis-2", "--bots", "random,random", "--deals", "12", "--seed", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "haggis_cards.cli", *command, "--ray", address, "--out", str(out)],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["deals"] == 12
    lines = [json.loads(line) for line in out.read_text().splitlines()[1:]]
    assert timeless(lines) == played(contest_of("haggis-2", "random", "random"), 12)


def test_par_of_deals_on_a_cluster(address: str, tmp_path: Path) -> None:
    plan, out = Plan("haggis-2", seed=5, nodes=300, memory=1), tmp_path / "par.jsonl"
    options = ["--seed", "5", "--nodes", "300", "--memory", "1", "--deals", "3", "--out", str(out), "--ray", address]
    command = [sys.executable, "-m", "haggis_cards.cli", "par", "haggis-2", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    lines = run_par(plan, tmp_path / "alone.jsonl", islice(deals(plan), 3), jobs=1)
    assert [{**line, "seconds": 0} for line in PAR.read(out)[0]] == [{**line, "seconds": 0} for line in lines]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:123456789"])
def test_where_nobody_listens_there_is_no_cluster(address: str) -> None:
    with pytest.raises(ArenaError, match=f"there is no Ray cluster at {address}"):
        run(contest_of("haggis-2", "random", "random"), 1, ray=address)
