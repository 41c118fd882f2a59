//! Random scenes, each step judged by all laws.

use super::laws::{Audited, GAP, LAWS, Verdicts};
use super::random_scene::audit_scene;
use crate::Campaign;
use crate::trial::{deepest_overlap, save};
use drystone::error::Result;
use drystone::recording::Judge;
use drystone::scene::Scene;
use drystone::step::{Rung, Simulator, Step};
use drystone::world::Input;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Scenes: reduced, and all.
const SCENES: [u64; 2] = [300, 5000];
/// Scenes that overlap by more than this part of the unit of length at the start are left out.
const APART: f64 = 1e-9;

/// The random scenes of the audit.
#[derive(Debug, Clone, Default)]
pub struct Scenes {
    /// A small part of them.
    pub quick: bool,
    /// Where steps of findings are saved as scenes.
    pub failures: Option<PathBuf>,
}

/// The outcome of a scene.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SceneRow {
    /// E.g. `scene 17`.
    pub name: String,
    /// Bodies that move.
    pub bodies: usize,
    /// Relaxation.
    pub rho: f64,
    /// Steps that were judged.
    pub steps: usize,
    /// Steps that were not solved; these are not judged.
    pub unsolved: usize,
    /// Steps that were made in halves.
    pub halved: usize,
    /// Contacts of all steps.
    pub contacts: usize,
    /// Whether the bodies overlap at the start, and nothing was simulated.
    pub left_out: bool,
    /// Per law, separated by spaces: steps beyond the bound.
    pub found: String,
    /// Per law, separated by spaces: largest figure over bound.
    pub worst: String,
    /// Per law, separated by spaces: the step of the worst.
    pub at: String,
}

impl SceneRow {
    /// The numbers of one of the fields that have one per law.
    pub(super) fn numbers(text: &str) -> Vec<f64> {
        text.split(' ').filter_map(|n| n.parse().ok()).collect()
    }
}

impl Campaign for Scenes {
    type Run = u64;
    type Row = SceneRow;

    fn runs(&self) -> Vec<u64> {
        (0..SCENES[usize::from(!self.quick)]).collect()
    }

    fn name(&self, seed: &u64) -> String {
        format!("scene {seed}")
    }

    fn row_name<'a>(&self, row: &'a SceneRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, &seed: &u64) -> Result<SceneRow> {
        examine_scene(seed, self.failures.as_deref())
    }
}

/// Simulates scene `seed` and judges every solved step; the first step of every class of finding, and
/// one that is not solved, is saved in `failures` as a scene of one step.
///
/// # Errors
/// When a scene cannot be saved.
pub fn examine_scene(seed: u64, failures: Option<&Path>) -> Result<SceneRow> {
    let name = format!("scene {seed}");
    let scene = Scene::parse(&audit_scene(seed), &name)?;
    let model = &scene.model;
    let rho = scene.settings.relaxation;
    let mut row = SceneRow {
        bodies: model.bodies.iter().filter(|body| body.is_moving()).count(),
        rho,
        name,
        ..SceneRow::default()
    };
    row.left_out = deepest_overlap(model, &scene.initial) > APART * model.units.length;
    let mut found = [0; LAWS.len()];
    let (mut worst, mut at) = ([0.0_f64; LAWS.len()], [0; LAWS.len()]);
    let mut simulator = Simulator::new(model.clone());
    let mut input = Input::hold(model, &scene.initial);
    let (mut state, mut step) = (scene.initial.clone(), Step::default());
    let steps = if row.left_out {
        0
    } else {
        scene.settings.steps
    };
    for index in 0..steps {
        scene.input_at(index, &state, &mut input);
        simulator.step_into(&state, &input, rho, &mut step)?;
        let halved = step.status.halved || step.status.rung == Rung::Halved;
        row.halved += usize::from(halved);
        row.contacts += step.contacts.len();
        if !step.status.solved {
            row.unsolved += 1;
            if let Some(folder) = failures {
                let file = format!("{}_unsolved_step_{index}.toml", row.name);
                let why = step.status.explain(rho).replace('\n', "\n# ");
                let text = format!(
                    "# {}, step {index} {why}\n{}",
                    row.name,
                    scene.one_step(index, &state)
                );
                save(&folder.join(file.replace(' ', "_")), &text)?;
            }
            break;
        }
        row.steps += 1;
        let audited = Audited {
            model,
            before: &state,
            input: &input,
            step: &step,
            rho,
        };
        let mut verdicts = audited.verdicts();
        gap(&mut verdicts, &audited, index);
        for (law, verdict) in verdicts.iter().enumerate() {
            let ratio = verdict.ratio();
            if ratio > 1.0 {
                found[law] += 1;
                if let (Some(folder), 1) = (failures, found[law]) {
                    let file = format!("{}_{}_step_{index}.toml", row.name, LAWS[law]);
                    let text = format!(
                        "# {}, step {index}: {} {:.3e}, bound {:.3e}\n{}",
                        row.name,
                        LAWS[law],
                        verdict.figure,
                        verdict.bound,
                        scene.one_step(index, &state)
                    );
                    save(&folder.join(file.replace(' ', "_")), &text)?;
                }
            }
            if ratio > worst[law] {
                (worst[law], at[law]) = (ratio, index);
            }
        }
        std::mem::swap(&mut state, &mut step.state);
    }
    row.found = line(&found);
    row.worst = line(&worst.map(|x| format!("{x:.3e}")));
    row.at = line(&at);
    Ok(row)
}

/// The verdict of the judge of recordings: the excess of its worst disagreement over what is admitted.
fn gap(verdicts: &mut Verdicts, of: &Audited, index: usize) {
    let mut judge = Judge::new(of.model);
    judge.judge(index, of.step);
    let unit = of.model.units.length;
    verdicts[GAP].bound = 1e-9 * unit;
    if let Some(worst) = judge.worst() {
        verdicts[GAP].figure = worst.excess() + 2e-9 * unit;
    }
}

fn line(numbers: &[impl std::fmt::Display]) -> String {
    let mut out = String::new();
    for (k, number) in numbers.iter().enumerate() {
        let before = if k == 0 { "" } else { " " };
        write!(out, "{before}{number}").expect("writing to a string");
    }
    out
}
