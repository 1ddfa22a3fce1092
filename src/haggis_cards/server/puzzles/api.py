"""The HTTP API of puzzles."""

from typing import Annotated, Any, Final

from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import get, post
from haggis_cards.server.puzzles.store import attempted
from haggis_cards.server.store.log import Store
from haggis_cards.study import puzzles
from haggis_cards.table.log import now
from haggis_cards.wire import puzzles as m
from haggis_cards.wire.refusals import Refused

PuzzleId = Annotated[str, PathParameter(description="the id of a puzzle", min_length=1, max_length=32)]
Game = Annotated[str, QueryParameter(description="only puzzles of this preset", max_length=32)]
KindChoice = Annotated[str, QueryParameter(description="only puzzles of this kind", max_length=8)]
ThemeChoice = Annotated[str, QueryParameter(description="only puzzles with this theme", max_length=32)]


@get("/api/puzzles")
async def get_puzzles(request: Asked, store: NamedDependency[Store]) -> m.Puzzles:
    """What puzzles there are, the one of the day, and how I do."""
    return await store.read(attempted, puzzles.overview, request.guest_id, now(), now())


@get("/api/puzzles/next")
async def get_next_puzzle(
    request: Asked, store: NamedDependency[Store], game: Game = "", kind: KindChoice = "", theme: ThemeChoice = ""
) -> m.PuzzleRef:
    """A puzzle that fits me and that I have not finished."""
    found = await store.read(attempted, puzzles.choose, request.guest_id, now(), game, kind, theme)
    if found is None:
        raise Refused("no-puzzle", fault="left")
    return m.PuzzleRef(found)


@get("/api/puzzles/{puzzle:str}")
async def get_puzzle(request: Asked, store: NamedDependency[Store], puzzle: PuzzleId) -> m.PuzzleTask:
    """A puzzle, without its solution."""
    return await store.read(attempted, puzzles.task, request.guest_id, now(), puzzles.find(puzzle))


@post("/api/puzzles/{puzzle:str}", status_code=HTTP_200_OK)
async def answer_puzzle(
    request: Asked, store: NamedDependency[Store], puzzle: PuzzleId, data: JSONBody[m.PuzzleAnswers]
) -> m.PuzzleReply:
    """Judges my answer; the first wrong one, or the last right one, ends my first attempt."""
    found, guest = puzzles.find(puzzle), request.me
    return await store.write(attempted, puzzles.answer, guest.id, now(), found, data.answers)


@post("/api/puzzles/{puzzle:str}/hint", status_code=HTTP_200_OK)
async def hint_puzzle(
    request: Asked, store: NamedDependency[Store], puzzle: PuzzleId, data: JSONBody[m.PuzzleAnswers]
) -> m.PuzzleHint:
    """What sort of action comes next; my first attempt then counts as missed."""
    found, guest = puzzles.find(puzzle), request.me
    return await store.write(attempted, puzzles.hint, guest.id, now(), found, data.answers)


@post("/api/puzzles/{puzzle:str}/solution", status_code=HTTP_200_OK)
async def solve_puzzle(request: Asked, store: NamedDependency[Store], puzzle: PuzzleId) -> m.PuzzleSolution:
    """The solution and why it is right; if my first attempt is not over, it then counts as missed."""
    found, guest = puzzles.find(puzzle), request.me
    return await store.write(attempted, puzzles.solution, guest.id, now(), found)


HANDLERS: Final[list[Any]] = [
    get_puzzles,
    get_next_puzzle,
    get_puzzle,
    answer_puzzle,
    hint_puzzle,
    solve_puzzle,
]
