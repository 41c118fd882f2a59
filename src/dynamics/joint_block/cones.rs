//! Limits and actuators of a joint: their rows, linearised and eliminated to the impulse along each coordinate.

use super::answer::Answer;
use super::{Actuator, JointBlock, JointMotion, JointSetup, Sides, add};
use crate::ipm::{ByPart, Call, ConeVars, DirectionPart, InverseSteps};
use crate::joint::BothSides;
use crate::math::{Kinematics, Mask, Real};
use DirectionPart::{Affine, Corrector, Unit};

/// A limit: its row, its axis, the sign of the coordinate in the slack, and the bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    pub(super) row: usize,
    pub(super) axis: usize,
    pub(super) sign: f64,
    pub(super) bound: f64,
}

impl<R: Real> JointSetup<R> {
    /// Returns every finite limit.
    pub(super) fn limits(&self) -> impl Iterator<Item = Limit> {
        let axes = self.axes.iter().enumerate();
        let bounds = axes.flat_map(|(axis, own)| {
            let [lower, upper] = own.limits;
            [(axis, 1.0, lower), (axis, -1.0, upper)]
        });
        let finite = bounds.filter(|(.., bound)| bound.is_finite());
        finite.enumerate().map(|(row, (axis, sign, bound))| Limit {
            row,
            axis,
            sign,
            bound,
        })
    }

    /// Returns every actuator with its axis.
    pub(super) fn actuators(&self) -> impl Iterator<Item = (usize, Actuator<R>)> {
        let axes = self.axes.iter().enumerate();
        axes.flat_map(|(axis, own)| own.actuators.into_iter().flatten().map(move |a| (axis, a)))
    }
}

impl<R: Real> JointBlock<R> {
    /// Chooses the rows of the cones.
    pub(super) fn reset_cones(&mut self) {
        let (limits, actuators) = (self.setup.limits().count(), self.setup.actuators().count());
        const TWO: [usize; 6] = [2; 6];
        assert!(
            actuators <= TWO.len(),
            "a joint has at most three coordinates"
        );
        self.cone.reset(limits, &TWO[..actuators]);
        self.limits.clear();
        self.limits.extend(self.setup.limits());
        self.offsets.clear();
        self.offsets
            .resize(limits + 2 * actuators, ByPart::default());
    }

    /// Starts an attempt centred at complementarity `c0`, without impulses of the rows, from bodies where they stand.
    pub fn start(&mut self, c0: R, bodies: Sides<&Kinematics<R>>) {
        self.order.note(Call::Start);
        self.multipliers = [R::ZERO; super::ROWS];
        self.cone
            .point_mut()
            .into_iter()
            .for_each(|x| x.fill(R::ONE));
        self.evaluate(bodies);
        let mut gaps = [R::ZERO; 6];
        for limit in &self.limits {
            gaps[limit.row] = (self.axes[limit.axis].end - R::of(limit.bound)) * limit.sign;
        }
        let mut bounds = [0.0; 6];
        for (k, (_, actuator)) in self.setup.actuators().enumerate() {
            bounds[k] = actuator.bound;
        }
        let orthant = self.cone.orthant();
        let [s, z] = self.cone.point_mut();
        for (k, gap) in gaps.into_iter().enumerate().take(orthant) {
            s[k] = (gap + (gap * gap + c0 * 4.0).sqrt()) * 0.5;
            z[k] = c0 / s[k];
        }
        let cones = s[orthant..]
            .chunks_exact_mut(2)
            .zip(z[orthant..].chunks_exact_mut(2));
        for ((s, z), bound) in cones.zip(bounds) {
            (s[0], s[1]) = (c0 / R::of(bound), R::ZERO);
            (z[0], z[1]) = (R::of(bound), R::ZERO);
        }
    }

    /// Evaluates the rows of limits and actuators, and adds their impulses to those along the coordinates.
    pub(super) fn evaluate_cones(&mut self) {
        let axes = self.setup.axes.iter().enumerate();
        let orthant = self.cone.orthant();
        let [s, z, residual] = self.cone.residuals_mut();
        let (mut limit, mut cone) = (0, orthant);
        for (k, own) in axes {
            let axis = &mut self.axes[k];
            for (sign, bound) in [1.0, -1.0].into_iter().zip(own.limits) {
                if bound.is_finite() {
                    residual[limit] = s[limit] - (axis.end - R::of(bound)) * sign;
                    axis.impulse += z[limit] * sign;
                    limit += 1;
                }
            }
            for actuator in own.actuators.iter().flatten() {
                let slip = axis.rate - actuator.target + z[cone + 1] * actuator.compliance;
                residual[cone] = z[cone] - R::of(actuator.bound);
                residual[cone + 1] = s[cone + 1] - slip;
                axis.impulse += z[cone + 1];
                cone += 2;
            }
        }
        self.cone.measure();
    }

    /// Condenses the cones for target `rho` to the answers of the impulses along the coordinates.
    pub fn condense(&mut self, rho: f64) {
        self.order.note(Call::Condense);
        self.cone.set_affine_target(rho);
        let (target, factor) = (self.cone.affine_target(), self.cone.factor);
        let z = self.cone.z();
        let towards =
            |inverse: R, dual: R| ByPart([target * inverse - dual, factor * inverse, R::ZERO]);
        for (i, at) in self.cone.orthant_rows(0).enumerate() {
            self.offsets[i] = towards(at.inverse(), z[i]);
        }
        for soc in self.cone.socs() {
            for (i, inverse) in soc.rows().zip(soc.scaling.s_inverse) {
                self.offsets[i] = towards(inverse, z[i]);
            }
        }
        for (axis, own) in self.axes.iter_mut().zip(&self.setup.axes) {
            (axis.response, axis.offset) = (own.slope, ByPart::default());
        }
        let socs = self.cone.socs().iter().zip(&mut self.answers);
        for ((_, actuator), (soc, answer)) in self.setup.actuators().zip(socs) {
            *answer = Answer::new(soc, actuator.compliance);
        }
        self.add_offsets(&[Affine, Unit]);
        let h = R::of(self.setup.h);
        for limit in &self.limits {
            let weight = self.cone.z()[limit.row] * self.cone.inverse(limit.row);
            let residual = self.cone.residuals()[limit.row];
            let axis = &mut self.axes[limit.axis];
            axis.response += weight * h;
            axis.offset[Affine] += weight * residual * limit.sign;
        }
        for (k, (axis, _)) in self.setup.actuators().enumerate() {
            let (answer, start) = (self.answers[k], self.cone.socs()[k].start());
            let residual = &self.cone.residuals()[start..];
            let own = answer.offset([residual[0], R::ZERO]) + answer.stiffness * residual[1];
            self.axes[axis].response += answer.stiffness * answer.less;
            self.axes[axis].offset[Affine] += own * answer.less;
        }
    }

    /// Adds the offsets of the rows of limits and actuators to those of the impulses along the coordinates.
    fn add_offsets(&mut self, parts: &[DirectionPart]) {
        for limit in &self.limits {
            let offset = self.offsets[limit.row];
            for &part in parts {
                self.axes[limit.axis].offset[part] += offset[part] * limit.sign;
            }
        }
        for (k, (axis, _)) in self.setup.actuators().enumerate() {
            let (answer, start) = (self.answers[k], self.cone.socs()[k].start());
            for &part in parts {
                let rows = [self.offsets[start][part], self.offsets[start + 1][part]];
                self.axes[axis].offset[part] += answer.offset(rows) * answer.less;
            }
        }
    }

    /// Calls `visit` for every coordinate with its derivative (of the rate), its wrenches, the decrease of its impulse per rate, and
    /// the change of its impulse for AFFINE and UNIT, after [`Self::condense`].
    pub fn each_axis(
        &self,
        mut visit: impl FnMut(&BothSides<[R; 6]>, &BothSides<[R; 6]>, R, [R; 2]),
    ) {
        for axis in &self.axes {
            let offsets = [axis.offset[Affine], axis.offset[Unit]];
            visit(&axis.gradient, &axis.wrench, axis.response, offsets);
        }
    }

    /// Returns the wrenches of the corrector for bodies that stand still.
    pub fn corrector_wrenches(&mut self) -> BothSides<[R; 6]> {
        self.order.check(Call::ReadParts);
        let z = self.cone.z();
        for (i, (_, second)) in self.cone.second_order(0).enumerate() {
            self.offsets[i][Corrector] = -z[i] * second;
        }
        for soc in self.cone.socs() {
            for (i, second) in soc.rows().zip(soc.scaling.inverse_times(soc.second())) {
                self.offsets[i][Corrector] = -second;
            }
        }
        self.add_offsets(&[Corrector]);
        let mut out = [[R::ZERO; 6]; 2];
        for axis in &self.axes {
            for (out, wrench) in out.iter_mut().zip(&axis.wrench) {
                add(out, wrench, axis.offset[Corrector]);
            }
        }
        out
    }

    /// Stores a part of the direction of limits and actuators for the motion of the bodies.
    pub fn recover(&mut self, part: DirectionPart, motion: JointMotion<'_, R>) {
        self.order.note(Call::Recover(part));
        let base = if part == Affine { R::ONE } else { R::ZERO };
        let mut slacks = [R::ZERO; 18];
        let h = R::of(self.setup.h);
        for limit in &self.limits {
            let moved = self.axes[limit.axis].rate_along(motion) * h * limit.sign;
            let ds = moved - base * self.cone.residuals()[limit.row];
            slacks[limit.row] = ds * self.cone.inverse(limit.row);
        }
        for (k, (axis, actuator)) in self.setup.actuators().enumerate() {
            let (answer, start) = (self.answers[k], self.cone.socs()[k].start());
            let residual = &self.cone.residuals()[start..];
            let free = self.offsets[start][part] + base * residual[0];
            let own = answer.offset([free, self.offsets[start + 1][part]]);
            let rate = self.axes[axis].rate_along(motion) - base * residual[1];
            let dt = (own - answer.stiffness * rate) * answer.less;
            let ds = rate + dt * actuator.compliance;
            slacks[start] = free * answer.free - ds * answer.q1 * answer.share;
            slacks[start + 1] = ds;
        }
        let rows = self.cone.len();
        self.cone.part_mut(part)[..rows].copy_from_slice(&slacks[..rows]);
        if part == Affine {
            self.cone.measure_affine();
        }
    }

    /// Returns the impulse of the bounded motor of coordinate `k`; 0 without one.
    pub(super) fn motor_dual(&self, k: usize) -> R {
        if self.setup.axes[k].actuators[1].is_none() {
            return R::ZERO;
        }
        let before = self
            .setup
            .actuators()
            .filter(|(axis, _)| *axis <= k)
            .count();
        let start = self.cone.socs()[before - 1].start();
        self.cone.z()[start + 1]
    }

    /// Returns slacks and duals of limits and actuators.
    pub fn cone(&self) -> &ConeVars<R> {
        &self.cone
    }

    /// Combines the direction AFFINE + `excess` UNIT (+ CORRECTOR); returns the inverses of its longest steps.
    pub fn combine(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R> {
        let corrected = corrector.any();
        self.order.note(Call::Combine { corrected });
        self.cone.combine(excess, corrector)
    }

    /// Moves limits and actuators alone, as [`Self::advance`] does.
    pub fn advance_cones(&mut self, step: R, excess: R, corrected: R::Mask) {
        self.order.note(Call::Advance);
        self.cone.advance(step, excess, corrected);
    }

    /// Returns the name of a row of the cones, for messages.
    pub fn cone_row_name(&self, row: usize) -> &'static str {
        if row < self.cone.orthant() {
            return "limit";
        }
        "friction or motor"
    }
}
