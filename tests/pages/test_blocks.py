"""Every command and program that README.md and docs/ print is run as it is printed, or says why not (blocks.py)."""

import shutil
from pathlib import Path

import pytest

from haggis_cards import Match, Rounds
from tests.pages.blocks import MARK, PAGES, ROOT, RUN, Block, blocks, run_block, run_page
from tests.support import random_play


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def finished(seed: int) -> Match:
    *_, match = random_play("haggis-2", Rounds(1), seed)
    return match.named(["Ann", "Bob"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a reader would be: with matches of their own, a bot, and the examples of the repository."""
    (tmp_path / "games").mkdir()
    for path in ("match.json", "game.json", "games/monday.jsonl", "games/friday.jsonl"):
        finished(len(path)).record().save(tmp_path / path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    bot = tmp_path / "mybot"
    bot.write_text(f"#!/usr/bin/env python3\n{(ROOT / 'examples/lowest_bot.py').read_text(encoding='utf-8')}")
    bot.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_says_what_it_is(page: Path) -> None:
    for block in blocks(page):
        place = f"{name(page)}:{block.line}"
        assert block.language, f"{place}: name the language of the block (sh, python, json, text, ...)"
        if block.mark and (block.language in RUN or MARK.fullmatch(block.mark)):
            assert block.language in RUN, f"{place}: only blocks in {', '.join(RUN)} are run"
            assert MARK.fullmatch(block.mark), (
                f"{place}: {block.mark!r} should be 'not run: why' or 'stopped after 4 seconds: why'"
            )


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", [page for page in PAGES if any(b.is_run for b in blocks(page))], ids=name)
def test_what_a_page_prints_runs(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    run_page(page, folder)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("sh", "haggis rules no-such-game"),
        ("sh", "true\nfalse\n"),
        ("python", "import haggis_cards\nhaggis_cards.Match('no-such-game')"),
        ("pycon", ">>> 1 + 1\n3\n"),
    ],
)
def test_a_block_that_is_wrong_is_found(language: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        run_block(Block(1, language, "", text, ""), tmp_path, {})


@pytest.mark.parametrize("command", ["sleep 60", "echo ready; sleep 60", "while true; do true; done"])
def test_a_command_that_would_not_end_is_stopped(command: str, tmp_path: Path) -> None:
    run_block(Block(1, "sh", "", command, "stopped after 1 seconds: it goes on"), tmp_path, {})


def test_a_command_that_fails_before_it_is_stopped_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ended with 3"):
        run_block(
            Block(1, "sh", "", "echo ready; sleep 0.2; exit 3", "stopped after 9 seconds: it goes on"), tmp_path, {}
        )
