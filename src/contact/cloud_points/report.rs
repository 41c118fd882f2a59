//! The reports of a pair of clouds and the explicit part of its derivatives.

use super::CloudPoints;
use super::point::{HardPoint, PointResponse};
use crate::contact::coulomb::{Law, TOUCHING};
use crate::contact::terms::{ContactPoint, ContactRate, Explicit, Geometry};
use crate::ipm::DirectionPart;
use crate::math::lanes::{Lanes, scale};
use crate::math::{Kinematics, Variation, Vec3};

impl CloudPoints {
    /// Returns the points that are reported with their indices: those that nearly touch, or else the nearest one.
    pub(super) fn reported(&self) -> impl Iterator<Item = (usize, &HardPoint)> {
        let slack = |point: &HardPoint| point.law.cone.s()[0];
        let least = self.points.iter().map(slack).fold(f64::INFINITY, f64::min);
        let points = self.points.iter().enumerate();
        points.filter(move |(_, point)| slack(point) <= least.max(TOUCHING))
    }

    /// Returns the contact at a point.
    pub(super) fn contact(&self, point: &HardPoint) -> ContactPoint {
        let (n, slip) = (point.normal(), point.slip());
        ContactPoint {
            point: point.point(),
            normal: n,
            gap: point.gap(),
            impulse: point.impulse() * self.setup.mass,
            torsion: 0.0,
            patch_radius: 0.0,
            patch: [Vec3::zeros(); 2],
            slip: slip - n * n.dot(&slip),
            friction_used: point.law.friction_used(0),
        }
    }

    /// Returns the rows of the first world that bound a direction, and the inverse of the longest step there.
    pub(super) fn find_bounding_rows(&self, excess: f64, corrected: bool) -> (f64, &'static str) {
        let bounds = self.points.iter().map(|point| {
            let (inverse, row) = point.law.cone.bounding_rows(excess, corrected);
            (inverse, Law::<f64>::row_name(row))
        });
        bounds.fold((0.0, "none"), |a, b| if b.0 > a.0 { b } else { a })
    }

    /// Names the groups of rows with their largest residual or |s o z - rho e| / rho.
    pub(super) fn name_rows(&self, rho: f64, names: [&str; 2], mut visit: impl FnMut(String, f64)) {
        let pair = format!("pair {}-{}", names[0], names[1]);
        for (k, point) in self.points.iter().enumerate() {
            visit(
                format!("{pair}: rows of point {k}"),
                point.law.worst_residual(),
            );
            let (value, row) = point.law.cone.worst_row(rho);
            let row = Law::<f64>::row_name(row);
            visit(
                format!("{pair}: complementarity of {row} of point {k} / rho"),
                value,
            );
        }
    }

    /// Keeps the linearisation, which is that of the step.
    pub fn prepare_rates(&mut self, _sides: [Geometry; 2]) {}

    /// Returns the wrenches of explicit changes at relaxation `rho`, of both bodies.
    pub fn wrench_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        let shares = self.share_rates(explicit.predicted);
        let mut out = [Lanes::ZERO; 12];
        for (point, share) in self.points.iter().zip(shares) {
            let response = respond(point, bodies, explicit.end, share * rho, explicit);
            for (sum, own) in out.iter_mut().zip(&response.wrenches) {
                *sum = *sum + *own * self.setup.mass;
            }
        }
        for (row, sum) in out.iter_mut().enumerate() {
            let (force, torque) = self.wrench[row / 6];
            let now = if row % 6 < 3 {
                force[row % 6]
            } else {
                torque[row % 6 - 3]
            };
            *sum = *sum + explicit.mass * (now * self.setup.mass);
        }
        out
    }

    /// Calls `visit` with the change of every reported contact when the bodies move by `motion` in all.
    pub fn contact_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        rho: f64,
        explicit: &Explicit<N>,
        mut visit: impl FnMut(ContactRate<N>),
    ) {
        let shares = self.share_rates(explicit.predicted);
        for (k, point) in self.reported() {
            let response = respond(point, bodies, motion, shares[k] * rho, explicit);
            let stretched = scale(&point.impulse(), explicit.mass);
            visit(ContactRate {
                gap: response.slip.gap,
                point: response.point,
                normal: response.normal,
                impulse: std::array::from_fn(|i| {
                    (response.impulse[i] + stretched[i]) * self.setup.mass
                }),
                torsion: Lanes::ZERO,
            });
        }
    }
}

/// Returns the response of a point to the motion of the bodies and to explicit changes, of which `target` is that of the products.
fn respond<const N: usize>(
    point: &HardPoint,
    bodies: [&Kinematics; 2],
    motion: [&Variation<N>; 2],
    target: Lanes<N>,
    explicit: &Explicit<N>,
) -> PointResponse<N> {
    let per_target = 1.0 / point.share;
    let offset = |row: usize| target * (point.law.offset(row)[DirectionPart::Unit] * per_target);
    let bound = explicit.mu * point.law.impulse().gamma;
    point.respond(bodies, motion, offset, Lanes::ZERO, bound)
}
