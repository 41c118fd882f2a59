//! Bodies without contact. No relaxation enters: rho is the default 1e-6 and means nothing here.

use crate::case::{Case, Ledger, cases, flat};
use crate::run::{Run, sphere, weighing};
use crate::scenes::{cuboid, free};
use drystone::math::{Vec3, wxyz};
use drystone::world::Model;

fn thrown(case: &Case, h: f64) -> Run {
    let body = free("stone", &sphere(0.1), case.number("mass"), 0.0);
    let builder = Model::builder().gravity(case.gravity()).body(body);
    let mut run = Run::new(builder, h, 1e-6);
    run.state.bodies[0].position = case.vector("position");
    run.state.bodies[0].velocity = case.vector("velocity");
    run
}

#[test]
fn a_stone_falls_on_a_parabola() {
    let all = cases("free_fall");
    let mut ledger = Ledger::new();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        ledger.at_step(h);
        let mut run = thrown(case, h);
        run.start_half_step_early();
        (0..n).for_each(|_| run.advance());
        let at = *run.body(0);
        ledger.near(case, "position(T)", at.position.as_slice());
        // The state's velocity belongs to the middle of the last step; the node is h/2 later.
        let v = at.velocity + case.gravity() * (0.5 * h);
        ledger.near(case, "velocity(T)", v.as_slice());
        // Half a step early the nodes are exact.
        let exact = Vec3::from_vec(flat(case.expected("position(T)")));
        assert!((at.position - exact).norm() < 1e-10, "{}", case.id);

        // The plain start: the paper's integrator with x- = x0 - dt v0.
        let discrete = "position(t=1) of the semi-implicit Euler / paper integrator \
                        m(x+ - 2x + x-)/dt^2 = m g, with x- = x0 - dt v0";
        let mut ends = Vec::new();
        for h in [0.02, 0.01, 0.001] {
            let mut run = thrown(case, h);
            (0..(1.0 / h).round() as usize).for_each(|_| run.advance());
            ends.extend_from_slice(run.body(0).position.as_slice());
        }
        ledger.near(case, discrete, &ends);
    }
    ledger.settle(&all);
}

fn tumbler(case: &Case, h: f64) -> Run {
    let moments = case.numbers("inertia_principal");
    let body = free("stone", &cuboid(0.3, 0.2, 0.1), 1.0, 0.0);
    let body = weighing(
        body,
        1.0,
        Vec3::zeros(),
        [moments[0], moments[1], moments[2]],
    );
    let builder = Model::builder().gravity(Vec3::zeros()).body(body);
    let mut run = Run::new(builder, h, 1e-6);
    run.state.bodies[0].rotation = crate::oracle::rotation(&case.params["quaternion"]);
    run.state.bodies[0].angular_velocity = case.vector("omega_body");
    run
}

fn spin_momentum(run: &Run) -> Vec3 {
    let at = run.body(0);
    at.rotation * (run.model.bodies[0].inertia * at.angular_velocity)
}

/// Time between two upward crossings of the angular velocity about the middle axis, which
/// changes its sign in every torque-free motion.
fn period(case: &Case) -> f64 {
    let h = case.time_step(1e-3);
    let moments = case.numbers("inertia_principal");
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| moments[a].total_cmp(&moments[b]));
    let axis = order[1];
    let mut run = tumbler(case, h);
    let mut crossings = Vec::new();
    while crossings.len() < 2 {
        let before = run.body(0).angular_velocity[axis];
        run.advance();
        let after = run.body(0).angular_velocity[axis];
        if before < 0.0 && after >= 0.0 {
            crossings.push(run.time - h * after / (after - before));
        }
        assert!(run.time < 1e3, "{}: it does not tumble", case.id);
    }
    crossings[1] - crossings[0]
}

#[test]
fn a_free_body_tumbles_as_euler_says_and_keeps_its_momentum() {
    let all = cases("torque_free_tumbling");
    let mut ledger = Ledger::new();
    for case in &all {
        let (mut spins, mut turns) = (Vec::new(), Vec::new());
        let expected = flat(case.expected("quaternion(times) up to sign, body->world"));
        let mut energy = f64::NAN;
        let mut momentum = Vec3::repeat(f64::NAN);
        let (whole, constant) = (
            "kinetic_energy (constant)",
            "angular_momentum_world (constant)",
        );
        for (k, &time) in case.numbers("times").iter().enumerate() {
            let (n, h) = case.steps(time, 1e-3);
            let mut run = tumbler(case, h);
            for _ in 0..n {
                run.advance();
                // The worst of the run is what is reported.
                let e = run.kinetic_energy();
                let l = spin_momentum(&run);
                let right = flat(case.expected(whole))[0];
                let kept = Vec3::from_vec(flat(case.expected(constant)));
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
        ledger.at_step(case.time_step(1e-3));
        ledger.near(case, "omega_body(times)", &spins);
        ledger.near(case, "quaternion(times) up to sign, body->world", &turns);
        ledger.near(case, whole, &[energy]);
        ledger.near(case, constant, momentum.as_slice());
        ledger.near(case, "period of omega_body", &[period(case)]);
    }
    ledger.settle(&all);
}

#[test]
fn an_explosion_leaves_the_centre_of_mass_alone() {
    let all = cases("explosion");
    let mut ledger = Ledger::new();
    for case in &all {
        let masses = case.numbers("masses");
        let positions = case.vectors("positions");
        let forces = case.vectors("internal_forces");
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        ledger.at_step(h);
        let mut builder = Model::builder().gravity(case.gravity());
        for (i, &mass) in masses.iter().enumerate() {
            let name = format!("piece {i}");
            builder = builder.body(free(&name, &sphere(0.01), mass, 0.0));
            for j in 0..i {
                builder = builder.no_contact(&name, format!("piece {j}"));
            }
        }
        let mut run = Run::new(builder, h, 1e-6);
        for (i, position) in positions.iter().enumerate() {
            run.state.bodies[i].position = *position;
            run.state.bodies[i].velocity = case.vector("common_velocity");
        }
        run.start_half_step_early();
        for _ in 0..n {
            run.clear_wrenches();
            let share = run.share(0.0, case.number("pulse"));
            for (wrench, force) in run.input.wrenches.iter_mut().zip(&forces) {
                wrench.force = force * share;
            }
            run.advance();
        }
        // Velocities at the node: half a step of gravity later than those of the state.
        let late = case.gravity() * (0.5 * h);
        let total: f64 = masses.iter().sum();
        let (mut v, mut x) = (Vec::new(), Vec::new());
        let mut centre = Vec3::zeros();
        for (at, mass) in run.state.bodies.iter().zip(&masses) {
            v.extend_from_slice((at.velocity + late).as_slice());
            x.extend_from_slice(at.position.as_slice());
            centre += at.position * (mass / total);
        }
        ledger.near(case, "velocities(T)", &v);
        ledger.near(case, "positions(T)", &x);
        let momentum = run.momentum() + late * total;
        ledger.near(case, "total momentum(T)", momentum.as_slice());
        ledger.near(case, "COM(T)", centre.as_slice());
    }
    ledger.settle(&all);
}
