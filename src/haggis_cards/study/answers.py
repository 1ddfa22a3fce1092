"""What a core finds out about a record, as it is stored and sent: on a server and in a browser."""

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec

from haggis_cards.actions import Bet, parse
from haggis_cards.bots.protocol import NO_BET
from haggis_cards.review.answer import judge_answer, weigh
from haggis_cards.review.core import Core
from haggis_cards.review.model import DecisionData, Finding
from haggis_cards.review.sentences import sentence
from haggis_cards.round import Phase
from haggis_cards.study.pieces import Found
from haggis_cards.table.bots import shown
from haggis_cards.table.places import at_place, line
from haggis_cards.view import View
from haggis_cards.wire.reviews import ActionValue, Line, LineWish, Values, ValuesWish, Verdict
from haggis_cards.wire.tables import encode

UNDER_WAY: Final = (Phase.PLAY, Phase.AWARD, Phase.LEAD)  # tricks, which the solver knows


def stored(number: int, finding: Finding) -> Found:
    """A finding as it is stored; a decision with its reason in words."""
    facts, decision = finding
    if decision is None:
        assert facts is not None
        return Found(number, facts["number"], None, None, None, 0.0, encode(facts).decode())
    data = {**decision, "why": sentence(decision["reason"], shown)}
    loss = 0.0 if decision["verdict"] == "good" else decision["loss"]
    place = decision["round"], decision["seat"], decision["index"]
    return Found(number, *place, decision["verdict"], loss, encode(data).decode())


async def answer(
    core: Core, text: str, number: int, index: int, action: str, found: Sequence[str], scale: float = 1.0
) -> Verdict:
    """What an answer to a position is worth; `found` are the decisions of a review there."""
    match, (seat, _) = at_place(text, number, index)
    view = match.view(seat)
    if action != NO_BET or not any(one.startswith("bet ") for one in view["legal"]):
        action = str(parse(action, match.rules))
        match.act(seat, action)  # refuses what is not legal
    decisions = [msgspec.json.decode(one, type=dict[str, Any]) for one in found]
    judged = await judge_answer(core, view, action, cast("list[DecisionData]", decisions), scale=scale)
    return Verdict(
        accepted=judged.accepted,
        verdict=judged.verdict,
        action=action,
        behind=judged.behind,
        error=judged.error,
        best=judged.best,
        why=judged.why(shown),
        reason=judged.reason,
        candidates=judged.candidates,
        due=None,
    )


async def values(core: Core, text: str, wish: ValuesWish) -> Values:
    """What the plays of a place are worth with all cards in sight."""
    rnd = at_place(text, wish.round, wish.index)[0].round
    seat = rnd.to_act[0]
    if rnd.phase not in UNDER_WAY:
        return Values(seat=seat, exact=False, actions=[])
    actions = [str(action) for action in rnd.legal(seat) if not isinstance(action, Bet)]
    bounds = await core.analyse(core.true(rnd), seat, wish.nodes)
    found = [ActionValue(action, *between) for action, between in zip(actions, bounds, strict=True)]
    ranked = sorted(found, key=lambda one: (-one.high, -one.low))
    return Values(seat=seat, exact=all(one.low == one.high for one in found), actions=ranked)


async def valued_line(core: Core, text: str, wish: LineWish, scale: float = 1.0) -> Line:
    """A line with the values of the next seat's answers."""
    played = line(text, wish.round, wish.index, wish.line)
    if played.view is None or not played.view["legal"]:
        return played
    return msgspec.structs.replace(played, candidates=await weigh(core, cast("View", played.view), scale=scale))
