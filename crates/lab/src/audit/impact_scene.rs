//! The scene of an impact: two bodies that meet in empty space.

use super::shapes::{KINDS, PLANE, direction, log_within, mass, shape};
use crate::Dice;
use crate::soak::attitude;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::scene::Scene;
use std::fmt::Write;

const SEED: u64 = 3203;
/// Body that is met; it comes first.
pub(super) const TARGET: usize = 0;
/// Body that comes.
pub(super) const STONE: usize = 1;
/// Length of a step in sqrt(L / g).
const STEP: f64 = 0.1;
/// Friction is 0 or one of these.
const FRICTION: [f64; 4] = [0.0, 0.2, 0.5, 1.0];

/// An impact before it is a scene.
#[derive(Debug, Clone)]
pub(super) struct Impact {
    /// Kinds of both bodies, the target first.
    pub kinds: [&'static str; 2],
    /// Whether the target moves, too.
    pub both_move: bool,
    /// Relative speed in half-sizes of the smaller body per step.
    pub speed: f64,
    /// Length of a step, s.
    pub time_step: f64,
    /// Relaxation.
    pub rho: f64,
    /// The scene.
    pub text: String,
}

impl Impact {
    /// Impact `index`: the kinds of the bodies go through all ordered pairs, all else is random.
    ///
    /// # Errors
    /// None that its own scenes give.
    pub fn new(index: u64) -> Result<Self> {
        let mut dice = Dice::new(SEED, index);
        let supports = KINDS.len() + 1;
        let pair = index as usize % (KINDS.len() * supports);
        let target = KINDS.get(pair % supports).copied().unwrap_or(PLANE);
        let kinds = [target, KINDS[pair / supports]];
        let both_move = target != PLANE && dice.chance(0.5);
        let size = log_within(0.01, 1.0, &mut dice);
        let ratio = match dice.chance(0.8) {
            true => log_within(0.5, 2.0, &mut dice),
            false => log_within(0.1, 10.0, &mut dice),
        };
        let sizes = [size * ratio, size];
        let smaller = sizes[0].min(sizes[1]);
        let time_step = STEP * (smaller / 9.81).sqrt();
        let speed = log_within(0.1, 50.0, &mut dice);
        let rho = *dice.pick(&[1e-8, 1e-6, 1e-6, 1e-5]);
        let mut text = format!("[material.skin]\nfriction = {:?}\n", dice.pick(&FRICTION));
        for (k, name) in ["target", "stone"].into_iter().enumerate() {
            text += &shape(name, kinds[k], sizes[k], &mut dice);
        }
        let densities = [0; 2].map(|_| log_within(300.0, 8000.0, &mut dice));
        let attitudes = [0; 2].map(|_| attitude(&mut dice));
        let radii = extents(&text, kinds)?;
        // the way of the stone as seen from the target, and how far it passes beside its centre
        let mut way = Vec3::from(direction(&mut dice));
        if target == PLANE {
            way = Vec3::new(way.x, way.y, -way.z.abs().max(0.2)).normalize();
        }
        let beside = way.cross(&Vec3::from(direction(&mut dice)));
        let beside = beside.try_normalize(1e-3).unwrap_or_default();
        let travel = speed * smaller;
        let gap = travel * dice.within(0.05, 1.3).min(4.0 * smaller / travel + 0.05);
        let reach = radii[0] + radii[1];
        let start = match target {
            PLANE => -way * ((radii[1] + gap) / -way.z),
            _ => -way * (reach + gap) + beside * (0.4 * reach * dice.within(0.0, 1.0)),
        };
        let steps = ((start.norm() + 2.0 * reach) / travel).ceil() + 2.0;
        let share = if both_move {
            dice.within(0.0, 1.0)
        } else {
            1.0
        };
        let velocity = way * (travel / time_step);
        let turns = [0; 2].map(|_| match dice.chance(0.5) {
            true => Vec3::zeros(),
            false => Vec3::from(direction(&mut dice)) * (dice.within(0.0, 0.3) / time_step),
        });
        write!(
            text,
            "[simulation]\ntime_step = {time_step:?}\nduration = {:?}\nrelaxation = {rho:e}\n\
             gravity = [0, 0, 0]\n",
            steps * time_step
        )
        .expect("writing to a string");
        for (k, name) in ["target", "stone"].into_iter().enumerate() {
            let (position, velocity) = match k {
                TARGET => (Vec3::zeros(), velocity * (share - 1.0)),
                _ => (start, velocity * share),
            };
            write!(
                text,
                "[[body]]\nname = \"{name}\"\nshape = \"{name}\"\nmaterial = \"skin\"\n\
                 position = {:?}\n",
                position.as_slice()
            )
            .expect("writing to a string");
            if kinds[k] != PLANE {
                writeln!(text, "quat_wxyz = {:?}", attitudes[k]).expect("writing to a string");
            }
            text += &match k == TARGET && !both_move {
                true => "fixed = true\n".to_string(),
                false => format!(
                    "{}velocity = {:?}\nangular_velocity = {:?}\n",
                    mass(kinds[k], sizes[k], densities[k]),
                    velocity.as_slice(),
                    turns[k].as_slice()
                ),
            };
        }
        Ok(Self {
            kinds,
            both_move,
            speed,
            time_step,
            rho,
            text,
        })
    }
}

/// Radii of the bodies about their centres of mass, m; 0 of a plane.
fn extents(shapes: &str, kinds: [&str; 2]) -> Result<[f64; 2]> {
    let mut text = shapes.to_string();
    for (k, name) in ["target", "stone"].into_iter().enumerate() {
        let motion = match kinds[k] == PLANE {
            true => "fixed = true\n".to_string(),
            false => mass(kinds[k], 1.0, 1000.0),
        };
        write!(
            text,
            "[[body]]\nname = \"{name}\"\nshape = \"{name}\"\nmaterial = \"skin\"\n{motion}\
             position = [0, 0, {}]\n",
            100 * k
        )
        .expect("writing to a string");
    }
    let scene = Scene::parse(&text, "extents")?;
    let radius = |k: usize| {
        let extent = scene.model.bodies[k].extent();
        if extent.is_finite() { extent } else { 0.0 }
    };
    Ok([radius(TARGET), radius(STONE)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impacts_are_valid_scenes_of_all_pairs_and_start_apart() {
        let (mut pairs, mut moving) = (std::collections::BTreeSet::new(), 0);
        for index in 0..264 {
            let impact = Impact::new(index).unwrap_or_else(|e| panic!("{index}: {e}"));
            let scene = Scene::parse(&impact.text, "impact");
            let scene = scene.unwrap_or_else(|e| panic!("{index}: {e}"));
            assert!(scene.settings.steps >= 3, "{index}");
            let depth = crate::trial::deepest_overlap(&scene.model, &scene.initial);
            assert_eq!(depth, 0.0, "{index}");
            pairs.insert(impact.kinds);
            moving += usize::from(impact.both_move);
        }
        assert_eq!(pairs.len(), 132);
        assert!((80..160).contains(&moving), "{moving}");
    }
}
