//! Scenes in which joints, motors and contact meet: a door with a latch.

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
