"""Where a request comes from: the guest of its cookie, the client's address, and the site of its page."""

import hmac
import re
from functools import cached_property
from ipaddress import IPv4Address, IPv6Network, ip_address
from socket import gethostname
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection

from haggis_cards.cards import clip
from haggis_cards.server.people.revocations import Revocations
from haggis_cards.server.people.tokens import COOKIE, Signer
from haggis_cards.server.process.addresses import is_loopback, is_number
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.table.guests import Guest
from haggis_cards.wire.refusals import Refused

Asking = ASGIConnection[Any, Any, Any, Any]

# Names in networks at home, which nobody can register.
_NEAR: Final = re.compile(r"[\w-]*|[\w.-]+\.(local|localhost|localdomain|lan|home|home\.arpa|internal|fritz\.box)")
# What strangers may ask on a closed server: who they are, how to get in, and the facts that every page needs.
WAYS_IN: Final = ("/api/me", "/api/profile", "/api/sign-in/", "/api/sign-out", "/api/games", "/api/docs")
_MALFORMED: Final = "malformed"  # one for all, so that nobody gets more by inventing addresses


def guest_of(asking: Asking) -> Guest | None:
    """The guest whose cookie it is, unless that person has signed out everywhere, or is gone."""
    signer: Signer = asking.app.state.signer
    revocations: Revocations = asking.app.state.revocations
    guest = signer.guest(asking.cookies.get(COOKIE))
    return guest if guest and revocations.is_good(guest) else None


class Asked(Request[Any, Any, Any]):
    """A request that knows who asks."""

    @cached_property
    def guest(self) -> Guest | None:
        """The guest of its cookie."""
        return guest_of(self)

    @property
    def me(self) -> Guest:
        """The same; somebody without a cookie is refused."""
        if self.guest is None:
            raise Refused("no-session")
        return self.guest

    @property
    def guest_id(self) -> str | None:
        return self.guest.id if self.guest else None

    @cached_property
    def address(self) -> str:
        """The client's address."""
        return address(self)

    @property
    def origin(self) -> str:
        """The site of the page that asks; whether it may ask has been checked before."""
        settings: ServerSettings = self.app.state.settings
        return self.headers.get("origin") or settings.public_url or str(self.base_url).rstrip("/")


def address(asking: Asking) -> str:
    """The client's address; behind a known proxy, the one that the proxy passes on."""
    if asking.client is None:
        return "local"
    try:
        host = ip_address(asking.client.host.partition("%")[0])
    except ValueError:
        return _MALFORMED
    if isinstance(host, IPv4Address):
        return str(host)
    # A client with one IPv6 address usually has 2⁶⁴ of them; a mapped IPv4 address is one client.
    return str(host.ipv4_mapped or IPv6Network((host, 64), strict=False))


def check_host(asking: Asking, settings: ServerSettings) -> None:
    """Refuses names that are not the server's: who owns a name can let it point here, and then reads as a visitor.

    An owner who names none is open under all of them, but not to a browser on the same machine: there nobody needs one.
    """
    host = ",".join(asking.headers.getall("host", []))  # there should be one
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        name = host
    if _is_near(name) or name in _names(settings):
        return
    here = asking.url.scheme in ("http", "ws") and asking.client is not None and is_loopback(asking.client.host)
    if here or settings.public_url or settings.hosts:
        raise Refused("bad-host", text=clip(name))


def _names(settings: ServerSettings) -> set[str | None]:
    """Under which people find the server, as far as its owner has said."""
    return {*settings.hosts, *(urlsplit(site).hostname for site in (settings.public_url, *settings.origins))}


def _is_near(name: str) -> bool:
    """Whether it is a number, or a name that no stranger can own: of this machine, or of a network at home."""
    mine = gethostname().partition(".")[0].lower()
    return is_number(name) or bool(_NEAR.fullmatch(name)) or name.partition(".")[0] == mine


def check_member(asking: Asking, guest: Guest | None) -> None:
    """On a closed server strangers see nothing but the way in."""
    settings: ServerSettings = asking.app.state.settings
    path = asking.url.path
    if settings.join_code and guest is None and path.startswith("/api/") and not path.startswith(WAYS_IN):
        raise Refused("closed-server")


def is_invited(asking: Asking, code: str) -> bool:
    """Whether somebody new may come in: on a closed server with its code; who has guessed too often is not heard."""
    settings: ServerSettings = asking.app.state.settings
    if not settings.join_code:
        return True
    limits: Limiters = asking.app.state.limits
    limits.sign_ins.check(address(asking))
    if not hmac.compare_digest(code.encode(), settings.join_code.encode()):
        return False
    limits.sign_ins.check(address(asking), -1)  # those who know it may be many behind one address
    return True


def check_origin(asking: Asking, settings: ServerSettings) -> None:
    """Pages of other sites may not act for their visitors; programs send no origin."""
    origin = asking.headers.get("origin")
    if origin is None or (origin and origin in (settings.public_url, *settings.origins)):  # no public URL is ""
        return
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        site = ""
    if not site or site != asking.headers.get("host"):
        raise Refused("bad-origin")
