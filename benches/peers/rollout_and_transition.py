"""Times batched rollouts and transition matrices of Drystone and of MuJoCo in turn, on the same scenes, in one run.

    pip install ./python mujoco
    python benches/peers/rollout_and_transition.py            # a table, about 6 minutes on two cores
    python benches/peers/rollout_and_transition.py --quick    # are all parts there?
    python benches/peers/rollout_and_transition.py --json     # every figure

MuJoCo gets every scene as Drystone writes it for MuJoCo (`drystone convert`), with the same masses, motors, time step and starts. Contact has
two settings: "stiff" is the file as it is written (elliptic cones, impratio 10, solref 4 ms, solimp 0.95 0.99), "default" has MuJoCo's own
values of these. The integrator is implicitfast in both, because Euler is unstable with the motors of these scenes at 10 ms. Drystone has its
defaults and rho 1e-6.

Rollouts are `Batch.rollout` and `mujoco.rollout` with a pool of as many threads. Transition matrices are `Batch.linearize` in joint
coordinates, where A has as many rows as that of MuJoCo (fewer by two per joint that mimics another), and `mjd_transitionFD`, one-sided and
centred, with a loop over the states of a thread. Both take A and B at states of their own rollouts. One thread is timed by processor time,
all cores by wall time. Every figure is a median over rounds in which the programs take turns.

The second table compares A and B (those of Drystone in coordinates of the bodies) with central differences of order six of the step that they
belong to: precise steps of Drystone, steps of MuJoCo whose solver has the tolerance 0. It says nothing about how right that step is: contacts
of MuJoCo are springs, those of Drystone are not. docs/peers.md compares motions. A column is undecided where rounding hides it from differences;
these are short ones (below 1e-2), such as spins that a joint prevents.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import drystone as ds
import mujoco
import numpy as np
from mujoco import rollout
from numpy.typing import NDArray

Array = NDArray[np.float64]
Change = Callable[[Array], Array]
Work = tuple[Callable[[], object], int]  # a call, and how many things it makes
Figures = dict[str, Any]

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
CORES = os.cpu_count() or 1
SECONDS = 0.5  # of motion in a rollout
WIDTHS = [10.0 ** (-k / 2) for k in range(7, 18)]  # of the differences, in units of a tangent
EPSILON = 1e-6  # of mjd_transitionFD, which its manual suggests
FLOOR = 1e-4  # a column counts as at least that long
DECIDED = 1e-6  # relative difference of two widths, above which the differences decide nothing
MODES = ["exact", "one-sided", "centred"]
PHYSICS = mujoco.mjtState.mjSTATE_FULLPHYSICS
INTEGRATION = mujoco.mjtState.mjSTATE_INTEGRATION  # with controls, and what warms up the solver


@dataclass(frozen=True)
class Scene:
    """A model whose controls are positions of motors, or that has none, and how its members start and are controlled."""

    name: str
    text: str
    controls: list[str]
    start: Callable[[ds.Model, np.random.Generator], Array]
    command: Callable[[ds.Model, np.random.Generator, Array], Array]

    def model(self, time_step: float) -> ds.Model:
        """Return the model with a time step, s."""
        return ds.Model.parse(self.text, time_step=time_step).with_controls(self.controls)


def at_rest(model: ds.Model) -> Array:
    """Return the start of a scene [nx] with zero velocities."""
    x = model.initial()
    for body in model.names("body"):
        x[model.index(body)][7:] = 0.0
    return x


def still(model: ds.Model, rng: np.random.Generator) -> Array:
    """Return the start of the scene, the same for every member."""
    return at_rest(model)


def sliding_box(model: ds.Model, rng: np.random.Generator) -> Array:
    """Return a box that slides over the floor and spins."""
    x = at_rest(model)
    x[model.index("box.velocity")][:2] = rng.uniform(-1.0, 1.0, 2)  # m/s
    x[model.index("box.angular_velocity.z")] = rng.uniform(-3.0, 3.0)  # rad/s
    return x


def crooked_stack(model: ds.Model, rng: np.random.Generator) -> Array:
    """Return a stack whose cubes are up to 5 mm off."""
    x = at_rest(model)
    for k in range(1, 5):
        x[model.index(f"cube{k}.position")][:2] += rng.uniform(-0.005, 0.005, 2)
    return x


def floor_and_box() -> ds.ModelBuilder:
    """Return a floor and a box of 0.5 kg and 10 cm that stands on it; friction is 0.5."""
    builder = ds.ModelBuilder().body("ground", ds.Shape.half_space(), fixed=True, friction=0.5)
    return builder.body("box", ds.Shape.box([0.05, 0.05, 0.05]), mass=0.5, position=[0, 0, 0.05], friction=0.5)


def finger_text() -> str:
    """Return the box and a fingertip on two slides, 5 mm away from it."""
    place = [-0.065, 0.0, 0.03]
    motor = {"motor": {"type": "position", "stiffness": 2000.0, "damping": 40.0}}
    builder = floor_and_box().body("finger", ds.Shape.sphere(0.01), mass=0.1, position=place, friction=0.5)
    return builder.joint("slides", "gantry", child="finger", anchor=place, coordinate=[motor, motor]).text


def arm_text() -> str:
    """Return the robot arm with motors that hold where they start: commands are those of the members."""
    return re.sub(r"(?m)^keyframes = .*$", "keyframes = []", ds.Model.load(SCENARIOS / "robot_arm.toml").text)


def pushes(model: ds.Model, rng: np.random.Generator, t: Array) -> Array:
    """Return commands [T, 2] of a finger that goes on at 0.1 to 0.2 m/s, nearly straight."""
    return np.outer(t, [rng.uniform(0.1, 0.2), rng.uniform(-0.02, 0.02)])


def grasps(model: ds.Model, rng: np.random.Generator, t: Array) -> Array:
    """Return commands [T, 7] of an arm that closes its gripper and lifts the cube, each member in its own way."""
    lift = {"shoulder_pitch": -0.09, "elbow": -0.02, "wrist_pitch": 0.11, "left_slide": 0.0}  # rad, from 0.2 s to 0.5 s
    sway = rng.uniform(-0.02, 0.02, model.nu) * np.sin(np.outer(t, rng.uniform(3.0, 6.0, model.nu)))  # rad
    out = model.control + sway
    for joint, angle in lift.items():
        k = model.control_index(f"{joint}.motor.position")
        out[:, k] = model.control[k] + angle * rng.uniform(0.5, 1.0) * np.clip((t - 0.2) / 0.3, 0.0, 1.0)
    out[:, k] = np.interp(t, [0.0, 0.2], [0.035, 0.015])  # the gripper, m
    return out


def nothing(model: ds.Model, rng: np.random.Generator, t: Array) -> Array:
    """Return no commands [T, 0]."""
    return np.zeros((len(t), 0))


def scenes() -> list[Scene]:
    motors = ["*.motor.position"]
    stack = (SCENARIOS / "stack4.toml").read_text(encoding="utf-8")
    return [
        Scene("box on a floor", floor_and_box().text, [], sliding_box, nothing),
        Scene("stack of four boxes", stack, [], crooked_stack, nothing),
        Scene("finger pushes a box", finger_text(), motors, still, pushes),
        Scene("robot arm with motors", arm_text(), motors, still, grasps),
    ]


class Drystone:
    """Batches of a scene, with the starts and commands that MuJoCo gets, too."""

    name = "Drystone"

    def __init__(self, scene: Scene, time_step: float, members: int) -> None:
        self.model = scene.model(time_step)
        self.steps = round(SECONDS / time_step)
        t = time_step * np.arange(1, self.steps + 1)
        rngs = [np.random.default_rng([1, k]) for k in range(members)]
        self.X0 = np.stack([scene.start(self.model, rng) for rng in rngs])
        self.U = np.stack([scene.command(self.model, rng, t) for rng in rngs])
        self.batches = {threads: ds.Batch(self.model, threads=threads) for threads in {1, CORES}}
        self.X, self.ok = self.batches[CORES].rollout(self.X0, self.U)
        middle = self.steps // 2
        self.middles = self.X[:, middle], self.U[:, middle]

    def works(self, threads: int) -> dict[str, Work]:
        """Return what is timed on so many threads."""
        batch, members = self.batches[threads], len(self.X0)
        return {
            "steps": (lambda: batch.rollout(self.X0, self.U), members * self.steps),
            "exact": (lambda: batch.linearize(*self.middles, coordinates="joints"), members),
        }

    def ends(self) -> Array:
        """Return where the bodies that move end [n, bodies, 3], m."""
        bodies = moving(self.model)
        return np.stack([self.X[:, -1, self.model.index(f"{body}.position")] for body in bodies], axis=1)

    def errors(self, member: int) -> dict[str, Array]:
        """Return the relative errors of the columns of A and B in the middle of a rollout; nan where nothing is decided."""
        x, u = (part[member] for part in self.middles)
        own = ds.Simulator(self.model)
        lin = own.linearize(own.step(x, u))
        sim, ndx = ds.Simulator(self.model, precise=True), self.model.ndx
        base = sim.step(x, u).x

        def move(change: Array) -> Array:
            after = sim.step(self.model.integrate(x, change[:ndx]), u + change[ndx:]).x
            return self.model.difference(base, after)

        return {"exact": column_errors(np.hstack([lin.A, lin.B]), truths(move, ndx + len(u)))}


class MuJoCo:
    """The same scene in MuJoCo, with one of two settings."""

    def __init__(self, ours: Drystone, setting: str) -> None:
        self.name, self.steps = f"MuJoCo {setting}", ours.steps
        self.model = mujoco.MjModel.from_xml_string(as_mjcf(ours.model))
        if setting == "default":
            use_defaults(self.model)
        # A thread each, and pools that stay.
        self.data = [mujoco.MjData(self.model) for _ in range(CORES)]
        self.pools = {threads: rollout.Rollout(nthread=threads if threads > 1 else 0) for threads in {1, CORES}}
        self.executor = ThreadPoolExecutor(CORES)
        order = [ours.model.control_index(f"{self.model.actuator(k).name}.position") for k in range(self.model.nu)]
        self.U = np.ascontiguousarray(ours.U[:, :, order])
        self.bodies = [self.model.body(body).id for body in moving(ours.model)]
        self.X0 = np.stack([self.state(ours.model, x) for x in ours.X0])
        self.middles = np.stack([self.advance(k, self.steps // 2) for k in range(len(self.X0))])

    def state(self, model: ds.Model, x: Array) -> Array:
        """Return a state of Drystone in the numbers of a rollout."""
        data, q, v = self.data[0], model.joint_positions(x), model.joint_velocities(x)
        mujoco.mj_resetData(self.model, data)
        joints = dict(zip(model.names("joint_coordinate"), zip(q, v, strict=True), strict=True))
        for k in range(self.model.njnt):
            joint = self.model.joint(k)
            if joint.name in joints:
                data.qpos[joint.qposadr], data.qvel[joint.dofadr] = joints[joint.name]
            else:
                body = x[model.index(self.model.body(joint.bodyid[0]).name)]
                data.qpos[joint.qposadr[0] :][:7], data.qvel[joint.dofadr[0] :][:6] = body[:7], body[7:]
        return state_of(self.model, data, PHYSICS)

    def advance(self, member: int, steps: int) -> Array:
        """Return the state of a member after steps, with the controls of the next step and what warms up the solver."""
        data = self.data[0]
        mujoco.mj_resetData(self.model, data)
        mujoco.mj_setState(self.model, data, self.X0[member], PHYSICS)
        for k in range(steps):
            data.ctrl[:] = self.U[member, k]
            mujoco.mj_step(self.model, data)
        data.ctrl[:] = self.U[member, min(steps, self.steps - 1)]
        return state_of(self.model, data, INTEGRATION)

    def works(self, threads: int) -> dict[str, Work]:
        """Return what is timed on so many threads."""
        control, members = self.U if self.model.nu else None, len(self.X0)
        pool, data = self.pools[threads], self.data[:threads]
        return {
            "steps": (lambda: pool.rollout(self.model, data, self.X0, control, nstep=self.steps), members * self.steps),
            "one-sided": (lambda: self.linearize(threads, centred=False), members),
            "centred": (lambda: self.linearize(threads, centred=True), members),
        }

    def linearize(self, threads: int, *, centred: bool) -> None:
        """Take A and B of every member in the middle of its rollout."""
        parts = np.array_split(self.middles, threads)
        list(self.executor.map(lambda data, states: self.transitions(data, states, centred), self.data[:threads], parts))

    def transitions(self, data: Any, states: Array, centred: bool) -> tuple[Array, Array]:
        """Return A [n, 2 nv, 2 nv] and B [n, 2 nv, nu] of states."""
        m, n = self.model, len(states)
        A, B = np.empty((n, 2 * m.nv, 2 * m.nv)), np.empty((n, 2 * m.nv, m.nu))
        for k, state in enumerate(states):
            mujoco.mj_setState(m, data, state, INTEGRATION)
            mujoco.mjd_transitionFD(m, data, EPSILON, centred, A[k], B[k] if m.nu else None, None, None)
        return A, B

    def ends(self) -> Array:
        """Return where the bodies that move end [n, bodies, 3], m."""
        out = []
        for k in range(len(self.X0)):
            self.advance(k, self.steps)
            mujoco.mj_kinematics(self.model, self.data[0])
            mujoco.mj_comPos(self.model, self.data[0])
            out.append(self.data[0].xipos[self.bodies])
        return np.stack(out)

    def errors(self, member: int) -> dict[str, Array]:
        """Return the relative errors of the columns of A and B in the middle of a rollout; nan where nothing is decided."""
        m, data, states = self.model, self.data[0], self.middles[member][None]
        found = {mode: self.transitions(data, states, mode == "centred") for mode in ("one-sided", "centred")}
        tolerance, m.opt.tolerance = m.opt.tolerance, 0.0
        found["centred, solver tolerance 0"] = self.transitions(data, states, True)
        base = self.stepped(states[0], np.zeros(2 * m.nv + m.nu))

        def move(change: Array) -> Array:
            q, v = self.stepped(states[0], change)
            dq = np.zeros(m.nv)
            mujoco.mj_differentiatePos(m, dq, 1.0, base[0], q)
            return np.concatenate([dq, v - base[1]])

        known = truths(move, 2 * m.nv + m.nu)
        m.opt.tolerance = tolerance
        return {mode: column_errors(np.hstack([A[0], B[0]]), known) for mode, (A, B) in found.items()}

    def stepped(self, state: Array, change: Array) -> tuple[Array, Array]:
        """Return positions and velocities after a step from a changed state."""
        m, data = self.model, self.data[0]
        mujoco.mj_setState(m, data, state, INTEGRATION)
        mujoco.mj_integratePos(m, data.qpos, change[: m.nv].copy(), 1.0)
        data.qvel[:] += change[m.nv : 2 * m.nv]
        data.ctrl[:] += change[2 * m.nv :]
        mujoco.mj_step(m, data)
        return data.qpos.copy(), data.qvel.copy()


Engine = Drystone | MuJoCo


def moving(model: ds.Model) -> list[str]:
    """Return the bodies that move, in model order."""
    return [name.removesuffix(".position.x") for name in model.names("tangent") if name.endswith(".position.x")]


def as_mjcf(model: ds.Model) -> str:
    """Return a model in the words of MuJoCo."""
    Path("scene.toml").write_text(model.text, encoding="utf-8")
    command = [sys.executable, "-m", "drystone", "convert", "scene.toml", "--out", "scene.xml"]
    subprocess.run(command, check=True, capture_output=True)
    return Path("scene.xml").read_text(encoding="utf-8")


def use_defaults(model: Any) -> None:
    """Give contact the defaults of MuJoCo: pyramids, springs of 20 ms, no torsional friction."""
    model.opt.cone, model.opt.impratio = mujoco.mjtCone.mjCONE_PYRAMIDAL, 1.0
    model.pair_dim[:], model.pair_solref[:], model.pair_solimp[:] = 3, (0.02, 1.0), (0.9, 0.95, 0.001, 0.5, 2.0)


def state_of(model: Any, data: Any, kind: Any) -> Array:
    """Return the numbers of a kind of state."""
    out = np.empty(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data, out, kind)
    return out


def truths(move: Change, columns: int) -> list[tuple[Array, float]]:
    """Return the derivative of `move` by each of its numbers, and how far two differences of it are apart."""
    out = []
    for unit in np.eye(columns):
        tried = [difference(move, unit, width) for width in WIDTHS]
        apart = [float(np.linalg.norm(a - b)) for a, b in zip(tried[:-1], tried[1:], strict=True)]
        best = int(np.argmin(apart))
        out.append((tried[best], apart[best]))
    return out


def difference(move: Change, unit: Array, width: float) -> Array:
    """Return a central difference of order six."""
    terms = [w * (move(j * width * unit) - move(-j * width * unit)) for j, w in ((1, 45.0), (2, -9.0), (3, 1.0))]
    return (terms[0] + terms[1] + terms[2]) / (60.0 * width)


def column_errors(found: Array, known: Sequence[tuple[Array, float]]) -> Array:
    """Return the relative errors of columns [k]; nan where the differences do not decide."""
    errors = np.full(len(known), np.nan)
    for k, (truth, apart) in enumerate(known):
        size = max(float(np.linalg.norm(truth)), FLOOR)
        if apart < DECIDED * size:
            errors[k] = np.linalg.norm(found[:, k] - truth) / size
    return errors


def measure(engines: Sequence[Engine], rounds: int) -> list[Figures]:
    """Return the medians of every engine: steps and pairs of A and B per second, on one thread and on all."""
    rows: list[dict[str, list[float]]] = [{} for _ in engines]
    for number in range(rounds + 1):
        for engine, row in zip(engines, rows, strict=True):
            for where, threads, clock in (("one", 1, time.process_time), ("all", CORES, time.perf_counter)):
                for what, (call, count) in engine.works(threads).items():
                    start = clock()
                    call()
                    figure = count / (clock() - start)
                    # The first round warms up.
                    if number > 0:
                        row.setdefault(f"{what}, {where}", []).append(figure)
    return [{what: statistics.median(values) for what, values in row.items()} for row in rows]


def accuracy(engine: Engine, states: int) -> list[Figures]:
    """Return the errors of A and B, for every way to find them."""
    found = [engine.errors(k) for k in range(states)]
    out = []
    for mode in found[0]:
        errors = np.concatenate([one[mode] for one in found])
        known = errors[~np.isnan(errors)]
        figures = {"median": float(np.median(known)), "p90": float(np.quantile(known, 0.9)), "largest": float(known.max())}
        out.append({"engine": engine.name, "mode": mode, "columns": len(known), "undecided": len(errors) - len(known), **figures})
    return out


def compare(scene: Scene, time_step: float, members: int, rounds: int, states: int) -> Figures:
    """Return all figures of a scene at a time step."""
    ours = Drystone(scene, time_step, members)
    theirs = [MuJoCo(ours, "stiff"), MuJoCo(ours, "default")]
    engines: list[Engine] = [ours, *theirs]
    rates = measure(engines, rounds)
    for engine, row in zip(engines, rates, strict=True):
        apart = np.linalg.norm(engine.ends() - ours.ends(), axis=2).max(axis=1)
        row.update(engine=engine.name, apart_mm=1e3 * float(np.median(apart)))
    return {
        "scene": scene.name,
        "time_step": time_step,
        "unsolved": int((~ours.ok).sum()),
        "steps": ours.ok.size,
        "rows_of_A": [2 * ours.model.joint_nv, 2 * theirs[0].model.nv],
        "rates": rates,
        "accuracy": [row for engine in engines for row in accuracy(engine, states)],
    }


def print_rates(results: list[Figures]) -> None:
    """Print steps and matrices per second as a table of markdown."""
    print("| scene | step, ms | engine | steps/s, one thread | steps/s, all cores | A, B per s, one thread | all cores | ends apart, mm |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for result in results:
        for row in result["rates"]:
            rates = " | ".join(cell(row, keys, where) for keys in (["steps"], MODES) for where in ("one", "all"))
            print(f"| {result['scene']} | {1e3 * result['time_step']:g} | {row['engine']} | {rates} | {row['apart_mm']:.2g} |")
    print("\nA, B of MuJoCo: one-sided / centred. Ends apart: the body that is farthest from where Drystone has it, median over the members.\n")


def cell(row: Figures, keys: Sequence[str], where: str) -> str:
    """Return the rates that an engine has, of those asked for."""
    return " / ".join(f"{row[f'{key}, {where}']:,.0f}" for key in keys if f"{key}, {where}" in row)


def print_ratios(results: list[Figures]) -> None:
    """Print how many times as fast as MuJoCo Drystone is, on one thread."""
    print("| scene | step, ms | MuJoCo | steps | A, B against one-sided | against centred |")
    print("| --- | --- | --- | --- | --- | --- |")
    for result in results:
        ours, *theirs = result["rates"]
        for row in theirs:
            pairs = (("steps", "steps"), ("exact", "one-sided"), ("exact", "centred"))
            ratios = " | ".join(f"{ours[f'{a}, one'] / row[f'{b}, one']:.2f}" for a, b in pairs)
            print(f"| {result['scene']} | {1e3 * result['time_step']:g} | {row['engine'].removeprefix('MuJoCo ')} | {ratios} |")
    print("\nRates of Drystone over those of MuJoCo, one thread; above 1 Drystone is faster.\n")


def print_accuracy(results: list[Figures]) -> None:
    """Print the errors of A and B as a table of markdown, and what was not solved."""
    print("| scene | step, ms | engine | A, B | columns | median error | 90 % below | largest | undecided |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for result in results:
        for row in result["accuracy"]:
            errors = " | ".join(f"{row[key]:.1e}" for key in ("median", "p90", "largest"))
            place = f"{result['scene']} | {1e3 * result['time_step']:g} | {row['engine']} | {row['mode']}"
            print(f"| {place} | {row['columns']} | {errors} | {row['undecided']} |")
    print()
    for result in results:
        ours, theirs = result["rows_of_A"]
        unsolved = f"{result['unsolved']} of {result['steps']} steps of Drystone are unsolved"
        print(f"{result['scene']}, {1e3 * result['time_step']:g} ms: A has {ours} rows in Drystone and {theirs} in MuJoCo; {unsolved}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--members", type=int, default=64, help="rollouts of a batch (default 64)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of which figures are medians (default 7)")
    parser.add_argument("--states", type=int, default=4, help="states at which A and B are checked (default 4)")
    parser.add_argument("--quick", action="store_true", help="8 members, one round, one state")
    parser.add_argument("--json", action="store_true", help="print every figure as JSON")
    options = parser.parse_args()
    size = (8, 1, 1) if options.quick else (options.members, options.rounds, options.states)
    all_scenes = scenes()
    results = []
    # MuJoCo writes a log into the working folder.
    with tempfile.TemporaryDirectory(prefix="drystone-") as folder:
        home = Path.cwd()
        os.chdir(folder)
        for scene in all_scenes:
            for time_step in (0.01, 0.002):
                print(f"{scene.name}, {1e3 * time_step:g} ms", file=sys.stderr, flush=True)
                results.append(compare(scene, time_step, *size))
        os.chdir(home)
    if options.json:
        print(json.dumps({"mujoco": mujoco.__version__, "drystone": ds.__version__, "cores": CORES, "results": results}))
        return
    print(f"MuJoCo {mujoco.__version__}, Drystone {ds.__version__}, {CORES} cores, medians of {size[1]} rounds of {size[0]} members\n")
    for table in (print_rates, print_ratios, print_accuracy):
        table(results)


if __name__ == "__main__":
    main()
