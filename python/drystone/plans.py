"""Plans: commands that push an object to a goal."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._drystone import Model


@dataclass(frozen=True)
class Plan:
    """A plan for a goal of a scene.

    Attributes
    ----------
    reached : bool
        Whether the object ends at the goal; else this is the best plan that was found.
    time : ndarray [T]
        Times at the ends of the steps, s.
    commands : ndarray [T, number of commanded axes]
        Commanded positions: of centres of mass (m), then of motors (rad or m).
    commanded : list of (str, int)
        Body or joint, and axis or coordinate, of every column of `commands`.
    bodies : ndarray [T + 1, bodies, 13]
        The bodies at the start and after every step, as in a state.
    verdict : dict
        How good the plan is and what it cost, as `drystone plan` writes it.
    json : str
        The file, as `drystone plan --out` writes it.
    """

    reached: bool
    time: NDArray[np.float64]
    commands: NDArray[np.float64]
    commanded: list[tuple[str, int]]
    bodies: NDArray[np.float64]
    verdict: dict[str, Any]
    json: str


def plan(
    model: Model,
    *,
    goal: int = 0,
    seed: int = 0,
    seconds: float = 60.0,
    nodes: int = 5000,
    polish: bool = True,
    progress: Callable[[int, float], object] | None = None,
) -> Plan:
    """Find commands that push the object of a scene's `[plan]` to a goal.

    Parameters
    ----------
    model : Model
        A scene with a `[plan]` table (docs/planning.md).
    goal : int
        Which goal, counted from 0.
    seed : int
        Equal seeds have equal plans, unless time runs out.
    seconds : float
        The search ends after this time, s; smoothing comes on top.
    nodes : int
        The search ends with so many nodes.
    polish : bool
        What is not needed is left out of the plan, and the rest is smoothed.
    progress : callable, optional
        It is called with the number of nodes, and the error of the best one relative to the tolerances.

    Returns
    -------
    Plan

    Raises
    ------
    Error
        The scene has no plan, or a goal that cannot be reached.
    """
    text = model.plan(goal=goal, seed=seed, seconds=seconds, nodes=nodes, polish=polish, progress=progress)
    read = json.loads(text)
    steps = read["steps"]
    return Plan(
        reached=read["reached"],
        time=np.array([step["time"] for step in steps]),
        commands=np.array([step["command"] for step in steps]),
        commanded=[(name, index) for name, index in read["commanded"] + read.get("motors", [])],
        bodies=np.array([read["start"], *(step["bodies"] for step in steps)]),
        verdict=read["verdict"],
        json=text,
    )
