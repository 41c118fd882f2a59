//! Curves of distance zero in the middle section of a cube, and what spoils them (SM Fig. 4).

use super::surfaces::bisect;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::shape::Shape;
use drystone::shape::skin::{Skin, SoftField};
use std::f64::consts::FRAC_PI_2;

/// Points of a curve, over a quarter of the turn.
const POINTS: usize = 180;
/// The temperature of the clouds that are spoilt, in squares of the spacing.
const ORDINARY: f64 = 0.25;
/// Every so many patches the normal of one is wrong.
const WRONG: usize = 7;
/// The angle by which it is wrong, rad.
const TILT: f64 = 0.6;

/// A cloud whose curve is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Contour {
    /// The cloud of the cube at a temperature in squares of its spacing.
    Cube(f64),
    /// Some normals are wrong.
    WrongNormals,
    /// The corners of the section are patches as well, with normals along the diagonal.
    ExtraCorners,
}

impl Contour {
    /// These are drawn.
    pub const ALL: [Contour; 6] = [
        Contour::Cube(0.01),
        Contour::Cube(0.25),
        Contour::Cube(0.5),
        Contour::Cube(10.0),
        Contour::WrongNormals,
        Contour::ExtraCorners,
    ];

    /// Returns the name in the legend.
    pub fn name(self) -> String {
        match self {
            Contour::Cube(temperature) => format!("temperature {temperature} squares"),
            Contour::WrongNormals => format!("every {WRONG}th normal wrong, {ORDINARY} squares"),
            Contour::ExtraCorners => format!("with patches on edges, {ORDINARY} squares"),
        }
    }

    /// Returns the temperature in squares of the spacing.
    fn temperature(self) -> f64 {
        match self {
            Contour::Cube(temperature) => temperature,
            _ => ORDINARY,
        }
    }

    /// Returns the cloud of a cube of a half-size (m), spoilt where it is to be.
    fn skin(self, half: f64, spacing: f64) -> Result<Skin> {
        let mut skin = Shape::cuboid([half; 3])?.skin(spacing);
        match self {
            Contour::Cube(_) => {}
            Contour::WrongNormals => {
                for patch in skin.patches.iter_mut().step_by(WRONG) {
                    let aside = patch.normal.yzx();
                    patch.normal = (patch.normal + aside * TILT.tan()).normalize();
                }
            }
            Contour::ExtraCorners => {
                let mut more = Vec::new();
                for patch in &skin.patches {
                    let edge = half * 0.999 - 0.5 * spacing;
                    let mut extra = *patch;
                    let near = [0, 1].map(|k| patch.point[k].abs() > edge);
                    if near == [true, true] {
                        let sign = [0, 1].map(|k| patch.point[k].signum());
                        extra.normal = Vec3::new(sign[0], sign[1], 0.0).normalize();
                        (extra.point.x, extra.point.y) = (sign[0] * half, sign[1] * half);
                        more.push(extra);
                    }
                }
                skin.patches.extend(more);
            }
        }
        Ok(skin)
    }
}

/// Returns the cloud of a cube of a half-size (m) with a spacing (m), its temperature in squares of the spacing, and the points
/// (m) of a quarter of the curve where its distance vanishes.
pub fn contour(of: Contour, half: f64, spacing: f64) -> Result<(Skin, f64, Vec<[f64; 2]>)> {
    let skin = of.skin(half, spacing)?;
    let temperature = of.temperature();
    let epsilon = temperature * skin.spacing * skin.spacing;
    let field = SoftField::new(&skin, epsilon).expect("the skin has patches");
    let points = (0..=POINTS).map(|k| {
        let angle = FRAC_PI_2 * k as f64 / POINTS as f64;
        let way = Vec3::new(angle.cos(), angle.sin(), 0.0);
        let r = bisect([0.5 * half, 2.5 * half], |r| field.value(&(way * r)));
        [way.x * r, way.y * r]
    });
    let points = points.collect();
    Ok((skin, temperature, points))
}
