"""An experiment: the game and its changes, played by the same bots on the same deals.

The first arm is the game as it is, each further arm is the game with a change. In the *field* of an arm the first bot
holds every seat, and each deal is played with every seat as the dealer, so that the luck of the cards does not count
for or against a seat. For the *skill* that a game asks for, the first bot meets the second in the arena.
Everything follows from the seed: deal i has the same cards in all arms whose hands have the same sizes.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypedDict

from haggis_cards.arena.contest import PLAYERS, Contest, Encounter, Players
from haggis_cards.arena.stats import Score
from haggis_cards.arena.table import play_round
from haggis_cards.bots.network import load_network
from haggis_cards.bots.registry import make_bot
from haggis_cards.deal import Deal
from haggis_cards.lab.errors import LabError
from haggis_cards.lab.facts import RoundFacts, facts_of
from haggis_cards.lab.together import play_together
from haggis_cards.match import Match
from haggis_cards.match_end import Rounds
from haggis_cards.rules import Rules

VERSION: Final = 1
NETWORK: Final = "neural"
SKILL_SHARE: Final = 5  # a round with both bots for this many rounds of the field
DEALS_AT_ONCE: Final = 32  # for the network: enough for large products; others play one after the other
FEW_AT_ONCE: Final = 2

Part: TypeAlias = Literal["field", "skill"]


class FieldLine(TypedDict):
    """A deal of the field: a round for each dealer."""

    arm: int
    part: Literal["field"]
    deal: int
    faults: int  # decisions in which a bot failed
    rounds: list[RoundFacts]


class SkillLine(TypedDict):
    """A duplicate deal of the first bot against the second."""

    arm: int
    part: Literal["skill"]
    deal: int
    faults: int
    margin: float  # of the first, in points a round
    wins: float  # the first bot's share of the rounds


Line: TypeAlias = FieldLine | SkillLine


class Task(NamedTuple):
    """Deals of one part of one arm."""

    arm: int
    part: Part
    deals: tuple[int, ...]


@dataclass(frozen=True)
class Arm:
    """A game to measure. With another `stream` it has its own deals, with another `luck` its bots have other seeds."""

    rules: Rules
    label: str
    stream: str = ""
    luck: str = ""

    def shares_deals(self, other: "Arm") -> bool:
        """Whether deals of both are the same cards in the same hands."""
        return self.stream == other.stream and all(
            getattr(self.rules, name) == getattr(other.rules, name)
            for name in ("players", "deck", "hand_size", "haggis_size", "partners")
        )


@dataclass(frozen=True)
class Experiment:
    """The arms, the bots (the first holds all seats of the field, the second is for the skill) and the seed."""

    arms: tuple[Arm, ...]
    bots: tuple[str, ...] = (NETWORK, "greedy")
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.bots) <= 2:
            raise LabError(
                "the lab takes one bot, which plays every seat, or two, as in neural,greedy, to measure what skill is "
                f"worth; not {len(self.bots)}"
            )
        for spec in self.bots:
            make_bot(spec, 0).close()

    @property
    def header(self) -> str:
        """The experiment as the first line of a results file; worker processes rebuild it from this."""
        arms = [{**vars(arm), "rules": arm.rules.spec} for arm in self.arms]
        return json.dumps({"lab": VERSION, "arms": arms, "bots": list(self.bots), "seed": self.seed})

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> "Experiment":
        """The experiment that a header describes."""
        arms = tuple(Arm(**{**arm, "rules": Rules.from_spec(arm["rules"])}) for arm in header["arms"])
        return cls(arms, tuple(header["bots"]), header["seed"])

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """What the two bots play for the skill, by arm."""
        return tuple(Contest(arm.rules, self.bots, self._seed(arm)) for arm in self.arms if len(self.bots) == 2)

    def _seed(self, arm: Arm) -> Any:
        return f"{self.seed} {arm.stream}" if arm.stream else self.seed

    def deals(self, arm: int, part: Part, rounds: int) -> int:
        """How many deals of a part make that many rounds in the field."""
        if part == "field":
            return ceil(rounds / self.arms[arm].rules.players)
        return ceil(rounds / SKILL_SHARE / len(self.contests[arm].mixes)) if self.contests else 0

    def units(self, rounds: int) -> Iterator[tuple[int, Part, int]]:
        """All that is played, as arm, part and deal."""
        parts: tuple[Part, Part] = ("field", "skill")
        for arm in range(len(self.arms)):
            for part in parts:
                yield from ((arm, part, deal) for deal in range(self.deals(arm, part, rounds)))

    def tasks(self, rounds: int, known: Mapping[tuple[int, Part, int], Any]) -> list[Task]:
        """What is left to play in pieces, all arms in step, so that a run that stops early has something of each."""
        missing: dict[tuple[int, Part], list[int]] = {}
        for arm, part, deal in self.units(rounds):
            if (arm, part, deal) not in known:
                missing.setdefault((arm, part), []).append(deal)
        pieces = []
        for (arm, part), deals in missing.items():
            size = DEALS_AT_ONCE if part == "field" and self._network else FEW_AT_ONCE
            pieces += [
                (start / len(deals), Task(arm, part, tuple(deals[start : start + size])))
                for start in range(0, len(deals), size)
            ]
        return [task for _, task in sorted(pieces, key=lambda piece: (piece[0], piece[1].arm, piece[1].part))]

    @property
    def _network(self) -> bool:
        return self.bots[0].partition(":")[0] == NETWORK

    def play(self, task: Task, players: Players) -> list[Line]:
        """Plays the deals of a task."""
        if task.part == "skill":
            return [self._play_skill(task.arm, deal, players) for deal in task.deals]
        if self._network:
            return self._play_together(task)
        return [self._play_field(task.arm, deal, players) for deal in task.deals]

    def start(self, arm: Arm, deal: int, dealer: int) -> Match:
        """A match of one round with the cards of a deal: those of the arena with this seed."""
        cards = Deal.shuffled(arm.rules, Random(f"{self._seed(arm)} deal {deal}"))
        return Match(arm.rules, Rounds(1), deals=[cards], dealer=dealer)

    def _play_together(self, task: Task) -> list[Line]:
        arm, seats = self.arms[task.arm], self.arms[task.arm].rules.seats
        starts = [self.start(arm, deal, dealer).round for deal in task.deals for dealer in seats]
        played = iter(play_together(load_network(self.bots[0].partition(":")[2]), starts))
        return [
            FieldLine(arm=task.arm, part="field", deal=deal, faults=0, rounds=[facts_of(next(played)) for _ in seats])
            for deal in task.deals
        ]

    def _play_field(self, number: int, deal: int, players: Players) -> FieldLine:
        arm, faults = self.arms[number], 0
        rounds = []
        for dealer in arm.rules.seats:
            seeds = [
                Random(f"{self._seed(arm)}{arm.luck} bot {deal} {seat}").getrandbits(32) for seat in arm.rules.seats
            ]
            bots = [players.take(self.bots[0], seat, seed) for seat, seed in enumerate(seeds)]
            after, stats = play_round(self.start(arm, deal, dealer), bots)
            rounds.append(facts_of(after.finished[-1].round))
            faults += sum(len(spent.incidents) for spent in stats)
        return {"arm": number, "part": "field", "deal": deal, "faults": faults, "rounds": rounds}

    def _play_skill(self, arm: int, deal: int, players: Players) -> SkillLine:
        line = self.contests[arm].play(Encounter(deal, (0, 1)), players)
        score = Score(self.arms[arm].rules)
        score.add(line)
        first, second = score.standings
        return {
            "arm": arm,
            "part": "skill",
            "deal": deal,
            "faults": first.incidents + second.incidents,
            "margin": score.margin.mean,
            "wins": first.wins / first.rounds,
        }


@lru_cache(maxsize=1)
def _known(header: str) -> Experiment:
    return Experiment.from_header(json.loads(header))


def play_task(header: str, task: Task) -> list[Line]:
    """Plays a task in a worker, on this machine or another."""
    return _known(header).play(task, PLAYERS)
