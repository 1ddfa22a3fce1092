"""Hidden cards stay hidden: the same match dealt twice, with only hidden cards exchanged, looks the same to all others.

Two servers play side by side, on decks that differ in two cards: one of seat p and one of seat q, or of the haggis.
People play the same actions at both, bots decide by themselves, and nothing is played that would show one of the two
cards. Every byte that the others get, by socket or HTTP, must be the same.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from haggis_cards import RULES, Deal, Match, Rules
from haggis_cards.actions import parse
from haggis_cards.cards import NUMBERS, PLANE, add, each, remove, text
from haggis_cards.combos import Play
from haggis_cards.round import Phase
from tests.server.support import CARD, Guest, Player, server_inside

SEED = 123456789012345678901234567890
TABLE = "a-table-for-two-decks"


def swapped(deal: Deal, p: int, q: int | None, rng: random.Random) -> tuple[Deal, set[int]]:
    """The deal with a card of seat p exchanged for another card of seat q, or for the last of the haggis."""
    hands, haggis = list(deal.hands), list(deal.haggis)
    while True:
        mine = rng.choice(list(each(hands[p])))
        theirs = rng.choice(list(each(hands[q]))) if q is not None else haggis[-1]
        if mine != theirs:
            break
    hands[p] = add(remove(hands[p], mine), theirs)
    if q is not None:
        hands[q] = add(remove(hands[q], theirs), mine)
    else:
        haggis[-1] = mine
    return Deal(tuple(hands), tuple(haggis)), {mine, theirs}


def shows(action: str, secret: set[int], rules: Rules) -> bool:
    """Whether the action would show, or hand on, one of these cards."""
    parsed = parse(action, rules)
    cards = getattr(parsed, "card", 0) | getattr(parsed, "cards", 0)
    if isinstance(parsed, Play):
        cards = parsed.cards
    return any(cards & NUMBERS & card for card in secret)


class Side:
    """One of the two servers, with everybody at its table."""

    def __init__(self, url: str, app: Any, names: list[str]) -> None:
        self.url, self.app = url, app
        self.guests = [Guest(url, name) for name in names]
        self.answers: dict[int | None, list[bytes]] = {}
        self.players: dict[int | None, Player] = {}

    @property
    def match(self) -> Match:
        match: Match = self.app.state.sessions[TABLE].table.match
        return match

    @property
    def seq(self) -> int:
        seq: int = self.app.state.sessions[TABLE].table.seq
        return seq

    async def sit_down(self, stack: AsyncExitStack, rules: Rules, people: list[int], bots: str) -> None:
        seats = ["me" if seat == people[0] else "open" if seat in people else bots for seat in rules.seats]
        made = self.guests[0].table(rules.spec, seats, end={"rounds": 2}, clock=30, listed=True)
        assert made == TABLE
        for guest, seat in zip(self.guests[1:], people[1:], strict=False):
            guest.post(f"/api/tables/{TABLE}/seat", {"seat": seat})
        for guest, place in zip(self.guests, [*people, None], strict=True):
            self.players[place] = player = await Player(guest, TABLE).open()
            stack.push_async_callback(player.close)
            self.answers[place] = []
            await player.hear()
        await self.begin(people[0])

    async def begin(self, host: int) -> None:
        """Starts the match; who came when before it depends on the machine's speed and is forgotten."""
        broadcast = self.app.state.sessions[TABLE].broadcast
        async with asyncio.timeout(20):
            while broadcast.presence_due:
                await asyncio.sleep(0.01)
        await self.players[host].say("start", id="start")
        for player in self.players.values():
            await player.until(lambda message: message.get("what") == "start")
            del player.raw[:-1]

    async def listen(self) -> None:
        """Until everybody has heard everything."""
        for player in self.players.values():
            while player.seq != self.seq:
                await player.hear()

    async def ask_around(self) -> None:
        """What each of them gets over HTTP."""
        for seat, guest in zip(self.players, self.guests, strict=True):
            for path in ("", "/view", "/records", "/records/1"):
                answer = await asyncio.to_thread(guest.http.get, f"/api/tables/{TABLE}{path}")
                self.answers[seat].append(answer.content)
            self.answers[seat].append((await asyncio.to_thread(guest.http.get, "/api/lobby")).content)


async def both_play(sides: list[Side], rules: Rules, secret: set[int], rng: random.Random, people: list[int]) -> int:
    """The same actions at both tables for as long as none shows a secret card; how many there were."""
    one, other = sides
    actions = 0
    while not one.match.over:
        for side in sides:
            async with asyncio.timeout(60):
                while not set(side.match.to_act) <= set(people):  # bots think
                    await asyncio.sleep(0.002)
            await side.listen()
        assert one.seq == other.seq
        if one.match.over:
            break
        seat = rng.choice(one.match.to_act)
        possible = {str(action) for action in other.match.legal(seat)}
        safe = [str(action) for action in one.match.legal(seat) if str(action) in possible]
        in_second = len(one.match.finished) == 1  # the decks differ in the second round
        safe = [action for action in safe if not in_second or not shows(action, secret, rules)]
        if not safe:
            break
        # Long plays come to an end soon; let the round last.
        action = min(rng.sample(safe, min(3, len(safe))), key=len)
        if in_second and one.match.act(seat, action).over:
            break  # the end of a round opens the hands
        actions += 1
        for side in sides:
            await side.players[seat].say("act", id=f"act{actions}", action=action, seq=side.seq)
            await side.players[seat].until(lambda message, name=f"act{actions}": message.get("id") == name)  # type: ignore[misc]
    for side in sides:
        await side.listen()
        await side.ask_around()
    return actions


@asynccontextmanager
async def two_sides(
    folder: Path, rules: Rules, decks: list[list[Deal]], people: list[int], bots: str = "random"
) -> AsyncIterator[list[Side]]:
    """Two servers with one deck each, and everybody at their tables when the match begins."""
    with ExitStack() as servers:
        async with AsyncExitStack() as stack:
            sides = []
            for number, deck in enumerate(decks):
                deals: Callable[[Rules], Any] = lambda _, deck=deck: (SEED, deck)  # type: ignore[misc]  # noqa: E731
                options = {"deals": deals, "ids": lambda: TABLE, "clock": lambda: 1000.0}
                url, app = servers.enter_context(server_inside(folder / str(number), **options))
                side = Side(url, app, [f"P{seat}" for seat in people] + ["Eve"])
                await side.sit_down(stack, rules, people, bots)
                sides.append(side)
            yield sides


def compare(sides: list[Side], entitled: set[int | None]) -> None:
    """Every byte that somebody who may not know got is the same on both sides; no seed is among them."""
    one, other = sides
    for seat, player in one.players.items():
        same = player.raw == other.players[seat].raw
        if seat in entitled:
            assert not same, "the exchanged card is in this hand: the test looks at the wrong place"
        else:
            assert same, f"seat {seat} could tell the decks apart"
            assert one.answers[seat] == other.answers[seat]
    everything = "".join(raw for side in sides for player in side.players.values() for raw in player.raw)
    everything += str([side.answers for side in sides])
    assert str(SEED) not in everything
    assert "seed" not in everything


CASES = [
    (preset, p, q, bots)
    for preset, rules in RULES.items()
    for p, q, bots in [(0, 1, "random"), (1, None, "club"), (rules.players - 1, 0, "club")]
    if q is not None or (rules.haggis_size and rules.opening != "auction")
]


@pytest.mark.parametrize(("preset", "p", "q", "bots"), CASES)
async def test_the_same_bytes_whatever_is_hidden(tmp_path: Path, preset: str, p: int, q: int | None, bots: str) -> None:
    rules, rng = RULES[preset], random.Random(f"{preset} {p} {q}")
    first, second = (Deal.shuffled(rules, rng) for _ in range(2))
    changed, secret = swapped(second, p, q, rng)
    people = sorted({p, q if q is not None else (p + 1) % rules.players})
    decks: list[list[Deal]] = [[first, second], [first, changed]]
    entitled = {p, q} - {None}
    async with two_sides(tmp_path, rules, decks, people, bots) as sides:
        played = await both_play(sides, rules, secret, rng, people)
        assert len(sides[0].match.finished) >= 1, "the second round was not reached"
        assert played > 10
        compare(sides, entitled)


# What is done in secret: the Shepherd draws and buries (R4.4), partners exchange (R3.1)


class Secret(NamedTuple):
    """The decks differ in a card of seat p and one of seat q, or of the haggis at a place; who bids, and how much."""

    preset: str
    p: int
    q: int | None
    place: int = 0
    shepherd: int = 0
    bid: int = 0


SECRETS = [
    *(
        Secret(preset, *case)
        for preset in ("tatties-3", "tatties-3-2024")
        for case in (
            (0, None, 0, 0, 15),  # the Shepherd draws the card and buries it, or the other one
            (0, None, 0, 1, 45),  # somebody else draws it, and buries it
            (0, None, 2, 1, 45),  # it stays in the haggis
            (2, None, 1, 1, 30),
            (0, 2, 0, 1, 30),  # two Sheep
            (1, 0, 0, 1, 15),  # the Shepherd and a Sheep
            (2, None, 1, 0, 0),  # nobody bids
        )
    ),
    *(Secret(preset, *case) for preset in ("neeps-4", "neeps-4-2024") for case in ((0, 1), (3, 0), (1, 3))),
]


def two_decks(case: Secret, rules: Rules, rng: random.Random) -> tuple[list[list[Deal]], tuple[int, int]]:
    """Two deals that differ in two cards; nobody who may hold one of them has its double."""
    while True:
        deal = Deal.shuffled(rules, rng)
        hands, haggis = list(deal.hands), list(deal.haggis)
        mine = rng.choice(list(each(hands[case.p])))
        theirs = haggis[case.place] if case.q is None else rng.choice(list(each(hands[case.q])))
        if mine == theirs or hands[case.p] & theirs or (case.q is not None and hands[case.q] & mine):
            continue
        if rules.deck.copies > 1 and any(
            hands[seat] >> PLANE & card for seat in rules.seats for card in (mine, theirs)
        ):
            continue
        hands[case.p] = add(remove(hands[case.p], mine), theirs)
        if case.q is None:
            haggis[case.place] = mine
        else:
            hands[case.q] = add(remove(hands[case.q], theirs), mine)
        return [[deal, deal], [Deal(tuple(hands), tuple(haggis)), deal]], (mine, theirs)


def other_way(action: str, secret: tuple[int, int], rules: Rules) -> str:
    """The same with the two cards exchanged, for something that is done in secret."""
    names = [text(card) for card in secret]
    verb, *cards = action.split()
    turned = [names[1 - names.index(card)] if card in names else card for card in cards]
    return str(parse(" ".join([verb, *turned]), rules))


class Secretive:
    """Plays one round at both tables, what is secret with the exchanged card, what is public without it."""

    def __init__(self, sides: list[Side], case: Secret, rules: Rules, secret: tuple[int, int]) -> None:
        self.sides, self.case, self.rules, self.secret = sides, case, rules, secret
        self.rng = random.Random(str(case))
        self.entitled: set[int | None] = {case.p, *([] if case.q is None else [case.q])}
        self.phases: list[str] = []
        self.count = 0
        self.buried = self.gave = False

    async def play(self) -> None:
        one, other = self.sides
        while True:
            for side in self.sides:
                await side.listen()
            await self.look()
            seat = self.rng.choice(one.match.to_act)
            pair = self.choose(seat, one.match, other.match)
            if pair is None:
                break
            self.count += 1
            for side, action in zip(self.sides, pair, strict=True):
                name = f"act{self.count}"
                await side.players[seat].say("act", id=name, action=action, seq=side.seq)
                await side.players[seat].until(lambda message, name=name: message.get("id") == name)  # type: ignore[misc]
        for side in self.sides:
            await side.listen()

    async def look(self) -> None:
        """In every phase everybody asks for everything."""
        rnd = self.sides[0].match.round
        phase = f"{rnd.phase} {len(rnd.given[0]) if rnd.given else ''}".strip()
        if rnd.drawn and self.case.place < rnd.draw_count and self.case.q is None:
            assert rnd.shepherd is not None
            self.entitled.add(rnd.shepherd)
        if phase in self.phases:
            return
        self.phases.append(phase)
        for side in self.sides:
            await side.ask_around()
            for player in side.players.values():
                await player.ask("refresh", id=f"refresh {phase}")

    def choose(self, seat: int, one: Match, other: Match) -> tuple[str, str] | None:
        """An action for each of the tables."""
        rnd = one.round
        if rnd.phase is Phase.AUCTION:
            bids = self.case.bid and seat == self.case.shepherd
            action = f"bid {self.case.bid}" if bids else "pass"
            return action, action
        legal = [str(action) for action in one.legal(seat)]
        possible = {str(action) for action in other.legal(seat)}
        if rnd.phase in (Phase.BURY, Phase.EXCHANGE) and seat in self.entitled:
            turned = [(action, other_way(action, self.secret, self.rules)) for action in legal if "bet" not in action]
            telling = [pair for pair in turned if pair[0] != pair[1] and pair[1] in possible]
            if telling and not self.gave:
                self.buried |= rnd.phase is Phase.BURY
                if rnd.phase is Phase.EXCHANGE:
                    self.gave = True
                    partner = self.rules.partner(seat)
                    assert partner is not None
                    self.entitled.add(partner)
                return self.rng.choice(telling)
        safe = [action for action in legal if action in possible and not shows(action, set(self.secret), self.rules)]
        safe = [action for action in safe if not one.act(seat, action).finished]  # the end shows what is left
        return None if not safe else (min(self.rng.sample(safe, min(3, len(safe))), key=len),) * 2


@pytest.mark.parametrize("case", SECRETS, ids=str)
async def test_what_is_done_in_secret_stays_secret(
    tmp_path: Path, case: Secret, caplog: pytest.LogCaptureFixture
) -> None:
    """R3.1, R4.4: in every phase, for seats and spectators, over socket and HTTP, in the log and the metrics."""
    caplog.set_level("DEBUG", "haggis")
    rules = RULES[case.preset]
    decks, secret = two_decks(case, rules, random.Random(str(case)))
    async with two_sides(tmp_path, rules, decks, list(rules.seats)) as sides:
        both = Secretive(sides, case, rules, secret)
        await both.play()
        if rules.opening == "exchange":
            assert both.phases[:3] == ["exchange 0", "exchange 1", "play 2"]
            assert both.gave
        else:
            assert both.phases[:2] == (["auction", "bury"] if case.bid else ["auction", "play"])
            assert both.buried == (bool(case.bid) and case.shepherd in both.entitled)
        assert any(phase.startswith("play") for phase in both.phases)
        compare(sides, both.entitled)
        anybody = sides[0].guests[0]
        for path in ("/metrics", "/health", "/api/lobby", "/api/me", "/api/games", "/api/docs/openapi.json"):
            answer = await asyncio.to_thread(anybody.http.get, path)
            assert not CARD.search(answer.text), path
        assert not CARD.search(caplog.text)
        assert TABLE not in caplog.text
