//! Redundant rows of loops, against the Gruebler-Kutzbach count: rows less the freedoms that they remove.

use crate::joints::loops::{five_bar, four_bar, slider_crank};
use crate::joints::mechanism::{Mechanism, Pin};
use drystone::Vec3;
use drystone::world::{JointAxis, JointKind};

/// Two cranks about skew axes, joined by a rod with a ball joint at either end.
fn spatial(world_holds: bool) -> usize {
    let at = |x, y, z| Vec3::new(x, y, z);
    let [a, b, c, d] = [
        at(0.0, 0.0, 0.0),
        at(0.0, 0.0, 0.2),
        at(0.6, 0.1, 0.3),
        at(0.6, 0.3, 0.0),
    ];
    let ball =
        |parent, child, at| Pin::new(JointKind::Spherical, Some(parent), child, at, Vec3::z());
    let turn = |parent, child, at, axis| Pin::new(JointKind::Revolute, parent, child, at, axis);
    let mechanism = Mechanism::new(0.01)
        .rod("crank", a, b)
        .rod("rod", b, c)
        .rod("rocker", d, c);
    let (mechanism, base) = match world_holds {
        true => (mechanism, None),
        false => (mechanism.rod("base", a, d), Some("base")),
    };
    let run = mechanism
        .pin(turn(base, "crank", a, Vec3::y()))
        .pin(ball("crank", "rod", b))
        .pin(ball("rocker", "rod", c))
        .pin(turn(base, "rocker", d, Vec3::x()))
        .run();
    run.state.redundant_rows(&run.model)
}

#[test]
fn rows_of_loops_are_redundant_as_counted() {
    // Every joint of a planar loop holds the plane again: 3 of the 6 rows of a loop are redundant.
    let free = JointAxis::default();
    for run in [
        four_bar(0.01, free),
        slider_crank(0.01, free),
        five_bar(0.01, free),
    ] {
        assert_eq!(run.state.redundant_rows(&run.model), 3);
    }
    // 1 + 3 + 3 + 1 freedoms less 6 are the two that move (the rod turns about itself), so no row is redundant.
    assert_eq!(spatial(true), 0);
    assert_eq!(spatial(false), 0);
}
