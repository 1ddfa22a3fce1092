"""The core's search: the same whatever the threads, true at the end of a round, and refuses bad input."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from haggis_cards import IllegalAction, Match, Pass, Round, Rounds
from haggis_cards.actions import Bet
from haggis_cards.bots import make_bot
from haggis_cards.cards import NUMBERS
from haggis_cards.encoding import margins
from haggis_cards.native import Position, SearchResult
from haggis_cards.scoring import score
from tests.support import PRESETS, TABLES, name_of, random_play


def search(rnd: Round, seat: int | None = None, *, seed: int = 1, iterations: int = 60, **options: Any) -> SearchResult:
    seat = rnd.to_act[0] if seat is None else seat
    return Position.from_round(rnd).search(seat, seed, iterations=iterations, **options)


@cache
def played(rules: str, seed: int) -> tuple[Round, ...]:
    """Every position of a round that quick searches play."""
    bot = make_bot("search:20it:1", seed)
    match = Match(rules, Rounds(1), seed=seed)
    positions = []
    while not match.over:
        positions.append(match.round)
        seat = match.to_act[0]
        match = match.act(seat, bot.decide(match.view(seat)).action)
    return tuple(positions)


def ahead(rnd: Round, seat: int) -> float:
    """Points of a finished round: the seat's side's less the mean of the others'."""
    return float(margins(score(rnd).points)[rnd.rules.sides[seat]])


def best(rnd: Round, seat: int) -> float:
    """Best play for both sides, by the Python engine, every line looked at."""
    if rnd.over:
        return ahead(rnd, seat)
    actor = rnd.to_act[0]
    own = rnd.rules.sides[actor] == rnd.rules.sides[seat]
    values = [best(rnd.act(actor, action), seat) for action in rnd.legal(actor) if not isinstance(action, Bet)]
    return max(values) if own else min(values)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_number_of_threads_changes_nothing(preset: str) -> None:
    positions = played(preset, 1)
    for rnd in (positions[0], positions[len(positions) // 2], positions[-2]):
        alone = search(rnd, iterations=200)
        assert search(rnd, iterations=200, threads=2) == alone
        assert search(rnd, iterations=200, threads=5) == alone


def test_nor_does_it_without_parts_of_the_search() -> None:
    rnd = played("haggis-3", 1)[12]
    for tree, belief in product((False, True), repeat=2):
        alone = search(rnd, iterations=200, tree=tree, belief=belief)
        assert search(rnd, iterations=200, tree=tree, belief=belief, threads=3) == alone


def test_another_seed_is_another_search() -> None:
    rnd = played("haggis-2", 1)[0]
    assert search(rnd, seed=1)[1] != search(rnd, seed=2)[1]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_options_are_distinct_legal_actions(table: str) -> None:
    """At random positions of every kind, house rules included."""
    for match in list(random_play(table, Rounds(1), seed=3))[::7]:
        if match.round.over:
            continue
        count = len(match.round.legal(match.to_act[0]))
        place, _, _, _, options = search(match.round, iterations=20)
        places = [place for place, _, _ in options]
        assert 0 <= place < count
        assert len(set(places)) == len(places)
        assert all(0 <= each < count for each in places)


@pytest.mark.parametrize(("preset", "seeds"), [("haggis-2", 6), ("neeps-4", 4), ("neeps-4-2024", 4)])
def test_the_end_is_solved(preset: str, seeds: int) -> None:
    """With all cards in sight and few left, the value is that of best play, and so is the action."""
    found = 0
    for seed in range(seeds):
        for rnd in played(preset, seed):
            left = sum(hand.bit_count() for hand in rnd.hands)
            actor = rnd.to_act[0]
            if left > 6 or len(rnd.legal(actor)) < 2:
                continue
            place, value, _, solved, _ = search(rnd, clairvoyant=True)
            action = rnd.legal(actor)[place]
            assert solved
            assert value == best(rnd, actor)
            assert value == best(rnd.act(actor, action), actor)
            found += 1
    assert found > 3


def test_exact_knowledge_is_used() -> None:
    """Where the seat can work out every hand, the search of what it knows finds what it would with all cards in sight.

    In Neeps nothing is face down and courts are public (R1.2): all is known once only one other hand has number cards.
    """
    found = 0
    for seed in range(12):
        for rnd in played("neeps-4", seed):
            actor = rnd.to_act[0]
            others = [hand for seat, hand in enumerate(rnd.hands) if seat != actor]
            known = sum(hand & NUMBERS != 0 for hand in others) <= 1
            if known and sum(hand.bit_count() for hand in rnd.hands) <= 6 and len(rnd.legal(actor)) > 1:
                place, value, *_ = search(rnd)
                assert value == best(rnd, actor) == best(rnd.act(actor, rnd.legal(actor)[place]), actor)
                found += 1
    assert found


def test_goes_out_when_it_can() -> None:
    """In the 2-player game going out ends the round (R6.3) and brings the bonus and the bets."""
    found = 0
    for seed in range(16):
        for rnd in played("haggis-2", seed):
            actor = rnd.to_act[0]
            legal = rnd.legal(actor)
            ends = [action for action in legal if rnd.act(actor, action).over]
            if ends and len(legal) > 1 and not any(getattr(action, "is_bomb", False) for action in ends):
                assert legal[search(rnd)[0]] in ends
                found += 1
    assert found > 3


def test_out_of_turn_only_a_bet_can_be_chosen() -> None:
    rnd = Match("haggis-2", seed=1).round
    other = 1 - rnd.to_act[0]
    legal = rnd.legal(other)
    assert all(isinstance(action, Bet) for action in legal)
    assert 0 <= search(rnd, other)[0] < len(legal)


class TestBadInput:
    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"iterations": 0}, "needs a budget"),
            ({"iterations": 0, "seconds": -1.0}, "needs a budget"),
            ({"threads": 0}, "the number of threads must be from 1 to 1024, not 0"),
        ],
        ids=str,
    )
    def test_refused(self, changes: dict[str, Any], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            search(Match("haggis-3", seed=1).round, **changes)

    @pytest.mark.parametrize("seat", [-1, 3, 7])
    def test_a_seat_that_does_not_exist(self, seat: int) -> None:
        with pytest.raises(IllegalAction, match="there is no seat"):
            search(Match("haggis-3", seed=1).round, seat)

    def test_nothing_to_decide(self) -> None:
        rnd = Match("tatties-3", seed=1).round
        with pytest.raises(ValueError, match="the seat has nothing to decide"):
            search(rnd, (rnd.to_act[0] + 1) % 3)

    def test_a_round_that_is_over(self) -> None:
        *_, last = played("haggis-2", 1)
        over = next(after for action in last.legal(last.to_act[0]) if (after := last.act(last.to_act[0], action)).over)
        with pytest.raises(ValueError, match="the round is over"):
            search(over, 0)


def test_pass_is_always_tried() -> None:
    """However many plays there are to choose from."""
    for match in random_play("neeps-4", Rounds(1), seed=5):
        rnd = match.round
        if not rnd.over and rnd.top is not None:
            actor = rnd.to_act[0]
            places = [place for place, _, _ in search(rnd, iterations=20)[4]]
            assert any(isinstance(rnd.legal(actor)[place], Pass) for place in places)
