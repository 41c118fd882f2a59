//! The energy of a step from outside.
//!
//! The velocity of a state is that of the interval before its node, so kinetic energies belong to the middles
//! of intervals, and m (v+^2 - v^2) / 2 = m (v+ - v).(v+ + v) / 2 is the work of all impulses on the mean velocity:
//! exact in free flight. What is left after gravity, forces and drives is what contact did. Of it, the work
//! of prescribed bodies, J.u with u the velocity of their material at the contact, is an input. The rest is
//! friction and impact, never positive but for
//!
//! - the relaxation: a push gamma = rho / s gains rho m V L / h at most while its gap grows to s, and friction as
//!   much on its slip, rho m V^2; where the distance d of the shapes is larger than s, as it is of long and thin
//!   ones, gamma d / h, and as much again for what overlapped along the normal at the start, within what the law of
//!   Signorini leaves of gamma d;
//! - the mean velocity: a contact that takes up a part of the pull a h of a step gains m (a h)^2 / 8 at most;
//! - overlap at the start, which contact removes: J.n depth / h;
//! - the first order of the step: the gap is not linear in time where bodies turn by h w, J.n h w^2 r / 2, and the
//!   slip row takes an arm that is off by up to |w| r of the friction impulse; w is the fastest of the mean spin and those at
//!   both ends, as a turn beyond pi hides the mean one;
//! - the side of an edge: the normal is that of the end, so what slides over an edge is pushed out of its overlap along
//!   it at the start, over h; by 0.02 of the smaller inscribed radius and what the relaxation pushes in a step at most
//!   (decision D6), unless J moves the bodies by less;
//! - a halved step, whose pull is taken at other mean velocities: m a h (|dv| + |dx / h - v'|).

use super::laws::{Audited, DEGREE, Verdict, pair_mass, ratio_of_radii};
use drystone::math::Vec3;
use drystone::recording::true_gap;
use drystone::shape::gap_certificate;
use drystone::step::Contact;
use drystone::world::{Body, BodyState, Command, Motion};

/// The part of the energies that take part which residuals may leave.
const EXACT: f64 = 1e-7;
/// Products are met to 1e-4 and lengths are those of the predicted pose.
const SLACK: f64 = 1.1;
/// Pushes aside by less than this part of the smaller inscribed radius are part of the method (D6).
const ASIDE: f64 = 0.02;

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
            let detour = ((to.position - from.position) / h - mean).norm();
            bound += early * (change + detour);
        }
    }
    let units = &model.units;
    for contact in &of.step.contacts {
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
        bound += first_order(of, contact, halved);
    }
    Verdict {
        figure: gain.max(0.0),
        bound,
    }
}

/// Returns the gain of energy that the first order of a contact, its relaxation and edges explain, J.
fn first_order(of: &Audited, contact: &Contact, halved: bool) -> f64 {
    let (model, h, units) = (of.model, of.model.time_step, &of.model.units);
    let ids = [contact.first, contact.second];
    let parts = ids.map(|id| &model.bodies[id.body].parts[id.part]);
    let spin: f64 = ids.iter().map(|id| fastest_spin(of, id.body)).sum();
    let reach = ids.map(|id| model.bodies[id.body].extent());
    let reach: f64 = reach.iter().filter(|extent| extent.is_finite()).sum();
    let mut gamma = contact.impulse.dot(&contact.normal);
    let mut beta = (contact.impulse - contact.normal * gamma).norm();
    if halved {
        // impulses of the halves are added, and had normals of their own
        gamma = contact.impulse.norm();
        beta = gamma * model.friction(parts[0], parts[1]).min(1.0);
    }
    let depth = (-true_gap(model, of.before, ids, &contact.normal)).max(0.0);
    let range = true_gap(model, &of.step.state, ids, &contact.normal).max(0.0);
    let aside = (-along_normal(of, contact) - depth).max(0.0);
    // what is apart at the end was pushed by no more than the relaxation leaves of gamma times the gap
    let unit = pair_mass(model, contact) * units.velocity;
    let left =
        of.rho * (ratio_of_radii(parts) + DEGREE * (1.0 + gamma / unit)) * unit * units.length;
    let relaxed = (gamma * (range + aside.min(2.0 * range))).min(3.0 * SLACK * left);
    let thin = parts[0].inscribed_radius.min(parts[1].inscribed_radius);
    let mut edge = ASIDE * thin + 4.0 * of.rho * units.length * units.time / h;
    let bodies = ids.iter().map(|id| &model.bodies[id.body]);
    let moving = bodies.filter(|body| body.is_moving());
    let pushed = gamma * h * moving.map(|body| body.mass.recip()).sum::<f64>();
    if pushed < edge {
        edge = aside;
    }
    (gamma * (depth + aside.min(edge)) + relaxed) / h
        + gamma * 0.5 * h * spin * spin * reach
        + beta * spin * reach
        + contact.torsional_impulse.abs() * spin
}

/// Returns the separation of a pair at the start along the normal of its contact, m; 0 of a half-space, which has no edge.
fn along_normal(of: &Audited, contact: &Contact) -> f64 {
    let [(a, first), (b, second)] = [contact.first, contact.second].map(|id| {
        let at = &of.before.bodies[id.body];
        let part = &of.model.bodies[id.body].parts[id.part];
        (&part.placed, (at.position, at.rotation))
    });
    if [a, b]
        .iter()
        .any(|placed| placed.shape.plane_normal().is_some())
    {
        return 0.0;
    }
    gap_certificate(a, &first, b, &second, &contact.normal)
}

/// Returns the fastest spin that is known of a body in the step, rad/s: the mean one, which a turn beyond pi hides, or one of
/// those at both ends.
fn fastest_spin(of: &Audited, body: usize) -> f64 {
    let (from, to) = of.ends(body);
    let mut fastest = of.spin(body).norm();
    if of.model.bodies[body].is_moving() {
        for at in [from, to] {
            fastest = fastest.max(at.angular_velocity.norm());
        }
    }
    fastest
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
