"""Every column of the store that can name a person belongs to one feature, which exports it and forgets it."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.server.identity.personal_data import PARTS
from haggis_cards.server.people.tokens import fingerprint
from haggis_cards.server.store.schema import metadata
from tests.server import old_stores
from tests.server.old_stores import come_back, unpack
from tests.server.support import server_inside, wait_for

OWNED = [f"{column.table.name}.{column.name}" for part in PARTS for column in part.columns]
PEOPLE = re.compile("guests?|player|partner|maker|person|subject|sides")
# Orders are kept for a day and say `person` with a hash, or the id of a table.
NOT_PEOPLE = {"orders.subject"}


@pytest.fixture
def facts(tmp_path: Path) -> dict[str, Any]:
    return unpack(tmp_path / "data")


@pytest.fixture
def url(facts: dict[str, Any], tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data", **old_stores.OPTIONS) as (address, _):
        yield address


def test_every_column_with_the_name_of_one_that_names_people_has_one_owner() -> None:
    columns = {f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.columns}
    assert {name for name in columns if PEOPLE.fullmatch(name.partition(".")[2])} - NOT_PEOPLE <= set(OWNED)
    assert {name: times for name, times in Counter(OWNED).items() if times > 1} == {}


def holding(folder: Path, text: str) -> set[str]:
    """The columns in which a text stands."""
    with closing(sqlite3.connect(folder / "haggis.sqlite")) as db:
        return {
            f"{table.name}.{column.name}"
            for table in metadata.sorted_tables
            for column in table.columns
            if db.execute(
                f'SELECT 1 FROM "{table.name}" WHERE instr("{column.name}", ?) LIMIT 1',
                (text,),
            ).fetchone()
        }


def test_a_person_stands_in_these_columns_alone_and_in_none_after_deletion(
    url: str, facts: dict[str, Any], tmp_path: Path
) -> None:
    """In a store with matches, challenges, deals of the day, ratings, mistakes and notifications of two people."""
    ann, _ = come_back(url, facts)
    person = ann.get("/api/profile/data")["person"]
    found = holding(tmp_path / "data", person)
    assert found <= set(OWNED)
    assert len(found) >= 15, found
    ann.delete("/api/me")
    wait_for(lambda: not holding(tmp_path / "data", person))
    assert holding(tmp_path / "data", fingerprint(person)) <= {"revoked.person", "orders.subject"}
