//! One test per bug that somebody found from outside.

use drystone::recording::{Energy, Loads};
use drystone::scene::Scene;
use drystone::shape::penetration;
use drystone::step::Simulator;
use drystone::world::Input;

const BALL: &str = "[shape.ground.halfspace]\nnormal = [0, 0, 1]\noffset = 0\n\
    [shape.ball.sphere]\nradius = 0.1\n\
    [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\
    [[body]]\nname = \"ball\"\nshape = \"ball\"\n";

#[test]
fn an_overlap_at_the_start_is_named_with_its_depth() {
    let scene = Scene::parse(&format!("{BALL}position = [0, 0, 0.05]\n"), "s.toml").expect("valid");
    let warnings: Vec<String> = scene.warnings.iter().map(|w| w.to_string()).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].contains("overlaps ground by 5.000e-2 m"),
        "{}",
        warnings[0]
    );
    let apart = Scene::parse(&format!("{BALL}position = [0, 0, 0.1]\n"), "s.toml").expect("valid");
    assert!(apart.warnings.is_empty());
}

#[test]
fn the_energy_of_free_flight_is_constant() {
    let scene = Scene::parse(
        &format!("{BALL}position = [0, 0, 9]\nvelocity = [1, 2, 3]\n"),
        "s.toml",
    );
    let scene = scene.expect("valid");
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    let mut seen = Vec::new();
    for k in 0..100 {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, 1e-6).expect("valid");
        let loads = Loads::of_step(scene.model.bodies.len(), &step);
        let energy = Energy::at_node(&scene.model, &step.state, &loads, &input);
        seen.push(energy.total());
        state = step.state;
    }
    for e in &seen {
        assert!(
            (e / seen[0] - 1.0).abs() < 1e-12,
            "{e} J, at first {} J",
            seen[0]
        );
    }
}

#[test]
fn a_prescribed_body_arrives_at_its_command_when_the_step_is_halved() {
    let text = format!(
        "{BALL}position = [5, 0, 1]\nangular_velocity = [0, 0, 250]\n\
         [[body]]\nname = \"lift\"\nshape = \"ball\"\nprescribed = {{ keyframes = [\n\
         {{ time = 0, position = [0, 0, 0.5] }}, {{ time = 1, position = [1, 0, 0.5] }} ] }}\n\
         [[body]]\nname = \"rider\"\nshape = \"ball\"\nposition = [0, 0, 0.7]\n"
    );
    let scene = Scene::parse(&text, "s.toml").expect("valid");
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    let lift = scene.model.body_index("lift").expect("it is there");
    for k in 0..20 {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, 1e-6).expect("valid");
        assert!(step.status.solved && step.status.halved);
        let want = input.commands[lift].position;
        assert!((step.state.bodies[lift].position - want).norm() < 1e-12);
        // Both halves move at the commanded speed, 1 m/s, not one of them at twice that.
        assert!((step.state.bodies[lift].velocity.x - 1.0).abs() < 1e-9);
        state = step.state;
    }
}

/// A stone rolls over the edge of a slab twenty times its size. The gap at the prediction is that of a
/// relaxed collision problem, here 0.4 L too large: the pair was left out, and the stone sank into the
/// edge.
#[test]
fn what_rolls_over_the_edge_of_a_wide_slab_stays_out_of_it() {
    let scene = Scene::parse(EDGE, "edge.toml").expect("valid");
    let [slab, stone] = [0, 1].map(|i| &scene.model.bodies[i].parts[0].placed);
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    for _ in 0..scene.settings.steps {
        let input = Input::hold(&scene.model, &state);
        let step = simulator.step(&state, &input, scene.settings.relaxation);
        state = step.expect("solved").state;
        let [a, b] = [0, 1].map(|i| (state.bodies[i].position, state.bodies[i].rotation));
        let depth = penetration(slab, &a, stone, &b, &(b.0 - a.0));
        assert!(depth < 1e-3 * scene.model.units.length, "{depth:e} m deep");
    }
}

const EDGE: &str = r#"
[simulation]
time_step = 0.0047
duration = 0.047
relaxation = 1e-6
length = 0.0073
[material.slippery]
friction = 0
[shape.slab.box]
half_extents = [0.14, 0.14, 0.007]
[shape.core.box]
half_extents = [0.0075, 0.0026, 0.0052]
[shape.coat.capsule]
radius = 0.0022
length = 0.0018
[shape.stone.minkowski]
of = ["core", "coat"]
[[body]]
name = "slab"
fixed = true
shape = "slab"
position = [0, 0, -0.007]
[[body]]
name = "stone"
shape = "stone"
material = "slippery"
mass = 0.001
inertia = [1e-7, 1e-7, 1e-7]
centre_of_mass = [0, 0, 0]
position = [0.146, 0, 0.00685]
quat_wxyz = [-0.11600777706947105, -0.5865235933021271, 0.7989481900776467, 0.06491578953547116]
velocity = [0.13643389677828643, -0.017754616733138627, -0.08927401260408842]
angular_velocity = [-8.759554750791954, 5.870129472137403, -0.5907371848853957]
"#;
