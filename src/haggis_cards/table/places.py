"""Records by id and by place: a round, and the index of an action in its log.

These functions take text and give what is sent; they run in worker processes, because playing a long record again takes
its time.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from haggis_cards.actions import parse_seated
from haggis_cards.errors import RulesError
from haggis_cards.match import Match, Record
from haggis_cards.match_end import Rounds, of_given_deals
from haggis_cards.positions import view_line
from haggis_cards.round import Round
from haggis_cards.table.guests import clean_text
from haggis_cards.table.replay import read_body, replay, replay_from
from haggis_cards.wire import base64url
from haggis_cards.wire.facts import LIMITS
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.reviews import Line, Position
from haggis_cards.wire.tables import encode

_KEYS: Final = ("haggis", "rules", "end", "dealer", "players", "rounds", "winners")  # the rest is no part of the match


class Upload(NamedTuple):
    """A record ready to be kept."""

    id: str
    record: str


def record_id(data: Mapping[str, Any], only: int | None = None) -> str:
    """The id of a match, or of one of its rounds: whoever has the record can compute it, and nobody else."""
    game = {key: data[key] for key in _KEYS if key in data}
    game["rounds"] = [{key: value for key, value in one.items() if key != "times"} for one in game["rounds"]]
    core = json.dumps(game, separators=(",", ":"))
    digest = hashlib.sha256(f"{core} {only}".encode()).digest()
    return base64url.encode(digest[:16])


def is_over(data: Mapping[str, Any]) -> bool:
    """Whether a record that was written here is one of a finished match."""
    return "winners" in data


def action_count(data: Mapping[str, Any], only: int | None) -> int:
    """How many actions a record that was written here has, or one of its rounds."""
    rounds = data["rounds"] if only is None else data["rounds"][only - 1 : only]
    return sum(len(one["actions"]) for one in rounds)


def read_upload(body: bytes) -> Upload:
    """A record that somebody sends: played again by the rules and written anew."""
    data = read_body(body)
    match = Record(data).replay()
    if not match.over:
        raise Refused("not-over", fault="record")
    if match.rules.is_custom:
        raise RulesError("custom")
    if match.players:
        names = [clean_text(name, LIMITS.name_length) for name in match.players]
        match = match.named([name or f"{seat + 1}" for seat, name in enumerate(names)])
    fresh = Record.from_match(match, notes=False).data
    return Upload(record_id(fresh), json.dumps(fresh, separators=(",", ":")))


def finished_round(match: Match | None, number: int) -> Upload:
    """A running match as if it had ended with this round, to review that."""
    over = len(match.finished) if match else 0
    if match is None or number > over + 1:
        raise Refused("no-place", fault="round", number=number, last=over)
    if number > over:
        raise Refused("not-over", fault="round", number=number)
    data = finished_rounds(match, number)
    return Upload(record_id(data, number), encode(data).decode())


def finished_rounds(match: Match, count: int) -> dict[str, Any]:
    """The record of a match as if it had ended with this round, which is over: nothing of a later one is in it."""
    done = match.finished[count - 1]
    whole = Record.from_match(match).data
    totals = done.result.totals
    winners = [side for side, total in enumerate(totals) if total == max(totals)]
    core = {key: whole[key] for key in _KEYS if key in whole}
    core["rules"] = of_given_deals(match.rules).spec
    return {**core, "end": Rounds(count).as_record, "rounds": whole["rounds"][:count], "winners": winners}


def replay_record(text: str) -> Any:
    """The replay of a record that is kept."""
    return replay(json.loads(text))


def position(text: str, number: int, index: int) -> Position:
    """The position of a place, seen by the seat that acted there."""
    match, (seat, action) = at_place(text, number, index)
    view = match.view(seat)
    return Position(seat=seat, view=dict(view), made=str(action), line=view_line(view))


def line(text: str, number: int, index: int, actions: Sequence[str]) -> Line:
    """The position of a place, and what a line of actions of all seats makes of it."""
    match, _ = at_place(text, number, index)
    parsed = [parse_seated(action, match.rules) for action in actions]
    played = replay_from(match, parsed)
    for seat, action in parsed:
        match = match.act(seat, action)
    if match.round.over:
        return Line(replay=played, over=True, seat=None, view=None, candidates=[])
    turn = match.to_act[0]
    return Line(replay=played, over=False, seat=turn, view=dict(match.view(turn)), candidates=[])


def origin(text: str, number: int, index: int) -> dict[str, Any]:
    """The record of a match that goes on from a place and ends with its round."""
    match, _ = at_place(text, number, index)
    rules, end = of_given_deals(match.rules).spec, Rounds(number).as_record
    data = {**Record.from_match(match).data, "rules": rules, "end": end}
    data.pop("players", None)
    return data


@lru_cache(maxsize=64)
def match_from(origin: str) -> Match:
    """The match at the end of an unfinished record."""
    return Record(json.loads(origin)).replay()


def at_place(text: str, number: int, index: int) -> tuple[Match, tuple[int, Any]]:
    """The match before an action of its log, and the action; no round follows that of the place."""
    whole = Record(json.loads(text)).replay()
    rounds = [*(done.round for done in whole.finished), *([] if whole.round.over else [whole.round])]
    if not 1 <= number <= len(rounds):
        raise Refused("no-place", fault="round", number=number, last=len(rounds))
    log = rounds[number - 1].log
    if not 0 <= index < len(log):
        raise Refused("no-place", fault="index", number=number, index=index, last=len(log) - 1)
    return _played(whole, rounds[:number], index), log[index]


def _played(whole: Match, rounds: Sequence[Round], index: int) -> Match:
    deals = [rnd.deal for rnd in rounds]
    match = Match(whole.rules, whole.end, dealer=whole.dealer, players=whole.players, deals=deals)
    for rnd in rounds[:-1]:
        for seat, action in rnd.log:
            match = match.act(seat, action)
    for seat, action in rounds[-1].log[:index]:
        match = match.act(seat, action)
    return match
