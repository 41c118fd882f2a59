//! Back-substitution of the implicit function theorem: velocities, next states, contact points.

use super::directions::BodyAlong;
use super::rates::{COLUMNS, ColumnRun, IslandColumn, IslandRates, Source, runs};
use super::{Island, motion_explicit};
use crate::contact::{ContactRate, Explicit};
use crate::dynamics::BodyRates;
use crate::math::lanes::{Lanes, apply};
use crate::math::{Variation, vectorized};
use crate::step::contacts::{CONTACT, ContactReport};
use crate::step::gradient::Columns;
use crate::step::projection::PulledProjection;
use crate::step::slot::PairSlot;

impl Island<'_> {
    /// Solves for the velocities along the columns at hand; `out` receives the next states.
    pub fn back_substitute(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rates: &mut IslandRates,
        out: &mut [Lanes<COLUMNS>],
    ) {
        vectorized(
            #[inline(always)]
            || {
                self.system.lu.solve_sparse(&mut rates.rhs);
                self.refine_loops(rates);
                self.next_rates(rates, out);
            },
        );
        if !self.linked.is_empty() {
            self.project_rates(columns, abreast, rates, out);
        }
    }

    #[inline(always)]
    fn next_rates(&self, rates: &IslandRates, out: &mut [Lanes<COLUMNS>]) {
        let IslandRates {
            rhs, next, maps, ..
        } = rates;
        let rows = next.chunks_exact(12).zip(out.chunks_exact_mut(12));
        let members = self.members.iter().zip(maps).zip(rows);
        for ((&i, map), (next, out)) in members {
            let mut moved = [Lanes::ZERO; 6];
            let solved = &rhs[self.start_of(i)..];
            for (solved, &freedom) in solved.iter().zip(self.bodies[i].setup.freedoms) {
                moved[freedom] = *solved;
            }
            for (k, ((out, next), map)) in out.iter_mut().zip(next).zip(map).enumerate() {
                // A velocity moves its own coordinate, a turn moves rotation and spin.
                let more = match k / 3 % 2 {
                    0 => moved[k % 3] * map[k % 3],
                    _ => moved[3] * map[3] + moved[4] * map[4] + moved[5] * map[5],
                };
                *out = *next + more;
            }
        }
    }

    /// Returns the rows of the members in the result: their next states.
    pub fn state_rows(&self, columns: &Columns) -> impl Iterator<Item = usize> {
        let members = self.members.iter();
        members.flat_map(move |&i| (0..12).map(move |k| columns.tangent(i, k)))
    }

    /// Returns the transposed: for weights of the next states (12 per member) those of the right sides.
    pub fn pull_back(
        &self,
        rates: &IslandRates,
        weights: &[f64],
        projection: &PulledProjection,
    ) -> Vec<f64> {
        let mut out = vec![0.0; self.system.lu.dimension()];
        let members = self.members.iter().zip(&rates.maps);
        for ((&i, map), weights) in members.zip(weights.chunks_exact(12)) {
            let start = self.start_of(i);
            for (row, &freedom) in self.bodies[i].setup.freedoms.iter().enumerate() {
                let terms = map.iter().zip(weights);
                out[start + row] = terms.map(|(map, weight)| map[freedom] * weight).sum();
            }
        }
        self.pull_joint_rates(projection, &mut out);
        self.system.lu.solve_transposed(&mut out);
        self.refine_loops_transposed(&mut out);
        out
    }

    /// Returns the rows of the contacts in the result; `firsts` gives the first contact of every pair.
    pub fn contact_rows(&self, firsts: &[usize]) -> impl Iterator<Item = usize> {
        let pairs = self.touching.iter();
        pairs.flat_map(|&k| CONTACT * firsts[k]..CONTACT * firsts[k + 1])
    }

    /// Returns the derivative of the island's contact points along the columns at hand, SI units, row by row.
    pub fn contact_rates(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rates: &IslandRates,
        rho: f64,
    ) -> Vec<Lanes<COLUMNS>> {
        let mut out: Vec<Lanes<COLUMNS>> = Vec::new();
        for (place, run) in runs(abreast) {
            let mut row = 0;
            for slot in self.pairs() {
                let moving = self.run_rates(slot, columns, run, rates);
                let explicit = self.run_explicit(slot, columns, run, &moving);
                let motion = [0, 1].map(|s| {
                    let solved = self.motion_of(slot.candidate.bodies[s], rates, (place, run));
                    solved.plus(explicit.end[s])
                });
                for lanes in self
                    .contacts_of(slot, motion.each_ref(), rho, &explicit)
                    .iter()
                    .flatten()
                {
                    if row == out.len() {
                        out.push(Lanes::ZERO);
                    }
                    out[row].0[place..place + run.len()].copy_from_slice(&lanes.0[..run.len()]);
                    row += 1;
                }
            }
        }
        out
    }

    /// Returns how the columns of a run move the bodies of a pair.
    fn run_rates(
        &self,
        slot: &PairSlot,
        columns: &Columns,
        run: &[IslandColumn],
        rates: &IslandRates,
    ) -> [BodyRates<12>; 2] {
        match run[0].source {
            Source::Input(_) | Source::Motor(..) => [BodyRates::NONE; 2],
            Source::Direction => {
                let of = |i: usize| BodyAlong::of(&rates.along, i).rates;
                slot.candidate.bodies.map(of)
            }
            Source::State(i) => slot.candidate.bodies.map(|body| {
                if body != i {
                    return BodyRates::NONE;
                }
                let lanes: Vec<_> = run.iter().map(|c| (c.lane, c.unit)).collect();
                self.bodies[i]
                    .state_rates()
                    .motion(|motion| motion.picked(&lanes))
            }),
            Source::Parameter(p) => {
                let rates = self.parameter_rates_of(slot, &columns.parameters[p]);
                rates.map(|rates| rates.motion(Variation::widened))
            }
        }
    }

    /// Returns the explicit change of a pair along the columns of a run.
    fn run_explicit<'a>(
        &self,
        slot: &PairSlot,
        columns: &Columns,
        run: &[IslandColumn],
        rates: &'a [BodyRates<12>; 2],
    ) -> Explicit<'a, 12> {
        let Source::Parameter(p) = run[0].source else {
            return motion_explicit(rates.each_ref());
        };
        let explicit = self.parameter_explicit(slot, &columns.parameters[p], rates);
        explicit.unwrap_or(Explicit::NONE)
    }

    /// Returns the rows of the contact points of a pair whose bodies move by `motion` in all, SI units.
    fn contacts_of(
        &self,
        slot: &PairSlot,
        motion: [&Variation<12>; 2],
        rho: f64,
        explicit: &Explicit<12>,
    ) -> Vec<[Lanes<12>; CONTACT]> {
        let [a, b] = slot.candidate.bodies;
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        let report = ContactReport::new(self.model, &slot.candidate);
        let mut out = Vec::new();
        slot.block
            .contact_rates(bodies, motion, rho, explicit, |rate: ContactRate<12>| {
                out.push(report.rate(&rate));
            });
        out
    }

    /// Returns the motion of a body along the solved columns of a run, in the first lanes.
    fn motion_of(
        &self,
        body: usize,
        rates: &IslandRates,
        (place, run): ColumnRun,
    ) -> Variation<12> {
        let mut out = Variation::NONE;
        let block = &self.bodies[body];
        if !block.is_moving() {
            return out;
        }
        let mut velocity = [Lanes::<12>::ZERO; 6];
        let solved = &rates.rhs[self.start_of(body)..];
        for (solved, &freedom) in solved.iter().zip(block.setup.freedoms) {
            let solved = &solved.0[place..place + run.len()];
            velocity[freedom].0[..run.len()].copy_from_slice(solved);
        }
        let [vx, vy, vz, px, py, pz] = velocity;
        let (dv, phi, h) = ([vx, vy, vz], [px, py, pz], block.setup.h);
        out.dx = dv.map(|v| v * h);
        out.dtheta = phi.map(|p| p * h);
        out.dv = dv;
        out.domega = apply(&block.kinematics.domega_dphi, &phi);
        out
    }
}
