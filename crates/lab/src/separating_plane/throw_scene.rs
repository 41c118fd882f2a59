//! Random scenes of bodies that are thrown at each other.

use crate::Dice;
use crate::soak::attitude;
use std::fmt::Write;

const SEED: u64 = 40;
/// Largest speed, m/s, and largest spin, rad/s.
const SPEED: f64 = 20.0;
const SPIN: f64 = 20.0;
/// Every body fits into a ball of this radius, m.
const REACH: f64 = 0.15;

/// The kinds of scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Two bodies without gravity, alone in space: their momentum stays.
    Pair,
    /// Six bodies over a floor.
    Crowd,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Pair, Self::Crowd];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Crowd => "crowd",
        }
    }

    fn bodies(self) -> usize {
        match self {
            Self::Pair => 2,
            Self::Crowd => 6,
        }
    }
}

/// Returns the scene of a kind and a seed as text: `steps` steps of a fiftieth to a two-hundredth of a second.
pub fn throw_scene(kind: Kind, seed: u64, steps: usize) -> String {
    let mut dice = Dice::new(SEED + kind.bodies() as u64, seed);
    let time_step = dice.pick(&[0.005, 0.01, 0.02]);
    let duration = time_step * steps as f64;
    let rho = dice.pick(&["1e-3", "1e-4", "1e-5"]);
    let gravity = if kind == Kind::Pair { 0.0 } else { -9.81 };
    let friction = dice.pick(&[0.0, 0.3, 1.0]);
    let mut text = format!(
        "[simulation]\ntime_step = {time_step:?}\nduration = {duration:?}\nrelaxation = {rho}\n\
         contact_model = \"separating_plane\"\ngravity = [0, 0, {gravity:?}]\n\n\
         [material.any]\nfriction = {friction:?}\n"
    );
    if kind == Kind::Crowd {
        floor(&mut text, &mut dice);
    }
    for i in 0..kind.bodies() {
        body(&mut text, kind, i, &mut dice);
    }
    text
}

/// A half-space, or the top of a plate, at z = 0.
fn floor(text: &mut String, dice: &mut Dice) {
    let (shape, z) = match dice.chance(0.5) {
        true => ("halfspace]\nnormal = [0, 0, 1]", 0.0),
        false => ("box]\nhalf_extents = [3.0, 3.0, 0.05]", -0.05),
    };
    write!(
        text,
        "\n[shape.floor.{shape}\n\n[[body]]\nname = \"floor\"\nfixed = true\nshape = \"floor\"\n\
         material = \"any\"\nposition = [0, 0, {z:?}]\n"
    )
    .expect("writing to a string");
}

/// Body `i` in a place of its own, thrown at a point near the middle.
fn body(text: &mut String, kind: Kind, i: usize, dice: &mut Dice) {
    let angle = std::f64::consts::TAU * i as f64 / kind.bodies() as f64;
    let around = 2.0 * REACH * kind.bodies() as f64 / 3.0 + dice.within(0.1, 0.4);
    let place = [
        around * angle.cos(),
        around * angle.sin(),
        dice.within(0.3, 0.7),
    ];
    let target = [0.0, 0.0, 0.4].map(|x| x + dice.within(-0.1, 0.1));
    let way: [f64; 3] = std::array::from_fn(|k| target[k] - place[k]);
    let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
    let speed = dice.within(0.1, 1.0) * SPEED;
    let velocity = way.map(|x| x * speed / length);
    let spin = [0; 3].map(|_| dice.within(-SPIN, SPIN) / 3f64.sqrt());
    let (quat, density) = (attitude(dice), 10f64.powf(dice.within(2.0, 4.0)));
    write!(
        text,
        "\n[shape.stone{i}.{}\n[[body]]\nname = \"stone{i}\"\nshape = \"stone{i}\"\n\
         material = \"any\"\nposition = {place:?}\nquat_wxyz = {quat:?}\ndensity = {density:?}\n\
         velocity = {velocity:?}\nangular_velocity = {spin:?}\n",
        shape(dice)
    )
    .expect("writing to a string");
}

/// The kind of a shape and its sizes.
fn shape(dice: &mut Dice) -> String {
    let kind = *dice.pick(&["plate", "box", "tetrahedron", "hull", "sphere", "capsule"]);
    let mut size = |low: f64, high: f64| REACH * dice.within(low, high);
    let (a, b, c) = (size(0.2, 0.55), size(0.2, 0.55), size(0.2, 0.55));
    let thin = size(0.005, 0.05);
    match kind {
        "plate" => format!("box]\nhalf_extents = [{a:?}, {b:?}, {thin:?}]\n"),
        "box" => format!("box]\nhalf_extents = [{a:?}, {b:?}, {c:?}]\n"),
        "sphere" => format!("sphere]\nradius = {a:?}\n"),
        "capsule" => format!("capsule]\nradius = {:?}\nlength = {b:?}\n", 0.5 * a),
        "tetrahedron" => format!(
            "polytope]\nvertices = [[{a:?}, {b:?}, {c:?}], [{:?}, {:?}, {c:?}], [{:?}, {b:?}, {:?}], [{a:?}, {:?}, {:?}]]\n",
            -a, -b, -a, -c, -b, -c
        ),
        _ => {
            let mut points = Vec::new();
            for (axis, reach) in [a, b, c].into_iter().enumerate() {
                for sign in [1.0, -1.0] {
                    let mut point = [0; 3].map(|_| 0.2 * dice.within(-thin, thin));
                    point[axis] = sign * reach;
                    points.push(point);
                }
            }
            for _ in 0..dice.index(8) {
                points.push([a, b, c].map(|reach| reach * dice.within(-0.6, 0.6)));
            }
            format!("polytope]\nvertices = {points:?}\n")
        }
    }
}
