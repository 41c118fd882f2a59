//! `--from`, `--save` and `--save-at`: a run that goes on, and one that can be gone on with.

use super::args::RunArgs;
use super::{Stop, output};
use crate::export::Draft;
use drystone::Error;
use drystone::recording::Checkpoint;
use drystone::scene::Scene;
use drystone::world::State;
use std::io::Write;
use std::path::Path;

/// Where a run begins and where it is saved.
pub struct Span {
    /// Index of the first step; the scene starts there.
    pub first: usize,
    /// Number of steps done when it is saved, if not at its end.
    save_at: Option<usize>,
}

/// Moves the start of `scene` to the checkpoint of `--from`, and looks up when to save.
pub fn begin(args: &RunArgs, scene: &mut Scene) -> Result<Span, Stop> {
    let first = match &args.from {
        None => 0,
        Some(path) => go_on(path, args, scene)?,
    };
    if let Some(path) = &args.save {
        // said now, not at the end of a long run
        Draft::create(path)?;
    }
    let save_at = args.save_at.map(|time| index(scene, first, time));
    Ok(Span {
        first,
        save_at: save_at.transpose()?,
    })
}

fn go_on(path: &Path, args: &RunArgs, scene: &mut Scene) -> Result<usize, Stop> {
    let name = path.display().to_string();
    let saved = Checkpoint::load(path)?;
    saved.fits(&scene.model).map_err(|e| e.within(&name))?;
    let settings = &scene.settings;
    let done = saved.step.checked_sub(settings.start_step);
    let done = done.and_then(|done| usize::try_from(done).ok());
    let Some(first) = done.filter(|&done| done < settings.steps) else {
        let (from, to) = (scene.time(0), scene.time(settings.steps));
        let why = format!(
            "{name} is at {} s, the run is from {from} to {to} s: nothing is left to simulate",
            saved.time()
        );
        return Err(
            Error::usage(why, "lengthen the run: --seconds S counts from its start").into(),
        );
    };
    if !args.quiet {
        if saved.rho != settings.relaxation {
            let (old, new) = (saved.rho, settings.relaxation);
            output::note(&format!(
                "warning: {name} was saved at rho {old:e}; goes on at {new:e}"
            ));
        }
        if saved.inputs != scene.input_fingerprint() {
            output::note(&format!(
                "warning: {name} was saved under other wrenches or keyframes; goes on under those of the scene"
            ));
        }
    }
    scene.initial = saved.state;
    Ok(first)
}

/// How many steps are done at `time`, s, to the nearest.
fn index(scene: &Scene, first: usize, time: f64) -> Result<usize, Error> {
    let last = scene.settings.steps;
    let done = (time / scene.model.time_step).round() - scene.settings.start_step as f64;
    if ((first + 1) as f64..=last as f64).contains(&done) {
        return Ok(done as usize);
    }
    let (low, high) = (scene.time(first + 1), scene.time(last));
    let why = format!("--save-at {time}: the steps of this run end from {low} to {high} s");
    let fix = "name a time between, or leave it out to save the end";
    Err(Error::usage(why, fix))
}

impl Span {
    /// Saves the state after `done` steps if that is the moment for it.
    pub fn save(
        &self,
        args: &RunArgs,
        scene: &Scene,
        done: usize,
        state: &State,
    ) -> Result<(), Stop> {
        match (&args.save, self.save_at) {
            (Some(path), Some(at)) if at == done => save(path, scene, done, state),
            _ => Ok(()),
        }
    }

    /// Saves the end of a run that lasted `done` steps, unless it was to be saved before.
    pub fn finish(
        &self,
        args: &RunArgs,
        scene: &Scene,
        done: usize,
        state: &State,
    ) -> Result<(), Stop> {
        match (&args.save, self.save_at) {
            (Some(path), None) => save(path, scene, done, state),
            (Some(path), Some(at)) if at > done => {
                let (name, end) = (path.display(), scene.time(done));
                output::note(&format!("{name} was not saved: the run ended at {end} s"));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// JSON where the name ends so, else bytes.
fn save(path: &Path, scene: &Scene, done: usize, state: &State) -> Result<(), Stop> {
    let bodies = scene.model.bodies.iter();
    let checkpoint = Checkpoint {
        step: scene.settings.start_step + done as u64,
        time_step: scene.model.time_step,
        rho: scene.settings.relaxation,
        model: scene.model.fingerprint(),
        inputs: scene.input_fingerprint(),
        bodies: bodies.map(|body| body.name.clone()).collect(),
        state: state.clone(),
    };
    let bytes = match path.extension().is_some_and(|ending| ending == "json") {
        true => checkpoint.to_json()?.into_bytes(),
        false => checkpoint.to_bytes()?,
    };
    let mut draft = Draft::create(path)?;
    draft.write_all(&bytes).map_err(|e| draft.failed(&e))?;
    draft.finish()?;
    Ok(())
}
