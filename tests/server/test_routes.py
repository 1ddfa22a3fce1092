"""Every route of the HTTP API with the limit that guards it: a new one has to be entered here, so none is forgotten."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from litestar.routes import HTTPRoute

from haggis_cards.server.app.app import make_app
from haggis_cards.server.app.services import GIVEN
from haggis_cards.server.http.handlers import limited
from haggis_cards.server.process.config import ServerSettings

# What changes something, or costs much. All other routes read a little, within the limit that all requests have.
LIMITS: Final = {
    "POST /api/analysis": ["answers"],  # and a budget of decisions
    "POST /api/challenges": ["new_tables"],
    "POST /api/challenges/{challenge:str}/close": [],
    "DELETE /api/challenges/{challenge:str}/seat": [],
    "POST /api/challenges/{challenge:str}/seat": ["new_tables"],
    "POST /api/code": ["sign_ins"],
    "POST /api/daily/{preset:str}/{deal:int}": ["new_tables"],
    "POST /api/link": ["sign_ins"],
    "POST /api/matches": ["replays"],  # and bytes
    "DELETE /api/me": ["personal"],
    "POST /api/me": [],
    "POST /api/mistakes": [],
    "DELETE /api/mistakes/{record:str}/{number:int}/{index:int}": [],
    "POST /api/passkeys": [],  # only with a ticket of the next one
    "POST /api/passkeys/new": ["sign_ins"],
    "DELETE /api/passkeys/{passkey:str}": [],
    "GET /api/profile/data": ["personal"],
    "POST /api/push": [],  # new subscriptions have a limit
    "POST /api/push/stop": [],
    "POST /api/puzzles/{puzzle:str}": [],
    "POST /api/puzzles/{puzzle:str}/hint": [],
    "POST /api/puzzles/{puzzle:str}/solution": [],
    "POST /api/records": ["replays"],  # and bytes
    "POST /api/records/{record:str}/line": ["answers"],
    "POST /api/records/{record:str}/positions/{number:int}/{index:int}": ["answers"],
    "GET /api/records/{record:str}/replay": ["replays"],
    "POST /api/records/{record:str}/review": [],  # a budget of actions
    "POST /api/records/{record:str}/table": ["new_tables"],  # and bytes
    "POST /api/records/{record:str}/values": ["values"],
    "POST /api/replay": ["replays"],
    "GET /api/deals": ["sheets"],
    "GET /api/sheet": ["sheets"],
    "POST /api/sign-in/code": ["sign_ins 2"],
    "POST /api/sign-in/link": ["sign_ins"],
    "POST /api/sign-in/link/look": ["sign_ins"],
    "POST /api/sign-in/passkey": [],  # only with a ticket of the next one
    "POST /api/sign-in/passkey/new": ["sign_ins"],
    "POST /api/sign-out": ["sign_ins"],
    "POST /api/sign-out/everywhere": ["sign_ins"],
    "POST /owner/enter": [],  # all three by a limit that shows only as 404
    "POST /owner/{action:str}": [],
    "POST /api/tables": ["new_tables"],  # of days and with the cards of others: `lasting_tables` too
    "GET /api/tables/{table:str}/records/{number:int}": ["replays"],
    "POST /api/tables/{table:str}/rounds/{number:int}": ["replays"],
    "DELETE /api/tables/{table:str}/seat": [],
    "POST /api/tables/{table:str}/seat": [],
    "POST /api/tables/{table:str}/start": [],
}


def routes(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The routes of HTTP; each has the check of all requests, before any limit of its own."""
    for route in make_app(ServerSettings(data=str(folder))).routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            check, *own = handler.resolve_guards()
            assert check.__name__ == "_check"
            assert all(isinstance(one, limited) for one in own)
            for method in handler.http_methods - {"OPTIONS"}:
                yield f"{method} {route.path}", [repr(one) for one in own]


def test_no_field_of_a_body_has_the_name_of_a_service(tmp_path: Path) -> None:
    """Litestar would take a wrong value there for an error of the server's own."""
    bodies = {
        body.annotation
        for route in make_app(ServerSettings(data=str(tmp_path))).routes
        for handler in (route.route_handlers if isinstance(route, HTTPRoute) else ())
        if (body := handler.parsed_fn_signature.parameters.get("data"))
    }
    assert len(bodies) > 10
    assert {name for body in bodies for name in body.__struct_fields__} & set(GIVEN) == set()


def test_every_route_has_the_limit_that_it_needs(tmp_path: Path) -> None:
    found = {name: limits for name, limits in routes(tmp_path) if limits or not name.startswith("GET ")}
    assert found == LIMITS
