"""Replays a record: what everybody could see after each action, and all hands."""

import json
from collections.abc import Iterable
from typing import Any, Final

from haggis_cards.actions import Action
from haggis_cards.cards import text
from haggis_cards.match import Match, Record
from haggis_cards.round import Round
from haggis_cards.view import public_changes
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import Replay, ReplayStep, encode

_KINDS: Final = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "true or false"}
LARGEST_RECORD: Final = 1 << 18  # bytes; fifty rounds of four players take about 100,000


def replay_json(body: bytes) -> bytes:
    """The replay of the record in a request's body, ready to be sent."""
    return encode(replay(read_body(body)))


def read_body(body: bytes) -> dict[str, Any]:
    """The object in a body; what is none is refused with words about where and what would be right."""
    try:
        data = json.loads(body)
    except json.JSONDecodeError as error:
        raise Refused("bad-message", fault="record-text", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):  # not UTF-8, an integer of thousands of digits, nested too deeply
        raise Refused("bad-message", fault="body") from None
    if not isinstance(data, dict):
        raise Refused("bad-message", fault="record-kind", found=_KINDS.get(type(data), "nothing"))
    return data


def replay(data: dict[str, Any]) -> Replay:
    """The replay of a record; a record that does not follow from the rules is refused, as by `haggis verify`."""
    whole = Record(data).replay()
    rounds = [*(done.round for done in whole.finished), *([] if whole.round.over else [whole.round])]
    deals = [rnd.deal for rnd in rounds]
    match = Match(whole.rules, whole.end, dealer=whole.dealer, players=whole.players, deals=deals)
    return replay_from(match, [entry for rnd in rounds for entry in rnd.log])


def replay_from(match: Match, line: Iterable[tuple[int, Action]]) -> Replay:
    """The replay of a line of actions from a position on."""
    start, steps = match, []
    for seat, action in line:
        after = match.act(seat, action)
        steps.append(
            ReplayStep(
                action=f"{seat} {action}",
                changes=public_changes(match, after),
                hands=_hands(after.round),
                haggis=text(after.round.haggis),
            )
        )
        match = after
    return Replay(dict(start.view(None)), _hands(start.round), text(start.round.haggis), steps)


def _hands(rnd: Round) -> list[str]:
    return [text(hand) for hand in rnd.hands]
