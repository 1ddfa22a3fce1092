"""What would hold the event loop is done elsewhere: in processes, in a thread, when nobody plays."""

import asyncio
import contextlib
import gc
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from operator import truediv
from pathlib import Path

import pytest

from haggis_cards import Match, Rules
from haggis_cards.bots.guard import safe
from haggis_cards.bots.protocol import NO_BET, is_answer
from haggis_cards.errors import RulesError
from haggis_cards.server.process import garbage
from haggis_cards.server.process.workers import Workers
from haggis_cards.table.bots import Bots
from haggis_cards.wire.refusals import Refused, WorkerFailed

# Worker processes can import what is installed but not the tests, so their work is made of library functions.
pid, hang, die = os.getpid, partial(time.sleep, 600), partial(os._exit, 9)
refuse, break_down = partial(Rules.from_spec, "no such game"), partial(truediv, 1, 0)


@contextlib.contextmanager
def crew(count: int = 1, queue: int = 10, patience: float = 60) -> Iterator[Workers]:
    made = Workers(count, queue, patience)
    try:
        yield made
    finally:
        made.close()


async def test_answers_refusals_and_bugs_leave_the_process_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    with crew() as workers:
        first = await workers.do(pid)
        assert first != os.getpid()
        with pytest.raises(RulesError, match="no such game") as refused:
            await workers.do(refuse)
        assert refused.value.params["fault"] == "preset"
        with pytest.raises(WorkerFailed):
            await workers.do(break_down)
        assert "ZeroDivisionError" in caplog.text  # in the server's own log, in its own format
        assert await workers.do(len, "x" * (1 << 22)) == 1 << 22  # more than a pipe holds
        assert await workers.do(pid) == first


async def test_a_process_that_dies_or_hangs_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with crew(patience=1) as workers:
        first = await workers.do(pid)
        with pytest.raises(WorkerFailed):
            await workers.do(die)
        second = await workers.do(pid)
        with pytest.raises(WorkerFailed):
            await workers.do(hang)
        third = await workers.do(pid)
        assert len({first, second, third}) == 3
        async with asyncio.timeout(30):
            while not gone(second):
                await asyncio.sleep(0.01)
        assert "is replaced" in caplog.text


def gone(process: int) -> bool:
    """Whether a process has ended, waited for or not."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return True


KILLED = """
import os, signal, sys, _posixsubprocess
fork, left = _posixsubprocess.fork_exec, int(sys.argv[1])
def fork_and_die(*args):
    global left
    fork(*args)
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
_posixsubprocess.fork_exec = fork_and_die
import asyncio
from haggis_cards.server.process.workers import Workers
async def main():
    workers = Workers(3, 10, 60)
    await asyncio.gather(*(workers.do(os.getpid) for _ in range(3)))
asyncio.run(main())
"""


@pytest.mark.parametrize("started", [1, 2, 3])
def test_workers_of_a_server_that_is_killed_end_without_a_word(started: int) -> None:
    """The one that the server was starting just then, too."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(started)], capture_output=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (-9, b"", b"")  # read until the last of them has ended


async def test_who_gives_up_waiting_does_not_get_in_the_way() -> None:
    """The answer to a question that was dropped is not taken for the next question's."""
    with crew() as workers:
        await workers.do(pid)
        waiting = asyncio.create_task(workers.do(hang))
        await asyncio.sleep(0.2)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert isinstance(await workers.do(pid), int)


async def test_the_queue_is_bounded() -> None:
    with crew(queue=3) as workers:
        asked = [asyncio.create_task(workers.do(pid)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too much to think about") as refused:
            await workers.do(pid)
        assert refused.value.code == "busy"
        assert len(set(await asyncio.gather(*asked))) == 1


async def test_when_workers_close_everybody_who_waits_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    with crew() as workers:
        await workers.do(pid)
        asked = [asyncio.create_task(workers.do(hang)) for _ in range(3)]  # one is being answered, two wait
        await asyncio.sleep(0.2)
    async with asyncio.timeout(20):
        answers = await asyncio.gather(*asked, workers.do(pid), return_exceptions=True)
    assert [str(answer) for answer in answers] == [str(Refused("busy", fault="draining"))] * 4
    assert not caplog.records


async def test_a_bot_that_fails_plays_it_safe() -> None:
    bots = Bots(Workers(1, 10, 2.0), 0.1)
    try:
        view = Match("haggis-2", seed=1).view(0)
        legal = Match("haggis-2", seed=1).view(view["to_act"][0])
        assert (await bots.decide("club", 1, legal)).action in legal["legal"]
        for seed in range(5):  # a failed bot does not play by chance
            assert (await bots.decide("no-such-bot", seed, legal)).action == safe(legal)
        waiting = Match("haggis-2", seed=1).view(1 - view["to_act"][0])
        assert [action[:3] for action in waiting["legal"]] == ["bet"] * 3
        assert (await bots.decide("no-such-bot", 1, waiting)).action == NO_BET
        for advice in (await bots.decide("master", 1, waiting), await bots.explain(1, waiting)):
            assert is_answer(waiting, advice.action)
            assert advice.why
    finally:
        bots.close()


def test_garbage_is_looked_at_when_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: looks.append("all"))
    for second, quiet, expected in ((3, True, 0), (3, False, 0), (5, False, 0), (5, True, 1), (5000, False, 1)):
        looks.clear()
        monkeypatch.setattr(gc, "get_count", lambda second=second: (0, 0, second))
        garbage.tidy(quiet)
        assert len(looks) == expected
