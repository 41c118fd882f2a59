//! Scenes in which joints, motors and contact meet: a door with a latch, and an arm that presses a peg into a hole.

use super::runs::play;
use drystone::step::Step;
use drystone::{Model, Vec3};

/// Returns force (N) and torque about `origin` (N m) that contacts exert on the bodies called `names`, from all others, in a step.
fn contact_load(model: &Model, step: &Step, names: &[&str], origin: Vec3) -> (Vec3, Vec3) {
    let inside = |body: usize| names.contains(&model.bodies[body].name.as_str());
    let mut out = (Vec3::zeros(), Vec3::zeros());
    for contact in &step.contacts {
        let force = contact.impulse / model.time_step;
        let side = match (inside(contact.first.body), inside(contact.second.body)) {
            (true, false) => -1.0,
            (false, true) => 1.0,
            _ => continue,
        };
        out.0 += force * side;
        out.1 += (contact.point - origin).cross(&force) * side;
    }
    out
}

#[test]
fn a_door_opens_by_its_handle_and_latches_again() {
    // Time, angle of the hinge, angle of the handle.
    let mut trace = Vec::new();
    let mut at_rest = 0;
    play("door.toml", |scene, time, step| {
        let model = &scene.model;
        let q = step.state.joint_positions(model);
        assert!(q[0] > -1e-9 && q[0] < 1.6, "{time} s: {} rad", q[0]);
        trace.push((time, q[0], q[1]));
        if (0.8..0.99).contains(&time) || time > 4.6 {
            assert_latch_holds(model, step, q[0]);
            at_rest += 1;
        }
    });
    assert!(at_rest > 100);
    let largest = |from: f64, to: f64| {
        let span = trace.iter().filter(|(time, ..)| (from..to).contains(time));
        span.fold([0.0_f64; 2], |[a, b], (_, hinge, handle)| {
            [a.max(*hinge), b.max(*handle)]
        })
    };
    let pushed = [largest(0.0, 1.0), largest(3.0, 5.0)];
    let (opened, closing) = (largest(1.0, 2.2), largest(2.3, 3.0));
    println!("pushed {pushed:?} rad, opened {opened:?} rad, closing {closing:?} rad");
    // Between bolt and plate there is half a millimetre of play, 0.515 m from the hinge.
    for [hinge, handle] in pushed {
        assert!(hinge < 1.1 * 0.0005 / 0.515 && handle < 1e-3);
    }
    assert!(opened[0] > 0.6 && opened[1] > 0.6);
    // The plate pushes the bolt back by the 15 mm that it reaches behind it, at 30 mm/rad; the motor rests.
    assert!(closing[0] > 0.6 && closing[1] > 0.015 / 0.03);
}

/// Asserts that the closed door is in balance under ball, strike plate, hinge and closer, and that the plate bears a load.
fn assert_latch_holds(model: &Model, step: &Step, angle: f64) {
    let parts = ["door", "handle", "bolt"];
    let (force, torque) = contact_load(model, step, &parts, Vec3::zeros());
    // The closer pulls by 6 N m/rad from -1 rad, and the hinge rubs with 0.2 N m at most.
    let turning = torque.z - 6.0 * (angle + 1.0);
    assert!(turning.abs() < 0.21, "{turning} N m");
    let masses = parts.map(|name| model.bodies[model.body_index(name).expect("named")].mass);
    let weight = Vec3::z() * (9.81 * masses.iter().sum::<f64>());
    let hinge = step.joints[0].force / model.time_step;
    let rest = force + hinge - weight;
    assert!(rest.norm() < 0.1, "{rest} N");
    // The ball pushes with about 100 N at 0.35 m, the plate holds at 0.52 m, and the closer takes 6 N m.
    let (plate, _) = contact_load(model, step, &["bolt"], Vec3::zeros());
    assert!(plate.y < -40.0, "{plate} N");
}

#[test]
fn an_arm_presses_its_peg_to_the_floor_of_the_hole() {
    let (axis, rim, depth) = (Vec3::new(0.5, 0.1, 0.0), 0.1, 0.06);
    // Where the keyframes take the tip at 1.5 s, with the torque of gravity: beside the hole by twelve times its clearance.
    let aimed = Vec3::new(0.501, 0.0994, 0.102);
    let mut missed = f64::INFINITY;
    let (mut tip, mut pressed, mut rest) = (Vec3::zeros(), 0.0, f64::INFINITY);
    play("arm_press.toml", |scene, time, step| {
        let model = &scene.model;
        let at = &step.state.bodies[model.body_index("tool").expect("a tool")];
        // The tip is 0.12 m beyond the last joint, along its axis.
        let joint = model.joints[6].frames[0];
        let local = joint.point + joint.rotation * Vec3::z() * 0.12;
        tip = at.position + at.rotation * local;
        if (time - 1.5).abs() < 1e-9 {
            missed = (tip - aimed).norm();
        }
        // At rest the first joint carries the weight of the arm less what the hole bears.
        let (force, _) = contact_load(model, step, &["tool"], Vec3::zeros());
        let moving = model.bodies.iter().filter(|body| body.is_moving());
        let weight: f64 = moving.map(|body| body.mass * 9.81).sum();
        rest = step.joints[0].force.z / model.time_step + force.z - weight;
        pressed = force.z;
    });
    let (aside, deep) = ((tip - axis).xy().norm(), rim - tip.z);
    println!(
        "{missed:.1e} m beside the aim; in the hole {aside:.2e} m off its axis, {deep:.6} m deep; {pressed:.2} N, {rest:.1e} N"
    );
    assert!(missed < 1e-4);
    // In twelve flat sides a round peg has at most 0.1 mm over the cosine of 15 degrees. One that leans by the clearance over the
    // depth touches the floor with its edge first, and its tip is aside by that over the height of its rounding.
    let lean = 0.0002 / depth;
    assert!(aside < 1e-4 / 15f64.to_radians().cos() + 0.003 * lean);
    assert!(deep < depth + 1e-6 && deep > depth - 0.0199 * lean);
    // The commands end 2 mm below the floor.
    assert!(pressed > 5.0 && rest.abs() < 0.1);
}
