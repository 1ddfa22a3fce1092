"""Journeys of people through the product as it is started: default settings, service worker on, motion on, fresh data.

Whatever a browser is refused, has on its console, throws, or waits for too long is found by the guard and fails the
journey. Tests of details stand in `tests/e2e`; there settings are raised where a test needs it.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from haggis_cards.server.app.static_files import client_files
from tests.e2e.conftest import DESKTOP
from tests.e2e.static_host import StaticHost
from tests.server_process import ServerProcess

BROKEN = 400
PATIENCE = 10_000  # ms that a page may say that it is not ready yet, on a machine with nothing else to do
REVIEW = 240_000  # ms for a review, which gives way to everything else on the machine
# Words of a page that has not come, and how long they have stood there.
WAITS = """patience => {
  const since = {}
  setInterval(() => {
    const shown = document.body?.innerText.match(/^(Setting up|Shuffling|Looking for|Loading).*(…|\\.\\.\\.)$/m)?.[0]
    for (const words of Object.keys(since)) if (words !== shown) delete since[words]
    if (!shown) return
    since[shown] ??= performance.now()
    if (performance.now() - since[shown] > patience) console.error(`the page still says: ${shown}`)
  }, 500)
}"""
LOST = re.compile(r"net::ERR_\w+|WebSocket connection to|error occurred when fetching the script")
ACTIVE = "() => navigator.serviceWorker.controller?.state === 'activated'"


class AsShipped(ServerProcess):
    """`haggis serve` with no setting but its place, and the seed that makes a run repeatable."""

    defaults: ClassVar = {}
    copied = False


class Guard:
    """What has gone wrong in the browsers of a journey."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.answers: Counter[int] = Counter()  # by status
        self._expected: list[re.Pattern[str]] = []

    def expect(self, pattern: str) -> None:
        """A refusal that belongs to the journey: a part of `404 http://…/api/…`, and what the console says of it."""
        self._expected.append(re.compile(pattern))

    def _note(self, trouble: str) -> None:
        if not any(one.search(trouble) for one in self._expected):
            self.troubles.append(trouble)

    def watch(self, context: Any) -> None:
        """Hears everything that happens in a browser, its service worker included."""
        context.on("response", self._answered)
        context.on("weberror", lambda found: self._note(f"uncaught: {found.error}"))
        context.on("console", lambda said: self._hear(context, said))

    def _answered(self, answer: Any) -> None:
        self.answers[answer.status] += 1
        if answer.status >= BROKEN:
            self._note(f"{answer.status} {answer.url}")

    def _hear(self, context: Any, said: Any) -> None:
        if said.type == "error" and not (getattr(context, "was_offline", False) and LOST.search(said.text)):
            self._note(f"console: {said.text}")


@pytest.fixture(scope="session", autouse=True)
def client() -> None:
    """Without the client there is nothing to walk through."""
    if "build.json" not in client_files():
        pytest.skip("the browser client is not built into this installation: see web/README.md")


@pytest.fixture
def guard() -> Iterator[Guard]:
    found = Guard()
    yield found
    assert found.troubles == []


class House:
    """A place where people open browsers, all at one address."""

    def __init__(self, browser: Any, guard: Guard, url: str) -> None:
        self._browser, self._guard, self.url = browser, guard, url
        self.contexts: list[Any] = []

    def arrive(self, path: str = "", viewport: dict[str, int] = DESKTOP, **options: Any) -> Any:
        """Somebody opens the game in a browser of their own."""
        phone = {"has_touch": True, "is_mobile": True} if viewport["width"] < viewport["height"] else {}
        context = self._browser.new_context(viewport=viewport, base_url=self.url, **phone, **options)
        context.set_default_timeout(60_000)
        slow = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        context.add_init_script(f"({WAITS})({PATIENCE * slow})")
        self._guard.watch(context)
        self.contexts.append(context)
        page = context.new_page()
        page.goto(self.url + path)
        return page


@contextmanager
def offline(page: Any) -> Iterator[None]:
    """The network is gone meanwhile; a browser reports what it could not fetch."""
    page.context.was_offline = True
    page.context.set_offline(True)
    try:
        yield
    finally:
        page.context.set_offline(False)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServerProcess]:
    """`make play`: `haggis serve` on fresh data."""
    with AsShipped(tmp_path / "data") as server:
        yield server
        assert "Traceback" not in server.log.read_text(encoding="utf-8")


@pytest.fixture
def house(browser: Any, guard: Guard, served: ServerProcess) -> Iterator[House]:
    here = House(browser, guard, served.url)
    yield here
    for context in here.contexts:
        context.close()


@pytest.fixture
def site(browser: Any, guard: Guard, tmp_path: Path) -> Iterator[House]:
    """What `make site` writes, on a plain host of files."""
    host = StaticHost(tmp_path)
    here = House(browser, guard, host.url)
    yield here
    for context in here.contexts:
        context.close()
    host.stop()
