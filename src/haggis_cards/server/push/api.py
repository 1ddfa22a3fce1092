"""The HTTP API of notifications: a browser subscribes, and stops."""

from typing import Any, Final

from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import get, post
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.push import keys as push_keys
from haggis_cards.server.push import store as push_store
from haggis_cards.server.push import web_push
from haggis_cards.server.push.store import Subscription
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import now
from haggis_cards.wire.push import NewSubscription, OldSubscription, PushState
from haggis_cards.wire.refusals import Refused


@get("/api/push")
async def get_push(request: Asked, store: NamedDependency[Store]) -> PushState:
    """The server's key for subscriptions, and how many browsers of mine are notified."""
    return await _state(request, store, request.guest)


async def _state(request: Asked, store: Store, guest: Guest | None) -> PushState:
    settings: ServerSettings = request.app.state.settings
    if not settings.push:
        return PushState(None)
    keys = await store.read(push_keys.load) or await store.write(push_keys.load_or_make)
    mine = await store.read(push_store.of_guest, guest.id) if guest else []
    return PushState(next(iter(keys)), len(mine))


@post("/api/push", status_code=HTTP_200_OK)
async def subscribe(
    request: Asked,
    store: NamedDependency[Store],
    settings: NamedDependency[ServerSettings],
    limits: NamedDependency[Limiters],
    data: JSONBody[NewSubscription],
) -> PushState:
    """Notifies me in this browser when a table waits for me."""
    guest = request.me
    if not settings.push:
        raise Refused("no-push")
    made = Subscription(guest.id, data.endpoint, data.p256dh, data.auth, data.key)
    web_push.check(made, settings.push_anywhere)
    if data.key not in await store.read(push_keys.load):
        raise Refused("bad-push", fault="server-key")
    if made not in await store.read(push_store.of_guest, guest.id):  # a page says so each time
        limits.subscriptions.check(request.address)
        await store.write(push_store.subscribe, made, now())
    return await _state(request, store, guest)


@post("/api/push/stop", status_code=HTTP_200_OK)
async def unsubscribe(request: Asked, store: NamedDependency[Store], data: JSONBody[OldSubscription]) -> PushState:
    """Stops that."""
    guest = request.me
    await store.write(push_store.unsubscribe, guest.id, data.endpoint)
    return await _state(request, store, guest)


HANDLERS: Final[list[Any]] = [get_push, subscribe, unsubscribe]
