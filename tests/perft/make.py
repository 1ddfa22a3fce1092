"""Writes the perft files: `python -m tests.perft.make`. Both engines count; where they differ it stops.

Positions are from random rounds: the deal, one position of every phase before and beside the tricks, and some from the
middle and the end. With the house rule `bets_until` there is also one in which a player may bet after another is out.
"""

from itertools import count
from random import Random

from haggis_cards import Bet, Match, Phase, Round, Rounds, Rules
from haggis_cards.actions import PASS
from haggis_cards.native import Position
from tests.perft import FOLDER, PerftCase, perft, write
from tests.support import TABLES, choose

MOST = 20_000_000  # sequences that the native core counts in a test
MOST_IN_PYTHON = 400  # positions that the Python engine looks into
DEEPEST = 12


def main() -> None:
    """One file for each table."""
    for table in TABLES:
        rules = Rules.from_spec(table)
        positions = [_counted(rnd) for rnd in _positions(rules)]
        write(FOLDER / f"{'-'.join([rules.preset, *rules.house])}.perft", positions)


def _positions(rules: Rules) -> list[Round]:
    rng = Random(f"perft {rules.spec}")
    chosen: list[Round] = []
    phases: set[Phase] = set()
    for seed in range(150):
        match = Match(rules, Rounds(2), seed=seed)
        rounds: list[Round] = []
        while not match.over:
            rounds.append(match.round)
            match = match.act(*choose(match.round, rng))
        if not seed:
            chosen += [rounds[0], rounds[len(rounds) // 5], rounds[-9], rounds[-5]]
        if seed == 1:
            chosen += [rounds[len(rounds) // 2 + 12], rounds[-12]]
        for rnd in rounds:
            if rnd.phase not in phases:
                phases.add(rnd.phase)
                if rnd.phase is not Phase.PLAY:
                    chosen.append(rnd)
    return [*chosen, _late_bet(rules)] if rules.bets_until == "first-card" and rules.players > 2 else chosen


def _late_bet(rules: Rules) -> Round:
    """The first position in which somebody is out and the seat to act, which has only passed so far, may bet."""
    for seed in count():
        rng, match = Random(seed), Match(rules, Rounds(1), seed=seed)
        while not match.over:
            rnd, seat = match.round, match.to_act[0]
            if rnd.out and any(isinstance(action, Bet) for action in rnd.legal(seat)):
                return rnd
            may_pass = seat == rnd.rules.others(rnd.dealer)[1] and PASS in rnd.legal(seat)
            match = match.act(*((seat, PASS) if may_pass else choose(rnd, rng)))
    raise AssertionError


def _counted(rnd: Round) -> PerftCase:
    position, counts, before = Position.from_round(rnd), dict[int, int](), 1
    for depth in range(1, DEEPEST + 1):
        count = position.perft(depth)
        if before <= MOST_IN_PYTHON and perft(rnd, depth) != count:
            raise SystemExit(f"the engines differ at depth {depth} after {rnd.log} of {rnd.deal}, {rnd.rules.spec}")
        if depth > 1 and count > MOST:
            break
        counts[depth] = before = count
        if not count:
            break
    return PerftCase(rnd, counts)


if __name__ == "__main__":
    main()
