"""The core for the browser counts, decides and judges as the native one."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from haggis_cards import Match, Rounds, _native
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.encoding import bet_threshold, point_scale
from haggis_cards.native import Position
from haggis_cards.packing import pack_round, pack_view
from haggis_cards.solver.solving import MEGABYTE, MEMORY
from haggis_cards.view import View
from tests.support import random_play
from tests.wasm import answers, base64, find_core
from tests.wasm.counts import miscounts
from tests.wasm.decisions import cases, differences

SEED = 1 << 63 | 12345  # all 64 bits arrive


@pytest.fixture(scope="module")
def core() -> Path:
    found = find_core()
    if found is None:
        pytest.skip("this client was built without the core: -DHAGGIS_CORE=ON")
    return found


def test_it_counts_the_perft_files(core: Path) -> None:
    """`make core` counts the large ones, too."""
    counts, wrong = miscounts(core, most=100_000)
    assert wrong == []
    assert counts > 400


def test_it_decides_as_the_native_core(core: Path) -> None:
    """`make core` compares a thousand."""
    assert differences(list(cases(48)), core) == []


def late_view() -> View:
    """A decision near the end of a round."""
    found: list[View] = []
    for match in random_play("haggis-3", Rounds(1), seed=4):
        found += [match.view(seat) for seat in match.to_act if len(match.view(seat)["legal"]) > 3]
    return found[-1]


def test_it_weighs_plays_out_solves_and_values_as_the_native_core(core: Path) -> None:
    view = late_view()
    seat = view["seat"]
    assert seat is not None
    position, packed = Position.from_view(view, Random(3)), base64(pack_view(view, Random(3)))
    rules, seed, places = position.rules, str(SEED), [0, 2]
    played, policy, weighed, solved, analysed, part, opinion = answers(
        [
            {"position": packed, "ask": "outcomes", "given": [seat, seed, places, {"first": 5, "worlds": 6}]},
            {
                "position": packed,
                "ask": "outcomes",
                "given": [seat, seed, [-1, 1], {"worlds": 3, "network": False, "known": True}],
            },
            {"position": packed, "ask": "weigh", "given": [seat, seed, 300, places]},
            {"position": packed, "ask": "solve", "given": [seat, places]},
            {"position": packed, "ask": "analyse", "given": [seat, 1_000_000]},
            {"position": packed, "ask": "analyse", "given": [seat, 20]},
            {"position": packed, "ask": "opinion", "given": [seat, "large"]},
        ],
        core,
        networks=True,
    )
    at, threshold = np.array(places), bet_threshold(rules)
    quick = load_network("", QUICK).native
    native = _native.outcomes(quick, position.native, seat, at, 5, 6, SEED, threshold, 1, False, False)
    assert played == native.ravel().tolist()
    native = _native.outcomes(None, position.native, seat, np.array([-1, 1]), 0, 3, SEED, threshold, 1, True, True)
    assert policy == native.ravel().tolist()
    options = _native.weigh(position.native, seat, SEED, 300, 1, at, False)
    assert np.array([list(one.values()) for one in weighed]) == pytest.approx(np.array(options))
    assert solved == _native.solve(position.native, seat, at)
    for nodes, found in ((1_000_000, analysed), (20, part)):
        analysis = _native.Analysis(position.native, seat, MEMORY * MEGABYTE)
        analysis.advance(nodes)
        assert list(map(tuple, found)) == analysis.bounds
    known, listed, rows = position.select_candidates(seat)
    values, (points,), (first_out,) = load_network("").evaluate(known[None], rows, [len(rows)])
    assert opinion["points"] == pytest.approx(float(points) * point_scale(rules), abs=1e-3)
    assert opinion["firstOut"] == pytest.approx(float(first_out), abs=1e-5)
    assert [one["place"] for one in opinion["values"]] == listed
    assert [one["value"] for one in opinion["values"]] == pytest.approx(values.tolist(), abs=1e-3)


def test_what_it_cannot_do_it_refuses_in_words_and_goes_on(core: Path) -> None:
    match = Match("haggis-2", seed=1)
    seat, whole = match.to_act[0], pack_round(match.round)
    task = {"position": base64(whole), "seat": seat, "seeds": ["1"], "bot": "search", "iterations": 50, "seconds": 0}
    broken = bytearray(whole)
    broken[-8] ^= 1  # a card of the last hand
    found = answers(
        [
            {**task, "position": base64(whole[:40])},
            {**task, "position": base64(bytes(broken))},
            {**task, "position": base64(whole + bytes(16))},
            {**task, "seat": 7},
            {**task, "iterations": 0},
            {**task, "bot": "neural"},
            task,
        ],
        core,
    )
    assert [answer.get("error") for answer in found] == [
        "what was given ends too early",
        "hands of the right size",
        "entry 1 of the log is not legal",
        "a seat must be from 0 to 1, not 7",
        "a search needs a budget: iterations or seconds",
        "the large network is not loaded",
        None,
    ]
    assert found[-1]["place"] >= 0
