//! Steps by every point of hulls that keep all of their points, against central differences.

use super::case::{at, body, rough};
use super::explicit::carried_stone;
use crate::common::scenes::cuboid;
use crate::gradient_api::case::Case;
use crate::gradient_api::differences::compare_by;
use drystone::math::Vec3;
use drystone::shape::{PointHull, Shape};
use drystone::step::{Simulator, Wrt};
use drystone::world::*;
use std::sync::Arc;

const PLANE: ContactModel = ContactModel::SeparatingPlane;

/// A block whose lower face has a point in it, `on`, and one just above, `near`.
const BLOCK: [(&str, [f64; 3]); 11] = [
    ("a", [0.08, 0.1, -0.09]),
    ("b", [-0.08, 0.1, -0.09]),
    ("c", [-0.08, -0.1, -0.09]),
    ("d", [0.08, -0.1, -0.09]),
    ("on", [0.01, 0.02, -0.09]),
    ("near", [-0.02, 0.01, -0.0899]),
    ("inside", [0.01, -0.02, 0.01]),
    ("e", [0.07, 0.09, 0.09]),
    ("f", [-0.06, 0.1, 0.08]),
    ("g", [-0.07, -0.08, 0.1]),
    ("h", [0.08, -0.07, 0.07]),
];

fn hull(points: &[(&str, [f64; 3])]) -> PointHull {
    let named = points.iter().map(|(name, at)| (*name, Vec3::from(*at)));
    PointHull::named(named).expect("a hull")
}

/// The block falls on a paddle from `height` above its middle, before the step in which it is carried.
fn lying(parts: Vec<PartSpec>, height: f64) -> Case {
    let paddle = rough(cuboid(0.2, 0.2, 0.1), [0.0; 3], [0.0; 3]);
    let builder = Model::builder()
        .length(0.1)
        .contact_model(PLANE)
        .body(body("paddle", Motion::Prescribed, vec![paddle]))
        .body(body("stone", Motion::Free, parts));
    let model = Arc::new(builder.build().expect("a model"));
    let centre = model.bodies[1].centre_of_mass;
    let bodies = vec![
        at([0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3]),
        at(
            (centre + Vec3::z() * height).into(),
            [0.0; 3],
            [0.1, -0.05, -0.1],
            [0.0; 3],
        ),
    ];
    let state = State {
        bodies,
        ..State::default()
    };
    let input = Input::hold(&model, &state);
    let case = Case {
        name: "lying",
        model,
        state,
        input,
    };
    case.until(&[("paddle", "stone")])
}

/// The norm of the derivative of the next state by a parameter.
fn effect(case: &Case, rho: f64, name: &str) -> f64 {
    let mut simulator = Simulator::precise(case.model.clone());
    let step = case.step_with(&mut simulator, rho);
    let wrt = Wrt {
        parameters: vec![case.model.parameter(name).expect("a parameter")],
        ..Wrt::default()
    };
    let gradient = simulator.gradient(&step, rho, &wrt).expect("a gradient");
    gradient.parameters().norm()
}

#[test]
fn steps_are_differentiated_by_points_on_a_face_and_inside() {
    let part = rough(Shape::from(hull(&BLOCK)), [0.0; 3], [0.0; 3]);
    let case = lying(vec![part], 0.192);
    for rho in [1e-2, 3e-2] {
        let all = case.model.parameters();
        compare_by(&case, rho, 1e-5, all);
        let of = |name: &str| effect(&case, rho, &format!("stone.part.shape.points[{name}].z"));
        // One that crosses the face carries as the corners do, one above it less, one far inside nothing.
        println!("a {:e}, on {:e}, near {:e}", of("a"), of("on"), of("near"));
        assert!(of("on") > 0.1 * of("a"));
        assert!(of("near") > 1e-3 * of("a"));
        assert_eq!(of("inside"), 0.0);
    }
}

/// Hulls of the two halves of the block, which have the points of a cut in common.
fn halves() -> Vec<PartSpec> {
    let half = |own: &[usize], radius: f64| {
        let points: Vec<_> = own.iter().map(|&i| BLOCK[i]).collect();
        let hull = hull(&points).sharing("block");
        let hull = hull.grown(radius).expect("a radius");
        rough(Shape::from(hull), [0.0; 3], [0.0; 3])
    };
    vec![
        half(&[0, 2, 3, 4, 7, 9, 10], 0.01),
        half(&[0, 1, 2, 5, 6, 7, 8, 9], 0.0102),
    ]
}

#[test]
fn a_point_that_hulls_share_is_one_parameter_that_moves_them_all() {
    let case = lying(halves(), 0.203);
    let model = &case.model;
    let names: Vec<String> = model.parameters().into_iter().map(|p| p.name).collect();
    assert!(!names.iter().any(|name| name.contains("shape.points")));
    let shared = model.parameter("stone.block.points[a].z").expect("shared");
    assert!((shared.value + 0.09).abs() < 1e-15);
    let moved = model.with_parameter(&shared, -0.1).expect("a model");
    for part in &moved.bodies[1].parts {
        let Shape::PointHull(hull) = &part.placed.shape else {
            panic!("hulls")
        };
        assert_eq!(hull.points()[0].z, -0.1);
    }
    for rho in [1e-2, 3e-2] {
        let all = model.parameters();
        compare_by(&case, rho, 1e-5, all);
    }
}

#[test]
fn the_adjoint_of_points_is_the_transpose() {
    let case = lying(halves(), 0.203);
    let rho = 1e-2;
    let mut simulator = Simulator::precise(case.model.clone());
    let step = case.step_with(&mut simulator, rho);
    let wrt = Wrt::everything(&case.model);
    let weights: Vec<f64> = (0..2 * case.model.nv())
        .map(|k| (k as f64 * 0.7).sin())
        .collect();
    let gradient = simulator.gradient(&step, rho, &wrt).expect("a gradient");
    let pulled = simulator.pullback(&step, rho, &wrt, &weights);
    let pulled = pulled.expect("a pullback");
    let row = nalgebra::RowDVector::from_row_slice(&weights);
    for (forward, back) in [
        (&row * gradient.parameters(), &pulled.parameters),
        (&row * gradient.density(), &pulled.density),
    ] {
        assert!(forward.norm() > 1e-3);
        for (a, b) in forward.iter().zip(back) {
            assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a} {b}");
        }
    }
}

/// Points of triangles only, so that every row has a derivative; the hulls have three of them in common.
#[test]
fn rows_of_the_other_contact_models_follow_the_points() {
    let points = [
        ("a", [0.09, 0.1, -0.08]),
        ("b", [-0.08, 0.09, -0.09]),
        ("c", [0.01, -0.11, -0.1]),
        ("d", [0.02, 0.01, 0.1]),
        ("e", [0.15, -0.08, 0.06]),
        ("inside", [0.01, 0.02, -0.02]),
    ];
    let of = |own: &[usize]| {
        let points: Vec<_> = own.iter().map(|&i| points[i]).collect();
        let hull = hull(&points).sharing("stone");
        rough(Shape::from(hull), [0.01, 0.0, 0.02], [0.1, 0.2, 0.0])
    };
    let parts = || vec![of(&[0, 1, 2, 3, 5]), of(&[0, 2, 3, 4])];
    for model in [ContactModel::SingleLevel, ContactModel::BilevelSoft] {
        let case = carried_stone(|builder| builder.contact_model(model), parts());
        let rho = 1e-2;
        let mut all = case.model.parameters();
        all.retain(|p| matches!(p.kind, ParameterKind::Point { .. }));
        println!("{model:?}");
        compare_by(&case, rho, 1e-5, all);
        let inside = effect(&case, rho, "stone.stone.points[inside].z");
        assert_eq!(inside, 0.0);
    }
}
