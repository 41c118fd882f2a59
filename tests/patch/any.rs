//! The patch of any two shapes: a number that motions, scales and the order of the two do not change.

use crate::common::any_shape;

use any_shape::{part, plane, pose, primitive, rotation, vector};
use drystone::contact::PairQuery;
use drystone::math::{Rot, Vec3};
use drystone::shape::Placed;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The second pose moved along the normal until the distance is `to`, m.
fn at_distance(query: &PairQuery, first: (Vec3, Rot), second: (Vec3, Rot), to: f64) -> (Vec3, Rot) {
    let mut at = second;
    for _ in 0..40 {
        let found = query.exact(first, at).expect("two bounded shapes");
        let Some(normal) = found.normal else {
            return at;
        };
        if (found.gap - to).abs() < 1e-9 {
            break;
        }
        at.0 += normal * (to - found.gap);
    }
    at
}

/// Checks the patch of two shapes at two poses; returns its radius over that of the smaller shape.
fn check(
    [first, second]: [&Placed; 2],
    [at, other]: [(Vec3, Rot); 2],
    (turn, shift): (Rot, Vec3),
) -> Result<f64, TestCaseError> {
    let query = PairQuery::new(first, second);
    let patch = query.patch(at, other).expect("bounded");
    let radii = [first, second].map(|part| part.shape.bounding_radius());
    let smaller = radii[0].min(radii[1]);
    prop_assert!(
        patch.radius.is_finite() && (0.0..=smaller).contains(&patch.radius),
        "{patch:?}"
    );
    let near = |other: f64, what: &str| {
        let off = (other - patch.radius).abs() / smaller;
        prop_assert!(off < 1e-4, "{what}: {other} {patch:?}");
        Ok(())
    };
    let moved = |at: (Vec3, Rot)| (turn * at.0 + shift, turn * at.1);
    let again = query.patch(moved(at), moved(other)).expect("bounded");
    near(again.radius, "moved")?;
    let query = PairQuery::new(second, first);
    let swapped = query.patch(other, at).expect("bounded");
    near(swapped.radius, "swapped")?;
    Ok(patch.radius / smaller)
}

/// Shapes with a flat side below or above, or a line.
fn flat() -> impl Strategy<Value = Placed> {
    primitive().prop_map(Placed::at_origin)
}

#[test]
fn any_two_parts_have_one() {
    let mut runner = TestRunner::deterministic();
    let case = (
        (part(), part(), pose(), pose()),
        (-0.2..0.05_f64, rotation(), vector(3.0)),
    );
    for _ in 0..1000 {
        let ((first, second, at, other), (gap, turn, shift)) =
            case.new_tree(&mut runner).expect("a case").current();
        let query = PairQuery::new(&first, &second);
        let other = at_distance(&query, at, other, gap);
        let part = check([&first, &second], [at, other], (turn, shift));
        part.unwrap_or_else(|e| panic!("{first:?} {second:?}: {e}"));
    }
}

#[test]
fn any_part_has_one_on_a_plane() {
    let mut runner = TestRunner::deterministic();
    let case = (
        (part(), plane(), pose(), pose()),
        (-0.2..0.05_f64, rotation(), vector(3.0)),
    );
    for _ in 0..1000 {
        let ((first, second, at, other), (gap, turn, shift)) =
            case.new_tree(&mut runner).expect("a case").current();
        let query = PairQuery::new(&first, &second);
        let other = at_distance(&query, at, other, gap);
        let part = check([&first, &second], [at, other], (turn, shift));
        part.unwrap_or_else(|e| panic!("{first:?} {second:?}: {e}"));
    }
}

/// Shapes on top of each other, with their axes upright or lying.
#[test]
fn shapes_on_top_of_each_other_have_one() {
    let mut runner = TestRunner::deterministic();
    let side = |lies: bool| match lies {
        true => super::on_its_side(),
        false => Rot::identity(),
    };
    let case = (
        (flat(), flat()),
        ((any::<bool>(), any::<bool>()), -1.0..1.0_f64),
        (vector(0.2), -0.1..0.01_f64, rotation(), vector(3.0)),
    );
    let (mut large, mut all) = (0, 0);
    for _ in 0..1000 {
        let ((first, second), ((a, b), yaw), (off, gap, turn, shift)) =
            case.new_tree(&mut runner).expect("a case").current();
        let at = (Vec3::zeros(), side(a));
        let above = Vec3::new(off.x, off.y, 1.6);
        let other = (above, Rot::from_axis_angle(&Vec3::z_axis(), yaw) * side(b));
        let query = PairQuery::new(&first, &second);
        let other = at_distance(&query, at, other, gap);
        let part = check([&first, &second], [at, other], (turn, shift));
        let part = part.unwrap_or_else(|e| panic!("{first:?} {second:?}: {e}"));
        large += usize::from(part > 0.1);
        all += 1;
    }
    println!("{large} of {all} have a radius of more than a tenth of the smaller part");
    assert!(large > 40, "{large}");
}
