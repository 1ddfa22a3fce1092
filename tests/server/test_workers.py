"""What would hold the event loop is done elsewhere: in processes, in a thread, when nobody plays."""

import asyncio
import contextlib
import gc
import logging
import os
import time
from collections.abc import Iterator
from functools import partial
from operator import truediv
from pathlib import Path

import pytest

from haggis_cards import RULES, Match, Rules
from haggis_cards.errors import RulesError
from haggis_cards.server import garbage
from haggis_cards.server.bots import Bots
from haggis_cards.server.errors import Refused
from haggis_cards.server.table_session import think_ahead
from haggis_cards.server.workers import WorkerFailed, Workers

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
        assert caplog.text.count("is replaced") == 2


def gone(process: int) -> bool:
    """Whether a process has ended, waited for or not."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return True


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


async def test_a_bot_that_fails_plays_something_legal() -> None:
    bots = Bots(1, 10, 0.1)
    try:
        view = Match("haggis-2", seed=1).view(0)
        legal = Match("haggis-2", seed=1).view(view["to_act"][0])
        assert (await bots.decide("club", 1, legal)).action in legal["legal"]
        assert (await bots.decide("no-such-bot", 1, legal)).action in legal["legal"]
    finally:
        bots.close()


async def test_a_long_list_of_plays_is_written_beforehand() -> None:
    """The list is the same, and its texts are known when the view asks for them."""
    from haggis_cards import view

    rules = RULES["neeps-4"].replace(sets=True)
    match = Match(rules, seed=3)
    while match.round.phase == "exchange":
        seat = match.to_act[0]
        match = match.act(seat, match.legal(seat)[0])
    leader = match.to_act[0]
    expected = [str(action) for action in match.legal(leader)]
    view._text_of.cache_clear()
    await think_ahead(match)
    written = view._text_of.cache_info().misses
    assert written == len(set(expected))
    assert match.view(leader)["legal"] == expected
    assert view._text_of.cache_info().misses == written


def test_garbage_is_looked_at_when_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: looks.append("all"))
    for young, quiet, expected in ((5, True, 0), (5, False, 0), (25, False, 0), (25, True, 1), (5000, False, 1)):
        looks.clear()
        monkeypatch.setattr(gc, "get_count", lambda young=young: (0, young, 0))
        garbage.tidy(quiet)
        assert len(looks) == expected
