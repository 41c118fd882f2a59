"""Costs of rollouts with gradients by the adjoint, and scipy's optimisers on them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import drystone as ds
from drystone.optimize import StepFunction, objective, rollout_gradient

ROOT = Path(__file__).resolve().parents[2]
RHO = 1e-2


@pytest.fixture(scope="module")
def model() -> ds.Model:
    scene = ROOT / "scenarios" / "push.toml"
    return ds.Model.load(scene, time_step=0.02).with_controls(["finger.command.position.x"])


class PreciseBatch:
    """What a `StepFunction` needs of a batch, with steps that end at rounding, as differences need them."""

    def __init__(self, model: ds.Model) -> None:
        self.model = model
        self.models: list[ds.Model] | None = None

    def set_params(self, names: list[str], values: np.ndarray) -> None:
        self.models = [self.model.with_params(names, row) for row in values]

    def forward(self, x: np.ndarray, u: np.ndarray, *, rho: float) -> SimpleNamespace:
        simulators = [ds.Simulator(model, precise=True) for model in self.models or [self.model] * len(x)]
        made = [sim.step(*row, rho=rho) for sim, *row in zip(simulators, x, u, strict=True)]
        x1, ok = np.stack([step.x for step in made]), np.array([step.solved for step in made])
        return SimpleNamespace(x=x1, ok=ok, pairs=list(zip(simulators, made, strict=True)))

    def vjp(self, steps: SimpleNamespace, cotangents: np.ndarray, *, rho: float | None, params: list[str]) -> tuple:
        pulled = [s.vjp(step, c, rho=rho, params=params) for (s, step), c in zip(steps.pairs, cotangents, strict=True)]
        return (*(np.stack(column) for column in zip(*pulled, strict=True)), steps.ok)

    def linearize(self, x: np.ndarray, u: np.ndarray, *, rho: float, grad_rho: float | None) -> tuple:
        steps = self.forward(x, u, rho=rho)
        made = [simulator.linearize(step, rho=grad_rho) for simulator, step in steps.pairs]
        A, B, P = (np.stack([getattr(linear, name) for linear in made]) for name in "ABP")
        return steps.x, A, B, P, steps.ok


@pytest.fixture(scope="module")
def controls(model: ds.Model) -> np.ndarray:
    return model.control + np.linspace(0.0, 0.06, 20)[:, None]


def cost(xs: np.ndarray, us: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Half the sum of squares of everything: every number has a gradient."""
    return 0.5 * float((xs**2).sum() + (us**2).sum()), xs, us


def test_gradient_by_controls_and_parameters(model: ds.Model, controls: np.ndarray) -> None:
    names = ["box.mass", "box.box.friction"]
    start = model.initial()
    _, gradient = rollout_gradient(model, start, controls, cost, rho=RHO, params=names)

    def value(us: np.ndarray, by: np.ndarray) -> float:
        changed = model.with_params(names, model.params(names) + by)
        return rollout_gradient(changed, start, us, cost, rho=RHO)[0]

    e = 1e-5
    for k in (0, 10, 19):
        d = np.zeros_like(controls)
        d[k] = e
        difference = (value(controls + d, np.zeros(2)) - value(controls - d, np.zeros(2))) / (2 * e)
        assert gradient.us[k, 0] == pytest.approx(difference, rel=1e-5, abs=1e-6)
    for k in range(2):
        d = e * np.eye(2)[k]
        difference = (value(controls, d) - value(controls, -d)) / (2 * e)
        assert gradient.params[k] == pytest.approx(difference, rel=1e-5, abs=1e-6)


def test_gradient_by_the_start(model: ds.Model, controls: np.ndarray) -> None:
    start = model.initial()
    _, gradient = rollout_gradient(model, start, controls, cost, rho=RHO)
    along = np.random.default_rng(0).standard_normal(model.ndx)
    e = 1e-6
    ends = [rollout_gradient(model, model.integrate(start, s * along), controls, cost, rho=RHO)[0] for s in (e, -e)]
    found = model.to_tangent(start, gradient.x0) @ along
    assert found == pytest.approx((ends[0] - ends[1]) / (2 * e), rel=1e-5)


def test_jacobian_is_that_of_the_plain_numbers(model: ds.Model) -> None:
    function = StepFunction(model)
    function.batch = PreciseBatch(model)
    x = model.integrate(model.initial(), 0.01 * np.random.default_rng(0).standard_normal(model.ndx))[None]
    x[:, model.index("box.quat_wxyz")] *= 1.1
    u, e = model.control[None] + 0.025, 5e-7
    _, by_x, by_u = function.jacobian(x, u, RHO)

    def ends(dx: np.ndarray, du: float = 0.0) -> np.ndarray:
        return function.forward(x + dx, u + du, np.zeros((1, 0)), RHO).x1[0]

    for k in np.r_[model.index("box"), model.index("finger")]:
        d = e * np.eye(model.nx)[k]
        assert np.allclose(by_x[0, :, k], (ends(d) - ends(-d)) / (2 * e), rtol=1e-6, atol=1e-6)
    assert np.allclose(by_u[0, :, 0], (ends(0 * d, e) - ends(0 * d, -e)) / (2 * e), rtol=1e-6, atol=1e-6)
    run = function.forward(x, u, np.zeros((1, 0)), RHO)
    gradient = np.random.default_rng(1).standard_normal(x.shape)
    for pulled, matrix in zip(function.pullback(run, gradient), (by_x, by_u), strict=False):
        assert np.allclose(pulled[0], gradient[0] @ matrix[0], rtol=1e-9, atol=1e-9)


def test_quaternions_need_no_norm(model: ds.Model) -> None:
    function = StepFunction(model)
    x = model.initial()[None]
    longer = x.copy()
    longer[:, model.index("box.quat_wxyz")] *= 2
    u, p = model.control[None], np.zeros((1, 0))
    run, other = function.forward(x, u, p), function.forward(longer, u, p)
    assert np.array_equal(run.x1, other.x1)
    gradient = np.random.default_rng(0).standard_normal(x.shape)
    by_x, by_longer = function.pullback(run, gradient)[0], function.pullback(other, gradient)[0]
    turn = model.index("box.quat_wxyz")
    assert np.allclose(by_longer[:, turn], by_x[:, turn] / 2, atol=1e-12)
    assert abs(by_longer[0, turn] @ longer[0, turn]) < 1e-12


def test_objective_is_for_minimize(model: ds.Model, controls: np.ndarray) -> None:
    minimize = pytest.importorskip("scipy.optimize", reason="scipy is not installed").minimize
    function = objective(model, model.initial(), cost, rho=RHO)
    before = function(controls.ravel())[0]
    result = minimize(function, controls.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 5})
    assert result.fun < before


def test_example() -> None:
    pytest.importorskip("scipy", reason="scipy is not installed")
    example = ROOT / "python" / "examples" / "scipy_push.py"
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, timeout=58)
    assert done.returncode == 0, done.stderr
    assert "all steps solved: True" in done.stdout
