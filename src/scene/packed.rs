//! A scene with the content of its files: for another machine.

use super::Scene;
use super::resolved::text_of;
use std::collections::BTreeMap;

/// A scene as text, and the files that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The scene as TOML with every default filled in; its mesh files are named as in [`Self::files`].
    pub text: String,
    /// The content of the mesh files by their names, which have no folder.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Scene {
    /// Returns the scene with the content of its mesh files: the text parses to the same scene ([`Self::parse`]) with a file
    /// name in a folder that has the files. A file that can no longer be read keeps its path.
    pub fn packed(&self) -> Packed {
        let mut config = self.config.clone();
        let (mut names, mut files) = (BTreeMap::new(), BTreeMap::new());
        for mesh in config.meshes_mut() {
            let path = self.folder.join(&*mesh);
            let name = names.entry(path.clone()).or_insert_with(|| {
                let Ok(bytes) = std::fs::read(&path) else {
                    return path.display().to_string();
                };
                let ending = path.extension().unwrap_or_default().to_string_lossy();
                let name = format!("mesh_{}.{ending}", files.len());
                files.insert(name.clone(), bytes);
                name
            });
            name.clone_into(mesh);
        }
        let text = text_of(&config);
        Packed { text, files }
    }
}
