"""What the store keeps for reviews: records by id, the queue of reviews, and what they have found.

Functions of a connection, as in `store`. A process that makes a review holds a lease on it; when it dies, another one
goes on after the lease has run out. Findings are numbered, and each number has one content, so that nothing is lost or
doubled whoever writes it.
"""

from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from haggis_cards.review.model import RoundFacts, RoundSummary
from haggis_cards.review.rounds import summarise
from haggis_cards.rules import Rules
from haggis_cards.server.store.access import is_open
from haggis_cards.server.store.schema import challenges, findings, mistakes, records, reviews, uploads
from haggis_cards.server.store.statements import insert_new
from haggis_cards.study.pieces import Piece
from haggis_cards.wire.reviews import Effort, ReviewStatus

RANKS: Final[dict[Effort, int]] = {"quick": 0, "normal": 1, "deep": 2}
MOST_FAILURES: Final = 3  # of its process, until a review is given up
_MARGIN: Final = 2  # times the length of a lease that it can lie ahead, unless a clock was wrong

_facts: Final = msgspec.json.Decoder(RoundFacts).decode


class Kept(NamedTuple):
    """A record that is kept."""

    id: str
    text: str
    only: int | None = None  # the one round that a review is about
    guests: list[str | None] | None = None  # by seat, where it is a match of this server; of practice nobody's

    @property
    def data(self) -> dict[str, Any]:
        """The record as an object."""
        data: dict[str, Any] = msgspec.json.decode(self.text)
        return data

    def seat_of(self, guest: str | None) -> int | None:
        """The seat that a guest had."""
        return self.guests.index(guest) if guest and self.guests and guest in self.guests else None


class Asked(NamedTuple):
    """A review that somebody asks for."""

    record: str
    effort: Effort
    guest: str | None
    address: str
    total: int


class Turn(NamedTuple):
    """The review that a process is to go on with."""

    record: str
    effort: str
    start: int  # the number of the next finding
    done: int
    waiting: int  # reviews that wait, with this one


class State(NamedTuple):
    """How far a review is."""

    status: ReviewStatus
    effort: Effort
    ahead: int
    done: int
    total: int
    rounds: list[RoundSummary]
    decisions: list[str]


# Records


def keep(conn: sa.Connection, id: str, text: str, only: int | None, now: int) -> None:
    """Keeps a record, for longer if it is already here."""
    insert_new(conn, uploads, [{"id": id, "record": text, "only": only, "at": now}])
    conn.execute(sa.update(uploads).where(uploads.c.id == id).values(at=now))


def find(conn: sa.Connection, id: str, guest: str | None) -> Kept | None:
    """A record by its id, if somebody may see it."""
    return _find(conn, id, is_open(guest))


def find_any(conn: sa.Connection, id: str) -> Kept | None:
    """A record by its id, for a review that somebody was allowed to ask for."""
    return _find(conn, id, sa.true())


def _find(conn: sa.Connection, id: str, condition: sa.ColumnElement[bool]) -> Kept | None:
    query = sa.select(records.c.record, records.c.guests, condition.label("opened")).where(records.c.id == id)
    ended = conn.execute(query.order_by(sa.desc("opened")).limit(1)).first()
    if ended is not None:
        if not ended.opened:  # not even if somebody has sent a copy
            return None
        return Kept(id, ended.record, guests=msgspec.json.decode(ended.guests or "[]"))
    sent = conn.execute(sa.select(uploads.c.record, uploads.c.only).where(uploads.c.id == id)).first()
    return None if sent is None else Kept(id, sent.record, sent.only)


def forget(conn: sa.Connection, before: int) -> None:
    """Throws away what was sent long ago, with its reviews, unless a mistake or a challenge comes from it."""
    used = sa.select(mistakes.c.record).union(sa.select(challenges.c.source).where(challenges.c.source.is_not(None)))
    old = sa.select(uploads.c.id).where(uploads.c.at < before, uploads.c.id.not_in(used))
    names = [name for (name,) in conn.execute(old)]
    played = {name for (name,) in conn.execute(sa.select(records.c.id).where(records.c.id.in_(names)))}
    gone = [name for name in names if name not in played]
    for table in (findings, reviews):
        conn.execute(sa.delete(table).where(table.c.record.in_(gone)))
    conn.execute(sa.delete(uploads).where(uploads.c.id.in_(names)))


# The queue


class Load(NamedTuple):
    """Reviews that wait: of a guest, of an address, in all."""

    of_guest: int
    of_address: int
    all: int


def load(conn: sa.Connection, guest: str | None, address: str) -> Load:
    """How many reviews wait."""
    waiting = reviews.c.status == "waiting"
    count = sa.select(sa.func.count()).select_from(reviews)
    conditions = (waiting & (reviews.c.guest == guest), waiting & (reviews.c.address == address), waiting)
    of_guest, of_address, every = (conn.execute(count.where(one)).scalar() or 0 for one in conditions)
    return Load(of_guest if guest else 0, of_address, every)


def status(conn: sa.Connection, record: str, effort: str) -> str | None:
    """What has become of a review; None if nobody has asked for it."""
    found: str | None = conn.execute(sa.select(reviews.c.status).where(*_is(record, effort))).scalar()
    return found


def enter(conn: sa.Connection, asked: Asked, now: int) -> None:
    """Puts a review into the queue, also one that has failed."""
    fresh = {"status": "waiting", "owner": None, "lease": 0, "failures": 0, "asked": now}
    row = {**asked._asdict(), **fresh, "rank": RANKS[asked.effort], "done": 0}
    insert_new(conn, reviews, [row])
    failed = (*_is(asked.record, asked.effort), reviews.c.status == "failed")
    conn.execute(sa.update(reviews).where(*failed).values(**fresh))


def take_turn(conn: sa.Connection, owner: str, now: int, lease: int) -> Turn | None:
    """The next review that no other process makes; it is this one's from now on."""
    free = (reviews.c.owner == owner) | (reviews.c.lease < now) | (reviews.c.lease > now + _MARGIN * lease)
    query = sa.select(reviews.c.record, reviews.c.effort, reviews.c.done).where(reviews.c.status == "waiting", free)
    row = conn.execute(
        query.order_by(reviews.c.rank, reviews.c.asked, reviews.c.record).limit(1).with_for_update(skip_locked=True)
    ).first()
    if row is None:
        return None
    extend(conn, row.record, row.effort, owner, now + lease)
    # What this process had before is free for others while it works on a more urgent one.
    others = (reviews.c.owner == owner) & ((reviews.c.record != row.record) | (reviews.c.effort != row.effort))
    conn.execute(sa.update(reviews).where(others).values(owner=None, lease=0))
    count = sa.select(sa.func.count()).select_from(findings)
    start = conn.execute(count.where(*_found(row.record, row.effort))).scalar() or 0
    return Turn(row.record, row.effort, start, row.done, load(conn, None, "").all)


def extend(conn: sa.Connection, record: str, effort: str, owner: str, until: int) -> None:
    """A longer lease."""
    conn.execute(sa.update(reviews).where(*_is(record, effort)).values(owner=owner, lease=until))


def release_all(conn: sa.Connection) -> None:
    """No process makes any review: for a store that only one server uses, when it starts."""
    conn.execute(sa.update(reviews).values(owner=None, lease=0))


def add(conn: sa.Connection, turn: Turn, piece: Piece) -> None:
    """Stores a piece of a review."""
    place = {"record": turn.record, "effort": turn.effort}
    insert_new(conn, findings, [{**place, **msgspec.structs.asdict(one)} for one in piece.found])
    values: dict[str, Any] = {"done": piece.done, "total": piece.total}
    if piece.complete:
        values |= {"status": "done", "owner": None, "lease": 0}
    conn.execute(sa.update(reviews).where(*_is(turn.record, turn.effort)).values(**values))


def note_failure(conn: sa.Connection, turn: Turn, final: bool) -> None:
    """Its process has failed; after some times, or at once if that is `final`, the review is given up."""
    here = _is(turn.record, turn.effort)
    values = {"failures": reviews.c.failures + 1, "owner": None, "lease": 0}
    conn.execute(sa.update(reviews).where(*here).values(**values))
    hopeless = () if final else (reviews.c.failures >= MOST_FAILURES,)
    conn.execute(sa.update(reviews).where(*here, *hopeless).values(status="failed"))


def _is(record: str, effort: str) -> tuple[sa.ColumnElement[bool], ...]:
    return reviews.c.record == record, reviews.c.effort == effort


def _found(record: str, effort: str) -> tuple[sa.ColumnElement[bool], ...]:
    return findings.c.record == record, findings.c.effort == effort


# What was found


def read_state(conn: sa.Connection, kept: Kept, rules: Rules, effort: str | None, since: int, now: int) -> State | None:
    """A review, of some effort or the one that was last asked for; None if there is none."""
    here = reviews.c.record == kept.id
    query = sa.select(reviews).where(here if effort is None else here & (reviews.c.effort == effort))
    row = conn.execute(query.order_by(reviews.c.asked.desc(), reviews.c.rank.desc()).limit(1)).first()
    if row is None:
        return None
    running = row.status == "waiting" and row.owner is not None and row.lease >= now
    ahead = 0
    if row.status == "waiting" and not running:
        before = (reviews.c.rank < row.rank) | ((reviews.c.rank == row.rank) & (reviews.c.asked < row.asked))
        earlier = sa.select(sa.func.count()).select_from(reviews).where(reviews.c.status == "waiting", before)
        ahead = conn.execute(earlier).scalar() or 0
    made = _found(row.record, row.effort)
    decisions = sa.select(findings.c.data).where(*made, findings.c.seat.is_not(None)).order_by(findings.c.number)
    return State(
        "running" if running else row.status,
        row.effort,
        ahead,
        row.done,
        row.total,
        sums(conn, row.record, row.effort, rules, done=row.status == "done"),
        [data for (data,) in conn.execute(decisions.offset(since))],
    )


def sums(conn: sa.Connection, record: str, effort: str, rules: Rules, *, done: bool) -> list[RoundSummary]:
    """The rounds of a review of which something is known, with their sums."""
    made = _found(record, effort)
    facts = conn.execute(sa.select(findings.c.data).where(*made, findings.c.seat.is_(None)).order_by(findings.c.number))
    known = [_facts(data) for (data,) in facts]
    lost: dict[int, list[float]] = {one["number"]: [0.0] * rules.players for one in known}
    losses = sa.select(findings.c.round, findings.c.seat, sa.func.sum(findings.c.loss)).where(
        *made, findings.c.seat.is_not(None)
    )
    for number, seat, loss in conn.execute(losses.group_by(findings.c.round, findings.c.seat)):
        lost[number][seat] = loss
    last = known[-1]["number"] if known else 0
    return [summarise(rules, one, lost[one["number"]], whole=done or one["number"] < last) for one in known]


def decisions_at(conn: sa.Connection, record: str, number: int, index: int) -> list[str]:
    """The decisions at a place, by the most thorough review that has come so far."""
    place = (findings.c.record == record, findings.c.round == number, findings.c.index == index)
    rows = conn.execute(sa.select(findings.c.effort, findings.c.data).where(*place).order_by(findings.c.number)).all()
    best = max((row.effort for row in rows), key=lambda effort: RANKS[effort], default=None)
    return [row.data for row in rows if row.effort == best]


def bad_decisions(conn: sa.Connection, record: str, effort: str) -> list[str]:
    """The mistakes and blunders of a review, the worst first."""
    bad = findings.c.verdict.in_(["mistake", "blunder"])
    query = sa.select(findings.c.data).where(*_found(record, effort), bad)
    return [data for (data,) in conn.execute(query.order_by(findings.c.loss.desc(), findings.c.number))]
