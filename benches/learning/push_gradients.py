"""The push task learnt through the gradients of the simulator, and by PPO: steps of the simulator to the same score.

    python benches/learning/push_gradients.py gradients --seed 0 --grad-rho 1e-2
    python benches/learning/push_gradients.py ppo --seed 0 --seconds 600
    python benches/learning/push_gradients.py plot docs/pictures/learning-push.svg   # of the runs above

Runs are kept as JSON in the folder that `--out` names.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from common import Point, Policy, score, train_ppo
from torch import Tensor, nn

from drystone import Batch
from drystone.gym.tasks.push import SPEED, Push
from drystone.torch import step

TARGET = -42.0  # mean return of 100 episodes
BETAS = 0.7, 0.95  # of Adam: gradients through contact change quickly, so that a short memory is better


class TorchPush:
    """The functions of the task `Push` for tensors, so that they can be differentiated."""

    def __init__(self, task: Push) -> None:
        self.task = task
        index = task.model.index
        self.box, self.finger, self.target = (index(f"{name}.position") for name in ("box", "finger", "target"))
        self.quat = index("box.quat_wxyz")
        self.velocities = index("finger.velocity"), index("box.velocity")
        self.yaw_rate = index("box.angular_velocity.z")

    def observe(self, x: Tensor) -> Tensor:
        """Return the observations [n, 11] of states [n, nx]."""
        box, finger, target = (x[:, part][:, :2] for part in (self.box, self.finger, self.target))
        w, z = x[:, self.quat][:, 0:1], x[:, self.quat][:, 3:4]
        speeds = [x[:, part][:, :2] / SPEED for part in self.velocities]
        yaw = [1 - 2 * z * z, 2 * w * z]
        return torch.cat([(finger - box) / 0.1, (target - box) / 0.1, *yaw, *speeds, x[:, self.yaw_rate] / 3], dim=1)

    def reward(self, x: Tensor, a: Tensor) -> Tensor:
        """Return the rewards [n] of actions [n, 2] that led to states [n, nx]."""
        box, finger, target = (x[:, part][:, :2] for part in (self.box, self.finger, self.target))
        return -(box - target).norm(dim=1) / 0.1 - 0.2 * (finger - box).norm(dim=1) / 0.1 - 0.01 * (a * a).sum(dim=1)

    def check(self) -> None:
        """Assert that both functions agree with those of the task."""
        X = np.stack([self.task.start(np.random.default_rng(i)) for i in range(8)])
        A = np.random.default_rng(0).uniform(-1, 1, (8, 2))
        x, a = torch.from_numpy(X), torch.from_numpy(A)
        np.testing.assert_allclose(self.observe(x).numpy(), self.task.observe(X), atol=1e-12)
        np.testing.assert_allclose(self.reward(x, a).numpy(), self.task.reward(X, A), atol=1e-12)


def network() -> nn.Module:
    """Return the policy: two hidden layers of 64, as PPO has them."""
    layers = [nn.Linear(11, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 2), nn.Tanh()]
    return nn.Sequential(*layers).double()


def policy_of(net: nn.Module) -> Policy:
    """Return the policy of a network."""

    def policy(observations: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return net(torch.from_numpy(observations.astype(float))).numpy().astype(np.float32)

    return policy


def episode_return(task: TorchPush, batch: Batch, net: nn.Module, x: Tensor, grad_rho: float, window: int) -> float:
    """Run an episode of every world from states x, and add the gradient of minus its mean return to those of the network.

    Gradients go back over windows of that many actions: the state at the beginning of a window counts as given.
    """
    total, loss = 0.0, torch.zeros(())
    for k in range(task.task.horizon):
        a = net(task.observe(x))
        for _ in range(task.task.skip):
            x = step(batch, x, SPEED * a, grad_rho=grad_rho)
        loss = loss - task.reward(x, a).mean()
        if (k + 1) % window == 0 or k + 1 == task.task.horizon:
            loss.backward()
            total -= float(loss.detach())
            x, loss = x.detach(), torch.zeros(())
    return total


def train_gradients(options: argparse.Namespace) -> list[Point]:
    """Train the policy by first-order gradients through the simulator, and return its curve."""
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    task = TorchPush(Push())
    task.check()
    batch, net = Batch(task.task.model, threads=options.threads), network()
    optimiser = torch.optim.Adam(net.parameters(), lr=options.learning_rate, betas=BETAS)
    points: list[Point] = []
    steps, seconds = 0, 0.0
    while True:
        points.append(Point(steps, seconds, score("push", policy_of(net))))
        print(points[-1], flush=True)
        if points[-1].score.mean >= TARGET or seconds >= options.seconds or steps >= options.steps:
            return points
        start = time.perf_counter()
        for _ in range(options.every):
            x = torch.from_numpy(np.stack([task.task.start(rng) for _ in range(options.worlds)]))
            optimiser.zero_grad()
            episode_return(task, batch, net, x, options.grad_rho, options.window)
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            steps += options.worlds * task.task.horizon * task.task.skip
        seconds += time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["gradients", "ppo", "plot"])
    parser.add_argument("file", nargs="?", default="learning-push.svg", help="the picture of plot")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600, help="longest training")
    parser.add_argument("--steps", type=int, default=100_000, help="most steps of the simulator, of gradients")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learning-push"), help="folder of the runs")
    parser.add_argument("--worlds", type=int, default=4, help="episodes per gradient")
    parser.add_argument("--window", type=int, default=60, help="actions through which a gradient goes back")
    parser.add_argument("--grad-rho", type=float, default=1e-2, help="relaxation of the gradients; steps have that of the scene")
    parser.add_argument("--learning-rate", type=float, default=3e-3)
    parser.add_argument("--every", type=int, default=4, help="gradients from score to score")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.what == "plot":
        from plot_push import plot

        return plot(options.out, Path(options.file), TARGET)
    if options.what == "ppo":
        name = f"ppo-{options.seed}"
        _, points = train_ppo("push", seed=options.seed, target=TARGET, seconds=options.seconds, threads=options.threads)
    else:
        name = f"gradients-{options.grad_rho:g}-{options.seed}"
        points = train_gradients(options)
    options.out.mkdir(exist_ok=True)
    (options.out / f"{name}.json").write_text(json.dumps([asdict(point) for point in points]))


if __name__ == "__main__":
    main()
