//! A wedge between two jaws that slide along x: it stays or is squeezed out.

use super::bodies::{cuboid, free};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::world::{JointAxis, JointKind, JointSpec, Model, Motor};

/// Relaxation 1e-9: at 1e-6 a jaw that is held creeps by as much as the tolerance.
const RHO: f64 = 1e-9;
/// The half width of the wedge in its middle and its half length, m.
const HALF: f64 = 0.1;

/// The wedge: faces tilted by `angle` from y, narrow towards +y.
fn wedge(angle: f64) -> Result<Shape> {
    let less = HALF * angle.tan();
    let mut corners = Vec::new();
    for z in [-0.5 * HALF, 0.5 * HALF] {
        for (y, half) in [(-HALF, HALF + less), (HALF, HALF - less)] {
            corners.extend([-half, half].map(|x| Vec3::new(x, y, z)));
        }
    }
    Shape::hull(&corners)
}

fn build(record: &Record, h: f64) -> Result<Run> {
    let [angle, mu] = record.get(["half_angle", "mu"])?;
    let [wedge_mass, jaw_mass, force] = record.get(["wedge_mass", "jaw_mass", "jaw_force"])?;
    let mut builder =
        Model::builder()
            .gravity(Vec3::zeros())
            .body(free("wedge", &wedge(angle)?, wedge_mass, mu));
    let jaw = cuboid(0.5 * HALF, 0.5 * HALF, HALF)?;
    let turn = |side: f64| Rot::from_axis_angle(&Vec3::z_axis(), side * angle);
    let place =
        |side: f64| Vec3::x() * (HALF * side) + turn(side) * Vec3::x() * (0.5 * HALF * side);
    let sides = [("left", -1.0), ("right", 1.0)];
    for (name, side) in sides {
        let motor = JointAxis::default().motor(Motor::effort(f64::INFINITY));
        let rail = JointSpec::new(format!("rail {name}"), JointKind::Prismatic, name);
        let jaw = free(name, &jaw, jaw_mass, mu);
        let jaw = jaw.at(place(side)).rotation(turn(side));
        builder = builder.body(jaw).joint(rail.axis(Vec3::x()).along(motor));
    }
    let mut run = record.run(builder.no_contact("left", "right"), h, RHO)?;
    for (k, (_, side)) in sides.into_iter().enumerate() {
        run.place(k + 1, place(side), turn(side));
        run.input.motors[k].effort = -side * force;
    }
    Ok(run)
}

/// A wedge is locked when the squeeze lies in the friction cones of its faces.
pub fn wedge_lock(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let h = record.time_step(5e-4);
    ledger.at_step(h);
    let mut run = build(record, h)?;
    // The contacts have settled into their softness after the first half.
    let steps = (0.02 / h).round() as usize;
    run.advance_by(steps / 2)?;
    let before = run.state.clone();
    run.advance_by(steps)?;
    let gained = |body: usize| run.state.bodies[body].velocity - before.bodies[body].velocity;
    let seconds = h * steps as f64;
    let down = -gained(0).y / seconds;
    let inward = 0.5 * (gained(1).x - gained(2).x) / seconds;
    let pushes = [1, 2].map(|jaw| run.contact(0, jaw).map_or(0.0, |c| c.normal_impulse / h));
    let locked = run.sticks(0, 1) && run.sticks(0, 2);
    ledger.same("locked", locked)?;
    ledger.near(
        "wedge acceleration along -y (towards its wide end)",
        &[down],
    )?;
    ledger.near("jaw acceleration (inward)", &[inward])?;
    let force = "normal force per jaw while sliding";
    if record.expects(force) {
        ledger.near(force, &[0.5 * (pushes[0] + pushes[1])])?;
    }
    Ok(())
}
