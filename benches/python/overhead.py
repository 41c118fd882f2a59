"""What Python adds to steps: one by one, and in a batch of 4,096 boxes.

    python benches/python/overhead.py

A step of Rust and a step of Python take turns, so that both meet the same machine; medians are printed.
"""

from __future__ import annotations

import json
import multiprocessing
import statistics
import sys
import threading
import time
from collections.abc import Callable

import drystone as ds
import numpy as np
from drystone._drystone import seconds_of_steps

SCENE = """
[material.wood]
friction = 0.5
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.box.box]
half_extents = [0.05, 0.05, 0.05]
[[body]]
name = "ground"
fixed = true
shape = "ground"
material = "wood"
[[body]]
name = "box"
shape = "box"
material = "wood"
mass = 0.5
position = [0, 0, 0.05]
"""
STEPS, ROUNDS, MEMBERS = 2000, 15, 4096
# A batch takes 20 ms, in which two threads are seldom left alone.
BATCHES = 101


def timed(work: Callable[[], object]) -> float:
    """Return the seconds of a call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def single(model: ds.Model) -> dict[str, float]:
    """Compare steps of a box on a plane, us."""
    sim, x = ds.Simulator(model), model.initial()
    u = model.control

    def loop() -> None:
        for _ in range(STEPS):
            sim.step(x, u)

    rust, python = [], []
    for _ in range(ROUNDS):
        rust.append(seconds_of_steps(model, x[None], rounds=STEPS) / STEPS * 1e6)
        python.append(timed(loop) / STEPS * 1e6)
    extra = statistics.median(p - r for p, r in zip(python, rust))
    return {"rust_us": statistics.median(rust), "python_us": statistics.median(python), "overhead_us": extra}


def many(model: ds.Model) -> dict[str, float]:
    """Compare steps of a batch, members per second."""
    generator = np.random.default_rng(0)
    dx = np.zeros((MEMBERS, model.ndx))
    dx[:, :3] = generator.uniform(0, 0.01, (MEMBERS, 3))
    x = model.integrate(model.initial(), dx)
    batch = ds.Batch(model)
    rust, python = [], []
    for _ in range(BATCHES):
        rust.append(MEMBERS / seconds_of_steps(model, x, rounds=1, threads=batch.threads))
        python.append(MEMBERS / timed(lambda: batch.step(x)))
    ratio = statistics.median(p / r for p, r in zip(python, rust))
    return {"rust_per_s": statistics.median(rust), "python_per_s": statistics.median(python), "ratio": ratio}


def steps(model: ds.Model) -> None:
    """Make steps with a simulator of one's own."""
    sim, x = ds.Simulator(model), model.initial()
    for _ in range(4 * STEPS):
        sim.step(x)


def two_threads(model: ds.Model) -> dict[str, float]:
    """Compare two Python threads that have a simulator each, and two processes, with one thread."""
    def threads() -> None:
        both = [threading.Thread(target=steps, args=(model,)) for _ in range(2)]
        [thread.start() for thread in both]
        [thread.join() for thread in both]

    by_threads, by_processes = [], []
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        processes = lambda: pool.map(steps, [model, model], chunksize=1)
        processes()
        for _ in range(ROUNDS):
            one = timed(lambda: steps(model))
            by_threads.append(2 * one / timed(threads))
            by_processes.append(2 * one / timed(processes))
    return {"speedup": statistics.median(by_threads), "of_processes": statistics.median(by_processes)}


def main() -> None:
    model = ds.Model.parse(SCENE)
    start = time.perf_counter()
    figures = {"single": single(model), "batch": many(model), "two_threads": two_threads(model)}
    figures["seconds"] = time.perf_counter() - start
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    one, batch, two = figures["single"], figures["batch"], figures["two_threads"]
    print(f"step of a box on a plane: Rust {one['rust_us']:.1f} us, Python {one['python_us']:.1f} us, overhead {one['overhead_us']:.2f} us (bar 3)")
    print(f"Batch.step of {MEMBERS} boxes: Rust {batch['rust_per_s']:.0f}/s, Python {batch['python_per_s']:.0f}/s, ratio {batch['ratio']:.3f} (bar 0.9)")
    print(f"two Python threads with a Simulator each: {two['speedup']:.2f} times one (bar 1.8), two processes {two['of_processes']:.2f}")


if __name__ == "__main__":
    main()
