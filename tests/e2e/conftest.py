"""A real Chromium against a real server. Without a Chromium, or without the built client, the tests say so and skip."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.site import Site

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# Else every page of every test would fetch the whole client.
NO_SERVICE_WORKER = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })"

Opened = Callable[..., Any]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site") / "data")
    running.start()
    if 'id="app"' not in running.get("/"):
        running.stop()
        pytest.skip("the browser client is not built into this installation: see web/README.md")
    yield running
    running.stop()


def _is_trouble(said: Any) -> bool:
    """Whether something on the console is wrong; that these tests block service workers is not."""
    return said.type in ("error", "warning") and "blocked by Playwright" not in said.text


@pytest.fixture
def visit(browser: Any, site: Site) -> Iterator[Opened]:
    """Opens a page of its own guest; at the end no page may have put an error on the console.

    `worker`: with the service worker.
    """
    contexts, troubles = [], []

    def opened(
        path: str = "/",
        *,
        viewport: dict[str, int] = DESKTOP,
        breaks: bool = False,
        motion: bool = False,
        worker: bool = False,
        **options: Any,
    ) -> Any:
        reduced = "no-preference" if motion else "reduce"
        context = browser.new_context(viewport=viewport, base_url=site.url, reduced_motion=reduced, **options)
        contexts.append(context)
        if not worker:
            context.add_init_script(NO_SERVICE_WORKER)
        page = context.new_page()
        page.set_default_timeout(15_000)
        frames: list[str] = []
        page.frames_heard = frames
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        if not breaks:  # where the server is killed, a browser reports the broken connection
            page.on("console", lambda said: troubles.append(said.text) if _is_trouble(said) else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []
