"""The bank of mistakes: each comes back after a day, then after longer pauses, until it is solved for good."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from haggis_cards.server.reviews.store import Kept, bad_decisions, decisions_at
from haggis_cards.server.store.personal import Personal, delete_rows, export_rows
from haggis_cards.server.store.schema import mistakes, reviews
from haggis_cards.server.store.statements import insert_new
from haggis_cards.wire.facts import DAY_MS
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.reviews import Decision, Mistake, Mistakes

PAUSES: Final = (1, 3, 7, 16, 35)  # days
_SHOWN: Final = 100  # mistakes that are listed at once
_decision: Final = msgspec.json.Decoder(Decision).decode


def collect(conn: sa.Connection, kept: Kept, effort: str, now: int) -> None:
    """Takes in what the people of a match did wrong, after its review."""
    if kept.guests and any(kept.guests):
        preset = preset_of(kept)
        found = [_decision(data) for data in bad_decisions(conn, kept.id, effort)]
        rows = [_row(guest, kept.id, preset, one, now) for one in found if (guest := kept.guests[one["seat"]])]
        for row in rows:  # of two decisions at one place the worse comes first
            insert_new(conn, mistakes, [row])


def take_in(conn: sa.Connection, guest: str, kept: Kept, number: int, index: int, now: int) -> None:
    """Takes in one decision of a review, because a person says that it was theirs."""
    found = [_decision(data) for data in decisions_at(conn, kept.id, number, index)]
    if not found:
        raise Refused("no-review")
    worst = max(found, key=lambda one: (one["verdict"] != "good", one["loss"]))
    if worst["verdict"] == "good":
        raise Refused("not-now", fault="no-mistake")
    insert_new(conn, mistakes, [_row(guest, kept.id, preset_of(kept), worst, now)])


def preset_of(kept: Kept) -> str:
    """The preset of a record."""
    rules = kept.data["rules"]
    return str(rules if isinstance(rules, str) else rules["preset"])


def _row(guest: str, record: str, preset: str, one: Decision, now: int) -> dict[str, Any]:
    place = {"guest": guest, "record": record, "round": one["round"], "index": one["index"], "seat": one["seat"]}
    about = {"preset": preset, "kind": one["kind"], "theme": one["theme"], "loss": one["loss"]}
    return {**place, **about, "made_at": now, "step": 0, "due": now + PAUSES[0] * DAY_MS}


def drop(conn: sa.Connection, guest: str, record: str, number: int, index: int) -> bool:
    """Whether there was such a mistake; it is gone now."""
    return bool(conn.execute(sa.delete(mistakes).where(*_at(guest, record, number, index))).rowcount)


def answered(
    conn: sa.Connection, guest: str, record: str, number: int, index: int, accepted: bool, now: int
) -> int | None:
    """Seconds until a mistake comes back, None if it is not in the bank; an answer moves it if it was due."""
    here = _at(guest, record, number, index)
    row = conn.execute(sa.select(mistakes.c.step, mistakes.c.due).where(*here)).first()
    if row is None or row.due is None:
        return None
    due: int | None = row.due
    if row.due <= now:
        step = row.step + 1 if accepted else 0
        due = now + PAUSES[step] * DAY_MS if step < len(PAUSES) else None
        conn.execute(sa.update(mistakes).where(*here).values(step=step, due=due))
    return None if due is None else _seconds(due, now)


def bank(conn: sa.Connection, guest: str, now: int) -> Mistakes:
    """A person's mistakes."""
    mine = mistakes.c.guest == guest
    query = sa.select(mistakes).where(mine, mistakes.c.due <= now).order_by(mistakes.c.due, mistakes.c.loss.desc())
    due = [_mistake(row, now) for row in conn.execute(query.limit(_SHOWN))]
    waits = conn.execute(sa.select(sa.func.min(mistakes.c.due)).where(mine, mistakes.c.due > now)).scalar()
    count = sa.select(sa.func.count()).select_from(mistakes)
    kept, solved = (
        conn.execute(count.where(mine, one)).scalar() or 0
        for one in (mistakes.c.due.is_not(None), mistakes.c.due.is_(None))
    )
    return Mistakes(due=due, kept=kept, next=None if waits is None else _seconds(waits, now), solved=solved)


def _mistake(row: Any, now: int) -> Mistake:
    names: Sequence[str] = ("record", "round", "index", "seat", "preset", "kind", "theme", "loss", "made_at")
    return Mistake(**{name: row._mapping[name] for name in names}, due=_seconds(row.due, now))


def _seconds(due: int, now: int) -> int:
    return round((due - now) / 1000)


def _at(guest: str, record: str, number: int, index: int) -> tuple[sa.ColumnElement[bool], ...]:
    place = (mistakes.c.record == record, mistakes.c.round == number, mistakes.c.index == index)
    return mistakes.c.guest == guest, *place


# A person's data


def _export(conn: sa.Connection, guest: str) -> dict[str, Any]:
    return export_rows((mistakes, reviews), conn, guest)


def _forget(conn: sa.Connection, guest: str) -> None:
    """Reviews stay: others may look at them."""
    delete_rows((mistakes,), conn, guest)
    conn.execute(sa.update(reviews).where(reviews.c.guest == guest).values(guest=None, address=""))


PERSONAL: Final = Personal((mistakes.c.guest, reviews.c.guest), _export, _forget)
