"""The garbage collector, tamed: where thousands of matches are in memory, a look at everything holds the loop for long.

Matches are freed without it; only connections leave cycles behind. So it looks at what is young by itself, which takes
a few milliseconds, and at everything when nobody plays.
"""

import gc
from typing import Final

_YOUNG: Final = 10_000  # objects more than at the last look
_NEVER: Final = 1 << 30
_SOME, _MUCH = 20, 300  # looks at the young, after which all is looked at: when nobody plays, and even so


def settle() -> None:
    """When all is set up: what is there now stays and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


def tidy(quiet: bool) -> None:
    """Now and then: a look at everything, if it is worth it."""
    if gc.get_count()[1] >= (_SOME if quiet else _MUCH):
        gc.collect()
