"""The HTTP API of puzzles."""

from typing import Annotated, Any, Final

from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import guest_of
from haggis_cards.server.http.tables_api import Asked, get, me_of, post, tables_of
from haggis_cards.server.puzzles.store import attempted
from haggis_cards.study import puzzles
from haggis_cards.table.log import now
from haggis_cards.wire import puzzles as m
from haggis_cards.wire.refusals import Refused

PuzzleId = Annotated[str, PathParameter(description="the id of a puzzle", min_length=1, max_length=32)]
Game = Annotated[str, QueryParameter(description="only puzzles of this preset", max_length=32)]
KindChoice = Annotated[str, QueryParameter(description="only puzzles of this kind", max_length=8)]
ThemeChoice = Annotated[str, QueryParameter(description="only puzzles with this theme", max_length=32)]


def _id(request: Asked) -> str | None:
    guest = guest_of(request)
    return guest.id if guest else None


@get("/api/puzzles")
async def get_puzzles(request: Asked) -> m.Puzzles:
    """What puzzles there are, the one of the day, and how I do."""
    return await tables_of(request).store.read(attempted, puzzles.overview, _id(request), now(), now())


@get("/api/puzzles/next")
async def get_next_puzzle(
    request: Asked, game: Game = "", kind: KindChoice = "", theme: ThemeChoice = ""
) -> m.PuzzleRef:
    """A puzzle that fits me and that I have not finished."""
    found = await tables_of(request).store.read(attempted, puzzles.choose, _id(request), now(), game, kind, theme)
    if found is None:
        raise Refused("no-puzzle", fault="left")
    return m.PuzzleRef(found)


@get("/api/puzzles/{puzzle:str}")
async def get_puzzle(request: Asked, puzzle: PuzzleId) -> m.PuzzleTask:
    """A puzzle, without its solution."""
    return await tables_of(request).store.read(attempted, puzzles.task, _id(request), now(), puzzles.find(puzzle))


@post("/api/puzzles/{puzzle:str}", status_code=HTTP_200_OK)
async def answer_puzzle(request: Asked, puzzle: PuzzleId, data: JSONBody[m.PuzzleAnswers]) -> m.PuzzleReply:
    """Judges my answer; the first wrong one, or the last right one, ends my first attempt."""
    tables, found, guest = tables_of(request), puzzles.find(puzzle), me_of(request)
    return await tables.store.write(attempted, puzzles.answer, guest.id, now(), found, data.answers)


@post("/api/puzzles/{puzzle:str}/hint", status_code=HTTP_200_OK)
async def hint_puzzle(request: Asked, puzzle: PuzzleId, data: JSONBody[m.PuzzleAnswers]) -> m.PuzzleHint:
    """What sort of action comes next; my first attempt then counts as missed."""
    tables, found, guest = tables_of(request), puzzles.find(puzzle), me_of(request)
    return await tables.store.write(attempted, puzzles.hint, guest.id, now(), found, data.answers)


@post("/api/puzzles/{puzzle:str}/solution", status_code=HTTP_200_OK)
async def solve_puzzle(request: Asked, puzzle: PuzzleId) -> m.PuzzleSolution:
    """The solution and why it is right; if my first attempt is not over, it then counts as missed."""
    tables, found, guest = tables_of(request), puzzles.find(puzzle), me_of(request)
    return await tables.store.write(attempted, puzzles.solution, guest.id, now(), found)


HANDLERS: Final[list[Any]] = [
    get_puzzles,
    get_next_puzzle,
    get_puzzle,
    answer_puzzle,
    hint_puzzle,
    solve_puzzle,
]
