//! Robots: URDF and MJCF files as bodies, joints and frames of a scene.
//!
//! A file is read to a `Description` of links and joints; links that are welded become one body, joints put the
//! bodies where the start has them, and all of it is written as entries of the scene, which is then built like any other.
//! Every element and attribute that is not read is listed.
//!
//! Not here: the scene format, meshes, the mathematics of joints.

mod config;
mod description;
mod emit;
mod format;
mod library;
mod mass;
mod meshes;
mod mjcf;
mod notes;
mod origins;
mod paths;
mod start;
mod tree;
mod urdf;
mod xml;

pub(super) use config::{Base, RobotConfig};
pub(super) use format::{alone, is_robot};
pub use library::Robot;
pub(super) use origins::Robots;

use super::config::Config;
use super::source::Source;
use super::text;
use crate::error::{Error, Result};
use description::{Description, Root};
use emit::Emitter;
use format::Format;
use meshes::Meshes;
use notes::Notes;
use origins::Imported;
use paths::Paths;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tree::Tree;
use xml::Document;

/// Replaces the robots of a scene by their bodies, joints and frames; files are relative to `folder`. The text of the only
/// robot is `text` if that is given.
///
/// # Errors
/// The error has the place in the file of the robot, or its field in the scene.
pub(super) fn expand(config: &mut Config, folder: &Path, text: Option<&Source>) -> Result<Robots> {
    let mut out = Robots::default();
    for (i, robot) in std::mem::take(&mut config.robot).iter().enumerate() {
        let outer = match &robot.name {
            Some(name) => format!("robot.{name}"),
            None => format!("robot[{i}]"),
        };
        let within = |e: Error| match e.place {
            None => e.within(&outer),
            Some(_) => e,
        };
        if robot.name.as_deref() == Some("") {
            let fix = "give the robot a name, or leave the key out";
            return Err(within(Error::value("name", "the name is empty", fix)));
        }
        let path = folder.join(&robot.file);
        let source = match text {
            Some(source) => source.clone(),
            None => read_file(&path).map_err(within)?,
        };
        let paths = paths_of(robot, &path, folder);
        let imported = Import {
            folder,
            robot,
            source: &source,
            paths,
            is_alone: text.is_some(),
        }
        .run(config, &mut out.notes);
        let (places, bodies) = imported.map_err(within)?;
        out.files.push(Imported {
            field: outer,
            source,
            places,
            bodies,
        });
    }
    Ok(out)
}

fn paths_of(robot: &RobotConfig, file: &Path, folder: &Path) -> Paths {
    let packages = robot.packages.iter().map(|name| folder.join(name));
    Paths::new(file, packages.collect())
}

/// Reads the text of a robot's file.
fn read_file(path: &Path) -> Result<Source> {
    let fix = "give the path of a URDF or MJCF file, relative to the scene";
    text::load(path, fix).map_err(|e| match e.place {
        None => Error {
            why: format!("{}: {}", e.field, e.why),
            field: "file".to_string(),
            ..e
        },
        Some(_) => e,
    })
}

/// One robot on its way into a scene.
struct Import<'a> {
    robot: &'a RobotConfig,
    /// The folder of the scene.
    folder: &'a Path,
    source: &'a Source,
    paths: Paths,
    /// Whether the robot is all that there is, so that its file says how it is simulated.
    is_alone: bool,
}

impl Import<'_> {
    /// Adds the robot to a scene; returns where its entries come from, and its bodies.
    fn run(
        self,
        scene: &mut Config,
        said: &mut Vec<Error>,
    ) -> Result<(BTreeMap<String, usize>, Range<usize>)> {
        let base = self.robot.pose()?;
        let mut notes = Notes::default();
        let mut description = self.describe(said, &mut notes)?;
        self.note_option(&description, scene, &mut notes);
        start::set_positions(&mut description, self.robot, &mut notes)?;
        start::set_motors(&mut description, self.robot, &mut notes)?;
        let tree = tree::merge(&description, &base);
        self.check_tree(&description, &tree)?;
        mass::note_welded(&description, &tree, &mut notes);
        let first = scene.body.len();
        let mut places = BTreeMap::new();
        let mut meshes = Meshes::new(self.robot.hull || description.hull, self.robot.max_faces);
        let mut emitter = Emitter {
            robot: &description,
            tree: &tree,
            config: self.robot,
            source: self.source,
            meshes: &mut meshes,
            notes: &mut notes,
            scene: &mut *scene,
            places: &mut places,
        };
        emitter.emit()?;
        said.extend(notes.warnings(self.source, ""));
        // What is part of the world is no part of the robot.
        let is_world = description
            .links
            .first()
            .is_some_and(|link| link.root == Root::Fixed);
        Ok((places, first + usize::from(is_world)..scene.body.len()))
    }

    /// Reads the file, and the SRDF beside it.
    fn describe(&self, said: &mut Vec<Error>, notes: &mut Notes) -> Result<Description> {
        let document = Document::parse(self.source)?;
        let root = document.root();
        if Format::of(root)? == Format::Mjcf {
            return self.describe_mjcf(said, notes);
        }
        if self.robot.keyframe.is_some() {
            let why = "a URDF file has no keyframes";
            return Err(Error::value("keyframe", why, "use joint_positions"));
        }
        let mut out = urdf::read(root, &self.paths, notes)?;
        self.list_unread(notes::unread(&document, self.source, ""), said)?;
        if let Some(path) = self.srdf() {
            let source = read_file(&path)?;
            let document = Document::parse(&source)?;
            out.no_contact = urdf::disabled_collisions(document.root(), &out)?;
            said.extend(notes::unread(&document, &source, ""));
        }
        Ok(out)
    }

    /// Returns the SRDF file of the robot: the one that the scene names, or one that is beside the robot.
    fn srdf(&self) -> Option<PathBuf> {
        match &self.robot.srdf {
            Some(name) => Some(self.folder.join(name)),
            None => self.paths.srdf(&self.robot.file),
        }
    }

    /// Reads an MJCF file.
    fn describe_mjcf(&self, said: &mut Vec<Error>, notes: &mut Notes) -> Result<Description> {
        if self.robot.base.is_some() {
            let why = "an MJCF file says itself what moves freely";
            return Err(Error::value(
                "base",
                why,
                "remove it; a <freejoint/> frees a body",
            ));
        }
        let keyframe = self.robot.keyframe.as_deref();
        let read = mjcf::read(self.source, &self.paths, keyframe, notes)?;
        for unread in read.unread {
            self.list_unread(Some(unread), said)?;
        }
        Ok(read.description)
    }

    /// Says where a scene does not do what the file of a robot asks of the simulation.
    fn note_option(&self, robot: &Description, scene: &Config, notes: &mut Notes) {
        let Some(option) = robot.option.filter(|_| !self.is_alone) else {
            return;
        };
        let own = &scene.simulation;
        if option.time_step != own.time_step || option.gravity != own.gravity.0 {
            let words = format!(
                "the time step of {} s and the gravity of {:?} m/s^2 are left out: the scene has {} s and {:?} m/s^2",
                option.time_step, option.gravity, own.time_step, own.gravity.0
            );
            notes.say(option.place, words);
        }
    }

    /// Says what was not read; where the scene is strict, that is an error.
    fn list_unread(&self, unread: Option<Error>, said: &mut Vec<Error>) -> Result<()> {
        match unread {
            None => Ok(()),
            Some(unread) if self.robot.strict => Err(Error {
                fix: "remove it from the file, or do without strict".to_string(),
                ..unread
            }),
            Some(unread) => {
                said.push(unread);
                Ok(())
            }
        }
    }

    /// Refuses links that hang on no root, and a second root.
    fn check_tree(&self, robot: &Description, tree: &Tree) -> Result<()> {
        let roots = tree.bodies.iter().filter(|body| body.is_root);
        let roots = roots.map(|body| &robot.links[body.link]);
        let roots: Vec<_> = roots.filter(|link| link.root == Root::Base).collect();
        if let [first, second, ..] = roots[..] {
            let why = format!(
                "no joint holds it, nor the link {}: one of them is the root",
                first.name
            );
            let fix = "join it, by a joint of type floating if it moves freely";
            let field = format!("link.{}", second.name);
            return Err(self.source.at(Error::file(field, why, fix), second.place));
        }
        let lost = (0..robot.links.len()).find(|i| tree.places[*i].is_none());
        let Some(lost) = lost else { return Ok(()) };
        let link = &robot.links[lost];
        let field = format!("link.{}", link.name);
        let why = "its joints form a circle: no link is without a joint above it";
        let fix = "a URDF is a tree: remove a joint of the circle";
        Err(self.source.at(Error::file(field, why, fix), link.place))
    }
}
