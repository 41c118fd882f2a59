//! Named frames on bodies: where they are, how they move with the joints, and which positions bring one to a pose.

use super::JointSpace;
use crate::error::{Error, Result, finite, remedy};
use crate::joint::Frame;
use crate::math::{Rot, Vec3};
use crate::world::{Body, BodyState, Model, State};
use nalgebra::{DMatrix, DVector, Vector6};

/// The most iterations of [`JointSpace::reach`].
const ITERATIONS: usize = 200;
/// The damping of [`JointSpace::reach`] far from the goal, relative to the largest entry of J J^T.
const DAMPING: f64 = 1e-2;
/// A pose is reached to this, m and rad.
const REACHED: f64 = 1e-9;

/// A named frame on a body, such as a tool or a sensor.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedFrame {
    /// The unique name.
    pub name: String,
    /// The index of the body.
    pub body: usize,
    /// The frame in the centre-of-mass frame of the body, m.
    pub frame: Frame,
}

/// A named frame as the builder receives it: name, name of the body, origin (m) and orientation in its shape frame.
pub(in crate::world) type FrameSpec = (String, String, Vec3, Rot);

/// Builds all named frames.
pub(in crate::world) fn build_frames(
    specs: Vec<FrameSpec>,
    bodies: &[Body],
) -> Result<Vec<NamedFrame>> {
    let mut out: Vec<NamedFrame> = Vec::with_capacity(specs.len());
    for (name, body, point, rotation) in specs {
        let field = format!("frame.{name}");
        finite(&field, point.as_slice(), "e.g. [0, 0, 0.1]")?;
        if out.iter().any(|frame| frame.name == name) {
            return Err(Error::value(
                field,
                "the name is already used",
                "rename one",
            ));
        }
        let found = bodies
            .iter()
            .position(|own| own.name == body)
            .ok_or_else(|| {
                let fix = remedy(&body, bodies.iter().map(|own| own.name.as_str()));
                Error::value(&field, format!("no body \"{body}\""), fix)
            })?;
        let point = point - bodies[found].centre_of_mass;
        out.push(NamedFrame {
            name,
            body: found,
            frame: Frame { point, rotation },
        });
    }
    Ok(out)
}

impl NamedFrame {
    /// Returns origin (world, m) and orientation of the frame in a state.
    pub fn pose(&self, state: &State) -> (Vec3, Rot) {
        let BodyState {
            position, rotation, ..
        } = state.bodies[self.body];
        (
            position + rotation * self.frame.point,
            rotation * self.frame.rotation,
        )
    }
}

impl Model {
    /// Returns the frame called `name`.
    ///
    /// # Errors
    /// There is none; with the nearest names.
    pub fn frame(&self, name: &str) -> Result<&NamedFrame> {
        let found = self.frames.iter().find(|frame| frame.name == name);
        found.ok_or_else(|| {
            let fix = remedy(name, self.frames.iter().map(|frame| frame.name.as_str()));
            Error::value(name, "no such frame", fix)
        })
    }
}

impl JointSpace<'_> {
    /// Returns the Jacobian of a frame, 6 x nv: velocity of its origin (world, m/s), then angular velocity (world, rad/s), by the velocities of
    /// the joint space.
    pub fn frame_jacobian(&self, state: &State, frame: &NamedFrame) -> DMatrix<f64> {
        let model = self.model();
        let place = model.tangent_bodies().iter().position(|&i| i == frame.body);
        let mut out = DMatrix::zeros(6, self.nv());
        let Some(place) = place else { return out };
        // How the pose of the body follows positions is how its velocity follows velocities.
        let expand = self.expand(&state.at_rest());
        let rotation = state.bodies[frame.body].rotation;
        let arm = rotation * frame.frame.point;
        for k in 0..self.nv() {
            let own = |row: usize| Vec3::from_fn(|i, _| expand[(6 * place + row + i, k)]);
            let (v, w) = (own(0), rotation * own(3));
            let v = v + w.cross(&arm);
            for i in 0..3 {
                out[(i, k)] = v[i];
                out[(3 + i, k)] = w[i];
            }
        }
        out
    }

    /// Returns the state whose joints bring a frame to a pose (world: origin in m, orientation; `None` for any), by damped least squares from
    /// `state`, within the limits of the joints. Bodies that no joint holds stay; all velocities become zero.
    ///
    /// # Errors
    /// The pose is not reached to 1e-9 m and rad: with the distance that is left.
    pub fn reach(
        &self,
        state: &State,
        frame: &NamedFrame,
        position: Vec3,
        rotation: Option<Rot>,
    ) -> Result<State> {
        let model = self.model();
        let still = vec![0.0; model.joint_coordinate_count()];
        let mut positions = state.joint_positions(model);
        let mut now = state.with_joint_positions(model, &positions, &still)?;
        let mut best = (f64::INFINITY, now.clone());
        for _ in 0..ITERATIONS {
            let error = error_of(frame, &now, position, rotation);
            if error.amax() < best.0 {
                best = (error.amax(), now.clone());
            }
            if error.amax() < REACHED {
                return Ok(now);
            }
            let mut jacobian = self.coordinate_jacobian(&now, frame);
            if rotation.is_none() {
                jacobian.rows_mut(3, 3).fill(0.0);
            }
            let product = &jacobian * jacobian.transpose();
            let damping = DAMPING * product.amax() * error.amax().min(1.0).powi(2);
            let damped = product + DMatrix::identity(6, 6) * damping.max(1e-15);
            let Some(factor) = damped.cholesky() else {
                break;
            };
            let step =
                jacobian.transpose() * factor.solve(&DVector::from_column_slice(error.as_slice()));
            let held = model.joints.iter().zip(&model.forest.owner);
            for (joint, _) in held.filter(|(_, owner)| owner.is_some()) {
                for (k, axis) in joint.axes.iter().enumerate() {
                    let q = &mut positions[joint.first + k];
                    *q = (*q + step[joint.first + k]).clamp(axis.limits[0], axis.limits[1]);
                }
            }
            now = now.with_joint_positions(model, &positions, &still)?;
        }
        let error = error_of(frame, &best.1, position, rotation);
        let [linear, angular] = [0, 3].map(|k| error.fixed_rows::<3>(k).norm());
        let why = format!(
            "\"{}\" stays {linear:.3e} m and {angular:.3e} rad away",
            frame.name
        );
        let fix = "ask for a pose within reach and limits, or start nearer to it";
        Err(Error::value("pose", why, fix))
    }

    /// Returns the Jacobian of a frame by the positions of all joints ([`State::joint_positions`]), 6 x their number: translation of its
    /// origin, then rotation, world, m and rad. Columns of joints that close loops or follow others are zero.
    pub fn coordinate_jacobian(&self, state: &State, frame: &NamedFrame) -> DMatrix<f64> {
        let (model, whole) = (self.model(), self.frame_jacobian(state, frame));
        let mut out = DMatrix::zeros(6, model.joint_coordinate_count());
        for (j, start) in self.joint_starts() {
            let joint = &model.joints[j];
            if joint.coupling.is_some() {
                continue;
            }
            for k in 0..joint.coordinate_count() {
                for row in 0..6 {
                    out[(row, joint.first + k)] = whole[(row, start + k)];
                }
            }
        }
        out
    }
}

/// Returns the way of a frame to a pose: translation, then rotation vector, world.
fn error_of(
    frame: &NamedFrame,
    state: &State,
    position: Vec3,
    rotation: Option<Rot>,
) -> Vector6<f64> {
    let (x, r) = frame.pose(state);
    let turn = rotation.map_or(Vec3::zeros(), |goal| (goal * r.inverse()).scaled_axis());
    let way = position - x;
    Vector6::new(way.x, way.y, way.z, turn.x, turn.y, turn.z)
}
