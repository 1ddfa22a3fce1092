"""For two players the solver builds all hands first; it says what the search for all games says."""

from itertools import islice
from typing import Any

import pytest

from haggis_cards import Match, Phase, Rounds, _native, position_line
from haggis_cards.native import Position
from tests.solver.positions import late
from tests.support import name_of

TABLES: tuple[str | dict[str, Any], ...] = (
    "haggis-2",
    "haggis-2-2010",
    {"preset": "haggis-2", "sets": True, "bets": [5, 10]},
    {"preset": "haggis-2", "sets": True, "bet_rule": "score", "haggis_to": "last_to_play"},  # only the general search
)
NO_ROOM = 1  # bytes of memory: hands do not fit, and the search for all games takes over


def analysis(match: Match, memory: int) -> _native.Analysis:
    (seat,) = match.round.to_act
    return _native.Analysis(Position.from_round(match.round).native, seat, memory)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_both_searches_agree_on_every_action(table: Any) -> None:
    """Positions inside of tricks are among them: there the play to beat is of a hand that no longer exists."""
    tops = set()
    for match in islice(late(table, 13, 15), 30):
        fast, general = analysis(match, 16 << 20), analysis(match, NO_ROOM)
        assert fast.advance(1 << 40)
        assert general.advance(1 << 40)
        assert fast.bounds == general.bounds, position_line(match.round)
        tops.add(match.round.top is None)
    assert tops == {True, False}


def test_a_whole_deal_is_bounded_within_its_nodes_and_its_memory() -> None:
    """Building the hands ends where the memory does; then few nodes leave an interval."""
    match = Match("haggis-2", Rounds(1), seed=3)
    assert match.round.phase is Phase.PLAY
    part = analysis(match, 1 << 20)
    assert not part.advance(200)
    low, high = part.value
    assert low < high
    assert part.nodes <= 200


def test_building_hands_can_be_cancelled() -> None:
    whole = analysis(Match("haggis-2", Rounds(1), seed=3), 1 << 34)
    whole.cancel()
    assert not whole.advance(1 << 40)
    assert whole.nodes < 100
