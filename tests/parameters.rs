//! Parameters of models: their names, and what changing one changes.

mod mass_rates;

use crate::common::scenes;
use crate::shapes::catalogue;
use catalogue::{all, ball, brick, placed};
use drystone::scene::Scene;
use drystone::shape::Placed;
use drystone::world::{MassSpec, Model, Motion, ParameterKind, PartSpec};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

fn part(name: &str, placed: Placed) -> PartSpec {
    PartSpec::new(name, placed, 0.5).torsional_friction(0.002)
}

/// A floor, a free body of every shape, a bundle whose parts share a name, a driven body.
fn model_of_everything() -> Model {
    let mut builder = Model::builder().body(scenes::fixed("floor", &scenes::ground(), 0.5));
    for (name, shape) in all() {
        let mut body = scenes::free(name, &shape, 1.0, 0.5);
        body.parts = vec![part(
            "it",
            placed(shape, [0.1, -0.2, 0.3], [0.2, 0.1, -0.4]),
        )];
        builder = builder.body(body);
    }
    let mut bundle = scenes::free("bundle", &brick(), 1.0, 0.5);
    bundle.mass = MassSpec::Density(500.0);
    bundle.parts = vec![
        part("stone", Placed::at_origin(brick())),
        part("ball", placed(ball(0.1), [0.1, 0.0, 0.2], [0.0; 3])),
        part("stone", placed(ball(0.2), [0.3, 0.0, 0.0], [0.0; 3])),
    ];
    let mut paddle = scenes::free("paddle", &brick(), 1.0, 0.0);
    paddle.motion = Motion::Prescribed;
    builder.body(bundle).body(paddle).build().unwrap()
}

fn scenarios() -> Vec<(String, Model)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path());
    let scenes = files.filter(|path| path.extension().is_some_and(|e| e == "toml"));
    let scenes = scenes.map(|path| {
        let model = Scene::load(&path).unwrap().model;
        (path.display().to_string(), Model::clone(&model))
    });
    let scenes: Vec<_> = scenes.collect();
    assert!(scenes.len() >= 22, "{}", scenes.len());
    scenes
}

/// Everything of a model that a parameter may change, body after body.
fn numbers(model: &Model) -> Vec<(String, Vec<f64>)> {
    let mut out = vec![
        ("gravity".to_string(), model.gravity.as_slice().to_vec()),
        ("time_step".into(), vec![model.time_step]),
    ];
    for body in &model.bodies {
        let name = &body.name;
        let inertia = body.inertia.as_slice().to_vec();
        out.push((format!("{name}.mass"), vec![body.mass]));
        out.push((format!("{name}.inertia"), inertia));
        for (i, part) in body.parts.iter().enumerate() {
            let name = format!("{name}.{i}");
            out.push((format!("{name}.friction"), vec![part.friction]));
            let torsional = part.torsional_friction.metres().into_iter().collect();
            out.push((format!("{name}.torsional_friction"), torsional));
            let rows = part.rows.h0.iter().chain(&part.rows.g).copied();
            out.push((format!("{name}.rows"), rows.collect()));
            let (low, high) = part.bounds;
            let mut sizes = vec![part.bounding_radius, part.inscribed_radius];
            sizes.extend(low.iter().chain(&high));
            out.push((format!("{name}.sizes"), sizes));
        }
    }
    let units = vec![model.units.length, model.units.time, model.units.velocity];
    out.push(("units".into(), units));
    out
}

fn far(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let apart = |(a, b): (&f64, &f64)| if a == b { 0.0 } else { (a - b).abs() };
    a.iter().zip(b).map(apart).fold(0.0, f64::max)
}

/// Names of what differs.
fn changed(a: &Model, b: &Model) -> Vec<String> {
    let both = numbers(a).into_iter().zip(numbers(b));
    let differ = both.filter(|(a, b)| far(&a.1, &b.1) > 1e-11);
    differ.map(|(a, _)| a.0).collect()
}

#[test]
fn every_parameter_has_a_name_that_finds_it() {
    let everything = ("everything".to_string(), model_of_everything());
    for (name, model) in scenarios().into_iter().chain([everything]) {
        let parameters = model.parameters();
        let names: HashSet<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names.len(), parameters.len(), "{name}");
        for parameter in &parameters {
            assert_eq!(&model.parameter(&parameter.name).unwrap(), parameter);
            let same = model.with_parameter(parameter, parameter.value).unwrap();
            assert_eq!(
                changed(&model, &same),
                [""; 0],
                "{name}: {}",
                parameter.name
            );
        }
    }
}

#[test]
fn names_are_those_of_the_documentation() {
    let model = model_of_everything();
    let unit = |name: &str| model.parameter(name).map(|p| p.unit).unwrap();
    assert_eq!(unit("gravity.z"), "m/s^2");
    assert_eq!(unit("time_step"), "s");
    assert_eq!(unit("box.mass"), "kg");
    assert_eq!(unit("box.inertia.xy"), "kg m^2");
    assert_eq!(unit("box.it.friction"), "1");
    assert_eq!(unit("box.it.torsional_friction"), "m");
    assert_eq!(unit("box.it.shape.half_extents[0]"), "m");
    assert_eq!(unit("cone.it.shape.half_angle"), "rad");
    assert_eq!(unit("bundle.ball.position[2]"), "m");
    assert_eq!(unit("bundle.stone[0].shape.half_extents[1]"), "m");
    assert_eq!(unit("bundle.stone[2].shape.radius"), "m");
    assert_eq!(unit("floor.part.shape.offset"), "m");
    assert!(model.parameter("floor.mass").is_err());
    assert!(model.parameter("paddle.mass").is_err());
}

#[test]
fn an_unknown_name_suggests_the_nearest() {
    let model = model_of_everything();
    let fix = |name: &str| model.parameter(name).unwrap_err().fix;
    assert!(fix("box.mas").contains("\"box.mass\""));
    assert!(fix("sphere.it.shape.radios").contains("\"sphere.it.shape.radius\""));
    assert!(fix("?").contains("gravity.x"));
}

#[test]
fn a_coefficient_of_zero_is_no_parameter() {
    let model = model_of_everything();
    let of = |name: &str| model.parameters().iter().any(|p| p.name == name);
    assert!(of("paddle.part.shape.half_extents[0]"));
    assert!(!of("paddle.part.friction"));
    let error = model.parameter("paddle.part.friction").unwrap_err();
    assert_eq!(error.field, "paddle.part.friction");
    assert!(error.why.contains("is 0"), "{error}");
}

#[test]
fn a_parameter_changes_what_it_says_and_nothing_else() {
    let model = model_of_everything();
    let changes = |name: &str, by: f64| {
        let parameter = model.parameter(name).unwrap();
        let moved = model.with_parameter(&parameter, parameter.value + by);
        let moved = moved.unwrap_or_else(|e| panic!("{e}"));
        if !matches!(parameter.kind, ParameterKind::Shape { .. }) {
            let new = moved.parameter(name).unwrap().value;
            assert_eq!(new, parameter.value + by, "{name}");
        }
        changed(&model, &moved)
    };
    assert_eq!(changes("gravity.x", 0.5), ["gravity"]);
    assert_eq!(changes("time_step", 0.01), ["time_step"]);
    assert_eq!(changes("cone.mass", 0.5), ["cone.mass"]);
    assert_eq!(changes("cone.inertia.xx", 1e-4), ["cone.inertia"]);
    assert_eq!(changes("bundle.ball.friction", 0.1), ["bundle.1.friction"]);
    assert_eq!(
        changes("bundle.stone[2].torsional_friction", 0.1),
        ["bundle.2.torsional_friction"]
    );
    let ball = ["bundle.1.rows", "bundle.1.sizes"];
    assert_eq!(changes("bundle.ball.shape.radius", 0.01), ball);
    assert_eq!(changes("bundle.ball.position[1]", 0.01), ball);
    assert_eq!(
        changes("stone.it.rotation[1]", 0.1),
        ["stone.0.rows", "stone.0.sizes"]
    );
    assert_eq!(changes("floor.part.shape.offset", 0.1), ["floor.0.rows"]);
}

#[test]
fn an_off_diagonal_moment_is_set_on_both_sides() {
    let model = model_of_everything();
    let parameter = model.parameter("box.inertia.xz").unwrap();
    let value = parameter.value + 1e-4;
    let body = model.body_index("box").unwrap();
    let inertia = model.with_parameter(&parameter, value).unwrap().bodies[body].inertia;
    assert_eq!(inertia[(0, 2)], value);
    assert_eq!(inertia[(2, 0)], value);
}

#[test]
fn a_length_is_counted_in_the_units_of_the_model() {
    let model = model_of_everything();
    let parameter = model.parameter("sphere.it.shape.radius").unwrap();
    let moved = model.with_parameter(&parameter, 0.3).unwrap();
    let part = &moved.bodies[model.body_index("sphere").unwrap()].parts[0];
    assert_eq!(part.rows.row(0)[3], 0.3 / model.units.length);
    assert_eq!(part.bounding_radius, 0.3);
    assert_eq!(part.inscribed_radius, 0.3);
    assert!((part.bounds.1.x - part.placed.offset.x - 0.3).abs() < 1e-15);
}

#[test]
fn a_value_that_cannot_be_is_refused_by_the_parameters_name() {
    let model = model_of_everything();
    for (name, value) in [
        ("gravity.y", f64::NAN),
        ("time_step", 0.0),
        ("box.mass", -1.0),
        ("box.inertia.yy", -1.0),
        ("box.inertia.xy", 1.0),
        ("box.it.friction", -0.1),
        ("box.it.torsional_friction", f64::INFINITY),
        ("sphere.it.shape.radius", 0.0),
        ("wedge.it.shape.b[0]", -0.1),
        ("box.it.position[0]", f64::NAN),
    ] {
        let parameter = model.parameter(name).unwrap();
        let error = model.with_parameter(&parameter, value).unwrap_err();
        assert_eq!(error.field, name, "{error}");
    }
    let other = scenes::on_floor(&scenes::ground(), &brick(), 0.5)
        .build()
        .unwrap();
    let foreign = model.parameter("bundle.stone[2].shape.radius").unwrap();
    assert!(other.with_parameter(&foreign, 0.1).is_err());
    assert!(other.mass_rates(&foreign).is_err());
}

#[test]
fn the_bounding_radius_follows_its_rate() {
    for (name, shape) in all() {
        let part = placed(shape, [0.3, -0.2, 0.5], [0.4, -0.8, 0.6]);
        for (i, parameter) in part.parameters().iter().enumerate() {
            let radius = |by: f64| {
                let moved = part.with_parameter(i, parameter.value + by).unwrap();
                moved.shape.bounding_radius()
            };
            // Second order from one side: where several points are farthest the two differ.
            let side = |h: f64| (4.0 * radius(h) - radius(2.0 * h) - 3.0 * radius(0.0)) / (2.0 * h);
            let (left, right) = (side(-1e-5), side(1e-5));
            let rate = part.bounding_radius_rate(i);
            let inside = rate > left.min(right) - 1e-7 && rate < left.max(right) + 1e-7;
            let label = format!("{name}, {}", parameter.name);
            assert!(inside, "{label}: {rate}, differences {left}, {right}");
        }
        assert_eq!(part.bounding_radius_rate(part.parameter_count()), 0.0);
    }
}

#[test]
fn the_inscribed_radius_follows_its_rates_to_both_sides() {
    let mut kinks = 0;
    let cube = ("cube", scenes::cuboid(0.3, 0.3, 0.3));
    for (name, shape) in all().into_iter().chain([cube]) {
        let part = placed(shape, [0.3, -0.2, 0.5], [0.4, -0.8, 0.6]);
        for (i, parameter) in part.parameters().iter().enumerate() {
            let radius = |by: f64| {
                let moved = part.with_parameter(i, parameter.value + by).unwrap();
                moved.shape.inscribed_radius()
            };
            let side = |h: f64| (4.0 * radius(h) - radius(2.0 * h) - 3.0 * radius(0.0)) / (2.0 * h);
            let rates = part.inscribed_radius_rate(i);
            for (rate, h) in rates.into_iter().zip([-1e-5, 1e-5]) {
                let label = format!("{name}, {}, towards {h:e}", parameter.name);
                assert!(
                    (rate - side(h)).abs() < 1e-7,
                    "{label}: {rate}, {}",
                    side(h)
                );
            }
            kinks += usize::from(rates[0] != rates[1]);
        }
        assert_eq!(part.inscribed_radius_rate(part.parameter_count()), [0.0; 2]);
    }
    assert!(kinks > 0, "no shape here has two least lengths");
}

#[test]
fn equal_parts_share_their_rows_until_one_is_changed() {
    let mut builder = Model::builder();
    for (name, shape) in [("a", brick()), ("b", ball(0.1)), ("c", brick())] {
        builder = builder.body(scenes::free(name, &shape, 1.0, 0.5));
    }
    let model = builder.build().unwrap();
    let rows = |model: &Model, body: usize| Arc::clone(&model.bodies[body].parts[0].rows);
    assert!(Arc::ptr_eq(&rows(&model, 0), &rows(&model, 2)));
    assert_ne!(rows(&model, 0), rows(&model, 1));

    let of_first = |kind: &ParameterKind| matches!(kind, ParameterKind::Shape { body: 0, .. });
    let parameters = model.parameters();
    let edge = parameters.iter().find(|p| of_first(&p.kind)).unwrap();
    let before = (*rows(&model, 0)).clone();
    let changed = model.with_parameter(edge, 0.7 * edge.value).unwrap();
    assert_ne!(*rows(&changed, 0), before);
    assert_eq!(*rows(&changed, 2), before);
    assert_eq!(*rows(&model, 0), before);
}
