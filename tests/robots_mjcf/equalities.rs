//! Equalities: loops, and joints that follow others.

use super::{joint, model, same, words};
use drystone::Vec3;
use drystone::scene::Scene;
use drystone::world::JointKind;

/// Two arms side by side, which hang from the world and start at zero.
fn arms(equality: &str) -> Scene {
    model(&format!(
        r#"<worldbody>
             <body name="a"><joint name="ja" axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0 -1"/><site name="sa" pos="0 0 -1"/></body>
             <body name="b" pos="1 0 0"><joint name="jb" axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0 -1"/><site name="sb" pos="-1 0 -1"/></body>
           </worldbody><equality>{equality}</equality>"#
    ))
}

#[test]
fn connections_are_spherical_joints_that_close_loops() {
    for text in [
        r#"<connect name="c" body1="a" body2="b" anchor="0 0 -1"/>"#,
        r#"<connect name="c" site1="sa" site2="sb"/>"#,
    ] {
        let scene = arms(text);
        let own = joint(&scene, "c");
        assert_eq!(own.kind, JointKind::Spherical);
        let index = |name| scene.model.body_index(name);
        assert_eq!((own.parent, Some(own.child)), (index("a"), index("b")));
        assert!(own.gap(&scene.initial)[0] < 1e-15);
        let on_child = own.frames[0].point + scene.model.bodies[own.child].centre_of_mass;
        assert!((on_child - Vec3::new(-1.0, 0.0, -1.0)).norm() < 1e-15);
    }
}

#[test]
fn welds_are_fixed_joints_where_the_bodies_are_or_where_they_are_told() {
    let scene = arms(r#"<weld name="w" body1="a"/>"#);
    let own = joint(&scene, "w");
    assert_eq!(own.kind, JointKind::Fixed);
    assert!(own.gap(&scene.initial).iter().all(|gap| *gap < 1e-15));
    let scene = arms(r#"<weld name="w" body1="a" body2="b" relpose="1 0 0 1 0 0 0"/>"#);
    assert!(joint(&scene, "w").gap(&scene.initial)[0] < 1e-15);
    let text = r#"<mujoco><worldbody><body name="a"><joint/><geom size="0.1"/></body></worldbody>
        <equality><weld body1="a" relpose="0 0 1 1 0 0 0"/></equality></mujoco>"#;
    let error = Scene::parse(text, "model.xml").expect_err("it is not there");
    assert!(error.why.contains("the joint does not close"), "{error}");
}

#[test]
fn a_joint_follows_another_by_a_polynomial() {
    let scene = arms(r#"<joint joint1="jb" joint2="ja" polycoef="0 -2 0.5 0 0"/>"#);
    let state = scene
        .initial
        .with_joint_positions(&scene.model, &[0.3, 0.0], &[1.0, 0.0]);
    let state = state.expect("positions");
    same(state.joint_positions(&scene.model)[1], -0.6 + 0.5 * 0.09);
    same(state.joint_velocities(&scene.model)[1], -2.0 + 0.3);
}

#[test]
fn what_is_no_loop_is_said() {
    for (text, why) in [
        (
            r#"<weld body1="a" active="false"/>"#,
            "a <weld> that is not active is left out",
        ),
        (
            r#"<joint joint1="ja"/>"#,
            "a joint that keeps a value is left out",
        ),
        (
            r#"<tendon tendon1="t"/>"#,
            "not understood and left out: 1 equality > tendon",
        ),
    ] {
        let said = words(&arms(text));
        assert!(said.contains(why), "{text}: {said}");
    }
}
