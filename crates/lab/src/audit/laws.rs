//! One step judged from outside: its poses, velocities and impulses against formulas of its own.
//!
//! Nothing of the solver but impulses, contact points and normals is believed. In SI units, with the units L,
//! T, V of the model, m the mass of a pair ([`pair_mass`]), J a contact impulse, a = g + f / m:
//!
//! | law | figure | bound |
//! | --- | --- | --- |
//! | flight | position of a free body that nothing touches, off x + h (v + h a), m | 1e-9 (L + h v) |
//! | spin | its rotation about a principal axis, off h w, rad | 1e-9 |
//! | linear momentum | m dv - h m a - sum of J, N s | 1e-7 m V |
//! | angular momentum | change - h torque - sum of (p - x+) x J, N m s | 1e-7 m V L |
//! | overlap | depth by support functions, m | 12 rho L and 1e-6 of L and of the smaller radius |
//! | gap | the solver's gap of a pair against its shapes: [`drystone::recording::Disagreement`] | explained there |
//! | signorini | true gap times normal impulse over m V L | rho r / i + 12 rho (1 + J / (m V)) |
//! | cone | tangential impulse beyond mu times the normal one, N s | 1e-7 m V |
//! | dissipation | work of friction on the slip over the step, J | rho m V^2 and \|b\| \|w\| r |
//! | energy | gain beyond gravity, forces, drives and prescribed bodies, J | see [`energy`] |
//!
//! The factor 12 is the degree of the cones of two boxes: the relaxation of a shape must not depend on how many
//! rows describe it. r and i are sums of bounding and inscribed radii; w of a pair is the sum of the spins.

use super::energy;
use crate::trial::deepest_overlap;
use drystone::math::{Rot, Vec3};
use drystone::recording::true_gap;
use drystone::step::{Contact, PartId, Rung};
use drystone::world::{Body, BodyState, Input, Model, Motion, Part, State};

/// Names of the laws.
pub(super) const LAWS: [&str; 10] = [
    "flight",
    "spin",
    "linear momentum",
    "angular momentum",
    "overlap",
    "gap",
    "signorini",
    "cone",
    "dissipation",
    "energy",
];
/// Place of the law of gaps, which the judge of recordings looks after.
pub(super) const GAP: usize = 5;
/// Degree of the cones of a pair that a bound may assume, whatever the number of rows.
pub(super) const DEGREE: f64 = 12.0;
/// What the free flight of a body may be off by, relative.
const FLIGHT: f64 = 1e-9;
/// What residuals of 1e-8 may leave, in units of the solver.
const EXACT: f64 = 1e-7;
/// Products are met to 1e-4 and lengths are those of the predicted pose.
const SLACK: f64 = 1.1;

/// Figure and bound of a law in a step; the worst part decides.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Verdict {
    /// In the unit of the law.
    pub figure: f64,
    /// Largest that is explained.
    pub bound: f64,
}

impl Verdict {
    /// Figure over bound.
    pub fn ratio(&self) -> f64 {
        let ratio = self.figure / self.bound;
        if ratio.is_nan() && self.bound == 0.0 {
            0.0
        } else {
            ratio
        }
    }
}

/// The verdicts of a step, one per law; bound 0 where nothing was judged.
pub(super) type Verdicts = [Verdict; LAWS.len()];

/// A step seen from outside.
#[derive(Clone, Copy)]
pub(super) struct Audited<'a> {
    /// The model of the step.
    pub model: &'a Model,
    /// State at the start of the step.
    pub before: &'a State,
    /// The input of the step.
    pub input: &'a Input,
    /// The step, solved.
    pub step: &'a drystone::step::Step,
    /// Relaxation asked for.
    pub rho: f64,
}

impl Audited<'_> {
    /// Judges the step by all laws.
    pub fn verdicts(&self) -> Verdicts {
        let mut out = Verdicts::default();
        for (i, body) in self.model.bodies.iter().enumerate() {
            if body.is_moving() {
                self.momentum(i, body, &mut out);
                self.flight(i, body, &mut out);
            }
        }
        self.overlap(&mut out);
        let status = &self.step.status;
        let others = [
            Rung::OtherSlipRow,
            Rung::OtherSlipRowFarStart,
            Rung::Halved,
            Rung::Wedged,
            Rung::Relaxed,
        ];
        if !status.halved && !others.contains(&status.rung) {
            for contact in &self.step.contacts {
                self.contact(contact, &mut out);
            }
        }
        worse(&mut out[9], energy::balance(self));
        out
    }

    /// Both states of a body.
    pub(super) fn ends(&self, body: usize) -> (&BodyState, &BodyState) {
        (&self.before.bodies[body], &self.step.state.bodies[body])
    }

    /// Acceleration by gravity and external forces, m/s^2.
    pub(super) fn pull(&self, index: usize) -> Vec3 {
        self.model.gravity + self.input.wrenches[index].force / self.model.bodies[index].mass
    }

    /// Impulses of contact on a body with the arms from its centre, N s and m.
    fn impulses(&self, body: usize) -> impl Iterator<Item = (Vec3, Vec3, Vec3)> {
        let centre = self.step.state.bodies[body].position;
        self.step.contacts.iter().filter_map(move |contact| {
            let sign = match body {
                body if body == contact.second.body => 1.0,
                body if body == contact.first.body => -1.0,
                _ => return None,
            };
            let twist = contact.normal * (sign * contact.torsional_impulse);
            Some((contact.impulse * sign, contact.point - centre, twist))
        })
    }

    fn momentum(&self, index: usize, body: &Body, out: &mut Verdicts) {
        let (from, to) = self.ends(index);
        let (units, h) = (&self.model.units, self.model.time_step);
        let halved = self.step.status.halved || self.step.status.rung == Rung::Halved;
        if matches!(body.motion, Motion::Driven(_)) && halved {
            return;
        }
        let push = energy::drive_force(body, &self.input.commands[index], to) * h;
        let (mut linear, mut angular) = (Vec3::zeros(), Vec3::zeros());
        let mut heaviest = body.mass;
        for (impulse, arm, twist) in self.impulses(index) {
            linear += impulse;
            angular += arm.cross(&impulse) + twist;
        }
        for contact in &self.step.contacts {
            if [contact.first.body, contact.second.body].contains(&index) {
                heaviest = heaviest.max(pair_mass(self.model, contact));
            }
        }
        let gained = (to.velocity - from.velocity) * body.mass;
        let off = gained - self.pull(index) * (h * body.mass) - linear - push;
        let unit = heaviest * units.velocity;
        let round = 1e-13 * body.mass * (from.velocity.norm() + to.velocity.norm());
        let bound = EXACT * unit + round + EXACT * push.norm();
        worse(&mut out[2], verdict(off.norm(), bound));
        if halved {
            return; // the arms of the first half are not known
        }
        let spin = |at: &BodyState| at.rotation * (body.inertia * at.angular_velocity);
        let torque = self.input.wrenches[index].torque * h;
        let off = spin(to) - spin(from) - torque - angular;
        let round = 1e-12 * (spin(from).norm() + spin(to).norm() + linear.norm() * body.extent());
        let bound = EXACT * unit * units.length + round;
        worse(&mut out[3], verdict(off.norm(), bound));
    }

    /// A free body that nothing touches is on its parabola and turns by h w about a principal axis.
    fn flight(&self, index: usize, body: &Body, out: &mut Verdicts) {
        if body.motion != Motion::Free || self.impulses(index).next().is_some() {
            return;
        }
        let (from, to) = self.ends(index);
        let (units, h) = (&self.model.units, self.model.time_step);
        let way = (from.velocity + self.pull(index) * h) * h;
        let off = (to.position - from.position - way).norm();
        let reach = units.length + way.norm() + from.position.norm() * 1e-6;
        worse(&mut out[0], verdict(off, FLIGHT * reach));
        let w = from.angular_velocity;
        let momentum = body.inertia * w;
        let about_an_axis = w.cross(&momentum).norm() <= 1e-12 * w.norm() * momentum.norm();
        if about_an_axis && self.input.wrenches[index].torque == Vec3::zeros() {
            let expected = from.rotation * Rot::new(w * h);
            let off = 2.0 * (expected.inverse() * to.rotation).imag().norm();
            worse(&mut out[1], verdict(off, FLIGHT));
        }
    }

    fn overlap(&self, out: &mut Verdicts) {
        let depth = deepest_overlap(self.model, &self.step.state);
        let before = deepest_overlap(self.model, self.before);
        let unit = self.model.units.length;
        let bound = DEGREE * SLACK * self.rho * unit + 1e-6 * unit;
        // what overlapped before is not this step's fault
        let bound = bound.max(if before > bound { before } else { 0.0 });
        worse(&mut out[4], verdict(depth, bound));
    }

    fn contact(&self, contact: &Contact, out: &mut Verdicts) {
        let ids = [contact.first, contact.second];
        let parts = ids.map(|id| &self.model.bodies[id.body].parts[id.part]);
        let units = &self.model.units;
        let unit = pair_mass(self.model, contact) * units.velocity;
        let gamma = contact.impulse.dot(&contact.normal);
        let beta = contact.impulse - contact.normal * gamma;
        let gap = true_gap(self.model, &self.step.state, ids, &contact.normal);
        let outer = outer_radius(parts);
        let product = gap.abs() * gamma.abs() / (units.length * unit);
        let relaxed = self.rho * (ratio_of_radii(parts) + DEGREE * (1.0 + gamma / unit));
        let bound = SLACK * relaxed + EXACT * (1.0 + gamma / unit);
        worse(&mut out[6], verdict(product, bound));
        let mu = self.model.friction(parts[0], parts[1]);
        let excess = (beta.norm() - mu * gamma).max(-gamma).max(0.0);
        worse(&mut out[7], verdict(excess, EXACT * unit));
        let slip = self.material_velocity(contact.second, &contact.point)
            - self.material_velocity(contact.first, &contact.point);
        let spin: f64 = ids.iter().map(|id| self.spin(id.body).norm()).sum();
        let work = beta.dot(&(slip - contact.normal * slip.dot(&contact.normal)));
        let bound = SLACK * self.rho * unit * units.velocity
            + beta.norm() * (spin * 2.0 * outer + EXACT * units.velocity);
        worse(&mut out[8], verdict(work.max(0.0), bound));
    }

    /// Mean angular velocity over the step, world, rad/s: the rotation vector of the step over h.
    pub(super) fn spin(&self, body: usize) -> Vec3 {
        let (from, to) = self.ends(body);
        (to.rotation * from.rotation.inverse()).scaled_axis() / self.model.time_step
    }

    /// Velocity over the step of the material of a part at a world point at its end, m/s.
    pub(super) fn material_velocity(&self, id: PartId, point: &Vec3) -> Vec3 {
        let (from, to) = self.ends(id.body);
        let there = to.rotation.inverse() * (point - to.position);
        (point - (from.position + from.rotation * there)) / self.model.time_step
    }
}

/// Geometric mean of both masses; the moving one's against a body that does not move by itself.
pub(super) fn pair_mass(model: &Model, contact: &Contact) -> f64 {
    let bodies = [contact.first, contact.second].map(|id| &model.bodies[id.body]);
    match bodies.map(Body::is_moving) {
        [true, true] => (bodies[0].mass * bodies[1].mass).sqrt(),
        [true, false] => bodies[0].mass,
        _ => bodies[1].mass,
    }
}

/// Returns the sum of the bounding radii of two parts, m; 0 of a half-space.
fn outer_radius(parts: [&Part; 2]) -> f64 {
    let radii = parts.iter().map(|part| part.bounding_radius);
    radii.filter(|radius| radius.is_finite()).sum()
}

/// Returns the sum of the bounding radii of two parts over that of their inscribed radii.
pub(super) fn ratio_of_radii(parts: [&Part; 2]) -> f64 {
    let inner: f64 = parts.iter().map(|part| part.inscribed_radius).sum();
    outer_radius(parts) / inner
}

fn verdict(figure: f64, bound: f64) -> Verdict {
    Verdict { figure, bound }
}

/// Keeps the worse of two verdicts; a figure that is no number is the worst.
fn worse(known: &mut Verdict, new: Verdict) {
    if new.figure.is_nan() {
        known.figure = f64::INFINITY;
        known.bound = new.bound.max(f64::MIN_POSITIVE);
    } else if new.ratio() > known.ratio() || known.bound == 0.0 {
        *known = new;
    }
}

#[cfg(test)]
#[path = "laws_tests.rs"]
mod tests;
