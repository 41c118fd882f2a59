//! The derivative of a step that was made in halves, by the chain rule.
//!
//! The first half takes prescribed bodies to the middle between their state and their command, so its input depends on both.

use super::columns::{Columns, Wrt};
use super::differentiate::LeafGradient;
use super::matrix::Block;
use super::parts::{Halved, LedBack, Part, Solves};
use super::value::{CONTACT_ROWS, Quality};
use crate::error::Result;
use crate::math::{Mat3, Rot, skew};
use crate::step::Contact;
use crate::step::contacts::{IMPULSES, merge_earlier, read_contacts};
use crate::step::simulator::Simulator;
use crate::step::solution::Leaf;
use crate::world::{Model, Motion, ParameterKind};
use nalgebra::DMatrix;

/// Derivative of a step or of a part of it; all columns.
pub struct Chained {
    /// The derivative of the state at its end.
    pub next: DMatrix<f64>,
    /// The derivative of its contacts, with the parts to which they belong.
    pub contacts: Vec<(Contact, DMatrix<f64>)>,
    /// Worst over its solves.
    pub quality: Quality,
}

impl Simulator {
    /// Returns the derivative of a part of a step. `columns` has state and inputs.
    pub(super) fn chain(&mut self, part: &Part, columns: &Columns, wrt: &Wrt) -> Result<Chained> {
        match part {
            Part::Halved(halved) => self.chain_halves(halved, columns, wrt),
            Part::Solved { leaf, rest, .. } => {
                let own = self.chain_leaf(leaf, columns, wrt)?;
                let Some(rest) = rest else {
                    return Ok(own);
                };
                let mut out = self.chain(rest, columns, wrt)?;
                self.join(leaf, own, columns, &mut out);
                Ok(out)
            }
        }
    }

    /// Returns the derivative of two halves of a part of a step.
    fn chain_halves(&mut self, halved: &Halved, columns: &Columns, wrt: &Wrt) -> Result<Chained> {
        let first = self.chain(&halved.first, columns, wrt)?;
        let second = self.chain(&halved.second, columns, wrt)?;
        let middle = self.halfway_map(halved.solves, columns);
        let first_next = &first.next * &middle;
        let mut out = Chained {
            next: after(&second.next, &first_next),
            contacts: Vec::new(),
            quality: first.quality.worse(&second.quality),
        };
        let (mut contacts, later): (Vec<_>, Vec<_>) = second.contacts.into_iter().unzip();
        let mut rates: Vec<DMatrix<f64>> = later.iter().map(|r| after(r, &first_next)).collect();
        let (earlier, before): (Vec<_>, Vec<_>) = first.contacts.into_iter().unzip();
        let mut before = before.iter();
        merge_earlier(&earlier, &mut contacts, |place| {
            let rows = before.next().expect("as many as contacts") * &middle;
            match rates.get_mut(place) {
                None => rates.push(rows),
                Some(sum) => {
                    // Impulses add up; point, normal and gap are those at the end.
                    let mut impulses = sum.rows_range_mut(IMPULSES);
                    impulses += rows.rows_range(IMPULSES);
                }
            }
        });
        out.contacts = contacts.into_iter().zip(rates).collect();
        let projected = halved.projection.as_ref();
        let moved = projected.map(|by| {
            (
                by,
                self.joint_motion(halved.second.end(), &out.next, columns),
            )
        });
        for led in halved.solves.led_back(&self.model) {
            for (row, column, rate) in led.rates(&self.model, columns) {
                out.next[(row, column)] -= rate;
            }
        }
        if let Some((projection, drates)) = moved {
            self.project(projection, columns, &drates, &mut out.next);
        }
        Ok(out)
    }

    /// Puts the derivative of the bodies that `leaf` advanced beside that of the others, and its contacts in front.
    fn join(&self, leaf: &Leaf, own: Chained, columns: &Columns, others: &mut Chained) {
        for (i, body) in self.model.bodies.iter().enumerate() {
            if body.is_moving() && leaf.active().has(i) {
                for row in (0..12).map(|k| columns.tangent(i, k)) {
                    others.next.set_row(row, &own.next.row(row));
                }
            }
        }
        let later = std::mem::replace(&mut others.contacts, own.contacts);
        others.contacts.extend(later);
        others.quality = others.quality.worse(&own.quality);
    }

    fn chain_leaf(&mut self, leaf: &Leaf, columns: &Columns, wrt: &Wrt) -> Result<Chained> {
        let mut own = LeafGradient::default();
        self.differentiate_leaf(leaf, columns, wrt, &mut own)?;
        let mut contacts = Vec::new();
        read_contacts(&self.model, &self.work, 0, leaf.active(), &mut contacts);
        let matrix = |blocks: &[Block], rows| {
            let mut out = Block::dense(blocks, rows, 0..columns.count);
            for column in columns.of_time_step() {
                out.column_mut(column).scale_mut(leaf.share());
            }
            out
        };
        let n = CONTACT_ROWS.len();
        let rows = contacts.into_iter().enumerate();
        Ok(Chained {
            next: matrix(&own.blocks, 0..columns.tangents),
            contacts: rows
                .map(|(k, contact)| (contact, matrix(&own.contacts, n * k..n * (k + 1))))
                .collect(),
            quality: own.quality,
        })
    }

    /// Returns how state, input and parameters of the first half follow those of the whole: the identity
    /// but for the commands of prescribed bodies.
    fn halfway_map(&self, solves: Solves, columns: &Columns) -> DMatrix<f64> {
        let mut out = DMatrix::identity(columns.count, columns.count);
        for halfway in solves.halfway(&self.model, columns) {
            for (command, own) in halfway.commands.into_iter().zip(halfway.rates) {
                out[(command, command)] = 0.0;
                for (lane, rate) in halfway.lanes.into_iter().zip(own) {
                    out[(command, lane)] = rate;
                }
            }
        }
        out
    }
}

/// How the command of a prescribed body in the first half follows the state at the start and the command of the whole.
pub(super) struct Halfway {
    /// The columns of the command: position, rotation vector.
    pub commands: [usize; 6],
    /// The columns of the state and of the command.
    pub lanes: [usize; 12],
    /// A row per number of the command.
    pub rates: [[f64; 12]; 6],
}

impl<'a> Solves<'a> {
    /// Returns the commands of the first of two halves.
    pub(super) fn halfway(
        self,
        model: &'a Model,
        columns: &'a Columns,
    ) -> impl Iterator<Item = Halfway> + 'a {
        let start = &self.leaves[0].state;
        let bodies = model.bodies.iter().enumerate();
        let prescribed = bodies.filter(|(_, body)| body.motion == Motion::Prescribed);
        prescribed.map(move |(i, _)| {
            let lanes = columns.state_lanes(model, i).map(|l| l.map_or(0, |l| l.0));
            let (from, to) = (start.bodies[i].rotation, self.input().commands[i].rotation);
            let turns = [half_turn(&from, &to, &from), half_turn(&from, &to, &to)];
            let mut rates = [[0.0; 12]; 6];
            for k in 0..3 {
                (rates[k][k], rates[k][6 + k]) = (0.5, 0.5);
                for j in 0..3 {
                    rates[3 + k][3 + j] = turns[0][(k, j)];
                    rates[3 + k][9 + j] = turns[1][(k, j)];
                }
            }
            Halfway {
                commands: std::array::from_fn(|k| lanes[6 + k]),
                lanes,
                rates,
            }
        })
    }
}

impl LedBack {
    /// Returns what the columns take from the velocity: row, column and rate.
    pub(super) fn rates(&self, model: &Model, columns: &Columns) -> Vec<(usize, usize, f64)> {
        let body = &model.bodies[self.body];
        let forces = columns.input_lanes(model, self.body);
        let mut out = Vec::new();
        for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
            let row = columns.tangent(self.body, 6 + axis);
            if let Some((column, _)) = forces[axis] {
                out.push((row, column, self.early / body.mass));
            }
            for (p, parameter) in columns.parameters.iter().enumerate() {
                let rate = match parameter.kind {
                    ParameterKind::Gravity(along) if along == axis => self.early,
                    ParameterKind::Mass(heavy) if heavy == self.body => {
                        -self.early * self.force[axis] / body.mass.powi(2)
                    }
                    ParameterKind::TimeStep => self.pull[axis] * self.early / model.time_step,
                    _ => continue,
                };
                out.push((row, columns.first_parameter + p, rate));
            }
        }
        out
    }
}

/// Returns the derivative of a matrix of the second half, given that of the state at its start: its state
/// columns are led through, its inputs and parameters are those of the whole.
fn after(second: &DMatrix<f64>, first: &DMatrix<f64>) -> DMatrix<f64> {
    let tangents = first.nrows();
    let mut out = second.columns(0, tangents) * first;
    let rest = second.ncols() - tangents;
    let mut own = out.columns_mut(tangents, rest);
    own += second.columns(tangents, rest);
    out
}

/// Returns the derivative of the middle of two rotations, (a + b) / |a + b|, with respect to one of them (`end`
/// is a or b); rotation vectors in the body frames.
pub(in crate::step) fn half_turn(a: &Rot, b: &Rot, end: &Rot) -> Mat3 {
    let sum = a.into_inner() + b.into_inner();
    let norm = sum.norm();
    let relative = (sum.conjugate() / norm) * end.into_inner();
    (Mat3::identity() * relative.w + skew(&relative.imag())) / norm
}
