//! What acts along a joint against closed forms: limits, friction, motors, dampers, springs, armature, turns.

use crate::joints::run::{ARM, G, INERTIA, LENGTH, MASS, RHO, pendulum, wheel};
use drystone::shape::Shape;
use drystone::world::{Body, JointAxis, JointKind, JointSpec, MassSpec, Motor, Spring};
use drystone::{Input, Mat3, Model, Simulator, Vec3};
use std::f64::consts::TAU;

/// A pendulum rests on its limit at a distance s with s z = rho, z the impulse of its weight in a step, in units of m V L.
#[test]
fn a_pendulum_rests_on_its_limit() {
    let (h, limit) = (0.01, 0.5);
    let mut run = pendulum(h, JointAxis::default().limits(-0.2, limit));
    run.rho = 1e-6;
    let mut worst = f64::MIN;
    for _ in 0..200 {
        run.step();
        worst = worst.max(run.at() - limit);
    }
    let unit = MASS * (G * LENGTH).sqrt() * LENGTH;
    let weight = h * MASS * G * ARM * limit.cos() / unit;
    let room = limit - run.at();
    println!(
        "limit: room {room:.3e} rad, rho / z {:.3e}, passed by {worst:.1e}",
        run.rho / weight
    );
    assert!(worst < 0.0 && run.rate().abs() < 1e-9);
    assert!((room * weight / run.rho - 1.0).abs() < 1e-2);
}

#[test]
fn friction_holds_below_its_bound_and_slips_above() {
    let (h, friction) = (0.01, 0.5);
    let axis = JointAxis::default().friction(friction);
    for (share, rate) in [(0.99, 0.0), (-0.99, 0.0), (1.01, 0.01), (-1.01, -0.01)] {
        let mut run = wheel(h, 0.0, axis.motor(Motor::effort(f64::INFINITY)));
        run.rho = 1e-10;
        run.input.motors[0].effort = share * friction;
        run.steps(100);
        let expected = rate * friction / INERTIA;
        println!(
            "friction at {share}: {:.3e} rad/s, expected {expected:.3e}",
            run.rate()
        );
        assert!((run.rate() - expected).abs() < 1e-2 * 0.01 * friction / INERTIA);
    }
    // A wheel that turns is braked, and stops.
    let mut run = wheel(h, 20.0, axis);
    run.steps(30);
    assert!((run.rate() - (20.0 - 0.3 * friction / INERTIA)).abs() < 1e-3);
    run.steps(30);
    assert!(run.rate().abs() < 1e-4, "{}", run.rate());
}

#[test]
fn a_position_motor_holds_with_the_static_error_of_its_gain() {
    for limit in [f64::INFINITY, 50.0] {
        let motor = Motor::position(100.0, 10.0, limit);
        let mut run = pendulum(0.01, JointAxis::default().motor(motor));
        run.input.motors[0].position = 0.3;
        run.steps(2000);
        let error = run.at() - 0.3;
        let expected = MASS * G * ARM * run.at().cos() / 100.0;
        let relative = error / expected - 1.0;
        println!("position motor, limit {limit}: {error:.9} rad, relative error {relative:.1e}");
        assert!(relative.abs() < 1e-6);
    }
}

#[test]
fn a_limited_motor_stalls_at_its_limit() {
    let (h, limit) = (0.01, 0.4);
    let motors = [
        Motor::velocity(f64::INFINITY, limit),
        Motor::velocity(30.0, limit),
        Motor::position(500.0, 30.0, limit),
    ];
    for motor in motors {
        for (share, slips) in [(0.99, false), (1.01, true), (2.0, true)] {
            let mut run = wheel(h, 0.0, JointAxis::default().motor(motor));
            run.rho = 1e-10;
            run.input.wrenches[0].torque = Vec3::z() * share * limit;
            run.steps(100);
            let early = run.rate();
            let effort = share * limit - INERTIA * (run.steps(100).rate() - early) / (100.0 * h);
            println!(
                "{} motor at {share}: effort {effort:.6} of {limit}",
                motor.name()
            );
            assert!((effort / (limit * share.min(1.0)) - 1.0).abs() < 1e-2);
            assert_eq!(run.rate() > 0.05, slips, "{}", run.rate());
        }
    }
}

#[test]
fn a_velocity_motor_reaches_its_speed() {
    let motor = Motor::velocity(f64::INFINITY, 0.4);
    for speed in [5.0, -5.0] {
        let mut run = wheel(0.01, 0.0, JointAxis::default().motor(motor));
        run.input.motors[0].velocity = speed;
        // The limit lets it gain 0.4 rad/s a step.
        run.steps(10);
        assert!(
            (run.rate().abs() / 4.0 - 1.0).abs() < 1e-3,
            "{}",
            run.rate()
        );
        run.steps(20);
        assert!((run.rate() - speed).abs() < 1e-5, "{}", run.rate());
    }
}

#[test]
fn a_damper_slows_a_wheel_exponentially_at_first_order() {
    let damping = 0.05;
    let errors = [0.01, 0.005].map(|h: f64| {
        let mut run = wheel(h, 3.0, JointAxis::default().damping(damping));
        run.steps((0.4 / h).round() as usize);
        run.rate() / 3.0 - (-0.4 * damping / INERTIA).exp()
    });
    println!(
        "damper: errors {errors:?}, ratio {:.3}",
        errors[0] / errors[1]
    );
    assert!(errors[0].abs() < 0.01 && (errors[0] / errors[1] - 2.0).abs() < 0.1);
}

/// The times of all passages upwards through the rest position, and the turning points (time, distance) above it.
fn oscillate(h: f64, steps: usize, spring: Spring) -> (Vec<f64>, Vec<[f64; 2]>) {
    let axis = JointAxis {
        spring: Some(spring),
        ..JointAxis::default()
    };
    let mut run = wheel(h, 0.0, axis);
    let (mut passages, mut peaks) = (Vec::new(), Vec::new());
    let mut before = [run.at() - spring.rest; 2];
    for k in 0..steps {
        run.step();
        let (time, now) = (h * k as f64, run.at() - spring.rest);
        let [last, own] = before;
        if own < 0.0 && now >= 0.0 {
            passages.push(time + h * own / (own - now));
        }
        if own > 0.0 && own >= last && own > now {
            // The vertex of the parabola through three positions.
            let slope = 0.5 * (now - last);
            peaks.push([time, own + 0.5 * slope * slope / (2.0 * own - last - now)]);
        }
        before = [own, now];
    }
    (passages, peaks)
}

#[test]
fn springs_swing_at_their_frequency_and_the_symplectic_one_keeps_its_energy() {
    let omega = 10.0_f64;
    let mut spring = Spring {
        stiffness: omega * omega * INERTIA,
        rest: 0.3,
        symplectic: true,
    };
    let frequency = |passages: &[f64]| {
        let last = passages.len() - 1;
        TAU * last as f64 / (passages[last] - passages[0])
    };
    let steps = (1000.0 * TAU / (omega * 0.01)) as usize;
    let (passages, peaks) = oscillate(0.01, steps, spring);
    let [first, last] = [peaks[0][1], peaks[peaks.len() - 1][1]];
    let (measured, periods) = (frequency(&passages), passages.len());
    println!(
        "symplectic spring: omega {measured:.5}, {periods} periods, amplitude {first:.6} to {last:.6}"
    );
    assert!((measured / omega - 1.0).abs() < 1e-2 && periods >= 999);
    assert!((last / first - 1.0).abs() < 1e-4);
    // The implicit one: the amplitude falls as exp(-omega^2 h t / 2).
    spring.symplectic = false;
    let (h, seconds) = (1e-3, 3.0);
    let (passages, peaks) = oscillate(h, (seconds / h) as usize, spring);
    let (first, last) = (peaks[0], peaks[peaks.len() - 1]);
    let lost = (first[1] / last[1]).ln() / (last[0] - first[0]);
    let expected = 0.5 * omega * omega * h;
    println!(
        "implicit spring: omega {:.5}, decay {lost:.4}, expected {expected:.4}",
        frequency(&passages)
    );
    assert!((frequency(&passages) / omega - 1.0).abs() < 1e-2);
    assert!((lost / expected - 1.0).abs() < 0.02);
}

#[test]
fn an_armature_adds_to_the_inertia() {
    let armature = 0.03;
    let axis = JointAxis::default().armature(armature);
    let mut run = wheel(0.01, 0.0, axis.motor(Motor::effort(1.0)));
    run.input.motors[0].effort = 0.2;
    let rate = run.steps(50).rate();
    let expected = 0.5 * 0.2 / (INERTIA + armature);
    println!("armature: {rate:.12} rad/s, expected {expected:.12}");
    // The step turns by 2 atan(h w / 2): a cubic term in h w.
    assert!((rate / expected - 1.0).abs() < 1e-9);
    // It keeps its spin.
    run.input.motors[0].effort = 0.0;
    assert!((run.steps(100).rate() / rate - 1.0).abs() < 1e-9);
}

/// A hinge leads a slide by a rack: 0.2 m per rad. Each coordinate answers to its own load alone, and the coupling does no work.
#[test]
fn loads_of_coupled_joints_have_the_impulse_of_the_coupling() {
    let (h, effort, ratio) = (0.005, 1.5, 0.2);
    let body = |name: &str, x: f64| {
        let inertia = Mat3::identity() * INERTIA;
        let shape = Shape::cuboid([LENGTH, LENGTH, 0.05]);
        let spec = MassSpec::Full(MASS, Vec3::zeros(), inertia);
        Body::free(name)
            .shape(shape)
            .mass_spec(spec)
            .at([x, 0.0, 0.0])
    };
    let motor = JointAxis::default().motor(Motor::effort(f64::INFINITY));
    let at = Vec3::new(1.0, 0.0, 0.0);
    let builder = Model::builder()
        .time_step(h)
        .gravity(Vec3::zeros())
        .body(body("wheel", 0.0))
        .body(body("rack", 1.0))
        .joint(JointSpec::new("axle", JointKind::Revolute, "wheel").along(motor))
        .joint(
            JointSpec::new("slide", JointKind::Prismatic, "rack")
                .anchor(at)
                .mimic("axle", [0.0, ratio, 0.0, 0.0, 0.0]),
        );
    let (model, state) = builder.length(LENGTH).build_with_start().unwrap();
    let mut input = Input::hold(&model, &state);
    input.motors[0].effort = effort;
    let mut simulator = Simulator::new(model);
    let step = simulator.step(&state, &input, RHO).unwrap();
    let [axle, slide] = [0, 1].map(|j| step.joints[j].along[0]);
    let (spin, speed) = (
        step.state.bodies[0].angular_velocity.z,
        step.state.bodies[1].velocity.z,
    );
    let exact = effort * h / (INERTIA + MASS * ratio * ratio);
    assert!((spin - exact).abs() < 1e-9 && (speed - ratio * exact).abs() < 1e-9);
    assert!((axle - INERTIA * spin).abs() < 1e-9, "{axle} N m s");
    assert!((slide - MASS * speed).abs() < 1e-9, "{slide} N s");
    assert!((step.joints[0].motor[0] - effort * h).abs() < 1e-9);
}
