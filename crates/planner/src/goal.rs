//! Where the object is to be.

use drystone::world::{BodyState, PlanSpec};

/// A pose and how near is near enough.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// The pose of the centre of mass; velocities mean nothing.
    pub pose: BodyState,
    /// m.
    pub position_tolerance: f64,
    /// rad.
    pub angle_tolerance: f64,
}

impl Goal {
    /// Goal `index` of a planning problem.
    pub fn new(spec: &PlanSpec, index: usize) -> Self {
        let goal = &spec.goals[index];
        Self {
            pose: BodyState::at_rest(goal.position, goal.rotation),
            position_tolerance: spec.position_tolerance,
            angle_tolerance: spec.angle_tolerance,
        }
    }

    /// Distance (m) and angle (rad) between two poses.
    pub fn apart(a: &BodyState, b: &BodyState) -> (f64, f64) {
        let distance = (a.position - b.position).norm();
        (distance, a.rotation.angle_to(&b.rotation))
    }

    /// The larger of distance and angle between two poses, each relative to its tolerance.
    pub fn relative(&self, a: &BodyState, b: &BodyState) -> f64 {
        let (distance, angle) = Self::apart(a, b);
        (distance / self.position_tolerance).max(angle / self.angle_tolerance)
    }

    /// [`Self::relative`] of a pose and the goal: at most 1 when it is reached.
    pub fn error(&self, at: &BodyState) -> f64 {
        self.relative(at, &self.pose)
    }
}
