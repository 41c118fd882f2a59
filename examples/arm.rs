//! An arm of three links in joint coordinates: a rollout with its derivative by commands, and commands that bring the tool to a
//! point.
//!
//! `cargo run --release --example arm`

use drystone::shape::Shape;
use drystone::step::Wrt;
use drystone::world::{Body, JointAxis, JointKind, JointSpec, Motor};
use drystone::{Input, Model, Result, Rot, Simulator, State, Vec3};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;

const STEPS: usize = 40;
const RHO: f64 = 1e-4;

/// Three capsules that hang on the world, with a position motor at every joint.
fn arm() -> Result<(Model, State)> {
    let mut builder = Model::builder().time_step(0.02);
    for i in 0..3 {
        let body = Body::free(format!("link{i}"))
            .shape(Shape::capsule(0.03, 0.24))
            .at([0.15 + 0.3 * i as f64, 0.0, 1.0]);
        let motor = Motor::position(60.0, 6.0, 40.0);
        let joint = JointSpec::new(format!("joint{i}"), JointKind::Revolute, format!("link{i}"))
            .axis(-Vec3::y())
            .along(
                JointAxis::default()
                    .limits(-2.6, 2.6)
                    .damping(0.05)
                    .motor(motor),
            );
        let joint = match i {
            0 => joint.anchor(Vec3::new(0.0, 0.0, 1.0)),
            _ => joint
                .parent(format!("link{}", i - 1))
                .anchor(Vec3::new(0.15, 0.0, 0.0)),
        };
        builder = builder.body(body).joint(joint);
    }
    let tool = (Vec3::new(0.15, 0.0, 0.0), Rot::identity());
    builder.frame("tool", "link2", tool).build_with_start()
}

/// Returns the end of a rollout under constant commands, and its derivative by them in joint space: 2 nv x 3.
fn rollout(
    model: &Arc<Model>,
    start: &State,
    commands: &[f64; 3],
) -> Result<(State, DMatrix<f64>)> {
    let mut simulator = Simulator::new(model.clone());
    let mut input = Input::hold(model, start);
    for (motor, command) in input.motors.iter_mut().zip(commands) {
        motor.position = *command;
    }
    let space = model.joint_space();
    let column = |i: usize| space.input(&format!("joint{i}.motor.position"));
    let columns = [column(0)?, column(1)?, column(2)?];
    let (mut state, mut chained) = (start.clone(), DMatrix::zeros(6, 3));
    for _ in 0..STEPS {
        let step = simulator.step(&state, &input, RHO)?;
        let own = simulator.joint_gradient(&step, RHO, &Wrt::state_and_inputs())?;
        chained = own.a * chained + own.b.select_columns(&columns);
        state = step.state;
    }
    Ok((state, chained))
}

fn main() -> Result<()> {
    let (model, start) = arm()?;
    let (space, frame) = (model.joint_space(), model.frame("tool")?);
    let goal = Vec3::new(0.55, 0.0, 1.35);
    let shared = Arc::new(model.clone());
    let mut commands = [0.3, 0.3, 0.3];
    println!(
        "commands (rad) that bring the tool to x {:.2}, z {:.2} m in {STEPS} steps",
        goal.x, goal.z
    );
    for round in 0..12 {
        let (end, by_commands) = rollout(&shared, &start, &commands)?;
        let (tool, _) = frame.pose(&end);
        let miss = goal - tool;
        println!(
            "{round:3}  {commands:6.3?}  misses by {:.2e} m",
            miss.norm()
        );
        if miss.norm() < 1e-6 {
            break;
        }
        // Least squares: the tool follows the positions, and the positions follow the commands.
        let jacobian = space.frame_jacobian(&end, frame).rows(0, 3) * by_commands.rows(0, 3);
        let damped = jacobian.transpose() * &jacobian + DMatrix::identity(3, 3) * 1e-6;
        let right = jacobian.transpose() * DVector::from_column_slice(miss.as_slice());
        if let Some(step) = damped.lu().solve(&right) {
            for (command, step) in commands.iter_mut().zip(step.iter()) {
                *command += step.clamp(-0.5, 0.5);
            }
        }
    }
    Ok(())
}
