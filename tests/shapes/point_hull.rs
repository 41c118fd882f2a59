//! Hulls that keep all of their points.

use crate::common::derivative::check_derivative;
use crate::shapes::catalogue::*;
use drystone::math::Vec3;
use drystone::shape::*;

/// The points of a hull with one more.
fn with_point(point: Vec3) -> PointHull {
    let mut points = spanning_points();
    points.push(point);
    PointHull::new(&points).unwrap()
}

fn middle() -> Vec3 {
    spanning_points().iter().sum::<Vec3>() / spanning_points().len() as f64
}

/// The index of a coordinate of the last point.
fn last(hull: &Shape, axis: usize) -> usize {
    hull.parameter_count() - 3 + axis
}

/// Faces come in an order of their own.
fn rows_of(shape: &Shape) -> Vec<Vec<f64>> {
    let rows = shape.rows();
    let row = |i: usize| rows.row(i).iter().chain([&rows.h0[i]]).copied().collect();
    (0..rows.orthant).map(row).collect()
}

fn assert_close(a: &Rows, b: &Rows) {
    assert_eq!((a.len(), a.width()), (b.len(), b.width()));
    for (a, b) in a.g.iter().chain(&a.h0).zip(b.g.iter().chain(&b.h0)) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
}

#[test]
fn a_point_inside_changes_no_row_and_has_a_derivative_of_0_there() {
    let shape = Shape::from(with_point(middle()));
    assert_eq!(shape.parameter_count(), 3 * 7);
    assert_close(&shape.rows(), &hull().rows());
    for axis in 0..3 {
        let i = last(&shape, axis);
        assert!(shape.parameter_rows(i).is_empty());
        assert_eq!(shape.inscribed_radius_rate(i), [0.0; 2]);
        assert_eq!(shape.bounding_radius_rate(i), 0.0);
        let value = shape.parameters()[i].value;
        let moved = shape.with_parameter(i, value + 0.01).unwrap();
        assert_close(&moved.rows(), &shape.rows());
        let Shape::PointHull(moved) = moved else {
            panic!("still a hull of points")
        };
        assert_eq!(moved.points()[6][axis], value + 0.01);
    }
}

#[test]
fn a_point_that_leaves_the_hull_becomes_a_corner_of_it_and_comes_back() {
    let shape = Shape::from(with_point(middle()));
    let i = last(&shape, 2);
    let above = shape.with_parameter(i, 1.0).unwrap();
    let mut points = spanning_points();
    points.push(Vec3::new(middle().x, middle().y, 1.0));
    assert_eq!(above.support(&Vec3::z()), Some(points[6]));
    let fresh = Shape::point_hull(&points).unwrap();
    for d in directions(60) {
        assert_eq!(above.support(&d), fresh.support(&d));
    }
    let back = above.with_parameter(i, middle().z).unwrap();
    assert_close(&back.rows(), &shape.rows());
    // A corner that goes inside: the hull of the others stays.
    let far = Shape::from(with_point(middle() + Vec3::z() * 0.5));
    let inside = far.with_parameter(last(&far, 2), middle().z).unwrap();
    assert_eq!(inside.support(&Vec3::z()), hull().support(&Vec3::z()));
}

#[test]
fn points_of_a_placed_hull_are_those_given_and_follow_their_parameters() {
    let part = placed(
        Shape::from(with_point(middle())),
        [0.3, -0.2, 0.5],
        [0.4, -0.8, 0.6],
    );
    let points = part.hull_points().unwrap().unwrap().points;
    assert_eq!(points.len(), 7);
    for (i, parameter) in part.parameters().iter().enumerate().take(21) {
        let rates = part.hull_point_rates(i).unwrap();
        let flat = |points: &[Vec3]| -> Vec<f64> { points.iter().flatten().copied().collect() };
        let f = |value: f64| {
            let moved = part.with_parameter(i, value).unwrap();
            flat(&moved.hull_points().unwrap().unwrap().points)
        };
        let exact = flat(&rates.points);
        check_derivative(&parameter.name, f, parameter.value, &exact, 1e-9);
    }
}

/// Far from the origin of its numbers a hull is placed about its own middle.
#[test]
fn a_placed_hull_is_where_its_points_are_and_bounded_about_its_middle() {
    let far: Vec<Vec3> = stone()
        .vertices
        .iter()
        .map(|v| v + Vec3::x() * 3.0)
        .collect();
    let plain = Placed::at_origin(Shape::point_hull(&far).unwrap());
    let own = PointHull::new(&far).unwrap().placed();
    assert!(own.shape.bounding_radius() < 0.5 && plain.shape.bounding_radius() > 3.0);
    for d in directions(60) {
        let apart = own.support(&d).unwrap() - plain.support(&d).unwrap();
        assert!(apart.norm() < 1e-14);
    }
    // A parameter keeps the number of its point, and so does the point.
    let i = (0..18)
        .find(|&i| own.parameters()[i].name == "shape.points[3].z")
        .unwrap();
    assert_eq!(own.parameters()[i].value, far[3].z);
    let moved = own.with_parameter(i, 0.5).unwrap();
    let top = Vec3::new(far[3].x, far[3].y, 0.5);
    assert!((moved.support(&Vec3::z()).unwrap() - top).norm() < 1e-14);
    let points = moved.hull_points().unwrap().unwrap().points;
    assert!((points[3] - top).norm() < 1e-14);
}

#[test]
fn a_hull_about_the_origin_has_the_rows_of_a_polytope() {
    let stone = stone();
    let sharp = PointHull::new(&stone.vertices).unwrap();
    let round = sharp.clone().grown(0.05).unwrap();
    for (ours, theirs) in [
        (Shape::from(sharp), Shape::Polytope(stone.clone())),
        (Shape::from(round), padded(stone, 0.05)),
    ] {
        let (mut ours, mut theirs) = (rows_of(&ours), rows_of(&theirs));
        assert_eq!(ours.len(), theirs.len());
        let order = |a: &Vec<f64>, b: &Vec<f64>| a[0].total_cmp(&b[0]);
        ours.sort_by(order);
        theirs.sort_by(order);
        for (a, b) in ours.iter().flatten().zip(theirs.iter().flatten()) {
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }
    }
}

/// A cube has faces of four corners, which break along a diagonal: to one side along one, to the other along the other.
#[test]
fn the_face_of_a_cube_turns_with_a_corner_as_the_plane_of_least_squares() {
    let corners: Vec<Vec3> = (0..8).map(super::parameter::cube_corner).collect();
    let cube = Shape::point_hull(&corners).unwrap();
    let names: Vec<String> = cube.parameters().into_iter().map(|p| p.name).collect();
    let i = names.iter().position(|name| name == "points[0].z").unwrap();
    let rows = cube.rows();
    // Of the face z = 1/2 the heights of the corners are 1, 0, 0, 0: their plane rises by 1/4 + (x + y) / 2.
    let top = (0..6).find(|&row| rows.row(row)[2] == -1.0).unwrap();
    let mut found = [0.0; 5];
    for entry in cube.parameter_rows(i) {
        if entry.row != top {
            // The faces along z slide in themselves.
            assert!(entry.value.abs() < 1e-14, "{entry:?}");
            continue;
        }
        let column = match entry.column {
            Column::Y(k) => k,
            Column::Alpha => 3,
            Column::Constant => 4,
            Column::Aux(_) => panic!("no auxiliaries"),
        };
        found[column] += entry.value;
    }
    for (found, expected) in found.iter().zip([0.5, 0.5, 0.0, 0.25, 0.0]) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn named_points_name_their_parameters() {
    let names = ["tip", "a", "b", "c"];
    let points = [Vec3::z(), Vec3::x(), Vec3::y(), Vec3::zeros()];
    let hull = PointHull::named(names.into_iter().zip(points)).unwrap();
    let shape = Shape::from(hull.grown(0.1).unwrap());
    let found: Vec<String> = shape.parameters().into_iter().map(|p| p.name).collect();
    assert_eq!(found[..3], ["radius", "points[tip].x", "points[tip].y"]);
}

#[test]
fn points_that_make_no_hull_are_refused() {
    let error = |points: &[Vec3]| PointHull::new(points).unwrap_err().to_string();
    let square = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::x() + Vec3::y()];
    assert!(error(&square[..3]).contains("3 points; at least 4"));
    assert!(error(&square).contains("flat: thickness 0 along (0,0,1)"));
    let nan = [Vec3::repeat(f64::NAN); 4];
    assert!(error(&nan).contains("points[0]"));
    let twice = ["a", "b", "a", "c"].into_iter().zip(spanning_points());
    let error = PointHull::named(twice).unwrap_err();
    assert_eq!(error.field, "points.a");
    assert!(error.to_string().contains("used twice"), "{error}");
    let bad = ["a", "b.x", "d", "c"].into_iter().zip(spanning_points());
    assert!(PointHull::named(bad).is_err());
    // By a parameter as well.
    let flat = Shape::point_hull(&[Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()]).unwrap();
    assert!(flat.with_parameter(last(&flat, 2), 0.0).is_err());
    assert!(flat.with_parameter(last(&flat, 2), -1.0).is_ok());
}

fn moments(shape: &Shape) -> Vec<f64> {
    let m = shape.mass_properties().unwrap();
    let numbers = [m.volume].into_iter();
    let numbers = numbers.chain(m.centre.iter().copied());
    numbers.chain(m.inertia.iter().copied()).collect()
}

#[test]
fn the_mass_of_the_mesh_is_that_of_the_solid_at_the_start_and_has_no_kink() {
    // The last point is on a face.
    let corners = spanning_points();
    let face = stone().corners[0].clone();
    let on = face.iter().map(|&i| corners[i]).sum::<Vec3>() / 3.0;
    for (name, inside) in [("inside", middle()), ("on a face", on)] {
        let solid = with_point(inside);
        let mesh = solid.clone().mass_from(MassFrom::Mesh);
        let (solid, mesh) = (Shape::from(solid), Shape::from(mesh));
        for (a, b) in moments(&solid).iter().zip(moments(&mesh)) {
            assert!((a - b).abs() < 1e-14, "{name}: {a} {b}");
        }
    }
    // A corner that goes through the hull of the others: the derivative of the volume by it stays the area of its base over 3.
    let tall = Shape::from(with_point(middle() + Vec3::z() * 0.6).mass_from(MassFrom::Mesh));
    let i = last(&tall, 2);
    let volume = |z: f64| {
        let moved = tall.with_parameter(i, z).unwrap();
        moved.mass_properties().unwrap().volume
    };
    let z = middle().z;
    let slope = |z: f64| (volume(z + 1e-3) - volume(z - 1e-3)) / 2e-3;
    let inside = Shape::from(with_point(middle()))
        .with_parameter(i, z)
        .unwrap();
    assert!(inside.parameter_rows(i).is_empty(), "it crosses the hull");
    assert!((slope(z) / slope(z + 0.6) - 1.0).abs() < 1e-10);
    assert!(slope(z) > 1e-3);
}

#[test]
fn the_mass_of_vertices_is_in_the_points() {
    let shape = Shape::from(with_point(middle()).mass_from(MassFrom::Vertices));
    let m = shape.mass_properties().unwrap();
    let whole = hull().mass_properties().unwrap();
    assert!((m.volume - whole.volume).abs() < 1e-14);
    let mut points = spanning_points();
    points.push(middle());
    let mean = points.iter().sum::<Vec3>() / 7.0;
    assert!((m.centre - mean).norm() < 1e-14);
    let arms = points
        .iter()
        .map(|p| (p - mean).norm_squared())
        .sum::<f64>();
    let trace = 2.0 * arms * m.volume / 7.0;
    assert!((m.inertia.trace() / trace - 1.0).abs() < 1e-12);
}
