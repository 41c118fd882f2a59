//! The radius that a contact reports: it follows the overlap, and fades with distance and tilt.

use super::truth::rectangle;
use super::{lying, on, step};
use drystone::contact::PairQuery;
use drystone::math::{Rot, Vec3};
use drystone::world::BodyState;

/// The radius of the patch of a box of half sides 0.1, 0.1, 0.05 m on a floor.
fn radius(floor: &drystone::shape::Shape, at: BodyState) -> f64 {
    let (model, state) = on(floor, &super::scenes::cuboid(0.1, 0.1, 0.05), 0.5, at);
    let contacts = step(&model, &state, 1e-8).contacts;
    contacts.first().map_or(0.0, |contact| contact.patch_radius)
}

#[test]
fn it_follows_an_overlap_that_shrinks() {
    // A table of half sides 0.5 m: the box hangs over its edge, or over its corner.
    let table = super::table();
    for out in [0.0, 0.02, 0.05, 0.08] {
        let left = 0.1 - 0.5 * out;
        for (x, y, truth) in [
            (0.4 + out, 0.0, rectangle(left, 0.1)),
            (0.1, -0.4 - out, rectangle(0.1, left)),
            (0.4 + out, 0.4 + out, rectangle(left, left)),
        ] {
            let mut at = lying(0.05, 0.0, Rot::identity());
            at.position += Vec3::new(x, y, 0.0);
            let radius = radius(&table, at);
            let ratio = radius / truth;
            assert!((0.85..1.15).contains(&ratio), "{x} {y}: {radius} {truth}");
        }
    }
}

#[test]
fn it_fades_with_tilt_and_with_distance() {
    let tilted = |angle: f64, up: f64| {
        let height = 0.05 * angle.cos() + 0.1 * angle.sin() + up;
        let own = Rot::from_axis_angle(&Vec3::x_axis(), angle);
        radius(&super::scenes::ground(), lying(height, 0.3, own))
    };
    let face = tilted(0.0, 0.0);
    let edge = tilted(0.2, 0.0);
    assert!((edge / 0.05 - 1.0).abs() < 0.15, "an edge of 0.2 m: {edge}");
    assert!((tilted(1e-6, 0.0) / face - 1.0).abs() < 0.05);
    let mut last = face;
    for up in [1e-4, 1e-3, 3e-3, 0.01, 0.02] {
        let now = tilted(0.0, up);
        assert!(now <= last * (1.0 + 1e-9), "{up}: {now} after {last}");
        last = now;
    }
    assert!(tilted(0.0, 0.1) == 0.0);
}

/// The unit of length of the model, which the relaxations go with, does not change the size of a face.
#[test]
fn it_does_not_depend_on_the_unit_of_length() {
    let cube = super::scenes::cuboid(0.1, 0.1, 0.05);
    let of = |floor: &drystone::shape::Shape, length: f64| {
        let builder = super::scenes::on_floor(floor, &cube, 0.5).length(length);
        let (model, state) = super::start(builder, lying(0.05, 0.3, Rot::identity()));
        step(&model, &state, 1e-8).contacts[0].patch_radius
    };
    for floor in [super::scenes::ground(), super::table()] {
        let own = of(&floor, 0.1);
        for length in [1e-3, 0.01, 1.0, 10.0] {
            let other = of(&floor, length);
            assert!(
                (other / own - 1.0).abs() < 0.02,
                "L = {length} m: {other} {own}"
            );
        }
    }
}

/// A query of two placed shapes answers what a step reports.
#[test]
fn a_query_knows_it_too() {
    let cube = super::scenes::cuboid(0.1, 0.1, 0.05);
    let table = super::table();
    let placed = drystone::shape::Placed::at_origin;
    let query = PairQuery::new(&placed(cube), &placed(table.clone()));
    for yaw in [0.0, 0.3] {
        let at = lying(0.05, yaw, Rot::identity());
        let below = (Vec3::z() * -super::TABLE, Rot::identity());
        let patch = query.patch((at.position, at.rotation), below).unwrap();
        let own = radius(&table, at);
        assert!((patch.radius / own - 1.0).abs() < 0.02, "{patch:?} {own}");
        // The second moments of a square are those of a disc with half axes 2 / sqrt(3) of its half side.
        for axis in patch.half_axes {
            assert!(
                (axis.norm() / (0.2 / 3.0_f64.sqrt()) - 1.0).abs() < 0.1,
                "{axis}"
            );
        }
        let far = (Vec3::z() * -1.0, Rot::identity());
        assert_eq!(
            query.patch((at.position, at.rotation), far).unwrap().radius,
            0.0
        );
    }
}
