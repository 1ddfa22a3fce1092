"""Which entry may come next in a table's log: the commands of people, and what the server does by itself.

`TableState.<verb>(...)` decides: it answers with a draft of the next entry, or refuses, and changes nothing. Only
`apply` changes a table (`table_fold`).
"""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from haggis_cards.actions import Bet, parse
from haggis_cards.match import Match
from haggis_cards.table.fold import TableFold
from haggis_cards.table.guests import Guest, clean_text
from haggis_cards.table.log import Entry
from haggis_cards.wire.facts import LIMITS
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import Pace

# The same plays are read again and again, and reading one takes longer than playing it.
_parse: Final = lru_cache(maxsize=1 << 14)(parse)


class Draft(NamedTuple):
    """An entry that could be next, and the match that it leads to, if it is an action."""

    entry: Entry
    after: Match | None = None


class TableState(TableFold):
    """A table and its commands. `seat` is always the seat of the person who gives the command, None for the server."""

    def _draft(self, kind: str, seat: int | None = None, **data: Any) -> Draft:
        if self.status == "closed":
            raise Refused("closed")
        if self.shared:
            self.shared.check(kind, len(self.people))
        return Draft(Entry(self.seq + 1, kind, seat, {key: value for key, value in data.items() if value is not None}))

    # Seats

    def seated(self, guest: str | None) -> int:
        """The seat of a guest who must have one."""
        seat = self.seat_of(guest)
        if seat is None:
            raise Refused("not-seated")
        return seat

    def sit(self, guest: Guest, seat: int | None, id: str | None = None) -> Draft:
        """A person takes a seat, or any free one; a bot makes room."""
        self._check_no_match("sit")
        if self.seat_of(guest.id) is None:
            if guest.id in self.kicked:
                raise Refused("locked", fault="kicked")
            if self.locked:
                raise Refused("locked", fault="table")
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

    def bot(
        self, seat: int | None, chair: int, level: str | None, present: Collection[int] = (), id: str | None = None
    ) -> Draft:
        """A bot on a chair where no person sits, or a person who is not `present`; or nobody."""
        self._check_host(seat)
        self._check_no_match("bot")
        self._check_seat(chair)
        if self.chairs[chair].guest and (chair in present or chair == seat):
            raise Refused("seat-taken", fault="person", name=self.chairs[chair].name)
        return self._draft("bot", seat, chair=chair, level=level, id=id)

    def kick(self, seat: int, chair: int, id: str | None = None) -> Draft:
        """The host takes a person's seat away."""
        self._check_host(seat)
        self._check_no_match("kick")
        self._check_seat(chair)
        if not self.chairs[chair].guest:
            raise Refused("not-now", fault="kick-empty")
        if chair == seat:
            raise Refused("not-now", fault="kick-self")
        return self._draft("kick", seat, chair=chair, id=id)

    def swap(self, seat: int, chair: int, other: int, id: str | None = None) -> Draft:
        """Two chairs change places."""
        self._check_host(seat)
        self._check_no_match("swap")
        self._check_seat(chair)
        self._check_seat(other)
        if chair == other:
            raise Refused("not-now", fault="swap-same")
        return self._draft("swap", seat, chair=chair, other=other, id=id)

    # The host

    def give_host(self, seat: int | None, chair: int, id: str | None = None) -> Draft:
        """The host makes another person the host; the server does so when the host has been gone for long."""
        self._check_host(seat)
        self._check_seat(chair)
        if not self.chairs[chair].guest:
            raise Refused("not-now", fault="host")
        if chair == self.host:
            raise Refused("not-now", fault="host-self")
        return self._draft("host", seat, chair=chair, id=id)

    def settings(
        self, seat: int, locked: bool | None, talk: bool | None, pace: Pace | None, id: str | None = None
    ) -> Draft:
        """The host's choices; None leaves one as it is."""
        self._check_host(seat)
        if locked is None and talk is None and pace is None:
            raise Refused("not-now", fault="settings")
        return self._draft("settings", seat, locked=locked, talk=talk, pace=pace, id=id)

    def _check_host(self, seat: int | None) -> None:
        if seat is not None and seat != self.host:
            assert self.host is not None  # somebody sits here, so there is one
            raise Refused("not-host", name=self.chairs[self.host].name)

    # Matches

    def start(
        self,
        seat: int | None,
        seed: int,
        fill: str | None = None,
        deals: list[Any] | None = None,
        id: str | None = None,
        dealer: int | None = None,
    ) -> Draft:
        """A match starts; `fill` is the level of bots for the open seats."""
        self._check_no_match("start")
        self._check_host(seat)
        if self.shared and self.number:
            raise self.shared.refusal
        if self.rated and not all(self.chairs[one].again for one in self.people if one != seat):
            raise Refused("not-now", fault="rated-start")
        if not fill and any(chair.kind == "open" for chair in self.chairs):
            raise Refused("not-full")
        return self._draft("start", seat, seed=str(seed), fill=fill, deals=deals, dealer=dealer, id=id)

    def rematch(self, seat: int, again: bool = True, id: str | None = None) -> Draft:
        """A person asks for another match, or takes that back; at a rated table also for the first one."""
        if self.status != "over" and not (self.rated and self.status == "waiting"):
            raise Refused("not-now", fault="rematch")
        if self.rated and again and any(chair.kind == "open" for chair in self.chairs):
            raise Refused("not-full")
        return self._draft("rematch", seat, again=again, id=id)

    def ask_start(self, seat: int, id: str | None = None) -> Draft:
        """The host asks the others for a rated match."""
        self._check_host(seat)
        return self.rematch(seat, True, id)

    @property
    def wants_rematch(self) -> bool:
        """Whether no seat is open, and every person who is there has asked, or everybody for a rated match."""
        if self.status in ("playing", "closed") or any(chair.kind == "open" for chair in self.chairs):
            return False
        asked = self.people if self.rated else self.here
        return bool(asked) and all(self.chairs[seat].again for seat in asked)

    def act(
        self,
        seat: int,
        action: str,
        seq: int,
        id: str | None = None,
        *,
        bot: bool = False,
        late: bool = False,
        bank: int = 0,
        pause: bool = False,
    ) -> Draft:
        """An action of the game, meant for the state at `seq`.

        `late`: the time ran out, and the server acts. `bank`: milliseconds of the time bank that the decision took.
        `pause`: if the action ends a round, the next one waits until people are ready.
        """
        if self.match is None or self.status != "playing":
            raise Refused("closed") if self.status == "closed" else Refused("not-now", fault="act")
        if seq > self.seq:
            raise Refused("future", seq=self.seq, asked=seq)
        if self.paused:
            raise Refused("not-now", fault="pause")
        if seat in self.to_act and seq < self.since:
            raise Refused("stale")
        parsed = _parse(action, self.rules)
        after = self.match.act(seat, parsed)
        rnd = after.round if after.round.log else after.finished[-1].round
        waits = pause and after.finished is not self.match.finished and not after.over and bool(self.here)
        draft = self._draft(
            "act",
            seat,
            action=str(rnd.log[-1][1]),
            bot=bot or None,
            late=late or None,
            bank=None if isinstance(parsed, Bet) else bank or None,  # a bet does not end the decision
            pause=waits or None,
            id=id,
        )
        return Draft(draft.entry, after)

    def ready(self, seat: int, id: str | None = None) -> Draft:
        """A person has seen the result of the round."""
        if not self.paused:
            raise Refused("not-now", fault="ready")
        return self._draft("ready", seat, id=id)

    def resume(self) -> Draft:
        """The next round starts, although not everybody is ready."""
        if not self.paused:
            raise Refused("not-now", fault="resume")
        return self._draft("resume")

    def ask_undo(self, seat: int, id: str | None = None) -> Draft:
        """A person asks to take back the last action of this seat in this round, and all that came after it."""
        if not self.take_backs:
            raise Refused("not-now", fault="undo-off")
        if self.undo is not None:
            raise Refused("not-now", fault="undo-waits")
        if self.status != "playing" or self.last_action_of(seat) is None:
            raise Refused("not-now", fault="undo")
        return self._draft("undo", seat, id=id)

    def consent(self, seat: int | None, agree: bool, id: str | None = None) -> Draft:
        """Another person's answer; a no of the one who asked, or of the server, ends the request too."""
        if self.undo is None or (agree and seat == self.undo.seat):
            raise Refused("not-now", fault="consent")
        return self._draft("consent", seat, agree=agree, id=id)

    # People

    def chat(self, speaker: int | Guest, text: str, id: str | None = None) -> Draft:
        """A line for all, from a seat, or from a spectator if the host lets them talk."""
        cleaned = clean_text(text, LIMITS.chat_length)
        if not cleaned:
            raise Refused("bad-message", fault="blank")
        if isinstance(speaker, int):
            return self._draft("chat", speaker, name=self.chairs[speaker].name, text=cleaned, id=id)
        if not self.talk:
            raise Refused("no-talk", fault="spectators")
        return self._draft("chat", None, guest=speaker.id, name=speaker.name, text=cleaned, id=id)

    def away(self, seat: int, why: Literal["clock", "gone"]) -> Draft:
        """A bot plays for a person from here on."""
        if self.status != "playing" or not self.chairs[seat].here:
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

    def _check_no_match(self, wish: str) -> None:
        if self.status == "playing":
            raise Refused("not-now", fault=wish)

    def _check_seat(self, seat: int) -> None:
        if seat not in self.rules.seats:
            raise Refused("bad-seats", fault="number", last=self.rules.players - 1, number=seat)


Handler: TypeAlias = Callable[[TableState], Draft]
"""What a command does: drafts the next entry, or refuses."""
