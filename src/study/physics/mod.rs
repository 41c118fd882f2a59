//! Is the physics right? Independent answers, closed forms, residuals of the laws, refinement.

mod laws;
pub mod oracles;
mod play;
mod refinement;
mod refinement_scenes;
mod residual_scenes;
mod residuals;
mod slopes;

pub use laws::{LAWS, Residuals, residuals};
pub use refinement::{Refinement, RefinementRow};
pub use refinement_scenes::Case as RefinementCase;
pub use residuals::{LawResiduals, POINTS, ResidualRow};
pub use slopes::{SlopeRow, SlopeRun, Slopes, Stone};
