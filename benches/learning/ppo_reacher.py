"""PPO of Stable-Baselines3 learns to reach: a score above that of a hand-written controller within five minutes of two cores.

    python benches/learning/ppo_reacher.py
    python benches/learning/ppo_reacher.py --seed 1 --threads 1
"""

from __future__ import annotations

import argparse
import sys

import torch
from common import train_ppo

TARGET = 0.0  # mean return of 100 episodes; the controller of controllers.py has -3.4
MINUTES = 5.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2, help="threads of the simulator and of torch")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    _, points = train_ppo("reacher", seed=options.seed, target=TARGET, seconds=60 * MINUTES, threads=options.threads)
    reached = points[-1].score.mean >= TARGET
    print(f"{'reached' if reached else 'missed'} {TARGET} after {points[-1].seconds:.0f} s")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
