"""A task as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from drystone import Simulator

from .task import Array, Floats, Task, clip_actions, observations
from .tasks import task_of


class Env(gymnasium.Env[Floats, Floats]):
    """One world of a task.

    The time limit and the scaling of actions and observations are those of the task, so that no wrapper is needed. A step that the
    simulator does not solve ends the episode as truncated, with the state before it and ``info["unsolved"]``, the reason.
    ``info["is_success"]`` tells whether the task is done at that moment.

    Parameters
    ----------
    task
        A task or the name of one, such as ``"push"``.
    render_mode
        ``"rgb_array"`` or None.
    size
        Width and height of the pictures, pixels.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"]}

    def __init__(self, task: Task | str, *, render_mode: str | None = None, size: tuple[int, int] = (480, 360)) -> None:
        self.task = task_of(task)
        self.metadata = {**Env.metadata, "render_fps": self.task.fps}
        self.action_space = self.task.action_space
        self.observation_space = self.task.observation_space
        self.render_mode = render_mode
        self.size = size
        self._simulator = Simulator(self.task.model)
        self._x: Array = self.task.model.initial()
        self._time = 0

    @property
    def x(self) -> Array:
        """A copy of the state [nx]."""
        return self._x.copy()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Start an episode.

        Parameters
        ----------
        seed
            Seed of this and of the following starts.
        options
            ``{"x": state}`` starts from that state [nx] instead of a random one.

        Returns
        -------
        The observation, and an empty dictionary.
        """
        super().reset(seed=seed)
        self._x = start(self.task, self.np_random, options)
        self._time = 0
        return self._observe(), {}

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Take an action of numbers from -1 to 1.

        Returns
        -------
        Floats, reward, terminated, truncated, and info with ``is_success`` (and ``unsolved``, a reason).
        """
        A = clip_actions(action)[None]
        reason = self._advance(self.task.control(self._x[None], A)[0])
        self._time += 1
        X = self._x[None]
        info: dict[str, Any] = {"is_success": bool(self.task.success(X)[0])}
        if reason is not None:
            info["unsolved"] = reason
        reward = float(self.task.reward(X, A)[0])
        truncated = reason is not None or self._time >= self.task.horizon
        return self._observe(), reward, bool(self.task.ended(X)[0]), truncated, info

    def render(self) -> NDArray[np.uint8] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return a picture [height, width, 3] of the state, or None without a render mode."""
        if self.render_mode is None:
            return None
        return self.task.model.render(self._x, size=self.size, camera=self.task.camera)

    def _observe(self) -> Floats:
        return observations(self.task, self._x[None])[0]

    def _advance(self, u: Array) -> str | None:
        """Make the steps of an action, and return why the last one was not solved, if so."""
        for _ in range(self.task.skip):
            step = self._simulator.step(self._x, u)
            if not step.solved:
                return step.reason
            self._x = step.x
        return None


def start(task: Task, rng: np.random.Generator, options: dict[str, Any] | None) -> Array:
    """Return the state [nx] at which an episode starts: ``options["x"]``, or else a random one."""
    x: Array | None = (options or {}).get("x")
    return task.start(rng) if x is None else np.array(x, float)
