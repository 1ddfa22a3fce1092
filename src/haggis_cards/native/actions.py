"""Actions as the core writes them: two words, explained in `native/action.hpp`."""

from haggis_cards import _native
from haggis_cards.combos import Kind
from haggis_cards.packing import VERBS, pack, pack_logged, unpack, unpack_logged

__all__ = ["pack", "pack_logged", "unpack", "unpack_logged"]

# Both sides of the core number kinds and verbs alike.
assert (*(kind.name.lower() for kind in Kind), *(verb.verb for verb in VERBS)) == tuple(_native.verb_names())
