"""What the environments share: the spaces of an episode, illegal numbers, and how positions are rendered."""

import sys
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from haggis_cards.encoding import ACTION_FEATURES
from haggis_cards.envs import rl_extra
from haggis_cards.envs.episode import EpisodeSettings

with rl_extra():
    from gymnasium import spaces

ActionIndex: TypeAlias = int | np.integer[Any]
Illegal: TypeAlias = Literal["wrap", "error"]
RENDER_MODES: Final = ("human", "ansi")


def observation_space(settings: EpisodeSettings) -> spaces.Space[Any]:
    """An array of bits; with `actions="list"` a dict of arrays."""
    most = settings.max_actions
    bits = _bits(settings.feature_count)
    if not settings.by_list:
        return bits
    return spaces.Dict({"observation": bits, "actions": _bits(most, len(ACTION_FEATURES)), "action_mask": _bits(most)})


def _bits(*shape: int) -> spaces.Space[Any]:
    return spaces.Box(0, 1, shape, np.int8)


def action_space(settings: EpisodeSettings) -> spaces.Discrete:
    """The number of an action."""
    return spaces.Discrete(settings.max_actions)


def checked_render_mode(mode: str | None) -> str | None:
    """The render mode if there is one of this name."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode is human, ansi or None, not {mode!r}")
    return mode


def rendered(text: str, mode: str | None) -> str | None:
    """Prints a position for people, or returns it."""
    if mode != "human":
        return text
    sys.stdout.write(text + "\n\n")
    return None
