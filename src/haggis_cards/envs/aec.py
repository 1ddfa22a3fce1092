"""PettingZoo's AEC interface: every seat is an agent, `seat_0` to `seat_3`, and one agent acts at a time.

>>> table = env("haggis-3")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     done = terminated or truncated
...     table.step(None if done else table.action_space(agent).sample(info["action_mask"]))
"""

from random import Random
from typing import Any, TypeAlias

import numpy as np

from haggis_cards.encoding import PAST
from haggis_cards.envs import common, rl_extra
from haggis_cards.envs.episode import INT8, Episode, EpisodeSettings, Numbering, Observation, Reward, check_choice
from haggis_cards.match_end import End

with rl_extra():
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Agent: TypeAlias = str


def env(
    rules: object = "haggis-2", *, render_mode: str | None = None, **options: Any
) -> wrappers.OrderEnforcingWrapper[Agent, Observation, common.ActionIndex | None]:
    """A table of this game in PettingZoo's wrappers; the options are those of `TableEnv`."""
    table = TableEnv(rules, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class TableEnv(AECEnv[Agent, Observation, common.ActionIndex | None]):
    """A table of this game. An episode is one round or, with an `end`, a match.

    Each round is rewarded at its end: with the margin of the seat's side over the mean of the other sides, or
    (`points`) with the side's own points. An action is the number of a shape (`haggis_cards.envs.shapes`) or, with
    `actions="list"`, an index in the list of legal actions, of which at most `max_actions` are offered. An observation
    shows the last `past` actions. A number that is not legal is refused; with `illegal="wrap"` the next one that is
    legal is taken.
    """

    def __init__(
        self,
        rules: object = "haggis-2",
        *,
        end: End | None = None,
        reward: Reward = "margin",
        actions: Numbering = "shapes",
        max_actions: int | None = None,
        past: int = PAST,
        illegal: common.Illegal = "error",
        render_mode: str | None = None,
    ) -> None:
        self._settings = EpisodeSettings(rules, end, reward, actions, max_actions, past)
        check_choice("illegal", illegal, common.Illegal)
        self._wraps = illegal == "wrap"
        preset = self._settings.rules.preset.replace("-", "_")
        self.metadata = {"name": f"{preset}_v0", "render_modes": [*common.RENDER_MODES], "is_parallelizable": False}
        self.render_mode = common.checked_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in self._settings.rules.seats]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: common.observation_space(self._settings) for agent in self.possible_agents}
        self.action_spaces = {agent: common.action_space(self._settings) for agent in self.possible_agents}
        self.episode = Episode(self._settings)
        self._random = Random()

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - none yet
        """Deals a new episode. A seed restarts the sequence of deals."""
        if seed is not None:
            self._random.seed(seed)
        self.episode.start(self._random.getrandbits(64))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._rewarded = False  # whether the last step ended a round
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Selects the agent to act, which alone is given a mask; at the end all agents terminate."""
        seat = self.episode.seat
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            agent = self.agent_selection = self.possible_agents[seat]
            self.infos[agent] = {"action_mask": np.ndarray(self._settings.mask_shape, INT8, self.episode.table.mask())}
        if self.render_mode == "human":
            self.render()

    def step(self, action: common.ActionIndex | None) -> None:
        """The selected agent takes the action with this number; after its end it takes None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is only for agents that have terminated")
        rewards = self.episode.play(self.episode.wrap(int(action)) if self._wraps else int(action))
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        if rewards is not None:
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
            self._accumulate_rewards()
            self._rewarded = True
        elif self._rewarded:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._rewarded = False
        self._select()

    def legal_actions(self) -> list[int]:
        """The numbers that the selected agent may choose; quicker than to look for them in its mask."""
        return self.episode.table.numbers()

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent is shown: observation, rewards since its last turn, its end, and its info."""
        agent = self.agent_selection
        seen: Observation | None = None
        if observe and self._settings.by_list:
            seen = self.observe(agent)
        elif observe:  # as `Episode.observe`, with fewer calls: this runs for every step
            bits = self.episode.table.observe(self._seats[agent])
            seen = np.ndarray(self._settings.observation_shape, INT8, bits)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: Agent) -> Observation:
        """What an agent knows; with `actions="list"` also its actions if it is to act."""
        return self.episode.observe(self._seats[agent])

    def render(self) -> str | None:
        """The position as the seat to act sees it."""
        seat = self.episode.seat
        text = f"the end: {list(self.episode.match.totals)}" if seat is None else self.episode.text(seat)
        return common.rendered(text, self.render_mode)

    def close(self) -> None:
        """Nothing to free."""

    def __str__(self) -> str:
        name: str = self.metadata["name"]
        return name
