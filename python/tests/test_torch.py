"""The PyTorch bridge: gradients, transforms, dtypes, compilation."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from test_scipy import PreciseBatch  # noqa: E402

import drystone as ds  # noqa: E402
from drystone.optimize import step_function  # noqa: E402
from drystone.torch import StepLayer, rollout, step  # noqa: E402

SCENE = Path(__file__).resolve().parents[2] / "scenarios" / "push.toml"
RHO = 1e-2


@pytest.fixture(scope="module")
def model() -> ds.Model:
    return ds.Model.load(SCENE, time_step=0.02).with_controls(["finger.command.position.x"])


@pytest.fixture(scope="module")
def point(model: ds.Model):
    """Three states near contact with quaternions of any norm, controls, a mass, and where bodies move in a state."""
    changes = [0.01 * np.random.default_rng(seed).standard_normal(model.ndx) for seed in (1, 2, 3)]
    x = model.integrate(np.tile(model.initial(), (3, 1)), np.stack(changes))
    x[:, model.index("box.position.z")] = 0.06  # clear of the ground, where the next contact point changes
    for body in model.names("body"):
        x[:, model.index(f"{body}.quat_wxyz")] *= [[1.1], [0.9], [1.0]]
    u = np.array([[-0.065], [-0.06], [-0.07]])
    moving = np.r_[model.index("box"), model.index("finger")]
    return torch.from_numpy(x), torch.from_numpy(u), torch.tensor(0.5, dtype=torch.float64), torch.from_numpy(moving)


@pytest.fixture(scope="module")
def function(model: ds.Model, point):
    """The step as a function of the numbers of moving bodies, the control and the mass."""
    base, _, _, moving = point

    def f(y, u, mass):
        x = base[0].expand(*y.shape[:-1], -1).index_copy(-1, moving, y)
        return step(model, x, u, rho=RHO, params={"box.mass": mass})

    return f


def test_gradcheck(function, point, model: ds.Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_function(model, ("box.mass",)), "batch", PreciseBatch(model))
    x, u, mass, moving = point
    inputs = [t.clone().requires_grad_() for t in (x[:, moving], u, mass)]
    assert torch.autograd.gradcheck(function, inputs, eps=5e-7, atol=1e-6, rtol=1e-6)


def test_the_step_is_that_of_the_batch(model: ds.Model, point) -> None:
    _, u, _, _ = point
    x = np.tile(model.initial(), (3, 1))
    expected, _ = ds.Batch(model).step(x, u.numpy(), rho=RHO)
    assert np.array_equal(step(model, torch.from_numpy(x), u, rho=RHO).numpy(), expected)


def test_vmap_equals_leading_axes(function, point) -> None:
    x, u, mass, moving = point
    mapped = torch.func.vmap(function, (0, 0, None))(x[:, moving], u, mass)
    assert torch.equal(mapped, function(x[:, moving], u, mass))


def test_jacrev_under_vmap_equals_the_matrices(model: ds.Model, point) -> None:
    _, u, _, _ = point
    q = model.integrate(np.tile(model.initial(), (3, 1)), np.zeros((3, model.ndx)))

    def of_tangents(t, u):
        return step(model, torch.from_numpy(q[0]) + t, u, rho=RHO)

    zeros = torch.zeros(3, model.nx, dtype=torch.float64)
    by_x, by_u = torch.func.vmap(torch.func.jacrev(of_tangents, (0, 1)))(zeros, u)
    x1, A, B, _, _ = ds.Batch(model).linearize(q, u.numpy(), rho=RHO)
    for k in range(3):
        rows = model.to_tangent(np.tile(x1[k], (model.nx, 1)), np.eye(model.nx))
        expected = model.from_tangent(np.tile(q[k], (model.nx, 1)), rows @ A[k])
        assert np.abs(by_x[k].numpy() - expected).max() < 1e-9 * np.abs(expected).max()
        assert np.abs(by_u[k].numpy() - rows @ B[k]).max() < 1e-9 * np.abs(rows @ B[k]).max()


def test_grad_under_vmap_and_vmap_under_jacrev(function, point) -> None:
    x, u, mass, moving = point
    y = x[:, moving]
    gradient = torch.func.vmap(torch.func.grad(lambda y, u: function(y, u, mass).sum()))(y, u)
    jacobian = torch.func.jacrev(lambda y: torch.func.vmap(function, (0, 0, None))(y, u, mass))(y)
    for k in range(3):
        assert torch.allclose(jacobian[k, :, k].sum(0), gradient[k], rtol=1e-9, atol=1e-12)
        assert jacobian[k, :, (k + 1) % 3].abs().max() == 0


def test_second_derivatives_are_refused(function, point) -> None:
    x, u, mass, moving = point
    with pytest.raises(RuntimeError, match="first derivatives only"):
        torch.func.jacrev(torch.func.jacrev(lambda u: function(x[0, moving], u, mass).sum()))(u[0])
    y = x[0, moving].clone().requires_grad_()
    (gradient,) = torch.autograd.grad(function(y, u[0], mass).sum(), y, create_graph=True)
    with pytest.raises(RuntimeError, match="first derivatives only"):
        gradient.sum().backward()


def test_dtype_of_the_caller(model: ds.Model) -> None:
    x = torch.from_numpy(model.initial()).float().requires_grad_()
    x1 = step(model, x, rho=RHO)
    x1.sum().backward()
    assert x1.dtype == torch.float32 and x.grad.dtype == torch.float32
    assert torch.allclose(x1.double(), step(model, x.double(), rho=RHO), atol=1e-6)


def test_writing_to_a_result_leaves_its_gradient(model: ds.Model, point) -> None:
    x, u, _, _ = point
    gradients = []
    for write in (False, True):
        y = x.clone().requires_grad_()
        x1 = step(model, y, u, rho=RHO)
        loss = x1.sum()
        if write:
            x1.mul_(0)
        loss.backward()
        gradients.append(y.grad)
    assert torch.equal(*gradients)


def test_rollout_equals_batch(model: ds.Model) -> None:
    us = torch.linspace(-0.09, -0.04, 20, dtype=torch.float64)[:, None]
    xs = rollout(model, torch.from_numpy(model.initial()).expand(2, -1), us, rho=RHO)
    expected, _ = ds.Batch(model).rollout(np.tile(model.initial(), (2, 1)), us.numpy(), rho=RHO)
    assert xs.shape == (2, 21, model.nx)
    assert np.abs(xs.numpy() - expected).max() < 1e-12


def test_parameters_of_members(model: ds.Model, point) -> None:
    x, u, _, _ = point
    masses = torch.tensor([0.3, 0.5, 0.8], dtype=torch.float64, requires_grad=True)
    x1 = step(model, x, u, rho=RHO, params={"box.mass": masses})
    x1[1].sum().backward()
    assert masses.grad[0] == 0 and masses.grad[1] != 0 and masses.grad[2] == 0
    heavy = model.with_params(["box.mass"], [0.8])
    assert torch.allclose(x1[2], step(heavy, x[2], u[2], rho=RHO), rtol=0, atol=1e-12)


def test_layer_learns_is_copied_and_pickled(model: ds.Model, point) -> None:
    x, u, _, _ = point
    layer = StepLayer(model, ("box.mass",), rho=RHO)
    layer(x, u).sum().backward()
    assert layer.values.grad.shape == (1,) and layer.values.grad[0] != 0
    for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert torch.equal(other(x, u), layer(x, u))


def test_layer_compiles_into_one_graph(model: ds.Model, point) -> None:
    x, u, _, _ = point
    layer = StepLayer(model, ("box.mass",), rho=RHO)
    gradients = []
    for run in (layer, torch.compile(layer, backend="aot_eager", fullgraph=True)):
        y = x.clone().requires_grad_()
        run(y, u).square().sum().backward()
        gradients.append((y.grad, layer.values.grad.clone()))
        layer.zero_grad()
    assert all(torch.equal(a, b) for a, b in zip(*gradients, strict=True))


def test_operator_is_registered_correctly(model: ds.Model, point) -> None:
    x, u, _, _ = point
    layer = StepLayer(model, ("box.mass",), rho=RHO)
    y = x.clone().requires_grad_()
    mass = torch.full((3, 1), 0.5, dtype=torch.float64)
    torch.library.opcheck(torch.ops.drystone.step, (y, u, mass, layer._key, RHO, None))


@pytest.mark.parametrize(
    ("example", "says"), [("torch_push", "goal 35.0 mm: the box ends at 3"), ("identify_mass", "found 0.500")]
)
def test_example(example: str, says: str) -> None:
    path = Path(__file__).resolve().parents[1] / "examples" / f"{example}.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
