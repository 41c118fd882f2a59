//! One body during one step: free, driven, prescribed or fixed; in space or in a plane.

mod end;
mod parameter_rates;
mod rates;
mod second_difference;
mod setup;
mod spin_rates;

pub use rates::{BodyParameter, BodyRates, INPUTS};
pub use setup::{BodySetup, RotationLaw, Start};

use crate::ipm::ByPart;
use crate::math::{
    Attitude, Cayley, Kinematics, Matrix, Pose, Real, Rot, Vec3, Vector, array,
    cayley_rate_between, cayley_rate_of, mul, norm, product, tr_mul, vectorized_worlds, zero,
};
use nalgebra::{Cholesky, Const};

/// Unknown interval velocity and Cayley rate of a body with their rows.
#[derive(Debug, Clone)]
pub struct BodyBlock<R: Real = f64> {
    /// Constants of the step.
    pub setup: BodySetup<R>,
    /// Factors of the inertia, body frame; none where it has none.
    factor: Option<Cholesky<f64, Const<3>>>,
    v: Vector<R>,
    /// The Cayley rate, body frame.
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
    /// The derivative d residual / d (dv, phi) without contact.
    pub jacobian: [[R; 6]; 6],
    /// The direction (dv, phi), by part.
    pub direction: ByPart<[R; 6]>,
    combined: [R; 6],
    /// The change of the Cayley rate along the combined direction.
    combined_rate: Vector<R>,
}

impl<R: Real> BodyBlock<R> {
    /// Returns a body at the prediction: the velocities of its state.
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
                start: zero,
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
            combined_rate: zero,
        };
        block.predict();
        block
    }

    /// Prepares the body for the prediction of another step.
    pub fn reset(&mut self, setup: BodySetup<R>) {
        if setup.inertia != self.setup.inertia {
            self.factor = setup.inertia.cholesky();
        }
        self.setup = setup;
        self.predict();
    }

    fn predict(&mut self) {
        vectorized_worlds::<R, _>(
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

    /// Returns the change of the velocity without contact.
    pub fn free_velocity_change(&self) -> Vector<R> {
        let s = &self.setup;
        let mut out = zero();
        for &i in s.freedoms.iter().filter(|&&i| i < 3) {
            out[i] = s.impulse[i] / R::of(s.mass);
        }
        out
    }

    /// Starts an attempt from one of the starting velocities.
    pub fn start(&mut self, from: Start) {
        if self.is_moving() {
            let s = &self.setup;
            self.v = s.v;
            self.u = cayley_rate_of(&s.w, s.h);
            match from {
                Start::State => {}
                Start::FreeFlight => self.v += self.free_velocity_change(),
                Start::Standing => (self.v, self.u) = (zero(), zero()),
            }
        }
        vectorized_worlds::<R, _>(
            #[inline(always)]
            || self.update_kinematics(),
        );
    }

    /// Returns whether its motion is unknown.
    #[inline(always)]
    pub fn is_moving(&self) -> bool {
        !self.setup.freedoms.is_empty()
    }

    /// Updates the pose and the velocity that belong to the unknowns.
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
        self.kinematics.start = match setup.freedoms.is_empty() {
            true => pose.x,
            false => setup.x,
        };
        self.kinematics.v = self.v;
    }

    /// Evaluates the rows and their derivative without contact.
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
        let (mut angular, mut angular_slope) = match s.law {
            RotationLaw::Momentum => {
                let slope = turning.momentum_jacobian(&self.inertia);
                (self.momentum_change(), product(&slope, &rate))
            }
            RotationLaw::SecondDifference => self.second_difference(),
        };
        angular -= s.torque_impulse;
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

    /// Returns the change of the angular momentum at the start of the step: L+ less that of the state, world.
    #[inline(always)]
    fn momentum_change(&self) -> Vector<R> {
        self.turning.momentum(&self.inertia) - self.momentum
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

    /// Returns the largest row over its freedoms, divided by the mass.
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
        let phi = Vector::new(a, b, c);
        let rate = self.turning.reversed().rate_by_rotation();
        self.combined_rate = tr_mul(&self.r0, &mul(&rate, &phi));
        norm(&phi) * self.setup.h
    }

    /// Advances by `step` times the combined direction; a step of `-step` leads back.
    #[inline(always)]
    pub fn advance(&mut self, step: R) {
        let [x, y, z, ..] = self.combined;
        let (dv, du) = (Vector::new(x, y, z), self.combined_rate);
        for i in 0..3 {
            self.v[i] = self.v[i].moved(step, dv[i]);
            self.u[i] = self.u[i].moved(step, du[i]);
        }
    }
}

impl BodyBlock {
    /// Returns the rotation at the end of the step.
    fn rotation(&self) -> Rot {
        self.q.lane(0)
    }

    /// Moves to given unknowns.
    pub fn set_velocities(&mut self, v: Vec3, u: Vec3) {
        (self.v, self.u) = (v, u);
        self.update_kinematics();
    }

    /// Moves to the unknowns that lead to a position and a rotation at the end of the step.
    pub fn move_to(&mut self, x: &Vec3, q: &Rot) {
        let s = &self.setup;
        let v = (x - s.x) / s.h;
        self.set_velocities(v, cayley_rate_between(&s.q.lane(0), q, s.h));
    }
}
