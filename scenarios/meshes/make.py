#!/usr/bin/env python3
"""Makes the meshes of the scenes with bodies that are not convex, as binary STL files beside this script.

    python3 scenarios/meshes/make.py

The files are the same bytes on every run. All lengths are in metres, all meshes are closed, and their triangles are
counter-clockwise seen from outside.

mug.stl      a mug with a handle; z is up, the origin is in the middle of its lower face. The wall is a prism of 24 sides:
             height 0.10, outer radius 0.045, inner radius 0.036, thickness of the bottom 0.009. The handle has a cross
             section of 9 mm by 13 mm and reaches to x = 0.078.
ring.stl     a torus about z around the origin: its tube has a radius of 0.015 (12 sides) and goes round at a radius of
             0.055 (24 sides), so the hole has a radius of 0.040.
gear12.stl   a spur gear with 12 teeth about z around the origin. Both gears have module 0.01 (pitch radius 0.005 per tooth),
gear18.stl   involute flanks with a pressure angle of 25 degrees, addendum 0.008, dedendum 0.0105, thickness 0.024, and a bore
             of radius 0.02. Each tooth is 0.6 mm thinner than half the pitch of 31.4 mm. A tooth points along x.
tooth12.stl  one tooth of each gear from its root to its tip, which is convex.
tooth18.stl
tee.stl      a T of 0.25 (x) by 0.20 (y) by 0.05 (z): a bar of 0.25 by 0.05 on a stem of 0.05 by 0.15. The origin is in the
             middle of these 0.20 and 0.05, and of the stem.
"""

import math
import pathlib
import struct

FOLDER = pathlib.Path(__file__).resolve().parent
Point = tuple[float, float, float]


class Mesh:
    """Triangles with three corners each."""

    def __init__(self) -> None:
        self.triangles: list[tuple[Point, Point, Point]] = []

    def quad(self, a: Point, b: Point, c: Point, d: Point) -> None:
        """Add a face with four corners, counter-clockwise seen from outside; corners that coincide leave a triangle."""
        for triangle in ((a, b, c), (a, c, d)):
            if len(set(triangle)) == 3:
                self.triangles.append(triangle)

    def check(self) -> None:
        """Demand that every edge is between two triangles, run through once in each direction, and that the volume is positive."""
        edges = [(t[k], t[(k + 1) % 3]) for t in self.triangles for k in range(3)]
        assert len(set(edges)) == len(edges), "an edge is used twice in one direction"
        assert {(b, a) for a, b in edges} == set(edges), "the mesh is not closed"
        assert sum(determinant(*t) for t in self.triangles) > 0.0, "the mesh is inside out"

    def write(self, name: str) -> None:
        """Write a binary STL file."""
        self.check()
        data = [struct.pack("<80sI", b"", len(self.triangles))]
        for triangle in self.triangles:
            data.append(struct.pack("<12fH", 0.0, 0.0, 0.0, *(x + 0.0 for point in triangle for x in point), 0))
        (FOLDER / name).write_bytes(b"".join(data))


def determinant(a: Point, b: Point, c: Point) -> float:
    """Return six times the signed volume between the origin and a triangle."""
    cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return sum(x * y for x, y in zip(a, cross))


def around(radius: float, height: float, k: int, sides: int) -> Point:
    """Return corner `k` of a regular polygon about z."""
    if radius == 0.0:
        return (0.0, 0.0, height)
    angle = math.tau * (k % sides) / sides
    return (round(radius * math.cos(angle), 9), round(radius * math.sin(angle), 9), round(height, 9))


def revolved(profile: list[tuple[float, float]], sides: int, holes: tuple[tuple[int, int], ...] = ()) -> Mesh:
    """Return a closed profile of radii and heights turned about z, without the quads `holes` (segment, side)."""
    mesh = Mesh()
    for i, low in enumerate(profile):
        high = profile[(i + 1) % len(profile)]
        for k in range(sides):
            if (i, k) not in holes:
                ends = [around(*p, j, sides) for p, j in ((low, k), (low, k + 1), (high, k + 1), (high, k))]
                mesh.quad(*ends)
    return mesh


def mug() -> Mesh:
    """Return the mug: two quads of its outer wall are replaced by the ends of the handle."""
    sides, outer, inner = 24, 0.045, 0.036
    levels = [0.0, 0.020, 0.033, 0.050, 0.067, 0.080, 0.1]
    wall = [(outer, z) for z in levels]
    profile = [(0.0, 0.0), (0.022, 0.0), *wall, (inner, 0.1), (inner, 0.07), (inner, 0.04), (inner, 0.009), (0.018, 0.009), (0.0, 0.009)]
    # The quads are centred on x after a turn by half a side; segment 3 begins at z = 0.020, segment 6 at z = 0.067.
    mesh = revolved(profile, sides, ((3, sides - 1), (6, sides - 1)))
    right, left = (around(outer, 0.0, k, sides) for k in (sides - 1, 0))
    turn = -math.pi / sides

    def section(x0: float, z0: float, x1: float, z1: float) -> list[Point]:
        """Return a cross section of the handle: its outer edge at (x0, z0), its inner one at (x1, z1)."""
        half = 0.0045
        corners = ((x0, -half, z0), (x0, half, z0), (x1, half, z1), (x1, -half, z1))
        cos, sin = math.cos(turn), math.sin(turn)
        return [(round(x * cos - y * sin, 9), round(x * sin + y * cos, 9), z) for x, y, z in corners]

    def end(low: float, high: float, outside_is_low: bool) -> list[Point]:
        """Return the rim of a hole in the order of a cross section."""
        z0, z1 = (low, high) if outside_is_low else (high, low)
        return [(right[0], right[1], z0), (left[0], left[1], z0), (left[0], left[1], z1), (right[0], right[1], z1)]

    sections = [end(0.020, 0.033, True)]
    sections += [section(0.065, 0.020, 0.060, 0.033), section(0.078, 0.033, 0.065, 0.040)]
    sections += [section(0.078, 0.067, 0.065, 0.060), section(0.065, 0.080, 0.060, 0.067)]
    sections += [end(0.067, 0.080, False)]
    for here, there in zip(sections, sections[1:]):
        for k in range(4):
            j = (k + 1) % 4
            mesh.quad(here[k], here[j], there[j], there[k])
    return mesh


def ring() -> Mesh:
    """Return the torus."""
    turns = [math.tau * k / 12 for k in range(12)]
    return revolved([(0.055 + 0.015 * math.cos(t), 0.015 * math.sin(t)) for t in turns], 24)


def tooth(teeth: int) -> list[tuple[float, float]]:
    """Return radii and half angles of a tooth along its flank, from the root to the tip."""
    module, pressure = 0.01, math.radians(25.0)
    pitch = module * teeth / 2.0
    base = pitch * math.cos(pressure)
    involute = lambda angle: math.tan(angle) - angle
    at_pitch = (math.pi * module / 2.0 - 0.0006) / 2.0 / pitch
    root, tip = pitch - 0.0105, pitch + 0.008
    start = max(base, root + 0.002)
    radii = [start + (tip - start) * k / 3.0 for k in range(4)]
    half = lambda r: at_pitch + involute(pressure) - involute(math.acos(min(1.0, base / r)))
    flank = [(r, half(r)) for r in radii]
    # Below the involute the flank is radial.
    return [(root, flank[0][1]), *flank]


def gear(teeth: int) -> Mesh:
    """Return a gear: its faces are strips between the flanks of every tooth, and quads from there to the bore."""
    bore, half = 0.02, 0.012
    flank = tooth(teeth)
    pitch_angle = math.tau / teeth
    root, root_angle = flank[0]
    mesh = Mesh()

    def at(radius: float, angle: float) -> tuple[float, float]:
        return (round(radius * math.cos(angle), 9), round(radius * math.sin(angle), 9))

    def face(a, b, c, d) -> None:
        """Add a quad to the upper face, and its mirror image to the lower one."""
        up = [(*p, half) for p in (a, b, c, d)]
        down = [(*p, -half) for p in (d, c, b, a)]
        mesh.quad(*up)
        mesh.quad(*down)

    def side(a, b) -> None:
        """Add a quad between both faces; the outside is to the right of the way from a to b."""
        mesh.quad((*a, -half), (*b, -half), (*b, half), (*a, half))

    for i in range(teeth):
        middle = i * pitch_angle
        right = [at(r, middle - angle) for r, angle in flank]
        left = [at(r, middle + angle) for r, angle in flank]
        next_root = at(root, (i + 1) % teeth * pitch_angle - root_angle)
        for j in range(len(flank) - 1):
            face(right[j], right[j + 1], left[j + 1], left[j])
            side(right[j], right[j + 1])
            side(left[j + 1], left[j])
        side(right[-1], left[-1])
        side(left[0], next_root)
        inner = [at(bore, middle + angle) for angle in (-root_angle, root_angle)]
        next_inner = at(bore, (i + 1) % teeth * pitch_angle - root_angle)
        face(inner[0], right[0], left[0], inner[1])
        face(inner[1], left[0], next_root, next_inner)
        side(inner[1], inner[0])
        side(next_inner, inner[1])
    return mesh


def single_tooth(teeth: int) -> Mesh:
    """Return the convex hull of the tooth along x, from the root to the tip."""
    half, flank = 0.012, tooth(teeth)
    mesh = Mesh()

    def at(radius: float, angle: float, z: float) -> Point:
        return (round(radius * math.cos(angle), 9), round(radius * math.sin(angle), 9), z)

    # The radial foot is narrower than the flank above it; its corners are moved onto the tooth's widest lines.
    width = max(r * math.sin(a) for r, a in flank)
    foot = math.asin(min(1.0, width / flank[0][0]))
    outline = [(flank[0][0], foot), *flank[2:]]
    right = [[at(r, -a, z) for r, a in outline] for z in (-half, half)]
    left = [[at(r, a, z) for r, a in outline] for z in (-half, half)]
    for j in range(len(outline) - 1):
        mesh.quad(right[1][j], right[1][j + 1], left[1][j + 1], left[1][j])
        mesh.quad(left[0][j], left[0][j + 1], right[0][j + 1], right[0][j])
        mesh.quad(right[0][j], right[0][j + 1], right[1][j + 1], right[1][j])
        mesh.quad(left[0][j + 1], left[0][j], left[1][j], left[1][j + 1])
    mesh.quad(right[0][-1], left[0][-1], left[1][-1], right[1][-1])
    mesh.quad(left[0][0], right[0][0], right[1][0], left[1][0])
    return mesh


def tee() -> Mesh:
    """Return the T: quads of its six vertical strips and of the rims."""
    xs, ys, half = [-0.125, -0.025, 0.025, 0.125], [-0.1, 0.05, 0.1], 0.025
    cells = {(0, 1), (1, 1), (2, 1), (1, 0)}
    mesh = Mesh()
    for i, j in sorted(cells):
        x0, x1, y0, y1 = xs[i], xs[i + 1], ys[j], ys[j + 1]
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        mesh.quad(*((*p, half) for p in corners))
        mesh.quad(*((*p, -half) for p in reversed(corners)))
        beside = [(i, j - 1), (i + 1, j), (i, j + 1), (i - 1, j)]
        for k in range(4):
            if beside[k] not in cells:
                a, b = corners[k], corners[(k + 1) % 4]
                mesh.quad((*a, -half), (*b, -half), (*b, half), (*a, half))
    return mesh


def main() -> None:
    """Write all meshes."""
    mug().write("mug.stl")
    ring().write("ring.stl")
    gear(12).write("gear12.stl")
    gear(18).write("gear18.stl")
    single_tooth(12).write("tooth12.stl")
    single_tooth(18).write("tooth18.stl")
    tee().write("tee.stl")


if __name__ == "__main__":
    main()
