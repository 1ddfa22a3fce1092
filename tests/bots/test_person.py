"""The levels for people: what a person overlooks, misjudges, bets and bombs."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from haggis_cards import Match, Rounds, Rules
from haggis_cards.actions import parse
from haggis_cards.arena import Contest
from haggis_cards.arena.contest import Players
from haggis_cards.bots.habits import HABITS, Habits, difficulty
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.bots.neural import Neural
from haggis_cards.bots.person import Person
from haggis_cards.bots.registry import LEVELS
from haggis_cards.native import Position
from haggis_cards.rules import RULES
from tests.bots.helpers import play
from tests.seed import SEED

HAGGIS = Rules.from_spec("haggis-2")
FLAWLESS = Habits(overlooks=0.0, misjudges=0.0)


def person(**habits: Any) -> Person:
    return Person(load_network("", QUICK), replace(FLAWLESS, **habits), SEED)


@pytest.mark.parametrize(
    ("action", "steps"),
    [("pass", 0), ("play 7r", 0), ("play K", 0), ("play 5r 5g 6r 6g", 2), ("play 5r 6r 7r", 1), ("play 5r J=6r 7r", 2),
     ("play J Q", 1), ("play 3r 5r 7r 9r", 2), ("play 4r 5r 6r 7r 8r 9r", 4)],
)  # fmt: skip
def test_long_plays_and_courts_in_gaps_are_hard_to_see(action: str, steps: int) -> None:
    assert difficulty(parse(action, HAGGIS)) == steps


def test_a_person_without_faults_plays_as_the_network_does() -> None:
    quick, flawless = Neural(load_network("", QUICK)), person()
    match = Match("haggis-3", Rounds(1), seed=SEED)
    while not match.over:
        view = match.view(match.to_act[0])
        action = quick.decide(view).action
        assert flawless.decide(view).action == action
        match = match.act(match.to_act[0], action)


@pytest.mark.parametrize("game", RULES)
def test_a_position_is_answered_as_the_view_of_it(game: str) -> None:
    bot, match = Neural(load_network("", QUICK)), Match(game, Rounds(1), seed=SEED)
    while not match.over:
        seat = match.to_act[0]
        view = match.view(seat)
        place, _ = bot.decide_at(Position.from_round(match.round), seat)
        action = view["legal"][place or 0]
        assert place is not None
        assert bot.decide(view).action == action
        match = match.act(seat, action)


def test_who_overlooks_everything_plays_the_easiest() -> None:
    blind = person(overlooks=1e9)
    match = play("haggis-2", [blind, blind], 1, SEED)
    plays = [action for _, action in match.finished[0].round.log]
    assert sum(difficulty(action) == 0 for action in plays) > 0.9 * len(plays)


def test_bombs_follow_the_habit() -> None:
    def bombs(habit: float) -> int:
        made = [play("haggis-2", [person(bombs=habit)] * 2, 1, SEED + seed) for seed in range(4)]
        names = [trick for match in made for trick in match.finished[0].round.tricks]
        return sum(entry.is_bomb for trick in names for _, entry in trick.entries if entry)

    assert bombs(50.0) > bombs(-50.0)


@pytest.mark.parametrize(("level", "legal", "dared"), [
    ("novice", "pass, bid 15, bid 45", "pass, bid 15, bid 45"),
    ("novice", "play 4r, play J, play K, play J K", "play 4r, play J, play K"),  # a lead
    ("novice", "play J, play K, play J K", "play J, play K, play J K"),  # with which it is out
    ("novice", "pass, play K, play J K", "pass, play K, play J K"),
    ("beginner", "play 4r, play J, play K, play J K", "play 4r, play J, play K, play J K"),
])  # fmt: skip
def test_who_keeps_bombs_leads_none(level: str, legal: str, dared: str) -> None:
    actions = [parse(action, HAGGIS) for action in legal.split(", ")]
    assert [str(actions[place]) for place in HABITS[level].dares(actions)] == dared.split(", ")


@pytest.mark.parametrize(("habits", "bets"), [
    ({"boldness": 1.0}, {45}), ({"boldness": -1.0}, set()), ({"boldness": 1.0, "highest_bet": 0}, {15}),
])  # fmt: skip
def test_bets_follow_the_habit(habits: dict[str, float], bets: set[int]) -> None:
    match = play("haggis-2", [person(**habits)] * 2, 1, SEED)
    assert {bet for bet in match.finished[0].round.bets if bet is not None} == bets


@pytest.mark.parametrize("game", RULES)
def test_better_levels_err_less_and_keep_their_characters(game: str) -> None:
    levels = {name: habits.at(RULES[game]) for name, habits in HABITS.items()}
    for weak, strong in pairwise(levels.values()):
        assert weak.misjudges > strong.misjudges
        assert weak.overlooks > strong.overlooks
    assert [name for name, habits in levels.items() if habits.boldness > 0] == ["beginner", "club"]
    assert [name for name, habits in levels.items() if habits.bombs > 0] == ["beginner", "club"]
    assert [name for name, habits in levels.items() if habits.bombs < 0] == ["novice"]
    assert [name for name, habits in levels.items() if habits.highest_bet == 0] == ["novice"]


def test_each_level_is_stronger_than_the_one_two_below_and_has_bets_of_its_own() -> None:
    weak_to_strong = list(HABITS)
    assert list(LEVELS) == [*weak_to_strong, "master"]
    seen: dict[str, set[int]] = {level: set() for level in weak_to_strong}
    players = Players()
    for weak, strong in zip(weak_to_strong, weak_to_strong[2:], strict=False):
        contest = Contest(HAGGIS, (strong, weak), seed=1)
        margins = []
        for encounter in contest.encounters(12):
            line = contest.play(encounter, players)
            for one in line["rounds"]:
                own, other = (one["points"][one["seats"].index(bot)] for bot in (0, 1))
                margins.append(own - other)
                for bet in one["bets"]:
                    seen[(strong, weak)[one["seats"][bet["seat"]]]].add(bet["value"])
        assert sum(margins) > 0, (strong, weak)
    assert seen["novice"] == {15}
    assert 45 in seen["beginner"]
    assert 45 in seen["club"]
