//! The joints of an island: their rows in the body system, and their part in every act of a solve.

use super::Island;
use super::TangentEntries;
use super::system::{Graph, JointNodes, JointPlaces, Panel};
use crate::contact::Deviation;
use crate::dynamics::{BodyBlock, JointBlock, Sides};
use crate::ipm::DirectionPart::{self, Affine, Unit};
use crate::ipm::InverseSteps;
use crate::linalg::NodeId;
use crate::math::{Kinematics, Real};
use crate::step::share::Share;
use crate::step::slot::Worlds;
use crate::world::Model;

/// Adds the nodes of joints to a graph: the rows of a joint of a tree to the node of the body that it holds, those of the
/// others as nodes behind all bodies.
pub(super) fn add_nodes<R: Worlds>(
    model: &Model,
    joints: &Share<JointBlock<R>>,
    linked: &[usize],
    node_of: impl Fn(usize) -> Option<NodeId>,
    graph: &mut Graph,
) {
    graph.joints.clear();
    for &j in linked {
        let rows = joints[j].rows();
        let owner = model.forest.owner[j].and_then(&node_of);
        let node = owner.unwrap_or(NodeId(graph.sizes.len()));
        let first = match owner {
            Some(node) => graph.sizes[node.0],
            None => 0,
        };
        match owner {
            Some(node) => graph.sizes[node.0] += rows,
            None => graph.sizes.push(rows),
        }
        graph.joints.push(JointNodes {
            sides: model.sides(j).map(|body| node_of(body?)),
            node,
            first,
        });
    }
}

/// Returns the kinematics of a body, or of the world.
#[inline(always)]
fn kinematics<'a, R: Real>(
    bodies: &'a Share<BodyBlock<R>>,
    world: &'a Kinematics<R>,
    body: Option<usize>,
) -> &'a Kinematics<R> {
    body.map_or(world, |i| &bodies[i].kinematics)
}

impl<R: Worlds> Island<'_, R> {
    /// Starts all joints at complementarity `c0`; returns the number of their complementarity products.
    pub(super) fn start_joints(&mut self, c0: R) -> usize {
        let mut degree = 0;
        for &j in self.linked {
            let sides = self.model.sides(j);
            let bodies = sides.map(|i| kinematics(&self.bodies, &self.world, i));
            self.joints[j].start(c0, bodies);
            degree += self.joints[j].cone().degree();
        }
        degree
    }

    /// Evaluates all joints; adds them to what is measured, and their wrenches to the residuals of their bodies.
    pub(super) fn evaluate_joints(&mut self, rho: f64) {
        for &j in self.linked {
            let sides = self.model.sides(j);
            let bodies = sides.map(|i| kinematics(&self.bodies, &self.world, i));
            let joint = &mut self.joints[j];
            joint.evaluate(bodies);
            self.deviation.add(&Deviation {
                residual: joint.worst_residual(),
                centrality: joint.cone().centrality(rho),
                complementarity: joint.cone().complementarity(),
            });
            for (side, body) in sides.into_iter().enumerate() {
                if let Some(i) = body.filter(|&i| self.bodies[i].is_moving()) {
                    let (force, torque) = self.joints[j].wrench(side);
                    self.bodies[i].add_wrench(&force, &torque);
                }
            }
        }
    }

    /// Adds rows and tangents of the joints to the body system.
    pub(super) fn assemble_joints(&mut self, rho: f64) {
        for &j in self.linked {
            self.joints[j].condense(rho);
            let places = self.system.joint_places[self.joints.own_index(j)];
            let sides = self.model.sides(j);
            let moving = sides.map(|i| i.filter(|&i| self.bodies[i].is_moving()));
            let freedoms = moving
                .map(|i| i.map_or(&[] as &'static [usize], |i| self.bodies[i].setup.freedoms));
            let lu = &mut self.system.lu;
            let both = [moving[0], moving[1]];
            let node = |i: usize| NodeId(self.bodies.own_index(i));
            let mut target = TangentEntries {
                places: places.bodies,
                freedoms: [freedoms[0], freedoms[1]],
                widths: both.map(|i| i.map_or(0, |i| lu.size(node(i)))),
                starts: both.map(|i| i.map(|i| lu.offset(node(i)))),
                values: lu.values_mut(),
                rhs: &mut self.system.rhs,
            };
            add_rows(&self.joints[j], &places, freedoms, &mut target);
            add_axes(&self.joints[j], &mut target);
        }
    }

    /// Hands the solution of the body system to the joints.
    pub(super) fn set_joint_directions<const C: usize>(&mut self, parts: [DirectionPart; C]) {
        for &j in self.linked {
            let places = &self.system.joint_places[self.joints.own_index(j)];
            let joint = &mut self.joints[j];
            let solved = &self.system.rhs[places.start * C..][..joint.rows() * C];
            for (c, &part) in parts.iter().enumerate() {
                let values = solved.chunks_exact(C).map(|row| row[c]);
                joint.set_direction(part, values);
            }
        }
    }

    /// Hands one part of the bodies' direction to a joint.
    pub(super) fn recover_joint(&mut self, j: usize, part: DirectionPart) {
        let still = [R::ZERO; 6];
        let sides = self.model.joints[j].bodies();
        let motion = sides.map(|i| i.map_or(&still, |i| &self.bodies[i].direction[part]));
        self.joints[j].recover(part, motion);
    }

    /// Recovers AFFINE and UNIT of all joints, and with `corrector` adds their wrenches of it to the right side.
    pub(super) fn recover_joints(&mut self, corrector: bool) {
        for &j in self.linked {
            self.recover_joint(j, Affine);
            self.recover_joint(j, Unit);
            self.affine = self
                .affine
                .worse(self.joints[j].cone().inverse_affine_step());
            if !corrector {
                continue;
            }
            let wrenches = self.joints[j].corrector_wrenches();
            for (body, wrench) in self.model.joints[j].bodies().into_iter().zip(wrenches) {
                let Some(i) = body.filter(|&i| self.bodies[i].is_moving()) else {
                    continue;
                };
                let start = self.system.lu.offset(self.node_of(i));
                let freedoms = self.bodies[i].setup.freedoms;
                for (rhs, &freedom) in self.system.rhs[start..].iter_mut().zip(freedoms) {
                    *rhs += wrench[freedom];
                }
            }
        }
    }

    /// Combines the directions of all joints; returns the inverses of their longest steps.
    pub(super) fn combine_joints(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R> {
        let mut longest = InverseSteps::NONE;
        for &j in self.linked {
            longest = longest.and(self.joints[j].combine(excess, corrector));
        }
        longest
    }
}

/// Adds the rows of a joint and the wrenches of their multipliers: `[M, -W; J, e]`.
fn add_rows<R: Worlds>(
    joint: &JointBlock<R>,
    places: &JointPlaces,
    freedoms: Sides<&'static [usize]>,
    target: &mut TangentEntries<'_, R>,
) {
    for k in 0..joint.rows() {
        let (residual, gradient, wrench) = joint.row(k);
        let row = places.first + k;
        let at = |panel: Panel, row: usize, column: usize| panel.place + row * panel.width + column;
        for (side, freedoms) in freedoms.iter().enumerate() {
            let (Some(rows), Some(columns)) = (places.rows[side], places.columns[side]) else {
                continue;
            };
            for (number, &freedom) in freedoms.iter().enumerate() {
                target.values[at(rows, row, number)] += gradient[side][freedom];
                target.values[at(columns, number, row)] -= wrench[side][freedom];
            }
        }
        for other in places.first..places.first + joint.rows() {
            target.values[at(places.own, row, other)] = R::ZERO;
        }
        target.values[at(places.own, row, row)] = R::of(joint.setup.regularization);
        target.rhs[2 * (places.start + k)] = -residual;
    }
}

/// Adds the impulses along the coordinates of a joint: a rank-one tangent each.
fn add_axes<R: Worlds>(joint: &JointBlock<R>, target: &mut TangentEntries<'_, R>) {
    joint.each_axis(|gradient, wrench, response, offsets| {
        for (side, wrench) in wrench.iter().enumerate() {
            for (k, &amount) in wrench.iter().enumerate() {
                let factor = -(amount * response);
                let mut columns = [R::ZERO; 12];
                let gradient = gradient.iter().flatten();
                for (column, g) in columns.iter_mut().zip(gradient) {
                    *column = factor * *g;
                }
                let constants = offsets.map(|offset| amount * offset);
                target.add(6 * side + k, &columns, constants);
            }
        }
    });
}
