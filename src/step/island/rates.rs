//! Derivatives of the island's rows and of its next state, both at fixed velocities: the right sides
//! of the implicit function theorem, twelve columns at a time.

use super::directions::BodyAlong;
use super::rate_entries::RateEntries;
use super::{Island, state_explicit};
use crate::contact::Explicit;
use crate::dynamics::BodyRates;
use crate::math::lanes::Lanes;
use crate::math::vectorized;
use crate::step::gradient::{Columns, Lane};
use crate::step::projection::ProjectionRates;
use crate::step::slot::PairSlot;
use crate::world::{InputKind, Parameter};

/// This many columns go side by side: the tangents of a body.
pub const COLUMNS: usize = 12;

/// Where columns of an island come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    /// The column is by the state of a member, or by state and command of a prescribed neighbour.
    State(usize),
    /// The column is along a direction of the state of all bodies.
    Direction,
    /// The column is an input of a member.
    Input(usize),
    /// The column is a command of the motor of a coordinate: joint, coordinate.
    Motor(usize, usize),
    /// The column is by one of the parameters.
    Parameter(usize),
}

/// A column of an island: a lane of its source.
#[derive(Debug, Clone, Copy)]
pub struct IslandColumn {
    /// Where it comes from.
    pub source: Source,
    /// Which lane of the rates of its source it is, and the unit of the solver per SI unit.
    pub lane: usize,
    pub unit: f64,
    /// The column in the result.
    pub id: usize,
}

/// Columns of one source, with the place of the first among those side by side.
pub type ColumnRun<'a> = (usize, &'a [IslandColumn]);

/// Returns the runs of columns that go side by side.
pub fn runs(abreast: &[IslandColumn]) -> impl Iterator<Item = ColumnRun<'_>> {
    let mut place = 0;
    abreast
        .chunk_by(|a, b| a.source == b.source)
        .map(move |run| {
            place += run.len();
            (place - run.len(), run)
        })
}

/// Derivatives of an island's rows and of its next state, of the columns at hand.
#[derive(Debug, Default)]
pub struct IslandRates {
    /// Minus the derivative of the momentum rows at fixed velocities; solved for the velocities in
    /// place.
    pub rhs: Vec<Lanes<COLUMNS>>,
    /// The next state of the members at fixed velocities, 12 rows each, SI units.
    pub next: Vec<Lanes<COLUMNS>>,
    /// First rows of the members of which it is not zero.
    explicit: Vec<usize>,
    /// The mean rates of the coordinates of the joints at fixed velocities, in the units of the solver.
    pub joint_rates: Vec<Lanes<COLUMNS>>,
    /// The first coordinate of every joint of the island among those.
    pub first_coordinates: Vec<usize>,
    /// The projection of the velocities of joined bodies.
    pub projection: ProjectionRates,
    /// How bodies move along the directions at hand.
    pub along: Vec<BodyAlong>,
    /// The next state of every member per velocity, SI units per unit of the solver.
    pub maps: Vec<[[f64; 6]; 12]>,
}

impl Island<'_> {
    /// Returns the columns of the island: members, prescribed neighbours, inputs, parameters.
    pub fn columns(&self, columns: &Columns) -> Vec<IslandColumn> {
        let neighbours = self.prescribed_neighbours(columns);
        let most = 2 * self.members.len() + neighbours.len();
        let mut out = Vec::with_capacity(COLUMNS * most + columns.parameters.len());
        out.extend(self.direction_columns(columns, &neighbours));
        let mut add = |source: Source, lanes: &[Lane]| {
            for (lane, column) in lanes.iter().enumerate() {
                out.extend(column.map(|(id, unit)| IslandColumn {
                    source,
                    lane,
                    unit,
                    id,
                }));
            }
        };
        for &i in self.members.iter().chain(&neighbours) {
            add(Source::State(i), &columns.state_lanes(self.model, i));
        }
        for &i in self.members {
            add(Source::Input(i), &columns.input_lanes(self.model, i));
        }
        for &j in self.linked {
            let joint = &self.model.joints[j];
            for (m, (k, motor)) in joint.motors().enumerate() {
                let kinds = InputKind::of_motor(motor);
                let lanes = columns.motor_lanes(joint.first_motor + m, kinds);
                add(Source::Motor(j, k), &lanes);
            }
        }
        for (p, parameter) in columns.parameters.iter().enumerate() {
            if self.feels(parameter) {
                add(
                    Source::Parameter(p),
                    &[Some((columns.first_parameter + p, 1.0))],
                );
            }
        }
        out
    }

    /// Prepares the columns: how the next state follows the velocities.
    pub fn begin_rates(&self, out: &mut IslandRates) {
        let units = Columns::row_units(self.model);
        let maps = self.members.iter().map(|&i| {
            let map = self.bodies[i].next_map();
            std::array::from_fn(|k| map[k].map(|rate| rate * units[k]))
        });
        out.maps.clear();
        out.maps.extend(maps);
        out.rhs.resize(self.system.lu.dimension(), Lanes::ZERO);
        out.explicit.clear();
        out.first_coordinates.clear();
        let mut coordinates = 0;
        for &j in self.linked {
            out.first_coordinates.push(coordinates);
            coordinates += self.model.joints[j].coordinate_count();
        }
        out.joint_rates.resize(coordinates, Lanes::ZERO);
        out.next.clear();
        out.next.resize(12 * self.members.len(), Lanes::ZERO);
        if !self.linked.is_empty() {
            self.begin_projection(out);
        }
    }

    /// Evaluates right sides, and next states at fixed velocities, of some columns.
    pub fn rates(
        &self,
        columns: &Columns,
        abreast: &[IslandColumn],
        rho: f64,
        out: &mut IslandRates,
    ) {
        out.rhs.fill(Lanes::ZERO);
        out.joint_rates.fill(Lanes::ZERO);
        for first in out.explicit.drain(..) {
            out.next[first..][..12].fill(Lanes::ZERO);
        }
        for (place, run) in runs(abreast) {
            let mut units = [0.0; COLUMNS];
            for (unit, column) in units.iter_mut().zip(run) {
                *unit = column.unit;
            }
            let target = &mut RateEntries {
                run,
                units,
                place,
                out: &mut *out,
            };
            match run[0].source {
                Source::State(i) => self.add_state(i, rho, target),
                Source::Direction => self.add_directions(columns, rho, target),
                Source::Input(i) => self.add_input(i, target),
                Source::Motor(j, k) => self.add_motor(j, k, target),
                Source::Parameter(p) => self.add_parameter(&columns.parameters[p], rho, target),
            }
        }
    }

    fn add_input(&self, body: usize, target: &mut RateEntries) {
        let (start, rates) = (self.start_of(body), self.bodies[body].input_rates());
        for (row, &freedom) in self.bodies[body].setup.freedoms.iter().enumerate() {
            target.add_row(start + row, &rates[freedom], -1.0);
        }
    }

    /// Returns the first row of a member in the body system.
    pub fn start_of(&self, body: usize) -> usize {
        self.system.lu.offset(self.node_of(body))
    }

    fn add_state(&self, body: usize, rho: f64, target: &mut RateEntries) {
        let rates = self.bodies[body].state_rates();
        if self.bodies[body].is_moving() {
            vectorized(
                #[inline(always)]
                || self.add_body(body, &rates, target),
            );
        }
        for slot in self
            .pairs()
            .filter(|slot| slot.candidate.bodies.contains(&body))
        {
            let explicit = state_explicit(slot, body, &rates);
            vectorized(
                #[inline(always)]
                || self.add_pair(slot, rho, &explicit, target),
            );
        }
        self.add_joints_of_state(body, &rates, target);
    }

    fn add_parameter(&self, parameter: &Parameter, rho: f64, target: &mut RateEntries) {
        for &i in self.members {
            if let Some(rates) = self.parameter_rates(parameter, i) {
                self.add_body(i, &rates, target);
            }
        }
        for slot in self.pairs() {
            let rates = self.parameter_rates_of(slot, parameter);
            if let Some(explicit) = self.parameter_explicit(slot, parameter, &rates) {
                self.add_pair(slot, rho, &explicit, target);
            }
        }
        self.add_joints_of_parameter(parameter, target);
    }

    /// Adds rates of a body's rows and next state.
    #[inline(always)]
    pub(super) fn add_body<const N: usize>(
        &self,
        body: usize,
        rates: &BodyRates<N>,
        target: &mut RateEntries,
    ) {
        let start = self.start_of(body);
        for (row, &freedom) in self.bodies[body].setup.freedoms.iter().enumerate() {
            target.add_row(start + row, &rates.residual[freedom], -1.0);
        }
        let first = 12 * self.node_of(body).0;
        target.out.explicit.push(first);
        let units = Columns::row_units(self.model);
        for (k, (lanes, unit)) in rates.next.iter().zip(units).enumerate() {
            target.add_next(first + k, lanes, unit);
        }
    }

    /// Adds a pair's wrenches to the right sides.
    #[inline(always)]
    pub(super) fn add_pair<const N: usize>(
        &self,
        slot: &PairSlot,
        rho: f64,
        explicit: &Explicit<N>,
        target: &mut RateEntries,
    ) {
        let [a, b] = slot.candidate.bodies;
        let bodies = [&self.bodies[a].kinematics, &self.bodies[b].kinematics];
        let wrenches = slot.block.wrench_rates(bodies, rho, explicit);
        for (s, i) in [a, b].into_iter().enumerate() {
            if !self.bodies[i].is_moving() {
                continue;
            }
            let start = self.start_of(i);
            for (row, &freedom) in self.bodies[i].setup.freedoms.iter().enumerate() {
                target.add_row(start + row, &wrenches[6 * s + freedom], 1.0);
            }
        }
    }
}
