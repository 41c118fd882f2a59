//! The island as the main loop of the interior point method sees it.

use super::{FIXED, Island};
use crate::contact::{Block, Measure};
use crate::ipm::{Longest, Problem, Span};
use crate::math::{Mask, Real, widely, widely_abreast};
use crate::step::slot::{PairSlot, Worlds, pair_rows};

/// Of a larger island (5 kB a pair) the passes over the pairs go to and fro: each finds in the cache what
/// the one before touched last. Of a pile with 1,900 pairs a cache of 8 MB misses a third fewer lines of
/// memory. In smaller ones nothing is gained, and sums keep their order.
const LARGE: usize = 128;

impl<R: Worlds> Island<'_, R> {
    /// The body system at the current iterate: matrix and right sides AFFINE and UNIT.
    #[inline(always)]
    pub(super) fn assemble(&mut self, rho: f64) {
        self.system.lu.clear_couplings();
        self.system.rhs.clear();
        self.system
            .rhs
            .resize(2 * self.system.lu.dimension(), R::ZERO);
        for &i in self.members {
            let node = self.node_of(i);
            let start = self.system.lu.offset(node);
            let block = &self.bodies[i];
            let freedoms = block.setup.freedoms;
            let values = self.system.lu.block_mut(node, node);
            if freedoms.len() == 6 {
                values.copy_from_slice(block.jacobian.as_flattened());
            } else {
                for (values, &row) in values.chunks_exact_mut(freedoms.len()).zip(freedoms) {
                    for (value, &column) in values.iter_mut().zip(freedoms) {
                        *value = block.jacobian[row][column];
                    }
                }
            }
            let rhs = self.system.rhs[2 * start..].chunks_exact_mut(2);
            for (rhs, &row) in rhs.zip(freedoms) {
                rhs[0] = -block.residual[row];
            }
        }
        let (pairs, back) = (self.touching, self.touching.len() > LARGE);
        for n in 0..pairs.len() {
            let k = pairs[if back { pairs.len() - 1 - n } else { n }];
            let slot = &mut self.slots[k];
            let [a, b] = slot.candidate.bodies;
            let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
            let rows = pair_rows(self.model, &slot.candidate);
            let lu = &mut self.system.lu;
            let mut target = Target {
                places: self.system.pair_places[self.slots.own_index(k)],
                freedoms: [a, b].map(|i| self.bodies[i].setup.freedoms),
                starts: [a, b].map(|i| match self.bodies[i].is_moving() {
                    true => lu.offset(self.bodies.own_index(i)),
                    false => FIXED,
                }),
                values: lu.values_mut(),
                rhs: &mut self.system.rhs,
            };
            self.slots[k].block.condense(
                rows,
                bodies,
                rho,
                #[inline(always)]
                |row, columns, constants| target.add(row, columns, constants),
            );
        }
    }
}

/// Where the tangent of a pair goes.
struct Target<'a, R> {
    /// Starts of its blocks.
    places: [[usize; 2]; 2],
    freedoms: [&'static [usize]; 2],
    /// Starts of its bodies on the right sides.
    starts: [usize; 2],
    values: &'a mut [R],
    rhs: &'a mut [R],
}

impl<R: Real> Target<'_, R> {
    /// Subtracts a row from the matrix and adds its constants to the right sides AFFINE and UNIT.
    #[inline(always)]
    fn add(&mut self, row: usize, columns: &[R], constants: [R; 2]) {
        let (s, freedom) = (row / 6, row % 6);
        let own = self.freedoms[s];
        let number = match own.len() {
            6 => Some(freedom),
            _ => own.iter().position(|&own| own == freedom),
        };
        let Some(number) = number else { return };
        for (t, columns) in columns.chunks_exact(6).enumerate() {
            let (place, others) = (self.places[s][t], self.freedoms[t]);
            if place == FIXED {
                continue;
            }
            let target = &mut self.values[place + number * others.len()..][..others.len()];
            if let Ok(target) = <&mut [R; 6]>::try_from(&mut *target) {
                for (target, value) in target.iter_mut().zip(columns) {
                    *target -= *value;
                }
                continue;
            }
            for (target, &other) in target.iter_mut().zip(others) {
                *target -= columns[other];
            }
        }
        let rhs = &mut self.rhs[2 * (self.starts[s] + number)..][..2];
        rhs[0] += constants[0];
        rhs[1] += constants[1];
    }
}

/// What is done with one pair after another, so that what comes next finds it in the cache.
impl<R: Worlds> Island<'_, R> {
    /// Hands one part of the bodies' direction to a pair.
    #[inline(always)]
    fn recover(&mut self, k: usize, kind: usize) {
        let slot = &mut self.slots[k];
        let [a, b] = slot.candidate.bodies;
        let motion = [a, b].map(|i| &self.bodies[i].direction[kind]);
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        slot.block.recover(kind, bodies, motion);
    }

    /// Adds the corrector's wrenches of a pair to the right side.
    #[inline(always)]
    fn add_corrector(&mut self, k: usize) {
        let slot = &mut self.slots[k];
        let [a, b] = slot.candidate.bodies;
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        let wrenches = slot.block.corrector(bodies);
        self.add_wrenches(k, &wrenches);
    }

    #[inline(always)]
    fn evaluate_bodies(&mut self) {
        for &i in self.members {
            let body = &mut self.bodies[i];
            widely(
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
        let rows = pair_rows(self.model, &slot.candidate);
        let own = slot.block.evaluate(rows, bodies, rho);
        self.now.1.add(&own);
        for (side, i) in [a, b].into_iter().enumerate() {
            if self.bodies[i].is_moving() {
                let (force, torque) = slot.block.wrench(side);
                self.bodies[i].add_wrench(&force, &torque);
            }
        }
    }

    #[inline(always)]
    fn combine_bodies(&mut self, excess: R, corrector: R::Mask) {
        self.combined = (excess, corrector);
        self.turn = R::ZERO;
        widely_abreast::<R, _>(
            #[inline(always)]
            || {
                for &i in self.members {
                    let turn = self.bodies[i].combine(excess, corrector);
                    self.turn = self.turn.worse(turn);
                }
            },
        );
    }
}

impl<R: Worlds> Problem<R> for Island<'_, R> {
    #[inline(always)]
    fn evaluate(&mut self, rho: f64) {
        self.evaluate_bodies();
        self.now = (rho, Measure::NONE);
        for &k in self.touching {
            self.evaluate_pair(k, rho);
        }
    }

    #[inline(always)]
    fn residual(&self) -> R {
        widely(
            #[inline(always)]
            || {
                let mut worst = self.now.1.residual;
                for &i in self.members {
                    worst = worst.worse(self.bodies[i].worst_residual());
                }
                worst
            },
        )
    }

    #[inline(always)]
    fn centrality(&self, rho: f64) -> R {
        let (of, now) = &self.now;
        if *of == rho {
            return now.centrality;
        }
        self.over_pairs(
            #[inline(always)]
            |worst, block| worst.worse(block.centrality(rho)),
        )
    }

    #[inline(always)]
    fn complementarity(&self) -> R {
        self.now.1.complementarity / self.products()
    }

    #[inline(always)]
    fn predict(&mut self, rho: f64, corrector: bool) -> R::Mask {
        self.assemble(rho);
        let lu = &mut self.system.lu;
        let regular = widely(
            #[inline(always)]
            || lu.factor(),
        );
        if !regular.any() {
            return regular;
        }
        self.solve_bodies([0, 1]);
        self.system.rhs.clear();
        self.system.rhs.resize(self.system.lu.dimension(), R::ZERO);
        self.affine = R::ZERO;
        for &k in self.touching {
            self.recover(k, 0);
            self.recover(k, 1);
            self.affine = self.affine.worse(self.slots[k].block.inverse_affine());
            if corrector {
                self.add_corrector(k);
            }
        }
        regular
    }

    #[inline(always)]
    fn longest_affine(&mut self) -> R {
        R::ONE / self.affine
    }

    fn reach(&mut self, from: R, change: R, step: f64) -> Span<R> {
        let pairs = self.pairs();
        pairs.fold(Span::all(), |span, slot| {
            span.and(slot.block.reach(from, change, step))
        })
    }

    #[inline(always)]
    fn complementarity_after_affine(&self, step: R) -> R {
        self.mean(
            #[inline(always)]
            |block| block.complementarity_after_affine(step),
        )
    }

    #[inline(always)]
    fn complementarity_after(&self, step: R) -> R {
        self.mean(
            #[inline(always)]
            |block| block.complementarity_after(step),
        )
    }

    #[inline(always)]
    fn combine(&mut self, excess: R, corrector: R::Mask) -> R {
        self.combine_bodies(excess, corrector);
        let mut longest = Longest::NONE;
        for &k in self.touching.iter().rev() {
            longest = longest.and(self.slots[k].block.combine(excess, corrector));
        }
        R::ONE / longest.combined
    }

    #[inline(always)]
    fn correct(&mut self, excess: R, corrector: R::Mask) -> [R; 2] {
        self.solve_bodies([2]);
        self.combine_bodies(excess, corrector);
        let mut longest = Longest::NONE;
        for &k in self.touching.iter().rev() {
            self.recover(k, 2);
            longest = longest.and(self.slots[k].block.combine(excess, corrector));
        }
        longest.steps()
    }

    #[inline(always)]
    fn restrict(&mut self, excess: R, corrected: R::Mask) {
        self.combine_bodies(excess, corrected);
    }

    #[inline(always)]
    fn is_turned(&self) -> R::Mask {
        self.system.lu.is_negative()
    }

    #[inline(always)]
    fn turn(&self) -> R {
        self.turn
    }

    #[inline(always)]
    fn advance(&mut self, step: R, rho: f64) {
        let (excess, corrected) = self.combined;
        widely_abreast::<R, _>(
            #[inline(always)]
            || {
                for &i in self.members {
                    self.bodies[i].advance(step);
                }
            },
        );
        self.evaluate_bodies();
        self.now = (rho, Measure::NONE);
        for &k in self.touching {
            self.slots[k].block.advance(step, excess, corrected);
            self.evaluate_pair(k, rho);
        }
    }

    fn limit(&self) -> String {
        let (excess, corrected) = self.combined;
        let bound = |slot: &PairSlot<R>| {
            let limit = slot.block.limit(excess, corrected);
            (limit, slot.candidate.bodies)
        };
        let most = self.pairs().map(bound);
        let most = most.max_by(|(x, _), (y, _)| x.0.total_cmp(&y.0));
        most.map_or_else(String::new, |((_, rows), bodies)| {
            let [a, b] = bodies.map(|i| self.model.bodies[i].name.as_str());
            format!("pair {a}-{b}: {rows}")
        })
    }

    fn blocking(&self, rho: f64) -> String {
        let rows = self.worst_rows(rho);
        rows.first()
            .map_or_else(String::new, |(name, _)| name.clone())
    }
}
