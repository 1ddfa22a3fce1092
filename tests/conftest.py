"""Settings for hypothesis: no deadlines (machines differ), and the same examples every time where CI is set."""

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Started in the background, tests ignore Ctrl-C, and so would all programs that they start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: playwright keeps an event loop in its process, which other tests cannot share."""
    items.sort(key=lambda item: "tests/e2e/" in item.nodeid)
