//! A block on a slope: the speed at which it creeps, and the acceleration with which it slides, from its places alone.
//!
//! Every interface has friction mu N u / sqrt(u^2 + v_s^2): with r = tan / mu a block creeps at v_s r / sqrt(1 - r^2) on a half-space, and
//! at twice that on a box, where the plane slips against both hulls. Above the angle of friction it slides at g (sin - mu cos).

use super::case::Finding;
use super::text::{LENGTH, TIME_STEP, body, head};
use crate::trial::{self, GRAVITY};
use drystone::Vec3;
use drystone::error::Result;
use drystone::scene::Scene;
use std::fmt::Write;

/// The title of the table.
pub(super) const TITLE: &str = "A block on a slope: the speed of creep, 2 v_s r / sqrt(1 - r^2) with r = tan / mu (half of it on a half-space), um/s, \
                                and the acceleration of sliding, g (sin - mu cos), mm/s^2 (relative errors)";

/// The error of the creep that is allowed, relative.
const CREEP: f64 = 1e-4;
/// The error of the acceleration that is allowed, relative.
const SLIDING: f64 = 2e-4;
/// Half the height of the block, m.
const HALF: f64 = 0.05;
/// The coefficient of friction.
const FRICTION: f64 = 0.5;
/// The slip speed of the prototype, m/s.
const SLIP_SPEED: f64 = 1e-3;
/// The support, in units of length.
const SUPPORT: f64 = 1e-3;
/// Steps of half a run.
const STEPS: usize = 50;

/// A block on a slope.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slope {
    /// Whether the slope is a half-space, and not a box.
    pub half_space: bool,
    /// The slope, degrees.
    pub degrees: f64,
    /// The slip speed, m/s.
    pub slip_speed: f64,
}

impl Slope {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let angles: &[f64] = match quick {
            true => &[10.0, 30.0],
            false => &[2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0],
        };
        let mut out = Vec::new();
        for half_space in [false, true] {
            out.extend(angles.iter().map(|&degrees| Self {
                half_space,
                degrees,
                slip_speed: SLIP_SPEED,
            }));
        }
        let slow = [1e-2, 1e-4, 1e-5].map(|factor| Self {
            half_space: false,
            degrees: 10.0,
            slip_speed: factor,
        });
        out.extend(slow.into_iter().filter(|_| !quick));
        out
    }

    /// Returns the name, e.g. `10 degrees on a box, v_s 0.001 m/s`.
    pub(super) fn name(&self) -> String {
        let floor = if self.half_space { "half-space" } else { "box" };
        format!(
            "{} degrees on a {floor}, v_s {:?} m/s",
            self.degrees, self.slip_speed
        )
    }

    fn angle(&self) -> f64 {
        self.degrees.to_radians()
    }

    fn slides(&self) -> bool {
        self.angle().tan() > FRICTION
    }

    fn scene(&self) -> String {
        let seconds = 2.0 * STEPS as f64 * TIME_STEP;
        let mut text = head(seconds, SUPPORT, 1.0);
        let unit = (GRAVITY * LENGTH).sqrt();
        let (sine, cosine) = self.angle().sin_cos();
        let floor = match self.half_space {
            true => format!("halfspace]\nnormal = [{sine:?}, 0, {cosine:?}]\n"),
            false => "box]\nhalf_extents = [4, 4, 0.1]\n".into(),
        };
        write!(
            text,
            "slip_speed = {:?}\n[material.default]\nfriction = {FRICTION:?}\n[shape.floor.{floor}\
             [shape.block.box]\nhalf_extents = [0.1, 0.1, {HALF:?}]\n",
            self.slip_speed / unit
        )
        .expect("writing to a string");
        let (half_sine, half_cosine) = (0.5 * self.angle()).sin_cos();
        let turn = format!("quat_wxyz = [{half_cosine:?}, 0, {half_sine:?}, 0]\n");
        let above = |height: f64| [height * sine, 0.0, height * cosine];
        let (below, turned) = match self.half_space {
            true => (0.0, ""),
            false => (-0.1, turn.as_str()),
        };
        let fixed = format!("fixed = true\n{turned}");
        body(&mut text, "slope", "floor", above(below), &fixed);
        let free = format!("mass = 1\n{turn}");
        body(&mut text, "block", "block", above(HALF), &free);
        text
    }

    /// Returns speed or acceleration down the slope over the second half of a run.
    pub(super) fn find(&self) -> Result<Finding> {
        let scene = Scene::parse(&self.scene(), &self.name())?;
        let (sine, cosine) = self.angle().sin_cos();
        let down = Vec3::new(cosine, 0.0, -sine);
        let mut places = Vec::new();
        let trial = trial::run(&scene, |step, _| {
            places.push(step.state.bodies[1].position.dot(&down));
        })?;
        let half = STEPS as f64 * TIME_STEP;
        let at = |quarters: usize| places[quarters * STEPS / 2 - 1];
        if self.slides() {
            let expected = GRAVITY * (sine - FRICTION * cosine);
            let measured = (at(4) - 2.0 * at(3) + at(2)) / (0.25 * half * half);
            return Ok(Finding::relative(
                1e3 * expected,
                1e3 * measured,
                SLIDING,
                trial,
            ));
        }
        let ratio = self.angle().tan() / FRICTION;
        let interfaces = if self.half_space { 1.0 } else { 2.0 };
        let expected = interfaces * self.slip_speed * ratio / (1.0 - ratio * ratio).sqrt();
        let measured = (at(4) - at(2)) / half;
        Ok(Finding::relative(
            1e6 * expected,
            1e6 * measured,
            CREEP,
            trial,
        ))
    }
}
