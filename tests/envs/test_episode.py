"""Episodes: rewards, the actions that are offered, and what a list that is too long leaves out."""

from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import RULES, Goal, IllegalAction, Match, Rounds, _native
from haggis_cards.cards import ALL_COURTS, NUMBERS, RANKS, parse_cards
from haggis_cards.encoding import encode_view, unpack
from haggis_cards.envs.episode import DEFAULT_ACTIONS, MOST_ACTIONS, Episode, EpisodeSettings, offered_actions
from haggis_cards.match import End
from haggis_cards.native import Batch, Position, pack
from haggis_cards.scoring import score
from tests.support import PRESETS, TABLES, name_of


def episode(rules: Any = "haggis-2", seed: int = 1, end: End | None = None, **settings: Any) -> Episode:
    chosen = {"reward": "margin", "max_actions": None} | settings
    return Episode(EpisodeSettings(rules, end, **chosen), seed)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_round_is_the_same_as_in_the_engine(table: Any) -> None:
    """The same deal as a match of this seed; observations are those of the view; rewards follow from the points."""
    rng = Random(2)
    game, match = episode(table, 7), Match(table, Rounds(1), seed=7)
    rewards: list[float] = []
    while game.seat is not None:
        seat = match.to_act[0]
        assert game.seat == seat
        seen, (words, rows) = game.observe(seat), encode_view(match.view(seat))
        assert np.array_equal(seen["observation"], unpack(words))
        assert np.array_equal(seen["actions"][seen["action_mask"] == 1], unpack(rows))
        assert not seen["actions"][len(rows) :].any()
        place = rng.randrange(game.count)
        assert game.action(place) == match.legal(seat)[place]
        match = match.act(seat, match.legal(seat)[place])
        rewards = game.play(place)
        assert any(rewards) <= match.over
    points = match.finished[0].result.points
    others = len(points) - 1
    assert rewards == [points[side] - (sum(points) - points[side]) / others for side in match.rules.sides]
    assert game.match == match


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_goes_on_to_its_end_R8_2(preset: str) -> None:
    """Rewards by raw points add up to the totals; dealers, leads and deals are the match's own."""
    rng = Random(3)
    game = episode(preset, end=Goal(200), reward="points")
    earned = np.zeros(game.settings.rules.players)
    while game.seat is not None:
        earned += game.play(rng.randrange(game.count))
    totals = game.match.totals
    assert game.match.over
    assert earned.tolist() == [totals[side] for side in game.match.rules.sides]
    assert len(game.match.finished) == game.view(0)["round"]
    with pytest.raises(IllegalAction, match="the round is over"):
        game.act("pass")


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_do_not_change_an_observation(preset: str) -> None:
    rng = Random(4)
    for seed in range(4):
        game, other = episode(preset, seed), episode(preset, seed)
        while game.seat is not None:
            for seat in game.settings.rules.seats:
                other.state = game.state.determinize(seat, rng)
                other._refresh()
                here, there = game.observe(seat), other.observe(seat)
                assert all(here[name].tobytes() == there[name].tobytes() for name in here)
            game.play(rng.randrange(game.count))


class TestOfferedActions:
    def test_an_index_without_action(self) -> None:
        game = episode()
        for place in (-1, game.count, 10_000):
            with pytest.raises(IllegalAction, match=rf"there is no action {place}; you have {game.count}, counted"):
                game.play(place)

    def test_others_have_no_actions(self) -> None:
        game = episode("haggis-3")
        assert game.seat is not None
        seen = game.observe((game.seat + 1) % 3)
        assert seen["observation"].any()
        assert not seen["actions"].any()
        assert not seen["action_mask"].any()

    @pytest.mark.parametrize("preset", PRESETS)
    def test_short_lists_are_kept_whole(self, preset: str) -> None:
        rows = Position.from_round(Match(preset, seed=1).round).packed()
        assert offered_actions(rows, len(rows)).tolist() == list(range(len(rows)))

    @pytest.mark.parametrize("most", [64, 200, 2048])
    def test_long_lists_keep_what_spends_few_courts(self, most: int) -> None:
        """A whole suit in hand twice, and sets."""
        rules = RULES["neeps-4"].replace(sets=True)
        plays = rules.grammar.plays(parse_cards(" ".join(f"{rank}r {rank}r" for rank in RANKS)) | ALL_COURTS)
        rows = np.array([pack(play, rules) for play in plays], np.uint64)
        kept = offered_actions(rows, most)
        assert len(rows) > 2048
        assert len(kept) == most
        assert (np.diff(kept) > 0).all()
        spent = [play.count - (play.cards & NUMBERS).bit_count() for play in plays]
        singles = {place for place, play in enumerate(plays) if play.count == 1}
        assert singles <= set(kept.tolist())
        gone = set(range(len(rows))) - set(kept.tolist())
        assert max(spent[place] for place in set(kept.tolist()) - singles) <= min(spent[place] for place in gone)

    def test_pass_and_bets_are_kept(self) -> None:
        batch = Batch("haggis-2", 2000, seed=1)
        batch.play_random(1)
        for place in np.flatnonzero(batch.counts > 100)[:20]:
            begin, end = batch.offsets[place : place + 2]
            legal, kept = batch.legal(int(place)), offered_actions(batch.actions[begin:end], 64)
            offered = [legal[index] for index in kept]
            assert [a for a in legal if a.verb != "play"] == [a for a in offered if a.verb != "play"]

    def test_observations_of_a_shortened_list(self) -> None:
        game = episode("haggis-2", max_actions=64, seed=next(s for s in range(99) if episode(seed=s).count > 300))
        assert game.seat is not None
        assert (game.count, len(game.packed) > 300) == (64, True)
        rows = game.state.encode(game.seat)[1]
        assert np.array_equal(game.observe(game.seat)["actions"], unpack(rows[game.offered]))
        assert game.action(63) == game.state.legal()[game.offered[63]]


class TestSettings:
    def test_defaults(self) -> None:
        for preset in PRESETS:
            chosen = EpisodeSettings(preset, None, "margin", None)
            assert chosen.max_actions == DEFAULT_ACTIONS[chosen.rules.players]
            assert chosen.end == Rounds(1)
        assert MOST_ACTIONS == _native.MAX_LEGAL

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"max_actions": 10}, "max_actions is from 64 to 32768, not 10"),
            ({"max_actions": 10**6}, "max_actions is from 64"),
            ({"reward": "money"}, "the reward is one of margin, points, not 'money'"),
            ({"rules": "whist"}, "there is no preset 'whist'"),
        ],
    )
    def test_bad_ones_are_refused(self, wrong: dict[str, Any], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            episode(**wrong)

    def test_margins_of_partners(self) -> None:
        chosen = EpisodeSettings("neeps-4", None, "margin", None)
        assert chosen.rewards((30, 10)) == [20, -20, 20, -20]
        assert EpisodeSettings("haggis-3", None, "margin", None).rewards((30, 10, 20)) == [15, -15, 0]
        assert EpisodeSettings("haggis-3", None, "points", None).rewards((30, 10, 20)) == [30, 10, 20]


def test_the_text_of_a_position_hides_cards() -> None:
    game = episode("neeps-4", 5)
    rng = Random(1)
    for _ in range(30):
        assert game.seat is not None
        world = Episode(game.settings, 5)
        world._match = _replayed(game, rng)
        assert world.text(game.seat) == game.text(game.seat)
        game.play(rng.randrange(game.count))


def _replayed(game: Episode, rng: Random) -> Match:
    """The match in another determinization for the seat to act."""
    assert game.seat is not None
    rnd = game.state.determinize(game.seat, rng).to_round()
    match = Match(rnd.rules, Rounds(1), dealer=rnd.dealer, deals=[rnd.deal])
    for actor, action in rnd.log:
        match = match.act(actor, action)
    return match


def test_the_points_are_the_scores() -> None:
    rng = Random(6)
    game = episode("haggis-3", reward="points")
    rewards: list[float] = []
    while game.seat is not None:
        rewards = game.play(rng.randrange(game.count))
    assert rewards == list(score(game.state.to_round()).points)
