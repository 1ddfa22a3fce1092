"""Actions and their text: `parse` and `str` are each other's inverse, and whatever else comes gets a clear error."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cards import RULES, Card, HaggisError, Hand, NotationError, Rules
from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass, parse, parse_seated
from haggis_cards.errors import REFUSALS

HAGGIS = RULES["haggis-3"]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("pass", Pass()),
        ("bet 30", Bet(30)),
        ("bid 15", Bid(15)),
        ("give 5r", Give(Card("5r"))),
        ("bury 2r 4g 9o", Bury(Hand("2r 4g 9o"))),
        ("award 2", Award(2)),
        ("lead 0", Lead(0)),
        ("play 5b J=6b 7b", HAGGIS.grammar.read("5b J=6b 7b")),
        ("play K", HAGGIS.grammar.read("K")),
    ],
)
def test_the_text_of_actions(line: str, action: object) -> None:
    assert parse(line, HAGGIS) == action
    assert str(action) == line
    assert parse_seated(f"2 {line}", HAGGIS) == (2, action)


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("bury 9o 2r 4g", "bury 2r 4g 9o"),
        ("play 7b 5b J=6b", "play 5b J=6b 7b"),
        ("  play   7b 5b  J=6b ", "play 5b J=6b 7b"),
        (" pass ", "pass"),
    ],
)
def test_any_order_is_read_and_one_is_written(line: str, canonical: str) -> None:
    assert str(parse(line, HAGGIS)) == canonical


@pytest.mark.parametrize(
    "line",
    [
        "", " ", "fold", "Pass", "pass 1", "pass pass", "bet", "bet x", "bet -15", "bet +15", "bet 015", "bet 15.0",
        "bet 1 5", "bet ١٥", "bet 15 30", "bet 99999999999999999999", "bid", "bid 15r", "give", "give 5r 6r", "give 5",
        "give =", "bury", "bury 2r 2r 2r", "bury 2", "award", "award -1", "award x", "lead", "lead 1 2", "lead ²",
        "play", "play ", "play x", "play J J", "play 5b 6", "playK", "play\tK", "0 pass", "bet\x0015", "pass\x00",
    ],
)  # fmt: skip
def test_no_action(line: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(line, HAGGIS)
    assert caught.value.code == "bad-notation"
    assert f"bad-notation.{caught.value.params['fault']}" in REFUSALS


def test_every_action_can_be_read() -> None:
    """A new action needs its verb among the readers."""
    with pytest.raises(NotationError) as caught:
        parse("castle", HAGGIS)
    assert caught.value.params["verbs"] == [action.verb for action in get_args(Action)]


@pytest.mark.parametrize("line", ["", "pass", "x pass", "-1 pass", "01 pass", "1.0 pass", " 1 pass", "1", "1pass"])
def test_no_seat(line: str) -> None:
    with pytest.raises(NotationError):
        parse_seated(line, HAGGIS)


def test_a_million_characters_get_a_short_answer() -> None:
    for line in (
        "x" * 10**6,
        "play " + "5" * 10**6,
        "bet " + "9" * 10**6,
        "bury " + "2r " * 10**5,
        "play " + "J=" * 10**5,
    ):
        with pytest.raises(NotationError) as caught:
            parse(line, HAGGIS)
        assert len(str(caught.value)) < 250


SAMPLES = "play pass bet bid give bury award lead 0 1 15 30 2r 3r 4r 5y 7g 9b 6b 6o J Q K J=6b Q=6 K= =6b J=K T 10r -1"
WORDS = st.sampled_from(SAMPLES.split())
VERBS = st.sampled_from(["play", "bury", "give", "bet"])
TEXTS = st.one_of(
    st.text(max_size=40),
    st.lists(st.one_of(WORDS, st.text(max_size=4)), max_size=9).map(" ".join),
    st.tuples(VERBS, st.lists(WORDS, max_size=9).map(" ".join)).map(" ".join),
)


@settings(max_examples=400)
@given(TEXTS, st.sampled_from([*RULES.values(), RULES["neeps-4"].replace(sets=True)]))
def test_only_our_own_errors_come_out(line: str, rules: Rules) -> None:
    """Whatever the text, it is read, or refused with an error of ours; what was read has a text that reads the same."""
    try:
        action = parse(line, rules)
    except HaggisError:
        return
    assert parse(str(action), rules) == action
