"""The HTTP API of notifications: a browser subscribes, and stops."""

from typing import Any, Final

from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import address, guest_of
from haggis_cards.server.http.tables_api import Asked, get, me_of, post, tables_of
from haggis_cards.server.push import keys as push_keys
from haggis_cards.server.push import store as push_store
from haggis_cards.server.push import web_push
from haggis_cards.server.push.store import Subscription
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import now
from haggis_cards.wire.push import NewSubscription, OldSubscription, PushState
from haggis_cards.wire.refusals import Refused


@get("/api/push")
async def get_push(request: Asked) -> PushState:
    """The server's key for subscriptions, and how many browsers of mine are notified."""
    return await _state(request, guest_of(request))


async def _state(request: Asked, guest: Guest | None) -> PushState:
    tables = tables_of(request)
    if not tables.settings.push:
        return PushState(None)
    keys = await tables.store.read(push_keys.load) or await tables.store.write(push_keys.load_or_make)
    mine = await tables.store.read(push_store.of_guest, guest.id) if guest else []
    return PushState(next(iter(keys)), len(mine))


@post("/api/push", status_code=HTTP_200_OK)
async def subscribe(request: Asked, data: JSONBody[NewSubscription]) -> PushState:
    """Notifies me in this browser when a table waits for me."""
    tables, guest = tables_of(request), me_of(request)
    if not tables.settings.push:
        raise Refused("no-push")
    made = Subscription(guest.id, data.endpoint, data.p256dh, data.auth, data.key)
    web_push.check(made, tables.settings.push_anywhere)
    if data.key not in await tables.store.read(push_keys.load):
        raise Refused("bad-push", fault="server-key")
    if made not in await tables.store.read(push_store.of_guest, guest.id):  # a page says so each time
        tables.limits.subscriptions.check(address(request))
        await tables.store.write(push_store.subscribe, made, now())
    return await _state(request, guest)


@post("/api/push/stop", status_code=HTTP_200_OK)
async def unsubscribe(request: Asked, data: JSONBody[OldSubscription]) -> PushState:
    """Stops that."""
    guest = me_of(request)
    await tables_of(request).store.write(push_store.unsubscribe, guest.id, data.endpoint)
    return await _state(request, guest)


HANDLERS: Final[list[Any]] = [get_push, subscribe, unsubscribe]
