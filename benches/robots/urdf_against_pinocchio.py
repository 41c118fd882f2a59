#!/usr/bin/env python3
"""Reads every URDF of a folder with Drystone and with Pinocchio and compares what they understood.

    python3 -m venv venv
    venv/bin/pip install pin example-robot-data
    cargo build --release --example robot_dynamics
    venv/bin/python benches/robots/urdf_against_pinocchio.py [FOLDER ...]

Without a folder it is that of the installed example-robot-data. The table has the bodies that move, the joints, the
total mass, and the largest relative differences of mass, centre of mass and mass matrix over ten random positions, or
the error. Positions are those that Drystone drew; joints that follow others do so in both. Robots whose masses or
inertias had to be mended are marked, and their matrices differ.
"""

import json
import os
import pathlib
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAR = 1e-9


def reason(said):
    """Returns the field and the reason of an error: its last line but the remedy."""
    lines = said.strip().splitlines()
    return lines[-2 if len(lines) > 1 else -1] if lines else ""


def ours(path):
    """Returns what Drystone prints about a robot (None if it refuses), its complaint, and whether it was mended."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = target / "release" / "examples" / "robot_dynamics"
    if not program.exists():
        sys.exit(f"{program} is missing: cargo build --release --example robot_dynamics")
    said = ""
    for repair in ([], ["--repair"]):
        run = subprocess.run([program, path, *repair], capture_output=True, text=True)
        said = said or reason(run.stderr)
        if run.returncode == 0:
            return json.loads(run.stdout), said, bool(repair)
    return None, said, False


def positions(model, joints, values):
    """Returns the configuration of Pinocchio with every joint at its value."""
    q = pin.neutral(model)
    for name, value in zip(joints, values):
        joint = model.joints[model.getJointId(name)]
        at = joint.idx_q
        if joint.nq == 2:
            q[at : at + 2] = np.cos(value), np.sin(value)
        elif joint.nq == 1:
            q[at] = value
        else:
            raise ValueError(f"{name} has {joint.nq} numbers")
    return q


def slopes(path, model, names):
    """Returns how all velocities of Pinocchio follow the given joints: the followers of a URDF do so linearly."""
    mimics = {}
    for joint in ElementTree.parse(path).getroot().iter("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            mimics[joint.get("name")] = mimic.get("joint"), float(mimic.get("multiplier", 1))
    out = np.zeros((model.nv, len(names)))
    for joint in model.names[1:]:
        leader, slope = joint, 1.0
        while leader in mimics:
            leader, factor = mimics[leader]
            slope *= factor
        out[model.joints[model.getJointId(joint)].idx_v, names.index(leader)] = slope
    return out


def compare(path):
    """Returns a row of the table."""
    found, said, mended = ours(path)
    if found is None:
        return [path.name, "", "", "", "", "", "", said]
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    joints = found["joints"]
    names = [name.rsplit(".velocity", 1)[0] for name in found["tangents"]]
    if not names:
        return [path.name, "0", "0", "", "", "", "", "nothing moves"]
    along = slopes(path, model, names)
    errors = np.zeros(3)
    for state in found["states"]:
        q = positions(model, joints, state["positions"])
        matrix = pin.crba(model, data, q)
        matrix = np.triu(matrix) + np.triu(matrix, 1).T
        matrix = along.T @ matrix @ along
        mass = pin.computeTotalMass(model)
        centre = pin.centerOfMass(model, data, q)
        own = np.array(state["mass_matrix"]).reshape(len(names), len(names))
        scale = max(np.abs(centre).max(), 1.0)
        errors = np.maximum(
            errors,
            [
                abs(state["mass"] / mass - 1),
                np.abs(np.array(state["centre"]) - centre).max() / scale,
                np.abs(own - matrix).max() / np.abs(matrix).max(),
            ],
        )
    word = "" if errors.max() <= BAR else "MISSED"
    if mended:
        word = f"mended: {said}"
    numbers = [f"{error:.0e}" for error in errors]
    return [path.name, str(found["moving"]), str(len(joints)), f"{mass:.3f}", *numbers, word]


def main():
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    if not folders:
        import example_robot_data

        folders = [pathlib.Path(example_robot_data.getModelPath("/panda_description/urdf/panda.urdf"))]
    files = sorted(file for folder in folders for file in folder.rglob("*.urdf"))
    rows = [["file", "moving", "joints", "mass kg", "mass", "centre", "matrix", ""]]
    for file in files:
        try:
            rows.append(compare(file))
        except Exception as error:  # a robot that Pinocchio does not read
            rows.append([file.name, "", "", "", "", "", "", f"pinocchio: {error}"])
        print("\t".join(rows[-1]), file=sys.stderr)
    for row in rows:
        print("| " + " | ".join(row[:-1] + [" ".join(row[-1].split())[:160]]) + " |")
    within = sum(1 for row in rows[1:] if row[1] and row[7] == "")
    print(f"\n{within} of {len(files)} within {BAR:g}; {sum(1 for r in rows[1:] if 'mended' in r[7])} mended")


if __name__ == "__main__":
    main()
