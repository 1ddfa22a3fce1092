"""A push service of the tests' own: a real HTTP server, and browsers that can read what it gets."""

import base64
import json
import os
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Received(NamedTuple):
    """A message as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Notes messages, and answers them while `answering` is set; `answers` has the next statuses by path."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: defaultdict[str, list[int]] = defaultdict(list)
        self.answered: list[str] = []  # paths
        self.answering = threading.Event()
        self.answering.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.received.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                service.answering.wait()
                answers = service.answers[self.path]
                self.send_response(answers.pop(0) if answers else 201)
                self.send_header("content-length", "0")
                self.end_headers()
                service.answered.append(self.path)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.answering.set()
        self._server.shutdown()
        self._server.server_close()

    def at(self, browser: "Browser") -> list[dict[str, Any]]:
        """What one browser was told."""
        return [browser.read(message.body) for message in self.received if self.url + message.path == browser.endpoint]


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()


class Browser:
    """A browser that has subscribed at a push service."""

    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.url}/{name}"
        self._private, self._auth = ec.generate_private_key(CURVE), os.urandom(16)
        self.public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, key: str) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": text(self.public), "auth": text(self._auth), "key": key}

    def read(self, body: bytes) -> dict[str, Any]:
        """A message, decrypted as a browser does it."""
        salt, sender = body[:16], body[21 : 21 + body[20]]
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = _hkdf(shared, self._auth, b"WebPush: info\0" + self.public + sender, 32)
        key, nonce = (
            _hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16),
            _hkdf(secret, salt, b"Content-Encoding: nonce\0", 12),
        )
        padded = AESGCM(key).decrypt(nonce, body[21 + body[20] :], None).rstrip(b"\0")
        assert padded[-1] == 2  # the last record
        told: dict[str, Any] = json.loads(padded[:-1])
        return told


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def claims_of(message: Received, key: str) -> dict[str, Any]:
    """What the server says of itself, after a look at its signature."""
    scheme, _, rest = message.headers["authorization"].partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    raw = data(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data(key))
    public.verify(numbers, signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(data(signed.partition(".")[2]))
    return claims
