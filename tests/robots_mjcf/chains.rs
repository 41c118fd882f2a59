//! Joints of one body that are no kind of joint together: a chain with thin rods between them.

use super::joints::{O, moves, with};
use super::{joint, model, words, world};
use drystone::math::Mat3;
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::JointKind;
use drystone::{Input, Rot, State, Vec3};
use nalgebra::{DMatrix, UnitVector3};

/// A hinge as in a file: its axis, of any length, and its point.
type Hinge = ([f64; 3], [f64; 3]);

/// The shoulder blade of a dog: oblique hinges, none of which meet.
const SHOULDER: [Hinge; 3] = [
    ([0.0, 0.0, 1.0], [-0.03, -0.02, 0.0]),
    ([1.0, 0.0, 0.0], [0.0, -0.05, -0.07]),
    ([0.3, 1.0, 0.0], [0.0, 0.0, 0.0]),
];
const POST: Hinge = ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0]);

fn direction(hinge: &Hinge) -> UnitVector3<f64> {
    UnitVector3::new_normalize(Vec3::from(hinge.0))
}

fn element(name: &str, ([x, y, z], [a, b, c]): &Hinge) -> String {
    format!("<joint name=\"{name}\" axis=\"{x} {y} {z}\" pos=\"{a} {b} {c}\"/>")
}

/// A body on a hinge, and another one on that, by the hinges of a dog's shoulder blade.
fn shoulder() -> Scene {
    let hinges = ["a", "b", "c"].iter().zip(&SHOULDER);
    let hinges: String = hinges.map(|(name, hinge)| element(name, hinge)).collect();
    model(&format!(
        "<option timestep=\"1e-4\"/><worldbody><body name=\"p\" pos=\"0.1 0.2 0.3\">{}<inertial mass=\"2\" pos=\"0.05 0 0.02\" diaginertia=\"0.02 0.03 0.025\"/>
         <geom size=\"0.05\"/>
         <body name=\"q\" pos=\"0.3 0 0\">{hinges}
         <inertial mass=\"0.5\" pos=\"0.02 0.01 -0.1\" diaginertia=\"0.002 0.0018 0.0009\"/><geom size=\"0.05\"/></body></body></worldbody>",
        element("o", &POST)
    ))
}

/// Returns the mass matrix of that model from the axes and points of its hinges, joint by joint, and the places of both centres.
fn reference(values: &[f64; 4]) -> (DMatrix<f64>, [Vec3; 2]) {
    let (mut point, mut turn) = (Vec3::new(0.1, 0.2, 0.3), Rot::identity());
    let mut columns: Vec<(Vec3, Vec3)> = Vec::new();
    let mut hinge = |own: &Hinge, value: f64, point: &mut Vec3, turn: &mut Rot| {
        let at = Vec3::from(own.1);
        columns.push((*turn * direction(own).into_inner(), *point + *turn * at));
        let next = *turn * Rot::from_axis_angle(&direction(own), value);
        *point += *turn * at - next * at;
        *turn = next;
        columns.clone()
    };
    let mut out = DMatrix::zeros(4, 4);
    let mut add = |columns: &[(Vec3, Vec3)], centre: Vec3, turn: &Rot, mass: f64, moments: Vec3| {
        let turn = turn.to_rotation_matrix().into_inner();
        let inertia = turn * Mat3::from_diagonal(&moments) * turn.transpose();
        for (i, (a, p)) in columns.iter().enumerate() {
            for (k, (b, q)) in columns.iter().enumerate() {
                let along = a.cross(&(centre - p)).dot(&b.cross(&(centre - q)));
                out[(i, k)] += mass * along + a.dot(&(inertia * b));
            }
        }
        centre
    };
    let above = hinge(&POST, values[0], &mut point, &mut turn);
    let centre = point + turn * Vec3::new(0.05, 0.0, 0.02);
    let first = add(&above, centre, &turn, 2.0, Vec3::new(0.02, 0.03, 0.025));
    point += turn * Vec3::new(0.3, 0.0, 0.0);
    let mut all = above;
    for (own, value) in SHOULDER.iter().zip(&values[1..]) {
        all = hinge(own, *value, &mut point, &mut turn);
    }
    let centre = point + turn * Vec3::new(0.02, 0.01, -0.1);
    let second = add(&all, centre, &turn, 0.5, Vec3::new(0.002, 0.0018, 0.0009));
    (out, [first, second])
}

/// Returns the state at joint positions, at rest.
fn at(scene: &Scene, values: &[f64]) -> State {
    let zero = vec![0.0; values.len()];
    let state = scene
        .initial
        .with_joint_positions(&scene.model, values, &zero);
    state.expect("positions")
}

#[test]
fn hinges_that_do_not_cross_turn_one_after_the_other() {
    let text = r#"<joint name="a" axis="0 1 0" pos="0 0 0.08"/><joint name="b" axis="1 0 0.5" pos="0 0 0.04"/>"#;
    let scene = world(&with(text));
    for name in ["a", "b"] {
        assert_eq!(joint(&scene, name).kind, JointKind::Revolute);
    }
    let second = Vec3::new(1.0, 0.0, 0.5).normalize();
    let steps = [
        ('h', Vec3::y(), Vec3::new(0.0, 0.0, 0.08), 0.7),
        ('h', second, Vec3::new(0.0, 0.0, 0.04), -0.4),
    ];
    moves(&scene, &[0.7, -0.4], &steps);
    let scene = world(&with(
        r#"<joint name="a" type="slide"/><joint name="b" axis="0 1 0"/>"#,
    ));
    moves(
        &scene,
        &[0.2, 0.7],
        &[('s', Vec3::z(), O, 0.2), ('h', Vec3::y(), O, 0.7)],
    );
    assert!(words(&scene).contains("b: its 2 joints are joints of their own"));
}

#[test]
fn rods_between_hinges_change_no_mass() {
    let scene = shoulder();
    let model = &scene.model;
    assert_eq!(model.bodies.len(), 5);
    let mut cases = 0;
    for values in [[0.0; 4], [0.3, -0.5, 0.7, 0.4], [-1.1, 0.9, -0.2, 1.3]] {
        let state = at(&scene, &values);
        let (right, centres) = reference(&values);
        let found = model.joint_space().mass_matrix(&state);
        let off = (&found - &right).amax() / right.amax();
        assert!(off < 1e-10, "{off:.1e} of the mass matrix");
        let all = model
            .bodies
            .iter()
            .zip(&state.bodies)
            .filter(|(body, _)| body.is_moving());
        let mass: f64 = all.clone().map(|(body, _)| body.mass).sum();
        let moment: Vec3 = all.map(|(body, at)| at.position * body.mass).sum();
        let centre = (centres[0] * 2.0 + centres[1] * 0.5) / 2.5;
        assert!((mass - 2.5).abs() < 1e-15 && (moment / mass - centre).norm() < 1e-15);
        cases += 1;
    }
    assert_eq!(cases, 3);
}

#[test]
fn a_chain_swings_like_the_equations_of_motion_of_its_hinges() {
    let scene = shoulder();
    let start = [0.3, -0.5, 0.7, 0.4];
    // The acceleration at rest by M a = -dV/dq, V by central differences of the places of both centres.
    let (matrix, _) = reference(&start);
    let weight = |values: &[f64; 4]| {
        let (_, [a, b]) = reference(values);
        9.81 * (2.0 * a.z + 0.5 * b.z)
    };
    let slope = |k: usize| {
        let (mut up, mut down) = (start, start);
        (up[k], down[k]) = (start[k] + 1e-5, start[k] - 1e-5);
        (weight(&up) - weight(&down)) / 2e-5
    };
    let force = nalgebra::DVector::from_fn(4, |k, _| -slope(k));
    let right = matrix.lu().solve(&force).expect("a mass matrix");
    // From rest, the mean acceleration over a short time.
    const STEPS: usize = 200;
    let model = &scene.model;
    let mut state = at(&scene, &start);
    let input = Input::hold(model, &state);
    let mut simulator = Simulator::new(model.clone());
    let before = state.joint_positions(model);
    for _ in 0..STEPS {
        let step = simulator.step(&state, &input, 1e-8).expect("a step");
        assert!(step.status.solved);
        state = step.state;
    }
    let time = STEPS as f64 * model.time_step;
    for (k, (now, before)) in state.joint_positions(model).iter().zip(&before).enumerate() {
        let found = 2.0 * (now - before) / (time * time);
        let off = (found - right[k]).abs() / right.amax();
        assert!(off < 0.02, "joint {k}: {found} instead of {}", right[k]);
    }
}

#[test]
fn bodies_on_both_sides_of_a_chain_do_not_touch() {
    let scene = shoulder();
    let index = |name: &str| scene.model.body_index(name).expect("a body");
    assert!(!scene.model.may_touch(index("p"), index("q")));
}

#[test]
fn chains_whose_rods_have_nowhere_to_take_their_mass_from_are_refused() {
    let ball = "<geom size=\"0.1\" pos=\"0.3 0 0\"/>";
    let hinges: String = SHOULDER.iter().map(|hinge| element("", hinge)).collect();
    let cases = [
        (format!("<joint/><joint/>{ball}"), "not at a right angle"),
        (format!("{hinges}{ball}"), "not at a right angle"),
        (
            format!("<joint type=\"slide\"/><joint type=\"slide\" axis=\"1 0 1\"/>{ball}"),
            "not at a right angle",
        ),
        (
            "<joint/><joint axis=\"1 0 0\" pos=\"0 1 0\"/>".to_string(),
            "do not cross",
        ),
    ];
    for (inside, why) in &cases {
        let text = format!("<mujoco><worldbody><body>{inside}</body></worldbody></mujoco>");
        let error = Scene::parse(&text, "model.xml")
            .expect_err(inside)
            .to_string();
        assert!(error.contains(why), "{error}");
        assert!(error.contains("put a body with a mass between"), "{error}");
    }
}
