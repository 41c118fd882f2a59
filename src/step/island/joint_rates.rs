//! Derivatives of the rows and impulses of an island's joints, at fixed velocities.

use super::Island;
use super::rate_entries::RateEntries;
use super::rates::IslandRates;
use crate::dynamics::{AxisChange, BodyRates, JointMotions};
use crate::joint::BothSides;
use crate::math::lanes::{Lanes, Lanes3, Linear, scale};
use crate::math::{Mat3, Variation, Vec3};
use crate::step::workspace::{AxisQuantity, axis_change};
use crate::world::{JointParameter, Parameter, ParameterKind};

/// The most coordinates that a joint has.
const COORDINATES: usize = 3;

impl Island<'_> {
    /// Adds what the state of a body does to the joints that hold it.
    pub(super) fn add_joints_of_state(
        &self,
        body: usize,
        rates: &BodyRates<12>,
        target: &mut RateEntries,
    ) {
        let mut start = None;
        for &j in self.linked {
            let sides = self.model.sides(j);
            if !sides.contains(&Some(body)) {
                continue;
            }
            let start = start.get_or_insert_with(|| self.bodies[body].start_motion(rates));
            let still = Variation::NONE;
            let of = |moves| sides.map(|i| if i == Some(body) { moves } else { &still });
            let motions = JointMotions {
                start: of(start),
                end: of(&rates.end),
                anchors: [[Lanes::ZERO3; 2]; 2],
            };
            self.add_joint(j, &motions, &[AxisChange::NONE; COORDINATES], target);
        }
    }

    /// Adds what the commands of a motor do: position, velocity, effort.
    pub(super) fn add_motor(&self, j: usize, k: usize, target: &mut RateEntries) {
        let own = &self.joints[j].setup.axes[k];
        let mut axes = [AxisChange::NONE; COORDINATES];
        axes[k].constant = Lanes(own.constant_slopes.command);
        axes[k].actuators[1][1] = Lanes(own.target_slopes.command);
        self.add_joint::<3>(j, &still(), &axes, target);
    }

    /// Adds what a parameter does to the joints.
    pub(super) fn add_joints_of_parameter(&self, parameter: &Parameter, target: &mut RateEntries) {
        match parameter.kind {
            ParameterKind::TimeStep => {
                for &j in self.linked {
                    self.add_time(j, parameter, target);
                }
            }
            ParameterKind::Joint(j, which) if self.linked.contains(&j) => {
                let axes = self.axis_changes(j, AxisQuantity::Parameter(which));
                let motions = JointMotions {
                    anchors: self.anchor_motion(j, which),
                    ..still()
                };
                self.add_joint(j, &motions, &axes, target);
            }
            _ => {}
        }
    }

    /// Takes what joints that close loops have on the diagonal of the matrix out of a solution, by a further solve.
    pub(super) fn refine_loops(&self, rates: &mut IslandRates) {
        let Some(mut left) = self.left_by_loops(&rates.rhs, Lanes::ZERO) else {
            return;
        };
        self.system.lu.solve::<1>(&mut left);
        let rows = rates.rhs.iter_mut().zip(left);
        rows.for_each(|(row, more)| *row = *row + more);
    }

    /// Takes what joints that close loops have on the diagonal of the matrix out of a solution of the transposed system.
    pub(super) fn refine_loops_transposed(&self, solution: &mut [f64]) {
        if let Some(mut left) = self.left_by_loops(solution, 0.0) {
            self.system.lu.solve_transposed(&mut left);
            solution
                .iter_mut()
                .zip(left)
                .for_each(|(row, more)| *row += more);
        }
    }

    /// Returns the residual that the diagonal of joints that close loops leaves; nothing without any.
    fn left_by_loops<T: Linear<f64>>(&self, solution: &[T], zero: T) -> Option<Vec<T>> {
        let closing = |j: &&usize| self.joints[**j].setup.regularization > 0.0;
        let mut loops = self.linked.iter().filter(closing).peekable();
        loops.peek()?;
        let mut out = vec![zero; solution.len()];
        for &j in loops {
            let (joint, own) = (&self.joints[j], self.joints.own_index(j));
            let start = self.system.joint_places[own].start;
            for row in start..start + joint.rows() {
                out[row] = solution[row] * joint.setup.regularization;
            }
        }
        Some(out)
    }

    fn add_time(&self, j: usize, parameter: &Parameter, target: &mut RateEntries) {
        let sides = self.model.sides(j);
        let rates = sides.map(|i| i.and_then(|i| self.parameter_rates(parameter, i)));
        let rates = rates.map(|rates| rates.unwrap_or(BodyRates::NONE));
        // The velocity of a prescribed body over the step is shorter the longer the step is.
        let start = rates.map(|rates| Variation {
            dv: rates.predicted.dv,
            domega: rates.predicted.domega,
            ..Variation::NONE
        });
        let moving = sides.map(|i| i.is_some_and(|i| self.bodies[i].is_moving()));
        let none = Variation::NONE;
        let motions = JointMotions {
            start: std::array::from_fn(|s| if moving[s] { &none } else { &start[s] }),
            end: std::array::from_fn(|s| &rates[s].end),
            anchors: [[Lanes::ZERO3; 2]; 2],
        };
        let axes = self.axis_changes(j, AxisQuantity::TimeStep);
        self.add_joint(j, &motions, &axes, target);
    }

    fn axis_changes(&self, j: usize, quantity: AxisQuantity) -> [AxisChange<1>; COORDINATES] {
        let (joint, block) = (&self.model.joints[j], &self.joints[j]);
        let h = self.step_length() * self.model.units.time;
        let mut out = [AxisChange::NONE; COORDINATES];
        for (k, axis) in joint.axes.iter().enumerate() {
            if concerns(quantity, k) {
                out[k] = axis_change(block, k, axis, h, quantity);
            }
        }
        out
    }

    /// Returns how an anchor moves at the start and at the end, per m.
    fn anchor_motion(&self, j: usize, which: JointParameter) -> [BothSides<Lanes3<1>>; 2] {
        let (side, axis) = match which {
            JointParameter::ChildAnchor(axis) => (0, axis),
            JointParameter::Anchor(axis) => (1, axis),
            _ => return [[Lanes::ZERO3; 2]; 2],
        };
        let body = self.model.joints[j].bodies()[side];
        let unit = Vec3::ith(axis, 1.0 / self.model.units.length);
        let identity = Mat3::identity();
        let [start, end] = match body {
            Some(i) => [
                self.bodies[i].setup.q.matrix(),
                self.bodies[i].kinematics.pose.r,
            ],
            None => [identity; 2],
        };
        [start, end].map(|r| {
            let mut out = [Lanes::ZERO3; 2];
            out[side] = scale(&(r * unit), Lanes([1.0]));
            out
        })
    }

    /// Adds the change of a joint: to its rows, to the momentum rows of its bodies, and to the mean rates of its coordinates.
    pub(super) fn add_joint<const N: usize>(
        &self,
        j: usize,
        motions: &JointMotions<N>,
        axes: &[AxisChange<N>],
        target: &mut RateEntries,
    ) {
        let (own, joint) = (self.joints.own_index(j), &self.joints[j]);
        let change = joint.change(motions, axes);
        let start = self.system.joint_places[own].start;
        for (k, row) in change.rows.iter().enumerate().take(joint.rows()) {
            target.add_row(start + k, row, -1.0);
        }
        for (side, body) in self.model.sides(j).into_iter().enumerate() {
            let Some(i) = body.filter(|&i| self.bodies[i].is_moving()) else {
                continue;
            };
            let start = self.start_of(i);
            for (row, &freedom) in self.bodies[i].setup.freedoms.iter().enumerate() {
                target.add_row(start + row, &change.wrenches[side][freedom], 1.0);
            }
        }
        let first = target.first_coordinate(own);
        for (k, rate) in change.rates.iter().enumerate().take(joint.setup.axes.len()) {
            target.add_joint_rate(first + k, rate);
        }
    }
}

/// Returns whether a quantity is one of coordinate `k`.
fn concerns(quantity: AxisQuantity, k: usize) -> bool {
    let AxisQuantity::Parameter(which) = quantity else {
        return true;
    };
    match which {
        JointParameter::Anchor(_) | JointParameter::ChildAnchor(_) => false,
        JointParameter::Lower(of)
        | JointParameter::Upper(of)
        | JointParameter::Stiffness(of)
        | JointParameter::Rest(of)
        | JointParameter::Damping(of)
        | JointParameter::Friction(of)
        | JointParameter::Armature(of)
        | JointParameter::MotorStiffness(of)
        | JointParameter::MotorDamping(of)
        | JointParameter::MotorLimit(of) => of == k,
    }
}

/// Returns motions of bodies that stay.
fn still<const N: usize>() -> JointMotions<'static, N> {
    JointMotions {
        start: [&Variation::NONE; 4],
        end: [&Variation::NONE; 4],
        anchors: [[Lanes::ZERO3; 2]; 2],
    }
}
