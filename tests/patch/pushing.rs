//! The limit surface: which forces and torques a lying box holds, and how it moves when it is pushed.

use super::{GRAVITY, H, lying, on};
use drystone::math::{Rot, Vec3};
use drystone::step::Simulator;
use drystone::world::{Body, Input, Wrench};

const FRICTION: f64 = 0.4;

/// The velocity that a force along x and a torque about z leave a box of 1 kg after one step.
fn moved(force: f64, torque: f64, radius: &mut f64) -> (f64, f64) {
    let cube = super::scenes::cuboid(0.1, 0.1, 0.02);
    let at = lying(0.02, 0.0, Rot::identity());
    let (model, state) = on(&super::scenes::ground(), &cube, FRICTION, at);
    let mut input = Input::hold(&model, &state);
    input.wrenches[1] = Wrench {
        force: Vec3::x() * force,
        torque: Vec3::z() * torque,
    };
    let step = Simulator::new(model).step(&state, &input, 1e-8).unwrap();
    *radius = step.contacts[0].patch_radius;
    let body = &step.state.bodies[1];
    (body.velocity.x, body.angular_velocity.z)
}

#[test]
fn force_and_torque_at_which_a_box_moves_lie_on_an_ellipse() {
    let mut radius = 0.0;
    moved(0.0, 0.0, &mut radius);
    let weight = FRICTION * GRAVITY;
    for angle in [0.0, 0.4, 0.8, 1.2, std::f64::consts::FRAC_PI_2] {
        let (force, torque) = (weight * angle.cos(), weight * radius * angle.sin());
        let held = moved(0.97 * force, 0.97 * torque, &mut radius);
        let slid = moved(1.03 * force, 1.03 * torque, &mut radius);
        let size = |(v, w): (f64, f64)| v.hypot(w * radius);
        assert!(size(held) < 1e-4 * weight * H, "{angle}: {held:?}");
        assert!(size(slid) > 1e-2 * weight * H, "{angle}: {slid:?}");
    }
}

/// A frictionless fingertip that pushes slowly beside the middle turns a box by w = y u / (r^2 + y^2): the velocities are
/// normal to the ellipse of the forces (Goyal, Ruina and Papadopoulos, Wear 143, 1991), and the fingertip stays in touch.
#[test]
fn a_box_pushed_beside_its_middle_turns_as_the_limit_surface_says() {
    const SPEED: f64 = 0.01;
    const TIP: f64 = 0.01;
    for offset in [0.01, 0.03, 0.06, -0.08] {
        let tip = drystone::shape::Shape::sphere(TIP).unwrap();
        let box_of = super::scenes::cuboid(0.1, 0.1, 0.02);
        let builder = super::scenes::on_floor(&super::scenes::ground(), &box_of, FRICTION);
        let builder = builder.body(Body::prescribed("tip").shape(tip).friction(0.0));
        let at = lying(0.02, 0.0, Rot::identity());
        let (model, mut state) = super::start(builder, at);
        state.bodies[2].position = Vec3::new(-0.1 - TIP, offset, 0.02);
        let mut input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model);
        let mut radius = 0.0;
        for _ in 0..10 {
            input.commands[2].position.x += SPEED * H;
            let step = simulator.step(&state, &input, 1e-8).unwrap();
            assert!(step.status.solved);
            let floor = step.contacts.iter().find(|c| c.first.body == 0);
            radius = floor.expect("it lies").patch_radius;
            state = step.state;
        }
        let turning = state.bodies[1].angular_velocity.z;
        let truth = -offset * SPEED / (radius * radius + offset * offset);
        println!("{offset} m: {turning:.5} rad/s, by the limit surface {truth:.5}");
        assert!(
            (turning / truth - 1.0).abs() < 0.05,
            "{offset}: {turning} {truth}"
        );
    }
}
