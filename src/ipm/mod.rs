//! Relaxed primal-dual interior point method (docs/formulation.md, section 4): cones, Nesterov-Todorov scaling,
//! step lengths, the main loop and its outcome. It knows no body and no shape.
//!
//! A [`Problem`] asks for s o z = rho_b e in every cone block b and zero equality residuals, where
//! rho_b = rho times the block's own factor.

mod cone;
mod continuation;
mod order;
mod outcome;
mod part;
mod problem;
mod progress;
mod second_order;
mod settings;
mod solve;
mod span;
mod step_choice;

pub use cone::{ConeVars, InverseSteps, Soc, in_fours};
pub use order::{Call, Order};
pub use outcome::{Outcome, Outcomes, Trace, TraceRow};
pub use part::{ByPart, Combined, DirectionPart};
pub use problem::Problem;
pub use second_order::{MAX as MAX_CONE, Padded, Scaling, padded};
pub use settings::Settings;
pub use solve::{solve, solve_all};
pub use span::Span;
