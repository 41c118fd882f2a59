//! All tests of the program that need no viewer, in one program: `cargo test -p drystone-cli --test suite NAME::` runs
//! those of one file.

mod common {
    pub mod command;
}

mod batch_command;
mod certificate_command;
mod chart_command;
mod charts;
mod cli;
mod design_command;
mod determinism_command;
mod export;
mod failing_step_command;
mod gradient_command;
mod inverse_command;
mod joints_command;
mod mjcf;
mod plan_command;
mod readme;
mod recording_command;
mod refusals;
mod resume;
mod studies;
mod study_soak;
