"""The HTTP API of what can be printed: sheets of a game, with a table's house rules, and deals for several tables."""

from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.status_codes import HTTP_200_OK

from haggis_cards.cards import clip
from haggis_cards.errors import RulesError
from haggis_cards.rules import Rules
from haggis_cards.server.http.handlers import PROBLEMS, limited
from haggis_cards.server.process.workers import Workers
from haggis_cards.sheets import MOST_DEALS, Kind, PaperName, make_sheet, print_deals
from haggis_cards.wire.refusals import Refused, WorkerFailed

PDF: Final = "application/pdf"
# A browser shows a PDF in a page of its own, with a style of its own; a PDF of ours has no scripts.
POLICY: Final = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

Game = Annotated[
    str,
    QueryParameter(
        description="a preset, or an object with house rules as a record has it", min_length=1, max_length=1000
    ),
]
KindChoice = Annotated[Kind, QueryParameter(description="what is on the sheet")]
Seed = Annotated[int, QueryParameter(description="the first deal; the others follow it", ge=0, lt=2**53)]
Count = Annotated[int, QueryParameter(description="how many deals", ge=1, le=MOST_DEALS)]
PaperChoice = Annotated[PaperName, QueryParameter(description="the size of the paper")]


def read_game(text: str) -> Rules:
    """The rules that an address names; a server has no custom games."""
    spec: object = text
    if text.startswith("{"):
        try:
            spec = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise RulesError("spec", text=clip(text)) from None
    rules = Rules.from_spec(spec)
    if rules.is_custom:
        raise RulesError("custom")
    return rules


def _pdf(data: bytes, name: str) -> Response[bytes]:
    headers = {"content-disposition": f'inline; filename="{name}.pdf"', "content-security-policy": POLICY}
    return Response(data, media_type=PDF, headers=headers)


_ANSWER: Final[dict[str, Any]] = {
    "media_type": PDF,
    "responses": PROBLEMS | {HTTP_200_OK: ResponseSpec(bytes, media_type=PDF, generate_examples=False)},
    "guards": [limited("sheets")],
}


@litestar.get("/api/sheet", **_ANSWER)
async def get_sheet(
    replayer: NamedDependency[Workers], rules: Game, kind: KindChoice = "rules", paper: PaperChoice = "a4"
) -> Response[bytes]:
    """A sheet to print, as PDF."""
    game = read_game(rules)
    try:
        data = await replayer.do(make_sheet, game, kind, paper)
    except WorkerFailed:
        raise Refused("internal") from None
    return _pdf(data, f"{game.preset}-{kind}")


@litestar.get("/api/deals", **_ANSWER)
async def get_deals(
    replayer: NamedDependency[Workers], rules: Game, seed: Seed, count: Count = 1, paper: PaperChoice = "a4"
) -> Response[bytes]:
    """Slips to deal real cards from, the same at several tables, as PDF."""
    game = read_game(rules)
    try:
        data = await replayer.do(print_deals, game, seed, count, paper)
    except WorkerFailed:
        raise Refused("internal") from None
    return _pdf(data, f"{game.preset}-deals-{seed}")


HANDLERS: Final[list[Any]] = [get_sheet, get_deals]
