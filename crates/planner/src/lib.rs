//! Planning through contact: what a sampling planner asks of a simulator, and one planner.
//!
//! The **provider** ([`Provider`], [`ContactProvider`], [`ProviderBatch`]) gives quasi-dynamic steps
//! and their smoothed derivatives over configurations and commands, [`Reach`] the metric of what one
//! step can do, [`contact_data`] gaps, normals and Jacobians, [`Projection`] configurations without
//! overlap. The **planner** ([`Planner`], SL section VI-C) grows a tree through them until the object
//! of a task is at its goal, leaves out of the plan what is not needed, smooths the rest by iLQR on the
//! same gradients, and replays it in the dynamic simulator. A task
//! ([`PlanTask`](drystone::world::PlanTask)) is built in code, or read from a scene's `[plan]`.
//!
//! ```text
//! q+ = f(q, u)        u: commanded positions of actuated bodies and motors        B = df/du at rho = 3e-3
//! d(target)^2 = (target - f)^T (B B^T + gamma I)^-1 (target - f)        on the object's coordinates
//! ```
//!
//! Not here: scene files (`[plan]` is read by [`scene`](drystone::scene)), the command line, studies.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod actuator;
mod clearance;
mod contact_data;
mod design;
mod goal;
mod grasp;
mod ilqr;
mod manipulator;
mod pipeline;
mod plan;
mod projection;
mod provider;
mod reach;
mod regrasp;
mod replay;
mod rollout;
mod search;
mod shortcut;
mod space;
mod transfer;
mod tree;

pub use actuator::Actuator;
pub use clearance::{Clearance, Nearest};
pub use contact_data::{ContactData, contact_data};
pub use design::{Designed, Designer, Iteration, Variable};
pub use goal::Goal;
pub use grasp::Grasps;
pub use manipulator::Manipulator;
pub use pipeline::{Planned, Planner, Stage};
pub use plan::{Plan, PlanStep, Verdict};
pub use projection::Projection;
pub use provider::{ContactProvider, Derivatives, Linearization, Provider, ProviderBatch};
pub use reach::Reach;
pub use replay::{FINER, Replay, Replayer};
pub use rollout::rollout;
pub use search::{Limits, Outcome, SMOOTHING, Search};
pub use space::Space;
