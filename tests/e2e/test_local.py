"""The game in the browser alone: a static site, without a network, and beside a server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.rules import RULES
from tests.e2e.conftest import DESKTOP, NO_SERVICE_WORKER, PHONE, Opened
from tests.e2e.playing import CARD, READY, hand, make_table, play_on, turn
from tests.e2e.static_host import StaticHost

AT_ONCE = "localStorage['haggis.botPause'] = '0'"
KEPT = "caches.open('haggis-engine').then(cache => cache.keys()).then(keys => keys.length >= 4)"
ACTIVE = "navigator.serviceWorker.controller?.state === 'activated'"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, site: Any) -> Iterator[StaticHost]:
    running = StaticHost(tmp_path_factory.mktemp("static"))
    yield running
    running.stop()


def go_offline(page: Any) -> None:
    """Everything is kept; then the browser's own switch."""
    page.wait_for_function(ACTIVE)
    page.wait_for_function(KEPT)
    page.context.set_offline(True)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_game_can_be_played_to_the_end_without_a_network(
    visit: Opened, host: StaticHost, viewport: dict[str, int]
) -> None:
    page = visit(host.url, viewport=viewport, here=True, breaks=True)
    page.set_default_timeout(60_000)  # the engine starts
    page.evaluate(AT_ONCE)
    make_table(page, "haggis-2")
    page.wait_for_selector(CARD)
    go_offline(page)
    page.goto(host.url)  # from the cache
    games = [name for name in RULES if not name.endswith("2010")]
    for preset in games[viewport is PHONE :: 2]:  # half of them on each screen
        make_table(page, preset, bot="club")
        assert "#/table/local-" in page.url
        page.wait_for_selector(CARD)
        play_on(page)
        page.evaluate("location.hash = '/'")


def test_people_at_one_screen_never_see_each_others_cards(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, here=True, breaks=True)
    page.set_default_timeout(60_000)
    page.click("[data-pass-and-play]")
    form = page.locator("dialog form")
    form.get_by_label("Rounds").fill("1")
    form.get_by_label("Name at seat 1").fill("Ann")
    form.get_by_label("Name at seat 2").fill("Bob")
    form.locator("[data-create]").click()
    hands: dict[str, set[str]] = {}
    for _ in range(6):
        page.wait_for_selector("[data-cover]")
        assert page.locator(CARD).count() == 0
        body = page.inner_html("body")
        name = page.inner_text("[data-cover] button").removeprefix("I am ")
        page.click("[data-cover] button")
        page.wait_for_selector(READY)
        hands[name] = hands.get(name) or set(hand(page))
        assert not any(f'data-id="{card}"' in body for card in hands[name])
        turn(page)
    assert set(hands) == {"Ann", "Bob"}
    assert hands["Ann"].isdisjoint(hands["Bob"] - set("JQK"))


def test_a_match_goes_out_as_a_file_and_comes_back(visit: Opened, host: StaticHost) -> None:
    record = Path("tests/conformance/goal-reached.jsonl")
    page = visit(f"{host.url}#/replay", here=True, breaks=True)
    page.set_default_timeout(60_000)
    page.set_input_files("input[type=file]", record)
    page.click("[data-keep]")
    page.wait_for_url("**/replay/local-*/1")
    page.wait_for_selector("[data-step]")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    ours, theirs = (json.loads(Path(path).read_text(encoding="utf-8")) for path in (saved.value.path(), record))
    for one, other in zip(ours["rounds"], theirs["rounds"], strict=True):
        assert one["deal"] == other["deal"]
        assert one["actions"] == [action for action in other["actions"] if isinstance(action, str)]  # else a claim
    page.goto(host.url)
    page.get_by_role("link", name="Replay").last.wait_for()


def test_a_browser_without_webassembly_says_so_and_plays_on_the_server(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, here=True, breaks=True)
    page.context.add_init_script("delete globalThis.WebAssembly")
    page.reload()
    page.click("[data-duel]")
    page.get_by_text("it has no WebAssembly").wait_for()
    page.goto("/")  # the server's own page: there the match starts, on the server
    page.click("[data-duel]")
    page.wait_for_selector(CARD)
    assert "local-" not in page.url


def test_a_browser_that_keeps_nothing_still_plays(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, here=True, breaks=True)
    page.set_default_timeout(60_000)
    page.context.add_init_script("indexedDB.open = () => { throw new DOMException('forbidden', 'SecurityError') }")
    page.reload()
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    page.get_by_text("does not keep matches").wait_for()
    turn(page)
    page.wait_for_selector(READY)


def test_a_download_that_is_cut_off_can_be_tried_again(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, here=True, breaks=True)
    page.context.add_init_script(NO_SERVICE_WORKER)  # which would fetch for itself
    page.reload()
    page.set_default_timeout(60_000)
    page.wait_for_selector("[data-duel]")
    page.context.route("**/*.wasm*.bin", lambda route: route.abort())
    page.click("[data-duel]")
    page.get_by_text("could not be fetched").wait_for()
    page.context.unroute("**/*.wasm*.bin")
    page.wait_for_timeout(3500)  # nobody is asked again and again
    page.click("[data-duel]")
    page.wait_for_selector(CARD)


def test_a_newer_site_asks_for_a_reload(visit: Opened, host: StaticHost) -> None:
    """The page of an old service worker, too: pages come from the network first."""
    page = visit(host.url, here=True, breaks=True)
    page.wait_for_function(ACTIVE)
    build = host.folder / "build.json"
    kept = {path: path.read_text(encoding="utf-8") for path in (build, host.folder / "index.html")}
    old = page.evaluate("document.querySelector('meta[name=haggis-build]').content")
    try:
        for path, text in kept.items():
            path.write_text(text.replace(old, "newer"), encoding="utf-8")
        page.evaluate("Date.now = () => performance.timeOrigin + 1e6; dispatchEvent(new Event('online'))")
        page.click("[data-update] button")
        page.wait_for_function("document.querySelector('meta[name=haggis-build]')?.content === 'newer'")
        page.wait_for_timeout(500)
        assert page.locator("[data-update]").count() == 0
    finally:
        for path, text in kept.items():
            path.write_text(text, encoding="utf-8")


def test_beside_a_server_a_match_against_bots_needs_no_connection(visit: Opened) -> None:
    page = visit("/", here=True, breaks=True)
    page.set_default_timeout(60_000)
    page.evaluate(AT_ONCE)
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    assert "/table/local-" in page.url
    page.context.set_offline(True)
    for _ in range(3):
        turn(page)
        page.wait_for_selector(READY)
    page.context.set_offline(False)
    page.reload()  # it is kept
    page.wait_for_selector(READY)
    page.goto("/")
    page.wait_for_selector("[data-resume^=local-]")
