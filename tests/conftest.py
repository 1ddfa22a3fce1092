"""Settings for hypothesis (no deadlines, as machines differ; the same examples where CI is set), and the run's seed."""

import asyncio
import inspect
import os
import re
import signal
import ssl
from collections.abc import Generator, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

from tests.seed import SEED
from tests.tools import FLAGS, find_chromium

collect_ignore = ["warmed.py"]  # it is for the process of which copies are made

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Started in the background, tests ignore Ctrl-C, and so would all programs that they start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def in_browser(item: pytest.Item) -> bool:
    """Whether a test drives a browser."""
    return "tests/e2e/" in item.nodeid or "tests/journeys/" in item.nodeid


@pytest.fixture(scope="session", autouse=True)
def _one_tls() -> Iterator[None]:
    """httpx reads the certificates of all authorities for every client, which takes 25 ms; here all share them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium; without one, tests say so and skip."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install playwright")
    with playwright.sync_playwright() as found:
        path = find_chromium(found)
        if path is None:
            pytest.skip("no Chromium on this machine: make test-tools")
        started = found.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


def pytest_report_header() -> str:
    """Shows the seed."""
    return f"HAGGIS_TEST_SEED={SEED}"


@pytest.hookimpl(optionalhook=True)  # of a plugin that -p no:xdist leaves out
def pytest_xdist_auto_num_workers() -> int:
    """Two test processes for each core (-n auto), as they wait a third of the time; 5 GB for each with its browser."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    return max(1, min(2 * (os.cpu_count() or 1), memory // 5))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Shows the seed with every failure."""
    report = yield
    if report.failed:
        report.sections.append(("Seed", f"repeat the deals and the players of this run with HAGGIS_TEST_SEED={SEED}"))
    return report


# What needs no server, browser or process of its own, and little time: engine, core, keeper. `make quick` runs it.
QUICK = re.compile(
    r"tests/(conformance|keeper|test_(?!install|native_differential|native_thread_pool|notebook|package|properties|view_schema))"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: playwright keeps an event loop in its process, which other tests cannot share.

    Of these the journeys come first, as they are long: at the end no process should wait for another's.

    In CI they have a second try, as a machine that others share may stall for seconds; the summary counts the reruns.
    """
    items.sort(key=lambda item: (in_browser(item), "tests/journeys/" not in item.nodeid))
    for item in filter(lambda item: QUICK.match(item.nodeid), items):
        item.add_marker(pytest.mark.quick)
    if os.environ.get("CI"):
        for item in filter(in_browser, items):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
