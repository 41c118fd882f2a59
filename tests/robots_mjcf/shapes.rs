//! Shapes: sizes, where they are, and what they become.

use super::{body, model, world};
use drystone::Vec3;
use drystone::shape::{Placed, Shape};

/// Returns the only part of a body with one shape.
fn part(shape: &str) -> Placed {
    let scene = world(&format!(
        "<body name=\"b\"><freejoint/><geom {shape}/></body>"
    ));
    let own = body(&scene, "b");
    assert_eq!(own.parts.len(), 1);
    let mut placed = own.parts[0].placed.clone();
    placed.offset += own.centre_of_mass;
    placed
}

/// Asserts that a shape lies between two corners.
fn spans(placed: &Placed, low: [f64; 3], high: [f64; 3]) {
    let (a, b) = placed.bounds();
    assert!(
        (a - Vec3::from(low)).norm() < 1e-12,
        "{a} instead of {low:?}"
    );
    assert!(
        (b - Vec3::from(high)).norm() < 1e-12,
        "{b} instead of {high:?}"
    );
}

#[test]
fn sizes_are_halves() {
    let at = "pos=\"1 0 0\"";
    let ball = part(&format!("{at} size=\"0.1\""));
    assert!(matches!(ball.shape, Shape::Sphere(_)));
    spans(&ball, [0.9, -0.1, -0.1], [1.1, 0.1, 0.1]);
    spans(
        &part(&format!("{at} type=\"box\" size=\"0.1 0.2 0.3\"")),
        [0.9, -0.2, -0.3],
        [1.1, 0.2, 0.3],
    );
    spans(
        &part(&format!("{at} type=\"ellipsoid\" size=\"0.1 0.2 0.3\"")),
        [0.9, -0.2, -0.3],
        [1.1, 0.2, 0.3],
    );
    spans(
        &part(&format!("{at} type=\"cylinder\" size=\"0.1 0.3\"")),
        [0.9, -0.1, -0.3],
        [1.1, 0.1, 0.3],
    );
    spans(
        &part(&format!("{at} type=\"capsule\" size=\"0.1 0.3\"")),
        [0.9, -0.1, -0.4],
        [1.1, 0.1, 0.4],
    );
}

#[test]
fn shapes_reach_from_one_point_to_another() {
    let ends = "fromto=\"0 -1 0.5 0 1 0.5\" size=\"0.1\"";
    spans(
        &part(&format!("type=\"capsule\" {ends}")),
        [-0.1, -1.1, 0.4],
        [0.1, 1.1, 0.6],
    );
    spans(
        &part(&format!("type=\"cylinder\" {ends}")),
        [-0.1, -1.0, 0.4],
        [0.1, 1.0, 0.6],
    );
    spans(
        &part(&format!("type=\"box\" {ends}")),
        [-0.1, -1.0, 0.4],
        [0.1, 1.0, 0.6],
    );
    spans(
        &part(&format!("type=\"ellipsoid\" {ends}")),
        [-0.1, -1.0, 0.4],
        [0.1, 1.0, 0.6],
    );
}

#[test]
fn a_plane_is_a_half_space() {
    let scene = world(
        "<geom type=\"plane\" size=\"1 1 1\" pos=\"0 0 0.5\" zaxis=\"0 1 0\"/><body pos=\"0 5 0\"><freejoint/><geom size=\"0.1\"/></body>",
    );
    let parts = &scene.model.bodies[0].parts;
    assert!(matches!(parts[0].placed.shape, Shape::HalfSpace(_)));
    let normal = parts[0].placed.rotation * Vec3::z();
    assert!((normal - Vec3::y()).norm() < 1e-15);
}

#[test]
fn a_mesh_stands_in_the_frame_of_its_numbers() {
    let corner = "vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"";
    let mesh = |more: &str| {
        let scene = model(&format!(
            "<asset><mesh name=\"m\" {corner} {more}/></asset><worldbody><body name=\"b\"><freejoint/>
             <geom type=\"mesh\" mesh=\"m\" pos=\"0 0 1\"/></body></worldbody>"
        ));
        let own = body(&scene, "b");
        let mut placed = own.parts[0].placed.clone();
        placed.offset += own.centre_of_mass;
        placed
    };
    spans(&mesh(""), [0.0, 0.0, 1.0], [1.0, 1.0, 2.0]);
    spans(&mesh("scale=\"2 1 0.5\""), [0.0, 0.0, 1.0], [2.0, 1.0, 1.5]);
    // The reference is subtracted first, then its turn is taken back: x becomes -y.
    spans(&mesh("refpos=\"1 0 0\""), [-1.0, 0.0, 1.0], [0.0, 1.0, 2.0]);
    let quarter = "refquat=\"1 0 0 1\"";
    spans(&mesh(quarter), [0.0, -1.0, 1.0], [1.0, 0.0, 2.0]);
    spans(
        &mesh(&format!("{quarter} refpos=\"1 0 0\" scale=\"2 2 2\"")),
        [0.0, 0.0, 1.0],
        [2.0, 2.0, 3.0],
    );
}

#[test]
fn what_touches_nothing_is_drawn_only() {
    let seen = "contype=\"0\" conaffinity=\"0\"";
    let scene = world(&format!(
        "<geom type=\"plane\" size=\"1 1 1\" {seen}/>
         <body name=\"b\"><freejoint/><geom size=\"0.1\" {seen}/><geom type=\"hfield\" hfield=\"h\" {seen} mass=\"0\"/></body>"
    ));
    assert!(scene.model.bodies.iter().all(|body| body.parts.is_empty()));
}
