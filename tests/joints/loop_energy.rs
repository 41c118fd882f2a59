//! Energy and gradients of mechanisms with loops.

use crate::loops::four_bar;
use crate::run::{G, Run};
use drystone::world::JointAxis;

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
