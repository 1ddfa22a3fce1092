"""A bank of positions with reference values: how many points a decision of a bot loses, in a minute.

A position is a decision in a round that bots of different strength have played. The reference value of an action is
the mean margin at the end of the round over many determinizations (deals that the seat cannot rule out), with the large
network playing on for everybody (`haggis_cards.training.reference`). A bot's loss in a position is the value of the
best action minus that of its own.

A bank is a file of JSON lines, compressed with xz: first a line about the bank, then a line for each position. Each
holds the round as a record does, the seat, and the actions with their values, the best first.
"""

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.workers import spread
from haggis_cards.bots import Bot, make_bot
from haggis_cards.match import Match, Record
from haggis_cards.match_end import Rounds
from haggis_cards.native import Position
from haggis_cards.replay import VERSION

FORMAT: Final = 1
PACKAGED: Final = "bank.jsonl.xz"
PLAYERS: Final = ("neural", "neural", "greedy", "greedy:30", "random")  # who plays the rounds, drawn seat by seat
RARE: Final = 0.25  # of the positions: a phase is drawn first, so that rare ones are not missing
SHARES: Final[Mapping[str, int]] = {  # of the presets among the positions; rounds of Neeps take longest to play out
    "haggis-2": 10,
    "haggis-3": 7,
    "tatties-3": 4,
    "neeps-4": 4,
    "tatties-3-2024": 3,
    "neeps-4-2024": 2,
}


class Choice(NamedTuple):
    """An action and its reference value."""

    action: str
    points: float  # ahead of the other sides at the end of the round, on average
    error: float  # the standard error of its difference from the best action
    worlds: int  # deals in which both were played out


@dataclass(frozen=True)
class Entry:
    """A position, and what its actions are worth, the best first; no choices if that is not known yet."""

    rules: str
    round: Mapping[str, Any]  # as in a record, up to the decision
    seat: int
    choices: tuple[Choice, ...] = ()

    def match(self) -> Match:
        """A match whose first round stands at the decision."""
        end = {"rounds": 1}
        rounds = [dict(self.round)]
        data = {"haggis": VERSION, "rules": self.rules, "end": end, "dealer": self.round["dealer"], "rounds": rounds}
        return Record(data).replay()

    def loss(self, action: str) -> float:
        """What an action loses against the best one; one that has no value counts as the worst that has."""
        points = {choice.action: choice.points for choice in self.choices}
        return self.choices[0].points - points.get(action, self.choices[-1].points)


@dataclass(frozen=True)
class Bank:
    """Positions, and how they and their values were made."""

    about: Mapping[str, Any]
    entries: tuple[Entry, ...]

    @classmethod
    def load(cls, path: Path | None = None) -> "Bank":
        """The bank of a file, or that of the package."""
        source = path or files("haggis_cards.arena").joinpath(PACKAGED)
        try:
            with source.open("rb") as file:
                about, *lines = lzma.decompress(file.read()).decode().splitlines()
            return cls(_about(about), tuple(map(_entry, lines)))
        except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
            raise ArenaError(f"{path or 'the package'} has no bank of positions: {error}") from None

    def save(self, path: Path) -> None:
        """Writes the bank to a file."""
        rows = [dict(self.about) | {"bank": FORMAT}, *(_line(entry) for entry in self.entries)]
        text = "\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        path.write_bytes(lzma.compress(text.encode(), preset=9))


def _about(line: str) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(line)
    if about["bank"] != FORMAT:
        raise ValueError(f"its format is {about['bank']}, not {FORMAT}")
    return about


def _line(entry: Entry) -> dict[str, Any]:
    choices = [[action, round(points, 2), round(error, 2), worlds] for action, points, error, worlds in entry.choices]
    return {"rules": entry.rules, "round": dict(entry.round), "seat": entry.seat, "choices": choices}


def _entry(line: str) -> Entry:
    data = json.loads(line)
    return Entry(data["rules"], data["round"], data["seat"], tuple(Choice(*row) for row in data["choices"]))


# Positions


def draw_entries(count: int, seed: int, *, jobs: int = 1, presets: Sequence[str] = tuple(SHARES)) -> list[Entry]:
    """Positions of mixed play, without values; the same for the same seed."""
    shared = [preset for preset in presets for _ in range(SHARES[preset])]
    numbered = [
        (shared[Random(f"{seed} {number}").randrange(len(shared))], f"{seed} {number}") for number in range(count)
    ]
    return list(spread(_draw, numbered, jobs=jobs))


def _draw(numbered: tuple[str, str]) -> Entry:
    """A decision with several candidates, out of a round that drawn bots play."""
    preset, name = numbered
    rng = Random(name)
    while True:
        match = Match(preset, Rounds(1), seed=rng.getrandbits(64))
        bots = [make_bot(rng.choice(PLAYERS), rng.getrandbits(32)) for _ in match.rules.seats]
        decisions: dict[str, list[Match]] = {}
        while not match.over:
            seat = match.to_act[0]
            view = match.view(seat)
            action = view["legal"][0]
            if len(view["legal"]) > 1:
                decisions.setdefault(view["phase"], []).append(match)
                action = bots[seat].decide(view).action
            match = match.act(seat, action)
        phases = [rng.choice(list(decisions.values()))] if rng.random() < RARE else list(decisions.values())
        chosen = rng.choice([match for phase in phases for match in phase])
        if len(candidates(chosen)) > 1:
            return Entry(preset, Record.from_match(chosen).data["rounds"][-1], chosen.to_act[0])


def candidates(match: Match) -> list[int]:
    """The places, in the legal list of the seat to act, of the actions that the core's policy offers the network."""
    position = Position.from_view(match.view(match.to_act[0]), Random(0))
    return list(position.select_candidates(match.to_act[0])[1])


# Measuring


class Loss(NamedTuple):
    """What a bot's decision loses in a position."""

    rules: str
    points: float
    known: bool  # whether the bank has a value for the action


def measure(spec: str, entries: Sequence[Entry], *, jobs: int = 1, seed: int = 1) -> Iterator[Loss]:
    """The losses of a bot, in the order of the positions."""
    return spread(partial(_loss, spec, seed), entries, jobs=jobs)


def _loss(spec: str, seed: int, entry: Entry) -> Loss:
    bot, match = _measured(spec, seed), entry.match()
    if reseed := getattr(bot, "reseed", None):
        reseed(seed)
    action = bot.decide(match.view(entry.seat)).action
    if action.startswith("bet "):  # the bank is about what follows a bet, or no bet
        action = bot.decide(match.act(entry.seat, action).view(entry.seat)).action
    return Loss(entry.rules, entry.loss(action), any(choice.action == action for choice in entry.choices))


@lru_cache(maxsize=1)
def _measured(spec: str, seed: int) -> Bot:
    return make_bot(spec, seed)


def mean_loss(losses: Sequence[Loss], others: Sequence[Loss] | None = None) -> tuple[float, float]:
    """The mean and half of its 95% interval; with the losses of another bot, of the difference in each position."""
    points = np.array([loss.points for loss in losses])
    if others is not None:
        points = points - np.array([loss.points for loss in others])
    return float(points.mean()), float(1.96 * points.std(ddof=1) / len(points) ** 0.5)
