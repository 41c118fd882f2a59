"""Steps as action models of Crocoddyl.

`State` is the manifold of the states of a model, `Action` a step with a cost.
`prefetch` computes the derivatives of all knots in one call of `Batch`, since
Crocoddyl's own threads do not help action models that are written in Python.
"""

# pyright: basic, reportAttributeAccessIssue=false
# Crocoddyl leaves many types unknown, which the strict mode refuses.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import crocoddyl
import numpy as np
from numpy.typing import NDArray

from . import Batch, Model, Simulator, Step

Array = NDArray[np.float64]
_BOTH, _FIRST = crocoddyl.Jcomponent.both, crocoddyl.Jcomponent.first

__all__ = ["Action", "ActionData", "Prefetch", "State", "prefetch"]


class State(crocoddyl.StateAbstract):  # type: ignore[misc]
    """The states x [nx] of a model and their tangents [ndx].

    Parameters
    ----------
    model : Model
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model.nx, model.ndx)
        self.model = model

    def zero(self) -> Array:
        """Return the state at the start of the scene: a state of zeros does not exist."""
        return self.model.initial()

    def rand(self) -> Array:
        """Return a state near the start, by a normal tangent of 0.1 (m, rad, m/s, rad/s)."""
        return self.model.integrate(self.zero(), 0.1 * np.random.standard_normal(self.ndx))

    def diff(self, x0: Array, x1: Array) -> Array:
        """Return the tangent [ndx] that leads from x0 to x1."""
        if not (np.isfinite(x0).all() and np.isfinite(x1).all()):
            return np.full(self.ndx, np.nan)
        return self.model.difference(x0, x1)

    def integrate(self, x: Array, dx: Array) -> Array:
        """Return the state [nx] where the tangent dx leads to from x."""
        if not (np.isfinite(x).all() and np.isfinite(dx).all()):
            return np.full(self.nx, np.nan)
        return self.model.integrate(x, dx)

    def Jdiff(self, x0: Array, x1: Array, firstsecond: Any = _BOTH) -> Any:
        """Return the derivatives [ndx, ndx] of `diff` by the tangents of x0, of x1, or both."""
        r = self._rotations(self.diff(x0, x1))
        first = self._matrix(-1.0, -_inverse_right_jacobian(-r))
        second = self._matrix(1.0, _inverse_right_jacobian(r))
        return _choose(first, second, firstsecond)

    def Jintegrate(self, x: Array, dx: Array, firstsecond: Any = _BOTH, *_: Any) -> Any:
        """Return the derivatives [ndx, ndx] of `integrate` by the tangents of x, by dx, or both."""
        r = self._rotations(dx)
        first = self._matrix(1.0, _rotation(-r))
        second = self._matrix(1.0, _right_jacobian(r))
        return _choose(first, second, firstsecond)

    def JintegrateTransport(self, x: Array, dx: Array, Jin: Array, firstsecond: Any) -> Array:
        """Return Jin [ndx, k] multiplied from the left by the derivative of `integrate`."""
        J: Array = self.Jintegrate(x, dx, firstsecond)
        return J @ Jin

    def _rotations(self, dx: Array) -> Array:
        """Return the rotation vectors [bodies, 3] of a tangent."""
        return np.asarray(dx)[: self.ndx // 2].reshape(-1, 6)[:, 3:]

    def _matrix(self, diagonal: float, blocks: Array) -> Array:
        """Return a diagonal matrix [ndx, ndx] with blocks [bodies, 3, 3] for the rotations."""
        J = diagonal * np.eye(self.ndx)
        for k, block in enumerate(blocks):
            J[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = block
        return J


class Action(crocoddyl.ActionModelAbstract):  # type: ignore[misc]
    """A step of a model with a cost.

    Parameters
    ----------
    state : State
    costs : crocoddyl.CostModelSum
        Costs of the state before the step and of the controls, with
        `costs.nu == state.model.nu`. The last knot of a problem has no step.
    rho, grad_rho : float, optional
        The relaxations of the step (default: the scene's) and of the derivative
        (default: that of the step).

    Limits of controls that are finite in `model.control_bounds` become `u_lb` and
    `u_ub`, which `SolverBoxFDDP` keeps. A step that is not solved, or whose state or
    control the model refuses, has the cost NaN and no derivative: a solver then
    tries a shorter step. An exception would end the process.
    """

    def __init__(self, state: State, costs: Any, *, rho: float | None = None, grad_rho: float | None = None) -> None:
        model = state.model
        super().__init__(state, model.nu, costs.nr)
        self.drystone, self.costs = state, costs
        self.rho, self.grad_rho = rho, grad_rho
        self.simulator = Simulator(model)
        if np.isfinite(model.control_bounds).any():
            self.u_lb, self.u_ub = model.control_bounds.T

    def calc(self, data: ActionData, x: Array, u: Array | None = None) -> None:
        """Write the next state and the cost into data."""
        if u is None:
            self.costs.calc(data.costs, x)
            data.xnext[:] = x
        else:
            self.costs.calc(data.costs, x, u)
            data.make(x, u)
        data.cost = data.costs.cost if u is None or data.step is not None else np.nan

    def calcDiff(self, data: ActionData, x: Array, u: Array | None = None) -> None:
        """Write the derivatives of the next state and of the cost into data."""
        if u is None:
            self.costs.calcDiff(data.costs, x)
            return
        self.costs.calcDiff(data.costs, x, u)
        if _same(data.fetched, x, u):
            return
        if not _same(data.made, x, u):
            data.make(x, u)
        if data.step is None:
            data.put(x, u, np.zeros((self.state.ndx, self.state.ndx)), np.zeros((self.state.ndx, self.nu)))
        else:
            linear = self.simulator.linearize(data.step, rho=self.grad_rho)
            data.put(x, u, linear.A, linear.B)

    def createData(self) -> ActionData:
        """Return the data of one knot."""
        return ActionData(self)


class ActionData(crocoddyl.ActionDataAbstract):  # type: ignore[misc]
    """The data of one knot: the last step if it was solved, and where Fx and Fu are valid."""

    def __init__(self, model: Action) -> None:
        super().__init__(model)
        self.model = model
        self.collector = crocoddyl.DataCollectorAbstract()
        self.costs = model.costs.createData(self.collector)
        self.costs.shareMemory(self)
        self.step: Step | None = None
        self.made: tuple[Array, Array] | None = None
        self.fetched: tuple[Array, Array] | None = None

    def make(self, x: Array, u: Array) -> None:
        """Make the step from x under u."""
        self.made, self.step = (np.array(x), np.array(u)), None
        try:
            step = self.model.simulator.step(x, u, rho=self.model.rho)
        except ValueError:
            self.xnext[:] = np.nan
            return
        self.xnext[:] = step.x
        if step.solved:
            self.step = step

    def put(self, x: Array, u: Array, A: Array, B: Array) -> None:
        """Write A [ndx, ndx] and B [ndx, nu], the derivatives at x and u."""
        self.Fx[:] = A
        self.Fu[:] = B.reshape(np.shape(self.Fu))  # [ndx] where nu is 1
        self.fetched = np.array(x), np.array(u)


def prefetch(batch: Batch, problem: Any, xs: Sequence[Array], us: Sequence[Array]) -> None:
    """Compute the derivatives of all knots at xs, us in one call of `batch.linearize`.

    The next `calcDiff` of the problem at the same states and controls uses them.

    Parameters
    ----------
    batch : Batch
        A batch of the model of the problem.
    problem : crocoddyl.ShootingProblem
        Its running models are `Action` with the same relaxations.
    xs, us : sequences of arrays [nx], [nu]
        `len(us)` knots; a state after the last one is left out.
    """
    X, U = np.array(list(xs)[: len(us)]), np.array(list(us))
    action = problem.runningModels[0]
    _, A, B, _, _ = batch.linearize(X, U, rho=action.rho, grad_rho=action.grad_rho)
    for data, x, u, Fx, Fu in zip(problem.runningDatas, X, U, A, B, strict=True):
        data.put(x, u, Fx, Fu)


class Prefetch(crocoddyl.CallbackAbstract):  # type: ignore[misc]
    """A callback that calls `prefetch` after every iteration of a solver.

    Parameters
    ----------
    batch : Batch
        A batch of the model of the problem.
    """

    def __init__(self, batch: Batch) -> None:
        super().__init__()
        self.batch = batch

    def __call__(self, solver: Any) -> None:
        prefetch(self.batch, solver.problem, solver.xs, solver.us)


def _same(known: tuple[Any, Any] | None, x: Array, u: Array) -> bool:
    return known is not None and np.array_equal(known[0], x) and np.array_equal(known[1], u)


def _choose(first: Array, second: Array, firstsecond: Any) -> Any:
    if firstsecond == _BOTH:
        return [first, second]
    return first if firstsecond == _FIRST else second


def _cross(r: Array) -> Array:
    """Return the matrices [k, 3, 3] of the cross products with r [k, 3]."""
    K = np.zeros((len(r), 3, 3))
    K[:, 2, 1], K[:, 0, 2], K[:, 1, 0] = r.T
    return K - K.transpose(0, 2, 1)


def _series(r: Array) -> tuple[Array, Array, Array]:
    """Return sin(a)/a, (1 - cos a)/a^2 and (a - sin a)/a^3 as [k, 1, 1], a the norms of r [k, 3]."""
    a = np.linalg.norm(r, axis=1)[:, None, None]
    small = a < 1e-3
    b = np.where(small, 1.0, a)
    s = np.where(small, 1 - a**2 / 6, np.sin(b) / b)
    c = np.where(small, 0.5 - a**2 / 24, 2 * (np.sin(b / 2) / b) ** 2)
    d = np.where(small, 1 / 6 - a**2 / 120, (b - np.sin(b)) / b**3)
    return s, c, d


def _rotation(r: Array) -> Array:
    """Return the rotation matrices exp([r]) [k, 3, 3]."""
    s, c, _ = _series(r)
    K = _cross(r)
    return np.eye(3) + s * K + c * K @ K


def _right_jacobian(r: Array) -> Array:
    """Return J [k, 3, 3] with exp(r + dr) = exp(r) exp(J dr)."""
    _, c, d = _series(r)
    K = _cross(r)
    return np.eye(3) - c * K + d * K @ K


def _inverse_right_jacobian(r: Array) -> Array:
    """Return the inverse of `_right_jacobian`, for angles below a whole turn."""
    inverse: Array = np.linalg.inv(_right_jacobian(r)).astype(np.float64, copy=False)
    return inverse
