"""Put a block on another one, with two pads that hold it."""

from __future__ import annotations

import numpy as np

from ..task import Array, Mask, Task, columns, length, load_scene

SPEED = 0.3  # m/s, of the pads together
GRIP = 0.02, 0.08  # m/s, at which each pad closes: at action 0, and more at action 1; 4 N and 20 N when a block is between them
SIDE = 0.04  # m, of the blocks
HELD = 0.03  # m, from the middle of a block to that of a pad that touches it


class Stack(Task):
    """Two blocks of 4 cm in a vertical plane; one starts between the pads, above the ground.

    =========== =============================================================================================
    action      velocity of both pads in x and z / 0.3 m/s; grip: both close at (2 + 8 grip) cm/s
    observation block from its place on the base, left and right pad from the block / 5 cm (x and z each), velocity of the block /
                0.3 m/s (x and z), tilts of block and base (sines), height of the block / 5 cm, spin of the block / 3 rad/s
    reward      -far / 10 cm + near (1 + open), with far from the block to its place, near = 1 / (1 + (far / 1 cm)^2), and open, from 0
                to 1, when the pads are 0 to 1 cm away from the block
    success     the block is within 5 mm of its place, slower than 2 cm/s, and the pads are 3 mm away from it
    =========== =============================================================================================
    """

    def __init__(self) -> None:
        pads = [f"{pad}.command.velocity.{axis}" for pad in ("left", "right") for axis in "xz"]
        model = load_scene("stack").with_controls(pads)
        super().__init__(
            model, actions=3, observations=12, skip=4, horizon=75, camera=((0.02, -0.5, 0.2), (0.02, 0.0, 0.05))
        )
        self._positions = {name: model.index(f"{name}.position") for name in ("base", "block", "left", "right")}
        self._quats = model.index("block.quat_wxyz"), model.index("base.quat_wxyz")
        self._velocity = model.index("block.velocity")
        self._spin = model.index("block.angular_velocity.y")

    def start(self, rng: np.random.Generator) -> Array:
        x = self.model.initial()
        block, height = rng.uniform(-0.10, -0.04), rng.uniform(0.04, 0.08)
        x[self._positions["base"]][0] = rng.uniform(0.04, 0.10)
        for name, offset in (("block", 0.0), ("left", -HELD), ("right", HELD)):
            x[self._positions[name]] = block + offset, 0.0, height
        return x

    def control(self, X: Array, A: Array) -> Array:
        grip = GRIP[0] + GRIP[1] * A[:, 2]
        along, up = SPEED * A[:, 0], SPEED * A[:, 1]
        return columns(along + grip, up, along - grip, up)

    def observe(self, X: Array) -> Array:
        _, block, left, right = self._plane(X)
        tilts = [2.0 * X[:, quat.start] * X[:, quat.start + 2] for quat in self._quats]
        offsets = [(part - block) / 0.05 for part in (left, right)]
        velocity = X[:, self._velocity][:, ::2] / SPEED
        return columns(self._error(X) / 0.05, *offsets, velocity, *tilts, block[:, 1] / 0.05, X[:, self._spin] / 3.0)

    def reward(self, X: Array, A: Array) -> Array:
        far = length(self._error(X))
        near = 1.0 / (1.0 + far * far / 1e-4)
        return -far / 0.1 + near * (1.0 + np.clip(self._gap(X) / 0.01, 0.0, 1.0))

    def success(self, X: Array) -> Mask:
        slow = length(X[:, self._velocity]) < 0.02
        return (length(self._error(X)) < 0.005) & slow & (self._gap(X) > 0.003)

    def _plane(self, X: Array) -> list[Array]:
        """Return x and z [n, 2] of base, block, left and right pad, m."""
        return [X[:, part][:, ::2] for part in self._positions.values()]

    def _error(self, X: Array) -> Array:
        """Return the block from its place on the base [n, 2], m."""
        base, block, _, _ = self._plane(X)
        return block - base - np.array([0.0, SIDE])

    def _gap(self, X: Array) -> Array:
        """Return the way [n] from the block to the nearer pad, m."""
        _, block, left, right = self._plane(X)
        return np.minimum(length(block - left), length(right - block)) - HELD
