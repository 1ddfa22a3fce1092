"""A small agent that learns Haggis on a CPU in a few minutes, through the batched interface.

    python examples/train_small.py [--rules haggis-2] [--minutes 3] [--rounds 256] [--threads 1] [--seed 1]

It plays against itself: a network guesses, for each legal action, the points by which its side will be ahead at the
end of the round (Monte-Carlo action values), and the best guess is played, now and then another action. It needs
PyTorch and NumPy, nothing else of the package than `haggis_cards.native.Batch` and `haggis_cards.encoding.unpack`. At
the end it plays duplicate deals against random players: every deal from every side of the table.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from haggis_cards.encoding import ACTION_WORDS, STATE_WORDS, unpack
from haggis_cards.native import Batch

POINTS = 40.0  # a margin that counts as one for the network
WIDTH = 192
MEMORY = 200_000  # decisions to learn from, the latest
SAMPLE = 1024  # of them in a step of learning

Taken = tuple[int, NDArray[np.uint64], NDArray[np.uint64]]  # by a side: what it knew, what it did
Choose = Callable[[Batch], NDArray[np.int64]]  # a place in each round's list


class Values(nn.Module):
    """The state is read once, each of its actions by a small head."""

    def __init__(self) -> None:
        super().__init__()
        self.state = nn.Sequential(nn.Linear(64 * STATE_WORDS, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH))
        self.action = nn.Linear(64 * ACTION_WORDS, WIDTH)
        self.head = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, states: torch.Tensor, actions: torch.Tensor, of: torch.Tensor) -> torch.Tensor:
        """The values of actions, each `of` one of the states."""
        values: torch.Tensor = self.head(self.state(states)[of] + self.action(actions))[:, 0]
        return values


def features(words: NDArray[np.uint64]) -> torch.Tensor:
    """Rows of bits as numbers."""
    return torch.from_numpy(unpack(words, np.float32))


def owners(batch: Batch) -> NDArray[np.int64]:
    """The round of each action."""
    return np.repeat(np.arange(len(batch)), batch.counts)


def random_places(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """Any place in each list."""
    return (rng.random(len(batch)) * batch.counts).astype(np.int64)


def best_places(values: NDArray[np.float32], batch: Batch) -> NDArray[np.int64]:
    """The place of the highest value in each list."""
    order = np.lexsort((values, owners(batch)))  # by round, then by value: the last of each round is the best
    return order[batch.offsets[1:] - 1] - batch.offsets[:-1]


def margins(batch: Batch) -> NDArray[np.float32]:
    """By round and side: the points of the last finished round less the mean of the other sides."""
    points = batch.scores.sum(axis=1).astype(np.float32)
    return points - (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)


class Memory:
    """The latest decisions whose rounds are over: state, action taken, margin in the end."""

    def __init__(self, size: int) -> None:
        self.states = np.empty((size, STATE_WORDS), np.uint64)
        self.actions = np.empty((size, ACTION_WORDS), np.uint64)
        self.margins = np.empty(size, np.float32)
        self.count = 0

    def add(self, states: NDArray[np.uint64], actions: NDArray[np.uint64], margins: NDArray[np.float32]) -> None:
        at = np.arange(self.count, self.count + len(margins)) % len(self.margins)
        self.states[at], self.actions[at], self.margins[at] = states, actions, margins
        self.count += len(margins)

    def sample(self, size: int, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        at = rng.integers(min(self.count, len(self.margins)), size=size)
        return features(self.states[at]), features(self.actions[at]), torch.from_numpy(self.margins[at] / POINTS)


class Learner:
    """Plays a batch against itself and learns from the rounds that have ended."""

    def __init__(self, rules: str, rounds: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.batch = Batch(rules, rounds, seed=seed)
        self.sides = np.array(self.batch.rules.sides)
        self.values = Values()
        self.optimizer = torch.optim.Adam(self.values.parameters(), lr=1e-3)
        self.memory = Memory(MEMORY)
        self.open: list[list[Taken]] = [[] for _ in range(rounds)]  # of the rounds under way
        self.decisions = self.finished = 0
        self.loss = 1.0

    @torch.inference_mode()
    def evaluate(self, batch: Batch) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.float32]]:
        states, actions = batch.encode()
        values = self.values(features(states), features(actions), torch.from_numpy(owners(batch)))
        return states, actions, values.numpy()

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """The best action of every round."""
        return best_places(self.evaluate(batch)[2], batch)

    def play(self, explore: float) -> None:
        """One decision in every round; those of rounds that it ends go into memory."""
        batch = self.batch
        states, actions, values = self.evaluate(batch)
        curious = self.rng.random(len(batch)) < explore
        places = np.where(curious, random_places(batch, self.rng), best_places(values, batch))
        taken, sides = actions[batch.offsets[:-1] + places], self.sides[batch.seats]
        for trail, side, state, action in zip(self.open, sides.tolist(), states, taken, strict=True):
            trail.append((side, state, action))
        batch.step(places)
        ahead = margins(batch)
        for place in np.flatnonzero(batch.done):
            by, known, done = zip(*self.open[place], strict=True)
            self.memory.add(np.stack(known), np.stack(done), ahead[place][list(by)])
            self.open[place].clear()
        self.decisions += len(batch)
        self.finished += int(batch.done.sum())

    def learn(self, size: int = SAMPLE) -> None:
        """One step towards the margins that actions have led to, from so many decisions."""
        states, actions, targets = self.memory.sample(size, self.rng)
        loss = nn.functional.mse_loss(self.values(states, actions, torch.arange(len(targets))), targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.loss += 0.02 * (loss.item() - self.loss)


def duplicate(choose: Choose, rules: str, deals: int, seed: int) -> tuple[float, float]:
    """The mean margin over random players and half its 95% interval: each deal is played once from every side."""
    by_deal = []
    for side in range(Batch(rules, 1).rules.side_count):
        rng = np.random.default_rng(seed)
        batch = Batch(rules, deals, seed=seed)  # the same seed, the same deals
        mine, result = np.array(batch.rules.sides) == side, np.full(deals, np.nan)
        while np.isnan(result).any():
            places = np.where(mine[batch.seats], choose(batch), random_places(batch, rng))
            batch.step(places)
            first = batch.done & np.isnan(result)
            result[first] = margins(batch)[first, side]
        by_deal.append(result)
    means = np.mean(by_deal, axis=0)
    return float(means.mean()), float(1.96 * means.std(ddof=1) / np.sqrt(deals))


def main() -> None:
    """Trains, tells how it goes, and plays against random in the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="haggis-2", help="the game")
    parser.add_argument("--minutes", type=float, default=3.0, help="of training")
    parser.add_argument("--rounds", type=int, default=256, help="played at once")
    parser.add_argument("--deals", type=int, default=1000, help="of the final match against random")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; more are slower on a busy machine")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    learner = Learner(args.rules, args.rounds, args.seed)
    start, told = time.monotonic(), 0.0
    while (spent := time.monotonic() - start) < 60 * args.minutes:
        learner.play(explore=0.3 * (1 - spent / (60 * args.minutes)) + 0.02)
        if learner.memory.count >= SAMPLE:
            learner.learn()
        if spent - told >= min(20, 15 * args.minutes):
            told = spent
            margin, _ = duplicate(learner.choose, args.rules, min(100, args.deals), seed=7)
            print(
                f"{spent:4.0f} s  {learner.decisions:8,} decisions  {learner.finished:6,} rounds  "
                f"loss {learner.loss:.3f}  {margin:+.1f} points a round ahead of random",
                flush=True,
            )
    margin, interval = duplicate(learner.choose, args.rules, args.deals, seed=11)
    print(f"{args.rules}: {margin:+.1f} ± {interval:.1f} points a round ahead of random ({args.deals} duplicate deals)")


if __name__ == "__main__":
    main()
