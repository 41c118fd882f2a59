//! The constant part of a simulation.

use super::build::median_half_size;
use super::{
    Body, Forest, FrictionPair, Integrator, Joint, ModelBuilder, NamedFrame, Part,
    SeparatingPlaneSettings, SoftMinimumSettings, State, Units,
};
use crate::math::Vec3;
use serde::{Deserialize, Serialize};

/// Which set the friction impulse is confined to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrictionLaw {
    /// Coulomb's cone (second-order).
    #[default]
    Cone,
    /// Friction is bounded by the four-sided pyramid of SL eqs. 10-12.
    Pyramid,
}

/// Where the slip velocity is taken (docs/formulation.md, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrictionPoint {
    /// The tangential part of the arm is that of the predicted pose. DIFFERENCE from SL eq. 11, whose row has
    /// folds in 3D (decision D13).
    #[default]
    Lagged,
    /// The arm ends at the unknown contact point, as in SL.
    Implicit,
}

/// How the contact of a pair is modelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContactModel {
    /// Collision, contact and friction are rows of one system (SL).
    #[default]
    SingleLevel,
    /// Every evaluation of contact and friction solves the collision problem (SL section IV), with all else
    /// as in the single-level model: a fair baseline.
    Bilevel,
    /// The bilevel model has a collision problem that is never stiffer than 1e-4: it is more robust and less exact.
    BilevelSoft,
    /// The bilevel model is as it was published: differences instead of derivatives, collision at relaxation
    /// 1e-4 whatever the step's, no ladder.
    BilevelAsPublished,
    /// Bodies are clouds of oriented patches and contact is a spring of their soft distance, without cones (SM): a
    /// potential over all queries.
    SoftMinimum,
    /// The soft-minimum model with the published law: springs between points and planes, averaged.
    SoftMinimumAsPublished,
    /// Hulls keep apart by a barrier of their points against a plane between them (SDRS).
    SeparatingPlane,
    /// The separating-plane model as published: friction is that of the start of the step, steps may pass through planes, and rotations
    /// are damped.
    SeparatingPlaneAsPublished,
}

impl ContactModel {
    /// These are all models.
    pub const ALL: [ContactModel; 8] = [
        ContactModel::SingleLevel,
        ContactModel::Bilevel,
        ContactModel::BilevelSoft,
        ContactModel::BilevelAsPublished,
        ContactModel::SoftMinimum,
        ContactModel::SoftMinimumAsPublished,
        ContactModel::SeparatingPlane,
        ContactModel::SeparatingPlaneAsPublished,
    ];

    /// Returns whether a step that the first attempt does not solve ends where that attempt ended, as in
    /// the published runs, instead of on the safeguard ladder.
    pub fn takes_last_iterate(self) -> bool {
        matches!(
            self,
            ContactModel::BilevelAsPublished | ContactModel::SeparatingPlaneAsPublished
        )
    }

    /// Returns whether bodies may have parts that are not convex: see [`Solid`](crate::shape::Solid).
    pub fn takes_solids(self) -> bool {
        self == ContactModel::SingleLevel || self.uses_clouds()
    }

    /// Returns whether all bodies meet as clouds, so that a pair of bodies is one pair.
    pub fn uses_clouds(self) -> bool {
        matches!(
            self,
            ContactModel::SoftMinimum | ContactModel::SoftMinimumAsPublished
        )
    }

    /// Returns whether parts meet as the hulls of points.
    pub fn uses_hulls(self) -> bool {
        matches!(
            self,
            ContactModel::SeparatingPlane | ContactModel::SeparatingPlaneAsPublished
        )
    }

    /// Returns the name as in scenes.
    pub fn name(self) -> &'static str {
        match self {
            ContactModel::SingleLevel => "single_level",
            ContactModel::Bilevel => "bilevel",
            ContactModel::BilevelSoft => "bilevel_soft",
            ContactModel::BilevelAsPublished => "bilevel_as_published",
            ContactModel::SoftMinimum => "soft_minimum",
            ContactModel::SoftMinimumAsPublished => "soft_minimum_as_published",
            ContactModel::SeparatingPlane => "separating_plane",
            ContactModel::SeparatingPlaneAsPublished => "separating_plane_as_published",
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
    /// The gravity, world, m/s^2.
    pub gravity: Vec3,
    /// The units of the solver.
    pub units: Units,
    /// How contact is modelled.
    pub contact_model: ContactModel,
    /// The constants of the soft-minimum model.
    pub soft_minimum: SoftMinimumSettings,
    /// The constants of the separating-plane model.
    pub separating_plane: SeparatingPlaneSettings,
    /// The friction law, cone or pyramid.
    pub friction_law: FrictionLaw,
    /// Where the slip velocity is taken.
    pub friction_point: FrictionPoint,
    /// Coefficients of friction between two materials, where they are not the means of their own.
    pub friction_pairs: Vec<FrictionPair>,
    /// Joints, in the order in which they were added.
    pub joints: Vec<Joint>,
    /// Named frames, in the order in which they were added.
    pub frames: Vec<NamedFrame>,
    /// The trees and loops of the joints.
    pub(crate) forest: Forest,
    /// Pairs of bodies (smaller index first, sorted) that do not touch.
    pub(crate) no_contact: Vec<(usize, usize)>,
}

impl Model {
    /// Starts a model.
    pub fn builder() -> ModelBuilder {
        ModelBuilder::default()
    }

    /// Returns the index of the body called `name`.
    pub fn body_index(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// Returns whether bodies `a` and `b` may touch: different, at least one moves, not filtered.
    pub fn may_touch(&self, a: usize, b: usize) -> bool {
        let key = (a.min(b), a.max(b));
        a != b
            && (self.bodies[a].is_moving() || self.bodies[b].is_moving())
            && self.no_contact.binary_search(&key).is_err()
    }

    /// Returns whether some part is not convex.
    pub(crate) fn has_solids(&self) -> bool {
        super::clouds::has_solids(&self.bodies)
    }

    /// Returns whether two parts meet as the clouds of their bodies: under models that know clouds only, and where a part is not
    /// convex.
    pub(crate) fn meet_as_clouds(&self, parts: [&Part; 2]) -> bool {
        self.contact_model.uses_clouds() || parts.iter().any(|part| part.solid.is_some())
    }

    /// Returns the median half-size of the moving bodies, m: the unit of length unless another one is asked for.
    pub fn median_half_size(&self) -> f64 {
        median_half_size(&self.bodies)
    }

    /// Moves the velocities of a state half a step back, v := v - h (g + f/m)/2 for moving bodies, but where the integrator has velocities
    /// at the nodes ([`Integrator::RungeKutta`]), so that free flight is exact at the nodes (docs/formulation.md, section 3); quasi-dynamic
    /// bodies keep theirs, which nobody reads, and planar ones the component normal to their plane. `forces`
    /// are the external forces at the start, N, world, one per body.
    pub fn start_half_step_early(&self, state: &mut State, forces: &[Vec3]) {
        if self.integrator() == Integrator::RungeKutta {
            return;
        }
        for ((body, at), force) in self.bodies.iter().zip(&mut state.bodies).zip(forces) {
            if body.keeps_velocity() {
                let change = (self.gravity + force / body.mass) * (0.5 * self.time_step);
                for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
                    at.velocity[axis] -= change[axis];
                }
            }
        }
    }
}
