//! The door to parry3d: trees of boxes.

use super::Bounds;
use crate::math::Vec3;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode, BvhWorkspace};

/// A tree whose boxes move is built anew after this many updates; between them its nodes only follow
/// their boxes (decision D45).
const UPDATES: u32 = 16;

/// A tree of boxes, numbered as they were given. Which boxes overlap does not depend on its form.
#[derive(Default)]
pub struct Tree {
    tree: Bvh,
    work: BvhWorkspace,
    updates: u32,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tree of {} boxes", self.tree.leaf_count())
    }
}

impl Tree {
    /// Returns a tree of `boxes`.
    pub fn new(boxes: impl Iterator<Item = Bounds>) -> Self {
        let leaves = boxes.map(|bounds| aabb(&bounds)).enumerate();
        Self {
            tree: Bvh::from_iter(BvhBuildStrategy::Binned, leaves),
            ..Self::default()
        }
    }

    /// Moves the boxes, in the order in which they were given. Allocates nothing.
    pub fn update(&mut self, boxes: impl Iterator<Item = Bounds>) {
        for (i, bounds) in boxes.enumerate() {
            self.tree
                .insert_or_update_partially(aabb(&bounds), i as u32, 0.0);
        }
        self.updates += 1;
        if self.updates < UPDATES {
            self.tree.refit_without_opt();
        } else {
            self.updates = 0;
            self.tree.rebuild(&mut self.work, BvhBuildStrategy::Binned);
        }
    }

    /// Shows `see` all pairs of boxes that overlap or touch, in any order.
    pub fn pairs(&mut self, mut see: impl FnMut(usize, usize)) {
        let mut see = |a: u32, b: u32| see(a as usize, b as usize);
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.work, &mut see);
    }

    /// Returns the boxes that overlap or touch `bounds`, in any order.
    pub fn near(&self, bounds: &Bounds) -> impl Iterator<Item = usize> {
        let query = BvhNode::leaf(aabb(bounds), 0);
        let found = self.tree.leaves(move |node| node.intersects(&query));
        found.map(|leaf| leaf as usize)
    }
}

fn aabb(bounds: &Bounds) -> Aabb {
    let vector = |v: &Vec3| Vector::new(v.x, v.y, v.z);
    Aabb::new(vector(&bounds.low), vector(&bounds.high))
}
