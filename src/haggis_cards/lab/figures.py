"""The figures of a game: what a round adds to each, and how it is named and shown.

A figure is a ratio: what a round adds to its sum, and to what it is counted by, which is 1 for all that is a round's.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias

from haggis_cards.lab.facts import RoundFacts
from haggis_cards.rules import Rules

Unit: TypeAlias = Literal["", "points", "%"]

LENGTH, SEATS, POINTS, BETS, COURSE, PLAYS, SKILL = (
    "Length",
    "Seats",
    "Where points come from",
    "Bets",
    "The course of a round",
    "What is played",
    "Skill",
)
GROUPS: Final = (LENGTH, SEATS, POINTS, BETS, COURSE, PLAYS, SKILL)

# What gives points, by the rules of `scoring.Source`.
SOURCES: Final = {
    "captured cards": ("tricks",),
    "cards left in hands": ("hand",),
    "the haggis": ("haggis",),
    "going out": ("out", "out-trick"),
    "bets won": ("bet",),
    "bets lost": ("bet-failed",),
    "bids won": ("bid",),
    "bids lost": ("bid-failed",),
}
SHAPES: Final = (
    "Single",
    *("Sequence of 3", "Sequence of 4", "Sequence of 5", "Sequence of 6 or more"),
    *("Stair of 2 × 2", "Stair of 2 × 3", "Stair of 3 × 2", "larger Stair"),
    *("Set of 2", "Set of 3", "Set of 4 or more"),
    *("Bomb 3-5-7-9 in four suits", "Bomb J Q", "Bomb J K", "Bomb Q K", "Bomb J Q K", "Bomb 3-5-7-9 in one suit"),
)
ORDINALS: Final = ("first", "second", "third", "fourth")


class Figure(NamedTuple):
    """A figure of a game: its name in the group, its unit, and what a round adds to it."""

    group: str
    label: str
    unit: Unit
    of: Callable[[RoundFacts], tuple[float, float]]

    @property
    def key(self) -> tuple[str, str]:
        return self.group, self.label


def _a_round(group: str, label: str, unit: Unit, of: Callable[[RoundFacts], float]) -> Figure:
    return Figure(group, label, unit, lambda facts: (float(of(facts)), 1.0))


def figures_of(rules: Rules) -> list[Figure]:
    """The figures that every round of a game adds to."""
    return [*_length(), *_seats(rules), *_points(), *_bets(rules), *_course(rules), *_plays()]


def _length() -> Iterator[Figure]:
    yield _a_round(LENGTH, "plays", "", lambda facts: facts["plays"])
    yield _a_round(LENGTH, "passes", "", lambda facts: facts["passes"])
    yield _a_round(LENGTH, "tricks", "", lambda facts: facts["tricks"])
    yield Figure(LENGTH, "plays a trick", "", lambda facts: (facts["plays"], facts["tricks"]))
    yield _a_round(LENGTH, "cards left in hands", "", lambda facts: facts["left"])


def _seats(rules: Rules) -> Iterator[Figure]:
    """How far each seat is ahead of the others, and how often it is first out, by its distance from the lead."""
    count = rules.players
    key: Literal["dealer", "lead"] = "dealer" if rules.opening == "auction" else "lead"

    def ahead(facts: RoundFacts, seat: int) -> float:
        side = rules.sides[seat % count]
        others = [points for other, points in enumerate(facts["points"]) if other != side]
        return facts["points"][side] - fmean(others)

    def at(place: int) -> Callable[[RoundFacts], float]:
        return lambda facts: ahead(facts, facts[key] + place)

    def is_first(place: int) -> Callable[[RoundFacts], float]:
        return lambda facts: facts["out"][0] == (facts[key] + place) % count

    names = _place_names(rules)
    for place in range(rules.side_count):
        name = names[place] + (" and the partner" if rules.partners else "")
        if rules.partners and place == count // 2 - 1:
            name = f"{names[-1]} and the partner"
        yield _a_round(SEATS, f"{name}: points ahead", "points", at(place))
    if rules.opening == "auction":
        yield _a_round(SEATS, "the first lead: points ahead", "points", lambda facts: ahead(facts, facts["lead"]))
        yield Figure(
            SEATS,
            "the Shepherd: points ahead",
            "points",
            lambda facts: (sum(ahead(facts, bid["seat"]) for bid in facts["bets"]), float(len(facts["bets"]))),
        )
    for place, name in enumerate(names):
        yield _a_round(SEATS, f"{name}: first out", "%", is_first(place))


def _place_names(rules: Rules) -> list[str]:
    """The seats from the first lead on, the last of them the dealer; before an auction from the dealer on."""
    if rules.opening == "auction":
        return ["the dealer", *(f"{ORDINALS[place]} to bid" for place in range(1, rules.players))]
    middle = (f"{ORDINALS[place]} to play" for place in range(1, rules.players - 1))
    return ["the lead", *middle, "the dealer"]


def _points() -> Iterator[Figure]:
    yield _a_round(POINTS, "all together", "points", lambda facts: sum(facts["points"]))
    for label, rules in SOURCES.items():
        yield _a_round(POINTS, label, "points", _from(rules))


def _from(rules: Sequence[str]) -> Callable[[RoundFacts], float]:
    return lambda facts: sum(facts["sources"].get(rule, 0) for rule in rules)


def _bets(rules: Rules) -> Iterator[Figure]:
    what = "bids" if rules.opening == "auction" else "bets"
    yield _a_round(BETS, f"{what} a round", "", lambda facts: len(facts["bets"]))
    yield Figure(
        BETS,
        f"{what} won, of all {what}",
        "%",
        lambda facts: (float(sum(bet["won"] for bet in facts["bets"])), float(len(facts["bets"]))),
    )
    yield Figure(
        BETS,
        f"value of a {what[:-1]}",
        "points",
        lambda facts: (float(sum(bet["value"] for bet in facts["bets"])), float(len(facts["bets"]))),
    )


def _course(rules: Rules) -> Iterator[Figure]:
    def lead(facts: RoundFacts) -> float:
        best, second, *_ = sorted(facts["points"], reverse=True)
        return best - second

    def wins(facts: RoundFacts) -> float:
        return facts["points"][rules.sides[facts["out"][0]]] == max(facts["points"])

    yield _a_round(COURSE, "the first out scores most", "%", wins)
    yield _a_round(COURSE, "first out from behind", "%", lambda facts: facts["behind"])
    yield _a_round(COURSE, "ties for the best score", "%", lambda facts: not lead(facts))
    yield _a_round(COURSE, "best less second-best score", "points", lead)
    if rules.slam:
        yield _a_round(COURSE, "slams", "%", lambda facts: facts["slam"])


def _plays() -> Iterator[Figure]:
    for shape in SHAPES:
        yield _a_round(PLAYS, shape, "", _count({shape}))
    yield _a_round(PLAYS, "all Bombs", "", _count({shape for shape in SHAPES if shape.startswith("Bomb")}))


def _count(shapes: Set[str]) -> Callable[[RoundFacts], float]:
    return lambda facts: sum(count for shape, count in facts["shapes"].items() if shape in shapes)
