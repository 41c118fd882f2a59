#!/usr/bin/env python3
"""Reads every MJCF model of some folders with Drystone and with MuJoCo and compares what they understood.

    python3 -m venv venv
    venv/bin/pip install numpy mujoco gymnasium dm_control
    cargo build --release --example robot_dynamics
    venv/bin/python benches/robots/mjcf_against_mujoco.py FOLDER [FOLDER ...]

The table has the bodies that move, the joints, the total mass, and the largest relative differences of mass, centre of mass and mass matrix over
ten random positions, or the error. Positions are those that Drystone drew. Files without <worldbody>, which others include, are left out.
Where Drystone combines several joints of one body, the name is that of all of them, and the coordinates have their order.
"""

import json
import os
import pathlib
import subprocess
import sys

import mujoco
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAR = 1e-9
FREE, BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)


def reason(said):
    """Returns the field and the reason of an error: its last line but the remedy."""
    lines = said.strip().splitlines()
    return lines[-2 if len(lines) > 1 else -1] if lines else ""


def ours(path):
    """Returns what Drystone prints about a model (None if it refuses), and its complaint."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = target / "release" / "examples" / "robot_dynamics"
    if not program.exists():
        sys.exit(f"{program} is missing: cargo build --release --example robot_dynamics")
    run = subprocess.run([program, path], capture_output=True, text=True, timeout=600)
    return (json.loads(run.stdout) if run.returncode == 0 else None), reason(run.stderr)


def joint_names(model):
    """Returns the names of all joints; those without one are joint1, joint2, ..."""
    names = [model.joint(j).name for j in range(model.njnt)]
    fresh = (f"joint{k}" for k in range(1, 10**6) if f"joint{k}" not in names)
    return [name or next(fresh) for name in names]


def sign(model, j):
    """Returns -1 for the last of three hinges of a body with left-handed axes, whose coordinate is mirrored."""
    body = model.jnt_bodyid[j]
    first, count = model.body_jntadr[body], model.body_jntnum[body]
    if count != 3 or j != first + 2 or any(model.jnt_type[first + k] != 3 for k in range(3)):
        return 1.0
    return np.sign(np.linalg.det(model.jnt_axis[first : first + 3]))


def velocities(model, data, found, state, names):
    """Returns the velocities of MuJoCo for a unit of each of ours."""
    out = np.zeros((model.nv, len(found["tangents"])))
    seen = {}
    for column, tangent in enumerate(found["tangents"]):
        words = tangent.split(".velocity")[0].rsplit(".", 1)
        parts = tangent.split(".velocity")[0]
        combined = parts if parts in found["joints"] else words[0]
        if combined in found["joints"]:
            index = int(words[1]) if parts not in found["joints"] else 0
            joints = [names.index(name) for name in combined.split("+")]
            if model.jnt_type[joints[0]] == BALL:
                out[model.jnt_dofadr[joints[0]] + index, column] = 1
            else:
                j = joints[index]
                out[model.jnt_dofadr[j], column] = sign(model, j)
            continue
        # A body that moves freely: the velocity of its centre (world) and its rotation (own axes).
        name = tangent.split(".")[0]
        axis = seen[name] = seen.get(name, -1) + 1
        body = model.body(name).id
        dof = model.body_dofadr[body]
        out[dof + axis, column] = 1
        if axis >= 3:
            rotation = data.xmat[body].reshape(3, 3)
            centre = rotation.T @ (np.array(state["centres"][name]) - data.xpos[body])
            out[dof : dof + 3, column] = rotation @ np.cross(centre, np.eye(3)[axis - 3])
    follow(model, data, out)
    return out


def follow(model, data, out):
    """Adds the velocities of joints that follow others."""
    for e in range(model.neq):
        if model.eq_type[e] == int(mujoco.mjtEq.mjEQ_JOINT) and model.eq_active0[e]:
            own, leader = model.eq_obj1id[e], model.eq_obj2id[e]
            x = data.qpos[model.jnt_qposadr[leader]] - model.qpos0[model.jnt_qposadr[leader]]
            slope = np.polyval(np.polyder(model.eq_data[e][4::-1]), x)
            out[model.jnt_dofadr[own]] = slope * out[model.jnt_dofadr[leader]]


def place(model, found, names, values):
    """Returns the positions of MuJoCo for the coordinates of Drystone."""
    q = model.qpos0.copy()
    values = iter(values)
    for combined in found["joints"]:
        for name in combined.split("+"):
            j = names.index(name)
            if model.jnt_type[j] not in (FREE, BALL):
                at = model.jnt_qposadr[j]
                q[at] = model.qpos0[at] + sign(model, j) * next(values)
    return q


def compare(path):
    """Returns a row of the table."""
    model = mujoco.MjModel.from_xml_path(str(path))
    found, said = ours(path)
    if found is None:
        return [path.name, "", "", "", "", "", "", said]
    names = joint_names(model)
    data = mujoco.MjData(model)
    moving = np.flatnonzero(model.body_weldid != 0)
    if not found["tangents"]:
        return [path.name, "0", "0", "", "", "", "", "nothing moves"]
    errors = np.zeros(3)
    for state in found["states"]:
        data.qpos[:] = place(model, found, names, state["positions"])
        mujoco.mj_fwdPosition(model, data)
        along = velocities(model, data, found, state, names)
        matrix = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, matrix)
        matrix = along.T @ matrix @ along
        mass = model.body_mass[moving].sum()
        centre = model.body_mass[moving] @ data.xipos[moving] / mass
        own = np.array(state["mass_matrix"])
        scale = max(np.abs(centre).max(), 1.0)
        now = [
            abs(state["mass"] / mass - 1),
            np.abs(np.array(state["centre"]) - centre).max() / scale,
            np.abs(own - matrix).max() / np.abs(matrix).max(),
        ]
        errors = np.maximum(errors, now)
    word = "" if errors.max() <= BAR else "MISSED"
    numbers = [f"{error:.0e}" for error in errors]
    return [path.name, str(found["moving"]), str(len(found["joints"])), f"{mass:.4g}", *numbers, word]


def main():
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    if not folders:
        sys.exit(__doc__)
    files = sorted(file for folder in folders for file in folder.rglob("*.xml"))
    files = [file for file in files if "<worldbody" in file.read_text(errors="replace")]
    rows = [["file", "moving", "joints", "mass kg", "mass", "centre", "matrix", ""]]
    for file in files:
        try:
            rows.append(compare(file))
        except Exception as error:  # a model that MuJoCo does not read
            rows.append([file.name, "", "", "", "", "", "", f"mujoco: {type(error).__name__} {error}"])
        print("\t".join(rows[-1]), file=sys.stderr)
    for row in rows:
        print("| " + " | ".join(row[:-1] + [" ".join(row[-1].split())[:300]]) + " |")
    loaded = [row for row in rows[1:] if row[1]]
    within = sum(1 for row in loaded if row[7] == "")
    print(f"\n{len(loaded)} of {len(files)} load, {within} within {BAR:g}")


if __name__ == "__main__":
    main()
