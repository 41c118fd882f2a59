//! A dry-stone arch: nine wedge-shaped stones in a semicircle on two feet.

use super::Voussoirs;
use super::structure::{Expectation, Law, body, turned};
use std::f64::consts::{FRAC_PI_2, PI};

/// Number of stones.
const STONES: u32 = 9;
/// Thickness of the arch, m.
const THICKNESS: f64 = 0.1;
/// Half the depth of a stone, m.
const DEPTH: f64 = 0.15;
/// Height of the feet above the floor, m.
const FEET: f64 = 0.4;

/// Mean radius (m) of the arch whose span is so many thousandths of the widest that stands, and the arch.
fn arch(span: u32) -> (f64, Voussoirs) {
    let widest = THICKNESS / Voussoirs::least_thickness(STONES);
    let radius = widest * f64::from(span) / 1000.0;
    let arch = Voussoirs {
        stones: STONES,
        thickness: THICKNESS / radius,
    };
    (radius, arch)
}

pub(super) fn expects(span: u32) -> Expectation {
    let (radius, arch) = arch(span);
    match arch.stands() {
        true => Expectation::Stands {
            reserve: THICKNESS - radius * Voussoirs::least_thickness(STONES),
        },
        false => Expectation::Falls {
            body: "stone5",
            by: 0.5,
        },
    }
}

/// Returns the law of an arch. The patches of its faces hold it sideways: without them the ten joints are hinges about the
/// line of the arch, four more than hold it in space, and it topples after some seconds, however small the start.
pub(super) fn law(span: u32) -> Law {
    Law {
        length: 0.1,
        rho: 1e-8,
        layers: STONES + 1,
        slope: arch(span).1.slope(),
        friction: 0.7,
    }
}

pub(super) fn scene(span: u32) -> (String, String) {
    let (mean, arch) = arch(span);
    let angle = PI / f64::from(STONES);
    let mut corners = Vec::new();
    for radius in arch.radii().map(|r| r * mean) {
        for side in [-1.0, 1.0] {
            let (sine, cosine) = (0.5 * angle).sin_cos();
            let [x, z] = [side * radius * sine, radius * cosine - mean];
            corners.extend([[x, -DEPTH, z], [x, DEPTH, z]]);
        }
    }
    let mut text = format!(
        "[shape.ground.halfspace]\nnormal = [0, 0, 1]\noffset = {:?}\n\
         [shape.foot.box]\nhalf_extents = [0.4, 0.5, {:?}]\n\
         [shape.stone.polytope]\nvertices = {corners:?}\n",
        -FEET,
        0.5 * FEET
    );
    body(&mut text, "ground", "ground", [0.0; 3], "fixed = true\n");
    for (name, x) in [("left_foot", -mean), ("right_foot", mean)] {
        let position = [x, 0.0, -0.5 * FEET];
        body(&mut text, name, "foot", position, "fixed = true\n");
    }
    for i in 0..STONES {
        let turn = (f64::from(i) + 0.5) * angle - FRAC_PI_2;
        let position = [mean * turn.sin(), 0.0, mean * turn.cos()];
        let name = format!("stone{}", i + 1);
        body(&mut text, &name, "stone", position, &turned(1, turn));
    }
    let percent = f64::from(span) / 10.0;
    (
        format!(
            "A dry-stone arch of nine stones, as thick as a hand; its span is {percent} % of the widest that stands."
        ),
        text,
    )
}
