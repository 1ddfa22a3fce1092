"""People's matches in the store: a row for each person and match, written with its record; lists and statistics.

Functions of a connection, as in `store`. Statistics are sums over a person's rows, so that nothing can be counted twice
and every filter works for them too.
"""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from haggis_cards.rules import Rules
from haggis_cards.server.reviews import store as review_store
from haggis_cards.server.store.access import is_open
from haggis_cards.server.store.log import Work
from haggis_cards.server.store.personal import Personal, delete_rows, export_rows
from haggis_cards.server.store.schema import findings, match_themes, matches, records
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.guests import new_id
from haggis_cards.table.log import Write
from haggis_cards.table.results import Figures, match_rows
from haggis_cards.wire.tables import RecordInfo, encode

_decode_info: Final = msgspec.json.Decoder(RecordInfo).decode
_SUMMED: Final = (*Figures._fields, "decisions", "loss", "luck")


class Filter(NamedTuple):
    """Which of a person's matches are meant; None: all."""

    preset: str | None = None
    outcome: str | None = None
    people: bool | None = None  # with other people, or with bots alone
    name: str | None = None  # a part of a name at the table


class Page(NamedTuple):
    """A part of a list of matches: rows of `matches` with what the list of records says, and whether more follow."""

    lines: list[tuple[Any, RecordInfo]]
    more: bool


# Writing


def played(write: Write) -> Work | None:
    """The rows of the people of a match that is over."""
    ended = write.ended
    if ended is None or ended.practice:
        return None
    number, levels = ended.info.number, [chair.level for chair in ended.chairs]
    rows = match_rows(ended.match, ended.guests, levels, ended.info.ended)

    def store(conn: sa.Connection, _: int) -> None:
        for row in rows:
            upsert(conn, matches, {**row, "table": write.table, "number": number})

    return store


# Reviews


def add_review(conn: sa.Connection, record: str, effort: str) -> None:
    """Notes what a finished review says of the people of a match; a more thorough one counts more."""
    found = conn.execute(sa.select(records).where(records.c.id == record)).all()
    rank = review_store.RANKS[effort]  # type: ignore[index]
    for row in found:
        rules = Rules.from_spec(json.loads(row.record)["rules"])
        rounds = review_store.sums(conn, record, effort, rules, done=True)
        for match in conn.execute(sa.select(matches).where(*_at(matches, row.table, row.number))).all():
            if match.effort is None or match.effort <= rank:
                side = rules.sides[match.seat]
                luck = sum(one["hindsight"][side] for one in rounds)
                _note_review(conn, match, record, effort, {"effort": rank, "luck": luck})


def _note_review(conn: sa.Connection, match: Any, record: str, effort: str, values: Mapping[str, Any]) -> None:
    own = (findings.c.record == record, findings.c.effort == effort, findings.c.seat == match.seat)
    totals = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(findings.c.loss), 0.0)).where(*own)
    decisions, loss = conn.execute(totals).one()
    here = (matches.c.guest == match.guest, *_at(matches, match.table, match.number))
    conn.execute(sa.update(matches).where(*here).values(**values, decisions=decisions, loss=loss))
    key = {"guest": match.guest, "table": match.table, "number": match.number}
    conn.execute(sa.delete(match_themes).where(*(match_themes.c[name] == value for name, value in key.items())))
    bad = sa.select(findings.c.data, findings.c.loss).where(*own, findings.c.verdict != "good")
    themes: dict[str, tuple[int, float]] = {}
    for data, lost in conn.execute(bad):
        theme = json.loads(data)["theme"]
        count, sum_ = themes.get(theme, (0, 0.0))
        themes[theme] = (count + 1, sum_ + lost)
    for theme, (count, sum_) in themes.items():
        conn.execute(sa.insert(match_themes), {**key, "theme": theme, "count": count, "loss": sum_})


# Reading


def _at(table: sa.Table, name: str, number: int) -> tuple[sa.ColumnElement[bool], ...]:
    return table.c.table == name, table.c.number == number


def _mine(guest: str, filter: Filter) -> list[sa.ColumnElement[bool]]:
    """The conditions on `matches`, but for a name."""
    found = [matches.c.guest == guest]
    for name in ("preset", "outcome", "people"):
        value = getattr(filter, name)
        if value is not None:
            found.append(matches.c[name] == value)
    return found


def listed(conn: sa.Connection, guest: str, filter: Filter, before: int | None, most: int) -> Page:
    """A person's matches, the latest first."""
    both = matches.join(records, (records.c.table == matches.c.table) & (records.c.number == matches.c.number))
    conditions = _mine(guest, filter)
    if before is not None:
        conditions.append(matches.c.at < before)
    if filter.name:
        text = encode(filter.name).decode()[1:-1]  # as it stands in the JSON
        conditions.append(records.c.info.icontains(text, autoescape=True))
    query = sa.select(matches, records.c.info, is_open(guest).label("opened")).select_from(both).where(*conditions)
    rows = conn.execute(query.order_by(matches.c.at.desc(), matches.c.table).limit(most + 1)).all()
    lines = [(row, _decode_info(row.info)) for row in rows[:most]]
    wanted = (filter.name or "").casefold()  # the text may also have been found beside the names
    return Page(
        [line for line in lines if not wanted or any(wanted in name.casefold() for name in line[1].players)],
        len(rows) > most,
    )


class Sums(NamedTuple):
    """A person's figures in one game, added up."""

    preset: str
    outcomes: dict[str, int]
    sums: dict[str, float]
    reviewed: int  # rounds of reviewed matches


def statistics(conn: sa.Connection, guest: str, filter: Filter) -> list[Sums]:
    """The figures by game, the game with most matches first."""
    sums = [sa.func.coalesce(sa.func.sum(matches.c[name]), 0).label(name) for name in _SUMMED]
    seen = sa.func.coalesce(sa.func.sum(sa.case((matches.c.effort.is_not(None), matches.c.rounds), else_=0)), 0)
    query = sa.select(
        matches.c.preset, matches.c.outcome, sa.func.count().label("times"), seen.label("reviewed"), *sums
    )
    found: dict[str, Sums] = {}
    for row in conn.execute(query.where(*_mine(guest, filter)).group_by(matches.c.preset, matches.c.outcome)):
        one = found.setdefault(row.preset, Sums(row.preset, {}, dict.fromkeys(_SUMMED, 0.0), 0))
        one.outcomes[row.outcome] = row.times
        for name in _SUMMED:
            one.sums[name] += float(row._mapping[name])
        found[row.preset] = one._replace(reviewed=one.reviewed + int(row.reviewed))
    return sorted(found.values(), key=lambda one: (-sum(one.outcomes.values()), one.preset))


def themes(conn: sa.Connection, guest: str, filter: Filter) -> list[tuple[str, str, int, float]]:
    """What was lost by game and theme: how often, and how much."""
    same = [matches.c[name] == match_themes.c[name] for name in ("guest", "table", "number")]
    query = (
        sa.select(
            matches.c.preset, match_themes.c.theme, sa.func.sum(match_themes.c.count), sa.func.sum(match_themes.c.loss)
        )
        .select_from(match_themes.join(matches, sa.and_(*same)))
        .where(*_mine(guest, filter))
        .group_by(matches.c.preset, match_themes.c.theme)
    )
    return [(row[0], row[1], int(row[2]), float(row[3])) for row in conn.execute(query)]


class With(NamedTuple):
    """Matches with one partner."""

    preset: str
    name: str | None
    level: str | None
    matches: int
    won: int
    rounds: int
    ahead: float


def partners(conn: sa.Connection, guest: str, filter: Filter, levels: Iterable[str]) -> list[With]:
    """The results with each partner, those with most matches first."""
    won = sa.func.sum(sa.case((matches.c.outcome == "won", 1), else_=0))
    count, latest = sa.func.count().label("times"), sa.func.max(matches.c.at).label("latest")
    query = (
        sa.select(
            matches.c.preset,
            matches.c.partner,
            count,
            won.label("won"),
            latest,
            sa.func.sum(matches.c.rounds).label("rounds"),
            sa.func.sum(matches.c.ahead).label("ahead"),
        )
        .where(*_mine(guest, filter), matches.c.partner.is_not(None))
        .group_by(matches.c.preset, matches.c.partner)
        .order_by(count.desc())
    )
    bots = set(levels)
    found = []
    for row in conn.execute(query.limit(_PARTNERS)).all():
        level = row.partner if row.partner in bots else None
        name = None if level else _partner_name(conn, guest, row)
        found.append(With(row.preset, name, level, row.times, int(row.won), int(row.rounds), float(row.ahead)))
    return found


_PARTNERS: Final = 20  # that are shown


def _partner_name(conn: sa.Connection, guest: str, row: Any) -> str:
    """The name that a partner had in the last match with this person."""
    both = matches.join(records, (records.c.table == matches.c.table) & (records.c.number == matches.c.number))
    mine = (matches.c.guest == guest, matches.c.at == row.latest, matches.c.partner == row.partner)
    last = conn.execute(sa.select(matches.c.seat, records.c.info).select_from(both).where(*mine).limit(1)).first()
    if last is None:
        return ""
    players = _decode_info(last.info).players
    return players[(last.seat + len(players) // 2) % len(players)] if players else ""


def form(conn: sa.Connection, guest: str, filter: Filter, most: int) -> list[Any]:
    """The latest matches, oldest first: how many points ahead in a round, and how lucky."""
    columns = [matches.c[name] for name in ("preset", "at", "outcome", "rounds", "ahead", "luck")]
    query = sa.select(*columns).where(*_mine(guest, filter), matches.c.rounds > 0)
    return list(conn.execute(query.order_by(matches.c.at.desc()).limit(most)).all())[::-1]


# A person's data

_OWN: Final = (matches, match_themes)


def _forget(conn: sa.Connection, guest: str) -> None:
    """Matches of others stay, with another id in the place of their partner's."""
    delete_rows(_OWN, conn, guest)
    conn.execute(sa.update(matches).where(matches.c.partner == guest).values(partner=new_id()))


PERSONAL: Final = Personal(
    (matches.c.guest, matches.c.partner, match_themes.c.guest), partial(export_rows, _OWN), _forget
)
