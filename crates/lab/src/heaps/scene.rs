//! The scenes: heaps in a bin, and loads of unequal masses.

use super::stones::{Stones, shape};
use crate::Dice;
use std::f64::consts::PI;
use std::fmt::Write;

/// Unit of length of all scenes, m: about the half-size of a stone.
pub(super) const LENGTH: f64 = 0.1;
/// Width of the place of a stone at the start, m: it turns there without touching another.
const PLACE: f64 = 0.32;
/// Seeds of heaps and loads. All cells of a table see the same starts.
const SEEDS: [u64; 2] = [21, 22];

/// The bodies that are simulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Setting {
    /// So many stones fall into a bin.
    Heap(Stones, u32),
    /// Boxes whose masses differ by this factor.
    Load(Load, u32),
}

/// Boxes of unequal masses on a floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// A stack of masses 1, R, 1, R from below.
    LightBelow,
    /// A stack of masses R, 1, R, 1 from below.
    HeavyBelow,
    /// A tilted box of mass R falls on one of mass 1.
    Squeeze,
    /// Five boxes of masses from 1 to R fall on each other.
    Random,
}

impl Load {
    /// All loads.
    pub const ALL: [Load; 4] = [
        Load::LightBelow,
        Load::HeavyBelow,
        Load::Squeeze,
        Load::Random,
    ];

    /// Name in tables and rows.
    pub fn name(self) -> &'static str {
        match self {
            Load::LightBelow => "stack 1 R 1 R",
            Load::HeavyBelow => "stack R 1 R 1",
            Load::Squeeze => "squeeze",
            Load::Random => "random masses",
        }
    }
}

impl Setting {
    /// Returns the name of the stones or of the load, in tables and rows.
    pub fn kind(self) -> &'static str {
        match self {
            Setting::Heap(stones, _) => stones.name(),
            Setting::Load(load, _) => load.name(),
        }
    }

    /// Number of stones, or ratio of masses.
    pub fn size(self) -> u32 {
        match self {
            Setting::Heap(_, size) | Setting::Load(_, size) => size,
        }
    }

    /// Everything of the scene but `[simulation]`; start number `start`.
    pub(super) fn bodies(self, start: u32) -> String {
        match self {
            Setting::Heap(stones, count) => heap(stones, count, start),
            Setting::Load(load, ratio) => loads(load, f64::from(ratio), start),
        }
    }
}

/// Adds a `[[body]]`.
fn body(text: &mut String, name: &str, what: &str) {
    write!(text, "\n[[body]]\nname = \"{name}\"\n{what}\n").expect("writing to a string");
}

/// A random attitude.
fn attitude(dice: &mut Dice) -> [f64; 4] {
    let axis = [0; 3].map(|_| dice.within(-1.0, 1.0));
    let half = dice.within(0.0, PI);
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z] = axis.map(|x| half.sin() * x / length);
    [half.cos(), x, y, z]
}

/// Stones fall in layers, as many side by side as the bin is wide: 2 x 2, from 100 on 3 x 3, from 200
/// on 4 x 4. The bin is made of five half-spaces.
fn heap(stones: Stones, count: u32, start: u32) -> String {
    let wide = match count {
        0..100 => 2,
        100..200 => 3,
        _ => 4,
    };
    let half = 0.5 * PLACE * f64::from(wide);
    let mut text = String::from("[material.default]\nfriction = 0.5\n\n");
    for (side, normal) in SIDES {
        writeln!(text, "[shape.{side}.halfspace]\nnormal = {normal:?}")
            .expect("writing to a string");
    }
    stones.shapes().iter().for_each(|name| text += shape(name));
    for (side, normal) in SIDES {
        let place = normal.map(|n| -half * f64::from(n));
        let [x, y, _] = place;
        let what = format!("fixed = true\nshape = \"{side}\"\nposition = [{x:?}, {y:?}, 0.0]");
        body(&mut text, side, &what);
    }
    let mut dice = Dice::new(SEEDS[0], u64::from(1000 * count + start));
    for i in 0..count {
        let shapes = stones.shapes();
        let name = shapes[(dice.within(0.0, shapes.len() as f64) as usize).min(shapes.len() - 1)];
        let cell = [i % wide, i / wide % wide, i / (wide * wide)].map(f64::from);
        let mut jitter = || dice.within(-0.004, 0.004);
        let [x, y] = [0, 1].map(|k| PLACE * (cell[k] + 0.5) - half + jitter());
        let z = PLACE * (cell[2] + 0.5) + jitter();
        let quat = attitude(&mut dice);
        let what =
            format!("shape = \"{name}\"\nposition = [{x:?}, {y:?}, {z:?}]\nquat_wxyz = {quat:?}");
        body(&mut text, &format!("{name}{}", i + 1), &what);
    }
    text
}

/// Floor and walls, and the normals that point inwards.
const SIDES: [(&str, [i8; 3]); 5] = [
    ("floor", [0, 0, 1]),
    ("west", [1, 0, 0]),
    ("east", [-1, 0, 0]),
    ("south", [0, 1, 0]),
    ("north", [0, -1, 0]),
];

fn loads(load: Load, ratio: f64, start: u32) -> String {
    let mut text = String::from(
        "[material.default]\nfriction = 0.5\n\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
         [shape.block.box]\nhalf_extents = [0.1, 0.1, 0.1]\n",
    );
    body(&mut text, "floor", "fixed = true\nshape = \"ground\"");
    let mut dice = Dice::new(SEEDS[1], start.into());
    let mut block = |i: u32, mass: f64, place: [f64; 3], quat: [f64; 4]| {
        let what = format!(
            "shape = \"block\"\nmass = {mass:?}\nposition = {place:?}\nquat_wxyz = {quat:?}"
        );
        body(&mut text, &format!("block{i}"), &what);
    };
    const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];
    match load {
        Load::LightBelow | Load::HeavyBelow => {
            let heavy = u32::from(load == Load::LightBelow);
            for i in 0..4 {
                let mass = if i % 2 == heavy { ratio } else { 1.0 };
                let [x, y] = [0; 2].map(|_| dice.within(-0.01, 0.01));
                block(i + 1, mass, [x, y, 0.1 + 0.2 * f64::from(i)], UPRIGHT);
            }
        }
        Load::Squeeze => {
            let [x, y] = [0; 2].map(|_| dice.within(-0.05, 0.05));
            block(1, 1.0, [0.0, 0.0, 0.1], UPRIGHT);
            block(2, ratio, [x, y, 0.42], attitude(&mut dice));
        }
        Load::Random => {
            for i in 0..5 {
                let mass = ratio.powf(dice.within(0.0, 1.0));
                let [x, y] = [0; 2].map(|_| dice.within(-0.05, 0.05));
                let z = 0.2 + 0.36 * f64::from(i);
                block(i + 1, mass, [x, y, z], attitude(&mut dice));
            }
        }
    }
    text
}
