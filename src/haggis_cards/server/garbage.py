"""When the garbage collector runs: with thousands of matches in memory, a full collection holds the loop for long.

Matches are freed without it; only connections leave cycles behind. So collections of young objects, which take a few
milliseconds, happen by themselves, and full ones while nobody plays.
"""

import gc
from typing import Final

_YOUNG: Final = 10_000  # new objects since the last collection
_NEVER: Final = 1 << 30
_SOME, _MUCH = 20, 300  # young collections before a full one: while nobody plays, and otherwise


def settle() -> None:
    """After startup: freezes all objects, which are never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


def tidy(quiet: bool) -> None:
    """Now and then: a full collection, if it is worth it."""
    if gc.get_count()[1] >= (_SOME if quiet else _MUCH):
        gc.collect()
