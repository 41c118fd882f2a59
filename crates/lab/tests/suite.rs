//! All tests of the laboratory in one program: `cargo test -p drystone-lab --test suite NAME::` runs those of one file.

#[path = "../../../tests/common/oracle.rs"]
mod oracle;
#[path = "../../../tests/common/scenes.rs"]
mod scenes;

mod drops_study;
mod fuzz;
mod gradients;
mod insertion;
mod oracle_dynamics;
mod perturbation;
mod physics_study;
mod random_scenes;
mod stacking;
mod study_audit;
mod study_codesign;
mod study_heaps;
mod study_joints;
mod study_planning;
mod study_separating_plane;
mod study_soft_minimum;
mod study_speed;
mod study_stack;
