"""The rounds of the lab: the network plays as its bot does, facts agree with the engine, matches with the rules."""

from random import Random

import pytest

from haggis_cards import RULES, Rules
from haggis_cards.arena import play_round
from haggis_cards.bots.network import load_network
from haggis_cards.bots.neural import Neural
from haggis_cards.lab.facts import facts_of, is_behind
from haggis_cards.lab.figures import SHAPES, SOURCES, figures_of
from haggis_cards.lab.matches import match_lengths
from haggis_cards.lab.together import play_together
from haggis_cards.scoring import score
from tests.lab.helpers import experiment_of, facts
from tests.seed import SEED

GAMES = [*RULES.values(), RULES["haggis-3"].replace(sets=True, bets=(10, 50), points="flat")]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.preset}{'+' * bool(rules.house)}")
def test_the_network_plays_together_what_its_bot_plays_alone(rules: Rules) -> None:
    experiment = experiment_of(rules, seed=SEED)
    starts = [experiment.start(experiment.arms[0], 7, dealer) for dealer in list(rules.seats)[:2]]
    together = play_together(load_network(""), [start.round for start in starts])
    bots = [Neural(load_network("")) for _ in rules.seats]
    assert together == [play_round(start, bots).match.finished[-1].round for start in starts]


@pytest.mark.parametrize("preset", RULES)
def test_the_facts_of_a_round_add_up(preset: str) -> None:
    experiment = experiment_of(preset, seed=SEED)
    match = experiment.start(experiment.arms[0], 0, 1)
    rng = Random(SEED)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal(seat)))
    rnd, found = match.round, facts_of(match.round)
    assert found["points"] == list(score(rnd).points)
    assert sum(found["sources"].values()) == sum(found["points"])
    assert found["sources"].keys() <= {rule for rules in SOURCES.values() for rule in rules}
    assert sum(found["shapes"].values()) == found["plays"]
    assert found["shapes"].keys() <= set(SHAPES)
    assert found["plays"] + found["passes"] == sum(len(trick.entries) for trick in rnd.tricks)
    assert found["lead"] == rnd.tricks[0].entries[0][0]
    values = {figure.label: figure.of(found) for figure in figures_of(match.rules)}
    assert sum(value for label, (value, _) in values.items() if label.endswith(": first out")) == 1
    assert sum(values[label][0] for label in SOURCES) == values["all together"][0] == sum(found["points"])


def test_the_seats_are_counted_from_the_lead() -> None:
    found = facts(dealer=2, lead=0, out=[1, 0], points=[10, 40, 1])
    values = {figure.label: figure.of(found)[0] for figure in figures_of(RULES["haggis-3"])}
    assert values["the lead: points ahead"] == 10 - 41 / 2
    assert values["second to play: points ahead"] == 40 - 11 / 2
    assert values["the dealer: points ahead"] == 1 - 25
    assert [values[f"{name}: first out"] for name in ("the lead", "second to play", "the dealer")] == [0, 1, 0]


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ([(0, 2), (1, 1), (0, 2)], False),  # half a hand of four left, and the other has three of four
        ([(1, 3), (0, 2), (0, 2)], True),  # the other has one left by then
        ([(1, 2), (0, 2), (1, 1), (0, 2)], False),  # as many as the other, and not more
    ],
)
def test_first_out_from_behind(played: list[tuple[int, int]], expected: bool) -> None:
    left = [0, 4 - sum(cards for seat, cards in played if seat == 1)]
    assert is_behind(RULES["haggis-2"], left, played, 0) is expected


def test_a_match_is_strung_together_as_the_rules_say_who_leads() -> None:
    # Whoever leads scores 60. In haggis-2 the player behind leads, so that both take turns: 60 each after two rounds.
    rounds = [
        facts(dealer=dealer, lead=1 - dealer, out=[1 - dealer], points=[60 * dealer, 60 - 60 * dealer])
        for dealer in (0, 1, 1, 0) * 5
    ]
    assert match_lengths(RULES["haggis-2"], rounds, 250) == [9, 9]
    # Where the dealer scores and the leader of the match deals, one player scores all.
    rounds = [
        facts(dealer=dealer, out=[dealer], points=[60 * (seat == dealer) for seat in range(3)])
        for dealer in (0, 1, 2, 1, 0, 2) * 2
    ]
    assert match_lengths(RULES["tatties-3"], rounds, 250) == [5, 5]
