//! Friction between two materials that is not the mean of theirs.

use crate::common::play::{play, scene};
use drystone::scene::Scene;
use drystone::step::{Simulator, Wrt};
use drystone::world::{Input, Model, ParameterKind};

/// Angle of the slope, rad; its tangent is 0.577.
const SLOPE: f64 = std::f64::consts::FRAC_PI_6;

/// Three blocks of steel, rubber and wood lie on a slope of ice; without pairs all of them would stay.
fn slope(pairs: &str) -> String {
    let (sin, cos) = SLOPE.sin_cos();
    let block = |name: &str, y: f64| {
        let (x, z) = (0.05 * sin, 0.05 * cos);
        format!(
            "[[body]]\nname = \"{name}\"\nshape = \"brick\"\nmaterial = \"{name}\"\n\
             position = [{x}, {y}, {z}]\nrpy = [0, {SLOPE}, 0]\n"
        )
    };
    format!(
        "[simulation]\nrelaxation = 1e-8\nduration = 0.5\n{pairs}\
         [material.ice]\nfriction = 0.9\n[material.steel]\nfriction = 0.9\n\
         [material.rubber]\nfriction = 0.9\n[material.wood]\nfriction = 0\n\
         [shape.hill.halfspace]\nnormal = [{sin}, 0, {cos}]\n\
         [shape.brick.box]\nhalf_extents = [0.1, 0.08, 0.05]\n\
         [[body]]\nname = \"hill\"\nfixed = true\nshape = \"hill\"\nmaterial = \"ice\"\n{}{}{}",
        block("steel", 0.0),
        block("rubber", 1.0),
        block("wood", 2.0),
    )
}

const PAIRS: &str = "[[friction]]\nbetween = [\"steel\", \"ice\"]\ncoefficient = 0.2\n\
                     [[friction]]\nbetween = [\"ice\", \"wood\"]\ncoefficient = 0.8\n";

/// The way of a body down the slope, m.
fn ways(scene: &Scene) -> [f64; 3] {
    let end = play(scene, |_, step| assert!(step.status.solved));
    let [steel, rubber, wood] = [1, 2, 3].map(|i| {
        let way = end.bodies[i].position - scene.initial.bodies[i].position;
        way.norm()
    });
    [steel, rubber, wood]
}

#[test]
fn a_pair_slides_by_its_own_coefficient_and_others_by_the_mean() {
    let [steel, rubber, wood] = ways(&scene(&slope(PAIRS)));
    let law = |mu: f64| 0.5 * 9.81 * (SLOPE.sin() - mu * SLOPE.cos()) * 0.25;
    println!(
        "steel {steel}, law {}; rubber {rubber:e}, wood {wood:e}",
        law(0.2)
    );
    assert!((steel - law(0.2)).abs() < 0.02 * law(0.2));
    assert!(rubber < 1e-4 && wood < 1e-4);
    // without pairs the means hold: wood, which has no friction of its own, slides freely
    let [steel, _, wood] = ways(&scene(&slope("")));
    assert!(steel < 1e-4);
    assert!((wood - law(0.0)).abs() < 0.02 * law(0.0), "{wood}");
}

#[test]
fn the_coefficient_is_a_parameter_with_derivatives() {
    let scene = scene(&slope(PAIRS));
    let model = &*scene.model;
    let pair = model.parameter("friction.steel.ice").expect("a parameter");
    assert_eq!((pair.value, pair.unit), (0.2, "1"));
    assert_eq!(pair.kind, ParameterKind::FrictionPair(0));
    let rho = 1e-4;
    let mut input = Input::default();
    scene.input_at(0, &scene.initial, &mut input);
    let next = |model: &Model| {
        let mut simulator = Simulator::precise(std::sync::Arc::new(model.clone()));
        let step = simulator.step(&scene.initial, &input, rho).expect("valid");
        assert!(step.status.solved);
        step.state.bodies[1].velocity
    };
    let eps = 1e-5;
    let moved = |value: f64| next(&model.with_parameter(&pair, value).expect("a model"));
    let difference = (moved(0.2 + eps) - moved(0.2 - eps)) / (2.0 * eps);
    let mut simulator = Simulator::precise(scene.model.clone());
    let step = simulator.step(&scene.initial, &input, rho).expect("valid");
    let own = model
        .parameter("steel.brick.friction")
        .or(model.parameter("steel.friction"));
    let wrt = Wrt {
        parameters: vec![pair.clone(), own.expect("the part's own")],
        ..Wrt::default()
    };
    let gradient = simulator.gradient(&step, rho, &wrt).expect("a gradient");
    let columns = gradient.parameters();
    // Rows are positions, then velocities, 6 of each moving body.
    let velocity = columns.nrows() / 2;
    let column = columns.column(0).rows(velocity, 3).clone_owned();
    println!("{column} {difference}");
    assert!(difference.norm() > 0.01);
    assert!((column - difference).norm() < 1e-6 * difference.norm());
    assert_eq!(columns.column(1).norm(), 0.0, "the mean does not hold");
}

#[test]
fn what_a_scene_says_comes_back_and_changes_its_fingerprint() {
    let [with, without] = [PAIRS, ""].map(|pairs| scene(&slope(pairs)));
    let again = Scene::parse(&with.resolved(), "again.toml").expect("valid");
    assert_eq!(with.model.fingerprint(), again.model.fingerprint());
    assert_ne!(with.model.fingerprint(), without.model.fingerprint());
}

#[test]
fn mistakes_are_named() {
    let mistake = |pairs: &str| {
        let error = Scene::parse(&slope(pairs), "pairs.toml").expect_err(pairs);
        error.to_string()
    };
    let pair = |between: &str, coefficient: &str| {
        format!("[[friction]]\nbetween = {between}\ncoefficient = {coefficient}\n")
    };
    let good = pair("[\"steel\", \"ice\"]", "0.1");
    for (pairs, words) in [
        (
            pair("[\"steal\", \"ice\"]", "0.1"),
            vec!["friction[0].between[0]", "no material \"steal\"", "steel"],
        ),
        (
            pair("[\"steel\", \"ice\"]", "-0.1"),
            vec!["friction[0].coefficient", "-0.1"],
        ),
        (
            pair("[\"steel\", \"ice\"]", "nan"),
            vec!["friction[0].coefficient"],
        ),
        (
            format!("{good}{}", pair("[\"ice\", \"steel\"]", "0.2")),
            vec!["friction[1].between", "friction[0]"],
        ),
        (
            "[[friction]]\nbetween = [\"steel\", \"ice\"]\nmu = 0.1\n".into(),
            vec!["coefficient"],
        ),
    ] {
        let error = mistake(&pairs);
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

/// Parts that meet others as one cloud have one friction; that is said, and only there.
#[test]
fn materials_that_a_cloud_cannot_tell_apart_are_named() {
    let text = |model: &str, second: &str| {
        format!(
            "[simulation]\ncontact_model = \"{model}\"\n\
             [material.ice]\nfriction = 0.9\n[material.steel]\nfriction = 0.9\n{PAIR}\
             [shape.ball.sphere]\nradius = 0.1\n[shape.both.bundle]\nparts = [\
             {{ shape = \"ball\", material = \"ice\" }}, \
             {{ shape = \"ball\", position = [0.1, 0, 0], material = \"{second}\" }}]\n\
             [[body]]\nname = \"both\"\nshape = \"both\"\nposition = [0, 0, 1]\n"
        )
    };
    const PAIR: &str = "[[friction]]\nbetween = [\"steel\", \"ice\"]\ncoefficient = 0.2\n";
    let said = |model: &str, second: &str| {
        let warnings = scene(&text(model, second)).warnings;
        let fields = warnings.into_iter().map(|warning| warning.to_string());
        fields.filter(|words| words.contains("one cloud")).count()
    };
    assert_eq!(said("soft_minimum", "steel"), 1);
    assert_eq!(said("soft_minimum", "ice"), 0);
    assert_eq!(said("single_level", "steel"), 0);
}
