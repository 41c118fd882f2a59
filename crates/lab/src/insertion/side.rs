//! The geometry of ManiSkill's PegInsertionSide: a square peg of half-width 15 to 25 mm and half-length 85 to 125 mm, a block
//! as deep as the peg is long with a hole that leaves 3 mm on each side, somewhat off its middle.
//!
//! Inserted is a peg whose head is no more than 15 mm short of the middle of the block, and inside the hole.

use super::task::{UPRIGHT, hand};
use drystone::math::{Dice, Rot, Vec3};
use std::fmt::Write;

/// Half-widths and half-lengths of pegs, m.
const SIZES: [[f64; 2]; 2] = [[0.015, 0.025], [0.085, 0.125]];
/// Room on each side, m.
const CLEARANCE: f64 = 0.003;
/// How far the head may be from the middle of the block, m.
const SHORT: f64 = 0.015;
/// How far from the mouth the head starts, m.
const AWAY: f64 = 0.01;
/// The hand is off by up to this, m and rad.
const WRONG: [f64; 2] = [0.002, 0.02];
/// Stiffness of the hand, N/m: the weight of the peg pulls it down by 0.3 mm.
const STIFFNESS: f64 = 10_000.0;
/// Random numbers.
const SEED: u64 = 32;

/// Half-width and half-length of the peg of a start, m.
fn sizes(start: u32) -> [f64; 2] {
    let mut dice = Dice::new(SEED, u64::from(start));
    SIZES.map(|[low, high]| dice.within(low, high))
}

/// The hole is along x, its middle at the origin; the peg comes from below zero.
pub(super) fn scene(start: u32) -> String {
    let [half, length] = sizes(start);
    let inner = half + CLEARANCE;
    let mut dice = Dice::new(SEED + 1, u64::from(start));
    let mut any = |scale: f64| dice.within(-scale, scale);
    // the block reaches as far from its own middle as the peg is half as long
    let middle = [0; 2].map(|_| any(0.5 * (length - half)));
    let turn = Rot::new(Vec3::new(0.0, any(1.0), any(1.0)) * WRONG[1]);
    let off = Vec3::new(0.0, any(WRONG[0]), any(WRONG[0]));
    let head = off - Vec3::x() * (length + AWAY);
    let from = head - turn * Vec3::x() * length;
    let to = Vec3::new(-length, from.y, from.z);
    let mut text = format!("[shape.peg.box]\nhalf_extents = [{length:?}, {half:?}, {half:?}]\n");
    let mut parts = String::new();
    for (k, (axis, way)) in [(1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)]
        .into_iter()
        .enumerate()
    {
        let reach = length + way * middle[axis - 1];
        let mut size = [length, 0.0, 0.0];
        let mut place = [0.0; 3];
        // from the hole to the side of the block
        size[axis] = 0.5 * (reach - inner);
        place[axis] = way * (inner + size[axis]);
        size[3 - axis] = 2.0 * length;
        writeln!(text, "[shape.wall{k}.box]\nhalf_extents = {size:?}").expect("to a string");
        writeln!(
            parts,
            "    {{ shape = \"wall{k}\", position = {place:?} }},"
        )
        .expect("to a string");
    }
    let hand = hand(([STIFFNESS; 3], UPRIGHT[0]), &turn, [from, to]);
    text + &format!(
        "[shape.block.bundle]\nparts = [\n{parts}]\n\n[[body]]\nname = \"block\"\nfixed = true\nshape = \"block\"\n\
         \n[[body]]\nname = \"peg\"\nshape = \"peg\"\nmass = 0.3\n{hand}"
    )
}

/// How far the head is past the point that it must reach, m; nothing beside the hole. `position` and
/// `attitude` are those of the peg.
pub(super) fn depth(start: u32, position: &Vec3, attitude: &Rot) -> Option<f64> {
    let [half, length] = sizes(start);
    let head = position + attitude * Vec3::x() * length;
    let inside = head.y.abs().max(head.z.abs()) <= half + CLEARANCE;
    inside.then_some(head.x + SHORT)
}
