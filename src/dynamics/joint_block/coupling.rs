//! The row of a coupling: theta+ - f(leader+) = 0 at the end, impulses along both coordinates at the start.

use super::{JointBlock, Sides};
use crate::joint::{BothSides, Coordinate, Geometry, JointFrames, WrenchRate};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Pose, Real, Variation};

/// The leader of a coupled joint during a step.
#[derive(Debug, Clone, Copy)]
pub struct CouplingSetup<R: Real = f64> {
    /// The frames of the leader on its child and parent.
    pub frames: JointFrames,
    /// Where the frames of the leader are at the start.
    pub start: Geometry<R>,
    /// The coordinate of the leader.
    pub coordinate: Coordinate,
    /// The value of the leader at the start, with all turns.
    pub value: R,
    /// The coefficients of the polynomial, in the units of the solver.
    pub polynomial: [f64; 5],
}

impl<R: Real> CouplingSetup<R> {
    /// Returns value, derivative and second derivative of the polynomial.
    fn follow(&self, leader: R) -> [R; 3] {
        let mut out = [R::ZERO; 3];
        for c in self.polynomial.iter().rev() {
            out[2] = out[2] * leader + out[1] * 2.0;
            out[1] = out[1] * leader + out[0];
            out[0] = out[0] * leader + R::of(*c);
        }
        out
    }

    /// Returns the value of the leader where its bodies have these poses, and its derivative.
    fn leader(&self, poses: BothSides<&Pose<R>>) -> (R, BothSides<[R; 6]>) {
        let at = Geometry::new(&self.frames, poses);
        (
            self.coordinate.value_near(&at, self.value),
            self.coordinate.gradient(&at),
        )
    }
}

impl<R: Real> JointBlock<R> {
    /// Sets the wrenches of the impulse of the coupling, behind those of the rows.
    pub(super) fn reset_coupling(&mut self) {
        let Some(coupling) = &self.setup.coupling else {
            return;
        };
        let [_, slope, _] = coupling.follow(coupling.value);
        let own = self.axes[0].wrench;
        let leader = coupling
            .coordinate
            .wrench(&coupling.start)
            .on_bodies(&coupling.start);
        let factor = -(slope * self.setup.mass);
        let leader = leader.map(|wrench| wrench.map(|x| x * factor));
        self.wrenches[self.setup.rows.len()] = [own[0], own[1], leader[0], leader[1]];
    }

    /// Evaluates the row of the coupling, after the coordinates.
    pub(super) fn evaluate_coupling(&mut self, leader: BothSides<&Kinematics<R>>) {
        let Some(coupling) = &self.setup.coupling else {
            return;
        };
        let (value, gradient) = coupling.leader([&leader[0].pose, &leader[1].pose]);
        let [goal, slope, _] = coupling.follow(value);
        let (row, axis) = (self.setup.rows.len(), &self.axes[0]);
        self.residual[row] = (axis.end - goal) * R::of(1.0 / self.setup.h);
        let [first, second] = gradient.map(|side| side.map(|x| -(x * slope)));
        self.gradients[row] = [axis.gradient[0], axis.gradient[1], first, second];
    }
}

impl<R: Real> JointBlock<R> {
    /// Returns the impulses of the coupling along the coordinate of the joint and along that of its leader, N m s or N s, in a world;
    /// `leader` is the unit of the value of the leader (rad or m).
    pub fn coupling_impulses(&self, leader: f64, lane: usize) -> Option<[f64; 2]> {
        let coupling = self.setup.coupling.as_ref()?;
        let [_, slope, _] = coupling.follow(coupling.value);
        let units = &self.setup.axes[0].units;
        let own = self.multipliers[self.setup.rows.len()].lane(lane) * units.impulse;
        Some([own, -own * slope.lane(lane) * units.value / leader])
    }
}

impl JointBlock {
    /// Returns the change of the wrenches of the coupling's impulse, per unit of it, when the bodies of joint and leader move so at the
    /// start.
    pub(super) fn coupling_wrench_rates<const N: usize>(
        &self,
        own: &BothSides<[Lanes<N>; 6]>,
        motions: &Sides<&Variation<N>>,
    ) -> Sides<[Lanes<N>; 6]> {
        let none = [[Lanes::ZERO; 6]; 2];
        let Some(coupling) = &self.setup.coupling else {
            return [own[0], own[1], none[0], none[1]];
        };
        let (at, coordinate) = (&coupling.start, coupling.coordinate);
        let [_, slope, bend] = coupling.follow(coupling.value);
        let motion = [motions[2], motions[3]];
        let wrench = coordinate.wrench(at);
        let changed = WrenchRate::of_coordinate(coordinate, at, motion);
        let changed = changed.on_bodies(&wrench, at, motion, &Lanes::ZERO3);
        let moved = super::rates::along(&coordinate.gradient(at), motion);
        let mut leader = none;
        let wrench = wrench.on_bodies(at);
        for (side, out) in leader.iter_mut().enumerate() {
            for (k, out) in out.iter_mut().enumerate() {
                *out = changed[side][k] * -slope - moved * (bend * wrench[side][k]);
            }
        }
        [own[0], own[1], leader[0], leader[1]]
    }
}
