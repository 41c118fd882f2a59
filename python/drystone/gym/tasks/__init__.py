"""The tasks, by name."""

from __future__ import annotations

from collections.abc import Callable

from ..task import Task
from .peg import Peg
from .pendulum import Pendulum
from .push import Push
from .quadruped import Quadruped
from .reacher import Reacher
from .stack import Stack

TASKS: dict[str, Callable[[], Task]] = {
    "push": Push,
    "peg": Peg,
    "stack": Stack,
    "pendulum": Pendulum,
    "reacher": Reacher,
    "quadruped": Quadruped,
}


def task_of(task: Task | str) -> Task:
    """Return a task, or the one of that name."""
    if isinstance(task, Task):
        return task
    if task not in TASKS:
        raise ValueError(f"no task is called {task!r}: the tasks are {', '.join(TASKS)}")
    return TASKS[task]()
