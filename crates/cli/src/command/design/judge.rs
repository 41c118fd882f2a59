//! A design judged by other steps and by another contact model than those that made it.

use drystone::error::Result;
use drystone::scene::{Overrides, Scene};
use drystone::world::ContactModel;
use drystone_planner::Designer;
use serde::Serialize;

/// The loss of the scene as given and as designed, under one model.
#[derive(Serialize)]
pub struct Verdict {
    pub contact_model: &'static str,
    /// s.
    pub time_step: f64,
    /// The terms of the scene as given; nothing where a step was not solved.
    pub before: Option<Vec<f64>>,
    /// The terms of the designed scene.
    pub designed: Option<Vec<f64>>,
}

impl Verdict {
    /// Returns the sums of the terms, as given and as designed; infinite where a step was not solved.
    pub fn sums(&self) -> [f64; 2] {
        let sum = |terms: &Option<Vec<f64>>| match terms {
            Some(terms) => terms.iter().sum(),
            None => f64::INFINITY,
        };
        [sum(&self.before), sum(&self.designed)]
    }
}

/// Returns the verdicts of the model of the scene, of its steps halved, and of `single_level`.
pub fn judge(designer: &Designer, scenes: [&Scene; 2]) -> Result<Vec<Verdict>> {
    let own = scenes[0].settings.contact_model;
    let time_step = scenes[0].model.time_step;
    let mut out = vec![(own, time_step), (own, 0.5 * time_step)];
    if own != ContactModel::SingleLevel {
        out.push((ContactModel::SingleLevel, time_step));
    }
    let verdict = |(contact_model, time_step): (ContactModel, f64)| {
        let overrides = Overrides {
            contact_model: Some(contact_model),
            time_step: Some(time_step),
            ..Overrides::default()
        };
        let terms = |scene: &Scene| {
            let scene = Scene::parse_with(&scene.portable(), "designed.toml", &overrides)?;
            Ok(designer.losses(&scene)?.ok())
        };
        Ok(Verdict {
            contact_model: contact_model.name(),
            time_step,
            before: terms(scenes[0])?,
            designed: terms(scenes[1])?,
        })
    };
    out.into_iter().map(verdict).collect()
}
