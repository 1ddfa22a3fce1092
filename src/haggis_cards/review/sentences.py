"""The words of reasons: one sentence for each code of a fact. The page's catalogue is made from this table.

A sentence has slots for the parameters of its fact. Where its text depends on a number, it has the plural forms of
English by the name of that parameter: `{"cards": {"one": ..., "other": ...}}`. `best` and `other` are deals out of 100,
or means, of the better answer and of the other one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from haggis_cards.review.model import FactData

Forms: TypeAlias = Mapping[str, Mapping[str, str]]
Template: TypeAlias = str | Forms


def _plural(number: str, one: str, other: str) -> Forms:
    return {number: {"one": one, "other": other}}


def _points(text: str, number: str = "points") -> Forms:
    """Both forms of a text that says "points"."""
    return _plural(number, text.replace(" points", " point", 1), text)


def _cards(text: str, number: str) -> Forms:
    """Both forms of a text that says "cards"."""
    return _plural(number, text.replace(" cards", " card", 1), text)


SENTENCES: Final[Mapping[str, Template]] = {
    # What the position shows
    "goes-out": "you go out at once",
    "few-left": _cards("you have only {count} cards left then", "count"),
    "bomb": "your bomb {bomb} stays whole",
    "bomb-last": _cards("your bomb {bomb} stays whole, and you have only {count} other cards then", "count"),
    "bomb-kept": "you keep your bomb {bomb} for later",
    "bomb-gives": "a bomb would give the cards of this trick away",
    "sequence": "your sequence {cards} stays whole",
    "stair": "your stair {cards} stays whole",
    "set": "your set {cards} stays whole",
    "plays": _plural(
        "best",
        "without courts, the rest of your hand takes {best} play instead of {other}",
        "without courts, the rest of your hand takes {best} plays instead of {other}",
    ),
    "loose": "the {cards} is part of no combination without a court",
    "kept": _plural("count", "you keep the {cards} for later", "you keep {cards} for later"),
    "answer": "you can still answer with the {court}",
    "lower": "the {cards} wins more tricks later than the {lower}",
    "shed": _cards("you get rid of {best} cards at once instead of {other}", "best"),
    "partner-wins": "your partner is winning this trick",
    "threat": _cards("an opponent has only {count} cards left, and may score 5 for each card in your hand", "count"),
    # What happened in the deals that were played out
    "first-out": "you go out first in {best} of 100 deals instead of {other}",
    "bet-made": "you go out first, as you bet, in {best} of 100 deals instead of {other}",
    "bid-made": "you go out first, as you bid, in {best} of 100 deals instead of {other}",
    "partner-first-out": "your partner goes out first in {best} of 100 deals instead of {other}",
    "bet-stopped": "an opponent's bet of {value} succeeds in {best} of 100 deals instead of {other}",
    "bid-stopped": "the Shepherd's bid of {value} succeeds in {best} of 100 deals instead of {other}",
    "stopped": _cards(
        "an opponent with {count} cards goes out first in {best} of 100 deals instead of {other}", "count"
    ),
    "still-out": "you get rid of all your cards in {best} of 100 deals instead of {other}",
    "though": "it is better although you go out first in {best} of 100 deals instead of {other}",
    "trick": "you win this trick in {best} of 100 deals instead of {other}",
    "lead": "you lead the next trick in {best} of 100 deals instead of {other}",
    "side-lead": "you or your partner lead the next trick in {best} of 100 deals instead of {other}",
    "trick-points": _points("this trick brings you about {best} points instead of {other}", "best"),
    "trick-given": _points("you give away about {best} points with this trick instead of {other}", "best"),
    "court": "you still have the {court} after this trick in {best} of 100 deals instead of {other}",
    "court-kept": "you keep the {court} for later",
    "held": _cards("you are down to about {best} cards after this trick instead of {other}", "best"),
    "left": _cards("you are left with about {best} cards at the end of the round instead of {other}", "best"),
    "trick-bonus": _points(
        "going out scores you about {best} points instead of {other}: the first player out scores 5 for each card in "
        "the larger hand, but only with the trick",
        "best",
    ),
    # What the points add up to, where nothing else explains them
    "captured": _points("you capture about {points} more points"),
    "going-out": _points("you gain about {points} more points by going out"),
    "given": _points("others gain about {points} fewer points by going out"),
    "cards": _points("the cards of the tricks put you about {points} points further ahead"),
    "bonus": _points("going out puts you about {points} points further ahead"),
    "bets": _points("the bets put you about {points} points further ahead"),
    "bid": _points("the bid puts you about {points} points further ahead"),
    "points": _points("it is worth about {points} more points on average"),
    # Endings, bets, outlooks
    "solved": _points("you know all cards that are left: played to the end, it is worth {points} more points"),
    "solved-best": "you know all cards that are left: played to the end, nothing is worth more",
    "bet": "a bet of {value} succeeds in {best} of 100 deals; it pays off above {least}",
    "bet-wins": _points("a bet of {value} gains you about {points} points on average"),
    "bet-costs": _points("a bet of {value} costs you about {points} points on average"),
    "bid-outlook": "with a bid of {value} you go out first in {best} of 100 deals",
    "outlook": "you go out first in {best} of 100 deals",
    "equal": "{action} is about as good",
    # Puzzles
    "open": _points("against the best defence it is worth {points} more points than the next best, {action}"),
    "sure": "you go out first in every deal that you cannot rule out: there are {deals} of them",
    "best": _points("on average over {worlds} deals it is worth {points} more points than the next best, {action}"),
    "tempting": "a player by rules of thumb would choose {action}",
}
# Codes that only add points up: they stand where there is no cause.
SUMS: Final = frozenset({"captured", "going-out", "given", "cards", "bonus", "bets", "bid", "points"})
CARDS: Final = frozenset({"bomb", "cards", "lower"})  # parameters that are cards


def plain(action: str) -> str:
    """An action as notation, and a play as its cards alone."""
    return action.removeprefix("play ")


def fact_words(one: FactData, show: Callable[[str], str] = plain) -> str:
    """One fact; `show` writes an action."""
    template = SENTENCES[one["code"]]
    if not isinstance(template, str):
        ((number, forms),) = template.items()
        template = forms["one" if one["params"][number] == 1 else "other"]
    return template.format(**{name: _shown(name, value, show) for name, value in one["params"].items()})


def sentence(facts: Sequence[FactData], show: Callable[[str], str] = plain) -> str:
    """The reason in words, a sentence for each fact; `show` writes an action."""
    words = [fact_words(one, show) for one in facts]
    return " ".join(f"{one[:1].upper()}{one[1:]}." for one in words)


def points_text(points: float) -> str:
    """Points with their noun."""
    return f"{points:.0f} {'point' if round(points) == 1 else 'points'}"


def _shown(name: str, value: Any, show: Callable[[str], str]) -> Any:
    if isinstance(value, int):
        return f"{value:,}"
    return show(value) if name == "action" else show(f"play {value}") if name in CARDS else value
