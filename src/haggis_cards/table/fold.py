"""One table as a fold over its log: what each entry does. No sockets, store or clock here.

    make     the first entry: the terms and who sits where       act       an action of the game, by a person or a bot
    sit      a person takes a seat                               ready     a person has seen the round's result
    leave    a seat becomes open again (between matches)         resume    the pause between two rounds is over
    bot      a bot is put on a seat, or taken away               undo      a person asks to take an action back
    kick     the host takes a person's seat away                 consent   another person's answer
    swap     two seats change places                             away      a bot plays for a person from here on
    host     another person is the host                          back      the person plays again
    settings the host's choices                                  chat      a line
    start    a match begins; the secret seed is in it            close     the end of the table
    rematch  a person asks for another match, or no longer

The same log gives the same table, on every machine and after every crash. Some things follow from an
entry and get none of their own: who is host now, or that the table waits for nobody any more. `_settle` derives them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, Self

import msgspec

from haggis_cards.actions import Bet
from haggis_cards.deal import Deal
from haggis_cards.match import Match
from haggis_cards.match_end import End
from haggis_cards.round import Phase
from haggis_cards.rules import Rules
from haggis_cards.table.chairs import Chair, name_bots
from haggis_cards.table.log import Entry
from haggis_cards.table.places import match_from
from haggis_cards.table.shared.cards import SharedCards
from haggis_cards.table.terms import read_end
from haggis_cards.wire.facts import DAY, MOST_MISSED
from haggis_cards.wire.tables import ChatLine, Origin, Pace, Status, TableInfo, UndoInfo

CHAT_KEPT: Final = 50


class UndoRequest(NamedTuple):
    """Who asks to take an action back, and who has agreed."""

    seat: int
    agreed: frozenset[int] = frozenset()


class TableFold:
    """The state of a table after its last entry."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.status: Status = "waiting"
        self.rules: Rules
        self.end: End
        self.clock: int | None = None
        self.bank: int | None = None
        self.take_backs = True
        self.listed = False
        self.title = ""
        self.chairs: list[Chair] = []
        self.host: int | None = None
        self.locked = False
        self.talk = False
        self.pace: Pace = "normal"
        self.kicked: frozenset[str] = frozenset()  # guests who may not sit down again, until the host unlocks the table
        self.number = 0  # of the match
        self.match: Match | None = None
        self.paused = False  # between two rounds
        self.undo: UndoRequest | None = None
        self.records = 0
        self.chat_lines: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.since = 0  # the entry that opened the decision which the table waits for
        self.due: int | None = None  # at a table of days: until when it waits, in milliseconds since 1970
        self.origin: Mapping[str, Any] | None = None  # the place in a record from which every match goes on
        self.shared: SharedCards | None = None  # of a deal of the day, or of a challenge
        self.rated = False
        self._solo = False  # made by one person who wanted bots alone
        self._round_start: Match | None = None  # the match when the round was dealt, or at the origin,
        self._round_done = 0  # and how many actions the round had then; they cannot be taken back
        self._done: dict[tuple[str | None, str], int] = {}  # where the commands with these ids stand, by guest

    # Queries

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that a match waits for; none between two rounds."""
        return self.match.to_act if self.match and self.status == "playing" and not self.paused else ()

    @property
    def by_days(self) -> bool:
        """Whether people have days for a decision: then they come and go, and nobody stays connected."""
        return self.clock is not None and self.clock >= DAY

    @property
    def awaited(self) -> list[int]:
        """The people whom the table waits for: to start, to decide, to be ready, to answer a wish for a rematch."""
        if self.status == "playing":
            return [seat for seat in self.here if (not self.chairs[seat].ready if self.paused else seat in self.to_act)]
        if any(chair.again for chair in self.chairs) and self.status != "closed":
            return [seat for seat in self.here if not self.chairs[seat].again]
        if self.status == "waiting":
            full = all(chair.kind != "open" for chair in self.chairs)
            return [self.host] if full and self.host is not None else []
        return []

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of a guest."""
        if guest is not None:
            for seat, chair in enumerate(self.chairs):
                if chair.guest == guest:
                    return seat
        return None

    def played_by_bot(self, seat: int, stand_in: str) -> str | None:
        """The level of the bot that plays a seat now; None if a person does."""
        chair = self.chairs[seat]
        return chair.level if chair.level else stand_in if chair.away else None

    @property
    def alone(self) -> bool:
        """Whether one person plays here against bots without a clock: then the match waits until they come back."""
        return self._solo and len(self.people) == 1 and not self.clock and not self.rated

    @property
    def waits_for(self) -> list[int]:
        """The people who have to decide."""
        return [seat for seat in self.to_act if self.chairs[seat].guest and not self.chairs[seat].away]

    @property
    def people(self) -> list[int]:
        """The seats of people, absent ones included."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.guest]

    @property
    def here(self) -> list[int]:
        """The seats of people who play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.here]

    def done(self, guest: str | None, id: str) -> int | None:
        """Where a command with this id from this guest stands already."""
        return self._done.get((guest, id))

    def after(self, entry: Entry) -> Match | None:
        """The match that the next entry leads to, if it is an action."""
        if entry.kind != "act" or self.match is None or entry.seat is None:
            return None
        return self.match.act(entry.seat, entry.data["action"])

    def last_action_of(self, seat: int) -> int | None:
        """The place of a seat's last action in this round's log."""
        log = self.match.round.log if self.match else ()
        return next((place for place in reversed(range(self._round_done, len(log))) if log[place][0] == seat), None)

    def hides(self, entry: Entry, after: Match) -> bool:
        """Whether an action leaves the table's public face as it is, as most do."""
        assert self.match is not None
        assert entry.seat is not None
        quiet = (
            not self.by_days
            and self.undo is None
            and not self.chairs[entry.seat].missed
            and not entry.data.keys() & {"late", "bank"}
        )
        return quiet and after.finished is self.match.finished

    @property
    def face(self) -> tuple[object, ...]:
        """What an action may change of a table's public face."""
        return self.status, self.paused, self.undo, self.host, self.due, *self.chairs

    def trial(self) -> Self:
        """Another table in the same state, to try one entry on; it has forgotten the chat and the ids of commands."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, chairs=list(self.chairs), chat_lines=deque(), _done={})
        return other

    def adopt(self, trial: Self) -> None:
        """The state of a trial on which an action of the game has been tried."""
        self._done.update(trial._done)
        trial._done, trial.chat_lines = self._done, self.chat_lines
        self.__dict__ = trial.__dict__

    def info(self, connected: Iterable[int] = (), watchers: int = 0) -> TableInfo:
        """What everybody may know of it."""
        present = set(connected)
        return TableInfo(
            id=self.id,
            title=self.title,
            rules=self.rules.spec,
            end=self.end.as_record,
            clock=self.clock,
            bank=self.bank,
            take_backs=self.take_backs,
            listed=self.listed,
            status=self.status,
            match=self.number,
            seats=[chair.info(seat in present) for seat, chair in enumerate(self.chairs)],
            host=self.host,
            locked=self.locked,
            talk=self.talk,
            pace=self.pace,
            paused=self.paused,
            undo=UndoInfo(self.undo.seat, sorted(self.undo.agreed)) if self.undo else None,
            origin=msgspec.convert(self.origin, Origin | None),  # without the match itself
            daily=self.shared.place if self.shared else None,
            challenge=self.shared.challenge if self.shared else None,
            rated=self.rated,
            awaited=self.awaited if self.by_days else [],
            due=self.due,
            watchers=watchers,
            records=self.records,
        )

    # The fold

    def apply(self, entry: Entry, after: Match | None = None) -> None:
        """The table after the next entry of its log."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} does not follow {self.seq}")
        guest = entry.data.get("guest") or (None if entry.seat is None else self.chairs[entry.seat].guest)
        _APPLY[entry.kind](self, entry, after)
        if self.rated and entry.kind in _LINE_UP:  # whoever has asked for a match wanted another one
            self.chairs = [replace(chair, again=False) for chair in self.chairs]
        self.seq = entry.seq
        self._settle()
        self.due = entry.data.get("due", self.due) if self.status == "playing" else None
        if "id" in entry.data:
            self._done[guest, entry.data["id"]] = entry.seq

    def _settle(self) -> None:
        """What follows by itself: a host who is there, a pause or a request that waits for nobody any more."""
        if self.host is None or not self.chairs[self.host].guest or self.chairs[self.host].away in ("gone", "left"):
            self.host = self._next_host()
        if self.paused and all(self.chairs[seat].ready for seat in self.here):
            self._end_pause(self.seq)
        if self.undo and {self.undo.seat, *self.undo.agreed}.issuperset(self.here):
            self._take_back(self.undo.seat)

    def _next_host(self) -> int | None:
        """The first person to the left of the host, those first who are there."""
        here, start = self.here, -1 if self.host is None else self.host
        order = sorted(self.people, key=lambda seat: (seat not in here, (seat - start - 1) % len(self.chairs)))
        return order[0] if order and (here or self.host not in order) else self.host if order else None

    def _take_back(self, seat: int) -> None:
        """The match as it was before a seat's last action: the round's log up to there, played again."""
        match, place = self._round_start, self.last_action_of(seat)
        assert self.match is not None
        assert match is not None
        for actor, action in self.match.round.log[self._round_done : place]:
            match = match.act(actor, action)
        self.match, self.undo, self.since = match, None, self.seq

    def _end_pause(self, seq: int) -> None:
        self.paused, self.since = False, seq
        self.chairs = [replace(chair, ready=False) for chair in self.chairs]

    def _make(self, entry: Entry, _: Match | None) -> None:
        data = entry.data
        self.rules, self.end = Rules.from_spec(data["rules"]), read_end(data["end"])
        self.clock, self.listed, self.title = data.get("clock"), data.get("listed", False), data.get("title", "")
        self.bank, self.take_backs = data.get("bank"), data.get("take_backs", True)
        self.talk, self.pace = data.get("talk", False), data.get("pace", "normal")
        self.locked, self.origin = data.get("locked", False), data.get("origin")
        self.shared, self.rated = SharedCards.of_entry(data), data.get("rated", False)
        self.chairs = [Chair(**chair) for chair in data["chairs"]]
        self._solo = sorted(chair.kind for chair in self.chairs) == ["bot"] * (len(self.chairs) - 1) + ["person"]
        self._name_bots()

    def _sit(self, entry: Entry, _: Match | None) -> None:
        assert entry.seat is not None
        before = self.seat_of(entry.data["guest"])
        if before is not None:
            self.chairs[before] = Chair()
        self.chairs[entry.seat] = Chair(guest=entry.data["guest"], name=entry.data["name"])
        if before is not None and before == self.host:
            self.host = entry.seat
        self._name_bots()

    def _leave(self, entry: Entry, _: Match | None) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat] = Chair()

    def _bot(self, entry: Entry, _: Match | None) -> None:
        self.chairs[entry.data["chair"]] = Chair(level=entry.data.get("level"))
        self._name_bots()

    def _kick(self, entry: Entry, _: Match | None) -> None:
        seat: int = entry.data["chair"]
        guest = self.chairs[seat].guest
        self.chairs[seat] = Chair()
        self.kicked |= {guest} if guest else set()

    def _swap(self, entry: Entry, _: Match | None) -> None:
        seats = entry.data["chair"], entry.data["other"]
        chairs = self.chairs
        chairs[seats[0]], chairs[seats[1]] = chairs[seats[1]], chairs[seats[0]]
        if self.host in seats:
            self.host = sum(seats) - self.host

    def _set_host(self, entry: Entry, _: Match | None) -> None:
        self.host = entry.data["chair"]

    def _settings(self, entry: Entry, _: Match | None) -> None:
        data = entry.data
        self.locked, self.talk = data.get("locked", self.locked), data.get("talk", self.talk)
        self.pace = data.get("pace", self.pace)
        if data.get("locked") is False:
            self.kicked = frozenset()

    def _start(self, entry: Entry, _: Match | None) -> None:
        fill = entry.data.get("fill")
        for seat, chair in enumerate(self.chairs):
            level = fill if chair.kind == "open" else chair.level
            self.chairs[seat] = Chair(guest=chair.guest, name=chair.name, level=level, away=chair.away)
        self._name_bots()
        self.match = self._first(entry)
        self.number += 1
        self.status = "playing"
        self.since = entry.seq
        self._round_start, self._round_done = self.match, len(self.match.round.log)
        self._done.clear()

    def _first(self, entry: Entry) -> Match:
        """A match at its start, or at the table's origin."""
        seed, players = int(entry.data["seed"]), [chair.name or "" for chair in self.chairs]
        if self.origin:
            return match_from(self.origin["match"]).named(players).seeded(seed)
        deals = entry.data.get("deals")
        given = [Deal.from_record(deal) for deal in deals] if deals else None
        return Match(self.rules, self.end, seed=seed, dealer=entry.data.get("dealer"), players=players, deals=given)

    def _rematch(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, again=entry.data.get("again", True), away=None)

    def _act(self, entry: Entry, after: Match | None) -> None:
        before, after = self.match, after or self.after(entry)
        assert before is not None
        assert after is not None
        assert entry.seat is not None
        # A bet out of turn, and a pick that others are still waiting to make, leave the decision open.
        same_swap = before.round.phase is Phase.EXCHANGE and after.round.given == before.round.given
        if not same_swap and not entry.data["action"].startswith(Bet.verb):
            self.since = entry.seq
        self.match, self.undo = after, None
        self._note_time(entry)
        if after.finished is not before.finished:
            self._round_start, self._round_done = after, 0
            self.paused = entry.data.get("pause", False)
        if after.over:
            self.status = "over"
            self.records += 1

    def _note_time(self, entry: Entry) -> None:
        """What the decision has cost its person: time of the bank, and the whole time if it was late."""
        assert entry.seat is not None
        chair, data = self.chairs[entry.seat], entry.data
        if data.get("bot") or not chair.guest:
            return
        missed = chair.missed + 1 if data.get("late") else 0
        used = chair.bank_used + data.get("bank", 0)
        acted = chair.acted or not data.get("late")
        if (missed, used, acted) != (chair.missed, chair.bank_used, chair.acted):
            self._change(entry.seat, missed=missed, bank_used=used, acted=acted)
            if missed >= MOST_MISSED:
                self._change(entry.seat, away="clock", went=entry.seq)

    def _ready(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, ready=True, away=None, missed=0)

    def _resume(self, entry: Entry, _: Match | None) -> None:
        self._end_pause(entry.seq)

    def _ask_undo(self, entry: Entry, _: Match | None) -> None:
        assert entry.seat is not None
        self.undo = UndoRequest(entry.seat)

    def _consent(self, entry: Entry, _: Match | None) -> None:
        assert self.undo is not None
        if not entry.data["agree"]:
            self.undo = None
        elif entry.seat is not None:
            self.undo = UndoRequest(self.undo.seat, self.undo.agreed | {entry.seat})

    def _say(self, entry: Entry, _: Match | None) -> None:
        self.chat_lines.append(ChatLine(entry.seq, entry.seat, entry.data["name"], entry.data["text"]))

    def _away(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, away=entry.data["why"], went=entry.seq)
        if self.undo and self.undo.seat == entry.seat:
            self.undo = None

    def _back(self, entry: Entry, _: Match | None) -> None:
        self._change(entry.seat, away=None, missed=0)

    def _close(self, _entry: Entry, _: Match | None) -> None:
        if self.status == "playing":
            self.records += 1
        self.status, self.paused, self.undo = "closed", False, None

    def _change(self, seat: int | None, **changes: Any) -> None:
        assert seat is not None
        self.chairs[seat] = replace(self.chairs[seat], **changes)

    def _name_bots(self) -> None:
        self.chairs = name_bots(self.id, self.chairs)


_LINE_UP: Final = frozenset({"sit", "leave", "bot", "kick", "swap"})
_APPLY: Final[Mapping[str, Callable[[TableFold, Entry, Match | None], None]]] = {
    "make": TableFold._make,
    "sit": TableFold._sit,
    "leave": TableFold._leave,
    "bot": TableFold._bot,
    "kick": TableFold._kick,
    "swap": TableFold._swap,
    "host": TableFold._set_host,
    "settings": TableFold._settings,
    "start": TableFold._start,
    "rematch": TableFold._rematch,
    "act": TableFold._act,
    "ready": TableFold._ready,
    "resume": TableFold._resume,
    "undo": TableFold._ask_undo,
    "consent": TableFold._consent,
    "chat": TableFold._say,
    "away": TableFold._away,
    "back": TableFold._back,
    "close": TableFold._close,
}
