#!/usr/bin/env python3
"""Checks a certificate of `drystone run SCENE --certify FILE` without any code of Drystone: python3 check_certificate.py FILE [RECORDING]

In a leg, a step or a half, quarter, ... of one, a body turns about a fixed axis at a constant rate, the shorter way, and its pivot moves straight. A
piece of a proof has a plane n.y + o at both ends, linear in between (y from the pivot of the first body). The clearance g of a point at a distance l
from the axis, whose pivot moves by D while its body turns by phi, has |g''| <= M = 2 |n1 - n0| (D + phi l) + |n| phi^2 l, so that g >= min(g0, g1) - M / 8.
Rounding: times are multiples of 2^-40, so that attitudes come from at most 40 normalised sums of quaternions. Their error is below 5e-14, that of
a turned point 2e-13 of its length, that of a height over a plane 3e-13 of the lengths in it. PAD is 2e-12 of these; turns have 1e-12 rad more."""
import itertools, json, sys
from math import frexp, inf, sqrt
PAD, EIGHTH = 2e-12, 0.125 * (1 + 1e-9)
def need(holds, why):
    if not holds: raise ValueError(why)
def dot(a, b): return sum(x * y for x, y in zip(a, b, strict=True))
def norm(a): return sqrt(dot(a, a))
def add(a, b, by=1.0): return [x + by * y for x, y in zip(a, b, strict=True)]
def cross(a, b): return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
def unit(a): return [x / norm(a) for x in a]
def turned(q, x): return add(add(x, cross(q[1:], x), 2 * q[0]), cross(q[1:], cross(q[1:], x)), 2)
def attitude(a, b, time):
    while 0 < time < 1:
        middle = unit(add(a, b))
        a, b, time = (a, middle, 2 * time) if time < 0.5 else (middle, b, 2 * time - 1)
    return b if time == 1 else a
def part(value):  # the points of a hull, each with a ball's radius and an ellipsoid's columns, or a half-space's normal and offset; its reach
    rows = [value["half_space"]] if "half_space" in value else value["hull"]
    need(rows and all(len(row) == 4 or len(row) == 13 and "hull" in value for row in rows), "a row of a part has not 4 or 13 numbers")
    rows = [(row[:3], row[3], list(zip(*[iter((row + [0.0] * 9)[4:13])] * 3))) for row in rows]
    return rows, "half_space" in value, max(norm(x) + abs(r) + sqrt(sum(dot(c, c) for c in oval)) for x, r, oval in rows)
def leg(start, a, end, b, pivots, moves):  # start and length in steps, attitudes, pivot, its places, largest angular speed times length
    size, turns = end - start, (unit(a[3:7]), unit([x if dot(a[3:7], b[3:7]) >= 0 else -x for x in b[3:7]]))
    need(moves or a == b, "a body moves that is said to stay")
    need(size > 0 and frexp(size)[0] == 0.5 and start % size == 0, f"from {start} to {end} of a step is not one of its halves, quarters, eighths, ...")
    return start, size, turns, pivots.get(start, [0.0] * 3), (a[:3], b[:3]), max(a[7], b[7]) * size
def place(leg, time, origin):  # of the pivot
    start, end = (add(add(x, origin, -1), turned(q, leg[3])) for q, x in zip(leg[2], leg[4]))
    return add(start, add(end, start, -1), (time - leg[0]) / leg[1])
def room(part, pivot, turns, planes, side, origins, pad):
    """The clearance (m) of a part from planes (n, o) during a piece, on the side of `side` n; `origins` are the places of its pivot."""
    (w0, *v0), (w1, *v1) = turns
    need(dot(*turns) > 0.5, "a body turns too far in a piece")
    angle = [2 / dot(*turns) * x for x in add(add([w0 * x for x in v1], v0, -w1), cross(v1, v0), -1)]  # 2 tan(phi / 2) along the axis
    change, shift = norm(add(planes[1][0], planes[0][0], -1)), norm(add(origins[1], origins[0], -1))
    size, phi, least = max(norm(n) for n, _ in planes), norm(angle), inf
    for arm, r, oval in ((add(x, pivot, -1), r, oval) for x, r, oval in part[0]):
        ends = [side * (dot(n, origin) + o + dot(n, turned(q, arm))) - r * norm(n) - norm([dot(n, turned(q, c)) for c in oval])
                for q, (n, o), origin in zip(turns, planes, origins)]
        rate = norm(cross(angle, turned(turns[0], arm))) + phi * sqrt(sum(dot(c, c) for c in oval)) + 1e-12 * (part[2] + norm(pivot))
        clear = min(ends) - EIGHTH * (2 * change * (shift + rate) + size * (phi + 1e-12) * rate) - pad
        need(clear >= 0 and sum(ends) < inf and size <= 1 + 1e-9, f"the planes prove only {clear:e} m")
        least = min(least, clear)
    return least
def clearance(first, second, h, pieces, one, two):
    """The distance (m) that is proven of two parts while their bodies are in a leg each, infinite where spheres about the pivots stay apart."""
    (sa, la, qa, pa, xa, wa), (sb, lb, qb, pb, _, wb) = one, two
    begin, stop, least = max(sa, sb), min(sa + la, sb + lb), inf
    if begin >= stop: return inf
    start, end = (add(place(two, t, xa[0]), place(one, t, xa[0]), -1) for t in (begin, stop))
    shift, time = add(end, start, -1), begin
    nearest = min(max(-dot(start, shift) / (dot(shift, shift) or 1), 0), 1)
    lengths = norm(start) + norm(end) + (reach := first[2] + second[2] + norm(pa) + norm(pb))
    if not first[1] and norm(add(start, shift, nearest)) > reach + PAD * lengths: return inf
    need(wa * h <= 3 and wb * h <= 3 and not (second[1] or first[1] and (qa[0] != qa[1] or any(pa))), "a body turns too fast, or a half-space turns")
    for since, until, *numbers in (piece for piece in pieces if begin <= piece[0] and piece[1] <= stop):
        need(since == time < until and (until * 2**40) % 1 == 0, f"nothing is proven from {time} on")
        planes = [(turned(qa[0], first[0][0][0]), -first[0][0][1])] * 2 if first[1] else [(numbers[:3], numbers[3]), (numbers[4:7], numbers[7])]
        pad = PAD * (lengths + abs(planes[0][1]) + abs(planes[1][1]))
        own, other = ([attitude(*q, (t - s) / l) for t in (since, until)] for q, s, l in ((qa, sa, la), (qb, sb, lb)))
        below = 0.0 if first[1] else room(first, pa, own, planes, -1, [[0.0] * 3] * 2, pad)
        above = room(second, pb, other, planes, 1, [add(start, shift, (t - begin) / (stop - begin)) for t in (since, until)], pad)
        time, least = until, min(least, below + above)
    need(time == stop, f"nothing is proven from {time} on")
    return least
def lines(name): return [json.loads(line, parse_constant=int) for line in open(name, encoding="utf-8")]  # NaN is no int
def check(certificate, recording=None):
    (header, *steps, end), apart, least, failures = lines(certificate), [0, 0], inf, []
    need(header.get("format") == 2, f"its format is {header.get('format')}, and this is the checker of format 2")
    need(steps and [s["step"] for s in steps] == list(range(steps[0]["step"], end["end"] + 1)), "a step is missing, or the end")
    moving, bodies = [b["moving"] for b in header["bodies"]], [[part(p) for p in b["parts"]] for b in header["bodies"]]
    pairs = [(a, b) for a, b in itertools.combinations(range(len(bodies)), 2) if (moving[a] or moving[b]) and [a, b] not in header["filtered"]]
    pairs = [(b, j, a, i) if q[1] else (a, i, b, j) for a, b in pairs for i in range(len(bodies[a])) for j, q in enumerate(bodies[b])]
    for before, after in itertools.pairwise(steps):
        proofs, legs = {tuple(p["pair"]): p["pieces"] for p in after["proofs"]}, []
        for i, p, q in zip(range(len(bodies)), before["poses"], after["poses"], strict=True):
            knots = [(0.0, p), *((t, x) for k, t, *x in after["intermediate"] if k == i), (1.0, q)]
            legs.append([leg(*start, *end, {t: x for k, t, *x in after["pivots"] if k == i}, moving[i]) for start, end in itertools.pairwise(knots)])
        for a, i, b, j in pairs:
            known = bodies[a][i], bodies[b][j], header["time_step"], proofs.get((a, i, b, j), [])
            try: found = min(clearance(*known, *two) for two in itertools.product(legs[a], legs[b]))
            except ValueError as why: failures.append(f"step {before['step']}, pair {[a, i, b, j]}: {why}")
            else: least, apart[found == inf] = min(least, found), apart[found == inf] + 1
    if recording:
        frames = {f["step"]: [b[:7] for b in f["bodies"]] for f in lines(recording)[1:] if "bodies" in f}
        need(all(frames.get(s["step"]) == [p[:7] for p in s["poses"]] for s in steps), "the poses are not those of the recording")
    said = f"{apart[0]} pairs x steps apart by planes, smallest clearance {least:.3e} m, {apart[1]} by spheres; {len(header['filtered'])} filtered"
    need(not failures, f"{len(failures)} pairs x steps are not proven, first {failures and failures[0]}; {said}")
    return said
if __name__ == "__main__":
    try: print("certified:", check(*sys.argv[1:])) if sys.argv[1:] else sys.exit(__doc__)
    except Exception as why: sys.exit(f"not certified: {why if isinstance(why, ValueError) else f'it cannot be read, {why!r}'}")
