//! Mass and inertia of a body in a state.

use crate::math::Mat3;
use crate::world::{Model, State};

/// The mass matrix of one body over its freedoms: mass, and inertia in world axes.
pub(super) struct BodyInertia {
    pub mass: f64,
    pub inertia: Mat3,
}

/// Returns mass and inertia (world axes) of a body in a state.
pub(super) fn inertia_of(model: &Model, state: &State, i: usize) -> BodyInertia {
    let (body, at) = (&model.bodies[i], &state.bodies[i]);
    let r = at.rotation.to_rotation_matrix();
    BodyInertia {
        mass: body.mass,
        inertia: r.matrix() * body.inertia * r.matrix().transpose(),
    }
}

impl BodyInertia {
    /// Returns an entry over (translation, rotation), world axes.
    pub fn entry(&self, a: usize, b: usize) -> f64 {
        match (a < 3, b < 3) {
            (true, true) if a == b => self.mass,
            (false, false) => self.inertia[(a - 3, b - 3)],
            _ => 0.0,
        }
    }
}
