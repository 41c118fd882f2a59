//! One step of a model (docs/formulation.md, section 4): predict, lay out blocks, solve every island, climb the
//! safeguard ladder where needed, read the result. It knows blocks, not formulas.

mod active;
mod batch;
mod contacts;
mod energy;
mod explicit;
mod gradient;
mod intermediate;
mod inverse;
mod island;
mod joint_load;
mod ladder;
mod margin;
mod outcome;
mod partition;
mod projection;
mod rollout;
mod share;
mod simulator;
mod slot;
mod solution;
mod start_stage;
mod workspace;

// the rows and blocks of one step
expert!({
    active::Active,
    island::Island,
    slot::PairSlot,
    workspace::{Interval, Workspace}
});
pub use crate::world::PartId;
pub use batch::{Batch, Inputs, Member, Run, Sensitivity, Worker};
pub use energy::EnergyBalance;
pub use explicit::Acceleration;
pub use gradient::{
    CONTACT_ROWS, ContactJacobian, Gradient, JointGradient, Pullback, Quality,
    SMALLEST_GRADIENT_RHO, Wrt,
};
pub use intermediate::IntermediateState;
pub use inverse::Inverse;
pub use joint_load::JointLoad;
pub use ladder::StepTrace;
pub use outcome::{Contact, Rung, Step, StepStatus, WorstRow};
pub use rollout::{Checkpoints, Rollout, RolloutGradient, RolloutPullback};
pub use simulator::{LARGEST_RHO, MAX_THREADS, SMALLEST_RHO, Simulator, check_threads};
pub use solution::Solution;
pub use start_stage::start_stage;
