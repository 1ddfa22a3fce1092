"""Where a request comes from: the guest of its cookie, the client's address, and the site of its page."""

from ipaddress import IPv6Network
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from haggis_cards.server.auth import COOKIE, Guest, Signer
from haggis_cards.server.config import ServerSettings
from haggis_cards.server.errors import Refused

Asking = ASGIConnection[Any, Any, Any, Any]


def guest_of(asking: Asking) -> Guest | None:
    """The guest whose cookie it is."""
    signer: Signer = asking.app.state.signer
    return signer.guest(asking.cookies.get(COOKIE))


def address(asking: Asking) -> str:
    """The client's address; behind a known proxy, the one that the proxy passes on."""
    host = asking.client.host if asking.client else "local"
    # A client with one IPv6 address usually has 2⁶⁴ of them.
    return str(IPv6Network((host.partition("%")[0], 64), strict=False)) if ":" in host else host


def check_origin(asking: Asking, settings: ServerSettings) -> None:
    """Pages of other sites may not act for their visitors; programs send no origin."""
    origin = asking.headers.get("origin")
    if origin is None or origin in settings.origins:
        return
    if urlsplit(origin).netloc != asking.headers.get("host"):
        raise Refused("bad-origin")
