//! Where the derivatives of an island's columns are added up.

use super::rates::{COLUMNS, IslandColumn, IslandRates};
use crate::math::lanes::Lanes;

/// Where the lanes of a run go.
pub(super) struct RateEntries<'a> {
    pub(super) run: &'a [IslandColumn],
    pub(super) units: [f64; COLUMNS],
    pub(super) place: usize,
    pub(super) out: &'a mut IslandRates,
}

impl RateEntries<'_> {
    #[inline(always)]
    pub(super) fn add_row<const N: usize>(&mut self, row: usize, values: &Lanes<N>, sign: f64) {
        let row = &mut self.out.rhs[row].0[self.place..][..self.run.len()];
        add_lanes(row, values, self.run, &self.units, sign);
    }

    /// Adds the change of the mean rate of a coordinate.
    pub(super) fn add_joint_rate<const N: usize>(&mut self, place: usize, values: &Lanes<N>) {
        let row = &mut self.out.joint_rates[place].0[self.place..][..self.run.len()];
        add_lanes(row, values, self.run, &self.units, 1.0);
    }

    /// Returns the first coordinate of a joint of the island.
    pub(super) fn first_coordinate(&self, joint: usize) -> usize {
        self.out.first_coordinates[joint]
    }

    #[inline(always)]
    pub(super) fn add_next<const N: usize>(&mut self, row: usize, values: &Lanes<N>, unit: f64) {
        let row = &mut self.out.next[row].0[self.place..][..self.run.len()];
        add_lanes(row, values, self.run, &self.units, unit);
    }
}

#[inline(always)]
fn add_lanes<const N: usize>(
    row: &mut [f64],
    values: &Lanes<N>,
    run: &[IslandColumn],
    units: &[f64; COLUMNS],
    factor: f64,
) {
    if run[run.len() - 1].lane + 1 == run.len() {
        // None is left out: several at a time.
        for ((sum, unit), value) in row.iter_mut().zip(units).zip(&values.0) {
            *sum += factor * unit * value;
        }
        return;
    }
    for ((sum, unit), column) in row.iter_mut().zip(units).zip(run) {
        *sum += factor * unit * values.0[column.lane];
    }
}
