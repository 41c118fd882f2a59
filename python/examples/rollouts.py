"""What the Ray and the Dask example share: rollouts that depend on their index alone.

Member 17 is member 17 wherever it runs: its start comes from the seed and its own
index, not from a generator that others use, too.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import drystone as ds

SCENE = Path(__file__).resolve().parents[2] / "scenarios" / "box_drop.toml"
SEED = 1
STEPS = 100
BLOCK = 50


def start(model: ds.Model, index: int) -> np.ndarray:
    """Return the start [nx] of a member: moved by up to 1 cm, turned by up to 0.5 rad, with a push of its own."""
    change = np.random.default_rng([SEED, index]).uniform(-1.0, 1.0, model.ndx)
    bounds = np.repeat([[0.01, 0.5], [0.5, 1.0]], 3, axis=1)  # m and rad, m/s and rad/s
    return model.integrate(model.initial(), change * np.repeat(bounds, model.nv // 6, axis=0).ravel())


def hashes(model: ds.Model, indices: Sequence[int]) -> list[int]:
    """Return the hashes of the last states of members, on one thread."""
    starts = np.stack([start(model, index) for index in indices])
    states, _ = ds.Batch(model, threads=1).rollout(starts, steps=STEPS)
    return [model.hash(x) for x in states[:, -1]]


def blocks(members: int) -> list[range]:
    """Return the indices of all members, at most BLOCK to a task."""
    return [range(first, min(first + BLOCK, members)) for first in range(0, members, BLOCK)]


def digest(all_hashes: Sequence[int]) -> str:
    """Return one short hash of many."""
    return hashlib.sha256(b"".join(h.to_bytes(8, "little") for h in all_hashes)).hexdigest()[:16]


def arguments(description: str) -> int:
    """Return the number of members that the command line asks for."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--members", type=int, default=500, help="number of rollouts (default 500)")
    return int(parser.parse_args().members)


def report(name: str, model: ds.Model, found: Sequence[int]) -> None:
    """Print whether the hashes equal those of this process."""
    here = [h for block in blocks(len(found)) for h in hashes(model, block)]
    print(f"{len(found)} rollouts of {STEPS} steps: {name} {digest(found)}, one process {digest(here)}")
    if list(found) != here:
        raise SystemExit("the hashes differ")
