"""What one seat may see of a match, and nothing more: the only thing that is ever sent to a player.

A view is a plain dict, ready for JSON, with cards, plays and actions as text. `docs/view.md` explains every key, and
`docs/view.schema.json` is its schema. A spectator's view (seat None) has no hand and no legal actions.

A seat knows its own cards and what it gave, received, drew and buried; every play, its player, and the pile that took
it; the sizes of hands and haggis; courts; bets and bids. It does not see the cards of others, the haggis, or open picks
of an exchange until the round is over; then everybody sees the cards that were left.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypedDict, cast

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.cards import ALL_COURTS, Cards, gather, parse_card, remove, text
from haggis_cards.combos import Play
from haggis_cards.match_end import Finished
from haggis_cards.match_state import MatchState
from haggis_cards.pictures import Pictured
from haggis_cards.round import SWAPS, Phase, Round
from haggis_cards.scoring import ResultData, Source, captured

VERSION: Final = 1

# The same actions are written again and again: a list of plays to lead has hundreds.
_text_of: Final = lru_cache(maxsize=1 << 16)(str)

ListLegal = Callable[[Round, int], list[str]]


class Entry(TypedDict):
    """One entry of a trick; `play` is None for a pass."""

    seat: int
    play: str | None


class ToBeat(TypedDict):
    """The highest combination of the trick."""

    seat: int
    play: str
    name: str
    kind: str
    width: int
    length: int
    rank: int


class TrickView(TypedDict):
    """A finished trick: who won it and whose pile took it."""

    entries: list[Entry]
    winner: int
    side: int


class SeatView(TypedDict):
    """What everybody knows about a player."""

    side: int
    cards: int
    courts: str
    out: bool
    bet: int | None
    bet_stands: bool


class PileView(TypedDict):
    """A side's score pile so far: finished tricks only."""

    cards: int
    points: int
    bonus: int


class BidView(TypedDict):
    """One entry of the auction; `bid` is None for a pass."""

    seat: int
    bid: int | None


class AuctionView(TypedDict):
    """The auction; only the Shepherd sees the cards."""

    bids: list[BidView]
    shepherd: int | None
    draws: int
    drawn: str | None
    buried: str | None


class ExchangeView(TypedDict):
    """The exchange; the cards are this seat's own."""

    swap: int
    picked: list[int]
    pick: str | None
    gave: list[str]
    received: list[str]


class RoundResult(ResultData):
    """A finished round: the side that made a slam (R6.5), where points come from, and the cards never played."""

    shepherd: int | None
    slam: int | None
    sources: list[Source]
    left: list[str]
    haggis: str


class View(TypedDict):
    """What one seat may see."""

    view: int
    rules: str | dict[str, Any]
    end: dict[str, int]
    players: list[str] | None
    seat: int | None
    round: int
    dealer: int
    lead: int | None
    phase: Phase
    to_act: list[int]
    hand: str | None
    seats: list[SeatView]
    haggis: int
    trick: list[Entry]
    to_beat: ToBeat | None
    tricks: list[TrickView]
    piles: list[PileView]
    out: list[int]
    awarding: Literal["trick", "haggis"] | None
    auction: AuctionView | None
    exchange: ExchangeView | None
    log: list[str]
    totals: list[int]
    results: list[RoundResult]
    winners: list[int] | None
    legal: list[str]


class ShownView(Pictured, dict[str, Any]):
    """A view that notebooks show as a picture; otherwise a dict like any other."""


def legal(rnd: Round, seat: int) -> list[str]:
    """Everything that a seat may do now, as text; the texts are cached, because there can be thousands."""
    return [_text_of(action) for action in rnd.legal(seat)]


def view(match: MatchState, seat: int | None, list_legal: ListLegal = legal) -> View:
    """What a seat may see of a match now; None for a spectator. `list_legal` may be a quicker way to the same list."""
    seat = None if seat is None else match.rules.seat(seat)
    return cast("View", {**public(match), **own(match, seat, list_legal)})


def shown_view(match: MatchState, seat: int | None) -> View:
    """The same for notebooks."""
    return cast("View", ShownView(view(match, seat)))


def public(match: MatchState) -> dict[str, Any]:
    """What everybody may see: a spectator's view."""
    rnd = match.round
    return {
        "view": VERSION,
        "rules": match.rules.spec,
        "end": match.end.as_record,
        "players": list(match.players) if match.players else None,
        "seat": None,
        "round": len(match.finished) + (not rnd.over),
        "dealer": rnd.dealer,
        "lead": rnd.lead,
        "phase": rnd.phase,
        "to_act": list(rnd.to_act),
        "hand": None,
        **{key: part.build(rnd) for key, part in _PARTS.items()},
        "log": [_public(actor, action, None) for actor, action in rnd.log],
        "totals": list(match.totals),
        "results": [_result(done) for done in match.finished],
        "winners": list(match.winners) if match.winners else None,
        "legal": [],
    }


def own(match: MatchState, seat: int | None, list_legal: ListLegal = legal) -> dict[str, Any]:
    """The keys in which a seat's view differs from the public one."""
    if seat is None:
        return {}
    rnd, opening = match.round, match.rules.opening
    return {
        "seat": seat,
        "hand": text(rnd.hands[seat]),
        **({"auction": _auction(rnd, seat)} if opening == "auction" else {}),
        **({"exchange": _exchange(rnd, seat)} if opening == "exchange" else {}),
        **({"log": [_public(actor, action, seat) for actor, action in rnd.log]} if opening else {}),
        "legal": [] if match.over else list_legal(rnd, seat),
    }


# Updates after one action, without building whole views. After an action that did not end the round,
#     {**view(before, seat), **public_changes(before, after), **own_changes(before, after, seat)}
# with the action's entry added to `log` equals `view(after, seat)`; if the round ended, the changes include the log.


def public_changes(before: MatchState, after: MatchState) -> dict[str, Any]:
    """The keys of the public view that one action has changed, with their new values; `entry` has the log's."""
    if before.finished is not after.finished:
        return {key: value for key, value in public(after).items() if key not in _CONSTANT}
    old, new = before.round, after.round
    changed = _changed_fields(old, new)
    changes: dict[str, Any] = {}
    if "lead" in changed:
        changes["lead"] = new.lead
    if "phase" in changed:
        changes["phase"] = new.phase
    if old.to_act != new.to_act:
        changes["to_act"] = list(new.to_act)
    for key, part in _PARTS.items():
        if not changed.isdisjoint(part.fields):
            changes[key] = part.build(new)
    return changes


def _changed_fields(old: Round, new: Round) -> set[str]:
    """The fields of a round that an action has changed; most are the very same object in both."""
    before = old.__dict__
    return {name for name, value in new.__dict__.items() if value is not before[name] and value != before[name]}


def own_changes(before: MatchState, after: MatchState, seat: int, list_legal: ListLegal = legal) -> dict[str, Any]:
    """The keys of one seat's view that one action has changed, where they differ from the public ones."""
    if before.finished is not after.finished:
        return {key: value for key, value in own(after, seat, list_legal).items() if key not in _CONSTANT}
    old, new = before.round, after.round
    changes: dict[str, Any] = {}
    if old.hands[seat] != new.hands[seat]:
        changes["hand"] = text(new.hands[seat])
    opening = new.rules.opening
    if opening and not _changed_fields(old, new).isdisjoint(_PARTS[opening].fields):
        changes[opening] = _auction(new, seat) if opening == "auction" else _exchange(new, seat)
    # Out of turn a seat has at most open bets; its first card, its bet, or a player who goes out ends them.
    if seat in old.to_act or seat in new.to_act or old.bets != new.bets or old.out != new.out:
        changes["legal"] = list_legal(new, seat)
    return changes


def entry(match: MatchState, seat: int | None) -> str:
    """The last action of the match as a seat's log shows it, even if it ended the round."""
    rnd = match.round if match.round.log else match.finished[-1].round
    actor, action = rnd.log[-1]
    return _public(actor, action, seat)


def known_gifts(exchange: ExchangeView | None, played: Cards) -> Cards:
    """The gifts that the partner, who has played these cards, must still hold: those not given back (R3.1)."""
    if exchange is None:
        return 0
    gave, received = exchange["gave"], exchange["received"]
    returned = len(gave) == SWAPS and received[-1] == gave[0]
    gifts = gather(map(parse_card, gave[1:] if returned else gave))
    return remove(gifts, gifts & played)


class _Part(NamedTuple):
    """A public key: the fields of the round that it depends on, and how it is built."""

    fields: tuple[str, ...]
    build: Callable[[Round], Any]


def _seat(rnd: Round, seat: int) -> SeatView:
    return {
        "side": rnd.rules.sides[seat],
        "cards": rnd.hands[seat].bit_count(),
        "courts": text(rnd.hands[seat] & ALL_COURTS),
        "out": seat in rnd.out,
        "bet": rnd.bets[seat],
        "bet_stands": rnd.stands(seat),
    }


def _entries(entries: tuple[tuple[int, Play | None], ...]) -> list[Entry]:
    return [{"seat": seat, "play": play.text if play else None} for seat, play in entries]


def _to_beat(rnd: Round) -> ToBeat | None:
    top = rnd.top
    if top is None or rnd.winner is None:
        return None
    return cast("ToBeat", {"seat": rnd.winner, **_described(top)})


@lru_cache(maxsize=1 << 14)
def _described(play: Play) -> dict[str, Any]:
    """A play as it is shown to those who have to beat it."""
    return {"play": play.text, "name": play.name, **play.parts}


def _piles(rnd: Round) -> list[PileView]:
    sizes = [0] * rnd.rules.side_count
    for trick in rnd.tricks:
        sizes[trick.side] += sum(play.count for _, play in trick.entries if play)
    return [
        {"cards": cards, "points": points, "bonus": bonus}
        for cards, points, bonus in zip(sizes, captured(rnd), rnd.bonus, strict=True)
    ]


def _auction(rnd: Round, seat: int | None) -> AuctionView:
    own = seat is not None and seat == rnd.shepherd
    return {
        "bids": [{"seat": bidder, "bid": value} for bidder, value in rnd.bids],
        "shepherd": rnd.shepherd,
        "draws": 0 if rnd.shepherd is None else rnd.draw_count,
        "drawn": text(rnd.drawn) if own else None,
        "buried": text(rnd.buried) if own and rnd.buried else None,
    }


def _exchange(rnd: Round, seat: int | None) -> ExchangeView:
    shown: ExchangeView = {
        "swap": len(rnd.given[0]) + (rnd.phase is Phase.EXCHANGE),
        "picked": [other for other in rnd.rules.seats if rnd.picks[other]],
        "pick": None,
        "gave": [],
        "received": [],
    }
    partner = None if seat is None else rnd.rules.partner(seat)
    if seat is not None and partner is not None:
        shown["pick"] = text(rnd.picks[seat]) or None
        shown["gave"] = [text(card) for card in rnd.given[seat]]
        shown["received"] = [text(card) for card in rnd.given[partner]]
    return shown


def _public(actor: int, action: Action, seat: int | None) -> str:
    """An entry of the log, without the cards that the seat may not see."""
    match action:
        case Give() | Bury():
            return f"{actor} {action}" if actor == seat else f"{actor} {action.verb}"
        case Play() | Pass() | Bet() | Bid() | Award() | Lead():
            return f"{actor} {action}"


def _result(done: Finished) -> RoundResult:
    rnd, result = done.round, done.result
    return {
        **result.data,
        "shepherd": result.shepherd,
        "slam": result.slam,
        "sources": list(result.sources),
        "left": [text(hand) for hand in rnd.hands],
        "haggis": text(rnd.haggis),
    }


def _tricks(rnd: Round) -> list[TrickView]:
    return [{"entries": _entries(trick.entries), "winner": trick.winner, "side": trick.side} for trick in rnd.tricks]


# In the order of the view; `public` itself builds `phase`, `to_act` and the like.
_PARTS: Final[dict[str, _Part]] = {
    "seats": _Part(("hands", "out", "bets"), lambda rnd: [_seat(rnd, seat) for seat in rnd.rules.seats]),
    "haggis": _Part(("haggis",), lambda rnd: rnd.haggis.bit_count()),
    "trick": _Part(("trick",), lambda rnd: _entries(rnd.trick)),
    "to_beat": _Part(("top", "winner"), _to_beat),
    "tricks": _Part(("tricks",), _tricks),
    "piles": _Part(("tricks", "bonus"), _piles),
    "out": _Part(("out",), lambda rnd: list(rnd.out)),
    "awarding": _Part(("phase", "trick"), lambda rnd: rnd.awarding),
    "auction": _Part(
        ("bids", "phase", "buried"), lambda rnd: _auction(rnd, None) if rnd.rules.opening == "auction" else None
    ),
    "exchange": _Part(
        ("picks", "given", "phase"), lambda rnd: _exchange(rnd, None) if rnd.rules.opening == "exchange" else None
    ),
}
_CONSTANT: Final = frozenset({"view", "rules", "end", "players", "seat"})
