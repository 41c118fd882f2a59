"""A million calls: memory stays, and 100,000 calls with arguments of all kinds raise nothing but Error.

    python benches/python/soak.py [calls]
"""

from __future__ import annotations

import resource
import sys
import time

import drystone as ds
import numpy as np
from overhead import SCENE


def resident() -> float:
    """Return the memory in use, MB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def steps(model: ds.Model, calls: int) -> float:
    """Make steps, a tenth of them differentiated; return by how much memory grew after the first tenth, MB."""
    sim, batch, x = ds.Simulator(model), ds.Batch(model, threads=1), model.initial()
    cotangent, before = np.ones(model.ndx), 0.0
    for k in range(calls):
        step = sim.step(x)
        _ = step.x, step.contacts if k % 7 == 0 else None
        if k % 10 == 0:
            sim.linearize(step)
            sim.vjp(step, cotangent)
            batch.step(x[None])
        if k == calls // 10:
            before = resident()
    return resident() - before


def fuzz(model: ds.Model, calls: int) -> tuple[int, int]:
    """Call with numbers of all sizes; return how many calls worked and how many raised Error."""
    generator = np.random.default_rng(0)
    sim, batch = ds.Simulator(model), ds.Batch(model, threads=1)
    x, u, worked, raised = model.initial(), model.control, 0, 0
    for _ in range(calls):
        scale = 10.0 ** generator.uniform(-6, 300 if generator.random() < 0.1 else 6)
        noisy = x + generator.normal(size=model.nx) * scale * (generator.random(model.nx) < 0.05)
        acting = u + generator.normal(size=model.nu) * scale * (generator.random(model.nu) < 0.2)
        rho = 10.0 ** generator.uniform(-11, 0)
        try:
            step = sim.step(noisy, acting, rho=rho)
            assert np.all(np.isfinite(step.x))
            model.gaps(noisy)
            model.integrate(noisy, generator.normal(size=model.ndx) * scale)
            if step.solved:
                sim.vjp(step, generator.normal(size=model.ndx) * scale, rho=rho)
                batch.linearize(noisy[None], acting, rho=rho)
            worked += 1
        except ds.Error:
            raised += 1
    return worked, raised


def main() -> None:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    model = ds.Model.parse(SCENE)
    start = time.perf_counter()
    print(f"{calls} calls: memory grew by {steps(model, calls):.2f} MB (bar 1), {time.perf_counter() - start:.0f} s")
    start = time.perf_counter()
    worked, raised = fuzz(model, calls // 10)
    print(f"{calls // 10} fuzzed calls: {worked} worked, {raised} raised Error, no panic, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
