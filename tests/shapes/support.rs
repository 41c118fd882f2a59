//! Support functions, bounds and radii.

use crate::shapes::catalogue::*;
use drystone::math::Vec3;
use drystone::shape::*;

/// Points of a shape made without its support function: convex combinations of the images of
/// simple point sets.
fn sampled(shape: &Shape) -> Vec<Vec3> {
    let ring = |r: f64, z: f64| {
        (0..64).map(move |k| {
            let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 64.0).sin_cos();
            Vec3::new(r * cos, r * sin, z)
        })
    };
    let ball = |r: f64| directions(400).map(move |n| n * r);
    match shape {
        Shape::HalfSpace(_) => Vec::new(),
        Shape::Cuboid(s) => (0..8)
            .map(|i| {
                Vec3::from_fn(|k, _| s.half_extents[k] * if i >> k & 1 == 0 { 1.0 } else { -1.0 })
            })
            .collect(),
        Shape::Polytope(s) => s.vertices.clone(),
        Shape::Sphere(s) => ball(s.radius).collect(),
        Shape::Ellipsoid(s) => ball(1.0).map(|n| n.component_mul(&s.semi_axes)).collect(),
        Shape::Capsule(s) => ball(s.radius)
            .flat_map(|n| [1.0, -1.0].map(|t| n + Vec3::z() * (t * s.length / 2.0)))
            .collect(),
        Shape::TaperedCapsule(s) => [-0.5, 0.5]
            .iter()
            .zip(s.radii)
            .flat_map(|(end, r)| ball(r).map(move |n| n + Vec3::z() * (end * s.length)))
            .collect(),
        Shape::Cylinder(s) => ring(s.radius, s.length / 2.0)
            .chain(ring(s.radius, -s.length / 2.0))
            .collect(),
        Shape::CircularCone(s) => ring(s.base_radius(), s.height / 4.0)
            .chain([Vec3::z() * (-0.75 * s.height)])
            .collect(),
        Shape::PaddedPolytope(s) => ball(s.radius)
            .flat_map(|n| {
                s.core
                    .vertices
                    .iter()
                    .map(move |v| v + n)
                    .collect::<Vec<_>>()
            })
            .collect(),
        Shape::PointHull(s) => {
            let around = |n: Vec3| s.points().iter().map(move |v| v + n);
            ball(s.radius()).flat_map(around).collect()
        }
        Shape::Minkowski(s) => {
            let of = |c: &Placed| -> Vec<Vec3> {
                sampled(&c.shape)
                    .iter()
                    .step_by(7)
                    .map(|y| c.rotation * y + c.offset)
                    .collect()
            };
            let (a, b) = (of(&s.children[0]), of(&s.children[1]));
            a.iter()
                .flat_map(|p| b.iter().map(move |q| p + q))
                .collect()
        }
    }
}

#[test]
fn no_sampled_point_is_beyond_the_support_and_some_come_close() {
    for (name, shape) in all() {
        let cloud = sampled(&shape);
        let nested = name.contains('+');
        for d in directions(60) {
            let h = shape.support(&d).unwrap().dot(&d);
            let reached = cloud
                .iter()
                .map(|y| y.dot(&d))
                .fold(f64::NEG_INFINITY, f64::max);
            let size = shape.bounding_radius();
            assert!(reached <= h + 1e-14 * size, "{name}: {reached} beyond {h}");
            if !nested {
                assert!(
                    h - reached < 2e-2 * size,
                    "{name}: {h} far beyond {reached}"
                );
            }
        }
    }
}

#[test]
fn support_points_satisfy_the_rows_with_the_best_auxiliaries_at_alpha_one() {
    // Shapes without auxiliaries: the support point is on the boundary of the rows.
    for (name, shape) in primitives() {
        let rows = shape.rows();
        if rows.aux > 0 {
            continue;
        }
        for d in directions(200) {
            let y = shape.support(&d).unwrap();
            let value = |i: usize| {
                let r = rows.row(i);
                rows.h0[i] + r[3] + r[0] * y.x + r[1] * y.y + r[2] * y.z
            };
            let mut slack = (0..rows.orthant).map(value).fold(f64::INFINITY, f64::min);
            let mut at = rows.orthant;
            for dim in &rows.socs {
                let tail: f64 = (at + 1..at + dim).map(|i| value(i).powi(2)).sum();
                slack = slack.min(value(at) - tail.sqrt());
                at += dim;
            }
            assert!(slack.abs() < 1e-14, "{name}: slack {slack:.1e}");
        }
    }
}

#[test]
fn supports_in_special_directions_are_points_of_the_shape() {
    for (name, shape) in all() {
        let (size, inner) = (shape.bounding_radius(), shape.inscribed_radius());
        assert!(inner > 0.0 && inner <= size, "{name}");
        let axes = (0..3).flat_map(|k| [Vec3::ith(k, 1.0), Vec3::ith(k, -1.0)]);
        for d in axes.chain([Vec3::zeros(), Vec3::x() * 1e-300]) {
            let y = shape.support(&d).unwrap();
            assert!(
                y.iter().all(|c| c.is_finite()) && y.norm() <= size * (1.0 + 1e-14),
                "{name} {d}"
            );
        }
    }
}

/// The point about which the inscribed ball of a sum is meant: the sum of its members' origins.
fn reference(shape: &Shape) -> Vec3 {
    match shape {
        Shape::Minkowski(s) => s.children[0].offset + s.children[1].offset,
        Shape::PointHull(_) => shape.reference_point(),
        _ => Vec3::zeros(),
    }
}

#[test]
fn radii_bound_the_support_function() {
    for (name, shape) in all() {
        let (outer, inner) = (shape.bounding_radius(), shape.inscribed_radius());
        let (mut largest, mut smallest) = (0.0_f64, f64::INFINITY);
        for d in directions(20_000) {
            let y = shape.support(&d).unwrap();
            largest = largest.max(y.norm());
            smallest = smallest.min(d.dot(&(y - reference(&shape))));
        }
        assert!(largest <= outer * (1.0 + 1e-14), "{name}");
        if !name.contains('+') {
            assert!(smallest >= inner * (1.0 - 1e-14), "{name}");
            assert!(largest > 0.995 * outer, "{name}: bounding radius is tight");
            assert!(smallest < 1.05 * inner, "{name}: inscribed radius is tight");
        } else if !name.contains('(') {
            assert!(smallest >= inner * (1.0 - 1e-14), "{name}");
        }
    }
}

#[test]
fn bounds_of_a_placed_shape_are_its_supports_along_the_axes() {
    for (name, shape) in all() {
        let part = placed(shape, [0.3, -0.2, 0.5], [0.4, -0.8, 0.6]);
        let (low, high) = part.bounds();
        for k in 0..3 {
            let axis = Vec3::ith(k, 1.0);
            assert!(
                (high[k] - part.support_value(&axis)).abs() < 1e-15,
                "{name}"
            );
            assert!(
                (low[k] + part.support_value(&-axis)).abs() < 1e-15,
                "{name}"
            );
        }
        for y in sampled(&part.shape) {
            let y = part.rotation * y + part.offset;
            assert!(
                (0..3).all(|k| low[k] - 1e-14 <= y[k] && y[k] <= high[k] + 1e-14),
                "{name}"
            );
        }
    }
}

#[test]
fn a_half_space_is_supported_along_its_own_normal_only() {
    let plane = Shape::HalfSpace(HalfSpace::new(Vec3::new(0.0, 3.0, 4.0), 0.2).unwrap());
    assert!(plane.support(&Vec3::z()).is_none());
    let part = placed(plane, [0.0, 1.0, 1.0], [0.0; 3]);
    let normal = Vec3::new(0.0, 0.6, 0.8);
    assert!((part.support_value(&normal) - 1.6).abs() < 1e-15);
    assert_eq!(part.support_value(&Vec3::z()), f64::INFINITY);
    assert_eq!(part.support_value(&-normal), f64::INFINITY);
    assert_eq!(part.bounds().0, Vec3::repeat(f64::NEG_INFINITY));
    assert_eq!(part.bounds().1, Vec3::repeat(f64::INFINITY));
}
