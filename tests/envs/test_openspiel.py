"""The OpenSpiel game: OpenSpiel's own tests of its interface, and that it plays and hides what it should."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install haggis-cards[openspiel]")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from haggis_cards.envs.openspiel import HaggisState, Table, dealt_to, seen_log  # noqa: E402
from haggis_cards.errors import RulesError  # noqa: E402
from haggis_cards.native import Position  # noqa: E402
from haggis_cards.rules import RULES  # noqa: E402
from haggis_cards.scoring import score  # noqa: E402
from tests.envs import reference  # noqa: E402
from tests.support import PRESETS  # noqa: E402


def load(preset: str) -> Any:
    return pyspiel.load_game(f"python_haggis(rules={preset})")


def play(preset: str, seed: int) -> Iterator[HaggisState]:
    """The states of a random round, the deal excepted."""
    rng, state = random.Random(seed), load(preset).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def round_of(state: HaggisState) -> Position:
    assert state.table is not None
    return state.table.round


class TestAPI(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's checks of games that are too large to be searched through."""

    game_name = "python_haggis"
    game = load("haggis-2")


def test_house_rules_stand_behind_the_preset() -> None:
    name = "python_haggis(rules=haggis-3 points:flat sets:true bets:10/20/30 top_rank:13)"
    game = pyspiel.load_game(name)
    assert str(game) == name
    assert game.rules == RULES["haggis-3"].replace(points="flat", sets=True, bets=(10, 20, 30), top_rank=13)
    for wrong in ("points:round", "ponits:flat", "points"):
        with pytest.raises(RulesError, match=wrong.partition(":")[0]):
            pyspiel.load_game(f"python_haggis(rules=haggis-3 {wrong})")


@pytest.mark.parametrize("preset", [*PRESETS, "haggis-2 points:flat sets:true bets:10/20/30"])
def test_random_simulations(preset: str) -> None:
    """OpenSpiel's standard test of every game: clones, histories, observations, strings, returns, serialization."""
    pyspiel.random_sim_test(load(preset), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_returns_are_margins(preset: str) -> None:
    *_, end = play(preset, 3)
    points = score(round_of(end).to_round()).points
    assert end.returns() == reference.rewards(points, end.rules)
    game = end.get_game()
    assert game.min_utility() < min(end.returns()) <= max(end.returns()) < game.max_utility()
    assert sum(end.returns()) == pytest.approx(game.utility_sum())


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_change_nothing_that_is_shown(preset: str) -> None:
    game = load(preset)
    kinds = [
        pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        for recall in (False, True)
        for public in (False, True)
        for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    ]
    observers = [make_observation(game, kind) for kind in kinds]
    for number, state in enumerate(play(preset, 4)):
        if number % 5 or state.is_terminal():
            continue
        for seat in range(game.num_players()):
            world = state.clone()
            world.table = Table(round_of(state).determinize(seat, number))
            for observer in observers:
                shown = observer.string_from(state, seat), shown_tensor(observer, state, seat)
                assert shown == (observer.string_from(world, seat), shown_tensor(observer, world, seat))


def shown_tensor(observer: Any, state: Any, seat: int) -> bytes:
    observer.set_from(state, seat)
    return bytes(observer.tensor.tobytes())


def test_an_information_state_recalls_what_a_seat_has_seen_R3_1_R4_4() -> None:
    *_, end = play("neeps-4", 1)
    gifts = [line for line in seen_log(round_of(end), 1) if " give" in line]
    known = [line.split()[0] for line in gifts if len(line.split()) == 3]
    assert known == ["1", "3", "1", "3"]  # its own and its partner's
    assert [line.split()[2:] for line in seen_log(round_of(end), None) if " give" in line] == [[]] * 8
    ends = ([*play("tatties-3", seed)][-1] for seed in range(50))
    end = next(state for state in ends if round_of(state).to_round().shepherd is not None)
    shepherd = round_of(end).to_round().shepherd
    drew = [len(dealt_to(round_of(end), seat)) for seat in range(3)]
    assert drew == [2 if seat == shepherd else 1 for seat in range(3)]


def test_the_deck_is_dealt_card_by_card() -> None:
    state = load("neeps-4").new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [f"dealer {n}" for n in range(4)]
    state.apply_action(2)
    outcomes = dict(state.chance_outcomes())
    assert len(outcomes) == 36
    state.apply_action(0)
    assert state.chance_outcomes()[0][1] == pytest.approx(1 / 71)
    assert state.chance_outcomes()[1][1] == pytest.approx(2 / 71)
    assert state.action_to_string(0) == "deal 2r"
    assert str(state) == "1 cards dealt"


def test_clones_go_their_own_ways() -> None:
    state = next(play("haggis-3", 2))
    clone, before = state.clone(), str(state)
    clone.apply_action(clone.legal_actions()[-1])
    assert (str(state), str(clone) == before) == (before, False)


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(Exception, match="there is no preset 'whist'"):
        load("whist")
