//! The corpus of `tests/hard_steps`: scenes of one step whose first attempt failed when they were saved by
//! `drystone study heaps --out DIR`, and what becomes of them now.
#![allow(dead_code)]

use drystone::recording::true_gap;
use drystone::scene::Scene;
use drystone::step::{Rung, Simulator, Step};
use drystone::world::{Input, Model, State};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The scenes, by name.
pub fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hard_steps");
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 200, "{}", files.len());
    files
}

/// What became of a step.
pub struct Replay {
    /// Name of the file without its ending.
    pub name: String,
    pub scene: Scene,
    pub step: Step,
    /// Iterations of the first attempt.
    pub first: usize,
    /// What bounded most of its short steps.
    pub blocker: String,
    /// Time without explanation, ms.
    pub milliseconds: f64,
}

/// Carries out the step of a scene.
pub fn replay(path: &Path) -> Replay {
    let scene = Scene::load(path).expect("a valid scene");
    let mut input = Input::hold(&scene.model, &scene.initial);
    scene.input_at(0, &scene.initial, &mut input);
    let mut simulator = Simulator::new(scene.model.clone());
    let (mut step, mut again) = (Step::default(), Step::default());
    let rho = scene.settings.relaxation;
    let clock = std::time::Instant::now();
    let done = simulator.step_into(&scene.initial, &input, rho, &mut step);
    let milliseconds = clock.elapsed().as_secs_f64() * 1e3;
    done.expect("a usable state");
    let mut first = 0;
    let mut blockers: BTreeMap<String, usize> = BTreeMap::new();
    let mut started: Option<Rung> = None;
    let mut see = |rung: Rung, row: &drystone::ipm::TraceRow| {
        if rung == *started.get_or_insert(rung) {
            first = first.max(row.iteration + 1);
            if row.step_length < 0.5 {
                *blockers.entry(row.bounding_rows.clone()).or_default() += 1;
            }
        }
    };
    let done = simulator.explain_into(&scene.initial, &input, rho, &mut again, Some(&mut see));
    done.expect("the same state");
    let most = blockers.into_iter().max_by_key(|(_, count)| *count);
    Replay {
        name: path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned(),
        blocker: most.map_or_else(String::new, |(name, _)| name),
        scene,
        step,
        first,
        milliseconds,
    }
}

impl Replay {
    /// Whether the first attempt solved it.
    pub fn at_once(&self) -> bool {
        self.step.status.solved && !self.step.status.needed_ladder
    }

    /// How much deeper the parts of its contacts overlap at its end than at its start, m, from the
    /// shapes alone; the deepest.
    pub fn deepened(&self) -> f64 {
        let (model, before, after) = (&self.scene.model, &self.scene.initial, &self.step.state);
        let depth = |model: &Model, state: &State, k: usize| {
            let contact = &self.step.contacts[k];
            let pair = [contact.first, contact.second];
            (-true_gap(model, state, pair, &contact.normal)).max(0.0)
        };
        let more = |k| depth(model, after, k) - depth(model, before, k);
        (0..self.step.contacts.len()).map(more).fold(0.0, f64::max)
    }
}
