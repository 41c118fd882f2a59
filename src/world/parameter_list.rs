//! The list of the parameters of a model.

use super::{Body, Model, Parameter, ParameterKind};
use crate::shape::Unit;

pub(super) const AXES: [&str; 3] = ["x", "y", "z"];
const INERTIA: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

impl Model {
    /// Returns all parameters, coefficients of friction that are 0 included.
    pub(super) fn all_parameters(&self) -> Vec<Parameter> {
        let mut out = Vec::new();
        for (i, axis) in AXES.iter().enumerate() {
            let kind = ParameterKind::Gravity(i);
            let name = format!("gravity.{axis}");
            out.push(new(name, "m/s^2", self.gravity[i], kind));
        }
        let kind = ParameterKind::TimeStep;
        out.push(new("time_step".into(), "s", self.time_step, kind));
        let labels = self.part_labels();
        for (i, body) in self.bodies.iter().enumerate() {
            if body.is_moving() {
                let name = format!("{}.mass", body.name);
                out.push(new(name, "kg", body.mass, ParameterKind::Mass(i)));
                for (j, k) in INERTIA {
                    let name = format!("{}.inertia.{}{}", body.name, AXES[j], AXES[k]);
                    let kind = ParameterKind::Inertia(i, j, k);
                    out.push(new(name, "kg m^2", body.inertia[(j, k)], kind));
                }
            }
            for (part, label) in labels[i].iter().enumerate() {
                add_part(&mut out, (i, body), part, label);
            }
            out.extend(body.point_parameters(i));
        }
        for (i, pair) in self.friction_pairs.iter().enumerate() {
            let name = format!("friction.{}.{}", pair.between[0], pair.between[1]);
            let kind = ParameterKind::FrictionPair(i);
            out.push(new(name, "1", pair.coefficient, kind));
        }
        out.extend(self.joint_parameters());
        out
    }
}

/// Adds the parameters of a part of a body but those of points that belong to the body.
fn add_part(out: &mut Vec<Parameter>, (i, body): (usize, &Body), p: usize, label: &str) {
    let part = &body.parts[p];
    let kind = ParameterKind::Friction { body: i, part: p };
    out.push(new(format!("{label}.friction"), "1", part.friction, kind));
    if let Some(metres) = part.torsional_friction.metres() {
        let kind = ParameterKind::TorsionalFriction { body: i, part: p };
        let name = format!("{label}.torsional_friction");
        out.push(new(name, "m", metres, kind));
    }
    let all = part.shape_parameters().into_iter().enumerate();
    for (index, own) in all.filter(|(index, _)| !body.has_point(p, *index)) {
        let unit = match own.unit {
            Unit::Metre => "m",
            Unit::Radian => "rad",
        };
        let kind = ParameterKind::Shape {
            body: i,
            part: p,
            index,
        };
        out.push(new(format!("{label}.{}", own.name), unit, own.value, kind));
    }
}

fn new(name: String, unit: &'static str, value: f64, kind: ParameterKind) -> Parameter {
    Parameter {
        name,
        unit,
        value,
        kind,
    }
}
