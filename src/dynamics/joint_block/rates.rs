//! How the rows and impulses of a joint change with what a step depends on, at fixed velocities.

use super::answer::Answer;
use super::{JointBlock, ROWS, Sides};
use crate::joint::{BothSides, WrenchRate};
use crate::math::lanes::{Lanes, Lanes3};
use crate::math::{Variation, vectorized};

/// How the bodies of a joint move along some columns: at the start (pose and velocity of the state) and at the end of the step
/// (pose, at fixed velocities).
#[derive(Debug, Clone, Copy)]
pub struct JointMotions<'a, const N: usize> {
    /// The motions at the start.
    pub start: Sides<&'a Variation<N>>,
    /// The motions at the end.
    pub end: Sides<&'a Variation<N>>,
    /// How the origins of the joint's frames move on their bodies, world axes: at the start, at the end.
    pub anchors: [BothSides<Lanes3<N>>; 2],
}

impl<const N: usize> JointMotions<'_, N> {
    /// Returns the motions of child and parent at the start.
    #[inline(always)]
    fn both_starts(&self) -> BothSides<&'_ Variation<N>> {
        [self.start[0], self.start[1]]
    }

    /// Returns the change at the end of a function of the poses whose derivative is `gradient`.
    #[inline(always)]
    fn at_end(&self, gradient: &BothSides<[f64; 6]>) -> Lanes<N> {
        let [child, parent, ..] = self.end;
        along(gradient, [child, parent]) + shifted(gradient, &self.anchors[1])
    }

    /// Returns the change at the start of a function of the poses whose derivative is `gradient`.
    #[inline(always)]
    fn at_start(&self, gradient: &BothSides<[f64; 6]>) -> Lanes<N> {
        along(gradient, self.both_starts()) + shifted(gradient, &self.anchors[0])
    }
}

/// Returns the change of a function with the anchors: it depends on them as on translations of the bodies.
#[inline(always)]
fn shifted<const N: usize>(
    gradient: &BothSides<[f64; 6]>,
    anchors: &BothSides<Lanes3<N>>,
) -> Lanes<N> {
    let terms = gradient.iter().zip(anchors);
    let terms = terms.flat_map(|(gradient, shift)| gradient.iter().zip(shift));
    terms.fold(Lanes::ZERO, |sum, (g, lanes)| sum + *lanes * *g)
}

/// The explicit changes of the numbers of one coordinate beside its motion, in the units of the solver.
#[derive(Debug, Clone, Copy)]
pub struct AxisChange<const N: usize> {
    /// The change of the mean rate besides that of the values at both ends.
    pub rate: Lanes<N>,
    /// The change of the impulse at rate 0.
    pub constant: Lanes<N>,
    /// The change of the decrease of the impulse per rate.
    pub slope: Lanes<N>,
    /// The changes of the limits.
    pub limits: [Lanes<N>; 2],
    /// The changes of bound, target and compliance of friction and motor.
    pub actuators: [[Lanes<N>; 3]; 2],
}

impl<const N: usize> AxisChange<N> {
    /// Nothing changes.
    pub const NONE: Self = Self {
        rate: Lanes::ZERO,
        constant: Lanes::ZERO,
        slope: Lanes::ZERO,
        limits: [Lanes::ZERO; 2],
        actuators: [[Lanes::ZERO; 3]; 2],
    };
}

/// The explicit change of a joint along some columns.
#[derive(Debug, Clone)]
pub struct JointChange<const N: usize> {
    /// The changes of the rows.
    pub rows: [Lanes<N>; ROWS],
    /// The changes of force and torque on all sides, in mass x V.
    pub wrenches: Sides<[Lanes<N>; 6]>,
    /// The changes of the mean rates of the coordinates.
    pub rates: [Lanes<N>; 3],
}

impl JointBlock {
    /// Returns the explicit change along columns that move the bodies so and change the numbers of the coordinates so, at a restored
    /// and condensed point.
    pub fn change<const N: usize>(
        &self,
        motions: &JointMotions<N>,
        axes: &[AxisChange<N>],
    ) -> JointChange<N> {
        let mut out = JointChange {
            rows: [Lanes::ZERO; ROWS],
            wrenches: [[Lanes::ZERO; 6]; 4],
            rates: [Lanes::ZERO; 3],
        };
        vectorized(
            #[inline(always)]
            || self.add_change(motions, axes, &mut out),
        );
        out
    }

    #[inline(always)]
    fn add_change<const N: usize>(
        &self,
        motions: &JointMotions<N>,
        axes: &[AxisChange<N>],
        out: &mut JointChange<N>,
    ) {
        let setup = &self.setup;
        let (at, inverse) = (&setup.start, 1.0 / setup.h);
        for (k, row) in setup.rows.iter().enumerate() {
            let [child, parent, ..] = self.gradients[k];
            out.rows[k] = motions.at_end(&[child, parent]) * inverse;
            let rate = WrenchRate::of_row(*row, at, setup.pitch, motions.both_starts());
            let wrench = row.wrench(at, setup.pitch);
            let changed =
                rate.on_bodies(&wrench, at, motions.both_starts(), &motions.anchors[0][0]);
            out.add(&changed, setup.mass * self.multipliers[k]);
        }
        for (k, own) in setup.axes.iter().enumerate() {
            let axis = &self.axes[k];
            let end = motions.at_end(&axis.gradient);
            let start = motions.at_start(&own.coordinate.gradient(at));
            out.rates[k] = (end - start) * inverse + axes[k].rate;
            let wrench = own.coordinate.wrench(at);
            let rate = WrenchRate::of_coordinate(own.coordinate, at, motions.both_starts());
            let changed =
                rate.on_bodies(&wrench, at, motions.both_starts(), &motions.anchors[0][0]);
            out.add(&changed, setup.mass * axis.impulse);
            self.add_coupling(motions, &changed, out);
            // The rate at the start is the power of a unit impulse.
            let by_pose = self.power(&changed);
            let by_velocity = power_along(&wrench.on_bodies(at), motions.both_starts());
            let start_rate = by_pose + by_velocity;
            let impulse = self.impulse_change(k, [start, start_rate, end], out.rates[k], &axes[k]);
            for (out, wrench) in out
                .wrenches
                .iter_mut()
                .flatten()
                .zip(axis.wrench.as_flattened())
            {
                *out = *out + impulse * *wrench;
            }
        }
    }

    /// Adds what the coupling changes; `own` is the change of the wrench of the coordinate.
    fn add_coupling<const N: usize>(
        &self,
        motions: &JointMotions<N>,
        own: &BothSides<[Lanes<N>; 6]>,
        out: &mut JointChange<N>,
    ) {
        if self.setup.coupling.is_none() {
            return;
        }
        let row = self.setup.rows.len();
        let [child, parent, first, second] = self.gradients[row];
        let leader = along(&[first, second], [motions.end[2], motions.end[3]]);
        out.rows[row] = (motions.at_end(&[child, parent]) + leader) * (1.0 / self.setup.h);
        let changed = self.coupling_wrench_rates(own, &motions.start);
        out.add(&changed, self.setup.mass * self.multipliers[row]);
    }

    /// Returns the derivative of the mean rate of coordinate `k` by (dv, phi) of both sides.
    pub fn rate_gradient(&self, k: usize) -> &BothSides<[f64; 6]> {
        &self.axes[k].gradient
    }

    /// Returns the mean rate of coordinate `k` over the step.
    pub fn rate(&self, k: usize) -> f64 {
        self.axes[k].rate
    }

    /// Returns the impulse of the effort that is commanded along coordinate `k`.
    pub fn effort(&self, k: usize) -> f64 {
        self.setup.axes[k].effort
    }

    /// Returns the rate of coordinate `k` at the start.
    pub fn start_rate(&self, k: usize) -> f64 {
        let at = &self.setup.start;
        let wrench = self.setup.axes[k].coordinate.wrench(at).on_bodies(at);
        let terms = wrench
            .as_flattened()
            .iter()
            .zip(self.setup.twists.as_flattened());
        terms.map(|(w, v)| w * v).sum()
    }

    /// Returns what a change of a unit impulse's wrench adds to the rate at the start.
    #[inline(always)]
    fn power<const N: usize>(&self, changed: &BothSides<[Lanes<N>; 6]>) -> Lanes<N> {
        let sides = changed
            .iter()
            .flatten()
            .zip(self.setup.twists.as_flattened());
        sides.fold(Lanes::ZERO, |sum, (lanes, v)| sum + *lanes * *v)
    }

    /// Returns the change of the impulse along coordinate `k`, whose value and rate at the start and value at the end change so.
    #[inline(always)]
    fn impulse_change<const N: usize>(
        &self,
        k: usize,
        [start, start_rate, end]: [Lanes<N>; 3],
        rate: Lanes<N>,
        change: &AxisChange<N>,
    ) -> Lanes<N> {
        let (own, axis) = (&self.setup.axes[k], &self.axes[k]);
        let slopes = &own.constant_slopes;
        let mut out = change.constant + start * slopes.start + start_rate * slopes.rate;
        out = out - rate * own.slope - change.slope * axis.rate;
        for limit in self.setup.limits().filter(|limit| limit.axis == k) {
            let weight = self.cone.z()[limit.row] * self.cone.inverse(limit.row);
            let bound = change.limits[usize::from(limit.sign < 0.0)];
            out = out - (end - bound) * weight;
        }
        let mut cones = self.setup.actuators().enumerate();
        for (which, actuator) in own.actuators.iter().enumerate() {
            let Some(actuator) = actuator else { continue };
            let Some((soc, _)) = cones.find(|(_, (axis, _))| *axis == k) else {
                break;
            };
            let soc = &self.cone.socs()[soc];
            let answer = Answer::new(soc, actuator.compliance);
            let t = self.cone.z()[soc.start() + 1];
            let [bound, target, compliance] = change.actuators[which];
            let target = match which {
                0 => target,
                _ => target + start * own.target_slopes.start,
            };
            let slip = rate - target + compliance * t;
            out = out + bound * (answer.offset([-1.0, 0.0]) * answer.less);
            out = out - slip * (answer.stiffness * answer.less);
        }
        out
    }
}

impl<const N: usize> JointChange<N> {
    #[inline(always)]
    fn add(&mut self, wrenches: &[[Lanes<N>; 6]], amount: f64) {
        let own = self.wrenches.iter_mut().flatten();
        for (out, wrench) in own.zip(wrenches.iter().flatten()) {
            *out = *out + *wrench * amount;
        }
    }
}

/// Returns the change of a function whose derivative by the poses is `gradient`.
#[inline(always)]
pub(super) fn along<const N: usize>(
    gradient: &BothSides<[f64; 6]>,
    motion: BothSides<&Variation<N>>,
) -> Lanes<N> {
    let moves = motion.iter().flat_map(|m| m.dx.iter().chain(&m.dtheta));
    let terms = gradient.as_flattened().iter().zip(moves);
    terms.fold(Lanes::ZERO, |sum, (g, lanes)| sum + *lanes * *g)
}

/// Returns the change of the power of a wrench with the velocities.
#[inline(always)]
fn power_along<const N: usize>(
    wrench: &BothSides<[f64; 6]>,
    motion: BothSides<&Variation<N>>,
) -> Lanes<N> {
    let moves = motion.iter().flat_map(|m| m.dv.iter().chain(&m.domega));
    let terms = wrench.as_flattened().iter().zip(moves);
    terms.fold(Lanes::ZERO, |sum, (w, lanes)| sum + *lanes * *w)
}
