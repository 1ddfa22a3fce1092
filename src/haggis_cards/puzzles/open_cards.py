"""Puzzles with open cards: all hands are shown, and the ending is worked out to its last card.

An answer is worth what the solver's side is surely ahead at the end of the round, whatever the others do: its points
less the mean of the other sides'. Between two sides this is the value of the game; among three players it is what the
solver can make sure of against both.
"""

from typing import Final

from haggis_cards import _native
from haggis_cards.actions import Action
from haggis_cards.match import Match
from haggis_cards.native import Position
from haggis_cards.puzzles.making import goes_out, make_puzzle
from haggis_cards.puzzles.model import Puzzle
from haggis_cards.puzzles.solution import Answer, actions_of, check_line, find_line, group, is_unique
from haggis_cards.review.answers import key_by_suits
from haggis_cards.review.causes import fact
from haggis_cards.review.reasons import tidy
from haggis_cards.round import Phase
from haggis_cards.rules import Rules

LEAST_CARDS: Final = 5  # in all hands together
MOST_CARDS: Final = {2: 24, 3: 18}  # by the number of sides
MOST_NODES: Final = 2_000_000  # of the search behind all answers of a position
PROOF_NODES: Final = 100_000_000  # of the search that verifies a position
GAP: Final = 5.0  # points that the right answer is ahead: a card in a hand when somebody goes out
LEAST_ANSWERS: Final = 3


class OpenCards:
    """All hands are known."""

    gap = GAP

    def __init__(self, start: Position, seat: int, most_nodes: int) -> None:
        self.seat = seat
        self._round, self._most_nodes = _native.OpenRound(start.native, seat), most_nodes

    @property
    def nodes(self) -> int:
        """How many positions the search has looked at so far."""
        return self._round.nodes

    def answers(self, position: Position) -> list[Answer]:
        actions, values = actions_of(position), self._values(position)
        return [] if values is None else group(actions, values, map(key_by_suits(position.hands), actions))

    def replies(self, position: Position) -> list[Action]:
        actions, values, turn = actions_of(position), self._values(position), position.turn
        if values is None or turn is None:
            return []
        sides = position.rules.sides
        best = max(values) if sides[turn] == sides[self.seat] else min(values)
        key = key_by_suits(position.hands)
        good = {key(action): action for action, value in zip(actions, values, strict=True) if value == best}
        return list(good.values())

    def _values(self, position: Position) -> list[float] | None:
        values = self._round.values(position.native, self._most_nodes)
        return None if None in values else [value for value in values if value is not None]


def find(match: Match, least: int = LEAST_CARDS) -> Puzzle | None:
    """The puzzle that a position with so many cards at least is to the seat whose turn it is, if it is one."""
    rnd = match.round
    if rnd.phase is not Phase.PLAY or not least <= sum(hand.bit_count() for hand in rnd.hands) <= most_cards(rnd.rules):
        return None
    if any(rnd.open_bets(seat) for seat in rnd.rules.seats) or rnd.turn is None:
        return None
    position = Position.from_round(rnd)
    solver = OpenCards(position, rnd.turn, MOST_NODES)
    answers = solver.answers(position)
    if len(answers) < LEAST_ANSWERS or not is_unique(answers, GAP) or goes_out(match, answers[0].action):
        return None
    nodes = solver.nodes
    line = find_line(position, solver)
    best, second = answers[0], answers[1]
    reason = [fact("open", points=tidy(best.value - second.value), action=second.action)]
    proof = {"values": [[answer.action, answer.value] for answer in answers], "nodes": nodes}
    puzzle = make_puzzle("open", match, line, answers, reason, proof)
    return puzzle if puzzle.themes else None


def most_cards(rules: Rules) -> int:
    """How many cards may be in all hands together."""
    return MOST_CARDS[rules.side_count]


def verify(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle, if anything: all lines of play are looked at again."""
    return check_line(puzzle, OpenCards(Position.from_round(puzzle.start.round), puzzle.seat, PROOF_NODES))
