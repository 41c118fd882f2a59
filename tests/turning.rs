//! Rotation over a step: free bodies, what rolls, what a turning body carries.

use crate::common::play::{play, scene, turning};
use drystone::math::{Mat3, Vec3};
use drystone::step::{Simulator, Wrt};
use drystone::world::{Input, State};

/// A free body of principal moments 1 : 2 : 2.7 in steps of `h` without gravity.
fn stone(h: f64, spin: Vec3) -> String {
    format!(
        "[simulation]\ntime_step = {h:?}\nduration = 1.0\ngravity = [0, 0, 0]\nlength = 1.0\n\
         [shape.stone.sphere]\nradius = 1.0\n[[body]]\nname = \"stone\"\nshape = \"stone\"\n\
         mass = 1\ninertia = [1, 2, 2.7]\nposition = [0, 0, 0]\n\
         angular_velocity = [{:?}, {:?}, {:?}]\n",
        spin.x, spin.y, spin.z
    )
}

/// Turn from the attitude at the start, rad.
fn angle(state: &State, body: usize, axis: Vec3) -> f64 {
    let q = state.bodies[body].rotation;
    2.0 * q.imag().dot(&axis).atan2(q.w)
}

#[test]
fn a_body_that_spins_about_a_principal_axis_turns_by_its_spin_times_the_step() {
    let mut cases = 0;
    for turn in [1e-3, 0.1, 0.5, 0.9, 0.999, 1.001, 1.7, 2.9] {
        for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
            let scene = scene(&stone(0.1, axis * (turn / 0.1)));
            let mut steps = 0;
            let state = play(&scene, |_, step| {
                assert!(step.status.solved);
                assert_eq!(step.status.halved, turn > 1.0);
                steps += 1;
            });
            let off = angle(&state, 0, axis) - turn * f64::from(steps);
            let off = off - (off / std::f64::consts::TAU).round() * std::f64::consts::TAU;
            assert!(
                off.abs() < 1e-12 * f64::from(steps),
                "{turn} about {axis}: {off:.1e} rad"
            );
            let spin = state.bodies[0].angular_velocity;
            assert!((spin - axis * (turn / 0.1)).norm() < 1e-11 * turn / 0.1);
            cases += 1;
        }
    }
    assert_eq!(cases, 24);
}

/// Attitude after a second of free motion from spin `w`, by the classical Runge-Kutta method on Euler's equations.
fn exact(w: Vec3) -> Mat3 {
    let j = Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 2.7));
    let inverse = j.try_inverse().expect("positive");
    let rate = |(r, w): &(Mat3, Vec3)| (r * w.cross_matrix(), inverse * (j * w).cross(w));
    let (n, mut y) = (20_000, (Mat3::identity(), w));
    let h = 1.0 / f64::from(n);
    for _ in 0..n {
        let add = |k: &(Mat3, Vec3), t: f64| (y.0 + k.0 * t, y.1 + k.1 * t);
        let k1 = rate(&y);
        let k2 = rate(&add(&k1, 0.5 * h));
        let k3 = rate(&add(&k2, 0.5 * h));
        let k4 = rate(&add(&k3, h));
        y.0 += (k1.0 + (k2.0 + k3.0) * 2.0 + k4.0) * (h / 6.0);
        y.1 += (k1.1 + (k2.1 + k3.1) * 2.0 + k4.1) * (h / 6.0);
    }
    y.0
}

/// The bars are the errors of the better of two schemes that were tried on paper: of the rotation matrix after a
/// second with w = (1, 2, 3) rad/s.
#[test]
fn a_tumbling_body_keeps_its_energy_and_is_of_second_order() {
    let w = Vec3::new(1.0, 2.0, 3.0);
    let exact = exact(w);
    let j = Vec3::new(1.0, 2.0, 2.7);
    let energy = |w: &Vec3| 0.5 * w.component_mul(w).dot(&j);
    for (h, bar) in [
        (0.2, 7.1e-2),
        (0.1, 1.7e-2),
        (0.05, 4.2e-3),
        (0.025, 1.05e-3),
    ] {
        let scene = scene(&stone(h, w));
        let state = play(&scene, |_, step| {
            assert!(step.status.solved && !step.status.halved)
        });
        let at = &state.bodies[0];
        let error = (at.rotation.to_rotation_matrix().matrix() - exact).norm();
        let gained = energy(&at.angular_velocity) / energy(&w) - 1.0;
        println!("h {h}: attitude {error:.2e}, energy {gained:.1e}");
        assert!(error < bar, "h {h}: {error:.2e}");
        assert!(gained.abs() < 1e-10);
    }
}

/// The derivative of a rotation with respect to spin, and of spin, up to where steps are halved and beyond.
#[test]
fn the_derivative_by_spin_is_that_of_differences_and_has_no_jump_where_halving_starts() {
    let mut worst = 0.0_f64;
    for turn in [0.2, 0.6, 0.95, 0.999_99, 1.000_01, 1.3] {
        let spin = Vec3::new(0.5, -0.3, 1.0).normalize() * (turn / 0.1);
        let scene = scene(&stone(0.1, spin));
        let mut simulator = Simulator::precise(scene.model.clone());
        let input = Input::hold(&scene.model, &scene.initial);
        let mut at = |state: &State| simulator.step(state, &input, 1e-6).expect("valid").state;
        let d = 1e-5;
        let mut columns = Vec::new();
        for k in 0..3 {
            let mut ends = [1.0, -1.0].map(|sign| {
                let mut state = scene.initial.clone();
                state.bodies[0].angular_velocity[k] += sign * d;
                at(&state)
            });
            let middle = at(&scene.initial).bodies[0].rotation;
            let turn = |state: &State| (middle.inverse() * state.bodies[0].rotation).scaled_axis();
            let [a, b] = ends.each_mut();
            columns.push((
                (turn(a) - turn(b)) / (2.0 * d),
                (a.bodies[0].angular_velocity - b.bodies[0].angular_velocity) / (2.0 * d),
            ));
        }
        let step = simulator.step(&scene.initial, &input, 1e-6).expect("valid");
        assert_eq!(step.status.halved, turn > 1.0);
        let gradient = simulator
            .gradient(&step, 1e-6, &Wrt::state_and_inputs())
            .expect("solved");
        let a = gradient.a();
        for (k, (turned, spun)) in columns.iter().enumerate() {
            for i in 0..3 {
                worst = worst.max((a[(3 + i, 9 + k)] - turned[i]).abs() / 0.1);
                worst = worst.max((a[(9 + i, 9 + k)] - spun[i]).abs());
            }
        }
    }
    println!("largest difference {worst:.1e}");
    assert!(worst < 1e-6, "{worst:.1e}");
}

/// A ball down a slope of ten degrees: w r = v, and 5/7 of g sin t.
#[test]
fn a_ball_rolls_without_slip_at_long_steps() {
    let sine = 10.0_f64.to_radians().sin();
    for h in [0.1, 0.05, 0.01] {
        let text = format!(
            "[simulation]\ntime_step = {h:?}\nduration = 2.0\nrelaxation = 1e-8\n\
             gravity = [{:?}, 0, {:?}]\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
             [shape.ball.sphere]\nradius = 0.1\n[material.default]\nfriction = 0.5\n\
             [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\
             [[body]]\nname = \"ball\"\nshape = \"ball\"\nmass = 1\nposition = [0, 0, 0.1]\n",
            9.81 * sine,
            -9.81 * (1.0 - sine * sine).sqrt()
        );
        let scene = scene(&text);
        let mut travelled = Vec::new();
        let mut turned = 0.0;
        let state = play(&scene, |from, step| {
            assert!(step.status.solved);
            let [a, b] = [from, &step.state].map(|state| &state.bodies[1]);
            turned += (a.rotation.inverse() * b.rotation).angle();
            travelled.push(b.position.x);
        });
        let x = travelled.last().expect("a step");
        println!("{h} s: w r / v = 1 {:+.1e}", turned * 0.1 / x - 1.0);
        assert!((turned * 0.1 / x - 1.0).abs() < 1e-6, "{h}");
        let w = state.bodies[1].angular_velocity.norm();
        assert!(
            (w / (5.0 / 7.0 * 9.81 * sine * 2.0 / 0.1) - 1.0).abs() < 0.01,
            "{h}: {w}"
        );
        let exact = 0.5 * 5.0 / 7.0 * 9.81 * sine * 4.0;
        assert!(
            (x / exact - 1.0).abs() < 0.01,
            "{h}: {x} m, exact {exact} m"
        );
    }
}

/// A block 0.3 m from the axis of a table at 2 rad/s, for a turn.
#[test]
fn what_sticks_to_a_turntable_stays_where_it_is_on_it() {
    for h in [0.05, 0.01] {
        let text = format!(
            "[simulation]\ntime_step = {h:?}\nduration = 3.2\nrelaxation = 1e-8\n\
             [shape.table.cylinder]\nradius = 0.5\nlength = 0.1\n[shape.block.box]\n\
             half_extents = [0.03, 0.03, 0.03]\n[material.default]\nfriction = 1.0\n\
             [[body]]\nname = \"table\"\nshape = \"table\"\nprescribed = {{ keyframes = [{}] }}\n\
             [[body]]\nname = \"block\"\nshape = \"block\"\nmass = 1\nposition = [0.3, 0, 0.08]\n\
             velocity = [0, 0.6, 0]\nangular_velocity = [0, 0, 2]\n",
            turning([0.0; 3], [0.0, 0.0, 1.0], 2.0, 4.0)
        );
        let scene = scene(&text);
        let mut places = Vec::new();
        play(&scene, |_, step| {
            assert!(step.status.solved);
            let [table, block] = [0, 1].map(|i| &step.state.bodies[i]);
            places.push(table.rotation.inverse() * block.position);
        });
        // the first steps land it
        let (from, to) = (places[3], places[places.len() - 1]);
        let moved = (to - from).xy().norm() / 0.3;
        println!("{h} s: {moved:.1e} of the radius in a turn");
        assert!(moved < 1e-6, "{h}: {moved:.1e}");
    }
}

/// A conveyor of one roller: a plank on it is driven at w R.
#[test]
fn a_roller_drives_at_the_speed_of_its_surface_however_fast_it_turns() {
    for rate in [5.0, 50.0, 150.0, 350.0] {
        let text = format!(
            "[simulation]\ntime_step = 0.01\nduration = 0.3\n\
             [shape.roller.sphere]\nradius = 0.05\n[shape.plank.box]\n\
             half_extents = [50, 0.1, 0.02]\n[material.default]\nfriction = 1.0\n\
             [[body]]\nname = \"roller\"\nshape = \"roller\"\nprescribed = {{ keyframes = [{}] }}\n\
             [[body]]\nname = \"plank\"\nshape = \"plank\"\nplanar = \"xz\"\nmass = 1\n\
             inertia = [1e3, 1e3, 1e3]\nposition = [0, 0, 0.07]\nvelocity = [{:?}, 0, 0]\n",
            turning([0.0; 3], [0.0, 1.0, 0.0], rate, 0.5),
            rate * 0.05
        );
        let scene = scene(&text);
        let state = play(&scene, |_, step| assert!(step.status.solved));
        let v = state.bodies[1].velocity.x;
        assert!(
            (v / (rate * 0.05) - 1.0).abs() < 1e-3,
            "{rate} rad/s: {v} m/s"
        );
    }
}

/// Torques that turn a lone ball by many times a rad in a step.
#[test]
fn a_lone_ball_follows_any_torque() {
    for acceleration in [30.0, 3_000.0, 100_000.0] {
        let text = "[simulation]\ntime_step = 0.01\nduration = 0.1\ngravity = [0, 0, 0]\n\
             [shape.ball.sphere]\nradius = 0.1\n[[body]]\nname = \"ball\"\nshape = \"ball\"\nmass = 1\n";
        let scene = scene(text);
        let mut simulator = Simulator::new(scene.model.clone());
        let mut state = scene.initial.clone();
        let mut input = Input::hold(&scene.model, &state);
        let inertia = scene.model.bodies[0].inertia[(0, 0)];
        input.wrenches[0].torque = Vec3::z() * (acceleration * inertia);
        for k in 1..=10 {
            let step = simulator.step(&state, &input, 1e-6).expect("valid");
            assert!(step.status.solved, "{acceleration}: {}", step.status.reason);
            state = step.state;
            let w = state.bodies[0].angular_velocity.z;
            let exact = acceleration * 0.01 * f64::from(k);
            assert!((w / exact - 1.0).abs() < 1e-9, "{w} rad/s, exact {exact}");
        }
    }
}

/// A torque of a scene from t1 to t2: the spin at a node is that of the torque up to it, also where it starts within a step.
#[test]
fn a_torque_acts_from_the_node_at_which_it_starts() {
    for (from, to) in [(0.0, 1.0), (0.02, 0.05), (0.015, 0.043)] {
        let scene = scene(&format!(
            "[simulation]\ntime_step = 0.01\nduration = 0.1\ngravity = [0, 0, 0]\n\
             [shape.ball.sphere]\nradius = 0.1\n[[body]]\nname = \"ball\"\nshape = \"ball\"\nmass = 1\n\
             inertia = [0.004, 0.004, 0.004]\n[[wrench]]\nbody = \"ball\"\ntorque = [0, 0, 0.04]\n\
             force = [0, 0, 0]\nfrom = {from:?}\nto = {to:?}\n"
        ));
        let mut node = 0;
        play(&scene, |_, step| {
            node += 1;
            let acted = (0.01 * f64::from(node)).min(to) - from;
            let w = step.state.bodies[0].angular_velocity.z;
            assert!(
                (w - 10.0 * acted.max(0.0)).abs() < 1e-12,
                "{node}: {w} rad/s"
            );
        });
        assert_eq!(node, 10);
    }
}
