"""The rules in words say what `Rules` says: a text that contradicts it, or ignores a house rule, fails here."""

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from haggis_cards import RULES, Rules
from haggis_cards.rulebook import RULINGS, rulings, said, sections
from haggis_cards.rules import HOUSE_RULES
from haggis_cards.wording import TOPICS
from tests.custom import random_custom
from tests.rules_page import table
from tests.seed import SEED
from tests.side_by_side import house_values
from tests.support import PRESETS, TABLES, name_of


def told(rules: Rules) -> str:
    return "\n".join(line for section in sections(rules) for line in (section.title, *section.lines))


def mixed(rng: Random, preset: str) -> Rules:
    """A preset with each of its house rules at any value."""
    plain = RULES[preset]
    fitting = [rule for rule in HOUSE_RULES.values() if rule.fits(plain)]
    return plain.replace(**{rule.name: rng.choice(house_values(plain, rule)) for rule in fitting})


@pytest.mark.parametrize("spec", TABLES, ids=name_of)
def test_R2_the_numbers_of_a_game(spec: object) -> None:
    """R1.1, R1.3, R2, R4.4, R8.2: cards, bets, draws and lengths."""
    rules = Rules.from_spec(spec)
    text = told(rules)
    assert f"Everybody gets {rules.hand_size} number cards, so a hand has {rules.hand_size + 3}." in text
    assert (f"{rules.haggis_size} cards lie face down" in text) == bool(rules.haggis_size)
    *lower, highest = map(str, rules.bets)
    assert f"{', '.join(lower)} or {highest}" in text
    low, high = rules.suggested_goal
    rounds = "{} to {} rounds, or ".format(*rules.suggested_rounds) if rules.suggested_rounds else ""
    assert f"Play {rounds}until a total reaches {low} to {high} points" in text
    assert ("3 cards with the lowest bid, 2 with the middle one, 1 with the highest" in text) == (not rules.open_bets)


@pytest.mark.parametrize("preset", PRESETS)
def test_R10_every_house_rule_changes_the_text(preset: str) -> None:
    """R10: and only the value matters, not that it was named. With two players nobody can bet once somebody is out."""
    plain = RULES[preset]
    for name, rule in HOUSE_RULES.items():
        if name == "bets_until" and plain.players == 2:
            continue
        values = rule.choices_in(plain) if rule.choices else ((15, 30, 45), (3, 6, 9))
        texts = {told(plain.replace(**{name: value})) for value in values}
        assert len(texts) == len(values), name


def test_every_sentence_is_said_somewhere() -> None:
    """No sentence stands behind one that always holds: some game, with house rules or of one's own, says each."""
    rng = Random(SEED)
    games = [
        *RULES.values(),
        *(mixed(rng, preset) for preset in PRESETS for _ in range(30)),
        *(random_custom(rng) for _ in range(20)),
    ]
    said_here = {one.name for rules in games for topic in TOPICS for one in said(rules, topic)}
    assert said_here == {one.name for places in TOPICS.values() for place in places for one in place}


def test_the_names_of_sentences_are_unique() -> None:
    names = Counter(one.name for places in TOPICS.values() for place in places for one in place)
    assert max(names.values()) == 1


def test_R10_a_failed_bet_on_points_does_not_always_go_to_the_other_player() -> None:
    """R10: with two bettors, one of whom is first out with too few points, nobody scores that bet."""
    text = told(RULES["haggis-2"].replace(bet_rule="score"))
    assert "for the other player." not in text.partition("A bet that fails")[2].partition("\n")[0]
    assert "for the other player." in told(RULES["haggis-2"]).partition("A bet that fails")[2].partition("\n")[0]


def test_R2_games_that_differ_are_told_differently() -> None:
    """R2."""
    assert len({told(rules) for rules in RULES.values()}) == len(RULES)


@pytest.mark.parametrize("preset", PRESETS)
def test_R5_7_bombs_are_told_from_low_to_high(preset: str) -> None:
    """R5.7: each beats the one before, and is a bomb of the game."""
    rules = RULES[preset]
    (bombs,) = [section.lines for section in sections(rules) if section.title.startswith("Bombs")]
    plays = [rules.grammar.read(found[1]) for line in bombs if (found := re.search(r": (.*)\.", line))]
    assert len(plays) == 6
    assert all(high.is_bomb and high.beats(low) for low, high in pairwise(plays))


@pytest.mark.parametrize("spec", TABLES, ids=name_of)
def test_R5_3_the_examples_are_combinations(spec: object) -> None:
    """R5.3, R5.4."""
    rules = Rules.from_spec(spec)
    told_of = {section.title: section.lines for section in sections(rules)}
    lines = [*told_of["Combinations"], *told_of["Wild courts"]]
    cards = r"(?:[JQK]=)?[2-9T][rygbo](?: (?:[JQK]=)?[2-9TJQK][rygbo]?)*"
    examples = [found for line in lines for found in re.findall(cards, line.partition(": ")[2])]
    assert len(examples) >= 5
    for example in examples:
        assert rules.grammar.accepts(rules.grammar.read(example)), example


def test_R9_1_the_rulings_are_those_of_the_page() -> None:
    """R9.1 to R9.17: the same numbers, and the same house rules that change them."""
    [_, *rows] = table("Rulings")
    on_page = {row[0]: [word for word in re.findall(r"\w+", row[3]) if word in HOUSE_RULES] for row in rows}
    assert {f"R9.{ruling.number}": list(ruling.house_rules) for ruling in RULINGS} == on_page


@pytest.mark.parametrize("preset", PRESETS)
def test_R9_16_a_game_shows_the_rulings_that_concern_it(preset: str) -> None:
    """R9.8, R9.9, R9.12: those of one sheet only with its game."""
    numbers = {ruling.number for ruling in rulings(RULES[preset])}
    assert (8 in numbers) == (preset == "haggis-2")
    assert (9 in numbers) == (preset == "tatties-3")
    assert (12 in numbers) == preset.endswith("-2024")
    assert {3, 5, 6, 15} <= numbers
    assert ({1, 2, 4, 16} <= numbers) == (RULES[preset].edition != "2010")
    assert (17 in numbers) == (RULES[preset].edition == "2010")
