"""Steps MuJoCo for the comparison: one line of JSON in, one line of JSON out (see engine/mujoco.rs).

The steps of a run are made inside the library: by rollout where every node is kept, by one call of
mj_step where the time is taken.
"""

import json
import sys
import time

try:
    import mujoco
    import numpy as np
    from mujoco import rollout
except ImportError as error:
    print(json.dumps({"error": f"{error} (pip install mujoco numpy)"}), flush=True)
    raise SystemExit

FULL = mujoco.mjtState.mjSTATE_FULLPHYSICS
REPEATS = 30
AT_ONCE = 20


def text(numbers):
    return " ".join(repr(float(n)) for n in numbers)


def xml(model):
    """The scene as MJCF. Friction of a pair is the larger of two equal numbers."""
    friction = f'friction="{model["friction"]!r} 0 0"'
    option = f'timestep="{model["step"]!r}" gravity="0 0 {-model["gravity"]!r}"'
    contact = ""
    if model["stiff"]:
        option += ' integrator="implicitfast" cone="elliptic" impratio="10"'
        contact = f'solref="{2 * model["step"]!r} 1" solimp="0.99 0.999 0.0001"'
    world = []
    for fixed in model["fixed"]:
        if fixed is None:
            world.append(f'<geom type="plane" size="9 9 1" {friction} {contact}/>')
        else:
            place = f'size="{text(fixed["half"])}" pos="{text(fixed["position"])}"'
            world.append(f'<geom type="box" {place} {friction} {contact}/>')
    for brick in model["bricks"]:
        geom = f'<geom type="box" size="{text(brick["half"])}" mass="{brick["mass"]!r}" {friction} {contact}/>'
        world.append(f"<body><freejoint/>{geom}</body>")
    return f'<mujoco><option {option}/><size memory="64M"/><worldbody>{"".join(world)}</worldbody></mujoco>'


class World:
    def __init__(self, model):
        self.model = mujoco.MjModel.from_xml_string(xml(model))
        self.data = mujoco.MjData(self.model)
        self.bricks = len(model["bricks"])

    def start(self, numbers):
        """From rows of position, quaternion, velocity, angular velocity (body axes)."""
        numbers = np.array(numbers)
        mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = numbers[:, :7].ravel()
        self.data.qvel[:] = numbers[:, 7:].ravel()

    def track(self, steps):
        state = np.zeros(mujoco.mj_stateSize(self.model, FULL))
        mujoco.mj_getState(self.model, self.data, state, FULL)
        start = time.thread_time_ns()
        states, _ = rollout.rollout(self.model, self.data, state, nstep=steps)
        seconds = 1e-9 * (time.thread_time_ns() - start)
        nq = self.model.nq
        pose = states[0, :, 1 : 1 + nq].reshape(steps, self.bricks, 7)
        rates = states[0, :, 1 + nq :].reshape(steps, self.bricks, 6)
        return np.concatenate([pose, rates], axis=2), seconds

    def warnings(self):
        """Times a number was not usable and the library started over."""
        kinds = mujoco.mjtWarning
        bad = (kinds.mjWARN_BADQPOS, kinds.mjWARN_BADQVEL, kinds.mjWARN_BADQACC)
        return sum(int(self.data.warning[int(kind)].number) for kind in bad)


def timed(work):
    start = time.thread_time_ns()
    work()
    return 1e-9 * (time.thread_time_ns() - start)


def answer(question, world):
    m, d, steps = world.model, world.data, question["steps"]
    if question["do"] == "track":
        world.start(question["starts"][0])
        track, seconds = world.track(steps)
        told = {"warnings": world.warnings(), "seconds": seconds}
        return told, np.ascontiguousarray(track, "<f8").tobytes()
    if question["do"] == "time":
        seconds = 0.0
        for numbers in question["starts"]:
            world.start(numbers)
            seconds += timed(lambda: mujoco.mj_step(m, d, nstep=steps))
        return {"seconds": seconds}, b""
    world.start(question["starts"][0])
    mujoco.mj_step(m, d, nstep=steps)
    a = np.zeros((2 * m.nv, 2 * m.nv))

    def differences():
        for _ in range(AT_ONCE):
            mujoco.mjd_transitionFD(m, d, 1e-6, 0, a, None, None, None)

    gradient = min(timed(differences) / AT_ONCE for _ in range(REPEATS))
    step = min(timed(lambda: mujoco.mj_step(m, d, nstep=AT_ONCE)) / AT_ONCE for _ in range(REPEATS))
    if not np.isfinite(a).all():
        raise ValueError("the derivative is not finite")
    return {"step": step, "gradient": gradient}, b""


def main():
    print(json.dumps({"version": mujoco.__version__}), flush=True)
    worlds = {}
    for line in sys.stdin:
        question = json.loads(line)
        if question["do"] == "end":
            return
        try:
            key = json.dumps(question["model"])
            if key not in worlds:
                worlds.clear() if len(worlds) > 20 else None
                worlds[key] = World(question["model"])
            told, raw = answer(question, worlds[key])
        except Exception as error:  # told to the other side, which names it in the table
            told, raw = {"error": f"{type(error).__name__}: {error}"}, b""
        sys.stdout.buffer.write(json.dumps(told).encode() + b"\n" + raw)
        sys.stdout.buffer.flush()


main()
