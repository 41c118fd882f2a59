//! The time of a step of four chains that swing into each other, by the number of their links (SDRS figs. 6 and 9).

use crate::{Campaign, Table};
use drystone::error::Result;
use drystone::shape::Shape;
use drystone::world::{Body, ContactModel, Input, JointKind, JointSpec, Model, State};
use drystone::{Simulator, Vec3, Wrt};
use drystone_plot::{Content, Plot, short};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// The exponent of the number of links that is allowed.
pub(super) const EXPONENT: f64 = 1.3;
/// A study of so many sizes or more has an exponent that is judged.
const SIZES: usize = 4;
/// The length of a link, half its width, and the distance between two chains, m.
const LINK: [f64; 3] = [0.1, 0.015, 0.035];
/// The speed of the free end of a chain at the start, m/s; chains beside each other swing towards each other or apart.
const SPEED: f64 = 1.0;
/// The support, and the length of a step, s.
const SUPPORT: f64 = 1e-3;
const TIME_STEP: f64 = 0.01;

/// The study of chains.
#[derive(Debug, Clone, Copy)]
pub struct Chains {
    /// Short chains, for a shorter time.
    pub quick: bool,
}

/// The times of chains of a length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChainRow {
    /// The name.
    pub name: String,
    /// Links of a chain, each with a joint of two freedoms.
    pub links: usize,
    /// Steps tried.
    pub steps: usize,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// The mean number of contacts.
    pub contacts: f64,
    /// The mean number of iterations.
    pub iterations: f64,
    /// The mean time of a step, ms.
    pub time: f64,
    /// The mean time of an iteration, ms.
    pub iteration_time: f64,
    /// The mean time of the adjoint of a step, by its state and inputs, ms.
    pub backward: f64,
    /// The mean time of an iteration of the same chains without friction, ms.
    pub without_friction: f64,
    /// The mean time of an iteration of the same chains where nothing touches, ms.
    pub apart: f64,
}

/// A form says what the chains touch: the parts of an iteration are the differences of the times of two forms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// They rub against each other and against the ground.
    Rough,
    /// They touch without friction.
    Smooth,
    /// There is nothing near them, and no gravity.
    Apart,
}

impl Campaign for Chains {
    type Run = usize;
    type Row = ChainRow;

    fn runs(&self) -> Vec<usize> {
        match self.quick {
            true => vec![2, 4],
            false => vec![4, 8, 16, 32, 64],
        }
    }

    fn name(&self, links: &usize) -> String {
        format!("{links} links, {} steps", self.steps())
    }

    fn row_name<'a>(&self, row: &'a ChainRow) -> &'a str {
        &row.name
    }

    /// Makes the run twice, as something else may run beside one of them, and keeps the faster one.
    fn carry_out(&self, &links: &usize) -> Result<ChainRow> {
        let faster = |form: Form| -> Result<ChainRow> {
            let [one, other] = [self.simulate(links, form)?, self.simulate(links, form)?];
            Ok(if other.time < one.time { other } else { one })
        };
        Ok(ChainRow {
            without_friction: faster(Form::Smooth)?.iteration_time,
            apart: faster(Form::Apart)?.iteration_time,
            ..faster(Form::Rough)?
        })
    }

    /// Times never repeat.
    fn repeats(&self, old: &ChainRow, new: &ChainRow) -> bool {
        old.iterations == new.iterations && old.contacts == new.contacts
    }
}

impl Chains {
    fn simulate(&self, links: usize, form: Form) -> Result<ChainRow> {
        let (model, mut state) = chains(links, form)?;
        let wrt = Wrt::state_and_inputs();
        let cotangent = vec![1.0; 12 * 4 * links];
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model);
        let mut row = ChainRow {
            name: self.name(&links),
            links,
            steps: 0,
            unsolved: 0,
            contacts: 0.0,
            iterations: 0.0,
            time: 0.0,
            iteration_time: 0.0,
            backward: 0.0,
            without_friction: 0.0,
            apart: 0.0,
        };
        let count = self.steps() as f64;
        for _ in 0..self.steps() {
            let clock = Instant::now();
            let step = simulator.step(&state, &input, SUPPORT)?;
            row.time += 1e3 * clock.elapsed().as_secs_f64() / count;
            row.steps += 1;
            row.unsolved += usize::from(!step.status.solved);
            let pushes = step.contacts.iter().filter(|c| c.normal_impulse > 0.0);
            row.contacts += pushes.count() as f64 / count;
            row.iterations += step.status.iterations as f64 / count;
            if !step.status.advanced {
                break;
            }
            if form == Form::Rough && step.status.solved {
                let clock = Instant::now();
                simulator.pullback(&step, SUPPORT, &wrt, &cotangent)?;
                row.backward += 1e3 * clock.elapsed().as_secs_f64() / count;
            }
            state = step.state;
        }
        row.iteration_time = row.time / row.iterations.max(1.0);
        Ok(row)
    }

    fn steps(&self) -> usize {
        if self.quick { 20 } else { 100 }
    }
}

/// Returns four chains of so many links, which lie side by side and swing into each other.
fn chains(links: usize, form: Form) -> Result<(Model, State)> {
    let [length, width, near] = LINK;
    let apart = match form {
        Form::Apart => 4.0 * length * links as f64,
        _ => near,
    };
    let friction = if form == Form::Smooth { 0.0 } else { 0.3 };
    let mut builder = Model::builder()
        .time_step(TIME_STEP)
        .contact_model(ContactModel::SeparatingPlane)
        .length(0.5 * length);
    builder = match form {
        Form::Apart => builder.gravity(Vec3::zeros()),
        _ => builder.body(Body::fixed("ground").shape(Shape::half_space(Vec3::z(), 0.0))),
    };
    let height = width + SUPPORT * 0.5 * length;
    let mut joints = Vec::new();
    for chain in 0..4 {
        let root = Vec3::new(0.0, apart * f64::from(chain), height);
        let speed = if chain % 2 == 0 { SPEED } else { -SPEED };
        let spin = Vec3::z() * (speed / (links as f64 * length));
        for i in 0..links {
            let name = format!("link{chain}_{i}");
            let arm = Vec3::x() * ((i as f64 + 0.5) * length);
            let mut body = Body::free(&name)
                .friction(friction)
                .shape(Shape::cuboid([0.4 * length, width, width]))
                .mass(0.1)
                .at(root + arm);
            body.start.velocity = spin.cross(&arm);
            body.start.angular_velocity = spin;
            builder = builder.body(body);
            let spec = JointSpec::new(format!("joint{chain}_{i}"), JointKind::Universal, name);
            let spec = spec.axes(Vec3::y(), Vec3::z());
            joints.push(match i {
                0 => spec.anchor(root),
                _ => spec
                    .parent(format!("link{chain}_{}", i - 1))
                    .anchor(Vec3::x() * (0.5 * length)),
            });
        }
    }
    let add = |builder: drystone::world::ModelBuilder, joint| builder.joint(joint);
    joints.into_iter().fold(builder, add).build_with_start()
}

/// Returns the exponent of the number of links in a time, by least squares of the logarithms; none of a few sizes.
pub(super) fn exponent(rows: &[ChainRow], time: fn(&ChainRow) -> f64) -> Option<f64> {
    if rows.len() < SIZES {
        return None;
    }
    let points = rows
        .iter()
        .map(|row| ((row.links as f64).ln(), time(row).ln()));
    let points: Vec<(f64, f64)> = points.collect();
    let count = points.len() as f64;
    let [x, y] = [
        points.iter().map(|p| p.0).sum::<f64>(),
        points.iter().map(|p| p.1).sum(),
    ];
    let [x, y] = [x / count, y / count];
    let both: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    Some(both / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>())
}

/// Returns the table of all lengths.
pub(super) fn chain_table(rows: &[ChainRow]) -> Table {
    let of = |row: &ChainRow| {
        vec![
            row.links.to_string(),
            (8 * row.links).to_string(),
            row.steps.to_string(),
            row.unsolved.to_string(),
            format!("{:.1}", row.contacts),
            format!("{:.1}", row.iterations),
            short(row.time),
            short(row.iteration_time),
        ]
    };
    let mut out: Vec<Vec<String>> = rows.iter().map(of).collect();
    let times: [fn(&ChainRow) -> f64; 2] = [|row| row.time, |row| row.iteration_time];
    if let [Some(step), Some(iteration)] = times.map(|time| exponent(rows, time)) {
        let mut last = vec!["-".to_string(); 8];
        last[0] = "exponent of the links".into();
        last[6] = format!("{step:.2}");
        last[7] = format!("{iteration:.2}");
        out.push(last);
    }
    let columns = [
        "links",
        "freedoms",
        "steps",
        "unsolved",
        "contacts",
        "iterations",
        "ms a step",
        "ms an iteration",
    ];
    Table {
        title: format!(
            "Four chains that swing into each other: the time of a step by the links of a chain (SDRS fig. 9; an exponent of {EXPONENT} is allowed)"
        ),
        columns: columns.map(String::from).to_vec(),
        rows: out,
    }
}

/// Returns the picture of both times.
pub(super) fn chain_plot(rows: &[ChainRow]) -> Plot {
    let line = |name: &str, time: fn(&ChainRow) -> f64| {
        let points = rows.iter().map(|row| (row.links as f64, time(row)));
        (name.to_string(), points.collect())
    };
    Plot {
        stem: "chains".into(),
        title: "Four chains that swing into each other: time by the links of a chain (SDRS fig. 9)"
            .into(),
        content: Content::Lines {
            series: vec![
                line("a step", |row| row.time),
                line("an iteration", |row| row.iteration_time),
            ],
            axes: ["links".into(), "time, ms".into()],
            logarithmic: [true, true],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_apart_touch_nothing_and_the_others_the_ground() {
        let study = Chains { quick: true };
        let touching = |form| study.simulate(4, form).expect("a run").contacts;
        assert_eq!(touching(Form::Apart), 0.0);
        assert!(touching(Form::Smooth) >= 16.0 && touching(Form::Rough) >= 16.0);
    }
}
