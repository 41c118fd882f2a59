"""Steps and rollouts as functions of plain numbers, with their adjoints.

A state of `Model` lies on a manifold: its quaternions have norm 1, and its
changes are tangents. Optimisers and automatic differentiation want functions of
plain vectors. This module has three of them, in numpy alone:

* `StepFunction` is one step of many members; `drystone.torch` and `drystone.jax`
  wrap it,
* `rollout_gradient` is the cost of a rollout with its gradient by the adjoint,
* `objective` is the same as a function of one vector, as `scipy.optimize.minimize`
  with `jac=True` takes it.
"""

from __future__ import annotations

import functools
import threading
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Batch, Model, Simulator, Step, Steps

Array = NDArray[np.float64]
Cost = Callable[[Array, Array], tuple[float, ArrayLike, ArrayLike]]

__all__ = ["RolloutGradient", "Run", "StepFunction", "objective", "rollout_gradient", "step_function"]


@dataclass(frozen=True)
class Run:
    """One call of a `StepFunction`, with all that its derivatives need.

    Attributes
    ----------
    x : array [n, nx]
        The states with normalised quaternions.
    norms : array [n, bodies, 1]
        The norms of the quaternions as they were given.
    x1 : array [n, nx]
        The next states.
    steps : Steps
        The steps.
    """

    x: Array
    norms: Array
    x1: Array
    steps: Steps


class StepFunction:
    """x1 = f(x, u, p): one step of n members as a function of plain numbers.

    f normalises the quaternions of x first, so it is defined on all of R^nx and
    its gradient has no component along the norm of a quaternion. The numbers of
    fixed bodies and the turns of joints are constants: their gradients are zero. A
    member whose step is not solved keeps its state, has the gradient zero and
    causes a `RuntimeWarning`.

    Parameters
    ----------
    model : Model or Batch
        A model gets a batch with all cores.
    params : sequence of str
        The names of the parameters in p, out of `model.names("parameter")`. With
        parameters a `Batch` only tells its model and its number of threads.
    """

    def __init__(self, model: Model | Batch, params: Sequence[str] = ()) -> None:
        self.params = list(params)
        if isinstance(model, Batch):
            self.batch = Batch(model.model, threads=model.threads) if self.params else model
        else:
            self.batch = Batch(model)
        self.model = self.batch.model
        self._bodies = len(self.model.names("body"))
        self._lock = threading.Lock()

    def forward(self, x: Array, u: Array, p: Array, rho: float | None = None) -> Run:
        """Make a step of every member.

        Parameters
        ----------
        x, u, p : arrays [n, nx], [n, nu], [n, np]
            States, controls and parameters in SI units.
        rho : float, optional
            The relaxation of the steps; that of the scene by default.
        """
        x, norms = self._normalised(x)
        with self._lock:
            if self.params:
                self.batch.set_params(self.params, p)
            steps = self.batch.forward(x, u, rho=rho)
        _warn_of(steps.ok)
        return Run(x, norms, steps.x, steps)

    def pullback(self, run: Run, gradient: Array, rho: float | None = None) -> tuple[Array, Array, Array]:
        """Turn dL/dx1 [n, nx] into dL/dx [n, nx], dL/du [n, nu] and dL/dp [n, np].

        `rho` is the relaxation of the derivative; that of the step by default.
        """
        cotangent = self.model.to_tangent(run.x1, gradient)
        with self._lock:
            xbar, ubar, pbar, _ = self.batch.vjp(run.steps, cotangent, rho=rho, params=self.params)
        gx = self.model.from_tangent(run.x, xbar)
        self._quaternions(gx)[...] /= run.norms
        return gx, ubar, pbar

    def jacobian(
        self, x: Array, u: Array, rho: float | None = None, grad_rho: float | None = None
    ) -> tuple[Array, Array, Array]:
        """Return x1 [n, nx], dx1/dx [n, nx, nx] and dx1/du [n, nx, nu] of a function without parameters."""
        x, norms = self._normalised(x)
        x1, A, B, _, _ = self.batch.linearize(x, u, rho=rho, grad_rho=grad_rho)
        shape = (*x.shape, x.shape[1])
        rows = self.model.to_tangent(np.broadcast_to(x1[:, None], shape), np.broadcast_to(np.eye(x.shape[1]), shape))
        by_x = self.model.from_tangent(np.broadcast_to(x[:, None], shape), rows @ A)
        for quaternions, norm in zip(map(self._quaternions, by_x), norms, strict=True):
            quaternions /= norm
        return x1, by_x, rows @ B

    def _quaternions(self, x: Array) -> Array:
        """Return a view [n, bodies, 4] of the quaternions of x [n, nx]."""
        return x[:, : 13 * self._bodies].reshape(len(x), self._bodies, 13)[:, :, 3:7]

    def _normalised(self, x: Array) -> tuple[Array, Array]:
        x = np.array(x, dtype=np.float64, order="C")
        q = self._quaternions(x)
        norms = np.linalg.norm(q, axis=-1, keepdims=True)
        q /= norms
        return x, norms


@functools.lru_cache(maxsize=16)
def step_function(model: Model | Batch, params: tuple[str, ...] = ()) -> StepFunction:
    """Return the step function of a model; the last sixteen are kept with their threads."""
    return StepFunction(model, params)


@dataclass(frozen=True)
class RolloutGradient:
    """The gradient of the cost of a rollout.

    Attributes
    ----------
    x0 : array [nx]
        By the plain numbers of the first state.
    us : array [T, nu]
        By the controls.
    params : array [np]
        By the parameters.
    """

    x0: Array
    us: Array
    params: Array


def rollout_gradient(
    model: Model,
    x0: ArrayLike,
    us: ArrayLike,
    cost: Cost,
    *,
    rho: float | None = None,
    grad_rho: float | None = None,
    params: Sequence[str] = (),
) -> tuple[float, RolloutGradient]:
    """Simulate under the controls us [T, nu] and differentiate the cost by the adjoint.

    Parameters
    ----------
    model : Model
    x0 : array [nx]
        The first state.
    us : array [T, nu]
        The controls.
    cost : callable
        `cost(xs, us)` returns the cost, its gradient [T+1, nx] by the plain
        numbers of the states xs [T+1, nx], and its own gradient [T, nu] by the
        controls.
    rho, grad_rho : float, optional
        The relaxations of the steps (default: the scene's) and of the derivatives
        (default: that of the steps).
    params : sequence of str
        The parameters to differentiate by.
    """
    simulator = Simulator(model)
    us = np.asarray(us, dtype=np.float64)
    xs = [np.asarray(x0, dtype=np.float64)]
    steps: list[Step] = []
    for u in us:
        steps.append(simulator.step(xs[-1], u, rho=rho))
        xs.append(steps[-1].x)
    _warn_of([step.solved for step in steps])

    states = np.stack(xs)
    value, by_states, by_controls = cost(states, us)
    tangents = model.to_tangent(states, by_states)
    gu = np.array(by_controls, dtype=np.float64)
    gp = np.zeros(len(params))
    adjoint = tangents[-1]
    for k in reversed(range(len(steps))):
        if not steps[k].solved:
            adjoint = tangents[k]
            continue
        xbar, ubar, pbar = simulator.vjp(steps[k], adjoint, rho=grad_rho, params=params)
        gu[k] += ubar
        gp += pbar
        adjoint = tangents[k] + xbar
    return float(value), RolloutGradient(model.from_tangent(states[0], adjoint), gu, gp)


def objective(
    model: Model,
    x0: ArrayLike,
    cost: Cost,
    *,
    rho: float | None = None,
    grad_rho: float | None = None,
) -> Callable[[ArrayLike], tuple[float, Array]]:
    """Return z -> (f, df/dz) for `scipy.optimize.minimize(..., jac=True)`.

    z [T nu] is the controls of all steps, one step after the other. The arguments
    are those of `rollout_gradient`.
    """

    def evaluate(z: ArrayLike) -> tuple[float, Array]:
        us = np.reshape(np.asarray(z, dtype=np.float64), (-1, model.nu))
        value, gradient = rollout_gradient(model, x0, us, cost, rho=rho, grad_rho=grad_rho)
        return value, gradient.us.ravel()

    return evaluate


def _warn_of(ok: ArrayLike) -> None:
    ok = np.asarray(ok)
    if not ok.all():
        message = f"{np.count_nonzero(~ok)} of {ok.size} steps are not solved; they keep their states"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
