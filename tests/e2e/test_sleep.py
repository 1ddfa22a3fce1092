"""A line that goes dead without a word, as when a laptop sleeps: the page comes back by itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.conftest import Opened
from tests.e2e.playing import MOVED, READY, make_table, moves, start_with, turn
from tests.e2e.site import Site, Wire

WITHIN = 40_000  # ms: 8 s of quiet, 4 s for an answer, and a slow machine


@pytest.fixture
def wire(site: Site) -> Iterator[Wire]:
    line = Wire(site)
    yield line
    line.close()


def _two_people(visit: Opened, wire: Wire) -> tuple[Any, Any]:
    """Ann, whose line may go dead, and Bob, whose turn it is."""
    ann = visit(wire.url, breaks=True)
    make_table(ann, "haggis-2", seats=("me", "open"))
    bob = visit(ann.url.removeprefix(wire.url))
    start_with(ann, Bob=bob)
    if ann.locator(READY).count():
        turn(ann)
        bob.wait_for_selector(READY)
    return ann, bob


def _bob_plays_unheard(bob: Any, wire: Wire) -> str:
    """Ann's line goes dead, and Bob plays; says how far the match was before."""
    before = moves(bob)
    wire.die()
    turn(bob)
    bob.wait_for_function(MOVED, arg=before)
    return before


def test_a_page_that_slept_goes_on_by_itself(visit: Opened, wire: Wire) -> None:
    ann, bob = _two_people(visit, wire)
    devtools = ann.context.new_cdp_session(ann)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    before = _bob_plays_unheard(bob, wire)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    ann.wait_for_function(MOVED, arg=before, timeout=WITHIN)
    ann.wait_for_selector(READY, timeout=WITHIN)
    turn(ann)  # the match goes on
    bob.wait_for_selector(READY)


def test_a_line_that_dies_silently_is_noticed(visit: Opened, wire: Wire) -> None:
    ann, bob = _two_people(visit, wire)
    before = _bob_plays_unheard(bob, wire)
    assert moves(ann) == before
    ann.wait_for_function(MOVED, arg=before, timeout=WITHIN)
    ann.wait_for_selector(READY, timeout=WITHIN)
