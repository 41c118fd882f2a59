//! All tests of the library in one program, which is compiled and linked once: `cargo test --test suite NAME::`
//! runs those of one file. Only `allocation` (an allocator of its own) and `house` (no library) stand alone.

mod common {
    pub mod any_shape;
    pub mod derivative;
    pub mod distance;
    pub mod hard_steps;
    pub mod oracle;
    pub mod play;
    pub mod scenes;
}

mod batch;
mod bilevel;
mod broad_phase;
mod checkpoint;
mod clouds;
mod collision_properties;
mod crossing_hulls;
mod determinism;
mod drops;
mod energy;
mod failing_step;
mod fast_impacts;
mod friction_pairs;
mod front_door;
mod full_kkt;
mod gradient_api;
mod halves;
mod hard_steps;
mod incline;
mod input_limits;
mod inverse;
mod islands;
mod joints;
mod many_faces;
mod mesh;
mod momentum;
mod newton;
mod oracle_collision;
mod oracle_single_level;
mod parameters;
mod patch;
mod planar;
mod properties;
mod quasi_dynamic;
mod recording;
mod regressions;
mod rest;
mod robots;
mod robots_mjcf;
mod rollout;
mod scales;
mod scenarios;
mod scenarios_clouds;
mod scene;
mod scene_errors;
mod scene_gradients;
mod scene_joints;
mod separating_plane;
mod separating_plane_as_published;
mod shapes;
mod soft_minimum;
mod stacks;
mod surface;
mod tangent;
mod turning;
mod visuals;
