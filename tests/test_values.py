"""Cards, hands and plays as values: arithmetic, text, order, and names wherever rules are taken."""

import copy
import dataclasses
import json
import pickle
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cards import (
    RULES,
    Bury,
    Card,
    Deal,
    Give,
    HaggisError,
    Hand,
    Match,
    Play,
    Record,
    Rounds,
    RulesError,
    plain,
    svg,
)
from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.table import play_round
from haggis_cards.bots import make_bot
from haggis_cards.native import Batch
from haggis_cards.positions import position_line, set_hand, swap_cards, take_back
from haggis_cards.puzzles.collection import Collection
from haggis_cards.sheets import make_sheet
from tests.support import PRESETS, random_play

MATCH = Match("haggis-2", Rounds(1), seed=35)
NAMES = [rank + suit for rank in "23456789T" for suit in "rygbo"]
HANDS = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 2)).map(Counter)


def hand_of(cards: Counter[str]) -> Hand:
    return Hand(cards.elements())


@given(HANDS, HANDS)
def test_hands_add_and_subtract_like_multisets(one: Counter[str], other: Counter[str]) -> None:
    ours, theirs = hand_of(one), hand_of(other)
    assert Counter(map(str, ours | theirs)) == one | other
    assert Counter(map(str, ours & theirs)) == one & other
    if max((one + other).values(), default=0) <= 2:
        assert Counter(map(str, ours + theirs)) == one + other
        assert ours + theirs - theirs == ours
    else:
        with pytest.raises(HaggisError, match="listed too often"):
            ours + theirs
    if other <= one:
        assert Counter(map(str, ours - theirs)) == one - other
    else:
        with pytest.raises(HaggisError, match="cannot be taken from"):
            ours - theirs


def test_one_card_more_and_one_less() -> None:
    seven = Card("7g")
    assert repr(Hand("7g") + seven) == "Hand('7g 7g')"
    assert repr(Hand("7g 7g") - seven) == "Hand('7g')"
    assert repr(seven + "8g") == repr("8g" + seven) == "Hand('7g 8g')"
    assert repr(Hand("7g 8g") | seven) == "Hand('7g 8g')"
    assert repr(sum([seven, Card("J")])) == "Hand('7g J')"
    for wrong in (5, 1.5, None, ["7g"]):
        with pytest.raises(TypeError, match="cards go with cards"):
            seven + wrong  # type: ignore[operator]
    with pytest.raises(HaggisError, match="listed too often"):
        Hand("J") + "J"


def test_they_are_shown_and_sorted_as_text() -> None:
    hand = Hand("Tb 2o 7g 3r J")
    assert f"{hand:>20}" == f"{'2o 3r 7g Tb J':>20}"
    assert f"{hand[0]:<4}|" == "2o  |"
    assert list(map(str, sorted(hand, reverse=True))) == ["J", "Tb", "7g", "3r", "2o"]
    assert (min(hand), max(hand)) == (Card("2o"), Card("J"))
    play = next(one for one in MATCH.legal(0) if isinstance(one, Play))
    assert f"{play:10}|" == f"{play!s:10}|"
    assert json.loads(json.dumps([str(one) for one in MATCH.legal(0)])) == MATCH.view(0)["legal"]


def test_a_hand_is_a_sequence_of_cards() -> None:
    hand = Hand("7g 7g Tb J")
    assert [hand[0], hand[-1], *hand[1:3]] == [Card("7g"), Card("J"), Card("7g"), Card("Tb")]
    assert isinstance(hand[1:], Hand)
    assert random.Random(1).choice(hand) in hand
    assert ("7x" in hand, 5 in hand, None in hand, "10B" in hand, "7g, 7♣" in hand) == (False, False, False, True, True)
    assert Hand(sorted(hand)) == Hand(["J", "10b", "7g", Card("7g")]) == hand
    with pytest.raises(IndexError):
        hand[4]


@pytest.mark.parametrize("wrong", [5, 0, -1, 1 << 45, "7x", "", "7g 8g"])
def test_what_is_not_one_card(wrong: int | str) -> None:
    with pytest.raises(HaggisError, match=r"is not (a|one) card"):
        Card(wrong)


def test_what_is_not_a_hand_or_a_play() -> None:
    for wrong in (-1, 1 << 45, 1 << 200):
        with pytest.raises(HaggisError, match="is not a hand"):
            Hand(wrong)
    for wrong in (0, 5, -1, 1 << 200):
        with pytest.raises(HaggisError, match="is not an action"):
            Play(wrong)


@pytest.mark.parametrize(("text", "card"), [("10g", "Tg"), ("7♣", "7g"), ("7G", "7g"), ("j", "J"), (" 7g ", "7g")])
def test_cards_are_read_as_people_write_them(text: str, card: str) -> None:
    assert (Card(text), Hand(text), str(svg.card(text))) == (Card(card), Hand(card), str(svg.card(card)))


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_public_is_a_bare_number(preset: str) -> None:
    """Whatever shows cards shows them as cards, in every state of a round."""
    for match in random_play(preset, Rounds(1), 3):
        rnd = match.finished[-1].round if match.finished else match.round
        assert {type(hand) for hand in (*rnd.hands, *rnd.deal.hands, rnd.haggis, rnd.drawn, rnd.buried)} == {Hand}
        assert {type(card) for card in rnd.deal.haggis} <= {Card}
        assert {type(card) for card in (*filter(None, rnd.picks), *(one for gave in rnd.given for one in gave))} <= {
            Card
        }
        for _, action in rnd.log:
            match action:
                case Give(card):
                    assert type(card) is Card
                case Bury(cards) | Play(cards=cards):
                    assert type(cards) is Hand


def test_values_are_copied_and_pickled() -> None:
    for value in (Card("7g"), Hand("7g Tb J"), MATCH.legal(0)[3], MATCH):
        for other in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert (other, repr(other), type(other)) == (value, repr(value), type(value))


def test_actions_are_read_as_people_write_them() -> None:
    after = MATCH.act(0, "play 3Y 3♣, 4y 4g 5y 5g")
    assert str(after.round.log[-1][1]) == "play 3y 3g 4y 4g 5y 5g"
    assert MATCH.round.refusal(0, "play 10B") is None
    assert "must play" in str(MATCH.round.refusal(0, "pass"))


def test_the_presets_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        RULES["mine"] = RULES["haggis-2"]  # type: ignore[index]
    with pytest.raises(RulesError, match="there is no preset 'haggis-9'; the games are haggis-2, "):
        RULES["haggis-9"]
    assert "haggis-9" not in RULES
    assert RULES.get("haggis-9") is None
    assert repr(RULES["haggis-2"]) == "Rules.from_spec('haggis-2')"
    assert repr(RULES["haggis-2"].replace(sets=True)) == "Rules.from_spec({'preset': 'haggis-2', 'sets': True})"


def test_names_and_matches_go_where_rules_and_rounds_go() -> None:
    assert make_sheet("haggis-2", "aid") == make_sheet(RULES["haggis-2"], "aid")
    with pytest.raises(ValueError, match="there is no sheet 'nosuch'; there are: rules, aid"):
        make_sheet("haggis-2", "nosuch")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no paper 'a3'; there are: a4, letter"):
        make_sheet("haggis-2", "aid", "a3")  # type: ignore[arg-type]
    deal = Deal.shuffled("haggis-2", random.Random(1))
    assert deal == Deal.shuffled(RULES["haggis-2"], random.Random(1))
    Deal.shuffled("neeps-4").check(RULES["neeps-4"])
    match = MATCH.act(0, "play 3y")
    assert position_line(match) == position_line(match.round)
    assert take_back(match) == MATCH.round
    assert swap_cards(MATCH, 0, "10b", 1, "9♣") == swap_cards(MATCH.round, 0, "Tb", 1, "9g")
    assert set_hand(MATCH, 0, MATCH.hand(0)) == MATCH.round
    assert svg.round_table(match) == svg.round_table(match.round)
    assert svg.cards("7g, 10b") == svg.cards(Hand("7g Tb"))
    for line in ("7x", "", "7g 8g", "J=9x"):
        with pytest.raises(HaggisError, match="is not a card"):
            svg.card(line)


def test_what_else_says_what_is_wrong(tmp_path: Any) -> None:
    with pytest.raises(ArenaError, match="haggis-2 has 2 seats, not 1"):
        play_round(MATCH, [make_bot("random")])
    batch = Batch("haggis-2", 2, seed=1)
    with pytest.raises(TypeError, match="whole numbers"):
        batch.step([0.5, 0.5])
    with pytest.raises(HaggisError, match=r"nofile\.json cannot be read: No such file"):
        Record.load(tmp_path / "nofile.json")
    assert len({MATCH.record(), MATCH.record()}) == 1
    assert "<svg" in MATCH.record()._repr_svg_()
    collection = Collection({}, ())
    assert (len(collection), list(collection)) == (0, [])


def test_sums_over_a_deck() -> None:
    deck = RULES["neeps-4"].deck.cards()
    assert sum(map(Card, deck), Hand()) == Hand(map(Card, deck))
    assert len(Hand(map(Card, deck))) == len(deck)


def test_what_json_shows() -> None:
    legal = MATCH.legal()
    assert legal == MATCH.legal(MATCH.to_act[0])
    data = {"hand": MATCH.hand(0), "legal": legal, "cards": [Card("7g")], "rest": (1, None, "x", True)}
    assert json.loads(json.dumps(plain(data))) == {
        "hand": str(MATCH.hand(0)),
        "legal": [str(action) for action in legal],
        "cards": ["7g"],
        "rest": [1, None, "x", True],
    }
    *_, over = random_play("neeps-4", Rounds(1), 1)
    assert over.legal() == ()


def test_a_result_is_a_table_in_a_notebook() -> None:
    *_, over = random_play("haggis-2", Rounds(1), 1)
    shown = over.finished[0].result._repr_html_()
    points = "".join(f"<td>{number}</td>" for number in over.finished[0].result.points)
    assert f"<tr><th>points</th>{points}</tr>" in shown


def test_rules_are_a_table_in_a_notebook() -> None:
    shown = dataclasses.replace(RULES["haggis-2"], title="<Mine>")._repr_html_()
    assert "<tr><th>title</th><td>&lt;Mine&gt;</td></tr>" in shown
    assert "<tr><th>bets</th><td>(15, 30, 45)</td></tr>" in shown
