"""Reviews, hints, persons and puzzles of a browser: what the page and its core make of them is what a server says."""

import json
import lzma
from collections.abc import Iterator
from importlib.resources import files
from itertools import count, islice
from random import Random
from typing import Any, cast

import pytest

from haggis_cards import Match, Record, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.bots.registry import LEVELS
from haggis_cards.browser import page as here
from haggis_cards.browser import practice, puzzles
from haggis_cards.browser.analysis import analyse as analyse_here
from haggis_cards.browser.core import PageCore
from haggis_cards.browser.records import imported
from haggis_cards.browser.reviews import LocalReviews, keep, position
from haggis_cards.browser.tables import LocalTables
from haggis_cards.browser.thinkers import Thinkers
from haggis_cards.comments import Comment, comments_of, with_comments
from haggis_cards.errors import HaggisError
from haggis_cards.native import Position
from haggis_cards.positions import position_line
from haggis_cards.review import Reviewer, analyse, explain
from haggis_cards.review.core import at_once
from haggis_cards.review.explanation import explain_by
from haggis_cards.review.judge import EFFORTS
from haggis_cards.review.native_core import NativeCore
from haggis_cards.review.saved import with_review
from haggis_cards.study.answers import values
from haggis_cards.study.puzzles import find
from haggis_cards.table.bots import Bots, advice_of
from haggis_cards.wire.reviews import ValuesWish
from tests.browser.page import NodeCore, Page
from tests.review.helpers import TINY, bot_match, decisions, endings, solve
from tests.seed import SEED
from tests.wasm import find_core


@pytest.fixture
def page() -> Iterator[Page]:
    found = find_core()
    if found is None:
        pytest.skip("this client was built without the core: -DHAGGIS_CORE=ON")
    core = NodeCore(found)
    yield Page(core)
    core.close()


async def test_a_review_says_what_the_native_one_says(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Any]", EFFORTS), "quick", TINY)
    match = bot_match("haggis-2", "greedy:30", seed=SEED)
    name, record = keep(match.record().dump())
    reviews = LocalReviews(page)
    asked = (name, record, None)
    assert (await reviews.read(*asked, None, 0, 0)).status == "none"
    await reviews.ask(*asked, "quick")
    while (review := await reviews.read(*asked, None, 0, 0)).status == "running":
        await reviews._tasks.spawn(reviews._find(name, "quick"))
    native = Reviewer(match).run()
    assert review.status == "done"
    assert review.done == review.total
    told = [one for done in native["rounds"] for one in done["decisions"]]
    assert len(review.decisions) == len(told) > 10
    names = ("round", "index", "seat", "kind", "made", "best", "verdict", "theme", "reason", "exact")
    for ours, theirs in zip(review.decisions, told, strict=True):
        assert {name: ours[name] for name in names} == {name: theirs[name] for name in names}  # type: ignore[literal-required]
        assert ours["loss"] == pytest.approx(theirs["loss"], abs=0.02)
    assert review.rounds[0]["par"] == pytest.approx(native["rounds"][0]["par"], abs=0.02)
    again = LocalReviews(page)  # it is kept
    assert await again.read(*asked, None, 5, 0) == await reviews.read(*asked, None, 5, 0)
    bets = [(one["round"], one["index"]) for one in review.decisions if one["kind"] == "bet"]  # judged there as well
    plays = [one for one in review.decisions if one["kind"] == "play" and (one["round"], one["index"]) not in bets]
    worst = max(plays, key=lambda one: one["loss"])
    place = (worst["round"], worst["index"])
    assert position(record, *place).made == worst["made"]
    verdict = await again.answer(name, record, *place, worst["best"])
    assert verdict.accepted
    line = await again.line(record, {"round": place[0], "index": place[1], "line": [], "values": True})
    assert line.candidates
    late = {"round": 1, "index": len(match.finished[0].round.log) - 3, "nodes": 100_000}
    assert await again.values(record, late) == at_once(values(NativeCore(), record, ValuesWish(**late)))


async def test_a_hint_has_the_reason_of_the_native_one(page: Page) -> None:
    for match, seat in list(decisions("neeps-4", every=40, seed=SEED))[:2]:
        view = match.view(seat)
        assert advice_of(await explain_by(PageCore(page), view, seed=3)) == advice_of(explain(view, seed=3))


async def test_an_ending_is_worth_what_the_native_core_says(page: Page) -> None:
    """In floats, though JSON writes 7.0 as 7."""
    for match, seat in islice(endings("haggis-2", range(30)), 5):
        view = match.view(seat)
        values = await PageCore(page).solve(PageCore(page).allowed(view), seat, range(len(view["legal"])))
        assert values == solve(Position.from_view(view, Random(0)), seat)
        assert values
        assert all(type(value) is float for value in values)


async def test_persons_decide_as_on_a_server(page: Page) -> None:
    """In the middle of matches, so that their bets follow the match."""
    core = PageCore(page)
    for game in ("haggis-2", "haggis-3", "neeps-4"):
        found = (one for seed in count(SEED) for one in decisions(game, every=9, seed=seed))
        for number, (match, seat) in enumerate(islice(found, 6)):
            view = match.view(seat)
            if number % 2:
                view = {**view, "totals": [90, 40, 70][: len(view["totals"])], "end": {"rounds": 4}, "round": 4}
            for level in ("beginner", "expert"):
                native = make_bot(LEVELS[level], number).decide(view).action
                assert await core.decide(LEVELS[level], number, view) == native


async def test_what_the_core_cannot_do_python_does() -> None:
    """Without a core, `greedy` plays the levels that need one, and a review says that it failed."""
    alone = Page()
    bots = Bots(Thinkers(alone), 1.0)
    match = Match("haggis-2", Rounds(1), seed=SEED)
    view = match.view(match.to_act[0])
    advice = await bots.decide("master", 1, view)
    assert advice.action == make_bot("greedy", 1).decide(view).action
    assert (await bots.explain(1, view)).action in view["legal"]
    name, record = keep(bot_match("haggis-2", "greedy", seed=SEED).record().dump())
    reviews = LocalReviews(alone)
    await reviews.ask(name, record, None, "quick")
    while (review := await reviews.read(name, record, None, None, 0, 0)).status == "running":
        await reviews._tasks.spawn(alone.find(""))
    assert review.status == "failed"


async def test_puzzles_are_tried_once_and_kept() -> None:
    page = Page()
    here.show(page)
    packed = files("haggis_cards.puzzles").joinpath("collection.jsonl.xz").read_bytes()
    assert puzzles.bring(lzma.decompress(packed).decode()) > 500
    overview = await puzzles.EXPOSED["overview"]()
    assert overview.me.solved == 0
    name = (await puzzles.EXPOSED["choose"]("haggis-2", "", "")).id
    task = await puzzles.EXPOSED["task"](name)
    assert task.preset == "haggis-2"
    assert "line" not in json.dumps(task.view)
    with pytest.raises(HaggisError):
        await puzzles.EXPOSED["answer"](name, ["play nothing"])
    solution = find(name)
    answers = [step.action for step in solution.line if step.accepts]
    replies = [await puzzles.EXPOSED["answer"](name, answers[:count]) for count in range(1, len(answers) + 1)]
    reply = replies[-1]
    assert reply.result == "solved"
    assert reply.counted
    assert (reply.me.solved, reply.me.streak) == (1, 1)
    assert reply.me.rating.value > 1500
    again = await puzzles.EXPOSED["answer"](name, answers)
    assert not again.counted  # only the first attempt does
    assert (await puzzles.EXPOSED["overview"]()).me.solved == 1
    assert (await puzzles.EXPOSED["solution"](name)).why


async def test_deals_for_practice_are_the_same_for_everybody() -> None:
    days = [LocalTables(Page()) for _ in range(2)]
    hands = []
    for tables in days:
        info = await tables.practise("haggis-3", 2, None, "Ann")
        assert info.daily
        assert info.daily.practice
        hands.append((await tables.seen(info.id, 0)).view["hand"])  # type: ignore[index]
    assert hands[0] == hands[1]
    shown_ = practice.show("haggis-3", None, [{"deal": 2, "id": "local-1", "totals": [60, 30, 0]}])
    assert [one.points for one in shown_.deals] == [None, 45.0, None, None]
    with pytest.raises(HaggisError, match="4"):
        await days[0].practise("haggis-3", 5, None, "Ann")


async def test_a_match_goes_on_from_a_place_of_a_record() -> None:
    tables, match = LocalTables(Page()), bot_match("haggis-2", "greedy", seed=SEED)
    name, record = keep(match.record().dump())
    info = await tables.go_on(name, record, {"round": 1, "index": 4, "seat": 1, "bot": "club"}, "Ann")
    seen = await tables.seen(info.id, 0)
    assert seen.seat == 1
    assert seen.view
    assert len(seen.view["log"]) >= 4


async def test_a_review_in_a_record_is_opened_again_without_a_core() -> None:
    """There is nothing here that could compute it."""
    match = bot_match("haggis-2", "greedy:30", seed=SEED)
    review: Any = Reviewer(match, scale=0.01).run()
    saved = with_review(match.record(), review).dump()
    name, record = keep(saved)
    reviews = LocalReviews(Page())
    await reviews.adopt(name, saved)
    await reviews.ask(name, record, None, "quick")
    read = await reviews.read(name, record, None, None, 0, None)
    assert (read.status, read.effort, read.done) == ("done", "quick", read.total)
    assert [{k: v for k, v in one.items() if k != "why"} for one in read.decisions] == [
        one for found in review["rounds"] for one in json.loads(json.dumps(found["decisions"]))
    ]
    assert read.rounds[0]["play"] == pytest.approx(review["rounds"][0]["play"], abs=0.02)
    other = bot_match("haggis-2", "greedy:30", seed=SEED + 1)
    false = json.loads(other.record().dump()) | {"review": review}
    await reviews.adopt("other", json.dumps(false))
    assert (await reviews.read("other", other.record().dump(), None, None, 0, None)).status == "none"


def test_a_match_from_a_file_keeps_its_comments() -> None:
    match = bot_match("haggis-2", "greedy", seed=SEED)
    seat, action = match.finished[0].round.log[0]
    commented = with_comments(match.record(), Comment(1, 0, "Why?", line=(f"{seat} {action}",), by="Ann"))
    kept = Record.parse(imported(commented.dump())["record"])
    assert comments_of(kept) == comments_of(commented)


async def test_a_position_is_analysed_as_by_the_native_core(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Any]", EFFORTS), "quick", TINY)
    line = position_line(Match("haggis-3", seed=SEED))
    ours, theirs = await analyse_here({"position": line}, 1.0, page), analyse(line)
    assert ours.seat == theirs.seat
    for mine, native in zip((*ours.options, *ours.bets), (*theirs.options, *theirs.bets), strict=True):
        assert mine.action == native.data["action"]
        assert (mine.value, mine.behind) == pytest.approx((native.value, native.behind), abs=0.02)
    with pytest.raises(HaggisError, match="a position has 7 fields"):
        await analyse_here({"position": "haggis-3"}, 1.0, page)
