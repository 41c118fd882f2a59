//! `[[body]]` as written.

use super::config::PlaneConfig;
use super::motion::{Driven, Prescribed};
use super::shape_config::ShapeName;
use crate::shape::table::{Exactly, Quat, Triple};
use serde::{Deserialize, Serialize};

/// `[[body]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BodyConfig {
    pub name: String,
    #[serde(default)]
    pub fixed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// The group in `[[no_contact]]` and in masks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The groups and bodies that it touches; all when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collision_mask: Option<Vec<String>>,
    /// Red, green and blue, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre_of_mass: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quat_wxyz: Option<Quat>,
    /// rad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy_deg: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<Triple>,
    /// The 13 numbers of a state, bit for bit: position of the centre of mass, quat_wxyz, velocity,
    /// angular velocity in the body frame. Replaces the four keys above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Exactly<f64, 13>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planar: Option<PlaneConfig>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quasi_dynamic: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driven: Option<Driven>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prescribed: Option<Prescribed>,
    /// These are drawn in the place of the shape.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visual: Vec<VisualConfig>,
}

/// `[[body.visual]]`: a shape or a mesh that is drawn and touches nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisualConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeName>,
    /// A mesh file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<String>,
    /// The factors of the coordinates of the mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Triple>,
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
    /// Red, green, blue and opacity, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Exactly<f64, 4>>,
}

/// Inertia about the centre of mass, shape axes, kg m^2.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected three principal moments or a 3x3 matrix of numbers"
)]
pub(crate) enum Inertia {
    Diagonal(Triple),
    Full(Exactly<Triple, 3>),
}

impl BodyConfig {
    /// Returns a body of which nothing but the name is said.
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            fixed: false,
            shape: None,
            material: None,
            group: None,
            collision_mask: None,
            color: None,
            density: None,
            mass: None,
            inertia: None,
            centre_of_mass: None,
            position: None,
            quat_wxyz: None,
            rpy: None,
            rpy_deg: None,
            velocity: None,
            angular_velocity: None,
            state: None,
            planar: None,
            quasi_dynamic: false,
            driven: None,
            prescribed: None,
            visual: Vec::new(),
        }
    }
}
