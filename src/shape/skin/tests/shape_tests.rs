//! Areas, volumes, closedness and normals of the skins of shapes.

use crate::math::Vec3;
use crate::shape::skin::Skin;
use crate::shape::{Shape, TaperedCapsule};
use std::f64::consts::{PI, TAU};

fn area(skin: &Skin) -> f64 {
    skin.queries.iter().map(|query| query.area).sum()
}

/// The area times the normal, summed; 0 for a closed surface.
pub(super) fn opening(skin: &Skin) -> f64 {
    let sides = skin.patches.iter().map(|p| p.normal * p.area);
    sides.sum::<Vec3>().norm()
}

/// The volume by the divergence theorem.
pub(super) fn volume(skin: &Skin) -> f64 {
    let cones = skin.patches.iter();
    cones.map(|p| p.area * p.normal.dot(&p.point) / 3.0).sum()
}

/// Checks what is true of every skin of a shape with this area; `tolerance` is relative.
pub(super) fn check(name: &str, shape: &Shape, true_area: f64, tolerance: f64) {
    let size = shape.bounding_radius();
    for cells in [4.0, 10.0, 23.0] {
        let spacing = 2.0 * size / cells;
        let skin = shape.skin(spacing);
        let name = format!("{name}, {} patches", skin.patches.len());
        assert_eq!(skin.patches.len(), shape.patch_count(spacing), "{name}");
        // coarse cells of curved surfaces are farther from what they stand for
        let tolerance = tolerance * (10.0 / cells).powi(2).max(1.0);
        let error = (area(&skin) / true_area - 1.0).abs();
        assert!(error < tolerance.min(1e-3), "{name}: area, {error:e}");
        assert!((skin.area() / area(&skin) - 1.0).abs() < 1e-12, "{name}");
        let error = opening(&skin) / true_area;
        assert!(error < tolerance, "{name}: open, {error:e}");
        let true_volume = shape.mass_properties().expect("bounded").volume;
        let error = (volume(&skin) / true_volume - 1.0).abs();
        assert!(error < 3.0 * tolerance, "{name}: volume, {error:e}");
        check_patches(&name, shape, &skin, spacing, 1e-9);
    }
}

/// Checks that every patch is where the shape ends along its normal, and every query on the shape.
pub(super) fn check_patches(name: &str, shape: &Shape, skin: &Skin, spacing: f64, tolerance: f64) {
    let size = shape.bounding_radius();
    for patch in &skin.patches {
        let Some(top) = shape.support(&patch.normal) else {
            panic!("{name}: no end")
        };
        let error = patch.normal.dot(&(top - patch.point)).abs() / size;
        assert!(
            error < tolerance,
            "{name}: normal {error:e} at {}",
            patch.point
        );
        assert!((patch.normal.norm() - 1.0).abs() < 1e-12, "{name}");
    }
    let largest = skin.patches.iter().map(|p| p.area).fold(0.0, f64::max);
    let most = 1.5 * spacing * spacing;
    assert!(largest < most, "{name}: {largest} beside {most}");
    for query in &skin.queries {
        assert!(query.area > 0.0, "{name}");
        for patch in &skin.patches {
            let above = patch.normal.dot(&(query.point - patch.point));
            assert!(
                above < tolerance * size,
                "{name}: {} outside by {above:e}",
                query.point
            );
        }
    }
}

/// A polytope with faces of three and of five corners.
pub(super) fn roof() -> Shape {
    let points = [
        [-0.2, -0.1, -0.1],
        [0.2, -0.1, -0.1],
        [0.2, 0.1, -0.1],
        [-0.2, 0.1, -0.1],
        [-0.2, -0.1, 0.05],
        [0.2, -0.1, 0.05],
        [0.2, 0.1, 0.05],
        [-0.2, 0.1, 0.05],
        [-0.2, 0.0, 0.13],
        [0.2, 0.0, 0.13],
    ];
    Shape::hull(&points.map(Vec3::from)).expect("a roof")
}

#[test]
fn flat_shapes_have_their_area_and_are_closed() {
    let cuboid = Shape::cuboid([0.1, 0.07, 0.025]).expect("a box");
    let area = 8.0 * (0.1 * 0.07 + 0.07 * 0.025 + 0.1 * 0.025);
    check("box", &cuboid, area, 1e-12);
    let a = 0.1;
    let corners = [[a, a, a], [a, -a, -a], [-a, a, -a], [-a, -a, a]];
    let tetrahedron = Shape::hull(&corners.map(Vec3::from)).expect("a tetrahedron");
    check(
        "tetrahedron",
        &tetrahedron,
        8.0 * 3f64.sqrt() * a * a,
        1e-12,
    );
    let slopes = 2.0 * 0.4 * 0.1f64.hypot(0.08);
    let sides = 0.4 * 0.2 + 2.0 * 0.4 * 0.15 + 2.0 * (0.2 * 0.15 + 0.5 * 0.2 * 0.08);
    check("roof", &roof(), slopes + sides, 1e-12);
}

#[test]
fn balls_have_their_area_and_are_closed() {
    let ball = Shape::sphere(0.3).expect("a ball");
    check("ball", &ball, 4.0 * PI * 0.09, 1e-3);
    // an oblate one: 2 pi a^2 (1 + (1 - e^2)/e artanh e)
    let (a, c): (f64, f64) = (0.3, 0.2);
    let e = (1.0 - c * c / (a * a)).sqrt();
    let area = 2.0 * PI * a * a * (1.0 + (1.0 - e * e) / e * e.atanh());
    let oblate = Shape::ellipsoid([a, a, c]).expect("an ellipsoid");
    check("ellipsoid", &oblate, area, 2e-3);
}

#[test]
fn round_shapes_have_their_area_and_are_closed() {
    let (r, l) = (0.12, 0.5);
    let cylinder = Shape::cylinder(r, l).expect("a cylinder");
    check("cylinder", &cylinder, 2.0 * PI * r * (r + l), 1e-12);
    let disc = Shape::cylinder(l, 0.02).expect("a disc");
    check("disc", &disc, 2.0 * PI * l * (l + 0.02), 1e-12);
    let capsule = Shape::capsule(r, l).expect("a capsule");
    check("capsule", &capsule, 2.0 * PI * r * (2.0 * r + l), 1e-12);
    for half_angle in [0.2f64, 0.7, 1.2] {
        let cone = Shape::cone(0.3, half_angle).expect("a cone");
        let base = 0.3 * half_angle.tan();
        let area = PI * base * (base + base.hypot(0.3));
        check("cone", &cone, area, 1e-12);
    }
    // the caps and the frustum between them, with the sine and cosine of the side's slope
    let tapered = TaperedCapsule::new([0.05, 0.12], 0.3).expect("a tapered capsule");
    let sine: f64 = 0.07 / 0.3;
    let cosine = (1.0 - sine * sine).sqrt();
    let caps = TAU * (0.0025 * (1.0 - sine) + 0.0144 * (1.0 + sine));
    let side = PI * 0.17 * cosine * 0.3 * cosine;
    check("tapered", &Shape::from(tapered), caps + side, 1e-12);
}

#[test]
fn the_rims_of_a_cylinder_are_its_edges() {
    let skin = Shape::cylinder(0.1, 0.3).expect("a cylinder").skin(0.02);
    let on_rim = |i: usize| {
        let p = skin.queries[i].point;
        (p.z.abs() - 0.15).abs() < 1e-12 && (p.xy().norm() - 0.1).abs() < 1e-12
    };
    assert_eq!(skin.edges.len(), 64);
    assert!(skin.edges.iter().flatten().all(|&i| on_rim(i)));
    assert_eq!((0..skin.queries.len()).filter(|&i| on_rim(i)).count(), 64);
    let smooth = Shape::capsule(0.1, 0.3).expect("a capsule").skin(0.02);
    assert!(smooth.edges.is_empty());
}

#[test]
fn the_grid_of_a_box_is_even_and_its_edges_are_edges() {
    let cuboid = Shape::cuboid([0.1, 0.1, 0.1]).expect("a box");
    let skin = cuboid.skin(0.02);
    assert_eq!(skin.patches.len(), 600);
    assert_eq!(skin.queries.len(), 600 + 602);
    assert_eq!(skin.edges.len(), 120);
    assert!((skin.spacing - 0.02).abs() < 1e-12);
    for [a, b] in &skin.edges {
        let [a, b] = [a, b].map(|&i| skin.queries[i].point);
        assert!(((b - a).norm() - 0.02).abs() < 1e-12);
        let on = |p: &Vec3| p.iter().filter(|x| (x.abs() - 0.1).abs() < 1e-12).count() >= 2;
        assert!(on(&a) && on(&b));
    }
    let eighth = 0.125 * 0.02 * 0.02;
    for query in &skin.queries[600..] {
        let cells = query.area / eighth;
        assert!((cells - cells.round()).abs() < 1e-9 && (3.0..=4.0).contains(&cells.round()));
    }
}

#[test]
fn a_larger_body_has_a_larger_skin() {
    let small = roof().skin(0.03);
    let large = small.clone().scaled(10.0);
    assert!((large.area() - 100.0 * small.area()).abs() < 1e-12);
    assert!((large.spacing - 10.0 * small.spacing).abs() < 1e-12);
    assert_eq!(large.queries[70].point, small.queries[70].point * 10.0);
}

/// Counting makes nothing: a floor of 10 km has 10^12 patches.
#[test]
fn patches_are_counted_before_they_are_made() {
    let floor = Shape::cuboid([5000.0, 5000.0, 0.01]).expect("a floor");
    let sides = 4 * 500_000;
    let count = floor.patch_count(0.02);
    assert!(count == 2 * 500_000 * 500_000 + sides, "{count}");
}

#[test]
fn a_half_space_has_no_skin() {
    let ground = Shape::half_space(Vec3::z(), 0.0).expect("a half-space");
    assert_eq!(ground.skin(0.1), Skin::default());
}
