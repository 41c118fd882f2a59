//! The island linearised at its solution: right sides of the implicit function theorem and the
//! explicit part of the next state, column by column.

use super::{Island, state_explicit};
use crate::contact::Explicit;
use crate::dynamics::{BodyRates, INPUTS};
use crate::ipm::Problem;
use crate::linalg::inverse_norm_1;
use crate::math::lanes::Lanes;
use crate::math::widely;
use crate::step::gradient::{Columns, Lane};
use crate::step::slot::{PairSlot, pair_rows};
use crate::world::{Parameter, ParameterKind};

/// How well the island is solved, and how sensitive it is.
#[derive(Debug, Clone, Copy)]
pub struct Linearization {
    /// Largest equality residual.
    pub residual: f64,
    /// Largest |s o z - rho e| / rho.
    pub centrality: f64,
    /// Condition number (1-norm) of the body system, estimated.
    pub condition: f64,
}

/// Derivatives of an island's rows and of its next state, both at fixed velocities.
#[derive(Debug, Default)]
pub struct IslandRates {
    /// The columns of the result that this island has.
    pub ids: Vec<usize>,
    /// Minus the derivative of the momentum rows, unknowns x columns.
    pub rhs: Vec<f64>,
    /// The next state of the members, 12 rows each, x columns.
    pub next: Vec<f64>,
}

/// Where the columns of an island come from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// State of a member; state and command of a prescribed neighbour.
    State(usize),
    /// Input of a member.
    Input(usize),
    /// One of the parameters.
    Parameter(usize),
}

impl Island<'_> {
    /// Evaluates, condenses and factorises; `None` when the system is singular.
    pub fn linearize(&mut self, rho: f64) -> Option<Linearization> {
        self.evaluate(rho);
        let (residual, centrality) = (self.residual(), self.centrality(rho));
        self.assemble(rho);
        let lu = &mut self.system.lu;
        let norm = lu.norm_1();
        if !lu.factor() {
            return None;
        }
        let lu = &*lu;
        let inverse = inverse_norm_1(
            lu.dimension(),
            |b| lu.solve::<1>(b),
            |b| lu.solve_transposed(b),
        );
        for &k in self.touching {
            let slot = &mut self.slots[k];
            let rows = pair_rows(self.model, &slot.candidate);
            slot.block.prepare_rates(rows);
        }
        Some(Linearization {
            residual,
            centrality,
            condition: norm * inverse,
        })
    }

    /// The sources of the island's columns: members, prescribed neighbours, inputs, parameters.
    pub fn sources(&self, columns: &Columns) -> Vec<Source> {
        let most = 2 * self.members.len() + self.touching.len() + columns.parameters.len();
        let mut out = Vec::with_capacity(most);
        out.extend(self.members.iter().map(|&i| Source::State(i)));
        let neighbours = self.pairs().map(|slot| slot.candidate.bodies[1]);
        let prescribed =
            |i: &usize| !self.bodies[*i].is_moving() && columns.tangent_of[*i].is_some();
        let mut neighbours: Vec<usize> = neighbours.filter(prescribed).collect();
        neighbours.sort_unstable();
        neighbours.dedup();
        out.extend(neighbours.into_iter().map(Source::State));
        out.extend(self.members.iter().map(|&i| Source::Input(i)));
        let touched = (0..columns.parameters.len()).filter(|&p| self.feels(&columns.parameters[p]));
        out.extend(touched.map(Source::Parameter));
        out
    }

    fn feels(&self, parameter: &Parameter) -> bool {
        let has = |body: usize, part: usize| {
            self.pairs().any(|slot| {
                let c = &slot.candidate;
                (0..2).any(|s| (c.bodies[s], c.parts[s]) == (body, part))
            })
        };
        match parameter.kind {
            ParameterKind::Gravity(_) | ParameterKind::TimeStep => true,
            ParameterKind::Mass(body) | ParameterKind::Inertia(body, ..) => {
                self.members.contains(&body)
            }
            ParameterKind::Friction { body, part }
            | ParameterKind::TorsionalFriction { body, part }
            | ParameterKind::Shape { body, part, .. } => has(body, part),
        }
    }

    /// Right sides and explicit next states of all columns of the island.
    pub fn rates(&mut self, columns: &Columns, sources: &[Source], rho: f64) -> IslandRates {
        let mut out = IslandRates::default();
        let mut places = Vec::with_capacity(sources.len());
        // Lanes and units of the wanted columns of all sources.
        let most = INPUTS * sources.len();
        let (mut lanes, mut units) = (Vec::with_capacity(most), Vec::with_capacity(most));
        out.ids.reserve(most);
        for &source in sources {
            let place = out.ids.len();
            self.each_wanted(columns, source, |lane, (id, unit)| {
                out.ids.push(id);
                lanes.push(lane);
                units.push(unit);
            });
            places.push((source, place, out.ids.len()));
        }
        out.rhs = vec![0.0; self.system.lu.dimension() * out.ids.len()];
        out.next = vec![0.0; 12 * self.members.len() * out.ids.len()];
        for (source, place, end) in places {
            let mut target = Target {
                width: out.ids.len(),
                place,
                lanes: &lanes[place..end],
                units: &units[place..end],
                rhs: &mut out.rhs,
                next: &mut out.next,
            };
            match source {
                Source::State(i) => self.add_state(i, rho, &mut target),
                Source::Input(i) => self.add_input(i, &mut target),
                Source::Parameter(p) => {
                    self.add_parameter(&columns.parameters[p], rho, &mut target);
                }
            }
        }
        out
    }

    fn add_input(&self, body: usize, target: &mut Target) {
        let (start, rates) = (self.start_of(body), self.bodies[body].input_rates());
        for (row, &freedom) in self.bodies[body].setup.freedoms.iter().enumerate() {
            target.add_row(start + row, &rates[freedom], -1.0);
        }
    }

    /// The lanes of a source that have a column: calls `see` with lane, column and unit.
    pub(super) fn each_wanted(
        &self,
        columns: &Columns,
        source: Source,
        mut see: impl FnMut(usize, (usize, f64)),
    ) {
        let mut all = |lanes: &[Lane]| {
            for (lane, column) in lanes.iter().enumerate() {
                if let Some(column) = column {
                    see(lane, *column);
                }
            }
        };
        match source {
            Source::State(i) => all(&columns.state_lanes(self.model, i)),
            Source::Input(i) => all(&columns.input_lanes(self.model, i)),
            Source::Parameter(p) => all(&[Some((columns.first_parameter + p, 1.0))]),
        }
    }

    /// First row of a member in the body system.
    pub fn start_of(&self, body: usize) -> usize {
        self.system.lu.offset(self.node_of(body))
    }

    fn add_state(&self, body: usize, rho: f64, target: &mut Target) {
        let rates = self.bodies[body].state_rates();
        if self.bodies[body].is_moving() {
            widely(
                #[inline(always)]
                || self.add_body(body, &rates, target),
            );
        }
        for slot in self
            .pairs()
            .filter(|slot| slot.candidate.bodies.contains(&body))
        {
            let explicit = state_explicit(slot, body, &rates);
            widely(
                #[inline(always)]
                || self.add_pair(slot, rho, &explicit, target),
            );
        }
    }

    fn add_parameter(&self, parameter: &Parameter, rho: f64, target: &mut Target) {
        for &i in self.members {
            if let Some(rates) = self.parameter_rates(parameter, i) {
                self.add_body(i, &rates, target);
            }
        }
        for slot in self.pairs() {
            if let Some(explicit) = self.parameter_explicit(slot, parameter) {
                self.add_pair(slot, rho, &explicit, target);
            }
        }
    }

    /// Adds rates of a body's rows and next state.
    #[inline(always)]
    fn add_body<const N: usize>(&self, body: usize, rates: &BodyRates<N>, target: &mut Target) {
        let start = self.start_of(body);
        for (row, &freedom) in self.bodies[body].setup.freedoms.iter().enumerate() {
            target.add_row(start + row, &rates.residual[freedom], -1.0);
        }
        let node = self.node_of(body);
        for (k, lanes) in rates.next.iter().enumerate() {
            target.add_next(12 * node + k, lanes);
        }
    }

    /// Adds a pair's wrenches to the right sides.
    #[inline(always)]
    fn add_pair<const N: usize>(
        &self,
        slot: &PairSlot,
        rho: f64,
        explicit: &Explicit<N>,
        target: &mut Target,
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

/// Where the lanes of one source go.
struct Target<'a> {
    width: usize,
    place: usize,
    lanes: &'a [usize],
    units: &'a [f64],
    rhs: &'a mut [f64],
    next: &'a mut [f64],
}

impl Target<'_> {
    #[inline(always)]
    fn add_row<const N: usize>(&mut self, row: usize, values: &Lanes<N>, sign: f64) {
        let row = &mut self.rhs[row * self.width + self.place..][..self.lanes.len()];
        add_lanes(row, values, (self.lanes, self.units), sign);
    }

    #[inline(always)]
    fn add_next<const N: usize>(&mut self, row: usize, values: &Lanes<N>) {
        let row = &mut self.next[row * self.width + self.place..][..self.lanes.len()];
        add_lanes(row, values, (self.lanes, self.units), 1.0);
    }
}

#[inline(always)]
fn add_lanes<const N: usize>(
    row: &mut [f64],
    values: &Lanes<N>,
    (lanes, units): (&[usize], &[f64]),
    sign: f64,
) {
    if lanes.last().is_some_and(|last| last + 1 == lanes.len()) {
        // None is left out: several at a time.
        for ((sum, unit), value) in row.iter_mut().zip(units).zip(&values.0) {
            *sum += sign * unit * value;
        }
        return;
    }
    for ((sum, unit), &lane) in row.iter_mut().zip(units).zip(lanes) {
        *sum += sign * unit * values.0[lane];
    }
}
