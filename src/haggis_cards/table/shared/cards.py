"""Cards that other people play too: those of a deal of the day, or of a challenge.

The first entry of a table has them, with all that is secret of them. At all tables with the same cards everything must
go the same way, so bots think for a number of deals and not of seconds, and draw their random numbers from the seed and
the place in the round; at a deal of the day from the person, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Literal

from haggis_cards.match import Match
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.challenges import recorded
from haggis_cards.table.shared.daily import Place, bot_for
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import DailyPlace

# What can happen at such a table: with one person, and with several.
_ALONE: Final = frozenset({"start", "act", "ready", "resume", "back", "close"})
_TOGETHER: Final = _ALONE | {"away", "chat"}


@dataclass(frozen=True)
class SharedCards:
    """The cards of a table, and what goes the same way at all tables that have them."""

    kind: Literal["daily", "challenge"]
    data: Mapping[str, Any]  # as the entry has them
    seed: int
    closes: float  # when they no longer count, in milliseconds since 1970: until then they are secret
    practice: bool = False
    deals: list[Any] | None = None  # of a match that somebody has played,
    dealer: int | None = None
    line: Sequence[Sequence[str]] = ()  # and what everybody did in it

    @classmethod
    def of_day(cls, place: Place, seed: int, bot: str, *, practice: bool, dice: str = "") -> "SharedCards":
        """A deal of the day, against this bot; its random numbers are one person's by the dice."""
        where = {"day": place.day, "deal": place.deal, "practice": practice, "dice": dice}
        return cls._daily({**where, "seed": str(seed), "bot": bot})

    @classmethod
    def of_challenge(cls, id: str, seed: str, worlds: int, closes: int, cards: Mapping[str, Any]) -> "SharedCards":
        """Those of a challenge, whose strongest bots try their actions in this number of deals."""
        return cls._challenge({"id": id, "seed": seed, "worlds": worlds, "closes": closes, **cards})

    @classmethod
    def of_entry(cls, data: Mapping[str, Any]) -> "SharedCards | None":
        """Those that the first entry of a table has."""
        if daily_cards := data.get("daily"):
            return cls._daily(daily_cards)
        return cls._challenge(challenge) if (challenge := data.get("challenge")) else None

    @classmethod
    def _daily(cls, data: Mapping[str, Any]) -> "SharedCards":
        practice = data.get("practice", False)
        return cls("daily", data, int(data["seed"]), daily.end_of(data["day"]), practice=practice)

    @classmethod
    def _challenge(cls, data: Mapping[str, Any]) -> "SharedCards":
        cards = {name: data[name] for name in ("deals", "dealer", "line") if name in data}
        return cls("challenge", data, int(data["seed"]), data.get("closes", inf), **cards)

    @property
    def entry(self) -> dict[str, Mapping[str, Any]]:
        """What the first entry of a table says of them."""
        return {self.kind: self.data}

    @property
    def place(self) -> DailyPlace | None:
        """Of a deal of the day, what everybody may know."""
        data = self.data
        return DailyPlace(day=data["day"], deal=data["deal"], practice=self.practice) if self.kind == "daily" else None

    @property
    def challenge(self) -> str | None:
        """The challenge whose cards they are."""
        return self.data["id"] if self.kind == "challenge" else None

    def check(self, kind: str, people: int) -> None:
        """Refuses a kind of entry that would make a difference."""
        if kind not in (_ALONE if people == 1 else _TOGETHER):
            raise self.refusal

    @property
    def refusal(self) -> Refused:
        return Refused("not-now", fault=self.kind)

    def bot(self, level: str) -> str:
        """The bot that plays a level here."""
        return self.data["bot"] if self.kind == "daily" else bot_for(level, self.data["worlds"])

    def recorded(self, match: Match, seat: int) -> str | None:
        """What the bot on a seat did before, as long as the match goes the same way."""
        return recorded(self.line, match, seat)

    def question(self, match: Match, seat: int) -> tuple[str, int]:
        """The place of a bot's decision: the name from which its random numbers come, and where the log stands."""
        name, place = daily.question(match, seat)
        return f"{self.data.get('dice', '')} {name}".lstrip(), place
