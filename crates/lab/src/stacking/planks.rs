//! Planks that lean out over an edge: the k-th from the top stands out by 0.5 m / k at most.

use super::structure::{Expectation, Law, body};

/// Number of planks.
const PLANKS: u32 = 20;
/// Half-length of a plank, m.
const HALF: f64 = 0.5;

/// At the harmonic limit every centre of gravity is above the edge that carries it; a thousandth less
/// leaves a thousandth of the half-length at the top plank.
pub(super) fn expects(part: u32) -> Expectation {
    match part {
        0..1000 => Expectation::Stands {
            reserve: HALF * f64::from(1000 - part) / 1000.0,
        },
        _ => Expectation::Falls {
            body: "plank20",
            by: 0.3,
        },
    }
}

/// A relaxation of 1e-6 would round the edges by more than the half millimetre that is left.
pub(super) fn law() -> Law {
    Law {
        length: 0.1,
        rho: 1e-9,
        layers: PLANKS,
        slope: 0.0,
        friction: 0.5,
    }
}

pub(super) fn scene(part: u32) -> (String, String) {
    let mut text = String::from(
        "[shape.ground.halfspace]\nnormal = [0, 0, 1]\noffset = -3\n\
         [shape.table.box]\nhalf_extents = [1, 0.5, 0.5]\n\
         [shape.plank.box]\nhalf_extents = [0.5, 0.1, 0.05]\n",
    );
    body(&mut text, "ground", "ground", [0.0; 3], "fixed = true\n");
    body(
        &mut text,
        "table",
        "table",
        [-1.0, 0.0, -0.5],
        "fixed = true\n",
    );
    let mut x = -HALF;
    for i in 0..PLANKS {
        x += HALF * f64::from(part) / 1000.0 / f64::from(PLANKS - i);
        let z = 0.05 + 0.1 * f64::from(i);
        body(
            &mut text,
            &format!("plank{}", i + 1),
            "plank",
            [x, 0.0, z],
            "",
        );
    }
    let percent = f64::from(part) / 10.0;
    (
        format!("Twenty planks over the edge of a table, at {percent} % of the harmonic limit."),
        text,
    )
}
