//! Friction as published (SDRS eqs. 9 to 13): plane, normal forces and centre of pressure are those of the start of the step.
//!
//! ```text
//! U_f = h min over (u, omega) of sum_m w_m sqrt(|r_m|^2 + v_s^2),   w_m = mu (sqrt(f_m^2 + e^2) - e)
//! r_m = (1 - n n^T)(x_m - x_m^t) / h - u - omega n x (x_m^t - c)           forces -dU_f/dx_m at x_m
//! ```
//!
//! The poses at the start follow from those at the end and from the velocities, so that dual numbers differentiate them too: x^t = x - h v,
//! and an attitude is that of the end turned back by h times the angular velocity. Balanced are forces and torques about n, not those across it,
//! because both hulls rub at their own points.
//!
//! DIFFERENCE from SDRS: w_m is a smooth function of f_m alone, with c the centre of the weights w_m; hulls that touch or overlap at the start, which have no
//! normal forces there, do not rub in that step.

use super::SeparatingPlane;
use super::change::Change;
use super::hull::PosedHull;
use super::plane::{NEAR, Plane};
use super::pressure::{
    Constants, Drift, Interface, Moving, Near, Pushing, mirror, push, rub, slip_on,
};
use crate::math::three::{Three, constant, difference, product, scaled, sum, turned};
use crate::math::{Dual, Number, Vec3};
use nalgebra::Matrix4;

/// A `Lag` is what friction needs of the start of the step. It is found once for a step, about a point that stays.
#[derive(Debug, Clone)]
pub struct Lag {
    /// The point about which the plane is, world: the middle of the pair where the lag was found.
    pub middle: Vec3,
    /// The plane.
    pub plane: Plane,
    /// The inverse Hessian of the barriers at the plane.
    pub inverse_hessian: Matrix4<f64>,
    /// The points within the support: hull and index.
    pub near: Vec<(usize, usize)>,
    /// The motion of the plane along itself over the step, and the inverse Hessian of the dissipation; none on a half-space.
    pub drift: Option<(Drift<f64>, Matrix4<f64>)>,
}

/// A pair over a step: bodies, points that rub and the plane of a half-space at the end, and the length of the step.
pub struct Course<N> {
    /// The bodies about the middle of the lag.
    pub bodies: [Moving<N>; 2],
    /// The way from the middle of the lag to that of the pair, world.
    pub shift: Three<N>,
    /// The arms of the points that rub.
    pub arms: Vec<Three<N>>,
    /// The radii.
    pub radii: [N; 2],
    /// The normal into a half-space, and the arm of a point of its plane.
    pub ground: (Three<N>, Three<N>),
    /// The length of the step.
    pub h: N,
}

/// Returns the position of a body and an arm at the start of a step.
fn before<N: Number>(body: &Moving<N>, arm: &Three<N>, h: N) -> (Three<N>, Three<N>) {
    let back = scaled(&body.omega, -h);
    let x = difference(&body.x, &scaled(&body.v, h));
    (x, turned(arm, &back))
}

impl<N: Number> Course<N> {
    /// Returns bodies about the middle of the pair as bodies about that of the lag.
    fn shifted(bodies: &[Moving<N>; 2], shift: &Three<N>) -> [Moving<N>; 2] {
        bodies.map(|body| Moving {
            x: sum(&body.x, shift),
            ..body
        })
    }

    /// Returns the plane of a half-space at the start.
    fn ground_before(&self) -> Interface<N> {
        let (normal, point) = &self.ground;
        let (x, arm) = before(&self.bodies[1], point, self.h);
        let (_, normal) = before(&self.bodies[1], normal, self.h);
        Interface {
            normal,
            height: -product(&normal, &sum(&x, &arm)),
            length: N::constant(1.0),
        }
    }

    /// Returns the points at the start, and the bodies there.
    fn near_before(&self, near: &[(usize, usize)]) -> ([Moving<N>; 2], Vec<Near<N>>) {
        let zero = [N::constant(0.0); 3];
        let bodies = [0, 1].map(|side| Moving {
            x: before(&self.bodies[side], &zero, self.h).0,
            ..self.bodies[side]
        });
        let points = near.iter().zip(&self.arms).map(|(&(side, _), arm)| Near {
            side,
            arm: before(&self.bodies[side], arm, self.h).1,
            radius: self.radii[side],
        });
        (bodies, points.collect())
    }

    /// Returns the points with their weights in friction, where they were at the start, and where they are at the end.
    fn rubbing(
        &self,
        lag: &Lag,
        interface: &Interface<N>,
        constants: &Constants,
    ) -> (Vec<Pushing<N>>, Vec<Three<N>>) {
        let (bodies, near) = self.near_before(&lag.near);
        let e = constants.force_smoothing;
        let over = N::constant(1.0) / self.h;
        let points = near.iter().zip(&self.arms).map(|(near, arm)| {
            let pushed = push(near, &bodies, interface, constants);
            let towards = if near.side == 0 {
                near.radius
            } else {
                -near.radius
            };
            let out = scaled(&interface.normal, towards);
            let from = sum(&sum(&bodies[near.side].x, &near.arm), &out);
            let to = sum(&sum(&self.bodies[near.side].x, arm), &out);
            let smooth = (pushed.force * pushed.force + N::constant(e * e)).root();
            let point = Pushing {
                force: smooth - N::constant(e),
                point: from,
                velocity: scaled(&difference(&to, &from), over),
                ..pushed
            };
            (point, to)
        });
        points.unzip()
    }

    /// Returns the friction of points, which acts where they are at the end, against a plane that moves along itself or against a half-space.
    fn friction(
        &self,
        (mut points, ends): (Vec<Pushing<N>>, Vec<Three<N>>),
        interface: &Interface<N>,
        constants: &Constants,
        drift: Option<&Drift<N>>,
    ) -> Vec<Pushing<N>> {
        let normal = &interface.normal;
        let (bodies, _) = self.near_before(&[]);
        rub(&mut points, constants, |point| match drift {
            Some(drift) => drift.slip(point, normal),
            None => slip_on(&bodies[1], point, normal),
        });
        for (point, end) in points.iter_mut().zip(ends) {
            point.point = difference(&end, &self.shift);
            point.force = N::constant(0.0);
        }
        if drift.is_none() {
            mirror(&mut points);
        }
        points
    }
}

impl SeparatingPlane {
    /// Returns the pair over the step as it is, about the middle of a lag.
    fn course(&self, near: &[(usize, usize)], middle: &Vec3) -> Course<f64> {
        let shift = (self.middle - middle).into();
        let bodies = [0, 1].map(|side| self.moving(side));
        let arm = |&(side, i): &(usize, usize)| self.arms[side][i].into();
        let normal = self.setup.plane.unwrap_or_default();
        Course {
            bodies: Course::shifted(&bodies, &shift),
            shift,
            arms: near.iter().map(arm).collect(),
            radii: [0, 1].map(|side| self.hulls[side].radius),
            ground: (
                (-(self.bodies[1].pose.r * normal)).into(),
                self.arms[1][0].into(),
            ),
            h: self.bodies[0].h,
        }
    }

    /// Finds plane and normal forces at the start of the step, once for every support; none where nothing rubs as published, and where the
    /// hulls touch or overlap there, or are far apart.
    pub(super) fn find_lag(&mut self) {
        let rubs = self.is_published() && self.setup.mu > 0.0;
        if !rubs || self.lag_support == self.support {
            return;
        }
        self.lag_support = self.support;
        self.lag = None;
        let middle = self.middle;
        let all: Vec<_> = (0..2)
            .flat_map(|side| (0..self.arms[side].len()).map(move |i| (side, i)))
            .collect();
        let course = self.course(&all, &middle);
        let (at, points) = course.near_before(&all);
        let mut hulls = [0, 1].map(|side| PosedHull {
            radius: self.hulls[side].radius,
            ..PosedHull::default()
        });
        for near in &points {
            let hull = &mut hulls[near.side];
            hull.points.push(sum(&at[near.side].x, &near.arm).into());
            hull.excess.push(0.0);
        }
        let [a, b] = &hulls;
        let s = self.support;
        let (mut plane, room) = if self.is_ground() {
            let ground = course.ground_before();
            let (n, o) = (Vec3::from(ground.normal), ground.height);
            (Plane { n, o }, -a.support(&n) - o)
        } else {
            let plane = Plane::find([a, b], s);
            (plane, plane.room([a, b]))
        };
        if room < NEAR * s || room >= s {
            return;
        }
        let inverse_hessian = match self.is_ground() {
            true => Matrix4::zeros(),
            false => plane.minimise([a, b], self.support_of_forces()),
        };
        let mut near = Vec::new();
        self.visit_within_support(&plane, &hulls, |side, i| near.push((side, i)));
        self.lag = (!near.is_empty()).then(|| {
            Box::new(Lag {
                middle,
                plane,
                inverse_hessian,
                near,
                drift: None,
            })
        });
    }

    /// Adds the friction of the points that were near at the start.
    pub(super) fn add_lagged_friction(&mut self) {
        let Some(mut lag) = self.lag.take() else {
            return;
        };
        let constants = self.constants();
        let course = self.course(&lag.near, &lag.middle);
        let interface = match self.is_ground() {
            true => course.ground_before(),
            false => Interface::of(&lag.plane),
        };
        let rubbing = course.rubbing(&lag, &interface, &constants);
        let normal = interface.normal.into();
        lag.drift =
            (!self.is_ground()).then(|| Drift::balance(&rubbing.0, &normal, constants.slip_speed));
        let drift = lag.drift.as_ref().map(|(drift, _)| drift);
        let points = course.friction(rubbing, &interface, &constants, drift);
        self.points.extend(points);
        self.lag = Some(lag);
    }

    /// Returns the friction of the points that were near at the start, when something changes.
    pub(super) fn friction_rates<const N: usize>(
        &self,
        lag: &Lag,
        change: &Change<N>,
    ) -> Vec<Pushing<Dual<N>>> {
        let constants = self.constants();
        let count = self.near.len();
        let shift = constant(&(self.middle - lag.middle));
        let course = Course {
            bodies: Course::shifted(&change.bodies, &shift),
            shift,
            arms: change.arms[count + 2..].to_vec(),
            radii: change.radii,
            ground: (change.into_ground, change.arms[count + 1]),
            h: change.h,
        };
        let interface = match self.is_ground() {
            true => course.ground_before(),
            false => {
                let (bodies, near) = course.near_before(&lag.near);
                let own = (&Interface::of(&lag.plane), &lag.inverse_hessian);
                self.plane_rates(near.into_iter(), &bodies, own)
            }
        };
        let rubbing = course.rubbing(lag, &interface, &constants);
        let own = lag.drift.as_ref();
        let drift = own.map(|own| self.drift_rates(&rubbing.0, &interface.normal, own));
        course.friction(rubbing, &interface, &constants, drift.as_ref())
    }
}
