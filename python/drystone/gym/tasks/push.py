"""Push a box over the ground to a target, with one fingertip."""

from __future__ import annotations

import numpy as np

from ..task import Array, Mask, Task, columns, length, load_scene

SPEED = 0.3  # m/s


class Push(Task):
    """A fingertip beside a box of 0.5 kg and 10 cm; friction is 0.5.

    =========== =============================================================================================
    action      commanded velocity of the fingertip in x and y / 0.3 m/s
    observation finger from box, target from box / 0.1 m; cosine and sine of the yaw of the box; velocities of finger and box / 0.3 m/s;
                yaw rate / 3 rad/s
    reward      -(distance from box to target) / 0.1 m - 0.2 (distance from finger to box) / 0.1 m - 0.01 |action|^2
    success     the box is within 2 cm of the target
    =========== =============================================================================================
    """

    def __init__(self) -> None:
        model = load_scene("push").with_controls(["finger.command.velocity.x", "finger.command.velocity.y"])
        super().__init__(
            model, actions=2, observations=11, skip=2, horizon=60, camera=((0.1, -0.55, 0.45), (0.1, 0.0, 0.0))
        )
        self._box = model.index("box.position")
        self._quat = model.index("box.quat_wxyz")
        self._box_velocity = model.index("box.velocity")
        self._yaw_rate = model.index("box.angular_velocity.z")
        self._finger = model.index("finger.position")
        self._finger_velocity = model.index("finger.velocity")
        self._target = model.index("target.position")

    def start(self, rng: np.random.Generator) -> Array:
        x = self.model.initial()
        yaw = rng.uniform(-0.3, 0.3)
        x[self._box][:2] += rng.uniform(-0.01, 0.01, 2)
        x[self._quat] = np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2)
        x[self._finger][:2] = rng.uniform((-0.14, -0.04), (-0.11, 0.04))
        x[self._target][:2] = rng.uniform((0.10, -0.08), (0.25, 0.08))
        return x

    def control(self, X: Array, A: Array) -> Array:
        return SPEED * A

    def observe(self, X: Array) -> Array:
        box, finger, target = (X[:, part][:, :2] for part in (self._box, self._finger, self._target))
        w, _, _, z = X[:, self._quat].T
        yaw = columns(1.0 - 2.0 * z * z, 2.0 * w * z)
        speeds = columns(X[:, self._finger_velocity][:, :2], X[:, self._box_velocity][:, :2]) / SPEED
        return columns((finger - box) / 0.1, (target - box) / 0.1, yaw, speeds, X[:, self._yaw_rate] / 3.0)

    def reward(self, X: Array, A: Array) -> Array:
        box, finger, target = (X[:, part][:, :2] for part in (self._box, self._finger, self._target))
        effort = A[:, 0] * A[:, 0] + A[:, 1] * A[:, 1]
        return -length(box - target) / 0.1 - 0.2 * length(finger - box) / 0.1 - 0.01 * effort

    def success(self, X: Array) -> Mask:
        return length(X[:, self._box][:, :2] - X[:, self._target][:, :2]) < 0.02
