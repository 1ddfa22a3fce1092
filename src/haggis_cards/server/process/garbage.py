"""When the garbage collector runs: with thousands of matches or sockets in memory, a full collection holds the loop.

Nearly everything here is freed without it: matches have no circles of references, and sockets cut theirs when they
close (`protocols`). So new objects are looked at twice by themselves, a few at a time, which takes some milliseconds;
those that stay are looked at again while it is quiet.
"""

import gc
from typing import Final

_YOUNG: Final = 30_000  # new objects before a collection of these: more than wait for one commit of a full server
_TWICE: Final = 1  # such collections before what they have left is looked at
_NEVER: Final = 1 << 30
_SOME, _MUCH = 4, 60  # second looks before a full collection: while it is quiet, and otherwise
FEW: Final = 500  # sockets: with more, it is not quiet although nobody plays


def settle() -> None:
    """After startup: freezes all objects, which are never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _TWICE, _NEVER)


def tidy(quiet: bool) -> None:
    """Now and then: a full collection, if it is worth it."""
    if gc.get_count()[2] >= (_SOME if quiet else _MUCH):
        gc.collect()
