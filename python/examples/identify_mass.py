"""Find the mass and the friction of a box from a recording, with `StepLayer` of PyTorch.

Known forces push the box to and fro. Every recorded step is one member of a batch:
the layer predicts the next states of all of them at once.
"""

from __future__ import annotations

import numpy as np
import push_problem as push
import torch

import drystone as ds
from drystone.torch import StepLayer

TRUE = {"box.mass": 0.5, "box.box.friction": 0.5}
GUESS = {"box.mass": 0.8, "box.box.friction": 0.3}


def record(model: ds.Model, steps: int = 100) -> tuple[np.ndarray, np.ndarray]:
    """Return states [steps + 1, nx] and forces [steps, nu] in N of the true model."""
    us = np.tile(model.control, (steps, 1))
    us[:, 0] += 5.0 * np.sin(np.arange(steps) * 0.15)
    xs, ok = ds.Batch(model, threads=1).rollout(model.initial()[None], us[None])
    assert ok.all()
    return xs[0], us


def identify(model: ds.Model, iterations: int = 60) -> dict[str, float]:
    """Return the parameters that explain the recording of the true model."""
    names = list(TRUE)
    xs, us = (torch.from_numpy(a) for a in record(model.with_params(names, list(TRUE.values()))))
    layer = StepLayer(model.with_params(names, list(GUESS.values())), names)
    optimiser = torch.optim.LBFGS(layer.parameters(), lr=0.5, max_iter=iterations, line_search_fn="strong_wolfe")
    speed = model.index("box.velocity.x")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        error = (layer(xs[:-1], us) - xs[1:])[:, speed].square().sum()
        error.backward()
        return error

    optimiser.step(closure)
    return dict(zip(names, layer.values.tolist(), strict=True))


def main() -> None:
    model = ds.Model.load(push.SCENE, time_step=push.TIME_STEP).with_controls(["box.force.x"])
    found = identify(model)
    for name, value in found.items():
        print(f"{name}: guess {GUESS[name]}, found {value:.6f}, true {TRUE[name]}")


if __name__ == "__main__":
    main()
