//! A pair changes by the motions of its bodies or by the points of one of its shapes, which are dual numbers here.

use super::SeparatingPlane;
use super::pressure::Moving;
use crate::contact::body_motions::{COLUMNS, Motion, column};
use crate::contact::terms::ShapeChange;
use crate::math::three::{Three, constant};
use crate::math::{Dual, Number, Vec3};

/// The bodies, points and radii of a pair with their derivatives.
#[derive(Debug, Clone)]
pub struct Change<const N: usize> {
    /// The bodies about the middle of the pair.
    pub bodies: [Moving<Dual<N>>; 2],
    /// The arms of the points near the plane, behind them those of the nearest point of either hull, and behind these those of the points
    /// that rub as at the start of the step.
    pub arms: Vec<Three<Dual<N>>>,
    /// The length of the step.
    pub h: Dual<N>,
    /// The radii.
    pub radii: [Dual<N>; 2],
    /// The radii about the points near the plane are smaller by these excesses.
    pub excesses: Vec<Dual<N>>,
    /// The normal from the first hull into a half-space.
    pub into_ground: Three<Dual<N>>,
}

impl<const N: usize> Default for Change<N> {
    fn default() -> Self {
        Self {
            bodies: [Moving::default(); 2],
            arms: Vec::new(),
            h: Dual::constant(0.0),
            radii: [Dual::constant(0.0); 2],
            excesses: Vec::new(),
            into_ground: constant(&Vec3::zeros()),
        }
    }
}

impl SeparatingPlane {
    /// Sets everything to constants: the pair as it is, with no derivatives.
    fn hold<const N: usize>(&self, out: &mut Change<N>) {
        out.bodies = [0, 1].map(|side| {
            let own = self.moving(side);
            Moving {
                x: own.x.map(Dual::constant),
                v: own.v.map(Dual::constant),
                omega: own.omega.map(Dual::constant),
            }
        });
        out.radii = [0, 1].map(|side| Dual::constant(self.hulls[side].radius));
        out.h = Dual::constant(self.bodies[0].h);
        out.into_ground = self.interface().normal.map(Dual::constant);
        out.arms.clear();
        let arm = |(side, i): (usize, usize)| constant(&self.arms[side][i]);
        out.arms.extend(self.owners().map(arm));
        out.excesses.clear();
        let excess = |&(side, i): &(usize, usize)| Dual::constant(self.hulls[side].excess[i]);
        out.excesses.extend(self.near.iter().map(excess));
    }

    /// Returns the points of the arms of a change: hull and index.
    fn owners(&self) -> impl Iterator<Item = (usize, usize)> {
        let [i, j] = self.nearest();
        let nearest = self.near.iter().copied().chain([(0, i), (1, j)]);
        nearest.chain(self.lag.iter().flat_map(|lag| lag.near.iter().copied()))
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
        let mut out = Change::default();
        self.hold(&mut out);
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

    /// Returns what one more unit of the length of the step does.
    pub(super) fn time_change(&self) -> Change<1> {
        let mut out = Change::default();
        self.hold(&mut out);
        out.h.rates[0] = 1.0;
        out
    }

    /// Returns the unit motions of both bodies.
    pub(super) fn motions(&self) -> Change<COLUMNS> {
        let mut out = Change::default();
        self.hold(&mut out);
        for side in 0..2 {
            let body = &mut out.bodies[side];
            for k in 0..3 {
                body.x[k].rates[column(side, Motion::Position) + k] = 1.0;
                body.v[k].rates[column(side, Motion::Velocity) + k] = 1.0;
                body.omega[k].rates[column(side, Motion::Spin) + k] = 1.0;
            }
        }
        for ((side, _), arm) in self.owners().zip(&mut out.arms) {
            turn(arm, column(side, Motion::Rotation), 1.0);
        }
        turn(&mut out.into_ground, column(1, Motion::Rotation), 1.0);
        out
    }

    /// Sets what the unknowns of a step do, velocity and phi of the bodies that move, with a last lane for the way of all excesses to where
    /// they are to be.
    pub(super) fn unknowns<const N: usize>(&self, out: &mut Change<N>) {
        self.hold(out);
        let count = (N - 1) / 6;
        for (side, body) in out.bodies.iter_mut().enumerate().take(count) {
            let own = &self.bodies[side];
            for k in 0..3 {
                body.x[k].rates[6 * side + k] = own.h;
                body.v[k].rates[6 * side + k] = 1.0;
                for (row, omega) in body.omega.iter_mut().enumerate() {
                    omega.rates[6 * side + 3 + k] = own.domega_dphi[(row, k)];
                }
            }
        }
        for ((side, _), arm) in self.owners().zip(&mut out.arms) {
            if side < count {
                turn(arm, 6 * side + 3, self.bodies[side].h);
            }
        }
        if count == 2 {
            turn(&mut out.into_ground, 9, self.bodies[1].h);
        }
        let aim = self.aim();
        for excess in &mut out.excesses {
            excess.rates[N - 1] = aim - excess.value;
        }
    }
}

/// Adds the change of a vector with the rotation vector in three lanes, times `scale`.
fn turn<const N: usize>(arm: &mut Three<Dual<N>>, first: usize, scale: f64) {
    let own = Vec3::new(arm[0].value, arm[1].value, arm[2].value);
    for k in 0..3 {
        let swing = Vec3::ith(k, scale).cross(&own);
        arm.iter_mut()
            .zip(&swing)
            .for_each(|(arm, swing)| arm.rates[first + k] += swing);
    }
}
