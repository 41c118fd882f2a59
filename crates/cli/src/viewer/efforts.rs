//! The efforts of motors of joints are drawn: an arrow along the axis of a way, an arc with a head about the axis of an angle.

use super::joint_marks::{axis_of, joint_point, rotations};
use super::labels::{Labels, value};
use super::marks::{Pen, dark, force_scale};
use drystone::math::{Rot, Vec3, tangents};
use drystone::recording::{Frame, FrameMotor};
use drystone::world::Model;
use kiss3d::prelude::Color;

/// The ink of efforts.
pub(super) const EFFORT: Color = Color::new(0.66, 0.38, 1.0, 1.0);
/// Radius of the arc of a torque (radii of the picture).
const ARC: f64 = 0.11;
/// The angle of the arc of the largest torque of a motor, rad; of motors without a limit, of the largest of the frame.
const WHOLE: f64 = 5.0;
/// The least angle of an arc, rad.
const LEAST: f64 = 0.25;
/// Efforts below this part of the largest one are left out.
const WORTH: f64 = 1e-4;
/// Angle between two points of an arc, rad.
const BEND: f64 = 0.1;

impl Pen<'_> {
    /// Draws the efforts of the motors in the step that led to a frame, on the child, and places their values.
    pub(super) fn efforts(&mut self, labels: &mut Labels, model: &Model, frame: &Frame) {
        let h = model.time_step;
        let largest = frame.motors.iter().map(|motor| motor.impulse.abs());
        let largest = largest.fold(0.0, f64::max) / h;
        let acting = |motor: &&FrameMotor| motor.impulse.abs() > WORTH * largest * h;
        for motor in frame.motors.iter().filter(acting) {
            self.effort(labels, (model, frame), motor, largest);
        }
    }

    fn effort(
        &mut self,
        labels: &mut Labels,
        (model, frame): (&Model, &Frame),
        motor: &FrameMotor,
        largest: f64,
    ) {
        let state = frame.state();
        let Some(joint) = model.joints.get(motor.joint) else {
            return;
        };
        let Some(coordinate) = joint.kind.coordinates().get(motor.coordinate) else {
            return;
        };
        let (axis, direction) = axis_of(coordinate, rotations(joint, &state));
        let point = joint_point(joint, &state);
        let effort = motor.impulse / model.time_step;
        let (end, unit) = match direction {
            None => {
                let way = self.way(&(axis * effort), force_scale(model));
                self.arrow(&point, &way, EFFORT);
                (point + way, "N")
            }
            Some(_) => {
                let own = joint.axes[motor.coordinate].motor;
                let limit = own.map_or(largest, |own| own.limit());
                let most = if limit.is_finite() { limit } else { largest };
                let radius = tangents(&axis).0 * self.lens.metres(ARC);
                let path = arc(&axis, radius, angle(effort, most));
                let path: Vec<Vec3> = path.iter().map(|offset| point + offset).collect();
                self.curve(&path, EFFORT);
                (path[path.len() - 1], "N m")
            }
        };
        if let Some(at) = self.pixel(&end) {
            labels.add(at, value(effort, unit), dark(EFFORT));
        }
    }
}

/// Returns the angle of the arc of an effort, rad.
fn angle(effort: f64, most: f64) -> f64 {
    let share = (effort.abs() / most).min(1.0);
    (WHOLE * share).max(LEAST).copysign(effort)
}

/// Returns the points of an arc of an angle about an axis that begins at `radius`.
fn arc(axis: &Vec3, radius: Vec3, angle: f64) -> Vec<Vec3> {
    let pieces = (angle.abs() / BEND).ceil().max(1.0);
    let turned = (0..=pieces as usize).map(|k| angle * k as f64 / pieces);
    turned.map(|turn| Rot::new(axis * turn) * radius).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_turns_as_the_effort_does() {
        assert_eq!(angle(2.0, 4.0), 2.5);
        assert_eq!(angle(-9.0, 4.0), -WHOLE);
        assert_eq!(angle(1e-6, 4.0), LEAST);
        let path = arc(&Vec3::z(), Vec3::x(), std::f64::consts::FRAC_PI_2);
        assert!((path[path.len() - 1] - Vec3::y()).norm() < 1e-12);
    }
}
