//! Joints in the scene that is written for MuJoCo.

use drystone::scene::Scene;
use drystone_cli::export::{mjcf, model_as_mjcf};
use drystone_planner::Space;

const SCENE: &str = r#"
[shape.box.box]
half_extents = [0.1, 0.05, 0.05]
[shape.tip.sphere]
radius = 0.02
[[body]]
name = "object"
shape = "box"
position = [2, 0, 0]
[[body]]
name = "finger"
shape = "tip"
position = [3, 0, 0]
driven = { stiffness = 100, damping = 10 }
[[body]]
name = "a"
shape = "box"
[[body]]
name = "b"
shape = "box"
position = [0.5, 0, 0]
[[body]]
name = "c"
shape = "box"
position = [1, 0, 0]
[[joint]]
name = "hinge"
type = "revolute"
child = "a"
anchor = [-0.25, 0, 0]
axis = [0, 0, 1]
limits = [-1, 2]
damping = 0.5
friction = 0.25
armature = 0.125
spring = { stiffness = 4, rest = 0.5 }
motor = { type = "position", stiffness = 8, damping = 2, limit = 16 }
[[joint]]
name = "ball"
type = "LOOP"
parent = "c"
child = "b"
anchor = [-0.25, 0, 0]
[[joint]]
name = "screw"
type = "screw"
parent = "a"
child = "b"
anchor = [0.25, 0, 0]
axis = [1, 0, 0]
pitch = 0.5
[[joint]]
name = "last"
type = "revolute"
child = "c"
anchor = [1.25, 0, 0]
mimic = { joint = "hinge", coefficients = [0, 2, -1] }
[plan]
object = "object"
workspace = { low = [-9, -9, -9], high = [9, 9, 9] }
[[plan.goal]]
position = [2, 1, 0]
"#;

fn written(kind: &str) -> drystone::Result<String> {
    let scene = Scene::parse(&SCENE.replace("LOOP", kind), "mjcf.toml")?;
    let space = Space::from_scene(&scene)?;
    mjcf(&space, &scene.initial)
}

#[test]
fn joints_nest_bodies_and_close_loops() {
    let xml = written("spherical").expect("MuJoCo has all of it");
    for line in [
        "<joint name=\"hinge\" type=\"hinge\" pos=\"-0.25 0 0\" axis=\"0 0 1\" range=\"-1 2\" stiffness=\"4\" \
         springref=\"0.5\" damping=\"0.5\" frictionloss=\"0.25\" armature=\"0.125\"/>",
        "<position name=\"hinge.motor\" kp=\"8\" kv=\"2\" joint=\"hinge\" forcerange=\"-16 16\"/>",
        "<joint joint1=\"screw.advance\" joint2=\"screw\" polycoef=\"0 0.07957747154594767 0 0 0\"/>",
        "<joint joint1=\"last\" joint2=\"hinge\" polycoef=\"0 2 -1 0 0\"/>",
        "<connect name=\"ball\" body1=\"b\" body2=\"c\" anchor=\"0.25 0 0\"/>",
    ] {
        assert!(
            xml.contains(line) || line.contains("ball"),
            "no {line} in\n{xml}"
        );
    }
    // A body stands inside the one that holds it, at its place there.
    let inner = xml
        .find("<body name=\"b\" pos=\"0.5 0 0\"")
        .expect("b in a");
    let outer = xml.find("<body name=\"a\"").expect("a");
    assert!(
        outer < inner && !xml[outer..inner].contains("</body>"),
        "{xml}"
    );
    assert_eq!(
        xml.matches("<body ").count(),
        xml.matches("</body>").count()
    );
}

#[test]
fn a_loop_that_mujoco_cannot_close_is_refused() {
    let error = written("prismatic")
        .expect_err("no such equality")
        .to_string();
    assert!(error.contains("closes a loop"), "{error}");
}

#[test]
fn a_model_alone_has_its_polytopes_as_meshes_and_no_body_called_world() {
    let text = r#"
        [shape.stone.polytope]
        vertices = [[-1, -1, -1], [3, -1, -1], [-1, 3, -1], [-1, -1, 3]]
        [[body]]
        name = "world"
        fixed = true
        [[body]]
        name = "stone"
        shape = "stone"
        [[joint]]
        name = "pin"
        type = "revolute"
        parent = "world"
        child = "stone"
    "#;
    let scene = Scene::parse(text, "mjcf.toml").expect("a scene");
    let xml = model_as_mjcf(&scene.model, &scene.initial).expect("MuJoCo has all of it");
    let lines = [
        "<mesh name=\"stone.0\" vertex=\"-1 -1 -1 3 -1 -1 -1 3 -1 -1 -1 3\"/>",
        "<body name=\"world_\"",
        "<geom name=\"stone.0\" type=\"mesh\" mesh=\"stone.0\"",
        "<option timestep=\"0.01\"",
    ];
    for line in lines {
        assert!(xml.contains(line), "no {line} in\n{xml}");
    }
}

/// A body on two chains of hinges: two that do not cross, and three, of which the first is on a body that moves.
const CHAINS: &str = r#"<mujoco><worldbody>
<body name="p" pos="0.1 0.2 0.3"><joint name="o" axis="0 1 0"/><joint name="n" axis="0 0 1" pos="0.1 0 0"/>
<inertial mass="2" pos="0.05 0 0.02" diaginertia="0.02 0.03 0.025"/>
<body name="q" pos="0.3 0 0"><joint name="a" pos="-0.03 -0.02 0"/><joint name="b" axis="1 0 0" pos="0 -0.05 -0.07"/>
<joint name="c" axis="0.3 1 0"/><inertial mass="0.5" pos="0.02 0.01 -0.1" diaginertia="0.002 0.0018 0.0009"/></body></body>
</worldbody></mujoco>"#;

#[test]
fn a_chain_of_joints_becomes_one_body_again() {
    let scene = Scene::parse(CHAINS, "chains.xml").expect("a model");
    assert_eq!(scene.model.bodies.len(), 6);
    let xml = model_as_mjcf(&scene.model, &scene.initial).expect("MuJoCo has all of it");
    let again = Scene::parse(&xml, "again.xml").expect("a model");
    assert_eq!(xml.matches("<body ").count(), 3, "{xml}");
    let number = |text: &str| text.split('"').next().unwrap_or("").parse::<f64>();
    let masses = xml
        .split(" mass=\"")
        .skip(1)
        .map(|rest| number(rest).expect("a mass"));
    for (found, right) in masses.zip([2.0, 0.5]) {
        assert!((found - right).abs() < 1e-15, "{xml}");
    }
    let mut cases = 0;
    for values in [[0.0; 5], [0.3, -0.2, -0.5, 0.7, 0.4]] {
        let matrix = |scene: &Scene| {
            let state = scene
                .initial
                .with_joint_positions(&scene.model, &values, &[0.0; 5]);
            scene
                .model
                .joint_space()
                .mass_matrix(&state.expect("positions"))
        };
        let (found, right) = (matrix(&again), matrix(&scene));
        assert!(
            (&found - &right).amax() < 1e-10 * right.amax(),
            "{found} {right}"
        );
        cases += 1;
    }
    assert_eq!(cases, 2);
}
