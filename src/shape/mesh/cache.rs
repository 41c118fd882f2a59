//! Decompositions are kept in a folder, one JSON file each, named by the fingerprint of what they were made from.

use crate::math::{Fnv, Vec3};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The corners of convex pieces, m.
pub(super) type Pieces = Vec<Vec<Vec3>>;

/// A folder for decompositions, or none. What cannot be read or written there is made anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// One file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// FNV-1a of the bits of all coordinates.
    checksum: u64,
    pieces: Vec<Vec<[f64; 3]>>,
}

impl Cache {
    /// Returns the cache of this user: `$DRYSTONE_CACHE`, else `$XDG_CACHE_HOME/drystone`, else
    /// `$HOME/.cache/drystone`.
    pub fn of_user() -> Self {
        Self {
            folder: folder(|name| std::env::var_os(name)),
        }
    }

    /// Returns a cache in a folder, which is made when something is kept.
    pub fn at(folder: impl AsRef<Path>) -> Self {
        Self {
            folder: Some(folder.as_ref().to_path_buf()),
        }
    }

    /// Returns a cache that keeps nothing.
    pub fn none() -> Self {
        Self { folder: None }
    }

    fn path(&self, key: u64) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(format!("{key:016x}.json")))
    }

    /// Returns what was kept; nothing where the file is missing or damaged.
    pub(super) fn load(&self, key: u64) -> Option<Pieces> {
        let bytes = std::fs::read(self.path(key)?).ok()?;
        let kept: Kept = serde_json::from_slice(&bytes).ok()?;
        let sound = !kept.pieces.is_empty() && checksum(&kept.pieces) == kept.checksum;
        let points = |piece: &Vec<[f64; 3]>| piece.iter().map(|&p| Vec3::from(p)).collect();
        sound.then(|| kept.pieces.iter().map(points).collect())
    }

    /// Keeps pieces; a folder that cannot be written is no mistake.
    pub(super) fn store(&self, key: u64, pieces: &Pieces) {
        let numbers = |piece: &Vec<Vec3>| piece.iter().map(|&p| p.into()).collect();
        let pieces: Vec<Vec<[f64; 3]>> = pieces.iter().map(numbers).collect();
        let kept = Kept {
            checksum: checksum(&pieces),
            pieces,
        };
        if let (Some(path), Ok(bytes)) = (self.path(key), serde_json::to_vec(&kept)) {
            // it works without a cache, too
            let _ = write_at_once(&path, &bytes);
        }
    }
}

/// Writes beside the file and renames, so that nobody reads half a file.
fn write_at_once(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{count}.tmp", std::process::id()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

fn checksum(pieces: &[Vec<[f64; 3]>]) -> u64 {
    let mut hash = Fnv::new();
    for piece in pieces {
        hash.add(&(piece.len() as u64).to_le_bytes());
        for c in piece.iter().flatten() {
            hash.add(&c.to_bits().to_le_bytes());
        }
    }
    hash.value()
}

fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let given = |name: &str| variable(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let own = given("DRYSTONE_CACHE");
    let of_system = || given("XDG_CACHE_HOME").map(|folder| folder.join("drystone"));
    let of_home = || given("HOME").map(|home| home.join(".cache/drystone"));
    own.or_else(of_system).or_else(of_home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_the_first_that_is_given() {
        let with = |given: &[(&str, &str)]| {
            folder(|name| {
                let found = given.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        let home = ("HOME", "/h");
        let system = ("XDG_CACHE_HOME", "/x");
        let own = ("DRYSTONE_CACHE", "/d");
        assert_eq!(with(&[home, system, own]), Some("/d".into()));
        assert_eq!(with(&[home, system]), Some("/x/drystone".into()));
        assert_eq!(
            with(&[home, ("XDG_CACHE_HOME", "")]),
            Some("/h/.cache/drystone".into())
        );
        assert_eq!(with(&[]), None);
    }
}
