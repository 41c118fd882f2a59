//! `drystone convert`: a robot as the scene that it was understood to be, or as a model for MuJoCo.

use super::args::ConvertArgs;
use super::{Exit, Stop, check, clash, output};
use crate::export::model_as_mjcf;
use std::path::Path;

/// Writes the scene of a robot or of a scene file, complete.
pub fn convert(args: &ConvertArgs) -> Result<Exit, Stop> {
    clash::refuse(
        (Path::new(&args.scene), "what is read"),
        &[args.out.as_ref()],
    )?;
    let scene = check::open(&args.scene, &args.robots.overrides())?;
    output::warnings(&scene);
    let head = format!("# {}, as drystone convert understood it", args.scene);
    let Some(path) = &args.out else {
        output::line(&format!("{head}\n{}", scene.portable()))?;
        return Ok(Exit::Done);
    };
    if path.extension().is_some_and(|ending| ending == "xml") {
        output::write(path, &model_as_mjcf(&scene.model, &scene.initial)?)?;
        output::note(&format!("wrote {}", path.display()));
        return Ok(Exit::Done);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    output::write(path, &format!("{head}\n\n{}", scene.resolved_from(folder)))?;
    output::note(&format!(
        "wrote {}: drystone run {}",
        path.display(),
        path.display()
    ));
    Ok(Exit::Done)
}
