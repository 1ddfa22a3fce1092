"""Cards and hands (R1): the deck, the multisets in one integer, their text."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cards import RULES, Deal, NotationError
from haggis_cards.cards import add, each, each_kind, gather, names, parse_card, parse_cards, rank_of, remove, text
from tests.support import PRESETS, legal, start

NUMBER_CARDS = [rank + suit for rank in "23456789T" for suit in "rygbo"]
ALL_CARDS = [*NUMBER_CARDS, "J", "Q", "K"]
MULTISETS: st.SearchStrategy[Counter[str]] = st.builds(
    Counter,
    st.tuples(st.dictionaries(st.sampled_from(NUMBER_CARDS), st.integers(1, 2)), st.sets(st.sampled_from("JQK"))).map(
        lambda both: both[0] | dict.fromkeys(both[1], 1)
    ),
)


def packed(cards: Counter[str]) -> int:
    return gather(map(parse_card, cards.elements()))


@pytest.mark.parametrize(
    ("preset", "suits", "copies"),
    [
        ("haggis-2", "rygb", 1),
        ("haggis-3", "rygbo", 1),
        ("tatties-3", "rygbo", 1),
        ("neeps-4", "rygb", 2),
        ("tatties-3-2024", "rygbo", 1),
        ("neeps-4-2024", "rygb", 2),
        ("haggis-2-2010", "rygb", 1),
        ("haggis-3-2010", "rygbo", 1),
    ],
)
def test_R1_1_the_deck(preset: str, suits: str, copies: int) -> None:
    """R1.1: ranks 2 to T in each suit; four-suit games leave orange out; R2: Neeps has every card twice."""
    expected = {rank + suit: copies for rank in "23456789T" for suit in suits}
    assert Counter(map(text, RULES[preset].deck.cards())) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_R1_2_courts_are_part_of_every_hand_from_the_deal_on(preset: str) -> None:
    """R1.2: J Q K belong to the hand, count in its size, and are public."""
    rnd = start(preset)
    for seat in rnd.rules.seats:
        assert text(rnd.hands[seat]).endswith("J Q K")
        assert rnd.hands[seat].bit_count() == rnd.rules.hand_size + 3
        assert rnd.deal.hands[seat].bit_count() == rnd.rules.hand_size


def test_R1_3_the_bet_values() -> None:
    """R1.3, R9.1: 15, 30 and 45 in every game of the sheets."""
    assert {RULES[preset].bets for preset in PRESETS if RULES[preset].edition != "2010"} == {(15, 30, 45)}
    assert [line for line in legal(start("haggis-2"), 1) if line.startswith("bet")] == ["bet 15", "bet 30", "bet 45"]


def test_the_order_of_the_text() -> None:
    """RECORD: by rank, then by suit in the order r y g b o; courts after T."""
    assert text(parse_cards("K Tr To 2o 2r J 9b Q 2y 2b 2g")) == "2r 2y 2g 2b 2o 9b Tr To J Q K"
    assert text(parse_cards("7g 3b 7g")) == "3b 7g 7g"
    assert text(0) == ""
    assert names(parse_cards("J 2r")) == ["2r", "J"]


def test_the_ranks() -> None:
    """R5.4: in a Single J Q K rank 11 12 13."""
    assert [rank_of(parse_card(rank + "g")) for rank in "23456789T"] == [*range(2, 11)]
    assert [rank_of(parse_card(court)) for court in "JQK"] == [11, 12, 13]


@given(MULTISETS)
def test_multisets_round_trip(cards: Counter[str]) -> None:
    whole = packed(cards)
    assert whole.bit_count() == cards.total()
    assert parse_cards(text(whole)) == whole
    assert Counter(text(whole).split()) == cards
    assert Counter(map(text, each(whole))) == cards
    assert set(map(text, each_kind(whole))) == set(cards)
    assert text(whole).split() == sorted(cards.elements(), key=ALL_CARDS.index)


@given(MULTISETS, st.data())
def test_adding_and_removing_are_those_of_multisets(cards: Counter[str], data: st.DataObject) -> None:
    part = Counter({name: data.draw(st.integers(0, count)) for name, count in cards.items()})
    rest = cards - part
    assert remove(packed(cards), packed(part)) == packed(rest)
    assert add(packed(rest), packed(part)) == packed(cards)
    assert packed(part) & ~packed(cards) == 0


@pytest.mark.parametrize("name", ["", "1r", "7", "7x", "r7", "7G", "10r", "j", "JJ", "7g ", "A", "７g", "Jr"])
def test_no_card(name: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        parse_card(name)


@pytest.mark.parametrize("line", ["7g 7g 7g", "J J", "2r 2r 3r 2r"])
def test_no_hand_has_a_card_so_often(line: str) -> None:
    with pytest.raises(NotationError, match="too often"):
        parse_cards(line)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_shuffled_deal_is_the_whole_deck(preset: str) -> None:
    """R2: the sizes of hands and haggis, and every card of the deck once (twice in Neeps)."""
    rules = RULES[preset]
    deals = [Deal.shuffled(rules, Random(seed)) for seed in range(20)]
    assert len({deal.hands for deal in deals}) == 20
    for deal in deals:
        assert [hand.bit_count() for hand in deal.hands] == [rules.hand_size] * rules.players
        assert len(deal.haggis) == rules.haggis_size
        dealt = Counter(name for part in (*deal.hands, *deal.haggis) for name in names(part))
        assert dealt == Counter(map(text, rules.deck.cards()))
