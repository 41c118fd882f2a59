//! Random shapes of every kind as text of a scene: primitives, hulls of 6 to 2,000 faces, sums, bundles.

use crate::Dice;
use std::f64::consts::PI;

/// Every kind of bounded shape.
pub(super) const KINDS: [&str; 11] = [
    "box",
    "sphere",
    "ellipsoid",
    "capsule",
    "cylinder",
    "cone",
    "polytope",
    "hull",
    "padded_polytope",
    "minkowski",
    "bundle",
];
/// The shape that is a support only.
pub(super) const PLANE: &str = "halfspace";
/// Least and largest number of faces of a hull.
const FACES: [f64; 2] = [6.0, 2000.0];

/// The tables of a shape `name` of this kind, half-sizes about `size` (m).
pub(super) fn shape(name: &str, kind: &str, size: f64, dice: &mut Dice) -> String {
    let mut length = |part: f64| part * size * dice.within(0.4, 1.0);
    let (a, b, c, d) = (length(1.0), length(1.0), length(1.0), length(0.3));
    let own = match kind {
        "box" => format!("half_extents = [{a:?}, {b:?}, {c:?}]\n"),
        "sphere" => format!("radius = {a:?}\n"),
        "ellipsoid" => format!("semi_axes = [{a:?}, {b:?}, {c:?}]\n"),
        "capsule" => format!("radius = {:?}\nlength = {b:?}\n", 0.5 * a),
        "cylinder" => format!("radius = {a:?}\nlength = {b:?}\n"),
        "cone" => {
            let half_angle = dice.within(0.25, 0.7);
            format!("height = {:?}\nhalf_angle = {half_angle:?}\n", 1.4 * a)
        }
        "polytope" => corners([a, b, c], dice),
        "hull" => hull([a, b, c], dice),
        "padded_polytope" => format!("radius = {d:?}\n{}", corners([a, b, c], dice)),
        "halfspace" => "normal = [0, 0, 1]\n".to_string(),
        "minkowski" => {
            let [x, y, z] = [a, b, c].map(|x| 0.6 * x);
            return format!(
                "[shape.{name}_core.box]\nhalf_extents = [{x:?}, {y:?}, {z:?}]\n\
                 [shape.{name}_coat.capsule]\nradius = {d:?}\nlength = {:?}\n\
                 [shape.{name}.minkowski]\nof = [\"{name}_core\", \"{name}_coat\"]\n",
                0.4 * b
            );
        }
        _ => {
            let [x, y, z] = [0.8 * a, 0.3 * b, 0.3 * c];
            let places = [-0.8 * a, 0.8 * a].map(|x| {
                let z = 0.3 * d;
                format!("{{ shape = \"{name}_knob\", position = [{x:?}, 0, {z:?}] }}")
            });
            return format!(
                "[shape.{name}_bar.box]\nhalf_extents = [{x:?}, {y:?}, {z:?}]\n\
                 [shape.{name}_knob.sphere]\nradius = {d:?}\n\
                 [shape.{name}.bundle]\nparts = [\"{name}_bar\", {}]\n",
                places.join(", ")
            );
        }
    };
    let table = if kind == "hull" { "polytope" } else { kind };
    format!("[shape.{name}.{table}]\n{own}")
}

/// Mass properties of a body of this kind: a density, or, where the mass is an integral that takes longer
/// than a run, numbers of its own.
pub(super) fn mass(kind: &str, size: f64, density: f64) -> String {
    if kind != "minkowski" {
        return format!("density = {density:?}\n");
    }
    let mass = density * size.powi(3);
    let inertia = [0.5 * mass * size * size; 3];
    format!("mass = {mass:?}\ninertia = {inertia:?}\ncentre_of_mass = [0, 0, 0]\n")
}

/// Corners on the axes and a few more in between: 8 to 16 faces.
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

/// Points of an ellipsoid, on a spiral from pole to pole: a hull of triangles.
fn hull(reach: [f64; 3], dice: &mut Dice) -> String {
    let [least, most] = FACES.map(f64::ln);
    let faces = dice.within(least, most).exp();
    let count = (0.5 * faces) as usize + 2;
    let start = dice.within(0.0, 2.0 * PI);
    let points: Vec<[f64; 3]> = (0..count)
        .map(|k| {
            let z = 1.0 - (2 * k + 1) as f64 / count as f64;
            let turn = start + k as f64 * PI * (3.0 - 5_f64.sqrt());
            let r = (1.0 - z * z).sqrt();
            let unit = [r * turn.cos(), r * turn.sin(), z];
            [0, 1, 2].map(|i| reach[i] * unit[i])
        })
        .collect();
    format!("vertices = {points:?}\n")
}

/// A random unit vector.
pub(super) fn direction(dice: &mut Dice) -> [f64; 3] {
    let z = dice.within(-1.0, 1.0);
    let turn = dice.within(0.0, 2.0 * PI);
    let r = (1.0 - z * z).sqrt();
    [r * turn.cos(), r * turn.sin(), z]
}

/// A number between two others, uniform in its logarithm.
pub(super) fn log_within(low: f64, high: f64, dice: &mut Dice) -> f64 {
    dice.within(low.ln(), high.ln()).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::Scene;

    #[test]
    fn every_kind_is_a_shape_of_the_size_asked_for() {
        let (mut cases, mut faces) = (0, Vec::new());
        for kind in KINDS {
            for seed in 0..12 {
                let mut dice = Dice::new(3, seed);
                let text = format!(
                    "{}[[body]]\nname = \"stone\"\nshape = \"stone\"\n{}",
                    shape("stone", kind, 0.2, &mut dice),
                    mass(kind, 0.2, 1000.0)
                );
                let scene = Scene::parse(&text, kind).unwrap_or_else(|e| panic!("{kind}: {e}"));
                let body = &scene.model.bodies[0];
                assert!((0.05..0.5).contains(&body.extent()), "{kind}");
                if kind == "hull" {
                    faces.push(body.parts[0].rows.len());
                }
                cases += 1;
            }
        }
        assert_eq!(cases, 132);
        faces.sort_unstable();
        assert!(faces[0] < 40 && faces[11] > 600, "{faces:?}");
    }
}
