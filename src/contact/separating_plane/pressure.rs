//! The forces of the points of a pair, over any [`Number`]: dual numbers differentiate these formulas.
//!
//! ```text
//! f_m = w |P'(t_m)| |n|      along the unit normal, at q_m, the point projected on the plane
//! F_m = -mu f_m r_m / sqrt(|r_m|^2 + v_s^2),   r_m = (1 - n n^T)(v(q_m) - u - omega n x (q_m - c))
//! ```
//!
//! The plane has no mass: its motion (u, omega) along itself is where the friction of both hulls is in balance, the minimum of
//! sum f_m sqrt(|r_m|^2 + v_s^2) (SDRS eqs. 9 to 13).
//!
//! DIFFERENCES from SDRS: normal forces, plane and projected points are those of the end of the step, so that friction acts in the very step of
//! an impact; friction acts on the bodies where their points meet the plane, so that its torques are in balance; the
//! plane turns about the centre of pressure c (decision D68).

use super::barrier::slope;
use super::plane::Plane;
use crate::math::Number;
use crate::math::three::{Three, difference, outer, product, scaled, sum};

/// A body about the middle of the pair.
#[derive(Debug, Clone, Copy)]
pub struct Moving<N> {
    /// The position about the middle of the pair.
    pub x: Three<N>,
    /// The velocity.
    pub v: Three<N>,
    /// The angular velocity.
    pub omega: Three<N>,
}

/// A point within the support.
#[derive(Debug, Clone, Copy)]
pub struct Near<N> {
    /// The hull that it belongs to: 0 or 1.
    pub side: usize,
    /// The arm from the centre of its body, world.
    pub arm: Three<N>,
    /// The radius about it, less its excess.
    pub radius: N,
}

/// The plane with a unit normal.
#[derive(Debug, Clone, Copy)]
pub struct Interface<N> {
    /// The unit normal from the first hull to the second.
    pub normal: Three<N>,
    /// The height of the middle of the pair over the plane.
    pub height: N,
    /// The length of n.
    pub length: N,
}

impl Interface<f64> {
    /// Returns a plane with a unit normal.
    pub fn of(plane: &Plane) -> Self {
        let length = plane.n.norm();
        Self {
            normal: (plane.n / length).into(),
            height: plane.o / length,
            length,
        }
    }
}

/// The constants of a pair, in units of the model.
#[derive(Debug, Clone, Copy)]
pub struct Constants {
    /// The support s of the barriers.
    pub support: f64,
    /// The weight w of the barriers: a force.
    pub weight: f64,
    /// The coefficient of friction.
    pub mu: f64,
    /// The slip speed v_s.
    pub slip_speed: f64,
    /// The normal force below which friction as published is less than in proportion.
    pub force_smoothing: f64,
}

/// A point that pushes.
#[derive(Debug, Clone, Copy)]
pub struct Pushing<N> {
    /// The hull that it belongs to.
    pub side: usize,
    /// The normal force.
    pub force: N,
    /// The point on the plane.
    pub point: Three<N>,
    /// The velocity of the material there.
    pub velocity: Three<N>,
    /// The friction on its body.
    pub friction: Three<N>,
}

/// Returns the point of a hull on the plane, with its normal force.
#[inline(always)]
pub fn push<N: Number>(
    near: &Near<N>,
    bodies: &[Moving<N>; 2],
    interface: &Interface<N>,
    constants: &Constants,
) -> Pushing<N> {
    let body = &bodies[near.side];
    let x = sum(&body.x, &near.arm);
    let height = product(&interface.normal, &x) + interface.height;
    let towards = if near.side == 0 { -height } else { height };
    let away = (towards - near.radius) * interface.length;
    let force = slope(away * (1.0 / constants.support)) * interface.length * -constants.weight;
    let point = difference(&x, &scaled(&interface.normal, height));
    let arm = difference(&point, &body.x);
    Pushing {
        side: near.side,
        force,
        point,
        velocity: sum(&body.v, &outer(&body.omega, &arm)),
        friction: [N::constant(0.0); 3],
    }
}

impl<N: Number> Default for Moving<N> {
    fn default() -> Self {
        let zero = [N::constant(0.0); 3];
        Self {
            x: zero,
            v: zero,
            omega: zero,
        }
    }
}

/// Returns the centre of the normal forces.
#[inline(always)]
pub fn centre<'a, N: Number + 'a>(points: impl IntoIterator<Item = &'a Pushing<N>>) -> Three<N> {
    let (mut moment, mut total) = ([N::constant(0.0); 3], N::constant(0.0));
    for point in points {
        moment = sum(&moment, &scaled(&point.point, point.force));
        total += point.force;
    }
    scaled(&moment, N::constant(1.0) / total)
}

/// The motion of the plane along itself.
#[derive(Debug, Clone, Copy)]
pub struct Drift<N> {
    /// The velocity of the plane at the centre.
    pub u: Three<N>,
    /// The angular velocity about the normal.
    pub spin: N,
    /// The centre.
    pub centre: Three<N>,
}

impl<N: Number> Drift<N> {
    /// Returns the slip of a point against the plane.
    #[inline(always)]
    pub fn slip(&self, point: &Pushing<N>, normal: &Three<N>) -> Three<N> {
        let arm = difference(&point.point, &self.centre);
        let plane = sum(&self.u, &scaled(&outer(normal, &arm), self.spin));
        let relative = difference(&point.velocity, &plane);
        difference(&relative, &scaled(normal, product(normal, &relative)))
    }

    /// Returns the derivative of the dissipation by u and spin; of the part of u along the normal, which does nothing, its own pull to 0.
    #[inline(always)]
    pub fn imbalance(&self, points: &[Pushing<N>], normal: &Three<N>, slip_speed: f64) -> [N; 4] {
        let zero = N::constant(0.0);
        let (mut force, mut moment, mut stiffness) = ([zero; 3], zero, zero);
        for point in points {
            let slip = self.slip(point, normal);
            let share = point.force / speed(&slip, slip_speed);
            force = difference(&force, &scaled(&slip, share));
            let arm = difference(&point.point, &self.centre);
            moment = moment - product(&slip, &outer(normal, &arm)) * share;
            stiffness += share;
        }
        let along = product(normal, &self.u);
        let [x, y, z] = sum(&force, &scaled(normal, along * stiffness));
        [x, y, z, moment]
    }
}

/// Returns sqrt(|r|^2 + v_s^2).
#[inline(always)]
pub fn speed<N: Number>(slip: &Three<N>, slip_speed: f64) -> N {
    (product(slip, slip) + N::constant(slip_speed * slip_speed)).root()
}

/// Sets the friction of every point; the slip of a point is what `slip` says.
#[inline(always)]
pub fn rub<N: Number>(
    points: &mut [Pushing<N>],
    constants: &Constants,
    slip: impl Fn(&Pushing<N>) -> Three<N>,
) {
    for point in points {
        let slip = slip(point);
        let share = point.force / speed(&slip, constants.slip_speed);
        point.friction = scaled(&slip, share * -constants.mu);
    }
}

/// Returns force and torque about the centre of every body.
#[inline(always)]
pub fn wrenches<N: Number>(
    points: &[Pushing<N>],
    bodies: &[Moving<N>; 2],
    normal: &Three<N>,
) -> [(Three<N>, Three<N>); 2] {
    let zero = [N::constant(0.0); 3];
    let mut out = [(zero, zero); 2];
    for point in points {
        let away = if point.side == 0 {
            -point.force
        } else {
            point.force
        };
        let force = sum(&scaled(normal, away), &point.friction);
        let arm = difference(&point.point, &bodies[point.side].x);
        let (total, torque) = &mut out[point.side];
        *total = sum(total, &force);
        *torque = sum(torque, &outer(&arm, &force));
    }
    out
}

/// Returns the slip of a point against the material of a body.
#[inline(always)]
pub fn slip_on<N: Number>(body: &Moving<N>, point: &Pushing<N>, normal: &Three<N>) -> Three<N> {
    let arm = difference(&point.point, &body.x);
    let material = sum(&body.v, &outer(&body.omega, &arm));
    let relative = difference(&point.velocity, &material);
    difference(&relative, &scaled(normal, product(normal, &relative)))
}

/// Adds what the points of the first hull push on the other body at the same places.
#[inline(always)]
pub fn mirror<N: Number>(points: &mut Vec<Pushing<N>>) {
    for k in 0..points.len() {
        let own = points[k];
        points.push(Pushing {
            side: 1 - own.side,
            friction: own.friction.map(|x| -x),
            ..own
        });
    }
}
