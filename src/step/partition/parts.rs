//! What every island has of bodies, pairs and joints.

use super::Partition;
use crate::dynamics::{BodyBlock, JointBlock};
use crate::step::island::IslandParts;
use crate::step::share::Share;
use crate::step::slot::{PairSlot, Worlds};

impl<R: Worlds> Partition<R> {
    /// Returns the island `k` alone.
    pub fn part<'a>(
        &'a mut self,
        bodies: &'a mut [BodyBlock<R>],
        slots: &'a mut [PairSlot<R>],
        joints: &'a mut [JointBlock<R>],
        k: usize,
    ) -> IslandParts<'a, R> {
        let range = self.islands[k];
        let (still, moving) = bodies.split_at_mut(self.still);
        let (first, end) = range.bodies;
        let own = &mut moving[first - self.still..end - self.still];
        let (first_pair, end_pair) = range.pairs;
        let (first_joint, end_joint) = range.joints;
        IslandParts {
            bodies: Share {
                own,
                first,
                shared: still,
                places: &self.body_places,
            },
            slots: Share {
                own: &mut slots[first_pair..end_pair],
                first: first_pair,
                shared: &[],
                places: &self.slot_places,
            },
            joints: Share {
                own: &mut joints[first_joint..end_joint],
                first: first_joint,
                shared: &[],
                places: &self.joint_places,
            },
            members: &self.members[first..end],
            touching: &self.touching[first_pair..end_pair],
            linked: &self.linked[first_joint..end_joint],
            system: &mut self.systems[k],
        }
    }

    /// Returns all islands at once.
    pub fn parts<'a>(
        &'a mut self,
        bodies: &'a mut [BodyBlock<R>],
        slots: &'a mut [PairSlot<R>],
        joints: &'a mut [JointBlock<R>],
    ) -> impl Iterator<Item = IslandParts<'a, R>> {
        let (still, mut moving) = bodies.split_at_mut(self.still);
        let (still, mut slots, mut joints) = (&*still, slots, joints);
        let (body_places, slot_places) = (&self.body_places, &self.slot_places);
        let (joint_places, linked) = (&self.joint_places, &self.linked);
        let (members, touching) = (&self.members, &self.touching);
        let islands = self.islands.iter().zip(&mut self.systems);
        islands.map(move |(range, system)| {
            let ((first, end), (first_pair, end_pair)) = (range.bodies, range.pairs);
            let (own, rest) = std::mem::take(&mut moving).split_at_mut(end - first);
            let (own_pairs, other_pairs) =
                std::mem::take(&mut slots).split_at_mut(end_pair - first_pair);
            let (first_joint, end_joint) = range.joints;
            let (own_joints, other_joints) =
                std::mem::take(&mut joints).split_at_mut(end_joint - first_joint);
            (moving, slots, joints) = (rest, other_pairs, other_joints);
            IslandParts {
                bodies: Share {
                    own,
                    first,
                    shared: still,
                    places: body_places,
                },
                slots: Share {
                    own: own_pairs,
                    first: first_pair,
                    shared: &[],
                    places: slot_places,
                },
                joints: Share {
                    own: own_joints,
                    first: first_joint,
                    shared: &[],
                    places: joint_places,
                },
                members: &members[first..end],
                touching: &touching[first_pair..end_pair],
                linked: &linked[first_joint..end_joint],
                system,
            }
        })
    }
}
