//! Hover, momentum and Coulomb's law at the points of clouds.

use super::{GROUND, folder, run, scene, thing};
use drystone::Scene;
use drystone::math::{Rot, Vec3};
use drystone::step::{Rung, Simulator};
use drystone::world::{BodyState, Input, State};
use std::sync::Arc;

/// The gravity of scenes, m/s^2.
const G: f64 = 9.81;

/// The gap at which a body that stands still goes on standing still, in rho L, by bisection: `height` is that at which it touches.
fn hover(scene: &Scene, rho: f64, height: f64) -> f64 {
    let mut simulator = Simulator::new(Arc::clone(&scene.model));
    let mut state = scene.initial.clone();
    let input = Input::hold(&scene.model, &state);
    let unit = rho * scene.model.units.length;
    let (mut low, mut high) = (0.0, 1e2);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        let at = Vec3::new(0.0, 0.0, height + middle * unit);
        state.bodies[1] = BodyState::at_rest(at, Rot::identity());
        let step = simulator.step(&state, &input, rho).expect("valid");
        assert!(step.status.solved, "{}", step.status.explain(rho));
        match step.state.bodies[1].velocity.z > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}

/// The law of the sum of the points: s gamma = rho, so that a weight of m g h hovers at rho L V / (g h), whatever their number.
#[test]
fn a_body_hovers_as_high_on_many_points_as_on_one() {
    let folder = folder();
    for (mesh, spacing, height) in [
        ("cube", 0.02, 0.1),
        ("ball", 0.02, 0.1),
        ("torus", 0.006, 0.015),
    ] {
        let keys = "length = 0.1\nstart = \"node\"";
        let scene = scene(
            &folder,
            keys,
            &format!("{GROUND}{}", thing(mesh, spacing, "")),
        );
        let law = scene.model.units.velocity / (G * scene.model.time_step);
        for rho in [1e-8, 1e-6, 1e-4, 1e-3] {
            let gap = hover(&scene, rho, height);
            println!("{mesh} at {rho:e}: {gap:.3} rho L, law {law:.3}");
            assert!(
                (gap / law - 1.0).abs() < 0.2,
                "{mesh} at {rho}: {gap}, law {law}"
            );
        }
    }
}

#[test]
fn two_tumbling_bodies_keep_their_momentum_and_the_balance_of_their_spins() {
    let folder = folder();
    let bodies = format!(
        "{}{}",
        thing(
            "torus",
            0.006,
            "position = [0, 0, 0]\nangular_velocity = [1, 2, 3]"
        ),
        thing(
            "mug",
            0.004,
            "position = [0.01, 0.02, 0.16]\nvelocity = [0, 0, -1]\nangular_velocity = [0, 1, -2]"
        ),
    );
    let scene = scene(&folder, "gravity = [0, 0, 0]", &bodies);
    let momentum = |state: &State| -> Vec3 {
        let bodies = scene.model.bodies.iter().zip(&state.bodies);
        bodies.map(|(body, at)| at.velocity * body.mass).sum()
    };
    let spin = |i: usize, state: &State| {
        let at = &state.bodies[i];
        at.rotation * (scene.model.bodies[i].inertia * at.angular_velocity)
    };
    let start = momentum(&scene.initial);
    let (mut loads, mut drift, mut worst) = (0, 0.0f64, 0.0f64);
    let mut before = scene.initial.clone();
    run(&scene, 1e-6, 100, |_, step| {
        let whole = !step.status.halved && step.status.rung != Rung::Halved;
        let loaded = step.contacts.iter().any(|c| c.normal_impulse > 1e-3);
        loads += usize::from(whole && loaded);
        drift = drift.max((momentum(&step.state) - start).norm());
        // the moments of the impulses about the origin at the end of the step
        let change = |i: usize| {
            let (from, to) = (&before.bodies[i], &step.state.bodies[i]);
            let impulse = (to.velocity - from.velocity) * scene.model.bodies[i].mass;
            spin(i, &step.state) - spin(i, &before) + to.position.cross(&impulse)
        };
        if whole {
            worst = worst.max((change(0) + change(1)).norm());
        }
        before.clone_from(&step.state);
    });
    println!(
        "{loads} whole steps with load; momentum off by {drift:.1e} kg m/s, spins by {worst:.1e} kg m^2/s"
    );
    assert!(
        loads > 3 && drift < 1e-12 && worst < 1e-9,
        "{loads} {drift} {worst}"
    );
}

#[test]
fn a_cube_slides_and_sticks_as_coulomb_says() {
    let folder = folder();
    let cube = thing("cube", 0.04, "position = [0, 0, 0.1]\nvelocity = [2, 0, 0]");
    let scene = scene(&folder, "", &format!("{GROUND}{cube}"));
    let end = run(&scene, 1e-6, 100, |_, _| ());
    let way = end.bodies[1].position.x;
    // v^2 / (2 mu g), mu = 0.5
    let law = 4.0 / (2.0 * 0.5 * G);
    println!("slid {way:.4} m, law {law:.4}");
    assert!((way / law - 1.0).abs() < 0.03, "{way} {law}");
    assert!(end.bodies[1].velocity.norm() < 1e-3 && end.bodies[1].angular_velocity.norm() < 1e-3);
}

#[test]
fn a_box_that_spins_on_its_face_comes_to_rest() {
    let folder = folder();
    let cube = thing(
        "cube",
        0.04,
        "position = [0, 0, 0.1]\nangular_velocity = [0, 0, 5]",
    );
    let scene = scene(&folder, "", &format!("{GROUND}{cube}"));
    let end = run(&scene, 1e-6, 100, |_, _| ());
    assert!(
        end.bodies[1].angular_velocity.norm() < 1e-3,
        "{}",
        end.bodies[1].angular_velocity
    );
}
