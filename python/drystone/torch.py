"""Steps as differentiable functions of PyTorch.

`step` is a function of the plain numbers of states, controls and parameters. It
computes in float64 on the processor and returns the dtype and the device of the
state. `torch.func.vmap`, `grad`, `vjp` and `jacrev` work; forward mode and second
derivatives do not. `drystone.optimize.StepFunction` says what is differentiated.
"""

# pyright: basic
# PyTorch leaves many types unknown, which the strict mode refuses.

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from . import Batch, Model
from .optimize import Array, Run, StepFunction, step_function

__all__ = ["StepLayer", "rollout", "step"]

_FUNCTIONS: weakref.WeakValueDictionary[int, StepFunction] = weakref.WeakValueDictionary()
"""The functions of living layers by their `id`: an operator takes tensors and numbers alone."""


def step(
    model: Model | Batch,
    x: Tensor,
    u: Tensor | None = None,
    *,
    rho: float | None = None,
    grad_rho: float | None = None,
    params: Mapping[str, Tensor] | None = None,
) -> Tensor:
    """Return the next states [..., nx].

    Parameters
    ----------
    model : Model or Batch
    x : tensor [..., nx]
        States. Their quaternions need not have norm 1.
    u : tensor [..., nu], optional
        Controls; `model.control` by default.
    rho, grad_rho : float, optional
        The relaxations of the steps (default: the scene's) and of the derivatives
        (default: that of the steps).
    params : mapping of names to tensors [...], optional
        Parameters of the model, such as ``{"box.mass": mass}``, in SI units.

    The leading axes of x, u and the parameters are broadcast; all members are one
    call of `Batch`. `torch.compile` breaks its graph here; see `StepLayer`.
    """
    x1: Tensor = _step_now(model, x, u, params or {}, rho, grad_rho)  # pyright: ignore[reportCallIssue]
    return x1


def rollout(
    model: Model | Batch,
    x0: Tensor,
    us: Tensor,
    *,
    rho: float | None = None,
    grad_rho: float | None = None,
    params: Mapping[str, Tensor] | None = None,
) -> Tensor:
    """Return the states [..., T+1, nx] from x0 [..., nx] on under us [..., T, nu]; see `step`."""
    states = [x0]
    for u in us.unbind(-2):
        states.append(step(model, states[-1], u, rho=rho, grad_rho=grad_rho, params=params))
    return torch.stack(torch.broadcast_tensors(*states), -2)


class StepLayer(torch.nn.Module):
    """`step` as a module whose model parameters are learnt.

    `torch.compile` takes it as one operator of the graph. The backward pass of
    the operator makes its steps again, since a graph keeps no handles.

    Parameters
    ----------
    model : Model or Batch
    learn : sequence of str
        Names out of `model.names("parameter")`. They become one
        `torch.nn.Parameter` [k], `values`, that starts at the numbers of the model.
    rho, grad_rho : float, optional
        As in `step`.
    """

    hold: Tensor

    def __init__(
        self,
        model: Model | Batch,
        learn: Sequence[str] = (),
        *,
        rho: float | None = None,
        grad_rho: float | None = None,
    ) -> None:
        super().__init__()
        self.model, self.learn = model, tuple(learn)
        self.rho, self.grad_rho = rho, grad_rho
        self._bind()
        self.register_buffer("hold", torch.from_numpy(self._function.model.control), persistent=False)
        self.values = torch.nn.Parameter(torch.from_numpy(self._function.model.params(self.learn)))

    def forward(self, x: Tensor, u: Tensor | None = None) -> Tensor:
        """Return the next states [..., nx] of x [..., nx] under u [..., nu]."""
        inputs = _expanded(x, self.hold if u is None else u, self.values)
        if torch.compiler.is_compiling():
            return _step_op(*inputs, self._key, self.rho, self.grad_rho).to(x)
        return _Step.apply(*inputs, self._function, self.rho, self.grad_rho)[0].to(x)

    def _bind(self) -> None:
        self._function = step_function(self.model, self.learn)
        self._key = id(self._function)
        _FUNCTIONS[self._key] = self._function

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_function", "_key")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._bind()


@torch.compiler.disable
def _step_now(
    model: Model | Batch, x: Tensor, u: Tensor | None, params: Mapping[str, Tensor], *rhos: float | None
) -> Tensor:
    function = step_function(model, tuple(params))
    u = torch.from_numpy(function.model.control) if u is None else u
    values = [_double(value) for value in params.values()]
    p = torch.stack(torch.broadcast_tensors(*values), -1) if values else torch.zeros(0, dtype=torch.float64)
    return _Step.apply(*_expanded(x, u, p), function, *rhos)[0].to(x)


class _Step(torch.autograd.Function):
    """The step of float64 tensors with equal leading axes.

    The second output has the row of every member in the `Run` that is the third
    one. It is a tensor so that `vmap` keeps track of which member is which.
    """

    @staticmethod
    def forward(
        x: Tensor, u: Tensor, p: Tensor, function: StepFunction, rho: float | None, grad_rho: float | None
    ) -> tuple[Tensor, Tensor, Run]:
        run = function.forward(_rows(x), _rows(u), _rows(p), rho)
        rows = torch.arange(len(run.x)).reshape(x.shape[:-1])
        return torch.tensor(run.x1.reshape(x.shape)), rows, run  # a copy: the caller may write to it

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: tuple[Tensor, Tensor, Run]) -> None:
        _, rows, ctx.run = output
        ctx.function, ctx.grad_rho = inputs[3], inputs[5]
        ctx.mark_non_differentiable(rows)
        ctx.save_for_backward(rows, *inputs[:3])

    @staticmethod
    def backward(ctx: Any, gradient: Tensor, *_: Any) -> tuple[Any, ...]:
        pulled = _Pullback.apply(gradient, *ctx.saved_tensors, ctx.function, ctx.run, ctx.grad_rho)
        return (*pulled, None, None, None)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *args: Any) -> tuple[Any, Any]:
        return _Step.apply(*_batched(info, in_dims, args)), (0, 0, None)


class _Pullback(torch.autograd.Function):
    """The adjoint of `_Step`. It is a function of its own so that `jacrev` can batch it.

    It takes x, u and p although the run has them: what depends on them has no
    derivative, and `backward` says so instead of a silent zero.
    """

    @staticmethod
    def forward(
        gradient: Tensor,
        rows: Tensor,
        x: Tensor,
        u: Tensor,
        p: Tensor,
        function: StepFunction,
        run: Run,
        rho: float | None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        results = _pull_rows(function, run, _rows(gradient), rows.detach().cpu().numpy().ravel(), rho)
        lead = gradient.shape[:-1]
        gx, gu, gp = (torch.from_numpy(r.reshape(lead + r.shape[-1:])) for r in results)
        return gx, gu, gp

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: tuple[Tensor, ...]) -> None:
        pass

    @staticmethod
    def backward(ctx: Any, *_: Any) -> Any:
        raise RuntimeError("a step of drystone has first derivatives only")

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *args: Any) -> tuple[Any, Any]:
        return _Pullback.apply(*_batched(info, in_dims, args)), (0, 0, 0)


def _pull_rows(function: StepFunction, run: Run, gradient: Array, rows: Any, rho: float | None) -> tuple[Array, ...]:
    """Pull gradients [m, nx] back through the members `rows` [m] of a run.

    `jacrev` asks for a member several times. Every call of the batch takes the next
    cotangent of each member.
    """
    n, m = len(run.x), len(rows)
    order = np.argsort(rows, kind="stable")
    sorted_rows = rows[order]
    turn = np.arange(m) - np.searchsorted(sorted_rows, sorted_rows)
    results = tuple(np.zeros((m, k)) for k in (run.x.shape[1], function.model.nu, len(function.params)))
    for k in range(int(turn.max(initial=-1)) + 1):
        chosen = order[turn == k]
        full = np.zeros((n, gradient.shape[1]))
        full[rows[chosen]] = gradient[chosen]
        for result, pulled in zip(results, function.pullback(run, full, rho), strict=True):
            result[chosen] = pulled[rows[chosen]]
    return results


def _batched(info: Any, in_dims: tuple[Any, ...], args: tuple[Any, ...]) -> list[Any]:
    """Move the batch axis of every tensor to the front; expand those that have none."""
    moved = []
    for arg, dim in zip(args, in_dims, strict=True):
        if isinstance(arg, Tensor):
            arg = arg.expand(info.batch_size, *arg.shape) if dim is None else arg.movedim(dim, 0)
        moved.append(arg)
    return moved


def _expanded(*tensors: Tensor) -> list[Tensor]:
    """Return the tensors in float64 with equal leading axes."""
    lead = torch.broadcast_shapes(*(t.shape[:-1] for t in tensors))
    return [_double(t).expand(lead + t.shape[-1:]) for t in tensors]


def _double(t: Tensor) -> Tensor:
    return t.to("cpu", torch.float64)


def _rows(t: Tensor) -> Array:
    """Return the numbers as [n, k]; n is the product of the leading axes."""
    array: Array = t.detach().numpy()
    return array.reshape(t.shape[:-1].numel(), t.shape[-1])


@torch.library.custom_op(
    "drystone::step",
    mutates_args=(),
    schema="(Tensor x, Tensor u, Tensor p, int key, float? rho, float? grad_rho) -> Tensor",
)
def _step_op(x: Tensor, u: Tensor, p: Tensor, key: int, rho: float | None, grad_rho: float | None) -> Tensor:
    run = _FUNCTIONS[key].forward(_rows(x), _rows(u), _rows(p), rho)
    return torch.from_numpy(run.x1.reshape(x.shape))


@torch.library.custom_op(
    "drystone::step_pullback",
    mutates_args=(),
    schema="(Tensor gradient, Tensor x, Tensor u, Tensor p, int key, float? rho, float? grad_rho)"
    " -> (Tensor, Tensor, Tensor)",
)
def _pullback_op(
    gradient: Tensor, x: Tensor, u: Tensor, p: Tensor, key: int, rho: float | None, grad_rho: float | None
) -> tuple[Tensor, Tensor, Tensor]:
    function = _FUNCTIONS[key]
    run = function.forward(_rows(x), _rows(u), _rows(p), rho)
    pulled = function.pullback(run, _rows(gradient), grad_rho)
    gx, gu, gp = (torch.from_numpy(g.reshape(t.shape)) for g, t in zip(pulled, (x, u, p), strict=True))
    return gx, gu, gp


@_step_op.register_fake
def _(x: Tensor, *_: Any) -> Tensor:
    return torch.empty(x.shape, dtype=x.dtype)


@_pullback_op.register_fake
def _(gradient: Tensor, x: Tensor, u: Tensor, p: Tensor, *_: Any) -> tuple[Tensor, Tensor, Tensor]:
    gx, gu, gp = (torch.empty(t.shape, dtype=t.dtype) for t in (x, u, p))
    return gx, gu, gp


def _save(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
    ctx.save_for_backward(*inputs[:3])
    ctx.rest = inputs[3:]


def _pull(ctx: Any, gradient: Tensor) -> tuple[Any, ...]:
    return (*_pullback_op(gradient, *ctx.saved_tensors, *ctx.rest), None, None, None)


_step_op.register_autograd(_pull, setup_context=_save)
