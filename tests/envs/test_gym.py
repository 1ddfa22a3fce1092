"""The Gymnasium environment: its own checker, opponents, seeds and masks."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from haggis_cards import RULES, Goal, IllegalAction  # noqa: E402
from haggis_cards.bots import BotError, make_bot  # noqa: E402
from haggis_cards.bots.protocol import Decision  # noqa: E402
from haggis_cards.envs.gym import SeatEnv  # noqa: E402
from haggis_cards.view import View  # noqa: E402
from tests.support import PRESETS  # noqa: E402


def play(env: Any, seed: int | None = None, **options: Any) -> tuple[list[bytes], float]:
    """An episode of a random agent: what it saw, and its reward."""
    rng, earned, over = np.random.default_rng(1), 0.0, False
    seen, info = env.reset(seed=seed, options=options)
    saw = [seen.tobytes()]
    while not over:
        seen, reward, over, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
        assert info.keys() == (set() if over else {"action_mask"})
        assert np.array_equal(env.action_masks(), info.get("action_mask", np.zeros_like(env.action_masks())))
        assert over or env.action_masks().any()
        saw.append(seen.tobytes())
        earned += reward
    return saw, earned


class TestGymnasium:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("opponents", ["random", "greedy"])
    def test_checker(self, preset: str, opponents: str, capsys: pytest.CaptureFixture[str]) -> None:
        name = f"haggis/{preset.capitalize()}-v0"
        check_env(gymnasium.make(name, opponents=opponents).unwrapped)
        assert f"{preset}, round 1" in capsys.readouterr().out  # it has been rendered for people

    def test_the_ids(self) -> None:
        ids = {name for name in gymnasium.registry if name.startswith("haggis/")}
        assert {"haggis/Haggis-2-v0", "haggis/Haggis-3-v0", "haggis/Tatties-3-v0", "haggis/Neeps-4-v0"} <= ids
        assert len(ids) == len(RULES)

    def test_an_id_that_names_its_module_needs_no_import(self) -> None:
        name = "haggis_cards.envs.gym:haggis/Neeps-4-2024-v0"
        code = f"import gymnasium; print(gymnasium.make('{name}').reset(seed=1)[0].shape)"
        run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
        assert (run.stdout, run.stderr) == ("(3776,)\n", "")

    @pytest.mark.parametrize("preset", ["haggis-2", "neeps-4"])
    def test_checker_by_lists(self, preset: str) -> None:
        name = f"haggis/{preset.capitalize()}-v0"
        check_env(gymnasium.make(name, opponents="random", actions="list").unwrapped)

    def test_many_at_once(self) -> None:
        """Gymnasium's vector of environments stacks the observations."""
        options = {"opponents": "random", "actions": "list"}
        envs = gymnasium.make_vec("haggis/Haggis-2-v0", num_envs=3, vectorization_mode="sync", **options)
        seen, _ = envs.reset(seed=1)
        assert seen["actions"].shape == (3, 2048, 256)
        envs.step(np.zeros(3, np.int64))
        envs.close()


class TestEpisodes:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("opponents", ["random", "greedy:50"])
    def test_a_seed_determines_everything(self, preset: str, opponents: str) -> None:
        one, other = SeatEnv(preset, opponents=opponents), SeatEnv(preset, opponents=opponents)
        first = [play(one, 3), play(one)]
        assert [play(other, 3), play(other)] == first
        assert first[0] != first[1]

    def test_every_seat(self) -> None:
        env = SeatEnv("haggis-3", opponents="random", seat=2)
        for seat in (None, 0, 1, 2):
            play(env, 4, **({} if seat is None else {"seat": seat}))
            assert env.seat == (2 if seat is None else seat)

    def test_rewards_are_the_margin(self) -> None:
        env = SeatEnv("haggis-2", opponents="random", reward="margin", seat=1)
        _, earned = play(env, 1)
        points = env.episode.match.finished[0].result.points
        assert earned == points[1] - points[0] != 0

    def test_a_match_rewards_every_round(self) -> None:
        env = SeatEnv("haggis-2", opponents="random", reward="points", end=Goal(150))
        _, earned = play(env, 1)
        assert earned == env.episode.match.totals[0]
        assert max(env.episode.match.totals) >= 150

    def test_opponents_sit_in_order_from_the_left(self) -> None:
        """Each bot is shown its own seat's view and nothing else; the second is the partner in Neeps."""
        bots = [Watcher() for _ in range(3)]
        play(SeatEnv("neeps-4", opponents=bots, seat=2), 1)
        assert [bot.seats for bot in bots] == [{3}, {0}, {1}]

    def test_bots_are_reseeded(self) -> None:
        bot = make_bot("random", 1)
        env = SeatEnv("haggis-2", opponents=bot)
        assert play(env, 9) == play(env, 9)


class Watcher:
    """Passes when it can, and remembers whose view it was shown."""

    name = "watcher"

    def __init__(self) -> None:
        self.seats: set[int | None] = set()

    def decide(self, view: View, budget: float | None = None) -> Decision:
        self.seats.add(view["seat"])
        assert view["seat"] in view["to_act"]
        return Decision("pass" if "pass" in view["legal"] else view["legal"][0])

    def close(self) -> None:
        self.seats.clear()


class TestActions:
    @pytest.mark.parametrize("actions", ["shapes", "list"])
    def test_a_number_that_is_not_legal_stands_for_the_next(self, actions: str) -> None:
        one, other = (SeatEnv(opponents="random", actions=actions) for _ in range(2))  # type: ignore[arg-type]
        one.reset(seed=1)
        other.reset(seed=1)
        mask = one.action_masks()
        number = int(np.flatnonzero(~mask)[0])
        wrapped, plain = one.step(number), other.step(one_after(mask, number, actions))
        assert np.array_equal(wrapped[4].pop("action_mask"), plain[4].pop("action_mask"))
        assert (wrapped[4], plain[4]) == ({"wrapped": True}, {})
        assert one.episode.match.round.log == other.episode.match.round.log

    def test_a_number_that_is_not_legal_can_be_refused(self) -> None:
        env = SeatEnv(opponents="random", illegal="error", actions="list")
        env.reset(seed=1)
        count = int(env.action_masks().sum())
        with pytest.raises(IllegalAction, match=f"there is no action {count}; you have {count}"):
            env.step(count)
        with pytest.raises(IllegalAction, match="there is no action -1"):
            SeatEnv.step(env, -1)


def one_after(mask: Any, number: int, actions: str) -> int:
    """The number that is taken for one that is not legal."""
    legal = np.flatnonzero(mask).tolist()
    return number % len(legal) if actions == "list" else min((n for n in legal if n > number), default=legal[0])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"opponents": ["greedy"]}, "haggis-3 has 2 opponents, not 1"),
        ({"seat": 3}, "the seat is from 0 to 2, not 3"),
        ({"illegal": "ignore"}, "illegal is one of wrap, error, not 'ignore'"),
        ({"render_mode": "rgb_array"}, "render_mode is human, ansi or None"),
    ],
)
def test_bad_arguments(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        SeatEnv("haggis-3", **wrong)


def test_bad_options_and_bots() -> None:
    env = SeatEnv("haggis-3", opponents="random")
    with pytest.raises(ValueError, match="the only option is seat, not 'chair'"):
        env.reset(options={"chair": 1})
    with pytest.raises(ValueError, match="the seat is from 0 to 2, not '1'"):
        env.reset(options={"seat": "1"})
    with pytest.raises(BotError, match="there is no bot 'nobody'"):
        SeatEnv(opponents="nobody")


@pytest.mark.parametrize(("module", "library"), [("aec", "pettingzoo"), ("gym", "gymnasium")])
def test_a_missing_library_is_named_with_the_extra(module: str, library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import haggis_cards.envs.{module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == f"ModuleNotFoundError: {library} is missing: pip install haggis-cards[rl]"


def test_importing_the_encoding_needs_no_library() -> None:
    code = "import sys, haggis_cards.encoding as e; sys.exit(any(m in sys.modules for m in ('gymnasium', 'torch')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
