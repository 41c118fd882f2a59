//! Columns along directions of the whole state, in which many bodies move at once.

use super::rate_entries::RateEntries;
use super::rates::{COLUMNS, IslandColumn, Source};
use super::{Island, motion_explicit};
use crate::dynamics::{AxisChange, BodyRates, JointMotions};
use crate::math::lanes::Lanes;
use crate::math::{Variation, vectorized};
use crate::step::gradient::Columns;

/// How a body moves along some directions.
#[derive(Debug, Clone)]
pub struct BodyAlong {
    body: usize,
    /// The rates of its rows, its motion at the end and at the prediction, and its next state.
    pub rates: BodyRates<COLUMNS>,
    /// The motion at the start.
    start: Variation<COLUMNS>,
}

impl BodyAlong {
    const NONE: Self = Self {
        body: usize::MAX,
        rates: BodyRates::NONE,
        start: Variation::NONE,
    };

    /// Returns how a body moves, of those that are sorted by body; not at all where it is not among them.
    pub fn of(sorted: &[Self], body: usize) -> &Self {
        const STILL: &BodyAlong = &BodyAlong::NONE;
        let found = sorted.binary_search_by_key(&body, |along| along.body);
        found.map_or(STILL, |place| &sorted[place])
    }
}

impl Island<'_> {
    /// Returns the prescribed bodies that pairs or joints connect with members, ascending.
    pub(super) fn prescribed_neighbours(&self, columns: &Columns) -> Vec<usize> {
        let prescribed =
            |i: &usize| !self.bodies[*i].is_moving() && columns.tangent_of[*i].is_some();
        let neighbours = self.pairs().map(|slot| slot.candidate.bodies[1]);
        let joints = self.linked.iter();
        let parents = joints.flat_map(|&j| self.model.sides(j).into_iter().flatten());
        let mut out: Vec<usize> = neighbours.chain(parents).filter(prescribed).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns the columns along the directions in which bodies of the island move.
    pub(super) fn direction_columns(
        &self,
        columns: &Columns,
        neighbours: &[usize],
    ) -> Vec<IslandColumn> {
        let count = columns.directions().map_or(0, |matrix| matrix.ncols());
        let moves = |d: usize| {
            let mut bodies = self.members.iter().chain(neighbours);
            bodies.any(|&i| columns.direction(self.model, i, d) != [0.0; 12])
        };
        let column = |d: usize| IslandColumn {
            source: Source::Direction,
            lane: d,
            unit: 1.0,
            id: d,
        };
        (0..count).filter(|&d| moves(d)).map(column).collect()
    }

    /// Adds what the directions at hand do.
    pub(super) fn add_directions(&self, columns: &Columns, rho: f64, target: &mut RateEntries) {
        let along = self.along(columns, target.run);
        // The lanes of the rates are those of the run.
        let mut run = target.run.to_vec();
        run.iter_mut()
            .enumerate()
            .for_each(|(lane, c)| c.lane = lane);
        let mut target = RateEntries {
            run: &run,
            units: target.units,
            place: target.place,
            out: &mut *target.out,
        };
        vectorized(
            #[inline(always)]
            || {
                for moved in along
                    .iter()
                    .filter(|moved| self.bodies[moved.body].is_moving())
                {
                    self.add_body(moved.body, &moved.rates, &mut target);
                }
                for slot in self.pairs() {
                    let of = |body: usize| &BodyAlong::of(&along, body).rates;
                    let explicit = motion_explicit(slot.candidate.bodies.map(of));
                    self.add_pair(slot, rho, &explicit, &mut target);
                }
            },
        );
        for &j in self.linked {
            let still = Variation::NONE;
            let sides = self.model.sides(j);
            let of = |body: Option<usize>| body.map(|i| BodyAlong::of(&along, i));
            let motions = JointMotions {
                start: sides.map(|side| of(side).map_or(&still, |moved| &moved.start)),
                end: sides.map(|side| of(side).map_or(&still, |moved| &moved.rates.end)),
                anchors: [[Lanes::ZERO3; 2]; 2],
            };
            self.add_joint(j, &motions, &[AxisChange::NONE; 3], &mut target);
        }
        target.out.along = along;
    }

    /// Returns how members and prescribed neighbours move along a run of directions, sorted by body.
    fn along(&self, columns: &Columns, run: &[IslandColumn]) -> Vec<BodyAlong> {
        let neighbours = self.prescribed_neighbours(columns);
        let mut bodies: Vec<usize> = [self.members, &neighbours].concat();
        bodies.sort_unstable();
        let along = bodies.into_iter().map(|body| {
            let mut map = [Lanes::ZERO; 12];
            for (lane, column) in run.iter().enumerate() {
                let own = columns.direction(self.model, body, column.lane);
                for (row, value) in map.iter_mut().zip(own) {
                    row.0[lane] = value;
                }
            }
            let block = &self.bodies[body];
            let rates = block.state_rates();
            BodyAlong {
                body,
                rates: rates.combined(&map),
                start: block.start_motion(&rates).combined(&map),
            }
        });
        along.collect()
    }
}
