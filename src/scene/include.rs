//! `include = "file.toml"`: scenes made of several files.

use super::config::Config;
use super::source::Source;
use super::{comfort, syntax, text};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// Most files of a scene.
const MAX_FILES: usize = 100;
/// These tables belong to the file that includes the others.
const OF_THE_FIRST: [&str; 3] = ["simulation", "plan", "design"];

/// `include`: one file, or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected the name of a file or a list of names")]
pub(crate) enum Include {
    One(String),
    Many(Vec<String>),
}

impl Include {
    fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        }
    }
}

/// The files of a scene; that which includes the others comes first.
pub(super) struct Files(Vec<Source>);

impl Files {
    /// Returns the only file of a scene.
    pub(super) fn one(source: &Source) -> Self {
        Self(vec![source.clone()])
    }

    /// Reads the files that a configuration includes, and theirs, and adds what is in them. Short forms that concern one
    /// file alone are settled.
    ///
    /// # Errors
    /// A file cannot be read or has a mistake, includes itself, or has a name that is taken.
    pub(super) fn gather(source: &Source, config: &mut Config) -> Result<Self> {
        let mut files = Self::one(source);
        let start = [PathBuf::from(source.file())];
        let settled = comfort::settle_file(config);
        settled.map_err(|e| source.locate(e))?;
        files.add(config, source, &start)?;
        Ok(files)
    }

    /// Adds the files that `source` includes to `config`; `path` leads to it from the first file.
    fn add(&mut self, config: &mut Config, source: &Source, path: &[PathBuf]) -> Result<()> {
        let Some(include) = config.include.take() else {
            return Ok(());
        };
        for name in include.names() {
            let within = |e: Error| source.locate(e.within("include"));
            let file = source.folder().join(name);
            if path.iter().any(|known| is_same(known, &file)) {
                let way = path.iter().chain([&file]);
                let way: Vec<String> = way.map(|file| file.display().to_string()).collect();
                let why = format!("the file includes itself: {}", way.join(" -> "));
                return Err(within(Error::file("", why, "remove one of these")));
            }
            if self.0.len() == MAX_FILES {
                let why = format!("more than {MAX_FILES} files");
                return Err(within(Error::file("", why, "use fewer files")));
            }
            let read = text::load(&file, "check the path, which is relative to this file")
                .map_err(within)?;
            let mut own = syntax::parse(&read)?;
            refuse_first(&read)?;
            move_files(&mut own, Path::new(name).parent().unwrap_or(Path::new("")));
            comfort::settle_file(&mut own).map_err(|e| read.locate(e))?;
            self.0.push(read.clone());
            self.add(&mut own, &read, &[path, &[file]].concat())?;
            merge(config, own).map_err(|e| read.locate(e))?;
        }
        Ok(())
    }

    /// Gives an error its place in the file that has most of its field.
    pub(super) fn locate(&self, error: Error) -> Error {
        let best = self
            .0
            .iter()
            .min_by_key(|source| source.unmatched(&error.field));
        match best {
            Some(source) => source.locate(error),
            None => error,
        }
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// Refuses the tables of a first file in one that is included.
fn refuse_first(source: &Source) -> Result<()> {
    let Ok(root) = DeTable::parse(source.text()) else {
        return Ok(());
    };
    for table in OF_THE_FIRST {
        if root.get_ref().get(table).is_some() {
            let why = format!("[{table}] belongs to the file that includes this one");
            let error = Error::file(table, why, "move it there");
            return Err(source.locate(error));
        }
    }
    Ok(())
}

/// Makes paths of files relative to the folder of the file that includes these.
fn move_files(config: &mut Config, folder: &Path) {
    let moved = |file: &mut String| *file = folder.join(&*file).display().to_string();
    config.meshes_mut().for_each(moved);
    for robot in &mut config.robot {
        moved(&mut robot.file);
        robot.srdf.as_mut().into_iter().for_each(moved);
        robot.packages.iter_mut().for_each(moved);
    }
}

/// Adds what is in `more` to a configuration.
fn merge(config: &mut Config, more: Config) -> Result<()> {
    let taken = |field: String| {
        let why = "another file of the scene has that name already";
        Error::file(field, why, "give one of them another name")
    };
    for (name, shape) in more.shape {
        if config.shape.insert(name.clone(), shape).is_some() {
            return Err(taken(format!("shape.{name}")));
        }
    }
    for (name, material) in more.material {
        if config.material.insert(name.clone(), material).is_some() {
            return Err(taken(format!("material.{name}")));
        }
    }
    config.friction.extend(more.friction);
    config.body.extend(more.body);
    config.repeat.extend(more.repeat);
    config.joint.extend(more.joint);
    config.wrench.extend(more.wrench);
    config.no_contact.extend(more.no_contact);
    config.frame.extend(more.frame);
    config.robot.extend(more.robot);
    Ok(())
}
