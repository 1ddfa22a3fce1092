"""One rule says who may see a match that is over; the SQL of the store agrees with it in every state."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

import pytest
import sqlalchemy as sa

from haggis_cards.server.store import access
from haggis_cards.server.store.schema import challenge_seats, challenges, metadata, records
from haggis_cards.table.visibility import may_see

NOW: Final = 1_000_000
TIMES: Final = (NOW - 1, NOW, NOW + 1)


class State(NamedTuple):
    """What the store knows of a match and of somebody who asks."""

    opens: int | None  # its day is over then
    closes: int | None  # its challenge
    done: tuple[tuple[str, int | None], ...]  # who has a seat in that, and when they finished
    guest: str | None

    @property
    def played(self) -> bool:
        return any(player == self.guest and done is not None for player, done in self.done)


def states() -> Iterator[State]:
    """All of them, as far as they differ for the rule."""
    seats = [(), *((("ann", done),) for done in (None, NOW)), (("bob", NOW),), (("ann", None), ("bob", NOW))]
    for opens, guest in product((None, *TIMES), (None, "ann", "carl")):
        yield State(opens, None, (), guest)
        for closes, done in product(TIMES, seats):
            yield State(opens, closes, done, guest)


@pytest.fixture(scope="module")
def conn() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as made:
        yield made
    engine.dispose()


def put(conn: sa.Connection, name: str, state: State) -> None:
    challenge = name if state.closes is not None else None
    row: dict[str, Any] = {"table": name, "number": 1, "info": "{}", "record": "{}", "id": name, "guests": "[]"}
    conn.execute(sa.insert(records).values(**row, opens=state.opens, challenge=challenge))
    if challenge:
        made = {"id": name, "maker": "dora", "name": "Dora", "title": "", "rules": "haggis-2", "rounds": 1}
        made |= {"seats": "[]", "seed": "1", "worlds": 1, "made": 0, "closes": state.closes}
        conn.execute(sa.insert(challenges).values(**made))
    for number, (player, done) in enumerate(state.done):
        seat = {"challenge": name, "player": player, "name": player, "number": 1, "place": number, "seat": 0}
        conn.execute(sa.insert(challenge_seats).values(**seat, done=done))


def test_the_store_agrees_with_the_rule_in_every_state(conn: sa.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: NOW)
    allowed = 0
    for number, state in enumerate(states()):
        name = f"table-{number}"
        put(conn, name, state)
        wanted = may_see(state.opens, state.closes, state.played, NOW)
        query = sa.select(records.c.id).where(records.c.table == name, access.is_open(state.guest))
        assert bool(conn.execute(query).first()) == wanted, state
        closed = state.closes is not None and not wanted
        assert access.has_closed(conn, name, state.guest) == closed, state
        allowed += wanted
    assert 0 < allowed < number
