//! Random scenes: every kind of shape, motion and setting, at sizes from 1 cm to 1 m, free of overlap
//! at the start.

use crate::Dice;
use std::f64::consts::PI;
use std::fmt::Write;

const SEED: u64 = 32;
/// Simulated time, s.
const SECONDS: f64 = 2.0;
/// Every stone fits into a ball of so many times the size of the scene about its frame.
const REACH: f64 = 1.75;

/// The scene of a seed as text: 1 to 8 bodies that fall onto a floor, some pushed, some driven.
pub fn random_scene(seed: u64) -> String {
    let mut dice = Dice::new(SEED, seed);
    let size = 10f64.powf(dice.within(-2.0, 0.0));
    // steps of 0.01 to 0.14 sqrt(L / g), as for 1 to 14 ms at 10 cm
    let time_step = dice.within(0.01, 0.14) * (size / 9.81).sqrt();
    let time_step = (time_step * 1e5).round().max(1.0) * 1e-5;
    let rho = *dice.pick(&["1e-4", "1e-5", "1e-6", "1e-7"]);
    let mut text = format!(
        "# random scene {seed}\n[simulation]\ntime_step = {time_step:?}\nduration = {SECONDS:?}\n\
         relaxation = {rho}\n"
    );
    let planar = dice.chance(0.1);
    let settings = [
        (0.1, "gravity = [1.0, -2.0, -8.0]\n"),
        (0.1, "friction_cone = \"pyramid\"\n"),
        (f64::from(u8::from(planar)), "planar = \"xz\"\n"),
    ];
    for (chance, line) in settings {
        if dice.chance(chance) {
            text += line;
        }
    }
    for material in ["soft", "hard"] {
        let friction = dice.pick(&[0.0, 0.1, 0.3, 0.5, 0.8, 1.2]);
        let torsional = size * dice.within(0.0, 0.2);
        let torsion = match dice.chance(0.5) && *friction > 0.0 {
            true => format!("torsional_friction = {torsional:?}\n"),
            false => String::new(),
        };
        write!(
            text,
            "\n[material.{material}]\nfriction = {friction:?}\n{torsion}"
        )
        .expect("writing to a string");
    }
    floor(&mut text, size, planar, &mut dice);
    let count = 1 + dice.index(8);
    for i in 0..count {
        stone(&mut text, i, size, planar, &mut dice);
    }
    if dice.chance(0.2) {
        let force = [0; 3].map(|_| dice.within(-500.0, 500.0) * size.powi(3));
        write!(
            text,
            "\n[[wrench]]\nbody = \"stone0\"\nforce = {force:?}\nfrom = 0.2\nto = 0.9\n"
        )
        .expect("writing to a string");
    }
    text
}

/// A plane or the top of a large box, at z = 0; sometimes two walls beside.
fn floor(text: &mut String, size: f64, planar: bool, dice: &mut Dice) {
    *text += "\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n";
    let (wide, thick) = (10.0 * size, 0.5 * size);
    writeln!(
        text,
        "[shape.slab.box]\nhalf_extents = [{wide:?}, {wide:?}, {thick:?}]"
    )
    .expect("writing to a string");
    let place = match dice.chance(0.5) {
        true => "shape = \"ground\"".to_string(),
        false => format!("shape = \"slab\"\nposition = [0, 0, {:?}]", -thick),
    };
    writeln!(
        text,
        "[[body]]\nname = \"floor\"\nfixed = true\nmaterial = \"hard\"\n{place}"
    )
    .expect("writing to a string");
    if planar || !dice.chance(0.3) {
        return;
    }
    for (name, side) in [("west", 1.0), ("east", -1.0)] {
        let x = -side * (3.0 * REACH) * size;
        writeln!(
            text,
            "[shape.{name}.halfspace]\nnormal = [{side:?}, 0, 0]\n\
             [[body]]\nname = \"{name}\"\nfixed = true\nshape = \"{name}\"\nposition = [{x:?}, 0, 0]"
        )
        .expect("writing to a string");
    }
}

/// Stone `i` in a place of its own; the first is driven now and then.
fn stone(text: &mut String, i: usize, size: f64, planar: bool, dice: &mut Dice) {
    let (shapes, kind) = shape(i, size, dice);
    let place = 2.0 * REACH * size * 1.02;
    let cell = [i % 2, i / 2 % 2, i / 4].map(|k| k as f64);
    let [x, y] = [0, 1].map(|k| place * (cell[k] - 0.5));
    let z = place * (cell[2] + 0.51);
    let y = if planar { 0.0 } else { y };
    let z = if planar { place * (i as f64 + 0.51) } else { z };
    let speed = (9.81 * size).sqrt();
    let mut any = |scale: f64| [0; 3].map(|_| dice.within(-scale, scale));
    let (mut velocity, mut spin) = (any(speed), any(speed / size));
    let mut quat = attitude(dice);
    if planar {
        (velocity[1], spin[0], spin[2]) = (0.0, 0.0, 0.0);
        quat = [1.0, 0.0, 0.0, 0.0];
    }
    let material = dice.pick(&["soft", "hard"]);
    write!(
        text,
        "\n{shapes}[[body]]\nname = \"stone{i}\"\nshape = \"stone{i}\"\nmaterial = \"{material}\"\n\
         position = [{x:?}, {y:?}, {z:?}]\nquat_wxyz = {quat:?}\n"
    )
    .expect("writing to a string");
    // the quadrature of the mass of a sum takes longer than its simulation
    let density = 10f64.powf(dice.within(2.0, 4.0));
    let mass = density * size.powi(3);
    let inertia = [0.5 * mass * size * size; 3];
    *text += &match kind == "minkowski" {
        true => format!("mass = {mass:?}\ninertia = {inertia:?}\ncentre_of_mass = [0, 0, 0]\n"),
        false => format!("density = {density:?}\n"),
    };
    if i == 0 && dice.chance(0.2) {
        let (stiffness, damping) = (200.0 * mass / size, 20.0 * mass / size.sqrt());
        let (a, b) = (z, 0.6 * size * REACH);
        writeln!(
            text,
            "driven = {{ stiffness = {stiffness:?}, damping = {damping:?}, keyframes = [\n    \
             {{ time = 0, position = [{x:?}, {y:?}, {a:?}] }},\n    \
             {{ time = 1, position = [0, {y:?}, {b:?}] }},\n    \
             {{ time = 2, position = [{:?}, {y:?}, {b:?}] }},\n] }}",
            -x
        )
        .expect("writing to a string");
    } else {
        writeln!(text, "velocity = {velocity:?}\nangular_velocity = {spin:?}")
            .expect("writing to a string");
    }
}

/// The shapes of stone `i`, the last of them called `stone{i}`, and its kind.
fn shape(i: usize, size: f64, dice: &mut Dice) -> (String, &'static str) {
    let mut length = |part: f64| part * size * dice.within(0.3, 1.0);
    let (a, b, c, d) = (length(1.0), length(1.0), length(1.0), length(0.3));
    let kind = *dice.pick(&[
        "box",
        "sphere",
        "ellipsoid",
        "capsule",
        "cylinder",
        "cone",
        "polytope",
        "padded_polytope",
        "minkowski",
        "bundle",
    ]);
    let half_angle = dice.within(0.25, 0.7);
    let body = match kind {
        "box" => format!("half_extents = [{a:?}, {b:?}, {c:?}]\n"),
        "sphere" => format!("radius = {a:?}\n"),
        "ellipsoid" => format!("semi_axes = [{a:?}, {b:?}, {c:?}]\n"),
        "capsule" => format!("radius = {:?}\nlength = {b:?}\n", 0.5 * a),
        "cylinder" => format!("radius = {a:?}\nlength = {b:?}\n"),
        "cone" => format!("height = {:?}\nhalf_angle = {half_angle:?}\n", 1.4 * a),
        "polytope" => corners([a, b, c], dice),
        "padded_polytope" => format!("radius = {d:?}\n{}", corners([a, b, c], dice)),
        "minkowski" => return (sum(i, [a, b, c, d]), kind),
        _ => return (bundle(i, [a, b, c, d]), kind),
    };
    (format!("[shape.stone{i}.{kind}]\n{body}"), kind)
}

/// A box with a capsule around it.
fn sum(i: usize, [a, b, c, d]: [f64; 4]) -> String {
    let first = format!(
        "[shape.core{i}.box]\nhalf_extents = [{:?}, {:?}, {:?}]\n",
        0.6 * a,
        0.6 * b,
        0.6 * c
    );
    let second = format!(
        "[shape.coat{i}.capsule]\nradius = {d:?}\nlength = {:?}\n",
        0.4 * b
    );
    let sum = format!("[shape.stone{i}.minkowski]\nof = [\"core{i}\", \"coat{i}\"]\n");
    [first, second, sum].concat()
}

/// A bar with a knob at both ends.
fn bundle(i: usize, [a, b, c, d]: [f64; 4]) -> String {
    let first = format!(
        "[shape.bar{i}.box]\nhalf_extents = [{:?}, {:?}, {:?}]\n",
        0.8 * a,
        0.3 * b,
        0.3 * c
    );
    let second = format!("[shape.knob{i}.sphere]\nradius = {d:?}\n");
    let places = [-0.8 * a, 0.8 * a].map(|x| {
        format!(
            "{{ shape = \"knob{i}\", position = [{x:?}, 0, {:?}] }}",
            0.3 * d
        )
    });
    let parts = format!(
        "[shape.stone{i}.bundle]\nparts = [\"bar{i}\", {}]\n",
        places.join(", ")
    );
    [first, second, parts].concat()
}

/// Corners on the axes and a few more in between.
fn corners(reach: [f64; 3], dice: &mut Dice) -> String {
    let mut points = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut point = [0.0; 3];
            point[axis] = sign * reach[axis] * dice.within(0.7, 1.0);
            points.push(point);
        }
    }
    for _ in 0..dice.index(5) {
        points.push(reach.map(|reach| reach * dice.within(-0.5, 0.5)));
    }
    format!("vertices = {points:?}\n")
}

/// A random attitude as a unit quaternion, scalar first.
pub(crate) fn attitude(dice: &mut Dice) -> [f64; 4] {
    let axis = [0; 3].map(|_| dice.within(-1.0, 1.0));
    let half = dice.within(0.0, PI);
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-9);
    let [x, y, z] = axis.map(|x| half.sin() * x / length);
    let norm = (half.cos().powi(2) + x * x + y * y + z * z).sqrt();
    [half.cos(), x, y, z].map(|part| part / norm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::Scene;

    /// Valid, without overlaps at the start, and of every kind.
    #[test]
    fn random_scenes_are_valid_and_various() {
        let mut all = String::new();
        for seed in 0..200 {
            let text = random_scene(seed);
            let scene = Scene::parse(&text, "random").unwrap_or_else(|e| panic!("{seed}: {e}"));
            let overlap = |warning: &&drystone::Error| warning.why.contains("overlap");
            let first = scene.warnings.iter().find(overlap);
            assert!(first.is_none(), "{seed}: {}", first.expect("some"));
            all += &text;
        }
        for word in [
            ".box]",
            ".sphere]",
            ".ellipsoid]",
            ".capsule]",
            ".cylinder]",
            ".cone]",
            ".polytope]",
            ".padded_polytope]",
            ".minkowski]",
            ".bundle]",
            "driven",
            "[[wrench]]",
            "planar",
            "pyramid",
            "gravity",
            "\"slab\"",
            "\"west\"",
        ] {
            assert!(all.contains(word), "{word}");
        }
    }
}
