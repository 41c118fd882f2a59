//! Times steps of mechanisms and their derivatives for `mechanisms_speed.py`: a line with the name of a case in, a line of JSON out.

#[path = "../src/clock.rs"]
mod clock;
#[allow(dead_code)]
#[path = "../../../tests/joints/reference_mechanisms.rs"]
mod reference_mechanisms;

use drystone::shape::Shape;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Body, JointAxis, JointKind, JointSpec, Motor};
use drystone::{Input, Model, ModelBuilder, State, Vec3};
use serde_json::{Value, json};
use std::io::BufRead;
use std::sync::Arc;

const RHO: f64 = 1e-6;
const TIME_STEP: f64 = 0.005;
/// Steps of a trajectory, and how often the derivative of its last step is taken.
const STEPS: u32 = 100;
const DERIVATIVES: u32 = 20;
/// Steps after which the arm presses on the box with all its force, and the humanoid lies on the floor.
const SETTLED: usize = 400;

/// Radius of the balls of the humanoid, m.
const BALL: f64 = 0.06;

/// A trajectory to be timed.
struct Case {
    model: Arc<Model>,
    start: State,
    input: Input,
}

/// Adds the arm of `benches/joints.rs`.
fn arm(mut builder: ModelBuilder) -> ModelBuilder {
    for i in 0..7 {
        let body = Body::free(format!("link{i}"))
            .shape(Shape::capsule(0.05, 0.12))
            .at([0.0, 0.0, 1.8 - 0.2 * f64::from(i)]);
        let along = JointAxis::default()
            .limits(-2.8, 2.8)
            .damping(0.5)
            .motor(Motor::position(200.0, 20.0, 80.0));
        let axis = if i % 2 == 0 { Vec3::z() } else { Vec3::y() };
        let name = format!("joint{i}");
        let joint = JointSpec::new(name, JointKind::Revolute, format!("link{i}"))
            .axis(axis)
            .along(along);
        let joint = match i {
            0 => joint.anchor(Vec3::new(0.0, 0.0, 1.9)),
            _ => joint
                .parent(format!("link{}", i - 1))
                .anchor(Vec3::new(0.0, 0.0, -0.1)),
        };
        builder = builder.body(body).joint(joint);
    }
    builder
}

/// Returns the arm with its motors told to go to `targets`.
fn commanded(builder: ModelBuilder, targets: [f64; 7]) -> Case {
    let (model, start) = arm(builder.time_step(TIME_STEP))
        .build_with_start()
        .expect("valid");
    let model = Arc::new(model);
    let mut input = Input::hold(&model, &start);
    for (motor, target) in input.motors.iter_mut().zip(targets) {
        motor.position = target;
    }
    Case {
        model,
        start,
        input,
    }
}

/// The arm presses sideways on a box of 20 kg that stands on the floor.
fn pressing() -> Case {
    let floor = Body::fixed("floor").shape(Shape::half_space(Vec3::z(), 0.0));
    let cargo = Body::free("box")
        .shape(Shape::cuboid([0.15, 0.15, 0.4]))
        .mass(20.0)
        .at([0.21, 0.0, 0.4]);
    let mut case = commanded(
        Model::builder().body(floor).body(cargo),
        [0.0, -0.3, 0.0, 0.0, 0.0, 0.0, 0.0],
    );
    settle(&mut case);
    case
}

fn settle(case: &mut Case) {
    let mut simulator = Simulator::new(case.model.clone());
    for _ in 0..SETTLED {
        let step = simulator.step(&case.start, &case.input, RHO);
        case.start = step.expect("valid").state;
    }
}

/// The humanoid in the air, or on a floor, which balls at the origins of its bodies touch.
fn humanoid(on_floor: bool) -> Case {
    let all = reference_mechanisms::mechanisms();
    let own = all.iter().find(|own| own.name == "humanoid");
    let own = own.expect("the file has it");
    let mut model = own.model(TIME_STEP);
    let mut start = own.state(&model, &own.configurations[0]);
    if on_floor {
        let bodies = model.bodies.iter().zip(&start.bodies);
        let origins = bodies.map(|(b, at)| b.shape_from_centre(&at.position, &at.rotation).z);
        let floor = origins.fold(f64::MAX, f64::min) - BALL;
        let mut builder = own.builder(|body| body.shape(Shape::sphere(BALL)));
        for a in &model.bodies {
            for b in &model.bodies {
                builder = builder.no_contact(&a.name, &b.name);
            }
        }
        let floor = Body::fixed("floor").shape(Shape::half_space(Vec3::z(), floor));
        let builder = builder.time_step(TIME_STEP).body(floor);
        model = Arc::new(builder.build().expect("valid"));
        start = own.state(&model, &own.configurations[0]);
    }
    model.start_half_step_early(&mut start, &vec![Vec3::zeros(); model.bodies.len()]);
    let input = Input::hold(&model, &start);
    let mut case = Case {
        model,
        start,
        input,
    };
    if on_floor {
        settle(&mut case);
    }
    case
}

fn measure(case: &Case) -> Value {
    let mut simulator = Simulator::new(case.model.clone());
    let (mut state, mut last) = (case.start.clone(), case.start.clone());
    let mut out = Step::default();
    let (mut iterations, mut unsolved, mut retried) = (0, 0, 0);
    let step = clock::seconds_each(STEPS, || {
        std::mem::swap(&mut state, &mut last);
        let made = simulator.step_into(&last, &case.input, RHO, &mut out);
        unsolved += u32::from(made.is_err() || !out.status.solved);
        retried += u32::from(out.status.needed_ladder);
        iterations += out.status.iterations;
        state.clone_from(&out.state);
    });
    let wrt = Wrt::state_and_inputs();
    let mut sizes = [0; 2];
    let derivative = clock::seconds_each(DERIVATIVES, || {
        let own = simulator.joint_gradient(&out, RHO, &wrt).expect("solved");
        sizes = [own.a.ncols(), own.b.ncols()];
    });
    json!({
        "step": step,
        "derivative": derivative,
        "columns": sizes,
        "iterations": iterations as f64 / f64::from(STEPS),
        "contacts": out.contacts.len(),
        "unsolved": unsolved,
        "retried": retried,
        "q": state.joint_positions(&case.model),
    })
}

fn main() {
    let cases = [
        ("arm", commanded(Model::builder(), [0.3; 7])),
        ("arm on a box", pressing()),
        ("humanoid", humanoid(false)),
        ("humanoid on the floor", humanoid(true)),
    ];
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let case = cases.iter().find(|(name, _)| *name == line);
        println!("{}", measure(&case.expect("a case").1));
    }
}
