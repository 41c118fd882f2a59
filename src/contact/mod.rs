//! Who touches where, and what it pushes: blocks of pairs (docs/formulation.md, section 3).
//!
//! A pair block has its own unknowns and rows; towards the bodies it offers the wrenches on them
//! and their tangent (`condense`), step length and centrality of its own cones, and its contact
//! points. A contact model is one file and one arm of `PairBlock`.
//! Not here: momentum rows (`dynamics`), the choice of pairs (`broad_phase`), the step.

mod bilevel;
mod bilevel_as_published;
mod block;
mod body_motions;
mod carried;
mod cloud_points;
mod collision;
mod coulomb;
mod detection;
mod frame;
mod model;
mod near_queries;
#[cfg(debug_assertions)]
mod ordered;
mod pair;
mod pair_block;
mod patch;
mod point;
mod query;
mod query_derivative;
mod query_patch;
mod separating_plane;
mod setup;
mod side;
mod single_level;
mod soft_minimum;
mod start;
mod terms;

pub use query::{EXACT, PairQuery, Proximity};
pub use query_derivative::ProximityRate;
pub use query_patch::ContactPatch;

#[cfg(debug_assertions)]
expert!({ ordered::Ordered });
expert!({
    bilevel::Bilevel,
    bilevel_as_published::BilevelAsPublished,
    block::Block,
    collision::Collision,
    coulomb::{Law, TOUCHING},
    pair_block::PairBlock,
    point::{PairPoint, PairPoints},
    separating_plane::{PlaneSetup, PublishedSetup, SeparatingPlane},
    setup::{Guess, PairSetup, Torsion},
    single_level::SingleLevel,
    soft_minimum::{SoftMinimum, SoftSetup},
    start::CollisionProblem,
    terms::{
        BodyMotion, CollisionRestart, ContactPoint, ContactRate, Deviation, Explicit, Friction, Geometry, PairStart,
        PredictedContact, Prediction, ShapeChange,
    },
});
