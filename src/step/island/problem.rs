//! The island as the main loop of the interior point method sees it.

use super::Island;
use crate::contact::{Block, Deviation};
use crate::ipm::DirectionPart::{self, Affine, Corrector, Unit};
use crate::ipm::{Combined, InverseSteps, Problem, Span};
use crate::math::{Mask, vectorized_lanes, vectorized_worlds};
use crate::step::slot::{PairSlot, Worlds, sides};

/// The operations on one pair after another, so that what comes next finds it in the cache.
impl<R: Worlds> Island<'_, R> {
    /// Hands one part of the bodies' direction to a pair.
    #[inline(always)]
    fn recover(&mut self, k: usize, part: DirectionPart) {
        let slot = &mut self.slots[k];
        let [a, b] = slot.candidate.bodies;
        let (a, b) = (&self.bodies[a], &self.bodies[b]);
        let motion = [&a.direction[part], &b.direction[part]];
        let bodies = [&a.kinematics, &b.kinematics];
        slot.block.recover(part, bodies, motion);
    }

    /// Adds the corrector's wrenches of a pair to the right side.
    #[inline(always)]
    fn add_corrector(&mut self, k: usize) {
        let slot = &mut self.slots[k];
        let [a, b] = slot.candidate.bodies;
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        let wrenches = slot.block.corrector_wrenches(bodies);
        self.add_wrenches(k, &wrenches);
    }

    #[inline(always)]
    fn evaluate_bodies(&mut self) {
        for &i in self.members {
            let body = &mut self.bodies[i];
            vectorized_lanes::<R, _>(
                #[inline(always)]
                || body.evaluate(),
            );
        }
    }

    /// Evaluates a pair; adds it to what is measured, and its wrenches to the residuals of its bodies.
    #[inline(always)]
    fn evaluate_pair(&mut self, k: usize, rho: f64) {
        let slot = &mut self.slots[k];
        let [a, b] = slot.candidate.bodies;
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        let sides = sides(self.model, &slot.candidate);
        let own = slot.block.evaluate(sides, bodies, rho);
        self.deviation.add(&own);
        for (side, i) in [a, b].into_iter().enumerate() {
            if self.bodies[i].is_moving() {
                let (force, torque) = slot.block.wrench(side);
                self.bodies[i].add_wrench(&force, &torque);
            }
        }
    }

    #[inline(always)]
    fn combine_bodies(&mut self, excess: R, corrector: R::Mask) {
        self.combined = Combined {
            excess,
            corrected: corrector,
        };
        self.rotation = R::ZERO;
        vectorized_worlds::<R, _>(
            #[inline(always)]
            || {
                for &i in self.members {
                    let rotation = self.bodies[i].combine(excess, corrector);
                    self.rotation = self.rotation.worse(rotation);
                }
            },
        );
    }
}

impl<R: Worlds> Problem<R> for Island<'_, R> {
    #[inline(always)]
    fn evaluate(&mut self, rho: f64) {
        self.evaluate_bodies();
        self.rho = rho;
        self.deviation = Deviation::NONE;
        for &k in self.touching {
            self.evaluate_pair(k, rho);
        }
        self.evaluate_joints(rho);
    }

    #[inline(always)]
    fn residual(&self) -> R {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let mut worst = self.deviation.residual;
                for &i in self.members {
                    worst = worst.worse(self.bodies[i].worst_residual());
                }
                worst
            },
        )
    }

    #[inline(always)]
    fn centrality(&self, rho: f64) -> R {
        if self.rho == rho {
            return self.deviation.centrality;
        }
        let pairs = self.fold_pairs(
            #[inline(always)]
            |worst, block| worst.worse(block.centrality(rho)),
        );
        let joints = self
            .linked
            .iter()
            .map(|&j| self.joints[j].cone().centrality(rho));
        joints.fold(pairs, R::worse)
    }

    #[inline(always)]
    fn complementarity(&self) -> R {
        self.deviation.complementarity / self.products()
    }

    #[inline(always)]
    fn predict(&mut self, rho: f64, corrector: bool) -> R::Mask {
        self.assemble(rho);
        let lu = &mut self.system.lu;
        let regular = vectorized_lanes::<R, _>(
            #[inline(always)]
            || lu.factor(),
        );
        if !regular.any() {
            return regular;
        }
        self.solve_bodies([Affine, Unit]);
        self.system.rhs.clear();
        self.system.rhs.resize(self.system.lu.dimension(), R::ZERO);
        self.affine = R::ZERO;
        for &k in self.touching {
            self.recover(k, Affine);
            self.recover(k, Unit);
            self.affine = self.affine.worse(self.slots[k].block.inverse_affine_step());
            if corrector {
                self.add_corrector(k);
            }
        }
        self.recover_joints(corrector);
        regular
    }

    #[inline(always)]
    fn affine_step_length(&mut self) -> R {
        R::ONE / self.affine
    }

    fn feasible_span(&mut self, from: R, change: R, step: f64) -> Span<R> {
        let pairs = self.pairs();
        let span = pairs.fold(Span::all(), |span, slot| {
            span.and(slot.block.feasible_span(from, change, step))
        });
        let joints = self.linked.iter().map(|&j| self.joints[j].cone());
        joints.fold(span, |span, cone| {
            span.and(cone.feasible_span(from, change, step))
        })
    }

    #[inline(always)]
    fn complementarity_after_affine(&self, step: R) -> R {
        self.mean(
            #[inline(always)]
            |block| block.complementarity_after_affine(step),
            |cone| cone.complementarity_after_affine(step),
        )
    }

    #[inline(always)]
    fn complementarity_after(&self, step: R) -> R {
        self.mean(
            #[inline(always)]
            |block| block.complementarity_after(step),
            |cone| cone.complementarity_after(step),
        )
    }

    #[inline(always)]
    fn combine(&mut self, excess: R, corrector: R::Mask) -> R {
        self.combine_bodies(excess, corrector);
        let mut longest = InverseSteps::NONE;
        for &k in self.touching.iter().rev() {
            longest = longest.and(self.slots[k].block.combine(excess, corrector));
        }
        longest = longest.and(self.combine_joints(excess, corrector));
        R::ONE / longest.combined
    }

    #[inline(always)]
    fn correct(&mut self, excess: R, corrector: R::Mask) -> [R; 2] {
        self.solve_bodies([Corrector]);
        self.combine_bodies(excess, corrector);
        let mut longest = InverseSteps::NONE;
        for &k in self.touching.iter().rev() {
            self.recover(k, Corrector);
            longest = longest.and(self.slots[k].block.combine(excess, corrector));
        }
        for &j in self.linked {
            self.recover_joint(j, Corrector);
        }
        longest.and(self.combine_joints(excess, corrector)).steps()
    }

    #[inline(always)]
    fn withdraw_corrector(&mut self, excess: R, corrected: R::Mask) {
        self.combine_bodies(excess, corrected);
    }

    #[inline(always)]
    fn is_past_fold(&self) -> R::Mask {
        self.system.lu.is_negative()
    }

    #[inline(always)]
    fn rotation(&self) -> R {
        self.rotation
    }

    #[inline(always)]
    fn advance(&mut self, step: R, rho: f64) {
        let Combined { excess, corrected } = self.combined;
        vectorized_worlds::<R, _>(
            #[inline(always)]
            || {
                for &i in self.members {
                    self.bodies[i].advance(step);
                }
            },
        );
        self.evaluate_bodies();
        self.rho = rho;
        self.deviation = Deviation::NONE;
        for &k in self.touching {
            self.slots[k].block.advance(step, excess, corrected);
            self.evaluate_pair(k, rho);
        }
        for &j in self.linked {
            self.joints[j].advance(step, excess, corrected);
        }
        self.evaluate_joints(rho);
    }

    #[inline(always)]
    fn revise(&mut self, among: R::Mask) -> R::Mask {
        self.revise_slip(among)
    }

    fn is_revised(&self) -> bool {
        self.took_slip_at_contact()
    }

    fn bounding_rows(&self) -> String {
        let Combined { excess, corrected } = self.combined;
        let bound = |slot: &PairSlot<R>| {
            let limit = slot.block.bounding_rows(excess, corrected);
            (limit, slot.candidate.bodies)
        };
        let most = self.pairs().map(bound);
        let most = most.max_by(|(x, _), (y, _)| x.0.total_cmp(&y.0));
        most.map_or_else(String::new, |((_, rows), bodies)| {
            let [a, b] = bodies.map(|i| self.model.bodies[i].name.as_str());
            format!("pair {a}-{b}: {rows}")
        })
    }

    fn worst_row(&self, rho: f64) -> String {
        let rows = self.worst_rows(rho);
        rows.first()
            .map_or_else(String::new, |(name, _)| name.clone())
    }
}
