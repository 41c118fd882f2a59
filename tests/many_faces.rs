//! Stones with many faces rest where stones with few do: the relaxation of a part does not depend on the number
//! of its faces. Gaps are those of support functions. `-- --nocapture` prints the table of docs/decisions.md.

use crate::common::scenes::*;
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{
    Capsule, Cylinder, Minkowski, PaddedPolytope, Placed, Polytope, Shape, Sphere,
};
use drystone::step::{LARGEST_RHO, Simulator, Step};
use drystone::world::{BodyState, Input, MassSpec, Model};
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

/// A ball cut into `faces` faces of which the lowest is as small as the others.
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

/// Something that reaches `SIZE` below its origin, and how many times rho L it lies deeper than the law without
/// k says: 1 for the plane, and the relaxation of the part for every row that touches, half of it for
/// every cone that does.
struct Stone {
    name: String,
    shape: Shape,
    k: f64,
}

fn stones() -> Vec<Stone> {
    let r = SIZE;
    // Of `degree` rows and cones some touch.
    let new = |name: &str, shape: Shape, degree: usize, touching: f64| Stone {
        name: name.into(),
        shape,
        k: 1.0 + touching * (6.0 / degree as f64).min(1.0),
    };
    let polytope = Shape::Polytope;
    let padded = |core: Polytope| {
        Shape::PaddedPolytope(PaddedPolytope::new(core, 0.3 * r).expect("a padded stone"))
    };
    let capsule = Capsule::new(0.5 * r, r).expect("a capsule");
    let cylinder = Cylinder::new(r, 2.0 * r).expect("a cylinder");
    let box_of = |half: f64| cuboid(half, half, half);
    let mut all = vec![
        new("box", box_of(r), 6, 1.0),
        new("hull of 6", polytope(cube(r)), 6, 1.0),
        new("sphere", ball(r), 1, 0.5),
        new("capsule", Shape::Capsule(capsule), 3, 1.5),
        new("cylinder", Shape::Cylinder(cylinder), 3, 1.0),
        new("padded cube", padded(cube(0.7 * r)), 7, 1.5),
        new("padded hull of 152", padded(stone(152, 0.7 * r)), 153, 1.5),
        new(
            "padded hull of 1000",
            padded(stone(1000, 0.7 * r)),
            1001,
            1.5,
        ),
        new("box + sphere", sum(box_of(0.7 * r), ball(0.3 * r)), 7, 1.5),
        new("box + box", sum(box_of(0.7 * r), box_of(0.3 * r)), 12, 2.0),
        new(
            "hull of 400 + box",
            sum(polytope(stone(400, 0.7 * r)), box_of(0.3 * r)),
            406,
            2.0,
        ),
    ];
    for faces in [8, 14, 50, 152, 400, 1000, 2000] {
        let shape = polytope(stone(faces, r));
        all.push(new(&format!("hull of {faces}"), shape, faces, 1.0));
    }
    for faces in [50, 400, 2000] {
        let shape = polytope(round_stone(faces, r));
        all.push(new(&format!("round hull of {faces}"), shape, faces, 1.0));
    }
    all
}

/// The plane z <= 0, or a wide box with its top there.
fn floors() -> [(&'static str, Placed); 2] {
    let slab = Placed {
        offset: -Vec3::z() * SIZE,
        ..Placed::at_origin(cuboid(5.0 * SIZE, 5.0 * SIZE, SIZE))
    };
    [("plane", Placed::at_origin(ground())), ("slab", slab)]
}

fn model(body: &Shape, floor: &Placed) -> Arc<Model> {
    let mass = MassSpec::Full(1.0, Vec3::zeros(), Mat3::identity() * (0.4 * SIZE * SIZE));
    let spec = free("body", body, 1.0, 0.5).mass_spec(mass);
    let mut floor_spec = fixed("floor", &floor.shape, 0.5);
    floor_spec.parts[0].placed = floor.clone();
    let builder = Model::builder().body(floor_spec).body(spec);
    let step = (SIZE / 9.81).sqrt() / STEPS;
    let builder = builder.length(SIZE).time_step(step);
    Arc::new(builder.build().expect("a valid model"))
}

/// Gap under a body, from its support, m.
fn gap(model: &Model, at: &BodyState) -> f64 {
    let down = at.rotation.inverse_transform_vector(&-Vec3::z());
    at.position.z - model.bodies[1].parts[0].placed.support_value(&down)
}

/// The gap at which a body that stands still goes on standing still, in rho L, and the most iterations of a step.
fn hover(model: &Arc<Model>, rho: f64) -> (f64, usize) {
    let mut simulator = Simulator::new(model.clone());
    let input = Input::hold(model, &rest(model));
    let mut state = rest(model);
    let mut step = Step::default();
    let mut most = 0;
    let (mut low, mut high) = (-STEPS, 1.5 * STEPS);
    for _ in 0..12 {
        let middle = 0.5 * (low + high);
        let at = Vec3::new(0.0, 0.0, SIZE + middle * rho * SIZE);
        state.bodies[1] = BodyState::at_rest(at, Rot::identity());
        simulator
            .step_into(&state, &input, rho, &mut step)
            .expect("an admissible step");
        assert!(step.status.solved, "{}", step.status.explain(rho));
        most = most.max(step.status.iterations);
        if step.state.bodies[1].velocity.z > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (0.5 * (low + high), most)
}

/// The law: rho L (T / h - k).
#[test]
fn whatever_the_number_of_its_faces_a_stone_hovers_by_the_same_law() {
    const RHOS: [f64; 7] = [1e-8, 1e-6, 1e-4, 3e-3, 1e-2, 3e-2, LARGEST_RHO];
    let (mut cases, mut worst) = (0, 0.0_f64);
    for (floor_name, floor) in floors() {
        println!("gap / (rho L), and iterations, on a {floor_name} at rho {RHOS:?}; law");
        for Stone { name, shape, k } in stones() {
            let model = model(&shape, &floor);
            // A slab is a part like others: its top touches, with the whole relaxation.
            let law = STEPS - k;
            let mut line = format!("{name:20}");
            for rho in RHOS {
                let (gap, most) = hover(&model, rho);
                let off = (gap - law).abs() / law;
                line += &format!(" {gap:6.3} ({most})");
                assert!(
                    off < 0.2,
                    "{name} on a {floor_name} at {rho:e}: {gap}, law {law}"
                );
                assert!(
                    most <= 10,
                    "{name} on a {floor_name} at {rho:e}: {most} iterations"
                );
                (cases, worst) = (cases + 1, worst.max(off));
            }
            println!("{line}  {law:.3}");
        }
    }
    println!("{cases} cases, at most {:.1} % off the law", 100.0 * worst);
    assert_eq!(cases, 2 * 21 * RHOS.len());
}

/// They fell through the floor, by 14,000 to 38,000 rho L in this time: the faces that do not touch took all of the
/// share of one that the rows of a pair have.
#[test]
fn a_stone_of_many_faces_that_is_dropped_comes_to_rest_on_the_floor() {
    let cases = [
        (400, 3e-3),
        (152, 1e-2),
        (2000, 1e-2),
        (2000, 1e-6),
        (2000, 1e-8),
    ];
    let mut rested = 0;
    for (faces, rho) in cases {
        let model = model(&Shape::Polytope(stone(faces, SIZE)), &floors()[0].1);
        let mut simulator = Simulator::new(model.clone());
        let input = Input::hold(&model, &rest(&model));
        let mut state = rest(&model);
        let leaning = Rot::new(Vec3::new(0.3, 0.1, 0.2));
        state.bodies[1] = BodyState::at_rest(Vec3::new(0.0, 0.0, 1.3 * SIZE), leaning);
        let mut step = Step::default();
        let mut iterations = 0;
        for _ in 0..200 {
            simulator
                .step_into(&state, &input, rho, &mut step)
                .expect("an admissible step");
            assert!(step.status.solved, "{}", step.status.explain(rho));
            iterations += step.status.iterations;
            state.clone_from(&step.state);
            assert!(
                gap(&model, &state.bodies[1]) > -0.02 * SIZE,
                "{faces} faces at {rho:e}"
            );
        }
        let gap = gap(&model, &state.bodies[1]) / (rho * SIZE);
        let mean = f64::from(iterations as u32) / 200.0;
        println!("{faces} faces at rho {rho:e}: gap {gap:.2} rho L, {mean:.2} iterations");
        let law = STEPS - 1.0;
        assert!(
            (gap - law).abs() < 0.2 * law,
            "{faces} faces at {rho:e}: {gap} rho L"
        );
        rested += 1;
    }
    assert_eq!(rested, cases.len());
}

#[test]
fn a_relaxation_beyond_the_largest_is_refused_with_the_limit() {
    let model = model(&ball(SIZE), &floors()[0].1);
    let mut simulator = Simulator::new(model.clone());
    let state = rest(&model);
    let input = Input::hold(&model, &state);
    let error = simulator.step(&state, &input, 1.001 * LARGEST_RHO);
    let text = error.expect_err("too large").to_string();
    assert!(text.contains("0.1") && text.contains("rho"), "{text}");
}
