"""Controllers written by hand, one per task: functions of observations, whose scores are the references of docs/learning.md."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Observations = NDArray[np.float32]


def pendulum(o: Observations) -> Observations:
    """Pump energy until it is that of the top, and hold the top with a spring and a damper."""
    cosine, sine, speed = o[:, 0], o[:, 1], 5.0 * o[:, 2]
    weight, inertia = 4.9, 0.33  # N m, kg m^2
    missing = weight * (1.0 - cosine) - 0.5 * inertia * speed * speed
    pump = np.sign(speed + 1e-6) * np.clip(2.0 * missing, -1.0, 1.0)
    hold = -8.0 * sine - 2.0 * speed
    return np.where(cosine > 0.95, hold, pump)[:, None].clip(-1, 1).astype(np.float32)


def reacher(o: Observations) -> Observations:
    """Pull the tip to the target, by the transposed Jacobian."""
    upper, lower, speeds, error = o[:, 0:2], o[:, 2:4], 5.0 * o[:, 4:6], 0.1 * o[:, 8:10]
    force = -8.0 * error
    tip, last = 0.1 * (upper + lower), 0.1 * lower
    efforts = np.stack([cross(tip, force), cross(last, force)], axis=1) - np.array([0.012, 0.006]) * speeds
    return (efforts / np.array([0.05, 0.03])).clip(-1, 1).astype(np.float32)


def push(o: Observations) -> Observations:
    """Go behind the box, seen from the target, and push while the finger is on the line through both."""
    finger, target = 0.1 * o[:, 0:2], 0.1 * o[:, 2:4]
    far = np.linalg.norm(target, axis=1, keepdims=True)
    way = target / np.maximum(far, 1e-3)
    aside = cross(way, finger)[:, None] * np.stack([-way[:, 1], way[:, 0]], axis=1)
    along = np.sum(way * finger, axis=1, keepdims=True)
    aligned = np.linalg.norm(aside, axis=1, keepdims=True) < 0.01
    there = far < 0.004
    forward = np.where(aligned, np.where(there, 0.0, 6.0 * far + 0.1), 4.0 * (-0.08 - along))
    return (forward.clip(-1, 1) * way - 15.0 * aside).clip(-1, 1).astype(np.float32)


def peg(o: Observations) -> Observations:
    """Centre the peg above the hole, then lower it."""
    offset, height = o[:, 0:2], o[:, 2:3]  # 1 cm, 5 cm
    lower = (np.linalg.norm(offset, axis=1, keepdims=True) < 0.05) | (height < 1.15)
    return np.concatenate([-1.5 * offset, np.where(lower, -0.6, 1.25 - height)], axis=1).clip(-1, 1).astype(np.float32)


def stack(o: Observations) -> Observations:
    """Lift the block, carry it over its place, lower it, open the pads."""
    x, z = 5.0 * o[:, 0], 5.0 * o[:, 1]  # cm
    over = np.abs(x) < 0.25
    placed = over & (z < 0.15)
    opened = 0.5 * (np.abs(o[:, 2]) + np.abs(o[:, 4])) > 0.62
    along = np.where(z > 0.5, -0.4 * x, 0.0)
    up = np.where(over, -0.3 * np.minimum(z, 2.0), 0.4 * (2.0 - z))
    move = np.stack([along, up, 0.5 * np.ones_like(x)], axis=1)
    rest = np.stack([np.zeros_like(x), np.zeros_like(x), np.full_like(x, -1.0)], axis=1)
    return np.where((placed | opened)[:, None], rest, move).clip(-1, 1).astype(np.float32)


def quadruped(o: Observations) -> Observations:
    """Hold the stance: the motors alone."""
    return np.zeros((len(o), 12), np.float32)


def cross(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the z components [n] of the cross products of vectors [n, 2]."""
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


CONTROLLERS: dict[str, Callable[[Observations], Observations]] = {
    "push": push,
    "peg": peg,
    "stack": stack,
    "pendulum": pendulum,
    "reacher": reacher,
    "quadruped": quadruped,
}
