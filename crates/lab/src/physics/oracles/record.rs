//! One record of the reference data of dynamics: what is given, what is expected.

use super::Run;
use drystone::error::{Error, Result};
use drystone::math::{Rot, Vec3, rotation_from_wxyz};
use drystone::shape::{Capsule, Cuboid, Cylinder, Placed, Shape, Sphere};
use drystone::world::ModelBuilder;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// The public set (`tests/oracles/README.md` says how it was made).
const EMBEDDED: &str = include_str!("../../../../../tests/oracles/dynamics.json");

/// One record: SI units, z up.
#[derive(Debug, Clone)]
pub struct Record {
    /// Name, unique in its file.
    pub id: String,
    /// The question of the record, e.g. `block_on_incline`.
    pub kind: String,
    /// Analytic derivatives of expected values; null when there are none.
    pub gradients: Value,
    params: Value,
    expected: Vec<Value>,
    /// Runs take the defaults of a scene instead of what is chosen for them.
    at_defaults: bool,
    /// Step length (s) and relaxation of every run made so far.
    used: Arc<Mutex<Vec<[f64; 2]>>>,
}

/// Step length (s) and relaxation that a scene has unless it says otherwise.
pub const DEFAULTS: [f64; 2] = [0.01, 1e-6];

impl Record {
    /// The records that come with the crate.
    ///
    /// # Errors
    /// None with the data of this crate.
    pub fn embedded() -> Result<Vec<Record>> {
        Self::parse(EMBEDDED)
    }

    /// The records of a file of the same format.
    ///
    /// # Errors
    /// When the text is not such a file.
    pub fn parse(text: &str) -> Result<Vec<Record>> {
        let data: Value = serde_json::from_str(text).map_err(|e| wrong("file", &e))?;
        let records = list("file.cases", &data["cases"])?.iter().map(|case| {
            let id = word("case.id", &case["id"])?;
            Ok(Record {
                kind: word(id, &case["kind"])?.into(),
                params: case["params"].clone(),
                gradients: case["gradients"].clone(),
                expected: list(id, &case["expected"])?.clone(),
                id: id.into(),
                at_defaults: false,
                used: Arc::default(),
            })
        });
        records.collect()
    }

    /// The same record, answered at the step length and relaxation of [`DEFAULTS`]; a run whose step
    /// follows from its record keeps that.
    pub fn at_defaults(&self) -> Self {
        Self {
            at_defaults: true,
            used: Arc::default(),
            ..self.clone()
        }
    }

    /// A run for this record: steps of `h` seconds at relaxation `rho`, which is noted.
    ///
    /// # Errors
    /// When the model cannot be built.
    pub fn run(&self, builder: ModelBuilder, h: f64, rho: f64) -> Result<Run> {
        let rho = if self.at_defaults { DEFAULTS[1] } else { rho };
        // a lock that a panic left is as good as any
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if !used.contains(&[h, rho]) {
            used.push([h, rho]);
        }
        Run::new(builder, h, rho)
    }

    /// Step lengths (s) and relaxations of the runs made so far, as text: `1.0e-3`, or the smallest and
    /// the largest.
    pub fn settings(&self) -> [String; 2] {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        [0, 1].map(|which| {
            let all = || used.iter().map(|run| run[which]);
            let (low, high) = (
                all().fold(f64::INFINITY, f64::min),
                all().fold(0.0, f64::max),
            );
            let (low, high) = (format!("{low:.1e}"), format!("{high:.1e}"));
            match (used.is_empty(), low == high) {
                (true, _) => "none".into(),
                (_, true) => low,
                (_, false) => format!("{low} to {high}"),
            }
        })
    }

    /// A parameter.
    fn param(&self, key: &str) -> (String, &Value) {
        (format!("{}.params.{key}", self.id), &self.params[key])
    }

    /// A number of the parameters.
    pub fn number(&self, key: &str) -> Result<f64> {
        let (field, value) = self.param(key);
        number(&field, value)
    }

    /// Several numbers of the parameters.
    pub fn get<const N: usize>(&self, keys: [&str; N]) -> Result<[f64; N]> {
        let mut out = [0.0; N];
        for (out, key) in out.iter_mut().zip(keys) {
            *out = self.number(key)?;
        }
        Ok(out)
    }

    /// A list of numbers of the parameters.
    pub fn numbers(&self, key: &str) -> Result<Vec<f64>> {
        let (field, value) = self.param(key);
        numbers(&field, value)
    }

    /// A vector of the parameters.
    pub fn vector(&self, key: &str) -> Result<Vec3> {
        let (field, value) = self.param(key);
        vector(&field, value)
    }

    /// A list of vectors of the parameters.
    pub fn vectors(&self, key: &str) -> Result<Vec<Vec3>> {
        let (field, value) = self.param(key);
        let items = list(&field, value)?.iter();
        items.map(|item| vector(&field, item)).collect()
    }

    /// A vector (x, y) of the parameters as (x, 0, y).
    pub fn upright(&self, key: &str) -> Result<Vec3> {
        let (field, value) = self.param(key);
        upright(&field, value)
    }

    /// A quaternion (scalar first) of the parameters.
    pub fn rotation(&self, key: &str) -> Result<Rot> {
        let (field, value) = self.param(key);
        match numbers(&field, value)?[..] {
            [w, x, y, z] => Ok(rotation_from_wxyz([w, x, y, z])),
            _ => Err(wrong(&field, &"four numbers are needed")),
        }
    }

    /// A text of the parameters.
    pub fn text(&self, key: &str) -> Result<&str> {
        let (field, value) = self.param(key);
        word(&field, value)
    }

    /// The shape of the parameters in the body frame of the data, which has capsules and cylinders
    /// along x.
    pub fn shape(&self) -> Result<Placed> {
        let (field, value) = self.param("shape");
        let size = |key: &str| number(&format!("{field}.{key}"), &value[key]);
        let (shape, turned) = match word(&field, &value["type"])? {
            "sphere" => (Shape::Sphere(Sphere::new(size("radius")?)?), false),
            "box" => {
                let half = vector(&field, &value["half_extents"])?;
                (Shape::Cuboid(Cuboid::new(half)?), false)
            }
            "capsule" => {
                let capsule = Capsule::new(size("radius")?, size("length")?)?;
                (Shape::Capsule(capsule), true)
            }
            "cylinder" => {
                let cylinder = Cylinder::new(size("radius")?, size("length")?)?;
                (Shape::Cylinder(cylinder), true)
            }
            other => return Err(wrong(&field, &format!("no record has a {other}"))),
        };
        let mut placed = Placed::at_origin(shape);
        if turned {
            let quarter = std::f64::consts::FRAC_PI_2;
            placed.rotation = Rot::from_axis_angle(&Vec3::y_axis(), quarter);
        }
        Ok(placed)
    }

    /// Gravity, given as a vector or as its size along -z, m/s^2.
    pub fn gravity(&self) -> Result<Vec3> {
        match &self.params["gravity"] {
            Value::Array(_) => self.vector("gravity"),
            _ => Ok(Vec3::z() * -self.number("gravity")?),
        }
    }

    /// Fails when the record is not what a run of it takes for granted.
    pub fn ensure(&self, holds: bool, what: &str) -> Result<()> {
        if holds {
            Ok(())
        } else {
            Err(wrong(&self.id, &what))
        }
    }

    /// Names of the expected values.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.expected.iter().map(|e| e["name"].as_str());
        names.map(Option::unwrap_or_default)
    }

    /// Whether a value of this name is expected.
    pub fn expects(&self, name: &str) -> bool {
        self.names().any(|other| other == name)
    }

    /// The entry of an expected value: `value`, `tol_abs`, ...
    pub fn entry(&self, name: &str) -> Result<&Value> {
        let found = self.expected.iter().find(|e| e["name"] == name);
        found.ok_or_else(|| wrong(&self.id, &format!("nothing expected for {name}")))
    }

    /// An expected value.
    pub fn expected(&self, name: &str) -> Result<&Value> {
        Ok(&self.entry(name)?["value"])
    }

    /// All numbers of an expected value.
    pub fn expected_numbers(&self, name: &str) -> Result<Vec<f64>> {
        flat(&format!("{}.{name}", self.id), self.expected(name)?)
    }

    /// An expected number.
    pub fn expected_number(&self, name: &str) -> Result<f64> {
        number(&format!("{}.{name}", self.id), self.expected(name)?)
    }

    /// Step length at which the tolerances hold, s; `default` when none of them depends on it.
    pub fn time_step(&self, default: f64) -> f64 {
        if self.at_defaults {
            return DEFAULTS[0];
        }
        let mut steps = self.expected.iter().filter_map(|e| e["at_dt"].as_f64());
        steps.next().unwrap_or(default)
    }

    /// Number of steps for `seconds` and the step length, at most the reference's (or `default`).
    pub fn steps(&self, seconds: f64, default: f64) -> (usize, f64) {
        let n = (seconds / self.time_step(default) - 1e-6).ceil().max(1.0);
        (n as usize, seconds / n)
    }
}

fn wrong(field: &str, why: &dyn std::fmt::Display) -> Error {
    let fix = "use a file of the format of tests/oracles/README.md";
    Error::file(field, why.to_string(), fix)
}

/// A list.
pub fn list<'a>(field: &str, value: &'a Value) -> Result<&'a Vec<Value>> {
    value.as_array().ok_or_else(|| wrong(field, &"not a list"))
}

/// A text.
pub fn word<'a>(field: &str, value: &'a Value) -> Result<&'a str> {
    value.as_str().ok_or_else(|| wrong(field, &"not a text"))
}

/// A number.
pub fn number(field: &str, value: &Value) -> Result<f64> {
    value.as_f64().ok_or_else(|| wrong(field, &"not a number"))
}

fn numbers(field: &str, value: &Value) -> Result<Vec<f64>> {
    let items = list(field, value)?.iter();
    items.map(|item| number(field, item)).collect()
}

fn vector(field: &str, value: &Value) -> Result<Vec3> {
    match numbers(field, value)?[..] {
        [x, y, z] => Ok(Vec3::new(x, y, z)),
        _ => Err(wrong(field, &"three numbers are needed")),
    }
}

/// Two numbers (x, y) as the vector (x, 0, y).
pub fn upright(field: &str, value: &Value) -> Result<Vec3> {
    match numbers(field, value)?[..] {
        [x, z] => Ok(Vec3::new(x, 0.0, z)),
        _ => Err(wrong(field, &"two numbers are needed")),
    }
}

/// All numbers of a nested list.
fn flat(field: &str, value: &Value) -> Result<Vec<f64>> {
    let Value::Array(items) = value else {
        return Ok(vec![number(field, value)?]);
    };
    let parts: Result<Vec<Vec<f64>>> = items.iter().map(|item| flat(field, item)).collect();
    Ok(parts?.concat())
}
