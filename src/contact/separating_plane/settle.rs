//! The plane of a pair where its bodies are, and the excess by which its hulls are smaller on the way to a solution.

use super::SeparatingPlane;
use super::plane::{Plane, ROOM, Support, excess_of};
use crate::math::Vec3;

impl SeparatingPlane {
    /// Takes another support: with excesses with which all points are as deep in it as before, so that they push as before.
    pub(super) fn support_with(&mut self, s: f64) {
        if s != self.support && !self.near.is_empty() && !self.is_blocked {
            let plane = self.plane.expect("points are near a plane");
            let length = plane.n.norm();
            for &(side, i) in &self.near {
                let hull = &mut self.hulls[side];
                let argument = plane.argument(side, &hull.points[i], hull.reach(i));
                hull.excess[i] += argument * (s / self.support - 1.0) / length;
            }
        }
        self.support = s;
    }

    /// Returns the support with which the forces of the pair are found.
    pub(super) fn support_of_forces(&self) -> Support {
        let own = Support::of_forces(self.support);
        match self.setup.separating.published {
            Some(published) => Support {
                of_length: self.support * published.length,
                ..own
            },
            None => own,
        }
    }

    /// Makes both hulls smaller by an excess.
    pub(super) fn shrink(&mut self, excess: f64) {
        for hull in &mut self.hulls {
            hull.excess.fill(excess);
        }
    }

    /// Returns the excess at the present support: 0 at the solution, and with a larger support such that bodies rest where they do at the
    /// solution.
    pub(super) fn aim(&self) -> f64 {
        ROOM * (self.support - self.last_support).max(0.0)
    }

    /// Returns how far the excesses are from where they are to be, in supports.
    pub(super) fn worst_excess(&self) -> f64 {
        let aim = self.aim();
        let all = self.hulls.iter().flat_map(|hull| &hull.excess);
        all.fold(0.0, |most: f64, excess| most.max((excess - aim).abs())) / self.support
    }

    /// Takes the plane of the half-space. What a pair far from the origin of the half-space moves in a step is added to its height at the start,
    /// whose rounding is then the same at every iterate.
    pub(super) fn settle_on_ground(&mut self) {
        let normal = self.setup.plane.unwrap_or_else(Vec3::z);
        let n = -(self.bodies[1].pose.r * normal);
        let [apart, since] = self.terms[1];
        let plane = Plane {
            n,
            o: -n.dot(&apart) - n.dot(&(since + self.arms[1][0])),
        };
        let room = -self.hulls[0].support(&n) - plane.o;
        if self.plane.is_none() {
            self.shrink(excess_of(room, self.support, self.aim()));
        }
        self.is_blocked = -self.hulls[0].shrunk_support(&n) - plane.o <= 0.0;
        self.plane = Some(plane);
    }

    /// Moves the plane to where the barriers are least.
    pub(super) fn settle_plane(&mut self) {
        let hulls = [&self.hulls[0], &self.hulls[1]];
        let (s, aim) = (self.support, self.aim());
        let warm = self.plane.map(|plane| Plane::midway_shrunk(plane.n, hulls));
        let fresh = self.plane.is_none();
        self.is_blocked = false;
        let mut plane = match warm.filter(|plane| plane.shrunk_room(hulls) > 0.0) {
            Some(plane) => plane,
            None => {
                let plane = Plane::find(hulls, s);
                if fresh {
                    let length = plane.n.norm();
                    self.shrink(excess_of(plane.room(hulls) / length, s, aim));
                }
                let hulls = [&self.hulls[0], &self.hulls[1]];
                self.is_blocked = plane.shrunk_room(hulls) <= 0.0;
                plane
            }
        };
        if self.is_blocked {
            return;
        }
        let hulls = [&self.hulls[0], &self.hulls[1]];
        if plane.shrunk_room(hulls) < s {
            let support = self.support_of_forces();
            self.inverse_hessian = plane.minimise(hulls, support);
            // A plane that is found may be askew; hulls that turn out to be apart need no excess.
            if fresh && self.worst_excess() > 0.0 && excess_of(plane.room(hulls), s, aim) == aim {
                self.shrink(aim);
                let hulls = [&self.hulls[0], &self.hulls[1]];
                self.inverse_hessian = plane.minimise(hulls, support);
            }
        }
        self.plane = Some(plane);
    }
}
