//! Machines designed with their controls and without (SDRS Figs. 10 to 19).
//!
//! Every scene of `scenarios/designs` is optimised twice from the same start with the same number of iterations: once
//! by its controls alone (numbers of motors), once by all of its variables. What comes out is simulated anew under the model that made
//! it and under `single_level`, and measured by what the machine is for, not by its loss.
//!
//! Not here: the optimisation (`drystone_planner::Designer`).

mod machine;
mod measure;
mod report;

pub use machine::Machine;
pub use measure::{Figures, measure};
pub use report::{CodesignReport, Line};

use crate::Campaign;
use drystone::error::Result;
use drystone::scene::{Overrides, Scene};
use drystone::step::Batch;
use drystone::world::ContactModel;
use drystone_planner::Designer;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::Instant;

/// The relaxation under `single_level`, at most: there it is the force of what does not touch, here the reach of a barrier.
const SINGLE_LEVEL_RHO: f64 = 1e-4;

/// The study of designs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Codesign {
    /// A few iterations of the two machines that take the least time.
    pub quick: bool,
}

/// One design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The machine.
    pub machine: Machine,
    /// Whether only numbers of motors may change.
    pub control_alone: bool,
}

/// The outcome of one design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DesignRow {
    /// Name of the design.
    pub name: String,
    /// Name of the machine.
    pub machine: String,
    /// Whether only numbers of motors may change.
    pub control_alone: bool,
    /// Variables.
    pub variables: usize,
    /// Iterations.
    pub iterations: usize,
    /// Iterations that were taken back by half.
    pub retreats: usize,
    /// The loss as given, at the relaxation of the scene.
    pub loss_given: f64,
    /// The loss as designed, at the relaxation of the scene.
    pub loss: f64,
    /// The figure of the machine as given, under its own model (see [`Machine::unit`]).
    pub given: f64,
    /// The figure as designed, under its own model.
    pub own: f64,
    /// The figure as designed, under `single_level`.
    pub single_level: f64,
    /// The largest way that the cross moves in the jaw, under its own model, m; 0 of other machines.
    pub slip: f64,
    /// The largest way that the cross moves in the jaw, under `single_level`, m.
    pub slip_single_level: f64,
    /// Steps that were not solved in the runs that are measured.
    pub unsolved: usize,
    /// Time of the optimisation on one thread, s.
    pub seconds: f64,
}

impl Campaign for Codesign {
    type Run = Run;
    type Row = DesignRow;

    fn runs(&self) -> Vec<Run> {
        let machines = Machine::ALL.into_iter();
        let machines = machines.filter(|machine| !self.quick || machine.is_quick());
        let both = |machine| {
            [true, false].map(|control_alone| Run {
                machine,
                control_alone,
            })
        };
        machines.flat_map(both).collect()
    }

    fn name(&self, run: &Run) -> String {
        let what = match run.control_alone {
            true => "control alone",
            false => "co-design",
        };
        let iterations = match self.quick {
            true => ", a few iterations",
            false => "",
        };
        format!("{}, {what}{iterations}", run.machine.name())
    }

    fn row_name<'a>(&self, row: &'a DesignRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Run) -> Result<DesignRow> {
        let machine = run.machine;
        let mut scene = machine.scene()?;
        let variables = restrict(&mut scene, run.control_alone);
        if let (true, Some(design)) = (self.quick, &mut scene.design) {
            design.iterations = machine.quick_iterations();
        }
        let mut given = scene.clone();
        given.design = None;
        let mut row = DesignRow {
            name: self.name(run),
            machine: machine.name().into(),
            control_alone: run.control_alone,
            variables: 0,
            iterations: 0,
            retreats: 0,
            loss_given: f64::NAN,
            loss: f64::NAN,
            given: 0.0,
            own: 0.0,
            single_level: 0.0,
            slip: 0.0,
            slip_single_level: 0.0,
            unsolved: 0,
            seconds: 0.0,
        };
        let designed = match variables {
            0 => given.clone(),
            _ => row.optimise(&scene)?,
        };
        row.judge(machine, &given, &designed)?;
        Ok(row)
    }

    /// Times never repeat.
    fn repeats(&self, old: &DesignRow, new: &DesignRow) -> bool {
        let text = |row: &DesignRow| {
            let untimed = DesignRow {
                seconds: 0.0,
                ..row.clone()
            };
            format!("{untimed:?}")
        };
        text(old) == text(new)
    }
}

/// Leaves the variables of motors alone, if that is asked for; returns the number of entries.
fn restrict(scene: &mut Scene, control_alone: bool) -> usize {
    let Some(design) = &mut scene.design else {
        return 0;
    };
    let is_control = |path: &String| path.contains(".motor.");
    design.variable.retain(|variable| {
        let mut paths = variable.numbers.iter().chain(variable.moves.keys());
        !control_alone || paths.all(is_control)
    });
    design.variable.len()
}

impl DesignRow {
    /// Optimises on one thread, and returns the designed scene.
    fn optimise(&mut self, scene: &Scene) -> Result<Scene> {
        let designer = Designer::from_scene(scene)?;
        let started = Instant::now();
        let mut batch = Batch::new(NonZeroUsize::new(1))?;
        let found = designer.optimize(designer.start(), &mut batch, |_| {})?;
        self.seconds = started.elapsed().as_secs_f64();
        self.variables = designer.variables.len();
        self.iterations = designer.iterations();
        self.retreats = found.retreats;
        let loss = |x: &[f64]| -> Result<f64> {
            let terms = designer.losses(&designer.scene(x)?)?;
            Ok(terms.map_or(f64::INFINITY, |terms| terms.iter().sum()))
        };
        (self.loss_given, self.loss) = (loss(&designer.start())?, loss(&found.x)?);
        designer.scene(&found.x)
    }

    /// Simulates the scenes and measures what the machine does.
    fn judge(&mut self, machine: Machine, given: &Scene, designed: &Scene) -> Result<()> {
        let own = designed.settings.contact_model;
        let run = |scene: &Scene, contact_model: ContactModel| {
            let rho = scene.settings.relaxation;
            let overrides = Overrides {
                contact_model: Some(contact_model),
                duration: machine.seconds(),
                relaxation: Some(match contact_model {
                    ContactModel::SingleLevel => rho.min(SINGLE_LEVEL_RHO),
                    _ => rho,
                }),
                ..Overrides::default()
            };
            let scene = Scene::parse_with(&scene.portable(), "designed.toml", &overrides)?;
            measure(machine, &scene)
        };
        self.given = run(given, own)?.figure;
        let [here, there] = [own, ContactModel::SingleLevel].map(|model| run(designed, model));
        let (here, there) = (here?, there?);
        (self.own, self.single_level) = (here.figure, there.figure);
        (self.slip, self.slip_single_level) = (here.slip, there.slip);
        self.unsolved = here.unsolved + there.unsolved;
        Ok(())
    }
}
