//! Penetration by support functions, against contacts whose depth is known.

use crate::shapes::catalogue::*;
use drystone::math::{Rot, Vec3};
use drystone::shape::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

type Pose = (Vec3, Rot);

fn at(position: [f64; 3], turn: [f64; 3]) -> Pose {
    (
        Vec3::from(position),
        Rot::from_scaled_axis(Vec3::from(turn)),
    )
}

struct Contact {
    name: &'static str,
    first: Shape,
    first_pose: Pose,
    second: Shape,
    second_pose: Pose,
    /// From first to second.
    normal: Vec3,
    depth: f64,
}

/// Contacts of depth `t` (negative: apart) with a known normal.
fn contacts(t: f64) -> Vec<Contact> {
    let z = Vec3::z();
    let cube = || Shape::Cuboid(Cuboid::new(Vec3::repeat(0.5)).unwrap());
    let origin = at([0.0; 3], [0.0; 3]);
    let on_edge = at(
        [0.1, 0.0, 0.5 + 0.5 * 2f64.sqrt() - t],
        [FRAC_PI_4, 0.0, 0.0],
    );
    // A cube with its diagonal upright stands on a corner.
    let upright = Rot::rotation_between(&Vec3::repeat(1.0), &z).unwrap();
    let half_diagonal = 0.5 * 3f64.sqrt();
    // Two edges that cross at right angles.
    let under = at([0.0; 3], [FRAC_PI_4, 0.0, 0.0]);
    let over = (
        Vec3::new(0.1, 0.2, 2f64.sqrt() - t),
        Rot::from_scaled_axis(z * FRAC_PI_2) * Rot::from_scaled_axis(Vec3::x() * FRAC_PI_4),
    );
    let tilt = Vec3::new(0.6, 0.0, 0.8);
    let lying = (
        z * (0.5 + 0.2 - t),
        Rot::from_scaled_axis(z * 0.3) * Rot::from_scaled_axis(Vec3::x() * FRAC_PI_2),
    );
    let contact = |name, first, first_pose, second, second_pose, normal, depth| Contact {
        name,
        first,
        first_pose,
        second,
        second_pose,
        normal,
        depth,
    };
    vec![
        contact(
            "sphere on sphere",
            ball(0.3),
            origin,
            ball(0.5),
            (tilt * (0.8 - t), Rot::identity()),
            tilt,
            t,
        ),
        contact(
            "sphere on face",
            cube(),
            origin,
            ball(0.3),
            at([0.2, 0.1, 0.8 - t], [0.0; 3]),
            z,
            t,
        ),
        contact(
            "face on face",
            cube(),
            origin,
            cube(),
            at([0.3, 0.2, 1.0 - t], [0.0, 0.0, 0.7]),
            z,
            t,
        ),
        contact("edge on face", cube(), origin, cube(), on_edge, z, t),
        contact(
            "corner on face",
            cube(),
            origin,
            cube(),
            (Vec3::new(0.1, 0.05, 0.5 + half_diagonal - t), upright),
            z,
            t,
        ),
        contact("edge on edge", cube(), under, cube(), over, z, t),
        contact(
            "capsule on face",
            cube(),
            origin,
            capsule(0.2, 0.6),
            lying,
            z,
            t,
        ),
        contact(
            "capsule across an edge",
            cube(),
            under,
            capsule(0.2, 0.6),
            at(
                [0.0, 0.1, 0.5 * 2f64.sqrt() + 0.2 - t],
                [FRAC_PI_2, 0.0, 0.0],
            ),
            z,
            t,
        ),
        contact(
            "cylinder lying on a face",
            cube(),
            origin,
            cylinder(0.2, 0.6),
            lying,
            z,
            t,
        ),
        contact(
            "cylinder standing on a face",
            cube(),
            origin,
            cylinder(0.2, 0.6),
            at([0.0, 0.3, 0.8 - t], [0.0; 3]),
            z,
            t,
        ),
        contact(
            "cylinders crossed",
            cylinder(0.2, 1.0),
            at([0.0; 3], [FRAC_PI_2, 0.0, 0.0]),
            cylinder(0.1, 1.0),
            at([0.1, 0.1, 0.3 - t], [0.0, FRAC_PI_2, 0.0]),
            z,
            t,
        ),
        contact(
            "cone on its apex",
            cube(),
            origin,
            cone(0.4, 0.3),
            at([0.1, 0.1, 0.8 - t], [0.0; 3]),
            z,
            t,
        ),
        contact(
            "ellipsoid on face",
            cube(),
            origin,
            ellipsoid(0.1, 0.2, 0.3),
            at([0.1, 0.1, 0.8 - t], [0.0; 3]),
            z,
            t,
        ),
        contact(
            "ellipsoids tip to tip",
            ellipsoid(0.3, 0.2, 0.25),
            origin,
            ellipsoid(0.2, 0.3, 0.4),
            at([0.0, 0.0, 0.65 - t], [0.0; 3]),
            z,
            t,
        ),
        contact(
            "rounded brick on face",
            cube(),
            origin,
            plain_sum(brick(), ball(0.05)),
            at([0.1, 0.0, 0.5 + 0.13 - t], [0.0, 0.0, 0.3]),
            z,
            t,
        ),
    ]
}

fn depth(c: &Contact, guess: &Vec3) -> f64 {
    let first = Placed::at_origin(c.first.clone());
    let second = Placed::at_origin(c.second.clone());
    penetration(&first, &c.first_pose, &second, &c.second_pose, guess)
}

#[test]
fn known_depths_and_distances_are_found_to_a_billionth() {
    // A gap beside a corner or tip is measured along the same normal as the overlap.
    for t in [0.04, 1e-3, 0.0, -1e-3, -0.04] {
        for c in contacts(t) {
            for tilt in [
                Vec3::zeros(),
                Vec3::new(1e-6, 2e-6, 0.0),
                Vec3::new(0.03, -0.05, 0.02),
            ] {
                let found = depth(&c, &(c.normal + tilt).normalize());
                let error = (found - c.depth).abs();
                assert!(
                    error < 1e-9,
                    "{} at depth {t}: {found}, tilt {}",
                    c.name,
                    tilt.norm()
                );
            }
        }
    }
}

#[test]
fn every_normal_gives_a_lower_bound_of_the_separation() {
    for c in contacts(0.03).iter().chain(&contacts(-0.03)) {
        let (first, second) = (
            Placed::at_origin(c.first.clone()),
            Placed::at_origin(c.second.clone()),
        );
        for n in directions(500).chain([c.normal]) {
            let bound = gap_certificate(&first, &c.first_pose, &second, &c.second_pose, &n);
            assert!(bound <= -c.depth + 1e-14, "{}: {bound} along {n}", c.name);
        }
        let bound = gap_certificate(&first, &c.first_pose, &second, &c.second_pose, &c.normal);
        assert!((bound + c.depth).abs() < 1e-14, "{}: {bound}", c.name);
    }
}

#[test]
fn swapping_the_pair_keeps_the_depth() {
    for c in contacts(0.02) {
        let (first, second) = (
            Placed::at_origin(c.first.clone()),
            Placed::at_origin(c.second.clone()),
        );
        let swapped = penetration(&second, &c.second_pose, &first, &c.first_pose, &-c.normal);
        assert!((swapped - c.depth).abs() < 1e-9, "{}: {swapped}", c.name);
    }
}

#[test]
fn depth_does_not_change_when_the_world_is_turned_and_moved() {
    let turn = Rot::from_scaled_axis(Vec3::new(0.4, 1.2, -0.6));
    let shift = Vec3::new(10.0, -20.0, 5.0);
    for mut c in contacts(0.02) {
        let moved = |p: &Pose| (turn * p.0 + shift, turn * p.1);
        (c.first_pose, c.second_pose) = (moved(&c.first_pose), moved(&c.second_pose));
        let found = depth(&c, &(turn * c.normal + Vec3::new(1e-5, 0.0, 1e-5)));
        assert!((found - c.depth).abs() < 1e-9, "{}: {found}", c.name);
    }
}

#[test]
fn a_wrong_guess_costs_little_where_the_contact_is_plain() {
    for c in contacts(1e-3) {
        let found = depth(&c, &Vec3::new(0.5, -0.4, 0.3).normalize());
        assert!((found - c.depth).abs() < 1e-6, "{}: {found}", c.name);
    }
}

#[test]
fn a_half_space_is_judged_along_its_own_normal() {
    let ground = Placed::at_origin(Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.1).unwrap()));
    let pose = at([0.0, 0.0, 1.0], [0.0; 3]);
    let cube = placed(brick(), [0.0, 0.0, 0.02], [0.0; 3]);
    let cube_pose = at([5.0, 7.0, 1.1 + 0.08 - 0.02 - 0.003], [0.0; 3]);
    let depth = penetration(&ground, &pose, &cube, &cube_pose, &Vec3::x());
    assert!((depth - 0.003).abs() < 1e-15);
    let swapped = penetration(&cube, &cube_pose, &ground, &pose, &Vec3::x());
    assert!((swapped - 0.003).abs() < 1e-15);
    let certificate = |n: &Vec3| gap_certificate(&ground, &pose, &cube, &cube_pose, n);
    assert!((certificate(&Vec3::z()) + 0.003).abs() < 1e-15);
    assert_eq!(certificate(&Vec3::x()), f64::NEG_INFINITY);
}
