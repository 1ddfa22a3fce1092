"""MaskablePPO of sb3-contrib learns haggis-2 against random players: pip install "haggis-cards[examples,rl]".

python examples/maskable_ppo.py [SECONDS]
"""

import sys
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from haggis_cards.envs.gym import SeatEnv


def table():
    """One seat against a random player, rewarded in units of 50 points; the last actions are left out."""
    return gymnasium.wrappers.TransformReward(
        SeatEnv("haggis-2", opponents="random", past=0), lambda points: points / 50
    )


def margin(model, rounds):
    """The mean margin of a round in points, and twice its standard error."""
    env, earned = SeatEnv("haggis-2", opponents="random", past=0), []
    for seed in range(rounds):
        (seen, info), over = env.reset(seed=10**6 + seed), False
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"])
            seen, reward, over, _, info = env.step(action)
        earned.append(reward)
    return np.mean(earned), 2 * np.std(earned) / rounds**0.5


if __name__ == "__main__":
    torch.set_num_threads(1)  # more are slower with small networks
    model = MaskablePPO(
        "MlpPolicy", make_vec_env(table, 16), n_steps=128, batch_size=512, n_epochs=4, ent_coef=0.01, seed=1
    )
    print("before: {:+.1f} ± {:.1f} points a round ahead of random players".format(*margin(model, 300)), flush=True)
    end = time.monotonic() + (float(sys.argv[1]) if len(sys.argv) > 1 else 120)
    while time.monotonic() < end:
        model.learn(16 * 128, reset_num_timesteps=False)
    print(f"after {model.num_timesteps:,} steps:", "{:+.1f} ± {:.1f} points".format(*margin(model, 300)))
