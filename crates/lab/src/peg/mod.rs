//! The published peg (SL Fig. 7): a tilted peg falls into a hole with 0.4 % clearance, in a plane.
//!
//! The hole is 0.5 m wide and 1 m deep, between two fixed boxes and above a floor; the peg is
//! 0.498 m wide with a tapered tip, starts 0.25 m above the mouth, leans by 0.30 rad, friction 0.03,
//! 500 steps of 0.01 s at rho 1e-9. Its outline is six rows of unit length with the right sides
//! below.

mod report;

pub use report::PegReport;

use super::{Campaign, Method, trial};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::world::{Body, BodyState, Model};
use serde::{Deserialize, Serialize};

/// Rows (x, z) of the outline before they are made of unit length, and their right sides in units
/// of [`SIZE`].
const FACES: [([f64; 2], f64); 6] = [
    ([1.0, 0.0], 1.0),
    ([0.0, 1.0], 3.0),
    ([-1.0, 0.0], 1.0),
    ([0.0, -1.0], 1.0),
    ([1.0, -0.2], 0.9),
    ([-1.0, -0.2], 0.9),
];
/// Half the width of the peg, m.
const SIZE: f64 = 0.249;
/// Height of the mouth of the hole above its floor, m.
const MOUTH: f64 = 1.0;
/// The peg is in when its tip is no higher than this above the floor, m: 1 % of its width.
const IN: f64 = 0.005;

/// The study: one peg per method.
#[derive(Debug, Clone, Copy, Default)]
pub struct Peg;

/// Figures of one peg.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PegRow {
    /// Name of the method.
    pub method: String,
    /// Whether it stands on the floor of the hole at the end.
    pub entered: bool,
    /// How deep under the mouth its tip came, m.
    pub depth: f64,
    /// Height of its centre above the floor at the end, m.
    pub height: f64,
    /// Angle that is left at the end, rad.
    pub tilt: f64,
    /// Deepest overlap with a wall or the floor by geometry, m.
    pub penetration: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps tried.
    pub steps: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
}

impl Campaign for Peg {
    type Run = Method;
    type Row = PegRow;

    fn runs(&self) -> Vec<Method> {
        Method::ALL.to_vec()
    }

    fn name(&self, method: &Method) -> String {
        method.name().into()
    }

    fn row_name<'a>(&self, row: &'a PegRow) -> &'a str {
        &row.method
    }

    fn carry_out(&self, &method: &Method) -> Result<PegRow> {
        let scene = Scene::parse(&scene(method), "peg")?;
        let peg = scene.model.bodies.len() - 1;
        let mut last = scene.initial.bodies[peg];
        let mut lowest = tip(&scene.model, &last);
        let mut penetration: f64 = 0.0;
        let trial = trial::run(&scene, |step, _| {
            last = step.state.bodies[peg];
            lowest = lowest.min(tip(&scene.model, &last));
            let overlap = trial::deepest_overlap(&scene.model, &step.state);
            penetration = penetration.max(overlap);
        })?;
        Ok(PegRow {
            method: method.name().into(),
            entered: trial.steps == scene.settings.steps && tip(&scene.model, &last) < IN,
            depth: MOUTH - lowest,
            height: last.position.z,
            tilt: last.rotation.angle(),
            penetration,
            iterations: trial.mean_iterations(),
            steps: trial.steps,
            base_failures: trial.base_failures,
            unsolved: trial.unsolved,
        })
    }
}

/// Height of the lowest point of the last body, m.
fn tip(model: &Model, at: &BodyState) -> f64 {
    let down = at.rotation.inverse_transform_vector(&-Vec3::z());
    let reach = |body: &Body| {
        let parts = body.parts.iter();
        let far = parts.filter_map(|part| part.placed.support(&down));
        far.map(|point| down.dot(&point)).fold(0.0, f64::max)
    };
    at.position.z - model.bodies.last().map_or(0.0, reach)
}

/// The scene file under one method.
pub fn scene(method: Method) -> String {
    let mut normals = vec!["[0, 1, 0]".to_string(), "[0, -1, 0]".to_string()];
    let mut offsets = vec![SIZE; 2];
    for ([x, z], side) in FACES {
        let length = x.hypot(z);
        normals.push(format!("[{:?}, 0, {:?}]", x / length, z / length));
        offsets.push(SIZE * side);
    }
    let (half_turn_sin, half_turn_cos) = 0.15_f64.sin_cos();
    format!(
        "[simulation]\nstart = \"node\"\nplanar = \"xz\"\ntime_step = 0.01\nduration = 5.0\n\
         relaxation = 1e-9\nlength = {:?}\n{}\n\
         [material.default]\nfriction = 0.03\n\n\
         [shape.ground.halfspace]\nnormal = [0, 0, 1]\n\n\
         [shape.wall.box]\nhalf_extents = [0.25, 0.25, 0.5]\n\n\
         [shape.peg.polytope]\nnormals = [{}]\noffsets = {offsets:?}\n\n\
         [[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\n\n\
         [[body]]\nname = \"left\"\nfixed = true\nshape = \"wall\"\nposition = [-0.5, 0, 0.5]\n\n\
         [[body]]\nname = \"right\"\nfixed = true\nshape = \"wall\"\nposition = [0.5, 0, 0.5]\n\n\
         [[body]]\nname = \"peg\"\nshape = \"peg\"\nmass = 1\ninertia = [0.2, 0.2, 0.2]\n\
         centre_of_mass = [0, 0, 0]\nposition = [0, 0, 1.5]\n\
         quat_wxyz = [{half_turn_cos:?}, 0, {:?}, 0]\n",
        trial::published_length(),
        method.settings(),
        normals.join(", "),
        -half_turn_sin,
    )
}
