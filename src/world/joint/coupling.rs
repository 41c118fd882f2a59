//! Couplings: the coordinate of a joint follows that of another one, as in gears and grippers.

use super::Joint;
use crate::error::{Error, Result, finite, remedy};

/// How the only coordinate of a joint follows the only coordinate of another joint, its leader: theta = sum of c_k leader^k.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coupling {
    /// The index of the leader.
    pub leader: usize,
    /// The coefficients c_0 to c_4 of the polynomial, SI units.
    pub polynomial: [f64; 5],
}

impl Coupling {
    /// Returns value, derivative and second derivative of the polynomial.
    pub fn follow(&self, leader: f64) -> [f64; 3] {
        let mut out = [0.0; 3];
        for c in self.polynomial.iter().rev() {
            out[2] = out[2] * leader + 2.0 * out[1];
            out[1] = out[1] * leader + out[0];
            out[0] = out[0] * leader + c;
        }
        out
    }
}

/// A coupling as the builder receives it: the name of the leader, and the polynomial.
pub(super) type CouplingSpec = (String, [f64; 5]);

/// Connects coupled joints with their leaders.
pub(super) fn build_couplings(
    specs: Vec<Option<CouplingSpec>>,
    joints: &mut [Joint],
) -> Result<()> {
    for (j, spec) in specs.into_iter().enumerate() {
        let Some((name, polynomial)) = spec else {
            continue;
        };
        let field = format!("joint.{}.mimic", joints[j].name);
        finite(&field, &polynomial, "give finite coefficients")?;
        let Some(leader) = joints.iter().position(|joint| joint.name == name) else {
            let fix = remedy(&name, joints.iter().map(|joint| joint.name.as_str()));
            return Err(Error::value(field, format!("no joint \"{name}\""), fix));
        };
        for joint in [&joints[j], &joints[leader]] {
            if joint.coordinate_count() != 1 {
                let why = format!(
                    "\"{}\" has {} coordinates",
                    joint.name,
                    joint.coordinate_count()
                );
                return Err(Error::value(field, why, "couple joints that have one"));
            }
        }
        if leader == j {
            return Err(Error::value(
                field,
                "a joint cannot follow itself",
                "name another one",
            ));
        }
        joints[j].coupling = Some(Coupling { leader, polynomial });
        joints[leader].leads = true;
    }
    for joint in joints.iter() {
        let follows = |leader: usize| joints[leader].coupling.is_some();
        if joint
            .coupling
            .is_some_and(|coupling| follows(coupling.leader))
        {
            let field = format!("joint.{}.mimic", joint.name);
            let why = "its leader follows another joint itself";
            return Err(Error::value(field, why, "follow the first leader"));
        }
    }
    Ok(())
}
