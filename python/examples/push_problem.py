"""The problem that the push examples share: a fingertip pushes a box 4 cm far.

The control is where the fingertip is to be along x. The cost is that of the box's
place at the end and of the speeds of the box and the fingertip on the way. The
relaxation 1e-3 smooths the contact, so that the box is felt before it is touched.

The first guess touches the box: an optimiser that starts farther away may find other
optima, such as a blow after which the box slides.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import drystone as ds

SCENE = Path(__file__).resolve().parents[2] / "scenarios" / "push.toml"
STEPS = 30
TIME_STEP = 0.02  # s
RHO = 1e-3
GOAL = 0.04  # m, of the box along x
PLACE, GENTLE, SPEED, HOLD = 2000.0, 0.2, 5e-2, 1e-2
"""Weights of the box's place at the end, of its speed, of the fingertip's speed, and of its place."""


def load() -> ds.Model:
    """Return the model with the fingertip's place along x as its only control."""
    return ds.Model.load(SCENE, time_step=TIME_STEP).with_controls(["finger.command.position.x"])


def first_guess(model: ds.Model) -> np.ndarray:
    """Return controls [STEPS, 1] that push the box half the way, at a constant speed."""
    return model.control + np.linspace(0.0, 0.05, STEPS)[:, None]


def places(model: ds.Model) -> tuple[slice, slice, slice]:
    """Return where in a state are the box's place, its speed and the fingertip's speed, along x."""
    return model.index("box.position.x"), model.index("box.velocity.x"), model.index("finger.velocity.x")


def cost(model: ds.Model, xs: np.ndarray, us: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the cost of states xs [STEPS + 1, nx] and controls us [STEPS, 1], and its gradients by both."""
    place, box, finger = places(model)
    gx, gu = np.zeros_like(xs), HOLD * (us - model.control)
    gx[:, box] = GENTLE * xs[:, box]
    gx[:, finger] = SPEED * xs[:, finger]
    gx[-1, place] = PLACE * (xs[-1, place] - GOAL)
    end = PLACE * (xs[-1, place] - GOAL) ** 2
    speeds = GENTLE * (xs[:, box] ** 2).sum() + SPEED * (xs[:, finger] ** 2).sum()
    hold = HOLD * ((us - model.control) ** 2).sum()
    return 0.5 * float(end.item() + speeds + hold), gx, gu


def report(name: str, model: ds.Model, us: np.ndarray) -> float:
    """Simulate the controls us [STEPS, 1], print what they do, and return their cost."""
    xs, ok = ds.Batch(model, threads=1).rollout(model.initial()[None], us[None], rho=RHO)
    value, _, _ = cost(model, xs[0], us)
    place = xs[0, -1, model.index("box.position.x")].item()
    print(f"{name}: cost {value:.9f}, box at {1e3 * place:.2f} mm of {1e3 * GOAL:.0f} mm, all steps solved: {ok.all()}")
    return value
