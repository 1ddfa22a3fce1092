"""`haggis loss` and `haggis bank`: measuring on the package's bank, and making a small one."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from haggis_cards.arena.bank import SHARES, Bank
from haggis_cards.bots import network as packaged
from haggis_cards.cli import app


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == status, result.output
    return result.output


def test_the_package_has_a_bank_of_every_game_and_phase() -> None:
    bank = Bank.load()
    assert len(bank.entries) == 3000
    assert {entry.rules for entry in bank.entries} == set(SHARES)
    assert {len(entry.choices) > 1 for entry in bank.entries} == {True}
    finals = [entry for entry in bank.entries if entry.choices[1].worlds == 4096]
    assert len(finals) > 1000, "where the best is not clear at once, it was played out in 4,096 deals"
    for entry in bank.entries:
        best, second = entry.choices[:2]
        assert best.points >= second.points
        assert second.worlds == 4096 or best.points - second.points > 2.9 * second.error


def test_losses_are_told_bot_by_bot() -> None:
    lines = run("loss", "--bots", "greedy,random", "--rules", "haggis-2", "--positions", "25", "--jobs", "1", "--json")
    greedy, random = (json.loads(line) for line in lines.splitlines())
    assert greedy["positions"] == 25
    assert greedy["difference"] is None
    assert random["difference"]["over"] == "greedy"
    assert 0 <= greedy["loss"]["all"]["mean"] < random["loss"]["all"]["mean"]
    assert random["difference"]["mean"] == pytest.approx(
        random["loss"]["all"]["mean"] - greedy["loss"]["all"]["mean"], abs=0.002
    )
    shown = run("loss", "--bots", "greedy,random", "--positions", "3", "--jobs", "1")
    assert "greedy: points lost in a decision, over 3 positions" in shown
    assert "compared with greedy" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bots", "nobody"), "there is no bot"),
        (("--bots", "greedy", "--bank", "no-file"), "has no bank of positions"),
        (("--bots", "greedy", "--rules", "whist"), "there is no preset 'whist'"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(words: tuple[str, ...], message: str) -> None:
    assert message in run("loss", *words, status=2)


def test_a_bank_is_made_and_measured(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file, weights = tmp_path / "bank.jsonl.xz", Path(packaged.__file__).parent / packaged.QUICK
    words = ("--positions", "2", "--worlds", "32", "--seed", "4", "--jobs", "1", "--device", "cpu")
    run("bank", str(file), *words, "--weights", str(weights))
    bank = Bank.load(file)
    assert bank.about["stages"] == [16, 32]
    assert all(entry.choices for entry in bank.entries)
    assert "over 2 positions" in run("loss", "--bots", "greedy", "--bank", str(file), "--jobs", "1")
