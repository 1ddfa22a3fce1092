"""Challenges as people meet them: made of a match or with fresh cards, one try each, and the comparison."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from haggis_cards.match_end import of_given_deals
from haggis_cards.rules import Rules
from haggis_cards.server.challenges import store as challenge_store
from haggis_cards.server.challenges.store import Source, Stored
from haggis_cards.server.registry.opening import Opening
from haggis_cards.server.reviews.store import Kept
from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import Guest, clean_text, new_id
from haggis_cards.table.log import now
from haggis_cards.table.session import TableSession
from haggis_cards.table.shared import challenges
from haggis_cards.table.shared.challenges import Entry, Line, Team
from haggis_cards.table.terms import first_entry
from haggis_cards.wire import challenges as c
from haggis_cards.wire.facts import DAY_MS, LIMITS
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import NewTable


class Challenges:
    """The challenges in this process."""

    def __init__(
        self,
        *,
        store: Store,
        opening: Opening,
        record: Callable[[str, Guest | None], Awaitable[Kept]],
        pars: Callable[[str, Guest | None, Callable[[], None]], list[list[float]] | None],
        new_seed: Callable[[], int],
        worlds: int,
        changed: Callable[[str], None],
    ) -> None:
        self._store, self._opening, self._record = store, opening, record
        self._new_seed, self._worlds = new_seed, worlds
        self._pars, self._changed = pars, changed

    async def _find(self, id: str) -> Stored:
        made = await self._store.read(challenge_store.find, id)
        if made is None:
            raise Refused("no-challenge")
        return made

    # Making

    async def make(self, wish: c.NewChallenge, guest: Guest) -> c.Challenge:
        """A new challenge; for a match that was made into one before, that one."""
        if (wish.record is None) == (wish.rules is None):
            raise Refused("bad-challenge", fault="what")
        made, first = self._fresh(wish, guest), None
        if wish.record is not None:
            source = await self._store.read(challenge_store.source_of, wish.record, guest.id)
            if source and source.daily:
                raise Refused("bad-challenge", fault="daily")
            if source and source.challenge:
                return await self.show(source.challenge, guest)
            kept = await self._record(wish.record, guest)
            made, first = _of_match(made, wish, kept, guest, source)
        else:
            made = _of_rules(made, wish)
        return await self.show(await self._store.write(challenge_store.add, made, first), guest)

    def _fresh(self, wish: c.NewChallenge, guest: Guest) -> Stored:
        return Stored(
            id=new_id(),
            maker=guest.id,
            name=guest.name,
            title=clean_text(wish.title, LIMITS.title_length),
            rules="",
            rounds=wish.rounds,
            seats=[],
            tables=None,
            seed=str(self._new_seed()),
            cards=None,
            worlds=self._worlds,
            source=None,
            made=now(),
            closes=now() + wish.days * DAY_MS,
        )

    # Playing

    async def play(self, id: str, guest: Guest, address: str, where: c.SeatChoice) -> c.Challenge:
        """Takes a seat, and makes the table as soon as all its people are there."""
        made = await self._find(id)
        there = await self._store.read(challenge_store.entries, made)
        if all(one.player != guest.id for one in there):
            if made.closes <= now():
                raise Refused("not-now", fault="challenge-over")
            await self._store.write(challenge_store.claim, made, guest, where.place, where.seat)
            self._changed(id)
            there = await self._store.read(challenge_store.entries, made)
        mine = next(one for one in there if one.player == guest.id)
        if mine.results is None and mine.table is not None:
            beside = [one for one in there if one.table == mine.table]
            if len(beside) == len(made.people):
                await self._opening.get_or_make(mine.table, lambda: self._open(made, mine, beside, guest, address))
        return await self.show(id, guest)

    async def _open(self, made: Stored, mine: Entry, people: list[Entry], guest: Guest, address: str) -> TableSession:
        chairs: list[dict[str, str]] = [{"level": level} if level else {} for level in made.seats]
        for one in people:
            chairs[one.seat] = {"guest": one.player, "name": one.name}
        bound = {"chairs": chairs, **made.shared.entry, **({"title": made.title} if made.title else {})}
        return await self._opening.make(_terms(made), guest, address=address, bound=bound, id=mine.table)

    async def leave(self, id: str, guest: Guest) -> c.Challenge:
        """Gives a seat up, as long as the table waits for others."""
        made = await self._find(id)
        await self._store.write(challenge_store.leave, made, guest.id)
        self._changed(id)
        return await self.show(id, guest)

    async def close(self, id: str, guest: Guest) -> c.Challenge:
        """The maker ends it: what is not finished does not count, and everybody may see everything."""
        made = await self._find(id)
        if made.maker != guest.id:
            raise Refused("not-maker", name=made.name)
        await self._store.write(challenge_store.close, id, now())
        self._changed(id)
        return await self.show(id, guest)

    # What people see

    async def show(self, id: str, guest: Guest | None) -> c.Challenge:
        """A challenge as somebody may see it."""
        made = await self._find(id)
        there = await self._store.read(challenge_store.entries, made)
        rules, me = Rules.from_spec(made.rules), guest.id if guest else ""
        mine = next((one for one in there if one.player == me), None)
        states = {one.player: _state(made, one, there) for one in there}
        fields = await asyncio.to_thread(challenges.fields, there, rules)  # hundreds of people take a while
        lines = [line for field in fields for line in field]
        may_see = made.closes <= now() or states.get(me) == "done"
        crossed = challenges.are_teams(len(made.tables) if made.tables else None, rules)
        teams = challenges.teams(lines, rules) if crossed and may_see else []
        return c.Challenge(
            **_facts(made, me, states.get(me, "none"), len(there), list(states.values()).count("done")),
            beat=_beat(made, lines),
            elsewhere=any(one.table is None for one in there),
            table=mine.table if mine and states[me] in ("playing", "done") else None,
            team_tables=rules.side_count if crossed else None,
            people=[_person(one, me, states[one.player]) for one in there],
            fields=[_field(field, rules, made, me) for field in fields] if may_see else None,
            teams=[_team(team, me) for team in teams],
            par=self._par(id, _first(lines, me), guest) if may_see else None,
        )

    def _par(self, id: str, line: Line | None, guest: Guest | None) -> list[float] | None:
        """The par of the deals of a result; what is not known is worked out in the background."""
        record = line.people[0].record if line else None
        if line is None or record is None:
            return None
        known = self._pars(record, guest, lambda: self._changed(id))
        return None if known is None else [by_side[line.side] for by_side in known]

    async def of_person(self, guest: Guest | None) -> c.MyChallenges:
        """Somebody's challenges."""
        if guest is None:
            return c.MyChallenges([])
        found = await self._store.read(challenge_store.of_person, guest.id)
        return c.MyChallenges([_listed(one, guest.id) for one in found])


def _first(lines: list[Line], me: str) -> Line | None:
    """My result, else the best."""
    return next((line for line in lines if any(one.player == me for one in line.people)), lines[0] if lines else None)


def _terms(made: Stored) -> NewTable:
    seats = [level or "open" for level in made.seats]
    rules = of_given_deals(Rules.from_spec(made.rules)).spec
    return NewTable(rules=rules, end={"rounds": made.rounds}, seats=seats, take_backs=False)


def _of_rules(made: Stored, wish: c.NewChallenge) -> Stored:
    """With fresh cards: its terms must be those of a table."""
    seats = ["open" if seat == "me" else seat for seat in wish.seats or []]
    made = made._replace(rules=wish.rules or "", seats=[None if seat == "open" else seat for seat in seats])
    first = first_entry(_terms(made), None)
    if not made.people:
        raise Refused("bad-challenge", fault="nobody")
    tables = [new_id() for _ in range(wish.tables)] if len(made.people) > 1 else None
    return made._replace(rules=first.data["rules"], tables=tables)


def _of_match(
    made: Stored, wish: c.NewChallenge, kept: Kept, guest: Guest, source: Source | None
) -> tuple[Stored, Entry]:
    """With the cards of a match, in the seat of who played it against bots alone."""
    data = kept.data
    if "winners" not in data or kept.only is not None:
        raise Refused("not-over", fault="record")
    if source is None and kept.guests is not None:
        raise Refused("bad-challenge", fault="yours")
    seats: list[Any] = (
        data["bots"] if source else [None if seat in ("me", "open") else seat for seat in wish.seats or []]
    )
    made = made._replace(rules=data["rules"], rounds=len(data["rounds"]), seats=seats, source=wish.record)
    first_entry(_terms(made), None)
    if len(made.people) != 1:
        raise Refused("bad-challenge", fault="people")
    table, number = (source.table, source.number) if source else (None, 1)
    results = [one["result"]["points"] for one in data["rounds"]]
    first = Entry(guest.id, guest.name, table, number, None, made.people[0], results, wish.record)
    cards = challenges.cards_of(data)
    if source is None:
        cards["line"] = []  # what the bots of a record from elsewhere did may be invented: here they decide themselves
    return made._replace(cards=cards), first


def _state(made: Stored, one: Entry, there: list[Entry]) -> c.ChallengeState:
    if one.results is not None:
        return "done"
    beside = sum(other.table == one.table for other in there)
    return "playing" if beside == len(made.people) else "seated"


def _facts(made: Stored, me: str, state: c.ChallengeState, players: int, finished: int) -> dict[str, Any]:
    return {
        "id": made.id,
        "title": made.title,
        "maker": made.name,
        "mine": made.maker == me,
        "rules": made.rules,
        "rounds": made.rounds,
        "seats": made.seats,
        "tables": len(made.tables) if made.tables else None,
        "made": made.made,
        "closes": made.closes,
        "over": made.closes <= now(),
        "state": state,
        "players": players,
        "finished": finished,
    }


def _listed(one: challenge_store.Listed, me: str) -> c.ChallengeFacts:
    playing: c.ChallengeState = "playing" if one.is_full else "seated"
    state: c.ChallengeState = "done" if one.is_done else playing if one.is_in else "none"
    return c.ChallengeFacts(**_facts(one.made, me, state, one.players, one.finished))


def _beat(made: Stored, lines: list[Line]) -> float | None:
    """What the maker had in the match of the challenge, if it was played here: any other record can be invented."""
    if made.source is None:
        return None
    return next((line.points for line in lines if line.people[0].player == made.maker and line.people[0].table), None)


def _person(one: Entry, me: str, state: c.ChallengeState) -> c.ChallengePerson:
    return c.ChallengePerson(name=one.name, me=one.player == me, place=one.place, seat=one.seat, state=state)


def _team(team: Team, me: str) -> c.ChallengeTeam:
    return c.ChallengeTeam(
        rank=team.rank,
        names=[one.name for one in team.people],
        me=any(one.player == me for one in team.people),
        points=team.points,
        deals=team.deals,
    )


def _field(field: list[Line], rules: Rules, made: Stored, me: str) -> c.ChallengeField:
    side = field[0].side
    seats = [seat for seat in rules.seats if rules.sides[seat] == side]
    return c.ChallengeField(side=side, seats=seats, lines=[_line(line, made, me) for line in field])


def _line(line: Line, made: Stored, me: str) -> c.ChallengeLine:
    players = [one.player for one in line.people]
    return c.ChallengeLine(
        rank=line.rank,
        names=[one.name for one in line.people],
        me=me in players,
        maker=made.maker in players,
        place=line.people[0].place,
        points=line.points,
        match_points=line.share,
        deals=[c.ChallengeDeal(*deal) for deal in line.deals],
        record=line.people[0].record,
    )
