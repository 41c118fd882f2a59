//! The scene file as written: one struct per table, unknown keys refused, defaults visible.

pub(super) use super::body_config::{BodyConfig, Inertia, VisualConfig};
use super::comfort::{DefaultsConfig, RepeatConfig};
use super::design::Design;
use super::include::Include;
use super::joint::JointConfig;
use super::plan::PlanConfig;
use super::robot::RobotConfig;
use super::shape_config::ShapeConfig;
use super::torsion::TorsionConfig;
use crate::error::{Error, remedy};
use crate::shape::table::{Exactly, Quat, Triple};
use crate::world::{
    ContactModel, DEFAULT_FRICTION, FrictionLaw, FrictionPoint, SeparatingPlaneSettings,
    SoftMinimumSettings,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Name of the material of bodies that name none.
pub(super) const DEFAULT_MATERIAL: &str = "default";

/// A whole scene file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Include>,
    #[serde(default)]
    pub simulation: SimulationConfig,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defaults: Option<DefaultsConfig>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub material: BTreeMap<String, MaterialConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub friction: Vec<FrictionConfig>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shape: BTreeMap<String, ShapeConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub body: Vec<BodyConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeat: Vec<RepeatConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joint: Vec<JointConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrench: Vec<WrenchConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_contact: Vec<NoContactConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<FrameConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub robot: Vec<RobotConfig>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanConfig>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<Design>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soft_minimum: Option<SoftMinimumSettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separating_plane: Option<SeparatingPlaneSettings>,
}

/// `[simulation]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SimulationConfig {
    /// s.
    pub time_step: f64,
    /// s.
    pub duration: f64,
    /// rho.
    pub relaxation: f64,
    /// m/s^2, world.
    pub gravity: Triple,
    pub contact_model: ContactModel,
    pub friction_cone: FrictionLaw,
    pub friction_point: FrictionPoint,
    pub seed: u64,
    /// Unit of length, m; by default the median half-size of the moving bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Restricts all bodies to a plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planar: Option<PlaneConfig>,
    /// Makes all moving bodies quasi-dynamic.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub quasi_dynamic: bool,
    pub start: Start,
    /// Index of the first step; the scene starts at this many time steps.
    pub start_step: u64,
}

impl Default for SimulationConfig {
    fn default() -> Self {
        Self {
            time_step: 0.01,
            duration: 1.0,
            relaxation: 1e-6,
            gravity: Exactly([0.0, 0.0, -9.81]),
            contact_model: ContactModel::default(),
            friction_cone: FrictionLaw::default(),
            friction_point: FrictionPoint::default(),
            seed: 0,
            length: None,
            planar: None,
            quasi_dynamic: false,
            start: Start::default(),
            start_step: 0,
        }
    }
}

impl std::str::FromStr for ContactModel {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|model| model.name() == name);
        found.ok_or_else(|| {
            let fix = remedy(name, Self::ALL.map(Self::name));
            Error::usage(format!("no contact model \"{name}\""), fix)
        })
    }
}

/// `planar`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlaneConfig {
    Xy,
    Xz,
    Yz,
}

/// The meaning of the velocities of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Start {
    /// Velocities at the start; the solver's state starts half a step earlier.
    #[default]
    HalfStepEarly,
    /// The solver's own node velocities, taken as they are.
    Node,
}

/// `[material.NAME]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MaterialConfig {
    pub friction: f64,
    pub torsional_friction: TorsionConfig,
}

impl Default for MaterialConfig {
    fn default() -> Self {
        Self {
            friction: DEFAULT_FRICTION,
            torsional_friction: TorsionConfig::default(),
        }
    }
}

/// `[[wrench]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrenchConfig {
    pub body: String,
    /// N, world axes.
    #[serde(default)]
    pub force: Triple,
    /// N m, world axes.
    #[serde(default)]
    pub torque: Triple,
    /// Point of the force in the body's shape frame, m; by default the centre of mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Triple>,
    /// s.
    #[serde(default)]
    pub from: f64,
    /// s; to the end when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
}

/// `[[friction]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrictionConfig {
    /// Names of materials.
    pub between: Exactly<String, 2>,
    pub coefficient: f64,
}

/// `[[no_contact]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoContactConfig {
    pub between: Exactly<String, 2>,
}

/// `[[frame]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrameConfig {
    pub name: String,
    pub body: String,
    /// m, in the shape frame of the body.
    #[serde(default)]
    pub position: Triple,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quat_wxyz: Option<Quat>,
    /// rad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy_deg: Option<Triple>,
}

impl Config {
    /// Returns the names of all mesh files.
    pub(super) fn meshes_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let shapes = self.shape.values_mut().filter_map(ShapeConfig::mesh_mut);
        let visuals = self.body.iter_mut().flat_map(|body| &mut body.visual);
        shapes.chain(visuals.filter_map(|visual| visual.mesh.as_mut()))
    }
}
