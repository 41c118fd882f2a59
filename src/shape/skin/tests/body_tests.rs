//! Skins of bodies that are not convex: several parts, and meshes.

use super::shape_tests::{opening, volume};
use crate::math::{Rot, Vec3};
use crate::shape::mesh::TriangleMesh;
use crate::shape::skin::{Skin, SoftField};
use crate::shape::{Placed, Shape};
use std::f64::consts::{PI, TAU};

fn placed(half: [f64; 3], offset: [f64; 3]) -> Placed {
    Placed {
        offset: offset.into(),
        ..Placed::at_origin(Shape::cuboid(half).expect("a box"))
    }
}

/// A bar on a stem, flush in front and behind; the stem reaches `overlap` into the bar.
fn letter(overlap: f64) -> [Placed; 2] {
    let bar = placed([0.1, 0.02, 0.02], [0.0, 0.0, 0.1]);
    let half = 0.06 + 0.5 * overlap;
    let stem = placed(
        [0.02, 0.02, half],
        [0.0, 0.0, 0.08 - 2.0 * half + half + overlap],
    );
    [bar, stem]
}

#[test]
fn a_letter_of_two_boxes_keeps_no_inner_faces() {
    for overlap in [0.0, 0.02] {
        let parts = letter(overlap);
        let skin = Skin::of_parts(&parts, 0.01);
        // front and back, the outline of the letter
        let face = 0.2 * 0.04 + 0.04 * 0.12;
        let outline = 2.0 * (0.2 + 0.16);
        let area = 2.0 * face + 0.04 * outline;
        let queries: f64 = skin.queries.iter().map(|q| q.area).sum();
        assert!(
            (skin.area() / area - 1.0).abs() < 1e-12,
            "{overlap}: {}",
            skin.area() / area
        );
        assert!((queries / area - 1.0).abs() < 1e-12);
        assert!(opening(&skin) < 1e-15 && (volume(&skin) / (0.04 * face) - 1.0).abs() < 1e-12);
        for patch in &skin.patches {
            let outside = patch.point + patch.normal * 1e-3;
            let inside = |part: &Placed| {
                let (low, high) = part.bounds();
                (0..3).all(|k| low[k] < outside[k] && outside[k] < high[k])
            };
            assert!(!parts.iter().any(inside), "{} is covered", patch.point);
        }
        // the outline in front and behind, and 6 edges along the depth: two are inside corners
        let end = |i: usize| skin.queries[i].point;
        let edges = skin.edges.iter().map(|&[a, b]| (end(a) - end(b)).norm());
        let edges = edges.sum::<f64>() - (2.0 * outline + 6.0 * 0.04);
        assert!(edges.abs() < 1e-9, "{edges}");
    }
}

#[test]
fn a_turned_body_has_a_turned_skin() {
    let turn = Rot::from_scaled_axis(Vec3::new(0.3, -1.1, 0.7));
    let shift = Vec3::new(1.0, 2.0, -0.5);
    let moved = letter(0.02).map(|part| Placed {
        offset: turn * part.offset + shift,
        rotation: turn * part.rotation,
        ..part
    });
    let (here, there) = (
        Skin::of_parts(&letter(0.02), 0.01),
        Skin::of_parts(&moved, 0.01),
    );
    assert_eq!(here.patches.len(), there.patches.len());
    assert_eq!(here.queries.len(), there.queries.len());
    for (a, b) in here.patches.iter().zip(&there.patches) {
        assert!((turn * a.point + shift - b.point).norm() < 1e-14);
        assert!((turn * a.normal - b.normal).norm() < 1e-14);
    }
}

/// Two balls: each loses what is inside the other, to the width of a cell.
#[test]
fn balls_that_overlap_keep_their_outside() {
    let ball = Shape::sphere(0.1).expect("a ball");
    let at = |x| Placed {
        offset: Vec3::x() * x,
        ..Placed::at_origin(ball.clone())
    };
    let skin = Skin::of_parts(&[at(-0.06), at(0.06)], 0.01);
    let area = 2.0 * TAU * 0.1 * 0.16;
    assert!(
        (skin.area() / area - 1.0).abs() < 0.02,
        "{}",
        skin.area() / area
    );
    for query in &skin.queries {
        let near = [-0.06, 0.06].map(|x| (query.point - Vec3::x() * x).norm());
        assert!(near[0].min(near[1]) > 0.1 - 1e-6, "{}", query.point);
    }
}

/// A torus about z: radii of the ring and of the tube.
fn torus([ring, tube]: [f64; 2], [around, across]: [u32; 2]) -> TriangleMesh {
    let point = |(i, j): (u32, u32)| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
        let (up, out) = (TAU * f64::from(j) / f64::from(across)).sin_cos();
        let r = ring + tube * out;
        Vec3::new(r * cos, r * sin, tube * up)
    };
    let all = || (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let index = |i: u32, j: u32| i % around * across + j % across;
    let pair = |(i, j): (u32, u32)| {
        let [a, b, c, d] =
            [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| index(i, j));
        [[a, b, c], [a, c, d]]
    };
    TriangleMesh {
        points: all().map(point).collect(),
        triangles: all().flat_map(pair).collect(),
    }
}

#[test]
fn a_torus_has_an_inside_and_a_hole() {
    let mesh = torus([0.1, 0.03], [60, 24]);
    for spacing in [0.01, 0.004] {
        let skin = Skin::of_mesh(&mesh, spacing).expect("closed");
        assert_eq!(
            skin.patches.len(),
            Skin::mesh_patch_count(&mesh, spacing).expect("closed")
        );
        let true_area = TAU * 0.1 * TAU * 0.03;
        assert!((skin.area() / true_area - 1.0).abs() < 0.01);
        assert!(opening(&skin) < 1e-12 * true_area);
        assert!((volume(&skin) / mesh.volume() - 1.0).abs() < 1e-12);
        assert!((mesh.volume() / (TAU * 0.1 * PI * 0.0009) - 1.0).abs() < 0.02);
        assert!(skin.edges.is_empty());
        let field = SoftField::new(&skin, 0.5 * skin.spacing * skin.spacing).expect("patches");
        for k in 0..40 {
            let (sin, cos) = (TAU * f64::from(k) / 40.0).sin_cos();
            let way = Vec3::new(cos, sin, 0.0);
            let tube = field.value(&(way * 0.1));
            assert!(tube < -0.025 && tube > -0.035, "{tube}");
            let hole = field.value(&(way * 0.02));
            assert!(hole > 0.04 && hole < 0.06, "{hole}");
            assert!(field.value(&(way * 0.2)) > 0.06);
        }
        let middle = field.at(&Vec3::zeros());
        assert!(
            middle.value > 0.06 && middle.gradient.norm() < 1e-3,
            "{middle:?}"
        );
    }
}

#[test]
fn an_inside_out_mesh_is_turned_and_an_open_one_refused() {
    let mesh = torus([0.1, 0.03], [30, 12]);
    let mut turned = mesh.clone();
    turned.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let skin = Skin::of_mesh(&turned, 0.01).expect("closed");
    assert!((volume(&skin) / mesh.volume() - 1.0).abs() < 1e-12);
    turned.triangles.pop();
    assert!(Skin::of_mesh(&turned, 0.01).is_err());
}

/// A box as a mesh has sharp edges where the box has them, and none along its diagonals.
#[test]
fn a_mesh_has_the_edges_of_its_shape() {
    let corners: Vec<Vec3> = (0..8)
        .map(|i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 0 { -0.1 } else { 0.1 }))
        .collect();
    let mesh = TriangleMesh::hull_of(&corners).expect("a box");
    let skin = Skin::of_mesh(&mesh, 0.02).expect("closed");
    let edges = skin.edges.iter();
    let edges = edges.map(|[a, b]| (skin.queries[*a].point - skin.queries[*b].point).norm());
    let total: f64 = edges.sum();
    assert!((total - 12.0 * 0.2).abs() < 1e-9, "{total}");
    assert!((skin.area() - 24.0 * 0.01).abs() < 1e-12);
}
