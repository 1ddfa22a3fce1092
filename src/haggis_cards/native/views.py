"""Views with lists of plays from the core: the same as those of `haggis_cards.view`, and quicker to make."""

from typing import TYPE_CHECKING, Any

from haggis_cards import _native
from haggis_cards import view as views
from haggis_cards.actions import PASS, Bet
from haggis_cards.cards import COURT_SHIFT, FIRST, PLANE
from haggis_cards.combos import RANK_SHIFT
from haggis_cards.native.rules import native_rules
from haggis_cards.round import Phase, Round

if TYPE_CHECKING:
    from haggis_cards.match import Match


def legal(rnd: Round, seat: int) -> list[str]:
    """Everything that a seat may do now, as text."""
    if rnd.phase is not Phase.PLAY or seat != rnd.turn:
        return views.legal(rnd, seat)
    hand, top = rnd.hands[seat], rnd.top
    planes = hand & FIRST | hand >> COURT_SHIFT << PLANE, hand >> PLANE & FIRST
    plays = _native.play_texts(native_rules(rnd.rules), planes, 0 if top is None else top >> RANK_SHIFT)
    bets = [str(Bet(value)) for value in rnd.open_bets(seat)]
    return [*([] if top is None else [str(PASS)]), *plays, *bets]


def view(match: "Match", seat: int | None) -> views.View:
    """What a seat may see of a match now; None for a spectator."""
    return views.view(match, seat, legal)


def own_changes(before: "Match", after: "Match", seat: int) -> dict[str, Any]:
    """The keys of one seat's view that one action has changed, where they differ from the public ones."""
    return views.own_changes(before, after, seat, legal)
