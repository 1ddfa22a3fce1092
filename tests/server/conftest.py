"""Tidying up after clients."""

from collections.abc import Iterator

import pytest

from tests.server.support import Guest


@pytest.fixture(autouse=True)
def _close_clients() -> Iterator[None]:
    yield
    while Guest.made:
        Guest.made.pop().http.close()
