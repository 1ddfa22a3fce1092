"""PettingZoo's AEC interface: every seat is an agent, `seat_0` to `seat_3`, and one agent acts at a time.

>>> table = env("haggis-3")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     done = terminated or truncated
...     table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))
"""

from random import Random
from typing import Any, TypeAlias

from haggis_cards.envs import common, rl_extra
from haggis_cards.envs.episode import Episode, EpisodeSettings, Observation, Reward
from haggis_cards.match import End

with rl_extra():
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Agent: TypeAlias = str


def env(
    rules: object = "haggis-2",
    *,
    end: End | None = None,
    reward: Reward = "margin",
    max_actions: int | None = None,
    render_mode: str | None = None,
) -> wrappers.OrderEnforcingWrapper[Agent, Observation, common.ActionIndex | None]:
    """A table of this game. An episode is one round or, with an `end`, a match.

    Each round is rewarded at its end: with the margin of the seat's side over the mean of the other sides, or
    (`points`) with the side's own points. An action is an index in the list of legal actions, of which at most
    `max_actions` are offered.
    """
    table = TableEnv(rules, end=end, reward=reward, max_actions=max_actions, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class TableEnv(AECEnv[Agent, Observation, common.ActionIndex | None]):
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
        self._settings = EpisodeSettings(rules, end, reward, max_actions)
        preset = self._settings.rules.preset.replace("-", "_")
        self.metadata = {"name": f"{preset}_v0", "render_modes": [*common.RENDER_MODES], "is_parallelizable": False}
        self.render_mode = common.checked_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in self._settings.rules.seats]
        self.observation_spaces = {agent: common.observation_space(self._settings) for agent in self.possible_agents}
        self.action_spaces = {agent: common.action_space(self._settings) for agent in self.possible_agents}
        self._random = Random()

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - none yet
        """Deals a new episode. A seed restarts the sequence of deals."""
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
        """Selects the agent to act; at the end all agents terminate."""
        seat = self.episode.seat
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def step(self, action: common.ActionIndex | None) -> None:
        """The selected agent takes the action at this index; after its end it takes None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is only for agents that have terminated")
        rewards = self.episode.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: Agent) -> Observation:
        """What an agent knows, with its actions if it is to act."""
        return self.episode.observe(self.possible_agents.index(agent))

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
