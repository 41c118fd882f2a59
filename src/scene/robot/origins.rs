//! The places in robots' files that the entries of a scene come from.

use crate::error::Error;
use crate::scene::source::Source;
use std::collections::BTreeMap;
use std::ops::Range;

/// The robots of a scene after they became entries.
#[derive(Debug, Default)]
pub(in crate::scene) struct Robots {
    /// Notes about their files, with places.
    pub(in crate::scene) notes: Vec<Error>,
    pub(super) files: Vec<Imported>,
}

/// One robot in a scene.
#[derive(Debug)]
pub(super) struct Imported {
    /// The field of the robot in the scene.
    pub(super) field: String,
    pub(super) source: Source,
    /// Bytes of the file, by field of the scene.
    pub(super) places: BTreeMap<String, usize>,
    /// The bodies of the scene that are the robot's.
    pub(super) bodies: Range<usize>,
}

impl Robots {
    /// Returns whether the scene has no robots.
    pub(in crate::scene) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Gives an error about an entry that comes from a robot its place in the file of the robot, or its field in the scene where that
    /// says it.
    pub(in crate::scene) fn locate(&self, error: Error) -> Error {
        if error.place.is_some() {
            return error;
        }
        for file in &self.files {
            let rest = |field: &str| {
                let rest = error.field.strip_prefix(field)?;
                (rest.is_empty() || rest.starts_with(['.', '[', ','])).then_some(rest.to_string())
            };
            let found = file.places.iter();
            let found = found.filter_map(|(field, place)| Some((field, place, rest(field)?)));
            let Some((_, place, rest)) = found.max_by_key(|(field, ..)| field.len()) else {
                continue;
            };
            let own = match rest.as_str() {
                rest if rest.starts_with(".motor") => "motors",
                ".material" => "material",
                _ => return file.source.at(error, *place),
            };
            return Error {
                why: format!("{}: {}", error.field, error.why),
                field: format!("{}.{own}", file.field),
                ..error
            };
        }
        error
    }

    /// Returns whether two bodies belong to the same robot.
    pub(in crate::scene) fn are_one(&self, a: usize, b: usize) -> bool {
        let mut files = self.files.iter();
        files.any(|file| file.bodies.contains(&a) && file.bodies.contains(&b))
    }
}
