//! One body during one step: free, driven, prescribed or fixed; in space or in a plane.

mod parameter_rates;
mod rates;
mod spin_rates;

pub use rates::{BodyParameter, BodyRates, INPUTS};

use super::DriveStep;
use crate::ipm::ByPart;
use crate::math::{
    Attitude, Cayley, Kinematics, Mat3, Matrix, Pose, Real, Rot, Vec3, Vector, array,
    cayley_rate_of, mul, norm, product, tr_mul, widely_abreast, zero,
};
use nalgebra::{Cholesky, Const};

/// What a body is and what acts on it during a step, in the units of the model (mass in kg).
#[derive(Debug, Clone, Copy)]
pub struct BodySetup<R: Real = f64> {
    /// Indices of its freedoms among (translation, rotation), world axes; empty when it does not
    /// move by itself.
    pub freedoms: &'static [usize],
    /// Mass; unused without freedoms.
    pub mass: f64,
    /// Inertia, body frame.
    pub inertia: Mat3,
    /// Step length.
    pub h: f64,
    /// How long gravity and forces act.
    pub pull: f64,
    /// Position at the start.
    pub x: Vector<R>,
    /// Rotation at the start.
    pub q: Attitude<R>,
    /// Velocity at the start (of a prescribed body: of the step).
    pub v: Vector<R>,
    /// Angular velocity at the start, body frame (of a prescribed body: of the step).
    pub w: Vector<R>,
    /// Rotation at the end of a body whose motion is known; unused where it is not.
    pub end: Attitude<R>,
    /// Pull times m g + f.
    pub impulse: Vector<R>,
    /// h tau, world.
    pub torque_impulse: Vector<R>,
    /// Spring and damper; of one world alone.
    pub drive: Option<DriveStep>,
    /// Whether `v` and `w` are zero whatever the state says.
    pub quasi_dynamic: bool,
}

impl BodySetup {
    /// The same in every world.
    pub fn spread<R: Real>(&self) -> BodySetup<R> {
        let same = |v: &Vec3| v.map(R::of);
        BodySetup {
            freedoms: self.freedoms,
            mass: self.mass,
            inertia: self.inertia,
            h: self.h,
            pull: self.pull,
            x: same(&self.x),
            q: Attitude::by_lane(|_| self.q.lane(0)),
            v: same(&self.v),
            w: same(&self.w),
            end: Attitude::by_lane(|_| self.end.lane(0)),
            impulse: same(&self.impulse),
            torque_impulse: same(&self.torque_impulse),
            drive: self.drive,
            quasi_dynamic: self.quasi_dynamic,
        }
    }
}

impl<R: Real> BodySetup<R> {
    /// Takes over where one world stands and what acts on it.
    pub fn set_lane(&mut self, lane: usize, own: &BodySetup) {
        let vectors = [
            (&mut self.x, &own.x),
            (&mut self.v, &own.v),
            (&mut self.w, &own.w),
            (&mut self.impulse, &own.impulse),
            (&mut self.torque_impulse, &own.torque_impulse),
        ];
        for (to, from) in vectors {
            for (to, from) in to.iter_mut().zip(from) {
                to.set_lane(lane, *from);
            }
        }
        self.q.set_lane(lane, &own.q);
        self.end.set_lane(lane, &own.end);
    }
}

/// Velocities from which an attempt starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Those of the state: the prediction.
    State,
    /// Those of the state after the external forces: what happens without contact.
    FreeFlight,
}

/// Unknown interval velocity and Cayley rate of a body with their rows.
#[derive(Debug, Clone)]
pub struct BodyBlock<R: Real = f64> {
    /// Constants of the step.
    pub setup: BodySetup<R>,
    /// Factors of the inertia, body frame; none where it has none.
    factor: Option<Cholesky<f64, Const<3>>>,
    v: Vector<R>,
    /// Cayley rate, body frame.
    u: Vector<R>,
    /// The rotation of the step at that rate, world frame.
    turning: Cayley<R>,
    q: Attitude<R>,
    r0: Matrix<R>,
    /// Inertia and angular momentum at the start, world.
    inertia: Matrix<R>,
    momentum: Vector<R>,
    /// Pose at the end of the step and interval velocity.
    pub kinematics: Kinematics<R>,
    torque: Vector<R>,
    /// Momentum rows without contact; [`Self::add_wrench`] subtracts the contacts.
    pub residual: [R; 6],
    /// d residual / d (dv, phi) without contact.
    pub jacobian: [[R; 6]; 6],
    /// (dv, phi) of the parts AFFINE, UNIT, CORRECTOR.
    pub direction: ByPart<[R; 6]>,
    combined: [R; 6],
}

impl<R: Real> BodyBlock<R> {
    /// A body at the prediction: the velocities of its state.
    pub fn new(setup: BodySetup<R>) -> Self {
        let zero = Vector::zeros();
        let pose = Pose {
            x: zero,
            r: Matrix::identity(),
        };
        let mut block = Self {
            factor: setup.inertia.cholesky(),
            setup,
            v: zero,
            u: zero,
            turning: Cayley::new(&zero, 1.0),
            q: setup.q,
            r0: Matrix::identity(),
            inertia: Matrix::zeros(),
            momentum: zero,
            kinematics: Kinematics {
                pose,
                v: zero,
                omega: zero,
                domega_dphi: Matrix::identity(),
                h: 0.0,
            },
            torque: zero,
            residual: [R::ZERO; 6],
            jacobian: [[R::ZERO; 6]; 6],
            direction: ByPart([[R::ZERO; 6]; 3]),
            combined: [R::ZERO; 6],
        };
        block.predict();
        block
    }

    /// The same body at the prediction of another step.
    pub fn reset(&mut self, setup: BodySetup<R>) {
        if setup.inertia != self.setup.inertia {
            self.factor = setup.inertia.cholesky();
        }
        self.setup = setup;
        self.predict();
    }

    fn predict(&mut self) {
        widely_abreast::<R, _>(
            #[inline(always)]
            || {
                let setup = &self.setup;
                self.v = setup.v;
                self.r0 = setup.q.matrix();
                if self.is_moving() {
                    self.u = cayley_rate_of(&setup.w, setup.h);
                    let body = product(&self.r0, &setup.inertia.map(R::of));
                    self.inertia = product(&body, &self.r0.transpose());
                    self.momentum = mul(&self.inertia, &mul(&self.r0, &setup.w));
                    self.kinematics.h = setup.h;
                }
                self.update_kinematics();
            },
        );
    }

    /// Change of the velocity without contact.
    pub fn free_velocity_change(&self) -> Vector<R> {
        let s = &self.setup;
        let mut out = zero();
        for &i in s.freedoms.iter().filter(|&&i| i < 3) {
            out[i] = s.impulse[i] / R::of(s.mass);
        }
        out
    }

    /// Restarts from one of the starting velocities.
    pub fn start(&mut self, from: Start) {
        if self.is_moving() {
            let s = &self.setup;
            self.v = s.v;
            self.u = cayley_rate_of(&s.w, s.h);
            if from == Start::FreeFlight {
                self.v += self.free_velocity_change();
            }
        }
        widely_abreast::<R, _>(
            #[inline(always)]
            || self.update_kinematics(),
        );
    }

    /// Whether its motion is unknown.
    #[inline(always)]
    pub fn is_moving(&self) -> bool {
        !self.setup.freedoms.is_empty()
    }

    /// Pose and velocity that belong to the unknowns.
    #[inline(always)]
    fn update_kinematics(&mut self) {
        let setup = &self.setup;
        if self.is_moving() {
            self.q = setup.q.after(&Attitude::cayley(&self.u, setup.h));
            self.turning = Cayley::new(&mul(&self.r0, &self.u), setup.h);
            self.kinematics.omega = self.turning.angular_velocity();
        } else {
            self.q = setup.end;
            self.kinematics.omega = mul(&self.r0, &setup.w);
        }
        let pose = &mut self.kinematics.pose;
        pose.x = setup.x + self.v * R::of(setup.h);
        pose.r = self.q.matrix();
        self.kinematics.v = self.v;
    }

    /// Rows and their derivative without contact.
    #[inline(always)]
    pub fn evaluate(&mut self) {
        self.update_kinematics();
        if !self.is_moving() {
            return;
        }
        let s = &self.setup;
        let h = s.h;
        let omega = self.kinematics.omega;
        let (turning, back) = (self.turning, self.turning.reversed());
        let rate = back.rate_by_rotation();
        let turn = back.spin_by_rotation(&rate);
        self.kinematics.domega_dphi = turn;
        let mut linear = (self.v - s.v) * R::of(s.mass) - s.impulse;
        let mut linear_slope = [s.mass; 3];
        let momentum = turning.momentum(&self.inertia);
        let mut angular = momentum - self.momentum - s.torque_impulse;
        let mut angular_slope = product(&turning.momentum_jacobian(&self.inertia), &rate);
        self.torque = s.torque_impulse;
        if let Some(drive) = &s.drive {
            let one = |v: &Vector<R>| v.map(|x| x.lane(0));
            let force = drive.force(&one(&self.kinematics.pose.x), &one(&self.v)) * h;
            linear -= force.map(R::of);
            for i in 0..3 {
                linear_slope[i] += h * (h * drive.linear.0[i] + drive.linear.1);
            }
            let (torque, slope) = drive.torque(&self.q.lane(0), &one(&omega));
            angular -= (torque * h).map(R::of);
            angular_slope += turn * R::of(h * drive.angular.1) - (slope * (h * h)).map(R::of);
            self.torque += (torque * h).map(R::of);
        }
        for i in 0..3 {
            self.residual[i] = linear[i];
            self.residual[3 + i] = angular[i];
            self.jacobian[i][i] = R::of(linear_slope[i]);
            for j in 0..3 {
                self.jacobian[3 + i][3 + j] = angular_slope[(i, j)];
            }
        }
    }

    /// Adds a contact's force and torque impulse to the rows.
    #[inline(always)]
    pub fn add_wrench(&mut self, force: &Vector<R>, torque: &Vector<R>) {
        self.torque += torque;
        for i in 0..3 {
            self.residual[i] -= force[i];
            self.residual[3 + i] -= torque[i];
        }
    }

    /// Largest row over its freedoms, divided by the mass.
    #[inline(always)]
    pub fn worst_residual(&self) -> R {
        let mut worst = R::ZERO;
        for &i in self.setup.freedoms {
            worst = worst.worse(self.residual[i].abs());
        }
        worst / R::of(self.setup.mass)
    }

    /// Forms AFFINE + `excess` UNIT (+ CORRECTOR); returns the rotation along it, rad.
    #[inline(always)]
    pub fn combine(&mut self, excess: R, corrector: R::Mask) -> R {
        let ByPart([affine, unit, second]) = &self.direction;
        self.combined = array(
            #[inline(always)]
            |i| {
                let plain = affine[i] + excess * unit[i];
                R::choose(corrector, plain + second[i], plain)
            },
        );
        let [.., a, b, c] = self.combined;
        norm(&Vector::new(a, b, c)) * self.setup.h
    }

    /// Moves by `step` times the combined direction.
    #[inline(always)]
    pub fn advance(&mut self, step: R) {
        let [x, y, z, a, b, c] = self.combined;
        let (dv, phi) = (Vector::new(x, y, z), Vector::new(a, b, c));
        let rate = self.turning.reversed().rate_by_rotation();
        let du = tr_mul(&self.r0, &mul(&rate, &phi));
        for i in 0..3 {
            self.v[i] = self.v[i].moved(step, dv[i]);
            self.u[i] = self.u[i].moved(step, du[i]);
        }
    }

    /// Position, rotation, velocity and angular velocity (body frame) of a world at the end of the
    /// step.
    pub fn end(&self, lane: usize) -> (Vec3, Rot, Vec3, Vec3) {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        let mut q = self.q.lane(lane);
        q.renormalize();
        let (x, v) = (one(&self.kinematics.pose.x), one(&self.v));
        if !self.is_moving() {
            return (x, q, v, one(&self.setup.w));
        }
        (x, q, v, self.node_angular_velocity(lane))
    }

    /// w = J^-1 F^T (J w + R^T torques) of a world: carries momentum to round-off whatever the
    /// residual.
    fn node_angular_velocity(&self, lane: usize) -> Vec3 {
        let s = &self.setup;
        let world = (self.momentum + self.torque).map(|x| x.lane(lane));
        let r1 = self.kinematics.pose.r.map(|x| x.lane(lane));
        match self.plane_normal() {
            Some(normal) => {
                // In a plane only the momentum about its normal is the body's own.
                let body = r1.tr_mul(&normal);
                body * (normal.dot(&world) / body.dot(&(s.inertia * body)))
            }
            None => {
                let body = r1.tr_mul(&world);
                self.factor.as_ref().map_or(body, |j| j.solve(&body))
            }
        }
    }

    /// Normal of the plane to which the body is restricted.
    fn plane_normal(&self) -> Option<Vec3> {
        let freedoms = self.setup.freedoms;
        let axis = freedoms.iter().find(|&&i| i >= 3)?;
        (freedoms.len() == 3).then(|| Vec3::ith(axis - 3, 1.0))
    }

    /// Unknowns of a world: interval velocity (world) and Cayley rate (body frame).
    pub fn velocities(&self, lane: usize) -> (Vec3, Vec3) {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        (one(&self.v), one(&self.u))
    }
}

impl BodyBlock {
    /// Rotation at the end of the step.
    fn rotation(&self) -> Rot {
        self.q.lane(0)
    }

    /// Moves to given unknowns.
    pub fn set_velocities(&mut self, v: Vec3, u: Vec3) {
        (self.v, self.u) = (v, u);
        self.update_kinematics();
    }
}
