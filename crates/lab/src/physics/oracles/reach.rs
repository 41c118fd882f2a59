//! An arm of two links with torques in its joints: its motion, and its equations of motion read from single steps.
//!
//! At rest without gravity and torques a step stays where it is, whatever its length, and its derivatives there are those of
//! the equations of motion exactly: d rates / d torques = h M^-1, d rates / d gravity = -h M^-1 (torques that hold, per gravity).

use super::arms::Arm;
use super::{Ledger, Record};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::step::{Simulator, Wrt};
use drystone::world::InputKind;
use nalgebra::{DMatrix, Matrix2, Vector2};

/// The relaxation means nothing here.
const RHO: f64 = 1e-6;

/// The equations of motion at rest.
struct Statics {
    mass: Matrix2<f64>,
    holding: Vector2<f64>,
    jacobian: Matrix2<f64>,
}

/// Reads rates of both joints from columns of derivatives of a state.
fn rates(of: &DMatrix<f64>, column: usize, nv: usize) -> Vector2<f64> {
    let turn = |body: usize| -of[(nv + 6 * body + 4, column)];
    Vector2::new(turn(0), turn(1) - turn(0))
}

fn statics(record: &Record, h: f64) -> Result<Statics> {
    let mut arm = Arm::double(record, 0.0, h)?;
    arm.put(&record.numbers("q0")?, &[0.0, 0.0]);
    let model = arm.run.model.clone();
    let nv = model.nv();
    let mut simulator = Simulator::precise(model.clone());
    let step = simulator.step(&arm.run.state, &arm.run.input, RHO)?;
    let wrt = Wrt {
        inputs: true,
        parameters: vec![model.parameter("gravity.z")?],
        ..Wrt::default()
    };
    let gradient = simulator.gradient(&step, RHO, &wrt)?;
    let (b, by_gravity) = (gradient.b(), gradient.parameters());
    let inputs = model.inputs().into_iter().enumerate();
    let motors: Vec<usize> = inputs
        .filter(|(_, input)| input.kind == InputKind::MotorEffort)
        .map(|(k, _)| k)
        .collect();
    let columns = [0, 1].map(|k| rates(&b, motors[k], nv));
    let singular =
        || drystone::Error::value(&record.id, "the mass matrix is singular", "look at the arm");
    let inverse = Matrix2::from_columns(&columns) / h;
    let mass = inverse.try_inverse().ok_or_else(singular)?;
    // The velocity of the end, by torques.
    let turn = arm.run.state.bodies[1].rotation;
    let handle = Vec3::z() * (arm.links[1].centre - arm.links[1].length);
    let ends = [0, 1].map(|k| {
        let of = |row: usize| b.fixed_view::<3, 1>(nv + 6 + row, motors[k]).into_owned();
        let (v, w) = (of(0), of(3));
        let end = v + turn * w.cross(&handle);
        Vector2::new(end.x, end.z)
    });
    Ok(Statics {
        mass,
        holding: mass * rates(&by_gravity, 0, nv) * (record.number("gravity")? / h),
        jacobian: Matrix2::from_columns(&ends) * mass / h,
    })
}

/// The acceleration from the ends of two first steps, with opposite velocities: an even function of the length of the step,
/// extrapolated.
fn acceleration(record: &Record) -> Result<Vector2<f64>> {
    let (q0, v0) = (record.numbers("q0")?, record.numbers("v0")?);
    let torques = record.numbers("joint_torques")?;
    let mut levels = Vec::new();
    for h in [0.016, 0.008, 0.004, 0.002] {
        let mut arm = Arm::double(record, record.number("gravity")?, h)?;
        for (motor, torque) in arm.run.input.motors.iter_mut().zip(&torques) {
            motor.effort = 0.5 * torque;
        }
        let mut simulator = Simulator::precise(arm.run.model.clone());
        let mut sum = Vector2::new(-2.0 * q0[0], -2.0 * q0[1]);
        for sign in [1.0, -1.0] {
            arm.put(&q0, &[sign * v0[0], sign * v0[1]]);
            arm.run.start_half_step_early();
            let step = simulator.step(&arm.run.state, &arm.run.input, RHO)?;
            let angles = step.state.joint_positions(&arm.run.model);
            sum += Vector2::new(angles[0], angles[1]);
        }
        levels.push(sum / (h * h));
    }
    let mut factor = 4.0;
    while levels.len() > 1 {
        let next = levels
            .windows(2)
            .map(|l| (l[1] * factor - l[0]) / (factor - 1.0));
        levels = next.collect();
        factor *= 4.0;
    }
    Ok(levels[0])
}

fn by_rows(of: &Matrix2<f64>) -> Vec<f64> {
    of.transpose().as_slice().to_vec()
}

/// An arm with constant torques.
pub fn two_link_arm(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let h = record.time_step(5e-4);
    ledger.at_step(h);
    let mut arm = Arm::double(record, record.number("gravity")?, h)?;
    arm.put(&record.numbers("q0")?, &record.numbers("v0")?);
    arm.run.start_half_step_early();
    arm.torques = record.numbers("joint_torques")?;
    let (mut q, mut v, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    arm.visit(&record.numbers("times")?, |arm, _, rates| {
        q.extend(arm.angles());
        v.extend(rates);
        ends.extend(arm.end());
    })?;
    ledger.near("q(times)", &q)?;
    ledger.near("v(times)", &v)?;
    ledger.near("end_effector(times)", &ends)?;
    let statics = statics(record, h)?;
    ledger.near("mass_matrix(q0)", &by_rows(&statics.mass))?;
    ledger.near("acceleration(q0,v0)", acceleration(record)?.as_slice())?;
    ledger.near("holding torques at q0", statics.holding.as_slice())?;
    ledger.near("jacobian(q0) d(x,z)/dq", &by_rows(&statics.jacobian))
}
