//! What touches what, and with which friction.

use super::{body, input, model, words, world};
use drystone::scene::Scene;
use drystone::step::Simulator;
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
fn a_body_on_a_base_that_is_welded_to_the_world_lands_on_the_floor() {
    let scene = world(
        r#"<geom type="plane" size="5 5 0.1"/>
           <body name="base" pos="0 0 0.5"><geom size="0.02" pos="0 0.5 0"/>
             <body name="arm"><joint name="j" axis="0 1 0" damping="0.1"/>
               <geom type="capsule" size="0.05" fromto="0.2 0 0 0.8 0 0"/></body></body>"#,
    );
    assert!(touch(&scene, "world", "arm"));
    let mut simulator = Simulator::new(scene.model.clone());
    let (mut state, input) = (scene.initial.clone(), input(&scene));
    for _ in 0..1500 {
        let step = simulator.step(&state, &input, 1e-6).expect("a step");
        assert!(step.status.solved);
        state = step.state;
    }
    let last = state.joint_positions(&scene.model)[0];
    // The lowest point of its tip, which is 0.8 m away and 0.05 m thick, hovers by the relaxation above the floor, 0.5 m below.
    let gap = 0.5 - 0.8 * last.sin() - 0.05;
    assert!((0.0..2e-5).contains(&gap), "{gap} m above the floor");
}

#[test]
fn a_flag_switches_contacts_off() {
    let scene = model(
        r#"<option><flag contact="disable"/></option>
           <worldbody><geom size="0.1"/><body><freejoint/><geom size="0.1"/></body></worldbody>"#,
    );
    assert!(scene.model.bodies.iter().all(|body| body.parts.is_empty()));
}

/// A floor and three bodies that touch nothing by their masks, and what `<contact>` says.
fn paired(contact: &str) -> String {
    let ball = |name: &str, x: f64| {
        format!(
            "<body name=\"{name}\" pos=\"{x} 0 1\"><freejoint/>
             <geom name=\"{name} ball\" size=\"0.1\" contype=\"0\" conaffinity=\"0\" friction=\"0.25\"/></body>"
        )
    };
    format!(
        "<worldbody><geom name=\"floor\" type=\"plane\" size=\"1 1 1\" contype=\"0\" conaffinity=\"0\"/>{}{}{}</worldbody>
         <contact>{contact}</contact>",
        ball("a", 0.0),
        ball("b", 1.0),
        ball("c", 2.0)
    )
}

#[test]
fn pairs_touch_whatever_their_masks_say() {
    let scene = model(&paired(
        "<pair geom1=\"floor\" geom2=\"a ball\" friction=\"0.7 0.7\"/>
         <pair geom1=\"b ball\" geom2=\"floor\" condim=\"1\"/><pair geom1=\"a ball\" geom2=\"b ball\"/>",
    ));
    assert!(touch(&scene, "world", "a") && touch(&scene, "world", "b"));
    assert!(touch(&scene, "a", "b"));
    assert_eq!(friction(&scene, "world", "a"), 0.7);
    assert_eq!(friction(&scene, "world", "b"), 0.0);
    // MuJoCo 4.0 has `pair_friction` 1 there: nothing is taken from the shapes
    assert_eq!(friction(&scene, "a", "b"), 1.0);
    // what is in no pair has no shape that touches anything
    assert!(body(&scene, "c").parts.is_empty());
    assert!(!words(&scene).contains("pair"), "{}", words(&scene));
}

/// A ball that only a pair holds up rests on the floor; without the pair it falls.
#[test]
fn a_pair_holds_a_ball_up() {
    let height = |contact: &str| {
        let scene = model(&paired(contact));
        let mut simulator = drystone::step::Simulator::new(scene.model.clone());
        let mut run = scene.run();
        let mut height = f64::NAN;
        let index = scene.model.body_index("a").expect("a body");
        for _ in 0..500 {
            let now = run.advance(&mut simulator).expect("valid").expect("a step");
            assert!(now.step.status.solved);
            height = now.step.state.bodies[index].position.z;
        }
        height
    };
    let held = height("<pair geom1=\"floor\" geom2=\"a ball\"/>");
    assert!((held - 0.1).abs() < 1e-3, "{held}");
    let falls = height("<pair geom1=\"floor\" geom2=\"b ball\"/>");
    assert!(falls < -1.0, "{falls}");
}

#[test]
fn classes_have_attributes_of_pairs() {
    let text = paired("<pair class=\"ice\" geom1=\"floor\" geom2=\"a ball\"/>");
    let scene = model(&format!(
        "<default><default class=\"ice\"><pair friction=\"0.05\"/></default></default>{text}"
    ));
    assert_eq!(friction(&scene, "world", "a"), 0.05);
}

#[test]
fn what_pairs_cannot_do_here_is_said() {
    let scene = model(&paired(
        "<pair geom1=\"a ball\" geom2=\"b ball\" friction=\"0.5 0.1\"/><pair geom1=\"floor\" geom2=\"c ball\" condim=\"4\"/>
         <exclude body1=\"a\" body2=\"b\"/>",
    ));
    let said = words(&scene);
    for part in [
        "0.5 instead of 0.1 along the second",
        "torsional friction of a pair",
        "a ball and b ball do not touch in spite of their pair",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!touch(&scene, "a", "b") && touch(&scene, "world", "c"));
}
