"""A round as people tell it: what is asked, what cannot be right, and what `scoring` needs to settle it.

    {"out": [1, 0],                              who went out, in this order
     "held": [[9, null, 4], [null, null, 2]],    for each of them, the cards of the opponents then, by seat
     "bets": [null, 15, null],                   open bets by seat
     "piles": [23, {"3": 4, "K": 1}, null]}      score piles by side, each as its sum or by ranks

The last hand and the haggis lie on the piles before they are counted. One pile may be null: it is the rest of the
deck. In Tatties, `shepherd` and `bid` take the place of `bets`, and `won` says whether the first player out won that
trick (R6.2). `lost` is what the cards count that score for nobody (R6.4, R6.5), where neither piles nor rules tell it.
"""

from collections.abc import Sequence
from typing import Literal, TypedDict

from haggis_cards.cards import COURTS, clip
from haggis_cards.keeper.errors import SheetError, Unfinished
from haggis_cards.keeper.piles import read_piles
from haggis_cards.keeper.sheet import Entry, Sheet
from haggis_cards.keeper.told import Sizes, Told
from haggis_cards.rules import Rules
from haggis_cards.scoring import CLAUSES, Result, Source, last_hand_side, out_source, settle


class Line(TypedDict):
    """Points of a side, what they are for, and the clause that says so."""

    rule: str  # `pile`, or a rule of `scoring.Source`
    clause: str
    side: int
    points: int
    seat: int | None
    hand: int | None
    count: int  # cards, or the value of the bet; 0 for a pile that was entered as a sum


class Asks(TypedDict):
    """What a round still depends on, once it is known who went out."""

    next_out: list[int]  # who may go out next; empty when the round is over
    held: list[list[int]]  # for each player out, the seats whose cards are counted
    won: bool  # whether it matters who won the trick in which the first player went out
    hand_to: int | None  # the side whose pile gets the cards left in hands
    lost: list[int]  # the seats whose cards nobody scores
    haggis_to: int | None  # the side whose pile gets the haggis; None where the last to play decides


def read_round(sheet: Sheet, totals: tuple[int, ...], entry: Entry) -> tuple[Result, list[Line]]:
    """The result of a round as it was entered, and where each point comes from."""
    out = _read_out(sheet, entry)
    if open_seats(sheet.rules, out):
        raise Unfinished("out-next", name=sheet.players[out[-1]]) if out else Unfinished("out-first")
    held, outs = _read_held(sheet, out, entry)
    shepherd, bid = _read_bid(sheet, entry)
    told = Told(sheet, totals, out, held, outs, _read_bets(sheet, entry), shepherd, bid)
    piles = read_piles(told, entry)
    result = settle(told, tuple(pile.points for pile in piles), outs)
    counted = [_line("pile", side, pile.points, count=pile.cards) for side, pile in enumerate(piles)]
    others = [
        _line(source["rule"], source["side"], source["points"], source["seat"], source["hand"], source["count"])
        for source in result.sources
    ]
    return result, counted + others


def _line(rule: str, side: int, points: int, seat: int | None = None, hand: int | None = None, count: int = 0) -> Line:
    clause = CLAUSES.get(rule, "R8.1")
    return {"rule": rule, "clause": clause, "side": side, "points": points, "seat": seat, "hand": hand, "count": count}


def asks(sheet: Sheet, entry: Entry) -> Asks:
    """What to ask people about this round, from who has gone out so far."""
    rules, out = sheet.rules, _read_out(sheet, entry)
    following = open_seats(rules, out)
    told = Told(sheet, (), out) if out and not following else None
    return {
        "next_out": following,
        "held": [_counted(rules, out, place) for place in range(len(out))],
        "won": rules.out_bonus == "trick",
        "hand_to": None if told is None else last_hand_side(told),
        "lost": [] if told is None else told.lost,
        "haggis_to": None if told is None else told.haggis_to,
    }


def open_seats(rules: Rules, out: Sequence[int]) -> list[int]:
    """Who may go out next; nobody once all but one, or both players of a side, are out (R6.3)."""
    both = rules.partners and any(rules.partner(seat) in out for seat in out)
    return [] if both or len(out) >= rules.players - 1 else [seat for seat in rules.seats if seat not in out]


def _read_out(sheet: Sheet, entry: Entry) -> tuple[int, ...]:
    rules, out = sheet.rules, entry.get("out") or []
    if not isinstance(out, list):
        raise SheetError("sheet-shape", key="out", text=clip(out))
    for place, seat in enumerate(out):
        if type(seat) is not int or seat not in rules.seats:
            raise SheetError("out-seat", text=clip(seat), last=rules.players - 1)
        if seat in out[:place]:
            raise SheetError("out-twice", name=sheet.players[seat])
        if not open_seats(rules, out[:place]):
            raise SheetError("out-after", name=sheet.players[out[place - 1]])
    return tuple(out)


def _counted(rules: Rules, out: Sequence[int], place: int) -> list[int]:
    """The opponents who still have cards when this player goes out."""
    return [seat for seat in rules.opponents(out[place]) if seat not in out[:place]]


def _read_held(sheet: Sheet, out: tuple[int, ...], entry: Entry) -> tuple[tuple[Sizes, ...], tuple[Source, ...]]:
    """The hands that count for each player out (R6.2), and the points for them."""
    rules, rows, won = sheet.rules, entry.get("held") or [], entry.get("won")
    if not isinstance(rows, list):
        raise SheetError("sheet-shape", key="held", text=clip(rows))
    if len(rows) > len(out):
        raise SheetError("held-moments", count=len(out), found=len(rows))
    if won is not None and rules.out_bonus != "trick":
        raise SheetError("held-won", name=sheet.players[out[0]])
    if won is not None and type(won) is not bool:
        raise SheetError("held-trick", name=sheet.players[out[0]], text=clip(won))
    if won is None and rules.out_bonus == "trick":
        raise Unfinished("held-trick", name=sheet.players[out[0]])
    held: list[Sizes] = []
    sources: list[Source] = []
    before = (rules.hand_size + len(COURTS),) * rules.players
    for place, seat in enumerate(out):
        row = rows[place] if place < len(rows) else None
        with_trick = rules.out_bonus == "trick" and place == 0
        if with_trick and not won:
            if any(row or ()):
                raise SheetError("held-overplayed", name=sheet.players[seat])
            held.append((0,) * rules.players)
        else:
            held.append(_read_sizes(sheet, out[: place + 1], row, before))
            before = tuple(size or most for size, most in zip(held[-1], before, strict=True))
        rule: Literal["out", "out-trick", "out-overplayed"]
        rule = "out" if not with_trick else "out-trick" if won else "out-overplayed"
        sources.append(out_source(rules, rule, seat, held[-1]))
    return tuple(held), tuple(sources)


def _read_sizes(sheet: Sheet, out: tuple[int, ...], row: object, before: Sizes) -> Sizes:
    """The cards of the opponents when the last of `out` goes out; no hand is larger than it was before."""
    rules, names, most = sheet.rules, sheet.players, sheet.rules.hand_size + len(COURTS)
    given = [None] * rules.players if row is None else row
    if not isinstance(given, list) or len(given) != rules.players:
        raise SheetError("sheet-shape", key="held", text=clip(row))
    counted = _counted(rules, out, len(out) - 1)
    for seat, size in enumerate(given):
        name = names[seat]
        if size is None and seat in counted:
            raise Unfinished("held-count", name=name, out=names[out[-1]])
        if size is not None and (type(size) is not int or size < 0):
            raise SheetError("held-number", name=name, text=clip(size))
        if size and seat in out:
            raise SheetError("held-out", name=name, found=size)
        if size == 0 and seat in counted:
            raise SheetError("held-none", name=name, out=names[out[-1]])
        if size is not None and size > most:
            raise SheetError("held-dealt", name=name, found=size, most=most)
        if size is not None and size > before[seat]:
            raise SheetError("held-more", name=name, found=size, before=before[seat])
    return tuple(size or 0 for size in given)


def _read_bets(sheet: Sheet, entry: Entry) -> tuple[int | None, ...]:
    """Open bets (R7): one for each player at most, and none that equals the partner's (R7.3)."""
    rules, names, bets = sheet.rules, sheet.players, entry.get("bets")
    if bets is None:
        return (None,) * rules.players
    if not isinstance(bets, list) or len(bets) != rules.players:
        found = len(bets) if isinstance(bets, list) else clip(bets)
        raise SheetError("bet-count", count=rules.players, found=found)
    if not rules.open_bets and any(bet is not None for bet in bets):
        raise SheetError("bet-auction")
    for seat, bet in enumerate(bets):
        if bet is not None and (type(bet) is not int or bet not in rules.bets):
            raise SheetError("bet-value", name=names[seat], text=clip(bet), values=list(rules.bets))
        partner = rules.partner(seat)
        if bet is not None and partner is not None and bets[partner] == bet:
            raise SheetError("bet-partner", name=names[seat], partner=names[partner], value=bet)
    return tuple(bets)


def _read_bid(sheet: Sheet, entry: Entry) -> tuple[int | None, int]:
    """The Shepherd and the bid (R4.3)."""
    rules, shepherd, bid = sheet.rules, entry.get("shepherd"), entry.get("bid")
    if rules.opening != "auction":
        if shepherd is not None or bid is not None:
            raise SheetError("bid-none")
        return None, 0
    if bid is not None and (type(bid) is not int or bid not in rules.bets):
        raise SheetError("bid-value", text=clip(bid), values=list(rules.bets))
    if shepherd is None:
        if bid is not None:
            raise SheetError("bid-alone", value=bid)
        return None, 0
    if type(shepherd) is not int or shepherd not in rules.seats:
        raise SheetError("bid-seat", text=clip(shepherd), last=rules.players - 1)
    if bid is None:
        raise Unfinished("bid-value", name=sheet.players[shepherd])
    return shepherd, bid
