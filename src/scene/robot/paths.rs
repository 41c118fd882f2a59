//! Paths of the files of a robot: `package://`, `file://` and relative names.

use crate::error::{Error, Result};
use std::path::{Component, Path, PathBuf};

/// This many folders above the file of a robot are looked at for packages.
const LEVELS: usize = 6;
/// Environment variables that list folders of packages.
const VARIABLES: [&str; 2] = ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"];

/// The folders in which the files of a robot are looked for.
#[derive(Debug, Clone)]
pub(super) struct Paths {
    /// The folder of the robot's file.
    folder: PathBuf,
    /// Folders that hold packages.
    roots: Vec<PathBuf>,
    /// Files are read from inside of these only, unless a package holds them.
    inside: Vec<PathBuf>,
}

impl Paths {
    /// Returns the folders for the robot in `file`; those in `packages` come first.
    pub(super) fn new(file: &Path, packages: Vec<PathBuf>) -> Self {
        let folder = file.parent().unwrap_or(Path::new(""));
        // A name alone is in the present folder.
        let folder = std::path::absolute(Path::new(".").join(folder)).unwrap_or(folder.into());
        let above: Vec<&Path> = folder.ancestors().take(LEVELS).collect();
        let package = above.iter().find(|path| path.join("package.xml").is_file());
        let own = package.or(above.get(1)).or(above.first());
        let mut inside = packages.clone();
        inside.extend(own.map(|path| path.to_path_buf()));
        let mut roots = packages;
        for variable in VARIABLES {
            let list = std::env::var_os(variable).unwrap_or_default();
            for path in std::env::split_paths(&list).filter(|path| path.is_absolute()) {
                roots.push(path.join("share"));
                roots.push(path);
            }
        }
        let above = above.iter().filter(|path| path.parent().is_some());
        roots.extend(above.map(|path| path.to_path_buf()));
        Self {
            folder,
            roots,
            inside,
        }
    }

    /// Returns the file that a name stands for.
    ///
    /// # Errors
    /// There is none, or it is outside of the package or of the folders of the robot.
    pub(super) fn find(&self, name: &str) -> Result<PathBuf> {
        if let Some(rest) = name.strip_prefix("package://") {
            return self.in_package(rest.trim_start_matches('/'));
        }
        if let Some(scheme) = name.find("://").map(|end| &name[..end])
            && scheme != "file"
        {
            let why = format!("{scheme}:// is not read");
            return Err(Error::value(
                "",
                why,
                "use package://, file:// or a relative path",
            ));
        }
        let path = Path::new(name.strip_prefix("file://").unwrap_or(name));
        let found = self.folder.join(path);
        if is_broken_link(&found) {
            return Err(broken(&found));
        }
        if !found.is_file() {
            let why = format!("no file {}", found.display());
            return Err(Error::value(
                "",
                why,
                "check the path; it is relative to the robot's file",
            ));
        }
        match self.inside.iter().any(|base| is_within(base, &found)) {
            true => Ok(found),
            false => {
                let why = format!("{name} is outside of the folders of the robot");
                let fix = "give the folder that holds it: packages = [\"...\"]";
                Err(Error::value("", why, fix))
            }
        }
    }

    /// Returns the SRDF file that belongs to a robot's: beside it, or in a folder `srdf` beside its folder.
    pub(super) fn srdf(&self, file: &str) -> Option<PathBuf> {
        let name = Path::new(file).file_name()?;
        let name = Path::new(name).with_extension("srdf");
        let beside = self.folder.join(&name);
        let apart = self.folder.join("../srdf").join(&name);
        [beside, apart].into_iter().find(|path| path.is_file())
    }

    /// Returns the file of a name that begins with that of its package.
    fn in_package(&self, name: &str) -> Result<PathBuf> {
        let (package, rest) = name.split_once('/').unwrap_or((name, ""));
        let inside = Path::new(rest);
        let leaves = |part| !matches!(part, Component::Normal(_) | Component::CurDir);
        if package.is_empty() || package == ".." || inside.components().any(leaves) {
            let why = format!("{name} leads out of its package");
            return Err(Error::value("", why, "name a file inside of the package"));
        }
        for root in &self.roots {
            let is_package = root.file_name().is_some_and(|own| own == package);
            let own = is_package.then(|| root.clone());
            for base in own.into_iter().chain([root.join(package)]) {
                let found = base.join(inside);
                if is_broken_link(&found) {
                    return Err(broken(&found));
                }
                if !found.is_file() {
                    continue;
                }
                if is_within(&base, &found) {
                    return Ok(found);
                }
                let why = format!(
                    "{} is a link that leads out of its package",
                    found.display()
                );
                return Err(Error::value("", why, "copy the file into the package"));
            }
        }
        let roots: Vec<String> = self
            .roots
            .iter()
            .map(|root| root.display().to_string())
            .collect();
        let why = format!(
            "no file {rest} of a package {package} in {}",
            roots.join(", ")
        );
        let fix =
            "give the folder that holds the package: packages = [\"...\"], or ROS_PACKAGE_PATH";
        Err(Error::value("", why, fix))
    }
}

/// Returns whether a file is inside a folder, wherever links lead.
fn is_within(base: &Path, file: &Path) -> bool {
    match (base.canonicalize(), file.canonicalize()) {
        (Ok(base), Ok(file)) => file.starts_with(base),
        _ => false,
    }
}

/// Returns whether a path is a link that leads to nothing, or to itself.
fn is_broken_link(path: &Path) -> bool {
    path.is_symlink() && path.metadata().is_err()
}

/// Refuses a link that leads to nothing, or to itself.
fn broken(path: &Path) -> Error {
    let why = format!(
        "{} is a link that leads nowhere or in a circle",
        path.display()
    );
    Error::value("", why, "put the file in its place")
}
