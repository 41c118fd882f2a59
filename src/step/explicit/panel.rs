//! Some columns of the derivative of an explicit step, led through its stages.

use super::body_at::{Acting, BodyAt};
use super::contacts::{StageContactRates, StageContacts};
use super::point::PointRates;
use super::prescribed::variation_at;
use super::{Points, Stage};
use crate::contact::Explicit;
use crate::math::Variation;
use crate::math::lanes::{Lanes, apply};
use crate::step::contacts::ContactReport;
use crate::step::gradient::{Columns, body_parameter};
use crate::step::island::{COLUMNS, friction_rate};
use crate::step::workspace::Workspace;
use crate::world::{Model, Motion, ParameterKind};

/// Where a column comes from.
#[derive(Debug, Clone, Copy)]
enum Source {
    /// A lane of the state of a body, or of state and command of a prescribed one.
    State(usize, usize),
    /// An input of a moving body.
    Input(usize, usize),
    /// A parameter, by its number.
    Parameter(usize),
}

/// A column: where it comes from, its place in the result, and the units of the solver to a unit of it.
#[derive(Debug, Clone, Copy)]
struct Column {
    source: Source,
    id: usize,
    unit: f64,
}

/// Several columns side by side.
pub struct Panel<'a> {
    model: &'a Model,
    columns: &'a Columns,
    own: Vec<Column>,
    /// The rates of all bodies at the start of the step; increments and sums are kept like those of the points.
    start: Vec<PointRates<COLUMNS>>,
    increment: Vec<PointRates<COLUMNS>>,
    sum: Vec<PointRates<COLUMNS>>,
    /// The rates of the contacts.
    pub contacts: StageContactRates<COLUMNS>,
}

impl<'a> Panel<'a> {
    /// Returns all columns of `columns`, which have state and inputs, at the start of a step.
    pub fn all(model: &'a Model, columns: &'a Columns, work: &Workspace) -> Vec<Self> {
        let mut all = Vec::new();
        let mut add = |source: Source, lane: Option<(usize, f64)>| {
            all.extend(lane.map(|(id, unit)| Column { source, id, unit }));
        };
        for (i, body) in model.bodies.iter().enumerate() {
            if body.motion == Motion::Fixed {
                continue;
            }
            let states = columns.state_lanes(model, i).into_iter().enumerate();
            states.for_each(|(k, lane)| add(Source::State(i, k), lane));
            if body.is_moving() {
                let inputs = columns.input_lanes(model, i).into_iter().enumerate();
                inputs.for_each(|(k, lane)| add(Source::Input(i, k), lane));
            }
        }
        for p in 0..columns.parameters.len() {
            add(
                Source::Parameter(p),
                Some((columns.first_parameter + p, 1.0)),
            );
        }
        let panels = all.chunks(COLUMNS);
        panels
            .map(|own| Self::new(model, columns, own, work))
            .collect()
    }

    fn new(model: &'a Model, columns: &'a Columns, own: &[Column], work: &Workspace) -> Self {
        let mut start = vec![PointRates::ZERO; model.bodies.len()];
        for (to, column) in own.iter().enumerate() {
            if let Source::State(body, lane) = column.source
                && model.bodies[body].is_moving()
            {
                start[body].seed(&work.body(body).setup, lane, column.unit, to);
            }
        }
        Self {
            model,
            columns,
            own: own.to_vec(),
            increment: vec![PointRates::ZERO; start.len()],
            sum: start.clone(),
            start,
            contacts: StageContactRates::default(),
        }
    }

    /// Goes through a stage, whose pairs are differentiated and whose contacts are in `contacts`.
    pub fn advance(
        &mut self,
        work: &Workspace,
        (stage, points): (Stage, &Points),
        rho: f64,
        contacts: &StageContacts,
    ) {
        let bodies = 0..self.start.len();
        let rates: Vec<PointRates<COLUMNS>> = bodies
            .clone()
            .map(|i| self.start[i].after(stage.at, &self.increment[i]))
            .collect();
        let motions: Vec<Variation<COLUMNS>> = bodies
            .map(|i| match work.body(i).is_moving() {
                true => rates[i].variation(&points.at[i]),
                false => self.known_motion(work, i, stage),
            })
            .collect();
        let mut acting = vec![Acting::NONE; rates.len()];
        self.add_pairs(work, stage, &motions, rho, &mut acting);
        self.contacts.end_stage(contacts);
        for (i, mut acting) in acting.into_iter().enumerate() {
            let setup = &work.body(i).setup;
            if setup.freedoms.is_empty() {
                continue;
            }
            let body = BodyAt::new(setup, points.at[i], &points.impulses[i]);
            let k = &points.increment[i];
            self.add_loads(&body, i, points, &mut acting);
            self.increment[i] = body.increment_rates(k, &rates[i], &acting);
            self.sum[i] = self.sum[i].after(stage.weight, &self.increment[i]);
        }
    }

    /// Returns how a body moves whose motion is known.
    fn known_motion(&self, work: &Workspace, body: usize, stage: Stage) -> Variation<COLUMNS> {
        if self.model.bodies[body].motion == Motion::Fixed {
            return Variation::NONE;
        }
        let block = work.body(body);
        let mut picked = [(0, 0.0); COLUMNS];
        let mut slower = Variation::NONE;
        for (to, column) in self.own.iter().enumerate() {
            match column.source {
                Source::State(of, lane) if of == body => picked[to] = (lane, column.unit),
                Source::Parameter(p)
                    if self.columns.parameters[p].kind == ParameterKind::TimeStep =>
                {
                    let factor = -1.0 / (block.setup.h * self.model.units.time);
                    for k in 0..3 {
                        slower.dv[k].0[to] = block.kinematics.v[k] * factor;
                        slower.domega[k].0[to] = block.kinematics.omega[k] * factor;
                    }
                }
                _ => {}
            }
        }
        let all = variation_at(block, stage.at);
        all.picked(&picked).plus(&slower)
    }

    /// Adds what pairs do, and their contacts.
    fn add_pairs(
        &mut self,
        work: &Workspace,
        stage: Stage,
        motions: &[Variation<COLUMNS>],
        rho: f64,
        acting: &mut [Acting<COLUMNS>],
    ) {
        for slot in work.slots() {
            let bodies = slot.candidate.bodies;
            let kinematics = bodies.map(|i| &work.body(i).kinematics);
            let motion = bodies.map(|i| &motions[i]);
            let mut explicit = Explicit {
                end: motion,
                ..Explicit::NONE
            };
            for (to, column) in self.own.iter().enumerate() {
                if let Source::Parameter(p) = column.source {
                    let parameter = &self.columns.parameters[p];
                    explicit.mu.0[to] = friction_rate(self.model, slot, parameter).unwrap_or(0.0);
                    if parameter.kind == ParameterKind::TimeStep {
                        explicit.time.0[to] = 1.0 / self.model.units.time;
                    }
                }
            }
            let report = ContactReport::new(self.model, &slot.candidate);
            slot.block
                .contact_rates(kinematics, motion, rho, &explicit, |rate| {
                    self.contacts.add(&report, &rate, stage.weight);
                });
            // The length of the step stretches the whole increment of a body.
            explicit.time = Lanes::ZERO;
            let wrenches = slot.block.wrench_rates(kinematics, rho, &explicit);
            for (side, body) in bodies.into_iter().enumerate() {
                for (k, impulses) in acting[body].impulses.iter_mut().enumerate() {
                    for (axis, lanes) in impulses.iter_mut().enumerate() {
                        *lanes = *lanes + wrenches[6 * side + 3 * k + axis];
                    }
                }
            }
        }
    }

    /// Adds what inputs and parameters do to the loads on a body.
    fn add_loads(&self, body: &BodyAt, index: usize, points: &Points, out: &mut Acting<COLUMNS>) {
        for (to, column) in self.own.iter().enumerate() {
            match column.source {
                Source::Input(of, input) if of == index => {
                    out.add_input(body, input, column.unit, to);
                }
                Source::Parameter(p) => {
                    let kind = self.columns.parameters[p].kind;
                    if let Some(parameter) = body_parameter(self.model, kind, index) {
                        out.add_parameter(body, &points.increment[index], parameter, to);
                    }
                }
                _ => {}
            }
        }
    }

    /// Replaces what the poses gained by what they gain at the velocities of the end, of the semi-implicit method.
    pub fn drift_at_the_end(&mut self, work: &Workspace, points: &Points) {
        for (i, sum) in self.sum.iter_mut().enumerate() {
            let h = work.body(i).setup.h;
            let from = points.before_drift(i);
            let rates = PointRates {
                x: self.start[i].x,
                q: self.start[i].q,
                ..*sum
            };
            let mut drift = rates.drift(&from, h);
            for (to, column) in self.own.iter().enumerate() {
                if let Source::Parameter(p) = column.source
                    && self.columns.parameters[p].kind == ParameterKind::TimeStep
                {
                    drift.stretch(&from.drift(h), 1.0 / (h * self.model.units.time), to);
                }
            }
            *sum = rates.after(1.0, &drift);
        }
    }

    /// Calls `visit` with row, column and value of the next states of the moving bodies, SI units.
    pub fn visit_ends(&self, points: &Points, mut visit: impl FnMut(usize, usize, f64)) {
        let units = Columns::row_units(self.model);
        for (i, body) in self.model.bodies.iter().enumerate() {
            if !body.is_moving() {
                continue;
            }
            let (end, rates) = (&points.sum[i], &self.sum[i]);
            let back = end.rotation().inverse().to_rotation_matrix().into_inner();
            let turn = apply(&back, &rates.turn(end));
            let rows = [&rates.x, &turn, &rates.v, &rates.w].into_iter().flatten();
            for (k, row) in rows.enumerate() {
                self.visit_row(row, |id, value| {
                    visit(self.columns.tangent(i, k), id, units[k] * value);
                });
            }
        }
    }

    /// Calls `visit` with the column and the value of every lane of a row.
    pub fn visit_row(&self, row: &Lanes<COLUMNS>, mut visit: impl FnMut(usize, f64)) {
        for (column, value) in self.own.iter().zip(row.0) {
            visit(column.id, value);
        }
    }
}
