//! The reports of a pair: its contact point, and its rows by name.

use super::Pair;
use crate::contact::coulomb::Law;
use crate::contact::detection::Detection;
use crate::contact::terms::ContactPoint;
use crate::math::{Real, Vec3, Vector};

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Returns the rows of the first world that bound a direction, and the inverse of the longest step there.
    pub(super) fn find_bounding_rows(&self, excess: R, corrected: R::Mask) -> (f64, &'static str) {
        let (inverse, row) = self.law.cone.bounding_rows(excess, corrected);
        let mut most = (inverse, Law::<R>::row_name(row));
        for side in D::unknowns(&self.collision) {
            let (inverse, _) = side.cone.bounding_rows(excess, corrected);
            if inverse > most.0 {
                most = (inverse, "collision");
            }
        }
        most
    }

    /// Returns the contact point of a world.
    pub fn contact(&self, lane: usize) -> ContactPoint {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        let (n, slip) = (one(&self.frame.n), one(&self.slip));
        ContactPoint {
            point: one(&self.collision.p),
            normal: n,
            gap: self.gap().lane(lane),
            impulse: one(&self.impulse) * self.mass,
            torsion: self.tau.lane(lane) * self.mass,
            patch_radius: self.radius.lane(lane),
            patch: match &self.patch {
                Some(patch) if self.resists_by_patch && self.radius.lane(lane) > 0.0 => {
                    patch.half_axes(lane)
                }
                _ => [Vec3::zeros(); 2],
            },
            slip: slip - n * n.dot(&slip),
            friction_used: self.law.friction_used(lane),
        }
    }

    /// Names the groups of rows of the first world with their largest residual or |s o z - rho e| / rho.
    pub(super) fn name_rows(&self, rho: f64, names: [&str; 2], mut visit: impl FnMut(String, f64)) {
        let pair = format!("pair {}-{}", names[0], names[1]);
        visit(
            format!("{pair}: contact rows"),
            self.law.worst_residual().lane(0),
        );
        let (value, row) = self.law.cone.worst_row(rho);
        let row = Law::<R>::row_name(row);
        visit(format!("{pair}: complementarity of {row} / rho"), value);
        if !self.has_collision_rows() {
            return;
        }
        let (e_p, e_a) = self.collision.stationarity();
        for (axis, value) in ["x", "y", "z"].into_iter().zip(e_p.iter()) {
            visit(
                format!("{pair}: stationarity p.{axis}"),
                value.lane(0).abs(),
            );
        }
        visit(format!("{pair}: stationarity alpha"), e_a.lane(0).abs());
        for (side, name) in self.collision.sides.iter().zip(names) {
            visit(
                format!("{pair}: collision rows of {name}"),
                side.worst_residual().lane(0),
            );
            let value = side.cone.centrality(rho).lane(0);
            visit(
                format!("{pair}: complementarity of {name}'s rows / rho"),
                value,
            );
        }
    }
}
