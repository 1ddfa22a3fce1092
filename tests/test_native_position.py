"""`native.Position` from Python and back, what it refuses, and what importing costs."""

import copy
import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import haggis_cards
from haggis_cards import (
    RULES,
    Award,
    Bet,
    Card,
    Give,
    IllegalAction,
    Lead,
    Match,
    Play,
    Round,
    Rounds,
    RulesError,
    _native,
)
from haggis_cards.actions import PASS
from haggis_cards.cards import ALL_COURTS, as_card
from haggis_cards.combos import as_play
from haggis_cards.native import Position, pack, unpack
from haggis_cards.packing import pack_logged
from haggis_cards.scoring import score
from tests.support import PRESETS, TABLES, first_out, middle, name_of, random_play, start


class TestPosition:
    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_all_information_is_kept(self, table: str) -> None:
        """Python to native and back, at every position of a match."""
        for match in random_play(table, Rounds(2), seed=2):
            position = Position.from_round(match.round)
            assert position.to_round() == match.round
            assert position.hands == match.round.hands
            assert (position.phase, position.over) == (match.round.phase, match.round.over)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_pickle_and_copies(self, preset: str) -> None:
        position = Position.from_round(middle(preset))
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.deepcopy(position) == position
        assert hash(copy.copy(position)) == hash(position)
        assert position != Position.from_round(middle(preset, actions=3))
        assert position != "position"

    def test_acting_leaves_the_state_as_it_was(self) -> None:
        position = Position.from_round(middle("haggis-3"))
        before = position.to_round()
        after = position.act(position.legal()[0])
        assert position.to_round() == before
        assert after.to_round() == before.act(before.to_act[0], before.legal(before.to_act[0])[0])
        assert preset_in(repr(after))

    def test_packed_actions_are_unpacked_again(self) -> None:
        for table in TABLES:
            for match in random_play(table, Rounds(1), seed=3):
                for seat in match.rules.seats:
                    for action in match.legal(seat):
                        assert unpack(*pack(action, match.rules), match.rules) == action

    def test_refusals_are_those_of_the_engine(self) -> None:
        """An action that is not legal raises what the Python engine raises."""
        rnd = start("haggis-3", "2r 3r 4r", "5r 6r")
        position = Position.from_round(rnd)
        single = next(action for action in rnd.legal(0) if isinstance(action, Play))
        other_deck = Play(single | 1 << 93)
        refused: list[haggis_cards.Action] = [
            PASS,
            Bet(7),
            Bet(-1),
            Lead(1),
            Award(16),
            Award(-1),
            Give(Card("2r")),
            other_deck,
            as_play(0),
        ]
        for action in [*refused, as_play((1 << 200) - 1), Give(as_card(ALL_COURTS))]:
            with pytest.raises(IllegalAction) as ours:
                position.act(action, 0)
            with pytest.raises(IllegalAction) as theirs:
                rnd.act(0, action)
            assert (ours.value.code, ours.value.reason) == (theirs.value.code, theirs.value.reason)
        assert position == Position.from_round(rnd)

    def test_a_seat_that_does_not_exist(self) -> None:
        position = Position.from_round(middle("haggis-2"))
        for call in (lambda: position.legal(2), lambda: position.act(PASS, -1), lambda: position.determinize(4, 1)):
            with pytest.raises(IllegalAction, match="there is no seat"):
                call()

    def test_the_other_seats_have_their_bets_R7_1(self) -> None:
        rnd = start("neeps-4")
        position = Position.from_round(rnd).act(Bet(15), 3)
        assert position.legal(1)[-2:] == (Bet(30), Bet(45))
        assert position.turn == 0

    def test_nothing_is_legal_at_the_end(self) -> None:
        position = Position.from_round(middle("haggis-2", actions=400))
        while not position.over:
            position = position.act(position.legal()[-1])
        assert position.turn is None
        assert position.legal() == position.legal(0) == ()
        with pytest.raises(IllegalAction, match="the round is over"):
            position.act(PASS)
        result = score(position.to_round())
        assert position.score() == (result.cards, result.bonus, result.bets)

    def test_no_score_before_the_end(self) -> None:
        with pytest.raises(ValueError, match="not over"):
            Position.from_round(middle("haggis-2")).score()

    def test_a_round_that_does_not_follow_from_its_log(self) -> None:
        rnd = middle("haggis-3")
        with pytest.raises(RulesError, match="does not follow from its log"):
            Position.from_round(rnd._with(log=rnd.log[:-1]))
        with pytest.raises(RulesError, match="does not follow from its log"):
            Position.from_round(rnd._with(log=(*rnd.log, rnd.log[0])))

    @pytest.mark.parametrize("preset", ["haggis-3", "neeps-4"])
    def test_a_log_is_played_up_to_the_first_entry_that_is_not_legal(self, preset: str) -> None:
        """Whatever bit of it is changed: actions of another hand, seats that do not exist, bits that mean nothing."""
        rnd = middle(preset, actions=14)
        begin = Position.from_round(Round.start(rnd.rules, rnd.deal, dealer=rnd.dealer))
        log = Position.from_round(rnd).native.log
        assert copy.copy(begin.native).replay(log) == len(log) > 10
        now = begin
        for row, (seat, action) in enumerate(rnd.log):
            legal = {pack_logged(other, act, rnd.rules) for other in rnd.rules.seats for act in now.legal(other)}
            for column, bit in product((0, 1), range(64)):
                entry = log[row : row + 1].copy()
                entry[0, column] ^= np.uint64(1 << bit)
                assert copy.copy(now.native).replay(entry) == (tuple(entry[0].tolist()) in legal), (row, column, bit)
            now = now.act(action, seat)

    def test_a_view_that_does_not_follow_from_its_log(self) -> None:
        match = Match("haggis-3", seed=1)
        for _ in range(6):
            match = match.act(match.to_act[0], match.legal(match.to_act[0])[0])
        view = match.view(match.to_act[0])
        assert Position.from_view(view, Random(1)).legal(match.to_act[0]) == match.legal(match.to_act[0])
        with pytest.raises(RulesError, match="does not follow from its log: 0 lead 1 is not legal there"):
            Position.from_view({**view, "log": ["0 lead 1", *view["log"]]}, Random(1))

    def test_totals_that_do_not_fit(self) -> None:
        with pytest.raises(RulesError, match="totals up to"):
            Position.from_round(start("haggis-2", totals=(0, 1 << 40)))


def preset_in(shown: str) -> bool:
    return any(preset in shown for preset in PRESETS)


@pytest.mark.parametrize("preset", ["haggis-3", "neeps-4", "neeps-4-2024"])
@pytest.mark.parametrize("bets_until", ["first-out", "first-card"])
def test_R7_1_bets_after_somebody_is_out(preset: str, bets_until: str) -> None:
    """R7.1, R10 bets_until: only by the house rule, in turn or not, until one's own first card."""
    position = Position.from_round(first_out(RULES[preset].replace(bets_until=bets_until)))
    assert position.turn == 1
    for seat in (1, 2):
        found = [action for action in position.legal(seat) if isinstance(action, Bet)]
        assert found == ([Bet(15), Bet(30), Bet(45)] if bets_until == "first-card" else [])
    assert not position.legal(0)
    if bets_until == "first-out":
        with pytest.raises(IllegalAction):
            position.act(Bet(30), 2)
        return
    position = position.act(Bet(30), 2)
    assert position.to_round().bets[2] == 30
    played = position.act(position.legal()[1], 1)
    assert not any(isinstance(action, Bet) for seat in (1, 2) for action in played.legal(seat))


@pytest.mark.parametrize("preset", PRESETS)
def test_perft_agrees_at_the_root(preset: str) -> None:
    rnd = Match(preset, seed=8).round
    assert Position.from_round(rnd).perft(1) == len(rnd.legal(rnd.to_act[0]))


def test_importing_haggis_loads_neither_the_core_nor_numpy() -> None:
    code = "import haggis_cards, sys; sys.exit('haggis_cards._native' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_stub_is_current() -> None:
    """`make stub` writes it."""
    stubgen = pytest.importorskip("nanobind.stubgen")
    stub = stubgen.StubGen(_native)
    stub.put(_native)
    written = Path(haggis_cards.__file__).with_name("_native.pyi").read_text()
    assert stub.get().strip() == written.strip(), "run: make stub"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"log": None}, "not a seat's view.*TypeError"),
        ({"hand": "7g 7g"}, "not a seat's view"),
        ({"seats": []}, "not a seat's view.*IndexError"),
        ({"rules": "chess"}, "no preset 'chess'"),
        ({"totals": [1 << 40, 0]}, "totals up to"),
        ({"dealer": 7}, "the dealer must be from 0 to 1"),
    ],
)
def test_what_is_no_view_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    view = Match("haggis-2", seed=1).view(0)
    with pytest.raises(RulesError, match=words):
        Position.from_view(cast(Any, {**view, **change}), Random(1))
