"""Tasks for reinforcement learning: environments of Gymnasium, single and vectorized, and of Stable-Baselines3.

Importing this module registers the tasks::

    import gymnasium
    import drystone.gym

    env = gymnasium.make("drystone/Push-v0")
    envs = gymnasium.make_vec("drystone/Push-v0", num_envs=64)  # all worlds in one call

`docs/learning.md` has a table of the tasks. A task of your own is a subclass of `Task`, given to `Env` or `VectorEnv`.
"""

from gymnasium.envs.registration import register, registry  # pyright: ignore[reportUnknownVariableType]

from .env import Env
from .task import Array, Mask, Task, columns, length, load_scene
from .tasks import TASKS
from .vector_env import VectorEnv

__all__ = ["TASKS", "Array", "Env", "Mask", "Task", "VectorEnv", "columns", "length", "load_scene"]


def _register() -> None:
    for name in TASKS:
        id = f"drystone/{name.capitalize()}-v0"
        if id not in registry:
            register(
                id=id,
                entry_point="drystone.gym:Env",
                vector_entry_point="drystone.gym:VectorEnv",
                kwargs={"task": name},
            )


_register()
