//! The quantities that explain a motion.

use drystone::Vec3;
use drystone::step::Inverse;
use drystone::world::{Body, Coordinate, Joint, Model, State};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Where a quantity is in an [`Inverse`].
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The force on a body.
    Force(usize),
    /// The torque on a body.
    Torque(usize),
    /// The force on a mechanism at its root: the place of its first effort.
    RootForce(usize),
    /// The torque on a mechanism about the centre of its root (the place of its first effort, the body).
    RootTorque(usize, usize),
    /// The effort at a place of the joint space.
    Effort(usize),
}

/// A force, a torque or an effort over time.
#[derive(Debug, Clone)]
pub struct Quantity {
    /// The name: `BODY.force`, `BODY.torque`, `JOINT.effort`.
    pub name: String,
    /// The unit: `N` or `N m`.
    pub unit: &'static str,
    place: Place,
}

impl Quantity {
    /// Returns whether it is a vector with three numbers.
    pub fn is_vector(&self) -> bool {
        !matches!(self.place, Place::Effort(_))
    }

    /// Returns the names of its numbers.
    pub fn names(&self) -> Vec<String> {
        match self.is_vector() {
            true => AXES.map(|axis| format!("{}.{axis}", self.name)).to_vec(),
            false => vec![self.name.clone()],
        }
    }

    /// Returns its numbers; efforts are those of the motors and what is missing.
    pub(super) fn numbers(&self, found: &Inverse, state: &State) -> Vec<f64> {
        let vector = |v: Vec3| v.iter().copied().collect();
        let three = |first: usize| Vec3::from_row_slice(&found.efforts[first..first + 3]);
        match self.place {
            Place::Force(i) => vector(found.wrenches[i].force),
            Place::Torque(i) => vector(found.wrenches[i].torque),
            Place::RootForce(first) => vector(three(first)),
            Place::RootTorque(first, i) => vector(state.bodies[i].rotation * three(first + 3)),
            Place::Effort(k) => vec![found.efforts[k] + found.motors[k]],
        }
    }
}

/// Returns the quantities of a model: those of its joint space, in order.
pub(super) fn quantities(model: &Model) -> Vec<Quantity> {
    let space = model.joint_space();
    let velocities = &space.tangents()[space.nv()..];
    let (mut out, mut first) = (Vec::new(), 0);
    while let Some(velocity) = velocities.get(first) {
        let own = |body: &Body| velocity.name == format!("{}.velocity.x", body.name);
        let Some(i) = model.bodies.iter().position(own) else {
            out.push(effort(velocity, first));
            first += 1;
            continue;
        };
        let is_joined = |joint: &Joint| joint.bodies().contains(&Some(i));
        let places = match model.joints.iter().any(is_joined) {
            true => [Place::RootForce(first), Place::RootTorque(first, i)],
            false => [Place::Force(i), Place::Torque(i)],
        };
        if model.bodies[i].is_moving() {
            out.extend(wrench(&model.bodies[i], places));
        }
        first += 6;
    }
    out
}

fn wrench(body: &Body, [force, torque]: [Place; 2]) -> [Quantity; 2] {
    let of = |what: &str, unit, place| Quantity {
        name: format!("{}.{what}", body.name),
        unit,
        place,
    };
    [of("force", "N", force), of("torque", "N m", torque)]
}

/// Returns the effort along a velocity of a joint.
fn effort(velocity: &Coordinate, place: usize) -> Quantity {
    let joint = velocity.name.strip_suffix(".velocity");
    Quantity {
        name: format!("{}.effort", joint.unwrap_or(&velocity.name)),
        unit: if velocity.unit == "rad/s" { "N m" } else { "N" },
        place: Place::Effort(place),
    }
}
