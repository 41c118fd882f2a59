//! Who may touch whom within a step.

use crate::broad_phase::{BroadPhase, Candidate, Sweep};
use crate::dynamics::BodyBlock;
use crate::math::{Mat3, Pose, Rot, Vec3, norm};
use crate::step::active::Active;
use crate::step::slot::Worlds;
use crate::world::{BodyState, Model, State};
use std::sync::Arc;

/// Who may touch whom in a world.
#[derive(Debug, Default)]
pub struct CandidateSearch {
    broad_phase: BroadPhase,
    /// Where the bodies are at the start.
    starts: Vec<(Vec3, Rot)>,
    start_poses: Vec<Pose>,
    predicted_poses: Vec<Pose>,
    /// Distances that external forces move the bodies within the step, m.
    closing: Vec<f64>,
}

impl CandidateSearch {
    /// Makes room for so many bodies.
    pub fn resize(&mut self, count: usize) {
        let nowhere = Pose {
            x: Vec3::zeros(),
            r: Mat3::zeros(),
        };
        self.starts.resize(count, (Vec3::zeros(), Rot::identity()));
        self.start_poses.resize(count, nowhere);
        self.predicted_poses.resize(count, nowhere);
        self.closing.resize(count, 0.0);
    }

    /// Returns whether body `i` is where it was, to the bit.
    pub fn is_at(&self, i: usize, at: &BodyState) -> bool {
        let (x, q) = &self.starts[i];
        let same = |a: &f64, b: &f64| a.to_bits() == b.to_bits();
        let mut x = x.iter().zip(&at.position);
        let mut q = q.coords.iter().zip(&at.rotation.coords);
        x.all(|(a, b)| same(a, b)) && q.all(|(a, b)| same(a, b))
    }

    /// Takes over where body `i` of a world is and is predicted, `length` m to the unit.
    pub fn place<R: Worlds>(
        &mut self,
        i: usize,
        at: &BodyState,
        block: &BodyBlock<R>,
        lane: usize,
        length: f64,
    ) {
        let end = &block.kinematics.pose;
        self.starts[i] = (at.position, at.rotation);
        self.start_poses[i] = Pose {
            x: at.position,
            r: *at.rotation.to_rotation_matrix().matrix(),
        };
        self.predicted_poses[i] = Pose {
            x: end.x.map(|x| x.lane(lane)) * length,
            r: end.r.map(|x| x.lane(lane)),
        };
        self.closing[i] = closing(block).lane(lane) * length;
    }

    /// Returns the pairs that the broad phase found; again, where a body ended farther from its predicted pose
    /// than it reached. (Stones pushed a slab of a heap 7 mm into a wall that it was to pass at 4 cm.)
    pub fn candidates_on_the_way(
        &mut self,
        model: &Arc<Model>,
        margin: f64,
        end: &State,
        active: Active,
    ) -> &[Candidate] {
        let moves = |&i: &usize| active.has(i) && model.bodies[i].is_moving();
        let moving = || (0..model.bodies.len()).filter(moves);
        let pose = |i: usize| Pose {
            x: end.bodies[i].position,
            r: *end.bodies[i].rotation.to_rotation_matrix().matrix(),
        };
        let strays = |i: usize| {
            let (to, predicted) = (pose(i), &self.predicted_poses[i]);
            let turn = (to.r - predicted.r).norm() * std::f64::consts::FRAC_1_SQRT_2;
            let far = (to.x - predicted.x).norm() + turn * model.bodies[i].extent();
            far > margin + self.closing[i]
        };
        if !moving().any(strays) {
            return self.found();
        }
        moving().for_each(|i| self.predicted_poses[i] = pose(i));
        self.candidates(model, margin)
    }

    /// Returns the pairs that the broad phase found last.
    pub fn found(&self) -> &[Candidate] {
        self.broad_phase.found()
    }

    /// Returns the pairs that may touch.
    pub fn candidates(&mut self, model: &Arc<Model>, margin: f64) -> &[Candidate] {
        let sweep = Sweep {
            start: &self.start_poses,
            predicted: &self.predicted_poses,
            closing: &self.closing,
        };
        self.broad_phase.pairs(model, &sweep, margin)
    }
}

/// Returns what external forces move a body within the step, units of length.
pub fn closing<R: Worlds>(body: &BodyBlock<R>) -> R {
    if body.is_moving() {
        norm(&body.setup.impulse) * body.setup.h / R::of(body.setup.mass)
    } else {
        R::ZERO
    }
}
