//! Bodies without contact. No relaxation enters: rho is the default 1e-6 and means nothing here.

use super::bodies::{cuboid, free, sphere, weighing};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Vec3, wxyz};
use drystone::world::Model;

fn thrown(record: &Record, h: f64) -> Result<Run> {
    let body = free("stone", &sphere(0.1)?, record.number("mass")?, 0.0);
    let builder = Model::builder().gravity(record.gravity()?).body(body);
    let mut run = record.run(builder, h, 1e-6)?;
    run.state.bodies[0].position = record.vector("position")?;
    run.state.bodies[0].velocity = record.vector("velocity")?;
    Ok(run)
}

/// Own comparison of a free fall.
pub const EXACT: &str = "position(T): half a step early the nodes are exact";

/// A stone on a parabola.
pub fn free_fall(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let mut run = thrown(record, h)?;
    run.start_half_step_early();
    run.advance_by(n)?;
    let at = *run.body(0);
    ledger.near("position(T)", at.position.as_slice())?;
    // The state's velocity belongs to the middle of the last step; the node is h/2 later.
    let v = at.velocity + record.gravity()? * (0.5 * h);
    ledger.near("velocity(T)", v.as_slice())?;
    // Half a step early the nodes are exact.
    let exact = Vec3::from_vec(record.expected_numbers("position(T)")?);
    ledger.at_most(EXACT, (at.position - exact).norm(), 1e-10);

    // The plain start: the paper's integrator with x- = x0 - dt v0.
    let discrete = "position(t=1) of the semi-implicit Euler / paper integrator \
                    m(x+ - 2x + x-)/dt^2 = m g, with x- = x0 - dt v0";
    let mut ends = Vec::new();
    for h in [0.02, 0.01, 0.001] {
        let mut run = thrown(record, h)?;
        run.advance_by((1.0 / h).round() as usize)?;
        ends.extend_from_slice(run.body(0).position.as_slice());
    }
    ledger.near(discrete, &ends)?;
    Ok(())
}

fn tumbler(record: &Record, h: f64) -> Result<Run> {
    let moments = record.numbers("inertia_principal")?;
    let body = free("stone", &cuboid(0.3, 0.2, 0.1)?, 1.0, 0.0);
    let body = weighing(
        body,
        1.0,
        Vec3::zeros(),
        [moments[0], moments[1], moments[2]],
    );
    let builder = Model::builder().gravity(Vec3::zeros()).body(body);
    let mut run = record.run(builder, h, 1e-6)?;
    run.state.bodies[0].rotation = record.rotation("quaternion")?;
    run.state.bodies[0].angular_velocity = record.vector("omega_body")?;
    Ok(run)
}

fn spin_momentum(run: &Run) -> Vec3 {
    let at = run.body(0);
    at.rotation * (run.model.bodies[0].inertia * at.angular_velocity)
}

/// Time between two upward crossings of the angular velocity about the middle axis, which
/// changes its sign in every torque-free motion.
fn period(record: &Record) -> Result<f64> {
    let h = record.time_step(1e-3);
    let moments = record.numbers("inertia_principal")?;
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| moments[a].total_cmp(&moments[b]));
    let axis = order[1];
    let mut run = tumbler(record, h)?;
    let mut crossings = Vec::new();
    while crossings.len() < 2 {
        let before = run.body(0).angular_velocity[axis];
        run.advance()?;
        let after = run.body(0).angular_velocity[axis];
        if before < 0.0 && after >= 0.0 {
            crossings.push(run.time - h * after / (after - before));
        }
        record.ensure(run.time < 1e3, "it does not tumble")?;
    }
    Ok(crossings[1] - crossings[0])
}

/// A free body tumbles as Euler says and keeps its momentum.
pub fn torque_free_tumbling(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (mut spins, mut turns) = (Vec::new(), Vec::new());
    let expected = record.expected_numbers("quaternion(times) up to sign, body->world")?;
    let mut energy = f64::NAN;
    let mut momentum = Vec3::repeat(f64::NAN);
    let (whole, constant) = (
        "kinetic_energy (constant)",
        "angular_momentum_world (constant)",
    );
    let right = record.expected_number(whole)?;
    let kept = Vec3::from_vec(record.expected_numbers(constant)?);
    for (k, &time) in record.numbers("times")?.iter().enumerate() {
        let (n, h) = record.steps(time, 1e-3);
        let mut run = tumbler(record, h)?;
        for _ in 0..n {
            run.advance()?;
            // The worst of the run is what is reported.
            let e = run.kinetic_energy();
            let l = spin_momentum(&run);
            if energy.is_nan() || (e - right).abs() > (energy - right).abs() {
                energy = e;
            }
            if momentum.x.is_nan() || (l - kept).amax() > (momentum - kept).amax() {
                momentum = l;
            }
        }
        spins.extend_from_slice(run.body(0).angular_velocity.as_slice());
        let q = wxyz(&run.body(0).rotation);
        let theirs = &expected[4 * k..4 * k + 4];
        let dot: f64 = q.iter().zip(theirs).map(|(a, b)| a * b).sum();
        turns.extend(q.map(|q| q * dot.signum()));
    }
    ledger.at_step(record.time_step(1e-3));
    ledger.near("omega_body(times)", &spins)?;
    ledger.near("quaternion(times) up to sign, body->world", &turns)?;
    ledger.near(whole, &[energy])?;
    ledger.near(constant, momentum.as_slice())?;
    ledger.near("period of omega_body", &[period(record)?])?;
    Ok(())
}

/// Internal forces leave the centre of mass alone.
pub fn explosion(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let masses = record.numbers("masses")?;
    let positions = record.vectors("positions")?;
    let forces = record.vectors("internal_forces")?;
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let mut builder = Model::builder().gravity(record.gravity()?);
    for (i, &mass) in masses.iter().enumerate() {
        let name = format!("piece {i}");
        builder = builder.body(free(&name, &sphere(0.01)?, mass, 0.0));
        for j in 0..i {
            builder = builder.no_contact(&name, format!("piece {j}"));
        }
    }
    let mut run = record.run(builder, h, 1e-6)?;
    for (i, position) in positions.iter().enumerate() {
        run.state.bodies[i].position = *position;
        run.state.bodies[i].velocity = record.vector("common_velocity")?;
    }
    run.start_half_step_early();
    for _ in 0..n {
        run.clear_wrenches();
        let share = run.share(0.0, record.number("pulse")?);
        for (wrench, force) in run.input.wrenches.iter_mut().zip(&forces) {
            wrench.force = force * share;
        }
        run.advance()?;
    }
    // Velocities at the node: half a step of gravity later than those of the state.
    let late = record.gravity()? * (0.5 * h);
    let total: f64 = masses.iter().sum();
    let (mut v, mut x) = (Vec::new(), Vec::new());
    let mut centre = Vec3::zeros();
    for (at, mass) in run.state.bodies.iter().zip(&masses) {
        v.extend_from_slice((at.velocity + late).as_slice());
        x.extend_from_slice(at.position.as_slice());
        centre += at.position * (mass / total);
    }
    ledger.near("velocities(T)", &v)?;
    ledger.near("positions(T)", &x)?;
    let momentum = run.momentum() + late * total;
    ledger.near("total momentum(T)", momentum.as_slice())?;
    ledger.near("COM(T)", centre.as_slice())?;
    Ok(())
}
