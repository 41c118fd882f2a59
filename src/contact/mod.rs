//! Who touches where, and what it pushes: blocks of pairs (docs/formulation.md, section 3).
//!
//! A pair block has its own unknowns and rows; towards the bodies it offers the wrenches on them
//! and their tangent (`condense`), step length and centrality of its own cones, and its contact
//! points. A contact model is one file and one arm of [`PairBlock`].
//! Not here: momentum rows (`dynamics`), the choice of pairs (`broad_phase`), the step.

mod bilevel;
mod bilevel_as_published;
mod block;
mod collision;
mod coulomb;
mod detection;
mod frame;
mod pair;
mod pair_block;
mod point;
mod query;
mod query_derivative;
mod setup;
mod side;
mod single_level;
mod start;
mod terms;

pub use bilevel::Bilevel;
pub use bilevel_as_published::BilevelAsPublished;
pub use block::Block;
pub use collision::Collision;
pub use coulomb::TOUCHING;
pub use pair_block::PairBlock;
pub use point::{PairPoint, PairPoints};
pub use query::{EXACT, PairQuery, Proximity};
pub use query_derivative::ProximityRate;
pub use setup::{Guess, PairSetup};
pub use single_level::SingleLevel;
pub use start::CollisionProblem;
pub use terms::{
    BodyMotion, CollisionRestart, ContactPoint, ContactRate, Deviation, Explicit, PairStart,
    PredictedContact, Prediction, ShapeChange,
};
