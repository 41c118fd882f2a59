//! Derivatives of the projection: with the same factors,
//!
//! ```text
//! [ M  -G^T ] [ dv  ]   [ dp - dM v + dG^T mu ]
//! [ G    e  ] [ dmu ] = [ -dG v               ]
//! ```
//!
//! and their transpose for the adjoint. All numbers are SI.

use super::Projection;
use super::inertia::inertia_of;
use crate::dynamics::Sides;
use crate::joint::{BothSides, WrenchRate};
use crate::linalg::NodeId;
use crate::math::lanes::{Lanes, apply, cross, minus, plus};
use crate::math::{Variation, vectorized};
use crate::world::{Model, State};

/// The rows of the next state of a body along some columns: position, rotation vector (body frame), velocity, angular velocity
/// (body frame).
pub type StateRows<const N: usize> = [Lanes<N>; 12];

/// A projection at a state, ready to be differentiated.
#[derive(Debug, Default)]
pub struct ProjectionRates {
    pub(super) projection: Projection,
    /// The state with the velocities before the projection, and after it.
    pub(super) before: State,
    pub(super) after: State,
    /// The mean rates of all coordinates.
    pub(super) rates: Vec<f64>,
}

impl ProjectionRates {
    /// Projects the `active` bodies of `state`; `rates` are the mean rates of the coordinates of all joints.
    pub fn prepare(&mut self, model: &Model, active: super::Active, state: State, rates: Vec<f64>) {
        self.after.clone_from(&state);
        (self.before, self.rates) = (state, rates);
        let rate = |j: usize, k: usize| self.rates[model.joints[j].first + k];
        self.projection
            .project(model, active, &rate, &mut self.after);
    }

    /// Replaces the velocity rows of the members: `rows` gives the next state of every body before the projection, `drates` the
    /// changes of the mean rates of the coordinates of all joints, `extra` adds to the right sides.
    pub fn apply<const N: usize>(
        &self,
        model: &Model,
        rows: impl Fn(usize) -> StateRows<N>,
        drates: &[Lanes<N>],
        extra: impl FnOnce(&mut [Lanes<N>]),
        mut set: impl FnMut(usize, [Lanes<N>; 6]),
    ) {
        let p = &self.projection;
        let mut rhs = vec![Lanes::ZERO; p.lu.dimension()];
        let motions: Vec<Variation<N>> = (0..model.bodies.len())
            .map(|i| self.motion(i, &rows(i)))
            .collect();
        for &i in &p.members {
            self.add_body(model, i, &motions[i], &mut rhs);
        }
        let still = Variation::NONE;
        vectorized(
            #[inline(always)]
            || {
                for (j, joint) in model.joints.iter().enumerate() {
                    let of = |body: Option<usize>| body.map_or(&still, |i| &motions[i]);
                    let drates = &drates[joint.first..joint.first + joint.coordinate_count()];
                    self.add_joint(model, j, model.sides(j).map(of), drates, &mut rhs);
                }
            },
        );
        extra(&mut rhs);
        vectorized(
            #[inline(always)]
            || p.lu.solve::<1>(&mut rhs),
        );
        for &i in &p.members {
            let (mut dv, mut domega) = (Lanes::ZERO3, Lanes::ZERO3);
            let start = self.start_of(i);
            for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
                match freedom {
                    0..3 => dv[freedom] = rhs[start + k],
                    _ => domega[freedom - 3] = rhs[start + k],
                }
            }
            let at = &self.after.bodies[i];
            let omega = at.angular_velocity_world();
            // d(R^T omega) = R^T (d omega + omega x turn)
            let turned = cross(&omega, &motions[i].dtheta);
            let back = at.rotation.to_rotation_matrix().matrix().transpose();
            let dw = apply(&back, &plus(&domega, &turned));
            set(i, [dv[0], dv[1], dv[2], dw[0], dw[1], dw[2]]);
        }
    }

    /// Returns the state after the projection.
    pub fn projected(&self) -> &State {
        &self.after
    }

    /// Returns the first row of a body.
    pub(super) fn start_of(&self, i: usize) -> usize {
        let node = self.projection.nodes[i].unwrap_or(0);
        self.projection.lu.offset(NodeId(node))
    }

    /// Returns the motion of a body whose next state before the projection has these rows.
    pub fn motion<const N: usize>(&self, i: usize, rows: &StateRows<N>) -> Variation<N> {
        self.before.motion_of(i, rows)
    }

    /// Adds what the motion of a member does to its momentum.
    pub(super) fn add_body<const N: usize>(
        &self,
        model: &Model,
        i: usize,
        motion: &Variation<N>,
        rhs: &mut [Lanes<N>],
    ) {
        let own = inertia_of(model, &self.before, i);
        let omega = |state: &State| state.bodies[i].angular_velocity_world();
        let lost = omega(&self.before) - omega(&self.after);
        // d(J omega) with the inertia turning along: turn x J w - J (turn x w), for what the projection takes away.
        let by_turn = cross(&(own.inertia * lost), &motion.dtheta).map(|lanes| -lanes);
        let turned = cross(&lost, &motion.dtheta).map(|lanes| -lanes);
        let inner = minus(&motion.domega, &turned);
        let angular = plus(&by_turn, &apply(&own.inertia, &inner));
        let linear = motion.dv.map(|lanes| lanes * own.mass);
        let start = self.start_of(i);
        for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
            let value = if freedom < 3 {
                linear[freedom]
            } else {
                angular[freedom - 3]
            };
            rhs[start + k] = rhs[start + k] + value;
        }
    }

    /// Adds what the motions of the bodies of a joint, and of the mean rates of its coordinates, do to its rows and wrenches.
    #[inline(always)]
    pub(super) fn add_joint<const N: usize>(
        &self,
        model: &Model,
        j: usize,
        all: Sides<&Variation<N>>,
        drates: &[Lanes<N>],
        rhs: &mut [Lanes<N>],
    ) {
        let motions = [all[0], all[1]];
        let joint = &model.joints[j];
        if !self.projection.has(j) {
            return;
        }
        let (node, first) = self.projection.rows[j];
        let at = joint.geometry(&self.after);
        let none = Lanes::ZERO3;
        let pitch = joint.kind.pitch();
        let start = self.projection.lu.offset(NodeId(node)) + first;
        for (k, row) in joint.rows.iter().enumerate() {
            let changed = WrenchRate::of_row(*row, &at, pitch, motions);
            let wrench = row.wrench(&at, pitch);
            let changed = changed.on_bodies(&wrench, &at, motions, &none);
            let mu = self.projection.rhs[start + k];
            self.add_wrenches(model, j, &changed, joint.mass * mu, rhs);
            let power =
                self.power(j, model, &changed) + self.known_power(j, model, &wrench, &at, motions);
            rhs[start + k] = rhs[start + k] - power;
        }
        self.add_coupling(model, j, all, rhs);
        for (k, axis) in joint
            .axes
            .iter()
            .enumerate()
            .filter(|(_, a)| a.armature != 0.0)
        {
            let coordinate = joint.kind.coordinates()[k];
            let changed = WrenchRate::of_coordinate(coordinate, &at, motions);
            let wrench = coordinate.wrench(&at);
            let changed = changed.on_bodies(&wrench, &at, motions, &none);
            let lost = self.lost_rate(model, j, k, &wrench.on_bodies(&at));
            self.add_wrenches(model, j, &changed, axis.armature * lost, rhs);
            let power =
                self.power(j, model, &changed) + self.known_power(j, model, &wrench, &at, motions);
            self.add_along(
                model,
                j,
                &wrench.on_bodies(&at),
                (drates[k] - power) * axis.armature,
                rhs,
            );
        }
    }

    /// Adds `amount` times changes of wrenches to the momentum rows of the members.
    #[inline(always)]
    pub(super) fn add_wrenches<const N: usize>(
        &self,
        model: &Model,
        j: usize,
        wrenches: &BothSides<[Lanes<N>; 6]>,
        amount: f64,
        rhs: &mut [Lanes<N>],
    ) {
        for (body, wrench) in model.joints[j].bodies().into_iter().zip(wrenches) {
            let Some(i) = body.filter(|&i| self.projection.nodes[i].is_some()) else {
                continue;
            };
            let start = self.start_of(i);
            for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
                rhs[start + k] = rhs[start + k] + wrench[freedom] * amount;
            }
        }
    }

    /// Adds what a change of the mean rate of a coordinate does.
    pub(super) fn add_rate<const N: usize>(
        &self,
        model: &Model,
        (j, k): (usize, usize),
        rate: Lanes<N>,
        rhs: &mut [Lanes<N>],
    ) {
        let joint = &model.joints[j];
        let at = joint.geometry(&self.after);
        let wrench = joint.kind.coordinates()[k].wrench(&at).on_bodies(&at);
        self.add_along(model, j, &wrench, rate * joint.axes[k].armature, rhs);
    }

    /// Adds wrenches times lanes to the momentum rows of the members.
    #[inline(always)]
    pub(super) fn add_along<const N: usize>(
        &self,
        model: &Model,
        j: usize,
        wrenches: &BothSides<[f64; 6]>,
        amount: Lanes<N>,
        rhs: &mut [Lanes<N>],
    ) {
        let lanes = wrenches.map(|wrench| wrench.map(|w| amount * w));
        self.add_wrenches(model, j, &lanes, 1.0, rhs);
    }
}
