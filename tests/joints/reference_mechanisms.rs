//! Random mechanisms with reference numbers of another library (`benches/peers/mechanisms.py` says what the file holds).

use drystone::math::rotation_from_wxyz;
use drystone::world::{Body, BodySpec, BodyState, Joint, JointKind, JointSpec, MassSpec};
use drystone::{Mat3, Model, ModelBuilder, Rot, State, Vec3};
use nalgebra::{DMatrix, DVector};
use serde::Deserialize;
use std::sync::Arc;

/// A point or a vector, and a rotation vector.
type Frame = ([f64; 3], [f64; 3]);

#[derive(Deserialize)]
pub struct Mechanism {
    pub name: String,
    bodies: Vec<BodyNumbers>,
    joints: Vec<JointNumbers>,
    pub configurations: Vec<Configuration>,
    pub trajectory: Option<Trajectory>,
}

#[derive(Deserialize)]
struct BodyNumbers {
    name: String,
    mass: f64,
    centre: [f64; 3],
    inertia: [f64; 6],
}

#[derive(Deserialize)]
struct JointNumbers {
    name: String,
    kind: String,
    parent: Option<usize>,
    child: usize,
    at_parent: Frame,
    at_child: Frame,
    #[serde(default)]
    pitch: f64,
}

/// Body, centre of mass, rotation vector, velocity, angular velocity.
type Base = (usize, [f64; 3], [f64; 3], [f64; 3], [f64; 3]);

#[derive(Deserialize)]
pub struct Configuration {
    pub base: Vec<Base>,
    pub q: Vec<Vec<f64>>,
    pub qd: Vec<Vec<f64>>,
    bodies: Vec<[f64; 13]>,
    mass_matrix: Vec<f64>,
    pub kinetic: f64,
    pub acceleration: Vec<f64>,
}

#[derive(Deserialize)]
pub struct Trajectory {
    pub seconds: f64,
    base: Vec<(usize, [f64; 3], [f64; 3])>,
    q: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct File {
    mechanisms: Vec<Mechanism>,
}

/// Returns all mechanisms of the file.
pub fn mechanisms() -> Vec<Mechanism> {
    let file: File = serde_json::from_str(include_str!("references.json")).unwrap();
    file.mechanisms
}

fn rotation(vector: &[f64]) -> Rot {
    Rot::from_scaled_axis(Vec3::from_row_slice(vector))
}

fn kind(joint: &JointNumbers) -> JointKind {
    let pitch = joint.pitch;
    match joint.kind.as_str() {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "prismatic" => JointKind::Prismatic,
        "cylindrical" => JointKind::Cylindrical,
        "planar" => JointKind::Planar,
        "universal" => JointKind::Universal,
        "spherical" => JointKind::Spherical,
        "screw" => JointKind::Screw { pitch },
        other => panic!("no kind {other}"),
    }
}

fn body(numbers: &BodyNumbers) -> BodySpec {
    let [xx, yy, zz, xy, xz, yz] = numbers.inertia;
    let inertia = Mat3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    let mass = MassSpec::Full(numbers.mass, numbers.centre.into(), inertia);
    Body::free(&numbers.name).mass_spec(mass)
}

impl Mechanism {
    /// Returns the model with this time step.
    pub fn model(&self, time_step: f64) -> Arc<Model> {
        let builder = self.builder(|body| body).time_step(time_step);
        Arc::new(builder.build().unwrap())
    }

    /// Returns what builds the model, whose bodies are given shapes by `dress`.
    pub fn builder(&self, dress: impl Fn(BodySpec) -> BodySpec) -> ModelBuilder {
        let mut builder = Model::builder().length(0.2);
        for numbers in &self.bodies {
            builder = builder.body(dress(body(numbers)));
        }
        for numbers in &self.joints {
            let child = &self.bodies[numbers.child].name;
            let (point, turn) = numbers.at_child;
            let mut joint = JointSpec::new(&numbers.name, kind(numbers), child)
                .anchor(numbers.at_parent.0.into())
                .at_child(point.into(), rotation(&turn));
            joint.rotation = rotation(&numbers.at_parent.1);
            if let Some(parent) = numbers.parent {
                joint = joint.parent(&self.bodies[parent].name);
            }
            builder = builder.joint(joint);
        }
        builder
    }

    fn is_spherical(&self, joint: usize) -> bool {
        self.joints[joint].kind == "spherical"
    }

    /// Returns joint, held body and side of that body (1 where it is the parent) from the roots outwards.
    fn links(&self, at: &Configuration) -> Vec<(usize, usize, usize)> {
        let is_base = |i: usize| at.base.iter().any(|base| base.0 == i);
        let mut reached: Vec<bool> = (0..self.bodies.len()).map(is_base).collect();
        let mut out: Vec<(usize, usize, usize)> = Vec::new();
        while out.len() < self.joints.len() {
            for (j, joint) in self.joints.iter().enumerate() {
                let known = (
                    reached[joint.child],
                    joint.parent.is_none_or(|i| reached[i]),
                );
                let (body, side) = match known {
                    (false, true) => (joint.child, 0),
                    (true, false) => (joint.parent.unwrap(), 1),
                    _ => continue,
                };
                reached[body] = true;
                out.push((j, body, side));
            }
        }
        out
    }

    /// Returns the coordinates of the joints that have some.
    fn coordinates(&self, of_joints: &[Vec<f64>]) -> Vec<f64> {
        let joints = of_joints.iter().enumerate();
        let with_coordinates = joints.filter(|(j, _)| !self.is_spherical(*j));
        with_coordinates
            .flat_map(|(_, values)| values.clone())
            .collect()
    }

    /// Returns the state in a configuration, by forward kinematics: first the joints, then the rotations of spherical ones, from the
    /// roots outwards; velocities by the map from the joint space to the bodies.
    pub fn state(&self, model: &Model, at: &Configuration) -> State {
        let still = BodyState::at_rest(Vec3::zeros(), Rot::identity());
        let mut state = State {
            bodies: vec![still; model.bodies.len()],
            ..State::default()
        };
        for (i, centre, turn, ..) in &at.base {
            state.bodies[*i] = BodyState::at_rest((*centre).into(), rotation(turn));
        }
        let q = self.coordinates(&at.q);
        let none = vec![0.0; q.len()];
        let place = |state: &State| state.with_joint_positions(model, &q, &none).unwrap();
        state = place(&state);
        for (j, body, side) in self.links(at) {
            if !self.is_spherical(j) {
                continue;
            }
            let joint = &model.joints[j];
            let turn = rotation(&at.q[j]);
            let of =
                |body: Option<usize>| body.map_or(Rot::identity(), |i| state.bodies[i].rotation);
            let [child, parent] = joint.bodies().map(of);
            let [own, other] = joint.frames.map(|frame| frame.rotation);
            state.bodies[body].rotation = match side {
                0 => parent * other * turn * own.inverse(),
                _ => child * own * turn.inverse() * other.inverse(),
            };
            state = place(&state);
        }
        let rates = jacobian(model, &state) * self.velocity(at);
        for (k, &i) in model.tangent_bodies().iter().enumerate() {
            let body = &mut state.bodies[i];
            body.velocity = rates.fixed_rows::<3>(6 * k).into();
            body.angular_velocity = rates.fixed_rows::<3>(6 * k + 3).into();
        }
        state
    }

    /// Returns the state by forward kinematics alone, velocities included; `None` of mechanisms with spherical joints.
    pub fn placed(&self, model: &Model, at: &Configuration) -> Option<State> {
        if (0..self.joints.len()).any(|j| self.is_spherical(j)) {
            return None;
        }
        let mut state = self.state(model, at);
        for body in &mut state.bodies {
            body.velocity.fill(0.0);
            body.angular_velocity.fill(0.0);
        }
        for (i, _, _, v, w) in &at.base {
            state.bodies[*i].velocity = (*v).into();
            state.bodies[*i].angular_velocity = (*w).into();
        }
        let (q, qd) = (self.coordinates(&at.q), self.coordinates(&at.qd));
        Some(state.with_joint_positions(model, &q, &qd).unwrap())
    }

    /// Returns the velocity of the joint space.
    pub fn velocity(&self, at: &Configuration) -> DVector<f64> {
        let mut out = Vec::new();
        let links = self.links(at);
        for i in 0..self.bodies.len() {
            match links.iter().find(|(_, body, _)| *body == i) {
                Some(&(joint, ..)) => out.extend_from_slice(&at.qd[joint]),
                None => {
                    let base = at.base.iter().find(|base| base.0 == i).unwrap();
                    out.extend(base.3.iter().chain(&base.4));
                }
            }
        }
        DVector::from_vec(out)
    }

    /// Returns by how much the joints and bases of a state are off the end of the trajectory: m and rad.
    pub fn off_the_end(&self, model: &Model, state: &State, end: &Trajectory) -> f64 {
        let mut worst = 0.0_f64;
        for (i, centre, turn) in &end.base {
            let body = &state.bodies[*i];
            worst = worst.max((body.position - Vec3::from(*centre)).norm());
            worst = worst.max(body.rotation.angle_to(&rotation(turn)));
        }
        for (joint, own) in model.joints.iter().zip(&end.q) {
            if joint.kind == JointKind::Spherical {
                worst = worst.max(relative(state, joint).angle_to(&rotation(own)));
            }
            for (x, reference) in joint.positions(state).iter().zip(own) {
                worst = worst.max((x - reference).abs());
            }
        }
        worst
    }
}

impl Configuration {
    /// Returns the state of all bodies in the reference; its joints have made the turns of `turned`.
    pub fn reference(&self, turned: &State) -> State {
        let of = |b: &[f64; 13]| BodyState {
            position: Vec3::from_row_slice(&b[..3]),
            rotation: rotation_from_wxyz([b[3], b[4], b[5], b[6]]),
            velocity: Vec3::from_row_slice(&b[7..10]),
            angular_velocity: Vec3::from_row_slice(&b[10..]),
        };
        State {
            bodies: self.bodies.iter().map(of).collect(),
            turns: turned.turns.clone(),
        }
    }

    /// Returns the mass matrix of the reference.
    pub fn mass_matrix(&self) -> DMatrix<f64> {
        let n = self.acceleration.len();
        DMatrix::from_fn(n, n, |i, j| {
            let (i, j) = (i.max(j), i.min(j));
            self.mass_matrix[i * (i + 1) / 2 + j]
        })
    }
}

/// Returns the rotation of the child's frame of a joint in the parent's.
pub fn relative(state: &State, joint: &Joint) -> Rot {
    let of = |body: Option<usize>| body.map_or(Rot::identity(), |i| state.bodies[i].rotation);
    let [child, parent] = joint.bodies().map(of);
    let [own, other] = joint.frames.map(|frame| frame.rotation);
    (parent * other).inverse() * child * own
}

/// Returns how the velocities of the bodies follow those of the joint space.
pub fn jacobian(model: &Model, state: &State) -> DMatrix<f64> {
    let mut still = state.clone();
    for body in &mut still.bodies {
        body.velocity.fill(0.0);
        body.angular_velocity.fill(0.0);
    }
    let space = model.joint_space();
    let (bodies, nv) = (model.nv(), space.nv());
    let expand = space.expand(&still);
    expand.view((bodies, nv), (bodies, nv)).into_owned()
}
