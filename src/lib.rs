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
//! use drystone::shape::Shape;
//! use drystone::step::Simulator;
//! use drystone::world::{Body, Input, Model};
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
//! | [`shape`] | convex shapes as conic rows, supports, mass, parameters, penetration without a solver |
//! | [`world`] | [`Model`](world::Model) (constant), [`State`](world::State) (value), [`Input`](world::Input) |
//! | [`broad_phase`] | who may touch: trees of boxes |
//! | [`contact`] | the standing collision query [`PairQuery`](contact::PairQuery); blocks of pairs |
//! | [`dynamics`] | momentum rows of bodies |
//! | [`step`] | [`Simulator`](step::Simulator), [`Step`](step::Step), its status and contacts; [`Gradient`](step::Gradient), [`Rollout`](step::Rollout); [`Batch`](step::Batch) for many at once |
//! | [`scene`], [`recording`] | files in, frames out |
//! | [`ipm`], [`linalg`], [`math`] | the solver and its tools |
//!
//! # Conventions
//!
//! SI, radians, Z up, right-handed; quaternions are unit, scalar first where they are numbers.
//! Poses in a [`State`](world::State) are of the centre of mass; linear velocity is in world axes,
//! angular velocity in body axes. A contact's normal points from its first to its second part, its
//! impulse is the one on the second, in world axes.
//!
//! # Limits
//!
//! One contact point per pair of convex parts; inelastic contact; a body at rest hovers by a
//! multiple of rho L and a sticking one creeps (`docs/accuracy.md` has the table); a step can fail,
//! and then its [`StepStatus`](step::StepStatus) names the worst rows and the state is left as it was.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod broad_phase;
pub mod contact;
pub mod dynamics;
pub mod error;
pub mod ipm;
pub mod linalg;
pub mod math;
pub mod recording;
pub mod scene;
pub mod shape;
pub mod step;
pub mod world;

pub use error::{Error, ErrorKind, Result};
