//! What a pair is for one step, and where its collision problem starts.

use super::separating_plane::PlaneSetup;
use super::soft_minimum::SoftSetup;
use crate::math::{Pose, Real, Vec3, Vector, norm};
use crate::world::FrictionLaw;

/// The prediction is solved at this complementarity.
pub(super) const PREDICTION: f64 = 1e-2;

/// A `Torsion` says what resists a spin of the bodies of a pair about its normal.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub enum Torsion {
    /// Nothing does.
    #[default]
    None,
    /// Friction does, on a patch of this radius, units of length.
    Radius(f64),
    /// Friction does, on the patch in which the two parts touch.
    Patch,
}

/// What a pair is, for one step; `a` is a moving body.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct PairSetup {
    /// The coefficient of friction.
    pub mu: f64,
    /// This resists spin about the normal.
    pub torsion: Torsion,
    /// Whether the law is a cone or a pyramid.
    pub law: FrictionLaw,
    /// Impulse unit m_ab = sqrt(m_a m_b); the moving one's mass against a fixed body.
    pub mass: f64,
    /// Outward normal of the second part in its body frame when it is a half-space.
    pub plane: Option<Vec3>,
    /// Upper bound of H: sum of the bounding radii (a half-space: the other's).
    pub largest_length: f64,
    /// Sum of the inscribed radii.
    pub inscribed: f64,
    /// Reference points of the two parts, body frames.
    pub centres: [Vec3; 2],
    /// Bounding radii of the two parts; infinite for a half-space.
    pub radii: [f64; 2],
    /// Shares of the bodies in the turn of the frame in which slip is seen: the one that cannot be pushed away has
    /// it all, two that can be have it by their masses.
    pub carriers: [f64; 2],
    /// The constants of the soft-minimum model.
    pub soft: SoftSetup,
    /// The constants of the separating-plane model.
    pub separating: PlaneSetup,
}

impl PairSetup {
    /// Returns the start of the collision problem at the poses of the two bodies.
    pub fn guess<R: Real>(&self, poses: [&Pose<R>; 2]) -> Guess<R> {
        Guess {
            centres: [
                poses[0].point_in_world(&self.centres[0]),
                poses[1].point_in_world(&self.centres[1]),
            ],
            radii: self.radii,
            depth: Depth::STEP,
        }
    }

    /// Returns the complementarity of a start of the collision problem, of `c0` (docs/formulation.md, section 4, step 2).
    pub(super) fn collision_start(&self, c0: f64) -> f64 {
        collision_start(c0, self.inscribed)
    }
}

/// Returns the complementarity of a start of `c0` for the sum of the inscribed radii.
pub(super) fn collision_start(c0: f64, inscribed: f64) -> f64 {
    c0 * (1.0 / inscribed).min(1.0)
}

/// Returns the rate of [`collision_start`] of `c0` by a parameter whose decrease and increase change the
/// sum of the inscribed radii at the given `rates`: the mean of both sides, which differ at the kinks
/// of either minimum.
pub(super) fn collision_start_rate(c0: f64, inscribed: f64, rates: [f64; 2]) -> f64 {
    let kink = (inscribed - 1.0).abs() < 1e-9;
    let side = |rate: f64, grows: bool| {
        let counts = if kink { grows } else { inscribed > 1.0 };
        if counts {
            -c0 * rate / (inscribed * inscribed)
        } else {
            0.0
        }
    };
    let [decrease, increase] = rates;
    0.5 * (side(decrease, decrease < 0.0) + side(increase, increase > 0.0))
}

/// How far inside its cones the collision problem starts (docs/formulation.md, section 4, step 2).
#[derive(Debug, Clone, Copy)]
pub struct Depth {
    /// alpha is this often the distance over the sum of the radii, at least 1.
    pub reach: f64,
    /// The least slack.
    pub slack: f64,
    /// The complementarity.
    pub product: f64,
}

impl Depth {
    /// The prediction of a step starts here.
    pub const STEP: Self = Self {
        reach: 2.0,
        slack: 0.3,
        product: 0.3,
    };
    /// A query starts here, and once more at [`Self::STEP`] where it does not converge (decision D44).
    pub const QUERY: Self = Self {
        reach: 1.5,
        slack: 0.1,
        product: 0.07,
    };
}

/// Reference points and radii from which the collision problem starts.
#[derive(Debug, Clone, Copy)]
pub struct Guess<R: Real = f64> {
    /// Reference points of the two parts, world.
    pub centres: [Vector<R>; 2],
    /// Bounding radii of the two parts; infinite for a half-space.
    pub radii: [f64; 2],
    /// The depth of the start inside the cones.
    pub depth: Depth,
}

impl<R: Real> Guess<R> {
    /// Returns the point between the centres, weighted by the radii (a half-space: the other's centre).
    pub(super) fn point(&self) -> Vector<R> {
        let [a, b] = self.radii;
        match (a.is_finite(), b.is_finite()) {
            (true, true) => {
                (self.centres[0] * R::of(b) + self.centres[1] * R::of(a)) / R::of(a + b)
            }
            (false, _) => self.centres[1],
            (true, false) => self.centres[0],
        }
    }

    /// Returns max(1, reach dist / (r_a + r_b)).
    pub(super) fn alpha(&self) -> R {
        let distance = norm(&(self.centres[1] - self.centres[0]));
        let sum = self.radii[0] + self.radii[1];
        if sum.is_finite() {
            (distance * self.depth.reach / R::of(sum)).max(R::ONE)
        } else {
            R::ONE
        }
    }
}
