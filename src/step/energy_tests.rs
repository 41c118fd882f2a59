use super::*;
use crate::shape::Shape;
use crate::step::PartId;
use crate::step::active::Active;
use crate::world::{Body, Input};

/// Returns the balance of a made-up step: a cube that comes at 4 m/s leaves sideways at `speed` m/s with spin.
fn thrown(speed: f64, spin: f64) -> (EnergyBalance, f64) {
    let cube = || Shape::cuboid([0.02, 0.02, 0.02]);
    let comes = Body::free("cube").shape(cube()).at([-0.05, 0.0, 0.0]);
    let (model, initial) = Model::builder()
        .time_step(0.01)
        .body(Body::fixed("rock").shape(cube()))
        .body(comes.velocity([4.0, 0.0, 0.0]))
        .build_with_start()
        .expect("valid");
    let input = Input::hold(&model, &initial);
    let task = Task {
        state: &initial,
        input: &input,
        interval: crate::step::workspace::Interval::whole(0.01),
        rho: 1e-6,
        depth: 0,
        start: 0.0,
        active: Active::ALL,
    };
    let mut out = Step {
        state: initial.clone(),
        ..Step::default()
    };
    let mass = model.bodies[1].mass;
    let (from, at) = (initial.bodies[1], &mut out.state.bodies[1]);
    at.velocity = Vec3::new(0.0, speed, 0.0);
    at.angular_velocity = Vec3::new(0.0, 0.0, spin);
    at.position = Vec3::new(-0.01, 0.04, 0.0);
    let impulse = (at.velocity - from.velocity - model.gravity * 0.01) * mass;
    let id = |body| PartId { body, part: 0 };
    let normal = Vec3::y();
    out.contacts.push(Contact {
        first: id(0),
        second: id(1),
        point: Vec3::new(-0.01, 0.02, 0.0),
        normal,
        gap: 1e-6,
        impulse,
        normal_impulse: impulse.y,
        torsional_impulse: 0.0,
        patch_radius: 0.0,
        patch: [Vec3::zeros(); 2],
        slip_velocity: Vec3::zeros(),
        sticking: false,
    });
    (balance(&model, &task, &out), mass)
}

#[test]
fn a_body_that_is_thrown_past_another_gains_what_nothing_explains() {
    let (slow, mass) = thrown(1.0, 0.0);
    assert_eq!(slow.unexplained(), 0.0);
    assert!((slow.gain + 7.5 * mass).abs() < 0.05 * mass, "{slow:?}");
    let (fast, _) = thrown(6.0, 0.0);
    assert!((fast.gain - 10.0 * mass).abs() < 0.3 * mass, "{fast:?}");
    assert!(fast.unexplained() > 9.0 * mass, "{fast:?}");
    let (spun, _) = thrown(5.0, 57.0);
    assert!(spun.unexplained() > 1.0 * mass, "{spun:?} {mass}");
}
