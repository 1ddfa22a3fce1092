"""What people see of the library: cards and hands as types, readable text, lenient reading, pictures."""

import doctest
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Bury, Card, Give, HaggisError, Hand, Match, Rounds, Rules, parse_play, svg
from haggis_cards.cards import SUITS, parse_cards
from tests.support import TABLES, name_of, random_play, start

MATCH = Match("haggis-2", Rounds(1), seed=35, players=["Ann", "<Bob> & co"])


def test_cards_and_hands_are_the_integers_of_the_engine() -> None:
    hand = Hand("Tb 7g J 7g")
    assert (str(hand), repr(hand), f"{hand}") == ("7g 7g Tb J", "Hand('7g 7g Tb J')", "7g 7g Tb J")
    assert hand == parse_cards("7g 7g Tb J")
    assert list(hand) == [Card("7g"), Card("7g"), Card("Tb"), Card("J")]
    assert len(hand) == 4
    assert ("7g 7g" in hand, "J" in hand, "Q" in hand, Card("Tb") in hand) == (True, True, False, True)
    assert [(card.name, card.rank, card.suit) for card in hand][2:] == [("Tb", 10, "b"), ("J", 11, "")]
    assert (repr(Card("7g")), str(Card("7g")), Card("7g")) == ("Card('7g')", "7g", parse_cards("7g"))
    assert MATCH.hand(0) == MATCH.round.hands[0]
    assert str(MATCH.hand(0)) == MATCH.view(0)["hand"]
    with pytest.raises(HaggisError, match="is not a card"):
        Hand("1x")


def test_a_card_goes_where_cards_go() -> None:
    rnd = start("neeps-4", "5r")
    assert rnd.act(0, Give(Card("5r"))) == rnd.act(0, "give 5r")


def test_what_people_read() -> None:
    assert repr(MATCH) == "<Match of haggis-2: round 1, seat 0 to act, totals 0 0>"
    assert repr(MATCH.round) == "<Round of haggis-2: play, seat 0 to act, 0 actions>"
    assert "> seat 0  3y 3g 3b 4y 4g 5y 5g 6r 6b 7b 8g 9y 9b Tb J Q K" in str(MATCH).splitlines()
    assert repr(MATCH.round.deal).startswith("Deal(hands=('3y 3g 3b")
    assert (repr(Give(Card("5r"))), repr(Bury(Hand("5r 6r")))) == ("Give(Card('5r'))", "Bury(Hand('5r 6r'))")
    *_, last = random_play("neeps-4", Rounds(1), 1)
    assert "won by side" in repr(last)


@pytest.mark.parametrize(
    ("line", "plays"),
    [
        ("3Y, 3g 4y 4♣ 5g 5y", ["3y 3g 4y 4g 5y 5g"]),
        ("play 10b", ["Tb"]),
        ("9b 10B j", ["J=8b 9b Tb"]),
        ("9b tb j q", ["J=9r 9b Q=Tr Tb", "J=7b Q=8b 9b Tb"]),
        ("J=8b 9b TB", ["J=8b 9b Tb"]),
        ("j", ["J"]),
        ("j q k", ["J Q K"]),
    ],
)
def test_a_play_as_people_write_it(line: str, plays: list[str]) -> None:
    assert [play.text for play in parse_play(line, MATCH.round)] == plays


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("5b 7", "'7' is not a card"),
        ("3y 5g 6b", "the ranks must be consecutive"),
        ("3y 5y 7b 9b", "3 5 7 9 are a bomb in one suit or in four; these are 2 suits"),
        ("6r J 9b", "6r 9b J are not a combination, whatever the courts stand for"),
        ("K K", "listed too often"),
        ("2r", "you do not hold 2r"),
        ("J=2r 3y", "is"),
        ("", "names its cards"),
    ],
)
def test_what_is_not_a_play_says_why(line: str, words: str) -> None:
    with pytest.raises(HaggisError, match=words):
        parse_play(line, MATCH.round)


def test_only_what_is_legal_now_is_listed() -> None:
    after = MATCH.act(0, "play 9b")
    with pytest.raises(HaggisError, match="it is seat 1's turn"):
        parse_play("10b", after.round, 0)
    with pytest.raises(HaggisError, match=r"is not higher|do not hold"):
        parse_play("8y", after.round)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_text_of_a_play_is_read_leniently(table: Any) -> None:
    """Each legal play is among the readings of its bare cards."""
    for match in list(random_play(table, Rounds(1), 8))[::7]:
        for action in [action for seat in match.to_act for action in match.legal(seat) if action.verb == "play"][::9]:
            bare = str(action).lower().split("play ")[1].replace("t", "10")
            assert action in parse_play(bare, match.round)
            courts = " ".join(cell.split("=")[0] for cell in bare.split())
            assert action in parse_play(courts, match.round)


def pictures() -> dict[str, str]:
    match = MATCH.act(0, "play 3y 3g 4y 4g").act(1, "play 7y 7g 8y J=8g")
    shown: dict[str, Any] = {
        "card": Card("Tb"),
        "court": Card("Q"),
        "hand": match.hand(0),
        "play": match.round.top,
        "view": match.view(0),
        "spectator": match.view(None),
        "round": match.round,
        "match": match,
    }
    drawn = {name: thing._repr_svg_() for name, thing in shown.items()}
    return {**drawn, "trick": svg.trick(match.round.trick, match.players), "nothing": svg.cards(0)}


@pytest.mark.parametrize(("name", "picture"), pictures().items(), ids=list(pictures()))
def test_pictures_are_svg(name: str, picture: str) -> None:
    root = ET.fromstring(picture)  # so names are escaped
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img"
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        if (place := group.get("transform", "")).startswith("translate("):
            left, top = map(float, place[10:-1].split())
            assert 0 <= left <= width - 8
            assert 0 <= top <= height - 8


def test_a_picture_shows_its_cards_and_a_view_only_what_the_seat_sees() -> None:
    drawn = pictures()
    label = ET.fromstring(drawn["hand"]).get("aria-label")
    assert label == "3b 5y 5g 6r 6b 7b 8g 9y 9b Tb J Q K"
    assert "=8♣" in drawn["play"]
    assert drawn["view"].count("<title>") == 13 + 2 + 8  # the own hand, the other's courts, the trick
    assert drawn["spectator"].count("<title>") == 3 + 2 + 8
    assert len(svg.COLOURS) == len(SUITS)


def test_a_view_is_still_a_plain_object() -> None:
    seen = MATCH.view(0)
    assert json.loads(json.dumps(seen)) == seen
    assert Rules.from_spec(seen["rules"]) == MATCH.rules


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[1] / "docs" / "library.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 6
    assert not results.failed
