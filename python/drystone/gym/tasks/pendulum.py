"""Swing a rod up and hold it there, with a motor that is too weak to lift it in one go."""

from __future__ import annotations

import numpy as np

from ..task import Array, Mask, Task, columns, load_scene

EFFORT = 2.0  # N m; the weight pulls with up to 4.9


class Pendulum(Task):
    """A rod of 1 kg and 1 m on a hinge; it starts near the bottom.

    =========== =============================================================================================
    action      effort of the motor / 2 N m
    observation cosine and sine of the angle from the top, angular velocity / 5 rad/s
    reward      (1 + cos angle) / 2 - 0.01 (angular velocity / 1 rad/s)^2 cos+ - 0.01 action^2; cos+ is max(cos angle, 0)
    success     the rod is within 0.1 of the top (as cosine 0.995) and slower than 0.5 rad/s
    =========== =============================================================================================
    """

    def __init__(self) -> None:
        model = load_scene("pendulum")
        super().__init__(
            model, actions=1, observations=3, skip=5, horizon=200, camera=((0.0, -3.2, 1.2), (0.0, 0.0, 1.0))
        )
        self._quat = model.index("rod.quat_wxyz")
        self._spin = model.index("rod.angular_velocity.y")

    def start(self, rng: np.random.Generator) -> Array:
        x = self.model.initial()
        angle = rng.uniform(-0.3, 0.3)
        return self.model.with_joint_positions(x, np.array([angle]), np.array([rng.uniform(-0.5, 0.5)]))

    def control(self, X: Array, A: Array) -> Array:
        return EFFORT * A

    def observe(self, X: Array) -> Array:
        q = X[:, self._quat]
        cosine = 2.0 * q[:, 2] * q[:, 2] - 1.0
        sine = -2.0 * q[:, 0] * q[:, 2]
        return columns(cosine, sine, X[:, self._spin] / 5.0)

    def reward(self, X: Array, A: Array) -> Array:
        cosine, speed = self._motion(X)
        return (1.0 + cosine) / 2.0 - 0.01 * speed * speed * np.maximum(cosine, 0.0) - 0.01 * A[:, 0] * A[:, 0]

    def success(self, X: Array) -> Mask:
        cosine, speed = self._motion(X)
        return (cosine > 0.995) & (np.abs(speed) < 0.5)

    def _motion(self, X: Array) -> tuple[Array, Array]:
        """Return the cosine of the angle from the top, and the angular velocity, rad/s."""
        q = X[:, self._quat]
        return 2.0 * q[:, 2] * q[:, 2] - 1.0, X[:, self._spin.start]
