//! The interface of a separating-plane pair to a step.

use super::SeparatingPlane;
use super::linearise::Response;
use crate::contact::block::Block;
use crate::contact::body_motions::along;
use crate::contact::point::{PairPoint, PairPoints};
use crate::contact::setup::PairSetup;
use crate::contact::terms::{
    BodyMotion, ContactPoint, Deviation, Explicit, Geometry, PairStart, PredictedContact,
    Prediction,
};
use crate::ipm::{DirectionPart, InverseSteps, Span};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Vec3, vectorized};
use crate::world::{ContactModel, FrictionPoint};

/// An excess of this part of the support is none.
const NOTHING: f64 = 1e-12;

impl Block<f64> for Box<SeparatingPlane> {
    fn new(_model: ContactModel, _as_clouds: bool) -> Self {
        Self::default()
    }

    /// Nothing is found at the predicted pose: every pair that the broad phase finds on the way there is one of the step.
    fn predict(
        &mut self,
        setup: &PairSetup,
        _sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        _precise: bool,
    ) -> Prediction {
        self.begin(setup);
        self.bodies = bodies.map(|body| *body);
        Prediction {
            gap: 0.0,
            doubt: 0.0,
            converged: true,
        }
    }

    fn start(&mut self, setup: &PairSetup, start: PairStart) {
        self.begin(setup);
        self.last_support = start.rho;
    }

    fn predicted_speed(&self, bodies: [&Kinematics; 2]) -> f64 {
        (bodies[0].v - bodies[1].v).norm()
    }

    fn predicted_contact(&self) -> PredictedContact {
        PredictedContact {
            gap: f64::INFINITY,
            normal: Vec3::z(),
        }
    }

    fn evaluate(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) -> Deviation {
        self.evaluate_at(sides, bodies, rho);
        Deviation {
            residual: match self.is_blocked {
                true => f64::INFINITY,
                false => self.worst_excess().min(1.0),
            },
            ..Deviation::NONE
        }
    }

    fn degree(&self) -> usize {
        0
    }

    fn inverse_affine_step(&self) -> f64 {
        self.inverse_step
    }

    fn feasible_span(&self, _from: f64, _change: f64, _step: f64) -> Span<f64> {
        Span::all()
    }

    fn complementarity_after_affine(&self, _step: f64) -> f64 {
        0.0
    }

    fn complementarity_after(&self, _step: f64) -> f64 {
        0.0
    }

    fn centrality(&self, _rho: f64) -> f64 {
        0.0
    }

    fn wrench(&self, side: usize) -> (Vec3, Vec3) {
        let (force, torque) = self.wrench[side];
        (force * self.setup.mass, torque * self.setup.mass)
    }

    fn condense(
        &mut self,
        _sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        _rho: f64,
        visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        let aim = self.aim();
        for (shrinking, hull) in self.shrinking.iter_mut().zip(&self.hulls) {
            shrinking.clear();
            shrinking.extend(hull.excess.iter().map(|excess| excess - aim));
        }
        if self.points.is_empty() {
            return;
        }
        if bodies[1].h > 0.0 {
            let mut tangent = self.tangent_of_two.take().unwrap_or_default();
            tangent.visit(self, visit);
            self.tangent_of_two = Some(tangent);
        } else {
            let mut tangent = self.tangent_of_one.take().unwrap_or_default();
            tangent.visit(self, visit);
            self.tangent_of_one = Some(tangent);
        }
    }

    fn corrector_wrenches(&mut self, _bodies: [&Kinematics; 2]) -> [f64; 12] {
        [0.0; 12]
    }

    fn recover(&mut self, part: DirectionPart, _bodies: [&Kinematics; 2], motion: BodyMotion<'_>) {
        if part == DirectionPart::Affine {
            self.inverse_step = self.inverse_step_along(motion);
        }
    }

    fn combine(&mut self, _excess: f64, _corrector: bool) -> InverseSteps {
        InverseSteps {
            combined: self.inverse_step,
            plain: self.inverse_step,
        }
    }

    fn bounding_rows(&self, _excess: f64, _corrected: bool) -> (f64, &'static str) {
        (self.inverse_step, "plane")
    }

    fn advance(&mut self, step: f64, _excess: f64, _corrected: bool) {
        let aim = self.aim();
        for (hull, shrinking) in self.hulls.iter_mut().zip(&self.shrinking) {
            for (excess, shrinking) in hull.excess.iter_mut().zip(shrinking) {
                let left = *excess - step * shrinking;
                *excess = match (left - aim).abs() < NOTHING * self.support {
                    true => aim,
                    false => left,
                };
            }
        }
    }

    fn rows(&self, _rho: f64, names: [&str; 2], mut visit: impl FnMut(String, f64)) {
        let [a, b] = names;
        visit(format!("{a} and {b}: plane"), self.worst_excess());
    }

    fn save(&self, _lane: usize, out: &mut PairPoints) {
        out.push(|_| PairPoint::without_unknowns(self.slip_row()));
    }

    fn contacts(&self, _lane: usize, visit: impl FnMut(ContactPoint)) {
        self.contact().into_iter().for_each(visit);
    }
}

impl SeparatingPlane {
    /// Forgets the plane: a step is a function of its state.
    fn begin(&mut self, setup: &PairSetup) {
        self.setup = *setup;
        self.plane = None;
        self.lag = None;
        self.lag_support = 0.0;
        self.last_support = f64::INFINITY;
        for (hull, shrinking) in self.hulls.iter_mut().zip(&mut self.shrinking) {
            hull.excess.clear();
            shrinking.clear();
        }
        self.linear = None;
        self.near.clear();
        self.points.clear();
    }

    /// Returns the slip row, of which the model has one only.
    pub fn slip_row(&self) -> FrictionPoint {
        FrictionPoint::default()
    }

    /// Keeps the point, which has no velocities of its own.
    pub fn scale_velocities(&mut self, _factor: f64) {}

    /// Linearises the pair where it is.
    pub fn prepare_rates(&mut self, _sides: [Geometry; 2]) {
        if !self.points.is_empty() {
            self.linearise();
        }
    }

    /// Prepares the pair to be differentiated where its bodies are.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        _sides: [Geometry; 2],
        _bodies: [&Kinematics; 2],
        _point: &PairPoint<&[f64]>,
    ) {
        self.begin(setup);
    }

    /// Returns the relative change of the forces by the mass and the length of the step.
    pub(super) fn stretch<const N: usize>(&self, explicit: &Explicit<N>) -> Lanes<N> {
        let by_time = explicit.time * (1.0 / self.bodies[0].h);
        match self.is_published() {
            true => by_time,
            false => explicit.mass + by_time,
        }
    }

    /// Returns the pair when the length of the step changes, by which friction as published knows where it starts.
    pub(super) fn response_by_time(&self) -> Option<Response<1>> {
        self.lag.as_ref()?;
        Some(self.respond(&self.time_change()))
    }

    /// Returns the wrenches of explicit changes, of both bodies, in mass x V as the rows of a tangent.
    pub fn wrench_rates<const N: usize>(
        &self,
        _bodies: [&Kinematics; 2],
        _rho: f64,
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        let Some(linear) = self.linear.as_ref() else {
            return [Lanes::ZERO; 12];
        };
        let shape = explicit.shape.as_ref();
        let by_shape = shape.map(|shape| self.respond(&self.shape_change(shape)).wrenches);
        let by_time = self.response_by_time().map(|response| response.wrenches);
        let by_friction = explicit.mu * (1.0 / self.setup.mu.max(f64::MIN_POSITIVE));
        let friction = self.friction_wrench();
        let stretch = self.stretch(explicit);
        let mut out = [Lanes::ZERO; 12];
        vectorized(
            #[inline(always)]
            || {
                for (row, out) in out.iter_mut().enumerate() {
                    let (force, torque) = self.wrench[row / 6];
                    let now = if row % 6 < 3 { force } else { torque };
                    let mut rate = along(|k| linear.wrenches[(row, k)], explicit.end)
                        + by_friction * friction[row]
                        + stretch * now[row % 3];
                    if let Some(by_shape) = &by_shape {
                        rate = rate + Lanes::first(by_shape[row].rates[0]);
                    }
                    if let Some(by_time) = &by_time {
                        rate = rate + explicit.time * by_time[row].rates[0];
                    }
                    *out = rate * self.setup.mass;
                }
            },
        );
        out
    }

    /// Returns the part of the wrenches that friction has, in m_ab V.
    pub(super) fn friction_wrench(&self) -> [f64; 12] {
        let mut out = [0.0; 12];
        let h = self.bodies[0].h;
        for point in &self.points {
            let friction = Vec3::from(point.friction) * h;
            let arm = Vec3::from(point.point) - self.from[point.side];
            let torque = arm.cross(&friction);
            let both = friction.iter().chain(&torque);
            let own = out[6 * point.side..][..6].iter_mut();
            own.zip(both).for_each(|(out, x)| *out += x);
        }
        out
    }
}
