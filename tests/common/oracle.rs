//! Reads the reference data (`tests/oracles/README.md`) into the shapes of this crate, and keeps
//! the account of what was compared.
//!
//! The door between two conventions: capsules, cylinders and cones of the data have their axis
//! along x, ours along z, so they are wrapped in a rotation.
#![allow(dead_code)]

use drystone::math::{Rot, Vec3, rotation_from_wxyz};
use drystone::shape::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Text of one file of the reference data; DRYSTONE_ORACLES may name another folder, for files that
/// it has.
pub fn read(file: &str) -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut above = package
        .ancestors()
        .map(|folder| folder.join("tests/oracles"));
    let own = above.find(|data| data.is_dir()).expect("the public set");
    let other = std::env::var_os("DRYSTONE_ORACLES").map(|folder| PathBuf::from(folder).join(file));
    let path = match other {
        Some(path) if file != TAPERED || path.exists() => path,
        _ => own.join(file),
    };
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Tapered capsules, of which the held-out data of others has none.
pub const TAPERED: &str = "gd_tapered.json";

/// One file of the reference data.
pub fn load(file: &str) -> Value {
    serde_json::from_str(&read(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// The list `records` of a file.
pub fn records(file: &Value) -> &[Value] {
    list(&file["records"])
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

pub fn vec3(value: &Value) -> Vec3 {
    Vec3::from_row_slice(&numbers(value))
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

pub fn rotation(value: &Value) -> Rot {
    let q = numbers(value);
    rotation_from_wxyz([q[0], q[1], q[2], q[3]])
}

/// Pose of a body or a part: position and rotation.
pub fn pose(value: &Value) -> (Vec3, Rot) {
    (vec3(&value["position"]), rotation(&value["quaternion"]))
}

/// The polytopes that shapes refer to, and which rows cylinders get.
pub struct Reader {
    polytopes: Value,
    pub cylinders: CylinderRows,
}

impl Reader {
    pub fn new() -> Self {
        Self {
            polytopes: load("polytopes.json"),
            cylinders: CylinderRows::Reduced,
        }
    }

    /// The shape of a body in the body frame of the data.
    pub fn shape(&self, value: &Value) -> Placed {
        let n = |key: &str| number(&value[key]);
        let mut along_x = false;
        let mut turned = |shape| {
            along_x = true;
            shape
        };
        let shape = match text(&value["type"]) {
            "sphere" => Shape::Sphere(Sphere::new(n("radius")).unwrap()),
            "ellipsoid" => Shape::Ellipsoid(Ellipsoid::new(vec3(&value["semi_axes"])).unwrap()),
            "box" => Shape::Cuboid(Cuboid::new(vec3(&value["half_extents"])).unwrap()),
            "polytope" => Shape::Polytope(self.polytope(value)),
            "padded_polytope" => {
                let padded = PaddedPolytope::new(self.polytope(value), n("radius"));
                Shape::PaddedPolytope(padded.unwrap())
            }
            "halfspace" => {
                let plane = HalfSpace::new(vec3(&value["normal"]), n("offset"));
                Shape::HalfSpace(plane.unwrap())
            }
            "capsule" => turned(Shape::Capsule(
                Capsule::new(n("radius"), n("length")).unwrap(),
            )),
            "tapered_capsule" => {
                let radii = numbers(&value["radii"]);
                let shape = TaperedCapsule::new([radii[0], radii[1]], n("length"));
                turned(Shape::TaperedCapsule(shape.unwrap()))
            }
            "cylinder" => {
                let mut cylinder = Cylinder::new(n("radius"), n("length")).unwrap();
                cylinder.form = self.cylinders;
                turned(Shape::Cylinder(cylinder))
            }
            "cone" => {
                let cone = CircularCone::new(n("height"), n("half_angle"));
                turned(Shape::CircularCone(cone.unwrap()))
            }
            "minkowski_sum" => {
                let children = list(&value["children"]);
                assert_eq!(children.len(), 2, "sums have two children");
                let [a, b] = [0, 1].map(|i| self.part(&children[i]));
                Shape::Minkowski(Box::new(Minkowski::new(a, b).unwrap()))
            }
            other => panic!("unknown shape {other}"),
        };
        let mut placed = Placed::at_origin(shape);
        if along_x {
            let quarter = std::f64::consts::FRAC_PI_2;
            placed.rotation = Rot::from_axis_angle(&Vec3::y_axis(), quarter);
        }
        placed
    }

    /// A shape with a position and a quaternion in an enclosing frame.
    pub fn part(&self, value: &Value) -> Placed {
        let (position, rotation) = pose(value);
        let own = self.shape(&value["shape"]);
        Placed {
            rotation: rotation * own.rotation,
            offset: position,
            shape: own.shape,
        }
    }

    /// The faces in the order of the data, so that `b[i]` is the same face here and there.
    fn polytope(&self, value: &Value) -> Polytope {
        let data = &self.polytopes[text(&value["ref"])];
        let normals: Vec<Vec3> = list(&data["A"]).iter().map(vec3).collect();
        let polytope = Polytope::from_faces(&normals, &numbers(&data["b"])).unwrap();
        for (ours, theirs) in polytope.normals.iter().zip(&normals) {
            assert!((ours - theirs).norm() < 1e-12, "faces keep their order");
        }
        polytope
    }
}

/// The rows with alpha >= 0 added, as in the data's central paths; the row's own length is free.
pub fn with_alpha_row(rows: &Rows) -> Rows {
    let mut out = rows.clone();
    let mut row = vec![0.0; rows.width()];
    row[3] = 1.0;
    let at = rows.orthant;
    out.h0.insert(at, 0.0);
    let start = at * rows.width();
    out.g.splice(start..start, row);
    out.orthant += 1;
    whole(out)
}

/// The rows with the whole relaxation, as in the reference data: s o z = rho in every row.
pub fn whole(rows: Rows) -> Rows {
    Rows {
        relaxation: 1.0,
        ..rows
    }
}

/// Size of a pair: the smaller bounding radius.
pub fn size(first: &Placed, second: &Placed) -> f64 {
    let own = |p: &Placed| p.shape.bounding_radius();
    own(first).min(own(second))
}

/// Largest absolute entry.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| m.max(v.abs()))
}

/// Largest absolute difference; the lists must be of one length.
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| {
        let d = (a - b).abs();
        // Not f64::max alone: it would drop a NaN.
        if d.is_nan() { f64::INFINITY } else { m.max(d) }
    })
}

#[derive(Default)]
struct Entry {
    count: usize,
    worst: f64,
    tolerance: f64,
    id: String,
    misses: usize,
}

/// What was compared, by quantity and category, with the worst errors.
#[derive(Default)]
pub struct Account {
    entries: BTreeMap<(String, String), Entry>,
    misses: Vec<String>,
}

impl Account {
    /// Notes an error that should be at most `tolerance`.
    pub fn see(&mut self, quantity: &str, category: &str, id: &str, error: f64, tolerance: f64) {
        let key = (quantity.to_string(), category.to_string());
        let entry = self.entries.entry(key).or_default();
        entry.count += 1;
        let missed = error.is_nan() || error > tolerance;
        if missed {
            entry.misses += 1;
            let row = format!("{id}: {quantity} {error:.2e}, tolerance {tolerance:.0e}");
            self.misses.push(row);
        }
        if entry.count == 1 || error.is_nan() || error / tolerance > entry.worst / entry.tolerance {
            entry.worst = error;
            entry.tolerance = tolerance;
            entry.id = id.to_string();
        }
    }

    /// Notes whether a query had an answer.
    pub fn solved(&mut self, id: &str, error: Option<&drystone::Error>) {
        let failed = error.map_or(0.0, |_| 1.0);
        self.see("unsolved", "", id, failed, 0.5);
        if let Some(error) = error {
            self.misses.push(format!("{id}: {error}"));
        }
    }

    /// Number of comparisons of a quantity.
    pub fn count(&self, quantity: &str) -> usize {
        let of = self.entries.iter().filter(|(key, _)| key.0 == quantity);
        of.map(|(_, entry)| entry.count).sum()
    }

    /// Prints the table and fails when anything missed its tolerance, or nothing was compared.
    pub fn settle(&self, file: &str) {
        assert!(!self.entries.is_empty(), "{file}: nothing was compared");
        for ((quantity, category), e) in &self.entries {
            println!(
                "{file:18} {quantity:12} {category:12} {:5} worst {:8.1e} of {:7.0e}  misses {}  ({})",
                e.count, e.worst, e.tolerance, e.misses, e.id
            );
        }
        let n = self.misses.len();
        assert!(
            n == 0,
            "{file}: {n} misses\n{}",
            self.misses[..n.min(200)].join("\n")
        );
    }
}
