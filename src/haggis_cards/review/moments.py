"""The decisions of a match: what each seat saw, and what it did."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from haggis_cards.actions import Action, Bet
from haggis_cards.combos import Play
from haggis_cards.match import Match
from haggis_cards.review.errors import ReviewError
from haggis_cards.round import Round
from haggis_cards.view import View


@dataclass(frozen=True)
class Moment:
    """An action of the log at which there was something to decide."""

    round: int  # from 1 on
    index: int  # in the round's log
    seat: int
    view: View
    made: Action
    before: Round
    about_bet: bool  # the decision is whether to bet


def moments(match: Match, seats: Collection[int], rounds: Collection[int] | None = None) -> Iterator[Moment]:
    """All decisions of some seats in the order of the match, or in some of its rounds.

    A seat that plays its first card though it could bet has decided two things: not to bet, and the play.
    """
    state = replayed(match)
    for number, done in enumerate(match.finished, 1):
        for index, (seat, action) in enumerate(done.round.log):
            if seat in seats and (rounds is None or number in rounds):
                view = state.view(seat)
                if isinstance(action, Bet):
                    yield Moment(number, index, seat, view, action, state.round, True)
                else:
                    bets = sum(text.startswith("bet ") for text in view["legal"])
                    if bets and isinstance(action, Play):
                        yield Moment(number, index, seat, view, action, state.round, True)
                    if len(view["legal"]) - bets > 1:
                        yield Moment(number, index, seat, view, action, state.round, False)
            state = state.act(seat, action)


def places(match: Match, seats: Collection[int], rounds: Collection[int]) -> dict[tuple[int, int], int]:
    """The actions of some seats by round and index, numbered from 1 on: for a progress bar."""
    found = [
        (number, index)
        for number, done in enumerate(match.finished, 1)
        for index, (seat, _) in enumerate(done.round.log)
        if seat in seats and number in rounds
    ]
    return {place: number for number, place in enumerate(found, 1)}


def replayed(match: Match) -> Match:
    """The match before its first action, with the same deals."""
    if not match.over:
        raise ReviewError("the match is not over, and a review would show its hidden cards; finish it first")
    deals = [done.round.deal for done in match.finished]
    return Match(match.rules, match.end, dealer=match.dealer, players=match.players, deals=deals)
