"""Games of one's own: those inside the envelope work everywhere, all others are refused in words (docs/custom.md)."""

import doctest
import json
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import RULES, Bet, Deal, Give, IllegalAction, Match, NotationError, Record, Rounds, Rules, RulesError
from haggis_cards.bots import make_bot
from haggis_cards.cards import Deck
from haggis_cards.native import Batch, Position, native_rules
from haggis_cards.review import Reviewer
from haggis_cards.rules import choices
from tests.bots.helpers import play
from tests.custom import MINI, random_custom, sizes
from tests.seed import SEED
from tests.side_by_side import play_match
from tests.support import random_play

DEFINITION: dict[str, Any] = dict(MINI.spec)["custom"]  # type: ignore[arg-type]
LONG = replace(RULES["haggis-2"], hand_size=15, haggis_size=6)


def random_customs(count: int) -> list[Rules]:
    rng = Random(SEED)
    return [random_custom(rng) for _ in range(count)]


@pytest.mark.parametrize("rules", [MINI, LONG, MINI.replace(points="flat", sets=True)], ids=lambda rules: rules.preset)
@pytest.mark.parametrize("bot", ["random", "greedy", "search:20it", "neural"])
def test_every_bot_plays_it_and_the_record_is_of_the_game_that_was_played(rules: Rules, bot: str) -> None:
    match = play(rules, [make_bot(bot) for _ in rules.seats], seed=3)
    record = Record.parse(match.record().dump())
    assert record.verify().rounds == 1
    assert record.replay().rules == rules
    assert record.replay().finished == match.finished
    assert match.view(0)["rules"] == record.data["rules"] == rules.spec


def test_a_copy_of_a_preset_is_not_called_the_preset() -> None:
    spec = LONG.spec
    assert isinstance(spec, dict)
    assert LONG.is_custom
    assert (spec["preset"], spec["custom"]["hand_size"]) == ("haggis-2", 15)
    assert Rules.from_spec(json.loads(json.dumps(spec))) == LONG
    assert LONG.house == {}


@pytest.mark.parametrize("rules", [*RULES.values(), RULES["haggis-3"].replace(points="flat")], ids=lambda r: r.preset)
def test_presets_and_their_house_rules_are_not_custom(rules: Rules) -> None:
    assert not rules.is_custom
    assert not replace(rules).is_custom
    assert replace(rules, title="Other").is_custom


def test_a_house_rule_of_a_custom_game() -> None:
    assert MINI.replace(sets=True) == replace(MINI, sets=True)
    with pytest.raises(RulesError, match="points cannot be 'none'"):
        MINI.replace(points="none")
    with pytest.raises(RulesError, match="reenter does not fit mini"):
        MINI.replace(reenter=True)
    with pytest.raises(RulesError, match="no house rule 'hand_size'"):
        MINI.replace(hand_size=3)


def test_every_deck_and_table_of_the_envelope_is_played_by_both_engines() -> None:
    rng = Random(SEED)
    for size in sizes():
        reenter = None if size["players"] == 2 else True
        rules = replace(RULES["haggis-2"], preset="attic", reenter=reenter, **size)
        assert sum(play_match(Match(rules, Rounds(1), seed=rng.getrandbits(32)), rng)) > 0


@pytest.mark.parametrize("opening", choices("opening"))
def test_random_games_of_the_envelope_are_played_by_both_engines(opening: str) -> None:
    """A few of each kind; `tests.soak` plays many more."""
    rng = Random(f"{SEED} {opening}")
    for _ in range(4):
        rules = random_custom(rng, opening)
        assert Rules.from_spec(json.loads(json.dumps(rules.spec))) == rules
        assert sum(play_match(Match(rules, Rounds(2), seed=rng.getrandbits(32)), rng)) > 0


def test_random_games_are_recorded_and_played_by_bots() -> None:
    for seed, rules in enumerate(random_customs(6)):
        *_, last = random_play(rules, Rounds(2), seed)
        assert Record.parse(last.record().dump()).verify().rounds >= 2  # a tie may be played on
        for bot in ("greedy", "search:10it", "neural"):
            match = Match(rules, Rounds(1), seed=seed)
            for seat in match.to_act:
                action = make_bot(bot, seed).decide(match.view(seat)).action
                assert action in map(str, match.legal(seat))


def test_batches_and_reviews_of_a_custom_game() -> None:
    batch = Batch(MINI, 16, seed=1)
    batch.step([0] * len(batch))
    match = play(MINI, [make_bot("random") for _ in MINI.seats], seed=3)
    review = Reviewer(match, effort="quick", scale=0.1)
    assert list(review)
    assert review.data()["rules"] == MINI.spec


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hand_size": 10}, "the deck has 36 number cards, but 2 hands of 10 and a haggis of 8 are 28"),
        ({"players": 5, "hand_size": 6}, "players cannot be 5; it takes a whole number from 2 to 4"),
        ({"players": True}, "players cannot be True; it takes a whole number"),
        ({"deck": (4, 1)}, "deck cannot be (4, 1); it takes Deck(suits=..., copies=...)"),
        ({"deck": Deck(1, 4)}, "deck.suits cannot be 1; it takes a whole number from 2 to 5"),
        ({"deck": Deck(4, 3)}, "deck.copies cannot be 3"),
        ({"deck": Deck(4.0, 1)}, "deck cannot be Deck(suits=4.0"),  # type: ignore[arg-type]
        ({"haggis_size": -2, "hand_size": 19}, "haggis_size cannot be -2; it takes 0 or more"),
        ({"partners": True}, "partners=True needs four players"),
        ({"opening": "exchange"}, "opening='exchange' needs partners"),
        ({"opening": "auction"}, "opening='auction' needs three players"),
        ({"opening": "raffle"}, "opening cannot be 'raffle'; it takes '' or 'auction' or 'exchange'"),
        ({"open_bets": False}, "open_bets=False needs opening='auction'"),
        ({"slam": True}, "slam=True needs partners"),
        ({"reenter": True}, "reenter=True needs more than two players"),
        ({"bets": [15, 30]}, "bets cannot be [15, 30]; it takes a tuple of whole numbers"),
        ({"bets": ()}, "the number of bet values cannot be 0"),
        ({"bets": (30, 15)}, "bets cannot be (30, 15); it takes ascending positive numbers"),
        ({"bets": tuple(range(1, 10))}, "the number of bet values cannot be 9; it takes a whole number from 1 to 8"),
        ({"bets": (10**12,)}, "a bet value cannot be 1000000000000"),
        ({"bet_multiplier": 3}, "bet_multiplier cannot be 3; it takes a whole number from 1 to 2"),
        ({"suggested_rounds": (4, 2)}, "suggested_rounds cannot be (4, 2)"),
        ({"top_rank": 14}, "top_rank cannot be 14; it takes a whole number from 4 to 13"),
        ({"preset": ""}, "preset cannot be ''; it takes a string that is not empty"),
        ({"preset": None}, "preset cannot be None"),
    ],
)
def test_what_is_not_a_game_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        replace(RULES["haggis-2"], **change)
    assert words in str(caught.value)


@pytest.mark.parametrize("name", [field.name for field in fields(Rules)])
@pytest.mark.parametrize("value", [None, 1.5, "", b"x", [], -1, 10**30, (0,)], ids=repr)
def test_no_value_of_a_field_is_a_crash(name: str, value: Any) -> None:
    if getattr(RULES["haggis-2"], name) is value or (name, value) == ("suggested_rounds", None):
        return
    with pytest.raises(RulesError, match=f"{name} cannot be|{name}=|hands of|bet value") as caught:
        replace(RULES["haggis-2"], **{name: value})
    assert len(str(caught.value)) < 300


def test_what_only_the_python_engine_plays() -> None:
    """docs/custom.md: a larger haggis, for small hands; the core says so."""
    small = replace(RULES["haggis-2"], hand_size=5, haggis_size=36 - 10)
    *_, last = random_play(small, Rounds(1), 1)
    assert last.over
    assert last.record().verify().rounds == 1
    with pytest.raises(RulesError, match="the native core takes a haggis_size from 0 to 8, not 26"):
        native_rules(small)
    with pytest.raises(RulesError, match="plays auctions for a haggis of 3 cards, not 6"):
        native_rules(replace(RULES["tatties-3"], hand_size=13, haggis_size=6))


@pytest.mark.parametrize(
    ("custom", "words"),
    [
        (None, "rules are the name of a preset"),
        ({}, "a custom game also needs title, edition, players"),
        ({"tile": "x"}, "a custom game has no field 'tile'"),
        ({**DEFINITION, "deck": {"suits": 2}}, "deck cannot be"),
        ({**DEFINITION, "bets": "15"}, "bets cannot be '15'"),
        ({**DEFINITION, "hand_size": 8}, "2 hands of 8 and a haggis of 4 are 20"),
    ],
)
def test_definitions_that_cannot_be_read(custom: Any, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_spec({"preset": "mini", "custom": custom})
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_definition_takes_no_house_rules_beside_it() -> None:
    assert isinstance(MINI.spec, dict)
    with pytest.raises(RulesError, match="rules are the name of a preset"):
        Rules.from_spec({**MINI.spec, "points": "flat"})


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[1] / "docs" / "custom.md"
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert results.attempted > 4
    assert not results.failed


MATCH = Match("haggis-3", seed=1)


@pytest.mark.parametrize("seat", [True, False, 1.0, "1", -1, 3, [0]], ids=repr)
def test_what_is_not_a_seat(seat: Any) -> None:
    position = Position.from_round(MATCH.round)
    for ask in (MATCH.legal, MATCH.view, position.packed, lambda seat: MATCH.act(seat, "pass")):
        with pytest.raises(IllegalAction, match="there is no seat"):
            ask(seat)


NO_ACTIONS: list[Any] = [None, 5, b"pass", ["pass"], Bet(True), Bet("15"), Give(-1), Give("5r"), Give(1 << 50)]  # type: ignore[arg-type]


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_what_is_not_an_action(action: Any) -> None:
    with pytest.raises(NotationError, match="is not an action"):
        MATCH.act(1, action)
    with pytest.raises(NotationError, match="is not an action"):
        Position.from_round(MATCH.round).act(action)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": [1, 2, 3]}, "a list of strings, one for each seat, not [1, 2, 3]"),
        ({"players": "Ann"}, "a list of strings, one for each seat, not 'Ann'"),
        ({"players": ["Ann"]}, "haggis-3 has 3 players, not 1"),
        ({"players": 3}, "a list of strings"),
        ({"seed": "x"}, "a seed is a whole number, not 'x'"),
        ({"seed": True}, "a seed is a whole number, not True"),
        ({"seed": 1.5}, "a seed is a whole number, not 1.5"),
        ({"dealer": True}, "the dealer is a seat from 0 to 2, not True"),
        ({"dealer": 3}, "the dealer is a seat from 0 to 2, not 3"),
        ({"deals": [None]}, "a deal is a Deal"),
        ({"deals": [Deal(("2r", "2y", "2g"), ())]}, "a deal is a Deal"),  # type: ignore[arg-type]
        ({"end": 6}, "a match ends after Rounds(n) or at Goal(n), not 6"),
    ],
)
def test_what_is_not_a_match(given: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        Match("haggis-3", **given)
    assert words in str(caught.value)


def test_whole_numbers_of_numpy_are_seats_and_seeds() -> None:
    one: Any = np.int64(1)
    match = Match("haggis-3", seed=one)
    assert match == MATCH
    match = match.act(one, match.legal(one)[0])
    assert type(match.round.log[0][0]) is int
    assert json.loads(match.record().dump()) == match.record().data
