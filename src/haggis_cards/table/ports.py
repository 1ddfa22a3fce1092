"""What a table needs of the place where it runs: a process of a server, or a browser (part `browser`)."""

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from haggis_cards.table.dealing import Dealer
    from haggis_cards.table.guests import Asker
    from haggis_cards.table.log import Entry, Write
    from haggis_cards.table.state import TableState
    from haggis_cards.wire.refusals import DamagedTable
    from haggis_cards.wire.tables import Advice


class Times(Protocol):
    """How long things take, in seconds; what never happens takes for ever (`math.inf`)."""

    @property
    def bot_pause(self) -> float: ...
    @property
    def round_pause(self) -> float: ...
    @property
    def away_after(self) -> float: ...
    @property
    def idle_after(self) -> float: ...
    @property
    def abandon_after(self) -> float: ...
    @property
    def alone_after(self) -> float: ...
    @property
    def stand_in(self) -> str:
        """The level of bots that play for absent people."""
        ...


class Log(Protocol):
    """Keeps entries."""

    async def append(self, write: "Write") -> bool:
        """Whether the entry is in; False if another one has its place."""
        ...

    async def entries(self, table: str, after: int = 0) -> "list[Entry]": ...


class Others(Protocol):
    """Other processes with the same tables."""

    @property
    def shared(self) -> bool: ...
    def tell(self, **message: Any) -> None: ...


class Lobby(Protocol):
    """Hears who is at a table, what changes there for everybody, and what for its people alone."""

    def note(self, table: "TableState", attended: bool) -> None: ...
    def changed(self, table: "TableState", people: Iterable[str] = ()) -> None: ...
    def moved(self, table: "TableState", present: Collection[int]) -> None: ...


class Tasks(Protocol):
    """Runs what nobody waits for."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> Any: ...


class Quarantine(Protocol):
    """Sets tables aside."""

    def add(self, id: str, damage: "DamagedTable") -> None: ...


class Bots(Protocol):
    """Decide for bots' seats and for absent people."""

    async def decide(self, level: str, seed: int, view: Mapping[str, Any], asker: "Asker") -> "Advice": ...
    async def decide_steadily(self, spec: str, seed: int, view: Mapping[str, Any], asker: "Asker") -> "Advice": ...
    async def stand_in(self, level: str, seed: int, view: Mapping[str, Any], asker: "Asker") -> "Advice": ...
    def promote(self, asker: "Asker") -> None: ...


class Hints(Protocol):
    """Advise people."""

    async def hint(self, table: "TableState", seat: int, address: str, person: str) -> "Advice": ...


class Limits(Protocol):
    """Refuse too much at once."""

    def check_chat(self, table: str, speaker: str) -> None: ...
    def check_reaction(self, table: str, speaker: str) -> None: ...
    def check_hint(self, address: str, person: str) -> None: ...


@dataclass
class Surroundings:
    """All of it."""

    clock: Callable[[], float]
    settings: Times
    store: Log
    pubsub: Others
    lobby: Lobby
    tasks: Tasks
    quarantine: Quarantine
    bots: Bots
    hints: Hints
    limits: Limits
    dealer: "Dealer"
    closing: bool = False  # nothing happens by itself any more
