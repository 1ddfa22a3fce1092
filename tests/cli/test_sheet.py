"""`haggis sheet` and `haggis deal --print`: the file, and a sentence for everything that cannot be."""

from pathlib import Path

import pytest

from haggis_cards import RULES
from haggis_cards.sheets import KINDS, make_sheet, print_deals
from tests.cli.helpers import run


def test_a_sheet_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("sheet", "haggis-3")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "The sheet is in haggis-3-rules.pdf.\n"
    assert Path("haggis-3-rules.pdf").read_bytes() == make_sheet(RULES["haggis-3"])


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_with_house_rules_on_letter(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    house = ["--house", "points=flat", "--house", "bets=10,20"]
    assert run("sheet", "haggis-2", "--kind", kind, "--paper", "Letter", *house, "-o", file).exit_code == 0
    rules = RULES["haggis-2"].replace(points="flat", bets=(10, 20))
    assert file.read_bytes() == make_sheet(rules, kind, "letter")  # type: ignore[arg-type]


def test_standard_output() -> None:
    assert run("sheet", "neeps-4", "-o", "-").stdout_bytes == make_sheet(RULES["neeps-4"])


def test_a_file_that_is_there_stays_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "kept.pdf"
    file.write_text("mine", encoding="utf-8")
    result = run("sheet", "haggis-2", "-o", file)
    assert result.exit_code == 2
    assert "is there already; --force replaces it" in result.stderr
    assert file.read_text(encoding="utf-8") == "mine"
    assert run("sheet", "haggis-2", "-o", file, "--force").exit_code == 0
    assert file.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bridge"], "there is no preset 'bridge'; the games are haggis-2, "),
        (
            ["haggis-2", "--kind", "poster"],
            "there is no kind of sheet 'poster'; there are: rules, aid, scores, tokens, ",
        ),
        (["haggis-2", "--paper", "a5"], "there is no paper 'a5'; there are: a4, letter"),
        (["haggis-2", "--house", "reenter=true"], "reenter does not fit haggis-2; it is for "),
        (["haggis-2", "-o", "none/such.pdf"], "'none/such.pdf' cannot be written: there is no such folder"),
        (["haggis-2", "-o", "."], "'.' is a folder; name a file in it"),
        pytest.param(
            ["haggis-2", "-o", "/dev/full", "--force"],
            "'/dev/full' cannot be written: No space left on device",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has such a file"),
        ),
    ],
    ids=lambda words: "-".join(words) if isinstance(words, list) else "",
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("sheet", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"haggis: {words}")
    assert result.stderr.count("\n") == 1
    assert not any(tmp_path.iterdir())


def test_deals_are_printed(tmp_path: Path) -> None:
    file = tmp_path / "deals.pdf"
    result = run("deal", "neeps-4", "--seed", 7, "--print", file, "--deals", 2)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{file}: 2 deals of neeps-4, seeds 7 to 8\n"
    assert file.read_bytes() == print_deals(RULES["neeps-4"], 7, 2)
    assert "is there already" in run("deal", "neeps-4", "--seed", 7, "--print", file).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--deals", "2"], "--deals is for --print FILE; without it one deal is shown"),
        (["--print", "x.pdf", "--json"], "choose one of --json and --print"),
        (["--print", "x.pdf", "--deals", "41"], "a file has at most 40 deals, not 41; go on with --seed 47"),
        (["--print", "none/x.pdf"], "'none/x.pdf' cannot be written: there is no such folder"),
    ],
)
def test_deals_that_cannot_be_printed(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("deal", "haggis-2", "--seed", 7, *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"haggis: {words}\n")
    assert not any(tmp_path.iterdir())
