//! The next state of joined bodies: their velocities follow the projection onto the joints.

use super::Island;
use super::directions::BodyAlong;
use super::rates::{COLUMNS, IslandColumn, IslandRates, Source, runs};
use crate::math::lanes::Lanes;
use crate::step::active::Active;
use crate::step::gradient::Columns;
use crate::step::projection::{PulledProjection, StateRows, pulled};
use crate::world::{BodyState, State};

impl Island<'_> {
    /// Prepares the derivative of the projection of the island's velocities.
    pub(super) fn begin_projection(&self, out: &mut IslandRates) {
        let (model, units) = (self.model, &self.model.units);
        let mut marks: Vec<bool> = model.bodies.iter().map(|body| !body.is_moving()).collect();
        self.members.iter().for_each(|&i| marks[i] = true);
        let mut state = State::default();
        for (i, &mark) in marks.iter().enumerate() {
            let at = if mark {
                self.bodies[i].end(0)
            } else {
                Default::default()
            };
            let (x, q, v, w) = at;
            state.bodies.push(BodyState {
                position: x * units.length,
                rotation: q,
                velocity: v * units.velocity,
                angular_velocity: w / units.time,
            });
        }
        let mut rates = vec![0.0; model.joint_coordinate_count()];
        for &j in self.linked {
            let (first, block) = (model.joints[j].first, &self.joints[j]);
            for (k, axis) in block.setup.axes.iter().enumerate() {
                rates[first + k] = block.rate(k) * axis.units.rate;
            }
        }
        let active = Active::marked(&marks);
        out.projection.prepare(model, active, state, rates);
    }

    /// Replaces the velocities in the next states along the columns at hand by those of the projection.
    pub(super) fn project_rates(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rates: &IslandRates,
        out: &mut [Lanes<COLUMNS>],
    ) {
        let known = self.known_motions(columns, abreast, rates);
        let before = out.to_vec();
        let rows = |i: usize| self.rows_of(i, &before, &known);
        let explicit = |own: usize| &rates.joint_rates[rates.first_coordinates[own]..];
        let drates = self.joint_rates(rates, explicit, true);
        rates.projection.apply(
            self.model,
            rows,
            &drates,
            |rhs| self.add_parameters(columns, abreast, rates, rhs),
            |i, velocities| {
                let first = 12 * self.node_of(i).0 + 6;
                out[first..first + 6].copy_from_slice(&velocities);
            },
        );
    }

    /// Pulls weights of the members' next states (12 each) back to before the projection.
    pub fn pull_projection(&self, rates: &IslandRates, weights: &mut [f64]) -> PulledProjection {
        if self.linked.is_empty() {
            return PulledProjection::default();
        }
        let own = weights.to_vec();
        let first = |i: usize| 12 * self.node_of(i).0;
        rates.projection.pull(
            self.model,
            |i| std::array::from_fn(|k| own[first(i) + k]),
            |i, pulled| weights[first(i)..first(i) + 12].copy_from_slice(&pulled),
        )
    }

    /// Adds the weights of the mean rates of the coordinates to the right side of the velocities.
    pub(super) fn pull_joint_rates(&self, projection: &PulledProjection, out: &mut [f64]) {
        for &j in self.linked {
            let (joint, block) = (&self.model.joints[j], &self.joints[j]);
            for (k, axis) in block.setup.axes.iter().enumerate() {
                let weight = projection.rates[joint.first + k] * axis.units.rate;
                for (body, gradient) in joint.bodies().into_iter().zip(block.rate_gradient(k)) {
                    let Some(i) = body.filter(|&i| self.bodies[i].is_moving()) else {
                        continue;
                    };
                    let rows = out[self.start_of(i)..].iter_mut();
                    for (row, &freedom) in rows.zip(self.bodies[i].setup.freedoms) {
                        *row += weight * gradient[freedom];
                    }
                }
            }
        }
    }

    /// Returns what the columns at hand add to the pulled weights by the projection itself: through mean rates, neighbours whose
    /// motion is known, and parameters.
    pub fn pulled_columns(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rates: &IslandRates,
        projection: &PulledProjection,
    ) -> Lanes<COLUMNS> {
        if self.linked.is_empty() {
            return Lanes::ZERO;
        }
        let explicit = |own: usize| &rates.joint_rates[rates.first_coordinates[own]..];
        let drates = self.joint_rates(rates, explicit, false);
        let mut rhs = vec![Lanes::ZERO; projection.sides.len()];
        for (i, rows) in self.known_motions(columns, abreast, rates) {
            let motion = rates.projection.motion(i, &rows);
            rates.projection.add_moved(self.model, i, &motion, &mut rhs);
        }
        self.add_parameters(columns, abreast, rates, &mut rhs);
        pulled(&rhs, &projection.sides) + pulled(&drates, &projection.rates)
    }

    /// Returns the next state of a body along the columns: of a member, of a neighbour whose motion is known, or none.
    fn rows_of(
        &self,
        i: usize,
        members: &[Lanes<COLUMNS>],
        known: &[(usize, StateRows<COLUMNS>)],
    ) -> StateRows<COLUMNS> {
        if let Some((_, rows)) = known.iter().find(|(body, _)| *body == i) {
            return *rows;
        }
        if self.members.binary_search(&i).is_err() {
            return [Lanes::ZERO; 12];
        }
        let first = 12 * self.node_of(i).0;
        std::array::from_fn(|k| members[first + k])
    }

    /// Returns the changes of the mean rates of the coordinates of all joints, SI units: the explicit ones, and with `solved` what
    /// follows the solved velocities.
    fn joint_rates<'a>(
        &self,
        rates: &'a IslandRates,
        explicit: impl Fn(usize) -> &'a [Lanes<COLUMNS>],
        solved: bool,
    ) -> Vec<Lanes<COLUMNS>> {
        let mut out = vec![Lanes::ZERO; self.model.joint_coordinate_count()];
        for (own, &j) in self.linked.iter().enumerate() {
            let (joint, block) = (&self.model.joints[j], &self.joints[j]);
            for (k, axis) in block.setup.axes.iter().enumerate() {
                let mut rate = explicit(own)[k];
                for (body, gradient) in joint.bodies().into_iter().zip(block.rate_gradient(k)) {
                    let Some(i) = body.filter(|&i| solved && self.bodies[i].is_moving()) else {
                        continue;
                    };
                    let moved = &rates.rhs[self.start_of(i)..];
                    for (moved, &freedom) in moved.iter().zip(self.bodies[i].setup.freedoms) {
                        rate = rate + *moved * gradient[freedom];
                    }
                }
                out[joint.first + k] = rate * axis.units.rate;
            }
        }
        out
    }

    /// Returns the next states of neighbours whose motion is known, along the columns at hand.
    fn known_motions(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rates: &IslandRates,
    ) -> Vec<(usize, StateRows<COLUMNS>)> {
        let units = Columns::row_units(self.model);
        let mut out: Vec<(usize, StateRows<COLUMNS>)> = Vec::new();
        let joints = self.linked.iter();
        let parents = joints.flat_map(|&j| self.model.sides(j).into_iter().flatten());
        for i in parents.filter(|&i| !self.bodies[i].is_moving()) {
            if out.iter().any(|(body, _)| *body == i) {
                continue;
            }
            let mut rows = [Lanes::ZERO; 12];
            for (place, run) in runs(abreast) {
                for (lane, column) in run.iter().enumerate() {
                    let next = match column.source {
                        Source::State(body) if body == i => self.bodies[i]
                            .state_rates()
                            .next
                            .map(|row| row.0[column.lane]),
                        Source::Direction => {
                            let along = BodyAlong::of(&rates.along, i);
                            along.rates.next.map(|row| row.0[lane])
                        }
                        Source::Parameter(p) => {
                            let rates = self.parameter_rates(&columns.parameters[p], i);
                            rates.map_or([0.0; 12], |rates| rates.next.map(|row| row.0[0]))
                        }
                        _ => continue,
                    };
                    for (k, row) in rows.iter_mut().enumerate() {
                        row.0[place + lane] = next[k] * column.unit * units[k];
                    }
                }
            }
            out.push((i, rows));
        }
        out
    }

    /// Adds what parameters do to the projection itself.
    fn add_parameters(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rates: &IslandRates,
        rhs: &mut [Lanes<COLUMNS>],
    ) {
        for (lane, column) in abreast.iter().enumerate() {
            if let Source::Parameter(p) = column.source {
                let kind = columns.parameters[p].kind;
                rates.projection.add_parameter(self.model, kind, lane, rhs);
            }
        }
    }
}
