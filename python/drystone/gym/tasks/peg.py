"""Lead a square peg into a square hole with 2 % clearance, by commands to a spring that holds it."""

from __future__ import annotations

import numpy as np

from ..task import Array, Mask, Task, columns, length, load_scene

REACH = 0.02  # m; with 500 N/m it is a force of 10 N
SAG = 0.3 * 9.81 / 500  # m, by which the peg hangs below its command
BOTTOM = 0.05  # m, height of the peg's centre in the hole


class Peg(Task):
    """A peg of 4.9 cm and 10 cm height above a hole of 5 cm and 6 cm depth; friction is 0.2.

    =========== =============================================================================================
    action      commanded position of the peg from where it is / 2 cm, its weight carried
    observation offset from the hole in x and y / 1 cm, height above the bottom / 5 cm, velocity / 0.1 m/s,
                rotation (twice the vector part of the quaternion) / 0.1, angular velocity / 1 rad/s
    reward      -(offset from the hole) / 2 cm - (height above the bottom) / 5 cm - 0.01 |action|^2
    success     the peg is within 2 mm of the bottom
    =========== =============================================================================================
    """

    def __init__(self) -> None:
        model = load_scene("peg").with_controls([f"peg.command.position.{axis}" for axis in "xyz"])
        super().__init__(
            model, actions=3, observations=12, skip=4, horizon=60, camera=((0.25, -0.35, 0.3), (0.0, 0.0, 0.06))
        )
        self._position = model.index("peg.position")
        self._quat = model.index("peg.quat_wxyz")
        self._velocity = model.index("peg.velocity")
        self._spin = model.index("peg.angular_velocity")

    def start(self, rng: np.random.Generator) -> Array:
        x = self.model.initial()
        x[self._position] = rng.uniform((-0.02, -0.02, 0.13), (0.02, 0.02, 0.16))
        half = rng.uniform(-0.03, 0.03, 3)
        x[self._quat] = np.array([1.0, *half]) / np.sqrt(1.0 + half @ half)
        return x

    def control(self, X: Array, A: Array) -> Array:
        return X[:, self._position] + REACH * A + np.array([0.0, 0.0, SAG])

    def observe(self, X: Array) -> Array:
        p = X[:, self._position]
        rotation = 2.0 * X[:, self._quat][:, 1:]
        return columns(
            p[:, :2] / 0.01, (p[:, 2] - BOTTOM) / 0.05, X[:, self._velocity] / 0.1, rotation / 0.1, X[:, self._spin]
        )

    def reward(self, X: Array, A: Array) -> Array:
        p = X[:, self._position]
        effort = length(A)
        return -length(p[:, :2]) / 0.02 - (p[:, 2] - BOTTOM) / 0.05 - 0.01 * effort * effort

    def success(self, X: Array) -> Mask:
        return X[:, self._position][:, 2] < BOTTOM + 0.002
