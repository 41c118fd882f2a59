"""Models in other processes: pickles without mesh files, and batches after a fork."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds

START_METHODS = multiprocessing.get_all_start_methods()
STEPS = 50
SCENE = """
[simulation]
time_step = 0.01

[shape.ground.halfspace]
normal = [0, 0, 1]

[shape.stone.mesh]
file = "stone.obj"

[[body]]
name = "ground"
fixed = true
shape = "ground"

[[body]]
name = "stone"
shape = "stone"
density = 2000
position = [0, 0, 0.12]
angular_velocity = [1, 2, 3]
"""
STONE = """
v 0.1 0 0
v -0.1 0 0
v 0 0.08 0
v 0 -0.08 0
v 0 0 0.06
v 0 0 -0.06
f 1 3 5
f 3 2 5
f 2 4 5
f 4 1 5
f 3 1 6
f 2 3 6
f 4 2 6
f 1 4 6
"""


def figures(model: ds.Model, batch: ds.Batch) -> tuple[int, int]:
    """Return the fingerprint of the model and the hash of a run's last state."""
    starts = np.tile(model.initial(), (8, 1))
    states, ok = batch.rollout(starts, steps=STEPS)
    assert ok.all()
    return model.fingerprint, model.hash(states[-1, -1])


def child(pickled: bytes, folder: str, answers: Any) -> None:
    """Answer with the figures of a pickled model, from another folder."""
    os.chdir(folder)
    model = pickle.loads(pickled)
    answers.put(figures(model, ds.Batch(model, threads=2)))


def grandchild(batch: ds.Batch, answers: Any) -> None:
    """Answer with the figures of a batch that the parent had used."""
    answers.put(figures(batch.model, batch))


def answer(method: str, target: Any, arguments: tuple[Any, ...]) -> tuple[int, int]:
    """Return what a child process answers within 30 s."""
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    process = context.Process(target=target, args=(*arguments, answers))
    process.start()
    try:
        found: tuple[int, int] = answers.get(timeout=30)
        process.join(timeout=10)
        assert process.exitcode == 0
        return found
    finally:
        process.kill()


@pytest.fixture
def pickled(tmp_path: Path) -> tuple[bytes, tuple[int, int], Path]:
    """A pickled model with a mesh that is gone, its figures, and an empty folder."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    (home / "scene.toml").write_text(SCENE)
    (home / "stone.obj").write_text(STONE)
    model = ds.Model.load(home / "scene.toml")
    expected = figures(model, ds.Batch(model, threads=2))
    data = pickle.dumps(model)
    for file in home.iterdir():
        file.unlink()
    return data, expected, elsewhere


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*os.fork:RuntimeWarning")  # JAX, if it was imported before
@pytest.mark.parametrize("method", START_METHODS)
def test_pickled_model_runs_elsewhere(method: str, pickled) -> None:
    data, expected, elsewhere = pickled
    assert answer(method, child, (data, str(elsewhere))) == expected


@pytest.mark.filterwarnings("ignore:.*os.fork:RuntimeWarning")
@pytest.mark.skipif("fork" not in START_METHODS, reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_batch_works_in_a_forked_child(pickled) -> None:
    data, expected, _ = pickled
    model = pickle.loads(data)
    batch = ds.Batch(model, threads=2)
    assert figures(model, batch) == expected
    assert answer("fork", grandchild, (batch,)) == expected
    assert figures(model, batch) == expected


def test_pickles_of_pickles_and_of_changed_models(pickled) -> None:
    data, expected, _ = pickled
    model = pickle.loads(pickle.dumps(pickle.loads(data)))
    assert figures(model, ds.Batch(model)) == expected
    changed = model.with_params(["stone.mass"], model.params(["stone.mass"]) * 2)
    again = pickle.loads(pickle.dumps(changed))
    assert np.array_equal(again.params(["stone.mass"]), changed.params(["stone.mass"]))
    assert again.fingerprint == changed.fingerprint != model.fingerprint


def test_batches_and_simulators_are_pickled_as_their_models(pickled) -> None:
    data, expected, _ = pickled
    model = pickle.loads(data)
    batch = pickle.loads(pickle.dumps(ds.Batch(model, threads=2)))
    assert batch.threads == 2 and figures(batch.model, batch) == expected
    simulator = pickle.loads(pickle.dumps(ds.Simulator(model)))
    assert simulator.model.fingerprint == model.fingerprint


def test_a_bridge_is_imported_only_when_it_is_wanted() -> None:
    bridges = ("torch", "jax", "casadi", "crocoddyl", "gymnasium")
    code = f"import sys, drystone; print([m for m in {bridges} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout.strip() == "[]"
