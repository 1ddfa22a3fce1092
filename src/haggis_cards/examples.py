"""Examples of combinations, wild courts and bombs, for texts and pictures; all are plays of their game."""

from typing import NamedTuple

from haggis_cards.cards import LOW, RANKS, SUITS, TOP
from haggis_cards.rules import Rules


class Example(NamedTuple):
    """A combination or a bomb: its name, what it is, and cards that are one, each a play."""

    name: str
    says: str
    plays: tuple[str, ...]


def _example(rules: Rules, cards: str) -> str:
    """Cards of an example as this game can have them: lower where grids end lower, in the suits of the deck."""
    ranks = [RANKS.index(card[-2]) + LOW for card in cards.split()]
    lower = max(0, max(ranks) - rules.top_rank)
    known = SUITS[: rules.deck.suits]
    suits = {suit: suit if suit in known else known[-1] for suit in SUITS}
    return " ".join(f"{card[:-2]}{RANKS[RANKS.index(card[-2]) - lower]}{suits[card[-1]]}" for card in cards.split())


def combinations(rules: Rules) -> tuple[Example, ...]:
    """The combinations of a game but bombs, with cards that show them."""
    stairs = ["6r 6b 7r 7b", *["4r 4y 4g 5r 5y 5g"] * (rules.deck.suits > 2)]
    found = [
        Example("Single", "one card", ("8y",)),
        Example("Sequence", "three or more neighbouring ranks in one suit", (_example(rules, "5b 6b 7b"),)),
        Example(
            "Stair",
            "the same run of two or more ranks in two or more suits",
            tuple(_example(rules, stair) for stair in stairs),
        ),
    ]
    if rules.sets:
        found.append(
            Example(
                "Set",
                "two or more cards of one rank",
                (_example(rules, "6r 6g 6b" if rules.deck.suits > 2 else "6r 6b"),),
            )
        )
    return tuple(found)


def twice_in_a_stair(rules: Rules) -> Example | None:
    """The Stair that only a double deck has."""
    says = "There are two copies of each card, so a Stair may hold a suit twice"
    return Example("Stair", says, (_example(rules, "6b 6b 7b 7b"),)) if rules.deck.copies == 2 else None


def bombs(rules: Rules) -> tuple[Example, ...]:
    """The bombs of a game from low to high."""
    mixed = Example("3-5-7-9", "in four different suits", ("3r 5y 7g 9b",))
    suit = SUITS[: rules.deck.suits][min(2, rules.deck.suits - 1)]
    return (
        *[mixed] * (rules.deck.suits > 3),
        *(Example(courts, "", (courts,)) for courts in ("J Q", "J K", "Q K", "J Q K")),
        Example("3-5-7-9", "in one suit", (f"3{suit} 5{suit} 7{suit} 9{suit}",)),
    )


def wild_examples(rules: Rules) -> tuple[Example, ...]:
    """What a court can stand for beside number cards."""
    run = _example(rules, "5b J=6b 7b")
    above = rules.top_rank > TOP
    highest = "its own rank" if above else f"{rules.top_rank}"
    says = f"any card from 2 to {highest} that the play lacks"
    found = [Example("In a Sequence or Stair", says, (run, *["9r Tr J=Jr"] * above))]
    if rules.sets:
        pair = _example(rules, "6r 6b")
        found.append(Example("In a Set", "one more card of the rank", (f"{pair} J={pair[0]}",)))
    return tuple(found)
