"""A position as one line of text, to paste into an issue, and edits of positions.

    haggis-2 0 1 0,0 2r4g…/3r5b… 8b9y… 1:play:2r;0:pass;1:play:4g

The fields are the rules, the dealer, the lead (`-` where the auction decides), the totals, the hands as they were
dealt, the haggis (top card first), and the actions so far; `-` stands for nothing. Rules with house rules are an
object, as in a record, without spaces. A line shows all cards, as `Round` does: keep it from players.

A position has its history, so that every part plays on from it. An edit deals other cards and plays the same actions
again; it is refused if they are not legal then.

The line of a view shows only what its seat knows, so that you can ask for help without showing a hidden card: `?`
stands for the other hands and for what is not known of the haggis, and `2:give` and `1:bury` name no card.

    haggis-2 0 1 0,0 2r4g…/? ? 1:play:2r;0:pass;1:play:4g
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from haggis_cards.actions import Action, Bury, Give, parse_seated
from haggis_cards.cards import (
    NUMBERS,
    Card,
    Cards,
    Hand,
    add,
    clip,
    each,
    gather,
    names,
    parse_card,
    remove,
    text,
)
from haggis_cards.combos import Play
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, NotationError, RulesError
from haggis_cards.match_state import MatchState
from haggis_cards.round import Phase, Round
from haggis_cards.rules import Rules
from haggis_cards.view import View, shown_view

__all__ = ["parse_position", "parse_view", "position_line", "set_hand", "swap_cards", "take_back", "view_line"]

_NOTHING: Final = "-"
_FIELDS: Final = ("rules", "dealer", "lead", "totals", "hands", "haggis", "actions")
_CARD: Final = re.compile(r"[2-9T][rygbo]")


def position_line(round: Round | MatchState) -> str:
    """The position as one line of text; of a match, its current round."""
    rnd = _round(round)
    lead = None if rnd.rules.opening == "auction" else rnd.lead
    hands = "/".join("".join(names(hand)) for hand in rnd.deal.hands)
    haggis = "".join(map(text, rnd.deal.haggis)) or _NOTHING
    start = _start_fields(rnd.rules, rnd.dealer, lead, rnd.totals)
    return " ".join((*start, hands, haggis, _log_field(f"{seat} {action}" for seat, action in rnd.log)))


def parse_position(line: str) -> Round:
    """The position that a line names; an error says what is wrong with it."""
    rules, start, hands, haggis, log = _read_fields(line)
    if "?" in hands + haggis:
        raise NotationError("position-hidden")
    dealt = tuple(gather(_cards(hand, "hands")) for hand in hands.split("/"))
    deal = Deal(dealt, () if haggis == _NOTHING else tuple(_cards(haggis, "haggis")))
    return _replayed(Round.start(rules, deal, **start), log)


@contextmanager
def _field(name: str) -> Iterator[None]:
    """What cannot be read is said with the field in which it stands."""
    try:
        yield
    except NotationError as error:
        raise NotationError("position-field", field=name, reason=error.reason) from None


def _start_fields(rules: Rules, dealer: int, lead: int | None, totals: Sequence[int]) -> tuple[str, ...]:
    """The first fields of a line."""
    spec = rules.spec
    shown = spec if isinstance(spec, str) else json.dumps(spec, separators=(",", ":")).replace(" ", "\\u0020")
    return shown, str(dealer), _NOTHING if lead is None else str(lead), ",".join(map(str, totals))


def _log_field(entries: Iterable[str]) -> str:
    return ";".join(entry.replace(" ", ":") for entry in entries) or _NOTHING


def _read_fields(line: str) -> tuple[Rules, dict[str, Any], str, str, list[str]]:
    """The rules, how the round starts, and the fields for hands, haggis and log."""
    parts = line.split()
    if len(parts) != len(_FIELDS):
        raise NotationError("position", fields=list(_FIELDS), count=len(_FIELDS), found=len(parts))
    spec, dealer, lead, totals, hands, haggis, log = parts
    try:
        rules = Rules.from_spec(json.loads(spec) if spec.startswith("{") else spec)
    except ValueError as error:
        raise error if isinstance(error, RulesError) else NotationError("position-rules", text=clip(spec)) from None
    start: dict[str, Any] = {}
    with _field("dealer"):
        start["dealer"] = _number(dealer)
    with _field("lead"):
        start["lead"] = None if lead == _NOTHING else _number(lead)
    with _field("totals"):
        start["totals"] = [_number(total) for total in totals.split(",")]
    return rules, start, hands, haggis, [] if log == _NOTHING else [one.replace(":", " ") for one in log.split(";")]


def view_line(view: View) -> str:
    """What a seat sees as one line of text, which shows no card that it does not know."""
    if view["seat"] is None or view["phase"] is Phase.OVER:
        raise RulesError("view", why="nobody is to act in it")
    rules, seat = Rules.from_spec(view["rules"]), view["seat"]
    auction, exchange = view["auction"], view["exchange"]
    gifts = iter(exchange["received"]) if exchange else iter(())
    log, own = [], Counter(names(Hand(view["hand"] or "") & NUMBERS))
    for entry in view["log"]:
        actor, _, action = entry.partition(" ")
        from_partner = action == Give.verb and int(actor) == rules.partner(seat)
        log.append(f"{entry} {next(gifts, '')}".strip() if from_partner else entry)
        if int(actor) == seat and action.startswith((Play.verb, Bury.verb)):
            own.update(cell for cell in action.split()[1:] if cell[1:] and "=" not in cell)
    if exchange:
        own.update(exchange["gave"])
        own.subtract(exchange["received"])
    drawn = (auction and auction["drawn"]) or ""
    own.subtract(drawn.split())
    haggis = "" if len(drawn.split()) == rules.haggis_size else "?"
    hands = ["?"] * rules.players
    hands[seat] = "".join(own.elements())
    lead = None if rules.opening == "auction" else view["lead"]
    start = _start_fields(rules, view["dealer"], lead, view["totals"])
    return " ".join((*start, "/".join(hands), "".join(drawn.split()) + haggis or _NOTHING, _log_field(log)))


def parse_view(line: str) -> View:
    """What the seat sees whose hand a line shows; the cards that the line hides are hidden in it."""
    rules, start, hands, haggis, log = _read_fields(line)
    shown = [seat for seat, hand in enumerate(hands.split("/")) if hand != "?"]
    if len(shown) != 1 or len(hands.split("/")) != rules.players:
        raise NotationError("position-view", count=rules.players)
    seat = shown[0]
    with _field("actions"):
        entries = [_hidden(entry, seat) or parse_seated(entry, rules) for entry in log]
    drawn = [] if haggis == _NOTHING else _cards(haggis.removesuffix("?"), "haggis")
    deal = _some_deal(rules, seat, _cards(hands.split("/")[seat], "hands"), drawn, entries)
    rnd = Round.start(rules, deal, **start)
    for number, (actor, action) in enumerate(entries, 1):
        rnd = _played(rnd, number, (actor, _some_action(rnd, actor, action) if isinstance(action, str) else action))
    return shown_view(MatchState.from_round(rnd), seat)


def _hidden(entry: str, seat: int) -> tuple[int, str] | None:
    """The seat and the verb of an entry that names no card; the seat itself knows its cards."""
    actor, _, verb = entry.partition(" ")
    return (_number(actor), verb) if verb in (Give.verb, Bury.verb) and actor != str(seat) else None


def _some_deal(
    rules: Rules, seat: int, own: list[Cards], drawn: list[Cards], log: Sequence[tuple[int, Action | str]]
) -> Deal:
    """A deal that the seat cannot rule out; it does not matter which, as the seat sees the same in all of them."""
    needs: list[Counter[Cards]] = [Counter() for _ in rules.seats]
    gifts: list[list[Cards]] = [[] for _ in rules.seats]
    for actor, action in log:
        if isinstance(action, Play):
            needs[rules.seat(actor)].update(each(action.cards & NUMBERS))
        elif isinstance(action, Give):
            gifts[rules.seat(actor)].append(action.card)
    partner = rules.partner(seat)
    if partner is not None:
        received, gave = gifts[partner], gifts[seat][: len(gifts[partner])]
        if received[1:] and received[1] == gave[0]:  # the partner gives the first gift back
            received, gave = received[:1], gave[1:]
        needs[partner] = needs[partner] - Counter(gave) + Counter(received)
    needs[seat] = Counter(own)
    rest = Counter(rules.deck.cards())
    rest.subtract(card for need in (*needs, Counter(drawn)) for card in need.elements())
    if missing := [card for card, count in rest.items() if count < 0]:
        raise NotationError("copies", card=text(missing[0]), copies=rules.deck.copies)
    cards = list(rest.elements())
    hands = []
    for other, need in enumerate(needs):
        more = 0 if other == seat else rules.hand_size - need.total()
        hands.append(gather([*need.elements(), *(cards.pop() for _ in range(min(more, len(cards))))]))
    return Deal(tuple(hands), (*drawn, *cards))


def _some_action(rnd: Round, actor: int, verb: str) -> Action:
    """What a line hides: the Shepherd buries what was drawn, and two players give each other's card back."""
    if verb == Bury.verb:
        return Bury(rnd.drawn)
    partner = rnd.rules.partner(actor)
    given = () if partner is None else rnd.given[partner]
    return Give(given[0] if given else (rnd.hands[rnd.rules.seat(actor)] & NUMBERS)[0])


def take_back(round: Round | MatchState, count: int = 1) -> Round:
    """The position before the last actions."""
    rnd = _round(round)
    kept = rnd.log[: max(0, len(rnd.log) - count)]
    return _replayed(_started(rnd, rnd.deal), [f"{seat} {action}" for seat, action in kept])


def swap_cards(round: Round | MatchState, seat: int | None, card: str, other: int | None, other_card: str) -> Round:
    """The position with two number cards exchanged in the deal, between seats or, for None, the haggis."""
    rnd, one, two = _round(round), Card(card), Card(other_card)
    deal = _exchange(_exchange(rnd.deal, seat, one, two), other, two, one)
    return _replayed(_started(rnd, deal), [f"{actor} {action}" for actor, action in rnd.log])


def set_hand(round: Round | MatchState, seat: int, cards: str | Cards) -> Round:
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


def _round(position: Round | MatchState) -> Round:
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
        rnd = _played(rnd, number, entry)
    return rnd


def _played(rnd: Round, number: int, entry: str | tuple[int, Action]) -> Round:
    """The round after an entry of the log, which is counted from 1."""
    try:
        return rnd.act(*(parse_seated(entry, rnd.rules) if isinstance(entry, str) else entry))
    except (IllegalAction, NotationError) as refusal:
        shown = entry if isinstance(entry, str) else f"{entry[0]} {entry[1]}"
        raise RulesError("edit-log", number=number, entry=clip(shown), reason=str(refusal)) from None


def _cards(line: str, field: str) -> list[Cards]:
    with _field(field):
        if strange := _CARD.sub(" ", line).split():
            raise NotationError("card", text=clip(strange[0]))
    return [parse_card(name) for name in _CARD.findall(line)]


def _number(word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,12}", word):
        raise NotationError("number", text=clip(word))
    return int(word)
