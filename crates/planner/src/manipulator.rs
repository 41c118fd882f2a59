//! A manipulator is what commands move: a driven body along its stiff axes, or a chain of links by the motors of its joints.
//!
//! The positions of a manipulator are its numbers of a command. Changes of them are compared in metres: a lever says how far a
//! unit moves the manipulator at most (1 m/m along an axis, the length of the chain beyond the joint in m/rad).

use drystone::joint::Frame;
use drystone::math::{Dice, Rot, Vec3};
use drystone::world::{BodyState, Joint, JointKind, Model, NamedFrame, PlanChain, State};
use nalgebra::DVector;
use std::ops::Range;

/// The least square of the motion of a point per metre of command by which [`Manipulator::push`] divides.
const LEAST_GAIN: f64 = 0.1;
/// Inverse kinematics starts from random positions, so often; else from the present ones.
const ANEW: f64 = 0.5;

/// The carrier of a fingertip.
#[derive(Debug, Clone)]
enum Kind {
    /// A driven body, which is its own fingertip.
    Driven { axes: Vec<usize> },
    /// A chain of links with a ball at its end: the frame of its centre, its radius (m), the limits of its motors.
    Chain {
        places: Vec<usize>,
        end: NamedFrame,
        radius: f64,
        limits: Vec<[f64; 2]>,
    },
}

/// A driven body, or a chain of links, with a fingertip.
#[derive(Debug, Clone)]
pub struct Manipulator {
    /// The index of the body that is put on the object.
    pub tip: usize,
    /// The indices of the bodies that it moves; the last is the tip.
    pub bodies: Vec<usize>,
    /// The range of its numbers in a command.
    pub commands: Range<usize>,
    /// Bounds of how far it moves per unit of each of its numbers, m/m or m/rad.
    pub levers: Vec<f64>,
    kind: Kind,
}

impl Manipulator {
    /// Returns a driven body that is commanded along `axes`, whose numbers begin at `first`.
    pub(super) fn driven(body: usize, axes: Vec<usize>, first: usize) -> Self {
        Self {
            tip: body,
            bodies: vec![body],
            commands: first..first + axes.len(),
            levers: vec![1.0; axes.len()],
            kind: Kind::Driven { axes },
        }
    }

    /// Returns a chain whose numbers begin at `first`.
    pub(super) fn chain(chain: &PlanChain, first: usize) -> Self {
        let tip = chain.links[chain.links.len() - 1];
        let motors = chain.motors.iter();
        Self {
            tip,
            bodies: chain.links.clone(),
            commands: first..first + chain.motors.len(),
            levers: motors.clone().map(|motor| motor.lever).collect(),
            kind: Kind::Chain {
                places: motors.clone().map(|motor| motor.place).collect(),
                end: frame(tip, chain.tip),
                radius: chain.tip_radius,
                limits: motors.map(|motor| motor.limits).collect(),
            },
        }
    }

    /// Returns the centre of the fingertip in a state, world, m.
    pub fn tip_centre(&self, state: &State) -> Vec3 {
        match &self.kind {
            Kind::Driven { .. } => state.bodies[self.tip].position,
            Kind::Chain { end, .. } => end.pose(state).0,
        }
    }

    /// Returns the radius of the ball at the end of a chain, m; `None` of a driven body.
    pub(super) fn tip_radius(&self) -> Option<f64> {
        match self.kind {
            Kind::Driven { .. } => None,
            Kind::Chain { radius, .. } => Some(radius),
        }
    }

    /// Returns the world axes along which the fingertip moves.
    pub(super) fn axes(&self, model: &Model) -> Vec<usize> {
        match &self.kind {
            Kind::Driven { axes } => axes.clone(),
            Kind::Chain { .. } => {
                let freedoms = model.bodies[self.tip].freedoms().iter();
                freedoms.copied().filter(|&axis| axis < 3).collect()
            }
        }
    }

    /// Returns the positions in a state.
    pub fn positions(&self, model: &Model, state: &State) -> DVector<f64> {
        match &self.kind {
            Kind::Driven { axes } => {
                let at = state.bodies[self.tip].position;
                DVector::from_iterator(axes.len(), axes.iter().map(|&axis| at[axis]))
            }
            Kind::Chain { places, .. } => {
                let all = state.joint_positions(model);
                DVector::from_iterator(places.len(), places.iter().map(|&place| all[place]))
            }
        }
    }

    /// Returns a state with the manipulator at `positions`, and all else where it is; `None` where a loop of another mechanism does
    /// not close.
    pub fn placed(&self, model: &Model, state: &State, positions: &DVector<f64>) -> Option<State> {
        match &self.kind {
            Kind::Driven { axes } => {
                let mut out = state.clone();
                for (k, &axis) in axes.iter().enumerate() {
                    out.bodies[self.tip].position[axis] = positions[k];
                }
                Some(out)
            }
            Kind::Chain { places, .. } => {
                let mut all = state.joint_positions(model);
                for (k, &place) in places.iter().enumerate() {
                    all[place] = positions[k];
                }
                let still = vec![0.0; all.len()];
                state.with_joint_positions(model, &all, &still).ok()
            }
        }
    }

    /// Returns positions that bring the centre of the fingertip to `goal` (world, m): along its axes, or by inverse kinematics from
    /// the present positions or random ones; `None` where that does not get there.
    pub(super) fn reach(
        &self,
        model: &Model,
        state: &State,
        goal: Vec3,
        dice: &mut Dice,
    ) -> Option<DVector<f64>> {
        let (end, limits) = match &self.kind {
            Kind::Driven { axes } => {
                let along = axes.iter().map(|&axis| goal[axis]);
                return Some(DVector::from_iterator(axes.len(), along));
            }
            Kind::Chain { end, limits, .. } => (end, limits),
        };
        if !self.may_reach(model, state, goal) {
            return None;
        }
        let start = match dice.chance(ANEW) {
            false => state.clone(),
            true => {
                let random = limits.iter().map(|[low, high]| dice.within(*low, *high));
                let random = DVector::from_iterator(limits.len(), random);
                self.placed(model, state, &random)?
            }
        };
        let reached = model.joint_space().reach(&start, end, goal, None).ok()?;
        Some(self.positions(model, &reached))
    }

    /// Returns how far the way between two positions moves any point of the manipulator, at most, m.
    pub fn distance(&self, from: &DVector<f64>, to: &DVector<f64>) -> f64 {
        match &self.kind {
            Kind::Driven { .. } => (to - from).norm(),
            Kind::Chain { .. } => {
                let moves = self.levers.iter().enumerate();
                moves
                    .map(|(k, lever)| lever * (to[k] - from[k]).abs())
                    .sum()
            }
        }
    }

    /// Returns how far the way between two positions moves the manipulator as commands count it, m: straight, or by the motor that
    /// moves it most.
    pub fn stride(&self, from: &DVector<f64>, to: &DVector<f64>) -> f64 {
        match &self.kind {
            Kind::Driven { .. } => (to - from).norm(),
            Kind::Chain { .. } => {
                let levers = DVector::from_column_slice(&self.levers);
                (to - from).component_mul(&levers).amax()
            }
        }
    }

    /// Returns whether the fingertip may come to `goal` (world, m) at all: of a chain, not farther from its base than it is long.
    fn may_reach(&self, model: &Model, state: &State, goal: Vec3) -> bool {
        let (Kind::Chain { .. }, Some(&root)) = (&self.kind, self.bodies.first()) else {
            return true;
        };
        let holder = model.joints.iter().find(|joint| joint.child == root);
        let is_own = |joint: &&Joint| joint.kind == JointKind::Revolute && joint.coupling.is_none();
        let Some(joint) = holder.filter(is_own) else {
            return true;
        };
        let at = &state.bodies[root];
        let base = at.position + at.rotation * joint.frames[0].point;
        (goal - base).norm() <= self.levers[0]
    }

    /// Returns how a point (world, m) of one of its bodies moves along a unit vector with its positions, m per unit.
    pub fn gradient(
        &self,
        model: &Model,
        state: &State,
        (body, point): (usize, Vec3),
        along: Vec3,
    ) -> DVector<f64> {
        match &self.kind {
            Kind::Driven { axes } => {
                DVector::from_iterator(axes.len(), axes.iter().map(|&axis| along[axis]))
            }
            Kind::Chain { places, .. } => {
                let BodyState {
                    position, rotation, ..
                } = state.bodies[body];
                let own = frame(body, rotation.inverse() * (point - position));
                let jacobian = model.joint_space().coordinate_jacobian(state, &own);
                let motion = |&place: &usize| jacobian.fixed_view::<3, 1>(0, place).dot(&along);
                DVector::from_iterator(places.len(), places.iter().map(motion))
            }
        }
    }

    /// Returns the change of positions that moves a point by `way` (m) along the direction of its `gradient`: the least one in
    /// metres, and less where the manipulator can hardly move it.
    pub fn push(&self, gradient: &DVector<f64>, way: f64) -> DVector<f64> {
        match &self.kind {
            Kind::Driven { .. } => gradient * way,
            Kind::Chain { .. } => {
                let levers = DVector::from_column_slice(&self.levers);
                let motion = gradient.component_div(&levers);
                let gain = motion.norm_squared().max(LEAST_GAIN);
                motion.component_div(&levers) * (way / gain)
            }
        }
    }
}

/// Returns a frame at a point of a body, in its centre-of-mass frame, m.
fn frame(body: usize, point: Vec3) -> NamedFrame {
    NamedFrame {
        name: String::new(),
        body,
        frame: Frame {
            point,
            rotation: Rot::identity(),
        },
    }
}
