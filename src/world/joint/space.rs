//! The joint space of a model: the least coordinates of its bodies, and the linear maps between their tangents and those of the
//! bodies.

use super::Joint;
use super::motion::Twist;
use super::placement::twist_of;
use crate::joint::Geometry;
use crate::math::Variation;
use crate::math::lanes::Lanes;
use crate::world::{Model, State};
use nalgebra::DMatrix;

/// This many columns go side by side.
const COLUMNS: usize = 12;

/// What a run of velocities of the joint space belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// Six of a body that no joint holds.
    Body(usize),
    /// Those of the joint that holds a body.
    Joint(usize),
}

/// The joint space of a model: body after body, the velocities of the joint that holds it, or six of a body that none holds (world
/// translation and rotation vector in the body frame, as in [`Model::tangents`]). Joints that close loops add no coordinates.
#[derive(Debug, Clone)]
pub struct JointSpace<'a> {
    pub(super) model: &'a Model,
    pub(super) entries: Vec<(Entry, usize)>,
    nv: usize,
}

impl Model {
    /// Returns the joint space.
    pub fn joint_space(&self) -> JointSpace<'_> {
        let (mut entries, mut nv) = (Vec::new(), 0);
        for (i, body) in self.unfixed() {
            let entry = match self.forest.holder[i].filter(|_| body.is_moving()) {
                Some(joint) => Entry::Joint(joint),
                None => Entry::Body(i),
            };
            entries.push((entry, nv));
            nv += match entry {
                Entry::Joint(joint) if self.joints[joint].coupling.is_some() => 0,
                Entry::Joint(joint) => self.joints[joint].velocity_count(),
                Entry::Body(_) => 6,
            };
        }
        JointSpace {
            model: self,
            entries,
            nv,
        }
    }
}

impl JointSpace<'_> {
    /// Returns the model.
    pub(super) fn model(&self) -> &Model {
        self.model
    }

    /// Returns the joints that hold bodies, with their first velocities.
    pub(super) fn joint_starts(&self) -> impl Iterator<Item = (usize, usize)> {
        let entries = self.entries.iter();
        entries.filter_map(|&(entry, first)| match entry {
            Entry::Joint(j) => Some((j, first)),
            Entry::Body(_) => None,
        })
    }

    /// Returns the velocities of bodies that do not move by themselves.
    pub(super) fn driven_columns(&self) -> impl Iterator<Item = usize> {
        let entries = self.entries.iter();
        let columns = entries.map(|&(entry, first)| match entry {
            Entry::Body(i) if !self.model.bodies[i].is_moving() => first..first + 6,
            _ => 0..0,
        });
        columns.flatten()
    }

    /// Returns the number of velocities.
    pub fn nv(&self) -> usize {
        self.nv
    }

    /// Returns how the tangents of the bodies ([`Model::tangents`]) follow those of the joint space where the joints of trees hold: 2 nv of
    /// the bodies x 2 nv of the joint space.
    pub fn expand(&self, state: &State) -> DMatrix<f64> {
        let bodies = self.model.nv();
        let mut out = DMatrix::zeros(2 * bodies, 2 * self.nv);
        let geometry = self.geometry(state);
        for first in (0..2 * self.nv).step_by(COLUMNS) {
            let motions = self.motions(state, &geometry, first);
            for (place, &i) in self.model.tangent_bodies().iter().enumerate() {
                let rows = state.rows_of(i, &motions[i]);
                for (k, lanes) in rows.iter().enumerate() {
                    let row = if k < 6 {
                        6 * place + k
                    } else {
                        bodies + 6 * place + k - 6
                    };
                    for lane in 0..COLUMNS.min(2 * self.nv - first) {
                        out[(row, first + lane)] = lanes.0[lane];
                    }
                }
            }
        }
        out
    }

    /// Returns how the tangents of the joint space follow those of the bodies: 2 nv of the joint space x 2 nv of the bodies.
    pub fn read(&self, state: &State) -> DMatrix<f64> {
        let bodies = self.model.nv();
        let mut out = DMatrix::zeros(2 * self.nv, 2 * bodies);
        let places = self.model.tangent_bodies();
        let place_of = |i: usize| places.iter().position(|&p| p == i);
        for &(entry, first) in &self.entries {
            match entry {
                Entry::Body(i) => {
                    let place = place_of(i).unwrap_or(0);
                    for k in 0..6 {
                        out[(first + k, 6 * place + k)] = 1.0;
                        out[(self.nv + first + k, bodies + 6 * place + k)] = 1.0;
                    }
                }
                Entry::Joint(j) if self.model.joints[j].coupling.is_some() => {}
                Entry::Joint(j) => {
                    let joint = &self.model.joints[j];
                    let (at, twists) = (joint.geometry(state), self.twists(joint, state));
                    for (side, body) in joint.bodies().into_iter().enumerate() {
                        let Some((i, place)) = body.and_then(|i| Some((i, place_of(i)?))) else {
                            continue;
                        };
                        let motion = unit_motion(state, i);
                        let still = Variation::NONE;
                        let both = [0, 1].map(|s| if s == side { &motion } else { &still });
                        let read = joint.read_motion(&at, twists, both);
                        for (k, rows) in read.iter().enumerate() {
                            for lane in 0..12 {
                                let column = match lane {
                                    0..6 => 6 * place + lane,
                                    _ => bodies + 6 * place + lane - 6,
                                };
                                out[(first + k, column)] = rows[0].0[lane];
                                out[(self.nv + first + k, column)] = rows[1].0[lane];
                            }
                        }
                    }
                }
            }
        }
        out
    }

    /// Returns the mass matrix, nv x nv: that of the bodies in the velocities of the joint space, with armatures.
    pub fn mass_matrix(&self, state: &State) -> DMatrix<f64> {
        let still = state.at_rest();
        let (bodies, nv) = (self.model.nv(), self.nv);
        let expand = self.expand(&still);
        let jacobian = expand.view((bodies, nv), (bodies, nv));
        let mut weighted = jacobian.into_owned();
        for (place, &i) in self.model.tangent_bodies().iter().enumerate() {
            let body = &self.model.bodies[i];
            weighted.rows_mut(6 * place, 3).scale_mut(body.mass);
            let spin = body.inertia * weighted.rows(6 * place + 3, 3);
            weighted.rows_mut(6 * place + 3, 3).copy_from(&spin);
        }
        let mut out = jacobian.transpose() * weighted;
        for &(entry, first) in &self.entries {
            if let Entry::Joint(j) = entry {
                for (k, axis) in self.model.joints[j].axes.iter().enumerate() {
                    let (place, slope) = self.lead(j, first + k, &still);
                    out[(place, place)] += axis.armature * slope * slope;
                }
            }
        }
        out
    }

    /// Returns the velocities of the joint space in a state.
    pub fn velocities(&self, state: &State) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.nv);
        for &(entry, _) in &self.entries {
            match entry {
                Entry::Body(i) => {
                    out.extend(state.bodies[i].velocity.iter());
                    out.extend(state.bodies[i].angular_velocity.iter());
                }
                Entry::Joint(j) if self.model.joints[j].coupling.is_some() => {}
                Entry::Joint(j) => out.extend(self.rates(&self.model.joints[j], state)),
            }
        }
        out
    }

    fn rates(&self, joint: &Joint, state: &State) -> Vec<f64> {
        if joint.coordinate_count() > 0 || joint.velocity_count() == 0 {
            return joint.velocities(state);
        }
        let twists = self.twists(joint, state);
        let relative = twists[0].w - twists[1].w;
        let freedoms = joint.freedoms(&joint.geometry(state));
        freedoms.iter().map(|f| f.rotation.dot(&relative)).collect()
    }

    /// Returns the velocity of the joint space that moves a coordinate, and how fast it does: that of the leader where the joint follows one.
    pub(super) fn lead(&self, j: usize, own: usize, state: &State) -> (usize, f64) {
        let Some(coupling) = self.model.joints[j].coupling else {
            return (own, 1.0);
        };
        let leader = &self.model.joints[coupling.leader];
        let [_, slope, _] = coupling.follow(leader.positions(state)[0]);
        let mut starts = self.joint_starts();
        let place = starts.find(|(joint, _)| *joint == coupling.leader);
        (place.map_or(own, |(_, place)| place), slope)
    }

    fn geometry(&self, state: &State) -> Vec<Geometry> {
        let joints = self.model.joints.iter();
        joints.map(|joint| joint.geometry(state)).collect()
    }

    fn twists(&self, joint: &Joint, state: &State) -> [Twist; 2] {
        let of =
            |body: Option<usize>| body.map_or(Twist::default(), |i| twist_of(&state.bodies[i]));
        joint.bodies().map(of)
    }

    /// Returns the motions of all bodies along the columns from `first` on.
    fn motions(
        &self,
        state: &State,
        geometry: &[Geometry],
        first: usize,
    ) -> Vec<Variation<COLUMNS>> {
        let mut out = vec![Variation::NONE; self.model.bodies.len()];
        let unit = |k: usize| {
            let mut lanes = Lanes::ZERO;
            if let Some(lane) = k.checked_sub(first).filter(|&lane| lane < COLUMNS) {
                lanes.0[lane] = 1.0;
            }
            lanes
        };
        let mut starts = vec![None; self.model.joints.len()];
        for &(entry, own) in &self.entries {
            match entry {
                Entry::Joint(j) => starts[j] = Some(own),
                Entry::Body(i) => {
                    let rows: [Lanes<COLUMNS>; 12] = std::array::from_fn(|k| match k {
                        0..6 => unit(own + k),
                        _ => unit(self.nv + own + k - 6),
                    });
                    out[i] = state.motion_of(i, &rows);
                }
            }
        }
        for link in &self.model.forest.links {
            let joint = &self.model.joints[link.joint];
            let Some(own) = starts[link.joint] else {
                continue;
            };
            let count = joint.velocity_count();
            let mut dq: Vec<_> = (0..count).map(|k| unit(own + k)).collect();
            let mut dqd: Vec<_> = (0..count).map(|k| unit(self.nv + own + k)).collect();
            if let Some(coupling) = joint.coupling {
                let leader = &self.model.joints[coupling.leader];
                let (position, rate) = (leader.positions(state)[0], leader.velocities(state)[0]);
                let [_, slope, bend] = coupling.follow(position);
                let (place, _) = self.lead(link.joint, own, state);
                let moved = unit(place);
                dq[0] = moved * slope;
                dqd[0] = unit(self.nv + place) * slope + moved * (bend * rate);
            }
            let qd: Vec<_> = self
                .rates(joint, state)
                .into_iter()
                .map(Lanes::first)
                .collect();
            let other = joint.bodies()[1 - link.side];
            let other = other.map_or(Variation::NONE, |i| out[i]);
            let twists = self.twists(joint, state);
            let numbers = [dq.as_slice(), dqd.as_slice(), qd.as_slice()];
            out[link.body] =
                joint.held_motion(link, &geometry[link.joint], twists, &other, numbers);
        }
        out
    }
}

/// Returns the motion along the twelve tangents of a body.
fn unit_motion(state: &State, i: usize) -> Variation<12> {
    let rows: [Lanes<12>; 12] = std::array::from_fn(|k| {
        let mut row = Lanes::ZERO;
        row.0[k] = 1.0;
        row
    });
    state.motion_of(i, &rows)
}
