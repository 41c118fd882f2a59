"""The CasADi bridge: Jacobian, adjoint, and Ipopt on a push."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

ca = pytest.importorskip("casadi", reason="CasADi is not installed")

import drystone as ds  # noqa: E402
from drystone.casadi import StepCallback  # noqa: E402
from drystone.optimize import StepFunction  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

import casadi_push  # noqa: E402
import push_problem as push  # noqa: E402


@pytest.fixture(scope="module")
def model() -> ds.Model:
    return push.load()


def test_jacobian_and_adjoint(model: ds.Model) -> None:
    step = StepCallback("step", model, rho=1e-2)
    rng = np.random.default_rng(0)
    start = model.integrate(model.initial(), 0.01 * rng.standard_normal(model.ndx))
    start[model.index("box.quat_wxyz")] *= 1.1
    hand = model.control + 0.025
    _, *expected = StepFunction(model).jacobian(start[None], hand[None], 1e-2)
    x, u = ca.MX.sym("x", model.nx), ca.MX.sym("u", model.nu)
    found = ca.Function("J", [x, u], [ca.jacobian(step(x, u), a) for a in (x, u)])(start, hand)
    for by, matrix in zip(found, expected, strict=True):
        assert np.array_equal(by.full(), matrix[0])

    weights = rng.standard_normal((2, model.nx))
    gradients = [ca.gradient(ca.dot(w, step(x, u)), x) for w in weights]
    for w, g in zip(weights, ca.Function("g", [x, u], gradients)(start, hand), strict=True):
        assert np.allclose(g.full()[:, 0], w @ expected[0][0], rtol=1e-9, atol=1e-9)


def test_ipopt_solves_the_push(model: ds.Model) -> None:
    us, stats = casadi_push.solve(model)
    assert stats["success"]
    try:
        import scipy_push
    except ImportError:
        pytest.skip("scipy is not installed: there is no cost to compare with")
    value = push.report("CasADi and Ipopt", model, us)
    assert value == pytest.approx(scipy_push.solve(model).fun, abs=1e-6)
