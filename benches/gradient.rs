//! Time of the gradient of a step at rest, next to the step itself: `cargo bench --bench gradient`.
//! Timings are printed, never asserted. The last lines are the same Jacobian by MuJoCo's finite
//! differences, if its Python package is installed.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{Criterion, criterion_group};
use drystone::step::{Gradient, Simulator, Step, Wrt};
use drystone::world::Input;
use scenes::{cuboid, tower};
use std::process::Command;

const HALF: f64 = 0.1;
const RHO: f64 = 1e-6;

fn gradients(c: &mut Criterion) {
    for (name, n) in [
        ("box", 1),
        ("stack of 2", 2),
        ("stack of 4", 4),
        ("stack of 10", 10),
    ] {
        let (model, state) = tower(n, &cuboid(HALF, HALF, HALF), HALF, RHO);
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model);
        let mut out = Step::default();
        let mut group = c.benchmark_group(name);
        group.bench_function("step", |b| {
            b.iter(|| simulator.step_into(&state, &input, RHO, &mut out));
        });
        group.bench_function("step at rho 1e-4", |b| {
            b.iter(|| simulator.step_into(&state, &input, 1e-4, &mut out));
        });
        let step = simulator.step(&state, &input, RHO).expect("valid");
        let wrt = Wrt::state_and_inputs();
        group.bench_function("gradient A, B", |b| {
            b.iter(|| simulator.gradient(&step, RHO, &wrt));
        });
        let mut gradient = Gradient::default();
        group.bench_function("gradient A, B, buffers reused", |b| {
            b.iter(|| simulator.gradient_into(&step, RHO, &wrt, &mut gradient));
        });
        let (mut a, mut b) = Default::default();
        group.bench_function("the same as matrices", |bencher| {
            bencher.iter(|| {
                let made = simulator.gradient_into(&step, RHO, &wrt, &mut gradient);
                gradient.a_into(&mut a);
                gradient.b_into(&mut b);
                made
            });
        });
        group.bench_function("gradient at rho 1e-4", |b| {
            b.iter(|| simulator.gradient(&step, 1e-4, &wrt));
        });
        group.bench_function("gradient at rho 1e-8", |b| {
            b.iter(|| simulator.gradient(&step, 1e-8, &wrt));
        });
        let cotangent = vec![1.0; 12 * n];
        group.bench_function("pullback", |b| {
            b.iter(|| simulator.pullback(&step, RHO, &wrt, &cotangent));
        });
        group.finish();
    }
}

/// The same scenes in MuJoCo, defaults, forward differences.
const PEER: &str = r#"
import time
try:
    import mujoco, numpy as np
except ImportError:
    print("MuJoCo: not installed (pip install mujoco), skipped")
    raise SystemExit
for n in (1, 2, 4, 10):
    body = "".join(f'<body pos="0 0 {0.1*(2*i+1)}"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".5 0 0"/></body>' for i in range(n))
    m = mujoco.MjModel.from_xml_string(f'<mujoco><option timestep="0.01"/><worldbody><geom type="plane" size="9 9 1" friction=".5 0 0"/>{body}</worldbody></mujoco>')
    d = mujoco.MjData(m)
    for _ in range(100): mujoco.mj_step(m, d)
    A = np.zeros((2*m.nv, 2*m.nv)); best = 1e9
    for _ in range(50):
        t = time.perf_counter(); mujoco.mjd_transitionFD(m, d, 1e-6, 0, A, None, None, None); best = min(best, time.perf_counter() - t)
    print(f"MuJoCo {mujoco.__version__} forward differences, {n} box(es): {1e6*best:.0f} us (A only)")
"#;

criterion_group!(benches, gradients);

fn main() {
    benches();
    let peer = Command::new("python3").args(["-c", PEER]).output();
    match peer {
        Ok(output) => print!("{}", String::from_utf8_lossy(&output.stdout)),
        Err(_) => println!("MuJoCo: no python3, skipped"),
    }
}
