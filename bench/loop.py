"""What holds the server's event loop, and for how long: no step may take more than 20 ms.

    python bench/loop.py steps [--matches 200]      what one action costs: act, changes for all seats, encoding
    python bench/loop.py server [--seconds 20]      a whole server with Neeps tables under load, every callback timed

Each prints one line of JSON for each game or kind of callback. `server` plays `--tables` tables of four, as fast as the
server can, and meanwhile uses everything else that it offers: new tables, lobby, hints, records, replays, restarts.
"""

import argparse
import asyncio
import gc
import heapq
import inspect
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import load  # the file beside this one
import uvicorn

from haggis_cards import RULES, Match, Rounds, combos, grammar, view
from haggis_cards import round as rounds
from haggis_cards.native.views import own_changes
from haggis_cards.server.app.app import make_app
from haggis_cards.server.app.supervisor import server_config
from haggis_cards.server.process.config import load_settings as load_settings
from haggis_cards.wire.tables import encode

MOST_PLAYS: dict[str, dict[str, Any]] = {preset: {"preset": preset, "sets": True} for preset in RULES}


def percentile(values: list[float], share: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


# One action by itself


def forget() -> None:
    """As if nobody had played before."""
    for cached in (combos._text, combos._grid, combos._column, grammar._parts, rounds._plays, view._text_of):
        cached.cache_clear()


def step(match: Match, seat: int, action: str) -> tuple[Match, float]:
    """The match after an action, and how long the loop works on it; other programs on the machine do not count."""
    forget()
    start = time.thread_time()
    after = match.act(seat, action)
    public = view.public_changes(match, after)
    for viewer in after.rules.seats:
        encode({**public, **own_changes(match, after, viewer)})
    return after, time.thread_time() - start


def steps(args: argparse.Namespace) -> None:
    for rules in MOST_PLAYS.values():
        times, most = [], 0
        for seed in range(args.matches):
            rng, match = random.Random(seed), Match(rules, Rounds(1), seed=seed)
            while not match.over:
                seat = rng.choice(match.to_act)
                legal = match.legal(seat)
                most = max(most, len(legal))
                match, spent = step(match, seat, str(rng.choice(legal)))
                times.append(spent * 1000)
        figures = {f"p{share}_ms": f"{percentile(times, share / 100):.2f}" for share in (50, 99, 100)}
        print(json.dumps({"bench": "loop steps", "rules": rules, "steps": len(times), "most_legal": most, **figures}))


# A server whose callbacks are timed


def serve(port: int, folder: str, report: str) -> None:
    """A server like any other, on the loop whose callbacks can be timed; what was slow goes into the report."""
    slowest: list[tuple[float, float, str]] = []
    plain = asyncio.Handle._run

    def note(cpu: float, wall: float, what: Callable[[], str]) -> None:
        if cpu > 0.002 or wall > 0.005:
            heapq.heappush(slowest, (cpu, wall, what()))
            if len(slowest) > 2000:
                heapq.heappop(slowest)

    def timed(handle: Any) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        callback = handle._callback
        plain(handle)
        note(time.thread_time() - cpu, time.perf_counter() - wall, lambda: describe(callback))

    started = [0.0, 0.0]

    def collected(phase: str, info: dict[str, int]) -> None:
        now = [time.thread_time(), time.perf_counter()]
        if phase == "stop":
            name = f"garbage collector, generation {info['generation']}"
            note(now[0] - started[0], now[1] - started[1], lambda: name)
        started[:] = now

    asyncio.Handle._run = timed  # type: ignore[assignment, method-assign]
    wide = dict.fromkeys(
        ("connections_per_address", "tables_per_minute", "requests_per_second", "messages_per_second"), 1_000_000
    )
    settings = load_settings({"port": port, "data": folder, "bot_pause": 0, **wide}, {}, None)
    config = server_config(settings, make_app(settings))
    config.loop = "asyncio"
    signal.signal(signal.SIGTERM, lambda *_: None)
    gc.callbacks.append(collected)
    uvicorn.Server(config).run()
    Path(report).write_text(json.dumps(slowest))


def describe(callback: Any) -> str:
    """Whose step it was: a task's coroutines down to where it waits now, or the callback."""
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return getattr(callback, "__qualname__", repr(callback))
    names: list[str] = []
    coroutine: Any = task.get_coro()
    while inspect.iscoroutine(coroutine):
        names.append(coroutine.__name__)
        coroutine = coroutine.cr_await
    return " > ".join(["task", *names[-4:]])


async def use_everything(port: int, until: float) -> int:
    """What people do beside playing; how often."""
    _, cookie = await asyncio.to_thread(load.ask, port, "POST", "/api/me", {"name": "Eve"})
    rules = RULES["neeps-4"].replace(sets=True)
    rng, match = random.Random(1), Match(rules, Rounds(4), seed=1)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal(seat)))
    record, count = match.record().data, 0
    while time.perf_counter() < until:
        wish = {"rules": rules.spec, "seats": ["me", "club", "club", "club"], "listed": True, "clock": 60}
        made, _ = await asyncio.to_thread(load.ask, port, "POST", "/api/tables", wish, cookie)
        for method, path, body in (
            ("GET", f"/api/tables/{made['id']}/view", None),
            ("GET", f"/api/tables/{made['id']}/hint", None),
            ("GET", "/api/lobby", None),
            ("GET", "/api/games", None),
            ("GET", "/api/me", None),
            ("GET", "/api/docs", None),
            ("GET", "/api/docs/openapi.json", None),
            ("GET", "/metrics", None),
            ("POST", "/api/replay", record),
        ):
            await asyncio.to_thread(load.ask, port, method, path, body, cookie)
            count += 1
    return count


async def play(port: int, args: argparse.Namespace) -> dict[str, Any]:
    players = load.Load()
    await players.fill(port, args.tables, MOST_PLAYS["neeps-4"])
    players.on = True
    waiting, players.ready = players.ready, []
    for table in waiting:
        table.move()
    start = time.perf_counter()
    uses = asyncio.create_task(use_everything(port, start + args.seconds))
    await asyncio.sleep(args.seconds)
    return {"moves_s": int(players.moves / args.seconds), "other_requests": await uses, "errors": len(players.errors)}


def server(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for start in ("fresh", "restarted in the middle of everything"):
            port, report = load.free_port(), Path(folder) / "report.json"
            command = [sys.executable, __file__, "serve", str(port), f"{folder}/data", str(report)]
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            try:
                load.wait(port)
                figures = asyncio.run(play(port, args))
            finally:
                process.terminate()
                process.wait(30)
            slow = json.loads(report.read_text())
            by_name: dict[str, list[tuple[float, float]]] = {}
            for cpu, wall, name in slow:
                by_name.setdefault(name, []).append((cpu, wall))
            print(json.dumps({"bench": f"loop server, {start}", **figures, "load": os.getloadavg()[0]}))
            for name, times in sorted(by_name.items(), key=lambda item: -max(item[1])[0])[: args.shown]:
                cpu, wall = max(times)[0] * 1000, max(wall for _, wall in times) * 1000
                figures = {"times": len(times), "cpu_ms": f"{cpu:.1f}", "wall_ms": f"{wall:.1f}"}
                print(json.dumps({"held_by": name, **figures}))


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        serve(int(sys.argv[2]), *sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["steps", "server"])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--shown", type=int, default=12)
    args = parser.parse_args()
    gc.disable()  # so that the clients' pauses are not taken for the server's
    {"steps": steps, "server": server}[args.what](args)


if __name__ == "__main__":
    main()
