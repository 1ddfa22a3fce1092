"""How long a match is: the rounds of the field strung together, as the rules say who deals and leads next (R8.2, R8.3).

The seats of each round are turned so that the right one leads or, before an auction, deals. The bots play from totals
of 0, so that what a player risks when behind does not count here.
"""

from collections.abc import Sequence

from haggis_cards.lab.facts import RoundFacts
from haggis_cards.match_end import next_seats
from haggis_cards.rules import Rules


def match_lengths(rules: Rules, rounds: Sequence[RoundFacts], goal: int) -> list[int]:
    """The number of rounds of each match until a side has reached the goal; an unfinished last match is left out."""
    auction = rules.opening == "auction"
    lengths: list[int] = []
    totals, dealer, lead, count = [0] * rules.side_count, 0, None if auction else 1, 0
    for facts in rounds:
        turn = dealer - facts["dealer"] if lead is None else lead - facts["lead"]
        for side, points in enumerate(facts["points"]):
            totals[rules.sides[(rules.sides.index(side) + turn) % rules.players]] += points
        count += 1
        if max(totals) >= goal:
            lengths.append(count)
            totals, dealer, lead, count = [0] * rules.side_count, 0, None if auction else 1, 0
        else:
            first_out = (facts["out"][0] + turn) % rules.players
            dealer, lead = next_seats(rules, totals, dealer=dealer, lead=lead, first_out=first_out)
    return lengths
