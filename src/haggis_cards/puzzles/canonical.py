"""When two puzzles are the same: their positions differ only in the names of suits, or in the number of the seat.

What lies where is looked at suit by suit; the sorted list of the suits is then the same however they are called.
"""

import base64
import hashlib
from collections.abc import Sequence
from typing import Any

from haggis_cards.cards import ALL_COURTS, NUMBERS, Cards, gather, remove
from haggis_cards.puzzles.model import Kind
from haggis_cards.review.answers import suit_lines
from haggis_cards.round import Round


def puzzle_id(kind: Kind, rnd: Round, seat: int) -> str:
    """The id of the puzzle that a position is to a seat."""
    digest = hashlib.sha256(repr(canonical(kind, rnd, seat)).encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()


def canonical(kind: Kind, rnd: Round, seat: int) -> tuple[Any, ...]:
    """All that a solver goes by, without the names of suits and seats."""
    rules = rnd.rules
    order = [(seat + step) % rules.players for step in range(rules.players)]
    places = [rnd.hands[one] for one in order] if kind == "open" else [rnd.hands[seat], unseen(rnd, seat)]
    lines = sorted(suit_lines(places, suit) for suit in range(rules.deck.suits))
    seats = [
        (int(rnd.hands[one] & ALL_COURTS), rnd.hands[one].bit_count(), one in rnd.passed, rnd.bets[one])
        for one in order
    ]
    top = rnd.top and (rnd.top.kind, rnd.top.width, rnd.top.length, rnd.top.rank, order.index(_winner(rnd)))
    out = [order.index(one) for one in rnd.out]
    bids = [(order.index(one), value) for one, value in rnd.bids]
    return kind, str(rules.spec), str(rnd.phase), lines, seats, top, out, bids


def unseen(rnd: Round, seat: int) -> Cards:
    """The number cards whose place a seat does not know."""
    known: Sequence[Cards] = [rnd.hands[seat] & NUMBERS, *played(rnd)]
    if rnd.shepherd == seat:
        known = [*known, rnd.buried]
    rest = gather(rnd.rules.deck.cards())
    for cards in known:
        rest = remove(rest, cards)
    return rest


def played(rnd: Round, seat: int | None = None) -> list[Cards]:
    """The number cards of every play, or of those of a seat."""
    entries = [entry for trick in rnd.tricks for entry in trick.entries] + list(rnd.trick)
    return [play.cards & NUMBERS for one, play in entries if play is not None and seat in (None, one)]


def _winner(rnd: Round) -> int:
    assert rnd.winner is not None
    return rnd.winner
