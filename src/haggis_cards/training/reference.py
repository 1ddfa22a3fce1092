"""Reference values for a bank of positions: every candidate is played out in the same deals, on a GPU if there is one.

The candidates race: all of them are played out in the first worlds, those that may still be the best in more, until one
is left or the last stage is over. What was dropped keeps its difference from the action that was the best then.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from haggis_cards.arena.bank import Choice, Entry, candidates
from haggis_cards.native import Position
from haggis_cards.rules import Rules
from haggis_cards.training.network import PolicyNetwork
from haggis_cards.training.rollout import NetworkPolicy, Rollout, Try

STAGES: Final = (256, 1024, 4096)  # worlds that have been played after each stage
ROUNDS: Final = 32_768  # played at once by a thread
ELIMINATION_Z: Final = 3.0  # standard errors behind the best, to be dropped


@dataclass
class Race:
    """The candidates of a position, and how rounds that began with them ended."""

    entry: Entry
    position: Position
    legal: list[str]
    places: list[int]
    alive: list[int] = field(default_factory=list)  # the numbers of the candidates that are still played out
    margins: list[list[NDArray[np.float32]]] = field(default_factory=list)  # by candidate, stage by stage
    beaten_by: dict[int, int] = field(default_factory=dict)  # for those that were dropped: the best one of then

    @classmethod
    def of(cls, entry: Entry) -> "Race":
        """The race in a position; hidden cards are those of a world that the seat cannot rule out."""
        match = entry.match()
        view, places = match.view(entry.seat), candidates(match)
        position = Position.from_view(view, Random(0))
        return cls(entry, position, list(view["legal"]), places, list(range(len(places))), [[] for _ in places])

    def tries(self, seed: int) -> Try:
        """What the core is to play out now."""
        return self.position.native, self.entry.seat, [self.places[number] for number in self.alive], seed

    def add(self, margins: NDArray[np.float32]) -> None:
        """How the rounds of one more stage ended, [candidates that are alive, worlds]."""
        for number, row in zip(self.alive, margins, strict=True):
            self.margins[number].append(row)

    def eliminate(self) -> None:
        """Drops the candidates that are clearly behind."""
        played = {number: np.concatenate(self.margins[number]) for number in self.alive}
        order = sorted(self.alive, key=lambda number: -played[number].mean())
        best = played[order[0]]
        for number in order[1:]:
            behind = best - played[number]
            if behind.mean() > ELIMINATION_Z * _error(behind):
                self.beaten_by[number] = order[0]
        self.alive = [number for number in order if number not in self.beaten_by]

    def result(self) -> Entry:
        """The position with the values of its candidates."""
        if not self.margins[0]:
            return self.entry
        played = [np.concatenate(parts) for parts in self.margins]
        best = max(self.alive, key=lambda number: float(played[number].mean()))
        values: dict[int, Choice] = {}
        for number in (*self.alive, *reversed(self.beaten_by)):  # those that beat others come first
            own = played[number]
            rival = self.beaten_by.get(number, best)
            behind = played[rival][: len(own)] - own
            points = values[rival].points - float(behind.mean()) if number in self.beaten_by else float(own.mean())
            values[number] = Choice(self.legal[self.places[number]], points, _error(behind), len(own))
        return replace(self.entry, choices=tuple(sorted(values.values(), key=lambda choice: -choice.points)))


def _error(differences: NDArray[np.float32]) -> float:
    return float(differences.std() / max(len(differences) - 1, 1) ** 0.5)


@dataclass(frozen=True)
class Referee:
    """Plays positions out with a network."""

    network: PolicyNetwork
    device: torch.device
    threads: int = 1
    stages: tuple[int, ...] = STAGES
    rounds: int = ROUNDS

    def judge(self, entries: Sequence[Entry], seed: int, seconds: float = float("inf")) -> Iterator[list[Entry]]:
        """The positions with their values, after each stage; when time is over, the rest keeps what it has."""
        end = time.monotonic() + seconds
        races = [Race.of(entry) for entry in entries]
        policy, before = NetworkPolicy(self.network, temperature=0), 0
        for stage, worlds in enumerate(self.stages):
            self._play(races, policy, worlds - before, f"{seed} {stage}", end)
            yield [race.result() for race in races]
            if time.monotonic() > end:
                return
            for race in races:
                race.eliminate()
            before = worlds

    def _play(self, races: list[Race], policy: NetworkPolicy, worlds: int, seed: str, end: float) -> None:
        batches: SimpleQueue[list[tuple[Race, int]]] = SimpleQueue()
        for batch in self._batches(races, worlds, seed):
            batches.put(batch)
        errors: list[BaseException] = []

        def work() -> None:
            try:
                with torch.cuda.stream(torch.cuda.Stream() if self.device.type == "cuda" else None):  # type: ignore[no-untyped-call]
                    made: Rollout | None = None
                    while time.monotonic() < end and not errors:
                        batch = batches.get_nowait()
                        rules = Rules.from_spec(batch[0][0].entry.rules)
                        count = max(self.rounds, worlds * sum(len(race.alive) for race, _ in batch))
                        if made is None or made.rules != rules or len(made) < count:
                            made = Rollout(rules, count, seed=0, threads=1, device=self.device, pinned=True)
                        self._play_batch(made, batch, policy, worlds)
            except Empty:
                pass
            except BaseException as error:  # raised below
                errors.append(error)

        threads = [Thread(target=work, daemon=True) for _ in range(self.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]

    def _batches(self, races: list[Race], worlds: int, seed: str) -> Iterator[list[tuple[Race, int]]]:
        """Races of one game that are played at once, each with its seed; the longest rounds first."""
        numbered = [(race, Random(f"{seed} {number}").getrandbits(63)) for number, race in enumerate(races)]
        for preset in sorted({race.entry.rules for race in races}, key=lambda preset: -Rules.from_spec(preset).players):
            batch: list[tuple[Race, int]] = []
            for race, own_seed in numbered:
                if race.entry.rules != preset or len(race.alive) == 1:
                    continue
                if batch and worlds * (sum(len(other.alive) for other, _ in batch) + len(race.alive)) > self.rounds:
                    yield batch
                    batch = []
                batch.append((race, own_seed))
            if batch:
                yield batch

    def _play_batch(self, rollout: Rollout, batch: list[tuple[Race, int]], policy: NetworkPolicy, worlds: int) -> None:
        ends = rollout.play_out(policy, [race.tries(seed) for race, seed in batch], worlds)
        first = 0
        for race, _ in batch:
            count = len(race.alive)
            race.add(ends[first : first + count, :, race.entry.seat])
            first += count
