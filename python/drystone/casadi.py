"""A step as a function of CasADi.

`StepCallback` is a function of the plain numbers of the state and the controls
with a Jacobian and an adjoint. It has no second derivatives: give Ipopt a Hessian
of your own (`hess_lag`) or ``{"ipopt.hessian_approximation": "limited-memory"}``.
`drystone.optimize.StepFunction` says what is differentiated.
"""

# pyright: basic, reportAttributeAccessIssue=false
# CasADi leaves many types unknown, which the strict mode refuses.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import casadi
import numpy as np

from . import Batch, Model
from .optimize import Run, StepFunction

__all__ = ["StepCallback"]


class StepCallback(casadi.Callback):
    """x1 = f(x, u): inputs x [nx] and u [nu], output x1 [nx].

    Keep the object as long as expressions use it: CasADi holds no reference.

    Parameters
    ----------
    name : str
        The name of the function in CasADi: letters, digits and underscores.
    model : Model
    rho, grad_rho : float, optional
        The relaxations of the step (default: the scene's) and of the derivatives
        (default: that of the step).
    """

    def __init__(self, name: str, model: Model, *, rho: float | None = None, grad_rho: float | None = None) -> None:
        super().__init__()
        self.function = StepFunction(Batch(model, threads=1))
        self.model = model
        self.rho, self.grad_rho = rho, grad_rho
        self._derivatives: list[casadi.Callback] = []
        self.construct(name, {})

    def get_n_in(self) -> int:
        return 2

    def get_n_out(self) -> int:
        return 1

    def get_name_in(self, i: int) -> str:
        return ("x", "u")[i]

    def get_name_out(self, i: int) -> str:
        return "x1"

    def get_sparsity_in(self, i: int) -> casadi.Sparsity:
        return casadi.Sparsity.dense((self.model.nx, self.model.nu)[i], 1)

    def get_sparsity_out(self, i: int) -> casadi.Sparsity:
        return casadi.Sparsity.dense(self.model.nx, 1)

    def eval(self, arg: Sequence[casadi.DM]) -> list[Any]:
        return [self.run(arg[0], arg[1]).x1[0]]

    def has_jacobian(self) -> bool:
        return True

    def get_jacobian(
        self, name: str, inames: Sequence[str], onames: Sequence[str], opts: Mapping[str, Any]
    ) -> casadi.Function:
        return self._keep(_Jacobian(self, name, inames, onames, opts))

    def has_reverse(self, nadj: int) -> bool:
        return True

    def get_reverse(
        self, nadj: int, name: str, inames: Sequence[str], onames: Sequence[str], opts: Mapping[str, Any]
    ) -> casadi.Function:
        return self._keep(_Reverse(self, nadj, name, inames, onames, opts))

    def run(self, x: casadi.DM, u: casadi.DM) -> Run:
        """Make the step from x under u."""
        return self.function.forward(x.full().T, u.full().T, np.zeros((1, 0)), self.rho)

    def _keep(self, derivative: casadi.Callback) -> casadi.Callback:
        self._derivatives.append(derivative)
        return derivative


class _Derivative(casadi.Callback):
    """A function of x, u, the nominal x1 and more; subclasses say its shapes."""

    def __init__(
        self,
        step: StepCallback,
        shapes_in: Sequence[tuple[int, int]],
        shapes_out: Sequence[tuple[int, int]],
        name: str,
        names: tuple[Sequence[str], Sequence[str]],
        opts: Mapping[str, Any],
    ) -> None:
        super().__init__()
        self.step = step
        self.shapes = shapes_in, shapes_out
        self.names = names
        self.construct(name, opts)

    def get_n_in(self) -> int:
        return len(self.shapes[0])

    def get_n_out(self) -> int:
        return len(self.shapes[1])

    def get_name_in(self, i: int) -> str:
        return self.names[0][i]

    def get_name_out(self, i: int) -> str:
        return self.names[1][i]

    def get_sparsity_in(self, i: int) -> casadi.Sparsity:
        return casadi.Sparsity.dense(*self.shapes[0][i])

    def get_sparsity_out(self, i: int) -> casadi.Sparsity:
        return casadi.Sparsity.dense(*self.shapes[1][i])


class _Jacobian(_Derivative):
    def __init__(
        self, step: StepCallback, name: str, inames: Sequence[str], onames: Sequence[str], opts: Mapping[str, Any]
    ) -> None:
        nx, nu = step.model.nx, step.model.nu
        super().__init__(step, [(nx, 1), (nu, 1), (nx, 1)], [(nx, nx), (nx, nu)], name, (inames, onames), opts)

    def eval(self, arg: Sequence[casadi.DM]) -> list[Any]:
        step = self.step
        _, by_x, by_u = step.function.jacobian(arg[0].full().T, arg[1].full().T, step.rho, step.grad_rho)
        return [by_x[0], by_u[0]]


class _Reverse(_Derivative):
    def __init__(
        self,
        step: StepCallback,
        nadj: int,
        name: str,
        inames: Sequence[str],
        onames: Sequence[str],
        opts: Mapping[str, Any],
    ) -> None:
        nx, nu = step.model.nx, step.model.nu
        shapes = [(nx, 1), (nu, 1), (nx, 1), (nx, nadj)]
        super().__init__(step, shapes, [(nx, nadj), (nu, nadj)], name, (inames, onames), opts)

    def eval(self, arg: Sequence[casadi.DM]) -> list[Any]:
        step = self.step
        run = step.run(arg[0], arg[1])
        pulled = [step.function.pullback(run, g[None], step.grad_rho) for g in arg[3].full().T]
        return [np.concatenate([p[i] for p in pulled]).T for i in (0, 1)]
