"""What a task is: a model, and functions of arrays of its states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from importlib import resources
from typing import cast

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from drystone import Model

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]
Point = tuple[float, float, float]

LARGEST = 100.0  # bound of an observation; they are of the order of 1


@cache
def load_scene(name: str) -> Model:
    """Return the model of the scene ``scenes/NAME.toml`` of this package."""
    file = resources.files("drystone.gym") / "scenes" / f"{name}.toml"
    return Model.parse(file.read_text(encoding="utf-8"), name=f"{name}.toml")


class Task(ABC):
    """A model and what is wanted of it, written once for single and for vectorized environments.

    All functions but `start` take arrays of n members and work on every row alone, with elementwise operations: then the results of a
    member do not depend on how many there are. What differs from one episode to the next, such as a target, is part of the state: the
    position of a fixed body that nothing touches.

    Parameters
    ----------
    model
        Bodies, joints and controls.
    actions, observations
        Lengths of an action and of an observation.
    skip
        Steps of the simulator per action. The controls are constant over them.
    horizon
        Actions until an episode is truncated.
    camera
        Eye and target of the pictures, m.
    """

    def __init__(
        self, model: Model, *, actions: int, observations: int, skip: int, horizon: int, camera: tuple[Point, Point]
    ) -> None:
        self.model = model
        self.actions = actions
        self.observations = observations
        self.skip = skip
        self.horizon = horizon
        self.camera = camera

    @property
    def seconds(self) -> float:
        """The time that an action takes, s."""
        return self.model.time_step * self.skip

    @property
    def fps(self) -> int:
        """The pictures per second, one per action."""
        return round(1 / self.seconds)

    @property
    def action_space(self) -> Space[Floats]:
        """The space of an action: numbers from -1 to 1."""
        return cast("Space[Floats]", Box(-1.0, 1.0, (self.actions,), np.float32))

    @property
    def observation_space(self) -> Space[Floats]:
        """The space of an observation: numbers of the order of 1, from -100 to 100."""
        return cast("Space[Floats]", Box(-LARGEST, LARGEST, (self.observations,), np.float32))

    @abstractmethod
    def start(self, rng: np.random.Generator) -> Array:
        """Return a random state [nx] at which an episode starts."""

    @abstractmethod
    def control(self, X: Array, A: Array) -> Array:
        """Return the controls [n, nu] that actions A [n, actions] mean in states X [n, nx]."""

    @abstractmethod
    def observe(self, X: Array) -> Array:
        """Return the observations [n, observations] of states X [n, nx]."""

    @abstractmethod
    def reward(self, X: Array, A: Array) -> Array:
        """Return the rewards [n] of actions A [n, actions] that led to states X [n, nx]."""

    @abstractmethod
    def success(self, X: Array) -> Mask:
        """Return where the task is done [n], in states X [n, nx]."""

    def ended(self, X: Array) -> Mask:
        """Return where an episode ends for good [n], in states X [n, nx]: nowhere, unless a task says so."""
        return np.zeros(len(X), bool)


def observations(task: Task, X: Array) -> Floats:
    """Return the observations [n, observations] of states X [n, nx] as they leave an environment."""
    return np.clip(task.observe(X), -LARGEST, LARGEST).astype(np.float32)


def columns(*parts: Array) -> Array:
    """Return parts [n] and [n, k] side by side, as one array of n rows."""
    return np.concatenate([part.reshape(len(part), -1) for part in parts], axis=1)


def length(V: Array) -> Array:
    """Return the lengths [n] of vectors V [n, k], summed in the same order for every n."""
    total = V[:, 0] * V[:, 0]
    for k in range(1, V.shape[1]):
        total = total + V[:, k] * V[:, k]
    return np.sqrt(total)


def clip_actions(A: Floats | Array) -> Array:
    """Return actions as float64, from -1 to 1, with 0 in place of what is no number."""
    return np.clip(np.nan_to_num(np.asarray(A, float), nan=0.0), -1.0, 1.0)
