"""Train a small network with PyTorch that pushes a box to any of several goals.

The network sees how far the box is from its goal and the fingertip from the box,
and commands the speed of the fingertip. The gradient goes through the contact.
"""

from __future__ import annotations

import push_problem as push
import torch

import drystone as ds
from drystone.torch import step


def ends(model: ds.Model, policy: torch.nn.Module, goals: torch.Tensor) -> torch.Tensor:
    """Return where the box is in the end [n], for goals [n] in m."""
    place, finger = model.index("box.position.x"), model.index("finger.position.x")
    x = torch.from_numpy(model.initial()).expand(len(goals), -1)
    for _ in range(push.STEPS):
        seen = torch.cat([goals[:, None] - x[:, place], x[:, place] - x[:, finger]], dim=1)
        speed = 0.4 * torch.tanh(policy(seen / 0.05))  # m/s
        x = step(model, x, x[:, finger] + push.TIME_STEP * speed, rho=push.RHO)
    return x[:, place][:, 0]


def train(model: ds.Model, epochs: int = 80) -> tuple[torch.nn.Module, float]:
    """Return the network and the root mean square error of the last epoch in m."""
    torch.manual_seed(0)
    policy = torch.nn.Sequential(torch.nn.Linear(2, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1)).double()
    optimiser = torch.optim.Adam(policy.parameters(), lr=2e-2)
    goals = torch.linspace(0.01, 0.06, 11, dtype=torch.float64)
    for epoch in range(epochs):
        error = (ends(model, policy, goals) - goals).square().mean()
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        if epoch % 20 == 0:
            print(f"epoch {epoch}: error {1e3 * error.detach().sqrt():.2f} mm")
    return policy, float(error.detach().sqrt())


def main() -> None:
    model = push.load()
    policy, _ = train(model)
    goals = torch.tensor([0.015, 0.035, 0.055], dtype=torch.float64)
    for goal, end in zip(goals, ends(model, policy, goals).detach(), strict=True):
        print(f"goal {1e3 * goal:.1f} mm: the box ends at {1e3 * end:.2f} mm")


if __name__ == "__main__":
    main()
