"""What it is worth to play for the match: a bot against itself without that, in duplicate matches.

    python lab/match_play.py haggis-2 foresight:16it:1 --end rounds=6 --matches 400
    python lab/match_play.py neeps-4 neural --end goal=350 --seconds 120      # many matches at once, so it is quicker

A duplicate match is the same row of deals once for every mix of the two bots over the sides. The bot that counts in
points is the same bot; it is told that each round is a match of its own. One line of JSON: the share of the matches
that the bot which plays for the match has won, a shared win counting in parts, with the 95% interval.
"""

import argparse
import json
import time
from collections.abc import Iterable
from functools import partial
from itertools import chain
from random import Random
from statistics import fmean

from haggis_cards.arena.contest import Contest, Players
from haggis_cards.arena.stats import Estimate
from haggis_cards.arena.table import play_round
from haggis_cards.arena.workers import spread
from haggis_cards.bots import Bot, Decision
from haggis_cards.bots.network import load_network
from haggis_cards.bots.stakes import Stakes
from haggis_cards.lab.together import ChooseBet, by_points, play_together
from haggis_cards.match import Match
from haggis_cards.match_end import End, Goal, Rounds
from haggis_cards.native import Position
from haggis_cards.rules import Rules
from haggis_cards.view import View

PLAYERS = Players()  # of this process
TOGETHER = 20  # duplicate matches at once


class InPoints:
    """A bot that does not know that there is a match."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """What the bot would do in a round by itself."""
        return self._bot.decide({**view, "end": {"rounds": 1}}, budget)

    def close(self) -> None:
        """The bot is kept."""


def play_many(preset: str, end: str, seed: int, first: int, count: int) -> list[float]:
    """The same for many duplicate matches of `neural`, which plays for the match by its bets alone."""
    rules, network = Rules.from_spec(preset), load_network("")
    mixes = Contest(rules, ("random", "random"), seed).mixes
    seats = [mix for _ in range(count) for mix in mixes]
    matches = [_start(rules, end, f"{seed} {first + n // len(mixes)}") for n in range(len(seats))]
    while playing := [n for n, match in enumerate(matches) if not match.over]:
        bets = [_bets(matches[n], seats[n]) for n in playing]
        for n, rnd in zip(playing, play_together(network, [matches[n].round for n in playing], bets), strict=True):
            for seat, action in rnd.log:
                matches[n] = matches[n].act(seat, action)
    shares = [_share(match, mix) for match, mix in zip(matches, seats, strict=True)]
    return [fmean(shares[at : at + len(mixes)]) for at in range(0, len(shares), len(mixes))]


def _bets(match: Match, mix: tuple[int, ...]) -> ChooseBet:
    """How the seats of a match bet in its current round."""
    stakes, rules = Stakes.of(match.view(None), match.rules), match.rules

    def choose(position: Position, seat: int, first_out: float) -> int | None:
        if stakes is None or mix[seat]:
            return by_points(position, seat, first_out)
        bets = {at: rules.bets[place - 1] for at, place in enumerate(position.fields["bets"].tolist()) if place}
        beaten = {at for at in bets if bets.get(at ^ 2, 0) > bets[at]} if rules.partners else set()
        return stakes.bet_place(seat, first_out, {at: bet for at, bet in bets.items() if at not in beaten})

    return choose


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
    """What one match gives to the bots of kind 0."""
    match = _start(rules, end, seed)
    while not match.over:
        bots: list[Bot] = []
        for seat in rules.seats:
            bot = PLAYERS.take(spec, seat, Random(f"{seed} {len(match.finished)} {seat}").getrandbits(32))
            bots.append(InPoints(bot) if mix[seat] else bot)
        match = play_round(match, bots).match
    return _share(match, mix)


def _start(rules: Rules, end: str, seed: str) -> Match:
    return Match(rules, read_end(end), seed=Random(seed).getrandbits(63))


def _share(match: Match, mix: tuple[int, ...]) -> float:
    """The part of the win that is the bots' of kind 0."""
    rules = match.rules
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
    shares: Iterable[float]
    if options.bot == "neural":
        starts = range(0, options.matches, TOGETHER)
        many = (play_many(options.rules, options.end, options.seed, first, TOGETHER) for first in starts)
        shares = chain.from_iterable(many)
    else:
        play = partial(play_match, options.rules, options.bot, options.end, options.seed)
        shares = spread(play, range(options.matches), jobs=options.jobs)
    for share in shares:
        won.add(share)
        if time.monotonic() - start > options.seconds and won.count % TOGETHER == 0:
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
