"""Puzzles over HTTP: first attempts count once, ratings move, and no solution leaves the server before an attempt."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.cards import text
from haggis_cards.puzzles import Puzzle
from haggis_cards.server.puzzles import api as api_puzzles
from haggis_cards.server.puzzles.store import SETTLED
from haggis_cards.study import puzzles
from haggis_cards.study.glicko2 import Game, Rating, update
from haggis_cards.table.log import now
from tests.server.support import Guest, server_inside

DAY = 24 * 3600 * 1000
SECRETS = ("line", "moves", "why", "themes", "values", "reason", "proof", "accepts", "deals")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("puzzles") / "data") as (address, _):
        yield address


def some(kind: str = "", decisions: int = 1) -> list[Puzzle]:
    """Puzzles of the package."""
    every = puzzles.collection().puzzles
    return [one for one in every if kind in ("", one.kind) and one.decisions >= decisions]


def right(puzzle: Puzzle) -> list[str]:
    return [step.action for step in puzzle.line if step.accepts]


def wrong(puzzle: Puzzle) -> str:
    legal: list[str] = puzzles.view(puzzle, puzzle.start)["legal"]
    return next(action for action in legal if action not in puzzle.line[0].accepts)


def at(puzzle: Puzzle, *rest: str) -> str:
    return "/".join(["/api/puzzles", puzzle.id, *rest])


def solve(guest: Guest, puzzle: Puzzle) -> dict[str, Any]:
    """All answers, one after the other; the last reply."""
    answers = right(puzzle)
    replies = [guest.post(at(puzzle), {"answers": answers[: count + 1]}) for count in range(len(answers))]
    last: dict[str, Any] = replies[-1]
    return last


def test_glicko2_gives_what_its_author_prints() -> None:
    games = [Game(Rating(1400, 30), 1.0), Game(Rating(1550, 100), 0.0), Game(Rating(1700, 300), 0.0)]
    after = update(Rating(1500, 200, 0.06), games, tau=0.5)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_puzzle_is_solved_in_several_moves(url: str) -> None:
    ann, puzzle = Guest(url, "Ann"), some(decisions=2)[0]
    task = ann.get(at(puzzle))
    assert task["solved"] is None
    answers = right(puzzle)
    first = ann.post(at(puzzle), {"answers": answers[:1]})
    assert (first["result"], first["counted"]) == ("right", False)
    assert (first["moves"][0]["seat"], first["moves"][0]["action"]) == (puzzle.seat, answers[0])
    assert answers[1] in first["view"]["legal"]
    last = solve(ann, puzzle)
    assert (last["result"], last["counted"]) == ("solved", True)
    me = last["me"]
    assert (me["solved"], me["missed"], me["streak"]) == (1, 0, 1)
    assert me["rating"]["value"] > 1500
    assert me["rating"]["deviation"] < 500
    assert ann.get(at(puzzle))["rating"] == task["rating"], "nobody knows yet how good Ann is"


def test_people_who_are_settled_move_the_ratings_of_puzzles(url: str) -> None:
    ann = Guest(url, "Ann")
    for puzzle in some():
        before, deviation = ann.get(at(puzzle))["rating"], ann.get("/api/puzzles")["me"]["rating"]["deviation"]
        solve(ann, puzzle)
        if (after := ann.get(at(puzzle))["rating"]) != before:
            assert deviation <= SETTLED
            assert after["value"] < before["value"], "the puzzle was easier than thought"
            return
    pytest.fail("Ann moves nothing")


def test_only_the_first_attempt_counts(url: str) -> None:
    ann, puzzle = Guest(url, "Ann"), some()[3]
    missed = ann.post(at(puzzle), {"answers": [wrong(puzzle)]})
    assert (missed["result"], missed["counted"], missed["view"]) == ("wrong", True, None)
    assert missed["me"]["rating"]["value"] < 1500
    again = solve(ann, puzzle)
    assert (again["result"], again["counted"]) == ("solved", False)
    assert again["me"] == missed["me"]
    assert ann.get(at(puzzle))["solved"] is False
    solved = solve(ann, some()[4])
    assert solved["me"]["streak"] == 1
    assert ann.post(at(some()[5], "hint"), {"answers": []})["me"]["streak"] == 0, "a hint is a miss"
    assert ann.post(at(some()[6], "solution"), None)["me"]["missed"] == 3, "and so is a look at the solution"


def test_two_answers_at_once_count_once(url: str) -> None:
    ann, puzzle = Guest(url, "Ann"), some()[7]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: ann.post(at(puzzle), {"answers": [wrong(puzzle)]}), range(8)))
    assert sum(reply["counted"] for reply in replies) == 1
    assert ann.get("/api/puzzles")["me"]["missed"] == 1


@pytest.mark.parametrize("kind", ["open", "sure", "best"])
def test_nothing_of_a_solution_is_sent_before_the_attempt(url: str, kind: str) -> None:
    ann = Guest(url, "Ann")
    for puzzle in some(kind)[:5]:
        task = ann.get(at(puzzle))
        assert not {*task} & {*SECRETS}
        rnd = puzzle.start.round
        assert task["view"] == {**puzzle.start.view(puzzle.seat), "legal": task["view"]["legal"]}
        if kind == "open":
            assert task["hands"] == [text(hand) for hand in rnd.hands]
        else:
            assert task["hands"] is None
            sent = json.dumps(task)
            for seat in rnd.rules.others(puzzle.seat):
                assert len(rnd.hand(seat)) < 3 or text(rnd.hands[seat]) not in sent
        # Which actions are legal, and their order, say nothing: they are the rules' own.
        assert task["view"]["legal"] == [str(one) for one in rnd.legal(puzzle.seat) if not str(one).startswith("bet ")]
        missed = ann.post(at(puzzle), {"answers": [wrong(puzzle)]})
        assert missed["moves"] == []
        assert not {*missed} & ({*SECRETS} - {"moves"})


def test_the_solution_comes_with_its_reasons(url: str) -> None:
    ann = Guest(url, "Ann")
    for kind in ("open", "sure", "best"):
        puzzle = some(kind)[-1]
        solution = ann.post(at(puzzle, "solution"), None)
        assert [move["action"] for move in solution["moves"]] == [step.action for step in puzzle.line]
        assert len(solution["why"].split()) > 5
        assert kind in [one["code"] for one in solution["reason"]]
        assert solution["solved"] is False
        assert (solution["deals"] is not None) == (kind == "sure")
        assert all(value["behind"] >= 0 for value in solution["values"])


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob", signed_in=False)
    today = ann.get("/api/puzzles")["daily"]
    assert bob.get("/api/puzzles")["daily"] == today
    seen = []
    for days in range(3):
        monkeypatch.setattr(api_puzzles, "now", lambda days=days: now() + days * DAY)
        seen.append(bob.get("/api/puzzles")["daily"])
    assert seen[0] == today
    assert len({one["id"] for one in seen}) == len({one["date"] for one in seen}) == 3


def test_the_next_puzzle_is_new_and_as_wished(url: str) -> None:
    ann = Guest(url, "Ann")
    done = solve(ann, some("sure")[0])
    assert done["counted"]
    for _ in range(5):
        found = puzzles.find(ann.get("/api/puzzles/next?kind=sure&game=haggis-2")["id"])
        assert (found.kind, found.rules) == ("sure", "haggis-2")
        assert found.id != some("sure")[0].id
    assert ann.get("/api/puzzles/next?theme=nothing", 404)["code"] == "no-puzzle"
    assert ann.get("/api/puzzles/nothing", 404)["code"] == "no-puzzle"


def test_what_does_not_fit_is_refused(url: str) -> None:
    ann, puzzle, nobody = Guest(url, "Ann"), some()[8], Guest(url, signed_in=False)
    assert nobody.post(at(puzzle), {"answers": [wrong(puzzle)]}, 401)["code"] == "no-session"
    for answers in ([], [wrong(puzzle), wrong(puzzle)], ["bet 15"]):
        assert ann.post(at(puzzle), {"answers": answers}, 409)
    assert ann.post(at(puzzle), {"answers": ["nonsense"]}, 422)["code"] == "bad-notation"
    assert ann.get("/api/puzzles")["me"]["missed"] == 0, "a refused answer is no attempt"


def test_attempts_outlive_a_restart_and_an_old_store_is_brought_up_to_date(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data") as (address, _):
        ann = Guest(address, "Ann")
        solve(ann, some()[0])
        me, cookies = ann.get("/api/puzzles")["me"], dict(ann.http.cookies)
    with server_inside(tmp_path / "data") as (address, _):
        again = Guest(address, signed_in=False)
        again.http.cookies.update(cookies)
        assert again.get("/api/puzzles")["me"] == me
