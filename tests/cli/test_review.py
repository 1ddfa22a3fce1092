"""`haggis review`: the report, its JSON and its page; a profile over several records; bad input and interruption."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Match, Rounds, position_line
from haggis_cards.positions import view_line
from haggis_cards.review import analyse, judge, reviewer
from haggis_cards.review.page import SUIT_PATHS, render
from tests.cli.helpers import played, record_of, run, write
from tests.review.helpers import TINY


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """An effort that is enough to see that it works."""
    monkeypatch.setitem(judge.EFFORTS, "quick", TINY)


@pytest.fixture(scope="module")
def match() -> Match:
    return played("haggis-2", rounds=1, seed=3)


@pytest.fixture
def file(tmp_path: Path, match: Match) -> Path:
    return write(tmp_path / "match.jsonl", record_of(match, named=True))


def data_of(*arguments: object) -> dict[str, Any]:
    result = run("review", *arguments, "--json", "--threads", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_the_report_has_the_worst_first_and_a_line_for_each_round(file: Path) -> None:
    result = run("review", file, "--most", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    losses = [int(loss) for loss in re.findall(r"(?:Blunder|Mistake|Inaccuracy), (\d+) points", result.stdout)]
    assert len(losses) == 3
    assert losses == sorted(losses, reverse=True)
    numbers = re.search(r"1 +Ann +([-+]?\d+) +([-+]?\d+) +([-+]?\d+) +([-+]?\d+) *\n", result.stdout)
    assert numbers
    total, *parts = map(int, numbers.groups())
    assert abs(total - sum(parts)) <= 2  # each is rounded
    for words in ("Luck is", "Play is", "Hindsight is"):
        assert words in result.stdout
    assert result.stdout.count("made     ") == result.stdout.count("better   ") == 3
    assert re.search(r"Bob  \d+ decisions, .*lost \d+ points", result.stdout)
    assert "reviewing" not in result.stdout


def test_json_is_the_same_on_every_run(file: Path) -> None:
    data = data_of(file)
    assert data == data_of(file)
    assert data["complete"]
    (review,) = data["reviews"]
    assert review["players"] == ["Ann", "Bob"]
    assert {one["seat"] for done in review["rounds"] for one in done["decisions"]} == {0, 1}
    lost = {profile["player"]: profile["loss"] for profile in data["profiles"]}
    assert lost == pytest.approx(dict(zip(("Ann", "Bob"), review["rounds"][0]["loss"], strict=True)), abs=0.05)


def test_a_seat_is_chosen_by_its_number_or_by_name(file: Path) -> None:
    by_number, by_name = data_of(file, "--seat", 1), data_of(file, "--seat", "Bob")
    assert by_number == by_name
    assert by_name["reviews"][0]["seats"] == [1]
    result = run("review", file, "--seat", "Zoe")
    assert result.exit_code == 2
    assert "there is no seat 'Zoe'; it is a number from 0 to 1, or a name: 'Ann', 'Bob'" in result.stderr


def test_several_records_add_up(tmp_path: Path, match: Match) -> None:
    swapped = {**record_of(match), "players": ["Bob", "Ann"]}
    both = write(tmp_path / "both.jsonl", record_of(match, named=True), swapped)
    data = data_of(both, "--seat", "Ann")
    assert [review["seats"] for review in data["reviews"]] == [[0], [1]]
    (profile,) = data["profiles"]
    assert (profile["player"], profile["matches"], profile["rounds"]) == ("Ann", 2, 2)
    assert sum(theme["count"] for theme in profile["themes"]) == sum(profile["classes"].values())
    assert sum(theme["loss"] for theme in profile["themes"]) == pytest.approx(profile["loss"], abs=0.05)


class Page(HTMLParser):
    """Checks that every tag is closed, and keeps what the page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value for name, value in attrs if name in ("src", "href", "xlink:href", "data") and value]
        self.loads += ["script"] * (tag == "script") + ["link"] * (tag == "link")
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_stands_by_itself(tmp_path: Path, match: Match) -> None:
    record = {**record_of(match), "players": ["<script>alert(1)</script>", "Bob & Ann"]}
    path = tmp_path / "page.html"
    result = run("review", write(tmp_path / "m.jsonl", record), "--html", path, "--most", 0)
    assert result.exit_code == 0
    page = Page()
    text = path.read_text(encoding="utf-8")
    page.feed(text)
    assert page.open == []
    assert all(load.startswith("#suit-") for load in page.loads)
    assert "url(" not in text
    assert "@import" not in text
    assert "<script>alert(1)</script>" in page.words
    assert "prefers-color-scheme: dark" in text
    assert text.count("<article>") == len(re.findall(r'class="verdict"', text)) > 0


def test_the_pages_suits_are_those_of_the_browser() -> None:
    source = Path(__file__).parents[2] / "web" / "src" / "game" / "suits.ts"
    assert dict(re.findall(r"^ +(\w): '([^']+)'", source.read_text(encoding="utf-8"), re.MULTILINE)) == SUIT_PATHS


def test_a_page_without_mistakes_says_so(match: Match) -> None:
    data = reviewer.Reviewer(match, effort="quick", seats=[0], threads=1).data()
    assert "No decision was clearly worse" in render([data])


def test_an_interrupted_review_keeps_what_is_done(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = reviewer.Reviewer.__iter__

    def interrupted(self: reviewer.Reviewer) -> Any:
        for number, decision in enumerate(original(self), 1):
            yield decision
            if number == 4:
                raise KeyboardInterrupt

    monkeypatch.setattr(reviewer.Reviewer, "__iter__", interrupted)
    result = run("review", file, "--json", "--html", tmp_path / "page.html")
    assert result.exit_code == 130
    assert "the review ends after 4 decisions" in result.stderr
    data = json.loads(result.stdout)
    assert not data["complete"]
    assert len(data["reviews"][0]["rounds"][0]["decisions"]) == 4
    assert "The review was interrupted." in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        (lambda data: "not a record", 2, "line 1: not JSON"),
        (lambda data: {**data, "rules": "whist"}, 2, "there is no preset 'whist'"),
        (lambda data: {**data, "end": {"rounds": 2}}, 2, "the match is not over"),
        (
            lambda data: {**data, "rounds": [{**data["rounds"][0], "dealer": 1 - data["rounds"][0]["dealer"]}]},
            1,
            "line 1, round 1: dealer: expected seat",
        ),
    ],
)
def test_bad_records_are_refused_in_a_sentence(
    change: Any, status: int, words: str, tmp_path: Path, match: Match
) -> None:
    record = record_of(match)
    record.pop("winners", None)
    result = run("review", write(tmp_path / "bad.jsonl", change(record)))
    assert result.exit_code == status
    assert words in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--effort", "heroic"], "there is no effort 'heroic'; there are: quick, normal, deep"),
        (["--html", "nowhere/page.html"], "cannot be written: there is no such folder"),
        (["--threads", "0"], "or equal to 1"),
        (["--seat", "2"], "there is no seat '2'; it is a number from 0 to 1"),
    ],
)
def test_bad_options_are_refused(options: list[str], words: str, file: Path) -> None:
    result = run("review", file, *options)
    assert result.exit_code == 2
    assert words in re.sub(r"[│\s]+", " ", result.stderr)


def test_a_missing_file_is_refused() -> None:
    result = run("review", "nowhere.jsonl")
    assert result.exit_code == 2
    assert "nowhere.jsonl: cannot be read" in result.stderr


def test_a_position_is_analysed_by_its_line() -> None:
    match = Match("haggis-2", Rounds(1), seed=35, dealer=1).act(0, "play 9b")
    line, view = position_line(match), view_line(match.view(1))
    shown = run("analyse", view)
    assert shown.exit_code == 0
    assert shown.stdout == f"{analyse(match)}\n"
    assert run("analyse", *line.split(), "--effort", "quick").stdout == shown.stdout
    assert run("analyse", "-", stdin=line + "\n").stdout == shown.stdout
    assert json.loads(run("analyse", view, "--json").stdout) == analyse(match).data
    for arguments, words in (
        (["haggis-2"], "a position has 7 fields, separated by spaces (rules, dealer, lead"),
        ([view, "--effort", "huge"], "there is no effort 'huge'"),
        ([view, "--seat", "0"], "no other seat can be analysed from it"),
        ([line, "--seat", "2"], "there is no seat 2"),
    ):
        wrong = run("analyse", *arguments)
        assert (wrong.exit_code, wrong.stdout) == (2, "")
        assert words in wrong.stderr
