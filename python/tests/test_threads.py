"""Threads of Python, with a lock of the interpreter and without one."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import threading

import drystone as ds
import numpy as np
import pytest
from conftest import ROOT


def test_threads_that_share_a_model_have_the_bits_of_alone(push: ds.Model) -> None:
    """Each thread has a simulator; steps, derivatives and batches do not depend on what the others do."""

    def run() -> tuple[list[int], np.ndarray, np.ndarray]:
        sim, x, hashes = ds.Simulator(push), push.initial(), []
        for _ in range(30):
            step = sim.step(x).check()
            hashes.append(step.hash)
            x = step.x
        states, ok = ds.Batch(push, threads=2).rollout([x] * 4, steps=5)
        assert ok.all()
        return hashes, sim.linearize(step, rho=1e-3).A, states

    alone = run()
    found: list[tuple[list[int], np.ndarray, np.ndarray]] = []
    threads = [threading.Thread(target=lambda: found.append(run())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for hashes, a, states in found:
        assert hashes == alone[0] and np.array_equal(a, alone[1]) and np.array_equal(states, alone[2])


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this interpreter is not free-threaded")
def test_a_free_threaded_interpreter_stays_free() -> None:
    """Neither the import nor a step brings the lock back, which the interpreter would warn of."""
    code = f"""
import sys, drystone as ds
model = ds.Model.load({str(ROOT / "scenarios/push.toml")!r})
assert ds.Simulator(model).step(model.initial()).solved and not sys._is_gil_enabled()
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
