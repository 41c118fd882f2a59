//! Drystone: rigid-body contact for bodies made of convex stones.
//!
//! Every time step is **one** nonlinear complementarity problem: variational dynamics, contact and
//! Coulomb friction, and the optimality conditions of the collision problem that find the contact
//! point, solved together by a relaxed primal-dual interior point method (the single-level
//! formulation, "SL" below, in three dimensions). The relaxation `rho` is an argument of the step:
//! hard contact at 1e-6, smooth enough for a planner at 1e-2.
//!
//! # Example
//!
//! A ball falls on the ground and stays there.
//!
//! ```
//! use drystone::{Body, Input, Model, Shape, Simulator};
//!
//! # fn main() -> drystone::Result<()> {
//! let (model, mut state) = Model::builder()
//!     .time_step(0.02) // s
//!     .body(Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0)))
//!     .body(Body::free("ball").shape(Shape::sphere(0.1)).friction(0.5).at([0.0, 0.0, 0.5]))
//!     .build_with_start()?;
//! let input = Input::hold(&model, &state);
//! let mut simulator = Simulator::new(model);
//! for _ in 0..50 {
//!     let step = simulator.step(&state, &input, 1e-6)?;
//!     assert!(step.status.solved);
//!     state = step.state;
//! }
//! assert!((state.bodies[1].position.z - 0.1).abs() < 1e-5);
//! # Ok(())
//! # }
//! ```
//!
//! # Rooms
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`shape`] | convex shapes, supports, mass, parameters, penetration without a solver |
//! | [`world`] | [`Model`] (constant), [`State`] (value), [`Input`] |
//! | [`contact`] | the standing collision query [`PairQuery`](contact::PairQuery) |
//! | [`step`] | [`Simulator`], [`Step`], its status and contacts; [`Gradient`], [`Rollout`]; [`Batch`] for many at once |
//! | `scene`, `recording` (feature `scene`, on by default) | files in, frames out |
//! | [`error`] | the one error |
//! | `math`, `linalg`, `ipm`, `dynamics`, `broad_phase` (feature `expert`) | the solver, its tools and the rows of a step; no promise is made about them |
//!
//! The program `drystone`, the planner, the studies and the charts are packages of their own (`crates/`).
//!
//! # Conventions
//!
//! SI, radians, Z up, right-handed; quaternions are unit, scalar first where they are numbers.
//! Poses in a [`State`] are of the centre of mass; linear velocity is in world axes,
//! angular velocity in body axes. A contact's normal points from its first to its second part, its
//! impulse is the one on the second, in world axes.
//!
//! # Limits
//!
//! One contact point per pair of convex parts (up to 32 where a [`Solid`](shape::Solid) is one of them); inelastic contact; a body at rest hovers by a
//! multiple of rho L and a sticking one creeps (`docs/accuracy.md` has the table); a step can fail,
//! and then its [`StepStatus`](step::StepStatus) names the worst rows and the state is left as it was.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
// What only experts or only scenes use is unused without them.
#![cfg_attr(
    not(all(feature = "expert", feature = "scene")),
    allow(dead_code, unused_imports)
)]

/// Re-exports what is public for experts only.
macro_rules! expert {
    ($names:tt) => {
        #[cfg(feature = "expert")]
        pub use $names;
        #[cfg(not(feature = "expert"))]
        pub(crate) use $names;
    };
}

#[cfg(feature = "expert")]
pub mod broad_phase;
#[cfg(not(feature = "expert"))]
mod broad_phase;
pub mod contact;
#[cfg(feature = "expert")]
pub mod dynamics;
#[cfg(not(feature = "expert"))]
mod dynamics;
pub mod error;
#[cfg(feature = "expert")]
pub mod ipm;
#[cfg(not(feature = "expert"))]
mod ipm;
#[cfg(feature = "expert")]
pub mod joint;
#[cfg(not(feature = "expert"))]
mod joint;
#[cfg(feature = "expert")]
pub mod linalg;
#[cfg(not(feature = "expert"))]
mod linalg;
#[cfg(feature = "expert")]
pub mod math;
#[cfg(not(feature = "expert"))]
mod math;
mod proof;
#[cfg(feature = "scene")]
pub mod recording;
#[cfg(feature = "scene")]
pub mod scene;
pub mod shape;
pub mod step;
pub mod world;

pub use error::{Error, ErrorKind, Result};
pub use math::{Mat3, Rot, Vec3};
#[cfg(feature = "scene")]
pub use scene::Scene;
pub use shape::Shape;
pub use step::{Batch, Contact, Gradient, Rollout, Simulator, Step, Wrt};
pub use world::{Body, Input, Model, ModelBuilder, State};
