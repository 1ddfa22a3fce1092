"""`haggis show`: the transcript of a match has all that happened in it, and bad input cannot break it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Award, Bet, Bid, Bury, Give, Match, Play, Rounds
from haggis_cards.cards import GLYPHS, SUITS, names
from haggis_cards.cli.cards import COLOURS, card_text, cards_text, play_text
from tests.cli.helpers import PLAYERS, played, record_of, run, write
from tests.support import TABLES, deal, name_of, random_play


def shown(name: str) -> str:
    """A card as it is shown."""
    return name[0] + GLYPHS[name[1]] if name[1:] else name


def transcript(tmp_path: Path, data: dict[str, Any], *options: object, columns: int = 100) -> str:
    result = run("show", write(tmp_path / "match.jsonl", data), *options, columns=columns)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_suits_differ_by_glyph_and_by_colour() -> None:
    assert list(GLYPHS) == list(COLOURS) == list(SUITS)
    assert len(set(GLYPHS.values())) == len(set(COLOURS.values())) == len(SUITS)


def test_a_wild_court_is_shown_with_its_card() -> None:
    """R5.4."""
    match = Match("haggis-2", deals=[deal("haggis-2", "5b 7b", "2r")], dealer=1)
    play = match.act(0, "play 5b J=6b 7b").round.top
    assert play is not None
    assert play_text(play).plain == "5◆ J=6◆ 7◆"
    assert card_text("J").plain == "J"
    assert cards_text(play.cards).plain == "5◆ 7◆ J"


@pytest.mark.parametrize("rules", TABLES, ids=name_of)
def test_everything_is_shown(rules: str | dict[str, Any], tmp_path: Path) -> None:
    match = played(rules, rounds=2, seed=5)
    text = transcript(tmp_path, record_of(match, named=True))
    assert match.rules.preset in text
    assert "2 rounds" in text
    for name, value in match.rules.house.items():
        assert f"{name}={','.join(map(str, value)) if isinstance(value, tuple) else str(value).lower()}" in text
    first, *rounds = re.split(r"^Round \d.*\n", text, flags=re.MULTILINE)
    assert len(rounds) == 2
    assert all(name in first for name in PLAYERS[: match.rules.players])
    for done, printed in zip(match.finished, rounds, strict=True):
        rnd, result = done.round, done.result
        assert f"{PLAYERS[rnd.dealer]} deals" in printed
        for hand in rnd.deal.hands:
            assert " ".join(map(shown, names(hand))) in printed
        for seat, action in rnd.log:
            match action:
                case Play():
                    cells = " ".join("=".join(map(shown, cell.split("="))) for cell in action.text.split())
                    assert re.search(rf"{PLAYERS[seat]} +{re.escape(cells)} ", printed)
                case Bet() | Bid():
                    assert re.search(rf"{PLAYERS[seat]} +{action.verb}s {action.value}\b", printed)
                case Bury():
                    assert f"buries {' '.join(map(shown, names(action.cards)))}" in printed
                case Give():
                    given = " ".join(shown(names(card)[0]) for card in rnd.given[seat])
                    assert re.search(rf"{PLAYERS[seat]} +to {PLAYERS[(seat + 2) % 4]} +{given}", printed)
                case Award() if rnd.rules.haggis_to == "first_out":
                    assert f"gives the trick to {PLAYERS[action.seat]}" in printed
        assert printed.count("bomb!") == sum(isinstance(action, Play) and action.is_bomb for _, action in rnd.log)
        assert len(re.findall(r"^  Trick \d", printed, re.MULTILINE)) == len(rnd.tricks)
        assert printed.count("    → ") >= len(rnd.tricks)
        assert f"{PLAYERS[rnd.out[0]]} " in next(line for line in printed.splitlines() if "first out" in line)
        rows = {"cards": result.cards, "going out": result.bonus, "bets": result.bets, "points": result.points}
        for label, values in {**rows, "total": result.totals}.items():
            cells = " +".join(str(value) if value or label in ("points", "total") else "–" for value in values)
            assert re.search(rf"^ +{label} +{cells} *$", printed, re.MULTILINE), label
    assert f"with {max(match.totals)} points." in text.splitlines()[-1]


def test_bonus_and_bets_are_shown(tmp_path: Path) -> None:
    """R6.2, R7.4, R8.1: seat 0 makes 45, gets 5 for each of 17 cards, and all card points: 16 and twice 10."""
    deals = [deal("haggis-2", "2r 3r 4r 5r 6r 7r 8r 9r Tr 2y 3y 4y 5y 6y")]
    match = Match("haggis-2", Rounds(1), deals=deals, dealer=1)
    for action in ("bet 45", "play 2r 3r 4r 5r 6r 7r 8r 9r Tr", "play 2y 3y 4y 5y 6y", "play J", "play Q"):
        match = match.act(0, action)
        match = match if action.startswith("bet") else match.act(1, "pass")
    text = transcript(tmp_path, record_of(match.act(0, "play K"), named=True))
    assert re.search(r"Ann +bets 45", text)
    assert re.search(r"Ann +K +first out \+85", text)
    assert "Ann's bet of 45 is made" in text
    assert "Sequence of 9" in text
    assert text.rstrip().endswith("Ann wins with 166 points.")


def test_partners_are_shown_as_sides(tmp_path: Path) -> None:
    text = transcript(tmp_path, record_of(played("neeps-4"), named=True))
    assert "Ann & Cleo  against  Bob & Dan" in text
    assert re.search(r"(Ann & Cleo|Bob & Dan) win with", text)


def test_without_names_seats_are_shown(tmp_path: Path) -> None:
    assert "Seat 0, Seat 1" in transcript(tmp_path, record_of(played()))


@pytest.mark.parametrize("rules", TABLES, ids=name_of)
def test_a_record_may_end_anywhere(rules: str | dict[str, Any], tmp_path: Path) -> None:
    positions = list(random_play(rules, Rounds(1), 3))[:-1]
    for match in (*positions[:12], *positions[12::9]):
        text = transcript(tmp_path, record_of(match, named=True))
        who = [PLAYERS[seat] for seat in match.to_act]
        assert f"The record ends here: {' and '.join(who)} {'is' if len(who) == 1 else 'are'} to " in text


def test_a_record_may_stop_between_rounds(tmp_path: Path) -> None:
    data = record_of(played(rounds=2))
    del data["winners"], data["rounds"][1:]
    assert "The record ends here, before the end of the match." in transcript(tmp_path, data)


def test_a_record_may_have_no_round_yet(tmp_path: Path) -> None:
    data = record_of(played()) | {"rounds": []}
    del data["winners"]
    text = transcript(tmp_path, data)
    assert "Round" not in text
    assert "The record ends here, before the end of the match." in text


def test_one_match_of_several_and_one_round(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", record_of(played("haggis-3", rounds=3)), record_of(played("neeps-4")))
    first = run("show", path).stdout
    assert "haggis-3" in first
    assert first.endswith("match 1 of 2; --match 2 shows the next\n")
    second = run("show", path, "--match", 2).stdout
    assert "neeps-4" in second
    assert second.endswith("match 2 of 2\n")
    one = run("show", path, "--round", 2).stdout
    assert "Round 2 ─" in one
    assert "Round 1 ─" not in one
    assert "Round 3 ─" not in one


@pytest.mark.parametrize("options", [("--match", 2), ("--round", 3)], ids=lambda pair: pair[0])
def test_a_missing_match_or_round_is_refused(options: tuple[str, int], tmp_path: Path) -> None:
    result = run("show", write(tmp_path / "a.jsonl", record_of(played())), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"there is no {options[0][2:]} {options[1]}" in result.stderr


def test_json_is_the_canonical_record(tmp_path: Path) -> None:
    data = record_of(played("neeps-4"), named=True) | {"note": "kept"}
    hands = data["rounds"][0]["deal"]["hands"]
    canonical = hands[0]
    hands[0] = " ".join(reversed(canonical.split()))
    printed = json.loads(transcript(tmp_path, data, "--json"))
    assert printed["rounds"][0]["deal"]["hands"][0] == canonical
    assert printed["note"] == "kept"
    assert run("verify", "-", stdin=json.dumps(printed)).exit_code == 0


def test_a_record_from_standard_input() -> None:
    assert "haggis-2" in run("show", "-", stdin=json.dumps(record_of(played()))).stdout


def test_faults_are_those_of_verify(tmp_path: Path) -> None:
    bad = record_of(played())
    bad["rounds"][0]["actions"][1] = "0 fly"
    path = write(tmp_path / "a.jsonl", record_of(played()), bad, "{")
    failed, unreadable, missing = (
        run("show", path, "--match", 2),
        run("show", path, "--match", 3),
        run("show", "nowhere"),
    )
    assert failed.exit_code == 1
    assert failed.stderr.startswith(f"{path}, line 2, round 1, action 2: expected an action")
    assert unreadable.exit_code == 2
    assert unreadable.stderr.startswith(f"{path}, line 3: not JSON")
    assert (missing.exit_code, missing.stderr) == (2, "nowhere: cannot be read: No such file or directory\n")


def test_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    text = transcript(tmp_path, record_of(played()) | {"players": ["\x1b[31mEve\n", "[bold]" + "x" * 1000]})
    assert "\x1b" not in text
    assert "?[31mEve?" in text
    assert "[bold]xxxxxxxxx…" in text


def test_a_narrow_terminal_loses_nothing(tmp_path: Path) -> None:
    match = played("neeps-4")
    text = transcript(tmp_path, record_of(match), columns=40)
    assert max(map(len, text.splitlines())) <= 40
    for hand in match.finished[0].round.deal.hands:
        cards = [shown(name) for name in names(hand)]
        assert " ".join(cards[:5]) in text
        assert " ".join(cards[-3:]) in text or cards[-1] in text
