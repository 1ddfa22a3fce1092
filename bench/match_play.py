"""What it is worth to play for the match: a bot against itself without that, in duplicate matches.

    python bench/match_play.py haggis-2 neural --end rounds=6 --matches 400
    python bench/match_play.py neeps-4 foresight:16it:1 --end goal=350 --seconds 120

A duplicate match is the same row of deals once for every mix of the two bots over the sides. The bot that counts in
points is the same bot; it is told that each round is a match of its own. One line of JSON: the share of the matches
that the bot which plays for the match has won, a shared win counting in parts, with the 95% interval.
"""

import argparse
import json
import time
from functools import partial
from itertools import islice
from random import Random
from statistics import fmean

from haggis_cards.arena.contest import Contest, Players
from haggis_cards.arena.stats import Estimate
from haggis_cards.arena.table import play_round
from haggis_cards.arena.workers import spread
from haggis_cards.bots import Bot, Decision
from haggis_cards.match import End, Goal, Match, Rounds
from haggis_cards.rules import Rules
from haggis_cards.view import View

PLAYERS = Players()  # of this process


class InPoints:
    """A bot that does not know that there is a match."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """What the bot would do in a round by itself."""
        return self._bot.decide({**view, "end": {"rounds": 1}}, budget)

    def close(self) -> None:
        """The bot is kept."""


def read_end(text: str) -> End:
    """`rounds=6` or `goal=250`."""
    kind, _, number = text.partition("=")
    return Goal(int(number)) if kind == "goal" else Rounds(int(number))


def play_match(preset: str, spec: str, end: str, seed: int, number: int) -> float:
    """The share of one duplicate match that the bot which plays for the match has won."""
    rules = Rules.from_spec(preset)
    return fmean(
        _won(rules, spec, end, f"{seed} {number}", mix) for mix in Contest(rules, ("random", "random"), seed).mixes
    )


def _won(rules: Rules, spec: str, end: str, seed: str, mix: tuple[int, ...]) -> float:
    """What one match gives to the bots of kind 0: 1 if they won, a part if they share the win or hold several sides."""
    match = Match(rules, read_end(end), seed=Random(seed).getrandbits(63))
    while not match.over:
        bots: list[Bot] = []
        for seat in rules.seats:
            bot = PLAYERS.take(spec, seat, Random(f"{seed} {len(match.finished)} {seat}").getrandbits(32))
            bots.append(InPoints(bot) if mix[seat] else bot)
        match = play_round(match, bots).match
    winners, kinds = match.winners or (), [mix[rules.sides.index(side)] for side in range(rules.side_count)]
    own = sum(1 for side in winners if kinds[side] == 0) / len(winners) / kinds.count(0)
    other = sum(1 for side in winners if kinds[side] == 1) / len(winners) / kinds.count(1)
    return own / (own + other)


def main() -> None:
    """Plays, and prints what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules")
    parser.add_argument("bot")
    parser.add_argument("--end", default="rounds=6")
    parser.add_argument("--matches", type=int, default=10**6)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    options = parser.parse_args()
    start, won = time.monotonic(), Estimate()
    play = partial(play_match, options.rules, options.bot, options.end, options.seed)
    for share in islice(spread(play, range(options.matches), jobs=options.jobs), options.matches):
        won.add(share)
        if time.monotonic() - start > options.seconds:
            break
    low, high = won.interval()
    print(
        json.dumps(
            {
                "rules": options.rules,
                "bot": options.bot,
                "end": options.end,
                "matches": won.count,
                "won": round(won.mean, 4),
                "ci95": [round(low, 4), round(high, 4)],
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    main()
