//! One run of the soak.

use super::{Row, Run, bin, random_scene};
use crate::memory::memory;
use crate::trial::deepest_overlap;
use drystone::error::{Error, Result};
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::Input;
use std::path::Path;
use std::time::Instant;

/// Overlaps are looked for after one step of so many.
const LOOK: usize = 10;

/// Carries it out; unsolved steps are saved in `failures` as scenes of one step.
pub(super) fn carry_out(run: &Run, failures: Option<&Path>) -> Result<Row> {
    let (text, steps) = match *run {
        Run::Bin { start, steps } => (bin::scene(start), Some(steps)),
        Run::Random(seed) => (random_scene(seed), None),
    };
    let (clock, memory_start) = (Instant::now(), held());
    let scene = Scene::parse(&text, &run.name())?;
    let period = scene.settings.steps;
    let mut simulator = Simulator::new(scene.model.clone());
    let mut input = Input::hold(&scene.model, &scene.initial);
    let (mut state, mut step) = (scene.initial.clone(), Step::default());
    let mut row = Row {
        name: run.name(),
        memory_start,
        ..Row::default()
    };
    let mut iterations = 0;
    for index in 0..steps.unwrap_or(period) {
        scene.input_at(index % period, &state, &mut input);
        simulator.step_into(&state, &input, scene.settings.relaxation, &mut step)?;
        row.steps += 1;
        iterations += step.status.iterations;
        row.base_failures += usize::from(step.status.needed_ladder);
        if !step.status.solved {
            row.unsolved += 1;
            if let Some(folder) = failures {
                let why = step.status.explain(scene.settings.relaxation);
                let saved = scene.one_step(index % period, &state);
                save(folder, &run.name(), index, &why, &saved)?;
            }
        }
        if index % LOOK == 0 {
            let depth = deepest_overlap(&scene.model, &step.state) / scene.model.units.length;
            row.penetration = row.penetration.max(depth);
        }
        if !step.status.advanced {
            row.stopped = true;
            break;
        }
        std::mem::swap(&mut state, &mut step.state);
    }
    let norms = state
        .bodies
        .iter()
        .map(|body| body.rotation.quaternion().norm());
    row.norm_error = norms.map(|norm| (norm - 1.0).abs()).fold(0.0, f64::max);
    row.iterations = iterations as f64 / row.steps.max(1) as f64;
    row.hash = format!("{:016x}", state.hash());
    row.memory_end = held();
    row.seconds = clock.elapsed().as_secs_f64();
    Ok(row)
}

fn held() -> f64 {
    memory().map_or(0.0, |(now, _)| now)
}

fn save(folder: &Path, run: &str, index: usize, why: &str, scene: &str) -> Result<()> {
    let name = run.replace([' ', ','], "_");
    let path = folder.join(format!("{name}_step_{index}.toml"));
    let comment = why.replace('\n', "\n# ");
    let text = format!(
        "# Step {index} of {run} {comment}\n# Run it with: drystone run FILE --explain\n\n{scene}"
    );
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    written.map_err(|e| {
        let why = format!("cannot write: {e}");
        Error::file(path.display().to_string(), why, "check the folder")
    })
}
