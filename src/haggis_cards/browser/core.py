"""The core in the workers of the page, as reviews and bots of Python ask it: positions go there as text."""

import asyncio
import json
from base64 import b64encode
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from haggis_cards.actions import parse
from haggis_cards.bots.asked import ask, stakes
from haggis_cards.bots.habits import HABITS
from haggis_cards.bots.protocol import NO_BET, out_of_turn
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
        """The same as `bots/person.py`, which asks the native core."""
        legal, seat, rules = view["legal"], view["seat"], Rules.from_spec(view["rules"])
        if len(legal) == 1 and not out_of_turn(view):
            return legal[0]
        random = Random(f"{seed} {view['round']} {len(view['log'])}")
        habits, position = HABITS[level].at(rules), self.allowed(view)
        found = await self.order("opinion", position=position, seat=seat, network="quick")
        if not view["out"]:
            felt = habits.feel(found["firstOut"], random)
            place = await self.order("bet", position=position, stakes=stakes(view), seat=seat, chance=felt)
            bet = f"bet {rules.bets[min(place, habits.highest_bet)]}"
            if place >= 0 and bet in legal:
                return bet
        if not found["values"]:  # out of turn
            return NO_BET
        places: list[int] = [one["place"] for one in found["values"]]
        actions = [parse(legal[place], rules) for place in places]
        return legal[places[habits.choose(actions, [one["value"] for one in found["values"]], random)]]
