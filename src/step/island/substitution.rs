//! Back-substitution of the implicit function theorem: velocities, next states, contact points.

use super::{Island, IslandRates, Source, state_explicit};
use crate::contact::{ContactRate, Explicit};
use crate::math::lanes::{Lanes, apply};
use crate::math::{Variation, widely};
use crate::step::gradient::{Block, Columns};
use crate::step::slot::PairSlot;

/// Rows of a contact point.
const CONTACT: usize = crate::step::gradient::CONTACT_ROWS.len();

impl Island<'_> {
    /// Solves for the velocities (in place of the right sides) and adds their part to the next
    /// states.
    pub fn back_substitute(&self, rates: &mut IslandRates) {
        widely(
            #[inline(always)]
            || {
                let lu = &self.system.lu;
                lu.solve_columns(&mut rates.rhs, rates.ids.len());
                self.add_solved(rates);
            },
        );
    }

    /// Adds the part of the velocities to the next states.
    #[inline(always)]
    fn add_solved(&self, rates: &mut IslandRates) {
        let width = rates.ids.len();
        for &i in self.members {
            let (node, start) = (self.node_of(i), self.start_of(i));
            let map = self.bodies[i].next_map();
            for (k, map) in map.iter().enumerate() {
                let next = &mut rates.next[(12 * node + k) * width..][..width];
                for (row, &freedom) in self.bodies[i].setup.freedoms.iter().enumerate() {
                    let factor = map[freedom];
                    if factor != 0.0 {
                        let solved = &rates.rhs[(start + row) * width..][..width];
                        for (next, solved) in next.iter_mut().zip(solved) {
                            *next += factor * solved;
                        }
                    }
                }
            }
        }
    }

    /// The transposed: for weights of the next states (12 per member, units of the solver) the
    /// weights of all columns.
    pub fn pull_back(&self, rates: &IslandRates, weights: &[f64]) -> Vec<f64> {
        let width = rates.ids.len();
        let mut velocity = vec![0.0; self.system.lu.dimension()];
        for &i in self.members {
            let (node, start) = (self.node_of(i), self.start_of(i));
            let map = self.bodies[i].next_map();
            for (row, &freedom) in self.bodies[i].setup.freedoms.iter().enumerate() {
                let column = map.iter().map(|map| map[freedom]);
                let weights = &weights[12 * node..];
                velocity[start + row] = column.zip(weights).map(|(m, w)| m * w).sum();
            }
        }
        self.system.lu.solve_transposed(&mut velocity);
        let mut out = vec![0.0; width];
        let rows = rates.rhs.chunks_exact(width.max(1)).zip(&velocity);
        for (row, weight) in rows.chain(rates.next.chunks_exact(width.max(1)).zip(weights)) {
            for (sum, value) in out.iter_mut().zip(row) {
                *sum += weight * value;
            }
        }
        out
    }

    /// Rows of the members in the derivative of the next state, with their SI units.
    pub fn state_rows(&self, columns: &Columns) -> Vec<(usize, f64)> {
        let units = Columns::row_units(self.model);
        let mut out = Vec::with_capacity(12 * self.members.len());
        for &i in self.members {
            let row = |k: usize| (columns.tangent(i, k), units[k]);
            out.extend((0..12).map(row));
        }
        out
    }

    /// The island's part of the derivative of the next state, SI units.
    pub fn state_block(&self, columns: &Columns, rates: IslandRates) -> Block {
        let mut values = rates.next;
        let rows = self.state_rows(columns);
        for (row, (_, unit)) in values.chunks_exact_mut(rates.ids.len().max(1)).zip(&rows) {
            row.iter_mut().for_each(|value| *value *= unit);
        }
        Block {
            rows: rows.into_iter().map(|(row, _)| row).collect(),
            columns: rates.ids,
            values,
        }
    }

    /// The derivative of the island's contact points, SI units; `firsts` gives the first contact
    /// of every pair.
    pub fn contact_block(
        &self,
        columns: &Columns,
        sources: &[Source],
        rates: &IslandRates,
        rho: f64,
        firsts: &[usize],
    ) -> Block {
        let width = rates.ids.len();
        let mut out = Block {
            columns: rates.ids.clone(),
            ..Block::default()
        };
        for &k in self.touching {
            let slot = &self.slots[k];
            let mut place = 0;
            let start = out.values.len();
            for &source in sources {
                let mut wanted = Vec::new();
                self.each_wanted(columns, source, |lane, (_, unit)| wanted.push((lane, unit)));
                for chunk in wanted.chunks(12) {
                    let explicit = self.chunk_explicit(slot, columns, source, chunk);
                    let motion = [0, 1].map(|s| {
                        let body = slot.candidate.bodies[s];
                        let solved = self.motion_of(body, rates, place, chunk.len());
                        solved.plus(&explicit.end[s])
                    });
                    let found = self.contact_rows(slot, &motion, rho, &explicit);
                    for (c, found) in found.iter().enumerate() {
                        if place == 0 {
                            let first = CONTACT * (firsts[k] + c);
                            out.rows.extend(first..first + CONTACT);
                            out.values.resize(out.values.len() + CONTACT * width, 0.0);
                        }
                        for (row, lanes) in found.iter().enumerate() {
                            let at = start + (CONTACT * c + row) * width + place;
                            out.values[at..at + chunk.len()]
                                .copy_from_slice(&lanes.0[..chunk.len()]);
                        }
                    }
                    place += chunk.len();
                }
            }
        }
        out
    }

    /// What a pair sees of up to twelve columns of one source.
    fn chunk_explicit(
        &self,
        slot: &PairSlot,
        columns: &Columns,
        source: Source,
        chunk: &[(usize, f64)],
    ) -> Explicit<12> {
        match source {
            Source::Input(_) => Explicit::NONE,
            Source::State(i) => {
                let rates = self.bodies[i].state_rates();
                state_explicit(slot, i, &rates).picked(chunk)
            }
            Source::Parameter(p) => {
                let explicit = self.parameter_explicit(slot, &columns.parameters[p]);
                explicit.map_or(Explicit::NONE, Explicit::widened)
            }
        }
    }

    /// Rows of the contact points of a pair whose bodies move by `motion` in all, SI units.
    fn contact_rows(
        &self,
        slot: &PairSlot,
        motion: &[Variation<12>; 2],
        rho: f64,
        explicit: &Explicit<12>,
    ) -> Vec<[Lanes<12>; CONTACT]> {
        let [a, b] = slot.candidate.bodies;
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        let sign = if a < b { -1.0 } else { 1.0 };
        let units = &self.model.units;
        let mut out = Vec::new();
        slot.block
            .contact_rates(bodies, motion, rho, explicit, |rate: ContactRate<12>| {
                let mut rows = [Lanes::ZERO; CONTACT];
                rows[0] = rate.gap * units.length;
                for i in 0..3 {
                    rows[1 + i] = rate.point[i] * units.length;
                    rows[4 + i] = rate.normal[i] * sign;
                    rows[7 + i] = rate.impulse[i] * (sign * units.velocity);
                }
                rows[10] = rate.torsion * (units.velocity * units.length);
                out.push(rows);
            });
        out
    }

    /// Motion of a body along solved columns.
    fn motion_of(
        &self,
        body: usize,
        rates: &IslandRates,
        place: usize,
        count: usize,
    ) -> Variation<12> {
        let mut out = Variation::NONE;
        let block = &self.bodies[body];
        if !block.is_moving() {
            return out;
        }
        let mut velocity = [Lanes::<12>::ZERO; 6];
        let start = self.start_of(body);
        for (row, &freedom) in block.setup.freedoms.iter().enumerate() {
            let solved = &rates.rhs[(start + row) * rates.ids.len() + place..][..count];
            velocity[freedom].0[..count].copy_from_slice(solved);
        }
        let [vx, vy, vz, px, py, pz] = velocity;
        let (dv, phi, h) = ([vx, vy, vz], [px, py, pz], block.setup.h);
        out.dx = dv.map(|v| v * h);
        out.dtheta = phi.map(|p| p * h);
        out.dv = dv;
        out.domega = apply(&block.kinematics.turn, &phi);
        out
    }
}
