//! MJCF: the bodies, joints, shapes, motors and equalities of a MuJoCo model.
//!
//! Every body is a link with the frame of the file; the joints of a body become one joint, or a chain; a coordinate is the value of the file less its
//! reference. docs/robots.md says what every element becomes, and what is refused.

mod actuator;
mod chain;
mod combine;
mod compiler;
mod contact;
mod defaults;
mod equality;
mod files;
mod geom;
mod inertial;
mod joint;
mod keyframe;
mod mesh;
mod pair;
mod reader;
mod site;
mod solids;

use super::description::{Description, SimulationOption};
use super::notes::{self, Notes};
use super::paths::Paths;
use crate::error::{Error, Result};
use crate::scene::source::Source;
use compiler::Compiler;
use contact::Contacts;
use defaults::Defaults;
use files::{Included, Model};
use mesh::MeshAssets;
use pair::Pairs;
use reader::Reader;
use std::collections::{BTreeMap, BTreeSet};

/// A model as it was read, and errors that list what was not read, one per file.
pub(super) struct Read {
    pub(super) description: Description,
    pub(super) unread: Vec<Error>,
}

/// Reads a model and the files that it includes; it starts at the keyframe of a name, if one is given.
///
/// # Errors
/// The error has the place in the file.
pub(super) fn read(
    source: &Source,
    paths: &Paths,
    keyframe: Option<&str>,
    notes: &mut Notes,
) -> Result<Read> {
    let included = Included::load(source, paths)?;
    let documents = included.parse(source)?;
    let model = Model::new(&documents, &included);
    model.root().ignore(&["model"]);
    pass_over(model);
    let defaults = Defaults::read(model)?;
    let (option, touches) = compiler::option(model, notes)?;
    let contacts = Contacts::new(Pairs::read(model, &defaults, notes)?);
    let mut reader = Reader {
        model,
        compiler: Compiler::read(model)?,
        meshes: MeshAssets::read(model, &defaults)?,
        defaults,
        paths,
        touches,
        notes,
        out: Description {
            option: Some(option),
            hull: true,
            ..Description::default()
        },
        contacts,
        positions: Vec::new(),
        poses: Vec::new(),
        sites: BTreeMap::new(),
        between: Vec::new(),
        fixed: BTreeSet::new(),
        held: Vec::new(),
        names: BTreeSet::new(),
        joint_names: BTreeSet::new(),
        taken: model.names(&["body", "joint", "freejoint"]),
    };
    reader.world()?;
    reader.scale_masses();
    reader.share_masses()?;
    let actuated = reader.actuators()?;
    reader.equalities()?;
    pair::excluded(model, &mut reader.out)?;
    reader.start(keyframe, &actuated)?;
    reader.frames();
    reader.contacts.finish(&mut reader.out, reader.notes)?;
    let description = reader.out;
    let unread = documents.iter();
    let unread = unread.filter_map(|document| notes::unread(document, document.source(), ""));
    Ok(Read {
        description,
        unread: unread.collect(),
    })
}

/// Returns what a model asks of the simulation.
///
/// # Errors
/// The file, or one that it includes, is no XML, or has numbers that are none.
pub(super) fn option(source: &Source, paths: &Paths) -> Result<SimulationOption> {
    let included = Included::load(source, paths)?;
    let documents = included.parse(source)?;
    let model = Model::new(&documents, &included);
    compiler::option(model, &mut Notes::default()).map(|(option, _)| option)
}

/// Marks what is only seen, or sizes memory.
fn pass_over(model: Model<'_>) {
    for element in model.children(model.root()) {
        if matches!(element.tag(), "visual" | "statistic" | "size" | "custom") {
            element.pass();
        }
    }
}
