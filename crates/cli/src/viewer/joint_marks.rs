//! The marks of joints: a line along every axis, the range between the limits of every coordinate, and where it is now.
//!
//! The range of an angle is an arc about its axis, at the angles of the joint: zero is where the frames of child and parent
//! agree. The range of a way is a bar in metres along its axis. A side without a limit ends at the present value; a coordinate
//! without any limit has no range.

use super::marks::{OUTLINE, Pen};
use drystone::math::{Rot, Vec3};
use drystone::recording::Frame;
use drystone::world::{Joint, JointCoordinate, JointKind, Model, State};
use kiss3d::prelude::{Color, Vec2};
use std::f64::consts::TAU;

/// Half the length of the line along the axis of a joint (radii of the picture).
const AXIS: f64 = 0.05;
/// Radius of the arc of an angle (radii of the picture).
const ARC: f64 = 0.08;
/// Largest angle between two points of an arc, rad.
const BEND: f64 = 0.1;
/// Half the length of the mark at a limit, pixels.
const TICK: f32 = 7.0;

pub(super) const JOINT: Color = Color::new(0.95, 0.85, 0.1, 1.0);

/// A coordinate with a limit, relative to the point at which the joint is drawn.
struct Range {
    /// The axis, world, of unit length.
    axis: Vec3,
    /// For an angle, the radius at its present value, world, m; it is perpendicular to the axis.
    radius: Option<Vec3>,
    /// The present value, rad or m.
    value: f64,
    /// Lower and upper limit, rad or m; infinite where there is none.
    limits: [f64; 2],
    /// A short way along it, rad or m.
    short: f64,
}

impl Range {
    /// Returns where a value of the coordinate is drawn, m.
    fn offset(&self, value: f64) -> Vec3 {
        let way = self.axis * (value - self.value);
        match self.radius {
            Some(radius) => Rot::new(way) * radius,
            None => way,
        }
    }

    /// Returns the ends of what is drawn, rad or m; of an angle one turn at most.
    fn ends(&self) -> [f64; 2] {
        let [from, to] = self.limits.map(|limit| match limit.is_finite() {
            true => limit,
            false => self.value,
        });
        match self.radius {
            Some(_) => [from, to.min(from + TAU)],
            None => [from, to],
        }
    }

    /// Returns the points from one end to the other, m.
    fn path(&self) -> Vec<Vec3> {
        let [from, to] = self.ends();
        let pieces = match self.radius {
            Some(_) => ((to - from).abs() / BEND).ceil().max(1.0),
            None => 1.0,
        };
        let places = (0..=pieces as usize).map(|k| from + (to - from) * k as f64 / pieces);
        places.map(|value| self.offset(value)).collect()
    }
}

impl Pen<'_> {
    /// Draws axes and ranges of all joints, and a dot where a joint has no axis.
    pub fn joints(&mut self, model: &Model, frame: &Frame) {
        let state = frame.state();
        for joint in &model.joints {
            let point = joint_point(joint, &state);
            let axes = axes(joint, &state);
            for axis in &axes {
                let half = axis * self.lens.metres(AXIS);
                self.line(&[point - half, point + half]);
            }
            for range in ranges(joint, &state, self.lens.metres(ARC)) {
                self.range(&point, &range);
            }
            if axes.is_empty() {
                self.dot(&point, JOINT);
            }
        }
    }

    /// Draws the range of a coordinate of a joint at `point`.
    fn range(&mut self, point: &Vec3, range: &Range) {
        let path: Vec<Vec3> = range.path().iter().map(|offset| point + offset).collect();
        self.line(&path);
        for limit in range.limits.iter().filter(|limit| limit.is_finite()) {
            let [end, next] = [0.0, range.short].map(|way| point + range.offset(limit + way));
            self.tick(&end, &next);
        }
        let now = point + range.offset(range.value);
        if range.radius.is_some() {
            self.line(&[*point, now]);
        }
        self.dot(&now, JOINT);
    }

    /// Draws a line through points.
    fn line(&mut self, points: &[Vec3]) {
        let pixels: Vec<_> = points.iter().map(|point| self.pixel(point)).collect();
        for (ink, width) in [(OUTLINE, 5.0), (JOINT, 2.5)] {
            for ends in pixels.windows(2) {
                if let [Some(from), Some(to)] = *ends {
                    self.window.draw_line_2d(from, to, ink, width);
                }
            }
        }
    }

    /// Draws the mark of a limit: across the picture of the way from `end` to `next`.
    fn tick(&mut self, end: &Vec3, next: &Vec3) {
        let (Some(end), Some(next)) = (self.pixel(end), self.pixel(next)) else {
            return;
        };
        let along = (next - end).normalize_or_zero();
        let across = Vec2::new(-along.y, along.x) * TICK;
        for (ink, width) in [(OUTLINE, 5.0), (JOINT, 2.5)] {
            self.window
                .draw_line_2d(end - across, end + across, ink, width);
        }
    }
}

/// Returns the rotations of the frames of a joint in the world: of the child, then of the parent.
pub(super) fn rotations(joint: &Joint, state: &State) -> [Rot; 2] {
    let [child, parent] = joint.bodies().map(|body| match body {
        Some(i) => state.bodies[i].rotation,
        None => Rot::identity(),
    });
    [
        child * joint.frames[0].rotation,
        parent * joint.frames[1].rotation,
    ]
}

/// Returns where the frame of the child of a joint is, world, m.
pub(super) fn joint_point(joint: &Joint, state: &State) -> Vec3 {
    let at = &state.bodies[joint.child];
    at.position + at.rotation * joint.frames[0].point
}

/// Returns the axis of a coordinate in the world, and the direction that turns about it, of a way none; from the rotations of the
/// frames of child and parent.
pub(super) fn axis_of(
    coordinate: &JointCoordinate,
    [child, parent]: [Rot; 2],
) -> (Vec3, Option<Vec3>) {
    match coordinate {
        JointCoordinate::Slide(k) => (parent * Vec3::ith(*k, 1.0), None),
        JointCoordinate::Turn => (parent * Vec3::z(), Some(child * Vec3::x())),
        JointCoordinate::FirstTurn => (parent * Vec3::x(), Some(child * Vec3::y())),
        JointCoordinate::Gimbal(0) => (parent * Vec3::x(), Some(parent * Vec3::y())),
        JointCoordinate::Gimbal(1) => {
            let ring = (child * Vec3::z()).cross(&(parent * Vec3::x())).normalize();
            (ring, Some(child * Vec3::z()))
        }
        JointCoordinate::Gimbal(_) => (child * Vec3::z(), Some(child * Vec3::x())),
        JointCoordinate::SecondTurn => (child * Vec3::y(), Some(child * Vec3::x())),
    }
}

/// Returns the axes of a joint in the world.
fn axes(joint: &Joint, state: &State) -> Vec<Vec3> {
    let [child, parent] = rotations(joint, state);
    match joint.kind {
        JointKind::Fixed | JointKind::Spherical => Vec::new(),
        JointKind::Gantry => vec![parent * Vec3::x(), parent * Vec3::y()],
        JointKind::Gimbal => vec![parent * Vec3::x(), child * Vec3::z()],
        JointKind::Universal => vec![parent * Vec3::x(), child * Vec3::y()],
        _ => vec![parent * Vec3::z()],
    }
}

/// Returns the coordinates of a joint that have limits, arcs with the radius `arc`, m.
fn ranges(joint: &Joint, state: &State, arc: f64) -> Vec<Range> {
    let frames = rotations(joint, state);
    let values = joint.positions(state).into_iter().zip(&joint.axes);
    let coordinates = joint.kind.coordinates().iter().zip(values);
    let ranges = coordinates.map(|(coordinate, (value, along))| {
        let (axis, direction) = axis_of(coordinate, frames);
        Range {
            axis,
            radius: direction.map(|direction| direction * arc),
            value,
            limits: along.limits,
            short: direction.map_or(arc, |_| BEND),
        }
    });
    ranges
        .filter(|range| range.limits.iter().any(|limit| limit.is_finite()))
        .collect()
}
