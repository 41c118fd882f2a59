//! Builds a checked [`Model`].

use super::build::{build_bodies, median_half_size, share_rows};
use super::clouds::{add_clouds, has_solids, refuse_solids};
use super::friction_pair::check_pairs;
use super::gains::check_gains;
use super::joint::{FrameSpec, build_frames, build_joints};
use super::separating_plane::{add_hulls, check_published};
use super::{
    BodySpec, BodyState, ContactModel, Forest, FrictionLaw, FrictionPair, FrictionPoint, JointSpec,
    Model, SeparatingPlaneSettings, SoftMinimumSettings, State, Units,
};
use crate::error::{Error, Result, finite, positive};
use crate::math::{Rot, Vec3};

/// Collects bodies and settings; [`ModelBuilder::build`] checks them.
#[derive(Debug, Clone)]
pub struct ModelBuilder {
    time_step: f64,
    gravity: Vec3,
    length: Option<f64>,
    contact_model: ContactModel,
    soft_minimum: SoftMinimumSettings,
    separating_plane: SeparatingPlaneSettings,
    friction_law: FrictionLaw,
    friction_point: FrictionPoint,
    friction_pairs: Vec<FrictionPair>,
    bodies: Vec<BodySpec>,
    joints: Vec<JointSpec>,
    frames: Vec<FrameSpec>,
    no_contact: Vec<(String, String)>,
}

impl Default for ModelBuilder {
    fn default() -> Self {
        Self {
            time_step: 0.01,
            gravity: Vec3::new(0.0, 0.0, -9.81),
            length: None,
            contact_model: ContactModel::default(),
            soft_minimum: SoftMinimumSettings::default(),
            separating_plane: SeparatingPlaneSettings::default(),
            friction_law: FrictionLaw::default(),
            friction_point: FrictionPoint::default(),
            friction_pairs: Vec::new(),
            bodies: Vec::new(),
            joints: Vec::new(),
            frames: Vec::new(),
            no_contact: Vec::new(),
        }
    }
}

impl ModelBuilder {
    /// Sets the length of a step, s (default 0.01).
    #[must_use]
    pub fn time_step(mut self, seconds: f64) -> Self {
        self.time_step = seconds;
        self
    }

    /// Sets the gravity, world, m/s^2 (default (0, 0, -9.81)).
    #[must_use]
    pub fn gravity(mut self, gravity: Vec3) -> Self {
        self.gravity = gravity;
        self
    }

    /// Sets the unit of length, m (default: median half-size of the moving bodies).
    #[must_use]
    pub fn length(mut self, metres: f64) -> Self {
        self.length = Some(metres);
        self
    }

    /// Sets the contact model (default single level).
    #[must_use]
    pub fn contact_model(mut self, model: ContactModel) -> Self {
        self.contact_model = model;
        self
    }

    /// Sets the constants of the soft-minimum contact model.
    #[must_use]
    pub fn soft_minimum(mut self, settings: SoftMinimumSettings) -> Self {
        self.soft_minimum = settings;
        self
    }

    /// Sets the constants of the separating-plane contact model.
    #[must_use]
    pub fn separating_plane(mut self, settings: SeparatingPlaneSettings) -> Self {
        self.separating_plane = settings;
        self
    }

    /// Sets the friction law (default cone).
    #[must_use]
    pub fn friction_law(mut self, law: FrictionLaw) -> Self {
        self.friction_law = law;
        self
    }

    /// Sets the point where the slip velocity is taken (default lagged).
    #[must_use]
    pub fn friction_point(mut self, point: FrictionPoint) -> Self {
        self.friction_point = point;
        self
    }

    /// Sets the coefficient of friction between parts of two materials ([`PartSpec::material`](super::PartSpec::material)), in the
    /// place of the mean of their own.
    #[must_use]
    pub fn friction_between(
        mut self,
        a: impl Into<String>,
        b: impl Into<String>,
        coefficient: f64,
    ) -> Self {
        self.friction_pairs.push(FrictionPair {
            between: [a.into(), b.into()],
            coefficient,
        });
        self
    }

    /// Adds a body: [`Body::free`](super::Body::free) and its siblings start one.
    #[must_use]
    pub fn body(mut self, spec: BodySpec) -> Self {
        self.bodies.push(spec);
        self
    }

    /// Adds a joint: [`JointSpec::new`] starts one. Bodies of a joint do not touch each other unless it says so.
    #[must_use]
    pub fn joint(mut self, spec: JointSpec) -> Self {
        self.joints.push(spec);
        self
    }

    /// Adds a named frame on a body: its origin (m) and orientation in the shape frame of the body.
    #[must_use]
    pub fn frame(
        mut self,
        name: impl Into<String>,
        body: impl Into<String>,
        at: (Vec3, Rot),
    ) -> Self {
        self.frames.push((name.into(), body.into(), at.0, at.1));
        self
    }

    /// Excludes contact between two bodies, by name.
    #[must_use]
    pub fn no_contact(mut self, a: impl Into<String>, b: impl Into<String>) -> Self {
        self.no_contact.push((a.into(), b.into()));
        self
    }

    /// Checks and freezes the model, and gives the state in which its bodies start: velocities are half a
    /// step early ([`Model::start_half_step_early`]), so that free flight is exact at the nodes.
    pub fn build_with_start(self) -> Result<(Model, State)> {
        let starts: Vec<BodyState> = self.bodies.iter().map(|spec| spec.start).collect();
        let model = self.build()?;
        let mut state = State {
            bodies: starts,
            ..State::default()
        };
        for (body, at) in model.bodies.iter().zip(&mut state.bodies) {
            at.position = body.centre_from_shape(&at.position, &at.rotation);
        }
        model.start_half_step_early(&mut state, &vec![Vec3::zeros(); model.bodies.len()]);
        Ok((model, state))
    }

    /// Checks everything and freezes it.
    pub fn build(self) -> Result<Model> {
        positive(
            "time_step",
            self.time_step,
            "must be finite and > 0, e.g. 0.01",
        )?;
        finite("gravity", self.gravity.as_slice(), "e.g. [0, 0, -9.81]")?;
        let starts: Vec<BodyState> = self.bodies.iter().map(|spec| spec.start).collect();
        let mut bodies = build_bodies(self.bodies, self.contact_model)?;
        let length = match self.length {
            Some(length) => positive("length", length, "give a typical half-size in metres")?,
            None => median_half_size(&bodies),
        };
        let units = Units::from_length(length);
        for body in &bodies {
            let outer = format!("body.{}", body.name);
            check_gains(body, &units, self.time_step).map_err(|e| e.within(&outer))?;
        }
        check_pairs(&self.friction_pairs, &bodies)?;
        share_rows(&mut bodies, units.length);
        self.soft_minimum.check()?;
        self.separating_plane.check()?;
        if !self.contact_model.takes_solids() {
            refuse_solids(&bodies, self.contact_model)?;
        }
        if self.contact_model.uses_clouds() || has_solids(&bodies) {
            add_clouds(
                &mut bodies,
                self.contact_model,
                &self.soft_minimum,
                units.length,
            )?;
        }
        check_published(self.contact_model, &bodies, &self.joints)?;
        if self.contact_model.uses_hulls() {
            add_hulls(&mut bodies, units.length)?;
        }
        let touching: Vec<bool> = self.joints.iter().map(|joint| joint.collide).collect();
        let joints = build_joints(self.joints, &bodies, &starts)?;
        let mut model = Model {
            forest: Forest::new(&bodies, &joints),
            joints,
            frames: build_frames(self.frames, &bodies)?,
            bodies,
            time_step: self.time_step,
            gravity: self.gravity,
            units,
            contact_model: self.contact_model,
            soft_minimum: self.soft_minimum,
            separating_plane: self.separating_plane,
            friction_law: self.friction_law,
            friction_point: self.friction_point,
            friction_pairs: self.friction_pairs,
            no_contact: Vec::new(),
        };
        model.check_integrator()?;
        model.no_contact = filtered_pairs(&model, &self.no_contact, &touching)?;
        Ok(model)
    }
}

/// Returns the pairs of bodies that do not touch, sorted: the named ones, and the bodies of joints that are not `touching`.
fn filtered_pairs(
    model: &Model,
    named: &[(String, String)],
    touching: &[bool],
) -> Result<Vec<(usize, usize)>> {
    let index = |name: &str| {
        model.body_index(name).ok_or_else(|| {
            Error::value(
                "no_contact.between",
                format!("no body \"{name}\""),
                "name two bodies of the model",
            )
        })
    };
    let mut out = Vec::new();
    for (a, b) in named {
        let (a, b) = (index(a)?, index(b)?);
        out.push((a.min(b), a.max(b)));
    }
    let joined = model.joints.iter().zip(touching);
    for (joint, _) in joined.filter(|(_, touch)| !**touch) {
        if let Some(parent) = joint.parent {
            let (a, b) = (joint.child, parent);
            out.push((a.min(b), a.max(b)));
        }
    }
    out.sort_unstable();
    out.dedup();
    Ok(out)
}
