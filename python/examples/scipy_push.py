"""Push a box with L-BFGS of scipy: the gradient of a rollout by the adjoint."""

from __future__ import annotations

import numpy as np
import push_problem as push
from scipy.optimize import OptimizeResult, minimize

import drystone as ds
from drystone.optimize import objective


def solve(model: ds.Model) -> OptimizeResult:
    """Return the optimum of the controls z [STEPS]."""
    function = objective(model, model.initial(), lambda xs, us: push.cost(model, xs, us), rho=push.RHO)
    options = {"maxiter": 1000, "maxfun": 5000, "ftol": 1e-14, "gtol": 1e-9}
    return minimize(function, push.first_guess(model).ravel(), jac=True, method="L-BFGS-B", options=options)


def main() -> None:
    model = push.load()
    result = solve(model)
    print(f"{result.nit} iterations, {result.nfev} rollouts, gradient {np.abs(result.jac).max():.1e}")
    push.report("scipy L-BFGS", model, result.x.reshape(-1, model.nu))


if __name__ == "__main__":
    main()
