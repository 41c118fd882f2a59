#!/usr/bin/env python3
"""Reads MJCF models with Drystone, writes them as MJCF again and compares both in MuJoCo.

    python3 -m venv venv
    venv/bin/pip install numpy mujoco gymnasium dm_control
    cargo build --release
    venv/bin/python benches/robots/mjcf_circle.py MODEL.xml [MODEL.xml ...]

The table has the largest differences of the masses of subtrees (relative), of their centres, of the axes and of the anchors of joints, where both models have
their joints at the same positions; or the error. Joints that Drystone combines have a name of their own and are not compared one by one.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import mujoco
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAR = 1e-6
SLIDE, HINGE = int(mujoco.mjtJoint.mjJNT_SLIDE), int(mujoco.mjtJoint.mjJNT_HINGE)


def converted(path, out):
    """Writes what Drystone makes of a model; returns its complaint."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = target / "release" / "drystone"
    if not program.exists():
        sys.exit(f"{program} is missing: cargo build --release")
    run = subprocess.run([program, "convert", path, "--out", out], capture_output=True, text=True)
    return "" if run.returncode == 0 else run.stderr.strip().splitlines()[-2]


def shared(first, second, kind):
    """Returns the indices in both models of what has the same name and moves by itself."""
    name = lambda model, i: getattr(model, kind)(i).name
    count = {"body": "nbody", "joint": "njnt"}[kind]
    known = {name(first, i): i for i in range(getattr(first, count)) if name(first, i)}
    pairs = ((known.get(name(second, i)), i) for i in range(getattr(second, count)))
    return [(i, j) for i, j in pairs if i is not None and name(second, j) != "world"]


def compare(path, out):
    """Returns a row of the table."""
    first, second = mujoco.MjModel.from_xml_path(path), mujoco.MjModel.from_xml_path(out)
    data = [mujoco.MjData(first), mujoco.MjData(second)]
    joints = [(i, j) for i, j in shared(first, second, "joint") if second.jnt_type[j] in (SLIDE, HINGE)]
    for i, j in joints:
        # Coordinates of Drystone count from the reference.
        at = first.jnt_qposadr[i]
        data[0].qpos[at] = data[1].qpos[second.jnt_qposadr[j]] + first.qpos0[at]
    for model, own in zip((first, second), data):
        mujoco.mj_kinematics(model, own)
        mujoco.mj_comPos(model, own)
    largest = lambda values: max((float(np.abs(value).max()) for value in values), default=0.0)
    bodies = shared(first, second, "body")
    a, b = data
    mass = largest(second.body_subtreemass[j] / first.body_subtreemass[i] - 1 for i, j in bodies if first.body_subtreemass[i] > 0)
    centre = largest(b.subtree_com[j] - a.subtree_com[i] for i, j in bodies)
    axis = largest(b.xaxis[j] - a.xaxis[i] for i, j in joints)
    anchor = largest(b.xanchor[j] - a.xanchor[i] for i, j in joints if first.jnt_type[i] == HINGE)
    errors = [mass, centre, axis, anchor]
    word = "" if max(errors) <= BAR and first.nv == second.nv else "MISSED"
    return [str(first.nv), f"{len(joints)} of {first.njnt}", *(f"{error:.0e}" for error in errors), word]


def main():
    print("| file | nv | joints compared | mass | centre m | axis | anchor m | |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    within = 0
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "model.xml")
        for path in sys.argv[1:]:
            said = converted(path, out)
            try:
                row = compare(path, out) if not said else [""] * 6 + [said[:160]]
            except ValueError as error:  # a model that MuJoCo does not read
                row = [""] * 6 + [f"MuJoCo: {' '.join(str(error).split())[:160]}"]
            within += row[0] != "" and row[-1] == ""
            print("| " + " | ".join([os.path.basename(path), *row]) + " |")
    print(f"\n{within} of {len(sys.argv) - 1} within {BAR:g}")


if __name__ == "__main__":
    main()
