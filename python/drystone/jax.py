"""Steps as differentiable functions of JAX.

`step` works under `jit`, `vmap`, `grad` and `jacrev`; leading and mapped axes go
to one call of `Batch`. Without `jax_enable_x64` states are float32 outside and
float64 inside. A callback keeps no handle, so the backward pass makes its steps
again. Forward mode and second derivatives do not work.
`drystone.optimize.StepFunction` says what is differentiated.
"""

# pyright: basic
# JAX leaves many types unknown, which the strict mode refuses.

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from . import Batch, Model
from .optimize import StepFunction, step_function

__all__ = ["rollout", "step"]


def step(
    model: Model | Batch,
    x: ArrayLike,
    u: ArrayLike | None = None,
    *,
    rho: float | None = None,
    grad_rho: float | None = None,
    params: Mapping[str, ArrayLike] | None = None,
) -> jax.Array:
    """Return the next states [..., nx].

    Parameters
    ----------
    model : Model or Batch
        A constant: `jit` must not trace it.
    x : array [..., nx]
        States. Their quaternions need not have norm 1.
    u : array [..., nu], optional
        Controls; `model.control` by default.
    rho, grad_rho : float, optional
        The relaxations of the steps (default: the scene's) and of the derivatives
        (default: that of the steps). They are constants, too.
    params : mapping of names to arrays [...], optional
        Parameters of the model, such as ``{"box.mass": mass}``, in SI units.

    The leading axes of x, u and the parameters are broadcast.
    """
    names = tuple(params) if params else ()
    function = step_function(model, names)
    x = jnp.asarray(x)
    u = jnp.asarray(function.model.control if u is None else u, x.dtype)
    if params:
        p = jnp.stack(jnp.broadcast_arrays(*(jnp.asarray(params[name], x.dtype) for name in names)), -1)
    else:
        p = jnp.zeros(0, x.dtype)
    lead = jnp.broadcast_shapes(x.shape[:-1], u.shape[:-1], p.shape[:-1])
    x, u, p = (jnp.broadcast_to(a, lead + a.shape[-1:]) for a in (x, u, p))
    x1: jax.Array = _step(function, rho, grad_rho, x, u, p)
    return x1


def rollout(
    model: Model | Batch,
    x0: ArrayLike,
    us: ArrayLike,
    *,
    rho: float | None = None,
    grad_rho: float | None = None,
    params: Mapping[str, ArrayLike] | None = None,
) -> jax.Array:
    """Return the states [..., T+1, nx] from x0 [..., nx] on under us [..., T, nu]; see `step`."""
    x0, us = jnp.asarray(x0), jnp.asarray(us)
    x0 = jnp.broadcast_to(x0, jnp.broadcast_shapes(x0.shape[:-1], us.shape[:-2]) + x0.shape[-1:])

    def advance(x: jax.Array, u: jax.Array) -> tuple[jax.Array, jax.Array]:
        x1 = step(model, x, u, rho=rho, grad_rho=grad_rho, params=params)
        return x1, x1

    _, xs = jax.lax.scan(advance, x0, jnp.moveaxis(us, -2, 0))
    return jnp.concatenate([x0[..., None, :], jnp.moveaxis(xs, 0, -2)], -2)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1, 2))
def _step(
    function: StepFunction, rho: float | None, grad_rho: float | None, x: jax.Array, u: jax.Array, p: jax.Array
) -> jax.Array:
    call = functools.partial(_forward, function, rho)
    return jax.pure_callback(call, _like(x), x, u, p, vmap_method="broadcast_all")


def _step_fwd(function: StepFunction, rho: Any, grad_rho: Any, x: jax.Array, u: jax.Array, p: jax.Array) -> Any:
    return _step(function, rho, grad_rho, x, u, p), (x, u, p)


def _step_bwd(function: StepFunction, rho: Any, grad_rho: Any, saved: Any, gradient: jax.Array) -> Any:
    call = functools.partial(_backward, function, rho, grad_rho)
    shapes = tuple(_like(a) for a in saved)
    return jax.pure_callback(call, shapes, *saved, gradient, vmap_method="broadcast_all")


_step.defvjp(_step_fwd, _step_bwd)


# The callbacks use numpy alone: a call of jax inside a callback can wait for ever.


def _forward(function: StepFunction, rho: float | None, x: Any, u: Any, p: Any) -> np.ndarray:
    x = np.asarray(x)
    run = function.forward(_rows(x), _rows(u), _rows(p), rho)
    return run.x1.reshape(x.shape).astype(x.dtype)


def _backward(
    function: StepFunction, rho: float | None, grad_rho: float | None, x: Any, u: Any, p: Any, gradient: Any
) -> tuple[np.ndarray, ...]:
    x, u, p = np.asarray(x), np.asarray(u), np.asarray(p)
    run = function.forward(_rows(x), _rows(u), _rows(p), rho)
    pulled = function.pullback(run, _rows(gradient), grad_rho)
    return tuple(g.reshape(a.shape).astype(a.dtype) for g, a in zip(pulled, (x, u, p), strict=True))


def _rows(a: Any) -> np.ndarray:
    """Return the numbers as float64 [n, k]; n is the product of the leading axes."""
    a = np.asarray(a, dtype=np.float64)
    return a.reshape(int(np.prod(a.shape[:-1])), a.shape[-1])


def _like(a: jax.Array) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(a.shape, a.dtype)
