//! Random scenes of the audit: one to six bodies of any shape, slow and fast, stiff and smooth, over a
//! floor or in empty space, with driven and prescribed bodies.

use super::shapes::{KINDS, direction, log_within, mass, shape};
use crate::Dice;
use crate::soak::attitude;
use std::fmt::Write;

const SEED: u64 = 3201;
/// Steps of a scene.
const STEPS: usize = 40;
/// Every stone fits into a ball of so many times the size of the scene about its frame.
const REACH: f64 = 2.0;

/// The scene of a seed as text.
pub fn audit_scene(seed: u64) -> String {
    let mut dice = Dice::new(SEED, seed);
    let size = log_within(0.01, 1.0, &mut dice);
    let time_step = dice.within(0.01, 0.15) * (size / 9.81_f64).sqrt();
    let rho = log_within(1e-8, 1e-1, &mut dice);
    let gravity = if dice.chance(0.7) { -9.81 } else { 0.0 };
    let mut text = format!(
        "# audit scene {seed}\n[simulation]\ntime_step = {time_step:?}\nduration = {:?}\n\
         relaxation = {rho:?}\ngravity = [0, 0, {gravity:?}]\n\
         [material.skin]\nfriction = {:?}\n",
        STEPS as f64 * time_step,
        dice.pick(&[0.0, 0.2, 0.5, 1.0])
    );
    floor(&mut text, size, &mut dice);
    let count = 1 + dice.index(6);
    for i in 0..count {
        stone(&mut text, i, size, time_step, &mut dice);
    }
    if dice.chance(0.3) {
        let force = direction(&mut dice).map(|x| 5000.0 * x * size.powi(3));
        write!(
            text,
            "[[wrench]]\nbody = \"stone{}\"\nforce = {force:?}\nfrom = 0\nto = 1e6\n",
            count - 1
        )
        .expect("writing to a string");
    }
    text
}

/// A plane, a slab, a prescribed slab that shakes, or nothing.
fn floor(text: &mut String, size: f64, dice: &mut Dice) {
    let (wide, thick) = (10.0 * size, 0.5 * size);
    let slab = format!("[shape.floor.box]\nhalf_extents = [{wide:?}, {wide:?}, {thick:?}]\n");
    let body = "[[body]]\nname = \"floor\"\nshape = \"floor\"\nmaterial = \"skin\"\n";
    let z = -thick;
    *text += &match dice.index(4) {
        0 => return,
        1 => format!("[shape.floor.halfspace]\nnormal = [0, 0, 1]\n{body}fixed = true\n"),
        2 => format!("{slab}{body}fixed = true\nposition = [0, 0, {z:?}]\n"),
        _ => {
            let speed = (9.81 * size).sqrt();
            let [x, y, rise] = [0.3, 0.3, 0.2].map(|part| part * speed * dice.within(-1.0, 1.0));
            let end = z + rise;
            format!(
                "{slab}{body}prescribed = {{ keyframes = [\n    {{ time = 0, position = [0, 0, {z:?}] }},\n    \
                 {{ time = 1, position = [{x:?}, {y:?}, {end:?}] }},\n] }}\n"
            )
        }
    };
}

/// Driven from `position` to the axis until the time `end`, with stiffness and damping.
fn driven([stiffness, damping]: [f64; 2], position: [f64; 3], end: f64) -> String {
    let axis = [0.0, 0.0, position[2]];
    format!(
        "driven = {{ stiffness = {stiffness:?}, damping = {damping:?}, keyframes = [\n    \
         {{ time = 0, position = {position:?} }},\n    {{ time = {end:?}, position = {axis:?} }},\n] }}\n"
    )
}

/// Stone `i` in a place of its own, mostly slow, sometimes fast; now and then one is driven.
fn stone(text: &mut String, i: usize, size: f64, time_step: f64, dice: &mut Dice) {
    let kind = *dice.pick(&KINDS);
    let place = 2.0 * REACH * size * 1.02;
    let cell = [i % 2, i / 2 % 2, i / 4].map(|k| k as f64);
    // close enough to meet within a few steps
    let lift = size * dice.within(0.0, 0.3);
    let position = [
        0.6 * place * (cell[0] - 0.5),
        0.6 * place * (cell[1] - 0.5),
        place * (0.7 * cell[2] + 0.51) - 0.4 * size + lift,
    ];
    let own = size * dice.within(0.5, 1.0);
    let density = log_within(300.0, 8000.0, dice);
    let per_step = match dice.chance(0.75) {
        true => log_within(1e-3, 0.5, dice),
        false => log_within(0.5, 50.0, dice),
    };
    let turn = match dice.index(3) {
        0 => 0.0,
        1 => log_within(1e-3, 0.5, dice),
        _ => log_within(0.1, 3.0, dice),
    };
    // towards the middle of the floor, more or less
    let mut way = direction(dice);
    way[2] = -way[2].abs();
    let velocity = way.map(|x| x * per_step * own / time_step);
    let spin = match dice.chance(0.5) {
        true => direction(dice),
        false => [0.0, 0.0, 1.0],
    };
    let spin = spin.map(|x| x * turn / time_step);
    let quat = match dice.chance(0.3) {
        true => [1.0, 0.0, 0.0, 0.0],
        false => attitude(dice),
    };
    let name = format!("stone{i}");
    write!(
        text,
        "{}[[body]]\nname = \"{name}\"\nshape = \"{name}\"\nmaterial = \"skin\"\n{}",
        shape(&name, kind, own, dice),
        mass(kind, own, density)
    )
    .expect("writing to a string");
    if i == 0 && dice.chance(0.2) {
        let weight = density * own.powi(3);
        let gains = [200.0 * weight / size, 20.0 * weight / size.sqrt()];
        *text += &driven(gains, position, 2.0 * STEPS as f64 * time_step);
        return;
    }
    write!(
        text,
        "position = {position:?}\nquat_wxyz = {quat:?}\nvelocity = {velocity:?}\nangular_velocity = {spin:?}\n"
    )
    .expect("writing to a string");
}
