"""Gymnasium's interface: one seat against bots. Importing this registers `haggis/Haggis-2-v0` and the other games.

>>> import gymnasium
>>> env = gymnasium.make("haggis/Haggis-2-v0", opponents="random")
>>> observation, info = env.reset(seed=1)
>>> env.unwrapped.action_masks().sum() == info["action_mask"].sum()
np.True_
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from haggis_cards.bots import Bot, make_bot
from haggis_cards.bots.protocol import Reseedable
from haggis_cards.encoding import PAST
from haggis_cards.envs import common, rl_extra
from haggis_cards.envs.episode import Episode, EpisodeSettings, Numbering, Observation, Reward, check_choice
from haggis_cards.match_end import End
from haggis_cards.rules import RULES

with rl_extra():
    import gymnasium

RANDOM: Final = "random"  # played by the core, without a view


class SeatEnv(gymnasium.Env[Observation, common.ActionIndex]):
    """One seat of a table whose other seats are bots.

    `opponents` is a bot's name, a bot, or one of them for each other seat, starting on the left (in Neeps the second is
    the partner). A number that is not legal stands for the next one that is, so that agents without masks can play;
    with `illegal="error"` it is refused. The other arguments are those of `haggis_cards.envs.aec.TableEnv`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*common.RENDER_MODES], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        rules: object = "haggis-2",
        *,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seat: int = 0,
        end: End | None = None,
        reward: Reward = "margin",
        actions: Numbering = "shapes",
        max_actions: int | None = None,
        past: int = PAST,
        illegal: common.Illegal = "wrap",
        render_mode: str | None = None,
    ) -> None:
        self._settings = EpisodeSettings(rules, end, reward, actions, max_actions, past)
        check_choice("illegal", illegal, common.Illegal)
        self.render_mode = common.checked_render_mode(render_mode)
        self._wraps = illegal == "wrap"
        self.episode = Episode(self._settings)
        self._first_seat = self._checked(seat)
        self.seat = self._first_seat
        self._bots = [self._made(spec) for spec in self._specs(opponents)]  # starting on the left; None plays at random
        self.observation_space = common.observation_space(self._settings)
        self.action_space = common.action_space(self._settings)

    def _checked(self, seat: object) -> int:
        if not isinstance(seat, int) or seat not in self._settings.rules.seats:
            raise ValueError(f"the seat is from 0 to {self._settings.rules.players - 1}, not {seat!r}")
        return seat

    def _specs(self, opponents: str | Bot | Sequence[str | Bot]) -> list[str | Bot]:
        others = self._settings.rules.players - 1
        if not isinstance(opponents, Sequence) or isinstance(opponents, str):
            return [opponents] * others
        if len(opponents) != others:
            raise ValueError(f"{self._settings.rules.preset} has {others} opponents, not {len(opponents)}")
        return list(opponents)

    def _made(self, spec: str | Bot) -> Bot | None:
        if spec == RANDOM:
            return None
        return make_bot(spec) if isinstance(spec, str) else spec

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals a new episode and plays up to this seat's first decision; `options={"seat": 1}` takes another seat."""
        super().reset(seed=seed)
        options = options or {}
        unknown = options.keys() - {"seat"}
        if unknown:
            raise ValueError(f"the only option is seat, not {', '.join(map(repr, sorted(unknown)))}")
        self.seat = self._checked(options.get("seat", self._first_seat))
        self._reseed()
        self.episode.start(self._draw())
        self._let_others_act()
        if self.render_mode == "human":
            self.render()
        return self.episode.observe(self.seat), self._info()

    def _info(self) -> dict[str, Any]:
        return {} if self.episode.seat is None else {"action_mask": self.episode.mask()}

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 63))

    def _reseed(self) -> None:
        """Bots that use chance draw from the environment's seed; a bot that cannot be reseeded keeps its own."""
        for bot in self._bots:
            if isinstance(bot, Reseedable):
                bot.reseed(self._draw())

    def _let_others_act(self) -> float:
        """Plays until this seat is to act, or to the end; returns the seat's reward on the way."""
        earned, episode = 0.0, self.episode
        while (seat := episode.seat) is not None and seat != self.seat:
            bot = self._bots[(seat - self.seat) % self._settings.rules.players - 1]
            rewards = episode.act_randomly() if bot is None else episode.act(bot.decide(episode.view(seat)).action)
            if rewards is not None:
                earned += rewards[self.seat]
        return earned

    def step(self, action: common.ActionIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes the action with this number."""
        number = chosen = int(action)
        if self._wraps:
            number = self.episode.wrap(chosen)
        rewards = self.episode.play(number)
        earned = 0.0 if rewards is None else rewards[self.seat]
        earned += self._let_others_act()
        if self.render_mode == "human":
            self.render()
        info = self._info() | ({} if number == chosen else {"wrapped": True})
        return self.episode.observe(self.seat), earned, self.episode.seat is None, False, info

    def legal_actions(self) -> list[int]:
        """The numbers that are legal now; quicker than to look for them in the mask."""
        return self.episode.legal_actions()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers are legal now; MaskablePPO of sb3-contrib asks for this."""
        return self.episode.mask().astype(np.bool_)

    def render(self) -> str | None:
        """The position as this seat sees it."""
        return common.rendered(self.episode.text(self.seat), self.render_mode)

    def close(self) -> None:
        """Closes the bots."""
        for bot in self._bots:
            if bot is not None:
                bot.close()


def _register() -> None:
    for preset in RULES:
        name = f"haggis/{preset.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point="haggis_cards.envs.vector:VectorTableEnv",
                kwargs={"rules": preset},
            )


_register()
