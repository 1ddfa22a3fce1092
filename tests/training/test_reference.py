"""Reference values: candidates race in common worlds, and a larger effort keeps the same ones in front."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from haggis_cards.arena.bank import Entry, candidates, draw_entries
from haggis_cards.bots import network as packaged
from haggis_cards.encoding import bet_threshold, margins
from haggis_cards.training.network import PolicyNetwork, read_network
from haggis_cards.training.reference import Race, Referee

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return draw_entries(3, 5, presets=("haggis-2", "haggis-3"))


@pytest.fixture(scope="module")
def network() -> PolicyNetwork:
    return read_network(Path(packaged.__file__).parent / packaged.QUICK)


def test_every_candidate_gets_a_value_whatever_the_batches(entries: list[Entry], network: PolicyNetwork) -> None:
    results = [
        list(Referee(network, CPU, threads, (8, 24), rounds).judge(entries, 1))
        for threads, rounds in ((1, 2048), (2, 32 * 24))
    ]
    assert results[0] == results[1]
    first, last = results[0]
    for before, after, entry in zip(first, last, entries, strict=True):
        legal = entry.match().view(entry.seat)["legal"]
        expected = {legal[place] for place in candidates(entry.match())}
        assert {choice.action for choice in after.choices} == expected
        assert {choice.worlds for choice in before.choices} == {8}
        assert {choice.worlds for choice in after.choices} <= {8, 24}
        points = [choice.points for choice in after.choices]
        assert points == sorted(points, reverse=True)
        assert after.choices[0].error == 0


def test_when_time_is_over_the_positions_keep_what_they_have(entries: list[Entry], network: PolicyNetwork) -> None:
    (untouched,) = Referee(network, CPU, 1, (8, 24), 2048).judge(entries, 1, seconds=0)
    assert untouched == entries


def test_a_candidate_that_is_clearly_behind_is_dropped(entries: list[Entry]) -> None:
    race = Race.of(entries[0])
    race.places = race.places[:3] if len(race.places) > 2 else [*race.places, race.places[0]]
    race.alive, race.margins = [0, 1, 2], [[], [], []]
    noise = np.random.default_rng(1).normal(0, 1, 64).astype(np.float32)
    race.add(np.stack([noise, noise * 0.9 + 0.01, noise - 20]))
    race.eliminate()
    assert sorted(race.alive) == [0, 1]
    race.add(np.stack([noise - 9, noise]) if race.alive[0] == 0 else np.stack([noise, noise - 9]))
    race.eliminate()
    assert race.alive == [1]
    values = {choice.action: choice for choice in race.result().choices}
    dropped = values[race.legal[race.places[2]]]
    assert dropped.worlds == 64
    assert dropped.points == pytest.approx(race.result().choices[0].points - 20, abs=0.2)


def test_the_core_alone_finds_the_same_values(entries: list[Entry], network: PolicyNetwork) -> None:
    """The same student in the core's own play-outs, with other worlds and the highest bets: equal within the noise."""
    entry = entries[0]
    race = Race.of(entry)
    quick = packaged.load_network("", packaged.QUICK)
    rules = race.position.rules
    points = quick.native.play_out(
        race.position.native, entry.seat, np.array(race.places), 0, 96, 3, bet_threshold(rules), 1
    )
    ends = margins(points)[..., rules.sides[entry.seat]]
    [[judged]] = Referee(network, CPU, 1, (96,), 4096).judge([entry], 2)
    values = {choice.action: choice.points for choice in judged.choices}
    for place, own in zip(race.places, ends, strict=True):
        assert abs(own.mean() - values[race.legal[place]]) < 5 * (2 * own.var() / 96) ** 0.5 + 3
