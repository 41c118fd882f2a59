//! The energy balance of every step: exact in free flight, never a gain without an explanation in contact.

use drystone::scene::Scene;
use drystone::step::{EnergyBalance, Simulator, Step};
use drystone::world::{Input, State};
use std::path::PathBuf;

const FLYING: &str = "[simulation]\ntime_step = 0.01\nduration = 0.5\n\
    [shape.slab.box]\nhalf_extents = [0.1, 0.06, 0.03]\n\
    [[body]]\nname = \"slab\"\nshape = \"slab\"\nvelocity = [3, -2, 5]\nangular_velocity = [4, 1, -7]\n\
    [[wrench]]\nbody = \"slab\"\nforce = [3, 5, -2]\nfrom = 0\nto = 10\n";

const LANDING: &str = "[simulation]\ntime_step = 0.01\nduration = 0.5\n\
    [shape.ground.halfspace]\nnormal = [0, 0, 1]\n[shape.cube.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
    [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\
    [[body]]\nname = \"cube\"\nshape = \"cube\"\nposition = [0, 0, 0.3]\n";

/// Runs a scene and returns the kinetic energies before and after every step with its balance.
fn balances(scene: &Scene) -> Vec<(f64, f64, EnergyBalance)> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut input = Input::hold(&scene.model, &scene.initial);
    let (mut state, mut step) = (scene.initial.clone(), Step::default());
    let mut out = Vec::new();
    for index in 0..scene.settings.steps {
        scene.input_at(index, &state, &mut input);
        simulator
            .step_into(&state, &input, scene.settings.relaxation, &mut step)
            .expect("a valid step");
        assert!(step.status.solved, "step {index}");
        let [was, is] = [&state, &step.state].map(|state| kinetic(scene, state));
        out.push((was, is, step.status.energy));
        state.clone_from(&step.state);
    }
    out
}

fn kinetic(scene: &Scene, state: &State) -> f64 {
    let bodies = scene.model.bodies.iter().zip(&state.bodies);
    let moving = bodies.filter(|(body, _)| body.is_moving());
    let energy = moving.map(|(body, at)| {
        let w = at.angular_velocity;
        0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
    });
    energy.sum()
}

#[test]
fn free_flight_gains_nothing() {
    let scene = Scene::parse(FLYING, "flying").expect("valid");
    let balances = balances(&scene);
    assert_eq!(balances.len(), 50);
    for (was, is, balance) in balances {
        assert!((is - was).abs() > 1e-6 * was, "gravity works");
        assert!(balance.gain.abs() < 1e-8 * is, "{balance:?}");
        assert_eq!(balance.unexplained(), 0.0);
    }
}

/// A cube lands flat: what it had of kinetic energy is gone, once, and rest gains nothing.
#[test]
fn an_impact_loses_what_it_had() {
    let scene = Scene::parse(LANDING, "landing").expect("valid");
    let weight = scene.model.bodies[1].mass * 9.81;
    let balances = balances(&scene);
    let lost: f64 = -balances
        .iter()
        .map(|(_, _, balance)| balance.gain)
        .sum::<f64>();
    // it falls by 0.2 m, and up to one step of its way is cut off at the floor
    assert!((0.85..1.02).contains(&(lost / (weight * 0.2))), "{lost}");
    for (_, _, balance) in &balances {
        assert_eq!(balance.unexplained(), 0.0, "{balance:?}");
    }
    let (_, _, last) = balances.last().expect("some");
    assert!(last.gain.abs() < 1e-9 * weight, "{last:?}");
}

/// What comes with Drystone gains no energy but for what is explained, and loses some.
#[test]
fn scenarios_gain_no_energy_without_an_explanation() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let names = [
        "box_drop",
        "bundle_drop",
        "incline_slide",
        "incline_stick",
        "minkowski_drop",
        "pinch_and_lift",
        "push",
        "rolling",
        "spin_down",
        "stack4",
    ];
    let (mut steps, mut lost) = (0, 0);
    for name in names {
        let scene = Scene::load(folder.join(format!("{name}.toml"))).expect("a scene");
        let balances = balances(&scene);
        steps += balances.len();
        for (index, (_, _, balance)) in balances.iter().enumerate() {
            assert_eq!(
                balance.unexplained(),
                0.0,
                "{name} step {index}: {balance:?}"
            );
        }
        let gain: f64 = balances.iter().map(|(_, _, balance)| balance.gain).sum();
        lost += usize::from(gain < 0.0);
    }
    assert!(steps > 500, "{steps}");
    assert!(lost >= 7, "{lost} of {} scenes lose energy", names.len());
}
