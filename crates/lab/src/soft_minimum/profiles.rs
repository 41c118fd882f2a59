//! Forces of a small ball that passes a fixed one, both at rest, by the inverse dynamics of a step (SM Figs. 1 and 5).
//!
//! A smooth force has differences that change in proportion to the distance between the places; where a derivative jumps, the
//! change stays as it is when places come closer.

use super::{MODELS, written};
use crate::Campaign;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::shape::Shape;
use drystone::step::Simulator;
use drystone::world::{Body, ContactModel, Input, Model, State};
use serde::{Deserialize, Serialize};

/// Radii of the fixed and of the small ball, m.
const RADII: [f64; 2] = [0.03, 0.02];
/// The relaxation.
const RHO: f64 = 1e-2;
/// The temperature of the force at that relaxation, m: the unit of length (the small radius) times its root.
const SMOOTHING: f64 = 0.002;
/// The least gap along the line, in smoothings.
const CLOSEST: f64 = 0.5;
/// The distance between places along the line, m, and how far they go.
const PLACE: f64 = 2e-5;
/// The farthest place along the line, m: of the reduced study and of the whole one.
const FAR: [f64; 2] = [0.002, 0.05];
/// Gaps, in smoothings.
const GAPS: [f64; 2] = [0.2, 8.0];
/// Number of gaps.
const GAP_COUNT: usize = 157;
/// Columns (across) and rows (gaps) of the picture over the plane.
const GRID: [usize; 2] = [8, 6];

/// The study of forces.
#[derive(Debug, Clone, Copy, Default)]
pub struct Profiles {
    /// The line is shorter.
    pub quick: bool,
}

/// The places at which forces are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// Past the fixed ball along y, half a smoothing away from it at the closest.
    Across,
    /// Straight away from it.
    Away,
    /// A grid of gaps and places across.
    Grid,
}

/// The forces of a model along a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// The contact model.
    pub model: ContactModel,
    /// The places.
    pub path: Path,
}

/// The forces along a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileRow {
    /// Name of the model and the path.
    pub name: String,
    /// Name of the contact model.
    pub model: String,
    /// Name of the path.
    pub path: String,
    /// The largest force, N.
    pub largest: f64,
    /// Changes of the first and second differences at half the distance, relative to those at the whole one: a half where the
    /// force is smooth, 1 where the first or second derivative jumps; 0 of paths that are not judged.
    pub first_jump: f64,
    /// The figure of the second differences.
    pub second_jump: f64,
    /// The slope of the force at a gap of three smoothings, relative to that at half of one; 0 of paths that do not lead away.
    pub slope_far: f64,
    /// Places, m: across, gaps, or gaps and places across in turn.
    pub places: String,
    /// The sizes of the forces there, N.
    pub forces: String,
}

impl Path {
    const ALL: [Path; 3] = [Path::Across, Path::Away, Path::Grid];

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Path::Across => "across",
            Path::Away => "away",
            Path::Grid => "grid",
        }
    }
}

impl Campaign for Profiles {
    type Run = Profile;
    type Row = ProfileRow;

    fn runs(&self) -> Vec<Profile> {
        let paths = |model| Path::ALL.map(|path| Profile { model, path });
        MODELS.into_iter().flat_map(paths).collect()
    }

    fn name(&self, run: &Profile) -> String {
        let far = 1e3 * self.far();
        match run.path {
            Path::Across => format!("{}, across to {far} mm", run.model.name()),
            path => format!("{}, {}", run.model.name(), path.name()),
        }
    }

    fn row_name<'a>(&self, row: &'a ProfileRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Profile) -> Result<ProfileRow> {
        let mut balls = Balls::new(run.model)?;
        let row = match run.path {
            Path::Across => across(&mut balls, self.far())?,
            Path::Away => away(&mut balls)?,
            Path::Grid => grid(&mut balls)?,
        };
        Ok(ProfileRow {
            name: self.name(run),
            model: run.model.name().into(),
            path: run.path.name().into(),
            ..row
        })
    }
}

impl Profiles {
    fn far(&self) -> f64 {
        FAR[usize::from(!self.quick)]
    }
}

/// A fixed ball in the origin and a small one beside it.
struct Balls {
    simulator: Simulator,
    state: State,
    input: Input,
}

impl Balls {
    fn new(model: ContactModel) -> Result<Self> {
        let (model, state) = Model::builder()
            .contact_model(model)
            .length(RADII[1])
            .gravity(Vec3::zeros())
            .body(Body::fixed("large").shape(Shape::sphere(RADII[0])))
            .body(Body::free("small").shape(Shape::sphere(RADII[1])))
            .build_with_start()?;
        Ok(Self {
            input: Input::hold(&model, &state),
            simulator: Simulator::new(model),
            state,
        })
    }

    /// Returns the force (N) on the small ball that stands still `gap` away along x and `y` across, m.
    fn force(&mut self, gap: f64, y: f64) -> Result<Vec3> {
        self.state.bodies[1].position = Vec3::new(RADII[0] + RADII[1] + gap, y, 0.0);
        let found = self
            .simulator
            .inverse(&self.state, &self.state, &self.input, RHO)?;
        Ok(-found.wrenches[1].force)
    }

    /// Returns the forces at places from -`far` to `far`, `apart` from each other, m.
    fn line(&mut self, far: f64, apart: f64) -> Result<Vec<(f64, Vec3)>> {
        let count = (far / apart).round() as i64;
        let places = (-count..=count).map(|k| k as f64 * apart);
        let force = |y: f64| Ok((y, self.force(CLOSEST * SMOOTHING, y)?));
        places.map(force).collect()
    }
}

fn blank() -> ProfileRow {
    ProfileRow {
        name: String::new(),
        model: String::new(),
        path: String::new(),
        largest: 0.0,
        first_jump: 0.0,
        second_jump: 0.0,
        slope_far: 0.0,
        places: String::new(),
        forces: String::new(),
    }
}

/// Changes of the first and second difference quotients from one place to the next, the largest of the line.
fn changes(line: &[(f64, Vec3)], apart: f64) -> [f64; 2] {
    let quotients = |of: &[Vec3]| -> Vec<Vec3> {
        let pairs = of.windows(2);
        pairs.map(|pair| (pair[1] - pair[0]) / apart).collect()
    };
    let largest = |of: &[Vec3]| {
        let pairs = of.windows(2).map(|pair| (pair[1] - pair[0]).norm());
        pairs.fold(0.0, f64::max)
    };
    let forces: Vec<Vec3> = line.iter().map(|(_, force)| *force).collect();
    let first = quotients(&forces);
    let second = quotients(&first);
    [largest(&first), largest(&second)]
}

fn across(balls: &mut Balls, far: f64) -> Result<ProfileRow> {
    let (coarse, fine) = (balls.line(far, PLACE)?, balls.line(far, 0.5 * PLACE)?);
    let (whole, half) = (changes(&coarse, PLACE), changes(&fine, 0.5 * PLACE));
    // a tenth of the places draws the curve
    let drawn = || coarse.iter().step_by(10);
    Ok(ProfileRow {
        largest: drawn().map(|(_, force)| force.norm()).fold(0.0, f64::max),
        first_jump: half[0] / whole[0],
        second_jump: half[1] / whole[1],
        places: written(drawn().map(|(y, _)| *y)),
        forces: written(drawn().map(|(_, force)| force.norm())),
        ..blank()
    })
}

fn away(balls: &mut Balls) -> Result<ProfileRow> {
    let step = (GAPS[1] - GAPS[0]) / (GAP_COUNT - 1) as f64;
    let gaps = (0..GAP_COUNT).map(|k| (GAPS[0] + step * k as f64) * SMOOTHING);
    let gaps: Vec<f64> = gaps.collect();
    let force = |gap: &f64| Ok(balls.force(*gap, 0.0)?.norm());
    let forces: Vec<f64> = gaps.iter().map(force).collect::<Result<_>>()?;
    let mut slope = |gap: f64| -> Result<f64> {
        let by = 1e-3 * SMOOTHING;
        Ok(balls.force(gap - by, 0.0)?.norm() - balls.force(gap + by, 0.0)?.norm())
    };
    Ok(ProfileRow {
        largest: forces.iter().copied().fold(0.0, f64::max),
        slope_far: slope(3.0 * SMOOTHING)? / slope(0.5 * SMOOTHING)?,
        places: written(gaps),
        forces: written(forces),
        ..blank()
    })
}

fn grid(balls: &mut Balls) -> Result<ProfileRow> {
    let [columns, rows] = GRID;
    let (mut places, mut forces) = (Vec::new(), Vec::new());
    for i in 0..rows {
        for j in 0..columns {
            let (gap, y) = (0.5 * (i + 1) as f64 * SMOOTHING, 0.003 * j as f64);
            places.extend([gap, y]);
            forces.push(balls.force(gap, y)?.norm());
        }
    }
    Ok(ProfileRow {
        largest: forces.iter().copied().fold(0.0, f64::max),
        places: written(places),
        forces: written(forces),
        ..blank()
    })
}
