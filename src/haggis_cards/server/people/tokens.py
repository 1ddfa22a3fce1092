"""Guests, known by a signed token in an http-only cookie; and names and chat made fit to be shown.

A token is `guest.name.epoch.session.signature`; older ones are `guest.name.signature` or `guest.name.epoch.signature`.
The guest is a random number that the server never shows to others; the signature is an HMAC with the key in the data
folder, so that nobody can make a token. The epoch counts how often a person has signed out everywhere: tokens of an
earlier one are not good (`identity`). The session lasts until a sign-out; the server keeps only those that have ended.
"""

import binascii
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from haggis_cards.table.guests import Guest
from haggis_cards.wire import base64url
from haggis_cards.wire.refusals import ConfigError

COOKIE: Final = "haggis"
MAX_AGE: Final = 400 * 24 * 3600  # seconds; browsers keep no cookie for longer
_KEY_BYTES: Final = 32
_LONGEST: Final = 400


class Signer:
    """Makes tokens with its first key, and accepts those of all its keys and no others."""

    def __init__(self, *keys: bytes) -> None:
        self._keys = keys

    def renew(self, *keys: bytes) -> None:
        """Other keys from here on."""
        self._keys = keys

    def token(self, guest: Guest) -> str:
        """The token of a guest."""
        text = f"{guest.id}.{base64url.encode(guest.name.encode())}.{guest.epoch}.{guest.session}".removesuffix(".0.")
        return f"{text}.{_sign(text, self._keys[0])}"

    def is_old(self, token: str | None) -> bool:
        """Whether a token is good, but signed with an old key."""
        return bool(token) and self.guest(token) is not None and self._key_of(token or "") != self._keys[0]

    def _key_of(self, token: str) -> bytes | None:
        """The key with which a token was signed."""
        text, _, signature = token.rpartition(".")
        return next((key for key in self._keys if hmac.compare_digest(_sign(text, key), signature)), None)

    def guest(self, token: str | None) -> Guest | None:
        """The guest whose token it is; None if the token is not valid."""
        if not token or len(token) > _LONGEST or not token.isascii() or self._key_of(token) is None:
            return None
        text, _, _ = token.rpartition(".")
        guest, name, epoch, session = (*text.split("."), "", "")[:4]  # older ones have no session, or no epoch either
        try:
            return Guest(guest, base64url.decode(name).decode(), int(epoch or 0), session)
        except (binascii.Error, ValueError):
            return None


def load_keys(path: Path) -> list[bytes]:
    """The key in a file that only its owner can read, and the one before, if there is one; a missing file is made."""
    try:
        if not path.exists():
            fresh = _write_key(path, secrets.token_bytes(_KEY_BYTES))
            try:
                os.link(fresh, path)  # of several processes that start at once, one wins
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        keys = {place: place.read_bytes() for place in (path, old_key(path)) if place == path or place.exists()}
    except OSError as error:
        raise ConfigError(f"the key {path} cannot be read or created: {error.strerror or error}") from None
    for place, key in keys.items():
        if len(key) < _KEY_BYTES:
            raise ConfigError(f"the key {place} is too short: {_KEY_BYTES} random bytes are needed")
    return list(keys.values())


def old_key(path: Path) -> Path:
    """Where the key of before the last rotation is."""
    return path.with_name(f"{path.name}.old")


def rotate_key(path: Path) -> None:
    """A new key; the one before stays good until the next rotation."""
    put_keys(path, secrets.token_bytes(_KEY_BYTES), load_keys(path)[0])


def put_keys(path: Path, key: bytes, old: bytes | None) -> None:
    """Puts keys in the place of those that are there; a server that starts meanwhile finds a whole key."""
    try:
        if old:
            _write_key(old_key(path), old).replace(old_key(path))
        _write_key(path, key).replace(path)
    except OSError as error:
        raise ConfigError(f"the key {path} cannot be written: {error.strerror or error}") from None


def _write_key(path: Path, key: bytes) -> Path:
    """A file beside the key's with a key in it."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_bytes(key)
    return fresh


def _sign(text: str, key: bytes) -> str:
    return base64url.encode(hmac.digest(key, text.encode(), "sha256"))


def fingerprint(secret: str) -> str:
    """By what the store knows a secret, or a person who is to be forgotten: nobody gets back from it."""
    return base64url.encode(hashlib.sha256(secret.encode()).digest())
