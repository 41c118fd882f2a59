//! One body during one step in the units of the model: unknown interval velocities, momentum rows,
//! state at the end (docs/formulation.md, section 3 "Dynamics").

use super::collision::Pose;
use super::dual::Scalar;
use super::vector::*;
use drystone::math::{Mat3, Rot, Vec3};
use drystone::world::{Command, Drive, Input, Model, Motion, State, Units};

/// A body and what acts on it.
pub struct Body {
    /// Its freedoms among (translation, rotation) in world axes; none when its motion is given.
    pub freedoms: &'static [usize],
    /// Its first unknown in its island.
    first: usize,
    pub mass: f64,
    inertia: Mat3,
    pub h: f64,
    /// Position at the start.
    pub x: Vec3,
    q: Rot,
    /// Velocity and angular velocity (body frame): of the start, or over the step when given.
    v: Vec3,
    w: Vec3,
    /// Rotation at the end when the motion is given.
    end: Rot,
    /// h (m g + f) and h tau, world.
    pub impulse: Vec3,
    torque_impulse: Vec3,
    drive: Option<(Drive, Command, Units)>,
}

/// Pose at the end and interval velocities.
pub struct Moved<T> {
    pub pose: Pose<T>,
    q: Quaternion<T>,
    pub v: V3<T>,
    /// Cayley rate, body frame; of a given motion the angular velocity.
    u: V3<T>,
    /// Angular velocity over the step, world.
    pub omega: V3<T>,
}

/// atan(sqrt y) / sqrt y.
fn arc<T: Scalar>(y: T) -> T {
    if y.value() < 1e-3 {
        let series = [1.0, -1.0 / 3.0, 0.2, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0];
        let terms = series.into_iter().rev();
        return terms.fold(T::of(0.0), |sum, c| sum * y + T::of(c));
    }
    y.sqrt().atan() / y.sqrt()
}

/// The Cayley rate of a body that turns by h w in a step.
fn rate_of(w: &Vec3, h: f64) -> Vec3 {
    let half = 0.5 * h * w.norm();
    if half > 0.0 {
        w * (half.tan() / half)
    } else {
        *w
    }
}

/// The rotation of a step, [1; h u / 2] / sqrt(1 + h^2 |u|^2 / 4).
fn cayley<T: Scalar>(u: V3<T>, h: f64) -> Quaternion<T> {
    let a = scale(u, T::of(0.5 * h));
    let root = (T::of(1.0) + dot(a, a)).sqrt();
    [T::of(1.0) / root, a[0] / root, a[1] / root, a[2] / root]
}

impl Body {
    pub fn new(model: &Model, state: &State, input: &Input, index: usize) -> Self {
        let (body, at) = (&model.bodies[index], &state.bodies[index]);
        let (wrench, command) = (&input.wrenches[index], &input.commands[index]);
        let units = model.units;
        let (length, time) = (units.length, units.time);
        let seconds = model.time_step;
        let (mut v, mut w) = (at.velocity, at.angular_velocity);
        match (body.motion, body.plane) {
            (Motion::Fixed, _) => (v, w) = (Vec3::zeros(), Vec3::zeros()),
            (Motion::Prescribed, _) => {
                v = (command.position - at.position) / seconds;
                w = (at.rotation.inverse() * command.rotation).scaled_axis() / seconds;
            }
            (_, Some(plane)) => {
                let normal = plane.normal();
                let own = at.rotation.inverse() * normal;
                v -= normal * v.dot(&normal);
                w = own * w.dot(&own);
            }
            _ => {}
        }
        let drive = match body.motion {
            Motion::Driven(drive) => Some((drive, *command, units)),
            _ => None,
        };
        let force = model.gravity * body.mass + wrench.force;
        Self {
            freedoms: if body.is_moving() {
                body.freedoms()
            } else {
                &[]
            },
            first: usize::MAX,
            mass: body.mass,
            inertia: body.inertia / length.powi(2),
            h: seconds / time,
            x: at.position / length,
            q: at.rotation,
            v: v / units.velocity,
            w: w * time,
            end: match body.motion {
                Motion::Prescribed => command.rotation,
                _ => at.rotation,
            },
            impulse: force * seconds / units.velocity,
            torque_impulse: wrench.torque * seconds / (units.velocity * length),
            drive,
        }
    }

    pub fn is_moving(&self) -> bool {
        !self.freedoms.is_empty()
    }

    /// World axis about which a body in a plane turns.
    fn axis(&self) -> Option<Vec3> {
        let turns = self.freedoms.iter().filter(|&&i| i >= 3);
        (turns.count() == 1).then(|| Vec3::ith(self.freedoms[2] - 3, 1.0))
    }

    /// What external forces move it within the step.
    pub fn closing(&self) -> f64 {
        if self.is_moving() {
            self.h * self.impulse.norm() / self.mass
        } else {
            0.0
        }
    }

    /// Appends its unknowns at the velocities of the state.
    pub fn start(&mut self, x: &mut Vec<f64>) {
        self.first = x.len();
        let u = rate_of(&self.w, self.h);
        for &i in self.freedoms {
            match self.axis() {
                Some(axis) if i >= 3 => x.push((self.q * u).dot(&axis)),
                _ => x.push(if i < 3 { self.v[i] } else { u[i - 3] }),
            }
        }
    }

    /// Pose at the end and velocities for the unknowns `x`. The spin unknowns are the Cayley
    /// rate in the body frame; in a plane the one about its normal.
    pub fn moved<T: Scalar>(&self, x: &[T]) -> Moved<T> {
        let (mut v, mut u) = (constant(&self.v), constant(&self.w));
        if self.is_moving() {
            let own = &x[self.first..self.first + self.freedoms.len()];
            for (&freedom, &unknown) in self.freedoms.iter().zip(own) {
                match (freedom, self.axis()) {
                    (0..3, _) => v[freedom] = unknown,
                    (_, None) => u[freedom - 3] = unknown,
                    (_, Some(axis)) => {
                        u = scale(constant(&(self.q.inverse() * axis)), unknown);
                    }
                }
            }
        }
        self.at(v, u)
    }

    /// The prediction: the velocities of the state.
    pub fn predicted(&self) -> Moved<f64> {
        let u = if self.is_moving() {
            rate_of(&self.w, self.h)
        } else {
            self.w
        };
        self.at(constant(&self.v), constant(&u))
    }

    fn at<T: Scalar>(&self, v: V3<T>, u: V3<T>) -> Moved<T> {
        let start = constant_quaternion(&self.q);
        let (q, w) = if self.is_moving() {
            let a = scale(u, T::of(0.5 * self.h));
            let q = product(start, cayley(u, self.h));
            (q, scale(u, arc(dot(a, a))))
        } else {
            (constant_quaternion(&self.end), u)
        };
        Moved {
            pose: Pose {
                x: add(constant(&self.x), scale(v, T::of(self.h))),
                r: matrix(q),
            },
            q,
            v,
            u,
            omega: apply(&matrix(start), w),
        }
    }

    /// Force of the spring and damper, and its torque, world.
    fn drive<T: Scalar>(&self, at: &Moved<T>) -> (V3<T>, V3<T>) {
        let Some((drive, command, units)) = &self.drive else {
            return ([T::of(0.0); 3], [T::of(0.0); 3]);
        };
        let (length, time) = (units.length, units.time);
        let each = |v: V3<T>, k: Vec3| std::array::from_fn(|i| v[i] * T::of(k[i]));
        let k = drive.stiffness * time.powi(2);
        let d = T::of(drive.damping * time);
        let off = sub(constant(&(command.position / length)), at.pose.x);
        let slow = sub(constant(&(command.velocity / units.velocity)), at.v);
        let force = add(each(off, k), scale(slow, d));
        let turned = product(constant_quaternion(&command.rotation), conjugate(at.q));
        let sign = if turned[0].value() < 0.0 { -2.0 } else { 2.0 };
        let off = scale([turned[1], turned[2], turned[3]], T::of(sign));
        let slow = sub(constant(&(command.angular_velocity * time)), at.omega);
        let k = drive.rotational_stiffness * (time / length).powi(2);
        let d = T::of(drive.rotational_damping * time / length.powi(2));
        (force, add(each(off, k), scale(slow, d)))
    }

    /// Force and torque impulse of all that is no contact.
    fn external<T: Scalar>(&self, at: &Moved<T>) -> (V3<T>, V3<T>) {
        let (force, torque) = self.drive(at);
        let h = T::of(self.h);
        (
            add(constant(&self.impulse), scale(force, h)),
            add(constant(&self.torque_impulse), scale(torque, h)),
        )
    }

    /// Momentum rows divided by the mass, with the impulses of the contacts.
    pub fn rows<T: Scalar>(&self, at: &Moved<T>, contact: &(V3<T>, V3<T>), out: &mut Vec<T>) {
        let (force, torque) = self.external(at);
        let m = T::of(self.mass);
        let gained = scale(sub(at.v, constant(&self.v)), m);
        let linear = sub(sub(gained, force), contact.0);
        let j = constant_matrix(&self.inertia);
        let a = scale(at.u, T::of(0.5 * self.h));
        let ja = apply(&j, a);
        let factor = T::of(2.0 / self.h) * arc(dot(a, a));
        let end = scale(add(ja, cross(a, ja)), factor);
        let gained = sub(end, apply(&j, constant(&self.w)));
        let r = matrix(constant_quaternion(&self.q));
        let angular = sub(sub(apply(&r, gained), torque), contact.1);
        for &i in self.freedoms {
            let row = if i < 3 { linear[i] } else { angular[i - 3] };
            out.push(row / m);
        }
    }

    /// Kinetic energy over the step.
    pub fn energy(&self, at: &Moved<f64>) -> f64 {
        let own = self.q.inverse() * values(at.omega);
        0.5 * (self.mass * values(at.v).norm_squared() + own.dot(&(self.inertia * own)))
    }

    /// Velocity and angular velocity (body frame) at the node at the end.
    pub fn end(&self, at: &Moved<f64>, contact: &(V3<f64>, V3<f64>)) -> (Vec3, Vec3) {
        if !self.is_moving() {
            return (values(at.v), values(at.u));
        }
        let (_, torque) = self.external(at);
        let momentum = self.q * (self.inertia * self.w) + values(add(torque, contact.1));
        let r = Mat3::from_fn(|i, j| at.pose.r[i][j]);
        let w = match self.axis() {
            None => self.inertia.lu().solve(&r.tr_mul(&momentum)),
            Some(axis) => {
                let own = r.tr_mul(&axis);
                Some(own * (momentum.dot(&axis) / own.dot(&(self.inertia * own))))
            }
        };
        (values(at.v), w.expect("an inertia is not singular"))
    }
}
