"""Puzzles with closed cards: find the line that goes out first whatever the others hold, and whatever they do.

The proof covers every deal that the solver cannot rule out (`native/search_sure.hpp`); that there is no other way is
proved likewise.
"""

from math import factorial, prod
from typing import Final

from haggis_cards import _native
from haggis_cards.actions import Action
from haggis_cards.cards import NUMBERS, gather
from haggis_cards.match import Match
from haggis_cards.native import Position
from haggis_cards.puzzles.canonical import played, unseen
from haggis_cards.puzzles.making import goes_out, make_puzzle
from haggis_cards.puzzles.model import Puzzle
from haggis_cards.puzzles.solution import Answer, actions_of, check_line, find_line, group, is_unique
from haggis_cards.review.answers import key_by_suits
from haggis_cards.review.causes import fact
from haggis_cards.round import Phase, Round
from haggis_cards.view import known_gifts

MOST_CARDS: Final = 9  # in the solver's hand
LEAST_CARDS: Final = 3
MOST_NODES: Final = 6_000  # of the search behind all actions of a position
LEAST_ANSWERS: Final = 4


class SureOut:
    """Of the others only the sizes of their hands and their courts are known, and what they have played."""

    gap = 1.0  # sure or not

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def answers(self, position: Position) -> list[Answer]:
        rnd = position.to_round()
        if rnd.out or rnd.turn != self.seat:
            return []
        sure = _native.sure_outs(position.native, self.seat, MOST_NODES)
        if None in sure:
            return []
        actions = actions_of(position)
        key = key_by_suits((rnd.hands[self.seat], unseen(rnd, self.seat)))
        return group(actions, [float(bool(one)) for one in sure], map(key, actions))

    def replies(self, position: Position) -> list[Action]:
        """Whatever the others do, they cannot stop the solver."""
        return actions_of(position)


def find(match: Match) -> Puzzle | None:
    """The puzzle that a position is to the seat whose turn it is, if it is one."""
    rnd = match.round
    if rnd.phase is not Phase.PLAY or rnd.turn is None or rnd.out or knows_gifts(match, rnd.turn):
        return None
    if not LEAST_CARDS <= rnd.hands[rnd.turn].bit_count() <= MOST_CARDS:
        return None
    solver, position = SureOut(rnd.turn), Position.from_round(rnd)
    answers = solver.answers(position)
    if len(answers) < LEAST_ANSWERS or not is_unique(answers, solver.gap) or goes_out(match, answers[0].action):
        return None
    deals, line = deal_count(rnd, rnd.turn), find_line(position, solver)
    return make_puzzle("sure", match, line, answers, [fact("sure", deals=deals)], {"deals": deals})


def knows_gifts(match: Match, seat: int) -> bool:
    """Whether the seat knows cards of its partner: then it can rule out deals that the proof looks at."""
    partner = match.rules.partner(seat)
    if partner is None:
        return False
    return bool(known_gifts(match.view(seat)["exchange"], gather(played(match.round, partner))))


def deal_count(rnd: Round, seat: int) -> int:
    """In how many ways the cards that the seat has not seen can lie."""
    hidden = unseen(rnd, seat).bit_count()
    held = [(rnd.hands[other] & NUMBERS).bit_count() for other in rnd.rules.others(seat)]
    return factorial(hidden) // prod(map(factorial, [*held, hidden - sum(held)]))


def verify(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle, if anything: every deal is looked at again."""
    if knows_gifts(puzzle.start, puzzle.seat):
        return "the solver knows cards of the partner"
    if puzzle.proof["deals"] != deal_count(puzzle.start.round, puzzle.seat):
        return "the number of deals is wrong"
    return check_line(puzzle, SureOut(puzzle.seat))
