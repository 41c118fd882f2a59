//! The time of a step by the number of points and by the number of contacts, which is printed and not judged.
//!
//! A ball lies on a T; a board stands on so many of its 64 feet. Every step is made from the same state.

use super::pushing_scene::Law;
use crate::Campaign;
use crate::summary::quantile;
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::skin::Skin;
use drystone::shape::{Placed, Shape};
use drystone::step::{Simulator, Step};
use drystone::world::{Body, BodySpec, Input, Model, PartSpec, State};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Spacings of the clouds of ball and T, m.
const SPACINGS: [f64; 6] = [0.075, 0.045, 0.025, 0.014, 0.008, 0.0046];
/// Numbers of feet on the ground.
const FEET: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Feet along a side of the board.
const SIDE: usize = 8;
/// Radius of a foot and distance between two, m.
const FOOT: [f64; 2] = [0.01, 0.04];
/// How much higher the feet are that do not stand, m.
const RAISED: f64 = 0.005;
/// Steps whose time is taken: of the reduced study and of the whole one.
const STEPS: [usize; 2] = [5, 201];
/// Steps until the bodies rest.
const SETTLE: usize = 30;
/// A contact counts that has this part of the largest impulse.
const PUSHING: f64 = 0.01;
/// The relaxation.
const RHO: f64 = 1e-6;

/// The study of times.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scaling {
    /// Few steps and sizes.
    pub quick: bool,
}

/// The size of a scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// Ball and T have this spacing, m.
    Spacing(f64),
    /// So many feet stand on the ground.
    Feet(usize),
}

/// A scene under a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// The contact model.
    pub law: Law,
    /// The size of the scene.
    pub size: Size,
}

/// The time of a step of a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScalingRow {
    /// Name of the scene and the model.
    pub name: String,
    /// Name of the contact model.
    pub model: String,
    /// The number that grows: `points` or `contacts`.
    pub grows: String,
    /// Patches of the T, or feet that stand.
    pub count: usize,
    /// Contacts of the step that push.
    pub contacts: usize,
    /// Iterations of the step.
    pub iterations: usize,
    /// Whether the step was solved.
    pub solved: bool,
    /// Median time of the step, us.
    pub median: f64,
}

impl Campaign for Scaling {
    type Run = Load;
    type Row = ScalingRow;

    fn runs(&self) -> Vec<Load> {
        let mut out = Vec::new();
        for law in [Law::SoftMinimum, Law::Published, Law::SingleLevel] {
            // convex parts have no points
            let spacings = match law.model().uses_clouds() {
                true => &SPACINGS[..],
                false => &SPACINGS[..1],
            };
            let sizes = spacings.iter().map(|&spacing| Size::Spacing(spacing));
            let sizes = sizes.chain(FEET.map(Size::Feet));
            out.extend(sizes.map(|size| Load { law, size }));
        }
        let few = [
            Size::Spacing(SPACINGS[0]),
            Size::Spacing(SPACINGS[3]),
            Size::Feet(4),
        ];
        out.retain(|load| !self.quick || few.contains(&load.size));
        out
    }

    fn name(&self, run: &Load) -> String {
        let (model, steps) = (run.law.name(), self.steps());
        match run.size {
            Size::Spacing(spacing) => format!("{model}, spacing {spacing} m, {steps} steps"),
            Size::Feet(feet) => format!("{model}, {feet} feet, {steps} steps"),
        }
    }

    fn row_name<'a>(&self, row: &'a ScalingRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Load) -> Result<ScalingRow> {
        let (model, state) = run.build()?;
        let (grows, count) = match run.size {
            Size::Spacing(spacing) => ("points", patches(spacing)?),
            Size::Feet(feet) => ("contacts", feet),
        };
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model);
        let (mut state, mut step) = (state, Step::default());
        for _ in 0..SETTLE {
            simulator.step_into(&state, &input, RHO, &mut step)?;
            state.clone_from(&step.state);
        }
        let mut times = Vec::new();
        for _ in 0..self.steps() {
            let clock = Instant::now();
            simulator.step_into(&state, &input, RHO, &mut step)?;
            times.push(clock.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        let impulses = step.contacts.iter().map(|contact| contact.normal_impulse);
        let largest = impulses.clone().fold(0.0, f64::max);
        let pushing = impulses.filter(|impulse| *impulse > PUSHING * largest);
        Ok(ScalingRow {
            name: self.name(run),
            model: run.law.name().into(),
            grows: grows.into(),
            count,
            contacts: pushing.count(),
            iterations: step.status.iterations,
            solved: step.status.solved,
            median: quantile(&times, 0.5),
        })
    }

    /// Times never repeat.
    fn repeats(&self, old: &ScalingRow, new: &ScalingRow) -> bool {
        let untimed = |row: &ScalingRow| ScalingRow {
            median: 0.0,
            ..row.clone()
        };
        untimed(old) == untimed(new)
    }
}

impl Scaling {
    fn steps(&self) -> usize {
        STEPS[usize::from(!self.quick)]
    }
}

impl Load {
    fn build(&self) -> Result<(Model, State)> {
        let builder = Model::builder().contact_model(self.law.model());
        match self.size {
            Size::Spacing(spacing) => {
                let settings = self.law.settings(Some(spacing));
                let mut tee = Body::fixed("tee");
                for (k, placed) in tee_parts()?.into_iter().enumerate() {
                    tee = tee.part(PartSpec::new(format!("part{k}"), placed, 0.5));
                }
                let ball = Body::free("ball").shape(Shape::sphere(0.02));
                builder
                    .soft_minimum(settings)
                    .body(tee)
                    .body(ball.at([0.03, 0.08, 0.045]))
                    .build_with_start()
            }
            Size::Feet(feet) => builder
                .soft_minimum(self.law.settings(None))
                .body(Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0)))
                .body(board(feet)?)
                .build_with_start(),
        }
    }
}

/// Returns the bar and the stem of the T of the task of pushing.
fn tee_parts() -> Result<[Placed; 2]> {
    let at = |half: [f64; 3], y: f64| -> Result<Placed> {
        Ok(Placed {
            shape: Shape::cuboid(half)?,
            rotation: Rot::identity(),
            offset: Vec3::new(0.0, y, 0.0),
        })
    };
    Ok([
        at([0.125, 0.025, 0.025], 0.075)?,
        at([0.025, 0.075, 0.025], -0.025)?,
    ])
}

fn patches(spacing: f64) -> Result<usize> {
    Ok(Skin::of_parts(&tee_parts()?, spacing).patches.len())
}

/// Returns a board on so many of its feet. Those in the corners stand first, so that it does not fall over.
fn board(feet: usize) -> Result<BodySpec> {
    let middle = 0.5 * (SIDE - 1) as f64;
    let mut places: Vec<[f64; 2]> = (0..SIDE * SIDE)
        .map(|k| [k % SIDE, k / SIDE].map(|i| i as f64 - middle))
        .collect();
    places.sort_by(|a, b| {
        let far = |p: &[f64; 2]| p[0].abs() + p[1].abs();
        far(b).total_cmp(&far(a))
    });
    if feet == 1 {
        places.reverse();
    }
    let mut out = Body::free("board").mass(1.0).at([0.0, 0.0, FOOT[0]]);
    for (k, [x, y]) in places.into_iter().enumerate() {
        let z = if k < feet { 0.0 } else { RAISED };
        let placed = Placed {
            shape: Shape::sphere(FOOT[0])?,
            rotation: Rot::identity(),
            offset: Vec3::new(x, y, 0.0) * FOOT[1] + Vec3::z() * z,
        };
        out = out.part(PartSpec::new(format!("foot{k}"), placed, 0.5));
    }
    Ok(out)
}
