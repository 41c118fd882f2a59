//! What touches what, and with which friction.

use super::{body, model, words, world};
use drystone::scene::Scene;
use drystone::world::TorsionalFriction;

/// Two free bodies above a floor, each shape with attributes.
fn three(floor: &str, a: &str, b: &str) -> Scene {
    world(&format!(
        "<geom type=\"plane\" size=\"1 1 1\" {floor}/>
         <body name=\"a\" pos=\"0 0 1\"><freejoint/><geom size=\"0.1\" {a}/></body>
         <body name=\"b\" pos=\"1 0 1\"><freejoint/><geom size=\"0.1\" {b}/></body>"
    ))
}

fn touch(scene: &Scene, a: &str, b: &str) -> bool {
    let index = |name| scene.model.body_index(name).expect("a body");
    scene.model.may_touch(index(a), index(b))
}

#[test]
fn friction_is_a_material_of_the_shape() {
    let scene = three(
        "",
        "friction=\"0.25\"",
        "friction=\"0.25 0.02\" condim=\"4\"",
    );
    let surface = |name: &str| {
        let part = &body(&scene, name).parts[0];
        (part.friction, part.torsional_friction)
    };
    assert_eq!(surface("world"), (1.0, TorsionalFriction::Metres(0.0)));
    assert_eq!(surface("a"), (0.25, TorsionalFriction::Metres(0.0)));
    assert_eq!(surface("b"), (0.25, TorsionalFriction::Metres(0.02)));
}

/// The coefficient of friction between the first shapes of two bodies.
fn friction(scene: &Scene, a: &str, b: &str) -> f64 {
    scene
        .model
        .friction(&body(scene, a).parts[0], &body(scene, b).parts[0])
}

#[test]
fn the_larger_friction_counts_or_that_of_the_higher_priority() {
    let scene = three("", "friction=\"0.25\"", "friction=\"0.5\"");
    assert_eq!(friction(&scene, "world", "a"), 1.0);
    assert_eq!(friction(&scene, "a", "b"), 0.5);
    let scene = three("", "friction=\"0.25\" priority=\"1\"", "friction=\"0.25\"");
    assert_eq!(friction(&scene, "world", "a"), 0.25);
    assert_eq!(friction(&scene, "world", "b"), 1.0);
    let again = Scene::parse(&scene.resolved(), "again.toml").expect("valid");
    assert_eq!(again.model.fingerprint(), scene.model.fingerprint());
    // Where all are alike nothing is said beside the materials.
    let half = "friction=\"0.5\"";
    let alike = three(half, half, half);
    assert!(alike.model.friction_pairs.is_empty());
}

#[test]
fn the_dimension_of_a_contact_is_that_of_the_higher_priority() {
    let slippery = "condim=\"1\" priority=\"1\"";
    let scene = three("", slippery, "");
    assert_eq!(friction(&scene, "world", "a"), 0.0);
    assert_eq!(friction(&scene, "world", "b"), 1.0);
}

#[test]
fn contacts_of_dimension_one_have_no_friction() {
    let slippery = "condim=\"1\"";
    let scene = three(slippery, slippery, slippery);
    assert!(
        scene
            .model
            .bodies
            .iter()
            .all(|body| body.parts[0].friction == 0.0)
    );
    // The dimension of a pair is the larger one.
    let scene = three("", slippery, slippery);
    assert_eq!(friction(&scene, "world", "a"), 1.0);
    assert_eq!(friction(&scene, "a", "b"), 0.0);
    assert!(words(&three("condim=\"6\"", "", "")).contains("rolling friction is left out"));
}

#[test]
fn masks_keep_bodies_apart() {
    let scene = three("", "conaffinity=\"0\"", "conaffinity=\"0\"");
    assert!(touch(&scene, "world", "a") && touch(&scene, "world", "b"));
    assert!(!touch(&scene, "a", "b"));
    let scene = three(
        "",
        "contype=\"2\" conaffinity=\"4\"",
        "contype=\"4\" conaffinity=\"0\"",
    );
    assert!(!touch(&scene, "world", "a") && touch(&scene, "a", "b"));
}

#[test]
fn bodies_that_are_filtered_in_part_touch_and_that_is_said() {
    let scene = world(
        r#"<body name="a"><freejoint/><geom size="0.1"/><geom size="0.1" pos="0 0 0.1" contype="2" conaffinity="2"/></body>
           <body name="b" pos="1 0 0"><freejoint/><geom size="0.1"/></body>"#,
    );
    assert!(touch(&scene, "a", "b"));
    assert!(
        words(&scene)
            .contains("some shapes of 1 pairs of bodies from touching each other, e.g. of a and b")
    );
}

#[test]
fn pairs_are_excluded_by_name() {
    let scene = model(
        r#"<worldbody><body name="a"><freejoint/><geom size="0.1"/></body>
             <body name="b" pos="1 0 0"><freejoint/><geom size="0.1"/>
               <body name="c" pos="1 0 0"><geom size="0.1"/></body></body>
             <body name="d" pos="0 1 0"><freejoint/><geom size="0.1"/></body></worldbody>
           <contact><exclude body1="a" body2="c"/></contact>"#,
    );
    assert!(!touch(&scene, "a", "b") && touch(&scene, "a", "d"));
}

#[test]
fn bodies_touch_the_world_that_a_joint_connects_them_to_and_not_their_parents() {
    let scene = world(
        r#"<geom type="plane" size="1 1 1" pos="0 0 -1"/>
           <body name="a"><joint/><geom size="0.1"/>
             <body name="b" pos="0.5 0 0"><joint/><geom size="0.1"/></body></body>"#,
    );
    assert!(touch(&scene, "world", "a") && touch(&scene, "world", "b"));
    assert!(!touch(&scene, "a", "b"));
}

#[test]
fn a_flag_switches_contacts_off() {
    let scene = model(
        r#"<option><flag contact="disable"/></option>
           <worldbody><geom size="0.1"/><body><freejoint/><geom size="0.1"/></body></worldbody>"#,
    );
    assert!(scene.model.bodies.iter().all(|body| body.parts.is_empty()));
}
