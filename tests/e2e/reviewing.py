"""How a person looks back at a match through the page: its review, and its mistakes as exercises."""

from collections.abc import Callable
from typing import Any

from haggis_cards import Match, Rounds
from haggis_cards.bots import make_bot
from tests.e2e.playing import PLAY, click_card, make_table, play_on

DONE = "[data-status=done]"
VERDICT = "[data-class][data-verdict]"  # of the review page
STAGE = "[data-stage]"
MISTAKES = ("mistake", "blunder")


def bad_match(game: str = "haggis-2", rounds: int = 1, seed: int = 5) -> Match:
    """A match of bots that often err, with names."""
    match = Match(game, Rounds(rounds), seed=seed)
    match = match.named([f"Player {seat + 1}" for seat in match.rules.seats])
    bots = [make_bot("random", seed + seat) for seat in match.rules.seats]
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, bots[seat].decide(match.view(seat)).action)
    return match


def play_until_mistaken(page: Any, open_review: Callable[[], None]) -> dict[str, Any]:
    """Plays a round and reviews it from its end; again if there was no mistake, which is rare. The review."""
    for _ in range(4):
        make_table(page, "haggis-2")
        play_on(page)
        open_review()
        page.wait_for_selector(DONE, timeout=240_000)
        review = review_of(page)
        if any(one["seat"] == 0 and one["verdict"] in MISTAKES for one in review["decisions"]):
            return review
        page.goto("/")
    raise AssertionError("four rounds without a mistake")


def keep(page: Any, match: Match) -> str:
    """Sends a record to the server, as the replay page does; its id."""
    answer = page.request.post("/api/records", data=dict(match.record().data))
    assert answer.ok, answer.text()
    found: str = answer.json()["id"]
    return found


def review_of(page: Any) -> dict[str, Any]:
    """The review that the page shows or practises, as data, when it is done."""
    record = page.url.split("/")[4].split("#")[0]
    page.wait_for_function(
        "async path => (await (await fetch(path)).json()).status === 'done'",
        arg=f"/api/records/{record}/review",
        timeout=240_000,
        polling=300,
    )
    found: dict[str, Any] = page.request.get(f"/api/records/{record}/review").json()
    return found


def wait_for_stage(page: Any, *stages: str) -> str:
    """Until the exercise is at one of these stages."""
    page.wait_for_selector(", ".join(f"[data-stage={stage}]" for stage in stages), timeout=180_000)
    found: str = page.get_attribute(STAGE, "data-stage")
    return found


def task(page: Any, review: dict[str, Any]) -> dict[str, Any]:
    """The decision that the exercise on the page is about: mistakes come in the order of their cost."""
    seat = min(one["seat"] for one in review["decisions"]) if review["seat"] is None else review["seat"]
    own = [one for one in review["decisions"] if one["seat"] == seat and one["verdict"] != "good"]
    grave = [one for one in own if one["verdict"] in MISTAKES] or own
    found: dict[str, Any] = sorted(grave, key=lambda one: -one["loss"])[int(page.get_attribute(STAGE, "data-at"))]
    return found


def cards_of(action: str) -> list[str]:
    """The cards of a play, as they lie in hand."""
    return [cell.partition("=")[0] for cell in action.split()[1:]]


def answer(page: Any, action: str) -> None:
    """Answers an exercise with the pointer."""
    verb = action.split()[0]
    if verb == "play":
        for card in cards_of(action):
            click_card(page, card)
        page.click(PLAY)
    elif verb == "pass":
        page.click("[data-pass]")
    else:
        page.click(f'[data-decide="{action}"]')


def answer_by_keys(page: Any, action: str) -> None:
    """The same with the keyboard: the hand has the focus, arrows move in it, Space picks, Enter plays."""
    if action == "pass":
        page.keyboard.press("p")
        return
    if not action.startswith("play "):
        tab_to(page, f'[data-decide="{action}"]')
        page.keyboard.press("Enter")
        return
    wanted = cards_of(action)
    for _ in range(40):
        card = page.evaluate("document.activeElement?.dataset.id")
        if card in wanted:
            page.keyboard.press("Space")
            wanted.remove(card)
        if not wanted:
            break
        page.keyboard.press("ArrowRight")
    assert not wanted
    page.wait_for_selector(PLAY)
    page.keyboard.press("Enter")


def tab_to(page: Any, selector: str) -> None:
    """The Tab key until something has the focus."""
    for _ in range(150):
        if page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")
