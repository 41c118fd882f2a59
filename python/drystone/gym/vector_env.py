"""A task as a vectorized environment of Gymnasium: all worlds in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from drystone import Batch, Simulator

from .env import Env, start
from .task import Array, Floats, Mask, Task, clip_actions, observations
from .tasks import task_of

Seeds = Sequence[int | None]


class VectorEnv(gymnasium.vector.VectorEnv[Floats, Floats, NDArray[Any]]):
    """Many worlds of a task on a `Batch`, with the same numbers as a ``SyncVectorEnv`` of `Env`.

    Parameters
    ----------
    task
        A task or the name of one, such as ``"push"``.
    num_envs
        The number of worlds.
    autoreset_mode
        When a world that ended starts again: with the next step, with the same step, or never by itself.
    threads
        The number of threads; all cores by default. The numbers do not depend on it.
    render_mode
        ``"rgb_array"`` or None.
    size
        Width and height of the pictures, pixels.
    """

    def __init__(
        self,
        task: Task | str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
        size: tuple[int, int] = (480, 360),
    ) -> None:
        self.task = task_of(task)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**Env.metadata, "render_fps": self.task.fps, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.size = size
        self.single_action_space = self.task.action_space
        self.single_observation_space = self.task.observation_space
        self.action_space = batch_space(self.task.action_space, num_envs)
        self.observation_space = batch_space(self.task.observation_space, num_envs)
        self._batch = Batch(self.task.model, threads=threads)
        self._rngs: list[np.random.Generator | None] = [None] * num_envs
        self._X: Array = np.tile(self.task.model.initial(), (num_envs, 1))
        self._time = np.zeros(num_envs, np.int64)
        self._over: Mask = np.zeros(num_envs, bool)

    @property
    def X(self) -> Array:
        """A copy of the states [n, nx]."""
        return self._X.copy()

    def reset(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start an episode in every world, or in those of ``options["reset_mask"]``.

        Parameters
        ----------
        seed
            World i gets seed + i; a list has a seed for every world.
        options
            ``{"reset_mask": mask [n]}`` resets these worlds; ``{"x": state}`` starts from that state [nx].

        Returns
        -------
        The observations of all worlds, and an empty dictionary.
        """
        seeds: Seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed or [None] * self.num_envs
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} worlds: give one seed per world")
        self._start(self._reset_mask(options), seeds, options)
        return self._observe(), {}

    def step(self, actions: Floats) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one action [n, actions] in every world.

        Returns
        -------
        Observations, rewards, terminations, truncations, and infos with ``is_success``, ``unsolved`` and their masks; with
        ``SAME_STEP`` also ``final_obs`` and ``final_info`` of the episodes that end.
        """
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise gymnasium.error.ResetNeeded("an episode is over: call reset with options={'reset_mask': mask}")
        moves = ~self._over
        A = clip_actions(actions)
        reasons = self._advance(A, moves)
        self._time += moves
        unsolved = np.zeros(self.num_envs, bool)
        unsolved[list(reasons)] = True
        rewards = np.where(moves, self.task.reward(self._X, A), 0.0)
        terminated = moves & self.task.ended(self._X)
        truncated = moves & (unsolved | (self._time >= self.task.horizon))
        success = self.task.success(self._X)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._start(self._over, [None] * self.num_envs, None)
        over = terminated | truncated
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            infos = self._final_infos(over, success, reasons)
            self._start(over, [None] * self.num_envs, None)
            moves, unsolved = moves & ~over, unsolved & ~over
            over = np.zeros(self.num_envs, bool)
        self._over = over
        return self._observe(), rewards, terminated, truncated, {**infos, **self._infos(moves, success, reasons, unsolved)}

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return a picture [height, width, 3] of every world, or None without a render mode."""
        if self.render_mode is None:
            return None
        return tuple(self.task.model.render(x, size=self.size, camera=self.task.camera) for x in self._X)

    def _observe(self) -> Floats:
        return observations(self.task, self._X)

    def _reset_mask(self, options: dict[str, Any] | None) -> Mask:
        """Return which worlds a reset is for."""
        if options is None or "reset_mask" not in options:
            return np.ones(self.num_envs, bool)
        mask = np.array(options["reset_mask"])
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] must be an array of {self.num_envs} booleans, one of them True")
        return mask

    def _start(self, mask: Mask, seeds: Seeds, options: dict[str, Any] | None) -> None:
        """Start an episode in the worlds of `mask`."""
        for i in map(int, np.flatnonzero(mask)):
            rng = self._rngs[i]
            if rng is None or seeds[i] is not None:
                rng = self._rngs[i] = seeding.np_random(seeds[i])[0]
            self._X[i] = start(self.task, rng, options)
        self._time[mask] = 0
        self._over = self._over & ~mask

    def _advance(self, A: Array, moves: Mask) -> dict[int, str]:
        """Make the steps of an action in the worlds of `moves`, and return the reasons of those that were not solved."""
        members = np.flatnonzero(moves)
        if len(members) == 0:
            return {}
        X = self._X[members]
        U = np.repeat(self.task.control(X, A[members])[:, None], self.task.skip, axis=1)
        Xs, ok = self._batch.rollout(X, U)
        solved = np.where(ok.all(axis=1), self.task.skip, ok.argmin(axis=1))
        self._X[members] = Xs[np.arange(len(members)), solved]
        bad = np.flatnonzero(solved < self.task.skip)
        return {int(members[k]): Simulator(self.task.model).step(Xs[k, solved[k]], U[k, 0]).reason for k in bad}

    def _infos(self, moves: Mask, success: Mask, reasons: dict[int, str], unsolved: Mask) -> dict[str, Any]:
        """Return the infos of a step, in the worlds of `moves`, in the form of `SyncVectorEnv`."""
        infos: dict[str, Any] = {}
        if moves.any():
            infos = {"is_success": success & moves, "_is_success": moves}
        if unsolved.any():
            texts = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(unsolved):
                texts[i] = reasons[int(i)]
            infos |= {"unsolved": texts, "_unsolved": unsolved}
        return infos

    def _final_infos(self, over: Mask, success: Mask, reasons: dict[int, str]) -> dict[str, Any]:
        """Return the last observations and infos of the episodes that end."""
        last = self._observe()
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            final[i] = last[i].copy()
        unsolved = over & np.isin(np.arange(self.num_envs), list(reasons))
        info = self._infos(over, success, reasons, unsolved)
        return {"final_obs": final, "_final_obs": over, "final_info": info, "_final_info": over.copy()}
