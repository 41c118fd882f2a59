//! Hover, momentum and Coulomb's law at the points of clouds.

use super::{GROUND, folder, run, scene, thing};
use drystone::Scene;
use drystone::math::{Rot, Vec3};
use drystone::step::Simulator;
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

/// The law of the sum of the points: s gamma = rho, so that a weight of m g h hovers at rho L V / (g h), whatever their number. The
/// files of the meshes have single precision, 1e-9 m, which is one rho L at 1e-8.
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
        for rho in [1e-6, 1e-4, 1e-3] {
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
fn two_tumbling_bodies_keep_their_momentum() {
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
    let momentum = |state: &State| {
        let own = |i: usize| {
            let (body, at) = (&scene.model.bodies[i], &state.bodies[i]);
            let spin = at.rotation * (body.inertia * at.angular_velocity);
            let linear = at.velocity * body.mass;
            (linear, at.position.cross(&linear) + spin)
        };
        let (a, b) = (own(0), own(1));
        (a.0 + b.0, a.1 + b.1)
    };
    let start = momentum(&scene.initial);
    let (mut loads, mut worst) = (0, 0.0f64);
    run(&scene, 1e-6, 100, 1, |_, step| {
        loads += usize::from(step.contacts.iter().any(|c| c.normal_impulse > 1e-3));
        worst = worst.max((momentum(&step.state).0 - start.0).norm());
    });
    println!("{loads} steps with load; momentum off by {worst:.1e} kg m/s");
    assert!(loads > 0 && worst < 1e-12, "{loads} {worst}");
}

#[test]
fn a_cube_slides_and_sticks_as_coulomb_says() {
    let folder = folder();
    let cube = thing("cube", 0.04, "position = [0, 0, 0.1]\nvelocity = [2, 0, 0]");
    let scene = scene(&folder, "", &format!("{GROUND}{cube}"));
    let end = run(&scene, 1e-6, 100, 1, |_, _| ());
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
    let end = run(&scene, 1e-6, 100, 1, |_, _| ());
    assert!(
        end.bodies[1].angular_velocity.norm() < 1e-3,
        "{}",
        end.bodies[1].angular_velocity
    );
}
