//! The judge sees what shapes say, whatever the solver reports: steps are made up here.

use super::*;
use crate::shape::Shape;
use crate::step::Contact;
use crate::world::{Body, BodySpec};
use std::f64::consts::PI;

/// Heights of a body above the ground.
const HEIGHTS: [(f64, f64); 4] = [(0.3, 0.0), (0.06, 0.04), (0.83, 0.03), (0.81, 0.01)];

struct Scene {
    model: Model,
    initial: State,
}

fn scene(bodies: impl IntoIterator<Item = BodySpec>) -> Scene {
    let builder = bodies
        .into_iter()
        .fold(Model::builder(), |b, body| b.body(body));
    let (model, initial) = builder.build_with_start().expect("valid");
    Scene { model, initial }
}

fn ground() -> BodySpec {
    Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0))
}

fn cubes() -> Scene {
    let cube = || Shape::cuboid([0.02, 0.02, 0.02]);
    let above = Body::free("cube").shape(cube()).at([0.0, 0.0, 0.1]);
    scene([Body::fixed("rock").shape(cube()), above])
}

/// Returns a ball above a plane and a fixed slab whose middle is 1 m high.
fn ball_and_slab() -> Scene {
    let slab = Shape::cuboid([1.0, 1.0, 0.1]);
    let ball = Body::free("ball")
        .shape(Shape::sphere(0.1))
        .at([0.5, 0.5, 0.3]);
    let fixed = Body::fixed("slab").shape(slab).at([0.0, 0.0, 1.0]);
    scene([ground(), fixed, ball])
}

/// Returns a hull of about `faces` triangles on a ball of 5 cm above a plane.
fn stone(faces: usize) -> Scene {
    let count = faces / 2 + 2;
    let points: Vec<Vec3> = (0..count)
        .map(|k| {
            // a spiral from pole to pole
            let z: f64 = 1.0 - (2 * k + 1) as f64 / count as f64;
            let (turn, r) = (k as f64 * PI * (3.0 - 5_f64.sqrt()), (1.0 - z * z).sqrt());
            Vec3::new(r * turn.cos(), r * turn.sin(), z) * 0.05
        })
        .collect();
    let stone = Body::free("stone")
        .shape(Shape::hull(&points))
        .at([0.0, 0.0, 0.1]);
    scene([ground(), stone])
}

/// A solved step at relaxation `rho` that ends with the last body at height `z`, and with a contact of
/// the first body with it along z at the solver's `gap`, if any.
fn step(scene: &Scene, z: f64, gap: Option<f64>, rho: f64) -> Step {
    let mut step = Step {
        state: scene.initial.clone(),
        ..Step::default()
    };
    let last = scene.model.bodies.len() - 1;
    step.state.bodies[last].position.z = z;
    (step.status.solved, step.status.advanced) = (true, true);
    step.status.rho = rho;
    let id = |body| PartId { body, part: 0 };
    step.contacts.extend(gap.map(|gap| Contact {
        first: id(0),
        second: id(last),
        point: Vec3::zeros(),
        normal: Vec3::z(),
        gap,
        impulse: Vec3::zeros(),
        normal_impulse: 0.0,
        torsional_impulse: 0.0,
        patch_radius: 0.0,
        patch: [Vec3::zeros(); 2],
        slip_velocity: Vec3::zeros(),
        sticking: false,
    }));
    step
}

fn judged<'a>(scene: &'a Scene, steps: &[Step]) -> Judge<'a> {
    let mut judge = Judge::new(&scene.model);
    for (index, step) in steps.iter().enumerate() {
        judge.judge(index, step);
    }
    judge
}

#[test]
fn overlaps_of_pairs_that_were_no_rows_are_seen() {
    let scene = ball_and_slab();
    for (z, depth) in HEIGHTS {
        let judge = judged(&scene, &[step(&scene, z, None, 1e-6)]);
        assert!((judge.deepest() - depth).abs() < 1e-9, "{z}");
        assert_eq!(judge.disagreements(), usize::from(depth > 0.0), "{z}");
        let overlap = deepest_overlap(
            &scene.model,
            &step(&scene, z, None, 1e-6).state,
            [].into_iter(),
        );
        assert!((overlap - depth).abs() < 1e-9, "{z}");
    }
    // the deepest of all steps, with directions of earlier ones at hand
    let steps = [0.3, 0.81, 0.83, 0.3, 0.06, 0.81].map(|z| step(&scene, z, None, 1e-6));
    for (k, depth) in [0.0, 0.01, 0.03, 0.03, 0.04, 0.04].into_iter().enumerate() {
        let judge = judged(&scene, &steps[..=k]);
        assert!((judge.deepest() - depth).abs() < 1e-9, "{k}");
    }
}

#[test]
fn a_stone_below_a_plane_is_deep_whatever_gap_the_solver_reports() {
    let scene = stone(400);
    let plane = &scene.model.bodies[1].parts[0].rows;
    assert!((380..=400).contains(&plane.len()), "{}", plane.len());
    for gap in [1e-4, 0.01, 0.3] {
        let judge = judged(&scene, &[step(&scene, -4.0, Some(gap), 3e-3)]);
        assert!((judge.deepest() - 4.05).abs() < 1e-3, "{}", judge.deepest());
        let worst = judge.worst().expect("a disagreement");
        assert_eq!((judge.disagreements(), worst.step), (1, 0));
        assert_eq!(
            (worst.first.as_str(), worst.second.as_str()),
            ("ground", "stone")
        );
        assert_eq!(worst.solver_gap, Some(gap));
        let text = worst.describe();
        assert!(
            text.contains("ground and stone") && text.contains("overlap by 4.05"),
            "{text}"
        );
    }
}

#[test]
fn a_cube_in_a_cube_is_deep_whatever_gap_the_solver_reports() {
    let scene = cubes();
    for gap in [1e-5, 3e-3, 0.03] {
        let judge = judged(&scene, &[step(&scene, 0.017, Some(gap), 1e-6)]);
        assert!(
            (judge.deepest() - 0.023).abs() < 1e-9,
            "{}",
            judge.deepest()
        );
        let worst = judge.worst().expect("a disagreement");
        assert!((worst.true_gap + 0.023).abs() < 1e-9 && worst.excess() > 0.02);
    }
}

/// What the relaxation explains is no disagreement, what it does not is: two cubes, gaps on both sides of the
/// bounds.
#[test]
fn gaps_within_what_the_relaxation_explains_are_no_disagreement() {
    let scene = cubes();
    // (height, solver's gap, rho, whether they disagree); the cubes touch at 0.04
    let cases = [
        (0.0401, 1.0e-4, 1e-6, false),
        (0.0401, 1.7e-4, 1e-6, false),
        (0.0401, 3.0e-5, 1e-6, true),
        (0.04 - 1e-8, 1e-7, 1e-6, false),
        (0.04 - 1e-5, 1e-7, 1e-6, true),
        (0.04 - 1e-5, 1e-7, 1e-4, false),
        (0.0395, 1e-4, 1e-6, true),
        (0.06, 0.02, 1e-6, false),
        (0.06, 1e-4, 1e-6, true),
    ];
    for (z, gap, rho, odd) in cases {
        let judge = judged(&scene, &[step(&scene, z, Some(gap), rho)]);
        assert_eq!(
            judge.disagreements() == 1,
            odd,
            "{z} {gap} {rho}: {:?}",
            judge.worst()
        );
    }
}

/// Steps in halves and unsolved ones are judged by their shapes alone.
#[test]
fn gaps_of_steps_in_halves_are_not_compared() {
    let scene = cubes();
    for change in [
        (|step: &mut Step| step.status.halved = true) as fn(&mut Step),
        |step| step.status.rung = Rung::Halved,
        |step| step.status.solved = false,
    ] {
        let mut step = step(&scene, 0.017, Some(0.01), 1e-6);
        change(&mut step);
        let judge = judged(&scene, &[step]);
        assert_eq!(judge.disagreements(), 0);
        assert!((judge.deepest() - 0.023).abs() < 1e-9);
    }
}
