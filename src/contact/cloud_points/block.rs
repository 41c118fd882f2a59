//! The interface of a pair of clouds to a step.

use super::CloudPoints;
use super::point::HardPoint;
use crate::contact::block::Block;
use crate::contact::point::{ConePoint, PairPoint, PairPoints, Place};
use crate::contact::setup::PairSetup;
use crate::contact::side::larger;
use crate::contact::terms::{
    BodyMotion, ContactPoint, Deviation, Geometry, PairStart, PredictedContact, Prediction,
};
use crate::ipm::{ByPart, ConeVars, DirectionPart, InverseSteps, Span};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Variation, Vec3};
use crate::world::{ContactModel, FrictionPoint};

impl Block<f64> for Box<CloudPoints> {
    fn new(_model: ContactModel, _as_clouds: bool) -> Self {
        Self::default()
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

    fn start(&mut self, setup: &PairSetup, start: PairStart) {
        self.setup = *setup;
        self.slip_row = start.point;
        for point in &mut self.points {
            point.start(setup, &start);
        }
    }

    fn predicted_speed(&self, _bodies: [&Kinematics; 2]) -> f64 {
        let speeds = self.points.iter().map(HardPoint::predicted_speed);
        speeds.fold(0.0, f64::max)
    }

    fn predicted_contact(&self) -> PredictedContact {
        self.predicted
    }

    fn evaluate(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) -> Deviation {
        self.evaluate_at(sides, bodies);
        let residuals = self.points.iter().map(|point| point.law.worst_residual());
        Deviation {
            residual: residuals.fold(0.0, larger),
            centrality: self.centrality(rho),
            complementarity: self.cones().map(ConeVars::complementarity).sum(),
        }
    }

    fn degree(&self) -> usize {
        self.cones().map(ConeVars::degree).sum()
    }

    fn inverse_affine_step(&self) -> f64 {
        let steps = self.cones().map(ConeVars::inverse_affine_step);
        steps.fold(0.0, larger)
    }

    fn feasible_span(&self, from: f64, change: f64, step: f64) -> Span<f64> {
        let spans = self
            .cones()
            .map(|cone| cone.feasible_span(from, change, step));
        spans.fold(Span::all(), Span::and)
    }

    fn complementarity_after_affine(&self, step: f64) -> f64 {
        let products = self
            .cones()
            .map(|cone| cone.complementarity_after_affine(step));
        products.sum()
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        self.cones()
            .map(|cone| cone.complementarity_after(step))
            .sum()
    }

    fn centrality(&self, rho: f64) -> f64 {
        self.cones()
            .map(|cone| cone.centrality(rho))
            .fold(0.0, larger)
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
        for point in &mut self.points {
            point.law.condense(rho);
        }
        if bodies[1].h > 0.0 {
            self.visit_rows::<14>(bodies, visit);
        } else {
            self.visit_rows::<8>(bodies, visit);
        }
    }

    fn corrector_wrenches(&mut self, bodies: [&Kinematics; 2]) -> [f64; 12] {
        let still = [&Variation::<1>::NONE; 2];
        let mut out = [0.0; 12];
        for point in &mut self.points {
            point.law.condense_corrector();
            let offset = |row: usize| Lanes([point.law.offset(row)[DirectionPart::Corrector]]);
            let response = point.respond(bodies, still, offset, Lanes::ZERO, Lanes::ZERO);
            for (sum, own) in out.iter_mut().zip(response.wrenches) {
                *sum += own.0[0] * self.setup.mass;
            }
        }
        out
    }

    fn recover(&mut self, part: DirectionPart, bodies: [&Kinematics; 2], motion: BodyMotion<'_>) {
        let base = f64::from(u8::from(part == DirectionPart::Affine));
        let along =
            [0, 1].map(|s| Variation::along(motion[s], bodies[s].h, &bodies[s].domega_dphi));
        for point in &mut self.points {
            let offset = |row: usize| Lanes([point.law.offset(row)[part]]);
            let response =
                point.respond(bodies, along.each_ref(), offset, Lanes([base]), Lanes::ZERO);
            let slip = response.slip.map(|lanes| lanes.0[0]);
            point.law.recover(part, &slip);
        }
    }

    fn combine(&mut self, excess: f64, corrector: bool) -> InverseSteps {
        let laws = self.points.iter_mut().map(|point| &mut point.law);
        let steps = laws.map(|law| law.cone.combine(excess, corrector));
        steps.fold(InverseSteps::NONE, InverseSteps::and)
    }

    fn bounding_rows(&self, excess: f64, corrected: bool) -> (f64, &'static str) {
        self.find_bounding_rows(excess, corrected)
    }

    fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        for point in &mut self.points {
            point.law.cone.advance(step, excess, corrected);
        }
    }

    fn rows(&self, rho: f64, names: [&str; 2], visit: impl FnMut(String, f64)) {
        self.name_rows(rho, names, visit);
    }

    fn add_points(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> bool {
        self.add_overlapping(sides, bodies)
    }

    fn save(&self, lane: usize, out: &mut PairPoints) {
        let all = |of: fn(&ConeVars) -> &[f64]| -> Vec<f64> {
            self.cones()
                .flat_map(|cone| of(cone).iter().copied())
                .collect()
        };
        let (s, z) = (all(ConeVars::s), all(ConeVars::z));
        let law = ConePoint {
            s: &s[..],
            z: &z[..],
        };
        out.push(|buffer| PairPoint {
            law: law.save(lane, buffer),
            added: Place::append(buffer, &self.added, |x| *x),
            ..PairPoint::without_unknowns(self.slip_row)
        });
    }

    fn contacts(&self, _lane: usize, mut visit: impl FnMut(ContactPoint)) {
        self.reported()
            .for_each(|(_, point)| visit(self.contact(point)));
    }
}

impl CloudPoints {
    /// Returns the cones of all points.
    fn cones(&self) -> impl Iterator<Item = &ConeVars> {
        self.points.iter().map(|point| &point.law.cone)
    }

    /// Visits the rows of the tangent: `N` - 2 columns, those of both bodies or of the first alone, and the right sides AFFINE and
    /// UNIT.
    fn visit_rows<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        mut visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        let mut motion = [Variation::<N>::NONE; 2];
        for (s, motion) in motion.iter_mut().enumerate().take((N - 2) / 6) {
            *motion = Variation::columns(6 * s, bodies[s].h, &bodies[s].domega_dphi);
        }
        let mut base = Lanes::ZERO;
        base.0[N - 2] = 1.0;
        let mut sum = [Lanes::<N>::ZERO; 12];
        for point in &self.points {
            let offset = |row: usize| {
                let by_part: &ByPart<f64> = point.law.offset(row);
                let mut out = Lanes::ZERO;
                out.0[N - 2] = by_part[DirectionPart::Affine];
                out.0[N - 1] = by_part[DirectionPart::Unit];
                out
            };
            let response = point.respond(bodies, motion.each_ref(), offset, base, Lanes::ZERO);
            for (sum, own) in sum.iter_mut().zip(&response.wrenches) {
                *sum = *sum + *own * self.setup.mass;
            }
        }
        for (row, wrench) in sum[..N - 2].iter().enumerate() {
            let (columns, constants) = wrench.0.split_at(N - 2);
            visit(row, columns, [constants[0], constants[1]]);
        }
    }

    /// Returns the slip row of the attempt.
    pub fn slip_row(&self) -> FrictionPoint {
        self.slip_row
    }

    /// Multiplies the velocities and impulses of a restored point.
    pub fn scale_velocities(&mut self, factor: f64) {
        for point in &mut self.points {
            point.law.scale_velocities(factor);
        }
    }

    /// Restores a saved point, with the bodies at their prediction.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        saved: &PairPoint<&[f64]>,
    ) {
        self.look(setup, sides, bodies);
        self.restore_added(saved.added, sides);
        self.slip_row = saved.slip_row;
        let mut first = 0;
        for point in &mut self.points {
            point.reset(setup);
            let [s, z] = point.law.cone.point_mut();
            let range = first..first + s.len();
            s.copy_from_slice(&saved.law.s[range.clone()]);
            z.copy_from_slice(&saved.law.z[range.clone()]);
            first = range.end;
        }
    }
}
