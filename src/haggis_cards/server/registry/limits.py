"""Limits on pace and number: token buckets by key, counts of what is open, and the limiters that the server has."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from ipaddress import IPv6Network
from typing import TYPE_CHECKING, Final

from haggis_cards.wire.refusals import Refused

if TYPE_CHECKING:
    from haggis_cards.server.process.config import ServerSettings

_MOST_KEYS: Final = 100_000
_SOCKETS_OF_SEAT: Final = 20  # pages that one player may have open at a table
CROWD: Final = 5  # people behind one address, where both are limited
_SITE: Final = 16  # clients of one IPv6 site, as many as have all of a limit


@lru_cache(4096)
def _site_of(key: str) -> str | None:
    """The /48 of an IPv6 client, which stands here as its /64: one customer may have all 65,536 of them."""
    return str(IPv6Network(key).supernet(new_prefix=48)) if key.endswith("/64") else None


class Bucket:
    """A token bucket: `burst` at once, and `rate` a second after that."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.seen = burst, now

    def take(self, now: float, amount: float = 1) -> bool:
        """Whether one more is allowed now, or an amount."""
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < amount:
            return False
        self.level -= amount
        return True


class Rates:
    """A bucket for each key; those that are full again are forgotten."""

    def __init__(self, fault: str, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._fault, self._rate, self._burst, self._clock = fault, rate, burst, clock
        self._buckets: dict[str, Bucket] = {}

    def check(self, key: str, amount: float = 1) -> None:
        """Takes one, or an amount, or refuses."""
        if not self.take(key, amount):
            raise Refused("too-many", fault=self._fault, most=int(self._burst))

    def take(self, key: str, amount: float = 1) -> bool:
        """Takes one, or an amount; whether that is allowed."""
        site = _site_of(key)
        return self._take(key, amount, 1) and (site is None or self._take(site, amount, _SITE))

    def _take(self, key: str, amount: float, times: int) -> bool:
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_KEYS:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate * times, self._burst * times, now)
        return bucket.take(now, amount)

    def _forget(self, now: float) -> None:
        full = self._burst / self._rate
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if now - bucket.seen < full}
        if len(self._buckets) >= _MOST_KEYS:
            self._buckets.clear()


class Slots:
    """How many of something each key has open."""

    def __init__(self, fault: str, most: int) -> None:
        self._fault, self._most = fault, most
        self._open: Counter[str] = Counter()

    def take(self, key: str) -> None:
        """One more, or refuses."""
        wanted = self._limits(key)
        if any(self._open[one] >= most for one, most in wanted.items()):
            raise Refused("too-many", fault=self._fault, most=self._most)
        self._open.update(wanted.keys())

    def free(self, key: str) -> None:
        """One less."""
        for one in self._limits(key):
            self._open[one] -= 1
            if self._open[one] <= 0:
                del self._open[one]

    def _limits(self, key: str) -> dict[str, int]:
        *_, address = key.rpartition(" ")  # behind that of a table
        site = _site_of(address)
        return {key: self._most} | ({key.replace(address, site): self._most * _SITE} if site else {})

    @contextlib.contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """One more as long as it lasts, or refuses."""
        self.take(key)
        try:
            yield
        finally:
            self.free(key)


class Limiters:
    """All limits of the server, by what they limit."""

    def __init__(self, settings: "ServerSettings", clock: Callable[[], float]) -> None:
        chat, tables, requests = settings.chat_lines, settings.tables_per_minute, settings.requests_per_second
        self.requests = Rates("requests", requests, requests * 10, clock)
        self.downloads = Rates("requests", 10_000_000, 1_000_000_000, clock)  # bytes of files: 30 clients at once
        self.new_tables = Rates("tables", tables / 60, tables, clock)
        self.lasting_tables = Rates("tables", tables / 1800, tables * 10, clock)  # that nobody needs to stay at
        self.replays = Rates("replays", tables / 60, tables, clock)
        self.uploads = Rates("replays", 1_000, 20_000_000, clock)  # bytes of records: they are kept for a month
        self.subscriptions = Rates("requests", 1 / 10, 60, clock)  # new ones, to notifications
        self.sheets = Rates("sheets", 1, 20, clock)
        self._hints_of_person = Rates("hints", 1, 5, clock)
        self._hints_of_address = Rates("hints", CROWD, CROWD * 5, clock)
        self.answers = Rates("answers", 2, 20, clock)
        self.values = Rates("answers", 4, 60, clock)  # who steps through a replay asks at every step
        self.sign_ins = Rates("sign-ins", settings.sign_ins_per_minute / 60, settings.sign_ins_per_minute, clock)
        self.owner = Rates("requests", 1, 60, clock)  # tries to open the owner's page
        self.personal = Rates("personal", 1 / 10, 12, clock)  # downloads and deletions of all that is stored
        budget = settings.review_budget
        self.reviews_of_guest = Rates("review-budget", budget / 3600, budget, clock)
        self.reviews_of_address = Rates("review-budget", CROWD * budget / 3600, CROWD * budget, clock)
        self._has_chat = settings.chat
        self._chat_of_seat = Rates("lines", chat / 10, chat, clock)
        self._chat_of_table = Rates("table-lines", chat * 4 / 10, chat * 4, clock)
        self.stray_frames = Rates("messages", 100, 2000, clock)  # of all sockets of an address, without a message
        self._sockets = Slots("connections", settings.connections_per_address)
        self._sockets_of_seat = Slots("seat-connections", _SOCKETS_OF_SEAT)
        self.pages = Slots("connections", settings.connections_per_address)  # that hear what has changed
        self._watchers = Slots("table-connections", settings.connections_per_table)
        self._watchers_of_address = Slots("watchers", settings.watchers_per_address)

    @contextlib.contextmanager
    def socket(self, address: str, table: str, seat: int | None) -> Iterator[None]:
        """A socket at a table, or refuses it. Players have limits of their own: nobody loses a seat to a crowd."""
        wanted = (
            [(self._sockets_of_seat, f"{table} {seat}")]
            if seat is not None
            else [(self._sockets, address), (self._watchers_of_address, f"{table} {address}"), (self._watchers, table)]
        )
        with contextlib.ExitStack() as taken:
            for slots, key in wanted:
                taken.enter_context(slots.hold(key))
            yield

    def check_hint(self, address: str, person: str) -> None:
        """Refuses too many hints for one person, or one address."""
        self._hints_of_person.check(person)
        self._hints_of_address.check(address)

    def check_chat(self, table: str, speaker: str) -> None:
        """Refuses too many lines from one seat or spectator, or at one table, and all where there is no chat."""
        if not self._has_chat:
            raise Refused("no-talk", fault="server")
        self.check_reaction(table, speaker)

    def check_reaction(self, table: str, speaker: str) -> None:
        """Refuses too many lines and reactions from one seat or spectator, or at one table."""
        self._chat_of_seat.check(f"{table} {speaker}")
        self._chat_of_table.check(table)
