//! The velocities of joined bodies, projected onto their joints (docs/joints.md).
//!
//! ```text
//! [ M  -G^T ] [ v  ]   [ p ]        M = diag(m, R J R^T) + armatures, p the momentum of the state, both at its pose
//! [ G    e  ] [ mu ] = [ 0 ]        G: transposed wrenches of the joints' impulses at the same pose
//! ```
//!
//! What is removed is an impulse of the joints at the start of the next step, which that step finds again: nothing
//! that follows changes. The velocities become those of the joints, so that joint coordinates are read from the state, and
//! steps are symplectic in them.

mod adjoint;
mod coupling;
mod inertia;
mod parameter;
mod power;
mod rates;

pub use adjoint::{PulledProjection, pulled};
pub use rates::{ProjectionRates, StateRows};

use super::active::Active;
use super::island::joint_edges;
use crate::dynamics::{LOOP, Sides};
use crate::joint::BothSides;
use crate::linalg::{BlockLu, Edge, NodeId};
use crate::math::{Vec3, vectorized};
use crate::world::{Joint, Model, State};

use inertia::inertia_of;

/// The buffers of a projection; after [`Projection::project`] its factors and its solution.
#[derive(Debug, Default)]
pub struct Projection {
    lu: BlockLu,
    rhs: Vec<f64>,
    /// The node of every body, if it has one.
    nodes: Vec<Option<usize>>,
    /// The bodies with nodes.
    pub members: Vec<usize>,
    sizes: Vec<usize>,
    edges: Vec<Edge>,
    /// Where the rows of every joint begin in their node, and the node.
    rows: Vec<(usize, usize)>,
}

impl Projection {
    /// Projects the velocities of the `active` bodies of `state`; `rate` gives the mean rates of the coordinates over the step,
    /// which armatures keep.
    pub fn project(
        &mut self,
        model: &Model,
        active: Active,
        rate: &dyn Fn(usize, usize) -> f64,
        state: &mut State,
    ) {
        if !self.lay_out(model, active) {
            return;
        }
        self.assemble(model, state, rate);
        let (lu, rhs) = (&mut self.lu, &mut self.rhs);
        vectorized(
            #[inline(always)]
            || {
                lu.factor();
                lu.solve::<1>(rhs);
            },
        );
        for &i in &self.members {
            let start = self.lu.offset(NodeId(self.nodes[i].unwrap_or(0)));
            let (mut v, mut w) = (Vec3::zeros(), Vec3::zeros());
            for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
                let solved = self.rhs[start + k];
                match freedom {
                    0..3 => v[freedom] = solved,
                    _ => w[freedom - 3] = solved,
                }
            }
            let at = &mut state.bodies[i];
            at.velocity = v;
            at.angular_velocity = at.rotation.inverse_transform_vector(&w);
        }
    }

    /// Returns whether a joint is part of the projection.
    fn has(&self, joint: usize) -> bool {
        self.rows
            .get(joint)
            .is_some_and(|(node, _)| *node != usize::MAX)
    }

    /// Finds the nodes of the joined bodies that are active; whether there are any.
    fn lay_out(&mut self, model: &Model, active: Active) -> bool {
        self.nodes.clear();
        self.nodes.resize(model.bodies.len(), None);
        self.members.clear();
        self.sizes.clear();
        self.edges.clear();
        self.rows.clear();
        let moving =
            |body: Option<usize>| body.filter(|&i| model.bodies[i].is_moving() && active.has(i));
        for joint in model.joints.iter().filter(|joint| active.has(joint.child)) {
            for i in joint.bodies().into_iter().filter_map(moving) {
                if self.nodes[i].is_none() {
                    self.nodes[i] = Some(self.members.len());
                    self.members.push(i);
                    self.sizes.push(model.bodies[i].freedoms().len());
                }
            }
        }
        let bodies = self.members.len();
        for (j, joint) in model.joints.iter().enumerate() {
            if !active.has(joint.child) {
                self.rows.push((usize::MAX, 0));
                continue;
            }
            let owner = model.forest.owner[j].and_then(|i| self.nodes[i]);
            let node = owner.unwrap_or(self.sizes.len());
            if owner.is_none() {
                self.sizes.push(0);
            }
            self.rows.push((node, self.sizes[node]));
            self.sizes[node] += joint.row_count();
            let sides = model.sides(j).map(|i| self.nodes[i?]);
            let freedoms = |n: usize| model.bodies[self.members[n]].freedoms().len();
            let edges = joint_edges(sides, (node, self.sizes[node]), freedoms);
            self.edges.extend(edges);
        }
        self.lu
            .set_structure(&self.sizes, &self.edges, self.sizes.len() - bodies);
        bodies > 0
    }

    /// Assembles matrix and right side at a state.
    fn assemble(&mut self, model: &Model, state: &State, rate: &dyn Fn(usize, usize) -> f64) {
        self.lu.values_mut().fill(0.0);
        self.rhs.clear();
        self.rhs.resize(self.lu.dimension(), 0.0);
        for n in 0..self.members.len() {
            self.add_body(model, state, n);
        }
        for (j, joint) in model.joints.iter().enumerate() {
            let (node, first) = self.rows[j];
            if node == usize::MAX {
                continue;
            }
            let at = joint.geometry(state);
            let twists = model.sides(j).map(|i| twist(i, state));
            let regular = model.forest.owner[j].is_some();
            for (k, row) in joint.rows.iter().enumerate() {
                let [child, parent] = row.wrench(&at, joint.kind.pitch()).on_bodies(&at);
                let wrench = [child, parent, [0.0; 6], [0.0; 6]];
                self.add_row(model, j, (node, first + k), &wrench, &twists, regular);
            }
            if let Some(wrench) = coupling_wrench(model, j, state) {
                let place = (node, first + joint.rows.len());
                self.add_row(model, j, place, &wrench, &twists, regular);
            }
            for (k, axis) in joint
                .axes
                .iter()
                .enumerate()
                .filter(|(_, a)| a.armature != 0.0)
            {
                let wrench = joint.kind.coordinates()[k].wrench(&at).on_bodies(&at);
                let known = joint.bodies().into_iter().zip(&wrench).zip(&twists);
                let known = known.filter(|((i, _), _)| i.is_none_or(|i| self.nodes[i].is_none()));
                let known: f64 = known.map(|((_, wrench), twist)| dot(wrench, twist)).sum();
                self.add_armature(model, joint, &wrench, axis.armature, rate(j, k) - known);
            }
        }
    }

    fn add_body(&mut self, model: &Model, state: &State, n: usize) {
        let i = self.members[n];
        let (body, at) = (&model.bodies[i], &state.bodies[i]);
        let own = inertia_of(model, state, i);
        let (p, l) = (
            at.velocity * body.mass,
            own.inertia * at.angular_velocity_world(),
        );
        let (start, width) = (self.lu.offset(NodeId(n)), self.sizes[n]);
        let values = self.lu.block_mut(NodeId(n), NodeId(n));
        for (row, &a) in body.freedoms().iter().enumerate() {
            for (column, &b) in body.freedoms().iter().enumerate() {
                values[row * width + column] = own.entry(a, b);
            }
            self.rhs[start + row] = if a < 3 { p[a] } else { l[a - 3] };
        }
    }

    /// Adds a row of a joint, whose wrench on all sides is given.
    fn add_row(
        &mut self,
        model: &Model,
        j: usize,
        (node, row): (usize, usize),
        wrench: &Sides<[f64; 6]>,
        twists: &Sides<[f64; 6]>,
        regular: bool,
    ) {
        let mut known = 0.0;
        let mass = model.joints[j].mass;
        for (side, body) in model.sides(j).into_iter().enumerate() {
            let Some((i, n)) = body.and_then(|i| Some((i, self.nodes[i]?))) else {
                known += dot(&wrench[side], &twists[side]);
                continue;
            };
            let (own, width) = (self.sizes[n], self.sizes[node]);
            let [rows, columns] = [(node, n), (n, node)]
                .map(|(row, column)| self.lu.place(NodeId(row), NodeId(column)).0);
            let values = self.lu.values_mut();
            for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
                let value = wrench[side][freedom];
                values[rows + row * own + k] += value;
                values[columns + k * width + row] -= mass * value;
            }
        }
        let width = self.sizes[node];
        let diagonal = &mut self.lu.block_mut(NodeId(node), NodeId(node))[row * width + row];
        *diagonal = if regular { 0.0 } else { LOOP };
        self.rhs[self.lu.offset(NodeId(node)) + row] = -known;
    }

    /// Adds the inertia of an armature along a coordinate, and its momentum at the `rate` that the moving bodies have.
    fn add_armature(
        &mut self,
        model: &Model,
        joint: &Joint,
        wrench: &BothSides<[f64; 6]>,
        armature: f64,
        rate: f64,
    ) {
        let nodes = joint.bodies().map(|i| Some((i?, self.nodes[i?]?)));
        for (s, n) in nodes.iter().enumerate() {
            let Some((i, n)) = *n else { continue };
            let start = self.lu.offset(NodeId(n));
            for (row, &a) in model.bodies[i].freedoms().iter().enumerate() {
                let along = armature * wrench[s][a];
                self.rhs[start + row] += along * rate;
                for (t, m) in nodes.iter().enumerate() {
                    let Some((j, m)) = *m else { continue };
                    let width = self.sizes[m];
                    let values = self.lu.block_mut(NodeId(n), NodeId(m));
                    for (column, &b) in model.bodies[j].freedoms().iter().enumerate() {
                        values[row * width + column] += along * wrench[t][b];
                    }
                }
            }
        }
    }
}

/// Returns the wrenches of the impulse of a coupling at a state, on all sides; none of a joint that follows no other.
fn coupling_wrench(model: &Model, j: usize, state: &State) -> Option<Sides<[f64; 6]>> {
    let joint = &model.joints[j];
    let coupling = joint.coupling?;
    let leader = &model.joints[coupling.leader];
    let [_, slope, _] = coupling.follow(leader.positions(state)[0]);
    let unit = |joint: &Joint| {
        let at = joint.geometry(state);
        joint.kind.coordinates()[0].wrench(&at).on_bodies(&at)
    };
    let [child, parent] = unit(joint);
    let [first, second] = unit(leader).map(|wrench| wrench.map(|x| x * -slope));
    Some([child, parent, first, second])
}

fn twist(body: Option<usize>, state: &State) -> [f64; 6] {
    let Some(i) = body else { return [0.0; 6] };
    let at = &state.bodies[i];
    let (v, w) = (at.velocity, at.angular_velocity_world());
    [v.x, v.y, v.z, w.x, w.y, w.z]
}

fn dot(a: &[f64; 6], b: &[f64; 6]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
