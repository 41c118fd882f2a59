//! Mistakes of files: each is refused at its place, with a reason and a remedy; what is not understood is listed.

use super::{ARM, robot, words};
use drystone::scene::{Overrides, Scene};

/// Changes of the arm, and how they are refused: reason, remedy.
const MISTAKES: [(&str, &str, &str, &str); 18] = [
    ("</robot>", "", "not XML", "mend"),
    (
        "<robot name=\"arm\">",
        "<model name=\"arm\">",
        "not XML",
        "mend",
    ),
    (
        "type=\"continuous\"",
        "type=\"hinge\"",
        "no type of joint is \"hinge\"",
        "known are: fixed, revolute",
    ),
    (
        "<parent link=\"upper\"/>",
        "<parent link=\"uper\"/>",
        "no link \"uper\"",
        "did you mean \"upper\"?",
    ),
    (
        "<child link=\"lower\"/>",
        "<child link=\"upper\"/>",
        "link upper is the child of the joint shoulder, too",
        "tree",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass value=\"-2\"/>",
        "a mass of -2 kg",
        "kg",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass value=\"two\"/>",
        "\"two\" is not a finite number",
        "finite",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass value=\"${m}\"/>",
        "is not a finite number",
        "xacro",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass/>",
        "<mass> has no value",
        "add value",
    ),
    ("xyz=\"0 2 0\"", "xyz=\"0 0 0\"", "a zero vector", "0 0 1"),
    (
        "xyz=\"0 2 0\"",
        "xyz=\"0 2\"",
        "2 numbers where 3 belong",
        "as many",
    ),
    (
        "lower=\"-2\" upper=\"2\"",
        "lower=\"2\" upper=\"-2\"",
        "lower 2 is above upper -2",
        "exchange",
    ),
    (
        "radius=\"0.03\"",
        "radius=\"0\"",
        "0 is not greater than 0",
        "metres",
    ),
    (
        "<mimic joint=\"elbow\"",
        "<mimic joint=\"roll\"",
        "follow each other in a circle",
        "by itself",
    ),
    (
        "<mimic joint=\"elbow\"",
        "<mimic joint=\"el\"",
        "no joint \"el\"",
        "known are",
    ),
    (
        "<link name=\"wheel\">",
        "<link name=\"lower\">",
        "a second link \"lower\"",
        "rename",
    ),
    (
        "damping=\"0.5\"",
        "damping=\"-0.5\"",
        "-0.5 is negative",
        ">= 0",
    ),
    (
        "effort=\"40\"",
        "effort=\"-40\"",
        "an effort of -40",
        ">= 0",
    ),
];

#[test]
fn mistakes_are_refused_at_their_place() {
    for (before, after, why, fix) in MISTAKES {
        let text = ARM.replacen(before, after, 1);
        assert_ne!(text, ARM, "{before} is not in the file");
        let error = Scene::parse(&text, "arm.urdf").expect_err(after);
        assert!(
            error.why.contains(why) && error.fix.contains(fix),
            "{after}: {error}"
        );
        let place = error.place.as_ref().expect("a place");
        // An element that is not closed is noticed elsewhere, a joint begins a line above its child.
        let start = ARM.find(before).expect("it is in the file");
        let line = 1 + ARM[..start].matches('\n').count();
        assert!(
            why == "not XML" || place.line.abs_diff(line) <= 1,
            "{after}: line {line}: {error}"
        );
    }
}

#[test]
fn a_circle_of_joints_is_refused() {
    let joint = "<joint name=\"back\" type=\"fixed\"><parent link=\"wheel\"/><child link=\"base\"/></joint></robot>";
    let error = Scene::parse(&ARM.replace("</robot>", joint), "arm.urdf").expect_err("a circle");
    assert!(error.why.contains("circle"), "{error}");
}

#[test]
fn entities_and_depth_are_refused_by_name() {
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><robot name=\"&b;\"/>";
    let error = Scene::parse(bomb, "arm.urdf").expect_err("a document type");
    assert!(error.why.contains("document type"), "{error}");
    let deep = format!("{}{}", "<a>".repeat(5000), "</a>".repeat(5000));
    let error = Scene::parse(&deep, "arm.urdf").expect_err("deep");
    assert!(error.why.contains("nested deeper"), "{error}");
}

#[test]
fn what_is_not_understood_is_listed_and_strict_refuses_it() {
    let extra = "<transmission name=\"t\"/><transmission name=\"u\"/><gazebo><x/></gazebo></robot>";
    let text = ARM
        .replace("</robot>", extra)
        .replace("izz=\"0.002\"/>", "izz=\"0.002\" colour=\"red\"/>");
    let said = words(&robot(&text));
    let list = said
        .iter()
        .find(|word| word.starts_with("not understood"))
        .expect("a list");
    for part in [
        "2 transmission (line",
        "1 gazebo (line",
        "1 link > inertial > inertia @colour (line 4)",
    ] {
        assert!(list.contains(part), "{list}");
    }
    assert!(
        !words(&robot(ARM))
            .iter()
            .any(|word| word.contains("not understood")),
        "all of the arm is"
    );
    let strict = Overrides {
        strict: true,
        ..Overrides::default()
    };
    assert!(Scene::parse_with(ARM, "arm.urdf", &strict).is_ok());
    let error = Scene::parse_with(&text, "arm.urdf", &strict).expect_err("strict");
    assert!(error.why.contains("2 transmission"), "{error}");
}

#[test]
fn a_second_root_is_refused() {
    let error = Scene::parse(
        &ARM.replace("</robot>", "<link name=\"lost\"/></robot>"),
        "arm.urdf",
    );
    let error = error.expect_err("two roots");
    assert!(error.why.contains("nor the link base"), "{error}");
}

#[test]
fn robots_are_known_by_their_first_letter_and_xacro_is_named() {
    assert!(Scene::parse(ARM, "stdin").is_ok());
    assert!(Scene::parse(&format!("\u{feff}\n{ARM}"), "arm.xml").is_ok());
    let xacro = "<robot xmlns:xacro=\"http://wiki.ros.org/xacro\" name=\"x\"><xacro:arm/></robot>";
    let error = Scene::parse(xacro, "arm.urdf").expect_err("xacro");
    assert!(error.fix.contains("expand the xacro"), "{error}");
}

#[test]
fn an_inertia_of_nothing_is_refused_and_mended_to_that_of_a_ball() {
    let tiny = ARM.replace(
        r#"ixx="0.03" iyy="0.03" izz="0.002""#,
        r#"ixx="1e-30" iyy="1e-30" izz="1e-30""#,
    );
    let error = Scene::parse(&tiny, "arm.urdf").expect_err("no body is so thin");
    assert!(error.why.contains("is a radius of 7.1e-16 m"), "{error}");
    let scene = super::floating(&tiny).expect("it is mended");
    // 2 kg in a ball of 1 cm.
    let inertia = scene.model.bodies[super::body(&scene, "upper")].inertia;
    assert!(
        (inertia[(0, 0)] - 0.4 * 2.0 * 1e-4).abs() < 1e-12,
        "{inertia}"
    );
}
