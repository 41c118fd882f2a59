//! From links to bodies: welded links are one body, and every body is where the joints put it.

use super::description::{
    Connection, Description, Geometry, Inertial, Joint, Pose, Root, Visual, compose, inverse,
};
use crate::math::{Rot, Vec3};
use std::collections::{BTreeMap, VecDeque};

/// Links that are one body.
#[derive(Debug)]
pub(super) struct Merged {
    /// The index of the link whose frame is that of the body.
    pub(super) link: usize,
    /// The pose of the body.
    pub(super) pose: Pose,
    pub(super) inertial: Option<Inertial>,
    /// Shapes, in the frame of the body.
    pub(super) collisions: Vec<Geometry>,
    /// Shapes that are drawn, in the frame of the body.
    pub(super) visuals: Vec<Visual>,
    /// Whether it has no joint above, so that the base of the robot is its own.
    pub(super) is_root: bool,
}

/// A robot as a tree of bodies.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) bodies: Vec<Merged>,
    /// Body and pose in its frame of every link; links that hang on no root have none.
    pub(super) places: Vec<Option<(usize, Pose)>>,
    /// The indices of the joints that join bodies, from the root on.
    pub(super) joints: Vec<usize>,
}

/// Returns the bodies of a robot whose root is at a pose.
pub(super) fn merge(robot: &Description, base: &Pose) -> Tree {
    let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut has_parent = vec![false; robot.links.len()];
    for (i, joint) in robot.joints.iter().enumerate() {
        below.entry(joint.parent).or_default().push(i);
        has_parent[joint.child] = true;
    }
    let mut tree = Tree {
        bodies: Vec::new(),
        places: vec![None; robot.links.len()],
        joints: Vec::new(),
    };
    let mut queue = VecDeque::new();
    for root in (0..robot.links.len()).filter(|i| !has_parent[*i]) {
        let pose = match robot.links[root].root {
            Root::Held(pose) => compose(base, &pose),
            Root::Base | Root::Fixed => *base,
        };
        tree.start(root, pose, true);
        tree.take(robot, root);
        queue.push_back(root);
    }
    while let Some(link) = queue.pop_front() {
        for &i in below.get(&link).into_iter().flatten() {
            tree.follow(robot, i);
            tree.take(robot, robot.joints[i].child);
            queue.push_back(robot.joints[i].child);
        }
    }
    tree
}

impl Tree {
    /// Starts a body at a link.
    fn start(&mut self, link: usize, pose: Pose, is_root: bool) {
        self.places[link] = Some((self.bodies.len(), (Vec3::zeros(), Rot::identity())));
        self.bodies.push(Merged {
            link,
            pose,
            inertial: None,
            collisions: Vec::new(),
            visuals: Vec::new(),
            is_root,
        });
    }

    /// Puts the child of a joint where its coordinates say.
    fn follow(&mut self, robot: &Description, index: usize) {
        let joint = &robot.joints[index];
        let Some((body, at)) = self.places[joint.parent] else {
            return;
        };
        let zero = compose(&at, &joint.zero);
        match joint.kind {
            Connection::Welded => self.places[joint.child] = Some((body, zero)),
            Connection::Free => {
                let pose = compose(&self.bodies[body].pose, &zero);
                self.start(joint.child, pose, false);
            }
            Connection::Joint(_) => {
                let moved = compose(&zero, &motion(joint));
                let pose = compose(&self.bodies[body].pose, &moved);
                self.start(joint.child, pose, false);
                self.joints.push(index);
            }
        }
    }

    /// Adds mass and shapes of a link to its body.
    fn take(&mut self, robot: &Description, link: usize) {
        let Some((body, pose)) = self.places[link] else {
            return;
        };
        let link = &robot.links[link];
        let own = link.inertial.map(|inertial| inertial.placed(&pose));
        let body = &mut self.bodies[body];
        body.inertial = match (body.inertial, own) {
            (Some(sum), Some(own)) => Some(sum.plus(&own)),
            (sum, own) => sum.or(own),
        };
        let placed = |geometry: &Geometry| Geometry {
            pose: compose(&pose, &geometry.pose),
            ..geometry.clone()
        };
        body.collisions.extend(link.collisions.iter().map(placed));
        body.visuals
            .extend(link.visuals.iter().map(|visual| Visual {
                geometry: placed(&visual.geometry),
                ..*visual
            }));
    }
}

/// Returns the pose of the child at the coordinates of the start, in the frame that it has at zero.
fn motion(joint: &Joint) -> Pose {
    let Connection::Joint(kind) = joint.kind else {
        return (Vec3::zeros(), Rot::identity());
    };
    let starts: Vec<f64> = joint.coordinates.iter().map(|along| along.start).collect();
    let frame = (joint.anchor, joint.axes());
    let (slide, turn) = kind.with_pitch(0.0).pose(&starts, joint.rotation);
    compose(&compose(&frame, &(slide, turn)), &inverse(&frame))
}
