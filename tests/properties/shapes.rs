//! Supports, hulls, masses and sums.

use super::any_shape::*;
use super::config;
use drystone::math::{Rot, Vec3};
use drystone::shape::*;
use proptest::prelude::*;

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1e-3)
}

fn same_mass(a: &MassProperties, b: &MassProperties, tolerance: f64) -> bool {
    let size = a.volume.cbrt();
    close(a.volume, b.volume, tolerance)
        && (a.centre - b.centre).norm() <= tolerance * size
        && (a.inertia - b.inertia).norm() <= tolerance * a.inertia.norm()
}

fn mass(placed: &Placed) -> MassProperties {
    let own = placed.shape.mass_properties().expect("bounded");
    own.placed(&placed.rotation, &placed.offset)
}

fn direction() -> impl Strategy<Value = Vec3> {
    vector(1.0).prop_filter_map("some length", |v| v.try_normalize(0.1))
}

fn polytope() -> impl Strategy<Value = Polytope> {
    primitive().prop_filter_map("a polytope", |shape| match shape {
        Shape::Polytope(polytope) => Some(polytope),
        _ => None,
    })
}

/// A part that can be cut across z: of the first kind a box, else a cylinder.
fn cut(kind: bool, [x, y, z]: [f64; 3]) -> Shape {
    match kind {
        true => Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).unwrap()),
        false => Shape::Cylinder(Cylinder::new(x, 2.0 * z).unwrap()),
    }
}

proptest! {
    #![proptest_config(config(3000))]

    /// The support function is that of a convex set: its point is in the shape (no other direction
    /// reaches less far), and it is sublinear.
    #[test]
    fn supports_are_those_of_a_convex_set(part in part(), a in direction(), b in direction(), s in 0.1..5.0f64) {
        let h = |d: &Vec3| part.support_value(d);
        let point = part.support(&a).expect("bounded");
        prop_assert!(close(a.dot(&point), h(&a), 1e-9));
        prop_assert!(b.dot(&point) <= h(&b) + 1e-9);
        prop_assert!(h(&(a + b)) <= h(&a) + h(&b) + 1e-9);
        prop_assert!(close(h(&(a * s)), s * h(&a), 1e-9));
        let (low, high) = part.bounds();
        prop_assert!((0..3).all(|k| low[k] - 1e-9 <= point[k] && point[k] <= high[k] + 1e-9));
    }

    /// Corners in any order, given twice, with points inside: the same polytope.
    #[test]
    fn a_hull_does_not_care_how_its_points_are_given(
        polytope in polytope(), turn in 0..20usize, inside in prop::collection::vec((0.0..0.9f64, any::<prop::sample::Index>()), 0..6), d in direction(),
    ) {
        let mut points = polytope.vertices.clone();
        for (part, which) in inside {
            points.push(points[which.index(polytope.vertices.len())] * part);
        }
        points.push(points[0]);
        let count = points.len();
        points.rotate_left(turn % count);
        points.reverse();
        let again = Polytope::from_vertices(&points).unwrap();
        prop_assert_eq!(again.normals.len(), polytope.normals.len());
        prop_assert_eq!(again.vertices.len(), polytope.vertices.len());
        let [one, two] = [polytope, again].map(Shape::Polytope);
        prop_assert!(close(one.support_value(&d), two.support_value(&d), 1e-12));
        let [one, two] = [one, two].map(|shape| shape.mass_properties().expect("bounded"));
        prop_assert!(same_mass(&one, &two, 1e-10), "{:?} {:?}", one, two);
    }

    /// The mass of a turned and moved polytope is that of the polytope of its turned and moved corners.
    #[test]
    fn mass_goes_with_its_shape(polytope in polytope(), turn in rotation(), shift in vector(0.05)) {
        let corners: Vec<Vec3> = polytope.vertices.iter().map(|v| turn * v + shift).collect();
        let placed = Placed { shape: Shape::Polytope(polytope), offset: shift, rotation: turn };
        let moved = Placed::at_origin(Shape::Polytope(Polytope::from_vertices(&corners).unwrap()));
        prop_assert!(same_mass(&mass(&placed), &mass(&moved), 1e-10));
    }

    /// Two halves weigh what the whole does, and reach as far.
    #[test]
    fn two_halves_are_the_whole(
        kind in any::<bool>(), size in [0.1..0.8f64, 0.1..0.8f64, 0.1..0.8f64], at in -0.8..0.8f64,
        turn in rotation(), shift in vector(0.5), d in direction(),
    ) {
        let place = |shape: Shape, z: f64| Placed {
            shape,
            offset: shift + turn * Vec3::new(0.0, 0.0, z),
            rotation: turn,
        };
        let [x, y, z] = size;
        let whole = place(cut(kind, size), 0.0);
        let low = place(cut(kind, [x, y, 0.5 * z * (1.0 + at)]), -0.5 * z * (1.0 - at));
        let high = place(cut(kind, [x, y, 0.5 * z * (1.0 - at)]), 0.5 * z * (1.0 + at));
        prop_assert!(same_mass(&mass(&low).plus(&mass(&high)), &mass(&whole), 1e-10));
        let union = low.support_value(&d).max(high.support_value(&d));
        prop_assert!(close(union, whole.support_value(&d), 1e-12));
    }

    /// A sum reaches as far as its members together, whichever comes first.
    #[test]
    fn the_support_of_a_sum_is_the_sum_of_supports(a in part(), b in part(), d in direction()) {
        let together = a.support_value(&d) + b.support_value(&d);
        for (first, second) in [(&a, &b), (&b, &a)] {
            let sum = Minkowski::new(first.clone(), second.clone()).unwrap();
            let sum = Shape::Minkowski(Box::new(sum));
            prop_assert!(close(sum.support_value(&d), together, 1e-12));
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    /// A sum with (almost) a point is the shape, moved there: support, mass and depth of overlap.
    #[test]
    fn a_sum_with_a_point_is_the_shape(shape in polytope(), at in vector(0.3), d in direction(), gap in -0.1..0.1f64) {
        const POINT: f64 = 1e-9;
        let point = Placed { shape: Shape::Sphere(Sphere::new(POINT).unwrap()), offset: at, rotation: Rot::identity() };
        let shape = Placed::at_origin(Shape::Polytope(shape));
        let sum = Minkowski::new(shape.clone(), point).unwrap();
        let sum = Placed::at_origin(Shape::Minkowski(Box::new(sum)));
        let moved = Placed { offset: at, ..shape };
        prop_assert!((sum.support_value(&d) - moved.support_value(&d) - POINT).abs() < 1e-14);
        prop_assert!(same_mass(&mass(&sum), &mass(&moved), 1e-6));
        let floor = Placed::at_origin(Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0).unwrap()));
        let up = (Vec3::z() * (moved.support_value(&-Vec3::z()) + gap), Rot::identity());
        let ground = (Vec3::zeros(), Rot::identity());
        let depth = |part: &Placed| penetration(&floor, &ground, part, &up, &Vec3::z());
        prop_assert!((depth(&sum) - depth(&moved)).abs() < 2.0 * POINT, "{} {}", depth(&sum), depth(&moved));
        prop_assert!((depth(&moved) + gap).abs() < 1e-12);
    }
}
