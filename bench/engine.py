"""The rules engine at uniformly random play: one line of JSON a preset, one core.

    python bench/engine.py [--seconds 3] [--hands 300]

`rounds_s` and `decisions_s` count whole rounds with `legal` and `act` at every decision; `views_s` how many views a
server could build. `legal_ms` is the slowest list of a leader's plays among `--hands` dealt hands and some that are
built to be hard, each asked twice: with caches as they come, and warm. Every preset is measured
without and with `sets`.
"""

import argparse
import gc
import json
import random
import time

from haggis_cards import RULES, Deal, Match, Round, Rounds, Rules
from haggis_cards.cards import ALL_COURTS, gather


def random_play(rules: Rules, seconds: float) -> dict[str, float]:
    rng = random.Random(1)
    rounds = decisions = moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        rnd = Round.start(rules, Deal.shuffled(rules, rng), dealer=rounds % rules.players)
        while not rnd.over:
            seat = rnd.to_act[0]
            legal = rnd.legal(seat)
            rnd = rnd.act(seat, rng.choice(legal))
            decisions += 1
            moves += len(legal)
        rounds += 1
    spent = time.perf_counter() - start
    return {
        "rounds_s": round(rounds / spent),
        "decisions_s": round(decisions / spent),
        "legal_per_decision": round(moves / decisions, 1),
    }


def slowest_legal(rules: Rules, hands: int) -> dict[str, float]:
    rng = random.Random(2)
    dealt = [Deal.shuffled(rules, rng).hands[0] | ALL_COURTS for _ in range(hands)]
    # Hard hands: whole suits, neighbouring ranks over all suits, and over three of them (the most plays there are).
    deck = rules.deck.cards()
    by_suit = sorted(deck, key=lambda card: card.bit_length())
    for start in range(0, len(deck) - rules.hand_size, 2):
        dealt += [gather(cards[start : start + rules.hand_size]) | ALL_COURTS for cards in (deck, by_suit)]
    for suits in range(2, rules.deck.suits):
        for start in range(9 - rules.hand_size // suits + 1):
            lines = [
                sum(1 << suit * 9 + start + step for suit in range(suits)) for step in range(rules.hand_size // suits)
            ]
            dealt.append(gather(lines) | ALL_COURTS)
    slowest = {"cold": 0.0, "warm": 0.0}
    largest = 0
    gc.collect()
    gc.disable()
    for hand in dealt:
        for state in slowest:
            start_time = time.perf_counter()
            plays = tuple(rules.grammar.plays(hand))
            slowest[state] = max(slowest[state], time.perf_counter() - start_time)
            largest = max(largest, len(plays))
    gc.enable()
    return {f"legal_ms_{state}": round(worst * 1e3, 2) for state, worst in slowest.items()} | {"largest": largest}


def views(rules: Rules, seconds: float) -> dict[str, float]:
    """How fast a server could make views: all seats, after every action of a match."""
    rng = random.Random(3)
    made = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        match = Match(rules, Rounds(1), seed=made)
        while not match.over:
            seat = match.to_act[0]
            match = match.act(seat, rng.choice(match.legal(seat)))
            for viewer in rules.seats:
                match.view(viewer)
                made += 1
    return {"views_s": round(made / (time.perf_counter() - start))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of random play for each preset")
    parser.add_argument("--hands", type=int, default=300, help="dealt hands among which to find the slowest legal()")
    args = parser.parse_args()
    for preset, plain in RULES.items():
        for rules in (plain, plain.replace(sets=True)):
            figures = (
                random_play(rules, args.seconds) | slowest_legal(rules, args.hands) | views(rules, args.seconds / 4)
            )
            print(json.dumps({"rules": rules.spec if rules.sets else preset, **figures}), flush=True)


if __name__ == "__main__":
    main()
