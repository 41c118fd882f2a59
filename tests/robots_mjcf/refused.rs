//! What is refused, with its place, the reason and a remedy.

use drystone::scene::Scene;

/// The inside of `<mujoco>`, whose second line has the mistake; a part of the reason, and of the remedy.
const MISTAKES: [(&str, &str, &str); 36] = [
    (
        "<worldbody><body><joint/>\n<geom type=\"plane\" size=\"1 1 1\"/></body></worldbody>",
        "a plane on a body that moves",
        "a flat box",
    ),
    (
        "<worldbody>\n<geom type=\"hfield\" hfield=\"h\"/></worldbody>",
        "the type hfield is not read",
        "boxes or a mesh",
    ),
    (
        "<worldbody>\n<geom type=\"sdf\"/></worldbody>",
        "the type sdf is not read",
        "boxes or a mesh",
    ),
    (
        "<worldbody>\n<geom type=\"cone\"/></worldbody>",
        "no type of shape is \"cone\"",
        "",
    ),
    (
        "<worldbody>\n<geom type=\"box\" size=\"1 0 1\"/></worldbody>",
        "3 sizes are needed",
        "greater than 0",
    ),
    (
        "<worldbody>\n<geom type=\"capsule\" size=\"1\" fromto=\"0 0 0 0 0 0\"/></worldbody>",
        "both points are the same",
        "two points",
    ),
    (
        "<worldbody>\n<geom size=\"x\"/></worldbody>",
        "\"x\" is not a finite number",
        "",
    ),
    (
        "<worldbody>\n<geom size=\"1\" condim=\"2\"/></worldbody>",
        "no dimension of contact",
        "1, 3, 4 or 6",
    ),
    (
        "<worldbody>\n<geom size=\"1\" friction=\"-1\"/></worldbody>",
        "a coefficient is negative",
        "",
    ),
    (
        "<worldbody><geom size=\"1\" name=\"ball\"/></worldbody><contact>\n<pair geom1=\"ball\" geom2=\"bell\"/></contact>",
        "no shape \"bell\"",
        "ball",
    ),
    (
        "<worldbody><geom size=\"1\" name=\"ball\"/></worldbody><contact>\n<pair geom1=\"ball\" geom2=\"ball\" friction=\"-1\"/></contact>",
        "a coefficient is negative",
        "",
    ),
    (
        "<worldbody>\n<geom size=\"1\" contype=\"0.5\"/></worldbody>",
        "not a set of 32 bits",
        "",
    ),
    (
        "<worldbody>\n<geom size=\"1\" class=\"none\"/></worldbody>",
        "no class \"none\"",
        "",
    ),
    (
        "<worldbody>\n<geom type=\"mesh\" mesh=\"m\"/></worldbody>",
        "no mesh \"m\"",
        "",
    ),
    (
        "<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset><worldbody>\n<geom type=\"box\" mesh=\"m\" size=\"1 1 1\"/></worldbody>",
        "fitted to a mesh",
        "type=\"mesh\"",
    ),
    (
        "<worldbody><body>\n<geom size=\"1\" shellinertia=\"true\"/></body></worldbody>",
        "the mass of a shell",
        "<inertial>",
    ),
    (
        "<worldbody><body><freejoint/>\n<inertial pos=\"0 0 0\" mass=\"1\"/></body></worldbody>",
        "without moments",
        "diaginertia",
    ),
    (
        "<worldbody>\n<body name=\"b\"><joint/></body></worldbody>",
        "moves and has no mass",
        "",
    ),
    (
        "<worldbody>\n<body quat=\"0 0 0 0\"/></worldbody>",
        "a vector has no length",
        "",
    ),
    (
        "<worldbody><body>\n<joint type=\"screw\"/></body></worldbody>",
        "no type of joint is \"screw\"",
        "",
    ),
    (
        "<worldbody><body>\n<joint axis=\"0 0 0\"/></body></worldbody>",
        "a zero vector",
        "",
    ),
    (
        "<worldbody><body>\n<joint range=\"2 1\"/></body></worldbody>",
        "2 is not below 1",
        "lower limit first",
    ),
    (
        "<worldbody><body>\n<joint limited=\"true\"/></body></worldbody>",
        "has no range",
        "range",
    ),
    (
        "<worldbody><body>\n<joint damping=\"-1\"/></body></worldbody>",
        "-1 is negative",
        "",
    ),
    (
        "<worldbody>\n<body><joint name=\"a\"/><joint name=\"b\"/></body></worldbody>",
        "the joints a, b of one body: the axes of a and b are not at a right angle",
        "a body with a mass between",
    ),
    (
        "<worldbody>\n<body><joint name=\"a\"/><joint name=\"b\" axis=\"1 0 0\" pos=\"0 1 0\"/></body></worldbody>",
        "do not cross: they are 1.000e0 m apart",
        "between",
    ),
    (
        "<worldbody>\n<body><joint axis=\"1 0 0\"/><joint axis=\"0 1 0\"/><joint name=\"c\" pos=\"1 0 0\"/></body></worldbody>",
        "the axis of c does not pass",
        "between",
    ),
    (
        "<worldbody>\n<body><joint/><joint type=\"ball\"/></body></worldbody>",
        "no kind of joint",
        "between",
    ),
    (
        "<worldbody>\n<body><joint type=\"slide\"/><joint axis=\"1 0 0\"/></body></worldbody>",
        "same axis in a cylindrical joint",
        "between",
    ),
    (
        "<worldbody><body><joint/><geom size=\"1\"/>\n<body><freejoint/></body></body></worldbody>",
        "on a body inside of another one",
        "<worldbody>",
    ),
    (
        "<worldbody>\n<body mocap=\"true\"><joint/></body></worldbody>",
        "a mocap body has a joint",
        "",
    ),
    (
        "\n<compiler coordinate=\"global\"/>",
        "\"global\" is not read",
        "local",
    ),
    ("\n<compiler eulerseq=\"xxw\"/>", "\"xxw\" is not read", ""),
    (
        "<default>\n<default class=\"main\"/></default>",
        "a second class \"main\"",
        "rename",
    ),
    (
        "<worldbody><body><geom size=\"1\"/><joint name=\"j\"/></body></worldbody><actuator>\n<motor joint=\"k\"/></actuator>",
        "no joint \"k\"",
        "",
    ),
    (
        "<worldbody/><equality>\n<connect body1=\"a\" anchor=\"0 0 0\"/></equality>",
        "no body \"a\"",
        "",
    ),
];

#[test]
fn mistakes_are_refused_at_their_place() {
    for (inside, why, fix) in MISTAKES {
        let text = format!("<mujoco>{inside}</mujoco>");
        let error = Scene::parse(&text, "model.xml").expect_err(inside);
        assert!(
            error.why.contains(why) && error.fix.contains(fix),
            "{inside}: {error}"
        );
        let place = error.place.as_ref().expect("a place");
        assert_eq!(
            (place.file.as_str(), place.line),
            ("model.xml", 2),
            "{inside}: {error}"
        );
        assert!(!error.fix.is_empty(), "{inside}: {error}");
    }
}

#[test]
fn an_xml_file_of_something_else_is_refused_by_its_root() {
    let error = Scene::parse("<sdf version=\"1.6\"/>", "model.xml").expect_err("no robot");
    assert!(
        error.why.contains("<sdf> is not the root of a robot"),
        "{error}"
    );
    assert!(
        error.fix.contains("<mujoco>") && error.fix.contains("<robot>"),
        "{error}"
    );
    // A URDF file may end in .xml.
    let scene = Scene::parse("<robot name=\"r\"><link name=\"a\"/></robot>", "model.xml");
    assert_eq!(scene.expect("a robot").model.bodies.len(), 1);
}

#[test]
fn depth_is_bounded() {
    let text = format!(
        "<mujoco><worldbody>{}</worldbody></mujoco>",
        "<body>".repeat(5000)
    );
    let error = Scene::parse(&text, "model.xml").expect_err("too deep");
    assert!(
        error.why.contains("nested deeper") || error.why.contains("not XML"),
        "{error}"
    );
}
