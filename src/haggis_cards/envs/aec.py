"""PettingZoo's AEC interface: every seat is an agent, `seat_0` to `seat_3`, and one of them acts at a time.

>>> table = env("haggis-3")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     done = terminated or truncated
...     table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))
"""

import sys
from random import Random
from typing import Any, TypeAlias

import numpy as np

from haggis_cards.envs.episode import Episode, Observation, Reward, Settings
from haggis_cards.match import End

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error.name} is missing: pip install haggis-cards[rl]", name=error.name) from None

Agent: TypeAlias = str
Place: TypeAlias = int | np.integer[Any]


def env(
    rules: object = "haggis-2",
    *,
    end: End | None = None,
    reward: Reward = "margin",
    max_actions: int | None = None,
    render_mode: str | None = None,
) -> wrappers.OrderEnforcingWrapper[Agent, Observation, Place | None]:
    """A table of this game. An episode is one round, or, with an `end`, a match.

    A seat's reward comes at the end of a round: the points of its side less the mean of the other sides, or (`points`)
    its own alone. Actions are places in the list of legal actions, at most `max_actions` of them.
    """
    table = TableEnv(rules, end=end, reward=reward, max_actions=max_actions, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class TableEnv(AECEnv[Agent, Observation, Place | None]):
    """The environment without PettingZoo's wrappers."""

    def __init__(
        self,
        rules: object = "haggis-2",
        *,
        end: End | None = None,
        reward: Reward = "margin",
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._settings = Settings(rules, end, reward, max_actions)
        preset = self._settings.rules.preset.replace("-", "_")
        self.metadata = {"name": f"{preset}_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False}
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is human, ansi or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in self._settings.rules.seats]
        bits = self._settings.shapes
        self.observation_spaces: dict[Agent, spaces.Space[Any]] = {
            agent: spaces.Dict({name: spaces.Box(0, 1, shape, np.int8) for name, shape in bits.items()})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._settings.max_actions) for agent in self.possible_agents}
        self._random = Random()

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - none yet
        """Deals anew; with the same seed, and as often since, the same."""
        if seed is not None:
            self._random.seed(seed)
        self.episode = Episode(self._settings, self._random.getrandbits(64))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """The agent to act; at the end all have come to theirs."""
        seat = self.episode.seat
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def step(self, action: Place | None) -> None:
        """The selected agent takes the action at this place of its list; after the end it takes None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for agents that have come to their end")
        rewards = self.episode.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: Agent) -> Observation:
        """What an agent knows; its actions are there if it is to act."""
        return self.episode.observe(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """The position as the seat to act sees it."""
        seat = self.episode.seat
        text = f"the end: {list(self.episode.match.totals)}" if seat is None else self.episode.text(seat)
        if self.render_mode == "human":
            sys.stdout.write(text + "\n\n")
            return None
        return text

    def close(self) -> None:
        """Nothing to free."""

    def __str__(self) -> str:
        name: str = self.metadata["name"]
        return name
