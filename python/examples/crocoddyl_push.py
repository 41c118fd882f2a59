"""Push a box with FDDP of Crocoddyl, and compare the cost with that of scipy."""

from __future__ import annotations

import crocoddyl
import numpy as np
import push_problem as push

import drystone as ds
from drystone.crocoddyl import Action, Prefetch, State


def costs(state: State, weights: dict[str, float], hold: float) -> crocoddyl.CostModelSum:
    """Return the cost of a knot: weights by names of tangents, and one of the control."""
    model = state.model
    target = model.initial()
    target[model.index("box.position.x")] = push.GOAL
    w = np.zeros(model.ndx)
    for name, weight in weights.items():
        w[model.tangent_index(name)] = weight
    total = crocoddyl.CostModelSum(state, model.nu)
    quadratic = crocoddyl.ActivationModelWeightedQuad(w)
    place = crocoddyl.ResidualModelState(state, target, model.nu)
    total.addCost("state", crocoddyl.CostModelResidual(state, quadratic, place), 1.0)
    control = crocoddyl.ResidualModelControl(state, model.control)
    total.addCost("control", crocoddyl.CostModelResidual(state, control), hold)
    return total


def solve(model: ds.Model) -> crocoddyl.SolverFDDP:
    """Return the solver at the optimum."""
    state = State(model)
    speeds = {"box.velocity.x": push.GENTLE, "finger.velocity.x": push.SPEED}
    way = costs(state, speeds, push.HOLD)
    end = costs(state, {**speeds, "box.position.x": push.PLACE}, 0.0)
    running = [Action(state, way, rho=push.RHO) for _ in range(push.STEPS)]
    problem = crocoddyl.ShootingProblem(model.initial(), running, Action(state, end, rho=push.RHO))
    solver = crocoddyl.SolverFDDP(problem)
    solver.th_stop = 1e-12
    solver.setCallbacks([Prefetch(ds.Batch(model))])
    us = list(push.first_guess(model))
    solver.solve(problem.rollout(us), us, 200)
    return solver


def main() -> None:
    model = push.load()
    solver = solve(model)
    print(f"{solver.iter} iterations, stopping criterion {solver.stop:.1e}")
    value = push.report("Crocoddyl FDDP", model, np.array(list(solver.us)).reshape(-1, model.nu))

    import scipy_push

    other = push.report("scipy L-BFGS", model, scipy_push.solve(model).x.reshape(-1, model.nu))
    print(f"difference of the costs: {abs(value - other):.1e}")


if __name__ == "__main__":
    main()
