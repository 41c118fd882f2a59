//! Relaxed primal-dual interior point method (docs/formulation.md, section 4): cones, Nesterov-Todorov scaling,
//! step lengths, the main loop and its outcome. It knows no body and no shape.
//!
//! A [`Problem`] asks for s o z = rho_b e in every cone block b and zero equality residuals, where
//! rho_b = rho times the block's own factor.

mod cone;
mod follow;
mod second_order;
mod solve;
mod span;

pub use cone::{ConeVars, Longest, Soc, in_fours};
pub use second_order::{MAX as MAX_CONE, Padded, Scaling, padded};
pub use solve::{Outcome, Outcomes, Problem, Settings, Trace, TraceRow, solve, solve_all};
pub use span::Span;
