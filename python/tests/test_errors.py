"""Mistakes raise with their place, unsolved steps do not."""

from __future__ import annotations

import pickle
import threading
import time

import drystone as ds
import numpy as np
import pytest


def test_a_mistake_in_a_scene_has_its_place() -> None:
    with pytest.raises(ds.SceneError) as caught:
        ds.Model.parse('[shape.ball.sphere]\nradius = -1\n[[body]]\nname = "b"\nshape = "ball"\n', name="bad.toml")
    error = caught.value
    assert (error.file, error.line, error.field) == ("bad.toml", 2, "shape.ball.sphere.radius")
    assert error.column is not None and "^" in str(error) and error.fix
    assert error.others == []
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.line == 2


def test_all_mistakes_of_a_file_are_told() -> None:
    text = '[shape.ball.sphere]\nradus = 1\n[[body]]\nname = "b"\nmas = 1\n'
    with pytest.raises(ds.SceneError) as caught:
        ds.Model.parse(text)
    (other,) = caught.value.others
    assert caught.value.line == 2 and isinstance(other, ds.SceneError) and other.line == 5
    assert str(other) in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).others[0].line == 5


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ds.FileError) as caught:
        ds.Model.load("not_there.toml")
    assert isinstance(caught.value, OSError) and "not_there.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (np.zeros(5), r"shape \(5,\), expected"),
        (np.zeros((2, 26)), r"shape \(2, 26\), expected \(26,\)"),
        (np.zeros(26), "norm 0"),
        (np.full(26, np.nan), "NaN"),
        (np.zeros(26, dtype=complex), "complex"),
        ("text", "dtype"),
        ([None] * 26, "dtype"),
    ],
)
def test_states_that_are_none(box: ds.Model, x: object, message: str) -> None:
    with pytest.raises(ds.Error, match=message):
        ds.Simulator(box).step(x)  # pyright: ignore[reportArgumentType]


def test_arrays_of_other_types_are_converted(box: ds.Model) -> None:
    x = box.initial()
    sim = ds.Simulator(box)
    assert sim.step(x.astype(np.float32)).solved
    assert sim.step(list(x)).hash == sim.step(x).hash
    assert sim.step(np.tile(x, 2)[: len(x)]).hash == sim.step(x).hash
    wide = np.zeros((len(x), 2))
    wide[:, 0] = x
    frozen = x.copy()
    frozen.flags.writeable = False
    assert sim.step(wide[:, 0]).hash == sim.step(frozen).hash == sim.step(x).hash


def test_the_order_of_memory_does_not_matter(push: ds.Model) -> None:
    """Arrays in the order of Fortran, transposed ones and views are read as they look."""
    generator = np.random.default_rng(0)
    x = push.integrate(push.initial(), generator.normal(size=(3, push.ndx)) * 1e-2)
    u = push.control + generator.normal(size=(3, 4, push.nu)) * 1e-2
    batch = ds.Batch(push)
    wanted, _ = batch.rollout(x, u)
    for other in (np.asfortranarray(u), u[:, ::-1][:, ::-1], np.ascontiguousarray(u.T).T):
        states, _ = batch.rollout(np.asfortranarray(x), other)
        assert np.array_equal(states, wanted)
    assert np.array_equal(push.gaps(np.asfortranarray(x)), push.gaps(x))


def test_arguments_that_are_none(box: ds.Model) -> None:
    sim, x = ds.Simulator(box), box.initial()
    with pytest.raises(ds.Error, match="rho"):
        sim.step(x, rho=1.0)
    with pytest.raises(ds.Error, match="u: has shape"):
        sim.step(x, [1.0])
    with pytest.raises(ds.Error, match="no such parameter"):
        sim.linearize(sim.step(x), params=["box.mas"])
    with pytest.raises(ds.Error, match="coordinates"):
        sim.linearize(sim.step(x), coordinates="knees")  # pyright: ignore[reportArgumentType]
    batch = ds.Batch(box)
    for wrong in (lambda: batch.linearize(x[None], grad_rho=5.0), lambda: batch.vjp(batch.forward(x[None]), [np.ones(12)], rho=5.0)):
        with pytest.raises(ds.Error, match="from 1e-9 to 0.1 for a derivative"):
            wrong()
    with pytest.raises(ds.Error, match="names: there are none"):
        batch.set_params([], np.zeros((1, 0)))
    with pytest.raises(ds.Error, match="threads"):
        ds.Batch(box, threads=0)
    with pytest.raises(ds.Error, match="threads"):
        ds.Simulator(box, threads=100000)


def test_an_unsolved_step_is_data() -> None:
    """A ball that a wall holds, and a plate that goes through both."""
    model = ds.Model.parse(
        """
        [shape.ball.sphere]
        radius = 0.05
        [shape.wall.box]
        half_extents = [0.01, 0.3, 0.3]
        [[body]]
        name = "wall"
        fixed = true
        shape = "wall"
        [[body]]
        name = "ball"
        shape = "ball"
        position = [0.061, 0, 0]
        [[body]]
        name = "plate"
        shape = "wall"
        position = [0.13, 0, 0]
        prescribed = { keyframes = [{ time = 0, position = [0.13, 0, 0] }, { time = 0.01, position = [-0.2, 0, 0] }] }
        """
    )
    sim, x = ds.Simulator(model), model.initial()
    step = sim.step(x, model.input(0, x))
    assert not step.solved and step.reason and "Step(solved=False" in repr(step)
    assert np.all(np.isfinite(step.x))
    with pytest.raises(ds.UnsolvedStep) as caught:
        step.check()
    assert caught.value.step is step and "[[body]]" in step.scene()
    with pytest.raises(ds.Error, match="not solved"):
        sim.linearize(step)


def test_a_simulator_is_for_one_thread(box: ds.Model) -> None:
    """Steps from two threads either work or say what to do."""
    sim, x = ds.Simulator(box), box.initial()
    messages: list[str] = []
    solved: list[bool] = []
    end = time.perf_counter() + 30.0

    def work() -> None:
        while not messages and time.perf_counter() < end:
            try:
                solved.append(sim.step(x).solved)
            except RuntimeError as error:
                messages.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert messages and solved and all(solved)
    assert all("one Simulator per thread" in message for message in messages)
