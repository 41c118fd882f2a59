//! One run: its scene, and how it is carried out.

use super::row::Watch;
use super::scene::LENGTH;
use super::{Row, Setting};
use crate::trial::{deepest_overlap, save};
use drystone::error::Result;
use drystone::ipm::TraceRow;
use drystone::math::{Rot, Vec3, rotation_from_wxyz};
use drystone::scene::Scene;
use drystone::step::{Rung, Simulator, Step};
use drystone::world::{BodyState, Input, State};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Overlaps of more stones than this are looked for after every tenth step only.
const FEW: u32 = 20;
/// A step below this part of the way to the solution is short.
const SHORT: f64 = 0.5;

/// A heap or a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// The bodies that are simulated.
    pub setting: Setting,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of its start.
    pub start: u32,
    /// Simulated time, s.
    pub seconds: f64,
}

impl Run {
    /// E.g. `mixed 20, 100 Hz, rho 1e-6, start 0`.
    pub fn name(&self) -> String {
        let (kind, size) = (self.setting.kind(), self.setting.size());
        let (hertz, rho, start) = (self.hertz, self.rho, self.start);
        format!("{kind} {size}, {hertz} Hz, rho {rho:e}, start {start}")
    }

    /// Returns the scene of the run as text.
    pub fn scene(&self) -> String {
        format!(
            "# {}\n[simulation]\ntime_step = {:?}\nduration = {:?}\nrelaxation = {:e}\nlength = {LENGTH}\n\n{}",
            self.name(),
            f64::from(self.hertz).recip(),
            self.seconds,
            self.rho,
            self.setting.bodies(self.start)
        )
    }

    /// Carries it out. Steps whose first attempt failed are saved in `failures` as scenes of one
    /// step.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn carry_out(&self, failures: Option<&Path>) -> Result<Row> {
        let scene = Scene::parse(&self.scene(), &self.name())?;
        let mut simulator = Simulator::new(scene.model.clone());
        let mut watch = Watch::new(self);
        let mut input = Input::hold(&scene.model, &scene.initial);
        let (mut state, mut step) = (scene.initial.clone(), Step::default());
        for index in 0..scene.settings.steps {
            scene.input_at(index, &state, &mut input);
            let clock = Instant::now();
            simulator.step_into(&state, &input, self.rho, &mut step)?;
            watch.see(&step, clock.elapsed().as_secs_f64() * 1e3);
            if self.is_looked_at(index) {
                watch.overlap(deepest_overlap(&scene.model, &step.state));
            }
            if step.status.needed_ladder {
                let blocker = blocker(&mut simulator, &state, &input, self.rho)?;
                watch.blame(&blocker);
                if let Some(folder) = failures {
                    let start = shortened(&mut simulator, &state, &input, self.rho)?;
                    self.save(folder, &scene.one_step(index, &start), index, &blocker)?;
                }
            }
            if !step.status.advanced {
                break;
            }
            state.clone_from(&step.state);
        }
        Ok(watch.row())
    }

    fn is_looked_at(&self, index: usize) -> bool {
        let many = matches!(self.setting, Setting::Heap(_, count) if count > FEW);
        !many || index % 10 == 9
    }

    fn save(&self, folder: &Path, scene: &str, index: usize, blocker: &str) -> Result<()> {
        let (kind, size) = (self.setting.kind().replace(' ', "_"), self.setting.size());
        let (hertz, rho, start) = (self.hertz, self.rho, self.start);
        let file = format!("{kind}_{size}_{hertz}Hz_{rho:e}_{start}_step_{index}.toml");
        let path = folder.join(file);
        let text = format!(
            "# Step {index} of {}: its first attempt fails, held up by {blocker}.\n\
             # Run it with: drystone run FILE --explain\n\n{scene}",
            self.name()
        );
        save(&path, &text)
    }
}

/// Returns the rows that bounded most of the short steps of the first attempt, which failed.
fn blocker(simulator: &mut Simulator, state: &State, input: &Input, rho: f64) -> Result<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // Where masses differ much, the first attempt is the staged one.
    let mut first = None;
    let mut see = |rung: Rung, row: &TraceRow| {
        if rung == *first.get_or_insert(rung) && row.step_length < SHORT {
            *counts.entry(row.bounding_rows.clone()).or_default() += 1;
        }
    };
    let mut step = Step::default();
    simulator.explain_into(state, input, rho, &mut step, Some(&mut see))?;
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    Ok(most.map_or_else(|| "nothing that shortens steps".into(), |(name, _)| name))
}

/// The state with few digits, if the first attempt fails from there too; else itself.
fn shortened(simulator: &mut Simulator, state: &State, input: &Input, rho: f64) -> Result<State> {
    for digits in [6, 9] {
        let mut short = state.clone();
        let bodies = short.bodies.iter_mut().zip(&simulator.model().bodies);
        for (at, _) in bodies.filter(|(_, body)| body.is_moving()) {
            *at = rounded(at, digits);
        }
        let step = simulator.step(&short, input, rho)?;
        if step.status.needed_ladder {
            return Ok(short);
        }
    }
    Ok(state.clone())
}

/// Rounded to so many decimals, m, m/s, rad/s; the attitude is normalised and keeps three more.
fn rounded(at: &BodyState, digits: i32) -> BodyState {
    let scale = 10f64.powi(digits);
    let round = |v: &Vec3| v.map(|x| (x * scale).round() / scale);
    let few: Vec<f64> = at.numbers()[3..7]
        .iter()
        .map(|x| (x * scale).round() / scale)
        .collect();
    let rotation: Rot = rotation_from_wxyz([few[0], few[1], few[2], few[3]]);
    BodyState {
        position: round(&at.position),
        rotation,
        velocity: round(&at.velocity),
        angular_velocity: round(&at.angular_velocity),
    }
}
