//! What a pair and a step say to each other: motions, contact points, explicit changes.

use crate::ipm::DirectionPart;
use crate::math::lanes::{Lanes, Lanes3};
use crate::math::{Kinematics, Pose, Real, Variation, Vec3, Vector};
use crate::shape::{HullPointRates, HullPoints, RowDerivative, Rows, SoftSurface};
use crate::world::FrictionPoint;

/// Motion of both bodies along one part of a direction: velocity and turn phi, where h phi is the
/// world rotation of the pose; zero for a body that does not move by itself.
pub type BodyMotion<'a, R = f64> = [&'a [R; 6]; 2];

/// What a block reads of the shape on one of its sides.
#[derive(Debug, Clone, Copy)]
pub struct Geometry<'a> {
    /// The conic rows of the part.
    pub rows: &'a Rows,
    /// The cloud of the body, of models that need it.
    pub soft: Option<&'a SoftSurface>,
    /// The points of the part, of models that need them.
    pub hull: Option<&'a HullPoints>,
}

impl<'a> Geometry<'a> {
    /// Returns the two sides of a pair of convex parts without clouds.
    pub fn of_rows(rows: [&'a Rows; 2]) -> [Self; 2] {
        rows.map(|rows| Self {
            rows,
            soft: None,
            hull: None,
        })
    }

    /// Returns the cloud.
    pub fn soft(&self) -> &'a SoftSurface {
        self.soft
            .expect("models that need clouds are built with them")
    }

    /// Returns the points of the part.
    pub fn hull(&self) -> &'a HullPoints {
        self.hull
            .expect("models that need points are built with them")
    }
}

/// A part of the direction and the lane that holds it.
#[derive(Debug, Clone, Copy)]
pub struct PartLane {
    /// The lane.
    pub lane: usize,
    /// The part.
    pub part: DirectionPart,
}

/// Where the collision problem of a pair is solved anew before an attempt.
#[derive(Debug, Clone, Copy)]
pub struct CollisionRestart<'a, R: Real = f64> {
    /// The worlds whose problem is solved; the others start from the prediction.
    pub worlds: R::Mask,
    /// The complementarity down to which it is solved.
    pub c0: f64,
    /// The rows of the two parts.
    pub rows: [&'a Rows; 2],
    /// The poses of the two bodies.
    pub poses: [&'a Pose<R>; 2],
}

/// The start of an attempt.
#[derive(Debug, Clone, Copy)]
pub struct PairStart<'a, R: Real = f64> {
    /// The complementarity at the start.
    pub c0: R,
    /// The relaxation of the solution, below that of earlier stages; infinite where there are none.
    pub rho: f64,
    /// The least normal impulse (m_ab V) where the parts (nearly) touch.
    pub load: R,
    /// The bodies at the velocities of the start, where friction starts against their slip.
    pub bodies: Option<[&'a Kinematics<R>; 2]>,
    /// The arm of the slip row.
    pub point: FrictionPoint,
    /// Whether the collision rows are relaxed for the inscribed radii instead of for H (decision D74).
    pub wedged: bool,
    /// The worlds whose collision problem is solved anew instead of starting from the prediction.
    pub restart: Option<CollisionRestart<'a, R>>,
}

/// How far a pair, or several, are from the solution for a relaxation rho.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation<R: Real = f64> {
    /// The largest equality residual.
    pub residual: R,
    /// The largest |s o z - rho_b e| / rho_b.
    pub centrality: R,
    /// Sum of s.z / (block factor).
    pub complementarity: R,
}

impl<R: Real> Deviation<R> {
    /// This is the deviation without any pair.
    pub const NONE: Self = Self {
        residual: R::ZERO,
        centrality: R::ZERO,
        complementarity: R::ZERO,
    };

    /// Adds another pair.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        self.residual = self.residual.worse(other.residual);
        self.centrality = self.centrality.worse(other.centrality);
        self.complementarity += other.complementarity;
    }
}

/// One contact point in the units of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPoint {
    /// The contact point, world.
    pub point: Vec3,
    /// Unit normal in which the first body is pushed away.
    pub normal: Vec3,
    /// Distance to first order.
    pub gap: f64,
    /// The impulse on the first body, world, in mass x V.
    pub impulse: Vec3,
    /// Torque impulse about the normal on the first body, in mass x V x L.
    pub torsion: f64,
    /// The radius of the patch.
    pub patch_radius: f64,
    /// Two conjugate half axes of the ellipse with the second moments of the patch, world; 0 where it is not measured.
    pub patch: [Vec3; 2],
    /// Velocity of the first body relative to the second, tangential part.
    pub slip: Vec3,
    /// Friction used over friction available, 0 to 1; 1 without friction.
    pub friction_used: f64,
}

/// A `Friction` says what the friction of a pair does at its contact point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Friction<R: Real = f64> {
    /// The work of friction in the slip of the contact point, in mass x V^2: positive where friction drives.
    pub work: R,
    /// The normal impulse, in mass x V.
    pub pressed: R,
}

/// The contact of a pair at its predicted pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PredictedContact<R: Real = f64> {
    /// The gap, units of length.
    pub gap: R,
    /// The direction in which the first body is pushed away.
    pub normal: Vector<R>,
}

/// The result of the prediction of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction<R: Real = f64> {
    /// Distance at the predicted pose, to first order.
    pub gap: R,
    /// By how much the relaxation of the collision problem may have made it larger: its duality gap
    /// bounds what the relaxed alpha has over the exact one.
    pub doubt: R,
    /// Whether the collision problem was solved.
    pub converged: R::Mask,
}

/// How a part changes per unit of one of its shape parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeChange {
    /// The side of the changed part: 0 of the first body, 1 of the second.
    pub side: usize,
    /// The changes of its conic rows, in metres per unit.
    pub rows: Vec<RowDerivative>,
    /// The unit of length, m.
    pub length: f64,
    /// The change of its bounding radius, units of length per unit.
    pub bounding_radius: f64,
    /// Change of its inscribed radius, units of length per unit: when the parameter decreases and when
    /// it increases.
    pub inscribed_radius: [f64; 2],
    /// The rotation of a half-space, world.
    pub turn: Vec3,
    /// The changes of its points, in metres per unit, of models that need them.
    pub points: Option<HullPointRates>,
}

/// What a pair sees of a change of state, input or parameters while the velocities stay.
#[derive(Debug, Clone)]
pub struct Explicit<'a, const N: usize> {
    /// Motion of both bodies at the end of the step.
    pub end: [&'a Variation<N>; 2],
    /// Motion of both bodies at the prediction, with the velocities of the prediction.
    pub predicted: [&'a Variation<N>; 2],
    /// The change of mu.
    pub mu: Lanes<N>,
    /// The change of a radius of the patch that is given, units of length.
    pub radius: Lanes<N>,
    /// The relative change of m_ab.
    pub mass: Lanes<N>,
    /// The changes of the shares of the bodies in the rotation of the carrier frame.
    pub carriers: [Lanes<N>; 2],
    /// The change of the length of the step.
    pub time: Lanes<N>,
    /// The change of the shape of one part, in the first lane.
    pub shape: Option<ShapeChange>,
}

impl<const N: usize> Explicit<'_, N> {
    /// Nothing changes.
    pub const NONE: Self = Self {
        end: [&Variation::NONE; 2],
        predicted: [&Variation::NONE; 2],
        mu: Lanes::ZERO,
        radius: Lanes::ZERO,
        mass: Lanes::ZERO,
        carriers: [Lanes::ZERO; 2],
        time: Lanes::ZERO,
        shape: None,
    };
}

/// Change of a contact point, in the units of [`ContactPoint`].
#[derive(Debug, Clone, Copy)]
pub struct ContactRate<const N: usize> {
    /// The change of the distance.
    pub gap: Lanes<N>,
    /// The change of the point.
    pub point: Lanes3<N>,
    /// The change of the normal.
    pub normal: Lanes3<N>,
    /// The change of the impulse on the first body.
    pub impulse: Lanes3<N>,
    /// The change of the torque impulse about the normal on the first body.
    pub torsion: Lanes<N>,
}
