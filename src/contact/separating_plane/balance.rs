//! The motion of a plane along itself, in which the friction of both hulls is in balance: Newton's method on their dissipation, which is convex.

use super::pressure::{Drift, Pushing, speed};
use crate::math::{Vec3, vectorized};
use nalgebra::{Matrix3x4, Matrix4, Vector4};

/// Newton steps at most.
const STEPS: usize = 100;
/// Halvings of a step at most.
const HALVINGS: usize = 40;
/// A step whose promised decrease is below this part of the dissipation of all points at the slip speed is the last but one.
const FINE: f64 = 1e-12;
/// The bend of the dissipation by turns is at least this part of that by translations: all points may be at the centre.
const LITTLE: f64 = 1e-13;

impl Drift<f64> {
    /// Returns the motion of the plane that balances the friction of some points, and the inverse of the Hessian there.
    pub fn balance(
        points: &[Pushing<f64>],
        normal: &Vec3,
        slip_speed: f64,
    ) -> (Self, Matrix4<f64>) {
        vectorized(
            #[inline(always)]
            || Self::balance_by_lanes(points, normal, slip_speed),
        )
    }

    #[inline(always)]
    fn balance_by_lanes(
        points: &[Pushing<f64>],
        normal: &Vec3,
        slip_speed: f64,
    ) -> (Self, Matrix4<f64>) {
        let mut drift = Self::mean(points, normal);
        let total: f64 = points.iter().map(|point| point.force).sum();
        let mut dissipation = drift.dissipation(points, normal, slip_speed);
        let mut last = false;
        let mut inverse = Matrix4::zeros();
        for _ in 0..STEPS {
            let gradient = drift.imbalance(points, &[normal.x, normal.y, normal.z], slip_speed);
            let gradient = Vector4::from(gradient);
            let Some(factor) = drift.hessian(points, normal, slip_speed).cholesky() else {
                break;
            };
            inverse = factor.inverse();
            let step = factor.solve(&-gradient);
            let promise = -gradient.dot(&step);
            if last || promise <= 0.0 {
                break;
            }
            last = promise <= FINE * slip_speed * total;
            let mut part = 1.0;
            let moved = (0..HALVINGS).find_map(|_| {
                let to = drift.after(&(step * part));
                let there = to.dissipation(points, normal, slip_speed);
                part *= 0.5;
                (there < dissipation || last).then_some((to, there))
            });
            let Some((to, there)) = moved else { break };
            (drift, dissipation) = (to, there);
        }
        (drift, inverse)
    }

    /// Returns the mean motion of both hulls.
    fn mean(points: &[Pushing<f64>], normal: &Vec3) -> Self {
        let mut u = Vec3::zeros();
        for side in 0..2 {
            let (mut sum, mut total) = (Vec3::zeros(), 0.0);
            for point in points.iter().filter(|point| point.side == side) {
                sum += Vec3::from(point.velocity) * point.force;
                total += point.force;
            }
            u += sum * (0.5 / total.max(f64::MIN_POSITIVE));
        }
        let u = u - normal * normal.dot(&u);
        Self {
            u: u.into(),
            spin: 0.0,
            centre: super::pressure::centre(points),
        }
    }

    fn after(&self, step: &Vector4<f64>) -> Self {
        Self {
            u: (Vec3::from(self.u) + step.xyz()).into(),
            spin: self.spin + step.w,
            ..*self
        }
    }

    #[inline(always)]
    fn dissipation(&self, points: &[Pushing<f64>], normal: &Vec3, slip_speed: f64) -> f64 {
        let normal = (*normal).into();
        let own =
            |point: &Pushing<f64>| point.force * speed(&self.slip(point, &normal), slip_speed);
        points.iter().map(own).sum()
    }

    /// Returns the Hessian of the dissipation.
    #[inline(always)]
    fn hessian(&self, points: &[Pushing<f64>], normal: &Vec3, slip_speed: f64) -> Matrix4<f64> {
        let mut out = Matrix4::zeros();
        let mut stiffness = 0.0;
        let tangential = nalgebra::Matrix3::identity() - normal * normal.transpose();
        for point in points {
            let slip = self.slip(point, &(*normal).into());
            let speed = speed(&slip, slip_speed);
            let slip = Vec3::from(slip);
            let bend =
                (tangential - slip * slip.transpose() / (speed * speed)) * (point.force / speed);
            let swing = normal.cross(&(Vec3::from(point.point) - Vec3::from(self.centre)));
            let mut map = Matrix3x4::zeros();
            map.fixed_view_mut::<3, 3>(0, 0).copy_from(&tangential);
            map.set_column(3, &swing);
            out += map.transpose() * bend * map;
            stiffness += point.force / speed;
        }
        let mut along = out.fixed_view_mut::<3, 3>(0, 0);
        along += normal * normal.transpose() * stiffness;
        out[(3, 3)] += LITTLE * stiffness;
        out
    }
}
