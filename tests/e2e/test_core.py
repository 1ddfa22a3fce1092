"""The C++ core in a real browser: it decides as on the server, and whoever cannot run it or load it gets a sentence."""

from importlib.resources import files
from typing import Any

import pytest

from haggis_cards import Match, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.bots.asked import ask
from haggis_cards.view import View
from tests.e2e.conftest import Opened
from tests.support import random_play
from tests.wasm import find_asset, find_core

QUICK = str(files("haggis_cards.bots") / "quick.npz")
SEED = 7

# Decides in the page; `opened` keeps the core from one call to the next.
DECIDE = """async ({ script, task, workers }) => {
  const { Core } = await import(script)
  const heard = (window.heard ??= [])
  window.opened ??= Core.open({
    weights: { large: '/large.npz', quick: '/quick.npz' },
    workers,
    progress: (network, fetched, total) => heard.push([network, fetched / total]),
  })
  try {
    const core = await window.opened
    const position = Uint8Array.from(atob(task.position), (letter) => letter.charCodeAt(0))
    return { choice: await core.decide({ ...task, position }), heard }
  } catch (error) {
    return { why: error.message, code: error.code }
  }
}"""


@pytest.fixture(scope="module")
def script() -> str:
    """The core's address; it is there without the WebAssembly, too."""
    if find_core() is None:
        pytest.skip("this client was built without the core: -DHAGGIS_CORE=ON")
    found = find_asset("core-*.js")
    assert found
    return f"/assets/{found.name}"


def decision() -> View:
    views: list[View] = []
    for match in random_play("tatties-3", Rounds(1), seed=SEED):
        views += [match.view(seat) for seat in match.to_act]
    return next(view for view in views[10:] if len(view["legal"]) > 8)


def task(view: View, bot: str, **effort: float) -> dict[str, Any]:
    return {**ask(view, bot, SEED)._asdict(), "bot": bot, "iterations": 0, "seconds": 0, **effort}


def test_two_workers_decide_as_the_server_does(visit: Opened, script: str) -> None:
    """The weights come when they are wanted, the small ones first; a download that is cut off can be tried again.

    Here the small network takes the place of the large one, too: tests/wasm has both.
    """
    page, view = visit(breaks=True), decision()
    page.route("**/*.npz", lambda route: route.fulfill(path=QUICK))
    page.route("**/quick.npz", lambda route: route.abort("connectionreset"), times=1)
    given = {"script": script, "task": task(view, "search", iterations=300), "workers": 2}
    found = page.evaluate(DECIDE, given)
    assert view["legal"][found["choice"]["place"]] == make_bot("search:300it", SEED).decide(view).action
    assert found["heard"] == []
    given = {"script": script, "task": task(view, "foresight", iterations=16), "workers": 2}
    assert page.evaluate(DECIDE, given) == {"why": "The download was cut off. Try again.", "code": "offline"}
    found = page.evaluate(DECIDE, given)
    assert view["legal"][found["choice"]["place"]] == make_bot(f"foresight:16it@{QUICK}", SEED).decide(view).action
    names = [name for name, _ in found["heard"]]
    assert list(dict.fromkeys(names)) == ["quick", "large"]
    assert [found["heard"][at][1] for at in (names.index("large") - 1, -1)] == [1, 1]


def test_the_first_page_loads_nothing_of_it(visit: Opened) -> None:
    page = visit("/health", breaks=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.wait_for_selector("[data-duel]")
    page.wait_for_load_state("networkidle")
    assert asked
    assert not [url for url in asked if ".wasm" in url or ".npz" in url or "/core-" in url or "/worker-" in url]


def test_a_search_by_the_clock_ends(visit: Opened, script: str) -> None:
    page = visit()
    given = {"script": script, "task": task(decision(), "search", seconds=0.2), "workers": 1}
    assert page.evaluate(DECIDE, given)["choice"]["rounds"] > 0


@pytest.mark.parametrize(
    ("lack", "name"),
    [("delete window.WebAssembly", "WebAssembly"), ("WebAssembly.validate = () => false", "WebAssembly SIMD")],
)
def test_a_browser_that_cannot_run_it_gets_a_sentence(visit: Opened, script: str, lack: str, name: str) -> None:
    page = visit()
    page.evaluate(lack)
    view = Match("haggis-2", seed=1).view(1)
    found = page.evaluate(DECIDE, {"script": script, "task": task(view, "search", iterations=9), "workers": 1})
    says = f"This browser has no {name}, so strong bots cannot play in it. Play at a table on a server instead."
    assert found == {"why": says, "code": "core"}
