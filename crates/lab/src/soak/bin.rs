//! Twenty mixed stones in a bin that is shaken along and tilted, four seconds over and over.

use crate::Dice;
use crate::heaps::{Stones, shape};
use std::fmt::Write;

/// Steps after which the bin is where it was.
pub(super) const PERIOD: usize = 400;
/// Number of stones.
const COUNT: usize = 20;
/// Width of the place of a stone at the start, m.
const PLACE: f64 = 0.32;
/// Half the inner width of the bin, and half its height, m.
const HALF: f64 = 0.34;
const RISE: f64 = 1.0;
const SEED: u64 = 31;

/// The scene of start number `start`.
pub(super) fn scene(start: u64) -> String {
    let mut text = format!(
        "[simulation]\ntime_step = 0.01\nduration = {:?}\nrelaxation = 1e-6\nlength = 0.1\n\n\
         [material.default]\nfriction = 0.4\ntorsional_friction = 0.01\n\n{}",
        0.01 * PERIOD as f64,
        bin()
    );
    let shapes = [Stones::Mixed.shapes(), Stones::Bundles.shapes()].concat();
    shapes.iter().for_each(|name| text += shape(name));
    let mut dice = Dice::new(SEED, start);
    for i in 0..COUNT {
        let name = dice.pick(&shapes);
        let cell = [i % 2, i / 2 % 2, i / 4].map(|k| k as f64);
        let [x, y] = [0, 1].map(|k| PLACE * (cell[k] - 0.5));
        let (z, quat) = (
            0.2 + PLACE * cell[2],
            super::random_scene::attitude(&mut dice),
        );
        writeln!(
            text,
            "[[body]]\nname = \"{name}{i}\"\nshape = \"{name}\"\nposition = [{x:?}, {y:?}, {z:?}]\n\
             quat_wxyz = {quat:?}\n"
        )
        .expect("writing to a string");
    }
    text
}

/// Five walls as one prescribed body, which ends where it began.
fn bin() -> String {
    let (thick, wide) = (0.1, HALF + 0.2);
    let out = HALF + thick;
    let frame = |time: f64, [x, y, z]: [f64; 3], tilt: f64| {
        let half: f64 = 0.5 * tilt;
        let (cos, sin) = (half.cos(), half.sin());
        format!(
            "    {{ time = {time:?}, position = [{x:?}, {y:?}, {z:?}], quat_wxyz = [{cos:?}, {sin:?}, 0, 0] }},\n"
        )
    };
    let frames = [
        frame(0.0, [0.0; 3], 0.0),
        frame(0.5, [0.06, 0.0, 0.0], 0.0),
        frame(1.0, [-0.06, 0.02, 0.0], 0.1),
        frame(1.5, [0.0, -0.06, 0.05], -0.1),
        frame(2.0, [0.0, 0.0, 0.0], 0.25),
        frame(2.5, [0.04, 0.04, 0.08], 0.0),
        frame(3.0, [-0.04, -0.04, 0.0], -0.25),
        frame(3.5, [0.0, 0.0, 0.04], 0.0),
        frame(4.0, [0.0; 3], 0.0),
    ];
    format!(
        "[shape.bottom.box]\nhalf_extents = [{wide:?}, {wide:?}, {thick:?}]\n\
         [shape.side.box]\nhalf_extents = [{thick:?}, {wide:?}, {RISE:?}]\n\
         [shape.end.box]\nhalf_extents = [{wide:?}, {thick:?}, {RISE:?}]\n\
         [shape.bin.bundle]\nparts = [\n    {{ shape = \"bottom\", position = [0, 0, {:?}] }},\n\
         \x20   {{ shape = \"side\", position = [{out:?}, 0, {RISE:?}] }},\n\
         \x20   {{ shape = \"side\", position = [{:?}, 0, {RISE:?}] }},\n\
         \x20   {{ shape = \"end\", position = [0, {out:?}, {RISE:?}] }},\n\
         \x20   {{ shape = \"end\", position = [0, {:?}, {RISE:?}] }},\n]\n\n\
         [[body]]\nname = \"bin\"\nshape = \"bin\"\n\
         prescribed = {{ interpolation = \"smooth\", keyframes = [\n{}] }}\n\n",
        -thick,
        -out,
        -out,
        frames.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::Scene;

    /// The bin ends a period where it begins it, so that one follows the other.
    #[test]
    fn the_bin_comes_back() {
        let scene = Scene::parse(&super::scene(3), "bin").expect("a valid scene");
        assert_eq!(scene.settings.steps, PERIOD);
        assert_eq!(scene.model.bodies.len(), COUNT + 1);
        let mut input = drystone::world::Input::default();
        scene.input_at(PERIOD - 1, &scene.initial, &mut input);
        let (end, start) = (&input.commands[0], &scene.initial.bodies[0]);
        assert!((end.position - start.position).norm() < 1e-12);
        assert!(end.rotation.angle_to(&start.rotation) < 1e-12);
        assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    }
}
