"""Every number on a sheet is one of the game's `Rules`: what this file does not expect, and what is missing, fails."""

import re
from collections.abc import Callable, Iterator

import pytest

from haggis_cards import Rules
from haggis_cards.cards import ALL_COURTS, LINE, parse_cards
from haggis_cards.round import OUT_BONUS
from haggis_cards.rulebook import said
from haggis_cards.scoring import card_points
from haggis_cards.sheets import KINDS, Kind, make_sheet
from haggis_cards.sheets.aid import pictures
from tests.sheets.support import GAMES, IDS, page_texts, ranks, squeezed

Expected = Iterator[str]


def in_words(values: tuple[int, ...], word: str) -> str:
    *lower, highest = map(str, values)
    return f"{', '.join(lower)} {word} {highest}" if lower else highest


def house_text(rules: Rules) -> str:
    values = {name: ",".join(map(str, v)) if isinstance(v, tuple) else str(v) for name, v in rules.house.items()}
    values = {name: value.lower() if value in ("True", "False") else value for name, value in values.items()}
    return ", ".join(f"{name}={value}" for name, value in values.items())


def frame(rules: Rules) -> Expected:
    """The head and the foot of most sheets."""
    yield f"{rules.players} players{', in two partnerships' if rules.partners else ''} · edition {rules.edition}"
    yield rules.preset + (f" · house rules: {house_text(rules)}" if rules.house else "")


def opening(rules: Rules) -> Expected:
    if rules.opening == "auction":
        yield f"everybody bids {in_words(rules.bets, 'or')} on"
        yield "3 cards with the lowest bid, 2 with the middle one, 1 with the highest"


def bets(rules: Rules) -> Expected:
    if rules.open_bets:
        yield f"you may bet {in_words(rules.bets, 'or')} that"


def bonus(rules: Rules) -> Expected:
    if rules.out_bonus == "trick":
        yield f"the winner scores {OUT_BONUS} for each card"
        yield f"The second player out scores {OUT_BONUS} for each card"
    else:
        yield f"score{'' if rules.players == 2 else 's'} {OUT_BONUS} for each card"


def worth(rules: Rules, card: str) -> int:
    return card_points(rules, parse_cards(card))


def rule_sheet(rules: Rules) -> Expected:
    yield from frame(rules)
    if rules.house:
        yield f"House rules of this table: {house_text(rules)}"
    low, high = rules.suggested_goal
    rounds = "{} to {} rounds, or ".format(*rules.suggested_rounds) if rules.suggested_rounds else ""
    numbers = LINE * rules.deck.suits * rules.deck.copies
    yield f"{rules.players} players {numbers} number cards {rules.hand_size} + J Q K dealt to each"
    yield f"{rules.haggis_size or 'none'} haggis {' · '.join(map(str, rules.bets))} b"
    if rules.suggested_rounds:
        yield "{}–{} rounds {}–{} or points".format(*rules.suggested_rounds, low, high)
    else:
        yield f"{low}–{high} points"
    yield f"Play {rounds}until a total reaches {low} to {high} points at the end"
    yield f"Number cards go from 2 to 10 in {rules.deck.suits} suits"
    yield f"bet cards of {in_words(rules.bets, 'and')};"
    yield f"Everybody gets {rules.hand_size} number cards, so a hand has {rules.hand_size + 3}."
    if rules.haggis_size:
        yield f"{rules.haggis_size} cards lie face down"
    yield from (*opening(rules), *bets(rules), *bonus(rules))
    for topic in ("combinations", "courts", "bombs"):
        for one in said(rules, topic):
            yield ranks(one.line) if one.plays else ""
    if rules.top_rank <= 10:
        yield f"Above {rules.top_rank} there are only"
    yield "a Single above 10"
    yield "A 3-5-7-9 takes no courts"
    if rules.points == "printed":
        yield (
            f"Each 3, 5, 7 and 9 on a score pile counts {worth(rules, '3r')}, a Jack {worth(rules, 'J')}, "
            f"a Queen {worth(rules, 'Q')}, a King {worth(rules, 'K')}, all other cards nothing"
        )
    else:
        yield f"Each card on a score pile counts {worth(rules, '2r')}."


def aid(rules: Rules) -> Expected:
    yield f"player aid · {rules.preset}"
    for _, says, play in pictures(rules):
        yield f"{says} {ranks(play)}"
    for place, bomb in enumerate((one for one in said(rules, "bombs") if one.plays), 1):
        yield f"{bomb.text[:-1]} {place} {ranks(bomb.plays[0])}"
    if rules.points == "printed":
        courts = " ".join(f"{court} {worth(rules, court)}" for court in "JQK")
        yield f"3 5 7 9 {worth(rules, '9r')} {courts} others {worth(rules, '2r')}"
    else:
        yield f"any card {worth(rules, 'K')}"
    yield from (*opening(rules), *bets(rules), *bonus(rules))


def scores(rules: Rules) -> Expected:
    yield from frame(rules)
    for side in range(rules.side_count):
        yield f"{'Side' if rules.partners else 'Player'} {side + 1}"
    yield f"Out: {OUT_BONUS} for each card"
    courts = rules.players * card_points(rules, ALL_COURTS)
    cards = courts + sum(card_points(rules, card) for card in rules.deck.cards())
    at_most = " at most" * (rules.last_hand == "nobody" or (rules.partners and not rules.slam))
    yield f"its cards count {cards} in all{at_most}, {courts} of them the courts"
    if rules.opening == "auction":
        yield "(" + ", ".join(f"{bid}: {bid - bid // 3} and {bid // 3}" for bid in rules.bets) + ")"
    low, high = rules.suggested_goal
    rounds = (
        "has {} to {} rounds, the tinted ones, or ".format(*rules.suggested_rounds or ())
        if rules.suggested_rounds
        else ""
    )
    yield f"A match {rounds}ends at {low} to {high} points"


def tokens(rules: Rules) -> Expected:
    yield from frame(rules)
    for seat in rules.seats:
        for place, bet in enumerate(rules.bets):
            if rules.opening == "auction":
                third = bet // 3
                below = (
                    f"draw and return {3 - place} first out: {bet} for you else {2 * third} and {third} for the Sheep"
                )
            else:
                promise = "I will be first out" if rules.bet_rule == "out" else f"I will score {bet} or more"
                below = f"{promise} made: {bet * rules.bet_multiplier} · failed: {bet}"
            yield f"player {seat + 1} {bet} {below}"


def decks(rules: Rules) -> Expected:
    yield from frame(rules)
    suits = {"r": "hearts", "y": "spades", "g": "clubs", "b": "diamonds", "o": "hearts with a mark"}
    for suit in "rygbo"[: rules.deck.suits]:
        copies = 1 if suit == "o" else rules.deck.copies
        yield "2310–" * copies + f"2 to 10 of {suits[suit]} {('', 'once', 'twice')[copies]}"
    if rules.deck == (5, 2):
        yield "2310– 2 to 10 of spades with a mark once"
    yield f"for each of the {rules.players} players"
    numbers, courts = LINE * rules.deck.suits * rules.deck.copies, 3 * rules.players
    yield f"Number cards: the 2 to 10 of {('', '', 'two', 'three', 'four', 'five')[rules.deck.suits]} suits"
    yield f"as shown: {numbers} cards"
    yield f"The table needs {numbers} number cards and {courts} courts, {numbers + courts} in all"
    yield f"deal {rules.hand_size} to each of {rules.players} players"
    if rules.haggis_size:
        yield f"The {rules.haggis_size} cards that remain"
    yield "A card of rank 10 is"
    yield f"For bets of {', '.join(map(str, rules.bets))},"


EXPECTED: dict[Kind, Callable[[Rules], Expected]] = {
    "rules": rule_sheet,
    "aid": aid,
    "scores": scores,
    "tokens": tokens,
    "decks": decks,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rules", GAMES, ids=IDS)
def test_R2_every_number_on_a_sheet_is_of_the_rules(rules: Rules, kind: Kind) -> None:
    """R1.1, R1.3, R2, R4.4, R6.2, R7.4, R7.5, R8.1, R8.2, R10: what is expected is there, and no other digit is."""
    (text,) = page_texts(make_sheet(rules, kind))
    if kind == "scores":
        rows = re.search(r"1234567891011\d*", text)
        assert rows
        assert "".join(map(str, range(1, 40))).startswith(rows[0])
        text = text.replace(rows[0], "")
    expected = [squeezed(words) for words in EXPECTED[kind](rules) if words]
    rest = text
    for words in sorted(expected, key=len, reverse=True):
        assert words in text
        rest = rest.replace(words, "|")
    assert not re.findall(r".{0,30}\d.{0,30}", rest)
