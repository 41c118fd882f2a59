"""Times steps of mechanisms and their derivatives in Drystone and in MuJoCo, in turn, on this machine.

    cargo build --release --example mechanisms_speed
    VENV/bin/python mechanisms_speed.py target/release/examples/mechanisms_speed [rounds]

Both make the same 100 steps of 5 ms from the same start (examples/mechanisms_speed.rs): an arm of seven links with position
motors on its way to a pose, the same arm pressing on a box that stands on the floor, and the humanoid of 36 freedoms of
tests/joints/references.json in the air, and on a floor that balls at the origins of its bodies touch. Then both take the derivative of the last step 20 times: Drystone A and B in joint space with
respect to state, wrenches and motors, MuJoCo A and B by forward differences (mjd_transitionFD). Times are processor time of one thread;
the figures are medians over the rounds, ratios are medians of the ratios within a round.

A second table says at which step the integrators of MuJoCo come as near as Drystone at 5 ms to the converged motion (that of MuJoCo's RK4 at
10 us), and what 5 ms of motion cost there. With contact there is no such motion: the contacts of MuJoCo are springs.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import time

import mujoco
import numpy as np

STEPS, DERIVATIVES, SETTLED = 100, 20, 400
TIME_STEP, CONVERGED = 0.005, 1e-5
FINER = [1, 2, 5, 10, 20, 50, 100, 200, 500]
BALL = 0.06
REFERENCES = pathlib.Path(__file__).parent / "../../tests/joints/references.json"


def arm():
    out, back = "", ""
    for i in range(7):
        height = 1.8 if i == 0 else -0.2
        axis = "0 0 1" if i % 2 == 0 else "0 1 0"
        joint = f'<joint name="j{i}" axis="{axis}" pos="0 0 0.1" range="-2.8 2.8" damping="0.5"/>'
        out += f'<body pos="0 0 {height}">{joint}<geom type="capsule" size="0.05 0.06" {{geom}}/>'
        back += "</body>"
    motors = "".join(f'<position joint="j{i}" kp="200" kv="20" forcerange="-80 80"/>' for i in range(7))
    return out + back, f"<actuator>{motors}</actuator>"


def document(integrator, world, more=""):
    option = f'<option timestep="{TIME_STEP}" integrator="{integrator}"/><compiler angle="radian"/>'
    return f"<mujoco>{option}<worldbody>{world}</worldbody>{more}</mujoco>"


def free_arm(integrator):
    world, motors = arm()
    return document(integrator, world.format(geom='contype="0" conaffinity="0"'), motors), [0.3] * 7, 0


def arm_on_box(integrator):
    world, motors = arm()
    friction = 'friction="0.5 0 0"'
    ground = f'<geom type="plane" size="9 9 1" {friction}/>'
    box = f'<body pos="0.21 0 0.4"><freejoint/><geom type="box" size="0.15 0.15 0.4" mass="20" {friction}/></body>'
    return document(integrator, ground + world.format(geom=friction) + box, motors), [0, -0.3, 0, 0, 0, 0, 0], SETTLED


def rotation(vector):
    quaternion, matrix = np.zeros(4), np.zeros(9)
    angle = np.linalg.norm(vector)
    mujoco.mju_axisAngle2Quat(quaternion, np.array(vector) / (angle or 1.0), angle)
    mujoco.mju_quat2Mat(matrix, quaternion)
    return matrix.reshape(3, 3)


def text(numbers):
    return " ".join(repr(float(x)) for x in numbers)


def humanoid(integrator, floor=None):
    """Every body has its frame at the joint that holds it, and a ball at its origin where there is a floor at this height."""
    file = json.loads(REFERENCES.read_text(encoding="utf-8"))
    spec = next(m for m in file["mechanisms"] if m["name"] == "humanoid")
    joints = {joint["child"]: (j, joint) for j, joint in enumerate(spec["joints"])}
    own = spec["configurations"][0]
    position, velocity = [], []

    def body(index, near):
        """The body in MJCF; `near` is the frame of the outer body in its shape frame: point, rotation."""
        numbers = spec["bodies"][index]
        if index in joints:
            j, joint = joints[index]
            kind, at = joint["kind"], joint["at_parent"]
            place = near[1].T @ (np.array(at[0]) - near[0]), near[1].T @ rotation(at[1])
            frame = np.array(joint["at_child"][0]), rotation(joint["at_child"][1])
            axes = {"revolute": ["0 0 1"], "universal": ["1 0 0", "0 1 0"], "spherical": []}[kind]
            held = "".join(f'<joint axis="{axis}"/>' for axis in axes) or '<joint type="ball"/>'
            q = own["q"][j]
            position.extend(quaternion(rotation(q)) if kind == "spherical" else q)
            velocity.extend(own["qd"][j])
        else:
            base = own["base"][0]
            frame, place = (np.array(numbers["centre"]), np.eye(3)), (np.zeros(3), np.eye(3))
            held = "<freejoint/>"
            position.extend([*base[1], *quaternion(rotation(base[2]))])
            velocity.extend([*base[3], *base[4]])
        xx, yy, zz, xy, xz, yz = numbers["inertia"]
        inertia = frame[1].T @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ frame[1]
        six = inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        centre = frame[1].T @ (np.array(numbers["centre"]) - frame[0])
        mass = f'<inertial pos="{text(centre)}" mass="{numbers["mass"]}" fullinertia="{text(six)}"/>'
        if floor is not None:
            origin = frame[1].T @ -frame[0]
            mass += f'<geom size="{BALL}" pos="{text(origin)}" contype="1" conaffinity="0" friction="0.5 0 0"/>'
        else:
            # What finds the height of the floor.
            mass += f'<site pos="{text(frame[1].T @ -frame[0])}"/>'
        inside = "".join(body(child, frame) for child, (_, joint) in joints.items() if joint["parent"] == index)
        return f'<body pos="{text(place[0])}" quat="{text(quaternion(place[1]))}">{held}{mass}{inside}</body>'

    world = body(0, None)
    if floor is None:
        return document(integrator, world), (position, velocity), 0
    plane = f'<geom type="plane" size="9 9 1" pos="0 0 {floor!r}" contype="0" conaffinity="1" friction="0.5 0 0"/>'
    return document(integrator, plane + world), (position, velocity), SETTLED


def fallen_humanoid(integrator):
    world = World(humanoid(integrator))
    mujoco.mj_forward(world.model, world.data)
    return humanoid(integrator, float(world.data.site_xpos[:, 2].min()) - BALL)


CASES = {
    "arm": free_arm,
    "arm on a box": arm_on_box,
    "humanoid": humanoid,
    "humanoid on the floor": fallen_humanoid,
}


def quaternion(matrix):
    out = np.zeros(4)
    mujoco.mju_mat2Quat(out, np.ascontiguousarray(matrix).ravel())
    return out


class World:
    def __init__(self, made):
        source, start, settled = made
        self.model = mujoco.MjModel.from_xml_string(source)
        self.data = mujoco.MjData(self.model)
        if self.model.nu:
            self.data.ctrl[:] = start
        else:
            self.data.qpos[:], self.data.qvel[:] = start
        if settled:
            mujoco.mj_step(self.model, self.data, nstep=settled)
        self.start = self.state()
        self.unstable = self.is_unstable()

    def state(self):
        kind = mujoco.mjtState.mjSTATE_INTEGRATION
        out = np.zeros(mujoco.mj_stateSize(self.model, kind))
        mujoco.mj_getState(self.model, self.data, out, kind)
        return out

    def measure(self):
        m, d = self.model, self.data
        mujoco.mj_setState(m, d, self.start, mujoco.mjtState.mjSTATE_INTEGRATION)
        step = timed(lambda: mujoco.mj_step(m, d, nstep=STEPS)) / STEPS
        a, b = np.zeros((2 * m.nv, 2 * m.nv)), np.zeros((2 * m.nv, m.nu))
        b = b if m.nu else None

        def differences():
            for _ in range(DERIVATIVES):
                mujoco.mjd_transitionFD(m, d, 1e-6, 0, a, b, None, None)

        self.unstable |= self.is_unstable()
        out = {"step": step, "derivative": None, "contacts": int(d.ncon), "q": self.angles()}
        if m.opt.integrator != mujoco.mjtIntegrator.mjINT_RK4:
            # The library takes no derivative of steps of RK4.
            out["derivative"] = timed(differences) / DERIVATIVES
        return out

    def angles(self):
        kinds = self.model.jnt_type
        return self.data.qpos[self.model.jnt_qposadr[kinds == mujoco.mjtJoint.mjJNT_HINGE]].copy()

    def is_unstable(self):
        """Whether the library has found numbers that it could not use, and has started over."""
        kinds = mujoco.mjtWarning
        bad = (kinds.mjWARN_BADQPOS, kinds.mjWARN_BADQVEL, kinds.mjWARN_BADQACC)
        return any(self.data.warning[int(kind)].number > 0 for kind in bad)

    def end(self, finer):
        """Angles of the hinges at the end of the trajectory, with steps that are finer by this factor."""
        m, d = self.model, self.data
        mujoco.mj_setState(m, d, self.start, mujoco.mjtState.mjSTATE_INTEGRATION)
        m.opt.timestep = TIME_STEP / finer
        mujoco.mj_step(m, d, nstep=STEPS * finer)
        m.opt.timestep = TIME_STEP
        return self.angles()


def timed(work):
    start = time.thread_time_ns()
    work()
    return 1e-9 * (time.thread_time_ns() - start)


class Peer:
    """Our side, in a process of its own."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, name):
        print(name, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    peer = Peer(sys.argv[1])
    mujoco.set_mju_user_warning(lambda _: None)
    print(f"MuJoCo {mujoco.__version__}, {rounds} rounds; times in microseconds\n")
    print("| case | engine | step | over ours | A, B | over ours | contacts | off the converged motion, rad |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    finer = []
    for name, make in CASES.items():
        worlds = {kind: World(make(kind)) for kind in ("Euler", "implicitfast", "RK4")}
        rows = {kind: [] for kind in ["Drystone", *worlds]}
        for number in range(rounds + 1):
            results = {"Drystone": peer.measure(name)} | {kind: world.measure() for kind, world in worlds.items()}
            # The first round warms up.
            if number > 0:
                for kind, result in results.items():
                    rows[kind].append(result)
        unstable = [kind for kind, world in worlds.items() if world.unstable]
        converged = None
        if " on " not in name:
            converged = worlds["RK4"].end(round(TIME_STEP / CONVERGED))
            finer += equal_errors(name, worlds, rows, converged)
        report(name, rows, converged, unstable)
    print("\n| case | engine | step, ms | off the converged motion, rad | 5 ms of motion | over ours |")
    print("| --- | --- | --- | --- | --- | --- |")
    print("\n".join(finer))
    peer.process.stdin.close()
    peer.process.wait()


def median(rows, key):
    return 1e6 * statistics.median(row[key] for row in rows)


def off(q, converged):
    return float(np.abs(np.array(q) - converged).max())


def equal_errors(name, worlds, rows, converged):
    """Lines of the second table."""
    bar, ours = off(rows["Drystone"][-1]["q"], converged), median(rows["Drystone"], "step")
    out = [f"| {name} | Drystone | {1e3 * TIME_STEP:g} | {bar:.1e} | {ours:.1f} | 1 |"]
    for kind, world in worlds.items():
        errors = ((finer, off(world.end(finer), converged)) for finer in FINER)
        finer, error = next((pair for pair in errors if pair[1] <= bar), (None, None))
        if finer is None:
            out.append(f"| {name} | MuJoCo {kind} | none | | | |")
            continue
        cost = finer * median(rows[kind], "step")
        out.append(f"| {name} | MuJoCo {kind} | {1e3 * TIME_STEP / finer:g} | {error:.1e} | {cost:.1f} | {cost / ours:.2f} |")
    return out


def report(name, rows, converged, unstable):
    own = rows["Drystone"]
    for kind, results in rows.items():
        ratio = lambda key: f"{statistics.median(x[key] / y[key] for x, y in zip(results, own)):.3f}"
        has = results[-1]["derivative"] is not None
        derivative = f"{median(results, 'derivative'):.1f} | {ratio('derivative')}" if has else "- | -"
        far = "-" if converged is None else f"{off(results[-1]['q'], converged):.1e}"
        far = "unstable" if kind in unstable else far
        engine = kind if kind == "Drystone" else f"MuJoCo {kind}"
        step = f"{median(results, 'step'):.1f} | {ratio('step')}"
        print(f"| {name} | {engine} | {step} | {derivative} | {results[-1]['contacts']} | {far} |")
    last, (a, b) = own[-1], own[-1]["columns"]
    print(
        f"{name}: {a} + {b} columns of A and B; "
        f"{last['iterations']:.1f} iterations a step, retried {last['retried']}, unsolved {last['unsolved']}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
