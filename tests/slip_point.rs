//! Friction brakes: where a load acts far from the middle of a face, the slip that counts is that at the load.

use crate::common::play::{play, scene};
use drystone::scene::Scene;
use drystone::step::{Batch, Rung, Simulator};
use drystone::world::{Input, State};
use nalgebra::Vector3;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The spin of the plate at the start, rad/s.
const SPIN: f64 = 5.0;

const TABLE: &str = "[[body]]\nname = \"table\"\nmass = 50\nposition = [0, 0, 0.05]\n\
     shape = { box = { half_extents = [0.4, 0.4, 0.05] } }\n";

/// A plate of 0.2 m that spins about its centre of mass, which is 0.09 m off the middle of its face, on the floor or on a `table`.
fn plate(time_step: f64, torsion: &str, table: &str) -> Scene {
    let height = if table.is_empty() { 0.02 } else { 0.12 };
    scene(&format!(
        "[simulation]\ntime_step = {time_step}\nduration = 1.0\n\
         [material.default]\nfriction = 0.3\ntorsional_friction = {torsion}\n\
         [[body]]\nname = \"floor\"\nfixed = true\nshape = {{ halfspace = {{ normal = [0, 0, 1] }} }}\n{table}\
         [[body]]\nname = \"plate\"\nshape = {{ box = {{ half_extents = [0.1, 0.1, 0.02] }} }}\nmass = 1\n\
         inertia = [0.004, 0.004, 0.007]\ncentre_of_mass = [0.09, 0, 0]\nposition = [-0.09, 0, {height}]\n\
         angular_velocity = [0, 0, {SPIN}]\n"
    ))
}

/// Without torsional friction the load is a point under the centre of mass, which does not slip: the plate spins there for ever. With
/// it, the plate stops there.
#[test]
fn a_plate_whose_load_is_off_the_middle_spins_in_place() {
    let mut cases = 0;
    for (time_step, table) in [(0.002, ""), (0.01, ""), (0.03, ""), (0.01, TABLE)] {
        for torsion in ["0.0", "\"patch\""] {
            let scene = plate(time_step, torsion, table);
            let plate = scene.model.body_index("plate").expect("there");
            let context = format!("{time_step} s, {torsion}, {table}");
            let (most, mut anew) = (0.007 * SPIN * SPIN * 1.001, 0);
            let end = play(&scene, |before, step| {
                assert!(step.status.solved, "{context}");
                assert_eq!(step.status.energy.unexplained(), 0.0, "{context}");
                let at = &before.bodies[plate];
                let now = at.velocity.xy().norm_squared() + 0.007 * at.angular_velocity.z.powi(2);
                assert!(now < most, "{context}: {now} of {most}");
                anew += usize::from(step.status.rung == Rung::SlipAtContact);
            });
            let end = &end.bodies[plate];
            let off = end.position - scene.initial.bodies[plate].position;
            assert!(off.xy().norm() < 2e-3, "{context}: {off:?}");
            let spin = end.angular_velocity.z;
            match torsion {
                "0.0" => assert!((spin - SPIN).abs() < 1e-2, "{context}: {spin}"),
                _ => assert!(spin.abs() < 1e-3, "{context}: {spin}"),
            }
            assert!(anew > 0, "{context}: the lagged row drives nothing");
            cases += 1;
        }
    }
    assert_eq!(cases, 8);
}

/// Worlds side by side whose friction drives are solved alone: the bits are those of a member of its own.
#[test]
fn plates_side_by_side_have_the_bits_of_one_alone() {
    let scene = plate(0.01, "0.0", "");
    let model: Arc<_> = scene.model.clone();
    let starts: Vec<(State, Input)> = (0..9)
        .map(|k| {
            let mut state = scene.initial.clone();
            state.bodies[1].velocity = Vector3::new(0.1 * f64::from(k), 0.02, 0.0);
            let input = Input::hold(&model, &state);
            (state, input)
        })
        .collect();
    let mut batch = Batch::new(NonZeroUsize::new(1)).expect("a thread");
    let steps = batch.step(&model, &starts, 1e-6);
    let (mut anew, mut ordinary) = (0, 0);
    for (step, (state, input)) in steps.iter().zip(&starts) {
        let alone = Simulator::new(model.clone()).step(state, input, 1e-6);
        let alone = alone.expect("valid");
        assert_eq!(step.as_ref().expect("valid"), &alone);
        match alone.status.rung {
            Rung::SlipAtContact => anew += 1,
            _ => ordinary += 1,
        }
    }
    assert!(anew > 0 && ordinary > 0, "{anew} of both kinds {ordinary}");
}
