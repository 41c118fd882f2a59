"""The JAX bridge: gradients under jit and vmap, float32, and callbacks that never hang."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="JAX is not installed")
jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax.test_util import check_grads  # noqa: E402
from test_scipy import PreciseBatch  # noqa: E402

import drystone as ds  # noqa: E402
from drystone.jax import rollout, step  # noqa: E402
from drystone.optimize import step_function  # noqa: E402

SCENE = Path(__file__).resolve().parents[2] / "scenarios" / "push.toml"
RHO = 1e-2


@pytest.fixture(scope="module")
def model() -> ds.Model:
    return ds.Model.load(SCENE, time_step=0.02).with_controls(["finger.command.position.x"])


@pytest.fixture(scope="module")
def point(model: ds.Model):
    """Three states near contact, controls and a mass."""
    changes = [0.01 * np.random.default_rng(seed).standard_normal(model.ndx) for seed in (1, 2, 3)]
    x = model.integrate(np.tile(model.initial(), (3, 1)), np.stack(changes))
    x[:, model.index("box.position.z")] = 0.06  # clear of the ground, where the next contact point changes
    return x, np.array([[-0.065], [-0.06], [-0.07]]), 0.5


@pytest.fixture(scope="module")
def function(model: ds.Model, point):
    """The step as a function of the numbers of moving bodies, the control and the mass."""
    base = jnp.asarray(point[0][0])
    moving = np.r_[model.index("box"), model.index("finger")]

    def f(y, u, mass):
        x = jnp.broadcast_to(base, (*y.shape[:-1], model.nx)).at[..., moving].set(y)
        return step(model, x, u, rho=RHO, params={"box.mass": mass})

    return f, moving


@pytest.mark.parametrize("wrap", [lambda f: f, jax.jit, lambda f: jax.jit(jax.vmap(f, (0, 0, None)))])
def test_gradients(function, point, wrap, model: ds.Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_function(model, ("box.mass",)), "batch", PreciseBatch(model))
    f, moving = function
    x, u, mass = point
    check_grads(wrap(f), (x[:, moving], u, mass), 1, modes=["rev"], atol=1e-6, rtol=1e-6, eps=5e-7)


def test_jacrev_under_vmap(model: ds.Model, point) -> None:
    x, u, _ = point
    by_u = jax.jit(jax.vmap(jax.jacrev(lambda x, u: step(model, x, u, rho=RHO), 1)))(x, u)
    x1, _, B, _, _ = ds.Batch(model).linearize(x, u, rho=RHO)
    for k in range(3):
        expected = model.to_tangent(np.tile(x1[k], (model.nx, 1)), np.eye(model.nx)) @ B[k]
        assert np.abs(by_u[k] - expected).max() < 1e-9 * np.abs(expected).max()


def test_rollout_equals_batch(model: ds.Model) -> None:
    us = np.linspace(-0.09, -0.04, 20)[:, None]
    starts = np.tile(model.initial(), (2, 1))
    xs = jax.jit(lambda x0: rollout(model, x0, us, rho=RHO))(starts)
    expected, _ = ds.Batch(model).rollout(starts, us, rho=RHO)
    assert np.abs(np.asarray(xs) - expected).max() < 1e-12


def test_second_derivatives_are_refused(model: ds.Model, point) -> None:
    x, u, _ = point
    with pytest.raises(ValueError, match=r"[Pp]ure callbacks do not support"):
        jax.jacrev(jax.jacrev(lambda u: step(model, x[0], u, rho=RHO).sum()))(u[0])


def _python(code: str) -> str:
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "JAX_ENABLE_X64": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr
    return done.stdout


MODEL = f"""
import jax, numpy as np, drystone as ds
from drystone.jax import step
model = ds.Model.load({str(SCENE)!r}, time_step=0.02).with_controls(["finger.command.position.x"])
"""


def test_float32_is_cast_at_the_door() -> None:
    code = MODEL + "y, g = jax.value_and_grad(lambda x: step(model, x, rho=1e-2).sum())(model.initial())\n"
    assert _python(code + "print(y.dtype, g.dtype)").split() == ["float32", "float32"]


def test_ten_thousand_callbacks_do_not_hang() -> None:
    code = MODEL + (
        "f = jax.jit(jax.value_and_grad(lambda u, x: step(model, x, u, rho=1e-2)[13]))\n"
        "x, u = model.initial(), np.array([-0.08], np.float32)\n"
        "for _ in range(5000):\n"  # a step forwards and one backwards each
        "    value, gradient = f(u, x)\n"
        "print(float(gradient[0]))\n"
    )
    assert np.isfinite(float(_python(code)))


def test_example() -> None:
    path = Path(__file__).resolve().parents[1] / "examples" / "jax_push.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr
    assert "all steps solved: True" in done.stdout
