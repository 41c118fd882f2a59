"""Runs designed machines in MuJoCo, too: does a design work only under the model that made it?

    for name in chain spider jaw gripper hand; do drystone design scenarios/designs/$name.toml; done
    python benches/peers/judge_designs.py .            # the folder of NAME.designed.toml; a table, a minute and a half
    python benches/peers/judge_designs.py . --json     # every figure

Every machine runs as given and as designed, under the contact model of its scene, under `single_level`, and in MuJoCo, which gets the file
that `drystone convert` writes. The figures are those of `drystone study codesign` (crates/lab/src/codesign/measure.rs).

Motors in MuJoCo have in each of its steps the command that the scene has at the end of that step (`Model.input`). A position motor of Drystone
exerts stiffness (target - q) + damping (target velocity - velocity), at most its limit. That of MuJoCo damps towards rest, so its control is
target + damping / stiffness * target velocity: the law is the same, and both limits are those of the whole effort.

A design works in MuJoCo if the chain ends within 0.2 links of the mark (the figure of SDRS), if the spider keeps half of its gain over the spider
as given, and if the others lift as many objects as under their own model. `apart` is the distance of a body in MuJoCo from where it is under
`single_level`, root of the mean square over moving bodies and nodes, in per cent of the range of motion: the longest diagonal of a box about
the way of one body. `of finer` is the same beside `single_level` with steps of 1 ms and a relaxation of 1e-6, whose steps are no reason to differ.

Steps of MuJoCo are as short as 0.02 ms because its contact forces do not know that dampers and motors are implicit: at 1 ms the spider as given
walks backwards, at 2 ms the gripper as given lifts the log.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

try:
    import drystone as ds
    import mujoco
    import numpy as np
except ImportError as error:
    raise SystemExit(f"{error} (pip install ./python mujoco)")

SCENES = Path(__file__).resolve().parents[2] / "scenarios" / "designs"
LIFTED = "objects lifted"
UNITS = {"chain": "miss, links", "spider": "way in 5.5 s, m", "jaw": LIFTED, "gripper": LIFTED, "hand": LIFTED}
SECONDS = {"spider": 5.5}  # the others run as long as their scenes
RHO = 1e-4  # of single_level, at most, as in the study
FINER = 1e-3, 1e-6  # step, s, and relaxation of single_level whose steps have converged
MARK, LINK, TIP = [0.4, 0.0, 0.12], 0.1, np.array([0.0, 0.0, -0.05])  # of the chain, m
LIFT = 0.05  # an object is lifted when it ends so much higher, m
HELD = 0.8  # the jaw holds the cross from this time on, s
NEAR = 0.2  # the largest miss of a chain that works, links
SHARE = 0.5  # of its gain that a spider keeps where it works
ENGINES = ["own", "single_level", "mujoco"]


@dataclass
class Run:
    """Places of bodies [nodes, bodies, 3] and their quaternions w x y z [nodes, bodies, 4]."""

    names: list
    positions: np.ndarray
    rotations: np.ndarray
    time_step: float
    unsolved: int = 0

    def body(self, name):
        k = self.names.index(name)
        return self.positions[:, k], self.rotations[:, k]


def load(path, name, **changes):
    try:
        return ds.Model.load(path, seconds=SECONDS.get(name), **changes)
    except ds.Error as error:
        raise SystemExit(str(error))


def in_drystone(model, rho, every=1):
    recording = model.run(rho=rho)
    names = model.names("body")
    bodies = recording.X[::every, : 13 * len(names)].reshape(-1, len(names), 13)
    return Run(names, bodies[..., :3], bodies[..., 3:7], every * model.time_step, int(np.sum(~recording.ok)))


def export(path, program):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "model.xml"
        try:
            done = subprocess.run([*program, "convert", str(path), "--out", str(out)], capture_output=True, text=True)
        except OSError as error:
            raise SystemExit(f"{program[0]} does not run: {error.strerror} (--drystone names the program)")
        if done.returncode != 0:
            raise SystemExit(f"{path} has no export: {done.stderr.strip()}")
        return mujoco.MjModel.from_xml_path(str(out))


def check_export(there, model, names, bodies, path):
    """Compare the masses and places of the bodies that move with those of the scene."""
    masses = model.params([f"{name}.mass" for name in names])
    places = [model.initial()[model.index(f"{name}.position")] for name in names]
    data = mujoco.MjData(there)
    mujoco.mj_forward(there, data)
    if not np.allclose(masses, there.body_mass[bodies], rtol=1e-9) or not np.allclose(places, data.xipos[bodies], rtol=0.0, atol=1e-9):
        raise SystemExit(f"the export of {path} has other masses or places than the scene: report it as a fault of `drystone convert`")


def in_mujoco(there, model, fine, ids):
    """Run an export; `fine` is the scene with the steps of MuJoCo, whose motors get its commands."""
    there.opt.timestep = fine.time_step
    data = mujoco.MjData(there)
    motors = dict.fromkeys(name.rpartition(".")[0] for name in model.names("input") if ".motor." in name)
    motors = [there.actuator(motor).id for motor in motors]
    stiffness, damping = there.actuator_gainprm[motors, 0], -there.actuator_biasprm[motors, 2]
    is_position = there.actuator_biastype[motors] != mujoco.mjtBias.mjBIAS_NONE
    start, every = fine.initial(), round(model.time_step / fine.time_step)
    if not math.isclose(every * fine.time_step, model.time_step):
        raise SystemExit(f"a step of the scene, {1e3 * model.time_step:g} ms, is not a whole number of steps of MuJoCo: change --step")
    places = []
    for k in range(model.steps * every + 1):
        if k % every == 0:
            mujoco.mj_kinematics(there, data)
            mujoco.mj_comPos(there, data)
            places.append((data.xipos[ids].copy(), data.xquat[ids].copy()))
            if any(warning.number for warning in data.warning):
                raise SystemExit("MuJoCo is unstable: give a smaller --step")
        position, velocity, effort = fine.input(k, start).motors.T
        data.ctrl[motors] = np.where(is_position, position + damping / stiffness * velocity, effort)
        mujoco.mj_step(there, data)
    return Run(model.names("body"), *map(np.array, zip(*places)), model.time_step)


def turned(quaternions, vectors):
    w, u = quaternions[..., :1], quaternions[..., 1:]
    return vectors + 2.0 * np.cross(u, np.cross(u, vectors) + w * vectors)


def figure(name, run, objects):
    if name == "chain":
        positions, rotations = run.body("link8")
        return float(np.linalg.norm(positions[-1] + turned(rotations[-1], TIP) - MARK)) / LINK
    if name == "spider":
        positions, _ = run.body("trunk")
        return float(positions[-1, 0] - positions[0, 0])
    heights = (run.body(body)[0][:, 2] for body in objects)
    return float(sum(height[-1] - height[0] > LIFT for height in heights))


def slip(run):
    """Return the largest way of the cross in the frame of the jaw from where it was held first, mm."""
    (cross, _), (jaw, rotations) = run.body("cross"), run.body("jaw")
    held = turned(rotations * [1, -1, -1, -1], cross - jaw)[round(HELD / run.time_step) :]
    return 1e3 * float(np.linalg.norm(held - held[0], axis=1).max()) if len(held) else math.nan


def apart(run, reference, moving):
    """Return the distance of two runs in per cent of the range of motion."""
    nodes = min(len(run.positions), len(reference.positions))
    a, b = (one.positions[:nodes, moving] for one in (run, reference))
    off = np.sqrt(np.mean(np.sum((a - b) ** 2, axis=2)))
    return 100.0 * float(off / np.linalg.norm(np.ptp(b, axis=0), axis=1).max())


def judge(path, name, step, program):
    """Return the figures of a scene under all models."""
    model = load(path, name)
    there = export(path, program)
    names = model.names("body")
    ids = [there.body("world_" if body == "world" else body).id for body in names]
    moving = there.body_dofnum[ids] > 0
    check_export(there, model, [body for body, moves in zip(names, moving) if moves], np.array(ids)[moving], path)
    joints = there.body_jntadr[ids]
    objects = [body for body, k in zip(names, joints) if k >= 0 and there.jnt_type[k] == mujoco.mjtJoint.mjJNT_FREE]
    rigid, finer = (load(path, name, contact_model="single_level", time_step=h) for h in (None, FINER[0]))
    runs = {
        "own": in_drystone(model, model.rho),
        "single_level": in_drystone(rigid, min(model.rho, RHO)),
        "mujoco": in_mujoco(there, model, load(path, name, time_step=step), ids),
    }
    finer = in_drystone(finer, FINER[1], round(model.time_step / FINER[0]))
    out = {"figure": {engine: figure(name, run, objects) for engine, run in runs.items()}}
    if name == "jaw":
        out["slip_mm"] = {engine: slip(run) for engine, run in runs.items()}
    out["unsolved"] = finer.unsolved + sum(run.unsolved for run in runs.values())
    off = {"apart_percent": runs["single_level"], "apart_of_finer_percent": finer}
    return out | {key: apart(runs["mujoco"], reference, moving) for key, reference in off.items()}


def works(name, figures, kept):
    if name == "chain":
        return figures["mujoco"] <= NEAR
    if name == "spider":
        return kept >= 100.0 * SHARE
    return figures["mujoco"] >= figures["own"]


def machine(name, folder, step, program):
    """Return the figures of a machine as given and as designed, and the verdict."""
    paths = [SCENES / f"{name}.toml", folder / f"{name}.designed.toml"]
    given, designed = (judge(path, name, step, program) for path in paths)
    model = load(paths[1], name).contact_model
    better = -1.0 if name == "chain" else 1.0
    gains = {engine: better * (designed["figure"][engine] - given["figure"][engine]) for engine in ENGINES}
    gain = gains["own"]
    kept = {engine: 100.0 * gains[engine] / gain if gain > 0.0 else 0.0 for engine in ENGINES}
    if gain <= 0.0:
        verdict = "no better under the model that made it"
    elif works(name, designed["figure"], kept["mujoco"]):
        verdict = "works in MuJoCo too"
    else:
        verdict = "only under the model that made it"
    return {"machine": name, "unit": UNITS[name], "model": model, "given": given, "designed": designed, "kept_percent": kept, "verdict": verdict}


def print_table(machines):
    rows = [["machine", "figure", "as", "own model", "single_level", "MuJoCo", "apart, %", "of finer, %"]]
    for one in machines:
        for how in ("given", "designed"):
            told = one[how]
            figures = [f"{told['figure'][engine]:.3f}" for engine in ENGINES]
            rows.append([one["machine"], one["unit"], how, *figures, f"{told['apart_percent']:.2f}", f"{told['apart_of_finer_percent']:.2f}"])
        if "slip_mm" in told:
            rows.append([one["machine"], "slip, mm", how, *(f"{told['slip_mm'][engine]:.1f}" for engine in ENGINES), "", ""])
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(w) if k < 3 else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, widths))).rstrip())
    print()
    for one in machines:
        kept = one["kept_percent"]
        print(f"{one['machine']:8} {one['verdict']}: {kept['mujoco']:.0f} % of the gain, {kept['single_level']:.0f} % under single_level")
        unsolved = one["given"]["unsolved"] + one["designed"]["unsolved"]
        if unsolved:
            print(f"{'':8} {unsolved} runs of Drystone end early, with a step that is not solved")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder of NAME.designed.toml")
    parser.add_argument("machines", nargs="*", help="chain, spider, jaw, gripper, hand; all by default")
    parser.add_argument("--step", type=float, default=0.02, help="step of MuJoCo, ms (default 0.02)")
    parser.add_argument("--drystone", metavar="PROGRAM", help="program that converts the scenes; that of the Python package by default")
    parser.add_argument("--json", action="store_true", help="print every figure as JSON")
    options = parser.parse_args()
    unknown = [name for name in options.machines if name not in UNITS]
    if unknown:
        parser.error(f"no machine {unknown[0]}: choose from {', '.join(UNITS)}")
    program = [options.drystone] if options.drystone else [sys.executable, "-m", "drystone"]
    chosen = options.machines or list(UNITS)
    for name in chosen:
        path = options.folder / f"{name}.designed.toml"
        if not path.is_file():
            raise SystemExit(f"there is no {path}: write it with `drystone design scenarios/designs/{name}.toml --out {path}`")
    machines = [machine(name, options.folder, 1e-3 * options.step, program) for name in chosen]
    if options.json:
        print(json.dumps({"mujoco": mujoco.__version__, "drystone": ds.__version__, "step_ms": options.step, "machines": machines}))
        return
    print(f"MuJoCo {mujoco.__version__}, steps of {options.step:g} ms; Drystone {ds.__version__}\n")
    print_table(machines)


if __name__ == "__main__":
    main()
