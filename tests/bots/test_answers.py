"""Every built-in bot has an answer to every question that a view can pose, in turn and out of turn."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cards import RULES, Match, Rounds, View
from haggis_cards.bots import Bot, Guarded, make_bot
from haggis_cards.bots.guard import safe
from haggis_cards.bots.protocol import NO_BET, is_answer, out_of_turn
from haggis_cards.rules import HOUSE_RULES, Rules

SPECS = ("random", "greedy", "greedy:30", "search:8it:1", "neural", "foresight:1it:1")


@cache
def bot(spec: str) -> Bot:
    return make_bot(spec, 1)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """A preset with any house rules that fit it."""
    chosen = RULES[draw(st.sampled_from(sorted(RULES)))]
    for name, rule in HOUSE_RULES.items():
        if values := rule.choices_in(chosen):
            chosen = chosen.replace(**{name: draw(st.sampled_from(values))})
    return chosen


def questions(chosen: Rules, seed: int) -> Iterator[View]:
    """What seats can be asked on the way through a round: one view of each kind, in turn and out of turn."""
    rng, match, asked = Random(seed), Match(chosen, Rounds(1), seed=seed), Counter[object]()
    while not match.over:
        for seat in match.rules.seats:
            view = match.view(seat)
            kind = view["phase"], out_of_turn(view), bool(view["out"]), len(view["legal"]) == 1
            if view["legal"] and not asked[kind]:
                asked[kind] += 1
                yield view
        seat = rng.choice(match.to_act)
        # Bets end the questions about bets, so they are rare; cards are played when they can be.
        actions = [str(action) for action in match.legal(seat)]
        quiet = [action for action in actions if not action.startswith("bet ")]
        match = match.act(seat, rng.choice(actions if rng.random() < 0.05 else quiet[-3:]))


@settings(max_examples=40, deadline=None)
@given(rules(), st.integers(0, 1 << 32))
def test_every_answer_is_legal(chosen: Rules, seed: int) -> None:
    for view in questions(chosen, seed):
        for spec in SPECS:
            answer = bot(spec).decide(view, 0.05)
            assert is_answer(view, answer.action), (spec, view["phase"], answer)
        assert is_answer(view, safe(view))
        assert not safe(view).startswith("bet ")


@pytest.mark.parametrize("spec", SPECS)
def test_out_of_turn_a_bot_may_bet_or_not(spec: str) -> None:
    """Over many hands both answers come, so a bot neither always bets nor never."""
    answers = set()
    for seed in range(60):
        match = Match("haggis-3", seed=seed)
        seat = next(seat for seat in match.rules.seats if seat not in match.to_act)
        answers.add(bot(spec).decide(match.view(seat), 0.05).action == NO_BET)
    assert answers == {True, False}


def test_a_bot_that_fails_out_of_turn_does_not_bet() -> None:
    match = Match("haggis-3", seed=1)
    seat = next(seat for seat in match.rules.seats if seat not in match.to_act)
    failing = Guarded(make_bot("clairvoyant"), report=lambda _: None)
    assert failing.decide(match.view(seat)).action == NO_BET
