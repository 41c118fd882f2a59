//! Masses: of shapes, of `<inertial>`, and what `<compiler>` does to them.

use super::{body, model, same, world};
use drystone::Vec3;
use drystone::world::Body;
use std::f64::consts::PI;

/// Checks mass and principal moments (about x, y, z of the shape) of a body.
fn check(body: &Body, mass: f64, moments: [f64; 3]) {
    same(body.mass, mass);
    for (k, moment) in moments.into_iter().enumerate() {
        same(body.inertia[(k, k)], moment);
    }
}

/// Returns a free body with a shape.
fn free(shape: &str) -> String {
    format!("<body name=\"b\"><freejoint/><geom {shape}/></body>")
}

#[test]
fn solids_have_the_mass_of_their_formulas() {
    let ball = world(&free("size=\"0.1\" density=\"500\""));
    let m = 500.0 * 4.0 / 3.0 * PI * 1e-3;
    check(body(&ball, "b"), m, [0.4 * m * 0.01; 3]);

    let cuboid = world(&free("type=\"box\" size=\"0.1 0.2 0.3\""));
    let m = 1000.0 * 8.0 * 0.006;
    check(
        body(&cuboid, "b"),
        m,
        [m / 3.0 * 0.13, m / 3.0 * 0.10, m / 3.0 * 0.05],
    );

    let egg = world(&free("type=\"ellipsoid\" size=\"0.1 0.2 0.3\""));
    let m = 1000.0 * 4.0 / 3.0 * PI * 0.006;
    check(
        body(&egg, "b"),
        m,
        [m / 5.0 * 0.13, m / 5.0 * 0.10, m / 5.0 * 0.05],
    );

    let tin = world(&free("type=\"cylinder\" size=\"0.1 0.2\" mass=\"2\""));
    let across = 2.0 / 12.0 * (3.0 * 0.01 + 0.16);
    check(body(&tin, "b"), 2.0, [across, across, 0.01]);

    // A rod and two half balls, whose centres are 3/8 of the radius beyond its ends.
    let pill = world(&free("type=\"capsule\" size=\"0.1 0.2\""));
    let (rod, caps) = (1000.0 * PI * 0.01 * 0.4, 1000.0 * 4.0 / 3.0 * PI * 1e-3);
    let half_ball = 0.4 * 0.01 - (0.375_f64 * 0.1).powi(2);
    let across = rod / 12.0 * (3.0 * 0.01 + 0.16) + caps * (half_ball + (0.2_f64 + 0.0375).powi(2));
    check(
        body(&pill, "b"),
        rod + caps,
        [across, across, 0.5 * rod * 0.01 + 0.4 * caps * 0.01],
    );
}

#[test]
fn shapes_add_up_and_those_that_are_only_seen_count() {
    let scene = world(
        r#"<body name="b"><freejoint/>
             <geom mass="1" size="0.1" pos="0 0 1"/>
             <geom mass="3" size="0.1" pos="0 0 -1" contype="0" conaffinity="0"/>
             <geom mass="0" size="0.5"/>
           </body>"#,
    );
    let b = body(&scene, "b");
    same(b.mass, 4.0);
    assert!((b.centre_of_mass - Vec3::new(0.0, 0.0, -0.5)).norm() < 1e-15);
    same(
        b.inertia[(0, 0)],
        4.0 * 0.4 * 0.01 + 1.0 * 2.25 + 3.0 * 0.25,
    );
    assert_eq!(b.parts.len(), 2);
}

#[test]
fn an_inertial_comes_before_shapes_unless_the_compiler_says_otherwise() {
    let inside = r#"<worldbody><body name="b"><freejoint/>
        <inertial pos="0.1 0 0" mass="5" diaginertia="1 2 2.5"/><geom size="0.1" mass="1"/></body></worldbody>"#;
    let scene = model(inside);
    let b = body(&scene, "b");
    check(b, 5.0, [1.0, 2.0, 2.5]);
    assert_eq!(b.centre_of_mass, Vec3::new(0.1, 0.0, 0.0));
    let scene = model(&format!("<compiler inertiafromgeom=\"true\"/>{inside}"));
    check(body(&scene, "b"), 1.0, [0.004; 3]);
    let full = inside.replace(
        "diaginertia=\"1 2 2.5\"",
        "fullinertia=\"1 2 2.5 0.1 0.2 0.3\"",
    );
    let b = body(&model(&full), "b").inertia;
    let entries = [
        b[(0, 0)],
        b[(1, 1)],
        b[(2, 2)],
        b[(0, 1)],
        b[(0, 2)],
        b[(1, 2)],
    ];
    for (found, right) in entries.into_iter().zip([1.0, 2.0, 2.5, 0.1, 0.2, 0.3]) {
        same(found, right);
    }
    // A quarter turn about z exchanges the moments about x and y.
    let turned = inside.replace("mass=\"5\"", "mass=\"5\" euler=\"0 0 90\"");
    check(body(&model(&turned), "b"), 5.0, [2.0, 1.0, 2.5]);
}

#[test]
fn the_compiler_bounds_balances_and_scales() {
    let bodies = r#"<worldbody><body name="a"><freejoint/><geom size="0.1" mass="1"/></body>
        <body name="b" pos="1 0 0"><freejoint/><geom size="0.1" mass="3"/></body></worldbody>"#;
    let scene = model(&format!("<compiler settotalmass=\"8\"/>{bodies}"));
    check(body(&scene, "a"), 2.0, [0.008; 3]);
    check(body(&scene, "b"), 6.0, [0.024; 3]);
    let scene = model(&format!(
        "<compiler boundmass=\"2\" boundinertia=\"0.01\"/>{bodies}"
    ));
    check(body(&scene, "a"), 2.0, [0.01; 3]);
    check(body(&scene, "b"), 3.0, [0.012; 3]);
    let scene = model(
        r#"<compiler balanceinertia="true"/><worldbody><body name="b"><freejoint/>
           <inertial pos="0 0 0" mass="1" diaginertia="1 1 4"/><geom size="0.1"/></body></worldbody>"#,
    );
    check(body(&scene, "b"), 1.0, [2.0; 3]);
}

#[test]
fn only_the_groups_of_the_compiler_have_mass() {
    let scene = model(
        r#"<compiler inertiagrouprange="1 2"/><worldbody><body name="b"><freejoint/>
           <geom size="0.1" mass="1" group="1"/><geom size="0.1" mass="5" group="3"/></body></worldbody>"#,
    );
    same(body(&scene, "b").mass, 1.0);
}

/// A tetrahedron with a right angle at the origin.
const CORNER: &str = "vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"";

#[test]
fn a_mesh_has_the_mass_of_its_volume() {
    let scene = model(&format!(
        r#"<asset><mesh name="m" {CORNER} scale="0.5 0.5 0.5"/></asset>
           <worldbody><body name="b" pos="0 0 1"><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>"#
    ));
    let b = body(&scene, "b");
    let m = 1000.0 / 6.0 * 0.125;
    same(b.mass, m);
    assert!((b.centre_of_mass - Vec3::repeat(0.125)).norm() < 1e-14);
    // About the centre: integral of y^2 + z^2 is 3/80 m a^2 each for a corner of edge a.
    same(b.inertia[(0, 0)], 2.0 * 3.0 / 80.0 * m * 0.25);
    same(b.inertia[(0, 1)], m * 0.25 / 80.0);
}
