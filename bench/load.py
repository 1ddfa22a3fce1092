"""A table server under load: real WebSocket clients that play legal moves, one load process, one server process.

    python bench/load.py saturate [--tables 500] [--seconds 10]      as many accepted moves as it can
    python bench/load.py paced [--rate 1000]                         latency from send to the last client at that rate
    python bench/load.py idle [--tables 2000]                        memory of idle tables with all their players
    python bench/load.py month [--matches 10000]                     start-up and lobby with a month's finished matches
    python bench/load.py saturate --peer boardgameio                 the same with boardgame.io beside it (needs npm)

Each prints one line of JSON. The server is started here, with SQLite in a fresh folder (`--folder` chooses the disk).
"""

import argparse
import asyncio
import contextlib
import gc
import http.client
import json
import os
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvloop
from boardgameio import run_boardgameio  # the files beside this one
from websocket_client import Client, decode, encode

from haggis_cards import RULES

# The server


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@contextlib.contextmanager
def server(folder: str, port: int, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    wide = dict.fromkeys(
        ("CONNECTIONS_PER_ADDRESS", "TABLES_PER_MINUTE", "REQUESTS_PER_SECOND", "MESSAGES_PER_SECOND"), "1000000"
    )
    env = os.environ | {f"HAGGIS_{name}": value for name, value in {**wide, **settings}.items()}
    command = [sys.executable, "-m", "haggis_cards.cli", "serve", "--port", str(port), "--data", folder]
    command += ["--log-level", "warning", "--bot-pause", "0"]
    process = subprocess.Popen(command, env=env)
    try:
        wait(port)
        yield process
    finally:
        process.terminate()
        process.wait(20)


def wait(port: int, path: str = "/health", seconds: float = 30) -> float:
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        try:
            ask(port, "GET", path)
            return time.perf_counter() - start
        except (OSError, http.client.HTTPException):
            time.sleep(0.01)
    raise RuntimeError("the server did not start")


def ask(port: int, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
    conn = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"content-type": "application/json"} | ({"cookie": cookie} if cookie else {})
    conn.request(method, path, None if body is None else encode(body), headers)
    answer = conn.getresponse()
    text, cookie = answer.read(), (answer.getheader("set-cookie") or "").split(";")[0]
    conn.close()
    if answer.status >= 400:
        raise RuntimeError(f"{path}: {text.decode()}")
    return (decode(text) if text[:1] in b"{[" else text), cookie


def rss(pid: int) -> float:
    """Megabytes of a process and its children."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                status = (entry / "status").read_text()
                values = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
                if pid in (int(entry.name), int(values["PPid"])):
                    total += int(values.get("VmRSS", "0 kB").split()[0]) / 1024
    return total


# Tables full of players


class Table:
    """Players who answer each other; the load decides when the next move is sent."""

    def __init__(self, load: "Load", id: str) -> None:
        self.load, self.id = load, id
        self.clients: list[Client] = []
        self.legal: dict[int, list[str]] = {}
        self.to_act: list[int] = []
        self.seq = 0
        self.sent: float = 0
        self.heard = 0
        self.number = 0
        self.waiting = False

    def hear(self, client: Client, message: Any) -> None:
        seat = self.clients.index(client)
        kind = message["type"]
        if kind == "played":
            changes = message["changes"]
            if "legal" in changes:
                self.legal[seat] = changes["legal"]
            self.to_act = changes.get("to_act", self.to_act)
            self.seq = max(self.seq, message["seq"])
            self.heard += 1
            if self.heard == len(self.clients):  # the last client has it
                self.heard = 0
                self.load.done(time.perf_counter() - self.sent)
                info = message.get("table") or {"status": "playing", "paused": False}
                if info["paused"] or info["status"] != "playing":
                    command = "ready" if info["paused"] else "rematch"
                    for each in self.clients:
                        each.send({"type": command, "id": f"r{self.seq}"})
                else:
                    self.load.next(self)
        elif kind in ("state", "table"):
            self.seq = max(self.seq, message["seq"])
            view = message.get("view")
            if view:
                self.legal[seat] = view["legal"]
                self.to_act = view["to_act"]
            resumed = message.get("what") == "ready" and not message["table"]["paused"]
            if kind == "table" and (view or resumed) and seat == len(self.clients) - 1:
                self.load.next(self)
        elif kind == "error":
            self.load.errors.append(message)

    def move(self) -> None:
        seat = self.to_act[0]
        self.number += 1
        self.sent = time.perf_counter()
        action = self.load.rng.choice(self.legal[seat])
        self.clients[seat].send({"type": "act", "id": f"{self.number}", "action": action, "seq": self.seq})


class Load:
    def __init__(self) -> None:
        self.rng = random.Random(1)
        self.moves = 0
        self.latencies: list[float] = []
        self.errors: list[Any] = []
        self.on = False
        self.paced = False
        self.ready: list[Table] = []

    def done(self, latency: float) -> None:
        self.moves += 1
        self.latencies.append(latency)

    def next(self, table: Table) -> None:
        if self.paced or not self.on:
            self.ready.append(table)
        else:
            table.move()

    async def fill(self, port: int, count: int, rules: str | dict[str, Any]) -> list[Table]:
        """Fills this number of tables: all their players are connected, and a match is under way."""
        loop, host, tables = asyncio.get_running_loop(), f"127.0.0.1:{port}", []
        players = RULES[rules if isinstance(rules, str) else rules["preset"]].players
        cookies = [ask(port, "POST", "/api/me", {"name": f"P{seat}"})[1] for seat in range(players)]
        seats = ["me"] + ["open"] * (players - 1)
        for number in range(count):
            wish = {"rules": rules, "seats": seats, "end": {"rounds": 50}}
            made, _ = await asyncio.to_thread(ask, port, "POST", "/api/tables", wish, cookies[0])
            table = Table(self, made["id"])
            for cookie in cookies[1:]:
                await asyncio.to_thread(ask, port, "POST", f"/api/tables/{table.id}/seat", {}, cookie)
            for cookie in cookies:
                path = f"/api/tables/{table.id}/socket"
                client = Client(path, host, cookie, table.hear)
                table.clients.append(client)
                await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
                await client.ready
            tables.append(table)
            if number % 50 == 49:
                await asyncio.sleep(0.05)
        for table in tables:
            table.clients[0].send({"type": "start", "id": "start"})
        while len(self.ready) < count:
            await asyncio.sleep(0.05)
        return tables


def percentile(values: list[float], share: float) -> float:
    values = sorted(values)
    return round(values[min(len(values) - 1, int(len(values) * share))] * 1000, 2) if values else 0.0


async def saturate(port: int, pid: int, args: argparse.Namespace) -> dict[str, Any]:
    load = Load()
    await load.fill(port, args.tables, args.game)
    load.on = True
    waiting, load.ready = load.ready, []
    for table in waiting:
        table.move()
    await asyncio.sleep(args.warmup)
    load.moves, load.latencies = 0, []
    start, cpu, own = time.perf_counter(), cpu_seconds(pid), time.process_time()
    await asyncio.sleep(args.seconds)
    spent, cpu, own = time.perf_counter() - start, cpu_seconds(pid) - cpu, time.process_time() - own
    moves, lag = load.moves, loop_lag(port)
    return {
        "moves_s": round(moves / spent),
        "p50_ms": percentile(load.latencies, 0.5),
        "p99_ms": percentile(load.latencies, 0.99),
        "server_cpu": round(cpu / spent, 2),
        "server_us_per_move": round(cpu / max(moves, 1) * 1e6),
        "loop_lag_ms": lag,
        "load_cpu": round(own / spent, 2),
        "errors": len(load.errors),
    }


async def paced(port: int, pid: int, args: argparse.Namespace) -> dict[str, Any]:
    load = Load()
    await load.fill(port, args.tables, args.game)
    load.on = load.paced = True
    load.rng.shuffle(load.ready)
    start, sent, cpu = time.perf_counter(), 0, cpu_seconds(pid)
    warm = False
    while (spent := time.perf_counter() - start) < args.seconds + args.warmup:
        if not warm and spent > args.warmup:
            warm, load.latencies = True, []
        due = int(spent * args.rate)
        while sent < due and load.ready:
            load.ready.pop(0).move()
            sent += 1
        await asyncio.sleep(0.0005)
    lag = loop_lag(port)
    return {
        "rate": round(len(load.latencies) / args.seconds),
        "p50_ms": percentile(load.latencies, 0.5),
        "p99_ms": percentile(load.latencies, 0.99),
        "max_ms": percentile(load.latencies, 1.0),
        "loop_lag_ms": lag,
        "server_cpu": round((cpu_seconds(pid) - cpu) / (args.seconds + args.warmup), 2),
        "errors": len(load.errors),
    }


async def idle(port: int, pid: int, args: argparse.Namespace) -> dict[str, Any]:
    before = rss(pid)
    await Load().fill(port, args.tables, args.game)
    await asyncio.sleep(2)
    return {"sockets": args.tables * 2, "before_mb": round(before), "rss_mb": round(rss(pid))}


def loop_lag(port: int) -> float:
    """How late the server's event loop was at the worst in the last seconds, in milliseconds."""
    text, _ = ask(port, "GET", "/metrics")
    value = next(line for line in text.decode().splitlines() if line.startswith("haggis_loop_lag_seconds_max"))
    return round(float(value.split()[1]) * 1000, 1)


def cpu_seconds(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def month(folder: str, port: int, args: argparse.Namespace) -> dict[str, Any]:
    """Finished matches as the server itself stores them, then a start and the lobby."""
    asyncio.run(_fill_month(Path(folder), args.matches))
    start = time.perf_counter()
    with server(folder, port):
        ready = time.perf_counter() - start
        times = []
        for _ in range(20):
            begin = time.perf_counter()
            ask(port, "GET", "/api/lobby")
            times.append(time.perf_counter() - begin)
            time.sleep(0.11)
    size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
    return {
        "matches": args.matches,
        "store_mb": round(size),
        "start_s": round(ready, 2),
        "lobby_ms": percentile(times, 1.0),
    }


async def _fill_month(folder: Path, matches: int) -> None:
    """One match is played and stored by the server's own store; the others are its copies under other ids."""
    from haggis_cards.server.store.log import Store
    from haggis_cards.table.log import Write
    from haggis_cards.table.records import ended_match
    from haggis_cards.table.state import TableState
    from haggis_cards.table.terms import first_entry
    from haggis_cards.wire.tables import NewTable

    rng = random.Random(1)
    store, state = await Store.open(folder, ""), TableState("month-0")
    first = first_entry(NewTable(rules="haggis-3", seats=["club"] * 3, listed=True), None)
    state.apply(first)
    await store.append(Write(state.id, first))
    draft = state.start(None, 7)
    over = False
    while not over:
        state.apply(draft.entry, draft.after)
        over = state.records > 0
        ended = ended_match(state) if over else None
        await store.append(Write(state.id, draft.entry, state.info() if over else None, ended))
        if not over:
            assert state.match is not None
            seat = state.to_act[0]
            draft = state.act(seat, str(rng.choice(state.match.legal(seat))), state.seq)
    await store.close()
    with contextlib.closing(sqlite3.connect(folder / "haggis.sqlite")) as db:
        db.execute("PRAGMA synchronous=OFF")
        for table, key in (("log", '"table"'), ("records", '"table"'), ("tables", "id")):
            rest = [
                row[1] for row in db.execute(f"PRAGMA table_info({table})") if f'"{row[1]}"' != key and row[1] != key
            ]
            columns = ", ".join(f'"{name}"' for name in rest)
            numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            copy = f"INSERT INTO {table} ({key}, {columns}) {numbers} SELECT 'month-' || i, {columns} FROM n, {table}"  # noqa: S608
            db.execute(f"{copy} WHERE {key} = 'month-0'", (matches - 1,))
            db.commit()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["saturate", "paced", "idle", "month"])
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warmup", type=float, default=3)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--game", default="haggis-2")
    parser.add_argument("--folder", help="the folder of the store (default: a temporary folder)")
    parser.add_argument("--peer", choices=["boardgameio"])
    args = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # so that the clients' pauses are not taken for the server's
    args.tables = args.tables or (2000 if args.what == "idle" else 500)
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        port = free_port()
        if args.what == "month":
            figures = month(folder, port, args)
        else:
            with server(folder, port) as process:
                work = {"saturate": saturate, "paced": paced, "idle": idle}[args.what]
                figures = uvloop.run(work(port, process.pid, args))
    figures = {"bench": f"load {args.what}", "tables": args.tables, **figures}
    if args.peer:
        peer = run_boardgameio(free_port(), args.tables, args.seconds)
        figures["peer"] = peer
        if peer.get("moves_s"):
            figures["ratio"] = round(figures.get("moves_s", 0) / peer["moves_s"], 2)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
