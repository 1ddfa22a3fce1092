"""People who have played a match and said where they live."""

import asyncio

from tests.server.support import Guest, ServerProcess, players, two_at_a_table


async def finished(one: Guest, other: Guest, table: str) -> None:
    """Plays a match to its end, with a line of chat from each."""
    async with players(one, other, table=table) as (first, second):
        await first.ask("chat", text="I live in Perth")
        await second.ask("chat", text="so do I")
        await first.ask("start")
        if second.info["rated"]:
            await second.say("rematch")
        await second.until(lambda message: message.get("what") == "start")
        await asyncio.gather(first.play(), second.play())


async def played(server: ServerProcess) -> tuple[Guest, Guest, str]:
    """A table whose match is over, and who played."""
    ann, bob, table = two_at_a_table(server.url, end={"rounds": 1})
    await finished(ann, bob, table)
    return ann, bob, table
