//! Joints: kinds, combinations, coordinates, what acts along them.

use super::{joint, model, pose, same, words, world};
use drystone::scene::Scene;
use drystone::world::JointKind;
use drystone::{Rot, Vec3};

/// Returns a body with joints on a fixed post.
pub(super) fn with(joints: &str) -> String {
    format!(
        "<body name=\"b\" pos=\"0.1 0.2 0.3\" euler=\"0 0 30\">{joints}<geom size=\"0.1\" pos=\"0.3 0 0\"/></body>"
    )
}

/// Asserts that a joint of coordinates moves the body as the joints of the file do, in their order: hinges (turn about a point) and slides.
pub(super) fn moves(scene: &Scene, values: &[f64], steps: &[(char, Vec3, Vec3, f64)]) {
    let zero = vec![0.0; values.len()];
    let state = scene
        .initial
        .with_joint_positions(&scene.model, values, &zero);
    let state = state.expect("positions");
    let (mut point, mut turn) = pose(scene, "b");
    for (kind, axis, at, value) in steps {
        match kind {
            's' => point += turn * axis * *value,
            _ => {
                let next = turn * Rot::from_scaled_axis(axis * *value);
                point += turn * at - next * at;
                turn = next;
            }
        }
    }
    let index = scene.model.body_index("b").expect("a body");
    let at = &state.bodies[index];
    let found = scene.model.bodies[index].shape_from_centre(&at.position, &at.rotation);
    assert!((found - point).norm() < 1e-14, "{found} instead of {point}");
    assert!(at.rotation.angle_to(&turn) < 1e-14);
    for (found, right) in state.joint_positions(&scene.model).iter().zip(values) {
        same(*found, *right);
    }
}

pub(super) const O: Vec3 = Vec3::new(0.0, 0.0, 0.0);

#[test]
fn one_joint_turns_or_slides() {
    let scene = world(&with(r#"<joint name="j" axis="0 3 4" pos="0.1 0 0"/>"#));
    assert_eq!(joint(&scene, "j").kind, JointKind::Revolute);
    let axis = Vec3::new(0.0, 0.6, 0.8);
    moves(
        &scene,
        &[0.7],
        &[('h', axis, Vec3::new(0.1, 0.0, 0.0), 0.7)],
    );
    let scene = world(&with(r#"<joint name="j" type="slide" axis="0 3 4"/>"#));
    assert_eq!(joint(&scene, "j").kind, JointKind::Prismatic);
    moves(&scene, &[0.7], &[('s', axis, O, 0.7)]);
    let scene = world(&with(r#"<joint name="j" type="ball" pos="0.1 0 0"/>"#));
    assert_eq!(joint(&scene, "j").kind, JointKind::Spherical);
    for free in [r#"<freejoint/>"#, r#"<joint type="free"/>"#] {
        let scene = world(&with(free));
        assert!(scene.model.joints.is_empty());
        assert!(scene.model.bodies[1].is_moving());
    }
}

#[test]
fn a_slide_and_a_hinge_on_one_axis_are_cylindrical() {
    for text in [
        r#"<joint name="s" type="slide" axis="0 1 0"/><joint name="h" axis="0 1 0" pos="0.1 0 0"/>"#,
        r#"<joint name="h" axis="0 1 0" pos="0.1 0 0"/><joint name="s" type="slide" axis="0 1 0"/>"#,
    ] {
        let scene = world(&with(text));
        assert_eq!(joint(&scene, "s+h").kind, JointKind::Cylindrical);
        let at = Vec3::new(0.1, 0.0, 0.0);
        moves(
            &scene,
            &[0.2, 0.7],
            &[('s', Vec3::y(), O, 0.2), ('h', Vec3::y(), at, 0.7)],
        );
    }
}

#[test]
fn two_slides_are_a_gantry() {
    let text =
        r#"<joint name="a" type="slide" axis="0 0 1"/><joint name="b" type="slide" axis="0 1 0"/>"#;
    let scene = world(&with(text));
    assert_eq!(joint(&scene, "a+b").kind, JointKind::Gantry);
    moves(
        &scene,
        &[0.2, -0.3],
        &[('s', Vec3::z(), O, 0.2), ('s', Vec3::y(), O, -0.3)],
    );
}

#[test]
fn two_slides_and_a_hinge_are_planar() {
    let slides = r#"<joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1" range="-1 2"/>"#;
    let at = Vec3::new(0.1, 0.0, 0.0);
    let steps = |x: f64, z: f64, axis: Vec3, turn: f64| {
        [
            ('s', Vec3::x(), O, x),
            ('s', Vec3::z(), O, z),
            ('h', axis, at, turn),
        ]
    };
    // x cross z is -y: the slides are exchanged where the hinge is about y.
    let scene = world(&with(&format!(
        "{slides}<joint name=\"t\" axis=\"0 1 0\" pos=\"0.1 0 0\"/>"
    )));
    let own = joint(&scene, "z+x+t");
    assert_eq!(own.kind, JointKind::Planar);
    assert_eq!(own.axes[0].limits, [-1.0, 2.0]);
    moves(&scene, &[0.3, 0.2, 0.7], &steps(0.2, 0.3, Vec3::y(), 0.7));
    let scene = world(&with(&format!(
        "{slides}<joint name=\"t\" axis=\"0 -1 0\" pos=\"0.1 0 0\"/>"
    )));
    assert_eq!(joint(&scene, "x+z+t").axes[1].limits, [-1.0, 2.0]);
    moves(&scene, &[0.2, 0.3, 0.7], &steps(0.2, 0.3, -Vec3::y(), 0.7));
}

#[test]
fn two_hinges_that_cross_are_universal() {
    // The second axis passes through the first one at (0, 0, 0.1), not at its own point.
    let text = r#"<joint name="a" axis="0 0 1"/><joint name="b" axis="0 1 0" pos="0 0.5 0.1"/>"#;
    let scene = world(&with(text));
    assert_eq!(joint(&scene, "a+b").kind, JointKind::Universal);
    let at = Vec3::new(0.0, 0.5, 0.1);
    moves(
        &scene,
        &[0.4, 0.7],
        &[('h', Vec3::z(), O, 0.4), ('h', Vec3::y(), at, 0.7)],
    );
}

#[test]
fn three_hinges_at_a_point_are_a_gimbal() {
    let text = r#"<joint name="a" axis="1 0 0"/><joint name="b" axis="0 1 0"/><joint name="c" axis="0 0 1" range="-30 60"/>"#;
    let scene = world(&with(text));
    let own = joint(&scene, "a+b+c");
    assert_eq!(own.kind, JointKind::Gimbal);
    same(own.axes[2].limits[1], 60f64.to_radians());
    let steps = |a: Vec3, b: Vec3, c: Vec3, values: [f64; 3]| {
        [
            ('h', a, O, values[0]),
            ('h', b, O, values[1]),
            ('h', c, O, values[2]),
        ]
    };
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    moves(&scene, &[0.4, -0.7, 1.1], &steps(x, y, z, [0.4, -0.7, 1.1]));
    // x cross z is -y: the last coordinate counts in the other direction.
    let text = r#"<joint name="a" axis="1 0 0"/><joint name="b" axis="0 0 1"/><joint name="c" axis="0 1 0" range="-30 60" stiffness="2" springref="10"/>"#;
    let scene = world(&with(text));
    let own = joint(&scene, "a+b+c");
    same(own.axes[2].limits[0], -60f64.to_radians());
    same(
        own.axes[2].spring.expect("a spring").rest,
        -10f64.to_radians(),
    );
    moves(
        &scene,
        &[0.4, -0.7, -1.1],
        &steps(x, z, y, [0.4, -0.7, 1.1]),
    );
    assert!(words(&scene).contains("the coordinate of c counts in the other direction"));
}

#[test]
fn coordinates_are_values_less_the_reference() {
    let text = r#"<joint name="j" ref="30" range="0 90" stiffness="5" springref="45" damping="0.1" frictionloss="0.2" armature="0.3"/>"#;
    let scene = world(&with(text));
    let along = joint(&scene, "j").axes[0];
    same(along.limits[0], -30f64.to_radians());
    same(along.limits[1], 60f64.to_radians());
    let spring = along.spring.expect("a spring");
    assert_eq!(spring.stiffness, 5.0);
    same(spring.rest, 15f64.to_radians());
    assert_eq!(
        [along.damping, along.friction, along.armature],
        [0.1, 0.2, 0.3]
    );
    let slide = world(&with(
        r#"<joint name="j" type="slide" ref="0.5" range="0 2"/>"#,
    ));
    assert_eq!(joint(&slide, "j").axes[0].limits, [-0.5, 1.5]);
}

#[test]
fn ranges_are_limits_if_the_file_says_so() {
    let limits = |compiler: &str, attributes: &str| {
        let body = with(&format!("<joint name=\"j\" type=\"slide\" {attributes}/>"));
        let scene = model(&format!(
            "<compiler {compiler}/><worldbody>{body}</worldbody>"
        ));
        joint(&scene, "j").axes[0].limits
    };
    let free = [f64::NEG_INFINITY, f64::INFINITY];
    assert_eq!(limits("", "range=\"-1 1\""), [-1.0, 1.0]);
    assert_eq!(limits("", "range=\"-1 1\" limited=\"false\""), free);
    assert_eq!(limits("autolimits=\"false\"", "range=\"-1 1\""), free);
    assert_eq!(
        limits("autolimits=\"false\"", "range=\"-1 1\" limited=\"true\""),
        [-1.0, 1.0]
    );
    assert_eq!(limits("", ""), free);
}

#[test]
fn a_joint_starts_at_its_reference_or_at_the_end_of_its_range() {
    let scene = world(&with(r#"<joint name="j" type="slide" range="0.2 1"/>"#));
    same(scene.initial.joint_positions(&scene.model)[0], 0.2);
    assert!(words(&scene).contains("j: its reference is outside of its range [0.2, 1]"));
}

#[test]
fn classes_nest_and_the_nearest_one_counts() {
    let scene = model(
        r#"<default>
             <joint damping="1" armature="1"/>
             <default class="arm"><joint damping="2"/><geom size="0.1"/>
               <default class="hand"><joint damping="3"/></default></default>
           </default>
           <worldbody><body name="a" childclass="arm"><joint name="a"/><geom/>
             <body name="b" pos="1 0 0"><joint name="b" class="hand"/><geom/>
               <body name="c" pos="1 0 0" childclass="hand"><joint name="c" damping="4"/><geom/>
                 <body name="d" pos="1 0 0"><joint name="d" class="main"/><geom/></body>
               </body></body></body></worldbody>"#,
    );
    for (name, damping) in [("a", 2.0), ("b", 3.0), ("c", 4.0), ("d", 1.0)] {
        let along = joint(&scene, name).axes[0];
        assert_eq!([along.damping, along.armature], [damping, 1.0], "{name}");
    }
}

#[test]
fn what_a_ball_cannot_have_is_said() {
    let scene = world(&with(
        r#"<joint name="j" type="ball" damping="1" range="0 40"/>"#,
    ));
    assert!(
        words(&scene).contains(
            "j: a ball joint has no coordinates here, so its range, damping are left out"
        )
    );
    let scene = world(&with(r#"<joint name="j" damping="1 0.5"/>"#));
    assert!(words(&scene).contains("j: the higher powers of its damping are left out"));
}

/// The second coordinate of a gimbal does not come to a range beyond a quarter turn.
#[test]
fn a_range_beyond_the_quarter_turn_of_a_gimbal_is_left_out() {
    let three = r#"<joint name="a" axis="1 0 0"/><joint name="b" axis="0 1 0" range="-150 80"/><joint name="c"/>"#;
    let scene = world(&with(three));
    let gimbal = joint(&scene, "a+b+c");
    assert_eq!(gimbal.kind, JointKind::Gimbal);
    let [lower, upper] = gimbal.axes[1].limits;
    assert!(lower == f64::NEG_INFINITY && (upper - 80f64.to_radians()).abs() < 1e-12);
    assert!(words(&scene).contains("the range of b beyond it is left out"));
}
