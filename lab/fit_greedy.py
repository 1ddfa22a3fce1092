"""Fits the weights of `greedy` to what its choices have brought: `python lab/fit_greedy.py haggis-2 --rounds 100`.

Greedy plays rounds against itself, some of them against `random`. At some decisions several choices are played out to
the end of the round; the new weights best predict which of them brought more points. The weights of `wins` and `first`
best predict which plays won their tricks, and which player was first out. Old and new weights then meet on duplicate
deals, and the new ones are printed in the form of `src/haggis_cards/bots/greedy/numbers.py`.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Final

import numpy as np
import typer
from numpy.typing import NDArray

from haggis_cards.arena import Contest, Estimate, play_round
from haggis_cards.bots.greedy import Greedy
from haggis_cards.bots.greedy.evaluator import PARTNER, PASS, PLAY, POSITION
from haggis_cards.bots.greedy.move_scorer import SURE_TO_GO_OUT, MoveScorer, Option
from haggis_cards.bots.greedy.numbers import WEIGHTS, Weights
from haggis_cards.bots.greedy.parsed_view import ParsedView
from haggis_cards.combos import Play
from haggis_cards.encoding import margins
from haggis_cards.match import Match
from haggis_cards.rules import Rules
from haggis_cards.view import View

Numbers = NDArray[np.float64]

SUMS: Final = {"own": POSITION, "other": POSITION, "partner": PARTNER, "play": PLAY, "pass": PASS}
FIRST_OUT: Final = 8  # points for being first out: the average gain of a bet on it
BEST, OTHERS = 3, 3  # choices of a decision that are played out: the best, and some random others
AGAINST_RANDOM: Final = 0.3  # of the rounds
EPSILON: Final = 0.1  # of the decisions: one of the best instead of the best (exploration)
RIDGE: Final = 200.0  # L2 penalty on the change of a weight
RIDGE_LOGISTIC: Final = 20.0  # the same for `wins` and `first`


@dataclass
class Samples:
    """Choices with their returns, plays and whether they won, hands and whether they were first out."""

    choices: list[tuple[list[list[float]], list[float]]] = field(default_factory=list)
    wins: list[tuple[list[float], bool]] = field(default_factory=list)
    first: list[tuple[list[float], bool]] = field(default_factory=list)


class SampleCollector:
    """Plays rounds of one game with some weights, and collects samples."""

    def __init__(self, rules: Rules, weights: Weights, share: float, seed: str) -> None:
        self.rules, self.weights, self.share = rules, weights, share
        self.greedy = Greedy(weights=weights)
        self.rng = Random(seed)
        self.samples = Samples()

    def play(self, match: Match) -> None:
        """Plays a round; at some decisions several choices are played out."""
        random_side = self.rng.randrange(self.rules.side_count) if self.rng.random() < AGAINST_RANDOM else None
        hands: dict[int, list[float]] = {}  # by seat: what it could bet or bid on
        plays: list[tuple[list[float], int, Play]] = []  # of the trick
        while not match.over:
            seat, tricks = match.to_act[0], len(match.round.tricks)
            view = without_bets(match.view(seat))
            if view["phase"] == "auction":
                action = self._bid(view, seat, hands)
            elif self.rules.sides[seat] == random_side:
                action = self.rng.choice(view["legal"])
            elif view["phase"] == "play":
                scorer = MoveScorer(ParsedView.from_view(view), self.weights)
                if self.rules.open_bets and seat not in match.round.played and not match.round.out:
                    hands.setdefault(seat, [*position(scorer), scorer.seen.top is None, 0])
                chosen = self._choose(match, seat, scorer)
                action = text_of(chosen)
                if chosen.play and chosen.rest and not scorer.threats.sure(chosen.play):
                    features = scorer.evaluator.win_features(chosen.play, chosen.rest.bit_count())
                    plays.append((features, seat, chosen.play))
            else:
                action = self.greedy.decide(view).action
            match = match.act(seat, action)
            if len(match.round.tricks) > tricks:
                last = match.round.tricks[-1]
                self.samples.wins += [(it, (seat, play) == (last.winner, last.top)) for it, seat, play in plays]
                plays.clear()
        for seat, features in hands.items():
            if self.rules.open_bets or seat == match.round.shepherd:
                self.samples.first.append((features, match.round.out[0] == seat))

    def _bid(self, view: View, seat: int, hands: dict[int, list[float]]) -> str:
        """A random bid in half of the cases: greedy's own bids would only sample the hands that it bids with."""
        bids = [action for action in view["legal"] if action.startswith("bid ")]
        if not bids or self.rng.random() < 0.5:
            return "pass"
        bid = self.rng.choice(bids)
        draws = len(self.rules.bets) - self.rules.bets.index(int(bid.removeprefix("bid ")))
        hands[seat] = [*position(MoveScorer(ParsedView.from_view(view), self.weights)), False, draws]
        return bid

    def _choose(self, match: Match, seat: int, scorer: MoveScorer) -> Option:
        options = sorted(scorer.options(), key=lambda option: -option.value)
        if options[0].value >= SURE_TO_GO_OUT / 2 or len(options) == 1:
            return options[0]
        if self.rng.random() < self.share:
            others = options[BEST:]
            tried = options[:BEST] + self.rng.sample(others, min(OTHERS, len(others)))
            tried += [option for option in others if option.play is None and option not in tried]
            tried = [option for option in tried if option.features]
            returns = [self._play_out(match.act(seat, text_of(option)), seat) for option in tried]
            self.samples.choices.append(([features_of(option) for option in tried], returns))
        return self.rng.choice(options[: BEST + 1]) if self.rng.random() < EPSILON else options[0]

    def _play_out(self, match: Match, seat: int) -> float:
        """The margin of the seat's side at the end of the round, without bets."""
        while not match.over:
            actor = match.to_act[0]
            match = match.act(actor, self.greedy.decide(without_bets(match.view(actor))).action)
        done, own = match.finished[-1], self.rules.sides[seat]
        points = [
            cards + bonus + FIRST_OUT * (self.rules.sides[done.round.out[0]] == side)
            for side, (cards, bonus) in enumerate(zip(done.result.cards, done.result.bonus, strict=True))
        ]
        return float(margins(points)[own])


def without_bets(view: View) -> View:
    """The view without open bets among its legal actions."""
    view["legal"] = [action for action in view["legal"] if not action.startswith("bet ")]
    return view


def position(scorer: MoveScorer) -> list[float]:
    """The features of the whole hand."""
    return scorer.evaluator.position(scorer.seen.hand, scorer.planner.plan(scorer.seen.hand))


def text_of(option: Option) -> str:
    """The action that an option is."""
    return "pass" if option.play is None else str(option.play)


def features_of(option: Option) -> list[float]:
    """All features of an option in a row, 0 for those that it does not have."""
    return [float(it) for name, names in SUMS.items() for it in option.features.get(name, [0.0] * len(names))]


def fit(samples: Samples, old: Weights) -> Weights:
    """The weights fitted to these samples by ridge regression around the old ones."""
    choices = [np.array(features) for features, _ in samples.choices]
    x = np.concatenate([features - features.mean(axis=0) for features in choices])
    y = np.concatenate([np.array(returns) - np.mean(returns) for _, returns in samples.choices])
    before = np.concatenate([old[name] for name in SUMS])
    scale = x.std(axis=0) + 1e-6
    squares = (x / scale).T @ (x / scale) + RIDGE * np.eye(len(before))
    after = before + np.linalg.solve(squares, (x / scale).T @ (y - x @ before)) / scale
    after = np.where(scale < 1e-5, before, after)  # a feature that never varied keeps its weight
    explained = [1 - np.var(y - x @ weights) / np.var(y) for weights in (before, after)]
    typer.echo(f"{len(choices)} decisions; explained before and after: {explained[0]:.3f}, {explained[1]:.3f}")
    ends = np.cumsum([len(names) for names in SUMS.values()])
    parts: dict[str, Numbers] = dict(zip(SUMS, np.split(after, ends[:-1]), strict=True))
    parts["wins"] = logistic_fit(samples.wins, old["wins"])
    parts["first"] = logistic_fit(samples.first, old["first"])
    return {name: [round(float(it), 2) + 0.0 for it in part] for name, part in parts.items()}


def logistic_fit(rows: list[tuple[list[float], bool]], old: Sequence[float]) -> Numbers:
    """The weights that best predict whether it came true."""
    x, y = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    before = np.array(old, dtype=float)
    weights = before.copy()
    for _ in range(12):  # Newton's steps
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        curvature = (x * (chance * (1 - chance))[:, None]).T @ x + RIDGE_LOGISTIC * np.eye(len(weights))
        weights += np.linalg.solve(curvature, x.T @ (y - chance) - RIDGE_LOGISTIC * (weights - before))
    return weights


def duel(rules: Rules, new: Weights, old: Weights, deals: int, seed: int) -> Estimate:
    """The margin of greedy with the new weights over greedy with the old ones, bets included, on duplicate deals."""
    contest, margin = Contest(rules, ("greedy", "greedy"), seed), Estimate()
    for deal in range(deals):
        ahead = []
        for mix in contest.mixes:
            bots = [Greedy(weights=(new, old)[held]) for held in mix]
            points = play_round(contest.start(deal), bots).match.finished[-1].result.points
            holders = [mix[rules.sides.index(side)] for side in range(rules.side_count)]
            by_bot = [np.mean([it for it, held in zip(points, holders, strict=True) if held == bot]) for bot in (0, 1)]
            ahead.append(by_bot[0] - by_bot[1])
        margin.add(float(np.mean(ahead)))
    return margin


def show(game: str, weights: Weights) -> Iterator[str]:
    """The lines of `numbers.py`."""
    yield f"    {json.dumps(game)}: {{"
    for name, values in weights.items():
        yield f"        {json.dumps(name)}: ({', '.join(f'{value:g}' for value in values)}),"
    yield "    },"


def main(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(WEIGHTS)}.")],
    rounds: Annotated[int, typer.Option(min=1, help="The number of rounds to learn from in each pass.")] = 100,
    share: Annotated[float, typer.Option(help="The share of decisions that are played out in several ways.")] = 0.25,
    passes: Annotated[
        int, typer.Option(min=1, help="The number of passes; each starts with the weights of the previous one.")
    ] = 1,
    deals: Annotated[int, typer.Option(min=2, help="The number of deals in the duel of new and old weights.")] = 100,
    seed: Annotated[int, typer.Option(help="The seed of all random numbers.")] = 0,
) -> None:
    """Fits the weights of one game, and measures whether they are better."""
    if game not in WEIGHTS:
        raise SystemExit(f"{game} has no weights; the fitted games are: {', '.join(WEIGHTS)}")
    rules, weights = Rules.from_spec(game), WEIGHTS[game]
    contest = Contest(rules, ("greedy", "greedy"), seed)
    for turn in range(passes):
        collector = SampleCollector(rules, weights, share, f"{seed} {turn}")
        with typer.progressbar(range(turn * rounds, (turn + 1) * rounds), label=f"pass {turn + 1}") as bar:
            for deal in bar:
                collector.play(contest.start(deal))
        weights = fit(collector.samples, weights)
    margin = duel(rules, weights, WEIGHTS[game], deals, seed + 1)
    low, high = margin.interval()
    typer.echo(f"new over old: {margin.mean:+.1f} [{low:+.1f}, {high:+.1f}] points a round, {deals} deals")
    for line in show(game, weights):
        typer.echo(line)


if __name__ == "__main__":
    typer.run(main)
