//! The chain through density: models rebuilt with a changed shape, so that mass, centre of mass and
//! inertia follow it. The state stays the one of the centre of mass, the unit of length is given.

use crate::common::scenes::cuboid;
use crate::gradient_api::case::{Case, at, body, builder, cone, rough, sphere};
use crate::gradient_api::numeric::{Columns, analytic, error, numeric, worst_column};
use drystone::math::Vec3;
use drystone::shape::{MassFrom, PointHull, Polytope, Shape};
use drystone::step::{Simulator, Wrt};
use drystone::world::*;
use std::sync::Arc;

/// The model of these parts, with one number of the shapes changed in the frame of the body.
fn rebuilt(
    spec: &BodySpec,
    change: Option<(ParameterKind, f64)>,
    contact_model: ContactModel,
) -> Arc<Model> {
    let mut spec = spec.clone();
    if let Some((kind, by)) = change {
        let moved = match kind {
            ParameterKind::Shape { part, index, .. } => vec![(part, index)],
            kind => rebuilt(&spec, None, contact_model).shaped_parts(kind),
        };
        for (part, index) in moved {
            let placed = &mut spec.parts[part].placed;
            let value = placed.parameters()[index].value + by;
            *placed = placed.with_parameter(index, value).unwrap();
        }
    }
    if let (Some((ParameterKind::Mass(_), by)), MassSpec::Mass(mass)) = (change, &mut spec.mass) {
        *mass += by;
    }
    // A unit above the size: the complementarity of the prediction does not follow the shape.
    let builder = builder().length(0.4).contact_model(contact_model);
    Arc::new(builder.body(spec).build().unwrap())
}

/// Parameters that the mass follows, and the mass where it is given.
fn follows(model: &Model, spec: &BodySpec) -> Vec<Parameter> {
    let wanted = |p: &Parameter| match p.kind {
        ParameterKind::Shape { body, .. } | ParameterKind::Point { body, .. } => body == 1,
        ParameterKind::Mass(_) => matches!(spec.mass, MassSpec::Mass(_)),
        _ => false,
    };
    model.parameters().into_iter().filter(wanted).collect()
}

/// Relative errors of the columns of shape parameters and of a mass that is given, mass properties
/// following.
fn check(name: &'static str, spec: &BodySpec, tolerance: f64) {
    check_under(
        ContactModel::SingleLevel,
        &[1e-2, 1e-4, 1e-6],
        (name, spec, tolerance),
    );
}

fn check_under(
    contact_model: ContactModel,
    rhos: &[f64],
    (name, spec, tolerance): (&'static str, &BodySpec, f64),
) {
    let model = rebuilt(spec, None, contact_model);
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
    let columns = Columns::new(&case.model, follows(&case.model, spec));
    for &rho in rhos {
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
        let theirs = numeric(&case, &columns, rho, tolerance, |p, by| {
            rebuilt(spec, Some((p.kind, by)), contact_model)
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

/// Hulls of five points that have three of them in common.
fn two_hulls(mass_from: MassFrom) -> BodySpec {
    let of = |own: &[usize]| {
        let named = own.iter().map(|&i| (NAMES[i], Vec3::from(POINTS[i])));
        let hull = PointHull::named(named).unwrap();
        let hull = hull.sharing("stone").mass_from(mass_from);
        rough(Shape::from(hull), [0.02, -0.01, 0.03], [0.2, -0.1, 0.3])
    };
    body(
        "stone",
        Motion::Free,
        vec![of(&[0, 1, 2, 3, 5]), of(&[1, 2, 3, 4])],
    )
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "inside"];
const POINTS: [[f64; 3]; 6] = [
    [-0.1, -0.08, -0.05],
    [0.12, -0.06, -0.06],
    [0.0, 0.11, -0.04],
    [0.02, 0.01, 0.13],
    [0.2, 0.18, 0.1],
    [0.01, 0.0, 0.01],
];

#[test]
fn mass_follows_points_that_hulls_share() {
    for mass_from in [MassFrom::Solid, MassFrom::Mesh, MassFrom::Vertices] {
        println!("{mass_from:?}");
        check("hulls", &two_hulls(mass_from), 1e-8);
        let case = ("hulls", &two_hulls(mass_from), 1e-6);
        check_under(ContactModel::SeparatingPlane, &[1e-2, 1e-3], case);
    }
}

/// A point on a face of the hull of the others: the mass of the mesh has a derivative by it and that of the solid has none.
#[test]
fn mass_of_a_mesh_follows_a_point_that_crosses_a_face() {
    let mut points: Vec<Vec3> = POINTS[..5].iter().copied().map(Vec3::from).collect();
    let shape = Shape::point_hull(&points).unwrap();
    let top = (points[2] + points[3] + points[4]) / 3.0;
    points.push(top + Vec3::new(0.0, 0.0, 0.05));
    let hull = PointHull::new(&points).unwrap().mass_from(MassFrom::Mesh);
    let mut moved = Shape::from(hull);
    for axis in 0..3 {
        moved = moved.with_parameter(15 + axis, top[axis]).unwrap();
    }
    assert_eq!(moved.support(&Vec3::z()), shape.support(&Vec3::z()));
    let part = rough(moved, [0.02, -0.01, 0.03], [0.2, -0.1, 0.3]);
    let spec = body("stone", Motion::Free, vec![part]);
    let case = ("crossing", &spec, 1e-6);
    check_under(ContactModel::SeparatingPlane, &[1e-2, 1e-3], case);
}

/// Nothing follows where everything is given, nor for fixed bodies.
#[test]
fn the_block_is_zero_where_the_mass_is_given() {
    let mut spec = bundle();
    let model = rebuilt(&spec, None, ContactModel::SingleLevel);
    let own = &model.bodies[1];
    spec.mass = MassSpec::Full(own.mass, own.centre_of_mass, own.inertia);
    let model = rebuilt(&spec, None, ContactModel::SingleLevel);
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
