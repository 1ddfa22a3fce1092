"""What both environments share: the spaces of an episode, and how positions are rendered."""

import sys
from typing import Any, Final, TypeAlias

import numpy as np

from haggis_cards.envs import rl_extra
from haggis_cards.envs.episode import EpisodeSettings

with rl_extra():
    from gymnasium import spaces

ActionIndex: TypeAlias = int | np.integer[Any]
RENDER_MODES: Final = ("human", "ansi")


def observation_space(settings: EpisodeSettings) -> spaces.Space[Any]:
    """A dict of arrays of bits."""
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(0, 1, shape, np.int8) for name, shape in settings.shapes.items()
    }
    return spaces.Dict(boxes)


def action_space(settings: EpisodeSettings) -> spaces.Discrete:
    """An index in the list of legal actions."""
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
