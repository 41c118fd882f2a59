"""One step: states, controls, contacts, derivatives."""

from __future__ import annotations

import drystone as ds
import numpy as np
import pytest


def test_a_box_falls_and_lies(box: ds.Model) -> None:
    sim, x = ds.Simulator(box), box.initial()
    for _ in range(100):
        step = sim.step(x).check()
        x = step.x
    assert x[box.index("box.position.z")][0] == pytest.approx(0.05, abs=1e-5)
    (contact,) = step.contacts
    assert contact["normal"][2] == pytest.approx(1.0)
    assert contact["normal_impulse"] == pytest.approx(0.5 * 9.81 * 0.01, rel=1e-6)
    assert contact["sticking"] and list(contact["first"]) == [0, 0] and list(contact["second"]) == [1, 0]


def test_names_are_as_many_as_numbers(push: ds.Model, arm: ds.Model) -> None:
    for model in (push, arm):
        counts = {
            "state": model.nx,
            "tangent": model.ndx,
            "control": model.nu,
            "joint_coordinate": model.nq,
            "joint_tangent": 2 * model.joint_nv,
        }
        for kind, count in counts.items():
            assert len(model.names(kind)) == len(model.units(kind)) == count, kind
            assert len(set(model.names(kind))) == count
    assert push.names("state")[push.index("box.velocity.y")] == ["box.velocity.y"]
    assert push.index("box").stop - push.index("box").start == 13
    with pytest.raises(ds.Error, match="no such number"):
        push.index("boxes")


def test_controls_are_inputs(push: ds.Model) -> None:
    """Controls and whole inputs give the same bits."""
    sim, x = ds.Simulator(push), push.initial()
    u = push.control
    u[push.control_index("finger.command.position.x")] += 0.05
    whole = push.input_of(u)
    commands = push.input_of().commands
    commands[2, 0] += 0.05
    assert np.array_equal(whole.commands, commands)
    by_controls = sim.step(x, u)
    assert by_controls.hash == sim.step(x, whole).hash == sim.step(x, push.input_of().replace(commands=commands)).hash
    assert by_controls.hash != sim.step(x).hash
    assert sim.step(x).hash == sim.step(x, push.control).hash


def test_other_controls(push: ds.Model) -> None:
    model = push.with_controls(["box.force", "finger.command.position.x"])
    assert model.names("control") == ["box.force.x", "box.force.y", "box.force.z", "finger.command.position.x"]
    assert model.units("control") == ["N", "N", "N", "m"]
    assert push.with_controls("box.force").nu == 3
    none = push.with_controls([])
    assert none.nu == 0 and ds.Simulator(none).step(none.initial(), []).hash == ds.Simulator(push).step(push.initial()).hash
    starred = push.with_controls(["*.position.z"])
    assert starred.names("control") == ["finger.command.position.z"]
    step = ds.Simulator(model).step(model.initial(), [0.0, 0.0, 3.0, model.control[3]])
    assert step.solved
    with pytest.raises(ds.Error, match="no such input"):
        push.with_controls(["bx.force"])
    with pytest.raises(ds.Error, match="chosen twice"):
        push.with_controls(["box.force", "box.force.x"])


def _differences(model: ds.Model, x: np.ndarray, u: np.ndarray, rho: float, size: float = 1e-5) -> tuple[np.ndarray, np.ndarray]:
    """Return A and B by central differences of precise steps."""
    sim = ds.Simulator(model, precise=True)

    def end(x: np.ndarray, u: np.ndarray) -> np.ndarray:
        return model.difference(middle, sim.step(x, u, rho=rho).check().x)

    middle = sim.step(x, u, rho=rho).x
    tangents, controls = np.eye(model.ndx) * size, np.eye(model.nu) * size
    a = [end(model.integrate(x, d), u) - end(model.integrate(x, -d), u) for d in tangents]
    b = [end(x, u + d) - end(x, u - d) for d in controls]
    return np.array(a).T / (2 * size), np.array(b).T / (2 * size)


def test_linearization_against_differences(push: ds.Model) -> None:
    """A and B of a step in contact, with a commanded orientation that is turned."""
    x = push.initial()
    x[push.index("finger.position.x")] += 0.028
    u = push.control
    for axis, turn in zip("xyz", (0.3, -0.2, 0.1)):
        u[push.control_index(f"finger.command.rotation.{axis}")] = turn
    u[push.control_index("finger.command.position.x")] += 0.03
    sim = ds.Simulator(push)
    lin = sim.linearize(sim.step(x, u, rho=1e-2))
    a, b = _differences(push, x, u, 1e-2)
    assert lin.A == pytest.approx(a, abs=2e-5 * np.abs(a).max())
    scale = np.maximum(np.abs(b).max(axis=0), 1e-6)
    assert np.all(np.abs(lin.B - b) / scale < 1e-4)
    assert lin.quality["rung"] == "Base" and lin.rho == 1e-2


def test_vjp_is_the_transposed_linearization(push: ds.Model) -> None:
    sim, x, u = ds.Simulator(push), push.initial(), push.control
    u[push.control_index("finger.command.rotation.z")] = 0.4
    step = sim.step(x, u)
    params = ["box.mass", "box.box.friction", "gravity.z"]
    lin = sim.linearize(step, rho=3e-3, params=params)
    cotangent = np.linspace(-1, 1, push.ndx)
    xbar, ubar, pbar = sim.vjp(step, cotangent, rho=3e-3, params=params)
    for pulled, matrix in ((xbar, lin.A), (ubar, lin.B), (pbar, lin.P)):
        assert pulled == pytest.approx(cotangent @ matrix, rel=1e-9, abs=1e-12)


def test_joint_coordinates(arm: ds.Model) -> None:
    """Joint coordinates of a state are those that it was placed with; A, B in joint space are A, B expanded."""
    x0 = arm.initial()
    q = arm.joint_positions(x0)
    q[:3] += [0.1, -0.05, 0.02]
    v = np.zeros(arm.nq)
    v[:6] = 0.2
    x = arm.with_joint_positions(x0, q, v)
    assert arm.joint_positions(x) == pytest.approx(q, abs=1e-12)
    assert arm.joint_velocities(x) == pytest.approx(v, abs=1e-12)
    sim = ds.Simulator(arm)
    lin = sim.linearize(sim.step(x), coordinates="joints")
    assert lin.A.shape == (2 * arm.joint_nv, 2 * arm.joint_nv) and lin.B.shape == (2 * arm.joint_nv, arm.nu)
    mass = arm.mass_matrix(x)
    assert mass == pytest.approx(mass.T) and np.all(np.linalg.eigvalsh(mass) > 0)
    # The column of a motor, by differences.
    size, k = 1e-5, arm.control_index("elbow.motor.position")
    precise = ds.Simulator(arm, precise=True)
    ends = [precise.step(x, arm.control + sign * size * np.eye(arm.nu)[k]).check().x for sign in (1, -1)]
    names, joints = arm.names("joint_tangent"), arm.names("joint_coordinate")[:6]
    for kind, read in (("position", arm.joint_positions), ("velocity", arm.joint_velocities)):
        rows = [names.index(f"{joint}.{kind}") for joint in joints]
        slopes = (read(ends[0]) - read(ends[1]))[:6] / (2 * size)
        assert np.abs(slopes).max() > 0
        assert lin.B[rows, k] == pytest.approx(slopes, rel=1e-5, abs=1e-6)


def test_integrate_and_difference(push: ds.Model) -> None:
    generator = np.random.default_rng(0)
    x = push.initial()
    dx = generator.normal(size=(7, push.ndx)) * 0.3
    moved = push.integrate(x, dx)
    assert moved.shape == (7, push.nx)
    assert push.difference(x, moved) == pytest.approx(dx, abs=1e-12)
    assert push.difference(moved[:, None], moved[:, None]).shape == (7, 1, push.ndx)


def test_gradients_of_numbers_and_of_tangents(push: ds.Model) -> None:
    """A smooth function of the plain numbers, differenced along tangents."""
    generator = np.random.default_rng(1)
    x = push.integrate(push.initial(), generator.normal(size=push.ndx) * 0.3)
    weights = generator.normal(size=push.nx)
    gradient = push.to_tangent(x, weights)
    size = 1e-6
    steps = np.eye(push.ndx) * size
    slopes = [(push.integrate(x, d) - push.integrate(x, -d)) @ weights / (2 * size) for d in steps]
    assert gradient == pytest.approx(np.array(slopes), abs=1e-8)
    back = push.from_tangent(x, gradient)
    assert push.to_tangent(x, back) == pytest.approx(gradient, abs=1e-12)
    quat = push.index("box.quat_wxyz")
    assert back[quat] @ x[quat] == pytest.approx(0.0, abs=1e-12)


def test_parameters(push: ds.Model) -> None:
    heavier = push.with_params(["box.mass"], [2.0])
    assert heavier.params(["box.mass"])[0] == 2.0 and push.params(["box.mass"])[0] == 0.5
    assert heavier.fingerprint != push.fingerprint
    sim = ds.Simulator(push)
    with pytest.raises(ds.ModelMismatch):
        sim.linearize(ds.Simulator(heavier).step(push.initial()))


def test_contact_derivatives(box: ds.Model) -> None:
    sim, x = ds.Simulator(box), box.initial()
    for _ in range(30):
        x = sim.step(x).x
    lin = sim.linearize(sim.step(x), contacts=True)
    ((by_state, by_controls, by_parameters),) = lin.contacts
    assert by_state.shape == (len(ds.CONTACT_ROWS), box.ndx)
    assert by_controls.shape == (len(ds.CONTACT_ROWS), box.nu) and by_parameters.shape[1] == 0
    # A force upwards takes its impulse from the contact.
    impulse = ds.CONTACT_ROWS.index("impulse.z [N s]")
    assert by_controls[impulse, box.control_index("box.force.z")] == pytest.approx(-0.01, rel=1e-2)
    assert sim.linearize(sim.step(x)).contacts == []


def test_distances(box: ds.Model) -> None:
    x = np.stack([box.initial(), box.initial()])
    x[1, box.index("box.position.z")] += 0.3
    assert box.pairs() == [("ground", "box")]
    assert box.gaps(x) == pytest.approx(np.array([[0.01], [0.31]]), abs=1e-9)


def test_energy(box: ds.Model) -> None:
    x = box.initial()
    x[box.index("box.velocity")] = [0, 0, 2]
    assert box.energy(x) == pytest.approx([0.5 * 0.5 * 4, 0.5 * 9.81 * 0.06])
