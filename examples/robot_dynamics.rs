//! Reads a robot (URDF or MJCF) and prints its mass, its centre of mass and its mass matrix at random positions, as JSON.
//!
//!     cargo run --release --example robot_dynamics -- ROBOT.urdf|MODEL.xml [--repair]
//!
//! benches/robots compares the numbers with those of other libraries.

use drystone::scene::{Overrides, Scene};
use drystone::{Vec3, error::Result};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::json;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The number of random positions.
const POSITIONS: usize = 10;

fn main() -> ExitCode {
    match print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints everything.
fn print() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let path = args.first().expect("give a URDF or MJCF file");
    let overrides = Overrides {
        repair: args.iter().any(|arg| arg == "--repair"),
        ..Overrides::default()
    };
    let scene = Scene::load_with(path, &overrides)?;
    let (model, start) = (&scene.model, &scene.initial);
    let space = model.joint_space();
    let mut random = StdRng::seed_from_u64(1);
    let mut states = Vec::new();
    for _ in 0..POSITIONS {
        let number = model.joint_coordinate_count();
        let asked: Vec<f64> = (0..number)
            .map(|_| random.random_range(-1.0..1.0))
            .collect();
        let at = start.with_joint_positions(model, &asked, &vec![0.0; number])?;
        let moving = model
            .bodies
            .iter()
            .zip(&at.bodies)
            .filter(|(body, _)| body.is_moving());
        let mass: f64 = moving.clone().map(|(body, _)| body.mass).sum();
        let moment: Vec3 = moving.map(|(body, at)| at.position * body.mass).sum();
        let matrix = space.mass_matrix(&at);
        let rows: Vec<Vec<f64>> = matrix
            .row_iter()
            .map(|row| row.iter().copied().collect())
            .collect();
        let named = model.bodies.iter().zip(&at.bodies);
        let centres: BTreeMap<&str, &[f64]> = named
            .map(|(body, at)| (body.name.as_str(), at.position.as_slice()))
            .collect();
        states.push(json!({
            "centres": centres,
            "positions": at.joint_positions(model),
            "mass": mass,
            "centre": (moment / mass).as_slice(),
            "mass_matrix": rows,
        }));
    }
    let moving = model.bodies.iter().filter(|body| body.is_moving()).count();
    let joints: Vec<&str> = model
        .joints
        .iter()
        .map(|joint| joint.name.as_str())
        .collect();
    let report =
        json!({ "moving": moving, "joints": joints, "tangents": names(&space), "states": states });
    println!("{report}");
    Ok(())
}

/// Returns the names of the velocities.
fn names(space: &drystone::world::JointSpace<'_>) -> Vec<String> {
    let half = space.nv();
    space.tangents()[half..]
        .iter()
        .map(|tangent| tangent.name.clone())
        .collect()
}
