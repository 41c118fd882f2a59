//! Hulls, faces and their errors.

use crate::shapes::catalogue::*;
use crate::shapes::parameter::cube_corner;
use drystone::math::{Rot, Vec3};
use drystone::shape::*;
use proptest::prelude::*;

fn points(list: &[[f64; 3]]) -> Vec<Vec3> {
    list.iter().map(|p| Vec3::from(*p)).collect()
}

/// What must hold for any polytope, to `tol` x its size.
fn assert_consistent(p: &Polytope, tol: f64) {
    let size = p.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
    assert_eq!(p.normals.len(), p.offsets.len());
    assert_eq!(p.normals.len(), p.corners.len());
    let mut edges = 0;
    for ((n, b), corners) in p.normals.iter().zip(&p.offsets).zip(&p.corners) {
        assert!((n.norm() - 1.0).abs() < 1e-14);
        assert!(*b > 0.0);
        assert!(p.vertices.iter().all(|v| n.dot(v) <= b + tol * size));
        assert!(corners.len() >= 3);
        edges += corners.len();
        let at = |k: usize| p.vertices[corners[k % corners.len()]];
        for k in 0..corners.len() {
            assert!((n.dot(&at(k)) - b).abs() <= tol * size);
            let turn = (at(k + 1) - at(k)).cross(&(at(k + 2) - at(k + 1))).dot(n);
            assert!(turn >= -tol * size * size, "corners turn counter-clockwise");
        }
    }
    assert_eq!(edges % 2, 0);
    assert_eq!(p.vertices.len() + p.normals.len(), edges / 2 + 2, "Euler");
}

#[test]
fn the_hull_of_a_cube_with_extra_points_has_six_faces_and_eight_corners() {
    let mut cloud: Vec<Vec3> = Vec::new();
    for i in 0..=4 {
        for j in 0..=4 {
            for k in 0..=4 {
                cloud.push(
                    Vec3::new(f64::from(i), f64::from(j), f64::from(k)) * 0.25 - Vec3::repeat(0.5),
                );
            }
        }
    }
    cloud.extend((0..8).map(cube_corner));
    for turn in [
        Rot::identity(),
        Rot::from_scaled_axis(Vec3::new(0.3, 0.5, -0.7)),
    ] {
        let turned: Vec<Vec3> = cloud.iter().map(|p| turn * p).collect();
        let cube = Polytope::from_vertices(&turned).unwrap();
        assert_eq!((cube.normals.len(), cube.vertices.len()), (6, 8));
        assert!(cube.offsets.iter().all(|b| (b - 0.5).abs() < 1e-14));
        assert_consistent(&cube, 1e-14);
    }
}

#[test]
fn faces_given_become_the_same_polytope_as_its_corners() {
    for turn in [0.0, 0.4] {
        let turn = Rot::from_scaled_axis(Vec3::new(turn, 1.0 - turn, turn));
        let corners: Vec<Vec3> = stone().vertices.iter().map(|v| turn * v).collect();
        let hull = Polytope::from_vertices(&corners).unwrap();
        let long: Vec<Vec3> = hull.normals.iter().map(|n| n * 3.0).collect();
        let offsets: Vec<f64> = hull.offsets.iter().map(|b| b * 3.0).collect();
        let faces = Polytope::from_faces(&long, &offsets).unwrap();
        assert_consistent(&faces, 1e-14);
        assert_eq!(faces.vertices.len(), hull.vertices.len());
        for v in &hull.vertices {
            assert!(faces.vertices.iter().any(|w| (v - w).norm() < 1e-14));
        }
    }
}

#[test]
fn a_redundant_face_is_kept_in_its_place_without_corners() {
    let mut normals: Vec<Vec3> = (0..3).map(|k| Vec3::ith(k, 1.0)).collect();
    normals.push(Vec3::new(1.0, 1.0, 0.0));
    normals.extend((0..3).map(|k| Vec3::ith(k, -1.0)));
    let offsets = [1.0, 2.0, 3.0, 7.0, 1.0, 2.0, 3.0];
    let p = Polytope::from_faces(&normals, &offsets).unwrap();
    assert_eq!(p.vertices.len(), 8);
    let counts: Vec<usize> = p.corners.iter().map(Vec::len).collect();
    assert_eq!(counts, [4, 4, 4, 0, 4, 4, 4]);
    assert_eq!(p.normals[3], normals[3].normalize());
    let box_mass = 8.0 * 6.0;
    let volume = Shape::Polytope(p).mass_properties().unwrap().volume;
    assert!((volume / box_mass - 1.0).abs() < 1e-14);
}

#[test]
fn a_thin_plate_and_a_long_prism_have_exact_corners() {
    for scale in [[1.0, 1.0, 1e-4], [1e3, 1.0, 1.0], [1e-3, 1.0, 50.0]] {
        let turn = Rot::from_scaled_axis(Vec3::new(0.2, 0.9, -0.4));
        let stretch = |v: Vec3| turn * v.component_mul(&Vec3::from(scale));
        let corners: Vec<Vec3> = (0..8).map(|i| stretch(cube_corner(i))).collect();
        let p = Polytope::from_vertices(&corners).unwrap();
        assert_eq!((p.normals.len(), p.vertices.len()), (6, 8));
        let q = Polytope::from_faces(&p.normals, &p.offsets).unwrap();
        for v in &p.vertices {
            let near = |w: &Vec3| (v - w).norm() < 1e-11 * v.norm();
            assert!(q.vertices.iter().any(near), "{scale:?}");
        }
    }
}

#[test]
fn a_round_prism_keeps_its_many_sided_caps_whole() {
    let mut corners = Vec::new();
    for k in 0..300 {
        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 300.0).sin_cos();
        corners.push(Vec3::new(cos, sin, -0.5));
        corners.push(Vec3::new(cos, sin, 0.5));
    }
    let prism = Polytope::from_vertices(&corners).unwrap();
    assert_eq!((prism.normals.len(), prism.vertices.len()), (302, 600));
    assert_consistent(&prism, 1e-13);
}

fn refused(field: &str, why: &str, result: drystone::Result<Polytope>) {
    let error = result.expect_err(why);
    assert_eq!(error.field, field, "{error}");
    assert!(
        error.why.contains(why),
        "\"{}\" should say \"{why}\"",
        error.why
    );
    assert!(!error.fix.is_empty());
}

#[test]
fn clouds_that_enclose_nothing_are_refused_by_field_and_reason() {
    refused("vertices", "empty list", Polytope::from_vertices(&[]));
    let few = points(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    refused("vertices", "3 points", Polytope::from_vertices(&few));
    let outside = points(&[
        [1.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [1.0, 0.0, 1.0],
    ]);
    refused(
        "",
        "origin of the shape frame is not strictly inside",
        Polytope::from_vertices(&outside),
    );
    let on_face = points(&[
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ]);
    refused("", "not strictly inside", Polytope::from_vertices(&on_face));
    let flat = points(&[
        [1.0, 1.0, 0.0],
        [1.0, -1.0, 0.0],
        [-1.0, 1.0, 0.0],
        [-1.0, -1.0, 0.0],
        [0.0; 3],
    ]);
    refused(
        "vertices",
        "flat: thickness 0 along (0,0,1)",
        Polytope::from_vertices(&flat),
    );
    let line: Vec<Vec3> = (0..9)
        .map(|i| Vec3::new(1.0, 2.0, 3.0) * f64::from(i))
        .collect();
    refused("vertices", "flat", Polytope::from_vertices(&line));
    refused(
        "vertices",
        "flat",
        Polytope::from_vertices(&[Vec3::x(); 20]),
    );
    let mut bad: Vec<Vec3> = (0..8).map(cube_corner).collect();
    bad[5].y = f64::NAN;
    refused(
        "vertices[5][1]",
        "not a finite number",
        Polytope::from_vertices(&bad),
    );
    bad[5].y = 1e200;
    refused("vertices[5]", "too large", Polytope::from_vertices(&bad));
}

#[test]
fn too_many_points_or_faces_are_refused_quickly() {
    let start = std::time::Instant::now();
    let many = vec![Vec3::x(); 100_001];
    refused(
        "vertices",
        "the limit is 100000",
        Polytope::from_vertices(&many),
    );
    let normals = vec![Vec3::x(); 1_000_000];
    refused(
        "A",
        "the limit is 2000",
        Polytope::from_faces(&normals, &vec![1.0; 1_000_000]),
    );
    let round: Vec<Vec3> = directions(100_000).collect();
    refused(
        "vertices",
        "the limit is 2000",
        Polytope::from_vertices(&round),
    );
    // one second; without the limits hours
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn face_lists_that_bound_nothing_are_refused_by_field_and_reason() {
    let axes: Vec<Vec3> = (0..3).map(|k| Vec3::ith(k, 1.0)).collect();
    refused(
        "A",
        "unbounded, e.g. along (-1,-1,-1)",
        Polytope::from_faces(&axes, &[1.0; 3]),
    );
    refused("A", "unbounded", Polytope::from_faces(&axes[..1], &[1.0]));
    refused("A", "empty list", Polytope::from_faces(&[], &[]));
    let mut cube: Vec<Vec3> = axes.iter().flat_map(|n| [*n, -n]).collect();
    refused(
        "b",
        "6 normals but 5 offsets",
        Polytope::from_faces(&cube, &[1.0; 5]),
    );
    refused(
        "",
        "not strictly inside",
        Polytope::from_faces(&cube, &[1.0, 1.0, 0.0, 1.0, 1.0, 1.0]),
    );
    refused(
        "b[2]",
        "not a finite",
        Polytope::from_faces(&cube, &[1.0, 1.0, f64::INFINITY, 1.0, 1.0, 1.0]),
    );
    refused(
        "A",
        "unbounded, e.g. along (0,0,-1)",
        Polytope::from_faces(&cube[..5], &[1.0; 5]),
    );
    let tube = &cube[..4];
    refused("A", "unbounded", Polytope::from_faces(tube, &[1.0; 4]));
    cube.push(Vec3::zeros());
    refused(
        "A[6]",
        "normal has zero length",
        Polytope::from_faces(&cube, &[1.0; 7]),
    );
    cube[6] = Vec3::new(0.0, f64::NAN, 1.0);
    refused(
        "A[6][1]",
        "not a finite",
        Polytope::from_faces(&cube, &[1.0; 7]),
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn numbers_of_any_size_give_a_polytope_or_an_error(
        cloud in prop::collection::vec(prop::array::uniform3(prop::num::f64::ANY), 4..30),
        tame in prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), 4..30),
        powers in prop::array::uniform3(-320..320i32),
    ) {
        let any: Vec<Vec3> = cloud.iter().map(|p| Vec3::from(*p)).collect();
        let scale = Vec3::from(powers.map(|p| 10f64.powi(p)));
        let stretched: Vec<Vec3> = tame.iter().map(|p| Vec3::from(*p).component_mul(&scale)).collect();
        for points in [any, stretched] {
            let b: Vec<f64> = points.iter().map(|p| p.x.abs()).collect();
            let results = [Polytope::from_vertices(&points), Polytope::from_faces(&points, &b)];
            for p in results.iter().flatten() {
                prop_assert!(p.offsets.iter().all(|b| *b > 0.0));
                prop_assert!(p.vertices.iter().flat_map(|v| v.iter()).all(|c| c.is_finite()));
            }
        }
    }

    #[test]
    fn random_clouds_lie_inside_their_hulls(
        cloud in prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), 4..60),
        digits in 0..7i32,
        stretch in prop::array::uniform3(-3.0..1.0f64),
    ) {
        // Few digits make many coplanar and equal points.
        let grid = 10f64.powi(digits);
        let cloud: Vec<Vec3> = cloud
            .iter()
            .map(|p| Vec3::from_fn(|k, _| (p[k] * grid).round() / grid * 10f64.powf(stretch[k])))
            .collect();
        let mean = cloud.iter().sum::<Vec3>() / cloud.len() as f64;
        let centred: Vec<Vec3> = cloud.iter().map(|p| p - mean).collect();
        match Polytope::from_vertices(&centred) {
            Ok(hull) => {
                assert_consistent(&hull, 4e-7);
                let size = hull.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
                for p in &centred {
                    for (n, b) in hull.normals.iter().zip(&hull.offsets) {
                        prop_assert!(n.dot(p) <= b + 4e-7 * size);
                    }
                }
                prop_assert!(hull.vertices.iter().all(|v| centred.contains(v)));
            }
            // The mean of points is strictly inside unless they are flat.
            Err(error) => prop_assert!(error.why.contains("flat") || cloud.len() < 4, "{error}"),
        }
    }

    #[test]
    fn corners_given_many_times_with_noise_are_one_corner_or_a_few(
        noise in prop::collection::vec((0..8usize, 0..8usize, 0.0..1.0f64, prop::array::uniform3(-1.0..1.0f64)), 40),
        digits in 6..16i32,
    ) {
        let mut cloud: Vec<Vec3> = (0..8).map(cube_corner).collect();
        for (a, b, t, e) in &noise {
            // At a corner, or along an edge or a diagonal.
            let t = if *t < 0.5 { 0.0 } else { 2.0 * t - 1.0 };
            let on = cube_corner(*a) * (1.0 - t) + cube_corner(*b) * t;
            cloud.push(on + Vec3::from(*e) * 10f64.powi(-digits));
        }
        let hull = Polytope::from_vertices(&cloud);
        prop_assert!(hull.is_ok(), "{}", hull.unwrap_err());
        let volume = Shape::Polytope(hull.unwrap()).mass_properties().unwrap().volume;
        prop_assert!((volume - 1.0).abs() < 1e-5);
    }

    #[test]
    fn faces_at_random_give_corners_that_touch_at_least_three(
        normals in prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), 8..40),
        offsets in prop::collection::vec(0.05..1.0f64, 40),
    ) {
        let normals: Vec<Vec3> = normals.iter().map(|n| Vec3::from(*n)).collect();
        let lengths_ok = normals.iter().all(|n| n.norm() > 1e-3);
        prop_assume!(lengths_ok);
        match Polytope::from_faces(&normals, &offsets[..normals.len()]) {
            Ok(p) => {
                let size = p.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
                for v in &p.vertices {
                    let heights: Vec<f64> = p.normals.iter().zip(&p.offsets).map(|(n, b)| n.dot(v) - b).collect();
                    prop_assert!(heights.iter().all(|h| *h <= 1e-8 * size));
                    prop_assert!(heights.iter().filter(|h| h.abs() <= 1e-8 * size).count() >= 3);
                }
            }
            Err(error) => prop_assert!(error.why.contains("unbounded"), "{error}"),
        }
    }
}
