"""Helpers of the engine's tests: deals completed from a few named cards, positions in mid-round, random play."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from haggis_cards import (
    RULES,
    Action,
    Bet,
    Deal,
    IllegalAction,
    Match,
    Phase,
    Round,
    Rounds,
    Rules,
)
from haggis_cards.actions import parse_seated
from haggis_cards.cards import gather, parse_card, parse_cards, text
from haggis_cards.match_end import End

PRESETS = (
    "haggis-2",
    "haggis-3",
    "tatties-3",
    "neeps-4",
    "tatties-3-2024",
    "neeps-4-2024",
    "haggis-2-2010",
    "haggis-3-2010",
)

# Every preset, and every house rule at least once: the tables at which the properties are tried.
TABLES: tuple[str | dict[str, Any], ...] = (
    *PRESETS,
    {"preset": "haggis-2", "sets": True, "bet_rule": "score", "haggis_to": "last_to_play"},
    {"preset": "haggis-3", "sets": True, "bet_rule": "score", "haggis_to": "last_to_play", "bets": [5, 10]},
    {"preset": "haggis-3", "reenter": False, "points": "flat"},
    {"preset": "haggis-3", "bet_rule": "score", "bets_until": "first-card"},
    {"preset": "tatties-3", "sets": True, "bets": [9, 18, 27]},
    {"preset": "neeps-4", "sets": True, "reenter": False, "points": "printed"},
    {"preset": "tatties-3", "last_hand": "nobody", "points": "printed"},
    {"preset": "tatties-3-2024", "last_hand": "nobody", "haggis_to": "last_to_play"},
    {"preset": "haggis-3", "top_rank": 13, "bomb_to": "previous", "last_hand": "first_out", "tie": "play_on"},
    {"preset": "tatties-3-2024", "out_bonus": "immediate", "top_rank": 13},
    {"preset": "neeps-4-2024", "bomb_to": "opponents", "sets": True, "top_rank": 13},
    {"preset": "haggis-3-2010", "bomb_to": "previous", "failed_bet_to": "first_out", "last_hand": "last_out"},
)
NEEPS = RULES["neeps-4"].replace(sets=True)
RICHEST = "2r 3r 4r 5r 6r 7r 8r 9r Tr 2b 3b 4b 5b 6b 7b 8b 9b Tb"  # with courts, the hand with the most plays


def name_of(table: object) -> str:
    """A table's name for the test's id."""
    if not isinstance(table, dict):
        return str(table)
    return "-".join([table["preset"], *(f"{key}={value}" for key, value in table.items() if key != "preset")])


def cards_of(line: str) -> list[int]:
    """Single cards by their names, in the order given."""
    return [parse_card(name) for name in line.split()]


def deal(rules: Rules | str, *hands: str, haggis: str = "") -> Deal:
    """A whole deal: the named cards where they are named, the rest of the deck in its own order where there is room."""
    rules = Rules.from_spec(rules)
    rest = rules.deck.cards()
    named = [cards_of(hand) for hand in hands] + [[] for _ in range(rules.players - len(hands))]
    top = cards_of(haggis)
    for card in [card for hand in (*named, top) for card in hand]:
        rest.remove(card)
    for hand, size in [*((hand, rules.hand_size) for hand in named), (top, rules.haggis_size)]:
        while len(hand) < size:
            hand.append(rest.pop(0))
    return Deal(tuple(map(gather, named)), tuple(top))


def start(rules: Rules | str, *hands: str, haggis: str = "", **options: Any) -> Round:
    """A fresh round of such a deal; seat 0 leads unless a dealer is given (in Tatties seat 0 deals)."""
    rules = Rules.from_spec(rules)
    dealer = 0 if rules.opening == "auction" else rules.players - 1
    return Round.start(rules, deal(rules, *hands, haggis=haggis), **{"dealer": dealer, **options})


def table(
    rules: Rules | str, *hands: str, turn: int = 0, haggis: str = "", out: Sequence[int] = (), **fields: Any
) -> Round:
    """A position at the start of a trick: exactly these cards in hand, courts named too; everybody has played.

    All other cards are nowhere, so that what a test counts are the cards that it names.
    """
    rules = Rules.from_spec(rules)
    fresh = start(rules)
    position: dict[str, Any] = {
        "phase": Phase.PLAY,
        "turn": turn,
        "lead": turn,
        "hands": tuple(map(parse_cards, hands)),
        "haggis": parse_cards(haggis),
        "played": frozenset(rules.seats),
        "out": tuple(out),
        "given": ((0, 0),) * rules.players if rules.opening == "exchange" else (),
    }
    return replace(fresh, **{**position, **fields})


def play(rnd: Round, *lines: str) -> Round:
    """The round after these actions, written as in a record: `1 play 5b J=6b 7b`."""
    for line in lines:
        rnd = rnd.act(*parse_seated(line, rnd.rules))
    return rnd


def passes(*seats: int) -> tuple[str, ...]:
    """These seats pass, one after the other."""
    return tuple(f"{seat} pass" for seat in seats)


def first_out(rules: Rules | str, *hands: str) -> Round:
    """A round in which seat 0 has gone out, one play after the other, while all others have only passed.

    The named hands are those of the other seats, from 1 on; Neeps exchanges its first gifts back.
    """
    rules = Rules.from_spec(rules)
    stair = " ".join(f"{rank}r {rank}y" for rank in "23456789T"[: rules.hand_size // 2])
    rnd = start(rules, stair, *hands)
    if rules.opening == "exchange":
        gifts = [str(rnd.legal(seat)[0]) for seat in rules.seats]
        for order in (gifts, gifts[2:] + gifts[:2]):
            rnd = play(rnd, *(f"{seat} {gift}" for seat, gift in enumerate(order)))
    for line in (stair, "J", "Q", "K"):
        rnd = play(rnd, f"0 play {line}", *(passes(*rules.others(0)) if line != "K" else ()))
    return rnd


def legal(rnd: Round, seat: int) -> list[str]:
    """The legal actions of a seat as sorted text; none stands there twice."""
    lines = sorted(map(str, rnd.legal(seat)))
    assert len(lines) == len(set(lines))
    return lines


def verbs(rnd: Round, seat: int) -> set[str]:
    """What kinds of action a seat has."""
    return {action.verb for action in rnd.legal(seat)}


def refused(rnd: Round, line: str, code: str) -> str:
    """Checks that an action is refused with this code and changes nothing; returns the sentence."""
    before = copy.copy(rnd)
    seat, action = parse_seated(line, rnd.rules)
    with pytest.raises(IllegalAction) as caught:
        rnd.act(seat, action)
    assert caught.value.code == code
    assert caught.value.reason != code  # there is a sentence for it
    assert rnd == before
    assert action not in rnd.legal(seat)
    return caught.value.reason


def hand(rnd: Round, seat: int) -> str:
    """A seat's cards as text."""
    return text(rnd.hands[seat])


def choose(rnd: Round, rng: Random) -> tuple[int, Action]:
    """A random action of a seat that is to act, now and then an open bet of anybody."""
    if rng.random() < 0.05:
        bets = [(seat, action) for seat in rnd.rules.seats for action in rnd.legal(seat) if isinstance(action, Bet)]
        if bets:
            return rng.choice(bets)
    seat = rng.choice(rnd.to_act)
    options = [action for action in rnd.legal(seat) if not isinstance(action, Bet)]
    return seat, rng.choice(options)


def random_play(rules: Rules | str | dict[str, Any], end: End, seed: int) -> Iterator[Match]:
    """A match of random players, position by position, the first and the last included."""
    rng = Random(seed)
    match = Match(rules, end, seed=seed)
    yield match
    while not match.over:
        match = match.act(*choose(match.round, rng))
        yield match


def middle(preset: str, seed: int = 1, actions: int = 20) -> Round:
    """A round after that many random actions, or just before its end."""
    rng = Random(seed)
    rnd = Match(preset, Rounds(1), seed=seed).round
    for _ in range(actions):
        after = rnd.act(*choose(rnd, rng))
        if after.over:
            break
        rnd = after
    return rnd
