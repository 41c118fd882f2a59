//! Joints in steps that were made in halves: velocities that are led back are projected onto the joints, as the step does.

use super::columns::Columns;
use crate::math::Variation;
use crate::math::lanes::Lanes;
use crate::step::island::COLUMNS;
use crate::step::projection::{ProjectionRates, StateRows};
use crate::step::simulator::Simulator;
use crate::world::State;
use nalgebra::DMatrix;

impl Simulator {
    /// Returns the derivative of the rates of all joints at the end of a part of a step, a row per coordinate; `next` is that of
    /// the state there.
    pub(super) fn joint_motion(
        &self,
        end: &State,
        next: &DMatrix<f64>,
        columns: &Columns,
    ) -> DMatrix<f64> {
        let model = &self.model;
        let mut out = DMatrix::zeros(model.joint_coordinate_count(), next.ncols());
        for first in (0..next.ncols()).step_by(COLUMNS) {
            let motion = |i: usize| match columns.tangent_of[i] {
                Some(_) => end.motion_of(i, &rows_of(next, columns, i, first)),
                None => Variation::NONE,
            };
            let lanes = end.joint_velocity_rates(model, motion);
            for (row, lanes) in lanes.iter().enumerate() {
                for lane in 0..COLUMNS.min(next.ncols() - first) {
                    out[(row, first + lane)] = lanes.0[lane];
                }
            }
        }
        out
    }

    /// Takes the derivative `next` of the state at the end of a part of a step through a projection, `drates` that of the rates of
    /// the joints before they were led back.
    pub(super) fn project(
        &self,
        projection: &ProjectionRates,
        columns: &Columns,
        drates: &DMatrix<f64>,
        next: &mut DMatrix<f64>,
    ) {
        let model = &self.model;
        let before = next.clone();
        for first in (0..before.ncols()).step_by(COLUMNS) {
            let width = COLUMNS.min(before.ncols() - first);
            let lanes: Vec<Lanes<COLUMNS>> = (0..drates.nrows())
                .map(|row| lanes_of(drates, row, first))
                .collect();
            projection.apply(
                model,
                |i| match columns.tangent_of[i] {
                    Some(_) => rows_of(&before, columns, i, first),
                    None => [Lanes::ZERO; 12],
                },
                &lanes,
                |rhs| {
                    for (p, parameter) in columns.parameters.iter().enumerate() {
                        let column = columns.first_parameter + p;
                        if (first..first + width).contains(&column) {
                            projection.add_parameter(model, parameter.kind, column - first, rhs);
                        }
                    }
                },
                |i, velocities| {
                    for (k, lanes) in velocities.iter().enumerate() {
                        let row = columns.tangent(i, 6 + k);
                        for lane in 0..width {
                            next[(row, first + lane)] = lanes.0[lane];
                        }
                    }
                },
            );
        }
    }
}

/// Returns the rows of a body in some columns of a matrix.
fn rows_of(
    matrix: &DMatrix<f64>,
    columns: &Columns,
    body: usize,
    first: usize,
) -> StateRows<COLUMNS> {
    std::array::from_fn(|k| lanes_of(matrix, columns.tangent(body, k), first))
}

fn lanes_of(matrix: &DMatrix<f64>, row: usize, first: usize) -> Lanes<COLUMNS> {
    let mut out = Lanes::ZERO;
    for lane in 0..COLUMNS.min(matrix.ncols() - first) {
        out.0[lane] = matrix[(row, first + lane)];
    }
    out
}
