//! A robot as entries of a scene: shapes, bodies, joints, frames and pairs without contact.

mod bodies;
mod joints;
mod shapes;

use super::config::RobotConfig;
use super::description::{Description, compose};
use super::meshes::Meshes;
use super::notes::Notes;
use super::tree::Tree;
use crate::error::Result;
use crate::math::wxyz;
use crate::scene::config::{Config, FrameConfig, FrictionConfig, MaterialConfig, NoContactConfig};
use crate::scene::source::Source;
use crate::scene::torsion::TorsionConfig;
use crate::shape::table::Exactly;
use std::collections::{BTreeMap, BTreeSet};

/// Writes a robot into a scene.
pub(super) struct Emitter<'a> {
    pub(super) robot: &'a Description,
    pub(super) tree: &'a Tree,
    pub(super) config: &'a RobotConfig,
    pub(super) source: &'a Source,
    pub(super) meshes: &'a mut Meshes,
    pub(super) notes: &'a mut Notes,
    pub(super) scene: &'a mut Config,
    /// Bytes of the robot's file from which the entries of the scene come, by field.
    pub(super) places: &'a mut BTreeMap<String, usize>,
}

impl Emitter<'_> {
    /// Adds everything.
    pub(super) fn emit(&mut self) -> Result<()> {
        let tree = self.tree;
        for body in &tree.bodies {
            self.body(body)?;
        }
        for &joint in &tree.joints {
            self.joint(&self.robot.joints[joint]);
        }
        for joint in &self.robot.loops {
            self.loop_joint(joint);
        }
        self.surfaces();
        self.frames();
        self.exclusions();
        Ok(())
    }

    /// Returns a name with that of the robot before it.
    fn full(&self, name: &str) -> String {
        match &self.config.name {
            Some(robot) => format!("{robot}/{name}"),
            None => name.to_string(),
        }
    }

    /// Returns the name of a body.
    fn body_name(&self, body: usize) -> String {
        self.full(&self.robot.links[self.tree.bodies[body].link].name)
    }

    /// Adds a frame for every link that is welded to another one, and those that the file names.
    fn frames(&mut self) {
        for (i, link) in self.robot.links.iter().enumerate() {
            let Some((body, pose)) = self.tree.places[i] else {
                continue;
            };
            if self.tree.bodies[body].link == i {
                continue;
            }
            self.scene.frame.push(FrameConfig {
                name: self.full(&link.name),
                body: self.body_name(body),
                position: Exactly(pose.0.into()),
                quat_wxyz: Some(Exactly(wxyz(&pose.1))),
                rpy: None,
                rpy_deg: None,
            });
        }
        for frame in &self.robot.frames {
            let Some((body, at)) = self.tree.places[frame.link] else {
                continue;
            };
            let pose = compose(&at, &frame.pose);
            self.scene.frame.push(FrameConfig {
                name: self.full(&frame.name),
                body: self.body_name(body),
                position: Exactly(pose.0.into()),
                quat_wxyz: Some(Exactly(wxyz(&pose.1))),
                rpy: None,
                rpy_deg: None,
            });
        }
    }

    /// Adds the materials of shapes and the friction between them, unless the scene gives one to all links.
    fn surfaces(&mut self) {
        if self.config.material.is_some() {
            return;
        }
        for (name, surface) in &self.robot.surfaces {
            let entry = MaterialConfig {
                friction: surface.friction,
                torsional_friction: TorsionConfig(surface.torsional_friction),
            };
            self.scene.material.insert(self.full(name), entry);
        }
        for (pair, coefficient) in &self.robot.frictions {
            self.scene.friction.push(FrictionConfig {
                between: Exactly(pair.each_ref().map(|name| self.full(name))),
                coefficient: *coefficient,
            });
        }
    }

    /// Adds the pairs of links that do not touch each other, once for every pair of bodies.
    fn exclusions(&mut self) {
        let links = self.robot.links.iter().zip(&self.tree.places);
        let bodies: BTreeMap<&str, usize> = links
            .filter_map(|(link, place)| Some((link.name.as_str(), place.as_ref()?.0)))
            .collect();
        let mut pairs = BTreeSet::new();
        for [a, b] in &self.robot.no_contact {
            let (Some(&a), Some(&b)) = (bodies.get(a.as_str()), bodies.get(b.as_str())) else {
                continue;
            };
            if a != b && !self.are_joined(a, b) {
                pairs.insert([a.min(b), a.max(b)]);
            }
        }
        for pair in pairs {
            let between = Exactly(pair.map(|body| self.body_name(body)));
            self.scene.no_contact.push(NoContactConfig { between });
        }
    }

    /// Returns whether a joint joins two bodies and keeps them from touching each other.
    fn are_joined(&self, a: usize, b: usize) -> bool {
        self.tree.joints.iter().any(|&i| {
            let joint = &self.robot.joints[i];
            let body = |link: usize| self.tree.places[link].map(|place| place.0);
            let ends = [body(joint.parent), body(joint.child)];
            !joint.collide && (ends == [Some(a), Some(b)] || ends == [Some(b), Some(a)])
        })
    }
}
