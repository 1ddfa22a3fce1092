"""The game in the browser alone: a static site, without a network, and beside a server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.rules import RULES
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, NO_SERVICE_WORKER, PHONE, Opened
from tests.e2e.offline import ACTIVE, eventually, go_offline
from tests.e2e.playing import CARD, MORE, READY, STOPS, hand, make_table, play_on, turn
from tests.e2e.reviewing import DONE, VERDICT, answer, wait_for_stage
from tests.e2e.solving import right, some
from tests.e2e.static_host import StaticHost

AT_ONCE = "localStorage['haggis.botPause'] = '0'"
TEXTS = (".html", ".js", ".json")
REMEMBERED = "caches.open('haggis.memory').then(cache => cache.keys()).then(keys => keys.length === 1)"
# Changes the first byte of the engine's memory that is kept; with its sum put right, or not.
HARM = """async (right) => {
  const cache = await caches.open('haggis.memory')
  const [name] = await cache.keys()
  const kept = await cache.match(name)
  const memory = new Uint8Array(await kept.arrayBuffer())
  memory[0] ^= 1
  let sum = 0x811c9dc5
  for (const word of new Uint32Array(memory.buffer, 0, memory.length >> 2)) sum = Math.imul(sum ^ word, 0x01000193)
  const headers = right ? { sum: `${memory.length} ${sum}` } : kept.headers
  await cache.put(name, new Response(memory, { headers }))
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, site: Any) -> Iterator[StaticHost]:
    running = StaticHost(tmp_path_factory.mktemp("static"))
    yield running
    running.stop()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_game_can_be_played_to_the_end_without_a_network(
    visit: Opened, host: StaticHost, viewport: dict[str, int]
) -> None:
    page = visit(host.url, viewport=viewport, worker=True, breaks=True)
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


def went_on(page: Any) -> bool:
    """Reloads a table; says whether the engine went on from the memory of an earlier start."""
    page.reload()
    page.wait_for_selector(CARD)
    marks: int = page.workers[0].evaluate("performance.getEntriesByName('remembered').length")
    return marks > 0


def test_the_engine_goes_on_from_its_kept_memory_unless_that_is_broken(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.evaluate(AT_ONCE)
    make_table(page, "haggis-2", bot="club")
    page.wait_for_selector(CARD)
    eventually(page, REMEMBERED)
    assert went_on(page)
    for sum_is_right in (False, True):  # found out by the sum, and by Pyodide itself
        page.evaluate(HARM, sum_is_right)
        assert not went_on(page)
        page.wait_for_timeout(2000)  # it is kept anew a little later
        eventually(page, REMEMBERED)
        assert went_on(page)
    play_on(page)


def test_people_at_one_screen_never_see_each_others_cards(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.click("[data-pass-and-play]")
    form = page.locator("dialog form")
    form.locator(MORE).click()
    form.get_by_label(t("form.rounds")).fill("1")
    form.get_by_label(t("pass.name", seat=1)).fill("Ann")
    form.get_by_label(t("pass.name", seat=2)).fill("Bob")
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


def test_a_table_of_a_browser_can_be_deleted(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url)
    page.set_default_timeout(60_000)
    page.evaluate(AT_ONCE)
    make_table(page, "haggis-2")
    page.wait_for_selector(CARD)
    table = page.evaluate("location.hash")
    page.click("[data-menu]")
    page.click("[data-forget-table]")  # asks whether that is meant
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '/'")
    page.wait_for_selector("[data-resume]")
    page.evaluate(f"location.hash = '{table}'")
    page.wait_for_selector(CARD)
    page.click("[data-menu]")
    page.click("[data-forget-table]")
    page.click("[data-forget-table]")
    page.wait_for_selector("[data-duel]")
    assert page.locator("[data-resume]").count() == 0
    for _ in range(2):  # the engine that runs knows no such table, nor does a new one
        page.evaluate(f"location.hash = '{table}'")
        page.get_by_text(t("local.none.why")).wait_for()
        page.reload()


def test_without_a_server_there_is_no_profile(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.wait_for_selector("nav")
    assert page.locator("a[href*=profile]").count() == 0
    page.evaluate("location.hash = '/profile'")
    page.get_by_role("heading", name=t("profile.noServer")).wait_for()
    for other in ("matches", "challenge", "ratings"):
        page.evaluate(f"location.hash = '/{other}'")
        page.get_by_role("heading", name=t("local.noPage")).wait_for()
        page.evaluate("location.hash = '/'")
        page.wait_for_selector("[data-duel]")


def test_a_site_replays_reviews_explains_and_sets_puzzles(visit: Opened, host: StaticHost) -> None:
    """One page and one engine: from a file to its review, an exercise, a puzzle, a deal of the day and a hint."""
    record = Path("tests/conformance/goal-reached.jsonl")
    page = visit(f"{host.url}#/replay", worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.evaluate(f"{AT_ONCE}; localStorage['haggis.reviewScale'] = '0.05'")
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector("[data-step]")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.click("[data-values-open]")
    page.wait_for_selector("[data-values=exact] li")
    page.click("[data-values-open]")
    page.keyboard.press("Home")
    page.click("[data-keep]")
    page.wait_for_url("**/replay/local-*/1")
    page.wait_for_selector("[data-step]")
    with page.expect_download() as saved:
        page.get_by_role("button", name=t("replay.download")).click()
    ours, theirs = (json.loads(Path(path).read_text(encoding="utf-8")) for path in (saved.value.path(), record))
    for one, other in zip(ours["rounds"], theirs["rounds"], strict=True):
        assert one["deal"] == other["deal"]
        assert one["actions"] == [action for action in other["actions"] if isinstance(action, str)]  # else a claim
    page.evaluate("location.hash = location.hash.replace('replay', 'review').replace('/1', '/match/1')")
    page.wait_for_selector(DONE, timeout=120_000)  # the networks are loaded
    page.wait_for_selector(VERDICT)
    puzzle = some("open")
    page.evaluate(f"location.hash = '/puzzles/{puzzle.id}'")
    wait_for_stage(page, "open")
    for action in right(puzzle):
        answer(page, action)
    wait_for_stage(page, "solved")
    page.evaluate("location.hash = '/daily/haggis-2'")
    page.click("[data-deal='2'] [data-play-deal]")
    page.wait_for_selector(READY)
    page.click("[data-hint]")
    page.wait_for_selector("[data-advice]", timeout=120_000)
    page.click("[data-advice] [aria-expanded]")
    assert len(page.inner_text("[data-advice] .why")) > 20


def test_a_browser_without_webassembly_says_so_and_plays_on_the_server(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.context.add_init_script("WebAssembly.validate = () => false")  # it has no vectors
    page.reload()
    page.wait_for_selector("[data-duel]")
    levels = page.locator("select option").all_inner_texts()
    assert levels == ["novice", "club"]  # which need no core
    page.context.add_init_script("delete globalThis.WebAssembly")
    page.reload()
    page.click("[data-duel]")
    page.get_by_text(t("engine.noWasm")).wait_for()
    page.goto("/")  # the server's own page: there the match starts, on the server
    page.click("[data-duel]")
    page.wait_for_selector(CARD)
    assert "local-" not in page.url


def test_a_browser_that_keeps_nothing_still_plays(visit: Opened, host: StaticHost) -> None:
    """One that is full, and one that forbids it."""
    page = visit(host.url, worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.wait_for_selector("[data-duel]")
    origin = page.evaluate("location.origin")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    page.get_by_text(t("local.unkept")).wait_for()
    turn(page)
    page.wait_for_selector(READY)
    page.context.add_init_script("indexedDB.open = () => { throw new DOMException('forbidden', 'SecurityError') }")
    page.reload()  # the match is gone, which is said
    page.get_by_text(t("local.none.why")).wait_for()
    page.evaluate("location.hash = '/'")
    page.click("[data-duel]")
    page.get_by_text(t("local.unkept")).wait_for()
    page.wait_for_selector(READY)
    turn(page)
    page.wait_for_selector(READY)


def test_a_download_that_is_cut_off_or_falls_silent_can_be_tried_again(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.context.add_init_script(NO_SERVICE_WORKER)  # which would fetch for itself
    page.evaluate("localStorage['haggis.silence'] = '1000'")
    page.context.route("**/*.wasm*.bin", lambda route: route.abort())
    page.reload()
    page.set_default_timeout(60_000)
    page.wait_for_selector("[data-duel]")
    page.click("[data-duel]")
    for trouble in (lambda route: None, None):  # the table's page says so, and asks again
        page.get_by_text(t("engine.failed", "offline")).wait_for()
        page.context.unroute("**/*.wasm*.bin")
        page.wait_for_timeout(3500)  # nobody is asked again and again
        if trouble:
            page.context.route("**/*.wasm*.bin", trouble)
        page.click("[data-again]")
    page.wait_for_selector(CARD)


def test_a_table_shows_how_far_the_networks_are_the_small_one_first(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.evaluate(AT_ONCE)
    with host.half("/quick-") as quick, host.half("/weights-") as large:
        make_table(page, "haggis-2", bot="club")
        page.wait_for_selector(f"{READY}, [data-weights=quick]")
        mine = page.locator(READY).count()  # else the bot begins
        if mine:
            page.click("[data-hint]")
        page.locator("[data-weights=quick]", has_text=re.compile("(49|50)%")).wait_for()
        quick.set()
        if not mine:
            page.wait_for_selector(READY)
            page.click("[data-hint]")
        page.locator("[data-weights=large]", has_text=re.compile("(49|50)%")).wait_for()
        large.set()
        page.wait_for_selector("[data-advice]")
    assert page.locator("[data-weights]").count() == 0


def test_a_network_that_cannot_be_fetched_is_told_and_a_simpler_bot_plays(visit: Opened, host: StaticHost) -> None:
    page = visit(host.url, worker=True, breaks=True)
    page.context.add_init_script(NO_SERVICE_WORKER)  # which would fetch for itself
    page.reload()
    page.set_default_timeout(60_000)
    page.evaluate(AT_ONCE)
    page.context.route("**/*.npz", lambda route: route.abort())
    make_table(page, "haggis-2", bot="expert")
    play_on(page)
    page.evaluate("location.hash = '/'")  # the end of the match lies over it
    page.locator("[data-weights=lost]", has_text=t("core.lost")).get_by_role("button").click()
    assert page.locator("[data-weights]").count() == 0


def test_a_newer_site_takes_over_from_an_old_service_worker(visit: Opened, host: StaticHost) -> None:
    """Its page asks for a reload; the new build then runs without a network."""
    page = visit(host.url, worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.wait_for_function(ACTIVE)
    old = page.evaluate("document.querySelector('meta[name=haggis-build]').content")
    kept = {path: path.read_text(encoding="utf-8") for path in host.folder.glob("*.*") if path.suffix in TEXTS}
    script = next(path for path in (host.folder / "assets").glob("index-*.js") if path.name in kept[host.index])
    newer = script.with_name("index-newer.js")
    try:
        newer.write_bytes(script.read_bytes())
        for path, text in kept.items():
            path.write_text(text.replace(old, "newer").replace(script.name, newer.name), encoding="utf-8")
        script.rename(script.with_suffix(".gone"))
        page.evaluate("Date.now = () => performance.timeOrigin + 1e6; dispatchEvent(new Event('online'))")
        page.click("[data-update] button")
        page.wait_for_function("document.querySelector('meta[name=haggis-build]')?.content === 'newer'")
        eventually(page, "caches.keys().then(names => names.includes('haggis-newer'))")
        eventually(page, "navigator.serviceWorker.getRegistration().then(one => !one.waiting && !one.installing)")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("[data-duel]")
        assert page.locator("[data-update]").count() == 0
        assert newer.name in page.content()
    finally:
        page.context.set_offline(False)
        script.with_suffix(".gone").rename(script)
        newer.unlink()
        for path, text in kept.items():
            path.write_text(text, encoding="utf-8")


def test_who_has_played_at_one_screen_can_play_on_the_server(visit: Opened) -> None:
    """This browser knows the person by then, and the server does not."""
    page = visit("/")
    page.set_default_timeout(60_000)
    page.click("[data-pass-and-play]")
    page.locator("dialog form [data-create]").click()
    page.wait_for_selector("[data-cover]")
    assert "/table/local-" in page.url
    page.goto("/")
    page.wait_for_selector("[data-resume^=local-]")
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    assert "/table/local-" not in page.url


def test_beside_a_server_the_page_answers_while_the_server_cannot_be_reached(visit: Opened) -> None:
    page = visit("/", worker=True, breaks=True)
    page.set_default_timeout(60_000)
    page.evaluate(AT_ONCE)
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    assert "/table/local-" not in page.url, "where a server answers, the table is the server's"
    eventually(page, ACTIVE)
    page.evaluate("navigator.serviceWorker.ready.then(ready => ready.active.postMessage('keep-all'))")
    page.goto("/")
    go_offline(page)
    page.goto("/puzzles")
    page.wait_for_selector("[data-go-daily]")
    page.goto("/daily/haggis-2")
    page.wait_for_selector("[data-deal='2'] [data-play-deal]")
    page.goto("/")
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    assert "/table/local-" in page.url
    page.context.set_offline(False)
    page.reload()  # it is kept
    page.wait_for_selector(STOPS)
    page.goto("/")
    page.click("[data-resume^=local-] a, a[data-resume^=local-]")
    play_on(page)
    page.click("[data-review]")  # by the page's own engine, for the table is of this browser
    page.wait_for_selector(DONE, timeout=120_000)
    assert "/review/local-" in page.url
    page.go_back()
    page.wait_for_selector("[data-challenge]")
    page.click("[data-challenge]")  # the server gets the match now, so that others can have its cards
    page.get_by_role("button", name=t("challenge.makeIt")).click()
    page.get_by_label(t("name.label")).fill("Morag")  # a challenge bears a name
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=t("challenge.mine")).wait_for()
    page.wait_for_selector("[data-field='1']")
    page.goto("/matches")  # now it is sent to one's own matches there, once
    page.click("[data-unsent='1'] [data-send]")
    page.wait_for_selector("[data-match]")
    assert t("matches.inBrowser") in page.inner_text("[data-match]")
    page.reload()
    page.wait_for_selector("[data-match]")
    assert page.locator("[data-match]").count() == 1
    assert page.locator("[data-unsent]").count() == 0
    page.get_by_role("link", name=t("matches.replay")).click()
    page.wait_for_selector("[data-step]")
