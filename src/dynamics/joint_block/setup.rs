//! The constants of a joint during a step.

use super::CouplingSetup;
use crate::joint::{BothSides, Coordinate, Frame, Geometry, JointFrames, Row};
use crate::math::{Mat3, Real, Rot, Vec3};

/// The diagonal of the rows of a joint that closes a loop, in the matrix alone: without it redundant rows are singular, and
/// much smaller ones let their multipliers wander (docs/decisions.md, D49).
pub const LOOP: f64 = 1e-9;

/// An actuator along a coordinate: friction or motor, with a bound of its impulse. The bound is in m V (m V L), the target in
/// units of velocity (rad per unit of time), the compliance is velocity per impulse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Actuator<R: Real = f64> {
    /// The largest impulse.
    pub bound: f64,
    /// The rate of the coordinate that the actuator aims at.
    pub target: R,
    /// By how much it falls short of the target per impulse.
    pub compliance: f64,
}

/// Units of one coordinate, SI: of its value, of its rate and of its impulse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisUnits {
    /// The unit of the value, rad or m.
    pub value: f64,
    /// The unit of the rate, rad/s or m/s.
    pub rate: f64,
    /// The unit of the impulse, N m s or N s.
    pub impulse: f64,
}

/// The derivatives of a constant of a coordinate: by its value and its rate at the start, in the units of the solver, and by the
/// command of its motor, per SI unit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Slopes {
    /// The derivative by the value at the start.
    pub start: f64,
    /// The derivative by the rate at the start.
    pub rate: f64,
    /// The derivatives by the commanded position, velocity and effort.
    pub command: [f64; 3],
}

/// One coordinate of a joint during a step: impulse = constant - slope wd+, limits, actuators.
#[derive(Debug, Clone, Copy)]
pub struct AxisSetup<R: Real = f64> {
    /// The coordinate.
    pub coordinate: Coordinate,
    /// The units of its numbers.
    pub units: AxisUnits,
    /// The value at the start, with all turns.
    pub start: R,
    /// The least and the largest value; infinite without a limit.
    pub limits: [f64; 2],
    /// The impulse at rate 0, m V (m V L).
    pub constant: R,
    /// The derivatives of the constant.
    pub constant_slopes: Slopes,
    /// The decrease of the impulse per rate.
    pub slope: R,
    /// The friction and the motor, where they are bounded.
    pub actuators: [Option<Actuator<R>>; 2],
    /// The derivatives of the target of the motor.
    pub target_slopes: Slopes,
    /// The commanded position and velocity of the motor, in the units of the solver.
    pub command: [R; 2],
    /// The impulse of a motor without limit at rate 0: of the commanded effort, or of what it aims at.
    pub effort: R,
    /// The decrease per rate of the impulse of a motor without limit.
    pub motor_slope: R,
}

impl<R: Real> AxisSetup<R> {
    /// Adds a motor without limit: stiff (target - rate), with the derivatives of the target.
    pub fn add_linear_motor(&mut self, target: R, slopes: &Slopes, stiff: f64) {
        self.motor_slope = R::of(stiff);
        self.effort = target * stiff;
        self.slope += self.motor_slope;
        self.constant += self.effort;
        self.constant_slopes.start += slopes.start * stiff;
        self.constant_slopes.command = slopes.command.map(|slope| slope * stiff);
    }

    /// Returns the impulse of a motor without limit at a rate; 0 without one.
    pub fn motor_impulse(&self, rate: R) -> R {
        self.effort - rate * self.motor_slope
    }
}

/// A joint during a step, in the units of the model (mass in kg): it holds everything that is constant while the step is solved.
#[derive(Debug, Clone)]
pub struct JointSetup<R: Real = f64> {
    /// The frames on child and parent, body frames.
    pub frames: JointFrames,
    /// The advance per turn of a screw.
    pub pitch: f64,
    /// The rows.
    pub rows: Vec<Row>,
    /// The mass that scales impulses.
    pub mass: f64,
    /// The length of the step.
    pub h: f64,
    /// The number that is added to the diagonal of the rows in the matrix; it is 0 for joints of a tree.
    pub regularization: f64,
    /// Where the frames are at the start.
    pub start: Geometry<R>,
    /// The joint that leads its coordinate, if one does.
    pub coupling: Option<CouplingSetup<R>>,
    /// The velocities and angular velocities (world) of both sides at the start.
    pub twists: BothSides<[R; 6]>,
    /// The coordinates.
    pub axes: Vec<AxisSetup<R>>,
}

impl<R: Real> Default for JointSetup<R> {
    fn default() -> Self {
        let frame = Frame {
            point: Vec3::zeros(),
            rotation: Rot::identity(),
        };
        let zero = crate::math::zero();
        let unit = Mat3::identity().map(R::of);
        Self {
            frames: JointFrames::new(&[frame; 2], 1.0),
            pitch: 0.0,
            rows: Vec::new(),
            mass: 1.0,
            h: 1.0,
            regularization: 0.0,
            start: Geometry {
                centres: [zero; 2],
                points: [zero; 2],
                axes: [unit; 2],
                relative: unit,
                offset: zero,
            },
            coupling: None,
            twists: [[R::ZERO; 6]; 2],
            axes: Vec::new(),
        }
    }
}
