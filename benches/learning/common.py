"""What the learning scripts share: scores of a policy, and PPO with a curve of scores."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

from drystone.gym import VectorEnv
from drystone.gym.sb3 import VecEnv
from drystone.gym.tasks import task_of

Policy = Callable[[NDArray[np.float32]], NDArray[np.float32]]
FIRST_SEED = 1_000_000  # scores are of episodes that no training sees


@dataclass(frozen=True)
class Score:
    """Mean return, and the share of episodes that end in success."""

    mean: float
    success: float

    def __str__(self) -> str:
        return f"score {self.mean:8.2f}   success {self.success:4.0%}"


@dataclass(frozen=True)
class Point:
    """The score of a policy after so many steps of the simulator and seconds of training."""

    steps: int
    seconds: float
    score: Score

    def __str__(self) -> str:
        return f"{self.steps:10d} steps   {self.seconds:6.1f} s   {self.score}"


def score(task: str, policy: Policy, *, episodes: int = 100, threads: int = 1) -> Score:
    """Return the score of a policy: one episode of each of `episodes` worlds, to its first end."""
    envs = VectorEnv(task, episodes, autoreset_mode=AutoresetMode.SAME_STEP, threads=threads)
    observations, _ = envs.reset(seed=FIRST_SEED)
    total, success, open_ = np.zeros(episodes), np.zeros(episodes, bool), np.ones(episodes, bool)
    while open_.any():
        observations, rewards, terminated, truncated, infos = envs.step(policy(observations))
        total += np.where(open_, rewards, 0.0)
        over = open_ & (terminated | truncated)
        if over.any():
            success[over] = infos["final_info"]["is_success"][over]
        open_ &= ~over
    return Score(float(total.mean()), float(success.mean()))


class Curve(BaseCallback):
    """Scores the policy of a learner now and then, and stops at a score or after a time."""

    def __init__(self, task: str, *, every: int, target: float, seconds: float) -> None:
        super().__init__()
        self.task, self.every, self.target, self.limit = task, every, target, seconds
        self.points: list[Point] = []
        self._skip = task_of(task).skip
        self._next = 0
        self._scoring = 0.0  # s
        self._start = time.perf_counter()

    def _on_step(self) -> bool:
        last = self.points[-1]
        return last.score.mean < self.target and last.seconds < self.limit

    def _on_rollout_start(self) -> None:
        if self.num_timesteps < self._next:
            return
        self._next = self.num_timesteps + self.every
        now = time.perf_counter()
        point = Point(self.num_timesteps * self._skip, now - self._start - self._scoring, score(self.task, policy_of(self.model)))
        self._scoring += time.perf_counter() - now
        self.points.append(point)
        print(point, flush=True)


def policy_of(model: PPO) -> Policy:
    """Return the deterministic policy of a learner."""
    return lambda observations: model.predict(observations, deterministic=True)[0]


@dataclass(frozen=True)
class Settings:
    """What PPO is told beside the task: worlds, actions per world and update, and the rest as SB3 names it."""

    worlds: int
    n_steps: int
    batch_size: int
    learning_rate: float
    gamma: float
    log_std_init: float


WIDE = Settings(worlds=32, n_steps=64, batch_size=512, learning_rate=5e-4, gamma=0.98, log_std_init=0.0)
# of four that were tried on this task, the one that needs the fewest steps
FRUGAL = Settings(worlds=16, n_steps=60, batch_size=120, learning_rate=3e-4, gamma=0.95, log_std_init=-0.7)
SETTINGS = {"push": FRUGAL}


def train_ppo(task: str, *, seed: int, target: float, seconds: float, threads: int = 1) -> tuple[PPO, list[Point]]:
    """Train PPO on a task until its score reaches a target or time is up, and return it with its curve."""
    settings = SETTINGS.get(task, WIDE)
    model = PPO(
        "MlpPolicy",
        VecMonitor(VecEnv(task, settings.worlds, threads=threads)),
        n_steps=settings.n_steps,
        batch_size=settings.batch_size,
        learning_rate=settings.learning_rate,
        gamma=settings.gamma,
        policy_kwargs={"log_std_init": settings.log_std_init},
        seed=seed,
        device="cpu",
    )
    curve = Curve(task, every=5 * settings.worlds * settings.n_steps, target=target, seconds=seconds)
    model.learn(1_000_000_000, callback=curve)
    return model, curve.points
