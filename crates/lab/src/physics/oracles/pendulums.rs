//! A pendulum and a double pendulum.

use super::arms::{Arm, Link};
use super::{Ledger, Record};
use drystone::error::Result;
use drystone::step::Wrt;
use nalgebra::DMatrix;

/// A pendulum: period, angles, and the force on its pivot.
pub fn pendulum(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let [mass, centre, inertia] = record.get(["mass", "com_distance", "inertia_about_com"])?;
    let h = record.time_step(1e-3);
    ledger.at_step(h);
    let link = Link {
        mass,
        length: 2.0 * centre,
        centre,
        inertia,
    };
    let mut arm = Arm::new(record, vec![link], record.number("gravity")?, h)?;
    arm.put(&[record.number("theta0")?], &[0.0]);
    arm.run.start_half_step_early();
    let times = record.numbers("times")?;
    let last = times.iter().fold(0.0, |last: f64, time| last.max(*time));
    let (mut angles, mut falls, mut drift) = (Vec::new(), Vec::new(), 0.0_f64);
    let mut bottom = None;
    while arm.run.time < last + h || falls.len() < 2 {
        let (time, before, velocity) = (arm.run.time, arm.angles()[0], arm.run.body(0).velocity);
        arm.run.advance()?;
        let after = arm.angles()[0];
        drift = drift.max(arm.gap());
        let at = |time_in: f64| before + (after - before) * (time_in - time) / h;
        angles.extend(
            times
                .iter()
                .filter(|t| (time..time + h).contains(*t))
                .map(|t| at(*t)),
        );
        if before > 0.0 && after <= 0.0 {
            falls.push(time + h * before / (before - after));
            let pull = (arm.run.body(0).velocity.z - velocity.z) / h + arm.gravity;
            bottom.get_or_insert(((before - after) / h, mass * pull));
        }
    }
    let (rate, force) = bottom.unwrap_or_default();
    ledger.near("period", &[falls[1] - falls[0]])?;
    ledger.near("theta(times)", &angles)?;
    ledger.near("omega at the bottom", &[rate])?;
    ledger.near("joint force at the bottom (vertical)", &[force])?;
    ledger.near("pivot drift", &[drift])
}

/// A double pendulum: angles, rates, energy, and the derivative of the end by the start.
pub fn double_pendulum(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let times = record.numbers("times")?;
    let h = record.time_step(5e-4);
    ledger.at_step(h);
    let mut arm = Arm::double(record, record.number("gravity")?, h)?;
    arm.put(&record.numbers("q0")?, &record.numbers("v0")?);
    arm.run.start_half_step_early();
    let (mut q, mut v, mut energy) = (Vec::new(), Vec::new(), 0.0);
    let expected = record.expected_number("energy")?;
    arm.visit(&times, |arm, at, rates| {
        q.extend(arm.angles());
        v.extend(rates);
        if f64::abs(at - expected) >= f64::abs(energy - expected) || energy == 0.0 {
            energy = at;
        }
    })?;
    ledger.near("q(times)", &q)?;
    ledger.near("v(times)", &v)?;
    ledger.near("energy", &[energy])?;
    let last = times.iter().fold(0.0, |last: f64, time| last.max(*time));
    let rates = end_by_start(record, h, (last / h).round() as usize)?;
    ledger.near("d q(T) / d q0 (2x2)", &rates)
}

/// The derivative of the angles after some steps by those at the start, row by row: the starts by central differences, the
/// steps by their gradients.
fn end_by_start(record: &Record, h: f64, steps: usize) -> Result<Vec<f64>> {
    let (q0, v0) = (record.numbers("q0")?, record.numbers("v0")?);
    let mut arm = Arm::double(record, record.number("gravity")?, h)?;
    let model = arm.run.model.clone();
    let mut through = DMatrix::zeros(2 * model.nv(), 2);
    let size = 1e-6;
    for k in 0..2 {
        let [low, high] = [-size, size].map(|d| {
            let mut q = q0.clone();
            q[k] += d;
            arm.put(&q, &v0);
            arm.run.start_half_step_early();
            arm.run.state.clone()
        });
        let change = low.difference(&model, &high);
        for (i, d) in change.iter().enumerate() {
            through[(i, k)] = d / (2.0 * size);
        }
    }
    arm.put(&q0, &v0);
    arm.run.start_half_step_early();
    let wrt = Wrt {
        state: true,
        ..Wrt::default()
    };
    for _ in 0..steps {
        arm.run.advance()?;
        through = arm.run.gradient(&wrt)?.a() * through;
    }
    // Rotations about y: against the axis.
    let turn = |body: usize, k: usize| -through[(6 * body + 4, k)];
    let rows =
        [0, 1].map(|row| [0, 1].map(|k| turn(row, k) - if row == 1 { turn(0, k) } else { 0.0 }));
    Ok(rows.concat())
}
