"""A position as one line of text, to paste into an issue, and edits of positions.

    haggis-2 0 1 0,0 2r4g…/3r5b… 8b9y… 1:play:2r;0:pass;1:play:4g

The fields are the rules, the dealer, the lead (`-` where the auction decides), the totals, the hands as they were
dealt, the haggis (top card first), and the actions so far; `-` stands for nothing. Rules with house rules are an
object, as in a record, without spaces. A line shows all cards, as `Round` does: keep it from players.

A position has its history, so that every part plays on from it. An edit deals other cards and plays the same actions
again; it is refused if they are not legal then.
"""

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from haggis_cards.actions import parse_seated
from haggis_cards.cards import (
    NUMBERS,
    Card,
    Cards,
    Hand,
    add,
    clip,
    each,
    gather,
    parse_card,
    remove,
    text,
)
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, NotationError, RulesError
from haggis_cards.round import Round
from haggis_cards.rules import Rules

if TYPE_CHECKING:
    from haggis_cards.match import Match

__all__ = ["parse_position", "position_line", "set_hand", "swap_cards", "take_back"]

_NOTHING: Final = "-"
_FIELDS: Final = 7
_CARD: Final = re.compile(r"[2-9T][rygbo]")


def position_line(round: "Round | Match") -> str:
    """The position as one line of text; of a match, its current round."""
    rnd = _round(round)
    spec, deal = rnd.rules.spec, rnd.deal
    lead = None if rnd.rules.opening == "auction" else rnd.lead
    return " ".join(
        (
            spec if isinstance(spec, str) else json.dumps(spec, separators=(",", ":")).replace(" ", "\\u0020"),
            str(rnd.dealer),
            _NOTHING if lead is None else str(lead),
            ",".join(map(str, rnd.totals)),
            "/".join(text(hand).replace(" ", "") for hand in deal.hands),
            "".join(map(text, deal.haggis)) or _NOTHING,
            ";".join(f"{seat} {action}".replace(" ", ":") for seat, action in rnd.log) or _NOTHING,
        )
    )


def parse_position(line: str) -> Round:
    """The position that a line names; an error says what is wrong with it."""
    parts = line.split()
    if len(parts) != _FIELDS:
        raise NotationError("position", count=_FIELDS, found=len(parts))
    spec, dealer, lead, totals, hands, haggis, log = parts
    try:
        rules = Rules.from_spec(json.loads(spec) if spec.startswith("{") else spec)
    except ValueError as error:
        raise error if isinstance(error, RulesError) else NotationError("position-rules", text=clip(spec)) from None
    deal = Deal(
        tuple(gather(_cards(hand)) for hand in hands.split("/")),
        () if haggis == _NOTHING else tuple(_cards(haggis)),
    )
    whole = [_number(total) for total in totals.split(",")]
    start = Round.start(
        rules, deal, dealer=_number(dealer), lead=None if lead == _NOTHING else _number(lead), totals=whole
    )
    return _replayed(start, [] if log == _NOTHING else [entry.replace(":", " ") for entry in log.split(";")])


def take_back(round: "Round | Match", count: int = 1) -> Round:
    """The position before the last actions."""
    rnd = _round(round)
    kept = rnd.log[: max(0, len(rnd.log) - count)]
    return _replayed(_started(rnd, rnd.deal), [f"{seat} {action}" for seat, action in kept])


def swap_cards(round: "Round | Match", seat: int | None, card: str, other: int | None, other_card: str) -> Round:
    """The position with two number cards exchanged in the deal, between seats or, for None, the haggis."""
    rnd, one, two = _round(round), Card(card), Card(other_card)
    deal = _exchange(_exchange(rnd.deal, seat, one, two), other, two, one)
    return _replayed(_started(rnd, deal), [f"{actor} {action}" for actor, action in rnd.log])


def set_hand(round: "Round | Match", seat: int, cards: str | Cards) -> Round:
    """The position in which a seat was dealt these number cards; who had them gets the others for them, in order."""
    rnd = _round(round)
    seat, wanted, deal = rnd.rules.seat(seat), Hand(cards) & NUMBERS, rnd.deal
    has, wants = Counter(each(deal.hands[seat])), Counter(each(wanted))
    missing, surplus = [*(wants - has).elements()], [*(has - wants).elements()]
    if len(missing) != len(surplus):
        raise RulesError("hand-size", seat=seat, count=rnd.rules.hand_size, found=wanted.bit_count())
    for card, spare in zip(missing, surplus, strict=True):
        others = (other for other in rnd.rules.others(seat) if card & deal.hands[other])
        deal = _exchange(_exchange(deal, next(others, None), card, spare), seat, spare, card)
    return _replayed(_started(rnd, deal), [f"{actor} {action}" for actor, action in rnd.log])


def _round(position: "Round | Match") -> Round:
    return position if isinstance(position, Round) else position.round


def _exchange(deal: Deal, seat: int | None, card: Cards, new: Cards) -> Deal:
    """The deal in which a seat, or the haggis, has another card in the place of this one."""
    holder = deal.haggis if seat is None else list(each(deal.hands[seat]))
    if card not in holder:
        raise RulesError(
            "edit-card", card=text(card), where="the haggis" if seat is None else f"the hand of seat {seat}"
        )
    if seat is None:
        at = deal.haggis.index(card)
        return deal._replace(haggis=(*deal.haggis[:at], new, *deal.haggis[at + 1 :]))
    hands = list(deal.hands)
    hands[seat] = add(remove(hands[seat], card), new)
    return deal._replace(hands=tuple(hands))


def _started(round: Round, deal: Deal) -> Round:
    return Round.start(round.rules, deal, dealer=round.dealer, lead=round.lead, totals=round.totals)


def _replayed(rnd: Round, log: list[str]) -> Round:
    for number, entry in enumerate(log, 1):
        try:
            rnd = rnd.act(*parse_seated(entry, rnd.rules))
        except (IllegalAction, NotationError) as refusal:
            raise RulesError("edit-log", number=number, entry=clip(entry), reason=str(refusal)) from None
    return rnd


def _cards(line: str) -> list[Cards]:
    if _CARD.sub("", line):
        raise NotationError("card", text=clip(line))
    return [parse_card(name) for name in _CARD.findall(line)]


def _number(word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,12}", word):
        raise NotationError("number", text=clip(word))
    return int(word)
