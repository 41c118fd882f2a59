//! The lines of a recording.

use super::{ByHand, FORMAT_VERSION};
use crate::math::{Rot, Vec3};
use crate::step::{JointLoad, PartId, Step};
use crate::world::{BodyState, Model, State};
use serde::{Deserialize, Serialize};

/// First line: everything needed to make sense of the frames.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Always "drystone"; tells a recording from other JSON.
    pub recording: String,
    /// Version of this format.
    pub format: u32,
    /// Version of the crate that wrote it.
    pub version: String,
    /// The scene with every default filled in, TOML.
    pub scene: String,
    /// Names of the bodies, in the order of the frames.
    pub bodies: Vec<String>,
    /// Centres of mass in the shape frames, m: shape position = position - R centre.
    pub centres_of_mass: Vec<[f64; 3]>,
    /// Length of a step, s.
    pub time_step: f64,
    /// Relaxation of the steps.
    pub rho: f64,
    /// Units of the numbers of a frame.
    pub units: String,
}

/// One node of time and the step that led to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Index of the node; 0 is the start.
    pub step: u64,
    /// s.
    pub time: f64,
    /// 13 numbers per body: position of the centre of mass (m), quat_wxyz, velocity (m/s, world),
    /// angular velocity (rad/s, body frame).
    pub bodies: Vec<[f64; 13]>,
    /// The whole turns of the coordinates of all joints ([`State::turns`]). Absent without joints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<i32>,
    /// Contacts of the step that ended here; empty at the start.
    pub contacts: Vec<FrameContact>,
    /// How that step went; absent at the start.
    pub status: Option<FrameStatus>,
    /// Efforts of the motors in the step. Absent where no motor exerted any, and in older recordings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub motors: Vec<FrameMotor>,
    /// What was done by hand in the step. Absent where nothing was.
    #[serde(default, skip_serializing_if = "ByHand::is_empty")]
    pub by_hand: ByHand,
}

/// What a motor exerted in a step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrameMotor {
    /// The index of the joint.
    pub joint: usize,
    /// The coordinate of the joint, from 0.
    pub coordinate: usize,
    /// On the child, N m s or N s.
    pub impulse: f64,
}

/// A contact point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrameContact {
    /// Indices of body and part.
    pub first: [usize; 2],
    /// Indices of body and part.
    pub second: [usize; 2],
    /// Contact point, world, m.
    pub point: [f64; 3],
    /// Normal from first to second, world.
    pub normal: [f64; 3],
    /// m.
    pub gap: f64,
    /// Impulse on second, world, N s.
    pub impulse: [f64; 3],
    /// Torsional impulse on second about the normal, N m s.
    pub torsional_impulse: f64,
    /// Radius of the contact patch, m. Absent in older recordings, and then 0.
    #[serde(default)]
    pub patch_radius: f64,
    /// Two conjugate half axes of the ellipse of the patch, world, m, as in
    /// [`Contact::patch`](crate::step::Contact::patch). Absent where it is not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<[[f64; 3]; 2]>,
    /// Whether friction holds, as in [`Contact::sticking`](crate::step::Contact::sticking).
    pub sticking: bool,
}

/// How a step went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrameStatus {
    /// Solved at the relaxation asked for.
    pub solved: bool,
    /// There is a new state; otherwise the bodies are where they were.
    pub advanced: bool,
    /// The recipe that solved the step, by name.
    pub rung: String,
    /// Whether the first attempt did not solve the step. Absent where it did, and in older recordings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needed_ladder: bool,
    /// Newton iterations, ladder included.
    pub iterations: usize,
    /// The step was taken in halves. Absent in recordings of format 1, and then false.
    #[serde(default)]
    pub halved: bool,
    /// By how much the velocity of every body is led back beyond half a step, s
    /// ([`StepStatus::leads`](crate::step::StepStatus::leads)). Absent where no body went in halves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<f64>,
}

/// Returns what the motors exerted in a step, those that exerted nothing left out.
fn motors(step: &Step) -> Vec<FrameMotor> {
    let of_joint = |load: &JointLoad| {
        let joint = load.joint;
        let all = load.motor.into_iter().enumerate();
        let acting = all.filter(|(_, impulse)| *impulse != 0.0);
        acting.map(move |(coordinate, impulse)| FrameMotor {
            joint,
            coordinate,
            impulse,
        })
    };
    step.joints.iter().flat_map(of_joint).collect()
}

impl FrameContact {
    /// The two parts.
    pub fn parts(&self) -> [PartId; 2] {
        [self.first, self.second].map(|[body, part]| PartId { body, part })
    }

    /// Component of the impulse along the normal, N s.
    pub fn normal_impulse(&self) -> f64 {
        let products = self.impulse.iter().zip(&self.normal);
        products.map(|(impulse, normal)| impulse * normal).sum()
    }
}

impl Header {
    /// The header of a run of `model` at relaxation `rho`; `scene` is the resolved scene text.
    pub fn new(model: &Model, rho: f64, scene: String) -> Self {
        let bodies = model.bodies.iter();
        Self {
            recording: "drystone".into(),
            format: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            scene,
            bodies: bodies.clone().map(|body| body.name.clone()).collect(),
            centres_of_mass: bodies.map(|body| body.centre_of_mass.into()).collect(),
            time_step: model.time_step,
            rho,
            units: "SI, radians; bodies: centre of mass x y z, quaternion w x y z, velocity in \
                    world axes, angular velocity in body axes"
                .into(),
        }
    }
}

impl Frame {
    /// The frame before the first step.
    pub fn start(time: f64, state: &State) -> Self {
        Self {
            step: 0,
            time,
            bodies: state.bodies.iter().map(BodyState::numbers).collect(),
            turns: state.turns.clone(),
            contacts: Vec::new(),
            status: None,
            motors: Vec::new(),
            by_hand: ByHand::default(),
        }
    }

    /// The frame after `step`, which ended at node `index`, `time`.
    pub fn after(index: u64, time: f64, step: &Step) -> Self {
        let contacts = step.contacts.iter();
        Self {
            step: index,
            contacts: contacts
                .map(|contact| FrameContact {
                    first: [contact.first.body, contact.first.part],
                    second: [contact.second.body, contact.second.part],
                    point: contact.point.into(),
                    normal: contact.normal.into(),
                    gap: contact.gap,
                    impulse: contact.impulse.into(),
                    torsional_impulse: contact.torsional_impulse,
                    patch_radius: contact.patch_radius,
                    patch: (contact.patch != [Vec3::zeros(); 2])
                        .then(|| contact.patch.map(Into::into)),
                    sticking: contact.sticking,
                })
                .collect(),
            status: Some(FrameStatus {
                solved: step.status.solved,
                advanced: step.status.advanced,
                rung: step.status.rung.name().into(),
                needed_ladder: step.status.needed_ladder,
                iterations: step.status.iterations,
                halved: step.status.halved,
                leads: step.status.leads.clone(),
            }),
            motors: motors(step),
            ..Self::start(time, &step.state)
        }
    }

    /// The state of this frame, bit for bit.
    pub fn state(&self) -> State {
        let triple = |n: &[f64]| Vec3::new(n[0], n[1], n[2]);
        let body = |n: &[f64; 13]| BodyState {
            position: triple(&n[..3]),
            rotation: Rot::new_unchecked(nalgebra::Quaternion::new(n[3], n[4], n[5], n[6])),
            velocity: triple(&n[7..10]),
            angular_velocity: triple(&n[10..]),
        };
        State {
            bodies: self.bodies.iter().map(body).collect(),
            turns: self.turns.clone(),
        }
    }
}
