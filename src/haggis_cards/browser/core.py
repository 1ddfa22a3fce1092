"""The core in the workers of the page, as reviews and bots of Python ask it: positions go there as text."""

import asyncio
import json
from base64 import b64encode
from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from haggis_cards.actions import Action, parse
from haggis_cards.bots.asked import Opinion, ask, stakes
from haggis_cards.bots.habits import HABITS
from haggis_cards.bots.protocol import NO_BET, nothing_else
from haggis_cards.browser.page import Host
from haggis_cards.packing import pack_round, pack_view
from haggis_cards.review.core import Outcome, Outcomes, Weighed
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.view import View
from haggis_cards.wire.refusals import WorkerFailed

_PATIENCE: Final = 120.0  # seconds; a download that falls silent ends sooner (`web/src/source/page/engine/download.ts`)


class PageCore:
    """Both networks, the small one for rounds that are played out; each is fetched when it is first needed."""

    def __init__(self, page: Host) -> None:
        self._page = page

    async def order(self, what: str, **order: Any) -> Any:
        """What the core does, or WorkerFailed."""
        try:
            async with asyncio.timeout(_PATIENCE):
                answer = await self._page.core(json.dumps({"do": what, **order}))
        except TimeoutError:
            answer = ""
        if not answer:
            raise WorkerFailed
        return json.loads(answer)

    def allowed(self, view: View) -> str:
        return b64encode(pack_view(view, Random(0))).decode()

    def true(self, rnd: Round) -> str:
        return b64encode(pack_round(rnd)).decode()

    async def opinion(self, position: str, seat: int) -> list[tuple[int, float]]:
        found = await self.order("opinion", position=position, seat=seat, network="large")
        return [(one["place"], one["value"]) for one in found["values"]]

    async def weigh(
        self, position: str, seat: int, seed: int, iterations: int, required: Sequence[int]
    ) -> list[Weighed]:
        asked = {"seat": seat, "seed": str(seed), "iterations": iterations, "required": list(required)}
        found = await self.order("weigh", position=position, **asked)
        return [Weighed(*(one[name] for name in Weighed._fields)) for one in found]

    async def play_out(
        self,
        position: str,
        seat: int,
        places: Sequence[int],
        first: int,
        worlds: int,
        seed: int,
        *,
        known: bool = False,
    ) -> list[Outcomes]:
        asked = {"seat": seat, "seed": str(seed), "places": list(places), "first": first, "worlds": worlds}
        numbers = await self.order("outcomes", position=position, **asked, network=True, known=known)
        width = len(numbers) // (worlds * len(places))
        rows = [Outcome.read(numbers[at : at + width]) for at in range(0, len(numbers), width)]
        return [rows[at : at + worlds] for at in range(0, len(rows), worlds)]

    async def solve(self, position: str, seat: int, places: Sequence[int]) -> list[float] | None:
        values: list[int | float | None] = await self.order("solve", position=position, seat=seat, places=list(places))
        found = [float(value) for value in values if value is not None]  # JSON writes 7.0 as 7
        return found if len(found) == len(values) else None

    async def analyse(self, position: str, seat: int, nodes: int) -> list[tuple[float, float]]:
        found = await self.order("analyse", position=position, seat=seat, nodes=nodes)
        return [(float(low), float(high)) for low, high in found]

    # Bots

    async def decide(self, spec: str, seed: int, view: View) -> str:
        """What `search`, `neural` or `foresight` does, or one of the persons."""
        bot, _, level = spec.partition(":")
        if bot == "person":
            return await self._decide_as_person(level, seed, view)
        asked = ask(view, bot, seed)
        place: int = (await self.order("decide", spec=spec, **asked._asdict()))["place"]
        return NO_BET if place < 0 else view["legal"][place]

    async def _decide_as_person(self, level: str, seed: int, view: View) -> str:
        if only := nothing_else(view):
            return only.action
        random, rules = Random(f"{seed} {view['round']} {len(view['log'])}"), Rules.from_spec(view["rules"])
        asked = _Asked(self, self.allowed(view), view)
        place = await HABITS[level].decide(rules, view["legal"], bool(view["out"]), asked, random)
        return NO_BET if place is None else view["legal"][place]


class _Asked(NamedTuple):
    """The core of the page, about one decision."""

    core: PageCore
    position: str
    view: View

    async def opinion(self) -> Opinion:
        seat = self.view["seat"]
        found = await self.core.order("opinion", position=self.position, seat=seat, network="quick")
        places, values = ([one[name] for one in found["values"]] for name in ("place", "value"))
        return Opinion(places, values, found["firstOut"])

    def action(self, place: int) -> Action:
        return parse(self.view["legal"][place], Rules.from_spec(self.view["rules"]))

    async def bet(self, chance: float) -> int | None:
        at = {"position": self.position, "stakes": stakes(self.view), "seat": self.view["seat"]}
        place: int = await self.core.order("bet", **at, chance=chance)
        return None if place < 0 else place
