"""Attacks on a table server from one address, and what an honest guest at another address notices of them.

    python bench/abuse.py bots [--tables 59]        tables with the strongest bots: how long other tables' bots take
    python bench/abuse.py hints [--tables 20]       a flood of hints: the same, and how long an honest hint takes
    python bench/abuse.py lobby [--tables 100]      listed tables where nobody is: is a waiting player still visible?
    python bench/abuse.py silent [--tables 60]      sockets that say nothing: whether empty tables are closed
    python bench/abuse.py crowd [--tables 60]       50 sockets at each table come and go at once: how late the lobby is
    python bench/abuse.py malformed [--tables 100]  damaged headers, and this many uploads that break off: tracebacks

Each starts a server with the default limits and prints one line of JSON. The attacker and the guest are told apart by
X-Forwarded-For, which the server believes from this machine.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from load import free_port  # the file beside this one
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

MANY = ("requests_per_second", "connections_per_address")
ATTACKER, HONEST = "203.0.113.7", "198.51.100.9"


@contextlib.contextmanager
def server(log: Path, **settings: Any) -> Iterator[tuple[str, int]]:
    """A server with the default limits; its address and the number of its process."""
    port = free_port()
    env = {name: value for name, value in os.environ.items() if not name.startswith("HAGGIS_")}
    env |= {f"HAGGIS_{name.upper()}": str(value) for name, value in settings.items()}
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "haggis_cards.cli", "serve", "--port", str(port), "--data", data]
        with log.open("w") as file:
            process = subprocess.Popen(command, env=env, stderr=file)
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                with contextlib.suppress(httpx.HTTPError):
                    if httpx.get(f"{url}/health").is_success:
                        break
                time.sleep(0.1)
            yield url, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


class Client:
    """Somebody at an address."""

    def __init__(self, url: str, address: str, name: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=60, headers={"x-forwarded-for": address})
        self.address, self.name = address, name

    async def sign_in(self) -> "Client":
        (await self.http.post("/api/me", json={"name": self.name})).raise_for_status()
        return self

    async def table(self, rules: str, seats: list[str], **terms: Any) -> str | None:
        """A new table; None if the server refuses."""
        while True:
            made = await self.http.post("/api/tables", json={"rules": rules, "seats": seats, **terms})
            if made.status_code != 429 or made.json()["params"]["fault"] != "tables":
                return made.json()["id"] if made.is_success else None
            await asyncio.sleep(1.0)  # as many as the limit on new tables allows

    async def socket(self, table: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookie, "x-forwarded-for": self.address}
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        while True:
            try:
                return await connect(address, additional_headers=headers, max_size=None)
            except InvalidStatus as refused:
                if refused.response.status_code != 429:
                    raise
            await asyncio.sleep(0.5)  # as many as the limit on requests allows


async def answers(client: Client, seconds: float, hints: bool = False) -> dict[str, float]:
    """Plays against two club bots, and measures how long they take to answer; or how long a hint takes."""
    table = await client.table("haggis-3", ["me", "club", "club"], end={"rounds": 50}, pace="fast")
    assert table is not None
    view: dict[str, Any] = {}
    waits: list[float] = []
    socket, seat, seq = await client.socket(table), None, 0
    end, asked, numbers = time.monotonic() + seconds, 0.0, 0
    async with socket:
        while time.monotonic() < end:
            message = json.loads(await asyncio.wait_for(socket.recv(), 60))
            seq = max(seq, message["seq"])
            if message["type"] in ("state", "table"):
                view, seat = message.get("view") or view, message.get("seat", message.get("you", seat))
            elif message["type"] == "played":
                view.update(message["changes"])
            elif message["type"] not in ("hint", "error"):
                continue
            if asked and message["type"] == ("hint" if hints else "played") and (hints or message.get("bot")):
                waits.append(time.monotonic() - asked)
                asked = 0.0
            info = message.get("table")
            numbers += 1
            await asyncio.sleep(0.15)  # bots answer faster than the server lets a person send messages
            if info and info["paused"]:
                await socket.send(json.dumps({"type": "ready", "id": f"r{numbers}"}))
            elif view and seat in view["to_act"] and view["legal"]:
                quiet = [action for action in view["legal"] if not action.startswith("bet ")]
                if message["type"] == "error":
                    await asyncio.sleep(1.0)  # too many hints
                if hints and message["type"] != "hint":
                    asked = time.monotonic()
                    await socket.send(json.dumps({"type": "hint", "id": f"h{numbers}"}))
                    continue
                await socket.send(json.dumps({"type": "act", "id": f"a{numbers}", "action": quiet[-1], "seq": seq}))
                asked = 0.0 if hints else time.monotonic()
    waits = waits or [float("nan")]
    return {"median": round(statistics.median(waits), 3), "longest": round(max(waits), 3), "count": len(waits)}


async def listen(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def attack_bots(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Tables of the strongest bots, each watched by the attacker, so that they count as tables with people."""
    eve, ann = await Client(url, ATTACKER, "Eve").sign_in(), await Client(url, HONEST, "Ann").sign_in()
    before = await answers(ann, seconds)
    sockets = []
    for _ in range(tables):
        table = await eve.table("neeps-4", ["master"] * 4, end={"rounds": 50}, pace="fast")
        if table is None:
            break
        sockets.append(await eve.socket(table))
    listeners = [asyncio.create_task(listen(socket)) for socket in sockets]
    during = await answers(ann, seconds)
    for task in listeners:
        task.cancel()
    return {"tables": len(sockets), "before": before, "during": during}


async def attack_hints(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Many guests at one address who ask for hints without a pause."""
    ann = await Client(url, HONEST, "Ann").sign_in()
    before = await answers(ann, seconds), await answers(ann, seconds, hints=True)

    async def flood(number: int) -> None:
        eve = await Client(url, ATTACKER, f"Eve {number}").sign_in()
        table = await eve.table("neeps-4", ["me", "club", "club", "club"])
        while table:
            await eve.http.get(f"/api/tables/{table}/hint")
            await asyncio.sleep(0.05)

    floods = [asyncio.create_task(flood(number)) for number in range(tables)]
    await asyncio.sleep(3)
    during = await answers(ann, seconds), await answers(ann, seconds, hints=True)
    for task in floods:
        task.cancel()
    await asyncio.gather(*floods, return_exceptions=True)
    return {"moves": [before[0], during[0]], "hints": [before[1], during[1]]}


async def attack_lobby(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Listed tables by a nameless client, while a player waits at one."""
    ann = await Client(url, HONEST, "Ann").sign_in()
    table = await ann.table("haggis-2", ["me", "open"], listed=True)
    assert table is not None
    eve, made, end = Client(url, ATTACKER, ""), 0, time.monotonic() + seconds
    async with await ann.socket(table):
        while made < tables and time.monotonic() < end:
            made += await eve.table("haggis-2", ["open", "open"], listed=True) is not None
        await asyncio.sleep(1.5)
        shown = [info["id"] for info in (await ann.http.get("/api/lobby")).json()["tables"]]
    return {"made": made, "shown": len(shown), "place": shown.index(table) if table in shown else None}


async def attack_silent(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Tables that are kept open by silent sockets, and others where nobody is."""
    eve, ann = await Client(url, ATTACKER, "Eve").sign_in(), await Client(url, HONEST, "Ann").sign_in()
    kept = [await eve.table("haggis-2", ["open", "open"]) for _ in range(tables)]
    sockets = [await eve.socket(table) for table in kept if table]
    empty = [await ann.table("haggis-2", ["open", "open"]) for _ in range(10)]
    start, infos = time.monotonic(), []
    while time.monotonic() - start < seconds:
        infos = [(await ann.http.get(f"/api/tables/{table}")).json() for table in empty]
        if all(info["status"] == "closed" for info in infos):
            break
        await asyncio.sleep(1)
    closed = sum(info["status"] == "closed" for info in infos)
    for socket in sockets:
        await socket.close()
    return {"kept": len(sockets), "closed": closed, "of": len(empty), "seconds": round(time.monotonic() - start, 1)}


CROWD = 50  # sockets at a table


async def attack_crowd(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Thousands of sockets of another process that come one after the other, and go at once when it dies."""
    ann = await Client(url, HONEST, "Ann").sign_in()
    names = [await ann.table("haggis-2", ["open", "open"]) for _ in range(tables)]
    before = await lobby(ann, 3)
    command = [sys.executable, __file__, "crowd-of", url, *(name for name in names if name)]
    crowd = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert crowd.stdout is not None
    coming = asyncio.create_task(lobby(ann, None))
    sockets = int(await asyncio.to_thread(crowd.stdout.readline))
    coming.cancel()
    leaving = asyncio.create_task(lobby(ann, seconds / 4))
    await asyncio.sleep(0.5)
    crowd.kill()
    crowd.wait()
    return {"sockets": sockets, "before": before, "coming": await coming, "leaving": await leaving}


async def lobby(client: Client, seconds: float | None) -> dict[str, float]:
    """How long the lobby takes, asked fifty times a second; for so long, or until it is cancelled."""
    waits: list[float] = []
    end = time.monotonic() + (seconds or 1e9)
    with contextlib.suppress(asyncio.CancelledError):
        while time.monotonic() < end:
            start = time.monotonic()
            (await client.http.get("/api/lobby")).raise_for_status()
            waits.append(time.monotonic() - start)
            await asyncio.sleep(0.02)
    waits.sort()
    figures = {"median": statistics.median(waits), "p99": waits[int(len(waits) * 0.99)], "longest": waits[-1]}
    return {name: round(value, 4) for name, value in figures.items()}


async def be_crowd(url: str, names: list[str]) -> None:
    """Opens the sockets, says how many there are, and stays until it is killed."""
    eve = Client(url, ATTACKER, "Eve")
    sockets = [await eve.socket(name) for name in names for _ in range(CROWD)]
    print(len(sockets), flush=True)
    await asyncio.sleep(600)


async def attack_malformed(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Headers that cannot be read, and slow uploads that break off in the middle; the log is looked at afterwards."""
    statuses: Counter[int] = Counter()
    async with httpx.AsyncClient(base_url=url) as client:
        for headers in MALFORMED:
            for method, path in (("GET", "/api/lobby"), ("POST", "/api/me"), ("POST", "/api/tables")):
                answer = await client.request(method, path, headers=headers, json={"name": "Eve"})
                statuses[answer.status_code] += 1
    host, port = url.removeprefix("http://").split(":")

    async def upload() -> None:
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 900\r\n".encode())
        writer.write(b"Content-Type: application/json\r\n\r\n{")
        for _ in range(3):
            await asyncio.sleep(seconds / 40)
            writer.write(b" ")
        writer.transport.abort()

    await asyncio.gather(*(upload() for _ in range(tables)))
    await asyncio.sleep(1)
    return {"statuses": dict(statuses), "uploads": tables}


MALFORMED = [
    {"origin": "http://["},
    {"origin": "http://[::1"},
    {"origin": "\x7f"},
    {"x-forwarded-for": "1.2.3.4:x"},
    {"x-forwarded-for": ":"},
    {"x-forwarded-for": "[::1"},
    {"cookie": "haggis=\x7f; ;=;"},
    {"x-request-id": "a b"},
]

ATTACKS = {
    "bots": (attack_bots, 59, {"tables_per_minute": 1000}),
    "hints": (attack_hints, 20, {"tables_per_minute": 1000}),
    "lobby": (attack_lobby, 100, {}),
    "malformed": (attack_malformed, 100, {}),
    "crowd": (attack_crowd, 60, {"tables_per_minute": 100_000, **dict.fromkeys(MANY, 100_000)}),
    "silent": (attack_silent, 60, {"empty_after": 5, "tables_per_minute": 1000}),
}


def main() -> None:
    """The command line."""
    if sys.argv[1:2] == ["crowd-of"]:
        asyncio.run(be_crowd(sys.argv[2], sys.argv[3:]))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attack", choices=ATTACKS)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    attack, tables, settings = ATTACKS[options.attack]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with server(log, bot_pause=0, **settings) as (url, _):
            result = asyncio.run(attack(url, options.tables or tables, options.seconds))
        tracebacks = log.read_text().count("Traceback")
    print(json.dumps({"attack": options.attack, **result, "tracebacks": tracebacks}))


if __name__ == "__main__":
    main()
