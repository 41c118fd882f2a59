//! A step whose motion is known: bodies are moved to its end, and pairs and joints are handed out one by one.

use super::Workspace;
use crate::contact::Geometry;
use crate::dynamics::{BodyBlock, JointBlock, Sides};
use crate::math::Kinematics;
use crate::step::slot::{PairSlot, sides};
use crate::world::{Model, State};

/// A part of a step and the bodies that it joins, standing still.
pub struct Still<'a, T, const N: usize> {
    /// The pair or the joint.
    pub part: &'a mut T,
    /// The kinematics of its bodies; the world's where there is none.
    pub bodies: [&'a Kinematics; N],
}

/// A pair of a step with the shapes of its sides.
pub type StillPair<'a> = (Still<'a, PairSlot, 2>, [Geometry<'a>; 2]);

impl Workspace {
    /// Moves the bodies that move by themselves to where they are in `end`, and evaluates their rows without contact.
    pub fn move_to(&mut self, model: &Model, end: &State) {
        for (body, place) in self.partition.moving() {
            let at = &end.bodies[body];
            let block = &mut self.bodies[place];
            block.move_to(&(at.position / model.units.length), &at.rotation);
            block.evaluate();
        }
    }

    /// Calls `visit` with every pair.
    pub fn visit_pairs(&mut self, model: &Model, mut visit: impl FnMut(StillPair)) {
        let (places, bodies) = (&self.partition.body_places, &self.bodies);
        for part in &mut self.slots[..self.pairs] {
            let own = part.candidate.bodies;
            let geometry = sides(model, &part.candidate);
            let bodies = own.map(|i| &bodies[places[i]].kinematics);
            visit((Still { part, bodies }, geometry));
        }
    }

    /// Calls `visit` with every joint and its number.
    pub fn visit_joints(
        &mut self,
        model: &Model,
        mut visit: impl FnMut(usize, Still<JointBlock, 4>),
    ) {
        let (places, bodies) = (&self.partition.body_places, &self.bodies);
        let world = Kinematics::world();
        for (j, &place) in self.partition.joint_places.iter().enumerate() {
            let own: Sides<Option<usize>> = model.sides(j);
            let bodies = own.map(|i| i.map_or(&world, |i| &bodies[places[i]].kinematics));
            let part = &mut self.joints[place];
            visit(j, Still { part, bodies });
        }
    }

    /// Returns the momentum rows of a body without contacts and joints.
    pub fn body(&self, index: usize) -> &BodyBlock {
        &self.bodies[self.partition.body_places[index]]
    }
}
