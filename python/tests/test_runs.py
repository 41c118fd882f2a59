"""Whole scenes: the bits of the command line, recordings, plans, pages, pickles, the builder."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import drystone as ds
import numpy as np
import pytest
from conftest import BOX, ROOT


def _kept() -> dict[str, int]:
    """Return the state hashes that the command line ends with (tests/hashes.txt of the repository)."""
    lines = (ROOT / "tests" / "hashes.txt").read_text().splitlines()
    pairs = [line.split("  ") for line in lines if not line.startswith("#")]
    return {name: int(value, 16) for value, name in pairs}


def test_every_scene_has_the_hash_of_the_command_line() -> None:
    kept = _kept()
    assert len(kept) >= 40
    for name, value in kept.items():
        assert ds.Model.load(ROOT / "scenarios" / name).run().hash == value, name


def test_steps_by_hand_have_the_hash_of_the_command_line() -> None:
    """Inputs of a scene, step by step; models with and without joints, keyframes and motors."""
    kept = _kept()
    for name in ("push.toml", "gripper_lift.toml", "robot_arm.toml", "double_pendulum.toml"):
        model = ds.Model.load(ROOT / "scenarios" / name)
        sim, x = ds.Simulator(model), model.initial()
        for k in range(model.steps):
            step = sim.step(x, model.input(k, x))
            x = step.x
        assert step.hash == model.hash(x) == kept[name], name


def test_a_recording_is_what_was_run(push: ds.Model, tmp_path: Path) -> None:
    run = push.run(steps=20)
    assert len(run) == 21 and run.X.shape == (21, push.nx) and run.ok.all()
    assert run.time[-1] == pytest.approx(20 * push.time_step)
    file = tmp_path / "run.jsonl"
    run.save(file)
    again = ds.load_recording(file)
    assert np.array_equal(again.X, run.X) and again.hash == run.hash
    assert np.array_equal(again.contacts(-1), run.contacts(-1)) and len(run.contacts(-1)) > 0
    assert "slip_velocity" not in run.contacts(1).dtype.names
    copied = pickle.loads(pickle.dumps(run))
    assert copied.hash == run.hash and np.array_equal(copied.contacts(5), run.contacts(5))
    with pytest.raises(IndexError):
        run.contacts(21)
    # The command line writes the same file, and reads this one.
    command = [sys.executable, "-m", "drystone", "run", str(ROOT / "scenarios" / "push.toml")]
    written = subprocess.run([*command, "--record", str(tmp_path / "cli.jsonl")], capture_output=True)
    push.run().save(tmp_path / "python.jsonl")
    assert written.returncode == 0
    assert (tmp_path / "cli.jsonl").read_bytes() == (tmp_path / "python.jsonl").read_bytes()
    out = subprocess.run(
        [sys.executable, "-m", "drystone", "export", str(file), "--csv", str(tmp_path / "run.csv")],
        capture_output=True,
        text=True,
    )
    assert out.returncode == 0, out.stderr


def test_a_run_starts_anywhere_and_tells_its_progress(push: ds.Model) -> None:
    x = push.initial()
    x[push.index("box.velocity.x")] = 0.2
    calls: list[tuple[int, int]] = []
    run = push.run(x, steps=30, rho=1e-4, progress=lambda done, total: calls.append((done, total)))
    assert np.array_equal(run.X[0], x) and calls[-1] == (30, 30)


def test_derivatives_have_the_bits_of_the_command_line() -> None:
    """A, B and a parameter column of a step in contact, at its own relaxation and at another one."""
    file, rhos = str(ROOT / "scenarios" / "push.toml"), [1e-6, 3e-3]
    flags = ["--rho", "1e-6,3e-3", "--at-step", "45", "--parameters", "box.mass", "--json"]
    out = subprocess.run([sys.executable, "-m", "drystone", "gradient", file, *flags], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    printed = json.loads(out.stdout)
    model = ds.Model.load(file)
    model = model.with_controls(model.names("input"))
    sim, x = ds.Simulator(model), model.initial()
    for k in range(46):
        step = sim.step(x, model.input(k, x), rho=model.rho)
        x = step.x
    cotangent = np.linspace(-1.0, 1.0, model.ndx)
    for rho, wanted in zip(rhos, printed["gradients"]):
        lin = sim.linearize(step, rho=rho, params=["box.mass"])
        for name, matrix in (("a", lin.A), ("b", lin.B), ("parameters", lin.P)):
            assert np.array_equal(matrix, np.array(wanted[name])), (rho, name)
        xbar, _, _ = sim.vjp(step, cotangent, rho=rho)
        assert xbar == pytest.approx(cotangent @ np.array(wanted["a"]), rel=1e-9, abs=1e-12)


def test_the_command_comes_with_the_wheel(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(BOX)
    out = subprocess.run([sys.executable, "-m", "drystone", "run", "box.toml"], cwd=tmp_path, capture_output=True, text=True)
    assert out.returncode == 0 and "unsolved" in out.stdout, out
    value = ds.Model.load(tmp_path / "box.toml").run().hash
    assert f"{value:016x}" in out.stdout
    bad = subprocess.run([sys.executable, "-m", "drystone", "run", "none.toml"], cwd=tmp_path, capture_output=True, text=True)
    assert bad.returncode == 3 and "none.toml" in bad.stderr


def test_the_same_mistake_as_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(BOX.replace("mass = 0.5", "mas = 0.5"))
    out = subprocess.run([sys.executable, "-m", "drystone", "check", "bad.toml"], cwd=tmp_path, capture_output=True, text=True)
    with pytest.raises(ds.SceneError) as caught:
        ds.Model.parse((tmp_path / "bad.toml").read_text(), name="bad.toml")
    assert str(caught.value) in out.stderr
    assert f"bad.toml:{caught.value.line}:{caught.value.column}:" in out.stderr


def test_pages_are_whole(push: ds.Model, tmp_path: Path) -> None:
    run = push.run(steps=10)
    page = run.to_html(tmp_path / "run.html", title="a <push>")
    assert (tmp_path / "run.html").read_text(encoding="utf-8") == page
    assert "a &lt;push&gt;" in page and "{{" not in page.replace("{{}}", "") and "http" not in page
    assert run._repr_html_().startswith("<iframe srcdoc=")
    bodies = {body for body, *_ in push.surfaces()}
    assert bodies == {"ground", "box", "finger"}
    for _, points, normals, triangles, colour in push.surfaces():
        assert points.shape == normals.shape and triangles.max() < len(points) and len(colour) == 4


def test_plans(root: Path) -> None:
    model = ds.Model.load(root / "scenarios" / "plan_push_planar.toml")
    plan = ds.plan(model, seconds=60.0)
    assert plan.reached and plan.commands.shape == (len(plan.time), len(plan.commanded))
    assert plan.bodies.shape == (len(plan.time) + 1, len(model.names("body")), 13)
    rough = ds.plan(model, seconds=60.0, polish=False)
    assert rough.reached and len(rough.time) >= len(plan.time)
    assert rough.verdict["steps_found"] == len(rough.time) == plan.verdict["steps_found"]
    with pytest.raises(ds.Error, match="plan"):
        ds.plan(ds.Model.parse(BOX))


def test_the_builder() -> None:
    built = (
        ds.ModelBuilder(time_step=0.02, start="node")
        .body("floor", ds.Shape.half_space(), fixed=True)
        .body("arm", ds.Shape.box([0.2, 0.02, 0.02]), mass=1.0, position=np.array([0.2, 0, 0.5]), friction=0.5)
        .body("ball of stone", ds.Shape.sphere(0.1), position=[1, 0, 0.1])
        .joint("hinge", "revolute", child="arm", anchor=[0, 0, 0.5], axis=[0, 1, 0], motor={"type": "effort", "limit": 10.0})
        .no_contact("floor", "arm")
    )
    model = built.build()
    assert model.names("control") == ["hinge.motor.effort"] and model.control_bounds[0] == pytest.approx([-10, 10])
    assert model.time_step == 0.02 and ("floor", "arm") not in model.pairs()
    sim, x = ds.Simulator(model), model.initial()
    for _ in range(20):
        x = sim.step(x, [-0.2 * 9.81]).check().x
    assert abs(model.joint_positions(x)[0]) < 1e-3
    with pytest.raises(ds.Error, match="half_extent"):
        ds.ModelBuilder().body("b", ds.Shape.box([0.1, 0.1])).build()


def test_pickles(push: ds.Model) -> None:
    model = push.with_controls(["finger.command.position"]).with_params(["box.mass"], [0.7])
    again = pickle.loads(pickle.dumps(model))
    assert again.fingerprint == model.fingerprint and again.names("control") == model.names("control")
    sim = pickle.loads(pickle.dumps(ds.Simulator(model, precise=True)))
    batch = pickle.loads(pickle.dumps(ds.Batch(model, threads=2)))
    x, u = model.initial(), model.control + 0.01
    step = ds.Simulator(model).step(x, u, rho=1e-5)
    assert batch.threads == 2 and sim.model.fingerprint == model.fingerprint
    assert model.hash(batch.step(x[None], u, rho=1e-5)[0][0]) == step.hash
    copied = pickle.loads(pickle.dumps(step))
    assert copied.hash == step.hash
    assert np.array_equal(copied.contacts, step.contacts)
    with_input = ds.Simulator(push).step(x, push.input(3, x))
    assert pickle.loads(pickle.dumps(with_input)).hash == with_input.hash


def _child(model: ds.Model, batch: ds.Batch, x: np.ndarray, answers: multiprocessing.Queue) -> None:
    ends, _ = batch.step(x)
    answers.put([model.hash(end) for end in ends])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_has_threads_of_its_own(push: ds.Model) -> None:
    batch = ds.Batch(push, threads=2)
    x = np.stack([push.initial()] * 600)
    wanted = [push.hash(end) for end in batch.step(x)[0]]
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_child, args=(push, batch, x, answers))
    child.start()
    assert answers.get(timeout=30) == wanted
    child.join()


def test_ctrl_c_ends_a_rollout(push: ds.Model) -> None:
    """A rollout of minutes ends within 0.2 s of the signal."""
    # A program that a shell starts in the background ignores the signal, and so do its children.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    batch = ds.Batch(push)
    x = np.stack([push.initial()] * 500)
    sent: list[float] = []

    def interrupt() -> None:
        time.sleep(0.4)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        batch.rollout(x, steps=100_000)
    late = time.perf_counter() - sent[0]
    thread.join()
    signal.signal(signal.SIGINT, before)
    assert late < 0.2
    assert batch.step(x[:2])[1].all()


def test_progress_may_raise(push: ds.Model) -> None:
    def stop(done: int, total: int) -> None:
        raise ValueError(f"{done} of {total}")

    with pytest.raises(ValueError, match="of 500000"):
        ds.Batch(push).rollout(np.stack([push.initial()] * 50), steps=10_000, progress=stop)


def test_fuzzed_calls_do_not_panic(push: ds.Model) -> None:
    """Arguments of all kinds raise Error or work."""
    generator = np.random.default_rng(0)
    sim, batch = ds.Simulator(push), ds.Batch(push, threads=1)
    x, u = push.initial(), push.control
    worked = 0
    for _ in range(3000):
        scale = 10.0 ** generator.uniform(-3, 12)
        noisy = x + generator.normal(size=push.nx) * scale * (generator.random(push.nx) < 0.1)
        acting = u + generator.normal(size=push.nu) * scale * (generator.random(push.nu) < 0.2)
        rho = 10.0 ** generator.uniform(-13, 1)
        try:
            step = sim.step(noisy, acting, rho=rho)
            assert np.all(np.isfinite(step.x))
            batch.step(noisy[None], acting, rho=rho)
            if step.solved:
                sim.vjp(step, generator.normal(size=push.ndx) * scale, rho=rho)
                worked += 1
        except ds.Error:
            pass
    assert worked > 100
