//! Mistakes of files: each is refused at its place, with a reason and a remedy; what is not understood is listed.

use super::{ARM, robot, words};
use drystone::scene::{Overrides, Scene};

/// Changes of the arm, and where and how they are refused: line, reason, remedy.
const MISTAKES: [(&str, &str, usize, &str, &str); 17] = [
    ("</robot>", "", 27, "not XML", "mend"),
    (
        "<robot name=\"arm\">",
        "<model name=\"arm\">",
        26,
        "not XML",
        "mend",
    ),
    (
        "type=\"continuous\"",
        "type=\"hinge\"",
        21,
        "no type of joint is \"hinge\"",
        "known are: fixed, revolute",
    ),
    (
        "<parent link=\"upper\"/>",
        "<parent link=\"uper\"/>",
        22,
        "no link \"uper\"",
        "did you mean \"upper\"?",
    ),
    (
        "<child link=\"lower\"/>",
        "<child link=\"upper\"/>",
        21,
        "link upper is the child of the joint shoulder, too",
        "tree",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass value=\"-2\"/>",
        4,
        "a mass of -2 kg",
        "kg",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass value=\"two\"/>",
        4,
        "\"two\" is not a finite number",
        "finite",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass value=\"${m}\"/>",
        4,
        "is not a finite number",
        "xacro",
    ),
    (
        "<mass value=\"2\"/>",
        "<mass/>",
        4,
        "<mass> has no value",
        "add value",
    ),
    (
        "xyz=\"0 2 0\"",
        "xyz=\"0 0 0\"",
        16,
        "a zero vector",
        "0 0 1",
    ),
    (
        "xyz=\"0 2 0\"",
        "xyz=\"0 2\"",
        16,
        "2 numbers where 3 belong",
        "as many",
    ),
    (
        "lower=\"-2\" upper=\"2\"",
        "lower=\"2\" upper=\"-2\"",
        17,
        "lower 2 is above upper -2",
        "exchange",
    ),
    (
        "radius=\"0.03\"",
        "radius=\"0\"",
        5,
        "0 is not greater than 0",
        "metres",
    ),
    (
        "<mimic joint=\"elbow\"",
        "<mimic joint=\"roll\"",
        26,
        "follows itself",
        "by itself",
    ),
    (
        "<mimic joint=\"elbow\"",
        "<mimic joint=\"el\"",
        26,
        "no joint \"el\"",
        "known are",
    ),
    (
        "<link name=\"wheel\">",
        "<link name=\"lower\">",
        12,
        "a second link \"lower\"",
        "rename",
    ),
    (
        "damping=\"0.5\"",
        "damping=\"-0.5\"",
        17,
        "-0.5 is negative",
        ">= 0",
    ),
];

#[test]
fn mistakes_are_refused_at_their_place() {
    for (before, after, line, why, fix) in MISTAKES {
        let text = ARM.replacen(before, after, 1);
        assert_ne!(text, ARM, "{before} is not in the file");
        let error = Scene::parse(&text, "arm.urdf").expect_err(after);
        assert!(
            error.why.contains(why) && error.fix.contains(fix),
            "{after}: {error}"
        );
        let place = error.place.as_ref().expect("a place");
        assert!(
            place.line.abs_diff(line) <= 1,
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
