//! Force and couple of a joint's impulse, on both bodies, and how they change with the poses.

use super::geometry::{Geometry, six};
use super::gimbal;
use super::{BothSides, Coordinate, Row};
use crate::math::lanes::{Lanes, Lanes3, apply, cross, minus, plus};
use crate::math::{Real, Variation, Vector};
use std::f64::consts::TAU;

/// Force and couple at p_b, world axes.
#[derive(Debug, Clone, Copy)]
pub struct Wrench6<R: Real = f64> {
    /// The force.
    pub force: Vector<R>,
    /// The couple.
    pub couple: Vector<R>,
}

impl<R: Real> Wrench6<R> {
    /// Returns force and torque about the centre of each body: on the child, and opposite on the parent.
    #[inline(always)]
    pub fn on_bodies(&self, at: &Geometry<R>) -> BothSides<[R; 6]> {
        let [child, parent] = at.arms().map(|arm| arm.cross(&self.force) + self.couple);
        [six(&self.force, &child), six(&-self.force, &-parent)]
    }
}

/// How force and couple change with the poses, in several lanes.
#[derive(Debug, Clone, Copy)]
pub struct WrenchRate<const N: usize> {
    force: Lanes3<N>,
    couple: Lanes3<N>,
}

impl<const N: usize> WrenchRate<N> {
    /// Returns the change of a row's wrench when the bodies (child, parent) move by `motion`.
    #[inline(always)]
    pub fn of_row(row: Row, at: &Geometry, pitch: f64, motion: BothSides<&Variation<N>>) -> Self {
        let turned = |axis: usize| turn(&at.parent_axis(axis), &motion[1].dtheta);
        let none = Lanes::ZERO3;
        let (force, couple) = match row {
            Row::Point(_) => (none, none),
            Row::Along(k) => (turned(k), none),
            Row::Tilt(k) | Row::Twist(k) => (none, turned(k)),
            Row::Cross => {
                let (child, parent) = (at.child_axis(1), at.parent_axis(0));
                let by_parent = cross(&child, &turned(0));
                let by_child = cross(&parent, &turn(&child, &motion[0].dtheta));
                (none, minus(&by_parent, &by_child))
            }
            Row::Helix => {
                let force = turned(2);
                (force, force.map(|lanes| lanes * (-pitch / TAU)))
            }
        };
        Self { force, couple }
    }

    /// Returns the change of a coordinate's wrench when the bodies (child, parent) move by `motion`.
    #[inline(always)]
    pub fn of_coordinate(
        coordinate: Coordinate,
        at: &Geometry,
        motion: BothSides<&Variation<N>>,
    ) -> Self {
        let turned = |axis: usize| turn(&at.parent_axis(axis), &motion[1].dtheta);
        let none = Lanes::ZERO3;
        let (force, couple) = match coordinate {
            Coordinate::Gimbal(k) => (none, gimbal_rate(k, at, motion)),
            Coordinate::Slide(k) => (turned(k), none),
            Coordinate::Turn => (none, turned(2)),
            Coordinate::FirstTurn => (none, turned(0)),
            Coordinate::SecondTurn => (none, turn(&at.child_axis(1), &motion[0].dtheta)),
        };
        Self { force, couple }
    }

    /// Returns the change of force and torque about the centre of each body, of the impulse `wrench`, where the anchor moves by
    /// `shift` (world) on the child.
    #[inline(always)]
    pub fn on_bodies(
        &self,
        wrench: &Wrench6,
        at: &Geometry,
        motion: BothSides<&Variation<N>>,
        shift: &Lanes3<N>,
    ) -> BothSides<[Lanes<N>; 6]> {
        let arms = at.arms();
        // The arm to p_b turns with the child; the parent's follows the child's centre and leaves its own.
        let child_arm = plus(&turn(&arms[0], &motion[0].dtheta), shift);
        let between = minus(&motion[0].dx, &motion[1].dx);
        let changes = [child_arm, plus(&child_arm, &between)];
        let [child, parent] = [0, 1].map(
            #[inline(always)]
            |s: usize| {
                let by_arm = cross(&wrench.force, &changes[s]);
                let by_force = cross(&arms[s], &self.force);
                plus(&minus(&by_force, &by_arm), &self.couple)
            },
        );
        let six = |f: &Lanes3<N>, t: &Lanes3<N>| [f[0], f[1], f[2], t[0], t[1], t[2]];
        let negative = six(&self.force, &parent).map(|lanes| -lanes);
        [six(&self.force, &child), negative]
    }
}

/// Returns the change of the couple along an angle of a gimbal, world.
fn gimbal_rate<const N: usize>(
    k: usize,
    at: &Geometry,
    motion: BothSides<&Variation<N>>,
) -> Lanes3<N> {
    let couple = Coordinate::Gimbal(k).wrench(at).couple;
    let relative = minus(&motion[0].dtheta, &motion[1].dtheta);
    let inside = apply(&at.axes[1].transpose(), &relative);
    let change = gimbal::dual_rate(k, &at.relative, &inside);
    plus(
        &turn(&couple, &motion[1].dtheta),
        &apply(&at.axes[1], &change),
    )
}

/// Returns the change of a vector that turns with a body.
#[inline(always)]
fn turn<const N: usize>(vector: &Vector<f64>, dtheta: &Lanes3<N>) -> Lanes3<N> {
    cross(vector, dtheta).map(|lanes| -lanes)
}
