//! The separating-plane contact model (SDRS): between two hulls there is a plane without mass, which minimises a barrier over all their points.
//!
//! ```text
//! U(x) = w s min over (n, o) of sum_A P(-(n.x + o) / s) + sum_B P((n.x + o) / s) + P((1 - |n|) / s)        forces -dU/dx
//! ```
//!
//! A pair has no unknowns and no cones: what it pushes follows from the poses at the end of the step and from the velocities. Hulls keep
//! apart by twice the support s, which is the relaxation of the step, and never overlap: a step is as long as the plane allows.
//!
//! DIFFERENCES from SDRS: lengths are in units of the model and forces in weights of the pair, so that bodies rest at the same part of the
//! support whatever the relaxation; the plane is about the middle of the pair, where its Hessian is well conditioned; friction is that of the
//! end of the step; steps are bounded by the plane, without which a fast body passes a thin one (decision D68).

mod balance;
mod barrier;
mod block;
mod change;
#[cfg(test)]
mod energies;
mod hull;
mod lag;
mod linearise;
mod plane;
mod pressure;
mod reach;
mod report;
mod settle;
#[cfg(test)]
mod tests;

use super::setup::PairSetup;
use super::terms::Geometry;
use crate::math::{Kinematics, Vec3};
use barrier::EDGE;
use hull::PosedHull;
use lag::Lag;
use linearise::{Linear, Tangent};
use nalgebra::Matrix4;
use plane::Plane;
use pressure::{Constants, Drift, Interface, Moving, Near, Pushing, push, rub, wrenches};
pub use reach::FRACTION;

/// The constants of the model in units of the model.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct PlaneSetup {
    /// The weight w of the barriers, in weights of m_ab.
    pub weight: f64,
    /// The slip speed below which friction grows with the slip.
    pub slip_speed: f64,
    /// The constants of the model as published.
    pub published: Option<PublishedSetup>,
}

/// The constants of the model as published, whose barriers are a constant times P(x) for x in metres (SDRS eq. 7).
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct PublishedSetup {
    /// The weight kappa of the barriers over the square of the unit of length, in weights of m_ab: at a support of s units of length, a point
    /// at t = x / s pushes by this over s^2, times the slope of the barrier in t.
    pub weight: f64,
    /// The normal force below which friction is less than in proportion, in weights of m_ab.
    pub force_smoothing: f64,
    /// The unit of length, m: the length of n has the support of the barriers in metres.
    pub length: f64,
}

/// One pair under the separating-plane model.
#[derive(Debug, Clone)]
pub struct SeparatingPlane {
    setup: PairSetup,
    /// The kinematics of the bodies at the current iterate.
    bodies: [Kinematics; 2],
    /// The middle of the pair, world.
    middle: Vec3,
    /// The centres of the bodies about the middle of the pair, world.
    from: [Vec3; 2],
    /// The two terms of `from`: the distance of the bodies at the start of the step, and what has been added to it since.
    terms: [[Vec3; 2]; 2],
    hulls: [PosedHull; 2],
    /// The arms of all points from the centres of their bodies, world.
    arms: [Vec<Vec3>; 2],
    /// The plane, once there is one.
    plane: Option<Plane>,
    /// The excesses that a full step along the direction at hand takes away.
    shrinking: [Vec<f64>; 2],
    /// The support of the barriers, units of length.
    support: f64,
    /// The support at the solution.
    last_support: f64,
    /// Whether no plane keeps the hulls apart where the last step led: it has to be shorter.
    is_blocked: bool,
    /// The inverse Hessian of the barriers at the plane.
    inverse_hessian: Matrix4<f64>,
    /// The points within the support: hull and index.
    near: Vec<(usize, usize)>,
    points: Vec<Pushing<f64>>,
    /// The motion of the plane along itself, and the inverse Hessian of the dissipation.
    drift: Option<(Drift<f64>, Matrix4<f64>)>,
    /// Wrench impulse on both bodies about their centres, world, in m_ab V.
    wrench: [(Vec3, Vec3); 2],
    /// The start of the step, from which friction as published follows; none where nothing pushes there.
    lag: Option<Box<Lag>>,
    /// The support for which the lag was found; 0 before it was looked for.
    lag_support: f64,
    linear: Option<Box<Linear>>,
    /// The buffers of the tangent when one body moves; they are made when they are first needed.
    tangent_of_one: Option<Box<Tangent<7>>>,
    /// The buffers of the tangent when both bodies move; they are made when they are first needed.
    tangent_of_two: Option<Box<Tangent<13>>>,
    /// The inverse of the longest step along the direction at hand.
    inverse_step: f64,
}

impl Default for SeparatingPlane {
    fn default() -> Self {
        Self {
            setup: PairSetup::default(),
            bodies: [Kinematics::world(); 2],
            middle: Vec3::zeros(),
            from: [Vec3::zeros(); 2],
            terms: Default::default(),
            hulls: Default::default(),
            arms: Default::default(),
            plane: None,
            shrinking: Default::default(),
            support: 1.0,
            last_support: f64::INFINITY,
            is_blocked: false,
            inverse_hessian: Matrix4::zeros(),
            near: Vec::new(),
            points: Vec::new(),
            drift: None,
            wrench: [(Vec3::zeros(), Vec3::zeros()); 2],
            lag: None,
            lag_support: 0.0,
            linear: None,
            tangent_of_one: None,
            tangent_of_two: None,
            inverse_step: 0.0,
        }
    }
}

impl SeparatingPlane {
    /// Returns whether the second part is a half-space, whose plane is the plane of the pair.
    fn is_ground(&self) -> bool {
        self.setup.plane.is_some()
    }

    /// Returns whether the pair is as published: its friction is that of the start of the step, and no plane bounds a step.
    fn is_published(&self) -> bool {
        self.setup.separating.published.is_some()
    }

    /// Finds the forces of all points where the bodies are, and their sum.
    fn evaluate_at(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) {
        self.bodies = bodies.map(|body| *body);
        self.pose(sides);
        self.support_with(rho);
        match self.is_ground() {
            true => self.settle_on_ground(),
            false => self.settle_plane(),
        }
        self.linear = None;
        if !self.is_blocked {
            self.find_lag();
            self.find_near();
            self.find_forces();
        }
    }

    /// Returns the plane with a unit normal.
    fn interface(&self) -> Interface<f64> {
        let plane = self.plane.unwrap_or(Plane {
            n: Vec3::z(),
            o: 0.0,
        });
        Interface::of(&plane)
    }

    fn constants(&self) -> Constants {
        let setup = &self.setup.separating;
        let s = self.support;
        let (weight, force_smoothing) = match setup.published {
            Some(own) => (own.weight / (s * s), own.force_smoothing),
            None => (setup.weight, 0.0),
        };
        Constants {
            support: s,
            weight,
            mu: self.setup.mu,
            slip_speed: setup.slip_speed,
            force_smoothing,
        }
    }

    /// Collects the points within the support.
    fn find_near(&mut self) {
        self.near.clear();
        let Some(plane) = self.plane else { return };
        let mut near = std::mem::take(&mut self.near);
        self.visit_within_support(&plane, &self.hulls, |side, i| near.push((side, i)));
        self.near = near;
    }

    /// Calls `visit` with the hull and the index of every point within the support of a plane.
    fn visit_within_support(
        &self,
        plane: &Plane,
        hulls: &[PosedHull; 2],
        mut visit: impl FnMut(usize, usize),
    ) {
        let sides = if self.is_ground() { 1 } else { 2 };
        for (side, hull) in hulls.iter().enumerate().take(sides) {
            for (i, x) in hull.points.iter().enumerate() {
                let argument = plane.argument(side, x, hull.reach(i));
                if argument < EDGE * self.support {
                    visit(side, i);
                }
            }
        }
    }

    /// Returns a body about the middle of the pair.
    fn moving(&self, side: usize) -> Moving<f64> {
        let body = &self.bodies[side];
        Moving {
            x: self.from[side].into(),
            v: body.v.into(),
            omega: body.omega.into(),
        }
    }

    /// Finds what the points push.
    fn find_forces(&mut self) {
        let (interface, constants) = (self.interface(), self.constants());
        let bodies = [0, 1].map(|side| self.moving(side));
        let (arms, hulls) = (&self.arms, &self.hulls);
        let pushed = self.near.iter().map(|&(side, i)| {
            let near = Near {
                side,
                arm: arms[side][i].into(),
                radius: hulls[side].reach(i),
            };
            push(&near, &bodies, &interface, &constants)
        });
        self.points.clear();
        self.points.extend(pushed);
        self.drift = None;
        let normal = interface.normal;
        if self.is_published() {
            if self.is_ground() {
                pressure::mirror(&mut self.points);
            }
            self.add_lagged_friction();
        } else if self.is_ground() {
            rub(&mut self.points, &constants, |point| {
                pressure::slip_on(&bodies[1], point, &normal)
            });
            pressure::mirror(&mut self.points);
        } else if constants.mu > 0.0 && !self.points.is_empty() {
            let (drift, inverse) =
                Drift::balance(&self.points, &normal.into(), constants.slip_speed);
            rub(&mut self.points, &constants, |point| {
                drift.slip(point, &normal)
            });
            self.drift = Some((drift, inverse));
        }
        let h = self.bodies[0].h;
        let wrenches = wrenches(&self.points, &bodies, &normal);
        self.wrench =
            wrenches.map(|(force, torque)| (Vec3::from(force) * h, Vec3::from(torque) * h));
    }
}
