//! What exists (constant: [`Model`]) and where it is (value: [`State`]), and what acts on it during
//! a step ([`Input`]).
//!
//! Not here: time, solving, contact. SI units, Z up. Poses in a [`State`] are of the centre-of-mass
//! frame, whose axes are those of the body's shape frame.

mod body;
mod body_spec;
mod build;
mod builder;
mod chain;
mod chain_limits;
mod clouds;
mod coordinates;
mod fingerprint;
mod friction_pair;
mod gains;
mod input;
mod integrator;
mod joint;
mod json;
mod mass;
mod mass_rates;
mod model;
mod parameter;
mod parameter_list;
mod part_id;
mod part_labels;
mod portable;
mod separating_plane;
mod shared_points;
mod soft_minimum;
mod state;
mod tangent;
mod task;
mod torsion;
mod units;

pub use body::{Body, Drive, Motion, Part, Plane};
pub use body_spec::{BodySpec, DEFAULT_DENSITY, DEFAULT_FRICTION, PartSpec};
pub use builder::ModelBuilder;
pub use chain::{PlanChain, PlanMotor};
pub use coordinates::{Coordinate, InputCoordinate, InputKind};
pub use friction_pair::FrictionPair;
pub use input::{Command, Input, Wrench};
pub use integrator::Integrator;
pub use joint::{
    Coupling, Forest, Joint, JointAxis, JointCoordinate, JointKind, JointParameter, JointSpace,
    JointSpec, Link, Motor, MotorCommand, NamedFrame, Spring,
};
pub use mass::MassSpec;
pub(crate) use mass::check_inertia;
pub use mass_rates::MassRates;
pub use model::{ContactModel, FrictionLaw, FrictionPoint, Model};
pub use parameter::{Parameter, ParameterKind};
pub use part_id::PartId;
pub use portable::STATE_FORMAT;
pub use separating_plane::SeparatingPlaneSettings;
pub(crate) use separating_plane::hull_rates;
pub use shared_points::SharedPoint;
pub use soft_minimum::SoftMinimumSettings;
pub use state::{BodyState, State};
pub use task::{PlanGoal, PlanSpec, PlanTask};
pub use torsion::TorsionalFriction;
pub(crate) use units::STANDARD_GRAVITY;
pub use units::Units;
