"""Not too fast, not too many: token buckets by key, and counts of what is open."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from haggis_cards.server.errors import Refused

_MOST_KEYS: Final = 100_000


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.seen = burst, now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now."""
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Rates:
    """A bucket for each key; those that are full again are forgotten."""

    def __init__(self, fault: str, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._fault, self._rate, self._burst, self._clock = fault, rate, burst, clock
        self._buckets: dict[str, Bucket] = {}

    def check(self, key: str) -> None:
        """Takes one, or refuses."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_KEYS:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        if not bucket.take(now):
            raise Refused("too-many", fault=self._fault, most=int(self._burst))

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
        if self._open[key] >= self._most:
            raise Refused("too-many", fault=self._fault, most=self._most)
        self._open[key] += 1

    def free(self, key: str) -> None:
        """One less."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]
