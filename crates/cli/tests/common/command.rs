//! The command from outside, and a folder to work in.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the workspace.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The command, started in the folder of the workspace.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
    command.current_dir(ROOT).args(args);
    command
}

/// Text of a file of the workspace.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(path)).expect("readable")
}

/// What the command says.
pub fn drystone(args: &[&str]) -> Output {
    command(args).output().expect("the binary runs")
}

/// What it says on stderr; it must end with `code`.
pub fn stderr(args: &[&str], code: i32) -> String {
    let out = drystone(args);
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{args:?}: {said}");
    said
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A folder of one test's own, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let name = format!("drystone_{name}_{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A file with `content`.
    pub fn with(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), content).expect("a temporary file");
        self.file(name)
    }

    /// Names of what is in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries.map(|e| name(e).display().to_string()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // a leftover in the temporary folder does no harm
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
