"""A player's profile: the mistakes of several matches, by theme."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypedDict

from haggis_cards.review.classes import CLASSES
from haggis_cards.review.model import DecisionData, ReviewData, Theme

# What each theme is about, in a player's words.
THEMES: Final[Mapping[Theme, str]] = {
    "leads": "what to lead",
    "follows": "what to follow with",
    "passes": "passing where a play was better",
    "holds": "playing where a pass was better",
    "bombs": "when to bomb",
    "courts": "spending courts",
    "bets": "bets",
    "bids": "bids",
    "exchange": "cards for the partner",
    "burial": "cards to bury",
    "after-bombs": "what to choose after a bomb",
}


class ThemeData(TypedDict):
    """The decisions of one theme that were not good."""

    theme: Theme
    count: int
    loss: float


class ProfileData(TypedDict):
    """One player over all matches; the most expensive theme first."""

    player: str
    matches: int
    rounds: int
    decisions: int
    loss: float
    classes: dict[str, int]
    themes: list[ThemeData]


def name_of(review: ReviewData, seat: int) -> str:
    """The player in a seat."""
    return review["players"][seat] if review["players"] else f"Seat {seat}"


def worst(reviews: Iterable[ReviewData]) -> list[tuple[ReviewData, DecisionData]]:
    """The decisions that are not good, the most expensive first."""
    found = [(review, one) for review in reviews for one in _decisions(review) if one["verdict"] != "good"]
    return sorted(found, key=lambda pair: -pair[1]["loss"])


def profiles(reviews: Iterable[ReviewData]) -> list[ProfileData]:
    """A profile for each player, by name; seats of matches without names are players of their own."""
    found: dict[str, ProfileData] = {}
    for review in reviews:
        for seat in review["seats"]:
            name = name_of(review, seat)
            profile = found.setdefault(name, _empty(name))
            profile["matches"] += 1
            profile["rounds"] += len(review["rounds"])
            for one in _decisions(review):
                if one["seat"] == seat:
                    _count(profile, one)
    for profile in found.values():
        profile["themes"].sort(key=lambda theme: -theme["loss"])
    return list(found.values())


def _decisions(review: ReviewData) -> Iterator[DecisionData]:
    for done in review["rounds"]:
        yield from done["decisions"]


def _empty(name: str) -> ProfileData:
    classes: dict[str, int] = {verdict: 0 for verdict, _ in CLASSES}
    return {"player": name, "matches": 0, "rounds": 0, "decisions": 0, "loss": 0.0, "classes": classes, "themes": []}


def _count(profile: ProfileData, decision: DecisionData) -> None:
    profile["decisions"] += 1
    theme = decision["theme"]
    if theme is None:
        return
    profile["loss"] = round(profile["loss"] + decision["loss"], 2)
    profile["classes"][decision["verdict"]] += 1
    entry = next((one for one in profile["themes"] if one["theme"] == theme), None)
    if entry is None:
        entry = {"theme": theme, "count": 0, "loss": 0.0}
        profile["themes"].append(entry)
    entry["count"] += 1
    entry["loss"] = round(entry["loss"] + decision["loss"], 2)
