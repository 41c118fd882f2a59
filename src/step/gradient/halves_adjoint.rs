//! The adjoint of a step that was made in halves: the weights of the state at its end are taken back through its parts, the last
//! one first, by one transposed solve for each of its solves.

use super::columns::Columns;
use super::parts::{Halved, Part, Solves};
use super::value::Quality;
use crate::error::Result;
use crate::math::Variation;
use crate::math::lanes::Lanes;
use crate::step::projection::{ProjectionRates, StateRows, pulled};
use crate::step::simulator::Simulator;
use crate::step::solution::Leaf;
use crate::world::State;
use nalgebra::DMatrix;

/// A unit change of each of the twelve tangents of a body.
const UNITS: StateRows<12> = {
    let mut out = [Lanes([0.0; 12]); 12];
    let mut k = 0;
    while k < 12 {
        out[k].0[k] = 1.0;
        k += 1;
    }
    out
};

impl Simulator {
    /// Returns the weights of the columns that `weights` of the state at the end of the step with these solves come to.
    pub(super) fn pull_back_leaves(
        &mut self,
        mut leaves: &[Leaf],
        columns: &Columns,
        weights: &[f64],
    ) -> Result<(Vec<f64>, Quality)> {
        let all = columns.with_state_and_inputs();
        let part = self.parts_of(&mut leaves, 0);
        let (total, quality) = self.pull_back_part(&part, &all, weights)?;
        let total = columns.taken_from(&all, &DMatrix::from_row_slice(1, all.count, &total));
        Ok((total.as_slice().to_vec(), quality))
    }

    /// Returns the weights of all columns, state and inputs among them, that `weights` of the state at the end of a part come to.
    fn pull_back_part(
        &mut self,
        part: &Part,
        columns: &Columns,
        weights: &[f64],
    ) -> Result<(Vec<f64>, Quality)> {
        match part {
            Part::Halved(halved) => self.pull_back_halves(halved, columns, weights.to_vec()),
            Part::Solved {
                leaf, rest: None, ..
            } => self.pull_back_share(leaf, columns, weights),
            Part::Solved {
                leaf,
                rest: Some(rest),
                ..
            } => {
                let (own, others) = self.split(leaf, columns, weights);
                let (mut out, quality) = self.pull_back_share(leaf, columns, &own)?;
                let (pulled, worst) = self.pull_back_part(rest, columns, &others)?;
                out.iter_mut().zip(&pulled).for_each(|(out, by)| *out += by);
                Ok((out, quality.worse(&worst)))
            }
        }
    }

    /// Pulls weights back through one solve, whose length is a share of that of the step.
    fn pull_back_share(
        &mut self,
        leaf: &Leaf,
        columns: &Columns,
        weights: &[f64],
    ) -> Result<(Vec<f64>, Quality)> {
        let (mut out, quality) = self.pull_back_leaf(leaf, columns, weights)?;
        for column in columns.of_time_step() {
            out[column] *= leaf.share();
        }
        Ok((out, quality))
    }

    /// Returns the weights of the bodies that a solve advanced, and those of the others.
    fn split(&self, leaf: &Leaf, columns: &Columns, weights: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut own, mut others) = (vec![0.0; weights.len()], weights.to_vec());
        for (i, body) in self.model.bodies.iter().enumerate() {
            if body.is_moving() && leaf.active().has(i) {
                for row in (0..12).map(|k| columns.tangent(i, k)) {
                    own[row] = std::mem::take(&mut others[row]);
                }
            }
        }
        (own, others)
    }

    fn pull_back_halves(
        &mut self,
        halved: &Halved,
        columns: &Columns,
        mut weights: Vec<f64>,
    ) -> Result<(Vec<f64>, Quality)> {
        let mut out = vec![0.0; columns.count];
        let rates = match &halved.projection {
            Some(projection) => self.pull_projection(projection, columns, &mut weights, &mut out),
            None => Vec::new(),
        };
        for led in halved.solves.led_back(&self.model) {
            for (row, column, rate) in led.rates(&self.model, columns) {
                out[column] -= weights[row] * rate;
            }
        }
        self.pull_joint_velocities(halved.second.end(), &rates, columns, &mut weights);
        let (second, worst) = self.pull_back_part(&halved.second, columns, &weights)?;
        let middle = &second[columns.state_range()];
        let (mut first, quality) = self.pull_back_part(&halved.first, columns, middle)?;
        self.pull_halfway(halved.solves, columns, &mut first);
        let explicit = columns.tangents..;
        let terms = out[explicit.clone()].iter_mut().zip(&second[explicit]);
        terms.for_each(|(out, by)| *out += by);
        out.iter_mut().zip(&first).for_each(|(out, by)| *out += by);
        Ok((out, quality.worse(&worst)))
    }

    /// Pulls `weights` of the state at the end of two halves back to before its projection, and adds those of the parameters to `out`.
    /// Returns the weights of the rates of the joints before they were led back.
    fn pull_projection(
        &self,
        projection: &ProjectionRates,
        columns: &Columns,
        weights: &mut [f64],
        out: &mut [f64],
    ) -> Vec<f64> {
        let model = &self.model;
        let own = weights.to_vec();
        let pull = projection.pull(
            model,
            |i| std::array::from_fn(|k| own[columns.tangent(i, k)]),
            |i, pulled| {
                for (k, pulled) in pulled.into_iter().enumerate() {
                    weights[columns.tangent(i, k)] = pulled;
                }
            },
        );
        for (i, body) in model.bodies.iter().enumerate() {
            if columns.tangent_of[i].is_some() && !body.is_moving() {
                let mut rhs = vec![Lanes::ZERO; pull.sides.len()];
                projection.add_moved(model, i, &projection.motion(i, &UNITS), &mut rhs);
                for (k, by) in pulled(&rhs, &pull.sides).0.into_iter().enumerate() {
                    weights[columns.tangent(i, k)] += by;
                }
            }
        }
        for (p, parameter) in columns.parameters.iter().enumerate() {
            let mut rhs = vec![Lanes::<1>::ZERO; pull.sides.len()];
            projection.add_parameter(model, parameter.kind, 0, &mut rhs);
            out[columns.first_parameter + p] += pulled(&rhs, &pull.sides).0[0];
        }
        pull.rates
    }

    /// Adds to the weights of a state what `rates`, weights of the velocities of all joints in that state, come to.
    fn pull_joint_velocities(
        &self,
        end: &State,
        rates: &[f64],
        columns: &Columns,
        weights: &mut [f64],
    ) {
        for joint in &self.model.joints {
            let own = rates
                .iter()
                .skip(joint.first)
                .take(joint.coordinate_count());
            if own.clone().all(|&rate| rate == 0.0) {
                continue;
            }
            for (side, i) in joint.bodies().into_iter().enumerate() {
                let Some(i) = i.filter(|&i| columns.tangent_of[i].is_some()) else {
                    continue;
                };
                let (moved, still) = (end.motion_of(i, &UNITS), Variation::NONE);
                let motions = std::array::from_fn(|s| if s == side { &moved } else { &still });
                let read = joint.velocity_rates(end, motions);
                let sum = own.clone().zip(read);
                let sum = sum.fold(Lanes::ZERO, |sum, (&rate, lanes)| sum + lanes * rate);
                for (k, by) in sum.0.into_iter().enumerate() {
                    weights[columns.tangent(i, k)] += by;
                }
            }
        }
    }

    /// Pulls the weights of the commands of the first of two halves back to the state at its start and the commands of the whole.
    fn pull_halfway(&self, solves: Solves, columns: &Columns, weights: &mut [f64]) {
        for halfway in solves.halfway(&self.model, columns) {
            let own = halfway
                .commands
                .map(|column| std::mem::take(&mut weights[column]));
            for (weight, rates) in own.into_iter().zip(halfway.rates) {
                for (lane, rate) in halfway.lanes.into_iter().zip(rates) {
                    weights[lane] += weight * rate;
                }
            }
        }
    }
}
