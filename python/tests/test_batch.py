"""Many steps at once: the bits of alone, masks, parameters of members, derivatives."""

from __future__ import annotations

import drystone as ds
import numpy as np
import pytest


def _starts(model: ds.Model, count: int, seed: int = 0) -> np.ndarray:
    """Return states near the start: positions and velocities that differ."""
    generator = np.random.default_rng(seed)
    dx = np.zeros((count, model.ndx))
    dx[:, : model.nv] = generator.uniform(-0.01, 0.01, (count, model.nv))
    dx[:, model.nv :] = generator.uniform(-0.2, 0.2, (count, model.nv))
    return model.integrate(model.initial(), dx)


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_members_have_the_bits_of_alone(push: ds.Model, threads: int) -> None:
    x = _starts(push, 50)
    u = push.control + np.random.default_rng(1).normal(size=(50, push.nu)) * 0.01
    batch = ds.Batch(push, threads=threads)
    ends, ok = batch.step(x, u)
    sim = ds.Simulator(push)
    alone = [sim.step(x[k], u[k]) for k in range(50)]
    assert [push.hash(end) for end in ends] == [step.hash for step in alone]
    assert list(ok) == [step.solved for step in alone] and ok.dtype == bool
    assert batch.threads == threads


def test_rollouts_have_the_bits_of_steps(push: ds.Model) -> None:
    x = _starts(push, 9)
    u = push.control + np.random.default_rng(2).normal(size=(9, 12, push.nu)) * 0.005
    states, ok = ds.Batch(push, threads=2).rollout(x, u)
    assert states.shape == (9, 13, push.nx) and ok.shape == (9, 12)
    sim = ds.Simulator(push)
    for k in (0, 4, 8):
        state = x[k]
        for t in range(12):
            step = sim.step(state, u[k, t])
            state = step.x
            assert push.hash(states[k, t + 1]) == step.hash and ok[k, t] == step.solved
    shared, _ = ds.Batch(push).rollout(x, u[0])
    assert np.array_equal(shared[0], states[0])
    resting, _ = ds.Batch(push).rollout(x, steps=3)
    assert resting.shape == (9, 4, push.nx)


def test_large_batches_are_made_in_parts(box: ds.Model) -> None:
    x = _starts(box, 3000)
    ends, ok = ds.Batch(box).step(x)
    assert ok.all()
    assert box.hash(ends[2999]) == ds.Simulator(box).step(x[2999]).hash


def test_linearize(push: ds.Model) -> None:
    x = _starts(push, 6)
    params = ["box.mass"]
    ends, a, b, p, ok = ds.Batch(push).linearize(x, rho=1e-6, grad_rho=1e-3, params=params)
    sim = ds.Simulator(push)
    assert ok.all()
    for k in range(6):
        step = sim.step(x[k], rho=1e-6)
        alone = sim.linearize(step, rho=1e-3, params=params)
        assert push.hash(ends[k]) == step.hash
        for mine, its in ((a[k], alone.A), (b[k], alone.B), (p[k], alone.P)):
            assert np.array_equal(mine, its)


def test_linearize_in_joint_coordinates(arm: ds.Model) -> None:
    x = np.stack([arm.initial()] * 3)
    _, a, b, _, ok = ds.Batch(arm).linearize(x, coordinates="joints")
    sim = ds.Simulator(arm)
    alone = sim.linearize(sim.step(x[0]), coordinates="joints")
    assert ok.all() and np.array_equal(a[2], alone.A) and np.array_equal(b[1], alone.B)


def test_controls_without_a_joint_derivative_are_refused(arm: ds.Model) -> None:
    """A force on a link of an arm is no input of the joint space: it is an error, not a column of zeros."""
    link = arm.names("body")[-1]
    model = arm.with_controls(f"{link}.force")
    sim, x = ds.Simulator(model), model.initial()
    for wrong in (
        lambda: ds.Batch(model).linearize(x[None], coordinates="joints"),
        lambda: sim.linearize(sim.step(x), coordinates="joints"),
    ):
        with pytest.raises(ds.Error, match="no input of the joint space"):
            wrong()


def test_a_batch_without_controls(push: ds.Model) -> None:
    model = push.with_controls([])
    x = np.stack([model.initial()] * 3)
    _, a, b, _, ok = ds.Batch(model).linearize(x, np.zeros((3, 0)))
    assert ok.all() and b.shape == (3, model.ndx, 0) and np.abs(a).max() > 0
    states, _ = ds.Batch(model).rollout(x, np.zeros((3, 5, 0)))
    assert states.shape == (3, 6, model.nx)


def test_vjp(push: ds.Model) -> None:
    x = _starts(push, 5)
    u = push.control + 0.002
    batch = ds.Batch(push, threads=2)
    steps = batch.forward(x, u)
    assert len(steps) == 5 and steps.ok.all() and steps[-1].hash == push.hash(steps.x[4])
    cotangents = np.random.default_rng(3).normal(size=(5, push.ndx))
    xbar, ubar, pbar, ok = batch.vjp(steps, cotangents, rho=1e-3, params=["box.mass"])
    sim = ds.Simulator(push)
    for k in range(5):
        alone = sim.vjp(sim.step(x[k], u), cotangents[k], rho=1e-3, params=["box.mass"])
        for mine, its in zip((xbar[k], ubar[k], pbar[k]), alone):
            assert np.array_equal(mine, its)
    assert ok.all()


def test_members_may_have_parameters_of_their_own(push: ds.Model) -> None:
    x = np.stack([push.initial()] * 4)
    x[:, push.index("box.velocity.x")] = 0.5
    frictions = [0.1, 0.3, 0.5, 0.9]
    batch = ds.Batch(push)
    batch.set_params("box.box.friction", frictions)
    for members in (lambda: batch.step(x)[0], lambda: batch.rollout(x, steps=1)[0][:, 1], lambda: batch.linearize(x)[0]):
        ends = members()
        for k, friction in enumerate(frictions):
            model = push.with_params(["box.box.friction"], [friction])
            assert push.hash(ends[k]) == ds.Simulator(model).step(x[k]).hash
    steps = batch.forward(x)
    xbar, _, pbar, ok = batch.vjp(steps, np.ones((4, push.ndx)), params=["box.box.friction"])
    assert ok.all() and len({float(p) for p in pbar[:, 0]}) == 4 and np.all(np.isfinite(xbar))
    with pytest.raises(ds.Error, match="parameters were set for 4"):
        batch.step(x[:3])
    batch.clear_params()
    assert push.hash(batch.step(x[:3])[0][0]) == ds.Simulator(push).step(x[0]).hash


def test_a_member_that_is_wrong_is_named(push: ds.Model) -> None:
    x = _starts(push, 4)
    x[2, push.index("box.quat_wxyz")] = 0.0
    with pytest.raises(ds.Error, match="row 2.*box"):
        ds.Batch(push).step(x)
    with pytest.raises(ds.Error, match="rho"):
        ds.Batch(push).step(x[:2], rho=3.0)
    with pytest.raises(ds.Error, match="U"):
        ds.Batch(push).step(x[:2], np.zeros((3, push.nu)))
    with pytest.raises(ds.Error, match="Us"):
        ds.Batch(push).rollout(x[:2], np.zeros((3, 5, push.nu)))


def test_nothing_at_all(push: ds.Model) -> None:
    ends, ok = ds.Batch(push).step(np.zeros((0, push.nx)))
    assert ends.shape == (0, push.nx) and ok.shape == (0,)
    states, _ = ds.Batch(push).rollout(push.initial()[None], np.zeros((0, push.nu)))
    assert states.shape == (1, 1, push.nx)
