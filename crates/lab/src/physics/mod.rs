//! Is the physics right? Four campaigns and a report.
//!
//! 1. [`oracles`]: runs against independent answers of mechanics, record by record.
//! 2. [`Slopes`]: bodies on slopes, which stick or slide, against Coulomb's law and the law of creep.
//! 3. [`LawResiduals`]: every contact of every step against the laws of rigid contact, with the bound
//!    that the relaxation explains.
//! 4. [`Refinement`]: final poses against those of much finer steps.
//!
//! Tolerances come from the reference or from the formulation; none is fitted to what was obtained.

mod laws;
pub mod oracles;
mod pictures;
mod play;
mod refinement;
mod refinement_scenes;
mod report;
mod residual_scenes;
mod residuals;
mod slopes;

pub use laws::{LAWS, Residuals, residuals};
pub use refinement::{Refinement, RefinementRow};
pub use refinement_scenes::Case as RefinementCase;
pub use report::{PhysicsReport, PhysicsRows};
pub use residuals::{LawResiduals, POINTS, ResidualRow};
pub use slopes::{SlopeRow, SlopeRun, Slopes, Stone};
