"""Two networks against each other on duplicate deals, without look ahead and without search: a line of JSON a game.

    python lab/duel.py NEW.npz OLD.npz --deals 10000 5000 --threads 16     # in haggis-2, and in the others

The best action counts (temperature 0). It is quick on a GPU: a minute for all games, and so it also compares students.
"""

import argparse
import json
import time
from pathlib import Path

import torch

from haggis_cards.training.rollout import load_policy, measure_margin

GAMES = "haggis-2 haggis-3 tatties-3 neeps-4 tatties-3-2024 neeps-4-2024"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs=2, help="weights")
    parser.add_argument("--games", nargs="+", default=GAMES.split())
    parser.add_argument("--deals", type=int, nargs=2, default=(10_000, 5_000), help="in haggis-2, and in the others")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=90_313)
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    new, old = (load_policy(path, device) for path in args.files)
    for game in args.games:
        began, deals = time.monotonic(), args.deals[game != "haggis-2"]
        margin, half = measure_margin(
            game, new, old, deals, seed=args.seed, threads=args.threads, device=torch.device(device)
        )
        line = {"rules": game, "margin": round(margin, 2), "half": round(half, 2), "deals": deals}
        print(json.dumps({**line, "seconds": round(time.monotonic() - began, 1)}), flush=True)


if __name__ == "__main__":
    main()
