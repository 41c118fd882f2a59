//! Derivatives by shape parameters against central differences of the scene file: the text with another number
//! is read anew, so that everything that follows from the number is in the difference.

use drystone::scene::Scene;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Input, Model, ParameterKind, State};
use nalgebra::DVector;
use std::sync::Arc;

/// A scene with `@` in the place of a number.
struct Case {
    name: &'static str,
    shapes: &'static str,
    value: f64,
}

/// The unit of length is 0.1 m; mass, centre and inertia of the stone are given.
const CASES: [Case; 14] = [
    Case {
        name: "ball of one length, where min(1, L / inscribed) and min(1, 1 / H) have their kinks",
        shapes: "[shape.stone.sphere]\nradius = @\n",
        value: 0.1,
    },
    Case {
        name: "larger ball",
        shapes: "[shape.stone.sphere]\nradius = @\n",
        value: 0.13,
    },
    Case {
        name: "box, its least half extent",
        shapes: "[shape.stone.box]\nhalf_extents = [0.17, @, 0.15]\n",
        value: 0.12,
    },
    Case {
        name: "box, another half extent",
        shapes: "[shape.stone.box]\nhalf_extents = [@, 0.12, 0.15]\n",
        value: 0.17,
    },
    Case {
        name: "cube, whose inscribed radius has a kink",
        shapes: "[shape.stone.box]\nhalf_extents = [0.13, 0.13, @]\n",
        value: 0.13,
    },
    Case {
        name: "ellipsoid",
        shapes: "[shape.stone.ellipsoid]\nsemi_axes = [0.16, 0.14, @]\n",
        value: 0.12,
    },
    Case {
        name: "capsule",
        shapes: "[shape.stone.capsule]\nradius = @\nlength = 0.1\n",
        value: 0.12,
    },
    Case {
        name: "cylinder, radius",
        shapes: "[shape.stone.cylinder]\nradius = @\nlength = 0.3\n",
        value: 0.12,
    },
    Case {
        name: "cylinder, length",
        shapes: "[shape.stone.cylinder]\nradius = 0.15\nlength = @\n",
        value: 0.25,
    },
    Case {
        name: "cone, half angle",
        shapes: "[shape.stone.cone]\nheight = 0.45\nhalf_angle = @\n",
        value: 0.3,
    },
    Case {
        name: "polytope, its least offset",
        shapes: "[shape.stone.polytope]\nnormals = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], \
                 [0, 0, 1], [0, 0, -1], [1, 1, 1]]\noffsets = [0.15, 0.14, 0.13, 0.15, 0.13, @, 0.25]\n",
        value: 0.12,
    },
    Case {
        name: "padded polytope, its radius",
        shapes: "[shape.stone.padded_polytope]\nradius = @\nvertices = [[0.1, 0.1, 0.1], \
                 [0.1, -0.1, -0.1], [-0.1, 0.1, -0.1], [-0.1, -0.1, 0.1]]\n",
        value: 0.08,
    },
    Case {
        name: "Minkowski sum, the radius of its ball",
        shapes: "[shape.core.box]\nhalf_extents = [0.07, 0.08, 0.09]\n\
                 [shape.ball.sphere]\nradius = @\n[shape.stone.minkowski]\nof = [\"core\", \"ball\"]\n",
        value: 0.06,
    },
    Case {
        name: "bundle, the offset of a part",
        shapes: "[shape.core.box]\nhalf_extents = [0.11, 0.11, 0.12]\n[shape.ball.sphere]\nradius = 0.13\n\
                 [shape.stone.bundle]\nparts = [{ shape = \"core\" }, \
                 { shape = \"ball\", position = [0.0, 0.05, @] }]\n",
        value: 0.07,
    },
];

/// On a plane and on a box, which has an inscribed radius of its own.
const FLOORS: [&str; 2] = [
    "[shape.floor.halfspace]\nnormal = [0, 0, 1]\n",
    "[shape.floor.box]\nhalf_extents = [0.9, 0.8, 0.05]\n",
];

fn scene(case: &Case, floor: usize, value: f64) -> Scene {
    let below = [0.0, -0.05][floor];
    let text = format!(
        "[simulation]\ntime_step = 0.01\nduration = 1\nlength = 0.1\n{}{}\
         [[body]]\nname = \"floor\"\nfixed = true\nshape = \"floor\"\nposition = [0, 0, {below:?}]\n\
         [[body]]\nname = \"stone\"\nshape = \"stone\"\nmass = 2.0\ninertia = [0.02, 0.024, 0.018]\n\
         centre_of_mass = [0, 0, 0]\nposition = [0.02, 0.01, 0.27]\nquat_wxyz = [0.93, 0.25, 0.22, 0.1]\n\
         velocity = [0.3, -0.1, -0.5]\nangular_velocity = [0.5, 1.0, -0.7]\n",
        FLOORS[floor],
        case.shapes.replace('@', &format!("{value:?}"))
    );
    Scene::parse(&text, case.name).unwrap_or_else(|e| panic!("{}: {e}", case.name))
}

/// Position and rotation relative to `at`, and velocities, of the stone.
fn tangent(model: &Model, step: &Step, at: &State) -> DVector<f64> {
    let change = at.difference(model, &step.state);
    DVector::from_vec(change)
}

/// Derivative of the next state by the number that the text gives, the model's sum over all parameters that have
/// this value.
fn analytic(
    model: &Arc<Model>,
    state: &State,
    input: &Input,
    rho: f64,
    value: f64,
) -> DVector<f64> {
    let mut parameters = model.parameters();
    parameters.retain(|p| {
        let of_stone = matches!(p.kind, ParameterKind::Shape { body: 1, .. });
        of_stone && p.value == value
    });
    assert!(!parameters.is_empty(), "no parameter is {value}");
    let wrt = Wrt {
        parameters,
        ..Wrt::default()
    };
    let mut simulator = Simulator::precise(model.clone());
    let step = simulator.step(state, input, rho).expect("a usable state");
    let gradient = simulator.gradient(&step, rho, &wrt).expect("a solved step");
    gradient.parameters().column_sum()
}

/// The first state of a run in which the stone pushes the floor by more than its weight does in a step.
fn contact(scene: &Scene, rho: f64) -> (State, Input) {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let input = Input::hold(&scene.model, &state);
    for _ in 0..100 {
        let step = simulator.step(&state, &input, rho).expect("a usable state");
        assert!(step.status.solved, "{}", step.status.explain(rho));
        let push: f64 = step.contacts.iter().map(|c| c.impulse.norm()).sum();
        if push > 2.0 * 9.81 * 0.01 {
            return (state, input);
        }
        state = step.state;
    }
    panic!("no contact");
}

#[test]
fn derivatives_by_shape_parameters_are_those_of_the_scene_file() {
    let mut cases = 0;
    for (number, case) in CASES.iter().enumerate() {
        for rho in [1e-6, 1e-4, 1e-2] {
            let floor = number % 2;
            let here = scene(case, floor, case.value);
            let (state, input) = contact(&here, rho);
            let exact = analytic(&here.model, &state, &input, rho, case.value);
            let end = |value: f64| {
                let scene = scene(case, floor, value);
                let mut simulator = Simulator::precise(scene.model.clone());
                let step = simulator.step(&state, &input, rho).expect("a usable state");
                assert!(step.status.solved, "{}", step.status.explain(rho));
                tangent(&scene.model, &step, &state)
            };
            let central = |d: f64| (end(case.value + d) - end(case.value - d)) / (2.0 * d);
            let largest = exact.amax();
            assert!(largest > 1e-3, "{}: nothing depends on it", case.name);
            let size = |k: i32| 1e-5 * 0.2_f64.powi(k);
            let errors = (0..6).map(|k| {
                let fourth = (25.0 * central(0.2 * size(k)) - central(size(k))) / 24.0;
                (fourth - &exact).amax() / largest
            });
            let error = errors.fold(f64::INFINITY, f64::min);
            println!("{:60} rho {rho:e}: {error:.1e} of {largest:.2}", case.name);
            assert!(error < 1e-5, "{} at {rho:e}: {error:e}", case.name);
            cases += 1;
        }
    }
    assert_eq!(cases, 3 * CASES.len());
}
