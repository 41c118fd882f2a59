//! The mechanisms of a model: bodies connected by joints, as trees and the loops that are left.
//!
//! Every joint of a tree belongs to the body that it holds: in the linear system of a step the two are one node, which makes
//! every order of elimination work without pivoting between nodes. A joint that closes a loop has a node of its own.

use super::Joint;
use crate::world::Body;

/// A joint of a tree, in the order from the roots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The index of the joint.
    pub joint: usize,
    /// The body that the joint holds.
    pub body: usize,
    /// The side of that body: 0 when it is the child, 1 when it is the parent.
    pub side: usize,
}

/// The mechanisms of a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Forest {
    /// The joint that holds every body, if one does.
    pub holder: Vec<Option<usize>>,
    /// The body that every joint belongs to; `None` for those that close a loop.
    pub owner: Vec<Option<usize>>,
    /// The joints of the trees, from the roots outwards.
    pub links: Vec<Link>,
    /// The joints that close loops, ascending.
    pub loops: Vec<usize>,
    /// Whether joints connect a body with the world, or with a body that does not move by itself.
    pub anchored: Vec<bool>,
    /// The mechanism of every body: the least index of the moving bodies that joints connect with it; its own without joints.
    pub mechanism: Vec<usize>,
}

impl Forest {
    /// Finds the trees: from the world and the bodies that do not move by themselves first, then from the first body of every
    /// mechanism that floats.
    pub fn new(bodies: &[Body], joints: &[Joint]) -> Self {
        let mut out = Self {
            holder: vec![None; bodies.len()],
            owner: vec![None; joints.len()],
            mechanism: (0..bodies.len()).collect(),
            anchored: vec![false; bodies.len()],
            ..Self::default()
        };
        let moves = |body: Option<usize>| body.filter(|&i| bodies[i].is_moving());
        let mut reached = vec![false; bodies.len()];
        let mut used = vec![false; joints.len()];
        out.grow(joints, &moves, &mut reached, &mut used);
        for root in 0..bodies.len() {
            let joined = joints
                .iter()
                .any(|joint| joint.bodies().contains(&Some(root)));
            if bodies[root].is_moving() && joined && !reached[root] {
                reached[root] = true;
                out.grow(joints, &moves, &mut reached, &mut used);
            }
        }
        out.loops = (0..joints.len())
            .filter(|&j| out.owner[j].is_none())
            .collect();
        out.connect(joints, &moves);
        out
    }

    /// Adds joints that lead from what is reached to what is not, until there are none.
    fn grow(
        &mut self,
        joints: &[Joint],
        moves: &impl Fn(Option<usize>) -> Option<usize>,
        reached: &mut [bool],
        used: &mut [bool],
    ) {
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for (j, joint) in joints
                .iter()
                .enumerate()
                .filter(|(j, _)| !used[*j])
                .collect::<Vec<_>>()
            {
                let sides = joint.bodies().map(moves);
                let known = sides.map(|body| body.is_none_or(|i| reached[i]));
                let (side, body) = match (known, sides) {
                    ([false, true], [Some(body), _]) => (0, body),
                    ([true, false], [_, Some(body)]) => (1, body),
                    ([true, true], _) => {
                        used[j] = true;
                        continue;
                    }
                    _ => continue,
                };
                (used[j], reached[body], grows) = (true, true, true);
                self.holder[body] = Some(j);
                self.owner[j] = Some(body);
                self.links.push(Link {
                    joint: j,
                    body,
                    side,
                });
            }
        }
    }

    /// Finds the mechanism of every body.
    fn connect(&mut self, joints: &[Joint], moves: &impl Fn(Option<usize>) -> Option<usize>) {
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for joint in joints {
                if let [Some(a), Some(b)] = joint.bodies().map(moves) {
                    let least = self.mechanism[a].min(self.mechanism[b]);
                    changes |= self.mechanism[a] != least || self.mechanism[b] != least;
                    (self.mechanism[a], self.mechanism[b]) = (least, least);
                }
            }
        }
        for joint in joints {
            if let [Some(a), None] = joint.bodies().map(moves) {
                let own = self.mechanism[a];
                let members = self.mechanism.iter().zip(&mut self.anchored);
                let members = members.filter(|(mechanism, _)| **mechanism == own);
                members.for_each(|(_, anchored)| *anchored = true);
            }
        }
    }
}
