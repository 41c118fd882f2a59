//! A box of 4 cm is shot at a plate of 2 cm: as published, a step of Newton's method takes it through at 10 m/s and 10 ms.

use super::case::Finding;
use super::rest::Rest;
use super::text::{LENGTH, body, head};
use crate::trial;
use drystone::Vec3;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::world::BodyState;

/// The title of the table.
pub(super) const TITLE: &str = "A box of 4 cm against a plate of 2 cm, steps of 10 ms: the lowest corner while it is over the plate, \
                                mm (above 0), and how high its centre rests, mm (as published it is 51 mm below the plate after one step)";

/// Half the size of the box, m.
const HALF: f64 = 0.02;
/// The distance of its lowest corner from the plate at the start, m.
const ROOM: f64 = 0.04;
/// Half the width of the plate, m.
const WIDTH: f64 = 5.0;
/// The number of steps for which a box has to be over the plate, at least.
const STEPS: usize = 10;
/// The error of the place of rest that is allowed, relative.
const ALLOWED: f64 = 1e-6;
/// The support: 1 mm.
const SUPPORT: f64 = 0.001 / LENGTH;

/// How the box arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attitude {
    /// A face first.
    Face,
    /// An edge first.
    Edge,
    /// A corner first, and spinning.
    Corner,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// The lowest corner at the end of any step.
    Lowest,
    /// The height of the centre at the end.
    Rest,
}

/// A box shot at a plate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tunnel {
    /// The speed, m/s.
    pub speed: f64,
    /// How it arrives.
    pub attitude: Attitude,
    /// What is measured.
    pub measured: Measured,
}

impl Tunnel {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let speeds: &[f64] = match quick {
            true => &[10.0, 100.0],
            false => &[1.0, 3.0, 10.0, 30.0, 100.0, 300.0],
        };
        let mut out = Vec::new();
        for &speed in speeds {
            for attitude in [Attitude::Face, Attitude::Edge, Attitude::Corner] {
                let case = |measured| Self {
                    speed,
                    attitude,
                    measured,
                };
                out.push(case(Measured::Lowest));
                if attitude == Attitude::Face {
                    out.push(case(Measured::Rest));
                }
            }
        }
        out
    }

    /// Returns the name, e.g. `10 m/s, face first, rest`.
    pub(super) fn name(&self) -> String {
        let attitude = match self.attitude {
            Attitude::Face => "face",
            Attitude::Edge => "edge",
            Attitude::Corner => "corner",
        };
        let measured = match self.measured {
            Measured::Lowest => "lowest corner",
            Measured::Rest => "rest",
        };
        format!("{} m/s, {attitude} first, {measured}", self.speed)
    }

    fn scene(&self) -> String {
        let mut text = head(1.0, SUPPORT, 1.0);
        text += &format!(
            "[material.default]\nfriction = 0.5\n\
             [shape.plate.box]\nhalf_extents = [{WIDTH:?}, {WIDTH:?}, 0.01]\n\
             [shape.stone.box]\nhalf_extents = [0.02, 0.02, 0.02]\n"
        );
        let (turn, reach) = match self.attitude {
            Attitude::Face => ([1.0, 0.0, 0.0, 0.0], HALF),
            Attitude::Edge => {
                let (sine, cosine) = 22.5_f64.to_radians().sin_cos();
                ([cosine, sine, 0.0, 0.0], 2.0_f64.sqrt() * HALF)
            }
            Attitude::Corner => ([0.88, 0.325, 0.28, 0.21], 3.0_f64.sqrt() * HALF),
        };
        let spin = match self.attitude {
            Attitude::Corner => [20.0, -10.0, 5.0],
            Attitude::Face | Attitude::Edge => [0.0; 3],
        };
        let norm = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
        let turn = turn.map(|x| x / norm);
        body(
            &mut text,
            "plate",
            "plate",
            [0.0, 0.0, -0.01],
            "fixed = true\n",
        );
        let more = format!(
            "mass = 0.1\nvelocity = [0, 0, {:?}]\nquat_wxyz = {turn:?}\nangular_velocity = {spin:?}\n",
            -self.speed
        );
        let at = [0.0, 0.0, reach + ROOM];
        body(&mut text, "stone", "stone", at, &more);
        text
    }

    /// Returns the lowest corner or the place of rest; the lowest corner fails by what it is below the plate.
    pub(super) fn find(&self) -> Result<Finding> {
        let scene = Scene::parse(&self.scene(), &self.name())?;
        let (mut lowest, mut height) = (f64::INFINITY, 0.0);
        // beside the plate nothing holds the box
        let (mut over, mut is_over) = (0, true);
        let trial = trial::run(&scene, |step, _| {
            let stone = &step.state.bodies[1];
            height = stone.position.z;
            is_over = is_over && stone.position.xy().amax() < WIDTH - 2.0 * HALF;
            if is_over {
                lowest = lowest.min(lowest_corner(stone));
                over += 1;
            }
        })?;
        Ok(match self.measured {
            Measured::Lowest => Finding {
                expected: 0.0,
                measured: 1e3 * lowest,
                error: match over >= STEPS {
                    true => (-1e3 * lowest).max(0.0),
                    false => f64::NAN,
                },
                allowed: 0.0,
                trial,
            },
            Measured::Rest => {
                let rest = Rest {
                    points: [4, 4],
                    load: 1.0,
                    support: SUPPORT,
                };
                let expected = 1e3 * (HALF + rest.gap() * LENGTH);
                Finding::relative(expected, 1e3 * height, ALLOWED, trial)
            }
        })
    }
}

/// Returns the height of the lowest corner of the box, m.
fn lowest_corner(body: &BodyState) -> f64 {
    let sign = |i: usize, k: usize| if i >> k & 1 == 1 { HALF } else { -HALF };
    let corner = |i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2));
    let heights = (0..8).map(|i| (body.position + body.rotation * corner(i)).z);
    heights.fold(f64::INFINITY, f64::min)
}
