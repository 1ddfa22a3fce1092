"""Bytes as text for addresses, tokens and browsers: base64 with the alphabet for URLs, and nothing to fill up."""

import base64


def encode(data: bytes) -> str:
    """The text of bytes."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """The bytes of a text; a ValueError where it has other signs."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
