//! Houses of cards: pairs of cards that lean against each other, plates across, pairs on these.
//!
//! A card of weight W that leans by t and carries Q at its top pushes its foot aside with (W/2 + Q) tan t while it
//! presses with W + Q: below a friction of tan t / 2 no house stands, above tan t every one does.

use super::structure::{Expectation, Law, body, ground, turned};

/// Height, width and thickness of a card, m.
const CARD: [f64; 3] = [0.09, 0.06, 0.002];
/// Radius of its edges, m.
const EDGE: f64 = 0.0005;
/// By how much a card leans, rad.
const LEAN: f64 = 0.2;
/// Distance between two pairs, and between two plates, m.
const GAPS: [f64; 2] = [0.002, 0.0002];

pub(super) fn expects(friction: u32) -> Expectation {
    if 0.01 * f64::from(friction) > LEAN.tan() {
        return Expectation::Stands { reserve: 0.0 };
    }
    Expectation::Falls {
        body: "card1_1_left",
        by: 0.02,
    }
}

/// Of the cards at the bottom, which carry most, the ratio of forces is below tan t.
pub(super) fn law(storeys: u32, friction: u32) -> Law {
    Law {
        length: 0.5 * CARD[0],
        rho: 1e-8,
        layers: 3 * storeys,
        slope: LEAN.tan(),
        friction: 0.01 * f64::from(friction),
    }
}

pub(super) fn scene(storeys: u32) -> (String, String) {
    let core = [CARD[2], CARD[1], CARD[0]].map(|size| 0.5 * size - EDGE);
    // half of the width and of the height of a card that leans
    let wide = core[0] * LEAN.cos() + core[2] * LEAN.sin() + EDGE;
    let high = core[0] * LEAN.sin() + core[2] * LEAN.cos() + EDGE;
    let pitch = 4.0 * wide + GAPS[0];
    let plate = [0.5 * (pitch - GAPS[1]), 0.5 * CARD[1], 0.5 * CARD[2]];
    let mut text = ground()
        + &format!(
            "\n[shape.card.padded_polytope]\nradius = {EDGE:?}\nvertices = {:?}\n\
             [shape.plate.box]\nhalf_extents = {plate:?}\n",
            corners(core)
        );
    let mut floor = 0.0;
    for storey in 1..=storeys {
        let pairs = storeys + 1 - storey;
        let place = |k: u32, of: u32| (f64::from(k) - 0.5 * f64::from(of + 1)) * pitch;
        for k in 1..=pairs {
            for (side, way) in [("left", 1.0), ("right", -1.0)] {
                let name = format!("card{storey}_{k}_{side}");
                let position = [place(k, pairs) - way * wide, 0.0, floor + high];
                body(&mut text, &name, "card", position, &turned(1, way * LEAN));
            }
        }
        floor += 2.0 * high;
        for k in 1..pairs {
            let position = [place(k, pairs - 1), 0.0, floor + plate[2]];
            body(
                &mut text,
                &format!("plate{storey}_{k}"),
                "plate",
                position,
                "",
            );
        }
        floor += 2.0 * plate[2];
    }
    let plural = if storeys == 1 { "storey" } else { "storeys" };
    (
        format!("A house of cards with {storeys} {plural}; cards have rounded edges."),
        text,
    )
}

/// The corners of a box, m.
pub(super) fn corners(half: [f64; 3]) -> Vec<[f64; 3]> {
    let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
    let corner = |i: usize| [0, 1, 2].map(|k| sign(i, k) * half[k]);
    (0..8).map(corner).collect()
}
