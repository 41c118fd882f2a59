//! The constant part of a simulation.

use super::builder::median_half_size;
use super::{Body, ModelBuilder, State, Units};
use crate::math::Vec3;
#[cfg(feature = "scene")]
use serde::{Deserialize, Serialize};

/// Which set the friction impulse is confined to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "scene",
    derive(Serialize, Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum FrictionLaw {
    /// Coulomb's cone (second-order).
    #[default]
    Cone,
    /// The four-sided pyramid of SL eqs. 10-12.
    Pyramid,
}

/// Where the slip velocity is taken (docs/formulation.md, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "scene",
    derive(Serialize, Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum FrictionPoint {
    /// Tangential part of the arm from the predicted pose. DIFFERENCE from SL eq. 11: its row has
    /// folds in 3D (4-7 % of drops contain a failing step; lagged: about 1 step in 150,000).
    #[default]
    Lagged,
    /// At the unknown contact point, as in SL.
    Implicit,
}

/// How the contact of a pair is modelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "scene",
    derive(Serialize, Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum ContactModel {
    /// Collision, contact and friction in one system (SL).
    #[default]
    SingleLevel,
    /// Collision solved within every look at contact and friction (SL section IV), with all else
    /// as in the single-level model: a fair baseline.
    Bilevel,
    /// The same with a collision problem never stiffer than 1e-4: more robust, less exact.
    BilevelSoft,
    /// The same as it was published: differences instead of derivatives, collision at relaxation
    /// 1e-4 whatever the step's, no ladder.
    BilevelAsPublished,
}

impl ContactModel {
    /// All models.
    pub const ALL: [ContactModel; 4] = [
        ContactModel::SingleLevel,
        ContactModel::Bilevel,
        ContactModel::BilevelSoft,
        ContactModel::BilevelAsPublished,
    ];

    /// Whether a step that the first attempt does not solve ends where that attempt ended, as in
    /// the published runs, instead of on the safeguard ladder.
    pub fn takes_last_iterate(self) -> bool {
        self == ContactModel::BilevelAsPublished
    }

    /// Name as in scenes.
    pub fn name(self) -> &'static str {
        match self {
            ContactModel::SingleLevel => "single_level",
            ContactModel::Bilevel => "bilevel",
            ContactModel::BilevelSoft => "bilevel_soft",
            ContactModel::BilevelAsPublished => "bilevel_as_published",
        }
    }
}

/// Everything that does not change during a simulation; immutable, shared between threads.
#[derive(Debug, Clone)]
pub struct Model {
    /// Bodies, in the order in which they were added.
    pub bodies: Vec<Body>,
    /// Length of a step, s.
    pub time_step: f64,
    /// World, m/s^2.
    pub gravity: Vec3,
    /// Units of the solver.
    pub units: Units,
    /// How contact is modelled.
    pub contact_model: ContactModel,
    /// Cone or pyramid.
    pub friction_law: FrictionLaw,
    /// Where the slip velocity is taken.
    pub friction_point: FrictionPoint,
    /// Pairs of bodies (smaller index first, sorted) that do not touch.
    pub(crate) no_contact: Vec<(usize, usize)>,
}

impl Model {
    /// Starts a model.
    pub fn builder() -> ModelBuilder {
        ModelBuilder::default()
    }

    /// Index of the body called `name`.
    pub fn body_index(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// Whether bodies `a` and `b` may touch: different, at least one moves, not filtered.
    pub fn may_touch(&self, a: usize, b: usize) -> bool {
        let key = (a.min(b), a.max(b));
        a != b
            && (self.bodies[a].is_moving() || self.bodies[b].is_moving())
            && self.no_contact.binary_search(&key).is_err()
    }

    /// Friction coefficient of two parts: the geometric mean of theirs (0 if either is 0).
    pub fn friction(a: f64, b: f64) -> f64 {
        (a * b).sqrt()
    }

    /// Median half-size of the moving bodies, m: the unit of length unless another one is asked for.
    pub fn median_half_size(&self) -> f64 {
        median_half_size(&self.bodies)
    }

    /// Moves the velocities of a state half a step back, v := v - h (g + f/m)/2 for moving bodies,
    /// so that free flight is exact at the nodes (docs/formulation.md, section 3); quasi-dynamic
    /// bodies keep theirs, which nobody reads. `forces` are the external
    /// forces at the start, N, world, one per body.
    pub fn start_half_step_early(&self, state: &mut State, forces: &[Vec3]) {
        for ((body, at), force) in self.bodies.iter().zip(&mut state.bodies).zip(forces) {
            if body.keeps_velocity() {
                at.velocity -= (self.gravity + force / body.mass) * (0.5 * self.time_step);
            }
        }
    }
}
