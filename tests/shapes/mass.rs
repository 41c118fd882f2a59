//! Volume, centre and inertia against closed forms and against counting lattice points.

use crate::shapes::catalogue::*;
use drystone::math::{Mat3, Rot, Vec3, tangents};
use drystone::shape::*;
use std::f64::consts::PI;

fn properties(shape: &Shape) -> MassProperties {
    shape.mass_properties().expect("bounded")
}

/// Whether y is in the shape: no supporting plane has it on its outer side. The plane nearest to
/// y is sought from the best of 400 directions by rings of ever smaller radius. It shares nothing
/// with the formulas.
fn membership(shape: &Shape) -> impl Fn(&Vec3) -> bool {
    let height = |n: &Vec3| n.dot(&shape.support(n).unwrap());
    let planes: Vec<(Vec3, f64)> = directions(400).map(|n| (n, height(&n))).collect();
    move |y: &Vec3| {
        let room = |n: &Vec3, h: f64| h - n.dot(y);
        let by_room =
            |a: &&(Vec3, f64), b: &&(Vec3, f64)| room(&a.0, a.1).total_cmp(&room(&b.0, b.1));
        let (mut best, h) = *planes.iter().min_by(by_room).unwrap();
        let mut least = room(&best, h);
        let mut radius = 0.1;
        while radius > 2e-3 && least >= 0.0 {
            let (t1, t2) = tangents(&best);
            let ring = (0..6).map(|k| {
                let (sin, cos) = (f64::from(k) * PI / 3.0).sin_cos();
                (best + (t1 * cos + t2 * sin) * radius).normalize()
            });
            let mut better = None;
            for n in ring {
                let here = room(&n, height(&n));
                if here < least - 1e-6 {
                    (least, better) = (here, Some(n));
                }
            }
            match better {
                Some(n) => best = n,
                None => radius *= 0.4,
            }
        }
        least >= 0.0
    }
}

/// Mass properties from a shifted lattice of about `per_side`^3 points in the bounds.
fn counted(shape: &Shape, inside: impl Fn(&Vec3) -> bool, per_side: usize) -> MassProperties {
    let (low, high) = Placed::at_origin(shape.clone()).bounds();
    let cell = (high - low) / per_side as f64;
    let (mut count, mut first, mut second) = (0.0, Vec3::zeros(), Mat3::zeros());
    for i in 0..per_side {
        for j in 0..per_side {
            for k in 0..per_side {
                let at = Vec3::new(i as f64 + 0.5, j as f64 + 0.5, k as f64 + 0.5);
                let y = low + cell.component_mul(&at);
                if inside(&y) {
                    count += 1.0;
                    first += y;
                    second += y * y.transpose();
                }
            }
        }
    }
    let volume = cell.product();
    let centre = first / count;
    let s = (second - centre * centre.transpose() * count) * volume;
    MassProperties {
        volume: count * volume,
        centre,
        inertia: Mat3::identity() * s.trace() - s,
        error: 0.0,
    }
}

fn assert_close(name: &str, found: &MassProperties, expected: &MassProperties, tolerance: f64) {
    let size = expected.volume.cbrt();
    let volume = (found.volume / expected.volume - 1.0).abs();
    let centre = (found.centre - expected.centre).norm() / size;
    let inertia = (found.inertia - expected.inertia).norm() / expected.inertia.norm();
    assert!(
        volume <= tolerance && centre <= tolerance && inertia <= tolerance,
        "{name}: volume off by {volume:.2e}, centre {centre:.2e}, inertia {inertia:.2e}"
    );
}

/// Whether y satisfies the rows at alpha = 1 (shapes without auxiliaries).
fn inside_rows(rows: &Rows, y: &Vec3) -> bool {
    let value = |i: usize| {
        let row = rows.row(i);
        rows.h0[i] + row[3] + row[0] * y.x + row[1] * y.y + row[2] * y.z
    };
    let mut at = rows.orthant;
    (0..rows.orthant).all(|i| value(i) >= 0.0)
        && rows.socs.iter().all(|&dim| {
            let tail: f64 = (at + 1..at + dim).map(|i| value(i).powi(2)).sum();
            let head = value(at);
            at += dim;
            head >= 0.0 && head * head >= tail
        })
}

#[test]
fn volumes_count_the_lattice_points_that_satisfy_the_rows() {
    for (name, shape) in primitives() {
        let rows = shape.rows();
        if rows.aux == 0 {
            let expected = counted(&shape, |y| inside_rows(&rows, y), 100);
            assert_close(name, &properties(&shape), &expected, 5e-3);
        }
    }
}

#[test]
fn sums_and_padded_shapes_count_the_lattice_points_inside_their_supports() {
    for (name, shape) in all() {
        if shape.rows().aux > 0 {
            let found = properties(&shape);
            let expected = counted(&shape, membership(&shape), 40);
            assert_close(name, &found, &expected, 2e-2);
        }
    }
}

#[test]
fn a_polytope_cube_weighs_what_the_box_weighs() {
    let corners: Vec<Vec3> = (0..8)
        .map(|i| {
            Vec3::from_fn(|k, _| [0.2, 0.3, 0.4][k] * if i >> k & 1 == 0 { 1.0 } else { -1.0 })
        })
        .collect();
    let polytope = Shape::Polytope(Polytope::from_vertices(&corners).unwrap());
    let cuboid = Shape::Cuboid(Cuboid::new(Vec3::new(0.2, 0.3, 0.4)).unwrap());
    assert_close("cube", &properties(&polytope), &properties(&cuboid), 1e-14);
}

#[test]
fn a_rounded_cube_follows_steiners_formula() {
    let (a, r) = (0.3, 0.1);
    let cube = Shape::Cuboid(Cuboid::new(Vec3::repeat(a)).unwrap());
    let rounded = properties(&plain_sum(cube, ball(r)));
    let s = 2.0 * a;
    let volume = s.powi(3) + 6.0 * s * s * r + 3.0 * PI * s * r * r + 4.0 / 3.0 * PI * r.powi(3);
    assert!((rounded.volume / volume - 1.0).abs() < 1e-14);
    assert!(rounded.centre.norm() < 1e-15);
    assert_eq!(rounded.error, 0.0);
    let spread = rounded.inertia - Mat3::identity() * (rounded.inertia.trace() / 3.0);
    assert!(spread.norm() < 1e-14 * rounded.inertia.norm());
}

#[test]
fn padding_a_little_adds_the_surface_times_the_padding() {
    // d volume / d radius = area, d^2 / d radius^2 / 2 = mean width terms: cubic in the radius.
    let volume = |r: f64| properties(&padded(stone(), r)).volume;
    let core = properties(&Shape::Polytope(stone())).volume;
    let leading = 4.0 / 3.0 * PI;
    let rest = |r: f64| (volume(r) - core - leading * r.powi(3)) / r;
    let linear = |r: f64, s: f64| (rest(r) - rest(s)) / (r - s);
    assert!((linear(0.1, 0.2) / linear(0.3, 0.7) - 1.0).abs() < 1e-11);
}

#[test]
fn exact_padding_agrees_with_the_quadrature_of_the_same_body() {
    // An ellipsoid with equal axes is a ball, but only the quadrature can know.
    for (name, core) in [("stone", stone()), ("wedge", wedge())] {
        let exact = properties(&padded(core.clone(), 0.07));
        let turned = placed(ellipsoid(0.07, 0.07, 0.07), [0.0; 3], [0.0; 3]);
        let sum = sum(Placed::at_origin(Shape::Polytope(core)), turned);
        let quadrature = properties(&sum);
        assert!(quadrature.error > 0.0 && quadrature.error < 1e-4, "{name}");
        assert_close(name, &quadrature, &exact, quadrature.error);
    }
}

#[test]
fn sums_of_like_shapes_are_the_larger_shape() {
    let turn = [0.3, -0.2, 0.5];
    let cases = [
        ("spheres", ball(0.1), ball(0.3), ball(0.4), true),
        (
            "capsule + sphere",
            capsule(0.1, 0.3),
            ball(0.2),
            capsule(0.3, 0.3),
            true,
        ),
        (
            "capsules in line",
            capsule(0.1, 0.3),
            capsule(0.2, 0.1),
            capsule(0.3, 0.4),
            true,
        ),
        (
            "stones",
            padded(stone(), 0.1),
            ball(0.1),
            padded(stone(), 0.2),
            true,
        ),
        (
            "ellipsoids",
            ellipsoid(0.1, 0.2, 0.3),
            ellipsoid(0.2, 0.4, 0.6),
            ellipsoid(0.3, 0.6, 0.9),
            false,
        ),
        (
            "capsule + round ellipsoid",
            capsule(0.1, 0.3),
            ellipsoid(0.05, 0.05, 0.05),
            capsule(0.15, 0.3),
            false,
        ),
        (
            "cylinders",
            cylinder(0.1, 0.3),
            cylinder(0.2, 0.5),
            cylinder(0.3, 0.8),
            false,
        ),
        (
            "cones",
            cone(0.1, 0.4),
            cone(0.3, 0.4),
            cone(0.4, 0.4),
            false,
        ),
    ];
    for (name, a, b, expected, exact) in cases {
        let sum = sum(
            placed(a, [0.1, 0.2, 0.3], turn),
            placed(b, [0.2, -0.1, 0.0], turn),
        );
        let found = properties(&sum);
        let place = placed(expected.clone(), [0.3, 0.1, 0.3], turn);
        let expected = properties(&expected).placed(&place.rotation, &place.offset);
        assert_eq!(found.error == 0.0, exact, "{name}");
        assert_close(name, &found, &expected, found.error.max(1e-13));
        assert!(
            found.error < 1e-4,
            "{name}: stated error {:.1e}",
            found.error
        );
    }
}

#[test]
fn a_cylinder_plus_a_ball_follows_pappus() {
    let (radius, length, r) = (0.2, 0.3, 0.1);
    let found = properties(&plain_sum(cylinder(radius, length), ball(r)));
    // Core, a wider cylinder around it, discs on the caps, and two quarter tori on the rims.
    let quarter = PI * r * r / 4.0;
    let rims = 2.0 * quarter * 2.0 * PI * (radius + 4.0 * r / (3.0 * PI));
    let volume = PI * (radius + r).powi(2) * length + 2.0 * PI * radius * radius * r + rims;
    let error = (found.volume / volume - 1.0).abs();
    assert!(
        error <= found.error && found.error < 1e-4,
        "{error:.1e} of {:.1e}",
        found.error
    );
    assert!(found.centre.norm() < 1e-5);
}

#[test]
fn the_centroid_of_a_cone_is_its_frame_origin() {
    let found = properties(&cone(0.4, 0.5));
    assert_eq!(found.centre, Vec3::zeros());
    let base = 0.4 * 0.5_f64.tan();
    assert!((found.inertia[(2, 2)] / found.volume - 0.3 * base * base).abs() < 1e-15);
}

#[test]
fn mass_properties_turn_and_move_with_the_shape() {
    let turn = Rot::from_scaled_axis(Vec3::new(0.5, -0.3, 0.8));
    let shift = Vec3::new(0.02, -0.03, 0.01);
    let moved: Vec<Vec3> = stone().vertices.iter().map(|v| turn * v + shift).collect();
    let moved = properties(&Shape::Polytope(Polytope::from_vertices(&moved).unwrap()));
    let expected = properties(&Shape::Polytope(stone())).placed(&turn, &shift);
    assert_close("stone", &moved, &expected, 1e-13);
}

#[test]
fn a_sum_with_curved_members_is_weighed_to_four_digits() {
    for (name, shape) in sums() {
        let found = properties(&shape);
        assert!(
            found.error < 1e-4,
            "{name}: stated error {:.1e}",
            found.error
        );
    }
}

#[test]
fn only_a_half_space_has_no_mass() {
    let plane = Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0).unwrap());
    assert!(plane.mass_properties().is_none());
}

/// Slices across the axis, of which only that they are discs is known: the squared radius of one is
/// the largest that a ball of the sweep has there.
fn sliced(radii: [f64; 2], length: f64) -> MassProperties {
    let ball = |t: f64, z: f64| {
        let radius = 0.5 * (radii[0] + radii[1]) + (radii[1] - radii[0]) * t / length;
        radius * radius - (z - t).powi(2)
    };
    // Golden sections: the squared radius is concave in t.
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let square = |z: f64| {
        let (mut low, mut high) = (-0.5 * length, 0.5 * length);
        for _ in 0..60 {
            let step = golden * (high - low);
            if ball(high - step, z) > ball(low + step, z) {
                high = low + step;
            } else {
                low = high - step;
            }
        }
        ball(0.5 * (low + high), z)
    };
    let (bottom, top) = (-0.5 * length - radii[0], 0.5 * length + radii[1]);
    let count = 40_000;
    let thickness = (top - bottom) / f64::from(count);
    let slices: Vec<[f64; 2]> = (0..count)
        .map(|k| bottom + (f64::from(k) + 0.5) * thickness)
        .map(|z| [z, square(z)])
        .collect();
    let integral = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        slices
            .iter()
            .map(|&[z, s]| f(z, s) * PI * s * thickness)
            .sum()
    };
    let volume = integral(&|_, _| 1.0);
    let centre = integral(&|z, _| z) / volume;
    let across = integral(&|z, s| 0.25 * s + (z - centre).powi(2));
    let along = integral(&|_, s| 0.5 * s);
    MassProperties {
        volume,
        centre: Vec3::z() * centre,
        inertia: Mat3::from_diagonal(&Vec3::new(across, across, along)),
        error: 0.0,
    }
}

#[test]
fn a_tapered_capsule_weighs_what_its_slices_weigh() {
    for (radii, length) in [
        ([0.1, 0.16], 0.3),
        ([0.2, 0.05], 0.16),
        ([0.3, 0.02], 2.0),
        ([0.1, 0.1], 0.3),
    ] {
        let found = properties(&tapered_capsule(radii, length));
        let name = format!("{radii:?}, {length}");
        assert_close(&name, &found, &sliced(radii, length), 1e-8);
        assert_eq!(found.error, 0.0);
    }
    let even = properties(&tapered_capsule([0.1, 0.1], 0.3));
    assert_close("even", &even, &properties(&capsule(0.1, 0.3)), 1e-14);
}
