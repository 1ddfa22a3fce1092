"""What the store holds about one person: everything in one file, and its deletion.

A person is known by the id of a guest, which stands in a cookie and in the logs. Each feature gives and forgets its own
rows (`Personal`).

The owner's command deletes in one transaction (`delete`); a server, where others play meanwhile, table by table
(`identity`). Both do it twice, because a process that has not heard of it yet may still write a name.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from haggis_cards.server.challenges import store as challenge_store
from haggis_cards.server.daily import store as daily_store
from haggis_cards.server.history import store as match_store
from haggis_cards.server.identity import in_tables
from haggis_cards.server.identity.in_tables import Deleted, export_tables, tables_of
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.push import store as push_store
from haggis_cards.server.puzzles import store as puzzle_store
from haggis_cards.server.ratings import store as rating_store
from haggis_cards.server.reviews import mistakes
from haggis_cards.server.store.personal import Personal
from haggis_cards.server.store.schema import attempts, challenge_seats, challenges

PARTS: Final[Sequence[Personal]] = (
    identity_store.PERSONAL,
    in_tables.PERSONAL,
    mistakes.PERSONAL,
    match_store.PERSONAL,
    puzzle_store.PERSONAL,
    push_store.PERSONAL,
    rating_store.PERSONAL,
    daily_store.PERSONAL,
    challenge_store.PERSONAL,
)


# Everything in one file


def export(conn: sa.Connection, guest: str) -> bytes:
    """All that is stored about a person, in one go."""
    return as_file(export_rows(conn, guest), [export_tables(conn, guest, tables_of(conn, guest))])


def as_file(rows: Mapping[str, Any], pieces: Iterable[Mapping[str, list[Any]]]) -> bytes:
    """The file; docs/people.md tells what is in it. The tables may come in pieces."""
    found: dict[str, Any] = {**rows, "names": [], "tables": [], "chat": [], "records": [], "findings": []}
    for piece in pieces:
        for key, values in piece.items():
            found[key] += values
    found["names"] = sorted({*found["names"], *([rows["name"]] if rows["name"] else [])})
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def export_rows(conn: sa.Connection, guest: str) -> dict[str, Any]:
    """What is stored about a person beside tables."""
    found: dict[str, Any] = {"person": guest}
    for part in PARTS:
        found |= part.export(conn, guest)
    return found


# Deletion


def delete(conn: sa.Connection, guest: str, known: Sequence[str] = ()) -> Deleted:
    """Deletes a person in one transaction; `known` are tables that named them before."""
    identity_store.close(conn, guest)
    found = sorted({*known, *tables_of(conn, guest)})
    done = forget_tables(conn, guest, found)
    forget_rows(conn, guest)
    return done._replace(tables=found)


def forget_tables(conn: sa.Connection, guest: str, found: Sequence[str]) -> Deleted:
    """Takes a person out of tables."""
    return in_tables.forget_tables(conn, guest, found, _names_of(conn, guest))


def _names_of(conn: sa.Connection, guest: str) -> set[str]:
    """The names by which the store knows a person, beside the logs."""
    owners = [own for part in PARTS for own in part.named]
    return {name for own in owners for name in conn.execute(sa.select(own.table.c.name).where(own == guest)).scalars()}


def _forget_titles(conn: sa.Connection, guest: str) -> None:
    """Takes titles that name a person from the challenges where they are, and from the tables of these."""
    names = _names_of(conn, guest)
    mine = sa.select(challenge_seats.c.challenge).where(challenge_seats.c.player == guest)
    query = sa.select(challenges.c.id, challenges.c.title)
    for made in conn.execute(query.where((challenges.c.maker == guest) | challenges.c.id.in_(mine))).all():
        if not in_tables.mentions(made.title, names):
            continue
        conn.execute(sa.update(challenges).where(challenges.c.id == made.id).values(title=""))
        for table in conn.execute(sa.select(challenge_seats.c.table).where(challenge_seats.c.challenge == made.id)):
            in_tables.rewrite_log(conn, table[0], "", {made.title})
            if in_tables.rewrite_info(conn, table[0]):
                in_tables.reload(conn, table[0])


def forget_rows(conn: sa.Connection, guest: str) -> None:
    """Deletes everything of a person that is not a table's."""
    _forget_titles(conn, guest)
    in_tables.rewrite_sources(conn, guest)
    for name in {*conn.execute(sa.select(attempts.c.name).where(attempts.c.player == guest)).scalars()}:
        in_tables.rewrite_uploads(conn, name)
    for part in PARTS:
        part.forget(conn, guest)
