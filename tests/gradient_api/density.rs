//! The chain through density: models rebuilt with a changed shape, so that mass, centre of mass and
//! inertia follow it. The state stays the one of the centre of mass, the unit of length is given.

use crate::common::scenes::cuboid;
use crate::gradient_api::case::{Case, at, body, builder, cone, rough, sphere};
use crate::gradient_api::numeric::{Columns, analytic, error, numeric, worst_column};
use drystone::math::Vec3;
use drystone::shape::{Polytope, Shape};
use drystone::step::{Simulator, Wrt};
use drystone::world::*;
use std::sync::Arc;

/// The model of these parts, with one number of the shapes changed in the frame of the body.
fn rebuilt(spec: &BodySpec, change: Option<(ParameterKind, f64)>) -> Arc<Model> {
    let mut spec = spec.clone();
    if let Some((ParameterKind::Shape { part, index, .. }, by)) = change {
        let placed = &mut spec.parts[part].placed;
        let value = placed.parameters()[index].value + by;
        *placed = placed.with_parameter(index, value).unwrap();
    }
    if let (Some((ParameterKind::Mass(_), by)), MassSpec::Mass(mass)) = (change, &mut spec.mass) {
        *mass += by;
    }
    // A unit above the size: the complementarity of the prediction does not follow the shape.
    Arc::new(builder().length(0.4).body(spec).build().unwrap())
}

/// Relative errors of the columns of shape parameters and of a mass that is given, mass properties
/// following.
fn check(name: &'static str, spec: &BodySpec, tolerance: f64) {
    let model = rebuilt(spec, None);
    let mut state = crate::common::scenes::rest(&model);
    state.bodies[1] = at(
        [0.0, 0.0, 0.4],
        [0.4, 0.7, -0.3],
        [0.4, -0.2, -0.5],
        [1.0, -2.0, 1.5],
    );
    let case = Case {
        name,
        input: Input::hold(&model, &state),
        model,
        state,
    };
    let case = case.until(&[("floor", "stone")]);
    let wanted = |p: &Parameter| match p.kind {
        ParameterKind::Shape { body, .. } => body == 1,
        ParameterKind::Mass(_) => matches!(spec.mass, MassSpec::Mass(_)),
        _ => false,
    };
    let parameters = case.model.parameters().into_iter().filter(wanted);
    let columns = Columns::new(&case.model, parameters.collect());
    for rho in [1e-2, 1e-4, 1e-6] {
        let mut simulator = Simulator::precise(case.model.clone());
        let step = case.step_with(&mut simulator, rho);
        let pushed = step.contacts.iter().any(|c| c.normal_impulse > 0.1);
        assert!(pushed, "{name}: no contact");
        let wrt = Wrt {
            state: true,
            inputs: true,
            parameters: columns.parameters.clone(),
            density: true,
            contacts: true,
        };
        let gradient = simulator.gradient(&step, rho, &wrt).unwrap();
        let ours = analytic(&case.model, &columns, &gradient, true);
        let theirs = numeric(&case, &columns, rho, |p, by| {
            rebuilt(spec, Some((p.kind, by)))
        });
        let first = columns.state + columns.inputs;
        let part =
            |m: &nalgebra::DMatrix<f64>| m.columns(first, columns.parameters.len()).into_owned();
        let (ours, theirs) = (part(&ours.next), part(&theirs.next));
        let whole = error(&ours, &theirs);
        let (column, j) = worst_column(&ours, &theirs);
        let worst = &columns.names[first + j];
        println!("{name:9} rho {rho:.0e}: {whole:8.1e}, worst {column:8.1e} {worst}");
        assert!(whole < tolerance, "{name} at {rho:e}: {whole:e}");
        assert!(
            column < 100.0 * tolerance,
            "{name} at {rho:e}: {worst} {column:e}"
        );
        // It matters: without the block the answer is another one.
        let held = (&ours - part(&analytic(&case.model, &columns, &gradient, false).next)).norm();
        assert!(held > 1e-2 * theirs.norm(), "{name}: {held:e}");
    }
}

fn bundle() -> BodySpec {
    let parts = vec![
        rough(cuboid(0.1, 0.03, 0.04), [0.0, 0.0, 0.0], [0.1, 0.0, 0.0]),
        rough(cone(), [0.05, 0.0, 0.02], [0.0, 0.2, 0.0]),
        rough(sphere(0.05), [-0.04, 0.03, -0.05], [0.0, 0.0, 0.0]),
    ];
    body("stone", Motion::Free, parts)
}

/// Mass rates are differences of exact mass properties, good to 1e-10.
#[test]
fn mass_follows_the_parts_of_a_bundle() {
    check("bundle", &bundle(), 1e-8);
}

#[test]
fn inertia_follows_the_parts_when_the_mass_is_given() {
    let mut spec = bundle();
    spec.mass = MassSpec::Mass(2.0);
    check("of mass", &spec, 1e-8);
}

#[test]
fn mass_follows_the_faces_of_a_polytope() {
    let placed = |shape| vec![rough(shape, [0.02, -0.01, 0.03], [0.2, -0.1, 0.3])];
    // A block with three corners cut off: three faces meet in every corner.
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let mut normals: Vec<Vec3> = axes.iter().flat_map(|e| [*e, -e]).collect();
    let mut offsets = vec![0.1, 0.11, 0.08, 0.07, 0.06, 0.09];
    for (corner, offset) in [
        ([1.0, 1.1, 0.9], 0.11),
        ([-1.0, 0.8, -1.0], 0.12),
        ([0.9, -1.0, -1.2], 0.115),
    ] {
        normals.push(Vec3::from(corner).normalize());
        offsets.push(offset);
    }
    let block = Shape::Polytope(Polytope::from_faces(&normals, &offsets).unwrap());
    check(
        "polytope",
        &body("stone", Motion::Free, placed(block)),
        1e-8,
    );
    let corners = [
        [-0.1, -0.08, -0.05],
        [0.12, -0.06, -0.06],
        [0.0, 0.11, -0.04],
        [0.02, 0.01, 0.13],
    ];
    let corners: Vec<Vec3> = corners.into_iter().map(Vec3::from).collect();
    let shape = Shape::Polytope(Polytope::from_vertices(&corners).unwrap());
    check("tetra", &body("stone", Motion::Free, placed(shape)), 1e-8);
}

/// Nothing follows where everything is given, nor for fixed bodies.
#[test]
fn the_block_is_zero_where_the_mass_is_given() {
    let mut spec = bundle();
    let model = rebuilt(&spec, None);
    let own = &model.bodies[1];
    spec.mass = MassSpec::Full(own.mass, own.centre_of_mass, own.inertia);
    let model = rebuilt(&spec, None);
    let mut state = crate::common::scenes::rest(&model);
    state.bodies[1].position.z = 0.1;
    let mut simulator = Simulator::new(model.clone());
    let step = simulator
        .step(&state, &Input::hold(&model, &state), 1e-4)
        .unwrap();
    let gradient = simulator
        .gradient(&step, 1e-4, &Wrt::everything(&model))
        .unwrap();
    assert_eq!(gradient.density().amax(), 0.0);
    assert!(gradient.parameters().amax() > 0.0);
}
