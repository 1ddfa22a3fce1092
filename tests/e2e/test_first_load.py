"""The first load is small: what a browser fetches to show the home page, or a table, as it travels."""

import gzip
from typing import Any

import httpx
import pytest

from tests.e2e.conftest import Opened
from tests.e2e.playing import CARD, make_table
from tests.e2e.site import Site

ALL, FONT = 125_000, 60_000  # bytes, gzip
SCRIPT = {"home": 61_500, "table": 96_500}


def _weigh(site: Site, page: Any, path: str, sign: str) -> dict[str, int]:
    """What a page with an empty cache fetches until the sign is there, by kind."""
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(path)
    page.wait_for_selector(sign)
    shown = [url for url in fetched if "/api/" not in url and url.startswith(site.url)]
    sizes: dict[str, int] = {}
    for url in dict.fromkeys(shown):
        kind = url.rsplit(".", 1)[-1] if "/assets/" in url else "html"
        body = httpx.get(url, timeout=5).content
        sizes[kind] = sizes.get(kind, 0) + (len(body) if kind == "woff2" else len(gzip.compress(body)))
    return sizes


@pytest.mark.parametrize("where", ["home", "table"])
def test_the_first_load_is_small(visit: Opened, site: Site, where: str) -> None:
    path, sign = "/", "[data-duel]"
    if where == "table":
        page = visit()
        make_table(page, "haggis-2")
        page.wait_for_selector(CARD)
        path, sign = page.url, "[data-felt]"
    sizes = _weigh(site, visit("/health", breaks=True), path, sign)
    assert sizes["js"] <= SCRIPT[where], sizes
    assert sizes.get("woff2", 0) <= FONT, sizes
    assert sum(sizes.values()) <= ALL, sizes
