"""The numbers and settings on docs/rules.md are those of `RULES`: a page that contradicts the engine fails here."""

import re
import runpy
from collections.abc import Callable

import pytest

from haggis_cards import RULES, Match, Rules
from haggis_cards.cards import GLYPHS, SUITS
from haggis_cards.cli.options import value_text
from haggis_cards.rules import HOUSE_RULES, differences
from haggis_cards.scoring import card_points
from tests.rules_page import PAGE, ROOT, section, table

WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)
DETAILED = [preset for preset in RULES if not re.search(r"-20\d\d$", preset)]


def prose(heading: str) -> str:
    return " ".join(section(heading).split())


def span(low_high: tuple[int, int]) -> str:
    return f"{low_high[0]}–{low_high[1]}"


def total_points(rules: Rules) -> int:
    """What all cards of a deal count together."""
    rnd = Match(rules, seed=0).round
    return sum(card_points(rules, cards) for cards in (*rnd.hands, *rnd.deal.haggis))


def yes(value: bool | None, asked: bool = True) -> str:
    return "–" if value is None or not asked else "yes" if value else "no"


def bomb_to(rules: Rules) -> str:
    if rules.bomb_to == "chosen":
        return "other player" if rules.players == 2 else "chosen player"
    return rules.bomb_to


def failed_bet(rules: Rules) -> str:
    if not rules.open_bets:
        return "Sheep, ⅔ + ⅓"
    if rules.failed_bet_to == "without_bet":
        return "first out, non-bettors"
    return "other side" if rules.partners else "other player" if rules.players == 2 else "first out"


ROWS: dict[str, Callable[[Rules], str]] = {
    "players": lambda rules: f"{rules.players}, in pairs" if rules.partners else f"{rules.players}",
    "number cards": lambda rules: f"{rules.deck.suits} suits × {rules.deck.copies}",
    "haggis": lambda rules: f"{rules.haggis_size or 'none'}",
    "dealt, plus J Q K": lambda rules: f"{rules.hand_size}",
    "before play": lambda rules: rules.opening or "–",
    "bets": lambda rules: ("open, may replace" if rules.partners else "open") if rules.open_bets else "auction",
    "bet values": lambda rules: ", ".join(map(str, rules.bets)),
    "bets_until": lambda rules: rules.bets_until if rules.open_bets else "–",
    "Sets": lambda rules: yes(rules.sets),
    "top_rank": lambda rules: f"{rules.top_rank}",
    "bomb_to": bomb_to,
    "bomber may name partner": lambda rules: yes(rules.name_lead, rules.partners),
    "reenter": lambda rules: yes(rules.reenter),
    "out_bonus": lambda rules: rules.out_bonus,
    "last_hand` to": lambda rules: {"first_out": "first out", "last_out": "last to go out"}[rules.last_hand],
    "slam": lambda rules: yes(rules.slam, rules.partners),
    "points": lambda rules: rules.points,
    "bet made": lambda rules: f"{rules.bet_multiplier} ×",
    "bet failed, paid to": failed_bet,
    "next round": lambda rules: rules.next_round.replace("_", " "),
    "rounds, or goal": lambda rules: ", ".join(map(span, filter(None, (rules.suggested_rounds, rules.suggested_goal)))),
    "tie": lambda rules: rules.tie,
}


def test_the_table_of_games() -> None:
    """R2."""
    [_, *rows] = table("The eight games")
    assert [row[0] for row in rows] == list(RULES)
    for preset, seats, deck, _, length in rows:
        rules = RULES[preset]
        assert seats == ROWS["players"](rules).replace(",", "")
        assert deck == ROWS["number cards"](rules)
        assert length == ROWS["rounds, or goal"](rules)


def test_the_readme_lists_the_games() -> None:
    """R2."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## The games")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"`(\w+-\d[-\w]*)`", readme)) == sorted(RULES)


def test_the_table_of_differences() -> None:
    """R2: every cell, for every preset."""
    [[_, *presets], *rows] = table("What differs")
    assert [preset.strip("`") for preset in presets] == list(RULES)
    assert [row[0] for row in rows] == list(ROWS)
    for label, *cells in rows:
        assert cells == [ROWS[label](RULES[preset]) for preset in RULES], label


@pytest.mark.parametrize("preset", DETAILED)
def test_the_numbers_of_a_game(preset: str) -> None:
    """R2: what is dealt, what all cards count, how long a match is."""
    rules, text = RULES[preset], prose(preset)
    if rules.haggis_size:
        assert f"Deal {rules.haggis_size} cards face down as the haggis, then {rules.hand_size} each" in text
    else:
        assert f"Deal {rules.hand_size} each and no haggis" in text
    assert re.search(rf"with the courts (each hand is|both hands are) {rules.hand_size + 3}\b", text)
    assert re.search(rf"`{rules.points}`[^.]*, {total_points(rules)} in all", text)
    assert rules.suggested_rounds
    assert f"{span(rules.suggested_rounds)} rounds or {span(rules.suggested_goal)} points" in text
    assert f"{WORDS[rules.players].capitalize()} players" in text


@pytest.mark.parametrize("preset", sorted(set(RULES) - set(DETAILED)))
def test_the_older_games_name_all_differences(preset: str) -> None:
    """R2, R9.12: a section of an older edition lists as many differences as there are, one to a point."""
    text, newer = section(preset), re.sub(r"-20\d\d$", "", preset)
    found = len(differences(RULES[preset], RULES[newer]).keys() - {"preset", "edition"})
    assert f"[{newer}](#{newer})" in text
    assert f"{WORDS[found].capitalize()} thing{'s are' if found > 1 else ' is'} different" in " ".join(text.split())
    assert len(re.findall(r"^- ", text, re.MULTILINE)) == found


def test_what_cards_count() -> None:
    """R8.1: the sums of all cards."""
    [_, printed, flat] = table("Scoring a round")
    for row, points in ((printed, "printed"), (flat, "flat")):
        sums = {
            rules.players: total_points(rules.replace(points=points))
            for rules in (RULES["haggis-2"], RULES["haggis-3"], RULES["neeps-4"])
        }
        assert row[0] == points
        assert row[-1] == f"{sums[2]} with 2 players, {sums[3]} with 3, {sums[4]} with 4"


def test_suits_and_bets() -> None:
    """R1.1, R1.3."""
    assert re.findall(r"(\S) `([a-z])`", prose("Cards")) == [(GLYPHS[suit], suit) for suit in SUITS]
    low, middle, high = RULES["haggis-2"].bets
    assert f"worth {low}, {middle} and {high} [R1.3]" in prose("Cards")
    auction = prose("tatties-3")
    assert f"3 for the lowest bid value ({low}), 2 for the middle ({middle}), 1 for the highest ({high})" in auction
    for bid in RULES["tatties-3"].bets:
        assert f"{bid} splits {bid * 2 // 3} and {bid // 3}" in auction
    assert {rules.bets for rules in RULES.values() if rules.edition != "2010"} == {(low, middle, high)}
    assert {rules.bets for rules in RULES.values() if rules.edition == "2010"} == {(low, middle)}


def test_the_widest_stair() -> None:
    """R5.5."""
    two, three, four = (RULES[preset].deck for preset in ("haggis-2", "haggis-3", "neeps-4"))
    words = f"wider than {two.suits * two.copies} lines in `haggis-2`, {three.suits * three.copies} in the three-player"
    assert f"{words} games, {four.suits * four.copies} in Neeps" in " ".join(PAGE.split())


def test_the_table_of_rulings() -> None:
    """R9.1 to R9.17: numbered in order, each with a reason and the house rule that changes it, or none."""
    [head, *rows] = table("Rulings")
    assert head == ["ruling", "what is played", "why", "house rule"]
    assert [row[0] for row in rows] == [f"R9.{number}" for number in range(1, 18)]
    named = {row[0]: [word for word in re.findall(r"\w+", row[3]) if word in HOUSE_RULES] for row in rows}
    assert all(row[3] == "–" for row in rows if not named[row[0]])
    assert {ruling: names for ruling, names in named.items() if names} == {
        "R9.1": ["bets"],
        "R9.2": ["sets"],
        "R9.4": ["top_rank"],
        "R9.9": ["reenter"],
        "R9.10": ["out_bonus"],
        "R9.11": ["last_hand"],
        "R9.12": ["reenter", "bet_rule", "haggis_to", "bomb_to"],
        "R9.13": ["bets_until"],
        "R9.16": ["tie"],
    }
    assert {name for names in named.values() for name in names} == HOUSE_RULES.keys() - {"points", "failed_bet_to"}


def test_the_table_of_house_rules() -> None:
    """R10: the fields, the values that they take, and the games that they fit."""
    assert section("House rules").strip().startswith(f"{WORDS[len(HOUSE_RULES)].capitalize()} settings")
    [_, *rows] = table("House rules")
    assert [row[0] for row in rows] == list(HOUSE_RULES)
    for name, values, fits in rows:
        rule = HOUSE_RULES[name]
        if fits == "all games":
            named = list(RULES)
        elif found := re.fullmatch(r"games for ([\d and]+)", fits):
            named = [preset for preset, rules in RULES.items() if f"{rules.players}" in found[1]]
        else:
            named = re.findall(r"[a-z]+-\d(?:-\d+)?", fits)
        assert named == rule.games, name
        if rule.choices:
            assert set(re.findall(r"[\w-]+", values)) == {value_text(choice) for choice in rule.choices}, name
        assert f"- **`{name}`**" in section("House rules")


def test_its_pictures_are_drawn_by_the_library() -> None:
    """All of them are on the page, and none is older than the library."""
    files = runpy.run_path(str(ROOT / "scripts" / "rule_pictures.py"))["FILES"]
    assert set(re.findall(r"\]\((pictures/[\w-]+\.svg)\)", PAGE)) == {f"pictures/{path.name}" for path in files}
    for path, picture in files.items():
        assert path.read_text(encoding="utf-8") == picture, f"{path} is not current: python scripts/rule_pictures.py"
