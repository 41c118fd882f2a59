//! The report of a pair: one contact, at the centre of pressure on the plane.

use super::SeparatingPlane;
use super::linearise::Response;
use super::pressure::{Interface, Moving, Pushing, centre, wrenches};
use crate::contact::body_motions::along;
use crate::contact::terms::{ContactPoint, ContactRate, Explicit};
use crate::math::lanes::Lanes;
use crate::math::three::{Three, difference, outer, product};
use crate::math::{Dual, Kinematics, Number, Variation, Vec3};

/// The numbers of a contact in the order of a [`ContactRate`]: gap, point (3), normal (3), impulse (3), torsion.
const NUMBERS: usize = 11;

/// Returns the numbers of the contact of some points about the middle of the pair; forces are per unit of time.
fn numbers<N: Number>(
    points: &[Pushing<N>],
    bodies: &[Moving<N>; 2],
    interface: &Interface<N>,
    gap: N,
) -> [N; NUMBERS] {
    let normal = interface.normal.map(|x| -x);
    let at = pressure_point(points);
    let [(force, torque), _] = wrenches(points, bodies, &interface.normal);
    let arm = difference(&at, &bodies[0].x);
    let torsion = product(&normal, &difference(&torque, &outer(&arm, &force)));
    let [x, y, z] = at;
    let [nx, ny, nz] = normal;
    let [fx, fy, fz] = force;
    [gap, x, y, z, nx, ny, nz, fx, fy, fz, torsion]
}

/// Returns the centre of the forces of the first hull.
fn pressure_point<N: Number>(points: &[Pushing<N>]) -> Three<N> {
    centre(points.iter().filter(|point| point.side == 0))
}

impl SeparatingPlane {
    /// Returns the contact, where the bodies push each other.
    pub(super) fn contact(&self) -> Option<ContactPoint> {
        if self.near.is_empty() {
            return None;
        }
        let interface = self.interface();
        let hulls = [&self.hulls[0], &self.hulls[1]];
        let gap = self.plane.map_or(0.0, |plane| plane.gap(hulls));
        let bodies = [0, 1].map(|side| self.moving(side));
        let [gap, x, y, z, nx, ny, nz, fx, fy, fz, torsion] =
            numbers(&self.points, &bodies, &interface, gap);
        let (h, mass) = (self.bodies[0].h, self.setup.mass);
        let [at, normal, force] = [[x, y, z], [nx, ny, nz], [fx, fy, fz]].map(Vec3::from);
        let material = |side: usize| {
            let body = &bodies[side];
            Vec3::from(body.v) + Vec3::from(body.omega).cross(&(at - Vec3::from(body.x)))
        };
        let slip = material(0) - material(1);
        let pushed = force.dot(&normal);
        let available = self.setup.mu * pushed;
        Some(ContactPoint {
            point: self.middle + at,
            normal,
            gap,
            impulse: force * (h * mass),
            torsion: torsion * h * mass,
            patch_radius: self.spread(&at, pushed),
            patch: [Vec3::zeros(); 2],
            slip: slip - normal * normal.dot(&slip),
            friction_used: match available > 0.0 {
                true => ((force - normal * pushed).norm() / available).min(1.0),
                false => 1.0,
            },
        })
    }

    /// Returns the mean distance of the forces of the first hull from their centre.
    fn spread(&self, centre: &Vec3, total: f64) -> f64 {
        let own = self.points.iter().filter(|point| point.side == 0);
        let moment: f64 = own
            .map(|point| point.force * (Vec3::from(point.point) - centre).norm_squared())
            .sum();
        (moment / total).sqrt()
    }

    /// Calls `visit` with the change of the contact when the bodies move by `motion` in all; the pair is linearised.
    pub fn contact_rates<const N: usize>(
        &self,
        _bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        _rho: f64,
        explicit: &Explicit<N>,
        mut visit: impl FnMut(ContactRate<N>),
    ) {
        let Some(linear) = self.linear.as_ref().filter(|_| !self.near.is_empty()) else {
            return;
        };
        let by_motion = rates_of(&linear.response);
        let own = self.contact().expect("there are points");
        let mut rates: [Lanes<N>; NUMBERS] =
            std::array::from_fn(|k| along(|column| by_motion[k].rates[column], motion));
        if let Some(shape) = &explicit.shape {
            let response = self.respond(&self.shape_change(shape));
            for (rate, by_shape) in rates.iter_mut().zip(rates_of(&response)) {
                *rate = *rate + Lanes::first(by_shape.rates[0]);
            }
        }
        if let Some(response) = self.response_by_time() {
            for (rate, by_time) in rates.iter_mut().zip(rates_of(&response)) {
                *rate = *rate + explicit.time * by_time.rates[0];
            }
        }
        let (h, mass) = (self.bodies[0].h, self.setup.mass);
        let stretch = self.stretch(explicit);
        let friction = self.friction_wrench();
        let by_friction = explicit.mu * (1.0 / self.setup.mu.max(f64::MIN_POSITIVE));
        let impulse = |k: usize| {
            rates[7 + k] * (h * mass)
                + stretch * own.impulse[k]
                + by_friction * (friction[k] * mass)
        };
        visit(ContactRate {
            gap: rates[0],
            point: [rates[1], rates[2], rates[3]],
            normal: [rates[4], rates[5], rates[6]],
            impulse: [0, 1, 2].map(impulse),
            torsion: rates[10] * (h * mass) + stretch * own.torsion + by_friction * own.torsion,
        });
    }
}

/// Returns the numbers of a contact with derivatives.
fn rates_of<const N: usize>(response: &Response<N>) -> [Dual<N>; NUMBERS] {
    let Response {
        points,
        bodies,
        interface,
        gap,
        ..
    } = response;
    numbers(points, bodies, interface, *gap)
}
