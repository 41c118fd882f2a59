//! Derivatives by shape parameters against central differences of the scene file: the text with another number
//! is read anew, so that everything that follows from the number is in the difference.

use drystone::scene::Scene;
use drystone::step::{Simulator, Wrt};
use drystone::world::{Input, ParameterKind, State};
use nalgebra::DVector;

/// A scene with `@` in the place of a number.
struct Case {
    name: &'static str,
    shapes: &'static str,
    value: f64,
    /// How the name of the parameter of the model ends.
    parameter: &'static str,
}

/// The unit of length is 0.1 m; mass, centre and inertia of the stone are given.
const CASES: [Case; 17] = [
    Case {
        name: "ball of one length, where min(1, L / inscribed) and min(1, 1 / H) have their kinks",
        shapes: "[shape.stone.sphere]\nradius = @\n",
        value: 0.1,
        parameter: "radius",
    },
    Case {
        name: "larger ball",
        shapes: "[shape.stone.sphere]\nradius = @\n",
        value: 0.13,
        parameter: "radius",
    },
    Case {
        name: "box, its least half extent",
        shapes: "[shape.stone.box]\nhalf_extents = [0.17, @, 0.15]\n",
        value: 0.12,
        parameter: "half_extents[1]",
    },
    Case {
        name: "box, another half extent",
        shapes: "[shape.stone.box]\nhalf_extents = [@, 0.12, 0.15]\n",
        value: 0.17,
        parameter: "half_extents[0]",
    },
    Case {
        name: "cube, whose inscribed radius has a kink",
        shapes: "[shape.stone.box]\nhalf_extents = [0.13, 0.13, @]\n",
        value: 0.13,
        parameter: "half_extents[2]",
    },
    Case {
        name: "ellipsoid",
        shapes: "[shape.stone.ellipsoid]\nsemi_axes = [0.16, 0.14, @]\n",
        value: 0.12,
        parameter: "semi_axes[2]",
    },
    Case {
        name: "capsule",
        shapes: "[shape.stone.capsule]\nradius = @\nlength = 0.1\n",
        value: 0.12,
        parameter: "radius",
    },
    Case {
        name: "cylinder, radius",
        shapes: "[shape.stone.cylinder]\nradius = @\nlength = 0.3\n",
        value: 0.12,
        parameter: "radius",
    },
    Case {
        name: "cylinder, length",
        shapes: "[shape.stone.cylinder]\nradius = 0.15\nlength = @\n",
        value: 0.25,
        parameter: "length",
    },
    Case {
        name: "cone, half angle",
        shapes: "[shape.stone.cone]\nheight = 0.45\nhalf_angle = @\n",
        value: 0.3,
        parameter: "half_angle",
    },
    Case {
        name: "polytope, its least offset",
        shapes: "[shape.stone.polytope]\nnormals = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], \
                 [0, 0, 1], [0, 0, -1], [1, 1, 1]]\noffsets = [0.15, 0.14, 0.13, 0.15, 0.13, @, 0.25]\n",
        value: 0.12,
        parameter: "b[5]",
    },
    Case {
        name: "padded polytope, its radius",
        shapes: "[shape.stone.padded_polytope]\nradius = @\nvertices = [[0.1, 0.1, 0.1], \
                 [0.1, -0.1, -0.1], [-0.1, 0.1, -0.1], [-0.1, -0.1, 0.1]]\n",
        value: 0.08,
        parameter: "radius",
    },
    Case {
        name: "Minkowski sum, the radius of its ball",
        shapes: "[shape.core.box]\nhalf_extents = [0.07, 0.08, 0.09]\n\
                 [shape.ball.sphere]\nradius = @\n[shape.stone.minkowski]\nof = [\"core\", \"ball\"]\n",
        value: 0.06,
        parameter: "radius",
    },
    Case {
        name: "bundle, the offset of a part",
        shapes: "[shape.core.box]\nhalf_extents = [0.11, 0.11, 0.12]\n[shape.ball.sphere]\nradius = 0.1\n\
                 [shape.stone.bundle]\nparts = [{ shape = \"core\" }, \
                 { shape = \"ball\", position = [0.05, -0.1, @] }]\n",
        value: -0.09,
        parameter: "position[2]",
    },
    Case {
        name: "tapered capsule, one radius",
        shapes: "[shape.stone.tapered_capsule]\nradii = [@, 0.15]\nlength = 0.1\n",
        value: 0.12,
        parameter: "radii[0]",
    },
    Case {
        name: "tapered capsule, the other",
        shapes: "[shape.stone.tapered_capsule]\nradii = [0.15, @]\nlength = 0.1\n",
        value: 0.12,
        parameter: "radii[1]",
    },
    Case {
        name: "tapered capsule, length",
        shapes: "[shape.stone.tapered_capsule]\nradii = [0.15, 0.12]\nlength = @\n",
        value: 0.1,
        parameter: "length",
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
         centre_of_mass = [0, 0, 0]\nposition = [0.02, 0.01, 0.27]\nquat_wxyz = [0.8, 0.4, 0.4, 0.2]\n\
         velocity = [0.3, -0.1, -0.5]\nangular_velocity = [0.5, 1.0, -0.7]\n",
        FLOORS[floor],
        case.shapes.replace('@', &format!("{value:?}"))
    );
    Scene::parse(&text, case.name).unwrap_or_else(|e| panic!("{}: {e}", case.name))
}

/// The next state, and its derivative by the number that the text gives.
fn analytic(scene: &Scene, case: &Case, from: (&State, &Input), rho: f64) -> (State, DVector<f64>) {
    let mut parameters = scene.model.parameters();
    parameters.retain(|p| {
        let of_stone = matches!(p.kind, ParameterKind::Shape { body: 1, .. });
        of_stone && p.value == case.value && p.name.ends_with(case.parameter)
    });
    assert_eq!(parameters.len(), 1, "{}: {parameters:?}", case.name);
    let wrt = Wrt {
        parameters,
        ..Wrt::default()
    };
    let mut simulator = Simulator::precise(scene.model.clone());
    let step = simulator.step(from.0, from.1, rho).expect("a usable state");
    let gradient = simulator.gradient(&step, rho, &wrt).expect("a solved step");
    let column = gradient.parameters().column(0).into_owned();
    (step.state, column)
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
    let (mut cases, mut worst) = (0, [0.0_f64; 2]);
    for (number, case) in CASES.iter().enumerate() {
        for rho in [1e-6, 1e-4, 1e-2] {
            let floor = number % 2;
            let here = scene(case, floor, case.value);
            let (state, input) = contact(&here, rho);
            let (next, exact) = analytic(&here, case, (&state, &input), rho);
            let end = |value: f64| {
                let scene = scene(case, floor, value);
                let mut simulator = Simulator::precise(scene.model.clone());
                let step = simulator.step(&state, &input, rho).expect("a usable state");
                assert!(step.status.solved, "{}", step.status.explain(rho));
                DVector::from_vec(next.difference(&scene.model, &step.state))
            };
            let central = |d: f64| (end(case.value + d) - end(case.value - d)) / (2.0 * d);
            let largest = exact.amax();
            assert!(largest > 1e-3, "{}: nothing depends on it", case.name);
            // Without the errors of first (at kinks) and second order.
            let size = |k: i32| 1e-4 * 0.2_f64.powi(k);
            let differences: Vec<_> = (0..8).map(|k| central(size(k))).collect();
            let errors = differences.windows(3).map(|d| {
                let first = [0, 1].map(|k| (&d[k + 1] * 5.0 - &d[k]) / 4.0);
                let second = (&first[1] * 25.0 - &first[0]) / 24.0;
                (second - &exact).amax() / largest
            });
            let error = errors.fold(f64::INFINITY, f64::min);
            println!("{:60} rho {rho:e}: {error:.1e} of {largest:.2}", case.name);
            worst[floor] = worst[floor].max(error);
            cases += 1;
        }
    }
    assert_eq!(cases, 3 * CASES.len());
    // Of a line that leans, the radius of the patch changes with tilts of 1e-4, which differences resolve to 1e-7.
    assert!(worst[0].max(worst[1]) < 2e-7, "plane, box: {worst:?}");
}
