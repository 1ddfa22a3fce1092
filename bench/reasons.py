"""Fresh decisions with their positions and reasons, for somebody to read; the last line counts those with a cause.

    python bench/reasons.py --rules tatties-3,neeps-4 --decisions 5     # of each game, of fresh rounds

Rounds of bots that err are reviewed; decisions that are not good are drawn by lot. What is printed is what the seat
knew: a reader can judge whether the reason is true, and whether it gives a cause.
"""

import argparse
import json
from collections.abc import Iterator
from random import Random

from haggis_cards import RULES, Match, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.review import DecisionData, Reviewer, sentence
from haggis_cards.review.moments import moments
from haggis_cards.review.sentences import SUMS
from haggis_cards.view import View

PLAYERS = ("greedy:30", "greedy", "greedy:30", "greedy")


def played(game: str, seed: int) -> Match:
    """A round of bots."""
    match = Match(game, Rounds(1), seed=seed)
    bots = [make_bot(PLAYERS[seat], seed + seat) for seat in match.rules.seats]
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, bots[seat].decide(match.view(seat)).action)
    return match


def drawn(game: str, count: int, seed: int, effort: str) -> Iterator[tuple[View, DecisionData]]:
    """Decisions that were not good, at most two of a round, with what the seat saw."""
    for number in range(10_000):
        match = played(game, seed + number)
        found = [one for one in Reviewer(match, effort=effort, threads=1) if one["verdict"] != "good"]
        views = {(one.index, one.about_bet): one.view for one in moments(match, match.rules.seats)}
        for decision in Random(f"{seed} {number}").sample(found, min(2, len(found))):
            yield views[decision["index"], decision["kind"] == "bet"], decision
            count -= 1
            if not count:
                return


def position(view: View) -> Iterator[str]:
    """What the seat knows, line by line."""
    for number, seat in enumerate(view["seats"]):
        mark = "me" if number == view["seat"] else f"s{number}"
        bet = f", bets {seat['bet']}" if seat["bet"] else ""
        state = "out" if seat["out"] else f"{seat['cards']} cards, courts {seat['courts'] or 'none'}"
        yield f"  {mark}: side {seat['side']}, {state}{bet}"
    if view["auction"]:
        yield f"  bids: {view['auction']['bids']}, Shepherd {view['auction']['shepherd']}"
    yield f"  piles: {[pile['points'] for pile in view['piles']]}, out so far: {view['out']}, phase: {view['phase']}"
    yield f"  hand: {view['hand']}"
    trick = ", ".join(f"s{one['seat']} {one['play'] or 'pass'}" for one in view["trick"])
    yield f"  trick: {trick or 'to lead'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default=",".join(RULES), help="presets, separated by commas")
    parser.add_argument("--decisions", type=int, default=5, help="of each game")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--seed", type=int, default=Random().randrange(10**6))
    options = parser.parse_args()
    causes = {}
    for game in options.rules.split(","):
        causes[game] = 0
        for view, decision in drawn(game, options.decisions, options.seed, options.effort):
            print(f"\n{game} r{decision['round']}.{decision['index']} {decision['verdict']} {decision['loss']:.0f}")
            print("\n".join(position(view)))
            for one in decision["candidates"][:4]:
                print(f"    {one['action']:32} {-one['behind']:6.1f}  first out {one['first_out']:.0%}")
            print(f"  made {decision['made']}, better {decision['best']}")
            print(f"  -> {sentence(decision['reason'])}", flush=True)
            causes[game] += any(one["code"] not in SUMS for one in decision["reason"])
    print(json.dumps({"seed": options.seed, "decisions": options.decisions, "with_cause": causes}))


if __name__ == "__main__":
    main()
