//! The laws of contact step by step, over scenes, relaxations and both slip rows.

use super::laws::{DISSIPATION, LAWS, Residuals, residuals};
use super::play::play;
use super::residual_scenes::SCENES;
use crate::Campaign;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::Rung;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Relaxations that are compared.
pub const RHOS: [f64; 3] = [1e-4, 1e-6, 1e-8];
/// Points at which friction looks at the slip, as in scenes.
pub const POINTS: [&str; 2] = ["lagged", "implicit"];
/// Rungs that solve the step with the other slip row, in halves, or at another relaxation.
const OTHER_ROWS: [Rung; 6] = [
    Rung::OtherSlipRow,
    Rung::OtherSlipRowFarStart,
    Rung::SlipAtContact,
    Rung::Halved,
    Rung::Wedged,
    Rung::Relaxed,
];

/// Length of a run, s.
const SECONDS: f64 = 2.0;

/// The scenes, each played once.
#[derive(Debug)]
pub struct LawResiduals {
    plays: Vec<(Setting, OnceLock<Result<Played>>)>,
}

/// One scene at one relaxation with one slip row.
#[derive(Debug, Clone, Copy)]
struct Setting {
    scene: usize,
    time_step: f64,
    rho: f64,
    point: &'static str,
}

/// All contacts of a run.
#[derive(Debug, Default)]
struct Played {
    contacts: Vec<Residuals>,
    left_out: usize,
    unsolved: usize,
}

/// One law over one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResidualRow {
    /// Name of the run and the law.
    pub name: String,
    /// Name of the scene.
    pub scene: String,
    /// Step length, s.
    pub time_step: f64,
    /// Relaxation.
    pub rho: f64,
    /// Where friction looks at the slip.
    pub point: String,
    /// Which law, with its unit.
    pub law: String,
    /// Contacts that were looked at.
    pub contacts: usize,
    /// Steps left out: halved (two sets of impulses), solved by a rung that may use the other slip
    /// row, or not solved.
    pub left_out: usize,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// Median of the residuals.
    pub median: f64,
    /// Their 99th percentile.
    pub p99: f64,
    /// Their largest.
    pub max: f64,
    /// Largest residual over what the relaxation explains at that contact.
    pub of_bound: f64,
    /// Whether there is a bound: not for dissipation with the lagged row.
    pub bounded: bool,
    /// Within the bound, where there is one, and all steps solved.
    pub ok: bool,
}

impl LawResiduals {
    /// At 100 Hz, or at 50 to 500 Hz.
    pub fn new(quick: bool) -> Self {
        let time_steps: &[f64] = if quick { &[0.01] } else { &[0.02, 0.01, 0.002] };
        let mut plays = Vec::new();
        for scene in 0..SCENES.len() {
            for &time_step in time_steps {
                for point in POINTS {
                    let of = RHOS.map(|rho| Setting {
                        scene,
                        time_step,
                        rho,
                        point,
                    });
                    plays.extend(of.map(|setting| (setting, OnceLock::new())));
                }
            }
        }
        Self { plays }
    }

    fn play(setting: &Setting) -> Result<Played> {
        let (name, bodies) = SCENES[setting.scene];
        let text = format!(
            "[simulation]\ntime_step = {}\nduration = {}\nrelaxation = {}\n\
             friction_point = \"{}\"\n{bodies}",
            setting.time_step, SECONDS, setting.rho, setting.point
        );
        let scene = Scene::parse(&text, name)?;
        let mut played = Played::default();
        play(&scene, |before, step| {
            let status = &step.status;
            played.unsolved += usize::from(!status.solved);
            if status.halved || OTHER_ROWS.contains(&status.rung) {
                played.left_out += 1;
                return;
            }
            let of = |contact| residuals(&scene.model, before, &step.state, contact, setting.rho);
            played.contacts.extend(step.contacts.iter().filter_map(of));
        })?;
        Ok(played)
    }
}

impl Campaign for LawResiduals {
    /// Indices of the play and of the law.
    type Run = (usize, usize);
    type Row = ResidualRow;

    fn runs(&self) -> Vec<(usize, usize)> {
        // All plays for the first law, then for the second: threads do not wait for each other.
        let laws = 0..LAWS.len();
        let of = |law| (0..self.plays.len()).map(move |play| (play, law));
        laws.flat_map(of).collect()
    }

    fn name(&self, &(play, law): &(usize, usize)) -> String {
        let setting = &self.plays[play].0;
        let (h, rho, point) = (setting.time_step, setting.rho, setting.point);
        let scene = SCENES[setting.scene].0;
        format!("{scene}, h {h}, rho {rho:.0e}, {point}: {}", LAWS[law])
    }

    fn row_name<'a>(&self, row: &'a ResidualRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &(usize, usize)) -> Result<ResidualRow> {
        let (setting, cell) = &self.plays[run.0];
        let played = cell.get_or_init(|| Self::play(setting));
        let played = played.as_ref().map_err(Clone::clone)?;
        let contacts = played.contacts.iter();
        let mut values: Vec<f64> = contacts.clone().map(|c| c.values[run.1]).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * values.len() as f64).ceil().max(1.0) as usize - 1;
            values.get(index).copied().unwrap_or(0.0)
        };
        let parts = contacts.map(|c| c.values[run.1] / c.bounds[run.1]);
        let of_bound = parts.fold(0.0, |m: f64, x| if x > m || x.is_nan() { x } else { m });
        let bounded = run.1 != DISSIPATION || setting.point == "implicit";
        let solved = played.unsolved == 0 && !values.is_empty();
        Ok(ResidualRow {
            name: self.name(run),
            scene: SCENES[setting.scene].0.into(),
            time_step: setting.time_step,
            rho: setting.rho,
            point: setting.point.into(),
            law: LAWS[run.1].into(),
            contacts: values.len(),
            left_out: played.left_out,
            unsolved: played.unsolved,
            median: at(0.5),
            p99: at(0.99),
            max: at(1.0),
            of_bound,
            bounded,
            ok: solved && (!bounded || of_bound <= 1.0),
        })
    }
}
