"""Objects made again from their pickles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._drystone import Batch, Input, Model, Simulator, Step


def step(model: Model, x: NDArray[np.float64], u: NDArray[np.float64] | Input, rho: float) -> Step:
    """Make a step again: the same bits."""
    return Simulator(model).step(x, u, rho=rho)


def simulator(model: Model, threads: int, precise: bool) -> Simulator:
    """Make a simulator, which has caches only."""
    return Simulator(model, threads=threads, precise=precise)


def batch(model: Model, threads: int) -> Batch:
    """Make a batch, which has caches only; parameters of members are not kept."""
    return Batch(model, threads=threads)
