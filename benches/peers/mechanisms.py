"""Writes random mechanisms with reference numbers of Pinocchio (tests/joints/references.json).

    python3 -m venv VENV && VENV/bin/pip install pin numpy scipy
    VENV/bin/python mechanisms.py ../../tests/joints/references.json

Inputs of the file are short numbers, from which both sides build the same mechanism:

- a body has `mass`, `centre` of mass and `inertia` about it (xx, yy, zz, xy, xz, yz), in the axes of its shape frame;
- a joint has `kind`, `child`, `parent` (an index, or null for the world), `pitch` (of a screw, metres per turn), and the frames of
  the joint `at_parent` and `at_child`: a point and a rotation vector in the shape frame of the body (in the world without a parent);
- a configuration has `base` (for every body that no joint holds: index, centre of mass, rotation vector of the shape frame, velocity of the centre,
  angular velocity in the body frame), `q` (joint after joint, the coordinates in Drystone's order; the rotation vector of the child's frame in
  the parent's for a spherical joint) and `qd` (the same; the relative angular velocity about the axes of the child's frame for a spherical joint).

References are those of Pinocchio in Drystone's coordinates:

- `bodies`: centre of mass, quaternion (w, x, y, z), velocity of the centre (world), angular velocity (body frame) of every body;
- `mass_matrix` (lower triangle, row after row), `kinetic` energy and `acceleration` in the joint space: body after body, the velocities of the
  joint that holds it, or the six of a body that no joint holds (world velocity of the centre, angular velocity in the body frame);
- `trajectory`: `q` and `base` after `seconds` from the first configuration.

A joint with more than one axis is a chain of joints of one axis with massless bodies between them (a spherical joint is one of its own). A
joint whose child is nearer to the root is `turned`: its chain is inverted.
"""

import json
import sys

import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp

GRAVITY = np.array([0.0, 0.0, -9.81])
CHAINS = {
    "fixed": "",
    "revolute": "C",
    "prismatic": "Z",
    "cylindrical": "ZC",
    "planar": "XYC",
    "universal": "AB",
    "spherical": "S",
    "screw": "H",
}
LINKS = {
    "A": pin.JointModelRX,
    "B": pin.JointModelRY,
    "C": pin.JointModelRZ,
    "X": pin.JointModelPX,
    "Y": pin.JointModelPY,
    "Z": pin.JointModelPZ,
    "S": pin.JointModelSpherical,
}


def count(kind):
    """Velocities of a joint."""
    return 3 if kind == "spherical" else len(CHAINS[kind])


def frame(numbers):
    point, turn = numbers
    return pin.SE3(pin.exp3(np.array(turn)), np.array(point))


def inertia_of(body):
    xx, yy, zz, xy, xz, yz = body["inertia"]
    matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return pin.Inertia(body["mass"], np.array(body["centre"]), matrix)


class Mechanism:
    """A mechanism in Pinocchio, with the maps between its coordinates and Drystone's."""

    def __init__(self, spec):
        self.spec = spec
        self.model = pin.Model()
        self.model.gravity = pin.Motion(GRAVITY, np.zeros(3))
        bodies = spec["bodies"]
        # Of every body: the joint of Pinocchio that carries it, and its shape frame there.
        self.carrier = [None] * len(bodies)
        # Of every joint: the joints of Pinocchio that it is, in Drystone's order, and whether it is turned.
        self.chain = [None] * len(spec["joints"])
        self.holder = [None] * len(bodies)
        self.bases = {}
        for j, joint in enumerate(spec["joints"]):
            if joint["parent"] is None:
                self.add(j, 0, pin.SE3.Identity(), joint["child"], False)
        for body, known in enumerate(bodies):
            if self.carrier[body] is None:
                free = pin.JointModelFreeFlyer()
                index = self.model.addJoint(0, free, pin.SE3.Identity(), f"base{body}")
                self.bases[body] = index
                self.carry(body, index, pin.SE3(np.eye(3), -np.array(known["centre"])))
        self.data = self.model.createData()

    def carry(self, body, index, place):
        self.carrier[body] = (index, place)
        self.model.appendBodyToJoint(index, inertia_of(self.spec["bodies"][body]), place)
        for j, joint in enumerate(self.spec["joints"]):
            sides = (joint["parent"], joint["child"])
            if self.chain[j] is None and body in sides:
                turned = joint["child"] == body
                self.add(j, index, place, sides[1 - int(turned)], turned)

    def add(self, j, index, place, far, turned):
        """Adds the joint that holds the body `far`, from the body at `place` on the joint `index`."""
        joint = self.spec["joints"][j]
        frames = [frame(joint["at_parent"]), frame(joint["at_child"])]
        near, own = (frames[1], frames[0]) if turned else frames
        at, links = place * near, []
        kinds = CHAINS[joint["kind"]]
        for kind in reversed(kinds) if turned else kinds:
            pitch = (joint.get("pitch") or 0.0) / (2.0 * np.pi)
            link = pin.JointModelHZ(pitch) if kind == "H" else LINKS[kind]()
            index = self.model.addJoint(index, link, at, f"joint{j}{kind}")
            links.append(index)
            at = pin.SE3.Identity()
        self.chain[j] = (links[::-1] if turned else links, turned)
        self.holder[far] = j
        self.carry(far, index, at * own.inverse())

    def configuration(self, bases, q, qd):
        """Position and velocity in Pinocchio's coordinates."""
        position, velocity = pin.neutral(self.model), np.zeros(self.model.nv)
        for body, centre, turn, v, w in bases:
            joint = self.model.joints[self.bases[body]]
            r = pin.exp3(np.array(turn))
            position[joint.idx_q : joint.idx_q + 7] = pin.SE3ToXYZQUAT(pin.SE3(r, np.array(centre)))
            velocity[joint.idx_v : joint.idx_v + 6] = np.concatenate([r.T @ np.array(v), w])
        for joint, (links, turned), own, rates in zip(self.spec["joints"], self.chain, q, qd):
            sign = -1.0 if turned else 1.0
            if joint["kind"] == "spherical":
                link = self.model.joints[links[0]]
                r = pin.exp3(np.array(own))
                quaternion = pin.Quaternion(r.T if turned else r).coeffs()
                position[link.idx_q : link.idx_q + 4] = quaternion
                spin = -r @ np.array(rates) if turned else np.array(rates)
                velocity[link.idx_v : link.idx_v + 3] = spin
                continue
            for index, value, rate in zip(links, own, rates):
                link = self.model.joints[index]
                position[link.idx_q] = sign * value
                velocity[link.idx_v] = sign * rate
        return position, velocity

    def map(self, position):
        """The matrix that takes velocities of Pinocchio to those of the joint space."""
        rows, eye = [], np.eye(self.model.nv)
        for body in range(len(self.spec["bodies"])):
            if body in self.bases:
                joint = self.model.joints[self.bases[body]]
                r = pin.Quaternion(position[joint.idx_q + 3 : joint.idx_q + 7]).matrix()
                own = eye[joint.idx_v : joint.idx_v + 6]
                rows += [r @ own[:3], own[3:]]
                continue
            j = self.holder[body]
            links, turned = self.chain[j]
            for index in links:
                link = self.model.joints[index]
                own = eye[link.idx_v : link.idx_v + link.nv]
                if turned and link.nv == 3:
                    # The quaternion is of the inverse rotation.
                    own = pin.Quaternion(position[link.idx_q : link.idx_q + 4]).matrix() @ own
                rows.append(-own if turned else own)
        return np.concatenate(rows)

    def acceleration(self, position, velocity):
        """The acceleration in the joint space."""
        out = pin.aba(self.model, self.data, position, velocity, np.zeros(self.model.nv)).copy()
        for index in self.bases.values():
            at = self.model.joints[index].idx_v
            v, w = velocity[at : at + 3], velocity[at + 3 : at + 6]
            # The velocity of the centre turns with the body.
            out[at : at + 3] += np.cross(w, v)
        return self.map(position) @ out

    def body_states(self, position, velocity):
        pin.forwardKinematics(self.model, self.data, position, velocity)
        out = []
        for body, (index, place) in zip(self.spec["bodies"], self.carrier):
            shape = self.data.oMi[index] * place
            motion = place.actInv(self.data.v[index])
            centre = np.array(body["centre"])
            v = shape.rotation @ (motion.linear + np.cross(motion.angular, centre))
            x, y, z, w = pin.Quaternion(shape.rotation).normalized().coeffs()
            out.append([*shape.act(centre), w, x, y, z, *v, *motion.angular])
        return out

    def references(self, position, velocity):
        m = pin.crba(self.model, self.data, position)
        m = np.triu(m) + np.triu(m, 1).T
        back = np.linalg.inv(self.map(position))
        own = back.T @ m @ back
        return {
            "bodies": [short(body) for body in self.body_states(position, velocity)],
            "mass_matrix": short(own[np.tril_indices(len(own))]),
            "kinetic": float(0.5 * velocity @ m @ velocity),
            "acceleration": short(self.acceleration(position, velocity)),
        }

    def rates(self, position, velocity):
        """The derivative of a position."""
        out = np.zeros(self.model.nq)
        for joint in list(self.model.joints)[1:]:
            v = velocity[joint.idx_v : joint.idx_v + joint.nv]
            if joint.nv == 1:
                out[joint.idx_q] = v[0]
                continue
            at = joint.idx_q + joint.nq - 4
            quaternion = position[at : at + 4]
            x, y, z = v[-3:]
            spin = [[0, z, -y, x], [-z, 0, x, y], [y, -x, 0, z], [-x, -y, -z, 0]]
            out[at : at + 4] = 0.5 * np.array(spin) @ quaternion
            if joint.nv == 6:
                out[joint.idx_q : at] = pin.Quaternion(quaternion).matrix() @ v[:3]
        return out

    def trajectory(self, position, velocity, seconds):
        """Coordinates at the end of a motion under gravity."""
        nq = self.model.nq

        def motion(_, y):
            q, v = pin.normalize(self.model, y[:nq]), y[nq:]
            a = pin.aba(self.model, self.data, q, v, np.zeros(self.model.nv))
            return np.concatenate([self.rates(q, v), a])

        start = np.concatenate([position, velocity])
        end = solve_ivp(motion, (0.0, seconds), start, method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
        q, v = pin.normalize(self.model, end[:nq]), end[nq:]
        energies = [
            pin.computeKineticEnergy(self.model, self.data, *at) + pin.computePotentialEnergy(self.model, self.data, at[0])
            for at in [(position, velocity), (q, v)]
        ]
        print(f"{self.spec['name']}: energy kept to {energies[1] - energies[0]:.1e} J of {energies[0]:.3} J", file=sys.stderr)
        bases, coordinates = [], []
        for body, index in self.bases.items():
            at = self.model.joints[index].idx_q
            place = pin.XYZQUATToSE3(q[at : at + 7])
            bases.append([body, short(place.translation), short(pin.log3(place.rotation))])
        for joint, (links, turned) in zip(self.spec["joints"], self.chain):
            link = [self.model.joints[index].idx_q for index in links]
            if joint["kind"] == "spherical":
                r = pin.Quaternion(q[link[0] : link[0] + 4]).matrix()
                coordinates.append(short(pin.log3(r.T if turned else r)))
            else:
                coordinates.append(short([-q[k] if turned else q[k] for k in link]))
        return {"seconds": seconds, "base": bases, "q": coordinates}


def short(numbers):
    """Numbers of 14 digits, zeros without a point."""
    return [float(f"{x:.14g}") if abs(x) > 1e-15 else 0 for x in numbers]


class Dice:
    """Random numbers of few digits."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def vector(self, size, length=3):
        return [round(float(x), 3) for x in self.random.uniform(-size, size, length)]

    def body(self, name, masses=(0.3, 3.0)):
        """Inertia of a box of any proportions, about axes that are not those of the frame, at a centre that is not the origin."""
        mass = round(float(np.exp(self.random.uniform(*np.log(masses)))), 4)
        a, b, c = self.random.uniform(0.03, 0.2, 3) ** 2
        r = pin.exp3(self.random.uniform(-2.0, 2.0, 3))
        m = r @ np.diag([b + c, a + c, a + b]) @ r.T * (mass / 3.0)
        inertia = [m[0, 0], m[1, 1], m[2, 2], m[0, 1], m[0, 2], m[1, 2]]
        return {"name": name, "mass": mass, "centre": self.vector(0.1), "inertia": [float(f"{x:.5g}") for x in inertia]}

    def joint(self, name, kind, parent, child, turn=2.0):
        at = lambda: [self.vector(0.25), self.vector(turn)]
        out = {"name": name, "kind": kind, "parent": parent, "child": child, "at_parent": at(), "at_child": at()}
        if kind == "screw":
            out["pitch"] = round(float(self.random.uniform(0.05, 0.3)), 3)
        return out

    def coordinates(self, kind, angle=1.5):
        # The second angle of a universal joint stays off a right angle, and one-axis joints make more than a turn.
        sizes = {"revolute": [3.0 * angle], "screw": [3.0 * angle], "universal": [angle, 0.8]}
        sizes |= {"prismatic": [0.3], "cylindrical": [0.3, angle], "planar": [0.3, 0.3, angle]}
        default = [0.8 * angle] * 3 if kind == "spherical" else []
        return [self.vector(size, 1)[0] for size in sizes.get(kind, default)]

    def configuration(self, mechanism, angle=1.5, speed=2.0):
        spec = mechanism.spec
        kinds = [joint["kind"] for joint in spec["joints"]]
        return {
            "base": [
                [body, self.vector(1.0), self.vector(angle), self.vector(speed), self.vector(speed)]
                for body in mechanism.bases
            ],
            "q": [self.coordinates(kind, angle) for kind in kinds],
            "qd": [self.vector(speed, count(kind)) for kind in kinds],
        }


def tree(name, seed, kinds, parents, turned=(), order=None, masses=(0.3, 3.0)):
    """A mechanism whose body i has the joint `kinds[i]` (none floats) to body `parents[i]`; `order` gives the places of the bodies."""
    dice = Dice(seed)
    order = order or list(range(len(kinds)))
    bodies = [None] * len(kinds)
    joints = []
    for i, (kind, parent) in enumerate(zip(kinds, parents)):
        bodies[order[i]] = dice.body(f"b{order[i]}", masses)
        if kind is None:
            continue
        far, near = order[i], None if parent is None else order[parent]
        parent, child = (far, near) if i in turned else (near, far)
        joints.append(dice.joint(f"j{i}", kind, parent, child))
    return {"name": name, "bodies": bodies, "joints": joints}


def chain(name, seed, kinds, **more):
    parents = [None, *range(len(kinds) - 1)]
    return tree(name, seed, kinds, parents, **more)


def humanoid():
    """A floating trunk with a spine, a head, two arms of seven freedoms and two legs of six."""
    arm = ["spherical", "revolute", "universal", "revolute"]
    leg = ["spherical", "revolute", "universal"]
    kinds, parents = [None, "spherical", "revolute"], [None, 0, 1]
    for limb, root in [(arm, 1), (arm, 1), (leg, 0), (leg, 0)]:
        for kind in limb:
            kinds.append(kind)
            parents.append(root)
            root = len(kinds) - 1
    return tree("humanoid", 2, kinds, parents)


def specs():
    every = list(CHAINS)
    return [
        chain("arm", 1, ["revolute"] * 7),
        humanoid(),
        chain("pendulum", 3, ["revolute"]),
        chain("gantry", 4, ["prismatic", "prismatic", "prismatic", "revolute"]),
        chain("universal joints", 5, ["universal"] * 3),
        chain("spherical joints", 6, [None] + ["spherical"] * 3),
        chain("screws", 7, ["screw"] * 3),
        chain("cylindrical and planar joints", 8, ["planar", "cylindrical", "planar", "cylindrical"]),
        tree("anchored tree", 9, every[1:] + every[:1], [None, 0, 0, 1, 1, 2, 2, 3]),
        tree("floating tree", 10, [None, *every[::-1]], [None, 0, 0, 1, 2, 3, 3, 4, 5]),
        tree("turned joints", 11, [None, *every], [None, 0, 0, 1, 2, 3, 4, 5, 6], turned=range(1, 9)),
        tree("heavy and light", 12, [None, "revolute", "spherical", "revolute", "prismatic"], [None, 0, 1, 1, 3], masses=(0.01, 100.0)),
        tree(
            "several trees",
            13,
            [None, "revolute", "universal", "spherical", None, "revolute", "prismatic"],
            [None, 0, 0, None, None, 3, 5],
            order=[2, 4, 3, 6, 0, 1, 5],
        ),
    ]


def main():
    out = []
    for number, spec in enumerate(specs()):
        mechanism = Mechanism(spec)
        dice = Dice(100 + number)
        moves = spec["name"] in ("arm", "humanoid")
        size = {"angle": 0.8, "speed": 1.0} if moves else {}
        configurations = []
        for k in range(3):
            own = dice.configuration(mechanism, **size)
            at = mechanism.configuration(own["base"], own["q"], own["qd"])
            configurations.append(own | mechanism.references(*at))
            if moves and k == 0:
                spec["trajectory"] = mechanism.trajectory(*at, 0.5)
        out.append(spec | {"configurations": configurations})
    text = json.dumps({"gravity": GRAVITY.tolist(), "pinocchio": pin.__version__, "mechanisms": out}, separators=(",", ":"))
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(text.replace('{"name":"', '\n{"name":"').replace('{"base":', '\n{"base":') + "\n")


if __name__ == "__main__":
    main()
