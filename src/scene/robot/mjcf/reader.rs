//! `<worldbody>`, `<body>` and `<frame>`: links, from the world on.

use super::chain::Between;
use super::compiler::Compiler;
use super::contact::Contacts;
use super::defaults::{Defaults, Item};
use super::files::Model;
use super::geom::GeomOf;
use super::joint::Simple;
use super::mesh::MeshAssets;
use crate::error::Result;
use crate::math::{Rot, Vec3};
use crate::scene::robot::description::{
    Connection, Description, Inertial, Joint, Link, Pose, Root, compose,
};
use crate::scene::robot::notes::Notes;
use crate::scene::robot::paths::Paths;
use crate::scene::robot::xml::Element;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the link that stands for the world.
const WORLD: &str = "world";

/// A `Position` tells where a joint of the file is in the description.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Position {
    pub(super) joint: usize,
    pub(super) coordinate: Place,
}

/// A `Place` tells which part of its joint of the description a joint of the file is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// It is the whole joint, which moves freely.
    Free,
    /// It is the whole joint, which turns about a point.
    Ball,
    /// It is a coordinate: the value in the file is `reference` plus `sign` (1 or -1) times the coordinate.
    Coordinate {
        index: usize,
        reference: f64,
        sign: f64,
    },
}

/// A `Reader` collects what is read from a model.
pub(super) struct Reader<'a, 'n> {
    pub(super) model: Model<'a>,
    pub(super) compiler: Compiler,
    pub(super) defaults: Defaults<'a>,
    pub(super) meshes: MeshAssets<'a>,
    pub(super) paths: &'n Paths,
    /// Whether anything touches anything.
    pub(super) touches: bool,
    pub(super) notes: &'n mut Notes,
    pub(super) out: Description,
    pub(super) contacts: Contacts,
    /// The joints of the file in their order, with names.
    pub(super) positions: Vec<(String, Position)>,
    /// The poses of all links where every joint of the file is at its reference.
    pub(super) poses: Vec<Pose>,
    /// Sites: name, link and pose.
    pub(super) sites: BTreeMap<String, (usize, Pose)>,
    /// The bodies between joints of one body, which have no mass yet.
    pub(super) between: Vec<Between>,
    /// The world, and the links that are welded to it.
    pub(super) fixed: BTreeSet<usize>,
    /// The links that the file holds at a pose, in their order.
    pub(super) held: Vec<usize>,
    pub(super) names: BTreeSet<String>,
    /// The names of joints.
    pub(super) joint_names: BTreeSet<String>,
    /// All names in the file, which unnamed bodies and joints do not get.
    pub(super) taken: BTreeSet<String>,
}

/// An element inside of a body, the frame around it, and the class of elements in that.
pub(super) struct Content<'a> {
    pub(super) element: Element<'a>,
    pub(super) frame: Pose,
    pub(super) class: usize,
}

/// Returns the pose of a frame in itself.
fn here() -> Pose {
    (Vec3::zeros(), Rot::identity())
}

impl<'a> Reader<'a, '_> {
    /// Reads all bodies.
    pub(super) fn world(&mut self) -> Result<()> {
        let place = self.model.root().offset();
        self.out.links.push(Link {
            name: WORLD.to_string(),
            place,
            root: Root::Fixed,
            inertial: None,
            collisions: Vec::new(),
            visuals: Vec::new(),
        });
        self.names.insert(WORLD.to_string());
        self.fixed.insert(0);
        self.poses.push(here());
        for world in self.model.all(self.model.root(), "worldbody") {
            let class = self.defaults.class(world, "childclass", 0)?;
            let contents = self.contents(world, here(), class)?;
            self.inside(&contents, 0)?;
        }
        Ok(())
    }

    /// Returns the elements inside of a body, those of frames included.
    fn contents(&self, body: Element<'a>, frame: Pose, class: usize) -> Result<Vec<Content<'a>>> {
        let mut out = Vec::new();
        for element in self.model.children(body) {
            if element.tag() != "frame" {
                out.push(Content {
                    element,
                    frame,
                    class,
                });
                continue;
            }
            let element = element.mark();
            element.ignore(&["name"]);
            let own = self.pose(&Item::alone(element))?;
            let class = self.defaults.class(element, "childclass", class)?;
            out.extend(self.contents(element, compose(&frame, &own), class)?);
        }
        Ok(out)
    }

    /// Reads sites, shapes and bodies inside of a link whose joints are read; gives it its mass.
    fn inside(&mut self, contents: &[Content<'a>], link: usize) -> Result<()> {
        let mut explicit = None;
        for content in contents {
            if content.element.tag() == "inertial" {
                let element = content.element.mark();
                explicit = Some((element, self.inertial(element)?));
            }
        }
        let from_geom = self.compiler.inertia_from_geom;
        let of = GeomOf {
            link,
            is_fixed: self.fixed.contains(&link),
            weighs: link > 0 && from_geom.unwrap_or(explicit.is_none()),
        };
        let mut sum: Option<Inertial> = None;
        for content in contents {
            match content.element.tag() {
                "geom" => {
                    let item = self.defaults.item(content.element, content.class)?;
                    if let Some(own) = self.geom(&item, &content.frame, &of)? {
                        sum = Some(sum.map_or(own, |sum| sum.plus(&own)));
                    }
                }
                "site" => self.site(content, link)?,
                "camera" | "light" => content.element.pass(),
                _ => {}
            }
        }
        let own = match of.weighs {
            true => sum,
            false => explicit.map(|(_, own)| own),
        };
        self.out.links[link].inertial = own.map(|own| self.bounded(own));
        for content in contents.iter().filter(|c| c.element.tag() == "body") {
            self.body(content, link)?;
        }
        Ok(())
    }

    /// Reads a body with all that is inside of it.
    fn body(&mut self, content: &Content<'a>, outer: usize) -> Result<()> {
        let element = content.element.mark();
        element.ignore(&["user", "sleep"]);
        let class = self.defaults.class(element, "childclass", content.class)?;
        let own = self.pose(&Item::alone(element))?;
        let zero = compose(&content.frame, &own);
        let link = self.out.links.len();
        let name = self.body_name(element)?;
        self.poses.push(compose(&self.poses[outer], &zero));
        let is_held = element.text("mocap") == Some("true");
        self.out.links.push(Link {
            name,
            place: element.offset(),
            root: if is_held {
                Root::Held(zero)
            } else {
                Root::Base
            },
            inertial: None,
            collisions: Vec::new(),
            visuals: Vec::new(),
        });
        let contents = self.contents(element, here(), class)?;
        let joints = self.joints(&contents)?;
        if is_held {
            if outer != 0 || !joints.is_empty() {
                let why = "a mocap body has a joint, or is inside of another body";
                return Err(element.error("mocap", why, "put it into <worldbody>, without joints"));
            }
            self.held.push(link);
            return self.inside(&contents, link);
        }
        if joints.is_empty() && self.fixed.contains(&outer) {
            self.fixed.insert(link);
        }
        self.connect(element, &joints, [outer, link], zero)?;
        self.inside(&contents, link)
    }

    /// Returns the name of a body, a new one if it has none.
    fn body_name(&mut self, element: Element<'a>) -> Result<String> {
        let name = match element.text("name") {
            Some(name) if self.names.contains(name) => {
                let why = format!("a second body \"{name}\"");
                return Err(element.error("name", why, "rename one of the two"));
            }
            Some(name) if !name.is_empty() => name.to_string(),
            _ => self.new_name("body"),
        };
        self.names.insert(name.clone());
        Ok(name)
    }

    /// Returns a name that nothing has: `body1`, `body2`, ...
    pub(super) fn new_name(&mut self, word: &str) -> String {
        let mut names = (1..).map(|k| format!("{word}{k}"));
        let found = names.find(|name| !self.taken.contains(name));
        let name = found.unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    /// Reads the joints of a body.
    fn joints(&mut self, contents: &[Content<'a>]) -> Result<Vec<Simple>> {
        let mut out = Vec::new();
        for content in contents {
            if matches!(content.element.tag(), "joint" | "freejoint") {
                let item = self.defaults.item(content.element, content.class)?;
                out.push(self.simple(&item, &content.frame)?);
            }
        }
        Ok(out)
    }

    /// Connects a link to the one that it is inside of.
    fn connect(
        &mut self,
        body: Element<'_>,
        joints: &[Simple],
        ends: [usize; 2],
        zero: Pose,
    ) -> Result<()> {
        if !joints.is_empty() {
            return self.connect_by(body, joints, ends, zero);
        }
        let name = format!("{} (welded)", self.out.links[ends[1]].name);
        self.push_joint(body, Joint::new(name, Connection::Welded, ends), zero);
        Ok(())
    }

    /// Adds a joint of a body.
    pub(super) fn push_joint(&mut self, body: Element<'_>, joint: Joint, zero: Pose) {
        self.out.joints.push(Joint {
            place: body.offset(),
            zero,
            // Bodies touch the world, and what is welded to it, even if a joint connects them to it.
            collide: self.fixed.contains(&joint.parent) || joint.collide,
            ..joint
        });
    }
}
