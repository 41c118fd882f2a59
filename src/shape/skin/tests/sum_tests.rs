//! Skins of padded polytopes and of sums.

use super::shape_tests::{check, check_patches, opening, roof, volume};
use crate::math::{Rot, Vec3};
use crate::shape::{Placed, Polytope, Shape, penetration};
use std::f64::consts::PI;

/// The area of a polytope with padding is that of the core, of its rounded edges and of a ball.
fn padded_area(core: &Polytope, radius: f64) -> f64 {
    let mut area = 4.0 * PI * radius * radius;
    for (face, corners) in core.corners.iter().enumerate() {
        let at = |k: usize| core.vertices[corners[k % corners.len()]];
        for k in 0..corners.len() {
            area += 0.5 * at(k).cross(&at(k + 1)).dot(&core.normals[face]);
            let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
            let has = |i: usize| core.corners[i].contains(&a) && core.corners[i].contains(&b);
            let other = (0..core.corners.len()).find(|&i| i != face && has(i));
            let other = other.expect("closed");
            let angle = core.normals[face].angle(&core.normals[other]);
            area += 0.5 * angle * radius * (at(k) - at(k + 1)).norm();
        }
    }
    area
}

#[test]
fn padded_polytopes_have_their_area_and_are_closed() {
    let h = [0.1, 0.07, 0.025];
    let sign = |i: usize, k: usize| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
    let plate: Vec<Vec3> = (0..8)
        .map(|i| Vec3::from_fn(|k, _| sign(i, k) * h[k]))
        .collect();
    let needle = [
        [0.3, 0.0, 0.0],
        [-0.1, 0.03, 0.0],
        [-0.1, -0.02, 0.03],
        [-0.1, -0.02, -0.03],
    ];
    let needle = needle.map(Vec3::from);
    let Shape::Polytope(roof) = roof() else {
        panic!("a polytope")
    };
    for (name, points) in [
        ("plate", &plate[..]),
        ("needle", &needle),
        ("roof", &roof.vertices),
    ] {
        let core = Polytope::from_vertices(points).expect("a polytope");
        for radius in [0.01, 0.05] {
            let area = padded_area(&core, radius);
            let padded = Shape::padded(core.clone(), radius).expect("padded");
            // a cell may span 60 degrees of an edge
            check(&format!("padded {name} {radius}"), &padded, area, 7e-3);
            let fine = padded.skin(0.2 * radius);
            assert!(opening(&fine) < 1e-3 * area, "{name} {radius}: open");
            let true_volume = padded.mass_properties().expect("bounded").volume;
            let error = (volume(&fine) / true_volume - 1.0).abs();
            assert!(error < 1e-3, "{name} {radius}: volume, {error:e}");
        }
    }
    let padded = Shape::padded(Polytope::from_vertices(&plate).expect("a plate"), 0.005);
    let skin = padded.expect("padded").skin(0.02);
    assert!(skin.edges.is_empty());
    assert!(skin.patches.len() < 450, "{}", skin.patches.len());
}

fn sum(first: Shape, second: Shape) -> Shape {
    let turned = Placed {
        rotation: Rot::from_scaled_axis(Vec3::new(0.3, 0.2, -0.5)),
        ..Placed::at_origin(second)
    };
    Shape::minkowski(Placed::at_origin(first), turned).expect("a sum")
}

#[test]
fn sums_of_polytopes_have_flat_faces() {
    let cuboid = |half: [f64; 3]| Shape::cuboid(half).expect("a box");
    let boxes = sum(cuboid([0.1, 0.05, 0.08]), cuboid([0.03, 0.06, 0.02]));
    let surface = boxes.surface();
    let triangle = |t: &[usize; 3]| {
        let [a, b, c] = t.map(|i| surface.points[i]);
        0.5 * (b - a).cross(&(c - a)).norm()
    };
    let area = surface.triangles.iter().map(triangle).sum();
    check("boxes", &boxes, area, 1e-9);
}

/// The distance of a point from the shape, negative inside: searched over all normals.
fn distance(shape: &Shape, p: &Vec3) -> f64 {
    let origin = (Vec3::zeros(), Rot::identity());
    let grain = Placed::at_origin(Shape::sphere(1e-9).expect("a ball"));
    let at = (*p, Rot::identity());
    1e-9 - penetration(&Placed::at_origin(shape.clone()), &origin, &grain, &at, p)
}

#[test]
fn sums_with_round_members_have_their_patches_on_the_surface() {
    let ball = Shape::sphere(0.03).expect("a ball");
    let oval = Shape::ellipsoid([0.1, 0.05, 0.03]).expect("an ellipsoid");
    let cuboid = Shape::cuboid([0.1, 0.07, 0.025]).expect("a box");
    let cylinder = Shape::cylinder(0.06, 0.1).expect("a cylinder");
    for (name, shape) in [
        ("box and ball", sum(cuboid.clone(), ball)),
        ("box and ellipsoid", sum(cuboid.clone(), oval)),
        ("box and cylinder", sum(cuboid, cylinder)),
    ] {
        let size = shape.bounding_radius();
        let spacing = 0.2 * size;
        let skin = shape.skin(spacing);
        let (patches, area) = (skin.patches.len(), skin.area());
        assert_eq!(patches, shape.patch_count(spacing), "{name}");
        assert!(
            opening(&skin) < 3e-3 * area,
            "{name}: {}",
            opening(&skin) / area
        );
        let true_volume = shape.mass_properties().expect("bounded").volume;
        let error = (volume(&skin) / true_volume - 1.0).abs();
        assert!(error < 1e-2, "{name}: {error}");
        // the surface is known to 1e-7 of the size
        check_patches(name, &shape, &skin, spacing, 1e-6);
        for patch in skin.patches.iter().step_by(17) {
            let error = distance(&shape, &patch.point).abs() / size;
            assert!(error < 1e-6, "{name}: {error:e} at {}", patch.point);
        }
    }
}
