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
//! use drystone::math::{Rot, Vec3};
//! use drystone::shape::{HalfSpace, Placed, Shape, Sphere};
//! use drystone::step::Simulator;
//! use drystone::world::{BodySpec, BodyState, Input, MassSpec, Model, Motion, PartSpec, State};
//! use std::sync::Arc;
//!
//! # fn main() -> drystone::Result<()> {
//! let body = |name: &str, motion, shape| BodySpec {
//!     name: name.into(),
//!     motion,
//!     plane: None,
//!     mass: MassSpec::Mass(1.0), // kg
//!     parts: vec![PartSpec {
//!         name: name.into(),
//!         placed: Placed::at_origin(shape),
//!         friction: 0.5,
//!         torsional_friction: 0.0, // m
//!     }],
//! };
//! let ground = Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0)?);
//! let ball = Shape::Sphere(Sphere::new(0.1)?);
//! let model = Model::builder()
//!     .time_step(0.02) // s
//!     .body(body("ground", Motion::Fixed, ground))
//!     .body(body("ball", Motion::Free, ball))
//!     .build()?;
//! let at = |z| BodyState::at_rest(Vec3::new(0.0, 0.0, z), Rot::identity());
//! let mut state = State { bodies: vec![at(0.0), at(0.5)] };
//! let mut simulator = Simulator::new(Arc::new(model));
//! for _ in 0..50 {
//!     let input = Input::hold(simulator.model(), &state);
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
//! | [`planner`] | planning through contact: [`Provider`](planner::Provider) of smoothed steps, [`Planner`](planner::Planner) |
//! | [`replay`] | a recording made whole again: model, looks of the bodies, figures per frame |
//! | [`export`] | a recording for other programs: glTF, CSV, charts |
//! | [`study`] | derivatives against differences, many cases, one table |
//! | `viewer` (feature) | a window and pictures |
//! | [`ipm`], [`linalg`], [`math`] | the solver and its tools |
//! | [`plot`] | charts as SVG |
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
pub mod export;
pub mod ipm;
pub mod linalg;
pub mod math;
pub mod planner;
pub mod plot;
pub mod recording;
pub mod replay;
pub mod scene;
pub mod shape;
pub mod step;
pub mod study;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod world;

pub use error::{Error, ErrorKind, Result};
