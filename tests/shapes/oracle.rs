//! Supports, placements and certificates against the independent oracle data: at the stored
//! normal the certified scaling n.d / (h1(n) + h2(-n)) is the stored alpha, and shapes that touch
//! have no depth.

use drystone::math::{Rot, Vec3, rotation_from_wxyz};
use drystone::shape::*;
use serde_json::Value;
use std::path::PathBuf;

fn read(name: &str) -> Value {
    let folder = std::env::var_os("DRYSTONE_ORACLES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/oracles"),
        PathBuf::from,
    );
    serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap()
}

fn number(v: &Value) -> f64 {
    v.as_f64().unwrap()
}

fn numbers<const N: usize>(v: &Value) -> [f64; N] {
    std::array::from_fn(|i| number(&v[i]))
}

fn vectors(v: &Value) -> Vec<Vec3> {
    v.as_array()
        .unwrap()
        .iter()
        .map(|p| Vec3::from(numbers(p)))
        .collect()
}

fn polytope(v: &Value, polytopes: &Value) -> Polytope {
    let stored = v
        .get("ref")
        .map_or(v, |name| &polytopes[name.as_str().unwrap()]);
    Polytope::from_vertices(&vectors(&stored["vertices"])).unwrap()
}

/// A shape of the oracles; their axis is x, ours z.
fn placed(v: &Value, polytopes: &Value) -> Placed {
    let get = |key: &str| number(&v[key]);
    let along_x = |shape: Shape| Placed {
        rotation: Rot::from_scaled_axis(Vec3::y() * std::f64::consts::FRAC_PI_2),
        ..Placed::at_origin(shape)
    };
    let plain = Placed::at_origin;
    match v["type"].as_str().unwrap() {
        "sphere" => plain(Shape::Sphere(Sphere::new(get("radius")).unwrap())),
        "ellipsoid" => plain(Shape::Ellipsoid(
            Ellipsoid::new(Vec3::from(numbers(&v["semi_axes"]))).unwrap(),
        )),
        "box" => plain(Shape::Cuboid(
            Cuboid::new(Vec3::from(numbers(&v["half_extents"]))).unwrap(),
        )),
        "polytope" => plain(Shape::Polytope(polytope(v, polytopes))),
        "padded_polytope" => {
            let padded = PaddedPolytope::new(polytope(v, polytopes), get("radius"));
            plain(Shape::PaddedPolytope(padded.unwrap()))
        }
        "capsule" => along_x(Shape::Capsule(
            Capsule::new(get("radius"), get("length")).unwrap(),
        )),
        "cylinder" => along_x(Shape::Cylinder(
            Cylinder::new(get("radius"), get("length")).unwrap(),
        )),
        "cone" => along_x(Shape::CircularCone(
            CircularCone::new(get("height"), get("half_angle")).unwrap(),
        )),
        "halfspace" => {
            let plane = HalfSpace::new(Vec3::from(numbers(&v["normal"])), get("offset"));
            plain(Shape::HalfSpace(plane.unwrap()))
        }
        "minkowski_sum" => {
            let children = v["children"].as_array().unwrap();
            let child = |c: &Value| {
                let own = placed(&c["shape"], polytopes);
                let turn = rotation_from_wxyz(numbers(&c["quaternion"]));
                Placed {
                    offset: Vec3::from(numbers(&c["position"])) + turn * own.offset,
                    rotation: turn * own.rotation,
                    shape: own.shape,
                }
            };
            let sum = |a: Placed, b: Placed| {
                plain(Shape::Minkowski(Box::new(Minkowski::new(a, b).unwrap())))
            };
            children.iter().map(child).reduce(sum).unwrap()
        }
        other => panic!("unknown shape {other}"),
    }
}

/// Sum of the origins of all members: the reference point of a shape, in its own frame.
fn reference(shape: &Placed) -> Vec3 {
    let own = match &shape.shape {
        Shape::Minkowski(sum) => sum.children.iter().map(reference).sum(),
        _ => Vec3::zeros(),
    };
    shape.rotation * own + shape.offset
}

fn body(v: &Value, polytopes: &Value) -> (Placed, (Vec3, Rot)) {
    let pose = (
        Vec3::from(numbers(&v["position"])),
        rotation_from_wxyz(numbers(&v["quaternion"])),
    );
    (placed(&v["shape"], polytopes), pose)
}

#[test]
fn the_certificate_at_the_stored_normal_is_the_stored_scaling() {
    let polytopes = read("polytopes.json");
    let (mut pairs, mut touching) = (0, 0);
    for file in ["gd_pairs.json", "gd_minkowski.json"] {
        let data = read(file);
        let records = data
            .as_array()
            .or_else(|| data["records"].as_array())
            .unwrap();
        for record in records {
            let id = &record["id"];
            let ((a, pose_a), (b, pose_b)) = (
                body(&record["b1"], &polytopes),
                body(&record["b2"], &polytopes),
            );
            let n = Vec3::from(numbers(&record["n"]));
            let alpha = number(&record["alpha"]);
            let h = |part: &Placed, pose: &(Vec3, Rot), n: &Vec3| {
                let inner = pose.1.inverse_transform_vector(n);
                part.support_value(&inner) - inner.dot(&reference(part))
            };
            let plane = |part: &Placed| matches!(part.shape, Shape::HalfSpace(_));
            let centre = |part: &Placed, pose: &(Vec3, Rot)| pose.0 + pose.1 * reference(part);
            let d = centre(&b, &pose_b) - centre(&a, &pose_a);
            // A half-space does not scale: its support stands with the distance.
            let (ha, hb) = (h(&a, &pose_a, &n), h(&b, &pose_b, &-n));
            let fixed = if plane(&a) { ha } else { 0.0 } + if plane(&b) { hb } else { 0.0 };
            let certified = (n.dot(&d) - fixed) / (ha + hb - fixed);
            let error = (certified - alpha).abs() / alpha.max(1.0);
            assert!(error < 1e-9, "{id}: {certified} but alpha = {alpha}");
            pairs += 1;
            let gap = gap_certificate(&a, &pose_a, &b, &pose_b, &n);
            assert!((gap - (n.dot(&d) - ha - hb)).abs() < 1e-12, "{id}");
            if record["cat"] == "touch" {
                let depth = penetration(&a, &pose_a, &b, &pose_b, &n);
                assert!(
                    depth.abs() < 1e-8,
                    "{id}: touching shapes have depth {depth}"
                );
                touching += 1;
            }
        }
    }
    assert!(
        pairs > 100 && touching > 20,
        "{pairs} pairs, {touching} touching"
    );
}
