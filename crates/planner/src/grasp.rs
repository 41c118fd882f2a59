//! Where fingertips may touch the object: found from the shapes, along random lines.

use super::clearance::Clearance;
use super::{Manipulator, Space};
use drystone::math::Dice;
use drystone::math::Vec3;
use drystone::shape::Shape;
use drystone::world::{BodyState, State};
use nalgebra::DVector;

/// Lines tried per contact.
const TRIES: usize = 8;
/// Steps along a line.
const STEPS: usize = 20;

/// Distances of every manipulator: from the object, and from everything.
#[derive(Debug)]
pub struct Grasps {
    /// In the order of [`Space::manipulators`].
    fingertips: Vec<Fingertip>,
}

/// Distances of one manipulator.
#[derive(Debug)]
struct Fingertip {
    /// Distance of the tip from the object.
    object: Clearance,
    /// Distance from the object of what is moved along lines: the tip, or the ball at its end.
    probe: Clearance,
    /// Distance of the ball at the end of a chain from everything but the chain; nothing of a driven body.
    others: Option<Clearance>,
    /// Radius that contains the probe, m.
    radius: f64,
    /// Distances of all bodies of the manipulator from everything.
    all: Vec<Clearance>,
}

impl Grasps {
    /// Returns the distances for the manipulators of a space.
    pub fn new(space: &Space) -> Self {
        let (model, object) = (&*space.model, space.spec.object);
        let of_object = |other: usize| other == object;
        let of = |own: &Manipulator| {
            let ball = own
                .tip_radius()
                .and_then(|radius| Shape::sphere(radius).ok());
            let radius = model.bodies[own.tip].extent();
            let foreign = |other: usize| !own.bodies.contains(&other);
            Fingertip {
                object: Clearance::new(model, own.tip, of_object),
                others: (ball.clone())
                    .map(|ball| Clearance::of_shape(model, own.tip, ball, foreign)),
                radius: ball.as_ref().map_or(radius, Shape::bounding_radius),
                probe: match ball {
                    Some(ball) => Clearance::of_shape(model, own.tip, ball, of_object),
                    None => Clearance::new(model, own.tip, of_object),
                },
                all: (own.bodies.iter())
                    .map(|&body| Clearance::new(model, body, |_| true))
                    .collect(),
            }
        };
        Self {
            fingertips: space.manipulators.iter().map(of).collect(),
        }
    }

    /// Distances of the bodies of manipulator `k` from everything.
    pub fn clearances(&self, k: usize) -> &[Clearance] {
        &self.fingertips[k].all
    }

    /// How the distance from the object grows with the numbers of a command, m per unit, for the manipulators whose tips are within
    /// `reach` (m) of it.
    pub fn away(&self, space: &Space, state: &State, reach: f64) -> Vec<Option<DVector<f64>>> {
        let both = space.manipulators.iter().zip(&self.fingertips);
        both.map(|(own, fingertip)| {
            let near = fingertip.object.nearest(&state.bodies[own.tip], state)?;
            let place = (own.tip, near.point);
            (near.gap < reach).then(|| own.gradient(&space.model, state, place, near.away))
        })
        .collect()
    }

    /// Positions of manipulator `k` at which its tip touches the object (`gap` m apart) and it keeps that gap from everything else;
    /// the other bodies as in `state`.
    pub fn sample(
        &self,
        space: &Space,
        k: usize,
        state: &State,
        gap: f64,
        dice: &mut Dice,
    ) -> Option<DVector<f64>> {
        let own = &space.manipulators[k];
        let axes = own.axes(&space.model);
        let object = &state.bodies[space.spec.object];
        let size = space.model.bodies[space.spec.object].extent();
        for _ in 0..TRIES {
            let mut direction = Vec3::zeros();
            let mut at = own.tip_centre(state);
            for &axis in &axes {
                direction[axis] = gauss(dice);
                at[axis] = object.position[axis] + dice.within(-0.7, 0.7) * size;
            }
            let Some(direction) = direction.try_normalize(1e-9) else {
                continue;
            };
            let far = 2.0 * size + self.fingertips[k].radius;
            let start = at + direction * far;
            let Some(found) = self.touch(k, state, (start, -direction), 2.0 * far, gap) else {
                continue;
            };
            if !self.fits(k, state, found, gap) {
                continue;
            }
            let Some(positions) = own.reach(&space.model, state, found, dice) else {
                continue;
            };
            if space.allows(own, &positions) && self.is_free(space, k, state, &positions, gap) {
                return Some(positions);
            }
        }
        None
    }

    /// Returns whether the ball at the end of a chain keeps half of `gap` (m) from everything else with its centre at `place`; what a
    /// driven body keeps is looked at with all of it.
    fn fits(&self, k: usize, state: &State, place: Vec3, gap: f64) -> bool {
        let Some(others) = &self.fingertips[k].others else {
            return true;
        };
        let at = BodyState {
            position: place,
            ..state.bodies[others.body()]
        };
        others.nearer(&at, state, 0.5 * gap).is_none()
    }

    /// Returns whether manipulator `k` keeps half of `gap` (m) from everything at `positions`.
    fn is_free(
        &self,
        space: &Space,
        k: usize,
        state: &State,
        positions: &DVector<f64>,
        gap: f64,
    ) -> bool {
        let own = &space.manipulators[k];
        let Some(placed) = own.placed(&space.model, state, positions) else {
            return false;
        };
        self.fingertips[k].all.iter().all(|clearance| {
            let body = &placed.bodies[clearance.body()];
            clearance.nearer(body, &placed, 0.5 * gap).is_none()
        })
    }

    /// The first point of a line (start, unit direction) that is `gap` from the object.
    fn touch(
        &self,
        k: usize,
        state: &State,
        (start, direction): (Vec3, Vec3),
        length: f64,
        gap: f64,
    ) -> Option<Vec3> {
        let probe = &self.fingertips[k].probe;
        let body = &state.bodies[probe.body()];
        let mut done = 0.0;
        for _ in 0..STEPS {
            let at = BodyState {
                position: start + direction * done,
                ..*body
            };
            let near = probe.nearest(&at, state)?;
            if near.gap < 1.2 * gap {
                return (near.gap > 0.3 * gap).then_some(at.position);
            }
            // Along the line the distance shrinks by its part along the normal at most.
            done += (near.gap - gap).max(0.1 * gap);
            if done > length {
                return None;
            }
        }
        None
    }
}

/// A number of a normal distribution, near enough: the sum of three uniform ones.
pub fn gauss(dice: &mut Dice) -> f64 {
    (0..3).map(|_| dice.within(-1.0, 1.0)).sum()
}
