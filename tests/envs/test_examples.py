"""The examples learn: a short run is ahead of where it started, and their commands work."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NUMBER = r"[+-]\d+\.\d ± \d+\.\d"


def run(name: str, *options: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


class TestVectorPPO:
    @pytest.fixture
    def ppo(self) -> Any:
        pytest.importorskip("torch")
        pytest.importorskip("gymnasium")
        spec = importlib.util.spec_from_file_location("ppo_vector", EXAMPLES / "ppo_vector.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def test_it_learns(self, ppo: Any) -> None:
        """Thirty thousand steps make an untrained agent, which plays at random, clearly better."""
        torch = ppo.torch
        threads = torch.get_num_threads()
        torch.set_num_threads(1)  # more are slower on a busy machine
        torch.manual_seed(1)
        envs = ppo.VectorTableEnv("haggis-2", 64, past=0, autoreset_mode="SameStep")
        agent = ppo.Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
        before, _ = ppo.evaluate(agent, "haggis-2", "random", 300)
        optimizer = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
        rollout = ppo.Rollout(envs, 64)
        for _ in range(8):
            rollout.play(agent)
            ppo.learn(agent, optimizer, rollout)
        after, interval = ppo.evaluate(agent, "haggis-2", "random", 300)
        torch.set_num_threads(threads)
        assert after - interval > before + 10

    def test_its_command(self, ppo: Any) -> None:
        said = run("ppo_vector.py", "--rules", "haggis-3", "--minutes", "0.001", "--rounds", "20", "--envs", "8")
        assert re.search(rf"^haggis-3, before: {NUMBER} points a round ahead of random$", said, re.MULTILINE)
        assert re.search(rf"^haggis-3, after 512 steps: {NUMBER} points a round ahead of random$", said, re.MULTILINE)


def test_maskable_ppo_runs() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install haggis-cards[examples]")
    said = run("maskable_ppo.py", "1")
    assert re.search(rf"^before: {NUMBER} points a round ahead of random players$", said, re.MULTILINE)
    assert re.search(rf"^after [\d,]+ steps: {NUMBER} points$", said, re.MULTILINE)
