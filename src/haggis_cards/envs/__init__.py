"""Environments for reinforcement learning, PettingZoo (`aec`) and Gymnasium (`gym`): `pip install haggis-cards[rl]`.

The fast interface needs only NumPy: `haggis_cards.native.Batch` plays thousands of rounds at once, and its `encode`
returns their rows. See `docs/environments.md`.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def rl_extra() -> Iterator[None]:
    """Imports of libraries that come with the extra `rl`: an error names it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error.name} is missing: pip install haggis-cards[rl]", name=error.name) from None
