"""`haggis bench`: figures of the native core and the fingerprint of its play."""

import json

from typer.testing import CliRunner

from haggis_cards import RULES
from haggis_cards.cli import app


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["bench", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_json_has_every_game_and_counts_that_fit_together() -> None:
    printed = json.loads(run("--seconds", "0.02", "--threads", "2", "--json"))
    assert printed["threads"] == 2
    assert list(printed["presets"]) == list(RULES)
    for row in printed["presets"].values():
        assert row["moves_s"] > row["decisions_s"] > row["rounds_s"] > 0
        assert min(row["batch_decisions_s"], row["threads_decisions_s"]) > 0


def test_the_table_names_every_game() -> None:
    shown = run("--seconds", "0.01", "--threads", "1")
    assert all(preset in shown for preset in RULES)


def test_the_fingerprint_is_the_same_every_time() -> None:
    """It stands in the commits that touch the core; a change of it is a change of behaviour."""
    first = run("--fingerprint")
    assert first.startswith("Fingerprint: ")
    assert run("--fingerprint") == first
    assert json.loads(run("--fingerprint", "--json"))["fingerprint"] == int(first.split()[1])
