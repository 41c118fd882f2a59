use super::*;
use crate::math::Rot;
use crate::shape::{
    Capsule, CircularCone, Cuboid, Cylinder, Ellipsoid, Minkowski, Polytope, Sphere, TaperedCapsule,
};

/// The beads of a shape have its support function, which the shape computes in another way.
#[test]
fn the_hull_of_beads_is_the_shape() {
    let turn = Rot::new(Vec3::new(0.3, -0.8, 0.5));
    let at = |shape: Shape| Placed {
        shape,
        offset: Vec3::new(0.1, -0.2, 0.05),
        rotation: turn,
    };
    let corners = [
        [0.1, 0.0, -0.05],
        [-0.1, 0.02, -0.05],
        [0.0, 0.1, 0.1],
        [0.0, -0.1, 0.1],
    ];
    let corners = corners.map(Vec3::from);
    let shapes: Vec<Shape> = vec![
        Cuboid::new(Vec3::new(0.1, 0.2, 0.3)).expect("valid").into(),
        Sphere::new(0.2).expect("valid").into(),
        Capsule::new(0.1, 0.4).expect("valid").into(),
        TaperedCapsule::new([0.1, 0.2], 0.4).expect("valid").into(),
        Ellipsoid::new(Vec3::new(0.1, 0.2, 0.3))
            .expect("valid")
            .into(),
        Cylinder::new(0.1, 0.4).expect("valid").into(),
        CircularCone::new(0.3, 0.4).expect("valid").into(),
        Polytope::from_vertices(&corners).expect("valid").into(),
    ];
    let round = |i: usize| matches!(i, 4..=6);
    let mut all: Vec<Placed> = shapes.iter().cloned().map(at).collect();
    for i in 0..shapes.len() {
        for j in (0..shapes.len()).filter(|&j| !(round(i) && round(j))) {
            let sum = Minkowski::new(at(shapes[i].clone()), at(shapes[j].clone()));
            all.push(at(sum.expect("valid").into()));
        }
    }
    let mut dice = crate::math::Dice::new(5, 0);
    for placed in all {
        let beads = placed.beads().expect("beads");
        for _ in 0..50 {
            let d = Vec3::from_fn(|_, _| dice.within(-1.0, 1.0)).normalize();
            let values = beads.iter().map(|bead| bead.support(&d));
            let support = values.fold(f64::NEG_INFINITY, f64::max);
            let inner = placed.rotation.inverse_transform_vector(&d);
            let known = placed.shape.support_value(&inner) + d.dot(&placed.offset);
            let error = (support - known).abs();
            assert!(error < 1e-14, "{:?}: {error}", placed.shape);
        }
    }
}
