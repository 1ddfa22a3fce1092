"""A small agent that learns Haggis on a CPU in a few minutes, through the batched interface.

    python examples/train_small.py [--rules haggis-2] [--minutes 3] [--rounds 256] [--threads 1] [--seed 1]

It is Deep Monte Carlo, the method of DouZero (2021): it plays against itself, and for each legal action a network
predicts the margin of its side at the end of the round; it takes the best action or, now and then, a random one. The
script needs PyTorch, NumPy and of this package only `haggis_cards.native.Batch` and a little of
`haggis_cards.encoding`. At the end it plays duplicate deals against random players: every deal from every side of the
table.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from haggis_cards.encoding import ACTION_WORDS, STATE_WORDS, WORD, margins, unpack
from haggis_cards.native import Batch

POINTS = 40.0  # the margin that the network counts as one
WIDTH = 192
MEMORY = 200_000  # the latest decisions, to learn from
SAMPLE = 1024  # decisions of one update

Taken = tuple[int, NDArray[np.uint64], NDArray[np.uint64]]  # the side, its state, the action it took
Choose = Callable[[Batch], NDArray[np.int64]]  # an index in each round's list


class ActionValues(nn.Module):
    """Reads the state once, and each of its actions with a small head."""

    def __init__(self) -> None:
        super().__init__()
        self.state = nn.Sequential(nn.Linear(WORD * STATE_WORDS, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH))
        self.action = nn.Linear(WORD * ACTION_WORDS, WIDTH)
        self.head = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, states: torch.Tensor, actions: torch.Tensor, owner: torch.Tensor) -> torch.Tensor:
        """The values of actions; `owner` is the index of each action's state."""
        values: torch.Tensor = self.head(self.state(states)[owner] + self.action(actions))[:, 0]
        return values


def features(words: NDArray[np.uint64]) -> torch.Tensor:
    """Rows of bits as features."""
    return torch.from_numpy(unpack(words, np.float32))


def owners(batch: Batch) -> NDArray[np.int64]:
    """The round that each action belongs to."""
    return np.repeat(np.arange(len(batch)), batch.counts)


def random_choices(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random action of each list."""
    return (rng.random(len(batch)) * batch.counts).astype(np.int64)


def best_choices(values: NDArray[np.float32], batch: Batch) -> NDArray[np.int64]:
    """The action with the highest value of each list."""
    order = np.lexsort((values, owners(batch)))  # by round, then by value: the last of each round is the best
    return order[batch.offsets[1:] - 1] - batch.offsets[:-1]


class Memory:
    """The latest decisions of finished rounds: state, action taken, final margin."""

    def __init__(self, size: int) -> None:
        self.states = np.empty((size, STATE_WORDS), np.uint64)
        self.actions = np.empty((size, ACTION_WORDS), np.uint64)
        self.margins = np.empty(size, np.float32)
        self.count = 0

    def add(self, states: NDArray[np.uint64], actions: NDArray[np.uint64], margin: NDArray[np.float64]) -> None:
        at = np.arange(self.count, self.count + len(margin)) % len(self.margins)
        self.states[at], self.actions[at], self.margins[at] = states, actions, margin
        self.count += len(margin)

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
        self.values = ActionValues()
        self.optimizer = torch.optim.Adam(self.values.parameters(), lr=1e-3)
        self.memory = Memory(MEMORY)
        self.open: list[list[Taken]] = [[] for _ in range(rounds)]  # decisions of the rounds under way
        self.decisions = self.finished = 0
        self.loss = 1.0

    @torch.inference_mode()
    def evaluate(self, batch: Batch) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.float32]]:
        states, actions = batch.encode()
        values = self.values(features(states), features(actions), torch.from_numpy(owners(batch)))
        return states, actions, values.numpy()

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """The best action of every round."""
        return best_choices(self.evaluate(batch)[2], batch)

    def play(self, explore: float) -> None:
        """Takes one decision in every round; the decisions of rounds that end go into memory."""
        batch = self.batch
        states, actions, values = self.evaluate(batch)
        is_random = self.rng.random(len(batch)) < explore
        choices = np.where(is_random, random_choices(batch, self.rng), best_choices(values, batch))
        taken, sides = actions[batch.offsets[:-1] + choices], self.sides[batch.seats]
        for decisions, side, state, action in zip(self.open, sides.tolist(), states, taken, strict=True):
            decisions.append((side, state, action))
        batch.step(choices)
        final = margins(batch.scores.sum(axis=1))  # by round and side
        for index in np.flatnonzero(batch.done):
            side, state, action = zip(*self.open[index], strict=True)
            self.memory.add(np.stack(state), np.stack(action), final[index][list(side)])
            self.open[index].clear()
        self.decisions += len(batch)
        self.finished += int(batch.done.sum())

    def learn(self, size: int = SAMPLE) -> None:
        """One update towards the margins that actions have led to, on a sample of this size."""
        states, actions, targets = self.memory.sample(size, self.rng)
        loss = nn.functional.mse_loss(self.values(states, actions, torch.arange(len(targets))), targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.loss += 0.02 * (loss.item() - self.loss)


def duplicate(choose: Choose, rules: str, deals: int, seed: int) -> tuple[float, float]:
    """The mean margin over random players and half of its 95% interval; each deal is played once from every side."""
    by_deal = []
    for side in range(Batch(rules, 1).rules.side_count):
        rng = np.random.default_rng(seed)
        batch = Batch(rules, deals, seed=seed)  # the same seed, the same deals
        mine, result = np.array(batch.rules.sides) == side, np.full(deals, np.nan)
        while np.isnan(result).any():
            batch.step(np.where(mine[batch.seats], choose(batch), random_choices(batch, rng)))
            first = batch.done & np.isnan(result)
            result[first] = margins(batch.scores.sum(axis=1))[first, side]
        by_deal.append(result)
    means = np.mean(by_deal, axis=0)
    return float(means.mean()), float(1.96 * means.std(ddof=1) / np.sqrt(deals))


def main() -> None:
    """Trains, reports its progress, and plays against random players at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="haggis-2", help="the game")
    parser.add_argument("--minutes", type=float, default=3.0, help="how long to train")
    parser.add_argument("--rounds", type=int, default=256, help="how many rounds are played at once")
    parser.add_argument("--deals", type=int, default=1000, help="duplicate deals of the final match")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch; more are slower on a busy machine")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    learner = Learner(args.rules, args.rounds, args.seed)
    start, reported = time.monotonic(), 0.0
    while (spent := time.monotonic() - start) < 60 * args.minutes:
        learner.play(explore=0.3 * (1 - spent / (60 * args.minutes)) + 0.02)
        if learner.memory.count >= SAMPLE:
            learner.learn()
        if spent - reported >= min(20, 15 * args.minutes):
            reported = spent
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
