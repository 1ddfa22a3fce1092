"""New tables of a browser: what the page asks for, as the terms of a table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from haggis_cards.browser.page import Host
from haggis_cards.browser.thinkers import HINTS
from haggis_cards.table import places
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import Entry, now
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.cards import SharedCards
from haggis_cards.table.terms import continued, first_entry
from haggis_cards.wire.reviews import TableWish
from haggis_cards.wire.tables import NewTable

_PUBLIC: Final = b"practice"  # in place of a server's secret: everybody may know the deals for practice
_WORLDS: Final = 64  # in which the opponents there try their actions


class Terms(NamedTuple):
    """Those of a new table, and what its first entry says beside them."""

    table: NewTable
    bound: Mapping[str, Any] = {}

    def entry(self, guest: Guest | None) -> Entry:
        """The first entry."""
        first = first_entry(self.table, guest)
        return first._replace(data={**first.data, **self.bound})


def wished(wish: Mapping[str, Any], people: Sequence[str]) -> Terms:
    """A table of the form."""
    terms: NewTable = msgspec.convert(dict(wish), NewTable)
    if len(people) > 1:
        terms = msgspec.structs.replace(terms, take_backs=False)  # what somebody has seen stays seen
    return Terms(terms)


def practice(host: Host, preset: str, deal: int, day: str | None) -> Terms:
    """A deal of a day: the same cards for everybody, and nothing counts."""
    place = daily.Place(day or daily.day_of(now()), preset, deal)
    daily.check(place, daily.day_of(now()))
    level = daily.OPPONENT if host.thinks(daily.OPPONENT) else HINTS
    seed, bot = daily.seed_of(_PUBLIC, place), daily.bot_for(level, _WORLDS)
    cards = SharedCards.of_day(place, seed, bot, practice=True)
    rules = daily.rules_of(preset)
    seats = ["me", *[level] * (rules.players - 1)]
    terms = NewTable(rules=rules.spec, end={"rounds": 1}, seats=seats, take_backs=False)
    return Terms(terms, {"locked": True, **cards.entry})


def from_record(id: str, text: str, wish: Mapping[str, Any]) -> Terms:
    """Matches that go on from a place of a record, with bots on the other seats."""
    asked: TableWish = msgspec.convert(dict(wish), TableWish)
    terms, origin = continued(id, places.origin(text, asked.round, asked.index), asked)
    return Terms(terms, {"locked": True, "origin": origin})
