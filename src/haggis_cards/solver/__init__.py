"""The solver: what a position is worth with all cards in sight and best play of everybody.

>>> from haggis_cards import Match
>>> from haggis_cards.solver import solve
>>> solution = solve(Match("haggis-2", seed=1), nodes=1000)
>>> solution["exact"], "play 2r" in solution["actions"]
(False, True)
"""

from haggis_cards.solver.errors import SolverError
from haggis_cards.solver.solving import Progress, Solution, Value, solve

__all__ = ["Progress", "Solution", "SolverError", "Value", "solve"]
