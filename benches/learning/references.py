"""Scores of simple policies on every task, and how many actions per second the environments take.

    python benches/learning/references.py              # the table of docs/learning.md
    python benches/learning/references.py push --ppo 300   # and PPO for 300 s
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from common import Policy, Score, score, train_ppo
from controllers import CONTROLLERS

from drystone.gym import TASKS, Env, VectorEnv
from drystone.gym.tasks import task_of

WORLDS = 256


def random_policy(actions: int) -> Policy:
    """Return a policy of uniformly random actions."""
    rng = np.random.default_rng(0)
    return lambda observations: rng.uniform(-1, 1, (len(observations), actions)).astype(np.float32)


def zero_policy(actions: int) -> Policy:
    """Return a policy that does nothing."""
    return lambda observations: np.zeros((len(observations), actions), np.float32)


def single_rate(task: str, seconds: float) -> float:
    """Return the actions per second of `Env`, with the actions of the task's controller."""
    env, count, start = Env(task), 0, time.perf_counter()
    observation, _ = env.reset(seed=0)
    while time.perf_counter() - start < seconds:
        observation, _, terminated, truncated, _ = env.step(CONTROLLERS[task](observation[None])[0])
        if terminated or truncated:
            observation, _ = env.reset()
        count += 1
    return count / (time.perf_counter() - start)


def vector_rate(task: str, seconds: float, threads: int | None) -> float:
    """Return the actions per second of `VectorEnv`, with the actions of the task's controller."""
    envs, count, start = VectorEnv(task, WORLDS, threads=threads), 0, time.perf_counter()
    observations, _ = envs.reset(seed=0)
    while time.perf_counter() - start < seconds:
        observations = envs.step(CONTROLLERS[task](observations))[0]
        count += WORLDS
    return count / (time.perf_counter() - start)


def report(task: str, seconds: float, ppo: float) -> None:
    """Print the scores and the rates of a task."""
    n = task_of(task).actions
    rows: dict[str, Score] = {
        "random": score(task, random_policy(n)),
        "zero": score(task, zero_policy(n)),
        "controller": score(task, CONTROLLERS[task]),
    }
    for name, result in rows.items():
        print(f"{task:10} {name:10} {result}")
    one, two = vector_rate(task, seconds, 1), vector_rate(task, seconds, None)
    print(f"{task:10} actions/s  Env {single_rate(task, seconds):.0f}   VectorEnv({WORLDS}) one thread {one:.0f}   all cores {two:.0f}")
    if ppo > 0:
        train_ppo(task, seed=0, target=np.inf, seconds=ppo)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", nargs="*", default=list(TASKS))
    parser.add_argument("--seconds", type=float, default=2.0, help="time of a rate")
    parser.add_argument("--ppo", type=float, default=0.0, help="seconds of training PPO")
    options = parser.parse_args()
    for task in options.tasks:
        report(task, options.seconds, options.ppo)


if __name__ == "__main__":
    main()
