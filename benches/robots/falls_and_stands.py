#!/usr/bin/env python3
"""Drops the legged robots of a folder on a floor, lets the others hold their pose, and compares the speed with MuJoCo.

    python3 -m venv venv
    venv/bin/pip install numpy mujoco example-robot-data
    cargo build --release
    venv/bin/python benches/robots/falls_and_stands.py FOLDER target/release/drystone [--only WORD] [--keep DIR]

FOLDER holds URDF files at any depth, e.g. `robots` of example-robot-data. Steps are 0.01 s, all bodies have friction 0.5.

Falls. A robot with legs, or without joints, has a floating base. It starts in the pose `standing` or `half_sitting` of its SRDF (in this order, else zero),
moved into the limits of its joints, with its lowest point 0.1 m above the floor, and falls for 2 s. Bar: no unsolved step,
no penetration above 0.1 mm. Whether it stands at the end (less than 20 degrees, four fifths of the height) is information.

Holds. A robot on a fixed base starts at zero, moved into the inner 80 % of the limits of its joints, and holds for 4 s.
Bar: no unsolved step, no penetration above 0.1 mm, and at the end every joint hangs by its gravity torque over its stiffness, to 1 % or
1e-4 rad, give or take the Coulomb friction of the joint over its stiffness. Joints that end within 1e-3 of a limit are left out.
The torque is that of the links of the file at the final pose, computed here (and by Pinocchio, if that is installed).

Motors. Every joint that does not follow another has a position motor with the stiffness k = T / 0.05 rad and the damping
2 sqrt(k J), which is critical. For most joints J is the inertia of all links beyond the joint about its axis and T = m g sqrt(J / m),
so that gravity lets it sag by less than 3 degrees. A leg of a robot that falls may have to carry all of it: J = M r^2 and T = M g r, with r from the joint to the
farthest foot. Legs are what lies between the root and a link whose origin is in the lowest tenth of the robot. Sliding joints
have T = m g and sag by 5 mm. The effort limits are those of the file, except that a joint that holds has 2 T if that of the file is below 1.2
times its gravity torque, and joints whose effort is 0 have none; both are counted in the last column.

MuJoCo reads a copy of the file with absolute names of meshes, has the same motors (implicitfast), a plane for a floor and
the same start. Times are the median of the medians of three runs of each.
"""

import argparse
import contextlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

import numpy as np

GRAVITY = 9.81
STEP = 0.01
DROP = 0.1
SAG = 0.05
SLIDE = 0.005
LEGGED = """a1 alex_ alexander anymal b1 bolt centauro g1_ go1 go2 human hyq icub laikago quadruped.urdf romeo simple_humanoid solo
talos_full talos_reduced""".split()
STATES = ["standing", "half_sitting", "standing_with_arm_home", "neutral", "homing_nominal", "default"]


def turn(axis, angle):
    """Returns the rotation about a unit vector."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def from_wxyz(q):
    w, v = q[0], np.array(q[1:])
    n = np.linalg.norm(v)
    return np.eye(3) if n == 0 else turn(v / n, 2 * math.atan2(n, w))


def numbers(element, name, default):
    text = element.get(name) if element is not None else None
    return np.array([float(x) for x in text.split()]) if text else np.array(default, float)


def origin(element):
    found = element.find("origin")
    roll, pitch, yaw = numbers(found, "rpy", [0, 0, 0])
    out = np.eye(4)
    out[:3, :3] = turn([0, 0, 1], yaw) @ turn([0, 1, 0], pitch) @ turn([1, 0, 0], roll)
    out[:3, 3] = numbers(found, "xyz", [0, 0, 0])
    return out


class Joint:
    def __init__(self, element):
        self.name = element.get("name")
        self.type = element.get("type")
        self.parent = element.find("parent").get("link")
        self.child = element.find("child").get("link")
        self.zero = origin(element)
        axis = numbers(element.find("axis"), "xyz", [1, 0, 0])
        self.axis = axis / max(np.linalg.norm(axis), 1e-300)
        limit, dynamics, mimic = (element.find(x) for x in ("limit", "dynamics", "mimic"))
        number = lambda e, key, default: float(e.get(key, default)) if e is not None else default
        self.effort = number(limit, "effort", math.inf)
        self.friction = number(dynamics, "friction", 0.0)
        low, high = number(limit, "lower", 0.0), number(limit, "upper", 0.0)
        bounded = self.type in ("revolute", "prismatic") and low < high
        self.low, self.high = (low, high) if bounded else (-math.inf, math.inf)
        self.mimic = None
        if mimic is not None:
            self.mimic = mimic.get("joint"), number(mimic, "multiplier", 1.0), number(mimic, "offset", 0.0)
        self.moves = self.type in ("revolute", "continuous", "prismatic")

    def motion(self, x):
        out = np.eye(4)
        if self.type == "prismatic":
            out[:3, 3] = self.axis * x
        elif self.moves:
            out[:3, :3] = turn(self.axis, x)
        return out


class Robot:
    """A URDF as far as masses and joints go."""

    def __init__(self, path):
        self.path = path
        root = ElementTree.fromstring(path.read_bytes())
        self.joints = [Joint(e) for e in root.findall("joint")]
        self.links, self.shapes = {}, 0
        for link in root.findall("link"):
            self.shapes += len(link.findall("collision"))
            inertial = link.find("inertial")
            mass, centre, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
            if inertial is not None:
                mass = float(inertial.find("mass").get("value"))
                pose = origin(inertial)
                entry = inertial.find("inertia")
                v = {k: float(entry.get(k, 0)) for k in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")}
                own = [[v["ixx"], v["ixy"], v["ixz"]], [v["ixy"], v["iyy"], v["iyz"]], [v["ixz"], v["iyz"], v["izz"]]]
                centre, inertia = pose[:3, 3], pose[:3, :3] @ np.array(own) @ pose[:3, :3].T
            self.links[link.get("name")] = mass, centre, inertia
        children = {j.child for j in self.joints}
        roots = [name for name in self.links if name not in children]
        self.root = roots[0] if roots else None
        self.below = {name: [] for name in self.links}
        for joint in self.joints:
            self.below[joint.parent].append(joint)
        self.by_name = {j.name: j for j in self.joints}
        # The program refuses followers of joints that do not exist; here they move by themselves.
        for joint in self.joints:
            if joint.mimic and joint.mimic[0] not in self.by_name:
                joint.mimic = None
        self.mass = sum(mass for mass, _, _ in self.links.values())

    def leader(self, joint):
        """Returns the joint that a joint follows in the end, with slope and offset."""
        slope, offset = 1.0, 0.0
        while joint.mimic:
            name, a, b = joint.mimic
            slope, offset = slope * a, offset + slope * b
            joint = self.by_name[name]
        return joint, slope, offset

    def poses(self, q, base):
        """Returns the pose of every link."""
        out, queue = {self.root: base}, [self.root]
        while queue:
            for joint in self.below[queue.pop()]:
                lead, slope, offset = self.leader(joint)
                out[joint.child] = out[joint.parent] @ joint.zero @ joint.motion(slope * q.get(lead.name, 0.0) + offset)
                queue.append(joint.child)
        return out

    def beyond(self, joint):
        out, queue = [], [joint.child]
        while queue:
            out.append(queue.pop())
            queue += [j.child for j in self.below[out[-1]]]
        return out

    def lever(self, joint, poses):
        """Returns mass, gravity force along the joint, and inertia about it of what is beyond."""
        pose = poses[joint.child]
        axis, at = pose[:3, :3] @ joint.axis, pose[:3, 3]
        mass = effort = inertia = 0.0
        for link in self.beyond(joint):
            m, centre, own = self.links[link]
            r = poses[link][:3, :3] @ centre + poses[link][:3, 3] - at
            own = poses[link][:3, :3] @ own @ poses[link][:3, :3].T
            mass += m
            if joint.type == "prismatic":
                effort -= m * GRAVITY * axis[2]
                inertia += m
            else:
                effort += axis @ np.cross(r, [0, 0, -m * GRAVITY])
                inertia += m * (r @ r - (axis @ r) ** 2) + axis @ own @ axis
        return mass, effort, inertia

    def efforts(self, poses):
        """Returns the force of gravity along every joint that moves by itself."""
        out = {}
        for joint in self.joints:
            if joint.moves:
                lead, slope, _ = self.leader(joint)
                out[lead.name] = out.get(lead.name, 0.0) + slope * self.lever(joint, poses)[1]
        return out

    def start(self, floats):
        """Returns the positions at the start, the turn of the base, and what the SRDF calls them."""
        folder = self.path.parent.parent / "srdf"
        own = folder / (self.path.stem + ".srdf")
        files = [own] if own.is_file() else sorted(folder.glob("*.srdf"))
        q, base, called = {}, np.eye(4), "zero"
        found = {}
        for file in files if floats else []:
            for state in ElementTree.fromstring(file.read_bytes()).findall("group_state"):
                found.setdefault(state.get("name"), state)
        for name in STATES:
            if name not in found:
                continue
            for entry in found[name].findall("joint"):
                value = [float(x) for x in entry.get("value").split()]
                if len(value) == 7:
                    base[:3, :3] = from_wxyz([value[6], *value[3:6]])
                elif entry.get("name") in self.by_name and len(value) == 1:
                    q[entry.get("name")] = value[0]
                elif entry.get("name") in self.by_name and len(value) == 2:
                    q[entry.get("name")] = math.atan2(value[1], value[0])
            called = name
            break
        for joint in self.joints:
            if not joint.moves or joint.mimic:
                q.pop(joint.name, None)
                continue
            low, high = joint.low, joint.high
            if math.isfinite(low) and math.isfinite(high) and not floats:
                low, high = low + 0.1 * (high - low), high - 0.1 * (high - low)
            q[joint.name] = min(max(q.get(joint.name, 0.0), low), high)
        return q, base, called

    def motors(self, q, base, floats):
        """Returns stiffness, damping and limit (None: that of the file) by joint, and how many efforts are not those of the file."""
        poses = self.poses(q, base)
        heights = [pose[2, 3] for pose in poses.values()]
        lowest = min(heights) + 0.1 * (max(heights) - min(heights))
        feet = {name for name, pose in poses.items() if pose[2, 3] <= lowest}
        efforts = self.efforts(poses)
        out, unlimited, raised = {}, 0, 0
        for joint in self.joints:
            if not joint.moves or joint.mimic:
                continue
            mass, _, inertia = self.lever(joint, poses)
            for other in self.joints:
                if other.moves and other.mimic and self.leader(other)[0] is joint:
                    _, slope, _ = self.leader(other)
                    inertia += slope * slope * self.lever(other, poses)[2]
                    mass = max(mass, self.lever(other, poses)[0])
            mine = feet & set(self.beyond(joint))
            mass, inertia = max(mass, 1e-3), max(inertia, 1e-7)
            torque, sag = mass * GRAVITY * math.sqrt(inertia / mass), SAG
            if floats and mine and joint.type != "prismatic":
                at = poses[joint.child][:3, 3]
                r = max(max(np.linalg.norm(poses[foot][:3, 3] - at) for foot in mine), 0.03)
                torque, inertia = self.mass * GRAVITY * r, self.mass * r * r
            if joint.type == "prismatic":
                torque, sag = mass * GRAVITY, SLIDE
            k = torque / sag
            limit = None
            if joint.effort == 0:
                unlimited += 1
            elif not floats and joint.effort < 1.2 * abs(efforts[joint.name]):
                limit, raised = 2 * max(torque, abs(efforts[joint.name])), raised + 1
            out[joint.name] = k, 2 * math.sqrt(k * inertia), limit
        return out, unlimited, raised

    def measured(self, bodies):
        """Returns the positions of the joints for poses of bodies; every body has the frame of a link."""
        poses = {}
        for body in bodies:
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = from_wxyz(body["quat_wxyz"]), body["position"]
            poses[body["name"]] = pose
        q, queue = {}, [self.root]
        while queue:
            for joint in self.below[queue.pop()]:
                zero = poses[joint.parent] @ joint.zero
                if joint.child not in poses:
                    poses[joint.child] = zero
                move = np.linalg.inv(zero) @ poses[joint.child]
                if joint.type == "prismatic":
                    q[joint.name] = joint.axis @ move[:3, 3]
                elif joint.moves:
                    sine = 0.5 * joint.axis @ [move[2, 1] - move[1, 2], move[0, 2] - move[2, 0], move[1, 0] - move[0, 1]]
                    a = joint.axis
                    side = np.cross(a, [1, 0, 0] if abs(a[0]) < 0.7 else [0, 1, 0])
                    side /= np.linalg.norm(side)
                    q[joint.name] = math.atan2(sine, side @ move[:3, :3] @ side)
                queue.append(joint.child)
        return q, poses[self.root]


def scene(robot, q, base, motors, floats, height, repair, seconds):
    """Returns a scene with the robot on, or above, its floor."""
    w = 0.5 * math.sqrt(max(0.0, 1 + np.trace(base[:3, :3])))
    turned = [0, 0, 0, 1] if w < 1e-6 else [w, 0, 0, 0]
    if 1e-6 <= w < 1:
        m = base
        turned = [w, (m[2, 1] - m[1, 2]) / (4 * w), (m[0, 2] - m[2, 0]) / (4 * w), (m[1, 0] - m[0, 1]) / (4 * w)]
    text = f"[simulation]\ntime_step = {STEP}\nduration = {seconds}\n\n"
    if floats:
        text += '[shape."the floor".halfspace]\nnormal = [0, 0, 1]\n\n'
        text += '[[body]]\nname = "the floor"\nfixed = true\nshape = "the floor"\n\n'
    text += f"[[robot]]\nfile = {json.dumps(str(robot.path))}\nposition = [0, 0, {height!r}]\nquat_wxyz = {[float(x) for x in turned]}\n"
    text += f'base = "{"floating" if floats else "fixed"}"\n' + ("repair = true\n" if repair else "")
    text += "\n[robot.joint_positions]\n" + "".join(f"{json.dumps(n)} = {float(x)!r}\n" for n, x in q.items())
    for name, (k, d, limit) in motors.items():
        text += f'\n[robot.motors.{json.dumps(name)}]\ntype = "position"\nstiffness = {float(k)!r}\ndamping = {float(d)!r}\n'
        text += f"limit = {float(limit)!r}\n" if limit else ""
    return text


def check(program, text, folder, name):
    file = folder / f"{name}.toml"
    file.write_text(text)
    run = subprocess.run([program, "check", file], capture_output=True, text=True)
    depths = [float(x) for x in re.findall(r"overlaps the floor by (\S+) m", run.stderr)]
    depths += [float(x) for x in re.findall(r"the floor\.position: overlaps \S+ by (\S+) m", run.stderr)]
    counts = re.search(r"ok, (\d+) bodies.*?, (\d+) parts", run.stdout)
    return run.returncode, run.stderr, depths, counts and [int(x) for x in counts.groups()]


def simulate(program, file):
    """Returns what three runs print, with the median of their times."""
    seen = []
    for _ in range(3):
        run = subprocess.run([program, "run", file, "--json", "--quiet"], capture_output=True, text=True)
        if not run.stdout:
            return None, run.stderr
        seen.append(json.loads(run.stdout))
        if seen[-1]["wall_seconds"] > 20:
            break
    for key in ("median", "p99"):
        seen[0]["step_microseconds"][key] = float(np.median([x["step_microseconds"][key] for x in seen]))
    return seen[0], run.stderr


@contextlib.contextmanager
def muted():
    """Keeps libraries from writing to stderr."""
    saved, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(null)


def in_mujoco(robot, q, base, motors, floats, height, seconds):
    """Returns the steps per second of MuJoCo, or why there are none."""
    import mujoco

    text = re.sub(r"<\?xml[^>]*\?>", "", robot.path.read_text(encoding="utf-8-sig"))
    roots = list(robot.path.absolute().parents)

    def absolute(match):
        name = match[1]
        if name.startswith("package://"):
            name = name[len("package://") :].lstrip("/")
            tries = [r / name for r in roots] + [r / name.split("/", 1)[-1] for r in roots]
        else:
            tries = [robot.path.parent / name.removeprefix("file://")]
        return f'filename="{next((str(t) for t in tries if t.is_file()), name)}"'

    text = re.sub(r'filename\s*=\s*"([^"]*)"', absolute, text)
    options = 'discardvisual="true" strippath="false" balanceinertia="true" boundmass="1e-6" boundinertia="1e-9"'
    text = re.sub(r"<robot\b([^>]*)>", rf"<robot\1><mujoco><compiler {options}/></mujoco>", text, count=1)
    try:
        spec = mujoco.MjSpec.from_string(text)
        if floats:
            body = list(spec.worldbody.bodies)[0]
            body.add_freejoint()
            body.pos = [0, 0, height]
            quat = np.zeros(4)
            mujoco.mju_mat2Quat(quat, base[:3, :3].flatten())
            body.quat = quat
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], pos=[0, 0, 0 if floats else -10], friction=[0.5, 0.005, 0.0001])
        for name, (k, d, limit) in motors.items():
            limit = limit or robot.by_name[name].effort or math.inf
            one = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
            one.gaintype, one.biastype = mujoco.mjtGain.mjGAIN_FIXED, mujoco.mjtBias.mjBIAS_AFFINE
            one.gainprm[0], one.biasprm[1], one.biasprm[2] = k, -k, -d
            if math.isfinite(limit):
                one.forcelimited, one.forcerange = True, [-limit, limit]
        model = spec.compile()
    except Exception as error:
        return None, " ".join(str(error).split())[:60]
    model.opt.timestep, model.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    medians, bad = [], 0
    for _ in range(3):
        data = mujoco.MjData(model)
        for name, x in q.items():
            data.qpos[model.joint(name).qposadr[0]] = x
        for name in motors:
            data.actuator(name).ctrl[0] = q[name]
        times = []
        for _ in range(round(seconds / STEP)):
            before = time.perf_counter()
            mujoco.mj_step(model, data)
            times.append(time.perf_counter() - before)
        medians.append(np.median(times))
        bad = sum(w.number for w in data.warning)
    return 1 / float(np.median(medians)), f"{bad} warnings" if bad else ""


def hangs(robot, q, motors, out):
    """Returns the worst miss of a static error beyond friction (as a share of the bar), words about it, and the joints judged."""
    found, base = robot.measured(out["bodies"])
    efforts = robot.efforts(robot.poses(found, base))
    worst, words, judged = 0.0, "", 0
    for name, (k, _, limit) in motors.items():
        joint, x = robot.by_name[name], found[name]
        if min(abs(x - joint.low), abs(x - joint.high)) < 1e-3:
            continue
        judged += 1
        error = x - q[name]
        if joint.type != "prismatic":
            error = math.remainder(error, 2 * math.pi)
        expected = efforts[name] / k
        miss = max(0.0, abs(error - expected) - joint.friction / k) / max(0.01 * abs(expected), 1e-4)
        if miss > worst:
            worst, words = miss, f"{name}: {error:.3e} for {expected:.3e}"
    return worst, words, judged


def pinocchio_agrees(robot, out):
    """Returns the largest relative difference of gravity torques, where Pinocchio is installed."""
    try:
        import pinocchio as pin
    except ImportError:
        return None
    model = pin.buildModelFromUrdf(str(robot.path))
    data = model.createData()
    found, base = robot.measured(out["bodies"])
    q = pin.neutral(model)
    for name, x in found.items():
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q : joint.idx_q + joint.nq] = [math.cos(x), math.sin(x)] if joint.nq == 2 else [x]
    tau = pin.rnea(model, data, q, np.zeros(model.nv), np.zeros(model.nv))
    full = {}
    for joint in robot.joints:
        if joint.moves:
            lead, slope, _ = robot.leader(joint)
            full[lead.name] = full.get(lead.name, 0.0) - slope * tau[model.joints[model.getJointId(joint.name)].idx_v]
    own = robot.efforts(robot.poses(found, base))
    scale = max(max(abs(x) for x in full.values()), 1e-12)
    return max(abs(full[n] - own[n]) for n in own) / scale


def row(path, folder, program, keep):
    """Returns the row of a robot and whether it meets its bar."""
    robot = Robot(path)
    label = str(path.relative_to(folder).with_suffix("")).replace("_description", "").replace("/urdf/", "/").replace("/robots/", "/")
    tag = label.replace("/", "__")
    blank = [label] + [""] * 12
    if robot.root is None:
        return blank + ["no links"], None
    floats = any(path.name.startswith(word) for word in LEGGED) or not any(joint.moves for joint in robot.joints)
    q, base, called = robot.start(floats)
    motors, unlimited, raised = robot.motors(q, base, floats)
    seconds = 2.0 if floats else 4.0
    height, repair = 0.0, False
    for _ in range(60):
        code, said, depths, counts = check(program, scene(robot, q, base, motors, floats, height, repair, seconds), keep, tag)
        if code and not repair:
            refused, repair = " ".join(said.split(" ")[-60:]), True
            continue
        if code or not depths:
            break
        height += max(depths) * (1 + 1e-9) + 1e-9
    if code:
        why = said.strip().splitlines()
        why = [line for line in why if line and not line.startswith((" ", "warning"))]
        return blank + ["refused: " + why[-1].split(": ", 1)[-1][:160]], None
    if floats:
        # Robots without any part below z = 0 at the start.
        if height == 0.0:
            height = -20.0
            for _ in range(60):
                _, _, depths, _ = check(program, scene(robot, q, base, motors, floats, height, repair, seconds), keep, tag)
                if not depths:
                    break
                height += max(depths) * (1 + 1e-9) + 1e-9
        height = height + DROP if robot.shapes else 1.0
    _, said, depths, counts = check(program, scene(robot, q, base, motors, floats, height, repair, seconds), keep, tag)
    out, failed = simulate(program, keep / f"{tag}.toml")
    if out is None:
        return blank + [f"no report: {failed.strip()[-160:]}"], False
    words = [called] if floats else []
    if floats and robot.shapes and out["steps"] == round(seconds / STEP):
        _, end = robot.measured(out["bodies"])
        tilt = math.degrees(math.acos(np.clip(end[2, :3] @ base[2, :3], -1, 1)))
        stands = tilt < 20 and end[2, 3] > height - DROP - 0.2 * abs(height - DROP) - 0.02
        words.append("stands" if stands else f"does not stand ({tilt:.0f} degrees, {end[2, 3]:.2f} m of {height - DROP:.2f} m)")
    words += ["mended"] * repair + ([f"{unlimited} efforts of 0"] if unlimited else []) + ([f"{raised} efforts raised"] if raised else [])
    words += [f"gains energy in {out['energy_gains']} steps"] if out["energy_gains"] else []
    words += [f"{out['gap_disagreements']} gaps unlike shapes"] if out["gap_disagreements"] else []
    words += [f"{out['halved_steps']} steps halved"] if out["halved_steps"] else []
    words += [f"stopped at step {out['steps']}"] if out["steps"] != round(seconds / STEP) else []
    good = out["unsolved_steps"] == 0 and out["max_penetration"] < 1e-4
    static = ""
    if not floats:
        worst, miss, judged = hangs(robot, q, motors, out)
        static = f"{worst:.2g} of the bar, {judged} joints" if worst > 0.1 else f"ok, {judged} joints"
        if worst > 1:
            good = False
            static = f"MISSED x{worst:.2g} {miss}"
        with muted():
            difference = pinocchio_agrees(robot, out)
        if difference is not None and difference > 1e-6:
            words.append(f"Pinocchio's torques differ by {difference:.0e}")
    with muted():
        peer, why = in_mujoco(robot, q, base, motors, floats, height, seconds)
    words += [f"MuJoCo: {why}"] if why else []
    us = out["step_microseconds"]
    ladder = sum(out["ladder"].values())
    cells = [label, *map(str, counts), str(out["unsolved_steps"]), str(ladder)]
    cells += [f"{out['iterations']['mean']:.1f} / {out['iterations']['max']:.0f}", f"{1e3 * out['max_penetration']:.1e}"]
    cells += [f"{us['median']:.0f}", f"{us['p99']:.0f}", f"{1e6 / us['median']:.0f}", f"{peer:.0f}" if peer else "-"]
    cells += [static or "-", "" if good else "MISSED", "; ".join(words)]
    return cells, good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="robots whose path has this word")
    parser.add_argument("--keep", type=pathlib.Path, help="where the scenes are written")
    args = parser.parse_args()
    folder = args.folder.absolute()
    names = "robot,bodies,parts,unsolved,on the ladder,iterations mean / max,penetration mm,median us,p99 us,steps/s,MuJoCo steps/s,static error,bar,notes"
    names = names.split(",")
    print("| " + " | ".join(names) + " |\n|" + " --- |" * len(names))
    counts = {True: 0, False: 0, None: 0}
    with tempfile.TemporaryDirectory() as scratch:
        keep = args.keep or pathlib.Path(scratch)
        keep.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.rglob("*.urdf")):
            if args.only not in str(path):
                continue
            try:
                cells, good = row(path, folder, args.program, keep)
            except Exception as error:
                cells, good = [path.stem] + [""] * 12 + [f"{type(error).__name__}: {error}"[:160]], False
            counts[good] += 1
            print("| " + " | ".join(cells) + " |", flush=True)
    print(f"\n{counts[True]} within the bar, {counts[False]} not, {counts[None]} not simulated.")


if __name__ == "__main__":
    main()
