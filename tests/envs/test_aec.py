"""The PettingZoo environment: PettingZoo's own tests, and what they do not cover."""

import io
import re
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test")

from haggis_cards import Goal, IllegalAction, Rounds  # noqa: E402
from haggis_cards.envs.aec import TableEnv, env  # noqa: E402
from tests.support import PRESETS, TABLES, name_of  # noqa: E402


def play(table: Any, seed: int | None = None, rng_seed: int = 1) -> list[tuple[str, int]]:
    """A whole episode of random agents: which agent took which action."""
    rng, taken = np.random.default_rng(rng_seed), []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        _, _, terminated, truncated, info = table.last()
        action = None if terminated or truncated else int(rng.choice(np.flatnonzero(info["action_mask"])))
        if action is not None:
            taken.append((agent, action))
        table.step(action)
    return taken


class TestPettingZoo:
    """Warnings are errors in these tests, so none of PettingZoo's checks warns."""

    @pytest.mark.parametrize("preset", PRESETS)
    def test_api(self, preset: str) -> None:
        pettingzoo_test.api_test(env(preset), num_cycles=60)

    # What PettingZoo says of every observation that is a dict and of a third party.
    @pytest.mark.filterwarnings("ignore:Observation is not a NumPy", "ignore:Observation space for each agent prob")
    def test_api_by_lists(self) -> None:
        pettingzoo_test.api_test(env("haggis-2", actions="list"), num_cycles=60)

    def test_benchmark(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """PettingZoo's benchmark knows no masks of arrays: it plays with numbers that wrap."""
        clock = iter(range(1000))
        monkeypatch.setattr("time.time", lambda: next(clock))
        pettingzoo_test.performance_benchmark(env("haggis-2", illegal="wrap"))

    def test_api_of_a_match(self) -> None:
        pettingzoo_test.api_test(env("haggis-3", end=Rounds(2), reward="points"), num_cycles=100)

    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_seeds(self, table: Any) -> None:
        pettingzoo_test.seed_test(lambda: env(table), num_cycles=40)


@pytest.mark.parametrize("preset", PRESETS)
def test_rewards_come_at_the_end(preset: str) -> None:
    table = env(preset)
    table.reset(seed=3)
    earned = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, reward, terminated, _, info = table.last()
        earned[agent] += reward
        assert reward == 0 or terminated
        table.step(None if terminated else int(np.argmax(info["action_mask"])))
    assert sum(earned.values()) == pytest.approx(0)
    assert any(earned.values())
    if preset.startswith("neeps"):
        assert earned["seat_0"] == earned["seat_2"] == -earned["seat_1"]


def test_a_seed_determines_the_deals() -> None:
    table = TableEnv("haggis-2")
    first, again, other = play(table, 5), play(table, 5), play(table, 6)
    assert first == again != other
    table.reset(seed=5)
    assert play(table) != first  # the next deal of the same seed
    assert table.episode.match.over


def test_a_goal_is_played_to() -> None:
    table = TableEnv("neeps-4", end=Goal(300), reward="points")
    play(table, 1)
    assert max(table.episode.match.totals) >= 300


def test_simultaneous_gifts_are_chosen_seat_by_seat_R3_1() -> None:
    table = env("neeps-4")
    table.reset(seed=2)
    asked = []
    for _ in range(8):
        asked.append(table.agent_selection)
        table.step(int(np.flatnonzero(table.last()[4]["action_mask"])[-1]))  # gifts come after bets
    assert asked == [f"seat_{seat}" for seat in (0, 1, 2, 3)] * 2


def test_only_the_agent_to_act_is_given_a_mask() -> None:
    table = TableEnv("haggis-3")
    table.reset(seed=1)
    for agent in table.agent_iter():
        _, _, terminated, _, info = table.last()
        assert [bool(info) for info in table.infos.values()].count(True) == (not terminated)
        table.step(None if terminated else int(np.argmax(info["action_mask"])))
        assert table.infos.get(agent) is not info


@pytest.mark.parametrize("actions", ["shapes", "list"])
def test_legal_actions_are_those_of_the_mask(actions: Any) -> None:
    table = TableEnv("neeps-4", actions=actions)
    table.reset(seed=4)
    for _ in table.agent_iter():
        _, _, terminated, _, info = table.last(observe=False)
        legal = table.legal_actions()
        if terminated:
            assert legal == []
            break
        assert legal == np.flatnonzero(info["action_mask"]).tolist()
        table.step(legal[len(legal) // 2])


def test_rewards_of_a_round_stand_for_one_step() -> None:
    table = TableEnv("haggis-2", end=Rounds(2))
    table.reset(seed=1)
    rounds, rewarded = table.episode, 0
    while rounds.seat is not None:
        table.step(int(np.argmax(table.infos[table.agent_selection]["action_mask"])))
        rewarded += any(table.rewards.values())
    assert rewarded == 2


class TestRefusals:
    def test_an_index_without_an_action(self) -> None:
        table = env("haggis-2", actions="list")
        table.reset(seed=1)
        seen = table.observe(table.agent_selection)
        assert seen is not None
        count = int(seen["action_mask"].sum())
        with pytest.raises(IllegalAction, match=rf"there is no action {count}; you have {count}, counted from 0"):
            table.step(count)
        with pytest.raises(AssertionError, match="action is not in action space"):
            table.step(10**6)

    def test_a_shape_that_is_not_legal(self) -> None:
        table = env("haggis-2")
        table.reset(seed=1)
        with pytest.raises(ValueError, match=r"action 0 \(pass\) is not legal now"):
            table.step(0)

    def test_none_is_for_the_end(self) -> None:
        table = env("haggis-2")
        table.reset(seed=1)
        with pytest.raises(ValueError, match="is to act: None is only for agents"):
            table.unwrapped.step(None)

    def test_arguments(self) -> None:
        with pytest.raises(ValueError, match="render_mode is human, ansi or None, not 'rgb_array'"):
            env(render_mode="rgb_array")


class TestRender:
    def test_as_text(self) -> None:
        table = env("haggis-3", render_mode="ansi")
        table.reset(seed=1)
        shown = table.render()
        assert isinstance(shown, str)
        assert re.search(r"seat \d: 17 cards  J Q K  you, to act", shown)
        assert shown.count("hand") == 1
        play(table, 1)
        assert str(table.unwrapped.render()).startswith("the end: [")

    def test_on_the_terminal(self) -> None:
        table = env("tatties-3", render_mode="human")
        with redirect_stdout(io.StringIO()) as shown:
            table.reset(seed=1)
            table.step(0)
        assert shown.getvalue().count("tatties-3, round 1: auction") == 2
