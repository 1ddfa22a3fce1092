"""The vector environment: every sub-environment is a round of the Python engine, whatever the threads."""

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode  # noqa: E402

import haggis_cards.envs.gym  # noqa: E402, F401 - registers the ids
from haggis_cards.encoding import encode_view, unpack  # noqa: E402
from haggis_cards.envs.episode import Episode, EpisodeSettings  # noqa: E402
from haggis_cards.envs.shapes import shape_names  # noqa: E402
from haggis_cards.envs.vector import VectorTableEnv  # noqa: E402
from haggis_cards.match import Match  # noqa: E402
from haggis_cards.match_end import Rounds  # noqa: E402
from haggis_cards.native import Position  # noqa: E402
from tests.envs import reference  # noqa: E402
from tests.support import PRESETS, TABLES, name_of  # noqa: E402

COUNT = 3


def match_of(position: Position) -> Match:
    """The round so far in the Python engine."""
    rnd = position.to_round()
    match = Match(rnd.rules, Rounds(1), dealer=rnd.dealer, deals=[rnd.deal])
    for seat, action in rnd.log:
        match = match.act(seat, action)
    return match


@pytest.mark.parametrize("opponents", ["self", "random", "policy"])
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_steps_are_the_same_as_in_the_engine(table: Any, opponents: Any) -> None:
    """Observation, mask, action and returns of every environment, at every step of the first episodes."""
    envs = VectorTableEnv(table, COUNT, opponents=opponents, seat=1, threads=2)
    names = shape_names(envs.rules)
    observations, infos = envs.reset(seed=3)
    matches = {place: match_of(envs.position(place)) for place in range(COUNT)}  # until they are over
    while matches:
        actions = envs.sample_actions()
        for place, match in matches.items():
            seat = int(infos["seat"][place])
            assert seat == match.to_act[0]
            assert opponents == "self" or seat == 1
            assert np.array_equal(observations[place], unpack(encode_view(match.view(seat))[0]))
            there = {reference.shape_name(action, seat, match.rules) for action in match.legal(seat)}
            assert {names[number] for number in np.flatnonzero(infos["action_mask"][place])} == there
        acted = infos["seat"].copy()
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for place, match in [*matches.items()]:
            seat = int(acted[place])
            taken = [*envs.position(place).log][len(match.round.log) :]
            assert taken[0] == (seat, reference.pick(match, seat, names[actions[place]]))
            for actor, action in taken:
                match = match.act(actor, action)
            assert terminated[place] == match.over
            matches[place] = match
            if match.over:
                returns = reference.rewards(match.finished[0].result.points, envs.rules)
                assert infos["_returns"][place]
                assert infos["returns"][place].tolist() == returns
                assert rewards[place] == returns[seat]
                assert not infos["action_mask"][place].any()
                del matches[place]
            else:
                assert rewards[place] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_do_not_change_an_observation(preset: str) -> None:
    """The round that the vector shows, with the unseen cards dealt again, shows the same."""
    envs = VectorTableEnv(preset, COUNT, opponents="self")
    observations, infos = envs.reset(seed=1)
    for step in range(60):
        for place in np.flatnonzero(infos["action_mask"].any(axis=1)).tolist():
            seat, other = int(infos["seat"][place]), Episode(EpisodeSettings(preset))
            other.seat = other.table.start(envs.position(place).determinize(seat, step).native)
            assert other.observe(seat).tobytes() == observations[place].tobytes()
            assert other.mask().tobytes() == infos["action_mask"][place].tobytes()
        observations, _, _, _, infos = envs.step(envs.sample_actions())


def run(envs: VectorTableEnv, steps: int = 80, **reset: Any) -> list[bytes]:
    """Everything that a run of random actions returns."""
    observations, infos = envs.reset(**reset)
    seen = [observations.tobytes()]
    for _ in range(steps):
        actions = envs.sample_actions()
        observations, rewards, terminated, _, infos = envs.step(actions)
        seen += [part.tobytes() for part in (actions, observations, rewards, terminated, infos["action_mask"])]
    return seen


class TestSeeds:
    @pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
    def test_a_seed_determines_everything_whatever_the_threads(self, mode: AutoresetMode) -> None:
        runs = [run(VectorTableEnv("haggis-3", 7, threads=n, autoreset_mode=mode), seed=5) for n in (1, 2, 3, 9)]
        assert all(one == runs[0] for one in runs)
        assert run(VectorTableEnv("haggis-3", 7, autoreset_mode=mode), seed=6) != runs[0]

    def test_every_environment_has_a_seed_of_its_own(self) -> None:
        envs = VectorTableEnv("haggis-2", 3, opponents="self")
        rows = envs.reset(seed=5)[0].copy()
        assert len({row.tobytes() for row in rows}) == 3
        again = envs.reset(seed=[7, 6, 5])[0]
        assert np.array_equal(again, rows[::-1])

    def test_without_a_seed_the_sequences_go_on(self) -> None:
        one, other = VectorTableEnv(num_envs=2), VectorTableEnv(num_envs=2)
        assert run(one) != run(other)
        assert run(one, seed=1) + run(one) == run(other, seed=1) + run(other)
        assert run(one, seed=1) != run(one)

    def test_none_keeps_the_sequence_of_one_environment(self) -> None:
        envs = VectorTableEnv(num_envs=2, opponents="self")
        first = envs.reset(seed=[1, 2])[0]
        later = envs.reset(seed=[1, None])[0]
        assert np.array_equal(first[0], later[0])
        assert not np.array_equal(first[1], later[1])


class TestAutoreset:
    def test_next_step(self) -> None:
        """The step after an end deals, whatever the action, with no reward."""
        envs = VectorTableEnv("haggis-2", 4)
        envs.reset(seed=1)
        over, ends = np.zeros(4, np.bool_), 0
        for _ in range(200):
            actions = envs.sample_actions()
            actions[over] = 99
            observations, rewards, terminated, _, infos = envs.step(actions)
            assert not (terminated & over).any()
            assert not rewards[~terminated].any()
            assert (infos["action_mask"].any(axis=1) != terminated).all()
            assert ("returns" in infos) == terminated.any()
            assert observations.any(axis=1).all()
            over, ends = terminated, ends + int(terminated.sum())
        assert ends > 10

    def test_same_step(self) -> None:
        """The step that ends an episode deals, and shows its last observation in the infos."""
        one, other = VectorTableEnv("haggis-2", 4, autoreset_mode="SameStep"), VectorTableEnv("haggis-2", 4)
        one.reset(seed=1)
        other.reset(seed=1)
        for _ in range(200):
            actions = one.sample_actions()
            other.sample_actions()
            observations, rewards, terminated, _, infos = one.step(actions)
            last, same_rewards, same_ends, _, same_infos = other.step(actions)
            assert infos["action_mask"].any(axis=1).all()
            assert np.array_equal(rewards, same_rewards)
            assert np.array_equal(terminated, same_ends)
            if not terminated.any():
                assert "final_obs" not in infos
                continue
            assert np.array_equal(infos["_final_obs"], terminated)
            assert np.array_equal(infos["returns"][terminated], same_infos["returns"][terminated])
            for place in range(4):
                final = infos["final_obs"][place]
                assert (final is not None) == terminated[place]
                if terminated[place]:
                    assert np.array_equal(final, last[place])
                    assert not np.array_equal(final, observations[place])
            return  # the deals that follow are drawn at other times
        pytest.fail("no episode ended")

    def test_disabled(self) -> None:
        """Episodes stay over until the mask of a reset names them."""
        envs = VectorTableEnv("haggis-2", 3, autoreset_mode=AutoresetMode.DISABLED)
        envs.reset(seed=1)
        observations, _, terminated, _, _ = envs.step(envs.sample_actions())
        while not terminated.any():
            observations, _, terminated, _, _ = envs.step(envs.sample_actions())
        place = int(np.flatnonzero(terminated)[0])
        with pytest.raises(ValueError, match=f"the episode of environment {place} is over: reset it"):
            envs.step(envs.sample_actions())
        fresh, infos = envs.reset(options={"reset_mask": terminated})
        changed = (fresh != observations).any(axis=1)
        assert np.array_equal(changed, terminated)
        assert "returns" not in infos
        envs.step(envs.sample_actions())


class TestInterface:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_it_is_made_by_the_ids(self, preset: str) -> None:
        envs = gymnasium.make_vec(f"haggis/{preset.capitalize()}-v0", num_envs=3, opponents="random", threads=2)
        assert isinstance(envs.unwrapped, VectorTableEnv)
        assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        observations, _ = envs.reset(seed=1)
        assert observations in envs.observation_space
        assert envs.unwrapped.sample_actions() in envs.action_space
        envs.close()

    def test_gymnasium_s_wrappers_fit(self) -> None:
        envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorTableEnv("haggis-2", 2))
        envs.reset(seed=1)
        for _ in range(60):
            _, rewards, terminated, _, infos = envs.step(envs.unwrapped.sample_actions())
            if terminated.any():
                assert np.array_equal(infos["episode"]["r"][terminated], rewards[terminated])
                return
        pytest.fail("no episode ended")

    def test_results_are_kept_or_reused(self) -> None:
        for copy in (True, False):
            envs = VectorTableEnv("haggis-2", 2, copy=copy)
            envs.reset(seed=1)
            first = envs.step(envs.sample_actions())
            second = envs.step(envs.sample_actions())
            assert (first[0] is second[0]) == (not copy)
            assert np.array_equal(first[0], second[0]) == (not copy)

    def test_points(self) -> None:
        envs = VectorTableEnv("neeps-4", 3, reward="points")
        envs.reset(seed=2)
        for _ in range(200):
            _, _, terminated, _, infos = envs.step(envs.sample_actions())
            for place in np.flatnonzero(terminated):
                match = match_of(envs.position(int(place)))
                points = match.finished[0].result.points
                assert infos["returns"][place].tolist() == [points[side] for side in envs.rules.sides]
            if terminated.any():
                return
        pytest.fail("no episode ended")


class TestRefusals:
    def test_an_illegal_action_changes_nothing(self) -> None:
        envs = VectorTableEnv("haggis-2", 3, opponents="self")
        envs.reset(seed=1)
        before = [envs.position(place) for place in range(3)]
        actions = envs.sample_actions()
        actions[1] = 0
        with pytest.raises(ValueError, match=r"action 0 \(pass\) is not legal now in environment 1; take one that its"):
            envs.step(actions)
        actions[1] = 500
        with pytest.raises(ValueError, match="environment 1 has no action 500; they are numbered from 0 to 131"):
            envs.step(actions)
        with pytest.raises(ValueError, match="3 rows for the environments, not 2"):
            envs.step(actions[:2])
        assert [envs.position(place) for place in range(3)] == before

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"opponents": "greedy"}, "the core plays opponents that are self, random or policy, not 'greedy'"),
            ({"seat": 2}, "the seat is from 0 to 1, not 2"),
            ({"num_envs": 0}, "the number of environments must be from 1"),
            ({"threads": 0}, "the number of threads must be from 1"),
            ({"autoreset_mode": "never"}, "'never' is not a valid AutoresetMode"),
            ({"past": -1}, "past is from 0 to 12 actions, not -1"),
        ],
    )
    def test_bad_arguments(self, wrong: dict[str, Any], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            VectorTableEnv("haggis-2", **wrong)

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"seed": [1]}, "2 environments take 2 seeds, not 1"),
            ({"options": {"seat": 1}}, "the only option is reset_mask, not 'seat'"),
            ({"options": {"reset_mask": [1, 0]}}, r"reset_mask is an array of 2 bools, not of \(2,\) int64"),
        ],
    )
    def test_bad_resets(self, wrong: dict[str, Any], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            VectorTableEnv("haggis-2", 2).reset(**wrong)
