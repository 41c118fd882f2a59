//! Stones with many faces rest where stones with few do: the relaxation of a part does not depend on the number
//! of its faces.

mod common {
    pub mod scenes;
}
use common::scenes::*;
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{
    Capsule, Cylinder, Minkowski, PaddedPolytope, Placed, Polytope, Shape, Sphere,
};
use drystone::step::{Simulator, Step};
use drystone::world::{BodySpec, BodyState, Input, MassSpec, Model};
use std::sync::Arc;

/// Unit of length and half-height of the bodies, m.
const SIZE: f64 = 0.1;
/// T / h.
const STEPS: f64 = 10.0;

/// A ball of radius `r` cut into `faces` faces, one of them a broad one below at height -`r`; it has a
/// two-fold axis.
fn stone(faces: usize, r: f64) -> Polytope {
    let outer = r / 0.9;
    let half = (faces - 2) / 2;
    let mut normals = vec![-Vec3::z(), Vec3::z()];
    for i in 0..half {
        let z = -0.85 + 1.8 * (i as f64 + 0.5) / half as f64;
        let angle = (i as f64 * 0.618_033_988_749_895).fract() * std::f64::consts::PI;
        let across = (1.0 - z * z).sqrt();
        let side = Vec3::new(across * angle.cos(), across * angle.sin(), z);
        normals.push(side);
        normals.push(Vec3::new(-side.x, -side.y, z));
    }
    let offsets: Vec<f64> = (0..normals.len())
        .map(|i| if i < 2 { r } else { outer })
        .collect();
    let stone = Polytope::from_faces(&normals, &offsets).expect("a bounded stone");
    assert_eq!(stone.normals.len(), faces);
    stone
}

/// A stone whose lowest face is as small as the others.
fn round_stone(faces: usize, r: f64) -> Polytope {
    let half = (faces - 2) / 2;
    let mut normals = vec![-Vec3::z(), Vec3::z()];
    let edge = 1.0 - 2.0 / faces as f64;
    for i in 0..half {
        let z = -edge + 2.0 * edge * (i as f64 + 0.5) / half as f64;
        let angle = (i as f64 * 0.618_033_988_749_895).fract() * std::f64::consts::PI;
        let across = (1.0 - z * z).sqrt();
        let side = Vec3::new(across * angle.cos(), across * angle.sin(), z);
        normals.push(side);
        normals.push(Vec3::new(-side.x, -side.y, z));
    }
    let offsets = vec![r; normals.len()];
    Polytope::from_faces(&normals, &offsets).expect("a bounded stone")
}

fn cube(half: f64) -> Polytope {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let normals: Vec<Vec3> = axes.iter().flat_map(|a| [*a, -a]).collect();
    Polytope::from_faces(&normals, &[half; 6]).expect("a cube")
}

fn sum(a: Shape, b: Shape) -> Shape {
    let sum = Minkowski::new(Placed::at_origin(a), Placed::at_origin(b));
    Shape::Minkowski(Box::new(sum.expect("two bounded shapes")))
}

fn ball(r: f64) -> Shape {
    Shape::Sphere(Sphere::new(r).expect("a ball"))
}

/// Bodies that reach `SIZE` below their origin, with their name.
fn bodies() -> Vec<(String, Shape)> {
    let r = SIZE;
    let mut all = vec![("cube".to_string(), cuboid(r, r, r))];
    all.push(("hull of 6".into(), Shape::Polytope(cube(r))));
    for faces in [8, 14, 50, 152, 400, 1000, 2000] {
        all.push((format!("hull of {faces}"), Shape::Polytope(stone(faces, r))));
    }
    for faces in [50, 400, 2000] {
        all.push((format!("round of {faces}"), Shape::Polytope(round_stone(faces, r))));
    }
    let padded = |core: Polytope| {
        Shape::PaddedPolytope(PaddedPolytope::new(core, 0.3 * r).expect("a padded stone"))
    };
    let hull = |faces: usize| Shape::Polytope(stone(faces, 0.7 * r));
    all.extend([
        ("sphere".to_string(), ball(r)),
        ("capsule".into(), Shape::Capsule(Capsule::new(0.5 * r, r).expect("a capsule"))),
        ("cylinder".into(), Shape::Cylinder(Cylinder::new(r, 2.0 * r).expect("a cylinder"))),
        ("padded cube".into(), padded(cube(0.7 * r))),
        ("padded hull of 152".into(), padded(stone(152, 0.7 * r))),
        ("padded hull of 1000".into(), padded(stone(1000, 0.7 * r))),
        ("cube + sphere".into(), sum(cuboid(0.7 * r, 0.7 * r, 0.7 * r), ball(0.3 * r))),
        ("cube + cube".into(), sum(cuboid(0.7 * r, 0.7 * r, 0.7 * r), cuboid(0.3 * r, 0.3 * r, 0.3 * r))),
        ("hull of 152 + sphere".into(), sum(hull(152), ball(0.3 * r))),
        ("hull of 400 + cube".into(), sum(hull(400), cuboid(0.3 * r, 0.3 * r, 0.3 * r))),
    ]);
    all
}

fn model(body: &Shape, floor: &Shape) -> Arc<Model> {
    let mass = MassSpec::Full(1.0, Vec3::zeros(), Mat3::identity() * (0.4 * SIZE * SIZE));
    let spec = BodySpec { mass, ..free("body", body, 1.0, 0.5) };
    let builder = Model::builder().body(fixed("floor", floor, 0.5)).body(spec);
    let step = (SIZE / 9.81).sqrt() / STEPS;
    Arc::new(builder.length(SIZE).time_step(step).build().expect("a valid model"))
}

/// Gap under a body, from its support, m.
fn gap(model: &Model, at: &BodyState) -> f64 {
    let down = at.rotation.inverse_transform_vector(&-Vec3::z());
    at.position.z - model.bodies[1].parts[0].placed.support_value(&down)
}

/// The gap at which a body that stands still goes on standing still, in rho L, and the most iterations on the way.
fn hover(model: &Arc<Model>, rho: f64) -> Result<(f64, usize), String> {
    let mut simulator = Simulator::new(model.clone());
    let mut state = rest(model);
    let input = Input::hold(model, &state);
    let mut step = Step::default();
    let mut most = 0;
    let (mut low, mut high) = (-10.0, 1.5 * STEPS);
    for _ in 0..14 {
        let middle = 0.5 * (low + high);
        let at = Vec3::new(0.0, 0.0, SIZE + middle * rho * SIZE);
        state.bodies[1] = BodyState::at_rest(at, Rot::identity());
        simulator.step_into(&state, &input, rho, &mut step).map_err(|e| e.to_string())?;
        if !step.status.solved {
            return Err(step.status.explain(rho));
        }
        most = most.max(step.status.iterations);
        if step.state.bodies[1].velocity.z > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok((0.5 * (low + high), most))
}

#[test]
#[ignore]
fn experiment() {
    let rhos: Vec<f64> = std::env::var("RHOS").unwrap_or("1e-8 1e-6 1e-4 1e-3 3e-3 1e-2 3e-2 1e-1".into()).split(' ').map(|r| r.parse().unwrap()).collect();
    for (floor_name, floor) in [("plane", ground()), ("box", {
        Shape::Cuboid(drystone::shape::Cuboid::new(Vec3::new(SIZE*5., SIZE*5., SIZE)).unwrap())
    })] {
        println!("{floor_name} {rhos:?}");
        for (name, body) in bodies() {
            let model = model(&body, &floor);
            let model = if floor_name == "box" { let mut m = (*model).clone(); m.bodies[0].parts[0].placed.offset.z = -SIZE;
              m.bodies[0].parts[0].bounds.0.z -= SIZE; m.bodies[0].parts[0].bounds.1.z -= SIZE;
              let rows = m.bodies[0].parts[0].placed.rows().in_units_of(SIZE);
              m.bodies[0].parts[0].rows = Arc::new(rows); Arc::new(m) } else { model };
            let mut line = format!("{name:22}");
            for &rho in &rhos {
                match hover(&model, rho) {
                    Ok((gap, most)) => line += &format!(" {gap:7.3} ({most:2})"),
                    Err(why) => line += &format!(" {:12}", &why[..why.len().min(12)].replace('\n', " ")),
                }
            }
            println!("{line}");
        }
    }
}

#[test]
#[ignore]
fn fall() {
    for (faces, rho) in [(400, 3e-3), (152, 1e-2), (2000, 1e-2), (2000, 1e-6), (2000, 1e-8), (50, 1e-6), (14, 1e-6)] {
        let body = Shape::Polytope(stone(faces, SIZE));
        let model = model(&body, &ground());
        let mut simulator = Simulator::new(model.clone());
        let mut state = rest(&model);
        let input = Input::hold(&model, &state);
        let mut step = Step::default();
        state.bodies[1] = BodyState::at_rest(Vec3::new(0.0, 0.0, 1.3 * SIZE), Rot::new(Vec3::new(0.3, 0.1, 0.2)));
        let (mut total, mut worst, mut rung) = (0, 0, 0);
        for _ in 0..200 {
            simulator.step_into(&state, &input, rho, &mut step).unwrap();
            if !step.status.solved { println!("unsolved {}", step.status.explain(rho)); break; }
            total += step.status.iterations;
            worst = worst.max(step.status.iterations);
            rung += usize::from(step.status.rung != drystone::step::Rung::Base);
            state.clone_from(&step.state);
        }
        println!("{faces} {rho:e}: gap {:.3} rho L, mean {:.2} max {worst} rungs {rung}", gap(&model, &state.bodies[1]) / (rho * SIZE), total as f64 / 200.0);
    }
}
