//! Actuators as motors of joints, and the commands that their controls stand for.

use super::{input, joint, model, same, words};
use drystone::scene::Scene;
use drystone::world::Motor;

/// Returns a pendulum of 1 kg at 1 m with an actuator; the joint has the reference 0.5 rad.
fn driven(actuator: &str) -> Scene {
    with_joint("", actuator)
}

fn with_joint(attributes: &str, actuator: &str) -> Scene {
    model(&format!(
        r#"<compiler angle="radian"/><worldbody><body name="b"><joint name="j" axis="0 1 0" ref="0.5" {attributes}/>
           <inertial pos="0 0 -1" mass="1" diaginertia="0.1 0.1 0.1"/></body></worldbody>
           <actuator>{actuator}</actuator>"#
    ))
}

fn motor(scene: &Scene) -> Motor {
    joint(scene, "j").axes[0].motor.expect("a motor")
}

const NONE: f64 = f64::INFINITY;

#[test]
fn a_motor_exerts_its_control_times_its_gear() {
    let scene = driven(r#"<motor joint="j" gear="3" ctrlrange="0.5 2" forcerange="-4 4"/>"#);
    assert_eq!(motor(&scene), Motor::effort(12.0));
    // A control of 0 is cut off at the range.
    assert_eq!(input(&scene).motors[0].effort, 1.5);
}

#[test]
fn a_position_pulls_to_its_control() {
    let scene = driven(r#"<position joint="j" kp="10" kv="2"/>"#);
    assert_eq!(motor(&scene), Motor::position(10.0, 2.0, NONE));
    // The coordinate is zero where the file has 0.5.
    same(input(&scene).motors[0].position, -0.5);
    let scene =
        driven(r#"<position joint="j" kp="10" gear="2" ctrlrange="1 2" forcerange="-3 3"/>"#);
    assert_eq!(motor(&scene), Motor::position(40.0, 0.0, 6.0));
    same(input(&scene).motors[0].position, 0.5 - 0.5);
}

#[test]
fn a_damping_ratio_is_that_of_the_inertia_at_the_reference() {
    let scene = with_joint(
        "armature=\"0.3\"",
        r#"<position joint="j" kp="8" dampratio="0.5"/>"#,
    );
    // 1 kg at 1 m, 0.1 kg m^2 and the armature: critical would be 2 sqrt(8 x 1.4).
    let Motor::Position { damping, .. } = motor(&scene) else {
        panic!("no position");
    };
    same(damping, (8.0_f64 * 1.4).sqrt());
}

#[test]
fn a_velocity_pulls_to_its_control() {
    let scene = driven(r#"<velocity joint="j" kv="5" gear="2" ctrlrange="3 4"/>"#);
    assert_eq!(motor(&scene), Motor::velocity(20.0, NONE));
    same(input(&scene).motors[0].velocity, 1.5);
}

#[test]
fn general_actuators_are_motors_positions_or_velocities() {
    let scene = driven(r#"<general joint="j" gainprm="2" ctrlrange="3 4"/>"#);
    assert_eq!(motor(&scene), Motor::effort(NONE));
    assert_eq!(input(&scene).motors[0].effort, 6.0);
    let scene = driven(r#"<general joint="j" gainprm="4" biastype="affine" biasprm="1 -4 -2"/>"#);
    assert_eq!(motor(&scene), Motor::position(4.0, 2.0, NONE));
    same(input(&scene).motors[0].position, 0.25 - 0.5);
    let scene = driven(
        r#"<general joint="j" gainprm="4" biastype="affine" biasprm="0 0 -4" dyntype="filter"/>"#,
    );
    assert_eq!(motor(&scene), Motor::velocity(4.0, NONE));
    assert!(words(&scene).contains("the filter between control and force is left out"));
}

#[test]
fn actuators_have_defaults_in_common() {
    let scene = model(
        r#"<default><general ctrlrange="2 3"/><motor gear="4"/></default>
           <worldbody><body><joint name="j"/><geom size="0.1"/></body></worldbody>
           <actuator><motor joint="j"/></actuator>"#,
    );
    assert_eq!(input(&scene).motors[0].effort, 8.0);
}

#[test]
fn the_joint_limits_its_motors() {
    let scene = with_joint(
        "actuatorfrcrange=\"-2 3\"",
        r#"<motor joint="j" forcerange="-5 5"/>"#,
    );
    assert_eq!(motor(&scene), Motor::effort(3.0));
    assert!(words(&scene).contains("limited to the larger of both"));
}

#[test]
fn what_is_no_motor_is_left_out_and_said() {
    for (actuator, why) in [
        (r#"<muscle joint="j"/>"#, "a muscle is not read"),
        (r#"<damper joint="j" kv="1"/>"#, "a damper is not read"),
        (r#"<motor tendon="t"/>"#, "it drives a tendon, not a joint"),
        (r#"<motor site="s"/>"#, "it drives a site, not a joint"),
        (r#"<motor joint="j" gear="0"/>"#, "its gear is 0"),
        (
            r#"<general joint="j" gaintype="muscle"/>"#,
            "gain muscle with bias none",
        ),
        (
            r#"<general joint="j" dyntype="integrator"/>"#,
            "dynamics integrator",
        ),
        (
            r#"<general joint="j" biastype="affine" biasprm="0 4 0"/>"#,
            "not that of a motor, a position or a velocity",
        ),
        (
            r#"<position joint="j" timeconst="0.1"/>"#,
            "its timeconst filters the control",
        ),
        (
            r#"<motor joint="j"/><motor joint="j"/>"#,
            "j has a motor already",
        ),
    ] {
        let said = words(&driven(actuator));
        assert!(said.contains(why), "{actuator}: {said}");
    }
}

#[test]
fn the_motor_of_a_mirrored_coordinate_pulls_the_other_way() {
    let scene = model(
        r#"<worldbody><body><joint name="a" axis="1 0 0"/><joint name="b" axis="0 0 1"/><joint name="c" axis="0 1 0" ref="90"/>
           <geom size="0.1" pos="0.3 0 0"/></body></worldbody>
           <actuator><motor joint="c" ctrlrange="2 3"/><position joint="b" kp="3"/></actuator>"#,
    );
    let found = input(&scene).motors;
    assert_eq!(found[1].effort, -2.0);
    same(found[0].position, 0.0);
}
