"""A PostgreSQL of our own, and tidying up after clients."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.support import Guest
from tests.tools import find_postgres


@pytest.fixture(autouse=True)
def _close_clients() -> Iterator[None]:
    yield
    while Guest.made:
        Guest.made.pop().http.close()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    place = find_postgres()
    if place is None:
        pytest.skip("no PostgreSQL on this machine: make test-tools")
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(place, Path(folder))
        yield server
        server.stop()
