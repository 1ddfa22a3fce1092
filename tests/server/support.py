"""What the server's tests stand on: server processes, a server inside the test, a client that keeps its view."""

import asyncio
import contextlib
import json
import random
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from haggis_cards.server.app.app import make_app
from haggis_cards.server.app.supervisor import server_config
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.table.log import now
from haggis_cards.wire.facts import DAY
from tests import server_process
from tests.seed import SEED

CARD = re.compile(r"(?<![\w-])[2-9T][rygbo](?![\w-])")
PROTOCOL = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")

# No pauses, and no limits on the pace, but where a test is about them.
FAST = {"bot_pause": 0, "round_pause": 0, "bot_budget": 0.2} | dict.fromkeys(
    (
        "requests_per_second",
        "tables_per_minute",
        "sign_ins_per_minute",
        "messages_per_second",
        "connections_per_address",
        "waiting_tables",
    ),
    100_000,
)


class ServerProcess(server_process.ServerProcess):
    defaults = FAST


@contextlib.contextmanager
def server_inside(data: Path, **options: Any) -> Iterator[tuple[str, Any]]:
    """A server in a thread of this process, with what only tests may set; its address and its application."""
    tables = {name: options.pop(name) for name in ("clock", "deals", "ids", "sweep", "static") if name in options}
    settings = ServerSettings(data=str(data), port=0, **{"seed": str(SEED), **FAST, **options})
    app = make_app(settings, **tables)
    server = uvicorn.Server(server_config(settings, app))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    for _ in range(600):
        if server.started or not thread.is_alive():
            break
        time.sleep(0.02)
    assert server.started
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", app
    finally:
        server.should_exit = True
        thread.join(30)


class Time:
    """The clock of a server inside the test: it stands still until the test lets time pass."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.app: Any = None

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: float) -> None:
        """Lets time pass; every table then looks whether something is due."""
        self.now += seconds
        state = self.app.state
        loop = next(iter(state.tasks._running)).get_loop()
        for session in list(state.sessions.values()):
            loop.call_soon_threadsafe(session.autopilot.plan)


@contextlib.contextmanager
def server_with_time(data: Path, **options: Any) -> Iterator[tuple[str, Time]]:
    """A server inside the test whose time passes only when the test says so."""
    clock = Time()
    with server_inside(data, clock=clock, **options) as (url, app):
        clock.app = app
        yield url, clock


class Calendar:
    """The date of a server inside the test: real time, and the days that the test lets pass."""

    def __init__(self) -> None:
        self.days = 0.0

    def __call__(self) -> int:
        return now() + round(self.days * DAY * 1000)


def wait_for(true: Callable[[], bool], seconds: float = 60) -> None:
    """Until something is true, but not for ever."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "that did not happen"
        time.sleep(0.02)


class Guest:
    """Somebody with a cookie."""

    made: ClassVar[list["Guest"]] = []  # to be closed after the test

    def __init__(self, url: str, name: str = "Ann", signed_in: bool = True) -> None:
        self.made.append(self)
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=30)
        if signed_in:
            self.post("/api/me", {"name": name})

    def move(self, url: str) -> None:
        """The same person at another address of the server."""
        self.url, self.http.base_url = url, httpx.URL(url)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def get(self, path: str, status: int = 200) -> Any:
        return self._check(self.http.get(path), status)

    def post(self, path: str, body: Any, status: int | None = None) -> Any:
        return self._check(self.http.post(path, json=body), status)

    def delete(self, path: str, status: int = 200) -> Any:
        return self._check(self.http.delete(path), status)

    @staticmethod
    def _check(answer: httpx.Response, status: int | None) -> Any:
        assert answer.status_code == status if status else answer.is_success, answer.text
        return answer.json()

    def table(self, rules: Any = "haggis-2", seats: list[str] | None = None, **terms: Any) -> str:
        """Makes a table and returns its id."""
        made = self.post("/api/tables", {"rules": rules, "seats": seats or ["me", "open"], **terms}, 201)
        table: str = made["id"]
        return table


def two_at_a_table(url: str, **terms: Any) -> tuple[Guest, Guest, str]:
    """Ann and Bob, seated, and the table."""
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    table = ann.table(**terms)
    bob.post(f"/api/tables/{table}/seat", {})
    return ann, bob, table


class Player:
    """A client at a table: hears everything, keeps the view as the protocol says, can play by itself."""

    def __init__(self, guest: Guest, table: str, seed: int = 0) -> None:
        self.guest, self.table = guest, table
        self.random = random.Random(f"{SEED} {seed}")
        self.seq: int | None = None
        self.seat: int | None = None
        self.info: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.clock: dict[str, Any] | None = None
        self.pause: dict[str, Any] | None = None
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.acknowledged: list[tuple[int, str]] = []  # (seq, action) of this seat's own actions
        self.socket: ClientConnection
        self._ids = 0

    @property
    def address(self) -> str:
        return f"{self.guest.url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"

    async def open(self, since: int | None = None, **options: Any) -> "Player":
        headers = {"Cookie": self.guest.cookie} if self.guest.cookie else {}
        query = "" if since is None else f"?since={since}"
        # Without max_queue=None a player who does not read would wait ten seconds for the end of a closed connection.
        unlimited = {"max_size": None, "max_queue": None}
        self.socket = await connect(self.address + query, additional_headers=headers, **unlimited | options)
        return self

    async def close(self) -> None:
        await self.socket.close()

    async def say(self, kind: str, **fields: Any) -> str:
        self._ids += 1
        fields.setdefault("id", f"{kind}-{id(self)}-{self._ids}")
        await self.socket.send(json.dumps({"type": kind, **fields}))
        name: str = fields["id"]
        return name

    async def hear(self, seconds: float = 20) -> dict[str, Any]:
        """The next message, taken note of."""
        async with asyncio.timeout(seconds):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.note(message)
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], object], seconds: float = 20) -> dict[str, Any]:
        """Hears until a message is as wanted."""
        while True:
            message = await self.hear(seconds)
            if wanted(message):
                return message

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Says something and hears the answer."""
        name = await self.say(kind, **fields)
        return await self.until(lambda message: message.get("id") == name)

    def note(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        kind, seq = message["type"], message["seq"]
        if kind in ("played", "table", "chat"):
            # Entries of the log come one by one, none is left out and none comes twice.
            assert self.seq is None or seq == self.seq + 1, (self.seq, message)
            self.seq = seq
        elif kind == "state":
            assert self.seq is None or seq >= self.seq, "the table has gone back"
            self.seq = seq
            self.info, self.seat, self.view = message["table"], message["seat"], message["view"]
        if kind in ("state", "played", "table", "presence"):
            self.clock, self.pause = message.get("clock"), message.get("pause")
        if kind == "table":
            self.info, self.seat = message["table"], message.get("you")
            self.view = message.get("view", self.view)
        if kind == "played":
            assert self.view is not None
            self.view.update(message["changes"])
            if "log" not in message["changes"]:
                self.view["log"].append(message["action"])
            self.info = message.get("table", self.info)
            if "id" in message:
                self.acknowledged.append((seq, message["action"]))

    @property
    def my_turn(self) -> bool:
        view = self.view
        mine = bool(view and self.seat is not None and self.seat in view["to_act"] and view["legal"])
        return mine and not self.info["paused"]

    async def act(self, action: str | None = None) -> dict[str, Any]:
        """Plays an action, any legal one if none is given."""
        assert self.view is not None
        return await self.ask("act", action=action or self.random.choice(self.view["legal"]), seq=self.seq)

    async def play(self, stop: Callable[["Player"], bool] | None = None) -> None:
        """Plays until the match is over."""
        while not self.done and not (stop and stop(self)):
            if self.my_turn:
                await self.act()
            elif self.seat is not None and self.info["paused"] and not self.info["seats"][self.seat]["ready"]:
                await self.ask("ready")
            else:
                await self.hear()

    @property
    def done(self) -> bool:
        return bool(self.view and self.view["winners"])

    @property
    def standing(self) -> dict[str, Any]:
        """Where the match stands for this player, to see what it waits for."""
        seats = [(seat["name"], seat["away"], seat["connected"]) for seat in self.info.get("seats", ())]
        to_act = self.view["to_act"] if self.view else None
        return {"seat": self.seat, "seq": self.seq, "to_act": to_act, "seats": seats, "last": self.heard[-1:]}

    async def play_through(self, patience: float = 60) -> None:
        """Plays until the match is over, over as many breaks of the connection as there are.

        `patience` is for the next entry, or the next break: a slow machine makes a match long, only a fault stops it.
        """
        waiting: tuple[str, str, int] | None = None  # an action that was sent and not answered
        at, end = self.seq, time.monotonic() + patience
        while not self.done:
            if self.seq != at:
                at, end = self.seq, time.monotonic() + patience
            assert time.monotonic() < end, f"nothing happens any more: {self.standing}, sent {waiting}"
            try:
                await self.open(self.seq)
                if waiting:  # the same action with the same id, as docs/protocol.md says
                    await self.say("act", id=waiting[0], action=waiting[1], seq=waiting[2])
                while not self.done:
                    if self.my_turn and not waiting:
                        assert self.view is not None
                        assert self.seq is not None
                        action, seq = self.random.choice(self.view["legal"]), self.seq
                        self._ids += 1
                        waiting = f"act-{self.seat}-{self._ids}", action, seq
                        await self.say("act", id=waiting[0], action=action, seq=seq)
                    message = await self.hear()
                    if waiting and message.get("id") == waiting[0]:
                        if message["type"] == "ok":
                            self.acknowledged.append((message["seq"], f"{self.seat} {waiting[1]}"))
                        elif message["type"] == "error" and message["code"] not in ("stale", "storage"):
                            # On a slow machine a bot may have played for the player meanwhile, who was away.
                            if message["code"] != "not-your-turn" or message["seq"] == waiting[2]:
                                raise AssertionError(message)
                        waiting = None
            except (OSError, ConnectionClosed, InvalidStatus, InvalidMessage) as error:
                if not isinstance(error, TimeoutError):
                    at = None
                with contextlib.suppress(OSError, AttributeError):
                    await self.close()
                await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def players(*guests: Guest, table: str) -> AsyncIterator[list[Player]]:
    """Clients of these guests at a table, each having heard its state."""
    made = [await Player(guest, table, seed).open() for seed, guest in enumerate(guests)]
    try:
        for player in made:
            await player.hear()
        yield made
    finally:
        for player in made:
            await player.close()


async def agreed(*people: Player) -> None:
    """All of them ask for the rated match, and it starts."""
    for player in people:
        await player.say("rematch")
    for player in people:
        while player.info["status"] != "playing":
            await player.hear()


def server_memory(server: server_process.ServerProcess) -> float:
    """The memory that the server uses, in megabytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def raw_socket(port: int, path: str, cookie: str, buffer: int | None = None) -> socket.socket:
    """A WebSocket by hand, after the handshake."""
    sock = socket.socket()
    if buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    sock.connect(("127.0.0.1", port))
    sock.settimeout(20)
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Cookie: {cookie}", "", ""]
    sock.sendall("\r\n".join(lines).encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += sock.recv(1)
    assert b" 101 " in head
    return sock
