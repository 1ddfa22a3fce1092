"""What travels over HTTP about who one is: the profile, passkeys, codes, and links for a second device."""

from typing import Annotated, Any

from msgspec import Meta, Struct


class Passkey(Struct, frozen=True, kw_only=True):
    """One of my passkeys."""

    id: str
    name: str
    made: int  # when, in milliseconds since 1970
    used: int | None
    site: str  # the host where it works
    here: bool  # whether that is this one


class Profile(Struct, frozen=True, kw_only=True):
    """Who I am, and by what I can come back."""

    name: str | None  # None: nobody yet
    since: int | None  # when I was first kept
    passkeys: list[Passkey]
    code: int | None  # when my recovery code was made
    matches: int  # that I have played
    running: int  # that are being played
    puzzles: int  # that I have tried


class Ceremony(Struct, frozen=True):
    """What a browser is asked, as WebAuthn's JSON has it."""

    options: dict[str, Any]


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's answer with a new passkey, and how I call it."""

    name: Annotated[str, Meta(max_length=200)]
    credential: dict[str, Any]


class Credential(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's answer with a passkey that is known."""

    credential: dict[str, Any]


class RecoveryCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code: a new one, shown this once; or one to sign in with."""

    code: Annotated[str, Meta(max_length=200)]


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """What ends with my other devices: passkeys, by their ids, and the recovery code."""

    passkeys: Annotated[list[Annotated[str, Meta(max_length=1400)]], Meta(max_length=100)] = []
    code: bool = False


class Link(Struct, frozen=True):
    """What a link for a second device carries behind its #; it is good once."""

    secret: str
    until: int  # in milliseconds since 1970


class LinkState(Struct, frozen=True):
    """Whether a link is open, and whether another device has joined by it."""

    until: int | None
    joined: bool


class LinkSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(max_length=100)]


class Invited(Struct, frozen=True):
    """Who one would be on this device, and what is lost of who one is now."""

    name: str
    mine: Profile
