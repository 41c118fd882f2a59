"""Stand on four legs while a ball is thrown at the trunk."""

from __future__ import annotations

import numpy as np

from ..task import Array, Mask, Task, columns, length, load_scene

STANCE = np.tile([0.0, 0.5, -1.0], 4)  # rad: abduction, swing and knee of every leg
REACH = 0.3  # rad
FOOT = 0.06, 0.018  # m, from the middle of a shin to its lower cap, and the radius of that
THROW = 0.9, 5.0  # m, from where, and m/s
GRAVITY = 9.81  # m/s^2


class Quadruped(Task):
    """A trunk of 6 kg on twelve position motors; a ball of 3 kg comes from any side at 5 m/s after 0.2 s.

    =========== =============================================================================================
    action      commands of the twelve motors from a crouched stance / 0.3 rad
    observation height of the trunk from that of the stance / 0.1 m; the upward axis in the frame of the trunk; velocity / 1 m/s and
                angular velocity / 3 rad/s of the trunk; joint positions from the stance / 0.5 rad, joint velocities / 10 rad/s; the ball
                from the trunk / 1 m, and its velocity / 5 m/s
    reward      1 - (height / 0.1 m)^2 - 2 (sine of the tilt)^2 - 0.2 (speed / 1 m/s)^2 - 0.01 |action|^2
    success     the trunk is within 2 cm of its height, level to 0.1 and slower than 0.1 m/s
    end         the trunk is lower than 0.15 m, or tilts by more than 60 degrees
    =========== =============================================================================================
    """

    def __init__(self) -> None:
        model = load_scene("quadruped").with_controls(["*.motor.position"])
        super().__init__(
            model, actions=12, observations=40, skip=2, horizon=100, camera=((1.1, -1.1, 0.7), (0.0, 0.0, 0.2))
        )
        self._trunk = model.index("trunk.position")
        self._quat = model.index("trunk.quat_wxyz")
        self._velocity = model.index("trunk.velocity")
        self._spin = model.index("trunk.angular_velocity")
        self._ball = model.index("ball.position")
        self._ball_velocity = model.index("ball.velocity")
        self._stance = self._crouched()
        self._height = self._stance[self._trunk][2]

    def start(self, rng: np.random.Generator) -> Array:
        x = self._stance.copy()
        bearing = rng.uniform(-np.pi, np.pi)
        way = np.array([np.cos(bearing), np.sin(bearing), 0.0])
        distance, speed = THROW
        x[self._ball] = x[self._trunk] - distance * way
        x[self._ball_velocity] = speed * way + np.array([0.0, 0.0, GRAVITY * distance / speed / 2])
        return x

    def control(self, X: Array, A: Array) -> Array:
        return STANCE + REACH * A

    def observe(self, X: Array) -> Array:
        height = X[:, self._trunk][:, 2] - self._height
        joints = (self.model.joint_positions(X) - STANCE) / 0.5
        speeds = self.model.joint_velocities(X) / 10.0
        ball = X[:, self._ball] - X[:, self._trunk]
        trunk = columns(height / 0.1, upward(X[:, self._quat]), X[:, self._velocity], X[:, self._spin] / 3.0)
        return columns(trunk, joints, speeds, ball, X[:, self._ball_velocity] / THROW[1])

    def reward(self, X: Array, A: Array) -> Array:
        height = (X[:, self._trunk][:, 2] - self._height) / 0.1
        up = upward(X[:, self._quat])
        tilt = up[:, 0] * up[:, 0] + up[:, 1] * up[:, 1]
        speed, effort = length(X[:, self._velocity]), length(A)
        return 1.0 - height * height - 2.0 * tilt - 0.2 * speed * speed - 0.01 * effort * effort

    def success(self, X: Array) -> Mask:
        height = np.abs(X[:, self._trunk][:, 2] - self._height)
        level = length(upward(X[:, self._quat])[:, :2]) < 0.1
        return (height < 0.02) & level & (length(X[:, self._velocity]) < 0.1)

    def ended(self, X: Array) -> Mask:
        return (X[:, self._trunk][:, 2] < 0.15) | (upward(X[:, self._quat])[:, 2] < 0.5)

    def _crouched(self) -> Array:
        """Return the state in which the robot stands with bent knees, its feet on the ground."""
        x = self.model.with_joint_positions(self.model.initial(), STANCE, np.zeros(12))
        bodies = [self.model.index(f"{name}.position") for name in self.model.names("body") if name not in ("ground", "ball")]
        shins = [name for name in self.model.names("body") if name.endswith("_shin")]
        below, radius = FOOT
        feet = [
            x[self.model.index(f"{shin}.position")][2] - below * upward(x[None, self.model.index(f"{shin}.quat_wxyz")])[0, 2]
            for shin in shins
        ]
        for body in bodies:
            x[body][2] -= min(feet) - radius
        return x


def upward(q: Array) -> Array:
    """Return the upward axis of the world [n, 3] in the frames of quaternions [n, 4]."""
    w, x, y, z = q.T
    return columns(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))
