//! Parameters and the derivatives of the conic rows.

use crate::common::derivative::check_derivative;
use crate::shapes::catalogue::*;
use drystone::math::Vec3;
use drystone::shape::*;

/// All coefficients: h0, then G.
fn flat(rows: &Rows) -> Vec<f64> {
    rows.h0.iter().chain(&rows.g).copied().collect()
}

fn dense(rows: &Rows, derivatives: &[RowDerivative]) -> Vec<f64> {
    let mut out = vec![0.0; rows.h0.len() + rows.g.len()];
    for d in derivatives {
        let column = match d.column {
            Column::Constant => {
                out[d.row] += d.value;
                continue;
            }
            Column::Y(k) => k,
            Column::Alpha => 3,
            Column::Aux(k) => 4 + k,
        };
        out[rows.len() + d.row * rows.width() + column] += d.value;
    }
    out
}

/// The cones of an ellipsoid carry a length that counts as a constant: divides every cone by its
/// own coefficient of alpha in the first row, and the derivative likewise.
fn cone_scale(rows: &Rows) -> Vec<f64> {
    let mut scale = vec![1.0; rows.orthant];
    for &dim in &rows.socs {
        let first = rows.row(scale.len())[3];
        scale.extend(std::iter::repeat_n(first, dim));
    }
    scale
}

fn divided(rows: &Rows, mut values: Vec<f64>, scale: &[f64]) -> Vec<f64> {
    let n = rows.len();
    for row in 0..n {
        values[row] /= scale[row];
        for c in 0..rows.width() {
            values[n + row * rows.width() + c] /= scale[row];
        }
    }
    values
}

#[test]
fn rows_change_with_every_parameter_as_their_derivatives_say() {
    for (name, shape) in all() {
        let parameters = shape.parameters();
        assert_eq!(parameters.len(), shape.parameter_count(), "{name}");
        for (i, parameter) in parameters.iter().enumerate() {
            let rows = shape.rows();
            let analytic = dense(&rows, &shape.parameter_rows(i));
            assert!(
                analytic.iter().any(|&v| v != 0.0),
                "{name} {}",
                parameter.name
            );
            let ellipsoid = parameter.name.contains("semi_axes");
            let f = |value: f64| {
                let rows = shape.with_parameter(i, value).unwrap().rows();
                let scale = if ellipsoid {
                    cone_scale(&rows)
                } else {
                    vec![1.0; rows.len()]
                };
                divided(&rows, flat(&rows), &scale)
            };
            let scale = if ellipsoid {
                cone_scale(&rows)
            } else {
                vec![1.0; rows.len()]
            };
            let analytic = divided(&rows, analytic, &scale);
            let label = format!("{name}, {}", parameter.name);
            check_derivative(&label, f, parameter.value, &analytic, 1e-9);
        }
    }
}

#[test]
fn rows_of_a_placed_part_change_with_its_shape_and_its_placement() {
    for (name, shape) in all() {
        let part = placed(shape, [0.3, -0.2, 0.5], [0.4, -0.8, 0.6]);
        let rows = part.rows();
        for (i, parameter) in part.parameters().iter().enumerate() {
            if parameter.name.contains("semi_axes") {
                continue;
            }
            let f = |value: f64| flat(&part.with_parameter(i, value).unwrap().rows());
            let analytic = dense(&rows, &part.parameter_rows(i));
            let label = format!("placed {name}, {}", parameter.name);
            check_derivative(&label, f, parameter.value, &analytic, 1e-9);
        }
    }
}

#[test]
fn parameters_of_nested_sums_are_named_by_their_path() {
    let shape = plain_sum(ball(0.1), plain_sum(brick(), cone(0.3, 0.4)));
    let names: Vec<String> = shape.parameters().into_iter().map(|p| p.name).collect();
    let expected = [
        "children[0].shape.radius",
        "children[0].position[0]",
        "children[0].position[1]",
        "children[0].position[2]",
        "children[0].rotation[0]",
        "children[0].rotation[1]",
        "children[0].rotation[2]",
        "children[1].shape.children[0].shape.half_extents[0]",
    ];
    assert_eq!(names[..8], expected);
    assert!(names.contains(&"children[1].shape.children[1].shape.half_angle".to_string()));
    let units: Vec<Unit> = shape.parameters().iter().map(|p| p.unit).collect();
    assert_eq!(units[3], Unit::Metre);
    assert_eq!(units[4], Unit::Radian);
}

#[test]
fn only_polytopes_of_triangles_built_from_vertices_have_vertex_parameters() {
    let has = |shape: &Shape| shape.parameters().iter().any(|p| p.name == "vertex[3].x");
    assert!(has(&Shape::Polytope(stone())));
    assert!(!has(&Shape::Polytope(wedge())));
    let corners: Vec<Vec3> = (0..8).map(cube_corner).collect();
    assert!(!has(&Shape::Polytope(
        Polytope::from_vertices(&corners).unwrap()
    )));
}

pub fn cube_corner(i: usize) -> Vec3 {
    Vec3::from_fn(|k, _| if i >> k & 1 == 0 { 0.5 } else { -0.5 })
}

#[test]
fn moving_a_face_offset_moves_that_face_only_and_the_corners_follow() {
    let wedge = Shape::Polytope(wedge());
    let Shape::Polytope(moved) = wedge.with_parameter(4, 0.14).unwrap() else {
        panic!("still a polytope")
    };
    let Shape::Polytope(before) = &wedge else {
        panic!()
    };
    assert_eq!(moved.normals, before.normals);
    for i in 0..moved.offsets.len() {
        let expected = if i == 4 { 0.14 } else { before.offsets[i] };
        assert_eq!(moved.offsets[i], expected);
    }
    for v in &moved.vertices {
        let on = moved.normals.iter().zip(&moved.offsets);
        let touching = on.filter(|(n, b)| (n.dot(v) - *b).abs() < 1e-12).count();
        assert!(touching >= 3, "{v}");
    }
}

#[test]
fn a_parameter_that_makes_no_shape_is_refused() {
    assert!(ball(1.0).with_parameter(0, -1.0).is_err());
    assert!(ball(1.0).with_parameter(1, 1.0).is_err());
    assert!(Shape::Polytope(wedge()).with_parameter(0, -0.1).is_err());
    let sum = plain_sum(ball(0.1), brick());
    let error = sum.with_parameter(0, f64::NAN).unwrap_err();
    assert_eq!(error.field, "children[0].shape.radius");
    // A vertex drawn through its body: not convex.
    let stone = Shape::Polytope(stone());
    let at = stone
        .parameters()
        .iter()
        .position(|p| p.name == "vertex[3].z")
        .unwrap();
    assert!(stone.with_parameter(at, -0.6).is_err());
}
