"""Web Push: one encrypted message to one browser, through the push service that the browser has chosen.

The message is encrypted for the browser (RFC 8291), so the push service cannot read it; the server proves by its key
who it is (VAPID, RFC 8292). Addresses of push services come from people, so the server connects only to addresses on
the internet: a subscription must not make it talk to its own network.
"""

import asyncio
import binascii
import os
import socket
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import httpcore
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]

from haggis_cards.cards import clip
from haggis_cards.server.push.store import Subscription
from haggis_cards.wire import base64url
from haggis_cards.wire.refusals import Refused

_CURVE: Final = ec.SECP256R1()
_KEY_BYTES, _SECRET_BYTES = 32, 16
_LONGEST: Final = 1000  # characters of an endpoint
_PATIENCE: Final = 15.0  # seconds for one message
_CONNECTIONS: Final = 1000  # more than messages are sent at once
_SIGNED_FOR: Final = 12 * 3600  # seconds that a signature holds
_RECORD: Final = 4096  # bytes of a record, which every push service takes
_UNICAST: Final = IPv6Network("2000::/3")  # all of IPv6 that is given out for the internet
_NAT64: Final = IPv6Network("64:ff9b::/96")  # addresses of IPv4 with their last 32 bits
_LOOKUPS: Final = 8  # of names at once
_GONE: Final = (404, 410)
_LATER: Final = (408, 425, 429)  # and everything from 500 on

Outcome = Literal["sent", "gone", "failed", "refused"]


class Delivery(NamedTuple):
    """What became of a message: it was sent, the subscription is gone, it may be tried again, or it may not."""

    outcome: Outcome
    wait: float = 0.0  # seconds that the push service wants to be left alone


class Message(NamedTuple):
    """What is sent: `topic` is the same for messages of which only the latest matters."""

    content: bytes
    topic: str
    seconds: int  # that the push service keeps it for a browser which is not there


# Keys


def new_key() -> str:
    """A private key, as text."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return base64url.encode(number.to_bytes(_KEY_BYTES, "big"))


def public_key(private: str) -> str:
    """The public key of a private one, as browsers want it."""
    return base64url.encode(_point(_vapid(private).public_key))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _vapid(private: str) -> Any:
    made = Vapid02.from_raw(private.encode())
    made.conf = {"no-strict": True}  # or it takes no https address with a port or a path as a contact
    return made


# What browsers send


def check(made: Subscription, anywhere: bool) -> None:
    """Refuses a subscription that no browser makes, or that leads to a place where no push service is."""
    if not _is_outside(made.endpoint) and not anywhere:
        raise Refused("bad-push", fault="endpoint", text=clip(made.endpoint))
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, base64url.decode(made.p256dh))
        if len(base64url.decode(made.auth)) != _SECRET_BYTES:
            raise ValueError
    except (binascii.Error, ValueError):
        raise Refused("bad-push", fault="keys") from None


def _is_outside(endpoint: str) -> bool:
    """Whether an address can be one of a push service: https, a name with a dot, no port and no password."""
    try:
        parts = urlsplit(endpoint)
        name, port = parts.hostname or "", parts.port
        name.encode("idna")  # a name that nobody can look up
    except ValueError:  # UnicodeError is one
        return False
    plain = parts.scheme == "https" and port in (None, 443) and not (parts.username or parts.password)
    numeric = name.replace(".", "").isdigit() or ":" in name
    return plain and "." in name.strip(".") and not numeric and len(endpoint) <= _LONGEST and endpoint.isascii()


# Sending


def encrypt(content: bytes, to: Subscription, once: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A message that only this browser can read (RFC 8291), in one record; `once` and `salt` are for it alone."""
    theirs, ours = base64url.decode(to.p256dh), _point(once.public_key())
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs))
    secret = HKDF(SHA256(), 32, base64url.decode(to.auth), b"WebPush: info\0" + theirs + ours).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, content + b"\2", None)  # 2: the last record


class Blocked(Exception):
    """An address that is not on the internet."""


class _Outside(httpcore.AsyncNetworkBackend):
    """Connects to the very address that it has looked at, which must be on the internet."""

    def __init__(self, anywhere: bool) -> None:
        self._anywhere, self._inner = anywhere, httpcore.AnyIOBackend()
        # Threads of their own: somebody's name server may take its time, and others wait for the usual ones.
        self._threads = ThreadPoolExecutor(_LOOKUPS, "push-names")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            look = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
            found = await asyncio.get_running_loop().run_in_executor(self._threads, look)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        addresses = [str(info[4][0]) for info in found]
        if not self._anywhere and not all(map(is_on_internet, addresses)):
            raise Blocked(host)
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)


def is_on_internet(address: str) -> bool:
    """Whether an address belongs to the internet, not to a machine or a network of one's own."""
    place = ip_address(address.partition("%")[0])
    if isinstance(place, IPv6Address):
        translated = IPv4Address(place.packed[-4:]) if place in _NAT64 else None
        inner = place.ipv4_mapped or place.sixtofour or translated
        if inner is None:
            return place in _UNICAST and place.is_global
        place = inner
    return place.is_global and not place.is_multicast


class WebPush:
    """Sends messages; `contact` is where push services reach the owner of this server."""

    def __init__(self, contact: str, anywhere: bool = False) -> None:
        self._contact, self._anywhere = contact, anywhere
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def send(self, to: Subscription, message: Message, private: str) -> Delivery:
        """Sends a message to one browser. Errors of the network and of the push service are outcomes."""
        if self._pool is None:
            # Nobody waits for a connection because the push service of another does not answer.
            backend = _Outside(self._anywhere)
            self._pool = httpcore.AsyncConnectionPool(
                max_connections=_CONNECTIONS, keepalive_expiry=_PATIENCE, network_backend=backend
            )
        headers: dict[bytes | str, bytes | str] = {
            **self._signature(to.endpoint, private),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.seconds),
            "Topic": message.topic,
        }
        body = encrypt(message.content, to, ec.generate_private_key(_CURVE), os.urandom(16))
        try:
            async with (
                asyncio.timeout(_PATIENCE),
                self._pool.stream("POST", to.endpoint, headers=headers, content=body) as answer,
            ):
                return _delivery(answer)
        except Blocked:
            return Delivery("gone")
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, TimeoutError):
            return Delivery("failed")

    def _signature(self, endpoint: str, private: str) -> dict[bytes | str, bytes | str]:
        parts = urlsplit(endpoint)
        expires = int(time.time()) + _SIGNED_FOR
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": self._contact}
        signed: dict[bytes | str, bytes | str] = _vapid(private).sign(claims)
        return signed

    async def close(self) -> None:
        """Closes connections."""
        if self._pool is not None:
            await self._pool.aclose()


def _delivery(answer: httpcore.Response) -> Delivery:
    status = answer.status
    if 200 <= status < 300:
        return Delivery("sent")
    if status in _GONE:
        return Delivery("gone")
    if status not in _LATER and status < 500:
        return Delivery("refused")
    wait = {name.lower(): value for name, value in answer.headers}.get(b"retry-after", b"0")
    return Delivery("failed", float(wait) if wait.isdigit() else 0.0)
