//! Scene files: TOML in, a checked model with its initial state and its inputs out.
//!
//! A scene file says what exists (`[shape.NAME.KIND]`, `[material.NAME]`, `[[body]]`), what acts on
//! it (`[[joint]]`, `[[wrench]]`, keyframes of driven and prescribed bodies) and how it is simulated
//! (`[simulation]`). Poses in a file are of the shape frame, velocities are of the centre of mass,
//! angular velocities are in world axes; SI units throughout. `docs/scenes.md` has the format.
//!
//! Not here: stepping, output, the command line. The only room that knows TOML. Every mistake in a
//! file becomes an [`Error`](crate::Error) with file, line, column, field, reason and remedy; nothing
//! is clipped silently and nothing panics, whatever the file contains.

mod aliases;
mod assemble;
mod body;
mod body_config;
mod budget;
mod build;
mod comfort;
mod config;
mod defaults;
mod design;
mod every;
mod friction;
mod include;
mod joint;
mod limits;
mod messages;
mod motion;
mod number;
mod overlap;
mod packed;
mod plan;
mod plausible;
mod resolved;
mod robot;
mod run;
mod settings;
mod shape_config;
mod shapes;
mod source;
mod step_change;
mod syntax;
mod text;
mod torsion;
mod track;
mod tree;
mod value;
mod visual;
mod warnings;
mod wrench;

pub use build::Scene;
pub use design::{Design, DesignLoss, DesignMethod, DesignVariable, LossKind};
pub use limits::{MAX_BODIES, MAX_FILE_BYTES, MAX_LIST, MAX_NESTING, MAX_VALUES};
pub use motion::Interpolation;
pub use packed::Packed;
pub use robot::Robot;
pub use run::{SceneRun, SceneStep};
pub use settings::{Overrides, Settings};
pub use visual::{Visual, VisualGeometry, VisualMesh};

/// The smallest scene worth simulating; shown when a file is empty.
pub const MINIMAL_SCENE: &str = r#"[shape.ground.halfspace]
normal = [0, 0, 1]

[shape.ball.sphere]
radius = 0.1

[[body]]
name = "floor"
fixed = true
shape = "ground"

[[body]]
name = "ball"
shape = "ball"
position = [0, 0, 1]
"#;
