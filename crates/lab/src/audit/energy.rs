//! The energy of a step from outside.
//!
//! The velocity of a state is that of the interval before its node, so kinetic energies belong to the middles
//! of intervals, and m (v+^2 - v^2) / 2 = m (v+ - v).(v+ + v) / 2 is the work of all impulses on the mean velocity:
//! exact in free flight. What is left after gravity, forces and drives is what contact did. Of it, the work
//! of prescribed bodies, J.u with u the velocity of their material at the contact, is an input. The rest is
//! friction and impact, never positive but for
//!
//! - the relaxation: a push gamma = rho / s gains rho m V L / h at most while its gap grows to s, and friction as
//!   much on its slip, rho m V^2;
//! - the mean velocity: a contact that takes up a part of the pull a h of a step gains m (a h)^2 / 8 at most;
//! - overlap at the start, which contact removes: J.n depth / h;
//! - the first order of the step: the gap is not linear in time where bodies turn by h w, J.n h w^2 r / 2, and the
//!   slip row takes an arm that is off by up to |w| r of the friction impulse;
//! - a halved step, whose pull is taken at other mean velocities: m a h |dv|.

use super::laws::{Audited, Verdict, pair_mass};
use drystone::math::Vec3;
use drystone::recording::true_gap;
use drystone::world::{Body, BodyState, Command, Motion};

/// The part of the energies that take part which residuals may leave.
const EXACT: f64 = 1e-7;
/// Products are met to 1e-4 and lengths are those of the predicted pose.
const SLACK: f64 = 1.1;

/// Gain of energy beyond what acted, and its bound, J.
pub(super) fn balance(of: &Audited) -> Verdict {
    let (model, h) = (of.model, of.model.time_step);
    let halved = of.step.status.halved || of.step.status.rung == drystone::step::Rung::Halved;
    let is_driven = |body: &Body| matches!(body.motion, Motion::Driven(_));
    if halved && model.bodies.iter().any(is_driven) {
        // the forces of the drive in the first half are not known
        return Verdict::default();
    }
    let (mut gain, mut bound) = (0.0, 0.0);
    for (i, body) in model.bodies.iter().enumerate() {
        if !body.is_moving() {
            continue;
        }
        let (from, to) = of.ends(i);
        let mean = (to.velocity + from.velocity) * 0.5;
        let pull = of.pull(i) * (h * body.mass);
        let push = drive_force(body, &of.input.commands[i], to) * h;
        let torque = of.input.wrenches[i].torque * h;
        let [was, is] = [from, to].map(|at| kinetic(body, at));
        gain += is - was - (pull + push).dot(&mean) - torque.dot(&of.spin(i));
        let change = (to.velocity - from.velocity).norm();
        let early = (pull + push).norm();
        bound += early * early / (8.0 * body.mass) + EXACT * (was + is);
        if halved {
            bound += early * change;
        }
    }
    let units = &model.units;
    for contact in &of.step.contacts {
        let ids = [contact.first, contact.second];
        let unit = pair_mass(model, contact) * units.velocity;
        bound += SLACK * of.rho * unit * (units.length / h + units.velocity);
        for (id, sign) in [(contact.first, -1.0), (contact.second, 1.0)] {
            if model.bodies[id.body].motion == Motion::Prescribed {
                // what it does on the others is what they do on it, the other way
                gain += sign
                    * contact
                        .impulse
                        .dot(&of.material_velocity(id, &contact.point));
            }
        }
        let spin: f64 = ids.iter().map(|id| of.spin(id.body).norm()).sum();
        let reach = |id: drystone::step::PartId| {
            let extent = model.bodies[id.body].extent();
            if extent.is_finite() { extent } else { 0.0 }
        };
        let reach: f64 = ids.iter().map(|&id| reach(id)).sum();
        let gamma = contact.impulse.dot(&contact.normal);
        let beta = (contact.impulse - contact.normal * gamma).norm();
        let depth = (-true_gap(model, of.before, ids, &contact.normal)).max(0.0);
        bound += gamma * (depth / h + 0.5 * h * spin * spin * reach) + beta * spin * reach;
    }
    Verdict {
        figure: gain.max(0.0),
        bound,
    }
}

/// Force of the spring and damper of a driven body at the end of the step, N; none of another.
pub(super) fn drive_force(body: &Body, command: &Command, to: &BodyState) -> Vec3 {
    match body.motion {
        Motion::Driven(drive) => {
            (command.position - to.position).component_mul(&drive.stiffness)
                + (command.velocity - to.velocity) * drive.damping
        }
        _ => Vec3::zeros(),
    }
}

fn kinetic(body: &Body, at: &BodyState) -> f64 {
    let w = &at.angular_velocity;
    0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
}
