//! How far bodies rest from what carries them, measured from poses, beside the balance of forces and SDRS eq. 19.

use super::case::Finding;
use super::rest::Rest;
use super::text::{LENGTH, body, head, prism};
use crate::trial;
use drystone::error::Result;
use drystone::scene::Scene;

/// The title of the table.
pub(super) const TITLE: &str = "Distances at rest, in supports: from poses, beside the balance of forces (relative error), and \
                                how far points are inside the support, beside SDRS eq. 19 (relative error)";

/// The error of the distance that is allowed, relative.
const EXACT: f64 = 1e-6;
/// The error of eq. 19, which is the leading order of small loads.
const LEADING: f64 = 0.05;
/// The support of which there are most cases, in units of length.
const USUAL: f64 = 1e-3;
/// The weight of a barrier of 1 J with a support of 1 mm that carries 1 kg, in weights.
const JOULE: f64 = 1.019e5;
/// Half the height of a body, m.
const HALF: f64 = 0.1;
/// Time, s.
const SECONDS: f64 = 2.0;

/// What a body rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Floor {
    /// A half-space: bodies rest one support above it.
    HalfSpace,
    /// A box: bodies rest two supports above it.
    Box,
    /// A body with so many corners on top, which rests on a box itself, and carries one of so many times its mass.
    Body(f64),
}

/// The formula that is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Formula {
    /// The balance of forces.
    Balance,
    /// SDRS eq. 19.
    Published,
}

/// A body at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hover {
    /// What it rests on.
    pub floor: Floor,
    /// The number of its lowest points: 1 of a ball, otherwise those of a prism.
    pub points: usize,
    /// The support in units of length.
    pub support: f64,
    /// The weight of the barrier in 9.81 m_ab.
    pub weight: f64,
    /// The formula.
    pub formula: Formula,
}

impl Hover {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let supports: &[f64] = match quick {
            true => &[],
            false => &[1e-2, 1e-4, 1e-5],
        };
        let mut out = Vec::new();
        for support in supports.iter().copied().chain([USUAL]) {
            let case = |floor, points, weight, formula| Self {
                floor,
                points,
                support,
                weight,
                formula,
            };
            for floor in [Floor::HalfSpace, Floor::Box] {
                if support == USUAL {
                    let points = [1, 3, 12];
                    out.extend(points.map(|points| case(floor, points, 1.0, Formula::Balance)));
                    out.push(case(floor, 4, 30.0, Formula::Balance));
                    out.push(case(floor, 4, JOULE, Formula::Balance));
                }
                out.push(case(floor, 4, 1.0, Formula::Balance));
                out.push(case(floor, 4, JOULE, Formula::Published));
            }
            let ratios: &[f64] = if support == USUAL {
                &[0.1, 1.0, 10.0]
            } else {
                &[10.0]
            };
            let loaded = ratios.iter().map(|&ratio| Floor::Body(ratio));
            out.extend(loaded.map(|floor| case(floor, 4, 1.0, Formula::Balance)));
        }
        out
    }

    /// Returns the name, e.g. `4 points on a box, support 0.001, weight 1`.
    pub(super) fn name(&self) -> String {
        let floor = match self.floor {
            Floor::HalfSpace => "a half-space".into(),
            Floor::Box => "a box".into(),
            Floor::Body(ratio) => format!("a body {} times as heavy", 1.0 / ratio),
        };
        let formula = match self.formula {
            Formula::Balance => "",
            Formula::Published => ", eq. 19",
        };
        let points = if self.points == 1 { "point" } else { "points" };
        format!(
            "{} {points} on {floor}, support {:?}, weight {:?}{formula}",
            self.points, self.support, self.weight
        )
    }

    fn rest(&self) -> Rest {
        let (below, load) = match self.floor {
            Floor::HalfSpace => (0, 1.0),
            Floor::Box => (4, 1.0),
            Floor::Body(ratio) => (self.points, ratio.sqrt()),
        };
        Rest {
            points: [self.points, below],
            load: load / self.weight,
            support: self.support,
        }
    }

    fn scene(&self) -> String {
        let mut text = head(SECONDS, self.support, self.weight);
        let shape = match self.points {
            1 => format!("sphere]\nradius = {HALF:?}\n"),
            points => prism(points, HALF, HALF),
        };
        text += &match self.floor {
            Floor::HalfSpace => "[shape.floor.halfspace]\nnormal = [0, 0, 1]\n".to_string(),
            _ => "[shape.floor.box]\nhalf_extents = [1.0, 1.0, 0.1]\n".into(),
        };
        text += &format!("[shape.stone.{shape}");
        let below = match self.floor {
            Floor::HalfSpace => 0.0,
            _ => -0.1,
        };
        body(
            &mut text,
            "floor",
            "floor",
            [0.0, 0.0, below],
            "fixed = true\n",
        );
        body(&mut text, "stone", "stone", [0.0, 0.0, HALF], "mass = 1\n");
        if let Floor::Body(ratio) = self.floor {
            let mass = format!("mass = {ratio:?}\n");
            body(&mut text, "upper", "stone", [0.0, 0.0, 3.0 * HALF], &mass);
        }
        text
    }

    /// Returns the distance at rest.
    pub(super) fn find(&self) -> Result<Finding> {
        let scene = Scene::parse(&self.scene(), &self.name())?;
        let mut heights = [0.0; 2];
        let trial = trial::run(&scene, |step, _| {
            let of = |body: &drystone::world::BodyState| body.position.z;
            let bodies = &step.state.bodies;
            heights = match self.floor {
                Floor::HalfSpace | Floor::Box => [-HALF, of(&bodies[1])],
                Floor::Body(_) => [of(&bodies[1]), of(&bodies[2])],
            };
        })?;
        let rest = self.rest();
        let gap = (heights[1] - heights[0] - 2.0 * HALF) / LENGTH;
        Ok(match self.formula {
            Formula::Balance => {
                let [expected, measured] = [rest.gap(), gap].map(|gap| gap / self.support);
                Finding::relative(expected, measured, EXACT, trial)
            }
            Formula::Published => {
                let (expected, measured) = (rest.inside_as_published(), rest.inside(gap));
                Finding::relative(expected, measured, LEADING, trial)
            }
        })
    }
}
