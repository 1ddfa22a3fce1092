"""`haggis serve` as it starts: its own limits, the service worker on, and several browsers at one address."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.conftest import PHONE, Opened
from tests.e2e.offline import ACTIVE, eventually
from tests.e2e.site import Site

BROKEN = 400


class AsShipped(Site):
    """A server with no setting but its place."""

    defaults = {}  # noqa: RUF012


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Iterator[Site]:
    running = AsShipped(tmp_path_factory.mktemp("shipped") / "data")
    running.start()
    yield running
    running.stop()


def watched(visit: Opened, shipped: Site, answers: list[str], **options: Any) -> Any:
    """A page of a fresh browser; `answers` gets every refusal that comes over the network, the worker's included."""
    page = visit("about:blank", worker=True, **options)
    page.context.on(
        "response", lambda answer: answers.append(f"{answer.status} {answer.url}") if answer.status >= BROKEN else None
    )
    page.goto(shipped.url)
    return page


def test_a_first_visit_installs_the_worker_and_friends_at_one_address_get_their_pages(
    visit: Opened, shipped: Site
) -> None:
    refused: list[str] = []
    host = watched(visit, shipped, refused, breaks=True)  # at the end it is offline
    friends = [watched(visit, shipped, refused, viewport=PHONE) for _ in range(3)]
    for page in (host, *friends):
        page.wait_for_selector("[data-duel]")
    for page in (host, *friends):
        eventually(page, ACTIVE)
    late = watched(visit, shipped, refused)  # right after the others have fetched everything
    late.wait_for_selector("[data-duel]")
    assert refused == []
    host.context.set_offline(True)
    host.reload()
    host.wait_for_selector("[data-duel]")
