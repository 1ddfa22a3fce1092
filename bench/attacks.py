"""Attacks by which one visitor may try to stop a table server, and what 20 honest tables notice of them.

    python bench/attacks.py                     every attack, one after the other, on one server
    python bench/attacks.py pings headers       these
    python bench/attacks.py --together pings churn exports    these at the same time
    python bench/attacks.py --host 0.0.0.0

The server is started here with its default settings. Two people at each honest table make one move a second; now and
then one of them reloads the page. Attackers are a process of their own at an address of their own. For each attack one
line: how long a move took until both people had it, honest requests that were refused, seats that a bot played, the
server's memory, and what the attacker got done. The time of the load process itself is in the figures.
"""

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvloop
from abuse import server  # the files beside this one
from attackers import ATTACKS
from load import Load, Table, loop_lag, percentile
from websocket_client import Client, decode, encode

TABLES, PACE, RELOAD = 20, 1.0, 10.0  # honest tables, seconds between their moves, and between reloads of one table


class Honest:
    """People at tables, each at an address of their own."""

    def __init__(self, port: int) -> None:
        self.port, self.load, self.refused, self.by_bots = port, Load(), Counter[str](), 0
        self.load.on = self.load.paced = True
        self.tables: list[tuple[Table, list[str]]] = []

    async def ask(self, address: str, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        text = b"" if body is None else encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        data = await reader.read(-1)
        writer.close()
        top, _, rest = data.decode().partition("\r\n\r\n")
        if not top or int(top.split()[1]) >= 400:
            self.refused[f"{method} {path[:12]} {top[:12]}"] += 1
            raise ConnectionError(top)
        cookies = [line for line in top.split("\r\n") if line.lower().startswith("set-cookie")]
        return decode(rest), cookies[0].partition(": ")[2].partition(";")[0] if cookies else ""

    async def sit(self, number: int) -> None:
        """A table with two people, and its match."""
        addresses = [f"127.1.{number}.{seat + 1}" for seat in range(2)]
        cookies = [(await self.ask(address, "POST", "/api/me", {"name": "Ann"}))[1] for address in addresses]
        wish = {"rules": "haggis-2", "seats": ["me", "open"], "end": {"rounds": 50}, "listed": True}
        made, _ = await self.ask(addresses[0], "POST", "/api/tables", wish, cookies[0])
        await self.ask(addresses[1], "POST", f"/api/tables/{made['id']}/seat", {}, cookies[1])
        table = Table(self.load, made["id"])
        self.tables.append((table, cookies))
        for seat in range(2):
            table.clients.append(await self.enter(table, seat))
        table.clients[0].send({"type": "start", "id": "start"})

    async def enter(self, table: Table, seat: int) -> Client:
        number = next(number for number, (one, _) in enumerate(self.tables) if one is table)
        cookie, address = self.tables[number][1][seat], f"127.1.{number}.{seat + 1}"

        def hear(client: Client, message: Any) -> None:
            self.by_bots += bool(message.get("bot"))
            if client in table.clients:
                table.hear(client, message)

        client = Client(f"/api/tables/{table.id}/socket", f"127.0.0.1:{self.port}", cookie, hear)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: client, "127.0.0.1", self.port, local_addr=(address, 0))
        try:
            await client.ready
        except RuntimeError as error:
            self.refused[f"socket {str(error)[9:12]}"] += 1
        return client

    async def play(self, table: Table, number: int) -> None:
        """One move a second; now and then somebody reloads the page."""
        await asyncio.sleep(PACE * number / TABLES)
        reload = time.monotonic() + RELOAD * (0.5 + number / TABLES)
        for seat in itertools.cycle((0, 1)):
            while table not in self.load.ready:
                await asyncio.sleep(0.01)
            self.load.ready.remove(table)
            if time.monotonic() > reload:
                reload += RELOAD
                old, table.clients[seat] = table.clients[seat], await self.enter(table, seat)
                old.transport.close()
                address = f"127.1.{number}.{seat + 1}"
                with contextlib.suppress(ConnectionError):
                    await self.ask(address, "GET", "/api/lobby", None, self.tables[number][1][seat])
            if any(client.transport.is_closing() for client in table.clients):
                self.refused["closed"] += 1
                return
            table.move()
            await asyncio.sleep(PACE)


# The bench


def memory(pid: int) -> int:
    """Megabytes of the server's process now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() >> 20


@contextlib.asynccontextmanager
async def attackers(port: int, tables: list[str], names: list[str]) -> AsyncIterator[Counter[str]]:
    """Another process that attacks; what it has done is in the counter at the end."""
    done: Counter[str] = Counter()
    program, pipe = str(Path(__file__).with_name("attackers.py")), subprocess.PIPE
    command = [sys.executable, program, str(port), ",".join(tables), *names]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        await process.stdout.readline()  # it is ready
        process.stdin.write(b"go\n")
        yield done
        process.stdin.write(b"stop\n")
        done.update(json.loads(await process.stdout.readline()))
    finally:
        process.kill()
        await process.wait()


async def measure(honest: Honest, pid: int, names: list[str], seconds: float) -> dict[str, Any]:
    """What honest people notice of attacks."""
    tables = [table.id for table, _ in honest.tables]
    async with attackers(honest.port, tables, names) as done:
        honest.load.latencies, honest.by_bots, before, most = [], 0, honest.refused.copy(), 0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(0.2)
            most = max(most, memory(pid))
        times = honest.load.latencies
        lag = await asyncio.to_thread(loop_lag, honest.port)
    wanted = seconds * TABLES / PACE
    slow = {"p50": percentile(times, 0.5), "p99": percentile(times, 0.99), "most": percentile(times, 1.0)}
    refused = dict(honest.refused - before)
    honest.load.errors.clear()
    counts = {
        "moves": f"{len(times)} of {wanted:.0f}",
        "refused": refused,
        "by_bots": honest.by_bots,
        "mb": most,
        "loop_lag": lag,
    }
    return {"attack": "+".join(names) or "nobody", **slow, **counts, "attacker": dict(done)}


async def bench(url: str, pid: int, rounds: list[list[str]], seconds: float) -> None:
    honest = Honest(int(url.rpartition(":")[2]))
    for number in range(TABLES):
        await honest.sit(number)
    playing = [asyncio.create_task(honest.play(table, number)) for number, (table, _) in enumerate(honest.tables)]
    await asyncio.sleep(3)
    for names in rounds:
        print(json.dumps(await measure(honest, pid, names, seconds)), flush=True)
        await asyncio.sleep(2)
    for task in playing:
        task.cancel()


def main() -> None:
    """The command line."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # so that the clients' pauses are not taken for the server's
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--together", action="store_true", help="all of them at the same time")
    parser.add_argument("--seconds", type=float, default=8, help="of each")
    parser.add_argument("--host", default="127.0.0.1")
    asked = parser.parse_args()
    names = asked.attacks or list(ATTACKS)
    rounds = [[], names] if asked.together else [[], *([name] for name in names)]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with server(log, host=asked.host) as (url, pid):
            uvloop.run(bench(url, pid, rounds, asked.seconds))
        print(json.dumps({"tracebacks": log.read_text().count("Traceback"), "log_lines": log.read_text().count("\n")}))


if __name__ == "__main__":
    main()
