//! Where actuated bodies may touch the object: found from the shapes, along random lines.

use super::Space;
use super::clearance::Clearance;
use drystone::math::Dice;
use drystone::math::Vec3;
use drystone::world::{BodyState, State};

/// Lines tried per contact.
const TRIES: usize = 8;
/// Steps along a line.
const STEPS: usize = 20;

/// Distances of every actuated body: from the object, and from all but the object.
#[derive(Debug)]
pub struct Grasps {
    /// Distances from the object, in the order of [`Space::tips`].
    object: Vec<Clearance>,
    /// Distances from everything, in the same order.
    all: Vec<Clearance>,
}

impl Grasps {
    /// Returns the distances for the actuated bodies of a space.
    pub fn new(space: &Space) -> Self {
        let object = space.spec.object;
        let of = |among: &dyn Fn(usize) -> bool| -> Vec<Clearance> {
            let tips = space.tips();
            tips.map(|(body, _)| Clearance::new(&space.model, body, among))
                .collect()
        };
        Self {
            object: of(&|other| other == object),
            all: of(&|_| true),
        }
    }

    /// Distance of actuated body `k` from everything.
    pub fn clearance(&self, k: usize) -> &Clearance {
        &self.all[k]
    }

    /// Unit normals away from the object for the actuated bodies within `reach` (m) of it, in the
    /// axes of their commands.
    pub fn away(
        &self,
        space: &Space,
        state: &State,
        reach: f64,
    ) -> Vec<Option<nalgebra::DVector<f64>>> {
        let tips = space.tips().zip(&self.object);
        tips.map(|((body, own), clearance)| {
            let near = clearance.nearest(&state.bodies[body], state)?;
            let axis = |k: &usize| near.away[space.commands[*k].1];
            (near.gap < reach)
                .then(|| nalgebra::DVector::from_iterator(own.len(), own.iter().map(axis)))
        })
        .collect()
    }

    /// A position of actuated body `k` at which it touches the object (`gap` m apart) and keeps that
    /// gap from everything else; the other bodies as in `state`.
    pub fn sample(
        &self,
        space: &Space,
        k: usize,
        state: &State,
        gap: f64,
        dice: &mut Dice,
    ) -> Option<Vec3> {
        let (body, low, high) = space.spec.limits[k];
        let axes: Vec<usize> = (0..3)
            .filter(|axis| space.commands.contains(&(body, *axis)))
            .collect();
        let object = &state.bodies[space.spec.object];
        let size = bounding_radius(space, space.spec.object);
        for _ in 0..TRIES {
            let mut direction = Vec3::zeros();
            let mut at = state.bodies[body].position;
            for &axis in &axes {
                direction[axis] = gauss(dice);
                at[axis] = object.position[axis] + dice.within(-0.7, 0.7) * size;
            }
            let Some(direction) = direction.try_normalize(1e-9) else {
                continue;
            };
            let far = 2.0 * size + bounding_radius(space, body);
            let start = at + direction * far;
            let Some(found) = self.touch(k, state, (start, -direction), 2.0 * far, gap) else {
                continue;
            };
            let inside = axes.iter().all(|&i| (low[i]..=high[i]).contains(&found[i]));
            let place = BodyState {
                position: found,
                ..state.bodies[body]
            };
            let free = self.all[k].nearest(&place, state);
            if inside && free.is_some_and(|near| near.gap > 0.5 * gap) {
                return Some(found);
            }
        }
        None
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
        let body = &state.bodies[self.object[k].body()];
        let mut done = 0.0;
        for _ in 0..STEPS {
            let at = BodyState {
                position: start + direction * done,
                ..*body
            };
            let near = self.object[k].nearest(&at, state)?;
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

/// Radius about the centre of mass that contains a body.
pub fn bounding_radius(space: &Space, body: usize) -> f64 {
    let parts = space.model.bodies[body].parts.iter();
    parts
        .map(|part| part.placed.offset.norm() + part.bounding_radius)
        .fold(0.0, f64::max)
}

/// A number of a normal distribution, near enough: the sum of three uniform ones.
pub fn gauss(dice: &mut Dice) -> f64 {
    (0..3).map(|_| dice.within(-1.0, 1.0)).sum()
}
