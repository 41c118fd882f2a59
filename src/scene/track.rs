//! The commanded motion of a body: keyframes of its shape frame, interpolated.
//!
//! Before the first and after the last keyframe the body holds. Between two, the position moves on
//! a straight line and the orientation turns about one axis by the shorter way (slerp); "linear"
//! does both at constant speed, "smooth" starts and stops at every keyframe (3 u^2 - 2 u^3). The
//! velocity is the derivative from the left of that, so that it belongs to the step that ends there.

use super::motion::{Interpolation, Keyframe};
use super::value;
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::world::{Body, Command};

/// Largest turn between two keyframes, rad: at half a turn the way is ambiguous.
const MAX_TURN: f64 = std::f64::consts::PI - 1e-6;

/// Keyframes of one body, checked.
#[derive(Debug, Clone)]
pub(super) struct Track {
    knots: Vec<Knot>,
    smooth: bool,
}

/// A pose and the way to the next one.
#[derive(Debug, Clone)]
struct Knot {
    time: f64,
    position: Vec3,
    rotation: Rot,
    /// To the next knot, s, m and rad (about body axes); zero for the last.
    duration: f64,
    move_by: Vec3,
    turn_by: Vec3,
}

impl Track {
    /// Stays at a pose of the shape frame.
    pub(super) fn hold(position: Vec3, rotation: Rot) -> Self {
        let knot = Knot {
            time: 0.0,
            position,
            rotation,
            duration: 0.0,
            move_by: Vec3::zeros(),
            turn_by: Vec3::zeros(),
        };
        Self {
            knots: vec![knot],
            smooth: false,
        }
    }

    /// Checks keyframes; field names are relative to their table.
    pub(super) fn new(keyframes: &[Keyframe], interpolation: Interpolation) -> Result<Self> {
        let mut knots: Vec<Knot> = Vec::with_capacity(keyframes.len());
        for (i, keyframe) in keyframes.iter().enumerate() {
            let outer = format!("keyframes[{i}]");
            let knot = knot(keyframe).map_err(|e| e.within(&outer))?;
            if let Some(last) = knots.last_mut() {
                last.lead_to(&knot).map_err(|e| e.within(&outer))?;
            }
            knots.push(knot);
        }
        if knots.is_empty() {
            let fix = "give at least one: keyframes = [{ time = 0, position = [0, 0, 1] }]";
            return Err(Error::value("keyframes", "empty list", fix));
        }
        let smooth = interpolation == Interpolation::Smooth;
        Ok(Self { knots, smooth })
    }

    /// Pose of the shape frame at `time`.
    pub(super) fn pose(&self, time: f64) -> (Vec3, Rot) {
        let (knot, u, _) = self.place(time);
        let turn = Rot::from_scaled_axis(knot.turn_by * u);
        (knot.position + knot.move_by * u, knot.rotation * turn)
    }

    /// Linear and angular velocity of the shape frame at `time`, world.
    pub(super) fn velocity(&self, time: f64) -> (Vec3, Vec3) {
        let (knot, _, rate) = self.place(time);
        (knot.move_by * rate, knot.rotation * knot.turn_by * rate)
    }

    /// The command to `body` at `time`: about its centre of mass.
    pub(super) fn command(&self, body: &Body, time: f64) -> Command {
        let (position, rotation) = self.pose(time);
        let (velocity, angular_velocity) = self.velocity(time);
        let arm = rotation * body.centre_of_mass;
        Command {
            position: position + arm,
            rotation,
            velocity: velocity + angular_velocity.cross(&arm),
            angular_velocity,
        }
    }

    fn place(&self, time: f64) -> (&Knot, f64, f64) {
        place(&self.knots, self.smooth, time)
    }
}

/// What keyframes of every kind have.
pub(super) trait Timed {
    /// s.
    fn time(&self) -> f64;
    /// To the next one, s; zero for the last.
    fn duration(&self) -> f64;
}

impl Timed for Knot {
    fn time(&self) -> f64 {
        self.time
    }

    fn duration(&self) -> f64 {
        self.duration
    }
}

/// The knot before `time`, the part u of the way to the next one, and du/dt.
pub(super) fn place<K: Timed>(knots: &[K], smooth: bool, time: f64) -> (&K, f64, f64) {
    let after = knots.partition_point(|knot| knot.time() < time);
    let knot = &knots[after.saturating_sub(1)];
    let duration = knot.duration();
    if after == 0 || duration == 0.0 {
        return (knot, 0.0, 0.0);
    }
    let u = (time - knot.time()) / duration;
    if smooth {
        let eased = u * u * (3.0 - 2.0 * u);
        return (knot, eased, 6.0 * u * (1.0 - u) / duration);
    }
    (knot, u, 1.0 / duration)
}

fn knot(keyframe: &Keyframe) -> Result<Knot> {
    let time = keyframe.time;
    value::in_range("time", time, 0.0, f64::INFINITY, "give seconds >= 0")?;
    Ok(Knot {
        time,
        position: value::vector("position", keyframe.position, "give finite metres")?,
        rotation: value::rotation_or_none("quat_wxyz", keyframe.quat_wxyz)?,
        duration: 0.0,
        move_by: Vec3::zeros(),
        turn_by: Vec3::zeros(),
    })
}

impl Knot {
    fn lead_to(&mut self, next: &Knot) -> Result<()> {
        if next.time <= self.time {
            let why = format!("{} s does not come after {} s", next.time, self.time);
            let fix = "sort the keyframes; their times must differ";
            return Err(Error::value("time", why, fix));
        }
        self.duration = next.time - self.time;
        self.move_by = next.position - self.position;
        self.turn_by = (self.rotation.inverse() * next.rotation).scaled_axis();
        if self.turn_by.norm() > MAX_TURN {
            let why = "half a turn from the keyframe before: the way is ambiguous";
            return Err(Error::value("quat_wxyz", why, "add a keyframe in between"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::table::Exactly;

    fn frames() -> Vec<Keyframe> {
        let frame = |time, x, angle: f64| Keyframe {
            time,
            position: Exactly([x, 0.0, 0.0]),
            quat_wxyz: Some(Exactly([
                (angle / 2.0).cos(),
                0.0,
                0.0,
                (angle / 2.0).sin(),
            ])),
            rpy: None,
            rpy_deg: None,
        };
        vec![
            frame(1.0, 0.0, 0.0),
            frame(2.0, 1.0, 1.0),
            frame(4.0, 0.0, 1.0),
        ]
    }

    #[test]
    fn the_velocity_is_the_derivative_of_the_pose() {
        for interpolation in [Interpolation::Linear, Interpolation::Smooth] {
            let track = Track::new(&frames(), interpolation).expect("valid");
            for time in [0.5, 1.3, 1.9, 2.5, 3.9, 7.0] {
                let d = 1e-5;
                let (a, b) = (track.pose(time - d), track.pose(time + d));
                let (v, w) = track.velocity(time);
                assert!(((b.0 - a.0) / (2.0 * d) - v).norm() < 1e-8);
                let turn = (b.1 * a.1.inverse()).scaled_axis() / (2.0 * d);
                assert!((turn - w).norm() < 1e-8, "{turn} {w}");
            }
        }
    }

    #[test]
    fn a_step_that_ends_on_a_keyframe_has_the_speed_of_its_own_segment() {
        let track = Track::new(&frames(), Interpolation::Linear).expect("valid");
        assert_eq!(track.velocity(2.0).0.x, 1.0);
        assert_eq!(track.pose(2.0).0.x, 1.0);
        assert_eq!(track.velocity(4.0).0.x, -0.5);
        assert_eq!(track.velocity(4.1).0.x, 0.0);
    }

    #[test]
    fn keyframes_out_of_order_or_half_a_turn_apart_are_refused() {
        let mut list = frames();
        list.swap(0, 1);
        assert!(Track::new(&list, Interpolation::Linear).is_err());
        let mut list = frames();
        list[1].quat_wxyz = Some(Exactly([0.0, 0.0, 0.0, 1.0]));
        let error = Track::new(&list, Interpolation::Linear).expect_err("half a turn");
        assert_eq!(error.field, "keyframes[1].quat_wxyz");
    }
}
