//! Directions of the slacks and duals: the measures of the affine part, the combined step.

use super::combination::{Combination, InverseSteps, combine};
use super::fours::{combine_fours, move_rows};
use super::rows::{Excess, feasible_span_of, measure_affine_rows};
use super::{AffineMeasure, CombinedMeasure, ConeVars, DS, DZ, PATH, POINT, column_of, in_fours};
use crate::ipm::part::DirectionPart::{Affine, Unit};
use crate::ipm::second_order::{MAX, Padded, dot, padded, product, span};
use crate::ipm::span::Span;
use crate::math::{Four, Real, array};

impl<R: Real> ConeVars<R> {
    /// Sets the relaxation at which AFFINE aims.
    #[inline(always)]
    pub fn set_affine_target(&mut self, rho: f64) {
        self.affine_target = self.factor * rho;
    }

    /// Returns rho_b of the relaxation at which AFFINE aims.
    #[inline(always)]
    pub fn affine_target(&self) -> R {
        self.affine_target
    }

    /// Measures the second-order terms and the longest step of the affine direction, whose part is set.
    #[inline(always)]
    pub fn measure_affine(&mut self) {
        self.measure_affine_with(
            0,
            #[inline(always)]
            |_: usize, _: Four| (),
            #[inline(always)]
            |_: usize, _: R| (),
        );
    }

    /// Measures the affine direction and visits ds dz of every orthant row: the first `fours` rows in fours, then the others.
    #[inline(always)]
    pub fn measure_affine_with(
        &mut self,
        fours: usize,
        visit_four: impl FnMut(usize, Four),
        visit: impl FnMut(usize, R),
    ) {
        let affine_target = self.affine_target;
        let (mut inverse, mut sum) = match fours {
            0 => {
                let [affine] = self.plain([column_of(Affine)], 0);
                measure_affine_rows::<R, _, f64>(self.plain(POINT, 0), affine, affine_target, visit)
                    .alone()
            }
            n => self.measure_affine_fours(n, visit_four, visit),
        };
        let affine = self.rows.column(column_of(Affine));
        for soc in &mut self.socs {
            let ds = padded(&affine[soc.rows()]);
            let a = soc.scaling.inverse_times(&ds);
            let b = soc.dual(&a, affine_target);
            let change = product(&a, &b);
            soc.second = soc.scaling.divide(&change);
            sum += change[0];
            inverse = inverse.up(soc.scaling.inverse_step_of_both(&a, &b));
        }
        self.affine = AffineMeasure {
            inverse_step: inverse,
            second: sum,
        };
    }

    /// Returns the parts of `change` with which steps of length `step` along AFFINE + excess UNIT end within the
    /// cones, for an excess of `from` and that.
    #[inline(always)]
    pub fn feasible_span(&self, from: R, change: R, step: f64) -> Span<R> {
        let step = R::of(step);
        let aims = [
            Excess {
                excess: from,
                target: self.affine_target + from * self.factor,
            },
            Excess {
                excess: change,
                target: change * self.factor,
            },
        ];
        let mut out = match in_fours(self.orthant) {
            0 => feasible_span_of(self.plain(PATH, 0), aims, step),
            n => self.feasible_span_fours(n, aims, step),
        };
        let [affine, unit] = [Affine, Unit].map(|part| self.rows.column(column_of(part)));
        let [from, by] = aims;
        for soc in &self.socs {
            let range = soc.rows();
            let [affine, unit] = [padded(&affine[range.clone()]), padded(&unit[range])];
            let (l, l_inverse) = (&soc.scaling.l, &soc.scaling.l_inverse);
            let a = soc
                .scaling
                .inverse_times(&array(|i| affine[i] + from.excess * unit[i]));
            let b = soc.dual(&a, from.target);
            let da = soc.scaling.inverse_times(&array(|i| by.excess * unit[i]));
            let db: Padded<R> = array(|i| by.target * l_inverse[i] - da[i]);
            for (x, dx) in [(&a, &da), (&b, &db)] {
                let [x, dx] = [array(|i| l[i] + step * x[i]), array(|i| step * dx[i])];
                out = out.and(span(&x, &dx));
            }
        }
        out
    }

    /// Combines the direction AFFINE + `excess` UNIT (+ CORRECTOR); returns the inverses of its longest steps.
    #[inline(always)]
    pub fn combine(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R> {
        let with = R::choose(corrector, R::ONE, R::ZERO);
        let target = self.affine_target + excess * self.factor;
        let how = Combination {
            excess,
            affine_target: self.affine_target,
            target,
            corrector,
            with,
        };
        let n = self.orthant;
        let [s, z, _, reciprocals, affine, unit, third, ds, dz] = self.rows.first_mut();
        let (mut longest, mut sum) = {
            let steps = [&mut ds[..n], &mut dz[..n]];
            let point = [&s[..n], &z[..n], &reciprocals[..n]];
            let parts = [&affine[..n], &unit[..n], &third[..n]];
            match in_fours(n) {
                0 => combine::<R, _, f64>(steps, point, parts, how).alone(),
                fours => combine_fours(fours, steps, point, parts, how),
            }
        };
        for soc in &self.socs {
            let range = soc.rows();
            let [affine, unit, third] = [
                padded(&affine[range.clone()]),
                padded(&unit[range.clone()]),
                padded(&third[range.clone()]),
            ];
            let plain: Padded<R> = array(|i| affine[i] + excess * unit[i]);
            let along: Padded<R> = array(|i| R::choose(corrector, plain[i] + third[i], plain[i]));
            let a = soc.scaling.inverse_times(&along);
            let mut b = soc.dual(&a, target);
            let mut bent = a;
            for i in 0..MAX {
                b[i] -= with * soc.second[i];
                bent[i] += with * soc.second[i];
            }
            sum += dot(&a, &b);
            let scaling = &soc.scaling;
            let free = scaling.inverse_times(&plain);
            longest = longest.up(InverseSteps {
                combined: scaling.inverse_step_of_both(&a, &b),
                plain: scaling.inverse_step_of_both(&free, &soc.dual(&free, target)),
            });
            let (curved, s_inverse) = (scaling.inverse_times(&bent), scaling.s_inverse);
            for (i, row) in range.enumerate() {
                ds[row] = along[i];
                dz[row] = target * s_inverse[i] - z[row] - curved[i];
            }
        }
        self.combined = CombinedMeasure {
            target,
            corrected: corrector,
            second: sum,
        };
        longest
    }

    /// Returns the row or cone (its first row) of the first world that bounds the direction AFFINE + `excess` UNIT
    /// (+ CORRECTOR), and the inverse of the longest step there.
    pub fn bounding_rows(&self, excess: R, corrected: R::Mask) -> (f64, usize) {
        let (mut most, mut own) = ((0.0, 0), self.clone());
        own.combine(excess, corrected);
        let mut visit = |inverse: f64, row: usize| {
            if inverse > most.0 {
                most = (inverse, row);
            }
        };
        let (s, z, ds, dz) = (self.s(), self.z(), own.rows.column(DS), own.rows.column(DZ));
        for row in 0..self.orthant {
            visit((-ds[row] / s[row]).lane(0), row);
            visit((-dz[row] / z[row]).lane(0), row);
        }
        for soc in &self.socs {
            let range = soc.rows();
            let (ds, dz) = (padded(&ds[range.clone()]), padded(&dz[range]));
            let (a, b) = (soc.scaling.inverse_times(&ds), soc.scaling.times(&dz));
            visit(soc.scaling.inverse_step_of_both(&a, &b).lane(0), soc.start);
        }
        most
    }

    /// Advances by `step` times the combined direction, which is combined anew if the corrector was withdrawn.
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        if self.combined.corrected != corrected {
            self.combine(excess, corrected);
        }
        let n = in_fours(self.orthant);
        let [s, z, _, _, _, _, _, ds, dz] = self.rows.first_mut();
        move_rows(n, s, ds, step);
        move_rows(n, z, dz, step);
    }

    /// Returns [`Self::complementarity`] after a step along the combined direction.
    #[inline(always)]
    pub fn complementarity_after(&self, step: R) -> R {
        let CombinedMeasure {
            target,
            corrected,
            second,
        } = self.combined;
        let less = R::choose(corrected, self.affine.second, R::ZERO);
        let first = target * self.degree() as f64 - self.sum - less;
        (self.sum + step * (first + step * second)) / self.factor
    }

    /// Returns the inverse of the longest step along the affine direction, after [`Self::measure_affine`].
    #[inline(always)]
    pub fn inverse_affine_step(&self) -> R {
        self.affine.inverse_step
    }

    /// Returns [`Self::complementarity`] after a step along the affine direction.
    #[inline(always)]
    pub fn complementarity_after_affine(&self, step: R) -> R {
        let first = self.affine_target * self.degree() as f64 - self.sum;
        (self.sum + step * (first + step * self.affine.second)) / self.factor
    }
}
