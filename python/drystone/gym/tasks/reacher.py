"""Bring the tip of a planar arm of two links to a target."""

from __future__ import annotations

import numpy as np

from ..task import Array, Mask, Task, columns, length, load_scene

EFFORT = np.array([0.05, 0.03])  # N m
TIP = 0.05  # m, from the middle of the lower link


class Reacher(Task):
    """An arm of two links of 0.1 m and 0.1 kg, in a horizontal plane.

    =========== =============================================================================================
    action      efforts of shoulder and elbow / (0.05, 0.03) N m
    observation directions of both links (cosine and sine each), joint velocities / 5 rad/s, target / 0.1 m, tip from the target / 0.1 m
    reward      -distance / 0.1 m + 1 / (1 + (distance / 0.01 m)^2) - 0.02 |action|^2
    success     the tip is within 1 cm of the target
    =========== =============================================================================================
    """

    def __init__(self) -> None:
        model = load_scene("reacher")
        super().__init__(
            model, actions=2, observations=10, skip=4, horizon=50, camera=((0.0, -0.12, 0.55), (0.0, 0.0, 0.0))
        )
        self._target = model.index("target.position")
        self._lower = model.index("lower.position")
        self._quats = model.index("upper.quat_wxyz"), model.index("lower.quat_wxyz")

    def start(self, rng: np.random.Generator) -> Array:
        q = np.array([rng.uniform(-np.pi, np.pi), rng.uniform(-2.5, 2.5)])
        x = self.model.with_joint_positions(self.model.initial(), q, np.zeros(2))
        radius, bearing = rng.uniform(0.05, 0.19), rng.uniform(-np.pi, np.pi)
        x[self._target] = radius * np.cos(bearing), radius * np.sin(bearing), 0.0
        return x

    def control(self, X: Array, A: Array) -> Array:
        return EFFORT * A

    def observe(self, X: Array) -> Array:
        upper, lower = (direction(X[:, quat]) for quat in self._quats)
        speeds = self.model.joint_velocities(X) / 5.0
        return columns(upper, lower, speeds, X[:, self._target][:, :2] / 0.1, self._error(X) / 0.1)

    def reward(self, X: Array, A: Array) -> Array:
        far = length(self._error(X))
        effort = A[:, 0] * A[:, 0] + A[:, 1] * A[:, 1]
        return -far / 0.1 + 1.0 / (1.0 + far * far / 1e-4) - 0.02 * effort

    def success(self, X: Array) -> Mask:
        return length(self._error(X)) < 0.01

    def _error(self, X: Array) -> Array:
        """Return the tip from the target [n, 2], m."""
        tip = X[:, self._lower][:, :2] + TIP * direction(X[:, self._quats[1]])
        return tip - X[:, self._target][:, :2]


def direction(q: Array) -> Array:
    """Return x and y [n, 2] of the z axis of quaternions [n, 4]."""
    w, x, y, z = q.T
    return columns(2.0 * (x * z + w * y), 2.0 * (y * z - w * x))
