"""People who play challenges."""

import random
from typing import Any

from tests.seed import SEED
from tests.server.support import Guest, Player

QUICK = {"daily_worlds": 2}  # deals in which the bots try their actions: the same kind of bot in less time


class Twin(Player):
    """A player whose choice depends on nothing but its character and what it sees; or who repeats a match."""

    character = "twin"
    script: tuple[str, ...] = ()

    async def act(self, action: str | None = None) -> dict[str, Any]:
        assert self.view is not None
        own = len(self.view["results"]), sum(one.startswith(f"{self.seat} ") for one in self.view["log"])
        # No bets: in an exchange the bots of a challenge come first, and a partner's bet would forbid them (R7.3).
        legal = [one for one in self.view["legal"] if not one.startswith("bet ")]
        chosen = random.Random(f"{SEED} {self.character} {own} {legal}").choice(legal)
        if self.script:
            chosen, self.script = self.script[0], self.script[1:]
        return await super().act(action or chosen)


async def play(
    guest: Guest, table: str, character: str = "twin", script: list[str] | None = None, most: int = 9999
) -> None:
    """Plays to the end, or some actions."""
    player = Twin(guest, table)
    player.character, player.script = character, tuple(script or ())
    await player.open()
    await player.play(lambda one: len(one.acknowledged) >= most)
    await player.close()


async def finished_match(guest: Guest, character: str = "Ann", **terms: Any) -> tuple[str, str]:
    """The table and the record's id of a match that somebody has played against bots."""
    table = guest.table(**{"seats": ["me", "club"], "end": {"rounds": 2}, **terms})
    await play(guest, table, character)
    return table, guest.get(f"/api/tables/{table}/records")["records"][-1]["id"]


def challenge_of(guest: Guest, record: str, **wish: Any) -> str:
    made: str = guest.post("/api/challenges", {"record": record, **wish}, 201)["id"]
    return made


def begin(guest: Guest, challenge: str, **where: Any) -> str:
    table: str = guest.post(f"/api/challenges/{challenge}/seat", where)["table"]
    return table
