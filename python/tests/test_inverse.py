"""Inverse dynamics: the wrenches of a step come back."""

from __future__ import annotations

import drystone as ds
import numpy as np
import pytest


def test_the_wrench_on_a_box_that_lies_comes_back(box: ds.Model) -> None:
    sim, x = ds.Simulator(box, precise=True), box.initial()
    for _ in range(50):
        x = sim.step(x, rho=1e-4).check().x
    u = np.array([0.5, -0.3, 1.0, 0.01, 0.02, -0.01])
    step = sim.step(x, u, rho=1e-4).check()
    found = sim.inverse(x, step.x, rho=1e-4)
    assert found.wrenches.shape == (2, 6) and found.wrenches.dtype == np.float64
    # docs/formulation.md, section 5: 4e-12 weights; the box weighs 5 N
    assert found.wrenches[1] == pytest.approx(u, abs=1e-8)
    assert not found.wrenches[0].any()
    assert found.efforts.shape == found.motors.shape == (0,)
    (own,), (other,) = found.contacts, step.contacts
    assert own["normal_impulse"] == pytest.approx(other["normal_impulse"], rel=1e-6)
    # what acts besides is not a part of it
    rest = sim.inverse(x, step.x, u, rho=1e-4)
    assert rest.wrenches == pytest.approx(np.zeros((2, 6)), abs=1e-8)
    assert repr(rest) == "Inverse(2 bodies, 0 efforts, 1 contacts)"


def test_an_arm_under_its_commands_needs_no_efforts(arm: ds.Model) -> None:
    sim, x = ds.Simulator(arm, precise=True), arm.initial()
    step = sim.step(x, rho=1e-4).check()
    found = sim.inverse(x, step.x, rho=1e-4)
    assert found.efforts.shape == found.motors.shape == (arm.joint_nv,)
    assert np.abs(found.efforts).max() < 1e-6
    # hanging in the air, it takes its motors' efforts to stay
    assert np.abs(found.motors).max() > 1e-3


def test_arguments_are_those_of_a_step(box: ds.Model, push: ds.Model) -> None:
    sim, x = ds.Simulator(box), box.initial()
    with pytest.raises(ds.Error, match="x_next"):
        sim.inverse(x, x[:-1])
    with pytest.raises(ds.Error, match="rho"):
        sim.inverse(x, x, rho=1.0)
    with pytest.raises(ds.Error, match="another model"):
        sim.inverse(x, x, push.input_of())
    below = x.copy()
    below[box.index("box.position.z")] = 0.02
    with pytest.raises(ds.Error, match="overlap") as caught:
        sim.inverse(x, below)
    assert caught.value.field == "next" and caught.value.fix
