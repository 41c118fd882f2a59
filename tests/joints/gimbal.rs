//! Gimbals at their quarter turn, where first and third coordinate have the same axis.

use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::Input;
use std::f64::consts::FRAC_PI_2;

const EFFORT: f64 = 0.01;
const INERTIA: f64 = 0.0035;

/// A body on a gimbal whose second coordinate has an effort motor.
fn scene(limits: &str) -> drystone::Result<Scene> {
    let text = format!(
        "[simulation]\ntime_step = 0.01\nduration = 1.5\ngravity = [0, 0, 0]\n\
         [[body]]\nname = \"body\"\nshape = {{ box = {{ half_extents = [0.1, 0.05, 0.02] }} }}\nmass = 1\n\
         inertia = [0.003, {INERTIA}, 0.004]\n\
         [[joint]]\nname = \"gimbal\"\ntype = \"gimbal\"\nchild = \"body\"\naxes = [[1, 0, 0], [0, 1, 0]]\n\
         [[joint.coordinate]]\n[[joint.coordinate]]\n{limits}\n\
         motor = {{ type = \"effort\", keyframes = [{{ time = 0, effort = {EFFORT} }}] }}\n\
         [[joint.coordinate]]\n"
    );
    Scene::parse(&text, "gimbal.toml")
}

/// The angle is alpha t (t + h) / 2, an effort of full length in every step, up to the quarter turn; the step through it is not solved and names the joint.
#[test]
fn a_gimbal_does_not_go_through_its_quarter_turn_in_silence() {
    let scene = scene("").expect("a gimbal");
    let mut simulator = Simulator::new(scene.model.clone());
    let mut input = Input::hold(&scene.model, &scene.initial);
    let mut state = scene.initial.clone();
    let alpha = EFFORT / INERTIA;
    let mut refused = Vec::new();
    for k in 0..150 {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, 1e-6).expect("usable");
        state = step.state;
        let t = 0.01 * (k + 1) as f64;
        if step.status.solved && refused.is_empty() {
            let angle = state.joint_positions(&scene.model)[1];
            let expected = 0.5 * alpha * t * (t + 0.01);
            assert!(
                (angle - expected).abs() < 1e-3,
                "{t} s: {angle}, {expected}"
            );
        } else if !step.status.solved {
            let why = &step.status.reason;
            assert!(
                why.contains("joint gimbal goes through its quarter turn"),
                "{why}"
            );
            refused.push(t);
        }
    }
    let expected = (2.0 * FRAC_PI_2 / alpha).sqrt();
    let first = refused.first().expect("it goes through");
    assert!((first - expected).abs() < 0.02, "{first} s, {expected} s");
}

#[test]
fn limits_beyond_a_quarter_turn_are_refused() {
    assert!(scene("limits = [-1.5, 1.5]").is_ok());
    let error = scene("limits = [-3, 1.5]").expect_err("beyond a quarter turn");
    assert!(
        error.to_string().contains("does not come to -3 rad"),
        "{error}"
    );
}
