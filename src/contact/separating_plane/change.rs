//! A pair changes by the motions of its bodies or by the points of one of its shapes, which are dual numbers here.

use super::SeparatingPlane;
use super::linearise::LANES;
use super::pressure::Moving;
use crate::contact::body_motions::{COLUMNS, Motion, column};
use crate::contact::terms::ShapeChange;
use crate::math::three::{Three, constant};
use crate::math::{Dual, Number, Vec3};

/// The bodies, points and radii of a pair with their derivatives.
pub struct Change<const N: usize> {
    /// The bodies about the middle of the pair.
    pub bodies: [Moving<Dual<N>>; 2],
    /// The arms of the points near the plane, and behind them those of the nearest point of either hull.
    pub arms: Vec<Three<Dual<N>>>,
    /// The radii.
    pub radii: [Dual<N>; 2],
    /// The excess.
    pub excess: Dual<N>,
    /// The normal from the first hull into a half-space.
    pub into_ground: Three<Dual<N>>,
}

impl SeparatingPlane {
    /// Returns nothing but constants.
    pub(super) fn still<const N: usize>(&self) -> Change<N> {
        let body = |side: usize| {
            let own = self.moving(side);
            Moving {
                x: own.x.map(Dual::constant),
                v: own.v.map(Dual::constant),
                omega: own.omega.map(Dual::constant),
            }
        };
        let arm = |(side, i): (usize, usize)| constant(&self.arms[side][i]);
        Change {
            bodies: [body(0), body(1)],
            arms: self.owners().map(arm).collect(),
            radii: [0, 1].map(|side| Dual::constant(self.hulls[side].radius)),
            excess: Dual::constant(self.excess),
            into_ground: self.interface().normal.map(Dual::constant),
        }
    }

    /// Returns the points of the arms of a change: hull and index.
    fn owners(&self) -> impl Iterator<Item = (usize, usize)> {
        let [i, j] = self.nearest();
        self.near.iter().copied().chain([(0, i), (1, j)])
    }

    /// Returns the points of both hulls that are nearest to the plane.
    fn nearest(&self) -> [usize; 2] {
        let normal = Vec3::from(self.interface().normal);
        [(0, normal), (1, -normal)].map(|(side, n)| {
            let along = self.hulls[side].points.iter().map(|x| n.dot(x)).enumerate();
            along
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .map_or(0, |(i, _)| i)
        })
    }

    /// Returns what one more unit of a parameter of a shape does.
    pub(super) fn shape_change(&self, shape: &ShapeChange) -> Change<1> {
        let mut out = self.still();
        let Some(rates) = &shape.points else {
            return out;
        };
        let turn = &self.bodies[shape.side].pose.r;
        for ((side, i), arm) in self.owners().zip(&mut out.arms) {
            if side == shape.side {
                let moved = turn * rates.points[i] / shape.length;
                arm.iter_mut()
                    .zip(&moved)
                    .for_each(|(arm, moved)| arm.rates[0] = *moved);
            }
        }
        out.radii[shape.side].rates[0] = rates.radius / shape.length;
        let normal = Vec3::from(self.interface().normal);
        let swing = shape.turn.cross(&normal);
        let into_ground = out.into_ground.iter_mut().zip(&swing);
        into_ground.for_each(|(n, swing)| n.rates[0] = *swing);
        out
    }

    /// Returns the unit motions of both bodies, and that of the excess.
    pub(super) fn motions(&self) -> Change<LANES> {
        let mut out = self.still();
        for side in 0..2 {
            let body = &mut out.bodies[side];
            for k in 0..3 {
                body.x[k].rates[column(side, Motion::Position) + k] = 1.0;
                body.v[k].rates[column(side, Motion::Velocity) + k] = 1.0;
                body.omega[k].rates[column(side, Motion::Spin) + k] = 1.0;
            }
        }
        for ((side, _), arm) in self.owners().zip(&mut out.arms) {
            turn(arm, column(side, Motion::Rotation));
        }
        turn(&mut out.into_ground, column(1, Motion::Rotation));
        out.excess.rates[COLUMNS] = 1.0;
        out
    }
}

/// Adds the change of a vector with the rotation vector in three lanes.
fn turn<const N: usize>(arm: &mut Three<Dual<N>>, first: usize) {
    let own = Vec3::new(arm[0].value, arm[1].value, arm[2].value);
    for k in 0..3 {
        let swing = Vec3::ith(k, 1.0).cross(&own);
        arm.iter_mut()
            .zip(&swing)
            .for_each(|(arm, swing)| arm.rates[first + k] += swing);
    }
}
