//! `drystone gradient`: the derivative of one step of a scene, as tables or as JSON.

use super::args::GradientArgs;
use super::check::open;
use super::matrix::{self, Named};
use super::{Exit, Stop, failure, output};
use drystone::Error;
use drystone::scene::{Overrides, Scene};
use drystone::step::{Gradient, Simulator, Step, Wrt};
use drystone::world::{Input, Model, Parameter};
use drystone_lab::{Differences, Errors, Moment};
use nalgebra::DMatrix;
use serde::Serialize;

/// Differentiates one step at every relaxation asked for.
pub fn gradient(args: &GradientArgs) -> Result<Exit, Stop> {
    let overrides = Overrides {
        contact_model: args.contact_model,
        ..args.robots.overrides()
    };
    let scene = open(&args.scene, &overrides)?;
    let model = &scene.model;
    let wrt = Wrt {
        parameters: parameters(model, args)?,
        contacts: true,
        ..Wrt::state_and_inputs()
    };
    let mut simulator = Simulator::new(model.clone());
    let (moment, step) = match step_to(&scene, args.at_step, &mut simulator)? {
        Ok(found) => found,
        Err((index, step)) => {
            let rho = scene.settings.relaxation;
            let why = failure::describe(index, scene.time(index), rho, &step);
            output::note(&why);
            return Ok(Exit::Unsolved);
        }
    };
    let own = [scene.settings.relaxation];
    let rhos = if args.rho.is_empty() {
        &own[..]
    } else {
        &args.rho
    };
    let gradients = simulator.gradients(&step, rhos, &wrt)?;
    let names = Names::new(model, &wrt);
    let mut entries = Vec::new();
    for gradient in &gradients {
        let check = match args.check {
            true => Some(check(&moment, gradient, &wrt.parameters)?),
            false => None,
        };
        entries.push(Entry::new(gradient, check));
    }
    if args.json {
        let report = Report {
            scene: &args.scene,
            step: args.at_step,
            time: scene.time(args.at_step),
            tangents: &names.tangents,
            inputs: &names.inputs,
            parameters: &names.parameters,
            contact_rows: drystone::step::CONTACT_ROWS,
            gradients: &entries,
        };
        let text = serde_json::to_string(&report);
        output::line(&text.expect("a report is numbers, text and lists"))?;
    } else {
        for (gradient, entry) in gradients.iter().zip(&entries) {
            output::line(&describe(gradient, entry, &names))?;
        }
    }
    Ok(judge(args, &entries))
}

/// Whether all errors are within the tolerance; says so where they were asked for.
fn judge(args: &GradientArgs, entries: &[Entry]) -> Exit {
    let mut checks = entries.iter().filter_map(|entry| entry.check.as_ref());
    let missed = checks.any(|check| check.worst_block() > args.tolerance);
    if args.check {
        let verdict = if missed { "missed" } else { "met" };
        let line = format!(
            "relative error <= {:.0e} of A, B and parameters",
            args.tolerance
        );
        output::note(&format!("check {verdict}: {line}"));
    }
    match missed {
        true => Exit::Missed,
        false => Exit::Done,
    }
}

/// The parameters asked for; all unless named.
fn parameters(model: &Model, args: &GradientArgs) -> Result<Vec<Parameter>, Stop> {
    let named: Vec<&str> = args.parameters.iter().map(String::as_str).collect();
    match named[..] {
        [] | ["all"] => Ok(Wrt::everything(model).parameters),
        ["none"] => Ok(Vec::new()),
        _ => {
            let found = named.into_iter().map(|name| model.parameter(name));
            Ok(found.collect::<drystone::Result<_>>()?)
        }
    }
}

type Found = Result<(Moment, Step), (usize, Step)>;

/// The scene at the beginning of step `index`, and that step; or the step before that could not be
/// solved.
fn step_to(scene: &Scene, index: usize, simulator: &mut Simulator) -> Result<Found, Stop> {
    if index >= scene.settings.steps {
        let why = format!(
            "--at-step {index} of a scene of {} steps",
            scene.settings.steps
        );
        return Err(Error::usage(why, "steps are counted from 0").into());
    }
    let mut moment = Moment {
        model: scene.model.clone(),
        state: scene.initial.clone(),
        input: Input::hold(&scene.model, &scene.initial),
    };
    for k in 0..=index {
        scene.input_at(k, &moment.state, &mut moment.input);
        let rho = scene.settings.relaxation;
        let step = simulator.step(&moment.state, &moment.input, rho)?;
        if !step.status.solved {
            return Ok(Err((k, step)));
        }
        if k == index {
            return Ok(Ok((moment, step)));
        }
        moment.state = step.state;
    }
    unreachable!("the loop returns at its last step")
}

/// The derivative next to central differences of the step at the same relaxation.
fn check(moment: &Moment, gradient: &Gradient, parameters: &[Parameter]) -> Result<Errors, Stop> {
    let mut simulator = Simulator::new(moment.model.clone());
    let step = simulator.step(&moment.state, &moment.input, gradient.rho)?;
    let differences = Differences::new(moment, (&step, gradient.rho), parameters.to_vec())?;
    Ok(differences.errors(&differences.dimensionless(gradient)))
}

/// Names and units of rows and columns.
struct Names {
    tangents: Vec<Named>,
    inputs: Vec<Named>,
    parameters: Vec<Named>,
}

impl Names {
    fn new(model: &Model, wrt: &Wrt) -> Self {
        let named = |name, unit, value| Named { name, unit, value };
        let tangents = model.tangents().into_iter();
        let inputs = model.inputs().into_iter();
        let parameters = wrt.parameters.iter().cloned();
        Self {
            tangents: tangents.map(|t| named(t.name, t.unit, None)).collect(),
            inputs: inputs.map(|i| named(i.name, i.unit, None)).collect(),
            parameters: parameters
                .map(|p| named(p.name, p.unit, Some(p.value)))
                .collect(),
        }
    }
}

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    scene: &'a str,
    step: usize,
    time: f64,
    tangents: &'a [Named],
    inputs: &'a [Named],
    parameters: &'a [Named],
    contact_rows: [&'static str; 11],
    gradients: &'a [Entry],
}

/// The derivative at one relaxation; matrices row by row.
#[derive(Serialize)]
struct Entry {
    rho: f64,
    residual: f64,
    centrality: f64,
    condition: f64,
    rung: &'static str,
    modified: bool,
    unexplained_energy: f64,
    a: Vec<Vec<f64>>,
    b: Vec<Vec<f64>>,
    parameters: Vec<Vec<f64>>,
    contacts: Vec<ContactEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Errors>,
}

/// Rows as in `contact_rows`.
#[derive(Serialize)]
struct ContactEntry {
    bodies: [usize; 2],
    parts: [usize; 2],
    a: Vec<Vec<f64>>,
    b: Vec<Vec<f64>>,
    parameters: Vec<Vec<f64>>,
}

impl Entry {
    fn new(gradient: &Gradient, check: Option<Errors>) -> Self {
        let contacts = gradient.contacts.iter().enumerate().map(|(k, contact)| {
            let jacobian = gradient.contact(k);
            ContactEntry {
                bodies: [contact.first.body, contact.second.body],
                parts: [contact.first.part, contact.second.part],
                a: rows(&jacobian.state),
                b: rows(&jacobian.inputs),
                parameters: rows(&jacobian.parameters),
            }
        });
        let quality = &gradient.quality;
        Self {
            rho: gradient.rho,
            residual: quality.residual,
            centrality: quality.centrality,
            condition: quality.condition,
            rung: quality.rung.name(),
            modified: quality.modified,
            unexplained_energy: quality.unexplained_energy,
            a: rows(&gradient.a()),
            b: rows(&gradient.b()),
            parameters: rows(&gradient.parameters()),
            contacts: contacts.collect(),
            check,
        }
    }
}

fn rows(matrix: &DMatrix<f64>) -> Vec<Vec<f64>> {
    let row = |i: usize| matrix.row(i).iter().copied().collect();
    (0..matrix.nrows()).map(row).collect()
}

/// The derivative as text.
fn describe(gradient: &Gradient, entry: &Entry, names: &Names) -> String {
    let mut out = format!(
        "rho {:e}: residual {:.1e}, off the central path by {:.1e} rho, condition {:.1e}, rung {}\n",
        entry.rho, entry.residual, entry.centrality, entry.condition, entry.rung
    );
    if entry.modified {
        out += "note: the step was solved with other rows or in halves; this is the derivative of \
                that problem\n";
    }
    if let Some(check) = &entry.check {
        out += &format!("against central differences: {check}\n");
    }
    out += "\nA = d next / d state\n";
    out += &matrix::by_groups(&gradient.a(), &names.tangents, &names.tangents);
    if !names.inputs.is_empty() {
        out += "\nB = d next / d input\n";
        out += &matrix::by_groups(&gradient.b(), &names.tangents, &names.inputs);
    }
    if !names.parameters.is_empty() {
        out += "\nd next / d parameter, one row per parameter; mass properties held\n";
        let transposed = gradient.parameters().transpose();
        out += &matrix::by_groups(&transposed, &names.parameters, &names.tangents);
    }
    out
}
