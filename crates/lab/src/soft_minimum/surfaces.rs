//! Soft signed distances against closed formulas, and how far surfaces come out.
//!
//! ```text
//! ball     phi = 0 at r (coth c - 1/c) = R,  c = 2 r R / epsilon       (a mean over a uniform sphere)
//! cube     phi = -3 V / A in the middle
//! ```

use super::contour::{Contour, contour};
use super::written;
use crate::Campaign;
use drystone::error::Result;
use drystone::math::{Dice, Vec3};
use drystone::shape::skin::{Skin, SoftField};
use drystone::shape::{Placed, Shape, SoftPlanes};
use serde::{Deserialize, Serialize};

/// Radius and half-size of the bodies, m.
const SIZE: f64 = 0.1;
/// Spacing of a ball of about 4,000 patches, m.
const FINE: f64 = 0.0061;
/// Temperatures at which the root of a ball is compared, in squares of the spacing.
const TEMPERATURES: [f64; 5] = [0.25, 0.5, 0.75, 1.0, 10.0];
/// The temperature whose root is judged: below it the planes of single patches show, far above it the uneven patches of a ball.
const JUDGED: f64 = 1.0;
/// The largest error of a root, in radii.
const ROOT: f64 = 1e-4;
/// The largest error in the middle of a cube, m.
const MIDDLE: f64 = 1e-12;
/// Cells along an edge of the cubes.
const CELLS: [usize; 3] = [2, 5, 10];
/// Spacing of the bodies whose bulge is measured, and of the points on their surfaces, m.
const SPACINGS: [f64; 2] = [0.02, 0.003];
/// Rays along which roots are sought: of the reduced study and of the whole one.
const RAYS: [usize; 2] = [50, 1000];
/// The rounding of the planes of a polyhedron, in spacings, as the model has it.
const ROUNDING: f64 = 0.02;

/// The study of surfaces.
#[derive(Debug, Clone, Copy, Default)]
pub struct Surfaces {
    /// Fewer rays are cast.
    pub quick: bool,
}

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SurfaceRun {
    /// The root of a ball at a temperature in squares of the spacing.
    Root(f64),
    /// The middle of a cube with so many cells along an edge.
    Middle(usize),
    /// The distance of the points of a surface by one of the fields.
    Bulge(Body, Field),
    /// A curve of equal distance in the middle section of a cube.
    Curve(Contour),
}

/// A body whose surface is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// A ball.
    Ball,
    /// A cube.
    Cube,
    /// A cylinder.
    Cylinder,
}

/// A way to tell the distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The mean over the patches, as published.
    Published,
    /// The mean that is corrected to vanish at all queries.
    Calibrated,
    /// The smooth maximum over the planes of a polyhedron.
    Planes,
}

/// The outcome of a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SurfaceRow {
    /// Name of the measurement.
    pub name: String,
    /// Number of patches.
    pub patches: usize,
    /// The temperature, in squares of the spacing.
    pub temperature: f64,
    /// The error: of a root in radii, of a middle in m, of a surface in spacings (the largest distance of a point of it).
    pub error: f64,
    /// The largest error that is allowed; none where nothing is judged.
    pub allowed: Option<f64>,
    /// The least distance of a point of the surface, in spacings: how far it comes out.
    pub low: f64,
    /// The mean distance of the points of the surface, in spacings.
    pub mean: f64,
    /// The largest distance of a point of the surface, in spacings: how far it goes in.
    pub high: f64,
    /// The curve, x and y in turn, m; empty of other measurements.
    pub curve: String,
}

impl Body {
    const ALL: [Body; 3] = [Body::Ball, Body::Cube, Body::Cylinder];

    fn shape(self) -> Result<Shape> {
        match self {
            Body::Ball => Shape::sphere(SIZE),
            Body::Cube => Shape::cuboid([SIZE; 3]),
            Body::Cylinder => Shape::cylinder(SIZE, 2.0 * SIZE),
        }
    }
}

impl Campaign for Surfaces {
    type Run = SurfaceRun;
    type Row = SurfaceRow;

    fn runs(&self) -> Vec<SurfaceRun> {
        let mut out: Vec<SurfaceRun> = TEMPERATURES.map(SurfaceRun::Root).to_vec();
        out.extend(CELLS.map(SurfaceRun::Middle));
        for body in Body::ALL {
            let fields = [Field::Published, Field::Calibrated];
            out.extend(fields.map(|field| SurfaceRun::Bulge(body, field)));
        }
        out.push(SurfaceRun::Bulge(Body::Cube, Field::Planes));
        out.extend(Contour::ALL.map(SurfaceRun::Curve));
        out
    }

    fn name(&self, run: &SurfaceRun) -> String {
        match run {
            SurfaceRun::Root(_) => {
                let rays = self.rays();
                format!("{}, {rays} rays", run.name())
            }
            _ => run.name(),
        }
    }

    fn row_name<'a>(&self, row: &'a SurfaceRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &SurfaceRun) -> Result<SurfaceRow> {
        let name = self.name(run);
        let row = match *run {
            SurfaceRun::Root(temperature) => root(temperature, self.rays())?,
            SurfaceRun::Middle(cells) => middle(cells)?,
            SurfaceRun::Bulge(body, field) => bulge(body, field)?,
            SurfaceRun::Curve(of) => curve(of)?,
        };
        Ok(SurfaceRow { name, ..row })
    }
}

impl Surfaces {
    fn rays(&self) -> usize {
        RAYS[usize::from(!self.quick)]
    }
}

impl SurfaceRun {
    /// Returns the name without what the size of the study changes.
    fn name(&self) -> String {
        match self {
            SurfaceRun::Root(temperature) => format!("root of a ball, temperature {temperature}"),
            SurfaceRun::Middle(cells) => format!("middle of a cube, {cells} cells"),
            SurfaceRun::Bulge(body, field) => {
                let name = format!("surface of a {body:?}, {field:?}");
                name.to_lowercase()
            }
            SurfaceRun::Curve(of) => format!("curve: {}", of.name()),
        }
    }
}

/// The row of a field before anything is measured.
fn blank(skin: &Skin, temperature: f64) -> SurfaceRow {
    SurfaceRow {
        name: String::new(),
        patches: skin.patches.len(),
        temperature,
        error: 0.0,
        allowed: None,
        low: 0.0,
        mean: 0.0,
        high: 0.0,
        curve: String::new(),
    }
}

/// Returns the published field of a skin at a temperature in squares of its spacing.
fn published(skin: &Skin, temperature: f64) -> SoftField {
    let epsilon = temperature * skin.spacing * skin.spacing;
    SoftField::new(skin, epsilon).expect("the skin has patches")
}

/// Compares the root of a ball along random rays with the formula.
fn root(temperature: f64, rays: usize) -> Result<SurfaceRow> {
    let skin = Shape::sphere(SIZE)?.skin(FINE);
    let field = published(&skin, temperature);
    let expected = formula(SIZE, field.temperature());
    let mut dice = Dice::new(1, 0);
    let mut row = blank(&skin, temperature);
    for _ in 0..rays {
        let way = Vec3::from_fn(|_, _| dice.within(-1.0, 1.0)).normalize();
        let found = bisect([0.8 * expected, 1.2 * expected], |r| {
            field.value(&(way * r))
        });
        row.error = row.error.max((found - expected).abs() / SIZE);
    }
    row.allowed = (temperature == JUDGED).then_some(ROOT);
    Ok(row)
}

/// The radius r at which the soft distance of a ball of a radius vanishes: r (coth c - 1/c) = R, c = 2 r R / epsilon.
fn formula(radius: f64, epsilon: f64) -> f64 {
    bisect([0.5 * radius, 3.0 * radius], |r| {
        let c = 2.0 * r * radius / epsilon;
        r * (1.0 / c.tanh() - 1.0 / c) - radius
    })
}

/// Returns where a function that grows vanishes.
pub(super) fn bisect([mut low, mut high]: [f64; 2], value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if value(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    0.5 * (low + high)
}

fn middle(cells: usize) -> Result<SurfaceRow> {
    let skin = Shape::cuboid([SIZE; 3])?.skin(2.0 * SIZE / cells as f64 * (1.0 + 1e-9));
    let temperature = 0.25;
    let value = published(&skin, temperature).value(&Vec3::zeros());
    let expected = -3.0 * (2.0 * SIZE).powi(3) / skin.area();
    Ok(SurfaceRow {
        error: (value - expected).abs(),
        allowed: Some(MIDDLE),
        ..blank(&skin, temperature)
    })
}

fn bulge(body: Body, field: Field) -> Result<SurfaceRow> {
    let shape = body.shape()?;
    let (skin, fine) = (shape.skin(SPACINGS[0]), shape.skin(SPACINGS[1]));
    let temperature = 0.25;
    let epsilon = temperature * skin.spacing * skin.spacing;
    let soft = match field {
        Field::Published => SoftField::new(&skin, epsilon),
        Field::Calibrated => SoftField::calibrated(&skin, epsilon),
        Field::Planes => None,
    };
    let planes = match field {
        Field::Planes => Placed::at_origin(shape).rows().planes(),
        _ => None,
    };
    let planes = planes.map(|planes| SoftPlanes {
        planes,
        temperature: ROUNDING * skin.spacing,
    });
    let value = |y: &Vec3| match (&soft, &planes) {
        (Some(soft), _) => soft.value(y),
        (None, Some(planes)) => planes.value(y),
        (None, None) => f64::NAN,
    };
    let mut row = blank(&skin, temperature);
    (row.low, row.high) = (f64::INFINITY, f64::NEG_INFINITY);
    for patch in &fine.patches {
        let at = value(&patch.point) / skin.spacing;
        (row.low, row.high) = (row.low.min(at), row.high.max(at));
        row.mean += at / fine.patches.len() as f64;
    }
    row.error = row.high.max(-row.low);
    Ok(row)
}

fn curve(of: Contour) -> Result<SurfaceRow> {
    let (skin, temperature, points) = contour(of, SIZE, SPACINGS[0])?;
    Ok(SurfaceRow {
        curve: written(points.into_iter().flatten()),
        ..blank(&skin, temperature)
    })
}
