"""A task as a ``VecEnv`` of Stable-Baselines3."""

# pyright: basic
# Stable-Baselines3 leaves many types unknown, which the strict mode refuses.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import base_vec_env
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from .task import Task
from .vector_env import VectorEnv


class VecEnv(base_vec_env.VecEnv):
    """Many worlds of a task for Stable-Baselines3: `VectorEnv` with resets in the same step and a dictionary per world.

    Parameters
    ----------
    task
        A task or the name of one, such as ``"push"``.
    num_envs
        The number of worlds.
    threads
        The number of threads; all cores by default.
    render_mode
        ``"rgb_array"`` or None.
    """

    def __init__(self, task: Task | str, num_envs: int, *, threads: int | None = None, render_mode: str | None = None) -> None:
        self.envs = VectorEnv(
            task, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, threads=threads, render_mode=render_mode
        )
        self._actions = np.zeros((num_envs, self.envs.task.actions), np.float32)
        of = self.envs.task
        super().__init__(num_envs, of.observation_space, of.action_space)  # pyright: ignore[reportUnknownMemberType]

    def reset(self) -> NDArray[np.float32]:
        """Start an episode in every world, with the seeds of `seed` and the options that the first world was given."""
        observations, _ = self.envs.reset(seed=list(self._seeds), options=self._options[0] or None)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[np.float32]) -> None:
        """Keep the actions [n, actions] for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the actions; return observations, rewards, dones and one info per world."""
        observations, rewards, terminated, truncated, info = self.envs.step(self._actions)
        done = terminated | truncated
        infos = [
            {"is_success": bool(s), "TimeLimit.truncated": bool(t)}
            for s, t in zip(info.get("is_success", done), truncated & ~terminated, strict=True)
        ]
        for i in np.flatnonzero(done):
            infos[i]["terminal_observation"] = info["final_obs"][i]
            final = info["final_info"]
            infos[i]["is_success"] = bool(final["is_success"][i])
            if "unsolved" in final and final["_unsolved"][i]:
                infos[i]["unsolved"] = final["unsolved"][i]
        return observations, rewards.astype(np.float32), done, infos

    def close(self) -> None:
        """Close the worlds."""
        self.envs.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Return a picture [height, width, 3] of every world, or None without a render mode."""
        return self.envs.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return an attribute, which all worlds share, once per index."""
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refuse: worlds of a batch have no attributes of their own."""
        raise NotImplementedError("worlds of a batch have no attributes of their own: make another task")

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> list[Any]:
        """Refuse: worlds of a batch have no methods of their own."""
        raise NotImplementedError("worlds of a batch have no methods of their own: call those of the attribute envs")

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """Return False once per index: nothing is wrapped."""
        return [False for _ in self._get_indices(indices)]
