"""Lists of legal actions at their longest: they fit the buffers and equal those of the Python engine."""

from itertools import product
from math import comb
from operator import ge
from random import Random
from typing import Any

import pytest

from haggis_cards import RULES, Action, Deal, Round, Rounds, Rules, RulesError, _native
from haggis_cards.cards import ALL_COURTS, Cards, gather, parse_cards
from haggis_cards.native import Position, native_rules, unpack
from tests.support import NEEPS, RICHEST, random_play, start

LONGEST = 14_442  # plays to lead; native/movegen.hpp names it too

# Two whole suits: the hand with the most plays that search finds in the double deck; the same idea in the others.
RICH = {
    "haggis-2": "3g 4g 5g 6g 7g 8g 9g 3b 4b 5b 6b 7b 8b 9b",
    "haggis-3": "5r 6r 7r 5y 6y 7y 5g 6g 7g 5b 6b 7b 5o 6o",
    "tatties-3": "3r 4r 5r 6r 3y 4y 5y 6y 3g 4g 5g 6g 3b 4b",
}


def count(rules: Rules, hand: Cards) -> int:
    whole = hand | ALL_COURTS
    first, second = whole & (1 << 45) - 1, whole >> 45 & (1 << 45) - 1
    return _native.count_plays(native_rules(rules), (first | whole >> 90 << 45, second))


def by_place(position: Position, seat: int) -> tuple[Action, ...]:
    """Each legal action as it is found without the list."""
    places = range(position.count(seat))
    return tuple(unpack(*position.native.legal_at(seat, place), position.rules) for place in places)


@pytest.mark.parametrize("sets", [False, True])
@pytest.mark.parametrize("preset", RICH)
def test_rich_hands_have_the_same_plays(preset: str, sets: bool) -> None:
    """Thousands of plays, in the same order (R5.3 to R5.7)."""
    rules = RULES[preset].replace(sets=sets)
    rnd: Round = start(rules, RICH[preset])
    if rules.opening == "auction":
        for seat in (0, 1, 2):
            rnd = rnd.act(seat, "pass")
        assert rnd.turn == 1
        rnd = rnd.act(1, rnd.legal(1)[0])
        while rnd.turn != 0:
            rnd = rnd.act(rnd.turn or 0, "pass")
    position = Position.from_round(rnd)
    assert position.legal(0) == rnd.legal(0) == by_place(position, 0)
    assert count(rules, rnd.hands[0]) == len(rules.grammar.plays(rnd.hands[0])) > 2_000


@pytest.mark.parametrize("changes", [{}, {"sets": True}, {"top_rank": 13}], ids=["", "sets", "above the ten"])
@pytest.mark.parametrize("preset", RULES)
def test_actions_are_drawn_without_their_list(preset: str, changes: dict[str, Any]) -> None:
    """Counts and places are those of the list for every seat all the way, so that draws are exactly uniform."""
    rules, rng = RULES[preset].replace(**changes), Random(preset)
    for seed in range(3):
        rnd = Round.start(rules, Deal.shuffled(rules, Random(seed)), dealer=0)
        while not rnd.over:
            position = Position.from_round(rnd)
            for seat in rules.seats:
                assert by_place(position, seat) == rnd.legal(seat)
            seat, drawn = rnd.to_act[0], rng.getrandbits(32)
            legal, action = rnd.legal(seat), position.random(Random(drawn), seat)
            assert action == legal[Random(drawn).randrange(len(legal))]
            rnd = rnd.act(seat, action)


def test_a_place_that_no_action_has_is_refused() -> None:
    *_, before, over = [Position.from_round(match.round) for match in random_play("haggis-2", Rounds(1), 1)]
    seat = before.turn or 0
    for place in (-1, before.count(seat)):
        with pytest.raises(IndexError, match="counted from 0"):
            before.native.legal_at(seat, place)
    with pytest.raises(RulesError, match="nothing to decide"):
        over.random(Random(1))


def test_the_richest_hand() -> None:
    """Of the double deck: every play is there, and the buffer has room for twice as many."""
    hand = parse_cards(RICHEST) | ALL_COURTS
    assert count(NEEPS, hand) == len(NEEPS.grammar.plays(hand)) == LONGEST
    assert 2 * LONGEST < _native.MAX_LEGAL


def test_no_search_finds_a_richer_one() -> None:
    """Hill climbing over hands of 18 cards, one card exchanged at a time."""
    rng = Random(1)
    best = 0
    for _ in range(3):
        pack = NEEPS.deck.cards()
        rng.shuffle(pack)
        value, better = count(NEEPS, gather(pack[:18])), True
        while better:
            better = False
            for i in range(18):
                for j in range(18, len(pack)):
                    pack[i], pack[j] = pack[j], pack[i]
                    new = count(NEEPS, gather(pack[:18]))
                    if new > value:
                        value, better = new, True
                    else:
                        pack[i], pack[j] = pack[j], pack[i]
        best = max(best, value)
    assert 10_000 < best <= LONGEST


@pytest.mark.parametrize("copies", [1, 2])
def test_doubled_cards(copies: int) -> None:
    """Both copies of nine cards: grids with a suit twice (R5.5)."""
    hand = parse_cards("4r 5r 6r 4y 5y 6y 4g 5g 6g" + copies * " 7g 7y" + " 4r 5r 6r 4y") | ALL_COURTS
    for sets in (False, True):
        rules = NEEPS.replace(sets=sets)
        assert count(rules, hand) == len(rules.grammar.plays(hand))


def ways(length: int, once: int, twice: int) -> tuple[int, ...]:
    """By cells left to courts (0 to 3), the parts of a suit with `once` ranks of a window, `twice` of them double."""
    found = [0, 0, 0, 0]
    for doubles, others in product(range(twice + 1), range(once - twice + 1)):
        kept = doubles + others
        missing = length - kept
        if not kept or missing > 3:
            continue
        choices = comb(twice, doubles) * comb(once - twice, others)
        found[missing] += choices
        for again in range(1, doubles + 1):
            if missing + length - again <= 3:
                found[missing + length - again] += choices * comb(doubles, again)
    return tuple(found)


def stacked(below: tuple[int, ...], parts: tuple[int, ...]) -> tuple[int, ...]:
    """Every stack alone, and with each part on it, by cells left to courts."""
    choice = (parts[0] + 1, *parts[1:])
    return tuple(sum(below[i] * choice[total - i] for i in range(total + 1)) for total in range(4))


@pytest.mark.parametrize("length", range(1, 10))
def test_no_hand_outgrows_the_generator(length: int) -> None:
    """Over all that suits can hold of 18 cards: the parts of a suit, and the stacks before the last suit."""
    most_parts = most_stacks = 0
    for suits, copies in ((4, 1), (5, 1), (4, 2)):
        holdings = {
            (once, twice): ways(length, once, twice)
            for once in range(length + 1)
            for twice in range(once + 1 if copies == 2 else 1)
        }
        most_parts = max(most_parts, *map(sum, holdings.values()))
        stacks: dict[int, set[tuple[int, ...]]] = {
            0: {(1, 0, 0, 0)}
        }  # by cards used; of those that another one exceeds everywhere none is kept
        for _ in range(suits - 1):
            more: dict[int, set[tuple[int, ...]]] = {}
            for used, below in stacks.items():
                for (once, twice), parts in holdings.items():
                    if used + once + twice <= 18:
                        more.setdefault(used + once + twice, set()).update(stacked(stack, parts) for stack in below)
            stacks = {used: _best(found) for used, found in more.items()}
        most_stacks = max(most_stacks, *(sum(stack) for found in stacks.values() for stack in found))
    assert most_parts <= _native.MAX_PARTS
    assert most_stacks <= _native.MAX_STACKS


def _best(stacks: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    kept: set[tuple[int, ...]] = set()
    for stack in sorted(stacks, reverse=True):
        if not any(all(map(ge, other, stack)) for other in kept):
            kept.add(stack)
    return kept


def test_burying_has_every_choice_R4_4() -> None:
    rnd = start("tatties-3")
    for line in ("bid 15", "pass", "pass"):
        rnd = rnd.act(rnd.to_act[0], line)
    position = Position.from_round(rnd)
    assert position.legal() == rnd.legal(0)
    assert len(position.legal()) == 680
