//! One joint during one step: its rows hold at the end of the step, its impulses act at the pose at the start
//! (docs/joints.md).
//!
//! ```text
//! g(q+) / h = 0          wrench on both bodies = m (sum lambda W(q) + sum tau W_c(q))
//! tau = constant - slope wd+ + z_lower - z_upper + t            wd+ = (theta+ - theta) / h
//! limits:     s = theta+ - lower, upper - theta+                s z = rho
//! actuators:  u = wd+ - target + compliance t                   (psi, u) o (bound, t) = rho e   in SOC2
//! ```
//!
//! With impulses at the start and rows at the end the step is symplectic and of second order (Dojo, `impulse_map` and
//! `constraint`). Units: lambda in m V (m V L), m the constant mass of the joint.

mod answer;
mod axis;
mod cones;
mod coupling;
mod point;
mod rates;
mod setup;

pub use coupling::CouplingSetup;
pub use point::JointPoint;
pub use rates::{AxisChange, JointChange, JointMotions};
pub use setup::{Actuator, AxisSetup, AxisUnits, JointSetup, LOOP, Slopes};

use crate::ipm::{ByPart, Call, ConeVars, DirectionPart, Order};
use crate::joint::{BothSides, Geometry};
use crate::math::{Kinematics, Real, Vec3, Vector};
use answer::Answer;
use axis::Axis;
use cones::Limit;

/// The numbers of a joint's child and parent, and of those of the joint that leads its coordinate, if one does.
pub type Sides<T> = [T; 4];

/// The most rows that a joint has, with that of its coupling.
pub const ROWS: usize = 6;

/// Unknowns of a joint: the multipliers of its rows, slacks and duals of its limits and actuators.
#[derive(Debug, Clone, Default)]
pub struct JointBlock<R: Real = f64> {
    /// Constants of the step.
    pub setup: JointSetup<R>,
    /// The multipliers of the rows, m V and m V L.
    multipliers: [R; ROWS],
    /// The direction of the multipliers, by part.
    direction: ByPart<[R; ROWS]>,
    /// The rows divided by the length of the step.
    residual: [R; ROWS],
    /// Derivatives of the rows by (dv, phi) of all sides, at the end.
    gradients: [Sides<[R; 6]>; ROWS],
    /// Force and torque of a unit multiplier on all sides, at the start, in mass x V.
    wrenches: [Sides<[R; 6]>; ROWS],
    axes: Vec<Axis<R>>,
    /// Slacks and duals of limits, then of actuators, by axis.
    cone: ConeVars<R>,
    /// The offsets of every row of the cones in dz = offset - H ds.
    offsets: Vec<ByPart<R>>,
    /// The finite limits, by row of the cones.
    limits: Vec<Limit>,
    /// The answers of the actuators at the condensed iterate: at most two of each of three coordinates.
    answers: [Answer<R>; 6],
    order: Order,
}

/// The motion of both bodies of a joint along one part of a direction.
pub type JointMotion<'a, R = f64> = BothSides<&'a [R; 6]>;

impl<R: Real> JointBlock<R> {
    /// Prepares the joint for a step: the wrenches at the start. `set` fills the setup in.
    pub fn reset(&mut self, set: impl FnOnce(&mut JointSetup<R>)) {
        self.order.note(Call::Predict);
        set(&mut self.setup);
        let setup = &self.setup;
        let at = &setup.start;
        for (wrench, row) in self.wrenches.iter_mut().zip(&setup.rows) {
            let [child, parent] = row.wrench(at, setup.pitch).on_bodies(at);
            *wrench = widened(scaled([child, parent], setup.mass));
        }
        self.axes.clear();
        for axis in &setup.axes {
            let wrench = scaled(axis.coordinate.wrench(at).on_bodies(at), setup.mass);
            self.axes.push(Axis::new(axis.start, wrench));
        }
        self.reset_coupling();
        self.reset_cones();
    }

    /// Returns the number of rows, which are rows of the body system.
    pub fn rows(&self) -> usize {
        self.setup.rows.len() + usize::from(self.setup.coupling.is_some())
    }

    /// Evaluates rows, coordinates and impulses at the current iterate.
    pub fn evaluate(&mut self, bodies: Sides<&Kinematics<R>>) {
        self.order.note(Call::Evaluate);
        let setup = &self.setup;
        let at = Geometry::new(&setup.frames, [&bodies[0].pose, &bodies[1].pose]);
        let inverse = R::of(1.0 / setup.h);
        let turned = setup.axes.first().map_or(R::ZERO, |axis| axis.start);
        for (k, row) in setup.rows.iter().enumerate() {
            self.residual[k] = row.value(&at, setup.pitch, turned) * inverse;
            self.gradients[k] = widened(row.gradient(&at, setup.pitch));
        }
        for (axis, own) in self.axes.iter_mut().zip(&setup.axes) {
            axis.end = own.coordinate.value_near(&at, own.start);
            axis.gradient = own.coordinate.gradient(&at);
            axis.rate = (axis.end - own.start) * inverse;
            axis.impulse = own.constant - axis.rate * own.slope;
        }
        self.evaluate_coupling([bodies[2], bodies[3]]);
        self.evaluate_cones();
    }

    /// Returns the force and torque impulse on the body of a side about its centre, world, in mass x V.
    pub fn wrench(&self, side: usize) -> (Vector<R>, Vector<R>) {
        self.order.check(Call::ReadIterate);
        let mut sum = [R::ZERO; 6];
        let rows = self.wrenches.iter().zip(&self.multipliers);
        for (wrench, amount) in rows.take(self.rows()) {
            add(&mut sum, &wrench[side], *amount);
        }
        for axis in self.axes.iter().filter(|_| side < 2) {
            add(&mut sum, &axis.wrench[side], axis.impulse);
        }
        let [a, b, c, d, e, f] = sum;
        (Vector::new(a, b, c), Vector::new(d, e, f))
    }

    /// Returns the largest residual of rows and cones.
    pub fn worst_residual(&self) -> R {
        self.order.check(Call::ReadIterate);
        let rows = self.residual[..self.rows()].iter();
        let all = rows.chain(self.cone.residuals());
        all.fold(R::ZERO, |worst, x| worst.worse(x.abs()))
    }

    /// Returns a row: its residual, its derivative by (dv, phi) of all sides, and the wrenches of its multiplier.
    pub fn row(&self, k: usize) -> (R, &Sides<[R; 6]>, &Sides<[R; 6]>) {
        (self.residual[k], &self.gradients[k], &self.wrenches[k])
    }

    /// Sets a part of the direction of the multipliers.
    pub fn set_direction(&mut self, part: DirectionPart, values: impl Iterator<Item = R>) {
        let rows = self.direction[part].iter_mut();
        rows.zip(values).for_each(|(row, value)| *row = value);
    }

    /// Moves by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR).
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        let ByPart([affine, unit, second]) = &self.direction;
        for k in 0..self.rows() {
            let plain = affine[k] + excess * unit[k];
            let whole = R::choose(corrected, plain + second[k], plain);
            self.multipliers[k] = self.multipliers[k].moved(step, whole);
        }
        self.advance_cones(step, excess, corrected);
    }

    /// Returns force and couple at p_b of the rows on the child, world, in mass x V (x L), of a world.
    pub fn holding_impulse(&self, lane: usize) -> (Vec3, Vec3) {
        let (mut force, mut couple) = (Vec3::zeros(), Vec3::zeros());
        for (row, amount) in self.setup.rows.iter().zip(&self.multipliers) {
            let wrench = row.wrench(&self.setup.start, self.setup.pitch);
            let amount = amount.lane(lane) * self.setup.mass;
            force += wrench.force.map(|x| x.lane(lane)) * amount;
            couple += wrench.couple.map(|x| x.lane(lane)) * amount;
        }
        (force, couple)
    }

    /// Returns the impulse along coordinate `k` and the part of its motor, in the units of the coordinate, of a world.
    pub fn axis_impulses(&self, k: usize, lane: usize) -> [f64; 2] {
        let (axis, own) = (&self.axes[k], &self.setup.axes[k]);
        let motor = own.motor_impulse(axis.rate) + self.motor_dual(k);
        [axis.impulse.lane(lane), motor.lane(lane)]
    }

    /// Returns the value at the end of the step and the mean rate over it of every coordinate, in a world.
    pub fn ends(&self, lane: usize) -> impl Iterator<Item = (f64, f64)> {
        let axes = self.axes.iter();
        axes.map(move |axis| (axis.end.lane(lane), axis.rate.lane(lane)))
    }

    /// Calls `visit` with the name and value of every group of rows of the first world.
    pub fn name_rows(&self, rho: f64, name: &str, mut visit: impl FnMut(String, f64)) {
        if self.setup.coupling.is_some() {
            let value = self.residual[self.setup.rows.len()];
            visit(format!("joint {name}: coupling"), value.lane(0).abs());
        }
        for (row, value) in self.setup.rows.iter().zip(&self.residual) {
            visit(format!("joint {name}: {}", row.name()), value.lane(0).abs());
        }
        if !self.cone.is_empty() {
            let (worst, row) = self.cone.worst_row(rho);
            let what = self.cone_row_name(row);
            visit(format!("joint {name}: complementarity of {what}"), worst);
        }
        for (row, residual) in self.cone.residuals().iter().enumerate() {
            let what = self.cone_row_name(row);
            visit(format!("joint {name}: {what}"), residual.lane(0).abs());
        }
    }
}

/// Returns the numbers of both sides of a joint that no other one leads.
fn widened<R: Real>([child, parent]: BothSides<[R; 6]>) -> Sides<[R; 6]> {
    [child, parent, [R::ZERO; 6], [R::ZERO; 6]]
}

/// Returns the wrenches of both sides times a factor.
fn scaled<R: Real>(wrenches: BothSides<[R; 6]>, factor: f64) -> BothSides<[R; 6]> {
    wrenches.map(|wrench| wrench.map(|x| x * factor))
}

/// Adds `amount` times a vector.
fn add<R: Real>(sum: &mut [R; 6], vector: &[R; 6], amount: R) {
    sum.iter_mut()
        .zip(vector)
        .for_each(|(sum, x)| *sum += *x * amount);
}
