"""The description of the HTTP API, as exact as the server: no unknown fields, and only the names that exist."""

from typing import Any, Final

import msgspec
from litestar.openapi.spec import OpenAPI, OpenAPIMediaType, OpenAPIType, Reference, RequestBody, Schema

from haggis_cards.rules import RULES
from haggis_cards.table.bots import levels
from haggis_cards.wire import challenges as challenge_messages
from haggis_cards.wire import identity as identity_messages
from haggis_cards.wire import people as people_messages
from haggis_cards.wire import push as push_messages
from haggis_cards.wire import puzzles as puzzle_messages
from haggis_cards.wire import reviews as review_messages
from haggis_cards.wire import tables as messages
from haggis_cards.wire.facts import LIMITS

MESSAGES: Final = (
    messages,
    people_messages,
    identity_messages,
    push_messages,
    review_messages,
    puzzle_messages,
    challenge_messages,
)
_TAKE_RECORDS: Final = ("/api/records", "/api/replay", "/api/matches")  # as they come, to be read elsewhere
_LAST_SEAT: Final = max(rules.players for rules in RULES.values()) - 1
_VISIBLE: Final = r"[^\W_]"  # a name with a letter or digit is one that others can see


def tighten(api: OpenAPI) -> None:
    """Adds what Litestar does not see in the types."""
    schemas: dict[str, Any] = api.components.schemas
    for module in MESSAGES:
        for name, kind in vars(module).items():
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and name in schemas:
                if kind.__struct_config__.forbid_unknown_fields:
                    schemas[name].additional_properties = False
    preset = Schema(type=OpenAPIType.STRING, enum=list(RULES))
    level = Schema(type=OpenAPIType.STRING, enum=levels())
    nothing = Schema(type=OpenAPIType.NULL)
    table = schemas["NewTable"].properties
    spec = Schema(type=OpenAPIType.OBJECT, properties={"preset": preset}, required=["preset"])
    table["rules"] = Schema(one_of=[preset, spec])
    table["end"] = Schema(one_of=[_end("rounds", LIMITS.rounds), _end("goal", LIMITS.goal), nothing])
    table["seats"].items = Schema(type=OpenAPIType.STRING, enum=["me", "open", *levels()])
    for name, limits in (("clock", LIMITS.clock), ("bank", LIMITS.bank)):
        table[name] = Schema(one_of=[_whole(limits), nothing])
    schemas["SeatWish"].properties["seat"] = Schema(one_of=[_whole((0, _LAST_SEAT)), nothing])
    schemas["StartWish"].properties["fill"] = Schema(one_of=[level, nothing])
    schemas["TableWish"].properties["bot"] = level
    schemas["Name"].properties["name"].pattern = _VISIBLE
    paths: dict[str, Any] = api.paths or {}
    record = OpenAPIMediaType(Schema(type=OpenAPIType.OBJECT))
    for path in _TAKE_RECORDS:
        paths[path].post.request_body = RequestBody({"application/json": record}, required=True)
    answer = paths["/api/tables/{table}/records/{number}"].get.responses["200"]
    answer.content["application/json"] = record


def _end(name: str, limits: tuple[int, int]) -> Schema:
    one: dict[str, Reference | Schema] = {name: _whole(limits)}
    return Schema(type=OpenAPIType.OBJECT, properties=one, required=[name], additional_properties=False)


def _whole(limits: tuple[int, int]) -> Schema:
    return Schema(type=OpenAPIType.INTEGER, minimum=limits[0], maximum=limits[1])
