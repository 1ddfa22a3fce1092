"""Recovery codes: twenty letters and digits to be written down, a hundred random bits.

A code is read as people write it: in any case, with or without spaces and dashes, and with letters that look like
digits. It alone says who somebody is, so it is stored as a slow hash (scrypt) whose salt is a secret of the store; one
salt for all, because a code has to be found without a name.
"""

import hashlib
import secrets
from typing import Final

from haggis_cards.wire.refusals import Refused

LENGTH: Final = 20
_GROUP: Final = 5
_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U
_ALIKE: Final = str.maketrans("ILOU", "110V")
SALT: Final = "codes"  # the name of the secret in `meta`
_COST: Final = {"n": 2**14, "r": 8, "p": 1}  # 16 MB and about 50 ms


def new_code() -> str:
    """A code in groups."""
    signs = "".join(secrets.choice(_SIGNS) for _ in range(LENGTH))
    return "-".join(signs[start : start + _GROUP] for start in range(0, LENGTH, _GROUP))


def read_code(text: str) -> str:
    """The signs of a code that somebody has typed."""
    signs = "".join(sign for sign in text.upper() if sign.isalnum()).translate(_ALIKE)
    if len(signs) != LENGTH:
        raise Refused("bad-code", fault="length", count=LENGTH, found=len(signs))
    if not set(signs) <= set(_SIGNS):
        raise Refused("bad-code", fault="unknown")
    return signs


def digest(signs: str, salt: bytes) -> str:
    """The hash by which the store knows a code."""
    return hashlib.scrypt(signs.encode(), salt=salt, **_COST).hex()[:64]
