"""Trains the belief of the small network (`training/belief.py`), and writes that network's weights with it.

    python lab/train_belief.py FILE --seconds 225 [--start FILE]     # one GPU and 16 cores

The rounds are played by the large network, mostly as it plays best, sometimes with errors; in some of them the core's
policy takes all sides but one. So the belief knows more than one kind of player. `lab/pack_weights.py` then rounds
the file for the package.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from contextlib import suppress
from itertools import cycle
from math import cos, pi
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Lock, Thread

import numpy as np
import torch
from torch import Tensor

from haggis_cards.rules import Rules
from haggis_cards.training.belief import BeliefNetwork, Clues, information, play_for_clues
from haggis_cards.training.network import BELIEF, has_fast_bf16, read_network, unpack_bits
from haggis_cards.training.rollout import NetworkPolicy, Rollout

BOTS = Path(__file__).parents[1] / "src" / "haggis_cards" / "bots"
GAMES = "haggis-2 haggis-3 neeps-4 haggis-2 tatties-3 haggis-2 neeps-4-2024 haggis-3 haggis-2 tatties-3-2024 neeps-4"
PLAYERS = ((0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 0.1), (0.0, 0.0))  # temperature, share of random actions
POLICY_SHARE = 0.15  # of the rounds
KEPT = 0.6  # of the decisions
WARM_UP = 5  # seconds
LEAST_RATE = 0.02  # at the end, of the learning rate


class Source:
    """Threads that play rollouts and put the clues into a queue."""

    def __init__(self, args: argparse.Namespace, device: torch.device) -> None:
        network = read_network(BOTS / "weights.npz").to(device)
        self.args, self.device = args, device
        self.queue: Queue[tuple[str, Clues]] = Queue(args.rollouts)
        policies = [NetworkPolicy(network, temperature=heat, epsilon=share) for heat, share in PLAYERS]
        self._policies, self._games = cycle(policies), cycle(GAMES.split())
        self._choosing, self._stop, self._dealt = Lock(), Event(), 0
        self._threads = [Thread(target=self._play, daemon=True) for _ in range(args.rollouts)]
        for thread in self._threads:
            thread.start()

    def _play(self) -> None:
        made: dict[str, Rollout] = {}
        stream = torch.cuda.Stream(priority=-1) if self.device.type == "cuda" else None  # type: ignore[no-untyped-call]
        while not self._stop.is_set():
            with self._choosing:
                game, policy = next(self._games), next(self._policies)
                if game not in made:
                    made[game] = self._make_rollout(Rules.from_spec(game))
            with torch.cuda.stream(stream):
                clues = play_for_clues(made[game], policy, POLICY_SHARE, KEPT)
                if stream:
                    stream.synchronize()  # another stream learns from them
            self.queue.put((game, clues))

    def _make_rollout(self, rules: Rules) -> Rollout:
        self._dealt += 1
        count = max(self.args.decisions // (6 * rules.players**2), 1)
        seed = self.args.seed << 32 | self._dealt
        return Rollout(rules, count, seed=seed, threads=self.args.threads, device=self.device, pinned=True)

    def close(self) -> None:
        self._stop.set()
        while any(thread.is_alive() for thread in self._threads):
            with suppress(Empty):
                self.queue.get(timeout=0.01)


class Learner:
    """A belief that learns from clues."""

    def __init__(self, args: argparse.Namespace, device: torch.device) -> None:
        self.args, self.device = args, device
        self.network = BeliefNetwork().to(device)
        if args.start:
            restore(self.network, args.start)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), weight_decay=1e-4, eps=1e-6)
        self.used = [torch.zeros(layer.in_features, dtype=torch.bool, device=device) for layer in self._bit_layers()]

    def _bit_layers(self) -> tuple[torch.nn.Linear, torch.nn.Linear]:
        return self.network.known, self.network.event

    def learn(self, clues: Clues, size: int, learning_rate: float) -> float:
        """Goes through the clues once: nats gained on an even deal, a decision."""
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        for bits, rows in zip(self.used, (clues.known, clues.events), strict=True):
            bits |= unpack_bits(rows[:: max(len(rows) // 20_000, 1)].contiguous(), torch.bool).any(0)
        order = torch.randperm(len(clues.known), device=self.device)
        parts = [self._update(clues.part(chunk)) for chunk in torch.split(order, size) if len(chunk) > size // 4]
        return float(torch.stack(parts).mean()) if parts else 0.0

    def _update(self, clues: Clues) -> Tensor:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=has_fast_bf16(self.device)):
            nats = information(self.network, clues).mean()
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(-nats / 10)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        return nats.detach()

    @torch.no_grad()
    def save(self, path: Path) -> None:
        """Writes the small network of the package with this belief; the weights of bits that were never set are 0."""
        for layer, bits in zip(self._bit_layers(), self.used, strict=True):
            layer.weight *= bits
        with np.load(BOTS / "quick.npz") as arrays:
            kept = {name: array for name, array in arrays.items() if not name.startswith(BELIEF)}
        belief = {BELIEF + name: value.half().cpu().numpy() for name, value in self.network.state_dict().items()}
        np.savez(path, **kept, **belief)


def restore(network: BeliefNetwork, path: Path) -> None:
    """Loads the belief of a file."""
    with np.load(path) as arrays:
        names = list(network.state_dict())
        network.load_state_dict({name: torch.from_numpy(arrays[BELIEF + name].astype(np.float32)) for name in names})


def main() -> None:
    """Trains for that long and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--seconds", type=float, default=225)
    parser.add_argument("--start", type=Path, help="weights with a belief to train on")
    parser.add_argument("--rollouts", type=int, default=7, help="at once (7)")
    parser.add_argument("--threads", type=int, default=2, help="of each rollout (2)")
    parser.add_argument("--decisions", type=int, default=400_000, help="about that many in a rollout")
    parser.add_argument("--batch", type=int, default=32_768, help="decisions; half of it with four players")
    parser.add_argument("--rate", type=float, default=1.2e-3, help="the highest learning rate")
    parser.add_argument("--seed", type=int, default=18)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    source, learner = Source(args, device), Learner(args, device)
    begin, decisions, shown = time.monotonic(), 0, 0.0
    found: dict[str, list[float]] = defaultdict(list)
    while (spent := time.monotonic() - begin) < args.seconds:
        game, clues = source.queue.get()
        share = LEAST_RATE + (1 - LEAST_RATE) * (1 + cos(pi * spent / args.seconds)) / 2
        size = args.batch if Rules.from_spec(game).players < 4 else args.batch // 2
        found[game].append(learner.learn(clues, size, args.rate * share * min(1, (spent + 0.25) / WARM_UP)))
        decisions += len(clues.known)
        if spent - shown > 15:
            shown = spent
            nats = {game: round(float(np.mean(values[-8:])), 3) for game, values in sorted(found.items())}
            sys.stdout.write(json.dumps({"seconds": round(spent), "decisions": decisions, "nats": nats}) + "\n")
            sys.stdout.flush()
    source.close()
    learner.save(args.path)


if __name__ == "__main__":
    main()
