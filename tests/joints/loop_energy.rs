//! Energy and gradients of mechanisms with loops.

use crate::joints::differences::{Case, RHO};
use crate::joints::loops::{four_bar, slider_crank};
use crate::joints::run::{G, Run};
use drystone::world::{JointAxis, Motor};

/// The energy in the middle of both intervals around a state, from the mean of their velocities.
fn energy(run: &Run, next: &drystone::State) -> f64 {
    let states = run.state.bodies.iter().zip(&next.bodies);
    let all = run.model.bodies.iter().zip(states);
    all.map(|(body, (at, after))| {
        let v = (at.velocity + after.velocity) * 0.5;
        let w = (at.angular_velocity + after.angular_velocity) * 0.5;
        let kinetic = body.mass * v.norm_squared() + w.dot(&(body.inertia * w));
        0.5 * kinetic + body.mass * G * at.position.z
    })
    .sum()
}

/// The energies of a free four-bar, and what it can fall by.
fn energies(h: f64, seconds: f64) -> Vec<f64> {
    let mut run = four_bar(h, JointAxis::default());
    (0..(seconds / h).round() as usize)
        .map(|_| {
            let before = run.state.clone();
            run.step();
            let next = std::mem::replace(&mut run.state, before);
            let energy = energy(&run, &next);
            run.state = next;
            energy
        })
        .collect()
}

#[test]
fn a_free_four_bar_keeps_its_energy() {
    let spread = |part: &[f64]| {
        let low = part.iter().copied().fold(f64::MAX, f64::min);
        part.iter().copied().fold(f64::MIN, f64::max) - low
    };
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let [coarse, fine] = [0.01, 0.005].map(|h| energies(h, 20.0));
    let scale = 4.0 * G * 0.2;
    for (name, all) in [("10 ms", &coarse), ("5 ms", &fine)] {
        let (first, last) = all.split_at(all.len() / 2);
        let trend = mean(last) - mean(first);
        println!(
            "four-bar, {name}: spread {:.2e} J, trend {trend:.2e} J of {scale:.1} J",
            spread(all)
        );
        assert!(trend.abs() < 0.2 * spread(all));
    }
    let ratio = spread(&coarse) / spread(&fine);
    println!("ratio {ratio:.2}");
    assert!((2.5..6.0).contains(&ratio));
}

/// A step of a mechanism whose motors have commands.
fn case(mut run: Run) -> Case {
    run.rho = RHO;
    for (k, motor) in run.input.motors.iter_mut().enumerate() {
        motor.position += 0.3 - 0.2 * k as f64;
        motor.velocity = 0.4;
        motor.effort = 0.7 - 0.4 * k as f64;
    }
    run.steps(5);
    Case {
        model: run.model,
        state: run.state,
        input: run.input,
        rho: RHO,
    }
}

fn axes() -> Vec<(&'static str, JointAxis)> {
    let axis = JointAxis::default();
    let position = |limit| Motor::position(20.0, 2.0, limit);
    vec![
        ("free", axis),
        ("limit", axis.limits(-0.005, 0.1)),
        ("spring and damper", axis.spring(30.0, 0.2).damping(0.5)),
        ("sticking", axis.friction(100.0)),
        ("armature", axis.armature(0.05)),
        ("position motor", axis.motor(position(f64::INFINITY))),
        ("saturated motor", axis.motor(position(5.0)).friction(0.3)),
        ("velocity motor", axis.motor(Motor::velocity(30.0, 50.0))),
        ("effort motor", axis.motor(Motor::effort(2.0))),
    ]
}

#[test]
fn gradients_of_loops_agree_with_central_differences() {
    let mut all = Vec::new();
    let mut add = |what: &str, run: Run| {
        let errors = case(run).errors();
        println!("{what:34} {:.1e}  {}", errors[0].0, errors[0].1);
        all.extend(errors.into_iter().map(|(error, _)| error));
    };
    for (name, axis) in axes() {
        add(&format!("four-bar, {name}"), four_bar(0.01, axis));
        add(&format!("slider-crank, {name}"), slider_crank(0.01, axis));
    }
    all.sort_by(f64::total_cmp);
    let part = |p: f64| all[(p * all.len() as f64) as usize];
    let (median, most, worst) = (part(0.5), part(0.99), all[all.len() - 1]);
    println!(
        "{} entries: median {median:.1e}, 99 % {most:.1e}, worst {worst:.1e}",
        all.len()
    );
    assert!(median < 1e-9 && most < 1e-6);
}
