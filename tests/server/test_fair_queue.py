"""Nobody waits long because somebody else asks for much: turns, how long bots think, tables without people."""

import asyncio
import time
from functools import partial
from operator import mul
from pathlib import Path

from haggis_cards.server.process.fair_queue import FairQueue
from haggis_cards.server.process.workers import Workers
from haggis_cards.table.guests import Asker, Order
from haggis_cards.wire.refusals import Refused
from tests.server.support import Guest, Player, server_with_time, wait_for

EVE, ANN, BOB = Asker("eve's"), Asker("home", "ann"), Asker("home", "bob")


def served(queue: FairQueue[str], count: int, seconds: float = 1.0) -> list[str]:
    """Who is served next, if each takes so long."""
    names = []
    for _ in range(count):
        ticket = queue.next()
        assert ticket is not None
        queue.charge(ticket.asker, seconds)
        names.append(ticket.item)
    return names


def test_addresses_and_persons_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(1000)
    for _ in range(50):
        queue.put(EVE, "eve")
    served(queue, 20)
    for _ in range(6):
        queue.put(ANN, "ann")
    assert served(queue, 6).count("ann") in (3, 4)  # a newcomer shares, without a credit for the time before
    for _ in range(2):
        queue.put(BOB, "bob")
    order = served(queue, 8)
    assert order.count("eve") in (4, 5)
    assert order.count("bob") == 2
    expensive: FairQueue[str] = FairQueue(1000)
    for _ in range(10):  # what counts is time, not the number of questions
        expensive.put(EVE, "eve")
        expensive.put(ANN, "ann")
    costs = {"eve": 4.0, "ann": 1.0}
    order = []
    for _ in range(10):
        ticket = expensive.next()
        assert ticket is not None
        expensive.charge(ticket.asker, costs[ticket.item])
        order.append(ticket.item)
    assert order.count("eve") == 2


def test_moves_come_before_hints_and_those_before_the_rest() -> None:
    queue: FairQueue[str] = FairQueue(1000)
    for order in (Order.UNWATCHED, Order.REVIEW, Order.HINT, Order.MOVE):
        queue.put(Asker("home", "ann", order), order.name)
        queue.put(Asker("elsewhere", "eve", order), order.name)
    assert served(queue, 8, 0.0)[:2] == ["MOVE", "MOVE"]
    queue.put(Asker("a", "", Order.UNWATCHED), "unwatched")
    queue.charge(Asker("b"), 100.0)
    queue.put(Asker("b", "", Order.HINT), "hint")
    assert served(queue, 2) == ["hint", "unwatched"]


def test_one_address_cannot_fill_the_queue_and_its_answers_get_short() -> None:
    queue: FairQueue[str] = FairQueue(100)
    while not queue.is_full("eve's"):
        queue.put(EVE, "eve")
    assert len(queue) == 50
    assert not queue.is_full("home")
    assert queue.share("eve's", 2) == 1 / 26
    assert queue.share("home", 2) == 1 / 1.5
    assert FairQueue[str](100).share("home", 2) == 1.0


def test_a_crowd_that_comes_once_is_forgotten_and_who_used_much_is_not() -> None:
    queue: FairQueue[str] = FairQueue(100)
    queue.charge(EVE, 100.0)
    for number in range(20_000):
        queue.put(Asker(f"visitor {number}"), "visitor")
        served(queue, 1, 0.1)
    assert len(queue._used) <= 10_000
    queue.put(EVE, "eve")
    queue.put(ANN, "ann")
    assert served(queue, 2) == ["ann", "eve"]


async def test_a_flood_of_hints_does_not_hold_a_move() -> None:
    """One of two processes is kept for moves, and the flood gets short answers."""
    workers = Workers(2, 100, 60)
    try:
        await asyncio.gather(*(workers.do(time.sleep, 0.2) for _ in range(2)))  # both have started
        hint = EVE._replace(order=Order.HINT)
        flood = [asyncio.create_task(workers.do(time.sleep, 50, asker=hint)) for _ in range(20)]
        await asyncio.sleep(0)
        async with asyncio.timeout(40):
            await workers.do(abs, -1, asker=ANN)
        shares = [await workers.do(partial(mul, 1.0), asker=asker, budget=1.0) for asker in (EVE, ANN)]
        assert shares[0] < 0.2 < shares[1]
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert await workers.do(abs, -2, asker=hint) == 2
    finally:
        workers.close()


async def test_a_move_that_waits_at_an_empty_table_is_promoted_when_somebody_comes() -> None:
    """While a flood of hints holds one process, the other is kept for moves."""
    workers = Workers(2, 100, 60)
    hint, unwatched = EVE._replace(order=Order.HINT), ANN._replace(order=Order.UNWATCHED, table="t")
    try:
        await workers.do(abs, 0)
        flood = [asyncio.create_task(workers.do(time.sleep, 50, asker=hint)) for _ in range(5)]
        moves = [asyncio.create_task(workers.do(abs, -1, asker=unwatched._replace(table=name))) for name in "ut"]
        await asyncio.sleep(0.2)
        assert not any(move.done() for move in moves)
        workers.promote(unwatched)
        async with asyncio.timeout(40):
            assert await moves[1] == 1
        assert not moves[0].done()  # another table
        for task in (*flood, moves[0]):
            task.cancel()
        await asyncio.gather(*flood, moves[0], return_exceptions=True)
        assert await workers.do(abs, -2, asker=hint) == 2  # everybody is served again
    finally:
        workers.close()


async def test_a_table_where_nobody_is_stands_still(tmp_path: Path) -> None:
    with server_with_time(tmp_path / "data", idle_after=60, bot_pause=0.02) as (url, clock):
        ann = Guest(url)
        table = ann.table("haggis-2", ["random", "random"], end={"rounds": 50})
        session = clock.app.state.sessions[table]
        wait_for(lambda: session.table.seq > 10)
        clock.now += 61
        wait_for(lambda: session.autopilot._bots is None)
        seq = session.table.seq
        await asyncio.sleep(0.2)
        assert session.table.seq == seq
        watcher = await Player(ann, table).open()  # somebody comes
        await watcher.until(lambda message: message["seq"] > seq)
        await watcher.close()
        clock.now += 61
        wait_for(lambda: session.autopilot._bots is None)
        seq = ann.get(f"/api/tables/{table}/view")["seq"]  # somebody looks
        wait_for(lambda: session.table.seq > seq)


async def test_busy_is_said_to_those_who_ask_for_much() -> None:
    workers = Workers(1, 8, 60)
    try:
        asked = [asyncio.create_task(workers.do(time.sleep, 0.05, asker=EVE)) for _ in range(10)]
        answers = await asyncio.gather(workers.do(abs, -1, asker=ANN), *asked, return_exceptions=True)
        assert answers[0] == 1
        assert sum(isinstance(answer, Refused) for answer in answers) >= 5
    finally:
        workers.close()
