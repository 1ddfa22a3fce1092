"""Gymnasium's vector interface: many rounds at once in the core, each on its own random numbers.

>>> import gymnasium, haggis_cards.envs.gym
>>> envs = gymnasium.make_vec("haggis/Haggis-2-v0", num_envs=4, opponents="random")
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((4, 3776), (4, 132))
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.unwrapped.sample_actions())
"""

import secrets
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from haggis_cards import _native
from haggis_cards.encoding import PAST
from haggis_cards.envs import common, rl_extra
from haggis_cards.envs.episode import Bits, EpisodeSettings, Reward
from haggis_cards.envs.shapes import shape_names
from haggis_cards.native import Position
from haggis_cards.native.position import SEED_MASK

with rl_extra():
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Opponents: TypeAlias = Literal["self", "random", "policy"]  # in the order of `native/vector_env.hpp`
_AUTORESET: Final = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)  # likewise


class Results(NamedTuple):
    """What a step fills, a row for each environment."""

    observations: Bits
    masks: Bits
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    seats: NDArray[np.uint8]
    returns: NDArray[np.float64]  # of episodes that have ended, by seat


class VectorTableEnv(VectorEnv[Bits, NDArray[np.int64], NDArray[Any]]):
    """Many tables of one game. An episode is a round.

    The agent takes one `seat` and the core plays the others: at random or (`policy`) by its rule-based policy, which
    never bets. With `opponents="self"` the agent plays all seats: it is shown what the seat to act knows, and rewarded
    as the seat that acted last. Actions are numbers of shapes.

    Infos have `action_mask`, `seat` (whose observation it is), and where an episode has ended `returns`: the rewards of
    all seats. `threads` share the work and do not change the results. With `copy=False` all steps fill the same arrays.
    """

    def __init__(
        self,
        rules: object = "haggis-2",
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int = 0,
        reward: Reward = "margin",
        past: int = PAST,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        settings = EpisodeSettings(rules, reward=reward, past=past)
        if opponents not in get_args(Opponents):
            raise ValueError(
                f"the core plays opponents that are self, random or policy, not {opponents!r}; "
                'for bots make the environments with vectorization_mode="sync"'
            )
        if seat not in settings.rules.seats:
            raise ValueError(f"the seat is from 0 to {settings.rules.players - 1}, not {seat!r}")
        self.rules: Final = settings.rules
        self.num_envs = num_envs
        self.autoreset_mode: Final = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = common.observation_space(settings)
        self.single_action_space = common.action_space(settings)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        modes = get_args(Opponents).index(opponents), seat, _AUTORESET.index(self.autoreset_mode)
        self._given = num_envs, threads, *modes
        self._envs = _native.VectorEnv(settings.native, *self._given)
        self._settings = settings
        self._copy = copy
        self._results = self._room()
        self._final_observations = np.empty_like(self._results.observations)  # used with AutoresetMode.SAME_STEP
        self._seed([secrets.randbits(64) for _ in range(num_envs)])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_envs": self._envs.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        envs = _native.VectorEnv(state["_settings"].native, *state["_given"])
        envs.load(state["_envs"])
        self.__dict__.update(state, _envs=envs)

    def _room(self) -> Results:
        count = self.num_envs
        return Results(
            np.empty((count, self._settings.feature_count), np.int8),
            np.empty((count, self._settings.max_actions), np.int8),
            np.zeros(count),
            np.zeros(count, np.bool_),
            np.zeros(count, np.uint8),
            np.zeros((count, self.rules.players)),
        )

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        """Where the core puts the results."""
        if self._copy:
            self._results = self._room()
        return (*self._results, self._final_observations)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Deals in all environments, or in those that `options={"reset_mask": ...}` marks.

        A seed of 7 gives the environments 7, 8, 9, ...; a list has one for each. Without one, their sequences go on.
        """
        chosen = self._checked_options(options or {})
        self._seed(seed, chosen)
        self._envs.reset(chosen, *self._arrays())
        return self._results.observations, self._infos()

    def _checked_options(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        unknown = options.keys() - {"reset_mask"}
        if unknown:
            raise ValueError(f"the only option is reset_mask, not {', '.join(map(repr, sorted(unknown)))}")
        chosen = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise ValueError(f"reset_mask is an array of {self.num_envs} bools, not of {chosen.shape} {chosen.dtype}")
        return chosen

    def _seed(self, seed: int | Sequence[int | None] | None, chosen: NDArray[np.bool_] | None = None) -> None:
        """Restarts random numbers: of all environments, or of the chosen ones."""
        if seed is None:
            return
        seeds = [seed + place for place in range(self.num_envs)] if isinstance(seed, int | np.integer) else [*seed]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} environments take {self.num_envs} seeds, not {len(seeds)}")
        for place, own in enumerate(seeds):
            if own is not None and (chosen is None or chosen[place]):
                self._envs.seed(place, int(own) & SEED_MASK)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Bits, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes the action with this number in every environment; if one of them is not legal, nothing happens."""
        numbers = np.ascontiguousarray(actions, np.int64)
        illegal = self._envs.step(numbers, *self._arrays())
        results = self._results
        if illegal >= 0:
            raise ValueError(self._refusal(illegal, int(numbers[illegal])))
        truncations = np.zeros(self.num_envs, np.bool_)
        infos = self._infos() | self._final_infos()
        return results.observations, results.rewards, results.terminations, truncations, infos

    def _refusal(self, place: int, number: int) -> str:
        names = shape_names(self.rules)
        if self.position(place).over:
            return f"the episode of environment {place} is over: reset it"
        if not 0 <= number < len(names):
            return f"environment {place} has no action {number}; they are numbered from 0 to {len(names) - 1}"
        said = f"action {number} ({names[number]}) is not legal now in environment {place}"
        return f"{said}; take one that its mask marks"

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._results.masks, "seat": self._results.seats}

    def _final_infos(self) -> dict[str, Any]:
        """What there is to say of episodes that have ended; as in Gymnasium, an array `_name` marks who has `name`."""
        ended = self._results.terminations
        if not ended.any():
            return {}
        infos: dict[str, Any] = {"returns": self._results.returns, "_returns": ended}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = np.full(self.num_envs, None, dtype=object)
            for place in np.flatnonzero(ended):
                final[place] = self._final_observations[place].copy()
            infos |= {"final_obs": final, "_final_obs": ended, "final_info": {}, "_final_info": ended}
        return infos

    def sample_actions(self) -> NDArray[np.int64]:
        """A random legal action for every environment, drawn by the core from the environments' random numbers."""
        actions = np.empty(self.num_envs, np.int64)
        self._envs.sample(self._results.masks, actions)
        return actions

    def position(self, place: int) -> Position:
        """A copy of one round, hidden cards included: for checks, not for players."""
        return Position(self.rules, self._envs.position(place))
