//! The scenes and their starts, made from seeds here and nowhere else.

use crate::scene::{Brick, Fixed, Kind, Node, Scene};
use drystone::math::Dice;
use drystone::math::{Rot, Vec3, rotation_from_wxyz};
use drystone_lab::drop::Dropped;
use std::f64::consts::PI;

/// Half-size of the boxes of stacks and piles, m.
const HALF: f64 = 0.1;
/// Seeds of the starts of stacks, piles and pegs (those of drops are the ones of `drystone study drop`).
const SEEDS: [u64; 3] = [11, 12, 13];
/// Piles: number of boxes, columns along each side of the bin, starts.
const PILES: [(usize, usize, usize); 3] = [(10, 2, 3), (50, 3, 1), (200, 5, 1)];
/// Width of a column of a pile at its start, m: a box turns in it without touching its neighbours.
const CELL: f64 = 0.38;

/// Everything that is run; `quick` has few starts and the small pile only.
pub fn scenes(quick: bool) -> Vec<Scene> {
    let mut out = vec![drop(if quick { 5 } else { 100 })];
    out.extend([2, 4, 10].map(|n| stack(n, if quick { 1 } else { 10 })));
    let piles = if quick { &PILES[..1] } else { &PILES };
    out.extend(piles.iter().map(|&(n, columns, starts)| {
        let starts = if quick { 1 } else { starts };
        pile(n, columns, starts)
    }));
    out.push(peg(if quick { 2 } else { 10 }));
    out
}

/// A cube of half-size 0.5 m and 1 kg, random pose, velocity and spin.
pub fn drop(starts: u32) -> Scene {
    let half = Vec3::repeat(0.5);
    let start = |index| {
        let start = Dropped::Cube.start(index);
        vec![Node {
            position: Vec3::from(start.position),
            rotation: rotation_from_wxyz(start.quat_wxyz),
            velocity: Vec3::from(start.velocity),
            spin: Vec3::from(start.angular_velocity),
        }]
    };
    Scene {
        name: "drop".into(),
        kind: Kind::Drop,
        bricks: vec![Brick { half, mass: 1.0 }],
        fixed: vec![Fixed::Ground],
        friction: 0.5,
        seconds: 3.0,
        timed_seconds: 1.5,
        starts: (0..starts).map(start).collect(),
    }
}

/// Cubes on each other, touching: exactly stacked at first, then each up to 5 mm off and turned by
/// up to 0.1 rad.
pub fn stack(n: usize, starts: u64) -> Scene {
    let start = |index: u64| {
        let mut dice = Dice::new(SEEDS[0], index);
        let loose = if index == 0 { 0.0 } else { 1.0 };
        let mut any = |scale: f64| dice.within(-scale, scale) * loose;
        let place = |i: usize| {
            let (x, y) = (any(0.005), any(0.005));
            let height = HALF * (2 * i + 1) as f64;
            let turn = Rot::from_scaled_axis(Vec3::z() * any(0.1));
            Node::at_rest(Vec3::new(x, y, height), turn)
        };
        (0..n).map(place).collect()
    };
    Scene {
        name: format!("stack{n}"),
        kind: Kind::Stack,
        bricks: vec![cube(); n],
        fixed: vec![Fixed::Ground],
        friction: 0.5,
        seconds: 2.0,
        timed_seconds: 2.0,
        starts: (0..starts).map(start).collect(),
    }
}

/// Cubes with any orientation fall from a loose lattice into a square bin, `columns` wide.
pub fn pile(n: usize, columns: usize, starts: usize) -> Scene {
    let width = CELL * columns as f64;
    let layers = n.div_ceil(columns * columns);
    let start = |index: usize| {
        let mut dice = Dice::new(SEEDS[1], (1000 * n + index) as u64);
        let mut any = |scale: f64| dice.within(-scale, scale);
        let place = |i: usize| {
            let cell = [i % columns, i / columns % columns, i / (columns * columns)];
            let corner = Vec3::new(width, width, 0.0) * -0.5;
            let centre = Vec3::from(cell.map(|k| CELL * (k as f64 + 0.5)));
            let axis = Vec3::from_fn(|_, _| any(1.0));
            let turn = Rot::from_scaled_axis(axis.normalize() * any(PI));
            Node::at_rest(corner + centre + Vec3::from_fn(|_, _| any(0.008)), turn)
        };
        (0..n).map(place).collect()
    };
    let (thick, high) = (0.1, 0.5 * CELL * (layers + 1) as f64);
    let wall = |x: f64, y: f64| {
        let reach = 0.5 * width + thick;
        let across = |side: f64| {
            if side == 0.0 { reach + thick } else { thick }
        };
        Fixed::Block {
            half: Vec3::new(across(x), across(y), high),
            position: Vec3::new(x * reach, y * reach, high),
        }
    };
    Scene {
        name: format!("pile{n}"),
        kind: Kind::Pile,
        bricks: vec![cube(); n],
        fixed: vec![
            Fixed::Ground,
            wall(-1.0, 0.0),
            wall(1.0, 0.0),
            wall(0.0, -1.0),
            wall(0.0, 1.0),
        ],
        friction: 0.5,
        seconds: 2.0,
        timed_seconds: 2.0,
        starts: (0..starts).map(start).collect(),
    }
}

/// `scenarios/peg_in_hole.toml`: 1 % clearance, friction 0.03. The first start is that of the file;
/// the others lean by up to 0.03 rad about both axes, the middle of the lower face up to 0.2 mm off
/// that of the hole, the lowest corner 1 mm above the mouth.
pub fn peg(starts: u64) -> Scene {
    let half = Vec3::new(0.0495, 0.0495, 0.12);
    let brick = Brick { half, mass: 1.0 };
    let block = |half: [f64; 3], position: [f64; 3]| Fixed::Block {
        half: Vec3::from(half),
        position: Vec3::from(position),
    };
    let start = |index: u64| {
        if index == 0 {
            let turn = rotation_from_wxyz([0.999887502109, 0.013926628101, 0.00557065124041, 0.0]);
            return vec![Node::at_rest(
                Vec3::new(0.001537, -0.003442, 0.322876),
                turn,
            )];
        }
        let mut dice = Dice::new(SEEDS[2], index);
        let mut any = |scale: f64| dice.within(-scale, scale);
        let turn = Rot::new(Vec3::new(any(0.03), any(0.03), 0.0));
        let face = turn * Vec3::z() * -half.z;
        let mut at = Node::at_rest(Vec3::new(any(2e-4), any(2e-4), 0.0) - face, turn);
        at.position.z += MOUTH + 0.001 - brick.bottom(&at);
        vec![at]
    };
    let starts = (0..starts).map(start).collect();
    Scene {
        name: "peg".into(),
        kind: Kind::Peg,
        bricks: vec![brick],
        fixed: vec![
            block([0.2, 0.2, 0.05], [0.0, 0.0, -0.05]),
            block([0.05, 0.2, 0.1], [-0.1, 0.0, 0.1]),
            block([0.05, 0.2, 0.1], [0.1, 0.0, 0.1]),
            block([0.05, 0.05, 0.1], [0.0, -0.1, 0.1]),
            block([0.05, 0.05, 0.1], [0.0, 0.1, 0.1]),
        ],
        friction: 0.03,
        seconds: 2.0,
        timed_seconds: 2.0,
        starts,
    }
}

/// Height of the mouth of the peg's hole above its floor, m.
const MOUTH: f64 = 0.2;

fn cube() -> Brick {
    Brick {
        half: Vec3::repeat(HALF),
        mass: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::deepest;

    /// No engine begins with the boxes inside each other: stacks touch, all else is apart.
    #[test]
    fn nothing_overlaps_at_the_start() {
        for scene in scenes(false) {
            for start in &scene.starts {
                assert_eq!(start.len(), scene.bricks.len());
                let depth = deepest(&scene, start);
                assert!(depth < 1e-12, "{}: {depth:e}", scene.name);
            }
        }
    }

    #[test]
    fn starts_differ_and_repeat() {
        for (a, b) in scenes(false).iter().zip(&scenes(false)) {
            assert_eq!(a.starts, b.starts);
            for (i, start) in a.starts.iter().enumerate() {
                assert!(!a.starts[..i].contains(start), "{} {i}", a.name);
            }
        }
    }
}
