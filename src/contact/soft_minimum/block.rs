//! The interface of a soft-minimum pair to a step. It has no unknowns: what it pushes follows from the motion of its bodies.

use super::law::Constants;
use super::{Law, SoftMinimum};
use crate::contact::block::Block;
use crate::contact::body_motions::visit_rows;
use crate::contact::point::{PairPoint, PairPoints};
use crate::contact::setup::PairSetup;
use crate::contact::terms::{
    BodyMotion, ContactPoint, Deviation, Explicit, Geometry, PairStart, PredictedContact,
    Prediction,
};
use crate::ipm::{DirectionPart, InverseSteps, Span};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Vec3};
use crate::world::{ContactModel, FrictionPoint};

impl Block<f64> for Box<SoftMinimum> {
    fn new(model: ContactModel, _as_clouds: bool) -> Self {
        Self::new(SoftMinimum::new(match model {
            ContactModel::SoftMinimumAsPublished => Law::Published,
            _ => Law::Potential,
        }))
    }

    fn predict(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        _precise: bool,
    ) -> Prediction {
        self.look(setup, sides, bodies)
    }

    fn start(&mut self, setup: &PairSetup, _start: PairStart) {
        self.setup = *setup;
    }

    fn predicted_speed(&self, bodies: [&Kinematics; 2]) -> f64 {
        (bodies[0].v - bodies[1].v).norm()
    }

    fn predicted_contact(&self) -> PredictedContact {
        self.predicted
    }

    fn evaluate(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) -> Deviation {
        self.evaluate_at(sides, bodies, rho);
        Deviation::NONE
    }

    fn degree(&self) -> usize {
        0
    }

    fn inverse_affine_step(&self) -> f64 {
        0.0
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
        rho: f64,
        visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        self.differentiate(bodies, &Constants::at(&self.setup, self.law, rho));
        let wrenches = &self.tangent.wrenches;
        visit_rows(wrenches, &[0.0; 12], bodies, self.setup.mass, visit);
    }

    fn corrector_wrenches(&mut self, _bodies: [&Kinematics; 2]) -> [f64; 12] {
        [0.0; 12]
    }

    fn recover(
        &mut self,
        _part: DirectionPart,
        _bodies: [&Kinematics; 2],
        _motion: BodyMotion<'_>,
    ) {
    }

    fn combine(&mut self, _excess: f64, _corrector: bool) -> InverseSteps {
        InverseSteps::NONE
    }

    fn bounding_rows(&self, _excess: f64, _corrected: bool) -> (f64, &'static str) {
        (0.0, "none")
    }

    fn advance(&mut self, _step: f64, _excess: f64, _corrected: bool) {}

    fn rows(&self, _rho: f64, _names: [&str; 2], _visit: impl FnMut(String, f64)) {}

    fn save(&self, _lane: usize, out: &mut PairPoints) {
        out.push(|_| PairPoint::without_unknowns(self.slip_row()));
    }

    fn contacts(&self, _lane: usize, mut visit: impl FnMut(ContactPoint)) {
        if !self.queries.is_empty() {
            self.groups()
                .iter()
                .for_each(|group| visit(self.contact(group)));
        }
    }
}

impl SoftMinimum {
    /// Returns the slip row, of which the model has one only.
    pub fn slip_row(&self) -> FrictionPoint {
        FrictionPoint::default()
    }

    /// Keeps the point, which has no velocities of its own.
    pub fn scale_velocities(&mut self, _factor: f64) {}

    /// Differentiates what is reported; the linearisation is that of the step.
    pub fn prepare_rates(&mut self, _sides: [Geometry; 2]) {
        self.groups.clear();
        if !self.queries.is_empty() {
            let groups = self.groups().into_iter();
            let with_tangent = groups.map(|group| {
                let tangent = self.group_tangent(&group);
                (group, tangent)
            });
            self.groups = with_tangent.collect();
        }
    }

    /// Prepares the pair to be differentiated where its bodies are.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        _point: &PairPoint<&[f64]>,
    ) {
        self.look(setup, sides, bodies);
    }

    /// Returns the wrenches of explicit changes, of both bodies, in mass x V as the rows of a tangent.
    pub fn wrench_rates<const N: usize>(
        &self,
        _bodies: [&Kinematics; 2],
        _rho: f64,
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        self.wrench_changes(explicit.end, explicit)
            .map(|lanes| lanes * self.setup.mass)
    }
}
