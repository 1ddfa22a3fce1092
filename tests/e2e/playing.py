"""How a person plays through the page: make a table, click the cards that light up, press the button.

The page's own script clicks where a match is only the way to something else: for the processor a click of the mouse
costs twice as much. With the mouse play the journeys and the tests of motion, with a thumb those of a phone.
"""

from collections.abc import Iterator
from typing import Any, Literal

from tests.e2e.catalogue import t
from tests.e2e.conftest import Opened

MORE = "[data-more] > summary"  # of the form for a new table
READY = "[data-ready=true]"
CARD = ".slot"
PLAY = "[data-play-button]:not([disabled])"
PASS = "[data-pass]:not([disabled])"
DECIDE = "[data-decide]:not([disabled])"
# What the page shows, in one question: each takes some milliseconds.
LOOK = f"""() => {{
    const found = selector => document.querySelector(selector)
    const phase = found('[data-phase]')?.dataset.phase
    const inTrick = phase === 'play' && found('[data-top]')
    return {{
        state: found('[data-rematch]') ? 'match-end' : found('[data-next]') ? 'round-end' : inTrick ? 'trick' : phase,
        decisions: document.querySelectorAll('{DECIDE}').length,
        canPlay: !!found('{PLAY}'),
        canPass: !!found('{PASS}'),
        lit: [...document.querySelectorAll('{CARD}:not(.dim):not(.picked)')].map(slot => slot.dataset.id),
    }}
}}"""
_CLICKS = f"""
    const found = selector => document.querySelector(selector)
    const frame = () => new Promise(requestAnimationFrame)
    const end = performance.now() + 120_000
    const later = async missed => {{
        if (performance.now() > end) throw Error(missed)
        await frame()
    }}
    const until = async (done, missed) => {{ while (!done()) await later(missed) }}
    const decide = async () => {{ // the phase, or nothing where nothing can be done yet
        const phase = found('[data-phase]').dataset.phase
        let button = [...document.querySelectorAll('{DECIDE}')].at(-1)
        if (!button) {{
            const lit = () => !found('{PLAY}') && found('{CARD}:not(.dim):not(.picked)')
            for (let card; (card = lit()); await later('picked cards stay unpicked')) card.click()
            button = found('{PLAY}') ?? found('{PASS}')
        }}
        button?.click()
        return button && phase
    }}"""
# One decision; and all decisions until something is there, with the phases that came up.
_TURN = f"""async () => {{{_CLICKS}
    let phase
    await until(() => found('{READY}'), 'it is never this seat that decides')
    while (!(phase = await decide())) await later('nothing can be played and nothing passed')
    return phase
}}"""
_PLAY_ON = f"""async (stop) => {{{_CLICKS}
    const phases = new Set(), over = () => found(stop)
    const moves = () => found('[data-moves]').dataset.moves
    for (;;) {{
        await until(() => over() || found("{READY}, [data-next]"), 'the match does not go on')
        if (over()) return [...phases]
        const next = found('[data-next]'), before = moves()
        if (next) {{
            next.click()
            await until(() => found('[data-next]') !== next, 'the next round does not begin')
            continue
        }}
        const phase = await decide()
        if (!phase) {{
            await later('nothing can be played and nothing passed')
            continue
        }}
        phases.add(phase)
        await until(() => over() || moves() !== before, 'the decision does not come back')
    }}
}}"""
By = Literal["script", "mouse", "thumb"]

# Something was played since, or the match has ended.
MOVED = """moves => document.querySelector('[data-rematch]')
    || document.querySelector('[data-moves]').dataset.moves !== moves"""
# Anything that the player can react to.
STOPS = f"{READY}, [data-next], [data-rematch]"


def open_form(page: Any, preset: str) -> None:
    """The form for a new table; games of an older edition lie under a fold."""
    button = page.locator(f"[data-make={preset}]")
    button.wait_for(state="attached")
    if not button.is_visible():
        page.click("details.older summary")
    button.click()


def make_table(
    page: Any,
    preset: str,
    bot: str = "novice",
    seats: tuple[str, ...] | None = None,
    rounds: int = 1,
    name: str = "Guest",
    clock: int = 0,
) -> None:
    """The form for a new table, for a match of one round unless told otherwise. Who invites people gives a name."""
    open_form(page, preset)
    form = page.locator("dialog form")
    form.locator(MORE).click()
    form.get_by_label(t("form.rounds")).fill(str(rounds))
    count = form.locator("select[aria-label^=Seat]").count()
    for index, who in enumerate(seats or ("me", *[bot] * (count - 1))):
        form.get_by_label(t("form.seat", seat=index + 1)).select_option(who)
    if clock:
        form.locator(f"select:has(option[value='{clock}'])").first.select_option(str(clock))
    form.locator("[data-create]").click()
    if "open" in (seats or ()) and page.get_by_label(t("name.label")).count():
        page.get_by_label(t("name.label")).fill(name)
        page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def start_with(host: Any, **guests: Any) -> None:
    """Guests, by name, sit down at the table that their pages show, and the host starts; all have their cards then."""
    for name, page in guests.items():
        page.get_by_label(t("name.label")).fill(name)
        page.get_by_role("button", name=t("waiting.sitDown")).click()
        host.get_by_text(name, exact=True).wait_for()
    host.get_by_role("button", name=t("waiting.start"), exact=True).click()
    for page in (host, *guests.values()):
        page.wait_for_selector(CARD)


def hand(page: Any) -> list[str]:
    """The cards in hand, in the order in which they lie."""
    found: list[str] = page.eval_on_selector_all(CARD, "slots => slots.map(slot => slot.dataset.id)")
    return found


def moves(page: Any) -> str:
    """A mark of what has been played so far."""
    mark: str = page.get_attribute("[data-moves]", "data-moves")
    return mark


def click_card(page: Any, card: str, *, tap: bool = False) -> None:
    """A click on the part of a card that its neighbours leave free."""
    slot = page.locator(f'{CARD}[data-id="{card}"]')
    (slot.tap if tap else slot.click)(position={"x": 14, "y": 14})


def turn(page: Any, *, by: By = "script") -> str:
    """One decision, whatever it is; says which phase it was."""
    if by == "script":
        decided: str = page.evaluate(_TURN)
        return decided
    phase: str = page.get_attribute(READY, "data-phase")
    for _ in range(20):
        seen = page.evaluate(LOOK)
        if seen["decisions"]:
            page.locator(DECIDE).last.click()  # in an auction the highest bid: then all phases come up
            return phase
        if _pick(page, seen, by):
            page.click(PLAY)
            return phase
        if seen["canPass"]:
            page.click(PASS)
            return phase
        page.wait_for_timeout(100)  # another seat's pick in an exchange reads as a move: ours is still on its way
    raise AssertionError(f"nothing can be played and nothing passed in the phase {phase}")


def pick(page: Any) -> bool:
    """Clicks cards that light up until they can be played; False if none can."""
    return _pick(page, page.evaluate(LOOK), "mouse")


def _pick(page: Any, seen: dict[str, Any], by: By) -> bool:
    for _ in range(22):
        if seen["canPlay"]:
            return True
        if not seen["lit"]:
            return False
        click_card(page, seen["lit"][0], tap=by == "thumb")
        seen = page.evaluate(LOOK)
    raise AssertionError("all cards are picked, and they are not a play")


def step(page: Any, *, by: By = "script") -> str:
    """One decision, and what follows until the page waits for the player again."""
    before = moves(page)
    phase = turn(page, by=by)
    page.wait_for_function(f"moves => (({MOVED})(moves)) && document.querySelector({STOPS!r})", arg=before)
    return phase


def tour(page: Any) -> Iterator[str]:
    """Plays to the end of the match, and stops at every state that was not seen before: phases, a trick, both ends."""
    seen: set[str] = set()
    for _ in range(300):
        state = _state(page)
        if state not in seen:
            seen.add(state)
            yield state
        if state == "match-end":
            return
        _go_on(page, state)
    raise AssertionError("the match does not end")


def play_on(page: Any, *, by: By = "script", look: Any = None) -> set[str]:
    """Plays until the match is over; says which phases came up."""
    if by == "script" and not look:
        return set(page.evaluate(_PLAY_ON, "[data-rematch]"))
    phases: set[str] = set()
    for _ in range(300):
        state = _state(page)
        if state == "match-end":
            return phases
        if look and state != "round-end":
            look(page)
        phases |= _go_on(page, state, by=by)
    raise AssertionError("the match does not end")


def _state(page: Any) -> str:
    """Where the match is when the page next waits for the player: a phase, a trick, or an end."""
    page.wait_for_selector(STOPS)
    seen: str = page.evaluate(LOOK)["state"]
    return seen


def _go_on(page: Any, state: str, *, by: By = "script") -> set[str]:
    """Decides, or says that the next round may begin; the phase of the decision."""
    if state == "round-end":
        page.click("[data-next]")
        return set()
    return {step(page, by=by)}


def play_round(*pages: Any) -> None:
    """Everybody decides when it is their turn, all pages at a time, until all see a result."""
    end = "[data-next], [data-rematch]"
    for page in pages:
        page.evaluate(f"end => void ({_PLAY_ON})(end)", end)
    for page in pages:
        page.wait_for_selector(end, timeout=120_000)


def two_people(visit: Opened, preset: str = "haggis-2", **options: Any) -> tuple[Any, Any]:
    """Ann, who has made the table, and Bob, with their cards."""
    ann = visit(**options)
    make_table(ann, preset, seats=("me", "open"))
    bob = visit(ann.url, **options)
    start_with(ann, Bob=bob)
    return ann, bob


def say(page: Any, words: str) -> None:
    """A line of chat, from whichever tab is open."""
    page.click("#tab-chat")
    page.get_by_label(t("chat.say")).fill(words)
    page.keyboard.press("Enter")
