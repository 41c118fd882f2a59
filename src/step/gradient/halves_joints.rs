//! Joints in steps that were made in halves: velocities that are led back are projected onto the joints, as the step does.

use super::columns::Columns;
use super::halves::Chained;
use crate::math::Variation;
use crate::math::lanes::Lanes;
use crate::step::active::Active;
use crate::step::island::COLUMNS;
use crate::step::projection::{ProjectionRates, StateRows};
use crate::step::simulator::Simulator;
use crate::step::solution::Leaf;
use nalgebra::DMatrix;

/// The rates of all joints, and their derivative: a row per coordinate.
pub(super) type JointMotion = (Vec<f64>, DMatrix<f64>);

impl Simulator {
    /// Returns the velocities of the joints at the end of a part of a step, with their derivative; nothing without joints.
    pub(super) fn joint_motion(&self, part: &Chained, columns: &Columns) -> Option<JointMotion> {
        let model = &self.model;
        if model.joints.is_empty() {
            return None;
        }
        let rates = part.end.joint_velocities(model);
        let mut out = DMatrix::zeros(rates.len(), part.next.ncols());
        for first in (0..part.next.ncols()).step_by(COLUMNS) {
            let motion = |i: usize| match columns.tangent_of[i] {
                Some(_) => part
                    .end
                    .motion_of(i, &rows_of(&part.next, columns, i, first)),
                None => Variation::NONE,
            };
            let lanes = part.end.joint_velocity_rates(model, motion);
            for (row, lanes) in lanes.iter().enumerate() {
                for lane in 0..COLUMNS.min(part.next.ncols() - first) {
                    out[(row, first + lane)] = lanes.0[lane];
                }
            }
        }
        Some((rates, out))
    }

    /// Projects the velocities at the end of a part of a step, whose joints had the given rates before they were led back.
    pub(super) fn project(
        &self,
        halves: &[Leaf],
        columns: &Columns,
        rates: Vec<f64>,
        drates: &DMatrix<f64>,
        part: &mut Chained,
    ) {
        let model = &self.model;
        let advanced = |i: usize| halves.iter().any(|leaf| leaf.active().has(i));
        let marks: Vec<bool> = (0..model.bodies.len())
            .map(|i| !model.bodies[i].is_moving() || advanced(i))
            .collect();
        let mut projection = ProjectionRates::default();
        projection.prepare(model, Active::marked(&marks), part.end.clone(), rates);
        let before = part.next.clone();
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
                            part.next[(row, first + lane)] = lanes.0[lane];
                        }
                    }
                },
            );
        }
        part.end.clone_from(projection.projected());
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
