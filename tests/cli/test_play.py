"""`haggis play`: whole matches from typed lines, how lines are read, hints, saving and resuming."""

import contextlib
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from haggis_cards import RULES, Match, Phase, Record, Round, Rounds
from haggis_cards.cards import GLYPHS, NUMBERS, text
from haggis_cards.cli.play import NAMES
from haggis_cards.cli.terminal.game import TerminalGame
from haggis_cards.cli.terminal.info import words_to_type
from haggis_cards.cli.terminal.line import complete
from haggis_cards.cli.terminal.prompt import HELP, Prompt
from haggis_cards.cli.terminal.saved import SavedMatch
from haggis_cards.combos import Play
from haggis_cards.review import judge
from tests.cli.helpers import played, record_of, run, write
from tests.review.helpers import TINY
from tests.support import PRESETS, play, random_play, start, table


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches are saved in the current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Person:
    """Types what the bot greedy would do."""

    def __init__(self, rules: str, seed: int, bot: str = "random") -> None:
        self.rules, self.seed, self.bot = rules, seed, bot

    def lines(self) -> list[str]:
        """Plays the match that the command will play, and returns what seat 0 does."""
        from haggis_cards import Rounds
        from haggis_cards.bots import make_bot

        match = Match(self.rules, Rounds(1), seed=self.seed)
        bots = {seat: make_bot(self.bot, self.seed + seat) for seat in match.rules.seats if seat}
        me, lines = make_bot("greedy"), []
        while not match.over:
            waiting = match.to_act
            seat = next((seat for seat in waiting if seat), 0)
            action = (bots[seat] if seat else me).decide(match.view(seat)).action
            if not seat:
                lines.append(action)
            match = match.act(seat, action)
        self.match = match
        return lines


def rounds_of(record: Record) -> list[dict[str, Any]]:
    """The rounds of a record of the terminal, without the time of each action."""
    rounds = [dict(item) for item in record.data["rounds"]]
    for item in rounds:
        assert len(item.pop("times")) == len(item["actions"])
    return rounds


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_is_played_to_its_end_and_saved_as_a_record(preset: str, folder: Path) -> None:
    """Every kind of decision is typed in the engine's notation; the record is that of the match that was played."""
    person = Person(preset, seed=4)
    typed = person.lines()
    result = run(
        "play", preset, "--seed", 4, "--rounds", 1, "--bots", "random", "--save", "m.json", stdin="\n".join(typed)
    )
    assert result.exit_code == 0
    saved = Record.load(folder / "m.json")
    saved.verify()
    assert rounds_of(saved) == person.match.record().data["rounds"]
    assert saved.data["winners"] == list(person.match.winners or ())
    assert saved.data["bots"] == [None, *["random"] * (person.match.rules.players - 1)]
    assert saved.data["edition"] == person.match.rules.edition
    assert {"id", "date", "app"} <= saved.data.keys()
    assert "ended" not in saved.data
    assert re.search(r"(wins?|share the win) with \d+ points\.", result.stdout)
    assert re.search(r"going out .*\n.*bets", result.stdout)


def test_cards_alone_are_enough(folder: Path) -> None:
    """Verbs may be left out, and the cards that courts stand for where only one reading is legal."""
    person = Person("tatties-3", seed=2)
    lines = person.lines()
    bare = [re.sub(r"^(play|bury|give|bid) ", "", line).lower() for line in lines]
    assert bare != lines
    result = run(
        "play", "tatties-3", "--seed", 2, "--rounds", 1, "--bots", "random", "--save", "m.json", stdin="\n".join(bare)
    )
    assert rounds_of(Record.load(folder / "m.json")) == person.match.record().data["rounds"], result.stdout


def test_a_saved_match_continues_where_it_was(folder: Path) -> None:
    """The input ends and the match is saved; resumed, it ends as it would have without the break."""
    person = Person("haggis-2", seed=3, bot="greedy")
    lines = person.lines()
    first = run("play", "haggis-2", "--seed", 3, "--rounds", 1, "--bots", "greedy", stdin="\n".join(lines[:1]) + "\n")
    assert first.exit_code == 0
    assert "Saved. To continue: haggis play --resume haggis-match-1.json" in first.stdout
    saved = json.loads((folder / "haggis-match-1.json").read_text())
    assert (saved["seed"], saved["play"], saved["ended"]) == (3, {"bots": ["greedy"]}, "paused")
    again = run("play", "--resume", "haggis-match-1.json", stdin="\n".join(lines[1:]) + "\n")
    assert again.exit_code == 0
    whole = Record.load(folder / "haggis-match-1.json")
    whole.verify()
    assert rounds_of(whole) == person.match.record().data["rounds"]


def test_interrupting_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    result = run("play", "haggis-3", "--seed", 3, "--save", "mine.json")
    assert result.exit_code == 130
    assert "haggis play --resume mine.json" in result.stdout
    Record.load(folder / "mine.json").verify()


def test_the_menu_offers_all_games_and_takes_the_first_on_enter() -> None:
    result = run("play", "--seed", 1, stdin="9\nhaggis\n\nquit\n")
    for preset in PRESETS:
        assert f"({preset})" in result.stdout
    offers = [line.partition(" (")[0][5:] for line in result.stdout.splitlines() if re.match(r"  \d  ", line)]
    assert len(set(offers)) == len(PRESETS)  # no two games read the same
    assert "Haggis, 2 players, edition 2010" in offers
    wide = [line for line in [*result.stdout.splitlines(), *HELP.splitlines()] if len(line) > 78]
    assert not [line for line in wide if re.match(r"  \d  ", line) or line in HELP]
    assert result.stdout.count(f"Type a number from 1 to {len(PRESETS)}") == 2
    assert "Haggis for 2 players" in result.stdout
    assert "Haggis and Neeps" in run("play", "--seed", 1, stdin="4\nquit\n").stdout.split("Which game?")[1]


def test_a_hint_shows_what_to_do_why_and_what_is_legal() -> None:
    match = Match("haggis-2", seed=5, dealer=1)
    assert match.to_act == (0,)
    result = run("play", "haggis-2", "--seed", 5, "--rounds", 1, stdin="?\n??\nquit\n")
    assert re.search(r"Hint  .+\n +(Better than|A bet of|You go out first in) .+", result.stdout)
    assert result.stdout.count("the best, first out in") == 1
    assert "points ahead" not in result.stdout
    assert "You may  bet 15, bet 30, bet 45" in result.stdout
    assert "Singles" in result.stdout
    assert "Bombs" in result.stdout


def test_other_hands_are_not_shown(folder: Path) -> None:
    """Before your first play, the screen shows no number cards but yours and those that were played (R1.2)."""
    for preset in PRESETS:
        output = run(
            "play", preset, "--seed", 9, "--bots", "random", stdin=f"?\nhelp\nlog\nsave {preset}.json\nquit\n"
        ).stdout
        rnd = Record.load(folder / f"{preset}.json").replay().round
        signs = "".join(GLYPHS.values())
        shown = set(re.findall(rf"\b[2-9T][{signs}]", output))
        glyph = str.maketrans(GLYPHS)
        known = set(text(rnd.hands[0] & NUMBERS).translate(glyph).split())
        known |= {
            card.translate(glyph)
            for seat, action in rnd.log
            if isinstance(action, Play)
            for card in text(action.cards).split()
        }
        wild = set(re.findall(rf"=([2-9T][{signs}])", output))
        assert shown - wild <= known, preset


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "haggis-9"], "there is no preset 'haggis-9'"),
        (["play", "haggis-2", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["play", "haggis-2", "--bots", "process:./nobody"], "'./nobody' cannot be started: No such file or directory"),
        (["play", "haggis-2", "--bots", "process:false"], "'process:false' cannot play: ended with exit status 1"),
        (
            ["play", "haggis-3", "--bots", "club,club,club"],
            "haggis-3 has 2 seats for bots: name one bot for all or 2, not 3",
        ),
        (
            ["play", "haggis-2", "--rounds", "2", "--goal", "100"],
            "a match ends after --rounds or at a --goal; give only one of them",
        ),
        (["play", "haggis-2", "--house", "sets=maybe"], "sets cannot be 'maybe'"),
        (["play", "--resume", "none.json"], "cannot be read"),
        (["play", "haggis-2", "--resume", "none.json"], "--resume continues the match as it is"),
    ],
)
def test_bad_options_are_refused_in_one_line(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_match_that_is_over_cannot_be_resumed(folder: Path) -> None:
    path = write(folder / "over.json", record_of(played()))
    assert "is over; to read it: haggis show" in run("play", "--resume", path).stderr


def test_a_file_that_cannot_be_written_is_reported_and_the_match_continues() -> None:
    result = run("play", "haggis-2", "--seed", 1, stdin="save no/such/folder.json\np\nquit\n", columns=200)
    assert "'no/such/folder.json' cannot be written: No such file or directory." in result.stdout
    assert "To continue: haggis play --resume haggis-match-1.json" in result.stdout


def test_another_file_is_never_overwritten(folder: Path) -> None:
    (folder / "thesis.txt").write_text("mine")
    result = run("play", "haggis-2", "--seed", 1, "--save", "thesis.txt")
    assert result.exit_code == 2
    assert "'thesis.txt' is there already; choose another name" in result.stderr
    assert "is there already" in run("play", "haggis-2", "--seed", 1, stdin="save thesis.txt\nquit\n").stdout
    assert (folder / "thesis.txt").read_text() == "mine"
    assert "cannot be written" in run("play", "haggis-2", "--save", "no/folder.json").stderr


def test_a_folder_that_goes_away_does_not_end_the_match(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every save fails from the first move on; the match goes on, and is saved elsewhere in the end."""
    monkeypatch.setenv("HOME", str(folder))
    (folder / "away").mkdir()

    def lost(self: Record, path: Path) -> None:
        if "away" in str(path):
            raise FileNotFoundError(2, "No such file or directory")
        Path(path).write_text(self.dump() + "\n")

    monkeypatch.setattr(Record, "save", lost)
    result = run("play", "haggis-2", "--seed", 1, "--save", "away/m.json", stdin="p\nquit\n", columns=200)
    assert result.exit_code == 0
    assert "The match continues; to save it elsewhere: save FILE" in result.stdout
    assert "To continue: haggis play --resume haggis-match-1.json" in result.stdout
    Record.load(folder / "haggis-match-1.json").verify()


def test_nothing_is_left_behind_when_nothing_was_played(folder: Path) -> None:
    assert "nothing is saved" in run("play", "haggis-2", "--seed", 1, stdin="quit\n").stdout
    assert list(folder.iterdir()) == []


def test_a_resumed_match_can_have_other_bots(folder: Path) -> None:
    run("play", "haggis-3", "--seed", 1, "--bots", "random", stdin="save m.json\nquit\n")
    again = run("play", "--resume", "m.json", "--bots", "greedy,novice", stdin="quit\n")
    assert "Isla (greedy), Fergus (novice)" in again.stdout
    assert json.loads((folder / "m.json").read_text())["play"] == {"bots": ["greedy", "novice"]}


def test_errors_name_the_file(folder: Path) -> None:
    (folder / "bad.json").write_text("{}")
    assert "'bad.json': " in run("play", "--resume", "bad.json").stderr
    assert "'none.json': cannot be read" in run("play", "--resume", "none.json").stderr


def test_the_score_the_log_the_trick_the_hand_and_the_rules_can_be_seen() -> None:
    said = run(
        "play", "haggis-2", "--seed", 5, "--bots", "greedy", stdin="score\nlog\ntrick\nhand\nrules\nbet 15\nlog\nquit\n"
    ).stdout
    assert "No round is finished yet." in said
    assert "No trick is finished yet." in said
    assert re.search(r"Your hand  \S+ .*\n(.*\n)*.*Your hand  ", said)
    assert "sequences go up to" in said
    assert re.search(r"  You +bet 15$", said, re.MULTILINE)


def test_an_action_can_be_taken_back() -> None:
    """With all that the bots did since; the record has only what counts."""
    lines = Person("haggis-2", seed=3, bot="greedy").lines()
    said = run(
        "play", "haggis-2", "--seed", 3, "--bots", "greedy", stdin=f"back\n{lines[0]}\nback\nback\nsave m.json\nquit\n"
    ).stdout
    assert said.count("You have done nothing in this round that you could take back.") == 2
    assert said.count("Taken back, with all that the others did since.") == 1
    assert not any(seat == 0 for seat, _ in Record.load("m.json").replay().round.log)


def test_a_bet_can_be_made_before_the_others_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal, when another player leads: once a round, and Enter declines."""
    from haggis_cards.cli.terminal import game as terminal_game

    assert Match("haggis-2", seed=1).to_act == (1,)
    monkeypatch.setattr(terminal_game, "at_terminal", lambda: True)
    said = run("play", "haggis-2", "--seed", 1, stdin="bet 7\nHELP\nback\nsave M.json\n30\nsave m.json\nquit\n").stdout
    assert said.count("Type bet 15 or bet 30 or bet 45, or press Enter for no bet.") == 1
    assert HELP.splitlines()[0] in said
    assert "You have done nothing in this round that you could take back." in said
    assert Path("M.json").exists()
    assert str(Record.load("m.json").replay().round.log[0]) == "(0, Bet(value=30))"
    said = run("play", "haggis-2", "--seed", 1, stdin="\nquit\n").stdout
    assert said.count("Bet before the others play") == 1


def test_at_a_terminal_a_line_can_be_corrected(folder: Path) -> None:
    pytest.importorskip("readline")
    person, terminal = pty.openpty()
    command = [sys.executable, "-m", "haggis_cards", "play", "haggis-2", "--seed", "5", "--bots", "random"]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, cwd=folder) as game:
        os.close(terminal)
        said = b""
        while b"Your play" not in said:
            said += os.read(person, 4096)
        os.write(person, b"saxe\x1b[D\x08v\x1b[C kept.json\nquit\n")  # left, backspace, right
        with contextlib.suppress(OSError):  # the terminal is closed with the game
            while text := os.read(person, 4096):
                said += text
    os.close(person)
    assert game.returncode == 0, said
    assert b"not a card" not in said
    assert (folder / "kept.json").exists(), said


# What is typed


def typed(rnd: Round, *lines: str, seat: int = 0) -> list[str]:
    """How a prompt reads lines: each action, command or message."""
    prompt = Prompt(rnd, seat)
    answers = [prompt.read(line) for line in lines]
    return [answer.action or answer.command or answer.message for answer in answers]


LEADS = table("haggis-2", "4b 5b 6b 7b 7r Tb J Q", "2r 3r 8b K", turn=0)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("4b 5b 6b", "play 4b 5b 6b"),
        ("6B,5b 4b", "play 4b 5b 6b"),
        ("6◆ 5◆ 4◆", "play 4b 5b 6b"),
        ("10b", "play Tb"),
        ("t b", "'t' is not a card"),
        ("j", "play J"),
        ("q j", "play J Q"),
        ("play 7r", "play 7r"),
        ("5b j 7b", "play 5b J=6b 7b"),
        ("5b j=6b 7b", "play 5b J=6b 7b"),
        ("p", "You are leading, so you must play"),
        ("bet 15", "You have already played a card"),
        ("b 15", "You have already played a card"),
        ("9b", "You do not hold 9b."),
        ("7r 7r", "You do not hold 7r."),
        ("4b 7r tb", "4b 7r Tb: the ranks must be consecutive; you also need 5, 6, 8 and 9."),
        ("4b 7r tb j", "4b 7r Tb J are not a combination, whatever the courts stand for."),
        ("4b j=7r 5b", "the ranks must be consecutive"),
        ("j=", "'J=': a court stands for a number card"),
        ("=6b", "'=6b' is not a card"),
        ("play", "Name the cards, for example 5b 6b 7b."),
        ("lead me", "You cannot lead during a trick"),
        ("lead partner", "Lead names a seat, as in lead 2, not 'partner'."),
        ("", "You are to play. Type ? for a hint."),
        ("?", "hint"),
        ("quit", "quit"),
        ("undo", "You have picked no cards to take back."),
    ],
)
def test_lines_are_read(line: str, action: str) -> None:
    said = typed(LEADS, line)[0]
    assert said == action if action.startswith("play ") else action in said


def test_a_selection_grows_line_by_line_and_is_taken_back_step_by_step() -> None:
    answers = typed(LEADS, "4b 5b", "", "undo", "5b 6b", "4b", "undo")
    assert re.fullmatch(r"Picked so far: 4b 5b, part of \d+ plays. Add cards, or undo.", answers[0])
    assert answers[1].startswith("Picked so far: 4b 5b.")
    assert answers[2] == "Took back 4b 5b."
    assert answers[4] == "play 4b 5b 6b"


def test_a_wrong_addition_leaves_the_selection_as_it_was() -> None:
    prompt = Prompt(LEADS, 0)
    prompt.read("4b 5b")
    assert prompt.read("9r").message == "You do not hold 9r. You have picked 4b 5b; undo takes that back."
    assert text(prompt.picked) == "4b 5b"
    assert prompt.read("6b").action == "play 4b 5b 6b"


def test_cards_that_are_named_again_begin_anew() -> None:
    prompt = Prompt(LEADS, 0)
    prompt.read("4b 5b")
    assert prompt.read("4b 5b 6b").action == "play 4b 5b 6b"


def test_a_verb_acts_only_in_its_phase() -> None:
    assert typed(LEADS, "give 7r", "bury 7r") == [
        "You are to play now, not to give cards.",
        "You are to play now, not to bury cards.",
    ]
    assert typed(start("neeps-4", "2r 3r"), "play 2r")[0] == "You are to give a card now, not to play cards."
    assert typed(start("tatties-3"), "play 2r")[0] == "You are to bid or pass now, not to play cards."


def test_a_failed_bomb_is_told_what_a_bomb_is() -> None:
    rnd = table("haggis-2", "3r 5r 7g 9b 2r", "2g K", turn=0)
    assert typed(rnd, "9b 7g 5r 3r")[0] == "3r 5r 7g 9b: 3 5 7 9 are a bomb in one suit or in four; these are 3 suits."


@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000 + "1", "٣"])
def test_long_numbers_are_answered_like_any_other(digits: str) -> None:
    auction = start("tatties-3", "2r 3r 4r")
    for rnd in (LEADS, auction):
        prompt = Prompt(rnd, 0)
        prompt.read("5b 6b j")  # readings to choose from
        lines = (digits, f"bet {digits}", f"bid {digits}", f"award {digits}", f"lead {digits}", f"{digits}b")
        assert all(prompt.read(line).message for line in lines)
    menu = run("play", "--seed", 1, stdin=f"{digits}\n\nquit\n")
    assert "Type a number from 1 to" in menu.stdout


def test_readings_are_offered_by_number() -> None:
    prompt = Prompt(LEADS, 0)
    answer = prompt.read("5b 6b j")
    assert [str(reading) for reading in answer.readings] == ["play J=4b 5b 6b", "play 5b 6b J=7b"]
    assert prompt.read("3").message == "Choose 1 to 2, or undo."
    assert prompt.read("2").action == "play 5b 6b J=7b"
    prompt = Prompt(LEADS, 0)
    prompt.read("5b 6b j")
    assert prompt.read("undo").message == "Took back 5b 6b J."
    assert prompt.read("2").message.startswith("'2' is not a card")


def test_a_play_that_is_too_low_is_refused_with_the_engines_reason() -> None:
    rnd = play(table("haggis-2", "4b 5b 6b 7b 8b J", "5r 6r 7r 2g K", turn=1), "1 play 5r 6r 7r")
    assert typed(rnd, "4b 5b 6b")[0] == "Sequence of 3, top 6 is not higher than Sequence of 3, top 7."
    assert typed(rnd, "8b")[0].startswith("Picked so far: 8b, part of")
    assert typed(rnd, "5b 6b 7b")[0].startswith("Sequence of 3, top 7 is not higher")
    assert typed(rnd, "6b 8b j")[0] == "play 6b J=7b 8b"  # read as the one that is high enough
    assert typed(rnd, "p")[0] == "pass"


def test_every_phase_takes_its_words() -> None:
    assert typed(start("neeps-4", "2r 3r"), "2r")[0] == "give 2r"
    assert typed(start("neeps-4", "2r 3r"), "2r 3r")[0] == "Give one card at a time."
    assert typed(start("neeps-4"), "k")[0].startswith("You can only give number cards")
    auction = start("tatties-3", "2r 3r 4r")
    assert typed(auction, "30", "bid 15", "pass", "16")[:3] == ["bid 30", "bid 15", "pass"]
    assert typed(auction, "16")[0] == "A bid is 15, 30 or 45, not 16."
    bury = play(auction, "0 bid 15", "1 pass", "2 pass")
    assert typed(bury, "2r 3r", "4r") == ["Picked so far: 2r 3r; 1 more, or undo.", "bury 2r 3r 4r"]
    assert "bury is 3, not 4" in typed(bury, "2r 3r", "4r " + text(bury.hands[0] & NUMBERS).split()[-1])[1].lower()
    award = play(table("haggis-3", "J Q 2r", "3r 4r", "5r 6r"), "0 play J Q", "1 pass", "2 pass")
    assert typed(award, "award left", "award right", "award 2") == ["award 1", "award 2", "award 2"]
    assert typed(award, "award me")[0] == "The trick can go to seat 1 or seat 2."
    assert typed(award, "2r")[0].startswith("You play no cards now")
    assert typed(award, "9o", "") == [typed(award, "2r")[0], "You are to say who gets the cards. Type ? for a hint."]
    lead = play(table("neeps-4", "J Q 2r", "3r 4r", "5r 6r", "7r 8r"), "0 play J Q", "1 pass", "2 pass", "3 pass")
    assert typed(lead, "lead partner", "lead me") == ["lead 2", "lead 0"]


def test_nonsense_never_raises() -> None:
    """Whatever is typed, the prompt answers, and the cards picked stay cards of the hand."""
    rng = Random(1)
    words = [
        "5b",
        "j",
        "J=",
        "=",
        "j=j",
        "K=9z",
        "play",
        "bet",
        "bet x",
        "award",
        "lead",
        "1" * 30,
        "², ٣",
        "undo",
        "🂡",
        "=",
    ]
    for seed in range(40):
        match = Match(rng.choice(PRESETS), seed=seed)
        prompt = Prompt(match.round, match.to_act[0])
        for _ in range(30):
            answer = prompt.read(" ".join(rng.choices(words, k=rng.randint(0, 4))))
            assert answer.action or answer.command or answer.message
            assert not prompt.picked & ~prompt.hand


def test_a_bot_that_sees_all_cards_is_refused() -> None:
    result = run("play", "haggis-2", "--bots", "clairvoyant:100ms")
    assert result.exit_code == 2
    assert "clairvoyant:100ms sees all cards, so it plays only in the arena" in result.stderr


class Typist:
    """Asks for a hint at every question, and types the hint as the screen shows it."""

    def __init__(self, rules: str, seed: int) -> None:
        bots = ["random", "greedy", "random"][: RULES[rules].players - 1]
        match = Match(rules, Rounds(1), seed=seed, players=NAMES[: RULES[rules].players])
        self.game, self.output = TerminalGame(SavedMatch(match, bots), None), io.StringIO()
        self.game.console = Console(file=self.output, width=100, highlight=False, markup=False, emoji=False)
        self.game._asks_bets = True
        self.typed: list[str] = []
        self._hinted = False
        self._answered: tuple[int, int, str] | None = None

    def ask(self, _: Console, question: str, words: Sequence[str]) -> str:
        """The answer to a question."""
        if question.startswith("A file to keep"):
            return ""
        match = self.game.match
        asked = len(match.finished), len(match.round.log), question
        assert asked != self._answered, f"{self.typed[-1]!r} is refused: {self.output.getvalue()[-200:]}"
        self._hinted = not self._hinted
        if self._hinted:
            self.output.seek(0)
            self.output.truncate()
            return "?"
        self._answered = asked
        self.typed += re.findall(r"^  Hint  (.*)$", self.output.getvalue(), re.MULTILINE)
        return self.typed[-1]

    def play(self) -> None:
        self.game.play()
        assert self.game.match.over


def play_by_hints(rules: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was typed in these rounds."""
    typed = []
    for seed in seeds:
        typist = Typist(rules, seed)
        monkeypatch.setattr("haggis_cards.cli.terminal.game.ask_line", typist.ask)
        typist.play()
        typed += typist.typed
    return typed


HINTED = int(os.environ.get("HAGGIS_HINTS", "2"))  # rounds of each game; `make soak-terminal` plays 25


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hint_is_taken_as_it_is_shown(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen speaks the language of the prompt. A smaller search gives its hints at once, and stranger ones."""
    monkeypatch.setitem(judge.EFFORTS, "quick", TINY)
    typed = play_by_hints(preset, range(HINTED), monkeypatch)
    assert len(typed) > 5 * HINTED


def test_players_are_named_as_the_screen_names_them() -> None:
    rnd = lead_after_bomb()
    for line, action in (
        ("lead You", "lead 0"),
        ("lead me", "lead 0"),
        ("lead fergus", "lead 2"),
        ("lead 2", "lead 2"),
    ):
        assert Prompt(rnd, 0, NAMES).read(line).action == action
    assert "can be led by" in Prompt(rnd, 0, NAMES).read("lead Isla").message


def lead_after_bomb() -> Round:
    """A round of Neeps in which seat 0 has won by bomb and says who leads."""
    for seed in range(200):
        for match in random_play("neeps-4", Rounds(1), seed):
            if match.round.phase is Phase.LEAD and match.round.turn == 0:
                return match.round
    raise AssertionError


def test_cards_that_do_not_go_with_those_picked_begin_anew() -> None:
    rnd = play(table("haggis-2", "4b 5b 6b 7b 8b J", "5r 6r 7r 2g K", turn=1), "1 play 5r 6r 7r")
    assert typed(rnd, "8b", "6b 7b j")[1] == "play 6b 7b J=8b"
    assert "consecutive" in typed(rnd, "8b", "4b 5b 6b")[1]  # which is no play alone, either


def test_the_tab_key_completes_what_can_be_typed() -> None:
    rnd = Match("haggis-2", Rounds(1), seed=35, dealer=1).round
    words = words_to_type(rnd, 0)
    assert words[:17] == str(rnd.hand(0)).split()
    assert words[17:21] == ["bet", "15", "30", "45"]
    assert [complete(words, "t", number) for number in range(3)] == ["Tb ", "trick ", None]
    assert complete(words, "x", 0) is None
