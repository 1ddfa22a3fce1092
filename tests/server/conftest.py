"""Coroutines as tests, and tidying up after clients."""

import asyncio
import inspect
from collections.abc import Iterator

import pytest

from tests.server.support import Guest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(autouse=True)
def _close_clients() -> Iterator[None]:
    yield
    while Guest.made:
        Guest.made.pop().http.close()
