"""Push a box with Ipopt through CasADi: multiple shooting.

The cost is a sum of squares of states and controls, so its Hessian alone is a good
Hessian of the Lagrangian (Gauss-Newton), and the step needs no second derivative.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
import push_problem as push

import drystone as ds
from drystone.casadi import StepCallback


def cost(model: ds.Model, xs: ca.MX, us: ca.MX) -> ca.MX:
    """Return the cost of states xs [nx, STEPS + 1] and controls us [1, STEPS]."""
    place, box, finger = (numbers.start for numbers in push.places(model))
    way = push.GENTLE * ca.sumsqr(xs[box, :]) + push.SPEED * ca.sumsqr(xs[finger, :])
    hold = push.HOLD * ca.sumsqr(us - model.control.item())
    return 0.5 * (push.PLACE * (xs[place, -1] - push.GOAL) ** 2 + way + hold)


def solve(model: ds.Model) -> tuple[np.ndarray, dict]:
    """Return the controls [STEPS, 1] and the statistics of the solver."""
    step = StepCallback("step", model, rho=push.RHO)
    xs, us = ca.MX.sym("xs", model.nx, push.STEPS + 1), ca.MX.sym("us", model.nu, push.STEPS)
    gaps = [xs[:, k + 1] - step(xs[:, k], us[:, k]) for k in range(push.STEPS)]
    z, f, g = ca.veccat(xs, us), cost(model, xs, us), ca.veccat(xs[:, 0] - model.initial(), *gaps)

    factor, multipliers = ca.MX.sym("factor"), ca.MX.sym("multipliers", g.numel())
    hessian = ca.triu(factor * ca.hessian(f, z)[0])
    options = {
        "hess_lag": ca.Function("hessian", [z, ca.MX(0, 1), factor, multipliers], [hessian]),
        "ipopt.print_level": 0,
        "ipopt.sb": "yes",
        "print_time": False,
        "ipopt.tol": 1e-9,
        "ipopt.max_iter": 200,
    }
    solver = ca.nlpsol("solver", "ipopt", {"x": z, "f": f, "g": g}, options)

    guess = push.first_guess(model)
    states, _ = ds.Batch(model, threads=1).rollout(model.initial()[None], guess[None], rho=push.RHO)
    result = solver(x0=np.concatenate([states.ravel(), guess.ravel()]), lbg=0, ubg=0)
    return result["x"].full()[-push.STEPS :], solver.stats()


def main() -> None:
    model = push.load()
    us, stats = solve(model)
    print(f"{stats['iter_count']} iterations: {stats['return_status']}")
    push.report("CasADi and Ipopt", model, us)


if __name__ == "__main__":
    main()
