"""The terms of a new table: its first entry out of a request, and the end of a match within the limits."""

from collections.abc import Mapping
from typing import Any, Final

from haggis_cards.cards import clip
from haggis_cards.errors import RulesError
from haggis_cards.match_end import End, Goal, Rounds, shortest
from haggis_cards.rules import Rules
from haggis_cards.table.bots import levels
from haggis_cards.table.guests import Guest, clean_text
from haggis_cards.table.log import Entry
from haggis_cards.wire.facts import DAY, LIMITS
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.reviews import TableWish
from haggis_cards.wire.tables import NewTable, encode

_RATED_CLOCK: Final = 30, 120  # seconds for a decision and in the bank, where a rated table names no clock


def first_entry(wish: NewTable, guest: Guest | None) -> Entry:
    """The first entry of a table, made from a request for one."""
    rules = Rules.from_spec(wish.rules)
    if rules.is_custom:
        raise RulesError("custom")
    if len(wish.seats) != rules.players:
        raise Refused("bad-seats", fault="count", preset=rules.preset, count=rules.players, found=len(wish.seats))
    if wish.seats.count("me") > 1:
        raise Refused("bad-seats", fault="me")
    if "me" in wish.seats and guest is None:
        raise Refused("no-session")
    known = levels()
    chairs: list[dict[str, str]] = []
    for seat in wish.seats:
        if seat == "me" and guest:
            chairs.append({"guest": guest.id, "name": guest.name})
        elif seat == "open":
            chairs.append({})
        elif seat in known:
            chairs.append({"level": seat})
        else:
            raise Refused("bad-seats", fault="choice", choices=["me", "open", *known], text=clip(seat))
    end = shortest(rules) if wish.end is None else read_end(wish.end)
    data: dict[str, Any] = {"rules": rules.spec, "end": end.as_record, "chairs": chairs}
    clock, bank = _RATED_CLOCK if wish.rated and not wish.clock else (wish.clock, wish.bank)
    data |= {"clock": clock} if clock else {}
    by_days = (clock or 0) >= DAY
    data |= {"bank": bank} if bank and clock and not by_days else {}
    if wish.rated and rules.spec != rules.preset:
        raise Refused("not-rated")
    data |= {"rated": True} if wish.rated else {}
    data |= {} if wish.take_backs and not wish.rated and not by_days else {"take_backs": False}
    data |= {"talk": True} if wish.talk else {}
    data |= {} if wish.pace == "normal" else {"pace": wish.pace}
    data |= {"listed": True} if wish.listed else {}
    title = clean_text(wish.title, LIMITS.title_length)
    return Entry(1, "make", None, data | ({"title": title} if title else {}))


def read_end(end: Mapping[str, int]) -> End:
    """The end of a match as a record writes it, within reason."""
    (least_rounds, most_rounds), (least_goal, most_goal) = LIMITS.rounds, LIMITS.goal
    match dict(end):
        case {"rounds": int(count), **rest} if not rest and least_rounds <= count <= most_rounds:
            return Rounds(count)
        case {"goal": int(points), **rest} if not rest and least_goal <= points <= most_goal:
            return Goal(points)
    raise RulesError("end-range", rounds=most_rounds, goal=most_goal, text=clip(dict(end)))


def continued(record: str, match: Mapping[str, Any], wish: TableWish) -> tuple[NewTable, dict[str, Any]]:
    """The terms of a table whose matches go on from a place of a record, with bots on the other seats; its origin."""
    rules = Rules.from_spec(match["rules"])
    if wish.seat not in rules.seats:
        raise Refused("bad-seats", fault="number", last=rules.players - 1, number=wish.seat)
    seats = ["me" if seat == wish.seat else wish.bot for seat in rules.seats]
    terms = NewTable(rules=match["rules"], end=dict(match["end"]), seats=seats)
    return terms, {"record": record, "round": wish.round, "index": wish.index, "match": encode(match).decode()}
