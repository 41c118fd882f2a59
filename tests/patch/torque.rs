//! The torque that a spinning body feels, against uniform pressure.

use super::truth::{mean_distance, rectangle};
use super::{GRAVITY, H, lying, on, on_its_side, step};
use drystone::math::{Rot, Vec3};
use drystone::shape::{Cylinder, Ellipsoid, Polytope, Shape};
use std::f64::consts::PI;

/// The torque about the vertical over friction and weight while a body of 1 kg spins on a floor.
fn lever(floor: &Shape, body: &Shape, friction: f64, height: f64, own: Rot, yaw: f64) -> f64 {
    let mut at = lying(height, yaw, own);
    let spin = 20.0;
    at.angular_velocity = at.rotation.inverse() * (Vec3::z() * spin);
    let (model, state) = on(floor, body, friction, at);
    let after = step(&model, &state, 1e-8).state;
    let inertia = model.bodies[1].inertia;
    let about = |state: &drystone::world::State| {
        let body = &state.bodies[1];
        (body.rotation * (inertia * body.angular_velocity)).z
    };
    (about(&state) - about(&after)) / (friction * GRAVITY * H)
}

#[track_caller]
fn check(name: &str, body: &Shape, height: f64, own: Rot, truth: f64) {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for floor in [super::scenes::ground(), super::table()] {
        for friction in [0.1, 0.3, 1.0] {
            for yaw in [0.0, 0.2, PI / 8.0, 0.6, PI / 4.0] {
                let lever = lever(&floor, body, friction, height, own, yaw);
                let ratio = lever / truth;
                (least, most) = (least.min(ratio), most.max(ratio));
                assert!(
                    (0.85..1.15).contains(&ratio),
                    "{name}, friction {friction}, yaw {yaw}: {lever:.5} m, truth {truth:.5} m"
                );
            }
        }
    }
    println!("{name}: {least:.3} to {most:.3} of uniform pressure");
}

#[test]
fn a_box_holds_what_uniform_pressure_holds() {
    for [a, b] in [[0.1, 0.1], [0.02, 0.02], [0.2, 0.05], [0.4, 0.02]] {
        let shape = super::scenes::cuboid(a, b, 0.05);
        check(
            &format!("box {a} x {b}"),
            &shape,
            0.05,
            Rot::identity(),
            rectangle(a, b),
        );
    }
}

/// The distance of long parts that touch is relaxed by more than that of short ones, and what the patch loses with
/// distance must not count that.
#[test]
fn a_face_holds_the_same_however_long_the_parts_behind_it_are() {
    let truth = rectangle(0.1, 0.1);
    let cube = super::scenes::cuboid(0.1, 0.1, 0.1);
    let mut cases = 0;
    let mut hold = |floor: &Shape, body: &Shape, height: f64| {
        for yaw in [0.0, 0.2, PI / 4.0] {
            let lever = lever(floor, body, 0.5, height, Rot::identity(), yaw);
            let ratio = lever / truth;
            assert!(
                (0.85..1.15).contains(&ratio),
                "{ratio} of uniform pressure, yaw {yaw}: {floor:?} under {body:?}"
            );
            cases += 1;
        }
    };
    for long in [0.1, 1.0, 3.0, 10.0, 100.0] {
        hold(&super::scenes::cuboid(0.3, 0.3, long), &cube, 0.1);
        hold(&super::scenes::cuboid(long.max(0.3), 0.3, 0.1), &cube, 0.1);
        let standing = super::scenes::cuboid(0.1, 0.1, long);
        hold(&super::scenes::ground(), &standing, long);
        hold(&super::table(), &standing, long);
    }
    assert_eq!(cases, 60);
}

#[test]
fn a_disc_and_prisms_hold_what_uniform_pressure_holds() {
    let (radius, half) = (0.1, 0.04);
    let disc = Shape::Cylinder(Cylinder::new(radius, 2.0 * half).unwrap());
    check("disc", &disc, half, Rot::identity(), 2.0 / 3.0 * radius);
    for corners in [3, 5, 8, 32] {
        let angle = |i: usize| 2.0 * PI * i as f64 / corners as f64;
        let mut normals: Vec<Vec3> = (0..corners)
            .map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0))
            .collect();
        let inside = normals.clone();
        normals.extend([Vec3::z(), -Vec3::z()]);
        let mut offsets = vec![radius; corners];
        offsets.extend([half; 2]);
        let prism = Shape::Polytope(Polytope::from_faces(&normals, &offsets).unwrap());
        let truth = mean_distance(2.0 * radius, &|x, y| {
            inside.iter().all(|n| n.x * x + n.y * y < radius)
        });
        check(
            &format!("prism of {corners}"),
            &prism,
            half,
            Rot::identity(),
            truth,
        );
    }
}

#[test]
fn a_line_holds_half_of_its_half_length() {
    let cylinder = Shape::Cylinder(Cylinder::new(0.05, 0.4).unwrap());
    check("lying cylinder", &cylinder, 0.05, on_its_side(), 0.1);
    let capsule = Shape::capsule(0.03, 0.4).unwrap();
    check("lying capsule", &capsule, 0.03, on_its_side(), 0.1);
    let cube = super::scenes::cuboid(0.1, 0.1, 0.1);
    let edge = Rot::from_axis_angle(&Vec3::x_axis(), PI / 4.0);
    check("edge of a cube", &cube, 0.1 * 2.0_f64.sqrt(), edge, 0.05);
}

#[test]
fn a_sum_with_a_ball_holds_what_its_face_holds() {
    let corners: Vec<Vec3> = (0..8)
        .map(|i| {
            let sign = |bit: i32| if i & bit == 0 { 1.0 } else { -1.0 };
            Vec3::new(0.1 * sign(1), 0.06 * sign(2), 0.02 * sign(4))
        })
        .collect();
    let core = Polytope::from_vertices(&corners).unwrap();
    let padded = Shape::padded(core, 0.02).unwrap();
    check(
        "padded box",
        &padded,
        0.04,
        Rot::identity(),
        rectangle(0.1, 0.06),
    );
}

#[test]
fn a_point_holds_next_to_nothing() {
    let ellipsoid = Shape::Ellipsoid(Ellipsoid::new(Vec3::new(0.1, 0.1, 0.08)).unwrap());
    let ball = Shape::sphere(0.1).unwrap();
    let upright = Shape::capsule(0.1, 0.1).unwrap();
    // The height, and the radius of curvature below.
    for (shape, height, radius) in [
        (ellipsoid, 0.08, 0.125),
        (ball, 0.1, 0.1),
        (upright, 0.15, 0.1),
    ] {
        let lever = lever(
            &super::scenes::ground(),
            &shape,
            0.5,
            height,
            Rot::identity(),
            0.3,
        );
        assert!(
            (-1e-9..0.01 * radius).contains(&lever),
            "{shape:?}: {lever} m"
        );
    }
}
