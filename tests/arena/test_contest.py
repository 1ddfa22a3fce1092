"""Duplicate deals: who sits where, the same cards and seeds in every mix, bets, and a round of bots."""

from typing import Any

import pytest

from haggis_cards import Deal, Match, Round, Rounds, Rules, View
from haggis_cards.arena import ArenaError, Encounter, play_round
from haggis_cards.arena.contest import Players, bets_of
from haggis_cards.bots import Decision
from haggis_cards.bots.errors import BotError
from tests.arena.helpers import Last, contest_of, played, seat, timeless, with_last
from tests.support import PRESETS, TABLES, name_of

MIXES = {
    2: {(0, 1), (1, 0)},
    3: {(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)},
    4: {(0, 1, 0, 1), (1, 0, 1, 0)},
}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_mix_of_two_bots_over_the_sides_is_played_once(preset: str) -> None:
    mixes = contest_of(preset, "random", "random").mixes
    assert len(mixes) == len(set(mixes))
    assert set(mixes) == MIXES[Rules.from_spec(preset).players]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_equal_bots_play_the_same_round_in_every_mix(table: str | dict[str, Any]) -> None:
    for line in played(contest_of(table, "random", "random"), 2):
        assert len({tuple(it["points"]) for it in line["rounds"]}) == 1


def test_a_deal_follows_from_the_seed_and_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    with_last(monkeypatch)
    first, again, other = (contest_of("haggis-3", "random", "last", seed=seed) for seed in (1, 1, 2))
    assert played(first, 3) == played(again, 3) != played(other, 3)
    third = first.play(Encounter(2, (0, 1)), Players())
    assert timeless([third]) == played(first, 3)[2:]
    assert [first.start(number).dealer for number in range(4)] == [0, 1, 2, 0]
    assert first.start(0).round.deal != first.start(1).round.deal


def test_a_bot_plays_both_seats_of_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    with_last(monkeypatch)
    [line] = played(contest_of("neeps-4", "last", "random"), 1)
    assert [it["seats"] for it in line["rounds"]] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert all(len(it["points"]) == 2 for it in line["rounds"])


def test_a_pool_plays_every_deal_by_all_pairs() -> None:
    contest = contest_of("haggis-2", "random", "random", "random")
    assert [tuple(it) for it in contest.encounters(2)] == [
        (0, (0, 1)),
        (0, (0, 2)),
        (0, (1, 2)),
        (1, (0, 1)),
        (1, (0, 2)),
        (1, (1, 2)),
    ]


def test_what_cannot_be_played_is_refused_before_it_starts() -> None:
    with pytest.raises(ArenaError, match="two bots or more"):
        contest_of("haggis-2", "random")
    with pytest.raises(BotError, match="there is no bot"):
        contest_of("haggis-2", "random", "no-such-bot")
    with pytest.raises(BotError, match="cannot be started"):
        contest_of("haggis-2", "random", "process:./no-such-bot")


@pytest.mark.parametrize(
    "table", ["haggis-2", {"preset": "haggis-2", "bet_rule": "score"}, "neeps-4", "tatties-3"], ids=name_of
)
def test_the_bets_that_are_reported_are_those_that_scored(table: str | dict[str, Any]) -> None:
    """R7.3, R7.4, R7.5 and R10: a superseded bet does not count, and what is won and lost adds up to the result's."""
    contest = contest_of(table, "random", "random")
    rules, count = contest.rules, 0
    for number in range(60 if rules.players == 2 else 20):
        match = play_round(contest.start(number), seat(contest, "random")).match
        result = match.finished[-1].result
        points = [0] * rules.side_count
        for bet in bets_of(match.round, result):
            side, value = rules.sides[bet["seat"]], bet["value"]
            count += 1
            if bet["won"]:
                points[side] += value * rules.bet_multiplier
            elif rules.side_count == 2:
                points[1 - side] += value
            else:
                first = result.out[0]
                points[first] += value * 2 // 3
                points[3 - first - side] += value // 3
        assert points == list(result.bets)
    assert count > 5


def test_a_round_of_bots_ends_with_its_result_and_goes_on_to_the_next() -> None:
    match = Match("haggis-3", Rounds(2), seed=5)
    bots = [Last() for _ in range(3)]
    after, stats = play_round(match, bots)
    assert len(after.finished) == 1
    assert after.round.deal != match.round.deal
    log = after.finished[0].round.log
    replayed, asked = match, 0
    for actor, action in log:
        asked += len(replayed.legal(actor)) > 1
        replayed = replayed.act(actor, action)
    assert sum(spent.decisions for spent in stats) == asked < len(log)
    assert all(spent.seconds >= spent.slowest > 0 for spent in stats)
    assert play_round(after, bots).match.over


class Seer(Last):
    """A bot for measurement that must never be shown a view."""

    clairvoyant = True

    def __init__(self) -> None:
        self.seen: set[Deal] = set()

    def decide(self, *_: object) -> Decision:
        raise AssertionError("a clairvoyant is shown the round")

    def decide_round(self, round: Round, seat: int) -> Decision:
        self.seen.add(round.deal)
        return Decision(str(round.legal(seat)[-1]))


def test_a_clairvoyant_is_shown_the_whole_round() -> None:
    contest, seer = contest_of("haggis-2", "random", "random"), Seer()
    match = contest.start(0)
    assert play_round(match, [seer, Last()]).match.finished == play_round(match, [Last(), Last()]).match.finished
    assert seer.seen == {match.round.deal}


class Faulty(Last):
    """Crashes, then answers nonsense, in turn."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, view: View, budget: float | None = None) -> Decision:
        self.asked += 1
        if self.asked % 2:
            raise RuntimeError("out of ideas")
        return Decision("play 2x")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bot_that_fails_forfeits_its_decisions_and_the_round_goes_on(preset: str) -> None:
    bots = [Faulty(), *(Last() for _ in range(Rules.from_spec(preset).players - 1))]
    match, stats = play_round(contest_of(preset, "random", "random").start(0), bots)
    assert match.over
    assert "out of ideas" in stats[0].incidents[0]
    assert all("out of ideas" in incident or "play 2x" in incident for incident in stats[0].incidents)
    assert not any(spent.incidents for spent in stats[1:])


def test_a_bot_that_cannot_be_kept_is_closed_and_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[Last] = []

    class Brief(Last):
        """Without `reseed`."""

        def __init__(self) -> None:
            alive.append(self)

        def close(self) -> None:
            alive.remove(self)

    monkeypatch.setattr("haggis_cards.arena.contest.make_bot", lambda *_: Brief())
    players = Players()
    first, second, other = (players.take("brief", seat, seed) for seat, seed in ((0, 1), (0, 2), (1, 1)))
    assert first is not second
    assert alive == [second, other]
    players.close()
    assert not alive
