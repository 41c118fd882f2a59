//! Numbers that are tiny, huge or not meant well: scales, masses, overlaps, friction, speed.

use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::shape::penetration;
use drystone::step::Simulator;
use drystone::world::{Input, State};

/// A scene of boxes of half-size `size` (m); `bodies` may speak of shapes "ground" and "box".
fn scene(size: f64, settings: &str, bodies: &str) -> Scene {
    let text = format!(
        "[simulation]\n{settings}\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
         [shape.box.box]\nhalf_extents = [{size:?}, {size:?}, {size:?}]\n{bodies}"
    );
    Scene::parse(&text, "scales").expect("a valid scene")
}

const GROUND: &str = "[[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n";

fn body(name: &str, mass: f64, place: [f64; 3], more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nshape = \"box\"\nmass = {mass:?}\nposition = {place:?}\n{more}\n"
    )
}

/// Runs to the end; every step must be solved and every number finite.
fn run(scene: &Scene) -> State {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    for k in 0..scene.settings.steps {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, scene.settings.relaxation);
        let step = step.expect("a usable state");
        assert!(step.status.solved, "step {k}: {}", step.status.reason);
        let bodies = step.state.bodies.iter();
        let mut numbers = bodies.flat_map(|at| at.numbers());
        assert!(numbers.all(|number| number.is_finite()), "step {k}");
        state = step.state;
    }
    state
}

/// Deepest overlap of any two bodies, m.
fn overlap(scene: &Scene, state: &State) -> f64 {
    let bodies = &scene.model.bodies;
    let mut deepest = f64::NEG_INFINITY;
    for i in 0..bodies.len() {
        for j in i + 1..bodies.len() {
            let [a, b] = [i, j].map(|k| (state.bodies[k].position, state.bodies[k].rotation));
            let [p, q] = [i, j].map(|k| &bodies[k].parts[0].placed);
            deepest = deepest.max(penetration(p, &a, q, &b, &(b.0 - a.0)));
        }
    }
    deepest
}

/// Two boxes fall on each other and the floor. Units L, T, V of the scene are in proportion, so in these units
/// every scale and mass is the same run.
#[test]
fn a_tenth_of_a_millimetre_and_a_kilometre_are_the_same_run() {
    let mut heights: Vec<[f64; 2]> = Vec::new();
    for size in [1e-4, 1e-2, 1.0, 1e3] {
        for mass in [1e-6, 1.0, 1e6] {
            let time = (size / 9.81_f64).sqrt();
            let settings = format!("time_step = {:?}\nduration = {:?}", 0.1 * time, 20.0 * time);
            let lower = body("lower", mass, [0.0, 0.0, 1.5 * size], "");
            let upper = body("upper", mass, [0.1 * size, 0.0, 4.0 * size], "");
            let scene = scene(size, &settings, &(GROUND.to_string() + &lower + &upper));
            let end = run(&scene);
            assert!(overlap(&scene, &end) < 1e-5 * size);
            heights.push([1, 2].map(|i| end.bodies[i].position.z / size));
        }
    }
    for (k, height) in heights.iter().enumerate() {
        for i in 0..2 {
            let off = (height[i] - heights[0][i]).abs();
            assert!(off < 1e-9, "{k}: {height:?}, at first {:?}", heights[0]);
        }
    }
    // they stand: hover is about rho L (1 / (0.1 k) - 2)
    assert!((heights[0][0] - 1.0).abs() < 2e-5 && (heights[0][1] - 3.0).abs() < 4e-5);
}

/// The unit of impulse of a pair is sqrt(m_a m_b) V: a light box hovers higher above a heavy one by the root of
/// the ratio, rho L 10 sqrt(1e4) = 1e-3 L.
#[test]
fn masses_may_differ_by_ten_thousand_in_contact() {
    for (lower, upper) in [(1.0, 1e4), (1e4, 1.0), (1e-6, 1e-2), (1e6, 1e2)] {
        let bodies = [
            body("lower", lower, [0.0, 0.0, 0.1], ""),
            body("upper", upper, [0.01, 0.0, 0.35], ""),
        ];
        let scene = scene(
            0.1,
            "time_step = 0.01\nduration = 1",
            &(GROUND.to_string() + &bodies.concat()),
        );
        let end = run(&scene);
        let heights = [1, 2].map(|i| end.bodies[i].position.z);
        let off = [heights[0] - 0.1, heights[1] - 0.3];
        assert!(
            off.iter().all(|off| off.abs() < 2e-4),
            "{lower} under {upper}: {off:?}"
        );
        assert!(overlap(&scene, &end) < 1e-6);
    }
}

/// Numbers below the normal range of floating point in every place of a state.
#[test]
fn denormal_numbers_do_no_harm() {
    let tiny = 5e-324;
    let bodies = GROUND.to_string() + &body("box", 1.0, [0.0, 0.0, 0.1], "");
    let scene = scene(0.1, "time_step = 0.01\nduration = 0.5", &bodies);
    let mut simulator = Simulator::new(scene.model.clone());
    let plain = run(&scene);
    let mut state = scene.initial.clone();
    let at = &mut state.bodies[1];
    at.position += Vec3::new(tiny, -tiny, 0.0);
    at.velocity += Vec3::new(tiny, 1e-310, 0.0);
    at.angular_velocity = Vec3::new(-tiny, tiny, 1e-308);
    let input = Input::hold(&scene.model, &state);
    for _ in 0..50 {
        let step = simulator
            .step(&state, &input, 1e-6)
            .expect("a usable state");
        assert!(step.status.solved);
        state = step.state;
    }
    let off = state.bodies[1].position - plain.bodies[1].position;
    assert!(off.norm() < 1e-12, "{off}");
}

/// The step ends with the parts apart, so they leave each other at depth / h along the normal, whatever they weigh: the bound
/// of docs/formulation.md. What is added is the relaxation's own repulsion, about V sqrt(rho T m_ab / (m h))
/// (docs/accuracy.md).
#[test]
fn overlapping_starts_part_at_depth_over_time_step() {
    for time_step in [0.1, 0.01, 0.001] {
        for depth in [0.001, 0.01, 0.1, 0.5, 1.0, 1.5] {
            let settings = format!(
                "time_step = {time_step:?}\nduration = {:?}\ngravity = [0, 0, 0]",
                3.0 * time_step
            );
            let (size, depth) = (0.1, 0.1 * depth);
            let bound = depth / time_step;
            // V = 1 m/s, T = 0.1 s
            let repulsion = 3.0 * (1e-6_f64 * 0.1 / time_step).sqrt();
            let on_floor = GROUND.to_string() + &body("box", 1.0, [0.0, 0.0, size - depth], "");
            let single = scene(size, &settings, &on_floor);
            let end = run(&single);
            let speed = end.bodies[1].velocity.norm();
            assert!(
                speed < 1.01 * bound + repulsion,
                "floor, {depth} m, {time_step} s: {speed}"
            );
            assert!(overlap(&single, &end) < 1e-6);
            for (light, aside) in [(1.0_f64, 0.0), (1.0, 0.3), (1e-3, 0.1)] {
                let pair = body("a", 1.0, [0.0; 3], "")
                    + &body(
                        "b",
                        light,
                        [aside * size, 0.1 * aside * size, 2.0 * size - depth],
                        "",
                    );
                let pair = scene(size, &settings, &pair);
                let end = run(&pair);
                let [a, b] = [0, 1].map(|i| end.bodies[i].velocity);
                let speed = (b - a).norm();
                assert!(
                    speed < 1.05 * bound + repulsion / light.sqrt().sqrt(),
                    "{aside}, {light} kg, {depth} m, {time_step} s: {speed}"
                );
                assert!(overlap(&pair, &end) < 1e-6);
            }
        }
    }
}

/// Without friction a box slides on at its speed; without gravity one that flies off is not called back; with
/// friction 10 one stops within the distance of the law and does not move any more.
#[test]
fn no_friction_no_gravity_and_friction_ten() {
    let thrown = |settings: &str, friction: f64, velocity: [f64; 3]| {
        let bodies = format!("[material.default]\nfriction = {friction:?}\n{GROUND}")
            + &body(
                "box",
                1.0,
                [0.0, 0.0, 0.1],
                &format!("velocity = {velocity:?}"),
            );
        let scene = scene(0.1, settings, &bodies);
        run(&scene).bodies[1]
    };
    let settings = "time_step = 0.01\nduration = 2";
    let free = thrown(settings, 0.0, [1.0, 0.5, 0.0]);
    assert!((free.velocity - Vec3::new(1.0, 0.5, 0.0)).norm() < 1e-9);
    assert!((free.position - Vec3::new(2.0, 1.0, 0.1)).norm() < 1e-4);
    let weightless = thrown(
        &format!("{settings}\ngravity = [0, 0, 0]"),
        10.0,
        [0.0, 0.0, 1.0],
    );
    assert!((weightless.velocity.z - 1.0).abs() < 1e-3);
    let rough = thrown(settings, 10.0, [1.0, 0.5, 0.0]);
    assert!(rough.velocity.norm() < 1e-6, "{}", rough.velocity);
    assert!(rough.position.xy().norm() < 0.3);
}

/// A wall 5 mm thick, a ball of 5 cm and a box, up to 300 m/s and 3 m in a step: none gets through.
#[test]
fn fast_bodies_do_not_pass_thin_walls() {
    for time_step in [0.1, 0.01, 0.002] {
        for speed in [1.0_f64, 3.0, 10.0, 30.0, 100.0, 300.0] {
            if speed * time_step > 3.0 {
                continue;
            }
            for (shape, turn) in [("ball", 0.0), ("box", 0.0), ("box", 3.0)] {
                for start in [1.0, 0.531, 0.2] {
                    let bodies = format!(
                        "[shape.ball.sphere]\nradius = 0.05\n[shape.wall.box]\nhalf_extents = [0.0025, 5, 5]\n\
                         [[body]]\nname = \"wall\"\nfixed = true\nshape = \"wall\"\n\
                         [[body]]\nname = \"missile\"\nshape = \"{shape}\"\nmass = 1\n\
                         position = [{:?}, 0, 0]\nvelocity = [{speed:?}, 0, 0]\nangular_velocity = [0, 0, {turn:?}]\n",
                        -start
                    );
                    let seconds = (2.0 / speed).max(5.0 * time_step);
                    let settings = format!(
                        "time_step = {time_step:?}\nduration = {seconds:?}\ngravity = [0, 0, 0]"
                    );
                    let scene = scene(0.05, &settings, &bodies);
                    let end = run(&scene);
                    let at = end.bodies[1].position;
                    let what = format!(
                        "{shape} {turn}, {speed} m/s, {time_step} s, from {start} m: {}",
                        at.x
                    );
                    assert!(at.x < 0.0, "{what}");
                    assert!(overlap(&scene, &end) < 1e-5, "{what}");
                }
            }
        }
    }
}

/// The floor stops the lower box within the step; the upper one, predicted as deep under the floor as it was above
/// the other, comes down on it.
#[test]
fn what_comes_down_on_a_body_that_the_floor_just_stopped_does_not_sink_into_it() {
    for gap in [0.04, 0.1, 0.3] {
        for speed in [2.0, 5.0, 10.0] {
            let fall = format!("velocity = [0, 0, {:?}]", -speed);
            let bodies = GROUND.to_string()
                + &body("lower", 1.0, [0.0, 0.0, 0.25], &fall)
                + &body("upper", 1.0, [0.02, 0.01, 0.45 + gap], &fall);
            let scene = scene(0.1, "time_step = 0.1\nduration = 0.5", &bodies);
            let end = run(&scene);
            assert!(overlap(&scene, &end) < 1e-5, "{gap} m, {speed} m/s");
            assert!(end.bodies[2].position.z > 0.29, "{gap} m, {speed} m/s");
        }
    }
}
