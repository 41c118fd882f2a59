//! The messages and the files about a step that was not solved.

use super::{Stop, output};
use crate::export::Draft;
use drystone::Error;
use drystone::scene::Scene;
use drystone::step::Step;
use drystone::world::State;
use std::path::Path;

/// Why step `index` was not solved at relaxation `rho`, with the worst rows by name.
pub fn describe(index: usize, time: f64, rho: f64, step: &Step) -> String {
    format!(
        "step {index} (from {time:.6} s) {}",
        step.status.explain(rho)
    )
}

/// Makes sure that a failing step can be saved in `folder`: a run of hours should not end without.
pub fn check_folder(folder: &Path) -> Result<(), Error> {
    let made = !folder.exists();
    output::make_folder(folder)?;
    let tried = Draft::create(&folder.join("failure.toml")).map(drop);
    if made {
        // it is made again when there is something to save
        let _ = std::fs::remove_dir(folder);
    }
    tried
}

/// Writes step `index`, which starts at `state`, as a scene of one step into `folder`.
pub fn save(
    folder: &Path,
    name: &str,
    scene: &Scene,
    index: usize,
    state: &State,
    why: &str,
) -> Result<(), Stop> {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let stem = match stem.to_string_lossy() {
        stem if stem == "-" || stem.is_empty() => "stdin".into(),
        stem => stem,
    };
    let path = folder.join(format!("{stem}_step_{index}.toml"));
    let comment = why.replace('\n', "\n# ");
    let text = format!(
        "# One step of {name}, saved because\n# {comment}\n# Run it with: drystone run FILE\n\n{}",
        scene.one_step(index, state)
    );
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    written.map_err(|e| {
        let field = path.display().to_string();
        Error::file(field, format!("cannot write: {e}"), "check the folder")
    })?;
    output::note(&format!("saved that step as {}", path.display()));
    Ok(())
}
