//! Towers of one block on another, and a bridge.

use super::structure::{Law, body, ground, turned};

/// The blocks that a tower is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocks {
    /// Cubes, every second one moved aside by a tenth of its half-size in both directions.
    Boxes,
    /// Bricks of three sizes, each turned by 20 degrees against the one below.
    Bricks,
    /// Cylinders on end.
    Cylinders,
    /// Cubes with rounded edges.
    Padded,
}

impl Blocks {
    /// All kinds.
    pub const ALL: [Blocks; 4] = [
        Blocks::Boxes,
        Blocks::Bricks,
        Blocks::Cylinders,
        Blocks::Padded,
    ];

    /// Name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Blocks::Boxes => "boxes",
            Blocks::Bricks => "bricks",
            Blocks::Cylinders => "cylinders",
            Blocks::Padded => "padded",
        }
    }

    fn shapes(self) -> String {
        match self {
            Blocks::Boxes => "[shape.block0.box]\nhalf_extents = [0.1, 0.1, 0.1]\n".into(),
            Blocks::Bricks => BRICKS
                .iter()
                .enumerate()
                .map(|(k, half)| format!("[shape.block{k}.box]\nhalf_extents = {half:?}\n"))
                .collect(),
            Blocks::Cylinders => "[shape.block0.cylinder]\nradius = 0.1\nlength = 0.2\n".into(),
            Blocks::Padded => {
                let corners = super::cards::corners([0.08, 0.08, 0.08]);
                format!("[shape.block0.padded_polytope]\nradius = 0.02\nvertices = {corners:?}\n")
            }
        }
    }
}

/// Half-extents of the bricks, m.
const BRICKS: [[f64; 3]; 3] = [[0.2, 0.1, 0.05], [0.1, 0.1, 0.1], [0.15, 0.08, 0.03]];
/// Half-size of a block, m.
const HALF: f64 = 0.1;
/// Contacts on top of each other in the bridge.
pub(super) const STOREYS: u32 = 7;

pub(super) fn law(count: u32) -> Law {
    Law {
        length: HALF,
        rho: 1e-6,
        layers: count,
        slope: 0.0,
        friction: 0.5,
    }
}

/// Returns the description of a tower, and its bodies.
pub(super) fn tower(blocks: Blocks, count: u32) -> (String, String) {
    let mut text = ground() + "\n" + &blocks.shapes();
    let mut top = 0.0;
    for i in 0..count {
        let aside = 0.1 * HALF * f64::from(i % 2);
        let (k, half, turn) = match blocks {
            Blocks::Bricks => (i % 3, BRICKS[(i % 3) as usize][2], 0.35 * f64::from(i)),
            _ => (0, HALF, 0.0),
        };
        let place = [aside, aside, top + half];
        let more = turned(2, turn);
        body(
            &mut text,
            &format!("block{}", i + 1),
            &format!("block{k}"),
            place,
            &more,
        );
        top += 2.0 * half;
    }
    (format!("A tower of {count} {}.", blocks.name()), text)
}

/// Two storeys of piers and lintels, and a load in the middle.
pub(super) fn bridge() -> (String, String) {
    let mut text = ground()
        + "\n[shape.block.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
           [shape.lintel.box]\nhalf_extents = [0.6, 0.1, 0.05]\n";
    let mut add = |name: &str, shape: &str, x: f64, z: f64, more: &str| {
        body(&mut text, name, shape, [x, 0.0, z], more);
    };
    for (side, x) in [("left", -0.45), ("right", 0.45)] {
        for i in 0..3 {
            let z = HALF * f64::from(2 * i + 1);
            add(&format!("{side}{}", i + 1), "block", x, z, "");
        }
        add(&format!("{side}4"), "block", 0.6 * x, 0.8, "");
    }
    add("lintel", "lintel", 0.0, 0.65, "");
    add("upper_lintel", "lintel", 0.0, 0.95, "");
    add("load", "block", 0.05, 1.1, "density = 5000\n");
    (
        "A bridge of two storeys with a heavy block in the middle.".into(),
        text,
    )
}
