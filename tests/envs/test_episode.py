"""Episodes: the same as in the Python engine, by shapes and by lists; rewards; what long lists leave out."""

from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import RULES, Goal, IllegalAction, Match, Rounds, _native
from haggis_cards.cards import COURT_SHIFT
from haggis_cards.combos import Play
from haggis_cards.encoding import PAST, encode_view, unpack
from haggis_cards.envs.episode import DEFAULT_ACTIONS, MOST_ACTIONS, Episode, EpisodeSettings
from haggis_cards.envs.shapes import shape_names
from haggis_cards.scoring import score
from tests.envs import reference
from tests.support import PRESETS, TABLES, name_of


def episode(rules: Any = "haggis-2", seed: int = 1, **settings: Any) -> Episode:
    game = Episode(EpisodeSettings(rules, **settings))
    game.start(seed)
    return game


def choose(game: Episode, rng: Random) -> int:
    return rng.choice(np.flatnonzero(game.mask()).tolist())


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_round_by_list_is_the_same_as_in_the_engine(table: Any) -> None:
    """Actions are those of the list, observations those of the view, and rewards follow from the points."""
    rng = Random(2)
    game = episode(table, 7, actions="list", max_actions=MOST_ACTIONS)
    match, rewards = game.match, None
    while game.seat is not None:
        seat = match.to_act[0]
        assert game.seat == seat
        seen, (words, rows) = game.observe(seat), encode_view(match.view(seat))
        assert np.array_equal(seen["observation"], unpack(words))
        assert np.array_equal(seen["actions"][seen["action_mask"] == 1], unpack(rows))
        assert not seen["actions"][len(rows) :].any()
        place = choose(game, rng)
        assert game.action(place) == match.legal(seat)[place]
        match = match.act(seat, match.legal(seat)[place])
        assert rewards is None
        rewards = game.play(place)
    assert rewards == reference.rewards(match.finished[0].result.points, match.rules)
    assert game.match == match


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_round_by_shapes_is_the_same_as_in_the_engine(table: Any, seed: int) -> None:
    """A number is legal if an action has this shape, and takes the one that the reference picks."""
    rng = Random(seed)
    game = episode(table, seed)
    names, match, rewards = shape_names(game.settings.rules), game.match, None
    assert len(names) == len(set(names)) == game.settings.max_actions
    while game.seat is not None:
        seat = match.to_act[0]
        assert game.seat == seat
        assert np.array_equal(game.observe(seat), unpack(encode_view(match.view(seat))[0]))
        there = {reference.shape_name(action, seat, match.rules) for action in match.legal(seat)}
        assert {names[number] for number in np.flatnonzero(game.mask())} == there
        number = choose(game, rng)
        action = reference.pick(match, seat, names[number])
        assert game.action(number) == action
        match = match.act(seat, action)
        assert rewards is None
        rewards = game.play(number)
    assert rewards == reference.rewards(match.finished[0].result.points, match.rules)
    assert game.match == match


@pytest.mark.parametrize("past", [0, 1, PAST])
def test_observations_show_so_many_past_actions(past: int) -> None:
    rng = Random(1)
    game, whole = episode("neeps-4", past=past), episode("neeps-4")
    for _ in range(40):
        number = choose(game, rng)
        for seat in range(4):
            bits = game.observe(seat)
            assert len(bits) == game.settings.feature_count == 64 * (23 + 3 * past)
            assert np.array_equal(bits, whole.observe(seat)[: len(bits)])
        game.play(number)
        whole.play(number)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_goes_on_to_its_end_R8_2(preset: str) -> None:
    """Rewards by raw points add up to the totals; dealers, leads and deals are the match's own."""
    rng = Random(3)
    game = episode(preset, end=Goal(200), reward="points")
    earned = np.zeros(game.settings.rules.players)
    while game.seat is not None:
        earned += game.play(choose(game, rng)) or 0.0
    totals = game.match.totals
    assert game.match.over
    assert earned.tolist() == [totals[side] for side in game.match.rules.sides]
    assert len(game.match.finished) == game.view(0)["round"]
    with pytest.raises(IllegalAction, match="the round is over"):
        game.act("pass")
    with pytest.raises(IllegalAction, match="the round is over"):
        game.play(0)


@pytest.mark.parametrize("actions", ["shapes", "list"])
@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_do_not_change_an_observation(preset: str, actions: Any) -> None:
    rng = Random(4)
    for seed in range(2):
        game, other = episode(preset, seed, actions=actions), episode(preset, seed, actions=actions)
        while game.seat is not None:
            for seat in game.settings.rules.seats:
                other.seat = other.table.start(game.position.determinize(seat, rng).native)
                assert flat(game.observe(seat)) == flat(other.observe(seat))
                if seat == game.seat:
                    assert game.mask().tobytes() == other.mask().tobytes()
            game.play(choose(game, rng))


def flat(seen: Any) -> list[bytes]:
    return [part.tobytes() for part in (seen.values() if isinstance(seen, dict) else [seen])]


class TestActions:
    def test_an_index_without_action(self) -> None:
        game = episode(actions="list")
        for place in (-1, game.table.count, 10_000):
            with pytest.raises(IllegalAction, match=rf"there is no action {place}; you have {game.table.count}, count"):
                game.play(place)

    def test_a_shape_that_is_not_legal(self) -> None:
        game = episode()
        with pytest.raises(ValueError, match=r"action 0 \(pass\) is not legal now; take one that the mask marks"):
            game.play(0)
        for number in (-1, 132):
            with pytest.raises(ValueError, match=f"there is no action {number}; they are numbered from 0 to 131"):
                game.play(number)
        assert game.position.action_count == 0

    def test_any_legal_action_can_be_taken_and_no_other(self) -> None:
        game = episode()
        assert game.seat is not None
        with pytest.raises(IllegalAction, match="you are leading, so you must play"):
            game.act("pass")
        action = game.match.legal(game.seat)[-3]
        game.act(action)
        assert [done for _, done in game.position.log] == [action]

    @pytest.mark.parametrize("actions", ["shapes", "list"])
    def test_wrapped_numbers(self, actions: Any) -> None:
        game = episode(actions=actions)
        legal = np.flatnonzero(game.mask()).tolist()
        for number in range(game.settings.max_actions):
            wrapped = game.wrap(number)
            assert wrapped in legal
            if number in legal:
                assert wrapped == number
            elif actions == "list":
                assert wrapped == number % len(legal)
            else:
                assert wrapped == min((other for other in legal if other > number), default=legal[0])

    def test_others_have_no_actions(self) -> None:
        game = episode("haggis-3", actions="list")
        assert game.seat is not None
        seen = game.observe((game.seat + 1) % 3)
        assert seen["observation"].any()
        assert not seen["actions"].any()
        assert not seen["action_mask"].any()

    @pytest.mark.parametrize("most", [64, 200, 1000])
    @pytest.mark.parametrize("preset", ["haggis-2", "neeps-4"])
    def test_long_lists_keep_what_spends_few_courts(self, preset: str, most: int) -> None:
        tried = 0
        for seed in range(60):
            game = episode(preset, seed, actions="list", max_actions=most)
            while game.match.round.phase.value != "play":
                game.act_randomly()
            assert game.seat is not None
            legal = game.match.legal(game.seat)
            offered = [game.action(place) for place in range(game.table.count)]
            if len(legal) <= most:
                assert offered == list(legal)
                continue
            tried += 1
            assert len(offered) == most
            assert offered == [action for action in legal if action in offered]
            left_out = [action for action in legal if action not in offered]
            assert all(isinstance(action, Play) and action.count > 1 for action in left_out)
            kept = [action for action in offered if isinstance(action, Play) and action.count > 1]
            assert max(map(courts, kept), default=0) <= min(map(courts, left_out))
            if tried == 3:
                return
        assert tried


def courts(action: Any) -> int:
    return int((action.cards >> COURT_SHIFT & 7).bit_count())


class TestSettings:
    def test_defaults(self) -> None:
        for preset in PRESETS:
            chosen = EpisodeSettings(preset, actions="list")
            assert chosen.max_actions == DEFAULT_ACTIONS[chosen.rules.players]
            assert chosen.end == Rounds(1)
        assert MOST_ACTIONS == _native.MAX_LEGAL

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"max_actions": 10, "actions": "list"}, "max_actions is from 64 to 32768, not 10"),
            ({"max_actions": 10**6, "actions": "list"}, "max_actions is from 64"),
            ({"max_actions": 100}, 'max_actions is for actions="list"'),
            ({"actions": "cards"}, "actions is one of shapes, list, not 'cards'"),
            ({"past": 13}, "past is from 0 to 12 actions, not 13"),
            ({"reward": "money"}, "the reward is one of margin, points, not 'money'"),
            ({"rules": "whist"}, "there is no preset 'whist'"),
        ],
    )
    def test_bad_ones_are_refused(self, wrong: dict[str, Any], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            episode(**wrong)


def test_the_text_of_a_position_hides_cards() -> None:
    game = episode("neeps-4", 5)
    rng = Random(1)
    for _ in range(30):
        assert game.seat is not None
        world = Episode(game.settings)
        world._match = _replayed(game, rng)
        world.table.start(game.table.position)
        world._seen = game.position.action_count
        assert world.text(game.seat) == game.text(game.seat)
        game.play(choose(game, rng))


def _replayed(game: Episode, rng: Random) -> Match:
    """The match in another determinization for the seat to act."""
    assert game.seat is not None
    rnd = game.position.determinize(game.seat, rng).to_round()
    match = Match(rnd.rules, Rounds(1), dealer=rnd.dealer, deals=[rnd.deal])
    for actor, action in rnd.log:
        match = match.act(actor, action)
    return match


def test_the_points_are_the_scores() -> None:
    rng = Random(6)
    for rules in RULES.values():
        game, rewards = episode(rules, reward="points"), None
        while game.seat is not None:
            rewards = game.play(choose(game, rng))
        points = score(game.position.to_round()).points
        assert rewards == [points[side] for side in rules.sides]
