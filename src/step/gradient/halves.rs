//! The derivative of a step that was made in halves, by the chain rule.
//!
//! Halves within halves form a tree whose leaves are the solves in the order of time. The first
//! half takes prescribed bodies to the middle between their state and their command, so its input
//! depends on both.

use super::columns::{Columns, Wrt};
use super::differentiate::LeafGradient;
use super::matrix::Block;
use super::value::{CONTACT_ROWS, Quality};
use crate::error::Result;
use crate::math::{Mat3, Rot, skew};
use crate::step::Contact;
use crate::step::contacts::{IMPULSES, merge_earlier, read_contacts};
use crate::step::simulator::Simulator;
use crate::step::simulator::halves::free_acceleration;
use crate::step::simulator::read::read_state;
use crate::step::solution::Leaf;
use crate::world::{Motion, ParameterKind, State};
use nalgebra::DMatrix;

/// Derivative of a step or of a part of it; all columns.
pub struct Chained {
    /// The derivative of the state at its end.
    pub next: DMatrix<f64>,
    /// The derivative of its contacts, with the parts to which they belong.
    pub contacts: Vec<(Contact, DMatrix<f64>)>,
    /// Worst over its solves.
    pub quality: Quality,
    /// The state at its end; without meaning in models without joints.
    pub(super) end: State,
}

impl Simulator {
    /// Returns the derivative of the part of a step at `depth` that begins with the first of `leaves`; takes
    /// its leaves away from the front. `columns` has state and inputs.
    pub(super) fn chain(
        &mut self,
        leaves: &mut &[Leaf],
        depth: u32,
        columns: &Columns,
        wrt: &Wrt,
    ) -> Result<Chained> {
        let leaf = &leaves[0];
        if leaf.depth != depth {
            return self.chain_halves(leaves, depth, columns, wrt);
        }
        *leaves = &leaves[1..];
        let own = self.chain_leaf(leaf, columns, wrt)?;
        if !leaf.has_rest {
            return Ok(own);
        }
        let mut out = self.chain(leaves, depth, columns, wrt)?;
        self.join(leaf, own, columns, &mut out);
        Ok(out)
    }

    /// Returns the derivative of the two halves of a part of a step at `depth`.
    fn chain_halves(
        &mut self,
        leaves: &mut &[Leaf],
        depth: u32,
        columns: &Columns,
        wrt: &Wrt,
    ) -> Result<Chained> {
        let begin = *leaves;
        let first = self.chain(leaves, depth + 1, columns, wrt)?;
        let second = self.chain(leaves, depth + 1, columns, wrt)?;
        let halves = &begin[..begin.len() - leaves.len()];
        // The last solve of this part goes to the commands of the whole part.
        let end = &halves[halves.len() - 1].input;
        let middle = self.halfway_map(&begin[0], end, columns);
        let first_next = &first.next * &middle;
        let mut out = Chained {
            next: after(&second.next, &first_next),
            contacts: Vec::new(),
            quality: first.quality.worse(&second.quality),
            end: second.end,
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
        let moved = self.joint_motion(&out, columns);
        self.lead_velocities_back(halves, depth, columns, &mut out);
        if let Some((rates, drates)) = moved {
            self.project(halves, columns, rates, &drates, &mut out);
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
                if !self.model.joints.is_empty() {
                    others.end.bodies[i] = own.end.bodies[i];
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
        let mut end = State::default();
        if !self.model.joints.is_empty() {
            end.clone_from(&leaf.state);
            read_state(&self.model, &mut self.work, 0, leaf.active(), &mut end);
        }
        let mut contacts = Vec::new();
        read_contacts(&self.model, &self.work, 0, leaf.active(), &mut contacts);
        let matrix = |blocks: &[Block], rows| {
            let mut out = Block::dense(blocks, rows, 0..columns.count);
            for (p, parameter) in columns.parameters.iter().enumerate() {
                if parameter.kind == ParameterKind::TimeStep {
                    out.column_mut(columns.first_parameter + p)
                        .scale_mut(0.5_f64.powi(leaf.depth as i32));
                }
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
            end,
        })
    }

    /// Takes velocities at the end of a part of a step at `depth`, made of `halves`, back to half of its length
    /// earlier, as the step itself does.
    fn lead_velocities_back(
        &self,
        halves: &[Leaf],
        depth: u32,
        columns: &Columns,
        out: &mut Chained,
    ) {
        let Chained { next, end, .. } = out;
        let Some(last) = halves.last() else {
            return;
        };
        let whole = self.model.time_step;
        let early = 0.25 * whole * 0.5_f64.powi(depth as i32);
        for (i, body) in self.model.bodies.iter().enumerate() {
            let mut active = halves.iter().map(|leaf| leaf.active().has(i));
            if !active.any(|has| has) {
                continue;
            }
            if !body.keeps_velocity() {
                continue;
            }
            let wrench = &last.input.wrenches[i];
            let pull = free_acceleration(&self.model, body, wrench);
            if !self.model.joints.is_empty() {
                end.bodies[i].velocity -= pull * early;
            }
            let forces = columns.input_lanes(&self.model, i);
            for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
                let mut row = next.row_mut(columns.tangent(i, 6 + axis));
                if let Some((column, _)) = forces[axis] {
                    row[column] -= early / body.mass;
                }
                for (p, parameter) in columns.parameters.iter().enumerate() {
                    row[columns.first_parameter + p] -= match parameter.kind {
                        ParameterKind::Gravity(along) if along == axis => early,
                        ParameterKind::Mass(heavy) if heavy == i => {
                            -early * wrench.force[axis] / body.mass.powi(2)
                        }
                        ParameterKind::TimeStep => pull[axis] * early / whole,
                        _ => 0.0,
                    };
                }
            }
        }
    }

    /// Returns how state, input and parameters of the first half follow those of the whole: the identity
    /// but for the commands of prescribed bodies.
    fn halfway_map(
        &self,
        start: &Leaf,
        end: &crate::world::Input,
        columns: &Columns,
    ) -> DMatrix<f64> {
        let mut out = DMatrix::identity(columns.count, columns.count);
        for (i, body) in self.model.bodies.iter().enumerate() {
            if body.motion != Motion::Prescribed {
                continue;
            }
            let lanes = columns
                .state_lanes(&self.model, i)
                .map(|l| l.map_or(0, |l| l.0));
            let (from, to) = (start.state.bodies[i].rotation, end.commands[i].rotation);
            for k in 0..3 {
                out[(lanes[6 + k], lanes[k])] = 0.5;
                out[(lanes[6 + k], lanes[6 + k])] = 0.5;
                for j in 0..3 {
                    out[(lanes[9 + k], lanes[3 + j])] = half_turn(&from, &to, &from)[(k, j)];
                    out[(lanes[9 + k], lanes[9 + j])] = half_turn(&from, &to, &to)[(k, j)];
                }
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
