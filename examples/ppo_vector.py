"""Proximal policy optimization in one file, in the manner of CleanRL, on the vector environment.

    pip install "haggis-cards[rl,train]"
    python examples/ppo_vector.py [--rules haggis-2] [--opponents random] [--minutes 2]

The agent sees the bits of its seat and has one output for each shape of an action; shapes that are not legal are masked
out. Rounds that end are dealt again in the same step, so that every step counts.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from haggis_cards.envs.vector import VectorTableEnv

POINTS = 50.0  # what a reward of one means
GAMMA, LAMBDA = 1.0, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
EPOCHS, MINIBATCHES = 3, 8


class Agent(nn.Module):
    """Two hidden layers for the policy, and two for the value."""

    def __init__(self, features: int, actions: int, width: int = 128) -> None:
        super().__init__()

        def layers(outputs: int) -> nn.Sequential:
            hidden = [nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()]
            return nn.Sequential(*hidden, nn.Linear(width, outputs))

        self.actor, self.critic = layers(actions), layers(1)

    def policy(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """The chances of the legal actions."""
        return Categorical(logits=self.actor(seen).masked_fill(masks == 0, -1e9))

    def value(self, seen: torch.Tensor) -> torch.Tensor:
        """The reward that is to be expected."""
        return self.critic(seen).squeeze(-1)


def as_tensors(observations: np.ndarray, infos: dict) -> tuple[torch.Tensor, torch.Tensor]:
    """What the agent sees, and its masks."""
    return torch.from_numpy(observations).float(), torch.from_numpy(infos["action_mask"])


def evaluate(agent: Agent, rules: str, opponents: str, rounds: int) -> tuple[float, float]:
    """The mean margin of a round in points, and twice its standard error."""
    envs = VectorTableEnv(rules, 100, opponents=opponents, past=0, autoreset_mode="SameStep")
    seen, masks = as_tensors(*envs.reset(seed=10**6))
    earned: list[float] = []
    while len(earned) < rounds:
        with torch.no_grad():
            actions = agent.policy(seen, masks).sample()
        observations, rewards, ended, _, infos = envs.step(actions.numpy())
        seen, masks = as_tensors(observations, infos)
        earned += rewards[ended].tolist()
    return float(np.mean(earned)), 2 * float(np.std(earned)) / len(earned) ** 0.5


class Rollout:
    """Steps of all environments, one after the other: [steps, environments, ...]."""

    def __init__(self, envs: VectorTableEnv, steps: int) -> None:
        shape = (steps, envs.num_envs)
        self.envs = envs
        self.seen = torch.zeros(*shape, *envs.single_observation_space.shape)
        self.masks = torch.zeros(*shape, int(envs.single_action_space.n), dtype=torch.int8)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_probs, self.values, self.rewards, self.ended, self.advantages = (torch.zeros(shape) for _ in range(5))
        self.next = as_tensors(*envs.reset(seed=1))

    @torch.no_grad()
    def play(self, agent: Agent) -> None:
        """Fills the rollout, and estimates advantages (GAE)."""
        for step in range(len(self.seen)):
            self.seen[step], self.masks[step] = self.next
            policy = agent.policy(*self.next)
            actions = policy.sample()
            self.actions[step], self.log_probs[step] = actions, policy.log_prob(actions)
            self.values[step] = agent.value(self.next[0])
            observations, rewards, ended, _, infos = self.envs.step(actions.numpy())
            self.rewards[step] = torch.from_numpy(rewards) / POINTS
            self.ended[step] = torch.from_numpy(ended)
            self.next = as_tensors(observations, infos)
        ahead, value = torch.zeros(self.envs.num_envs), agent.value(self.next[0])
        for step in reversed(range(len(self.seen))):
            goes_on = 1 - self.ended[step]
            error = self.rewards[step] + GAMMA * goes_on * value - self.values[step]
            ahead = error + GAMMA * LAMBDA * goes_on * ahead
            self.advantages[step], value = ahead, self.values[step]


def learn(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout) -> None:
    """Several epochs of clipped updates."""
    seen, masks, actions, log_probs, values, advantages = (
        part.flatten(0, 1)
        for part in (
            rollout.seen, rollout.masks, rollout.actions, rollout.log_probs, rollout.values, rollout.advantages,
        )
    )  # fmt: skip
    targets = values + advantages
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen)).chunk(MINIBATCHES):
            policy = agent.policy(seen[rows], masks[rows])
            ratio = (policy.log_prob(actions[rows]) - log_probs[rows]).exp()
            weight = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
            gain = torch.min(weight * ratio, weight * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            error = (agent.value(seen[rows]) - targets[rows]).square().mean()
            loss = -gain - ENTROPY * policy.entropy().mean() + VALUE * error
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def print_margin(when: str, agent: Agent, args: argparse.Namespace) -> None:
    """Says how far ahead of its opponents the agent is."""
    mean, interval = evaluate(agent, args.rules, args.opponents, args.rounds)
    print(f"{args.rules}, {when}: {mean:+.1f} ± {interval:.1f} points a round ahead of {args.opponents}", flush=True)


def main() -> None:
    """Learns for some minutes, and says how far ahead of the opponents the agent is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="haggis-2")
    parser.add_argument("--opponents", default="random", choices=["random", "policy"])
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=64, help="steps of each environment between two updates")
    parser.add_argument("--rounds", type=int, default=1000, help="rounds to measure with at the end")
    args = parser.parse_args()
    torch.manual_seed(1)
    envs = VectorTableEnv(args.rules, args.envs, opponents=args.opponents, past=0, autoreset_mode="SameStep")
    agent = Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
    print_margin("before", agent, args)
    rollout, start, updates = Rollout(envs, args.steps), time.monotonic(), 0
    while (spent := time.monotonic() - start) < 60 * args.minutes:
        rollout.play(agent)
        learn(agent, optimizer, rollout)
        updates += 1
        if updates % 20 == 0:
            ahead = rollout.rewards.sum() / rollout.ended.sum().clamp(min=1) * POINTS
            print(
                f"{spent:5.0f} s {updates * rollout.actions.numel():10,} steps {ahead:+6.1f} points a round", flush=True
            )
    print_margin(f"after {updates * rollout.actions.numel():,} steps", agent, args)


if __name__ == "__main__":
    main()
