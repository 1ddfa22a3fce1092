"""`haggis solve`: values in text and as JSON, and bad input in words."""

import json

from haggis_cards import Match, Rounds, position_line
from haggis_cards.solver import solve
from tests.cli.helpers import run
from tests.solver.positions import late

LINE = position_line(next(late("haggis-2", 5, 10)).round)


def test_it_shows_values_and_best_play() -> None:
    result = run("solve", LINE)
    assert result.exit_code == 0
    solution = solve(LINE)
    for text in ("The side to act will be", *list(solution["actions"])[:3], "Best play:", *solution["line"]):
        assert text in result.stdout


def test_json_is_what_the_library_says() -> None:
    assert json.loads(run("solve", LINE, "--json").stdout) == solve(LINE)


def test_too_few_nodes_are_admitted() -> None:
    whole = position_line(Match("haggis-2", Rounds(1), seed=1).round)
    text = run("solve", whole, "--nodes", 100).stdout
    assert "The nodes were not enough" in text
    assert json.loads(run("solve", whole, "--nodes", 100, "--json").stdout)["exact"] is False


def test_bad_input_is_refused_in_a_sentence() -> None:
    for line, words in (("", "position"), (position_line(Match("neeps-4", seed=1).round), "still being exchanged")):
        result = run("solve", line)
        assert result.exit_code == 2
        assert words in result.stderr
        assert "Traceback" not in result.stderr
