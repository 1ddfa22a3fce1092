"""One table as a fold over its log: which entry may come next, and what an entry does. No sockets, store or clock here.

    make     the first entry: the terms and who sits where       act      an action of the game, by a person or a bot
    sit      a person takes a seat                               chat     a line
    leave    a seat becomes open again (between matches)         away     a bot plays for a person from here on
    bot      a bot is put on a seat, or taken away               back     the person plays again
    start    a match begins; the secret seed is in it            close    the end of the table
    rematch  a person asks for another match

`TableState.<verb>(...)` decides: it answers with a draft of the next entry, or refuses, and changes nothing. Only
`apply` changes a table. The same log gives the same table, on every machine and after every crash.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from haggis_cards.actions import Bet, parse
from haggis_cards.deal import Deal
from haggis_cards.match import End, Match
from haggis_cards.round import Phase
from haggis_cards.rules import Rules
from haggis_cards.server.auth import Guest, clean_text
from haggis_cards.server.entries import Entry
from haggis_cards.server.errors import Refused
from haggis_cards.server.facts import LIMITS
from haggis_cards.server.messages import ChatLine, SeatInfo, Status, TableInfo
from haggis_cards.server.table_terms import read_end

CHAT_KEPT: Final = 50


class Draft(NamedTuple):
    """An entry that could be next, and the match that it leads to, if it is an action."""

    entry: Entry
    after: Match | None = None


@dataclass(frozen=True)
class Chair:
    """Who sits on a seat: a person (with a guest's id), a bot (with a level), or nobody."""

    guest: str | None = None
    name: str | None = None
    level: str | None = None
    away: Literal["clock", "gone", "left"] | None = None
    again: bool = False

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "person" if self.guest else "bot" if self.level else "open"


class TableState:
    """The state of a table after its last entry."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.status: Status = "waiting"
        self.rules: Rules
        self.end: End
        self.clock: int | None = None
        self.listed = False
        self.title = ""
        self.chairs: list[Chair] = []
        self.number = 0  # of the match
        self.match: Match | None = None
        self.records = 0
        self.chat_lines: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.since = 0  # the entry that opened the decision which the table waits for
        self._done: dict[tuple[int | None, str], int] = {}  # where the commands with these ids stand

    # Queries

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that a match waits for."""
        return self.match.to_act if self.match and self.status == "playing" else ()

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of a guest."""
        if guest is None:
            return None
        return next((seat for seat, chair in enumerate(self.chairs) if chair.guest == guest), None)

    def played_by_bot(self, seat: int, stand_in: str) -> str | None:
        """The level of the bot that plays a seat now; None if a person does."""
        chair = self.chairs[seat]
        return chair.level if chair.level else stand_in if chair.away else None

    @property
    def people(self) -> list[int]:
        """The seats of people, absent ones included."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.guest]

    def done(self, seat: int | None, id: str) -> int | None:
        """Where a command with this id from this seat stands already."""
        return self._done.get((seat, id))

    def after(self, entry: Entry) -> Match | None:
        """The match that the next entry leads to, if it is an action."""
        if entry.kind != "act" or self.match is None or entry.seat is None:
            return None
        return self.match.act(entry.seat, entry.data["action"])

    def copy(self) -> "TableState":
        """Another table in the same state, to try an entry on."""
        other = copy(self)
        other.chairs, other._done, other.chat_lines = list(self.chairs), dict(self._done), self.chat_lines.copy()
        return other

    def info(self, connected: Iterable[int] = (), watchers: int = 0) -> TableInfo:
        """What everybody may know of it."""
        here = set(connected)
        return TableInfo(
            id=self.id,
            title=self.title,
            rules=self.rules.spec,
            end=self.end.as_record,
            clock=self.clock,
            listed=self.listed,
            status=self.status,
            match=self.number,
            seats=[
                SeatInfo(
                    kind=chair.kind,
                    name=chair.name,
                    level=chair.level,
                    away=chair.away,
                    again=chair.again,
                    connected=seat in here or chair.kind == "bot",
                )
                for seat, chair in enumerate(self.chairs)
            ],
            watchers=watchers,
            records=self.records,
        )

    # Commands: drafts of the next entry

    def _draft(self, kind: str, seat: int | None = None, **data: Any) -> Draft:
        if self.status == "closed":
            raise Refused("closed")
        return Draft(Entry(self.seq + 1, kind, seat, {key: value for key, value in data.items() if value is not None}))

    def sit(self, guest: Guest, seat: int | None, id: str | None = None) -> Draft:
        """A person takes a seat, or any free one; a bot makes room."""
        self._check_pause("sit")
        if seat is None:
            free = [i for i, chair in enumerate(self.chairs) if chair.kind == "open"]
            bots = [i for i, chair in enumerate(self.chairs) if chair.kind == "bot"]
            if not free + bots:
                raise Refused("seat-taken", fault="all")
            seat = (free + bots)[0]
        self._check_seat(seat)
        if self.chairs[seat].guest:
            raise Refused("seat-taken", fault="person", name=self.chairs[seat].name)
        return self._draft("sit", seat, guest=guest.id, name=guest.name, id=id)

    def leave(self, seat: int, id: str | None = None) -> Draft:
        """A person gives up a seat; during a match a bot plays on."""
        if self.status == "playing":
            if self.chairs[seat].away == "left":
                raise Refused("not-now", fault="leave")
            return self._draft("away", seat, why="left", id=id)
        return self._draft("leave", seat, id=id)

    def bot(self, seat: int, level: str | None, by: int | None = None, id: str | None = None) -> Draft:
        """A bot on a seat where no person sits, or nobody."""
        self._check_pause("bot")
        self._check_seat(seat)
        if self.chairs[seat].guest:
            raise Refused("seat-taken", fault="person", name=self.chairs[seat].name)
        return self._draft("bot", by, chair=seat, level=level, id=id)

    def start(
        self,
        seat: int | None,
        seed: int,
        fill: str | None = None,
        deals: list[Any] | None = None,
        id: str | None = None,
    ) -> Draft:
        """A match starts; `fill` is the level of bots for the open seats."""
        self._check_pause("start")
        if not fill and any(chair.kind == "open" for chair in self.chairs):
            raise Refused("not-full")
        return self._draft("start", seat, seed=str(seed), fill=fill, deals=deals, id=id)

    def rematch(self, seat: int, id: str | None = None) -> Draft:
        """A person asks for another match."""
        if self.status != "over":
            raise Refused("not-now", fault="rematch")
        return self._draft("rematch", seat, id=id)

    @property
    def wants_rematch(self) -> bool:
        """Whether no seat is open and every person who is there has asked."""
        here = [chair for chair in self.chairs if chair.guest and not chair.away]
        full = all(chair.kind != "open" for chair in self.chairs)
        return self.status == "over" and full and bool(here) and all(chair.again for chair in here)

    def act(self, seat: int, action: str, seq: int, id: str | None = None, bot: bool = False) -> Draft:
        """An action of the game, meant for the state at `seq`."""
        if self.match is None or self.status != "playing":
            raise Refused("closed") if self.status == "closed" else Refused("not-now", fault="act")
        if seq > self.seq:
            raise Refused("future", seq=self.seq, asked=seq)
        if seat in self.to_act and seq < self.since:
            raise Refused("stale")
        after = self.match.act(seat, parse(action, self.rules))
        rnd = after.round if after.round.log else after.finished[-1].round
        draft = self._draft("act", seat, action=str(rnd.log[-1][1]), bot=bot or None, id=id)
        return Draft(draft.entry, after)

    def chat(self, seat: int, text: str, id: str | None = None) -> Draft:
        """A line for all."""
        cleaned = clean_text(text, LIMITS.chat_length)
        if not cleaned:
            raise Refused("bad-message", fault="blank")
        return self._draft("chat", seat, name=self.chairs[seat].name, text=cleaned, id=id)

    def away(self, seat: int, why: Literal["clock", "gone"]) -> Draft:
        """A bot plays for a person from here on."""
        if self.status != "playing" or not self.chairs[seat].guest or self.chairs[seat].away:
            raise Refused("not-now", fault="away")
        return self._draft("away", seat, why=why)

    def back(self, seat: int, id: str | None = None) -> Draft:
        """The person plays again."""
        if not self.chairs[seat].away:
            raise Refused("not-now", fault="back")
        return self._draft("back", seat, id=id)

    def close(self, why: str) -> Draft:
        """The end of the table."""
        return self._draft("close", None, why=why)

    def _check_pause(self, wish: str) -> None:
        if self.status == "playing":
            raise Refused("not-now", fault=wish)

    def _check_seat(self, seat: int) -> None:
        if seat not in self.rules.seats:
            raise Refused("bad-seats", fault="number", last=self.rules.players - 1, number=seat)

    # The fold

    def apply(self, entry: Entry, after: Match | None = None) -> None:
        """The table after the next entry of its log."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} does not follow {self.seq}")
        _APPLY[entry.kind](self, entry, after)
        self.seq = entry.seq
        if "id" in entry.data:
            self._done[entry.seat, entry.data["id"]] = entry.seq

    def _make(self, entry: Entry, _: Match | None) -> None:
        data = entry.data
        self.rules, self.end = Rules.from_spec(data["rules"]), read_end(data["end"])
        self.clock, self.listed, self.title = data.get("clock"), data.get("listed", False), data.get("title", "")
        self.chairs = [Chair(**chair) for chair in data["chairs"]]
        self._name_bots()

    def _sit(self, entry: Entry, _: Match | None) -> None:
        assert entry.seat is not None
        before = self.seat_of(entry.data["guest"])
        if before is not None:
            self.chairs[before] = Chair()
        self.chairs[entry.seat] = Chair(guest=entry.data["guest"], name=entry.data["name"])

    def _leave(self, entry: Entry, _: Match | None) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat] = Chair()

    def _bot(self, entry: Entry, _: Match | None) -> None:
        self.chairs[entry.data["chair"]] = Chair(level=entry.data.get("level"))
        self._name_bots()

    def _start(self, entry: Entry, _: Match | None) -> None:
        fill = entry.data.get("fill")
        for seat, chair in enumerate(self.chairs):
            level = fill if chair.kind == "open" else chair.level
            self.chairs[seat] = Chair(guest=chair.guest, name=chair.name, level=level, away=chair.away)
        self._name_bots()
        deals = entry.data.get("deals")
        self.match = Match(
            self.rules,
            self.end,
            seed=int(entry.data["seed"]),
            players=[chair.name or "" for chair in self.chairs],
            deals=[Deal.from_record(deal) for deal in deals] if deals else None,
        )
        self.number += 1
        self.status = "playing"
        self.since = entry.seq
        self._done.clear()

    def _rematch(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, again=True)

    def _act(self, entry: Entry, after: Match | None) -> None:
        before, after = self.match, after or self.after(entry)
        assert before is not None
        assert after is not None
        # A bet out of turn, and a pick that others are still waiting to make, leave the decision open.
        same_swap = before.round.phase is Phase.EXCHANGE and after.round.given == before.round.given
        if not same_swap and not entry.data["action"].startswith(Bet.verb):
            self.since = entry.seq
        self.match = after
        if after.over:
            self.status = "over"
            self.records += 1

    def _say(self, entry: Entry, _: Match | None) -> None:
        assert entry.seat is not None
        self.chat_lines.append(ChatLine(entry.seq, entry.seat, entry.data["name"], entry.data["text"]))

    def _away(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, away=entry.data["why"])

    def _back(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, away=None)

    def _close(self, _entry: Entry, _: Match | None) -> None:
        if self.status == "playing":
            self.records += 1
        self.status = "closed"

    def _change(self, seat: int | None, **changes: Any) -> None:
        assert seat is not None
        self.chairs[seat] = Chair(**{**self.chairs[seat].__dict__, **changes})

    def _name_bots(self) -> None:
        """Bots are called by their level, and numbered where there are several."""
        counts: dict[str, int] = {}
        for seat, chair in enumerate(self.chairs):
            if chair.level:
                number = counts[chair.level] = counts.get(chair.level, 0) + 1
                name = f"Bot {chair.level.title()}" + (f" {number}" if number > 1 else "")
                self.chairs[seat] = Chair(level=chair.level, name=name)


_APPLY: Final[Mapping[str, Callable[[TableState, Entry, Match | None], None]]] = {
    "make": TableState._make,
    "sit": TableState._sit,
    "leave": TableState._leave,
    "bot": TableState._bot,
    "start": TableState._start,
    "rematch": TableState._rematch,
    "act": TableState._act,
    "chat": TableState._say,
    "away": TableState._away,
    "back": TableState._back,
    "close": TableState._close,
}
