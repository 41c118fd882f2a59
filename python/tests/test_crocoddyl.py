"""The Crocoddyl bridge: the manifold, the action, and FDDP beside scipy."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

crocoddyl = pytest.importorskip("crocoddyl", reason="Crocoddyl is not installed")

import drystone as ds  # noqa: E402
from drystone.crocoddyl import Action, State, prefetch  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

import crocoddyl_push  # noqa: E402
import push_problem as push  # noqa: E402


@pytest.fixture(scope="module")
def model() -> ds.Model:
    return push.load()


def derivative(function, size: int) -> np.ndarray:
    """Return the derivative at zero by central differences."""
    e = 1e-5
    return np.stack([(function(e * d) - function(-e * d)) / (2 * e) for d in np.eye(size)], axis=1)


@pytest.mark.parametrize("size", [1.0, 1e-4])
def test_jacobians_of_the_manifold(model: ds.Model, size: float) -> None:
    state, n = State(model), model.ndx
    rng = np.random.default_rng(0)
    x0 = model.integrate(model.initial(), rng.standard_normal(n))
    dx = size * rng.standard_normal(n)
    x1 = state.integrate(x0, dx)
    first, second = state.Jdiff(x0, x1)
    assert np.allclose(first, derivative(lambda d: state.diff(model.integrate(x0, d), x1), n), atol=1e-8)
    assert np.allclose(second, derivative(lambda d: state.diff(x0, model.integrate(x1, d)), n), atol=1e-8)
    first, second = state.Jintegrate(x0, dx)
    moved = derivative(lambda d: state.diff(x1, state.integrate(model.integrate(x0, d), dx)), n)
    assert np.allclose(first, moved, atol=1e-8)
    assert np.allclose(second, derivative(lambda d: state.diff(x1, state.integrate(x0, dx + d)), n), atol=1e-8)
    assert np.allclose(state.JintegrateTransport(x0, dx, np.eye(n), crocoddyl.Jcomponent.second), second)


def problem(model: ds.Model) -> tuple[State, crocoddyl.ShootingProblem]:
    state = State(model)
    costs = crocoddyl_push.costs(state, {"finger.velocity.x": push.SPEED}, push.HOLD)
    running = [Action(state, costs, rho=push.RHO) for _ in range(5)]
    return state, crocoddyl.ShootingProblem(model.initial(), running, Action(state, costs, rho=push.RHO))


def test_action_writes_the_step_and_its_derivatives(model: ds.Model) -> None:
    _, shooting = problem(model)
    action, data = shooting.runningModels[0], shooting.runningModels[0].createData()
    x, u = model.initial(), model.control + 0.02
    action.calc(data, x, u)
    action.calcDiff(data, x, u)
    x1, A, B, _, _ = ds.Batch(model).linearize(x[None], u[None], rho=push.RHO)
    assert np.array_equal(data.xnext, x1[0])
    assert np.array_equal(data.Fx, A[0])
    assert np.array_equal(np.reshape(data.Fu, B[0].shape), B[0])


def test_prefetch_equals_calc_diff(model: ds.Model) -> None:
    _, shooting = problem(model)
    us = [model.control + 0.01 * k for k in range(5)]
    xs = shooting.rollout(us)
    shooting.calc(xs, us)
    cost = shooting.calcDiff(xs, us)
    each = [(np.array(d.Fx), np.array(d.Fu), np.array(d.Lx)) for d in shooting.runningDatas]
    _, other = problem(model)
    other.calc(xs, us)
    prefetch(ds.Batch(model), other, xs, us)
    assert other.calcDiff(xs, us) == cost
    for (Fx, Fu, Lx), data in zip(each, other.runningDatas, strict=True):
        assert np.array_equal(Fx, data.Fx) and np.array_equal(Fu, data.Fu) and np.array_equal(Lx, data.Lx)


def test_numbers_that_are_none_do_not_end_the_process(model: ds.Model) -> None:
    state, shooting = problem(model)
    action, data = shooting.runningModels[0], shooting.runningModels[0].createData()
    action.calc(data, model.initial(), np.full(model.nu, np.inf))
    assert np.isnan(data.cost)
    assert np.isnan(state.integrate(model.initial(), np.full(model.ndx, np.nan))).all()
    assert np.isnan(state.diff(model.initial(), np.full(model.nx, np.nan))).all()


def test_steps_without_solution_do_not_end_the_process(model: ds.Model) -> None:
    _, shooting = problem(model)
    action, data = shooting.runningModels[0], shooting.runningModels[0].createData()
    rng, moved = np.random.default_rng(0), np.repeat([0.1, 30.0], model.nv)
    states = model.integrate(np.tile(model.initial(), (1000, 1)), moved * rng.standard_normal((1000, model.ndx)))
    _, ok = ds.Batch(model).step(states, model.control, rho=push.RHO)
    x = states[np.argmin(ok)]
    if ok.all():
        pytest.skip("all of these steps are solved")
    action.calc(data, x, model.control)
    action.calcDiff(data, x, model.control)
    assert np.isnan(data.cost) and np.array_equal(data.xnext, x) and not np.any(data.Fx)


def test_fddp_and_scipy_agree(model: ds.Model) -> None:
    pytest.importorskip("scipy", reason="scipy is not installed")
    import scipy_push

    solver = crocoddyl_push.solve(model)
    assert solver.stop < 1e-9 and solver.isFeasible
    assert solver.cost == pytest.approx(scipy_push.solve(model).fun, abs=1e-6)
