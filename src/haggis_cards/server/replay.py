"""Replays a record: what everybody could see after each action, and all hands."""

from typing import Any, Final

from haggis_cards.cards import text
from haggis_cards.match import Match
from haggis_cards.record import Record
from haggis_cards.round import Round
from haggis_cards.server.messages import Replay, ReplayStep, encode
from haggis_cards.view import public_changes

LARGEST_RECORD: Final = 1 << 18  # bytes; fifty rounds of four players take about 100,000


def replay_json(data: dict[str, Any]) -> bytes:
    """The replay of a record, ready to be sent."""
    return encode(replay(data))


def replay(data: dict[str, Any]) -> Replay:
    """The replay of a record; a record that does not follow from the rules is refused, as by `haggis verify`."""
    whole = Record(data).replay()
    rounds = [*(done.round for done in whole.finished), *([] if whole.round.over else [whole.round])]
    deals = [rnd.deal for rnd in rounds]
    match = Match(whole.rules, whole.end, dealer=whole.dealer, players=whole.players, deals=deals)
    start, steps = match, []
    for seat, action in (entry for rnd in rounds for entry in rnd.log):
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
