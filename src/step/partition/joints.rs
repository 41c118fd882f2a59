//! Joints connect bodies, and lie in the order of their islands.

use super::Partition;
use crate::step::slot::Worlds;
use crate::world::Model;

/// Returns the island of the joint that holds `child`, if its bodies move in this solve.
pub(super) fn island_of_joint(island_of: &[usize], child: usize) -> Option<usize> {
    Some(island_of[child]).filter(|&island| island != usize::MAX)
}

impl<R: Worlds> Partition<R> {
    /// Connects the bodies of every joint, and those of its leader.
    pub(super) fn connect_joints(&mut self, model: &Model) {
        for j in 0..model.joints.len() {
            let sides = model.sides(j).into_iter().flatten();
            let mut moving = sides.filter(|&i| self.moves[i]);
            let Some(first) = moving.next() else { continue };
            let others: [Option<usize>; 3] = std::array::from_fn(|_| moving.next());
            for other in others.into_iter().flatten() {
                self.join(first, other);
            }
        }
    }

    /// Finds the place of every joint, by island, then by number, behind them those that nothing moves in this solve; and where
    /// it goes from its old one.
    pub(super) fn place_joints(&mut self, model: &Model) {
        let next = &mut self.scratch;
        next.clear();
        next.extend(self.islands.iter().map(|island| island.joints.0));
        let mut behind = self.islands.last().map_or(0, |island| island.joints.1);
        self.relinked.clear();
        self.relinked.resize(model.joints.len(), 0);
        for (j, joint) in model.joints.iter().enumerate() {
            let counter = match island_of_joint(&self.island_of, joint.child) {
                Some(island) => &mut next[island],
                None => &mut behind,
            };
            self.relinked[self.joint_places[j]] = *counter;
            self.joint_places[j] = *counter;
            self.linked[*counter] = j;
            *counter += 1;
        }
    }
}
