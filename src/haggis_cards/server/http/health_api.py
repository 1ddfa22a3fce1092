"""The HTTP API for whoever runs the server: whether it works, and its figures."""

from typing import Final

from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

import haggis_cards
from haggis_cards.server.http.handlers import PROBLEMS, get
from haggis_cards.server.registry.drain import Drain
from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.server.store.health import StoreCheck
from haggis_cards.server.store.log import Store
from haggis_cards.table import counters as metrics
from haggis_cards.table.quarantine import Quarantine
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import StorageError


@get("/health")
async def get_health(
    sessions: NamedDependency[Sessions], quarantine: NamedDependency[Quarantine]
) -> Response[m.Health]:
    """That the process works; a server that does not answer should be started again."""
    connections = int(metrics.connections.value)
    return Response(m.Health(True, haggis_cards.__version__, len(sessions), connections, len(quarantine)))


@get("/ready", responses=PROBLEMS | {503: ResponseSpec(m.Readiness, generate_examples=False)})
async def get_ready(
    store: NamedDependency[Store], store_check: NamedDependency[StoreCheck], drain: NamedDependency[Drain]
) -> Response[m.Readiness]:
    """Whether clients should be sent here: the store is whole and can be written, and the process does not drain."""
    state: m.StoreState = store_check.state
    try:
        await store.check()
    except StorageError:
        state = "unwritable"
    ready = state in ("checked", "checking") and not drain.began
    return Response(
        m.Readiness(ready, state, drain.began),
        status_code=HTTP_200_OK if ready else HTTP_503_SERVICE_UNAVAILABLE,
    )


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def get_metrics() -> Response[bytes]:
    """Figures for Prometheus, of all workers behind this port."""
    figures, kind = metrics.text()
    return Response(figures, media_type=kind.removesuffix("; charset=utf-8"))  # Litestar says it


HANDLERS: Final = [get_health, get_ready, get_metrics]
