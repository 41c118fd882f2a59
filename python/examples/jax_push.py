"""Push a box with Gauss-Newton in JAX: `jacrev` of a rollout under `jit`."""

from __future__ import annotations

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import push_problem as push  # noqa: E402

import drystone as ds  # noqa: E402
from drystone.jax import rollout  # noqa: E402


def residuals(model: ds.Model, z: jax.Array) -> jax.Array:
    """Return residuals [3 STEPS + 3] of controls z [STEPS]; half their squares is the cost."""
    place, box, finger = push.places(model)
    xs = rollout(model, model.initial(), z[:, None], rho=push.RHO)
    return jnp.concatenate(
        [
            push.PLACE**0.5 * (xs[-1, place] - push.GOAL),
            push.GENTLE**0.5 * xs[:, box].ravel(),
            push.SPEED**0.5 * xs[:, finger].ravel(),
            push.HOLD**0.5 * (z - model.control),
        ]
    )


def solve(model: ds.Model, iterations: int = 30) -> np.ndarray:
    """Return the controls [STEPS, 1], by Levenberg's method."""
    both = jax.jit(lambda z: (residuals(model, z), jax.jacrev(lambda z: residuals(model, z))(z)))
    only = jax.jit(lambda z: residuals(model, z))
    z = jnp.asarray(push.first_guess(model).ravel())
    damping = 1e-2
    r, J = both(z)
    for _ in range(iterations):
        change = jnp.linalg.solve(J.T @ J + damping * jnp.eye(len(z)), -J.T @ r)
        tried = only(z + change)
        if tried @ tried < r @ r:
            z, damping = z + change, damping / 4
            r, J = both(z)
        else:
            damping *= 8
    return np.asarray(z)[:, None]


def main() -> None:
    model = push.load()
    push.report("JAX, Gauss-Newton", model, solve(model))


if __name__ == "__main__":
    main()
