"""One decision: honest, reproducible, exact where it can be, and called by what it loses."""

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from haggis_cards import Match, Round, RulesError
from haggis_cards.actions import parse
from haggis_cards.native import Position
from haggis_cards.review.answers import answer_key
from haggis_cards.review.classes import classify
from haggis_cards.review.core import Outcome
from haggis_cards.review.judge import EFFORTS, NO_BET, Answer, Judgement, conclude
from haggis_cards.review.numbers import mean
from haggis_cards.review.question import are_hands_known
from haggis_cards.review.reasons import reason_for
from haggis_cards.rules import RULES
from haggis_cards.scoring import score
from haggis_cards.view import View
from tests.review.helpers import TINY, Judging, decisions, endings, solve
from tests.support import deal
from tests.worlds import other_world


def judged(view: View, seed: int = 3, network: bool = True) -> str:
    """All that is said of a decision, if the last action in the list was made, which is rarely good."""
    rules = RULES[str(view["rules"])]
    judge = Judging(rules, TINY, seed, network=network)
    bets = [text for text in view["legal"] if text.startswith("bet ")]
    others = view["legal"][: len(view["legal"]) - len(bets)]
    judgements = [judge.judge(view, others[-1])] if len(others) > 1 else []
    judgements += [judge.judge_bet(view, bets[-1])] if bets else []
    return json.dumps([describe(judgement, view) for judgement in judgements])


def describe(judgement: Judgement, view: View) -> dict[str, Any]:
    made = judgement.made
    assert made is not None
    reason = reason_for(judgement, view)
    return {"made": made.action, "behind": made.behind, "candidates": judgement.candidates(), "reason": reason}


@pytest.mark.parametrize("game", RULES)
def test_hidden_cards_do_not_matter(game: str) -> None:
    """With the hidden cards permuted among what the seat could not know, every byte is the same."""
    rng = Random(5)
    for match, seat in decisions(game, every=16):
        world = other_world(match, seat, rng)
        assert judged(match.view(seat)) == judged(world.view(seat))


def test_without_the_network_hidden_cards_do_not_matter_either() -> None:
    rng = Random(6)
    for match, seat in decisions("haggis-3", every=9):
        world = other_world(match, seat, rng)
        assert judged(match.view(seat), network=False) == judged(world.view(seat), network=False)


def test_by_the_true_cards_they_do() -> None:
    rng, judge = Random(7), Judging(RULES["haggis-2"], TINY)
    seen = set()
    match, seat = next(decisions("haggis-2", every=3))
    view = match.view(seat)
    for _ in range(4):
        seen.add(json.dumps(judge.see(judge.judge(view, view["legal"][0]), view, other_world(match, seat, rng).round)))
    assert len(seen) > 1


def test_a_seed_decides_the_worlds() -> None:
    match, seat = next(decisions("haggis-2", every=5))
    view = match.view(seat)
    assert judged(view, seed=1) == judged(view, seed=1) != judged(view, seed=2)


def test_more_effort_takes_more_worlds_and_small_games_get_more() -> None:
    quick, normal, deep = EFFORTS.values()
    assert all(a < b < c for a, b, c in zip(quick, normal, deep, strict=True))
    assert EFFORTS["quick"].at(RULES["haggis-2"]).worlds > EFFORTS["quick"].at(RULES["neeps-4"]).worlds


@pytest.mark.parametrize(
    ("loss", "error", "verdict"),
    [
        (2.9, 0.1, "good"),
        (3.0, 0.1, "inaccuracy"),
        (7.9, 0.1, "inaccuracy"),
        (3.0, 1.5, "inaccuracy"),
        (3.0, 1.6, "good"),
        (8.0, 0.0, "mistake"),
        (8.0, 0.1, "inaccuracy"),
        (12.0, 4.0, "mistake"),
        (15.0, 0.1, "mistake"),
        (22.5, 7.5, "blunder"),
        (40.0, 20.0, "blunder"),
        (40.0, 20.1, "good"),
        (3.0, 0.0, "inaccuracy"),
    ],
)
def test_classes_need_points_and_certainty(loss: float, error: float, verdict: str) -> None:
    assert classify(loss, error) == verdict


@pytest.mark.parametrize(
    ("searched", "played", "loss", "verdict"),
    [
        (20.0, 30.0, 20.0, "blunder"),
        (60.0, 4.0, 4.0, "inaccuracy"),
        (4.0, 60.0, 4.0, "inaccuracy"),
        (60.0, 1.0, 1.0, "good"),
        (60.0, -5.0, 0.0, "good"),
        (-5.0, 60.0, 0.0, "good"),
    ],
)
def test_a_loss_is_what_search_and_rounds_played_out_agree_on(
    searched: float, played: float, loss: float, verdict: str
) -> None:
    """One of two estimates that are far apart is wrong, and nobody knows which."""

    def answer(place: int, points: float, margin: float) -> Answer:
        nothing = Outcome.read([0] * (len(Outcome._fields) - 1))
        rows = [nothing._replace(margin=round(2 * margin) + noise) for noise in (-1, 1, -1, 1)]  # margins are doubled
        return Answer(place, "pass", points, 0.1, 0.0, rows)

    made = answer(1, 0.0, 0.0)
    judgement = conclude(0, [answer(0, searched, played), made], made)
    assert judgement.loss == pytest.approx(loss)
    assert judgement.verdict == verdict


# One answer


def key_of(match: Match, seat: int, *actions: str) -> list[object]:
    key = answer_key(match.view(seat), match.rules)
    return [key(parse(action, match.rules)) for action in actions]


def test_readings_of_the_same_cards_are_one_answer() -> None:
    match = Match("haggis-2", deals=[deal("haggis-2", "5b 6b 2r", "2y")], dealer=1)
    low, high, other = key_of(match, 0, "play J=4b 5b 6b", "play 5b 6b J=7b", "play 5b 6b Q=7b")
    assert low == high != other


def test_interchangeable_suits_are_one_answer() -> None:
    """The hand has the same ranks of red and yellow, and nobody has played."""
    hand = "2r 2y 7r 7y 9b 3g 4g 5g 6g 8g 9g Tg 4b 6b"
    match = Match("haggis-2", deals=[deal("haggis-2", hand)], dealer=1)
    red, yellow, green = key_of(match, 0, "play 2r", "play 2y", "play 3g")
    assert red == yellow != green
    assert len(set(key_of(match, 0, "play 7r", "play 7y"))) == 1
    after = match.act(0, "play 2r").act(1, "pass")
    assert len(set(key_of(after, 0, "play 7r", "play 7y"))) == 2, "one suit has lost its 2"


# Exact endings


@pytest.mark.parametrize("game", ["haggis-2", "haggis-3", "neeps-4"])
def test_in_endings_the_best_action_is_the_solvers(game: str) -> None:
    positions = list(islice(endings(game, range(30)), 20))
    assert len(positions) == 20
    judge = Judging(RULES[game], TINY)
    for match, seat in positions:
        view = match.view(seat)
        values = solve(Position.from_round(match.round), seat)  # by the true cards
        assert values is not None
        made = view["legal"][values.index(min(values))]
        judgement = judge.judge(view, made)
        assert judgement.exact
        assert values[view["legal"].index(judgement.best.action)] == max(values) == pytest.approx(judgement.value)
        assert judgement.loss == pytest.approx(max(values) - min(values))
        seen = judge.see(judgement, view, match.round)
        assert seen["exact"]
        assert values[view["legal"].index(seen["best"])] == max(values)


def test_the_solver_finds_what_looking_at_every_line_finds() -> None:
    compared = 0
    for match, seat in endings("haggis-2", range(40)):
        rnd = match.round
        if sum(map(int.bit_count, rnd.hands)) > 5:
            continue
        values = solve(Position.from_round(rnd), seat)
        assert values is not None
        assert [best_margin(rnd.act(seat, action), seat) for action in rnd.legal(seat)] == values
        compared += 1
    assert compared > 10


def best_margin(rnd: Round, seat: int) -> float:
    """How far the seat is ahead with best play of two: every line, in Python."""
    if rnd.over:
        points = score(rnd).points
        return points[seat] - points[1 - seat]
    turn = rnd.to_act[0]
    values = [best_margin(rnd.act(turn, action), seat) for action in rnd.legal(turn)]
    return max(values) if turn == seat else min(values)


def test_a_seat_knows_all_hands_only_if_one_place_hides_cards() -> None:
    match = Match("haggis-2", seed=1)
    view = match.view(match.to_act[0])
    assert not are_hands_known(view, match.rules)


# Bets


def test_a_bet_is_worth_what_it_pays_on_the_same_rounds() -> None:
    """R7.4: in haggis-2 a bet that comes true brings its value, any other goes to the opponent."""
    match = Match("haggis-2", seed=2)
    seat = match.to_act[0]
    judgement = Judging(RULES["haggis-2"], TINY).judge_bet(match.view(seat), NO_BET)
    values = {answer.action: mean(answer.margins) for answer in judgement.answers}
    chance = mean([row.first_out == seat for row in judgement.best.played])
    assert set(values) == {NO_BET, "bet 15", "bet 30", "bet 45"}
    for bet in (15, 30, 45):
        assert values[f"bet {bet}"] - values[NO_BET] == pytest.approx(bet * (2 * chance - 1))
    assert judgement.value == pytest.approx(max(values.values()))


def test_rules_that_are_unknown_are_refused() -> None:
    match = Match("haggis-2", seed=2)
    view = {**match.view(match.to_act[0]), "rules": "whist"}
    with pytest.raises(RulesError, match="no preset 'whist'"):
        Judging(RULES["haggis-2"], TINY).judge(view)
