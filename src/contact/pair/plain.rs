//! The tangent, the corrector and the back-substitution of a pair by the plain formula of its response.

use super::Pair;
use crate::contact::detection::Differentiable;
use crate::contact::terms::{BodyMotion, PartLane};
use crate::ipm::DirectionPart;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Variation};

impl<D: Differentiable> Pair<D> {
    /// Visits the rows of the tangent by the plain formula.
    pub fn differentiate(
        &self,
        bodies: [&Kinematics; 2],
        visit: &mut impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        if bodies[1].h > 0.0 {
            self.differentiate_columns::<14>(bodies, visit);
        } else {
            self.differentiate_columns::<8>(bodies, visit);
        }
    }

    /// Visits the rows of a tangent with `N` - 2 columns: those of both bodies or of the first alone.
    fn differentiate_columns<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        visit: &mut impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        let mut motion = [Variation::<N>::NONE; 2];
        for (s, motion) in motion.iter_mut().enumerate().take((N - 2) / 6) {
            *motion = Variation::columns(6 * s, bodies[s].h, &bodies[s].domega_dphi);
        }
        let mut base = Lanes::ZERO;
        base.0[N - 2] = 1.0;
        let wrenches = self
            .respond(
                bodies,
                motion.each_ref(),
                &[
                    PartLane {
                        lane: N - 2,
                        part: DirectionPart::Affine,
                    },
                    PartLane {
                        lane: N - 1,
                        part: DirectionPart::Unit,
                    },
                ],
                base,
                None,
            )
            .wrenches;
        for (row, wrench) in wrenches[..N - 2].iter().enumerate() {
            let (columns, constants) = wrench.0.split_at(N - 2);
            visit(row, columns, [constants[0], constants[1]]);
        }
    }

    /// Returns the tangent by the plain formula, the reference of `columns`, and as condensed.
    #[cfg(feature = "expert")]
    pub fn both_tangents(&mut self, bodies: [&Kinematics; 2]) -> [Vec<Vec<f64>>; 2] {
        let rows = if bodies[1].h > 0.0 { 12 } else { 6 };
        let mut out = [vec![Vec::new(); rows], vec![Vec::new(); rows]];
        let [plain, fast] = &mut out;
        let all = |columns: &[f64], constants: [f64; 2]| [columns, &constants].concat();
        self.differentiate(bodies, &mut |row, columns, constants| {
            plain[row] = all(columns, constants);
        });
        D::set_tangent(self, bodies, &mut |row, columns, constants| {
            fast[row] = all(columns, constants);
        });
        out
    }

    /// Returns the wrenches of the corrector by the plain formula.
    pub fn plain_corrector(&self, bodies: [&Kinematics; 2]) -> [f64; 12] {
        let motion = [&Variation::NONE; 2];
        let corrector = PartLane {
            lane: 0,
            part: DirectionPart::Corrector,
        };
        let response = self.respond(bodies, motion, &[corrector], Lanes::<1>::ZERO, None);
        response.wrenches.map(|lanes| lanes.0[0])
    }

    /// Stores a part of the direction by the plain formula.
    pub fn recover_plainly(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics; 2],
        motion: BodyMotion<'_>,
    ) {
        let base = Lanes([if part == DirectionPart::Affine {
            1.0
        } else {
            0.0
        }]);
        let motion =
            [0, 1].map(|s| Variation::along(motion[s], bodies[s].h, &bodies[s].domega_dphi));
        let slip = self
            .respond(
                bodies,
                motion.each_ref(),
                &[PartLane { lane: 0, part }],
                base,
                None,
            )
            .slip;
        self.law.recover(part, &slip.map(|lanes| lanes.0[0]));
    }
}
