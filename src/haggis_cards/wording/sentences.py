"""Sentences of the rules as data: which of them a game has, and the numbers in them, follow from its facts.

Facts are the fields of `Rules` by their names (`rulebook.facts`). A topic is a row of places; at each place
stands the first of its sentences whose conditions hold, or nothing. `rulebook.py` reads the tables for the terminal and
for paper. `scripts/web_data.py` writes them for the client, which reads them in the same way (`game/rulebook.ts`).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Sentence(NamedTuple):
    """A sentence with slots, the values that facts must have for it, and plays that show what it says."""

    name: str
    text: str
    when: Mapping[str, tuple[Any, ...]]
    plays: tuple[str, ...]


Topics = Mapping[str, tuple[tuple[Sentence, ...], ...]]


def say(name: str, text: str, *plays: str, **when: Any) -> Sentence:
    """A sentence that is said where each of these facts has this value, or one of these values."""
    conditions = {fact: value if isinstance(value, tuple) else (value,) for fact, value in when.items()}
    return Sentence(name, text, conditions, plays)


def topics(**topics: list[Sentence | list[Sentence]]) -> Topics:
    """A list within a topic has the sentences of one place."""
    return {
        topic: tuple((place,) if isinstance(place, Sentence) else tuple(place) for place in places)
        for topic, places in topics.items()
    }
